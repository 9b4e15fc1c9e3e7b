"""The codemaker: who answers the guesses of a game."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import asked, shown
from mmlib.engine.answers import answer_to
from mmlib.game.codes import as_code
from mmlib.game.history import History, as_turns
from mmlib.game.rules import Rules
from mmlib.game.scoring import scoring_number
from mmlib.reason import consistent


class Codemaker:
    """A codemaker with a secret.

    `scoring` is how it counts black and white pegs.
    """

    def __init__(self, secret: np.ndarray | None, rules: Rules, scoring: str) -> None:
        self.secret = secret
        self.rules = rules
        self.scoring = scoring
        self._number = scoring_number(scoring)

    def answer(self, guess: np.ndarray, turn: int) -> tuple[int, int]:
        """Return the black and white pegs of a guess, which is a code of the rules."""
        return answer_to(guess, self.secret, self.rules.colors, self._number)

    def shows(self, history: History, solved: bool) -> np.ndarray | None:
        """Return the secret at the end of a game, None where it stays hidden."""
        return self.secret


class OwnCodemaker(Codemaker):
    """A codemaker of the user's own: a function, which is called with each guess."""

    def __init__(self, answers: Callable, rules: Rules, scoring: str) -> None:
        super().__init__(None, rules, scoring)
        self._answers = answers

    def answer(self, guess: np.ndarray, turn: int) -> tuple[int, int]:
        """Return what the function answers, checked."""
        answer = asked("secret", self._answers, guess.copy())
        try:
            _, checked = as_turns(
                guess[np.newaxis],
                [answer],
                self.rules,
                scoring=self.scoring,
                first=turn,
            )
        except (TypeError, ValueError) as problem:
            raise ValueError(
                f"secret: the codemaker answered {shown(answer)} to guess {turn}, "
                f"not (black, white); {problem}"
            ) from None
        black, white = checked[0].tolist()
        return black, white

    def shows(self, history: History, solved: bool) -> np.ndarray | None:
        """Return the code that was found.

        Where none was, raises ValueError if no code would have earned all the answers.
        """
        if solved:
            return history.guesses[-1]
        if self.scoring == "standard":
            problem = consistent.contradiction(history)
            if problem:
                raise ValueError(f"history: {problem}")
        return None


def codemaker_of(secret: ArrayLike | Callable, rules: Rules, scoring: str) -> Codemaker:
    """Return who answers: one with a secret, or a function of the user's."""
    if callable(secret):
        return OwnCodemaker(secret, rules, scoring)
    return Codemaker(as_code(secret, rules, name="secret"), rules, scoring)
