"""You break the computer's code: compose guesses, see answers, ask for hints."""

import numpy as np

from mmlib.board.analysis import analysis, few_codes
from mmlib.board.html_parts import are, board_of, row, so_far
from mmlib.board.mode import Duel
from mmlib.board.task import Task
from mmlib.game.codes import as_code, random_codes
from mmlib.game.history import History
from mmlib.game.scoring import feedback
from mmlib.reason.consistent import random_consistent_code

#: What is said where a guess comes, or the secret is asked for, after the game.
OVER = "The game is over. Press New code to play another."


class Breaking(Duel):
    """A game against a code that the computer keeps; `player` gives hints.

    The code is a random one where none is given, of those that fit a game in progress.
    """

    def __init__(
        self, secret: np.ndarray | None, history: History | None, *duel: object
    ) -> None:
        super().__init__(*duel)
        self.task = Task(lambda text: self.asked(None, text))  # said as a hint
        message = f"{self.rules.max_guesses} guesses are allowed."
        if history is not None:
            message = f"{so_far(history)} {message}"
            if secret is None:
                secret = random_consistent_code(history, rng=self.rng)
        self._begin(secret, message, history)

    def _begin(
        self, secret: np.ndarray | None, message: str, history: History | None = None
    ) -> None:
        if secret is None:
            secret = random_codes(self.rules, 1, rng=self.rng)[0]
        self.secret = secret
        self.history = self.empty if history is None else history
        self.given_up = False
        self.composer.closed = ""
        self._forget_hint()
        self.message = self._said = message

    def _forget_hint(self) -> None:
        self.hinted = None
        self.hint = ""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return (
            self.solved or self.given_up or len(self.history) >= self.rules.max_guesses
        )

    def guess(self, code: np.ndarray) -> None:
        """Play a guess; none is taken once the game is over."""
        code = as_code(code, self.rules)
        if self.over:
            self.complain(OVER)
            return
        self.task.stop()
        self.history = self.history.after(code, feedback(code, self.secret))
        left = self.rules.max_guesses - len(self.history)
        if self.solved:
            self._said = f"<b>Solved with guess {len(self.history)}.</b>"
        elif not left:
            self._said = (
                "<b>No guesses are left.</b> The secret stands below the board."
            )
        else:
            self._said = f"{are(left, 'guess')} left."
        self._forget_hint()
        self.composer.closed = OVER if self.over else ""
        self.composer.clear()

    def new_code(self) -> None:
        """Begin anew with a random code."""
        self.task.stop()
        self._begin(None, "A new code is drawn.")
        self.composer.clear()

    def give_up(self) -> None:
        """Show the secret, unless the game is over anyway."""
        if self.over:
            self.complain(OVER)
            return
        self.task.stop()
        self.composer.closed = OVER
        self.given_up = True
        self._forget_hint()
        self.say("The secret stands below the board.")

    def ask(self) -> None:
        """Ask the player for a hint."""
        if self.over:
            self.complain("The game is over; there is nothing left to hint at.")
            return
        self._forget_hint()
        self.ask_player("hint", int(self.rng.integers(2**63)))

    def stop(self) -> None:
        """Stop a player that thinks about a hint."""
        self.task.stop()
        self.asked(None, "Stopped.")

    def take_hint(self) -> None:
        """Set the pegs as the hint says; Enter plays them."""
        if self.hinted is not None:
            self.composer.set(self.hinted)
            self.composer.focus()

    def asked(self, guess: np.ndarray | None, text: str) -> None:
        """Take a hint, or none, and say something about it."""
        self.hinted = guess
        self.hint = text
        self.show()

    @property
    def told(self) -> str:
        """What is said and the hint, as HTML, in one place that is in view."""
        return f"{self.message} {self.hint}"

    @property
    def board(self) -> str:
        """The board as SVG."""
        current = () if self.over else self.composer.pegs
        rows = self.rules.max_guesses
        return board_of(
            self.history, self.secret, hidden=not self.over, current=current, rows=rows
        )

    @property
    def analysis(self) -> str:
        """What the position tells, as HTML."""
        return analysis(self.history, self.composer.code)

    @property
    def few(self) -> str:
        """The codes that are possible, if they are few, as HTML; folded in a game."""
        return few_codes(self.history, folded=not self.over)

    def build(self) -> object:
        """Make the widget."""
        hints = row(
            self.menu(self.player, lambda name: setattr(self, "player", name)),
            self.button("Hint", "ask the player for its guess", self.ask),
            self.stop_button(),
            self.button(
                "Take it",
                "set the pegs as the hint says",
                self.take_hint,
                when=lambda: self.hinted is not None,
            ),
        )
        ends = row(
            self.button("New code", "begin anew with a random code", self.new_code),
            self.button("Give up", "show the secret", self.give_up),
        )
        told = self.pane("told", status=True)
        return self.beside_analysis(
            self.pane("board"), self.composer.build(), told, hints, ends
        )
