"""The computer breaks your code: it guesses, and you answer.

An answer that cannot be is pointed out.
"""

import html
import re

import numpy as np

from mmlib.board.enter_field import EnterField
from mmlib.board.html_parts import are, board_of, ipywidgets, row, so_far
from mmlib.board.mode import Duel
from mmlib.checks import instance, one_of
from mmlib.game.codes import as_code
from mmlib.game.history import History
from mmlib.reason.consistent import contradiction
from mmlib.reason.contradictions import contradictions


def suspects(history: History) -> list[int]:
    """Tell which answers, each left out alone, leave a code that fits all others.

    The last one is not among them: without it there is one.
    """
    last = len(history) - 1
    alone = [turns[0] for turns in contradictions(history) if len(turns) == 1]
    return [turn for turn in alone if turn != last]


class Making(Duel):
    """A game in which the computer breaks a code that it never sees.

    `proposal` is the guess to be answered. A game in progress goes on once it is shown.
    """

    def __init__(self, history: History | None, *duel: object) -> None:
        super().__init__(*duel)
        self._begin()
        if history is not None:
            self.history = history
            self.message = self._said = so_far(history)

    def _begin(self) -> None:
        self.history = self.empty
        self.proposal = None
        self.refused = None
        self._stopped = False
        self.message = self._said = "Think of a code, then let the computer guess."
        self._game = f"game {self.rng.integers(2**63)}"
        self._seed = int(self.rng.integers(2**63))

    @property
    def over(self) -> bool:
        """Whether the game has ended: the code was found, or no guesses are left."""
        return self.solved or len(self.history) >= self.rules.max_guesses

    def start(self) -> None:
        """Begin a new game: the computer makes its first guess."""
        self._begin()
        self._ask()

    def answer(self, black: int, white: int) -> None:
        """Answer the guess; an answer that cannot be is complained of and not taken."""
        if self.proposal is None:
            self.complain(
                "The game is over." if self.over else "There is no guess to answer yet."
            )
            return
        self.refused = None
        try:
            history = self.history.after(self.proposal, (black, white))
        except (TypeError, ValueError):
            self.complain(
                f"{black} black and {white} white "
                f"is no answer on {self.rules.pegs} pegs."
            )
            return
        if contradiction(history):
            self._refuse(history, black, white)
            return
        self.history = history
        self.proposal = None
        if self.solved:
            self.say(f"<b>Found with guess {len(history)}.</b>")
        elif self.over:
            allowed = are(self.rules.max_guesses, "guess")
            self.say(
                f"<b>The computer has lost:</b> {allowed} allowed, and none is left."
            )
        else:
            self._ask()

    def _refuse(self, history: History, black: int, white: int) -> None:
        """Point out the rows that a contradiction comes from."""
        rows = suspects(history)
        self.refused = history, (*rows, len(history) - 1)
        text = (
            f"No code can answer {black} black {white} white "
            f"to {self._shown(self.proposal)} in row {len(history)}, "
            "after the answers above."
        )
        if rows:
            numbers = ", ".join(str(index + 1) for index in rows)
            one = f"row {numbers}" if len(rows) == 1 else f"one of the rows {numbers}"
            text += (
                f" Without {one} it could: look at it again, "
                "and take answers back as far as that."
            )
        self.complain(text)

    def _shown(self, code: np.ndarray) -> str:
        """A code as HTML."""
        return html.escape(self.alphabet.write(code))

    def take_back(self) -> None:
        """Take the last answer back; its guess waits to be answered again."""
        if not len(self.history):
            self.complain("There is no answer to take back.")
            return
        self.task.stop()
        self.proposal = self.history.guesses[-1]
        self.history = self.history.first(len(self.history) - 1)
        self.refused = None
        self.say(f"Answer guess {len(self.history) + 1} again.")

    def guess(self, code: np.ndarray) -> None:
        """Have another guess answered than the computer's."""
        code = as_code(code, self.rules)
        if self.over:
            self.complain("The game is over.")
            return
        self.task.stop()
        self.proposal = code
        self.refused = None
        self._stopped = False
        self.composer.clear()
        self.say(f"Answer your own guess, {self._shown(code)}.")

    def settle(self) -> None:
        """Be done with a complaint once something else was composed.

        The complaint about a contradiction stays.
        """
        if self.refused is None:
            super().settle()

    def choose(self, player: str) -> None:
        """Let another player guess from now on.

        It guesses at once if the one before was stopped or failed.
        """
        one_of(player, "player", self.players)
        self.player = player
        if self._stopped and not self.over:
            self._ask()

    def stop(self) -> None:
        """Stop the player that thinks; a guess of one's own can be played instead."""
        self.task.stop()
        self._stopped = True
        self.say("Stopped. Choose another player, or play a guess of your own.")

    def _ask(self) -> None:
        self._stopped = False
        self.say("The computer is looking for its guess.")
        self.ask_player(self._game, self._seed)

    def asked(self, guess: np.ndarray | None, text: str) -> None:
        """Take the player's guess, or what went wrong."""
        self.proposal = guess
        self._stopped = guess is None
        question = (
            " How many pegs are right in color and place, and how many in color alone?"
        )
        self.say(text if guess is None else text + question)

    @property
    def board(self) -> str:
        """The board as SVG."""
        history, marked = self.refused or (self.history, ())
        current = (
            () if self.proposal is None or self.refused else self.proposal.tolist()
        )
        return board_of(
            history, rows=self.rules.max_guesses, current=current, marked=marked
        )

    def typed(self, text: str) -> None:
        """Take an answer that was typed: two numbers, or two digits."""
        text = instance(text, str, "text", "a text")
        numbers = re.fullmatch(
            r"\s*(?:([0-9]{1,2})[\s,]+([0-9]{1,2})|([0-9])([0-9]))\s*", text
        )
        if numbers is None:
            shown = text if len(text) <= 40 else f"{text[:40]}..."
            self.complain(
                f"{shown!r} is not an answer: "
                "type two numbers, black and white pegs, such as 1 2."
            )
        else:
            self.answer(*(int(number) for number in numbers.groups() if number))

    def build(self) -> object:
        """Make the widget."""

        def entered(text: str) -> None:
            field.write("")
            self.typed(text)

        field = EnterField(
            entered, placeholder="or type 1 2, then Enter", layout={"width": "190px"}
        )
        pegs = range(self.rules.pegs + 1)
        black, white = (
            ipywidgets.ToggleButtons(options=pegs, style={"button_width": "34px"})
            for _ in range(2)
        )
        own = self.composer.build()
        layout = {"width": "auto", "align_self": "flex-start"}
        own.layout.display = "none"
        other = ipywidgets.ToggleButton(
            description="I played another guess", layout=layout
        )
        other.observe(
            lambda change: setattr(
                own.layout, "display", None if change["new"] else "none"
            ),
            "value",
        )
        begin = row(
            self.menu(self.player, self.choose),
            self.button("New game", "the computer guesses", self.start),
            self.stop_button(),
        )

        def give() -> None:
            self.answer(black.value, white.value)

        if len(self.history) and self.proposal is None and not self.over:
            self._ask()

        answers = row(
            self.button(
                "Answer",
                "give this answer",
                give,
                when=lambda: self.proposal is not None,
            ),
            field.widget,
            self.button(
                "Take back",
                "take the last answer back",
                self.take_back,
                when=lambda: len(self.history) > 0,
            ),
        )
        return self.beside_analysis(
            begin,
            self.pane("message", status=True),
            self.pane("board"),
            row(ipywidgets.Label("black"), black),
            row(ipywidgets.Label("white"), white),
            answers,
            other,
            own,
        )
