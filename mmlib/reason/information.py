"""The information in the answers of a game, in bits.

Some of it was to be expected of each guess, the rest was luck.
"""

from itertools import pairwise

import numpy as np
import pandas as pd

from mmlib.checks import shown
from mmlib.engine.coding import answer_of
from mmlib.game.codes import as_text
from mmlib.game.history import History
from mmlib.reason.consistent import impossible_since
from mmlib.reason.measures import entropy_of_one
from mmlib.reason.positions import Position, positions

#: The columns of `information`.
COLUMNS = [
    "turn",
    "guess",
    "black",
    "white",
    "before",
    "after",
    "expected",
    "brought",
    "luck",
]


def information(history: History) -> pd.DataFrame:
    """Measure the information in every answer of a game, and how much of it was luck.

    Parameters
    ----------
    history : History
        The guesses and answers (``game.history``): `TypeError` if it is none,
        `ValueError` if it is not counted in the standard way or no code agrees with all
        the answers.

    Returns
    -------
    DataFrame
        One row a turn: ``turn`` (from 1), ``guess`` (digits), ``black``, ``white``;
        ``before`` and ``after``, the codes still possible before and after the answer
        (float); ``expected``, the bits that its answer was expected to bring;
        ``brought``, those that it brought, ``log2(before / after)``; and ``luck``, how
        much that is more. Where 2 million codes or more were possible after the first
        answer, they are counted but not split, so ``expected`` and ``luck`` are NaN; so
        are the numbers that `consistent.count_consistent` gives as -1, and what depends
        on them.

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "3345"], [(0, 0), (2, 0)])
    >>> bits = mm.information(history)
    >>> numbers = bits[["before", "after", "expected", "brought", "luck"]]
    >>> numbers.round(2).to_numpy().tolist()
    [[1296.0, 81.0, 3.04, 4.0, 0.96], [81.0, 9.0, 3.28, 3.17, -0.11]]
    """
    if not isinstance(history, History):
        raise TypeError(
            f"history: {shown(history)} is not a History; "
            "of a game that was played, it is game.history"
        )
    return of_positions(list(positions(history)))


def of_positions(walk: list[Position]) -> pd.DataFrame:
    """As `information`, of a game that was walked through."""
    rows = [_turn(position, following) for position, following in pairwise(walk)]
    return pd.DataFrame(rows, columns=COLUMNS)


def _turn(position: Position, following: Position) -> list:
    """One row: the turn that led from a position to the following one."""
    history = following.history
    guess = history.guesses[-1]
    black, white = history.feedbacks[-1].tolist()
    sizes = position.split(guess)
    if sizes is None:
        before = _counted(position)
        after = _counted(following)
        expected = np.nan
    else:
        before = float(sizes.sum())
        after = float(sizes[answer_of(black, white, history.rules.pegs)])
        expected = entropy_of_one(sizes)
    if after == 0:
        raise ValueError(f"history: {impossible_since(len(history), history)}")
    brought = float(np.log2(before / after))
    luck = brought - expected
    return [
        len(history),
        as_text(guess),
        black,
        white,
        before,
        after,
        expected,
        brought,
        luck,
    ]


def _counted(position: Position) -> float:
    """How many codes are possible; NaN where that is not known."""
    number = position.count
    return np.nan if number < 0 else float(number)
