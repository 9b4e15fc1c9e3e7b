"""Two players race for one secret, shown turn by turn."""

import html

import numpy as np

from mmlib.board.composer import read_colors
from mmlib.board.html_parts import (
    are,
    board_of,
    column,
    count,
    heard,
    ipywidgets,
    row,
    side_by_side,
)
from mmlib.board.mode import Mode
from mmlib.board.spoken import named
from mmlib.board.task import timed_game
from mmlib.checks import one_of, whole_number
from mmlib.engine.progress_bar import silenced
from mmlib.experiments.game import Game
from mmlib.game.codes import random_codes
from mmlib.reason.information import information

#: What is said before a race.
READY = "Choose two players, and a secret or none for a random one; then let them race."


class Racing(Mode):
    """Two players and a secret that both look for.

    Where no secret is given, every race has a random one. Once a race is over, `games`
    holds the players' games and the seconds that they took; `turn` guesses of each are
    shown.
    """

    def __init__(
        self, secret: np.ndarray | None, names: tuple[str, str], *mode: object
    ) -> None:
        super().__init__(*mode)
        self.secret = secret
        self.names = list(names)
        self.games = []
        self.turn = 0
        self.say(READY)

    @property
    def turns(self) -> int:
        """Guesses of the longer game."""
        return max((len(game) for game, _ in self.games), default=0)

    def race(self) -> None:
        """Let both players play, in the other process."""
        self.stop()
        self._play(self._lanes(), [])

    def race_now(self) -> None:
        """Let both players play here and wait for them, then show how it ended."""
        self.stop()
        self.came([timed_game(*lane) for lane in self._lanes()])
        self.go(self.turns)

    def _lanes(self) -> list[tuple]:
        """Return what `timed_game` takes for each player.

        In a race all get the same secret and the same seed.
        """
        secret = (
            random_codes(self.rules, 1, rng=self.rng)[0]
            if self.secret is None
            else self.secret
        )
        seed = int(self.rng.integers(2**63))
        return [
            (name, self.players[name], secret, self.rules, seed) for name in self.names
        ]

    def _play(self, lanes: list[tuple], played: list[tuple[Game, float]]) -> None:
        """Play the games of some lanes one by one, after those that were `played`."""
        if not lanes:
            self.came(played)
            return
        (name, *_), *others = lanes

        def done(result: object) -> None:
            if isinstance(result, BaseException):
                self.complain(f"{name}: {result}")
            else:
                self._play(others, [*played, result])

        self.task.start(f"{name} is playing", done, timed_game, *lanes[0])
        self.show()

    def came(self, games: list[tuple[Game, float]]) -> None:
        """Show two games that were played, from their beginning."""
        self.games = games
        self.turn = 0
        self.say("Played. Press play, or step.")

    def go(self, turn: int) -> None:
        """Show the boards after so many guesses of each.

        A number below 0 shows none; the last number, or a larger one, also tells how
        the race ended.
        """
        turn = whole_number(turn, "turn", -(2**63), 2**63 - 1)
        self.turn = min(max(turn, 0), self.turns)
        if self.games:
            self.say(
                self._outcome()
                if self.turn == self.turns
                else f"After {count(self.turn, 'guess')} of each."
            )

    def _outcome(self) -> str:
        lengths = [len(game) if game.solved else np.inf for game, _ in self.games]
        if lengths[0] == lengths[1]:
            return (
                "Neither found it."
                if np.isinf(lengths[0])
                else f"Both found it with guess {lengths[0]}."
            )
        first = int(np.argmin(lengths))
        return (
            f"{html.escape(self.games[first][0].player)} found it first, "
            f"with guess {lengths[first]}."
        )

    def stop(self) -> None:
        """Stop the players that play."""
        if self.task.stop():
            self.say("Stopped.")

    def type_secret(self, text: str) -> None:
        """Set the secret as it was typed; nothing means a random one."""
        try:
            colors = read_colors(text, self.rules, self.alphabet)
            if colors and len(colors) < self.rules.pegs:
                raise ValueError(f"a code has {self.rules.pegs} pegs")
        except ValueError as problem:
            self.complain(f"{problem}.")
        else:
            self.secret = np.array(colors, np.uint8) if colors else None
            self.say(
                f"They will race for {html.escape(self.alphabet.write(self.secret))}."
                if colors
                else "The secret will be drawn."
            )

    def choose(self, lane: int, name: str) -> None:
        """Let another player race, in lane 0 or 1."""
        lane = whole_number(lane, "lane", 0, 1)
        one_of(name, "name", self.players)
        self.stop()
        self.names[lane] = name
        self.games = []
        self.turn = 0
        self.say(READY)

    def _lane(self, game: Game, seconds: float) -> str:
        """Return a player's board, what is known after this turn, and its game's time.

        Stills leave out the time, which varies.
        """
        past = game.history.first(self.turn)
        board = board_of(
            past,
            game.secret,
            title=game.player,
            hidden=self.turn < self.turns,
            rows=self.turns,
        )
        known = information(past)
        left = float(self.rules.n_codes) if known.empty else known.after.iloc[-1]
        lines = [
            f"{'many codes are' if np.isnan(left) else are(left, 'code')} "
            "still possible"
        ]
        if self.turn >= len(game):
            took = "" if silenced() else f", {seconds * 1e3:,.0f} ms"
            lines = [
                f"<b>{'solved' if game.solved else 'lost'} "
                f"with guess {len(game)}</b>{took}"
            ]
        if known.luck.notna().all():
            lines.append(f"luck: {known.luck.sum():+.1f} bits")
        return f"{board}<div>{'<br>'.join(lines)}</div>"

    @property
    def boards(self) -> str:
        """Both boards as HTML."""
        if self.games:
            return side_by_side(*(self._lane(*played) for played in self.games))
        empty = self.empty
        rows = self.rules.max_guesses
        return side_by_side(
            *(board_of(empty, title=name, rows=rows) for name in self.names)
        )

    @property
    def still(self) -> str:
        """What is shown where there is no browser."""
        return f"<div>{self.message}</div>{self.boards}"

    def build(self) -> object:
        """Make the widget."""
        menus = [
            self.menu(
                name,
                lambda new, lane=lane: self.choose(lane, new),
                called=f"player {lane + 1}",
            )
            for lane, name in enumerate(self.names)
        ]
        secret = {
            "value": "" if self.secret is None else self.alphabet.write(self.secret),
            "placeholder": "secret, or none",
        }
        text = ipywidgets.Text(
            **secret, continuous_update=False, layout={"width": "150px"}
        )
        named(text, "secret")
        heard(text, self.type_secret)
        race = self.button("Race", "let them play", self.race)
        stop = self.stop_button("stop the players")
        steps = self.stepper("guess", "guesses", lambda: (self.turn, self.turns), 900)
        message = self.pane("message", status=True)
        boards = self.pane("boards")
        return column(row(*menus, text, race, stop), message, row(*steps), boards)
