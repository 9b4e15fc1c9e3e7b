"""The information in the answers of a game, in bits.

Some of it was to be expected of each guess, the rest was luck.
"""

import functools

import numpy as np
import pandas as pd

from mmlib.checks import shown
from mmlib.game.codes import as_code, as_text
from mmlib.game.history import History
from mmlib.reason import first_guess, partitions
from mmlib.reason.consistent import (
    MOST_LISTED,
    consistent_codes,
    count_consistent,
    impossible_since,
)


def split_by(guess: object, history: History) -> np.ndarray | None:
    """Count, of the possible codes, those that would give each answer to a guess.

    None where 2 million or more are possible after an answer: not all are listed.
    """
    guess = as_code(guess, history.rules, name="guess")
    if not len(history) and history.scoring == "standard":
        return first_guess.sizes(guess, history.rules)
    possible = _possible(history)
    if len(possible) == MOST_LISTED:
        return None  # there may be more
    return partitions.class_sizes(
        guess[np.newaxis], possible, colors=history.rules.colors
    )[0]


@functools.lru_cache(maxsize=4)
def _possible(history: History) -> np.ndarray:
    """Codes that agree with every answer, 2 million at most.

    They are kept, since a position is asked about again and again.
    """
    return consistent_codes(history)


def _counted(history: History) -> float:
    """How many codes agree with every answer; NaN where that is not known."""
    number = count_consistent(history)
    return np.nan if number < 0 else float(number)


def entropy(sizes: np.ndarray) -> float:
    """Information that an answer is expected to give, in bits."""
    sizes = np.asarray(sizes, dtype=np.float64)
    shares = sizes[sizes > 0] / max(sizes.sum(), 1)
    return float(-(shares * np.log2(shares)).sum()) + 0.0


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
        (float); ``expected``, the bits that its answer was expected to give; ``told``,
        the bits that it gave, ``log2(before / after)``; and ``luck``, how much that is
        more. Where 2 million codes or more were possible after the first answer, they
        are counted but not split, so ``expected`` and ``luck`` are NaN; so are the
        numbers that `consistent.count_consistent` gives as -1, and what depends on
        them.

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "3345"], [(0, 0), (2, 0)])
    >>> bits = mm.information(history)
    >>> numbers = bits[["before", "after", "expected", "told", "luck"]]
    >>> numbers.round(2).to_numpy().tolist()
    [[1296.0, 81.0, 3.04, 4.0, 0.96], [81.0, 9.0, 3.28, 3.17, -0.11]]
    """
    if not isinstance(history, History):
        raise TypeError(
            f"history: {shown(history)} is not a History; "
            "of a game that was played, it is game.history"
        )
    rows = []
    base = history.rules.pegs + 1
    for turn, (guess, (black, white)) in enumerate(
        zip(history.guesses, history.feedbacks, strict=True)
    ):
        sizes = split_by(guess, history.first(turn))
        if sizes is None:
            before = _counted(history.first(turn))
            after = _counted(history.first(turn + 1))
            expected = np.nan
        else:
            before = float(sizes.sum())
            after = float(sizes[black * base + white])
            expected = entropy(sizes)
        if after == 0:
            raise ValueError(f"history: {impossible_since(turn + 1, history)}")
        given = float(np.log2(before / after))
        rows.append(
            (
                turn + 1,
                as_text(guess),
                black,
                white,
                before,
                after,
                expected,
                given,
                given - expected,
            )
        )
    columns = [
        "turn",
        "guess",
        "black",
        "white",
        "before",
        "after",
        "expected",
        "told",
        "luck",
    ]
    return pd.DataFrame(rows, columns=columns)
