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
from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.splits import answer_all, by_answer
from mmlib.engine.words import popcount
from mmlib.game.codes import index_of
from mmlib.game.rules import Rules, size_of
from mmlib.game.scoring import feedback_row
from mmlib.reason.code_lists import EveryCode, every_code
from mmlib.reason.searching import (
    hashes_of,
    key_of,
    sizes_left,
    smallest_first,
    spend,
)
from mmlib.reason.symmetry import (
    Symmetries,
    after,
    colors_of,
    has_any,
    is_first,
    none_of,
    of_board,
    spare_colors,
)

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
#: time, before they are solved; the last number is beyond all costs.
STEPS = (1, 3, 6, 12, 1 << 30)

#: Guesses with as many classes or more share one bound.
BOUNDED = 32


class Search(NamedTuple):
    """What a search goes by."""

    only_blacks: bool  # whether white pegs are not told

    # codes that may be guessed; without colors where these cannot be renamed
    every: EveryCode
    hashes: np.ndarray  # of the codes, 64 bits; positions are remembered by them
    costs: np.ndarray  # of a guess where so many are left
    # least cost where guesses make so many classes at most, by the guesses left and the
    # number of codes
    bounds: np.ndarray
    # pairs of codes that may still be scored, as `spend` takes them
    effort: np.ndarray


class Memory:
    """What is known of the positions that follow one answer to the first guess."""

    def __init__(self) -> None:
        self.known = Dict.empty(types.uint64, types.int64)
        # compiled code lets other threads run, and `known` must not change under their
        # hands
        self.lock = Lock()


class Found(NamedTuple):
    """What a search found of a position."""

    cost: int  # the least, or a lower bound
    is_exact: bool
    spent: int  # pairs of codes that were scored


class ExhaustiveSearch:
    """What is known of the positions of one size, in games of at most `depth` guesses.

    With `least_variance`, of strategies with the same total the one with the least
    variance is sought: costs are then in units of 1 / `PER_GUESS` guesses, the squares
    of the guess numbers added. `costs` says instead what a guess costs where so many
    are left, int64 (depth + 1,). Positions are remembered by hashes, which two of them
    may share by chance: another number for `hashes` gives others. `scoring` is
    "standard" or "black_only".
    """

    def __init__(
        self,
        rules: Rules,
        depth: int,
        *,
        least_variance: bool = False,
        costs: np.ndarray | None = None,
        hashes: int = 0,
        scoring: str = "standard",
    ) -> None:
        turn = depth - np.arange(depth + 1) + 1  # where so many guesses are left
        if costs is None:
            costs = PER_GUESS + 2 * turn - 1 if least_variance else np.ones_like(turn)
        self.rules = rules
        self.depth = depth
        self.scoring = scoring
        self.search = search_among(
            every_code(rules),
            rules.n_codes,
            rules,
            costs,
            hashes,
            only_blacks=scoring == "black_only",
        )
        self._alike = of_board(rules)
        self._memories: dict[tuple[int, int], Memory] = {}

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
        if len(members) * self.rules.n_codes <= MOST_AT_ONCE:
            allowed = np.array([effort])
            found = self.raised(members, guesses, left, NEVER, allowed)
            if allowed[0] >= 0:
                return found.cost
        raise ValueError(
            f"rules: exhaustive search among {len(members):,} codes of {self.rules} "
            "takes too long; let it begin where fewer are left (exhaustive_up_to)"
        )

    def raised(
        self,
        members: np.ndarray,
        guesses: np.ndarray,
        left: int,
        budget: int,
        effort: np.ndarray,
    ) -> Found:
        """Find the least cost of a position if below `budget`, else a lower bound.

        The effort, int64 (1,), can be taken away from another thread: the search then
        ends, and what it found means nothing.
        """
        search = self.search._replace(effort=effort)
        alike = reduce(after, guesses, self._alike)
        memory = self._memory_of(members, guesses)
        before = int(effort[0])
        with memory.lock:
            classes = len(search.bounds) - 1
            cost = _least(search, memory.known, members, alike, classes, budget, left)
        return Found(int(cost), cost < budget, before - int(effort[0]))

    def guess(self, members: np.ndarray, guesses: np.ndarray, left: int) -> int:
        """Return the guess of a position that has a strategy."""
        search = self.search._replace(effort=np.array([WITHOUT_END]))
        alike = reduce(after, guesses, self._alike)
        memory = self._memory_of(members, guesses)
        with memory.lock:
            return _first(search, memory.known, members, alike, left)

    def positions(self, guess: np.ndarray) -> int:
        """Count the positions that are remembered after a first guess."""
        first = int(index_of(guess, self.rules))
        return sum(
            len(memory.known)
            for (guessed, _), memory in self._memories.items()
            if guessed == first
        )

    def forget(self, guess: np.ndarray) -> None:
        """Forget the positions after a first guess."""
        first = int(index_of(guess, self.rules))
        for place in [place for place in self._memories if place[0] == first]:
            del self._memories[place]

    def _memory_of(self, members: np.ndarray, guesses: np.ndarray) -> Memory:
        """The memory of a position: no two answers to a first guess share any."""
        place = (-1, -1)
        if len(guesses):
            first = guesses[0]
            one = self.search.every.codes[members[:1]]
            answer = self.answers(first, one)[0]
            place = (int(index_of(first, self.rules)), int(answer))
        return self._memories.setdefault(place, Memory())

    def answers(self, guess: np.ndarray, codes: np.ndarray) -> np.ndarray:
        """What codes answer to a guess, as this search counts."""
        colors = self.rules.colors
        return feedback_row(guess, codes, colors=colors, scoring=self.scoring)


def shared(
    rules: Rules, depth: int = DEPTH, scoring: str = "standard"
) -> ExhaustiveSearch:
    """Make one search for all players on a size: no position is solved twice."""
    return _shared(size_of(rules), depth, scoring)


@lru_cache(maxsize=4)
def _shared(rules: Rules, depth: int, scoring: str) -> ExhaustiveSearch:
    return ExhaustiveSearch(rules, depth, least_variance=True, scoring=scoring)


def best_of(
    codes: np.ndarray, guesses: np.ndarray, colors: int, effort: int = WITHOUT_END
) -> tuple[int, np.ndarray] | None:
    """Search for the least guesses that a few codes can take together.

    Only these codes and some guesses may be played. Returns the total and the code to
    begin with; None once the effort is spent.
    """
    tried = np.concatenate((codes, guesses))
    rules = Rules(codes.shape[1], colors)
    no_colors = np.zeros(len(tried), np.uint16)  # none can be renamed
    every = EveryCode(tried, columns_of(tried, colors), no_colors, repeats=True)
    # boards of some sizes share their tables
    n = 1 << len(codes).bit_length()
    search = search_among(every, n, rules, np.ones(DEPTH + 1, np.int64))
    search.effort[0] = effort
    members = np.arange(len(codes), dtype=np.int32)
    known = Dict.empty(types.uint64, types.int64)
    alike = none_of(rules)
    total = _least_of_all(search, known, members, alike, DEPTH)
    if search.effort[0] < 0:
        return None
    search.effort[0] = WITHOUT_END
    return total, tried[_first(search, known, members, alike, DEPTH)]


def search_among(
    every: EveryCode,
    n: int,
    rules: Rules,
    costs: np.ndarray,
    hashes: int = 0,
    *,
    only_blacks: bool = False,
) -> Search:
    """Prepare a search for the guesses of n of the codes, or fewer."""
    answers = rules.pegs + 1 if only_blacks else rules.n_feedbacks
    bounds = bounds_of(answers, tuple(costs.tolist()), n)
    effort = np.zeros(1, np.int64)
    return Search(only_blacks, every, hashes_of(n, hashes), costs, bounds, effort)


@lru_cache(maxsize=32)
def bounds_of(answers: int, costs: tuple[int, ...], n: int) -> np.ndarray:
    """The bounds of a `Search` among n codes, where so many answers occur."""
    classes = np.array([*range(min(answers, BOUNDED)), answers])
    return _bounds(classes, answers, np.array(costs), n)


@compiled
def _bounds(classes, answers, costs, n):
    """The bounds of `Search`, int64 (classes, turns, codes)."""
    bounds = np.full((classes.shape[0], costs.shape[0], n + 1), NEVER)
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
                more = max(0, min(most, n) - solved)
                for j in range(more):
                    row[solved + 1 + j] = total + each * (j + 1)
                solved += more
                total += each * more
                most = min(_most_solved(classes[i], answers, most), n)
    return bounds


@compiled
def _most_solved(classes, answers, most):
    """How many codes are found by the next turn at most, if `most` are by this one.

    A guess that is no possible code finds none, but leaves all its classes open. So
    most are found by a turn if every guess before it was of that kind. Only where there
    is a class for each of the `answers` one of them is not open, and finds a code.
    """
    if classes == answers:
        return 1 + most * (classes - 1)
    return most * classes


class Position(NamedTuple):
    """A position whose least cost is sought."""

    members: np.ndarray  # the possible codes
    alike: Symmetries  # which guesses are alike
    classes: int  # no guess makes more
    left: int  # how many guesses may be made


def _first(
    search: Search, known: Dict, members: np.ndarray, alike: Symmetries, left: int
) -> int:
    """Find the guess that a position begins with.

    Of those that cost the least, the first that needs no search comes before others.
    """
    if len(members) <= 2:
        return int(members[0])
    classes = len(search.bounds) - 1
    least = _least_of_all(search, known, members, alike, left)
    columns = search.every.columns
    answers, parts = _answered(search, gather(columns, members), columns)
    position = Position(members, alike, classes, left)
    below = _bounds_below(search, position)
    best, guess, promising, promised = _screened(
        search, position, answers, parts, least + 1
    )
    if best == least:
        return int(guess)
    for i in np.argsort(promised, kind="stable"):  # all need a search
        row = answers[:, promising[i]]
        total = int(promised[i])
        then = after(alike, search.every.codes[promising[i]])
        sizes = np.bincount(row)
        for answer in np.flatnonzero(sizes > 2):
            total -= int(below[sizes[answer]])
            among = members[row == answer]
            budget = least + 1 - total
            total += _least(search, known, among, then, classes, budget, left - 1)
            if total > least:
                break
        else:
            return int(promising[i])
    raise AssertionError("no guess reaches the least cost")


def _least_of_all(
    search: Search, known: Dict, members: np.ndarray, alike: Symmetries, left: int
) -> int:
    """Least cost of a position; it means nothing once the effort is spent."""
    classes = len(search.bounds) - 1
    return int(_least(search, known, members, alike, classes, NEVER, left))


@compiled
def _least(search, known, members, alike, classes, budget, left):
    """Least cost of the members if below `budget`, else a lower bound.

    No guess makes more than so many `classes`.
    """
    m = members.shape[0]
    if m <= 2:
        return _least_of_few(search, m, left)
    low = _bound(search, classes, left, m)
    if low >= budget:
        return low
    key = key_of(search.hashes, members) ^ np.uint64(left)
    found, is_exact = _recalled(known, key)
    if is_exact or found >= budget:
        return found
    if not spend(search.effort, search.every.columns.n * m):
        return budget
    position = Position(members, alike, classes, left)
    cost, is_exact = _searched(search, known, position, max(low, found), budget)
    if search.effort[0] < 0:
        return budget
    return _remembered(known, key, cost, is_exact)


# `inlined`, here and below: these functions and `_least` call each other, and numba
# cannot keep the compiled code of such functions apart
@inlined
def _searched(search, known, position, low, budget):
    """Least cost of a position, and True; or a lower bound, and False.

    The cost is not less than `low`; a bound that is not below `budget` is enough.
    """
    members, alike, classes, left = position
    m = members.shape[0]
    # a member that tells all members apart, or else how near one comes to it
    columns = search.every.columns
    codes = gather(columns, members)
    by_member, is_exact = _least_by_members(search, codes, classes, left)
    low = max(low, by_member)
    if is_exact or low >= budget:
        return low, is_exact

    # another code that does so, or else how many classes a guess makes
    answers, parts = _answered(search, codes, columns)
    classes = min(classes, np.int64(parts.max()))
    if classes == m:
        return m * (search.costs[left] + search.costs[left - 1]), True
    low = max(low, _bound(search, classes, left, m))
    if low >= budget:
        return low, False

    # guesses that need no search, then the others, the most promising first
    position = Position(members, alike, classes, left)
    best, _, promising, promised = _screened(search, position, answers, parts, budget)
    for i in np.argsort(promised, kind="mergesort"):
        goal = min(best, budget)
        if promised[i] >= goal or best <= low:
            break
        guess = promising[i]
        row = answers[:, guess]
        total = _cost_of(search, known, position, guess, row, promised[i], goal)
        best = min(best, total)
    return min(best, budget), best < budget


@inlined
def _cost_of(search, known, position, guess, row, total, goal):
    """What a guess costs if that is below `goal`, else a number that is not.

    The `row` has the members' answers, `total` is a lower bound. The bounds of its
    classes are raised little by little, class after class, until they are exact.
    """
    ordered, ends = by_answer(
        row, position.members, n_answers(search.every.columns.pegs)
    )
    size = sizes_left(ends)
    to_search = smallest_first(size)
    then = after(position.alike, search.every.codes[guess])
    least = _bounds_below(search, position)[size]
    for step in STEPS:
        for answer in to_search:
            if total >= goal or search.effort[0] < 0:
                break
            found = _least(
                search,
                known,
                ordered[ends[answer] : ends[answer + 1]],
                then,
                position.classes,
                least[answer] + min(goal - total, step * search.costs[position.left]),
                position.left - 1,
            )
            more = max(0, found - least[answer])
            total += more
            least[answer] += more
    return total


@compiled
def _answered(search, codes, guesses):
    """As `answer_all`, of all guesses; without the white pegs where none are told."""
    answers, parts = answer_all(codes, guesses, 0, guesses.n)
    if search.only_blacks:
        of_black = np.uint8(codes.pegs + 1)
        seen = np.zeros(guesses.n, np.uint32)  # a bit for each number of blacks
        for j in range(codes.n):
            row = answers[j]
            for i in range(guesses.n):
                blacks = row[i] // of_black
                row[i] = blacks * of_black
                seen[i] |= np.uint32(1) << np.uint32(blacks)
        for i in range(guesses.n):
            parts[i] = popcount(np.uint64(seen[i]))
    return answers, parts


@compiled
def _least_of_few(search, m, left):
    """Least cost of one code, which is guessed, or of two, which are in turn."""
    if left < m:
        return np.int64(NEVER)
    return m * search.costs[left] + (m - 1) * search.costs[left - 1]


@compiled
def _bound(search, classes, left, m):
    """Least cost of m codes where guesses make so many classes at most."""
    return search.bounds[min(classes, search.bounds.shape[0] - 1), left, m]


@compiled
def _bounds_below(search, position):
    """Least costs of classes of 0, 1 ... codes, one guess later."""
    which = min(position.classes, search.bounds.shape[0] - 1)
    return search.bounds[which, position.left - 1]


@compiled
def _recalled(known, key):
    """What is known of the least cost of a position, and whether it is exact.

    If it is not, it is a lower bound.
    """
    if key not in known:
        return np.int64(0), False
    found = known[key]
    return found >> 1, found % 2 == 1


@compiled
def _remembered(known, key, cost, is_exact):
    """Remember the least cost of a position, or a lower bound, and return it."""
    known[key] = (cost << 1) | np.int64(is_exact)
    return cost


@compiled
def _least_by_members(search, codes, classes, left):
    """Least cost as far as it is seen by the guesses that may be right.

    Returns also whether it is exact, as it is where one of them tells all codes apart.
    """
    m = codes.n
    then = search.costs[left - 1]
    twice = m * (search.costs[left] + then)  # two turns for every member
    parts = np.int64(_answered(search, codes, codes)[1].max())
    if parts == m:
        return twice - then, True
    if left <= 2:
        return np.int64(0), False
    # a code neither alone in a class nor guessed waits for a third turn
    third = search.costs[left - 2]
    return twice + min((m - parts) * third - then, max(m - classes, 0) * third), False


@compiled
def _screened(search, position, answers, parts, budget):
    """Tell the guesses that need no search from those to try.

    Returns the least cost of the former and the first guess of that cost, then those to
    try and their lower bounds. To try are guesses with a lower bound below `budget` and
    that least cost, of which no symmetry makes another one. The `answers` are those of
    the members to each guess, `parts` how many different ones there are.
    """
    members, alike, _, left = position
    below = _bounds_below(search, position)
    codes, columns, colors, repeats = search.every
    m = members.shape[0]
    cost = search.costs[left]
    then = search.costs[left - 1]
    promise = _promises(below, m, cost, n_answers(columns.pegs))
    spare = spare_colors(colors_of(search.every, members), columns.pegs, repeats)
    are_alike = has_any(alike)
    is_member = np.zeros(columns.n, np.bool_)
    is_member[members] = True
    sizes = np.zeros(n_answers(columns.pegs), np.int64)
    best = np.int64(NEVER)
    best_guess = np.int64(-1)
    n = 0
    promising = np.empty(columns.n, np.int32)
    promised = np.empty(columns.n, np.int64)
    for i in range(m + columns.n):  # members first, then all others
        guess = np.int64(members[i] if i < m else i - m)
        goal = min(best, budget)
        if promise[parts[guess]] - (i < m) * then >= goal:
            continue
        if i >= m and (is_member[guess] or colors[guess] & spare):
            continue
        total, largest = _cost_of_classes(answers, guess, sizes, below)
        total += m * cost
        if total >= goal:
            continue
        if largest <= 2:
            best = total
            best_guess = guess
        elif not are_alike or is_first(codes[guess], alike):
            promising[n] = guess
            promised[n] = total
            n += 1
    return best, best_guess, promising[:n], promised[:n]


@compiled
def _cost_of_classes(answers, guess, sizes, below):
    """Least cost of the classes that a guess makes, and the largest size.

    The code guessed is left out. `sizes` are counters, which are left at 0.
    """
    for j in range(answers.shape[0]):
        sizes[answers[j, guess]] += 1
    sizes[-1] = 0
    total = np.int64(0)
    largest = np.int64(0)
    for answer in range(sizes.shape[0]):
        total += below[sizes[answer]]
        largest = max(largest, sizes[answer])
        sizes[answer] = 0
    return total, largest


@compiled
def _promises(below, m, cost, answers):
    """Least cost of m codes after a guess that makes 0, 1 ... classes of them.

    It is right for none of them, and the classes are of one size, or nearly.
    """
    promise = np.full(answers + 1, NEVER, np.int64)
    for classes in range(2, answers + 1):
        size = m // classes
        larger = m % classes
        smaller = classes - larger
        promise[classes] = m * cost + larger * below[size + 1] + smaller * below[size]
    return promise
