"""Work that players do in another process.

A board answers meanwhile, and what takes long can be stopped.
"""

import asyncio
import dataclasses
import html
import time
from collections.abc import Callable
from concurrent.futures import Future

import numpy as np
from loky import ProcessPoolExecutor

from mmlib.engine.processes import every_stream
from mmlib.experiments.game import Game, play
from mmlib.experiments.start import fresh, start
from mmlib.game.codes import as_code
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay

#: Seconds between two looks at work that is not done.
TICK = 0.1

#: Seconds after which a board says that work goes on.
PATIENCE = 0.3

#: In the other process: the players by their names, with what they remember of their
#: boards.
_players: dict[str, SupportsPlay] = {}

#: There, too: the game that was thought about last, its player, and where that draws
#: from.
_latest: dict[str, object] = {}


def load(*players: str) -> None:
    """Load what players of the registry need.

    The first question of a person then does not have to wait for it.
    """
    for player in players:
        play(player, "3425", Rules(4, 6), rng=np.random.default_rng(1))


def next_guess(
    game: str, name: str, player: SupportsPlay, seed: int, history: History
) -> tuple[np.ndarray, float]:
    """Tell a player's next guess, and the seconds that it took.

    A player that remembers what it did goes on with the game.
    """
    began = time.perf_counter()
    key = (game, name, seed)
    if _latest.get("key") != key:
        playing = start(fresh(_players.setdefault(name, player)), history.rules)
        _latest.update(key=key, player=playing, rng=np.random.default_rng(seed))
    guess = as_code(
        _latest["player"].guess(history, _latest["rng"]),
        history.rules,
        name=f"guess of {name}",
    )
    return guess, time.perf_counter() - began


def timed_game(
    name: str, player: SupportsPlay, secret: np.ndarray, rules: Rules, seed: int
) -> tuple[Game, float]:
    """Play one game, and tell its seconds."""
    began = time.perf_counter()
    game = play(
        player, secret, rules, scoring="standard", rng=np.random.default_rng(seed)
    )
    return dataclasses.replace(game, player=name), time.perf_counter() - began


class Task:
    """What a board has done in another process, one thing at a time.

    The process is kept ready. `say` gets HTML while something goes on.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._executor = None
        self._waiting = None

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._waiting is not None and not self._waiting.done()

    def submit(self, function: Callable, *arguments: object) -> Future:
        """Do something that nobody waits for; the process is started for the first."""
        if self._executor is None:
            self._executor = ProcessPoolExecutor(max_workers=1)
        with every_stream():
            return self._executor.submit(function, *arguments)

    def start(
        self,
        doing: str,
        done: Callable[[object], None],
        function: Callable,
        *arguments: object,
    ) -> None:
        """Do something instead of what is being done.

        `done` gets what it returns, or the exception that it raises.
        """
        self.stop()
        future = self.submit(function, *arguments)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a script has no event loop, and waits
            done(future.exception() or future.result())
        else:
            self._waiting = loop.create_task(
                self._wait(html.escape(doing), future, done)
            )

    async def _wait(
        self, doing: str, future: Future, done: Callable[[object], None]
    ) -> None:
        start = time.monotonic()
        wrapped = asyncio.wrap_future(future)
        # else a stop is complained of
        wrapped.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        while not wrapped.done():
            seconds = time.monotonic() - start
            if seconds > PATIENCE:
                self._say(f"{doing}: {seconds:.0f} s ...")
            await asyncio.wait([wrapped], timeout=TICK)
        try:
            result = wrapped.result()
        except (Exception, asyncio.CancelledError) as problem:
            result = problem
        self._waiting = None
        done(result)

    def stop(self) -> bool:
        """Stop what is being done, and tell whether there was something.

        What comes next begins in another process.
        """
        busy = self.busy
        if busy:
            self._waiting.cancel()
            self.close()
        self._waiting = None
        return busy

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown(wait=False, kill_workers=True)
