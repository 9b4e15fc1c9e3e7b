"""The computer breaks your code: it guesses, and you answer.

An answer that cannot be is pointed out.
"""

import html
import re

import numpy as np

from mmlib.board.analysis import FEW, analysis, few_codes, solved
from mmlib.board.enter_field import EnterField
from mmlib.board.html_parts import are, board_of, count, ipywidgets, lines, row, so_far
from mmlib.board.little_boards import code_list
from mmlib.board.mode import Duel
from mmlib.board.spoken import named
from mmlib.checks import instance, one_of, whole_number
from mmlib.game.codes import as_code
from mmlib.game.history import History
from mmlib.reason.consistent import contradiction
from mmlib.reason.contradictions import contradictions, with_one_wrong

#: Codes of the largest board on which one answer is doubted: that takes a moment.
MOST_DOUBTED = 600_000


def suspects(history: History, new: int) -> list[int]:
    """Tell which answers, each left out alone, leave a code that fits all others.

    The `new` one is not among them: without it there is one.
    """
    alone = [turns[0] for turns in contradictions(history) if len(turns) == 1]
    return [turn for turn in alone if turn != new]


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
        self.doubt = ""
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

    def answer(self, black: int, white: int) -> bool:
        """Answer the guess, and return whether the answer was taken.

        One that cannot be is complained of and not taken.
        """
        if self.proposal is None:
            self.complain(
                "The game is over." if self.over else "There is no guess to answer yet."
            )
            return False
        return self._answered(
            self.history, len(self.history), self.proposal, (black, white)
        )

    def correct(self, turn: int, black: int, white: int) -> bool:
        """Answer an earlier guess anew, and return whether the answer was taken.

        Turns count from 0. The guesses stay, but for those after the code was found. An
        answer that cannot be is complained of and not taken.
        """
        turn = whole_number(turn, "turn", 0, len(self.history) - 1)
        before = self.history.first(turn)
        return self._answered(before, turn, self.history.guesses[turn], (black, white))

    def _answered(
        self, before: History, turn: int, guess: np.ndarray, answer: tuple[int, int]
    ) -> bool:
        """Take an answer between those before and after it, and go on.

        Returns whether it was taken.
        """
        self.refused = None
        self.doubt = ""
        try:
            history = before.after(guess, answer)
            rest = range(turn + 1, len(self.history))
            for later in () if solved(history) else rest:
                came = self.history.feedbacks[later]
                history = history.after(self.history.guesses[later], came)
        except (TypeError, ValueError):
            black, white = answer
            self.complain(
                f"{black} black and {white} white "
                f"is no answer on {self.rules.pegs} pegs."
            )
            return False
        if contradiction(history):
            self._refuse(history, turn)
            return False
        self.task.stop()
        if turn < len(self.history):  # the player that guesses knows another game
            self._game = f"game {self.rng.integers(2**63)}"
        self.history = history
        self.proposal = None
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Say how the game has ended, or let the player guess."""
        if self.solved:
            self.say(f"<b>Found with guess {len(self.history)}.</b>")
        elif self.over:
            allowed = are(self.rules.max_guesses, "guess")
            self.say(
                f"<b>The computer has lost:</b> {allowed} allowed, and none is left."
            )
        else:
            self._ask()

    def _refuse(self, history: History, turn: int) -> None:
        """Point out the rows that a contradiction comes from."""
        rows = suspects(history, turn)
        self.refused = history, (*rows, turn)
        black, white = history.feedbacks[turn]
        rest = "after the answers above"
        if turn < len(history) - 1:
            rest = "with the other answers"
        text = (
            f"No code can answer {black} black {white} white "
            f"to {self._shown(history.guesses[turn])} in row {turn + 1}, {rest}."
        )
        if rows:
            numbers = ", ".join(str(index + 1) for index in rows)
            one = f"row {numbers}" if len(rows) == 1 else f"one of the rows {numbers}"
            text += f" Without {one} it could: look at it again, and answer it anew."
        self.complain(text)

    def _shown(self, code: np.ndarray) -> str:
        """A code as HTML."""
        return html.escape(self.alphabet.write(code))

    def doubt_one(self) -> None:
        """Say which codes would fit if one answer were wrong."""
        if self.rules.n_codes > MOST_DOUBTED:
            self.doubt = "This board has too many codes to tell at once."
            self.show()
            return
        found = with_one_wrong(self._drawn[0])
        said = [
            f"If the answer of row {turn + 1} is wrong, "
            f"{count(len(codes), 'code')} would fit."
            + (code_list(codes, self.alphabet) if len(codes) <= FEW else "")
            for turn, codes in found.items()
        ]
        self.doubt = lines(*said or ["No code would fit if one answer were wrong."])
        self.show()

    def take_back(self) -> None:
        """Take the last answer back; its guess waits to be answered again."""
        if not len(self.history):
            self.complain("There is no answer to take back.")
            return
        self.task.stop()
        self.proposal = self.history.guesses[-1]
        self.history = self.history.first(len(self.history) - 1)
        self.refused = None
        self.doubt = ""
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
    def _drawn(self) -> tuple[History, tuple[int, ...]]:
        """The game with an answer that was refused, if one was, and rows to mark."""
        return self.refused or (self.history, ())

    @property
    def analysis(self) -> str:
        """What the position tells, as HTML."""
        return analysis(self.history, refused=self.refused is not None)

    @property
    def few(self) -> str:
        """The codes that are possible, if they are few, as HTML."""
        return few_codes(self.history, refused=self.refused is not None)

    @property
    def board(self) -> str:
        """The board as SVG."""
        history, marked = self._drawn
        current = (
            () if self.proposal is None or self.refused else self.proposal.tolist()
        )
        return board_of(
            history, rows=self.rules.max_guesses, current=current, marked=marked
        )

    def typed(self, text: str, turn: int = -1) -> bool:
        """Take an answer that was typed: two numbers, or two digits.

        It is for a turn, counted from 0, or for the guess that is to be answered.
        Returns whether it was taken.
        """
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
            return False
        black, white = (int(number) for number in numbers.groups() if number)
        return self._give(turn, black, white)

    def _give(self, turn: int, black: int | None, white: int | None) -> bool:
        """Answer a turn anew; -1 stands for the guess that is to be answered.

        A number that was not chosen is None, and asked for.
        """
        pegs = {"black": black, "white": white}
        missing = [f"how many {color}" for color, n in pegs.items() if n is None]
        if missing and (turn >= 0 or self.proposal is not None):
            self.complain(f"Choose {' and '.join(missing)} pegs.")
            return False
        if turn < 0:
            return self.answer(black, white)
        return self.correct(turn, black, white)

    def build(self) -> object:
        """Make the widget."""

        def entered(text: str) -> None:
            field.write("")
            if self.typed(text, which.value):
                forget()

        menu = ipywidgets.Dropdown(
            options=[("this guess", -1)],
            layout={"width": "110px"},
            tooltip="the guess that is answered",
        )
        which = named(menu, "the guess that is answered")

        def forget() -> None:
            """What was chosen was for another guess, and is not to be sent again."""
            which.value = -1
            for color in (black, white):
                color.value = None

        def rows() -> None:
            answered = [(f"row {i + 1}", i) for i in range(len(self.history))]
            if len(which.options) != 1 + len(answered):
                which.options = [("this guess", -1), *answered]
                forget()

        self.follow(rows)

        field = EnterField(
            "the answer, black pegs first",
            entered,
            placeholder="or type 1 2, then Enter",
            layout={"width": "190px"},
        )
        pegs = range(self.rules.pegs + 1)
        black, white = (
            ipywidgets.ToggleButtons(
                options=pegs,
                value=None,
                style={"button_width": "34px"},
                tooltips=[count(n, f"{color} peg") for n in pegs],
            )
            for color in ("black", "white")
        )
        own = self.composer.build()
        layout = {"width": "auto", "align_self": "flex-start"}
        own.layout.display = "none"
        other = ipywidgets.ToggleButton(
            description="I played another guess",
            tooltip="have a guess of your own answered, not the computer's",
            layout=layout,
        )
        other.observe(
            lambda change: setattr(
                own.layout, "display", None if change["new"] else "none"
            ),
            "value",
        )
        wrong = self.button(
            "What if one answer is wrong?",
            "which codes would fit without one of the answers",
            self.doubt_one,
            when=lambda: len(self._drawn[0]) > 0,
        )
        begin = row(
            self.menu(self.player, self.choose),
            self.button("New game", "the computer guesses", self.start),
            self.stop_button(),
        )

        def give() -> None:
            if self._give(which.value, black.value, white.value):
                forget()

        if len(self.history) and self.proposal is None and not self.over:
            self._ask()

        answers = row(
            which,
            self.button(
                "Answer",
                "give this answer",
                give,
                when=lambda: self.proposal is not None or len(self.history) > 0,
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
            self.pane("board"),
            self.pane("message", status=True),
            row(ipywidgets.Label("black"), black),
            row(ipywidgets.Label("white"), white),
            answers,
            row(other, wrong),
            self.pane("doubt", status=True),
            own,
        )
