"""Two players race for one secret, shown turn by turn."""

from __future__ import annotations

import dataclasses
import html
import time

import numpy as np

from mmlib.board.composer import read_colors
from mmlib.board.desk import Desk
from mmlib.board.page import ROW, button, side_by_side
from mmlib.board.worker import follow
from mmlib.experiments.game import Game, play
from mmlib.game.codes import as_text, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.reason.information import information
from mmlib.report.picture import picture

READY = "Choose two players, and a secret or none for a random one; then let them race."


def timed_game(name: str, player: SupportsPlay, secret: np.ndarray, rules: Rules, seed: int) -> tuple[Game, float]:
    """Play one game."""
    start = time.perf_counter()
    game = play(player, secret, rules, scoring="standard", rng=np.random.default_rng(seed))
    return dataclasses.replace(game, player=name), time.perf_counter() - start


class Racing(Desk):
    """Two players and a secret that both look for.

    Parameters
    ----------
    rules : Rules
        The board.
    secret : ndarray of uint8, shape (pegs,), or None
        The code; None for a random one in every race.
    players : dict of str to player
        Who can race, by what they are called.
    names : tuple of two str
        Who does at first.
    rng : numpy.random.Generator
        Where secrets and seeds are drawn from.

    Attributes
    ----------
    games : list of (Game, float)
        The games and the seconds that they took, once they are played.
    turn : int
        So many guesses of each are shown.
    """

    def __init__(
        self,
        rules: Rules,
        secret: np.ndarray | None,
        players: dict[str, SupportsPlay],
        names: tuple[str, str],
        rng: np.random.Generator,
    ) -> None:
        super().__init__(rules, players, rng)
        self.secret, self.names = secret, list(names)
        self.games, self.turn, self._task = [], 0, None
        self.message = READY

    @property
    def turns(self) -> int:
        """Guesses of the longer game."""
        return max((len(game) for game, _ in self.games), default=0)

    def race(self) -> None:
        """Let both players play, in the other process."""
        self.stop()
        self._play([*self.names], *self._drawn(), [])

    def race_now(self) -> None:
        """Let both players play here and wait for them, then show how it ended."""
        self.stop()
        drawn = self._drawn()
        self.came([timed_game(name, self.players[name], drawn[0], self.rules, drawn[1]) for name in self.names])
        self.go(self.turns)

    def _drawn(self) -> tuple[np.ndarray, int]:
        """The secret of a race and its players' seed."""
        secret = random_codes(self.rules, 1, rng=self.rng)[0] if self.secret is None else self.secret
        return secret, int(self.rng.integers(2**63))

    def _play(self, names: list[str], secret: np.ndarray, seed: int, played: list) -> None:
        """Play the game of the first of the names, then those of the others."""
        name = names[0]

        def done(result: object) -> None:
            self._task = None
            if isinstance(result, BaseException):
                self.complain(f"{name}: {result}")
                return
            played.append(result)
            if names[1:]:
                self._play(names[1:], secret, seed, played)
            else:
                self.came(played)

        def waiting(seconds: float) -> None:
            if seconds > 0.3:
                self.message = f"{html.escape(name)} is playing: {seconds:.0f} s ..."
                self.show()

        self._task = follow(
            self.worker.submit(timed_game, name, self.players[name], secret, self.rules, seed), waiting, done
        )
        self.show()

    def came(self, games: list[tuple[Game, float]]) -> None:
        """Show two games that were played, from their beginning."""
        self.games, self.turn = games, 0
        slider = self._widgets.get("slider")
        if slider is not None:
            slider.value, slider.max = 0, self.turns
            self._widgets["player"].max = self.turns
        self.message = "Played. Press play, or step."
        self.show()

    def go(self, turn: int) -> None:
        """Show the boards after so many guesses of each."""
        self.turn = min(max(turn, 0), self.turns)
        if self.games:
            after = f"After {self.turn} guess{'' if self.turn == 1 else 'es'} of each."
            self.message = self._outcome() if self.turn == self.turns else after
        slider = self._widgets.get("slider")
        if slider is not None and slider.value != self.turn:
            slider.value = self.turn
        self.show()

    def _outcome(self) -> str:
        lengths = [len(game) if game.solved else np.inf for game, _ in self.games]
        if lengths[0] == lengths[1]:
            return "Neither found it." if np.isinf(lengths[0]) else f"Both found it with guess {lengths[0]}."
        first = int(np.argmin(lengths))
        return f"{html.escape(self.games[first][0].player)} found it first, with guess {lengths[first]}."

    def stop(self) -> None:
        """Stop the players that play."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self.worker.stop()
            self.message = "Stopped."
            self.show()

    def type_secret(self, text: str) -> None:
        """Set the secret as it was typed; nothing means a random one."""
        try:
            colors = read_colors(text, self.rules)
            if colors and len(colors) < self.rules.pegs:
                raise ValueError(f"a code has {self.rules.pegs} pegs")
        except ValueError as problem:
            self.complain(f"{problem}.")
        else:
            self.secret = np.array(colors, np.uint8) if colors else None
            self.message = f"They will race for {as_text(self.secret)}." if colors else "The secret will be drawn."
            self.show()

    def _lane(self, game: Game, seconds: float | None) -> str:
        """One player's board, with what is known after this turn, and the time that its game took."""
        turn = min(self.turn, len(game))
        shown = {"feedbacks": game.feedbacks[:turn], "rows": max(self.turns, 1), "theme": "page"}
        ended = turn == len(game)
        board = picture(game.guesses[:turn], game.secret, title=game.player, hidden=self.turn < self.turns, **shown)
        told = information(History.unchecked(self.rules, game.guesses[:turn], game.feedbacks[:turn], "standard"))
        left = float(self.rules.n_codes) if told.empty else told.after.iloc[-1]
        known = "many codes are" if np.isnan(left) else f"{left:,.0f} code{' is' if left == 1 else 's are'}"
        lines = [f"{known} still possible"]
        if ended:
            took = "" if seconds is None else f", {seconds * 1e3:,.0f} ms"
            lines = [f"<b>{'solved' if game.solved else 'lost'} with guess {len(game)}</b>{took}"]
        if told.luck.notna().all():
            lines.append(f"luck: {told.luck.sum():+.1f} bits")
        return f"{board.svg}<div>{'<br>'.join(lines)}</div>"

    @property
    def boards(self) -> str:
        """Both boards as HTML."""
        if not self.games:
            empty = {"rows": self.rules.max_guesses, "pegs": self.rules.pegs, "theme": "page"}
            return side_by_side(*(picture(title=name, **empty).svg for name in self.names))
        return side_by_side(*(self._lane(*game) for game in self.games))

    @property
    def still(self) -> str:
        """What is shown where there is no browser."""
        lanes = side_by_side(*(self._lane(game, None) for game, _ in self.games))  # no times: they differ every time
        return f"<div>{self.message}</div>{lanes if self.games else self.boards}"

    def show(self) -> None:
        """Bring the widgets up to date, if there are any."""
        widgets = self._widgets
        if widgets:
            widgets["boards"].value = self.boards
            widgets["message"].value = f'<div role="status">{self.message}</div>'
            widgets["stop"].disabled = self._task is None

    def build(self) -> object:
        """Make the widget."""
        import ipywidgets

        widgets = self._widgets
        choices = []
        for lane, name in enumerate(self.names):
            choices.append(self.menu(name, lambda chosen, lane=lane: self._choose(lane, chosen)))
        text = ipywidgets.Text(
            value="" if self.secret is None else as_text(self.secret),
            placeholder="secret, or none",
            continuous_update=False,
            layout={"width": "150px"},
        )
        text.observe(lambda change: self.type_secret(change["new"]), "value")
        widgets["boards"], widgets["message"] = ipywidgets.HTML(), ipywidgets.HTML()
        widgets["stop"] = button("Stop", "stop the players", self.stop)
        turns = {"value": self.turn, "min": 0, "max": self.turns or self.rules.max_guesses}
        widgets["player"] = ipywidgets.Play(**turns, interval=900)
        widgets["slider"] = ipywidgets.IntSlider(**turns, description="guesses")
        ipywidgets.jslink((widgets["player"], "value"), (widgets["slider"], "value"))
        widgets["slider"].observe(lambda change: self.go(change["new"]), "value")
        steps = [
            button("Back", "one guess back", lambda: self.go(self.turn - 1)),
            button("Step", "one guess on", lambda: self.go(self.turn + 1)),
        ]
        self.show()
        return ipywidgets.VBox(
            [
                ipywidgets.HBox(
                    [*choices, text, button("Race", "let them play", self.race), widgets["stop"]], layout=ROW
                ),
                widgets["message"],
                ipywidgets.HBox([widgets["player"], *steps, widgets["slider"]], layout=ROW),
                widgets["boards"],
            ]
        )

    def _choose(self, lane: int, name: str) -> None:
        self.stop()
        self.names[lane], self.games, self.message = name, [], READY
        self.go(0)
