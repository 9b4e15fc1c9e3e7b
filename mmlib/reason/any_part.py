"""The least guesses that any so many of some codes can take: a lower bound.

It follows from how guesses split the codes, without a search. No guess puts more of a
part of them in a class than it puts there of all. So a part's codes are filled into the
classes of a guess, never more than fit, as costs the least; each class, a part itself,
is bounded in the same way.
"""

import numpy as np

from mmlib.engine.columns import Columns
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import count_classes

#: What rounding may add to a bound before it is rounded up to whole guesses.
ROUNDING = 1e-6


def least_of_any(guesses: Columns, codes: Columns, is_code: np.ndarray) -> np.ndarray:
    """Bound the guesses that any 0, 1, ... m of m codes take together, int64 (m + 1,).

    `guesses` are all that may be made; `is_code`, bool, tells which are among the
    codes.
    """
    sizes = count_classes(guesses, codes)[:, :-1]  # the code guessed is left out
    profiles = np.column_stack((-np.sort(-sizes, axis=1), is_code))
    profiles = np.unique(profiles, axis=0)
    solves = profiles[:, -1].astype(bool)
    least = _least(np.ascontiguousarray(profiles[:, :-1]), solves, codes.n)
    return np.ceil(least - ROUNDING).astype(np.int64)


@compiled
def _least(profiles, solves, m):
    """The bound before it is rounded up, a convex function: float64 (m + 1,).

    A profile has the sizes of a guess's classes, the largest first. If it `solves`, a
    code may be the guess itself.
    """
    least = np.zeros(m + 1)
    least[1:2] = 1
    for n in range(2, m + 1):
        best = np.inf
        for i in range(profiles.shape[0]):
            best = min(best, _filled(profiles[i], solves[i], n, least))
        least[n] = n + best
        _make_convex(least, n)
    return least


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
