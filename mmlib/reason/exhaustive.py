"""Exhaustive search: the least guesses that a position's codes can take together.

The guess to begin with is found too. Branch and bound: guesses are tried in the order
of a lower bound, and dropped when they cannot beat the best one found. The bound of a
class is the cost of as many codes if every guess split them into as many classes as the
best guess of the position before did: no guess makes more classes of fewer codes. It is
raised little by little, class after class, before the classes are solved. Of guesses
that are alike by symmetry one is tried; solved positions are remembered.
"""

from functools import lru_cache, reduce
from threading import Lock
from typing import NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.coding import n_answers
from mmlib.engine.columns import columns_of, gather
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import answer_all, by_answer
from mmlib.game.rules import Rules
from mmlib.reason.code_lists import EveryCode, every_code
from mmlib.reason.remembering import hashes_of, key_of, spend
from mmlib.reason.symmetry import Symmetries, after, is_first, of_board

#: No strategy: costs more than any that there is.
NEVER = 1 << 40

#: What one guess costs where ties are settled by the variance: more than the squares of
#: all guess numbers together.
PER_GUESS = 1 << 20

#: Pairs of codes that a search may score, where it is to go on to its end.
WITHOUT_END = 1 << 62

#: Pairs of codes that a search may score for one guess of a game: some seconds.
MOST_EFFORT = 2 * 10**9

#: Most pairs of one position, which are held in memory; with more a search would spend
#: its effort anyway.
MOST_AT_ONCE = 10**8

#: Most codes of a board; more take hours and beyond, as do some boards with fewer:
#: those of many pegs and two colors.
MOST_CODES = 4096

#: Guesses that a game may take where no limit is set: more than are of use where
#: exhaustive search is.
DEPTH = 20

#: The bounds of a guess's classes are raised in turns, by so many guesses more each
#: time, before they are solved.
STEPS = (1, 3, 6, 12, 1 << 16)

#: Guesses with as many classes or more share one bound.
BOUNDED = 32


class Search(NamedTuple):
    """What a search goes by."""

    # codes that may be guessed; without colors where these cannot be renamed
    every: EveryCode
    hashes: np.ndarray  # of the codes, 64 bits; positions are remembered by them
    costs: np.ndarray  # of a guess where so many are left
    # least cost where guesses make so many classes at most, by the guesses left and the
    # number of codes
    bounds: np.ndarray
    # pairs of codes that may still be scored, as `spend` takes them
    effort: np.ndarray


class ExhaustiveSearch:
    """What is known of the positions of one size, in games of at most `depth` guesses.

    With `least_variance`, of strategies with the same total the one with the least
    variance is sought: costs are then in units of 1 / `PER_GUESS` guesses, the squares
    of the guess numbers added.
    """

    def __init__(
        self, rules: Rules, depth: int, *, least_variance: bool = False
    ) -> None:
        turn = depth - np.arange(depth + 1) + 1  # where so many guesses are left
        costs = (
            PER_GUESS + 2 * turn - 1 if least_variance else np.ones(depth + 1, np.int64)
        )
        self._search = Search(
            every_code(rules),
            *tables(rules, rules.n_codes, tuple(costs)),
            np.zeros(1, np.int64),
        )
        self._rules = rules
        self._alike = of_board(rules)
        self._known = Dict.empty(types.uint64, types.int64)
        # compiled code lets other threads run, and `known` must not change under their
        # hands
        self._lock = Lock()

    def total(
        self,
        members: np.ndarray,
        guesses: np.ndarray,
        left: int,
        effort: int = WITHOUT_END,
    ) -> int:
        """Find the least cost of a position after some guesses.

        Raises ValueError once the effort is spent.
        """
        alike = reduce(after, guesses, self._alike)
        with self._lock:
            self._search.effort[0] = (
                effort if len(members) * self._rules.n_codes <= MOST_AT_ONCE else -1
            )
            least = int(
                _least(
                    self._search,
                    self._known,
                    members,
                    alike,
                    len(self._search.bounds) - 1,
                    NEVER,
                    left,
                )
            )
            if self._search.effort[0] >= 0:
                return least
        told = (
            f"exhaustive search among {len(members):,} codes of {self._rules} "
            "takes too long"
        )
        raise ValueError(
            f"rules: {told}; let it begin where fewer are left (exhaustive_up_to)"
        )

    def guess(self, members: np.ndarray, guesses: np.ndarray, left: int) -> int:
        """Return the guess of a position that has a strategy."""
        with self._lock:
            self._search.effort[0] = WITHOUT_END
            return _first(
                self._search,
                self._known,
                members,
                reduce(after, guesses, self._alike),
                left,
            )


@lru_cache(maxsize=4)
def shared(pegs: int, colors: int, depth: int = DEPTH) -> ExhaustiveSearch:
    """Make one search for all players on a size: no position is solved twice."""
    return ExhaustiveSearch(Rules(pegs, colors), depth, least_variance=True)


def best_of(
    codes: np.ndarray, guesses: np.ndarray, colors: int, effort: int = WITHOUT_END
) -> tuple[int, np.ndarray] | None:
    """Search for the least guesses that a few codes can take together.

    Only these codes and some guesses may be played. Returns the total and the code to
    begin with; None once the effort is spent.
    """
    tried = np.concatenate((codes, guesses))
    rules = Rules(codes.shape[1], colors)
    found = tables(rules, 1 << len(codes).bit_length(), (1,) * (DEPTH + 1))
    every = EveryCode(tried, columns_of(tried, colors), np.zeros(len(tried), np.uint16))
    search = Search(every, *found, np.array([effort]))
    members = np.arange(len(codes), dtype=np.int32)
    known = Dict.empty(types.uint64, types.int64)
    alike = Symmetries(
        np.arange(rules.pegs)[np.newaxis], np.arange(colors)[np.newaxis], 0
    )
    total = _least(search, known, members, alike, len(search.bounds) - 1, NEVER, DEPTH)
    if search.effort[0] < 0:
        return None
    search.effort[0] = WITHOUT_END
    return int(total), tried[_first(search, known, members, alike, DEPTH)]


@lru_cache(maxsize=32)
def tables(
    rules: Rules, n: int, costs: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hashes of n codes, the cost of a guess, and the bounds of `Search`."""
    classes = np.array([*range(min(rules.n_feedbacks, BOUNDED)), rules.n_feedbacks])
    return (
        hashes_of(n),
        np.array(costs, np.int64),
        _bounds(classes, np.array(costs, np.int64), n),
    )


@compiled
def _bounds(classes, costs, n):
    """The bounds of `Search`, int64 (classes, turns, codes)."""
    bounds = np.full((classes.shape[0], costs.shape[0], min(n, MOST_CODES) + 1), NEVER)
    bounds[:, :, 0] = 0
    for i in range(classes.shape[0]):
        for turns in range(costs.shape[0]):
            row = bounds[i, turns]
            solved = 0
            total = np.int64(0)
            most = 1
            each = np.int64(0)
            for left in range(turns, 0, -1):
                each += costs[left]
                # a turn solves one code of each class of the one before
                more = min(most, row.shape[0] - 1 - solved)
                for j in range(more):
                    row[solved + 1 + j] = total + each * (j + 1)
                solved += more
                total += each * more
                most = min(most * max(classes[i] - 1, 0), n)
    return bounds


def _first(
    search: Search, known: Dict, members: np.ndarray, alike: Symmetries, left: int
) -> int:
    """Find the guess that a position begins with.

    Of those that cost the least, the first that needs no search comes before others.
    """
    if len(members) <= 2:
        return int(members[0])
    below = search.bounds[-1, left - 1]
    classes = len(search.bounds) - 1
    least = _least(search, known, members, alike, classes, NEVER, left)
    answers, parts = answer_all(
        gather(search.every.columns, members),
        search.every.columns,
        0,
        len(search.every.codes),
    )
    best, guess, promising, promised = _screened(
        search, members, answers, alike, parts, below, least + 1, left
    )
    if best == least:
        return int(guess)
    for i in np.argsort(promised, kind="stable"):  # all need a search
        row = answers[:, promising[i]]
        total = int(promised[i])
        then = after(alike, search.every.codes[promising[i]])
        for answer in np.unique(row)[np.bincount(row)[np.unique(row)] > 2]:
            total -= int(below[(row == answer).sum()])
            total += _least(
                search,
                known,
                members[row == answer],
                then,
                classes,
                least + 1 - total,
                left - 1,
            )
            if total > least:
                break
        else:
            return int(promising[i])
    raise AssertionError("no guess reaches the least cost")


@compiled
def _least(search, known, members, alike, classes, budget, left):  # noqa: C901
    """Least cost of the members if below `budget`, else a lower bound.

    No guess makes more than so many `classes`.
    """
    m = members.shape[0]
    cost = search.costs[left]
    bounds = search.bounds
    then = search.costs[left - 1]
    if m <= 2:
        return m * cost + (m - 1) * then if left >= m else np.int64(NEVER)
    low = bounds[min(classes, bounds.shape[0] - 1), left, m]
    most = bounds.shape[0] - 1
    if low >= budget:
        return low
    key = key_of(search.hashes, members) ^ np.uint64(left)
    if key in known:
        found = known[key] >> 1
        if known[key] & 1 or found >= budget:
            return found
        low = max(low, found)

    if not spend(search.effort, search.every.codes.shape[0] * m):
        return budget
    best = np.int64(NEVER)
    twice = m * (cost + then)  # two turns for every member
    codes = gather(search.every.columns, members)
    _, own = answer_all(codes, codes, 0, m)
    most_parts = np.int64(own.max())
    if most_parts == m:
        best = twice - then
    elif left > 2:  # a code neither alone in a class nor guessed waits for a third turn
        third = search.costs[left - 2]
        low = max(
            low,
            twice + min((m - most_parts) * third - then, max(m - classes, 0) * third),
        )
    if best == NEVER and low < budget:
        answers, parts = answer_all(
            codes, search.every.columns, 0, search.every.codes.shape[0]
        )
        classes = min(classes, np.int64(parts.max()))
        low = max(low, bounds[min(classes, most), left, m])
        if classes == m:
            best = twice
        else:
            below = bounds[min(classes, most), left - 1]
            best, _, promising, promised = _screened(
                search, members, answers, alike, parts, below, budget, left
            )
            for i in np.argsort(promised, kind="mergesort"):
                guess = promising[i]
                total = promised[i]
                if total >= min(best, budget) or best <= low:
                    break
                ordered, ends = by_answer(
                    answers[:, guess], members, n_answers(codes.pegs)
                )
                size = ends[1:] - ends[:-1]
                size[-1] = 0
                least = below[size]
                colors = after(alike, search.every.codes[guess])
                # small classes refute a guess at the least cost
                by_size = np.argsort(size, kind="mergesort")
                for step in STEPS:
                    for answer in by_size:
                        if size[answer] > 2 and total < min(best, budget):
                            total -= least[answer]
                            limit = min(
                                min(best, budget) - total, least[answer] + step * cost
                            )
                            among = ordered[ends[answer] : ends[answer + 1]]
                            found = _least(
                                search, known, among, colors, classes, limit, left - 1
                            )
                            least[answer] = max(least[answer], found)
                            total += least[answer]
                            if search.effort[0] < 0:
                                return budget
                best = min(best, total)
    exact = best < budget or best <= twice
    found = min(best, np.int64(NEVER)) if exact else max(budget, low)
    known[key] = (found << 1) | np.int64(exact)
    return found


@compiled
def _screened(  # noqa: PLR0913, PLR0917
    search,
    members,
    answers,
    alike,
    parts,
    below,
    budget,
    left,
):
    """Tell the guesses that need no search from those to try.

    Returns the least cost of the former and the first guess of that cost, then those to
    try and their lower bounds. To try are guesses with a lower bound below `budget` and
    that least cost, of which no symmetry makes another one.
    """
    n = search.every.codes.shape[0]
    m = members.shape[0]
    cost = search.costs[left]
    pegs = search.every.columns.pegs
    # least cost of a guess with so many classes
    promise = np.full(n_answers(pegs) + 1, NEVER, np.int64)
    for classes in range(2, promise.shape[0]):
        size = m // classes
        more = m % classes
        promise[classes] = (
            m * cost + more * below[size + 1] + (classes - more) * below[size]
        )
    present = np.int64(0)
    is_member = np.zeros(n, np.bool_)
    for member in members:
        present |= np.int64(search.every.colors[member])
        is_member[member] = True
    absent = ~present & ((1 << 16) - 1)
    absent &= absent - 1  # one of the colors that no member has stands for all
    one_kind = alike.orders.shape[0] == 1 and not alike.free & (alike.free - 1)
    best = np.int64(NEVER)
    best_guess = np.int64(-1)
    several = 0
    sizes = np.zeros(n_answers(pegs), np.int64)
    promising = np.empty(n, np.int32)
    promised = np.empty(n, np.int64)
    for i in range(m + n):  # members first
        guess = np.int64(members[i] if i < m else i - m)
        if (
            (i >= m and is_member[guess])
            or search.every.colors[guess] & absent
            or parts[guess] == 1
        ):
            continue
        if promise[parts[guess]] - (i < m) * search.costs[left - 1] >= min(
            best, budget
        ):
            continue
        for j in range(m):
            sizes[answers[j, guess]] += 1
        sizes[-1] = 0  # what is guessed is found
        total = m * cost
        largest = np.int64(0)
        for answer in range(sizes.shape[0]):
            total += below[sizes[answer]]
            largest = max(largest, sizes[answer])
            sizes[answer] = 0
        if total < min(best, budget):
            if largest <= 2:
                best = total
                best_guess = guess
            elif one_kind or is_first(search.every.codes[guess], alike):
                promising[several] = guess
                promised[several] = total
                several += 1
    return best, best_guess, promising[:several], promised[:several]
