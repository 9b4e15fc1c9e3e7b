"""Black and white pegs, for one pair of codes or for all pairs at once.

They are counted by the game's own rule, or in one of the sources' other ways.

``"standard"``
    The game's own rule. Black: right color, right position. White: right color, wrong
    position, each peg counted once. Symmetric: guess and secret can be swapped.
``"check_guess"``
    The pygad whole-board notebook's function of that name: a peg that is not black
    counts as misplaced whenever its color occurs *anywhere* in the secret, even when
    all the secret's pegs of that color are taken. Never counts less than the standard.
    On 31 % of all pairs of 4 x 6 codes it counts more.
``"nine_colors"``
    The nine-color six-peg player's function: a guess's peg that is already matched
    black may claim a second peg of its color in the secret. Never less than the
    standard (more on 17 % of the pairs), and not symmetric.
``"black_only"``
    White pegs are not told: every answer has 0 of them. This is the game that theory
    knows as black-peg Mastermind.

>>> codes = mm.all_codes(mm.Rules(4, 6))
>>> standard, *others = (
...     mm.feedback_matrix(codes, codes, colors=6, scoring=scoring)
...     for scoring in mm.SCORINGS
... )
>>> [round(float(np.mean(other != standard)), 3) for other in others]
[0.306, 0.17, 0.691]
>>> changed = others[1] != others[1].T  # where a swap changes the third count
>>> round(float(np.mean(changed)), 3)
0.305
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import one_of, whole_number
from mmlib.engine.answers import (
    black_only_answers,
    check_guess_answers,
    nine_colors_answers,
    standard_answers,
)
from mmlib.game.codes import as_code, as_codes
from mmlib.game.rules import MAX_COLORS, Rules

#: The ways to count, by name; compiled code knows each by its place here.
SCORINGS = ("standard", "check_guess", "nine_colors", "black_only")

#: The compiled loop of each of them, in the same order.
COMPILED = (
    standard_answers,
    check_guess_answers,
    nine_colors_answers,
    black_only_answers,
)


class Feedback(NamedTuple):
    """The answer to one guess.

    Attributes
    ----------
    black : int, 0..pegs
        Pegs of the right color in the right position.
    white : int, 0..pegs
        Further pegs of a right color in a wrong position.
    """

    black: int
    white: int


def feedback(
    guess: ArrayLike, secret: ArrayLike, *, scoring: str = "standard"
) -> Feedback:
    """Score one guess against one secret; raise what `feedback_matrix` raises.

    Parameters
    ----------
    guess, secret : array_like of int, shape (pegs,), or str
        Two codes of the same length, up to 15 pegs and 16 colors.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How to count; `mmlib.game.scoring` says how they differ.

    Returns
    -------
    Feedback

    Examples
    --------
    >>> mm.feedback("00", "01"), mm.feedback("00", "01", scoring="check_guess")
    (Feedback(black=1, white=0), Feedback(black=1, white=1))
    """
    guess = as_code(guess, name="guess")
    secret = as_code(secret, name="secret")
    if len(secret) != len(guess):
        raise ValueError(f"secret: has {len(secret)} pegs, the guess has {len(guess)}")
    count = COMPILED[scoring_number(scoring)]
    coded = counted(count, guess[np.newaxis], secret[np.newaxis], MAX_COLORS)[0, 0]
    return Feedback(*divmod(int(coded), len(guess) + 1))


def feedback_row(
    guess: ArrayLike, secrets: ArrayLike, *, colors: int, scoring: str = "standard"
) -> np.ndarray:
    """Score one guess against many secrets; raise what `feedback_matrix` raises.

    Parameters
    ----------
    guess, secrets : array_like of int, shape (pegs,) and (n_secrets, pegs)
        The guess, which may also be a string of digits, and the secrets.
    colors : int, 2..16
        Colors of the game.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How to count.

    Returns
    -------
    ndarray of uint8, shape (n_secrets,)
        Each answer coded ``black * (pegs + 1) + white``.

    Examples
    --------
    >>> mm.feedback_row("0012", [[0, 1, 1, 3], [0, 0, 1, 2]], colors=6)
    array([10, 20], dtype=uint8)
    """
    guess = as_code(
        guess, name="guess", colors=whole_number(colors, "colors", 2, MAX_COLORS)
    )
    return feedback_matrix(guess[np.newaxis], secrets, colors=colors, scoring=scoring)[
        0
    ]


def feedback_matrix(
    guesses: ArrayLike, secrets: ArrayLike, *, colors: int, scoring: str = "standard"
) -> np.ndarray:
    """Score every guess against every secret.

    Parameters
    ----------
    guesses, secrets : array_like of int, shape (n_guesses, pegs) and (n_secrets, pegs)
        Two lists of codes: `TypeError` or `ValueError` if any is malformed, or their
        lengths differ.
    colors : int, 2..16
        Colors of the game; every color must be below it.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How to count: `ValueError` if it is none of these.

    Returns
    -------
    ndarray of uint8, shape (n_guesses, n_secrets)
        Each answer coded ``black * (pegs + 1) + white``.

    Examples
    --------
    >>> mm.feedback_matrix([[0, 0, 1, 2]], [[0, 1, 1, 3], [2, 1, 0, 0]], colors=6)
    array([[10,  4]], dtype=uint8)
    """
    count = COMPILED[scoring_number(scoring)]
    guesses = as_codes(
        guesses, colors=whole_number(colors, "colors", 2, MAX_COLORS), name="guesses"
    )
    rules = Rules(guesses.shape[1], colors)
    secrets = as_codes(secrets, rules, name="secrets")
    return counted(count, guesses, secrets, rules.colors)


def counted(
    count: Callable, guesses: np.ndarray, secrets: np.ndarray, colors: int
) -> np.ndarray:
    """Score codes that were checked, with one of `COMPILED`: every guess in a row."""
    # large pages: compiled code would not ask for these
    matrix = np.empty((len(guesses), len(secrets)), np.uint8)
    count(matrix, guesses, secrets, colors)
    return matrix


def scoring_number(scoring: object) -> int:
    """Return the number that compiled code knows a count by; refuse an unknown one."""
    return SCORINGS.index(one_of(scoring, "scoring", SCORINGS))


def black_and_white(coded: np.ndarray, pegs: int) -> tuple[np.ndarray, np.ndarray]:
    """Take coded answers apart, into blacks and whites of the same shape, int64."""
    return np.divmod(np.asarray(coded, dtype=np.int64), pegs + 1)


def answer_in_words(answer: int, rules: Rules) -> str:
    """Write an answer out: 1 black 2 white."""
    black, white = black_and_white(answer, rules.pegs)
    return f"{black} black {white} white"


def answers_of(rules: Rules) -> list[tuple[int, int]]:
    """List the answers that there are, the fewest black pegs first."""
    every = [
        (black, white)
        for black in range(rules.pegs + 1)
        for white in range(rules.pegs + 1 - black)
    ]
    return [answer for answer in every if answer != (rules.pegs - 1, 1)]
