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
    """List how guesses split some codes, without ways that are no better than others.

    Returns the sizes of the classes, the largest first, int64 (profiles, answers), and
    whether a code may be the guess itself, bool (profiles,).
    """
    sizes = count_classes(guesses, codes)[:, :-1]  # the code guessed is left out
    kept = _not_dominated(
        sizes, is_code, np.argsort(_few_classes(sizes), kind="stable")
    )
    return -np.sort(-sizes[kept], axis=1), is_code[kept]


@compiled
def _few_classes(sizes):
    """What is low where a guess makes many classes, and of these the largest is small.

    Such guesses leave room where others leave none. It is uint16 (guesses,).
    """
    most = (1 << 16) // (sizes.shape[1] + 1) - 1
    few = np.empty(sizes.shape[0], np.uint16)
    for guess in range(sizes.shape[0]):
        empty = 0
        largest = 0
        for size in sizes[guess]:
            empty += size == 0
            largest = max(largest, size)
        few[guess] = empty * (most + 1) + min(largest, most)
    return few


@compiled
def _not_dominated(sizes, solves, order):
    """The guesses, in an order, that leave room where those before them leave less.

    Where a guess has room for as many codes in classes of any size as another, what is
    filled into its classes costs no more. Room is concave in the size, so it is
    compared at the other's sizes alone.
    """
    most = np.int64(sizes.max())
    rooms = np.empty((8, most + 1), np.int64)  # of the guesses kept
    kept = np.empty(order.shape[0], np.int64)
    own = np.empty(sizes.shape[1], np.int64)
    room = np.empty(sizes.shape[1], np.int64)
    n = 0
    for guess in order:
        classes = _in_rising_order(sizes[guess], own)
        _fill_room(own[:classes], solves[guess], own[:classes], room)
        is_dominated = False
        for j in range(n):
            if solves[kept[j]] >= solves[guess] and _is_no_less(
                rooms[j], own[:classes], room
            ):
                is_dominated = True
                break
        if is_dominated:
            continue
        if n == rooms.shape[0]:
            rooms = np.concatenate((rooms, np.empty_like(rooms)))
        _fill_room(own[:classes], solves[guess], np.arange(most + 1), rooms[n])
        kept[n] = guess
        n += 1
    return kept[:n]


@compiled
def _in_rising_order(sizes, ordered):
    """Fill in the sizes that are not 0, in order; return how many there are."""
    n = 0
    for size in sizes:
        if size == 0:
            continue
        i = n
        while i > 0 and ordered[i - 1] > size:
            ordered[i] = ordered[i - 1]
            i -= 1
        ordered[i] = size
        n += 1
    return n


@compiled
def _fill_room(sizes, solves, bounds, room):
    """Fill in how many codes fit into classes of up to some bounds, in rising order."""
    full = np.int64(solves)
    i = 0
    for j in range(bounds.shape[0]):
        while i < sizes.shape[0] and sizes[i] <= bounds[j]:
            full += sizes[i]
            i += 1
        room[j] = full + (sizes.shape[0] - i) * bounds[j]


@compiled
def _is_no_less(rooms, sizes, room):
    """Whether some rooms are nowhere smaller than those at these sizes."""
    for i in range(sizes.shape[0] - 1, -1, -1):  # noqa: SIM110 (quicker compiled)
        if rooms[sizes[i]] < room[i]:
            return False
    return True


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
