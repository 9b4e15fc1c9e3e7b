"""What every mode of a board to play on has: break a code, make one, watch a race.

It has something to say, players to choose from, and a process to think in.
"""

import html
from collections.abc import Callable

import numpy as np

from mmlib.board.analysis import analysis, few_codes, solved
from mmlib.board.composer import Composer
from mmlib.board.html_parts import column, heard, ipywidgets, row, side_by_side, warning
from mmlib.board.notebook_board import Live
from mmlib.board.players import described
from mmlib.board.spoken import named
from mmlib.board.task import Task, next_guess
from mmlib.game.alphabet import USUAL, Alphabet
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay


class Mode(Live):
    """One way to use a board to play on.

    It has rules, `players` to choose from by name, and `rng`, from which everything is
    drawn. Codes are written in its `alphabet`.
    """

    def __init__(
        self,
        rules: Rules,
        players: dict[str, SupportsPlay],
        rng: np.random.Generator,
        alphabet: Alphabet = USUAL,
    ) -> None:
        self.rules = rules
        self.alphabet = alphabet
        self.players = players
        self.rng = rng
        self.task = Task(self.say)
        # HTML; after a complaint, what was said before it
        self.message = self._said = ""

    @property
    def empty(self) -> History:
        """A game before its first guess."""
        return History(self.rules, alphabet=self.alphabet)

    def say(self, text: str) -> None:
        """Say something, as HTML, instead of what was said or complained of."""
        self.message = self._said = text
        self.show()

    def complain(self, text: str) -> None:
        """Say that something cannot be done."""
        self.message = warning(text)
        self.show()

    def settle(self) -> None:
        """Be done with a complaint, since something else was done."""
        self.message = self._said
        self.show()

    def menu(
        self, name: str, choose: Callable[[str], None], called: str = "player"
    ) -> object:
        """Make a menu of the players, which says what each is.

        A screen reader says what the menu is called.
        """
        options = [(described(one, key), key) for key, one in self.players.items()]
        made = ipywidgets.Dropdown(
            options=options,
            value=name,
            layout={"width": "230px"},
            tooltip="the players that can play on this board",
        )
        heard(made, choose)
        return named(made, called)

    def stop_button(self, tip: str = "stop the player that thinks") -> object:
        """Make a button that can be pressed while a player is busy."""
        return self.button("Stop", tip, self.stop, when=lambda: self.task.busy)


class Duel(Mode):
    """A game between a person and a player.

    Subclasses have a `board`, and can `stop` the player. Their `guess` is called with a
    guess that was composed, their `asked` with the player's (or None) and HTML.
    """

    def __init__(
        self,
        rules: Rules,
        players: dict[str, SupportsPlay],
        player: str,
        rng: np.random.Generator,
        alphabet: Alphabet = USUAL,
    ) -> None:
        super().__init__(rules, players, rng, alphabet)
        self.player = player
        self.history = self.empty
        self.composer = Composer(
            rules, self.guess, self.settle, self.complain, alphabet
        )

    @property
    def solved(self) -> bool:
        """Whether the last guess was the secret."""
        return solved(self.history)

    @property
    def analysis(self) -> str:
        """What the position tells, as HTML."""
        return analysis(self.history)

    @property
    def few(self) -> str:
        """The codes that are possible, if they are few, as HTML."""
        return few_codes(self.history)

    @property
    def still(self) -> str:
        """What is shown where there is no browser."""
        return side_by_side(f"<div>{self.message}</div>{self.board}", self.analysis)

    def ask_player(self, game: str, seed: int) -> None:
        """Ask the player for its guess, without holding up the notebook."""
        name = self.player

        def came(result: object) -> None:
            if isinstance(result, BaseException):
                self.asked(None, warning(f"{name}: {result}"))
            else:
                guess, seconds = result
                took = (
                    "at once" if seconds < 0.001 else f"after {seconds * 1e3:,.0f} ms"
                )
                code = html.escape(self.alphabet.write(guess))
                self.asked(guess, f"{html.escape(name)} plays <b>{code}</b>, {took}.")

        self.task.start(
            f"{name} is thinking",
            came,
            next_guess,
            game,
            name,
            self.players[name],
            seed,
            self.history,
        )
        self.show()

    def beside_analysis(self, *controls: object) -> object:
        """Put what a person works with beside what the position tells."""
        left = column(*controls, max_width="490px", min_width="0")
        right = column(
            self.pane("analysis"),
            self.pane("few"),
            max_width="500px",
            min_width="0",
            flex="1 1 320px",
            margin="0 0 0 12px",
        )
        return row(left, right, align_items="stretch")
