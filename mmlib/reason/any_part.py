"""The least guesses that some codes can take, by how guesses split them: a bound.

It needs no search. No guess puts more of a part of the codes in a class than it puts
there of all. So a part's codes are filled into the classes of a guess, never more than
fit, as costs the least; each class, a part itself, is bounded in the same way.
"""

import numpy as np

from mmlib.engine.columns import Columns
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import count_classes

#: What rounding may add to a bound before it is rounded up to whole guesses.
ROUNDING = 1e-6


def least_of_codes(guesses: Columns, codes: Columns, is_code: np.ndarray) -> int:
    """Bound the guesses that some codes take together.

    `guesses` are all that may be made; `is_code`, bool, tells which are among the
    codes.
    """
    profiles, solves = profiles_of(guesses, codes, is_code)
    least = least_of_any(profiles, solves, int(profiles[:, 0].max()))
    return int(np.ceil(_least_of_so_many(profiles, solves, codes.n, least) - ROUNDING))


def profiles_of(
    guesses: Columns, codes: Columns, is_code: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """List how guesses split some codes, each way once.

    Returns the sizes of the classes, the largest first, int64 (profiles, answers), and
    whether a code may be the guess itself, bool (profiles,).
    """
    sizes = count_classes(guesses, codes)[:, :-1]  # the code guessed is left out
    profiles = np.column_stack((-np.sort(-sizes, axis=1), is_code))
    profiles = np.unique(profiles, axis=0)
    return np.ascontiguousarray(profiles[:, :-1]), profiles[:, -1].astype(bool)


@compiled
def least_of_any(profiles, solves, most):
    """Least guesses of any 0, 1, ... `most` codes that are split so, or fewer.

    It is a convex function, not rounded: float64 (most + 1,).
    """
    least = np.zeros(most + 1)
    least[1:2] = 1
    for n in range(2, most + 1):
        least[n] = _least_of_so_many(profiles, solves, n, least)
        _make_convex(least, n)
    return least


@compiled
def _least_of_so_many(profiles, solves, n, least):
    """Least guesses of so many of the codes, if it is known what fewer take."""
    if n < 2:
        return np.float64(n)
    best = np.inf
    for i in range(profiles.shape[0]):
        best = min(best, _filled(profiles[i], solves[i], n, least))
    return n + best


@compiled
def _filled(profile, solves, n, least):
    """What classes cost at least that n codes are filled into.

    As costs are convex, it is cheapest to give one more code to each class that is not
    full yet, again and again. All codes in one class would be no progress.
    """
    left = n - np.int64(solves)
    cost = 0.0
    open_classes = profile.shape[0]
    for size in range(1, n):
        while open_classes > 0 and profile[open_classes - 1] < size:
            open_classes -= 1
        more = min(open_classes, left)
        cost += more * (least[size] - least[size - 1])
        left -= more
        if left == 0:
            return cost
        if open_classes == 0:
            break
    return np.inf


@compiled
def _make_convex(least, n):
    """Lower what stands above the straight lines that end at n."""
    start = n - 1
    while start > 1:
        slope = (least[n] - least[start]) / (n - start)
        if slope >= least[start] - least[start - 1]:
            break
        start -= 1
    slope = (least[n] - least[start]) / (n - start)
    for between in range(start + 1, n):
        least[between] = least[start] + slope * (between - start)
