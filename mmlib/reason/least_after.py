"""The least guesses that all codes can take after some first guesses: a bound.

It is not searched for what a class takes. `any_part` bounds it from how guesses split
the class; a closer look bounds it from how they split the classes of its own guesses.
"""

import math

import numpy as np

from mmlib.engine.coding import n_answers
from mmlib.engine.columns import Columns, gather
from mmlib.engine.progress_bar import progress
from mmlib.engine.splits import count_classes
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_row
from mmlib.reason import symmetry
from mmlib.reason.any_part import (
    ROUNDING,
    least_of_any,
    least_of_codes,
    profiles_of,
)
from mmlib.reason.code_lists import EveryCode, every_code
from mmlib.reason.symmetry import Symmetries


def least_after(firsts: np.ndarray, rules: Rules, guesses: int) -> int:
    """Bound what all codes take after the best of some first guesses.

    Of so many `guesses`, 2 or 3, it is looked at how they split the codes. With 3 the
    first guesses that promise most are looked at first, until no other can be better.
    """
    every = every_code(rules)
    classes = [_classes_of(first, every) for first in firsts]
    promised = [[least_of(some, every) for some in split] for split in classes]
    totals = [rules.n_codes + sum(least) for least in promised]
    if guesses == 2:
        return min(totals)
    best = math.inf
    n = sum(map(len, classes))
    with progress(total=n, description="lower bound", unit="class") as bar:
        for i in np.argsort(totals, kind="stable"):
            alike = symmetry.after(symmetry.of_board(rules), firsts[i])
            total = totals[i]
            # large classes first: their bounds rise the most in a given time
            by_size = list(zip(classes[i], promised[i], strict=True))[::-1]
            for some, promise in by_size:
                if total >= best:
                    break
                closer = least_looked_at_closely(some, every, alike)
                total += max(0, closer - promise)
                bar.update()
            best = min(best, total)
    return int(best)


def _classes_of(
    guess: np.ndarray, every: EveryCode, members: np.ndarray | None = None
) -> list[np.ndarray]:
    """The classes of codes that a guess makes, the smallest first, without itself.

    They are indices, int32, of all codes or of some members.
    """
    if members is None:
        members = np.arange(every.columns.n, dtype=np.int32)
    row = feedback_row(guess, every.codes[members], colors=every.columns.colors)
    answers = np.unique(row)
    found = answers[answers < n_answers(every.columns.pegs) - 1]
    return sorted((members[row == answer] for answer in found), key=len)


def least_of(members: np.ndarray, every: EveryCode) -> int:
    """Bound what some codes take, from how guesses split them."""
    codes = gather(every.columns, members)
    return least_of_codes(every.columns, codes, _are_among(every, members))


def least_looked_at_closely(
    members: np.ndarray, every: EveryCode, alike: Symmetries
) -> int:
    """Bound what some codes take, from how guesses split the classes of guesses.

    Those that no symmetry makes of another are tried, the most promising first.
    """
    n = len(members)
    if n <= 2:
        return 2 * n - 1
    codes = gather(every.columns, members)
    profiles, solves = profiles_of(every.columns, codes, _are_among(every, members))
    least = least_of_any(profiles, solves, int(profiles[:, 0].max()))
    promises = n + _least_of_classes(every.columns, codes, least)
    best = math.inf
    for guess in np.argsort(promises, kind="stable"):
        total = promises[guess]
        if total >= best:
            break
        if not symmetry.is_first(every.codes[guess], alike):
            continue
        for some in _classes_of(every.codes[guess], every, members):
            if total >= best:
                break
            more = least_of(some, every) - _of_any(least, len(some))
            total += max(0, more)
        best = min(best, total)
    return math.ceil(best - ROUNDING)


def _least_of_classes(
    guesses: Columns, codes: Columns, least: np.ndarray
) -> np.ndarray:
    """What the classes of every guess take at least, float64 (guesses,).

    A guess that does not split the codes is none.
    """
    sizes = count_classes(guesses, codes)[:, :-1]  # the code guessed is left out
    splits = sizes.max(axis=1) < codes.n
    return np.where(splits, _of_any(least, sizes).sum(axis=1), math.inf)


def _of_any(least: np.ndarray, n: int | np.ndarray) -> np.ndarray:
    """The least guesses of any n codes; of very many, those of as many as are known."""
    return least[np.minimum(n, len(least) - 1)]


def _are_among(every: EveryCode, members: np.ndarray) -> np.ndarray:
    """Whether each code is among some, bool (codes,)."""
    among = np.zeros(every.columns.n, bool)
    among[members] = True
    return among
