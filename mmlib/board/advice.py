"""A player's guess for a position, thought out in another process: hints, and the moves of a codebreaker."""

from __future__ import annotations

import copy
import html
import time
from collections.abc import Callable

import numpy as np

from mmlib.board.page import warning
from mmlib.board.worker import Worker, follow
from mmlib.experiments.game import play
from mmlib.game.codes import as_code, as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, SupportsPlay

#: In the other process: the players by their names, with what they remember of their boards.
_players: dict[str, SupportsPlay] = {}


#: There, too: the game that was thought about last, its player, and where that draws from.
_latest: dict[str, object] = {}


def load(*players: str) -> None:
    """Load what players need, so that the first question of a person does not have to wait for it.

    Parameters
    ----------
    *players : str
        Their names in the registry.

    Examples
    --------
    >>> load("entropic", "gold")
    """
    for player in players:
        play(player, "3425", Rules(4, 6), rng=np.random.default_rng(1))


def next_guess(game: str, name: str, player: SupportsPlay, seed: int, history: History) -> tuple[np.ndarray, float]:
    """Tell a player's next guess; a player that remembers what it did goes on with the game."""
    start = time.perf_counter()
    key = (game, name, seed)
    if _latest.get("key") != key:
        player = _players.setdefault(name, player)
        player = player.start(history.rules) if isinstance(player, Player) else copy.deepcopy(player)
        _latest.update(key=key, player=player, rng=np.random.default_rng(seed))
    guess = as_code(_latest["player"].next_guess(history, _latest["rng"]), history.rules, name=f"guess of {name}")
    return guess, time.perf_counter() - start


class Adviser:
    """Asks a player without holding up the notebook.

    Parameters
    ----------
    worker : Worker
        The other process.
    waiting : callable
        Called with HTML while the player thinks.
    done : callable
        Called with its guess, ndarray of uint8 (pegs,), and HTML that tells how long it took; or with None and what
        went wrong.
    """

    def __init__(
        self, worker: Worker, waiting: Callable[[str], None], done: Callable[[np.ndarray | None, str], None]
    ) -> None:
        self.worker, self._waiting, self._done = worker, waiting, done
        self._task = None

    @property
    def busy(self) -> bool:
        """Whether it waits for a player."""
        return self._task is not None and not self._task.done()

    def ask(self, game: str, name: str, player: SupportsPlay, seed: int, history: History) -> None:
        """Ask a player; one that is still asked is stopped."""
        self.stop()
        told = html.escape(name)

        def waiting(seconds: float) -> None:
            if seconds > 0.3:
                self._waiting(f"{told} is thinking: {seconds:.0f} s ...")

        def done(result: object) -> None:
            self._task = None
            if isinstance(result, BaseException):
                self._done(None, warning(f"{name}: {result}"))
            else:
                guess, seconds = result
                took = "at once" if seconds < 0.001 else f"after {seconds * 1e3:,.0f} ms"
                self._done(guess, f"{told} plays <b>{as_text(guess)}</b>, {took}.")

        self._task = follow(self.worker.submit(next_guess, game, name, player, seed, history), waiting, done)

    def stop(self) -> None:
        """Stop a player that is thinking."""
        if self.busy:
            self._task.cancel()
            self.worker.stop()
        self._task = None
