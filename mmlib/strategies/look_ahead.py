"""Look-ahead: a strategy tree with few guesses in all, found without proof.

It is for boards too large for the proven optimum.

In each position the guesses that promise most are played out to the end. What a guess
promises is the sum of what the classes that it makes are known to cost, or else of what
as many codes cost in a tree found before, at the same turn. Branch and bound: a guess
is dropped once it is not expected to beat the best one found. Solved positions are
remembered. The search goes in passes, each of which tries more guesses and learns from
the tree of the one before.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.answers import answer_row
from mmlib.engine.coding import answer_of, n_answers
from mmlib.engine.columns import columns_of, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.progress_bar import progress
from mmlib.engine.splits import answer_all, count, split
from mmlib.engine.words import tallies, to_words
from mmlib.game.codes import all_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.reason.first_guess import kinds, sizes
from mmlib.reason.partitions import by_members
from mmlib.reason.searching import (
    hashes_of,
    key_of,
    least_total,
    sizes_left,
    smallest_first,
)
from mmlib.reason.symmetry import (
    EveryGuess,
    every_guess,
    groups_to_try,
    index_under,
    renamed,
)
from mmlib.strategies.best_guess import AT_A_TIME, GO_ON
from mmlib.strategies.build_tree import grow, write_out
from mmlib.strategies.objectives import prepare
from mmlib.strategies.tree import StrategyTree

#: No strategy: costs more than any that there is.
NEVER = 1 << 30

#: One guess, in the units of what codes are expected to cost.
UNIT = 1024

#: Number of a pass that none goes beyond: its total is the least there is.
PROVEN = 1 << 30

#: Turns with costs of their own: what is expected goes by the number of guesses made
#: before, and from the last of these turns on it stays the same.
TURNS = 8

#: Most codes of the positions that share a width; still larger ones share one, too.
LIMITS = (20, 60, 250)

#: Most codes of a position in which the guesses that make the most classes are looked
#: at closer. In larger ones it is those that are expected to cost the least.
MANY = 60

#: How many times as many guesses as the width are looked at closer.
CLOSER = 4

#: Most codes of a position whose members are tried before it is looked up what is known
#: of it.
FEW = 8

#: Most codes of a position whose members are tried before all guesses are.
SOME = 64

#: Number of first guesses that are tried, those with the greatest entropy.
FIRST = 3


class Entry(NamedTuple):
    """What is remembered of a position."""

    total: int  # the least found
    lower: int  # what is not gone below at the width of the pass
    guess: int
    number: int  # of the pass


#: As compiled code keeps it.
ENTRY = types.NamedUniTuple(types.int32, len(Entry._fields), Entry)


class Pass(NamedTuple):
    """How wide a pass searches."""

    # guesses tried in positions of up to each of `LIMITS` codes, and in larger ones
    widths: tuple[int, int, int, int]
    # guesses for each code by which a class may cost less than is expected, besides one
    slack: float


#: The passes, from narrow to wide.
PASSES = (
    Pass((20, 20, 10, 40), 0.03),
    Pass((20, 60, 100, 40), 0.03),
    Pass((40, 100, 250, 40), 0.04),
    Pass((60, 200, 500, 40), 0.05),
    Pass((100, 400, 1000, 60), 0.06),
)

#: Number of `PASSES` that are made on boards of up to `MOST_CODES` codes; each unit of
#: effort adds one.
USUAL = 2

#: Most codes of a board on which `PASSES` come first.
MOST_CODES = 40_000

#: The passes that come first on larger boards. Both are made up to 100,000 codes, the
#: first alone on more; each unit of effort adds the next pass.
NARROW = (Pass((20, 20, 5, 1), 0.02), Pass((20, 20, 10, 8), 0.03))


class Search(NamedTuple):
    """What a pass goes by."""

    every: EveryGuess
    pegs: int
    words: np.ndarray  # the codes as nibble words, and their tallies
    tallies: np.ndarray
    hashes: np.ndarray  # of the codes, 64 bits; positions are remembered by them
    # cost in 1 / `UNIT`, by guesses made and number of codes: int64 (TURNS, codes + 1)
    expected: np.ndarray
    least: np.ndarray  # likewise, in guesses: what is not expected to be gone below
    limits: np.ndarray
    widths: np.ndarray
    number: int  # of the pass
    # not 0 once the search is to end: other threads than the first hear no Ctrl-C
    stopped: np.ndarray


def look_ahead(
    rules: Rules,
    first: int | None = None,
    passes: Sequence[Pass] = PASSES[:USUAL],
    n_threads: int = 2,
) -> StrategyTree:
    """Search for the tree with the fewest guesses in all.

    Its first guess is `first`, an index, or by default that of the best tree of
    greatest entropy.
    """
    tree = by_entropy(rules, first)
    looking = LookAhead(rules, int(tree.guess[0]))
    for number, one in enumerate(passes):
        search = looking.search_of(number, one, tree)
        description = f"pass {number + 1} of {len(passes)}"
        looking.solve(search, n_threads, description)
        found = looking.tree(search)
        if found.total <= tree.total:
            tree = found
    return tree


class LookAhead:
    """The passes after one first guess.

    Each answer to it leaves a class. What is known of the positions of a class goes
    from pass to pass, and one thread at a time searches there.
    """

    def __init__(self, rules: Rules, root: int) -> None:
        self._rules = rules
        self._root = root
        self._every = every_guess(rules)
        columns = self._every.columns
        members = np.arange(rules.n_codes, dtype=np.int32)
        ordered, ends = split(root, columns, members, columns)
        answers = np.flatnonzero(np.diff(ends)[:-1]).tolist()
        self._classes = {
            answer: ordered[ends[answer] : ends[answer + 1]] for answer in answers
        }
        self._known = {answer: Dict.empty(types.uint64, ENTRY) for answer in answers}

    def search_of(self, number: int, one: Pass, tree: StrategyTree) -> Search:
        """Make the search of a pass, which expects what a tree found before takes.

        `number` is that of the pass, from 0.
        """
        expected = costs_of(tree)
        size = np.arange(self._rules.n_codes + 1)
        # a class may take less than expected: the slack for each code, and one guess
        slack = (one.slack * size).astype(np.int64) + 1
        # it takes no less than one guess for one code and two for each other one
        must = np.maximum(2 * size - 1, 0)
        words = to_words(self._every.codes)
        return Search(
            every=self._every,
            pegs=self._rules.pegs,
            words=words,
            tallies=tallies(words, self._rules.pegs),
            hashes=hashes_of(self._rules.n_codes),
            expected=expected,
            least=np.maximum(expected // UNIT - slack, must),
            limits=np.array(LIMITS),
            widths=np.array(one.widths),
            number=number,
            stopped=GO_ON.copy(),  # one of its own, set when it is interrupted
        )

    def solve(self, search: Search, n_threads: int, description: str) -> None:
        """Solve all classes, the largest first."""
        used = int(self._every.colors[self._root])

        def solved(answer: int) -> int:
            members = self._classes[answer]
            solve(search, self._known[answer], members, used, 1, NEVER)
            return len(members)

        answers = sorted(self._classes, key=lambda answer: -len(self._classes[answer]))
        with (
            ThreadPoolExecutor(n_threads) as pool,
            progress(
                total=self._rules.n_codes, description=description, unit="code"
            ) as bar,
        ):
            try:
                for done in pool.map(solved, answers):
                    bar.update(done)
            except BaseException:
                search.stopped[0] = 1
                raise

    def tree(self, search: Search) -> StrategyTree:
        """The tree of the guesses that were found."""

        def choose(history: History, members: np.ndarray) -> int:
            if not len(history):
                return self._root
            black, white = history.feedbacks[0].tolist()
            answer = answer_of(black, white, self._rules.pegs)
            return int(guess_of(search, self._known[answer], members))

        return write_out("look_ahead", self._rules, choose)


def passes_of(rules: Rules, effort: int) -> Sequence[Pass]:
    """The passes that are made on a board, and some more."""
    if rules.n_codes <= MOST_CODES:
        return PASSES[: USUAL + effort]
    return (*NARROW, *PASSES)[: effort + (1 if rules.n_codes > 100_000 else 2)]


def by_entropy(rules: Rules, first: int | None) -> StrategyTree:
    """Find the best of the one-step trees of greatest entropy.

    They begin with the guess `first`, or else with those that split best.
    """
    by = prepare("entropy", rules)
    guesses = sorted(
        kinds(rules), key=lambda guess: by.table[sizes(guess, rules)].sum()
    )[:FIRST]
    if first is not None:
        guesses = [all_codes(rules)[first]]
    trees = [grow("one_step", rules, [by], first=guess) for guess in guesses]
    return min(trees, key=lambda tree: tree.total)


def costs_of_nodes(tree: StrategyTree) -> np.ndarray:
    """Guesses that the codes of each node take together from there on: int64."""
    cost = tree.size.astype(np.int64)
    for node in range(len(tree) - 1, 0, -1):
        cost[tree.parent[node]] += cost[node]
    return cost


def costs_of(tree: StrategyTree) -> np.ndarray:
    """What positions cost in a tree, evened out over sizes that are alike.

    This is `expected` of a `Search`.
    """
    cost = costs_of_nodes(tree)
    mean = cost / tree.size
    log = np.log(tree.size)
    turn = np.minimum(tree.depth, TURNS) - 1
    size = np.maximum(np.arange(tree.rules.n_codes + 1), 1)
    knots = np.arange(0, np.log(size[-1]) + 0.25, 0.25)
    near = np.exp(-(((log - knots[:, np.newaxis]) / 0.25) ** 2))
    overall = near @ mean / near.sum(axis=1)
    excess = mean - np.interp(log, knots, overall)
    expected = np.empty((TURNS, len(size)))
    for t in range(TURNS):
        then = near[:, turn == t]
        # as if one more were as usual
        more = then @ excess[turn == t] / (1 + then.sum(axis=1))
        expected[t] = size * np.interp(np.log(size), knots, overall + more)
    expected = np.maximum(expected, 2 * size - 1)
    expected[:, 0] = 0
    return np.rint(UNIT * expected).astype(np.int64)


@compiled
def guess_of(search, known, members):
    """The guess of a position that was solved."""
    key = key_of(search.hashes, members)
    if key in known:
        return np.int64(known[key].guess)
    return by_members(search, members)[0]


@compiled
def solve(search, known, members, used, turn, budget):
    """Least guesses found for the members together, if below `budget`.

    Else it is a number that is not below `budget`. `used` holds the colors guessed as
    bits, `turn` the number of guesses.
    """
    m = members.shape[0]
    perfect = np.int64(2 * m - 1)
    if m <= 2 or perfect >= budget:
        return perfect
    total = by_a_member(search, members, 1, FEW)
    if total:
        return total
    key = key_of(search.hashes, members)
    best, low, best_guess = recalled(search, known, key, perfect)
    if low >= min(best, budget):
        return min(low, best)
    total = by_a_member(search, members, FEW + 1, SOME)
    if total:
        return total
    low = max(low, np.int64(2 * m))
    if low >= budget or search.stopped[0]:
        return budget
    goal = min(best, budget)
    tried, bounds, proven = ranked(search, known, members, used, turn, goal)
    if tried.shape[0] > bounds.shape[0]:  # one that tells all apart
        known[key] = entry(proven, proven, tried[0], PROVEN)
        return proven
    low = max(low, proven)
    codes = gather(search.every.columns, members)
    for guess, bound in zip(tried, bounds):  # noqa: B905 (numba takes no strict)
        goal = min(best, budget)
        if low >= goal:
            break
        if bound >= goal:
            continue
        ordered, ends = split(guess, search.every.columns, members, codes)
        size = sizes_left(ends)
        least = search.least[min(turn + 1, TURNS - 1)][size]
        colors = used | search.every.colors[guess]
        total = m + least.sum()
        for answer in smallest_first(size):
            if total >= goal:
                break
            among = ordered[ends[answer] : ends[answer + 1]]
            total -= least[answer]
            total += solve(search, known, among, colors, turn + 1, goal - total)
        if total < goal:
            best = total
            best_guess = guess
    if search.stopped[0]:
        return budget
    low = best if best <= budget else max(low, budget)
    known[key] = entry(best, low, best_guess, search.number)
    return low


@compiled
def by_a_member(search, members, fewest, most):
    """Guesses in all where a member tells all apart, or all but two.

    No other guess does better then. It is 0 where no member does so, and where there
    are not from `fewest` to `most` members.
    """
    m = members.shape[0]
    if not fewest <= m <= most:
        return np.int64(0)
    _, parts = by_members(search, members)
    return np.int64(3 * m - 1 - parts if parts >= m - 1 else 0)


@compiled
def recalled(search, known, key, perfect):
    """The total, the lower bound and the guess that are known of a position.

    What an earlier pass did not go below, this one may.
    """
    if key not in known:
        return np.int64(NEVER), perfect, np.int64(-1)
    found = known[key]
    low = np.int64(found.lower) if found.number >= search.number else perfect
    return np.int64(found.total), low, np.int64(found.guess)


@compiled
def entry(total, lower, guess, number):
    """What is to be remembered, in the type of a table."""
    return Entry(np.int32(total), np.int32(lower), np.int32(guess), np.int32(number))


@compiled
def ranked(search, known, members, used, turn, goal):
    """List the guesses to try, those that promise most first.

    Returns them, what each costs at least by what is expected, and what every guess
    costs at least. A guess that tells all members apart comes alone, without a bound.
    Of guesses that differ by interchangeable colors alone one is tried, and of those
    that make the same classes.
    """
    m = members.shape[0]
    listed = search.every.listed
    own, names, start, stop = guesses_to_try(search, members, used)
    width = search.widths[np.searchsorted(search.limits, m)]
    nothing = np.empty(0, np.int64)
    low = np.int64(2 * m)
    if m <= MANY:
        parts = parts_of(own, listed, start, stop)
        most = np.int64(parts.max())
        if most == m:
            perfect = index_under(
                listed, start + np.argmax(parts), names, search.every.repeats
            )
            return np.full(1, perfect), nothing, low
        low = least_total(m, most)
        if low >= goal:
            return nothing, nothing, low
        closer = start + most_classes(parts, CLOSER * width)
    else:
        closer = start + least_expected(
            search, own, start, stop, turn + 1, CLOSER * width
        )
    promised, least, marks = promises(search, known, members, own, turn + 1, closer)
    first = different(promised, marks, least < goal, width)
    tried = np.empty(first.shape[0], np.int64)
    for k in range(first.shape[0]):
        tried[k] = index_under(listed, closer[first[k]], names, search.every.repeats)
    return tried, least[first], low


@compiled
def guesses_to_try(search, members, used):
    """The members under new names of colors, the old ones, and the guesses to try.

    These stand in `search.every.listed`, from the first number to before the second.
    """
    codes, names, among, plain = renamed(search.every, members, used, False)
    first_group, last_group = groups_to_try(search.every, among, plain)
    start = search.every.starts[first_group]
    stop = search.every.starts[last_group]
    return columns_of(codes, len(names)), names, start, stop


@compiled
def parts_of(codes, guesses, start, stop):
    """Count the classes that each guess makes of some codes, uint8 (guesses,).

    Once a guess tells all codes apart, none is looked at after it and those beside it.
    """
    parts = np.zeros(stop - start, np.uint8)
    for begin in range(start, stop, AT_A_TIME):
        end = min(begin + AT_A_TIME, stop)
        some = answer_all(codes, guesses, begin, end - begin)[1]
        parts[begin - start : end - start] = some
        if some.max() == codes.n:
            break
    return parts


@compiled
def promises(search, known, members, codes, turn, guesses):
    """What the `promise` of each guess of the list says, in three arrays."""
    n = guesses.shape[0]
    answers = n_answers(codes.pegs)
    row = row_for(codes)
    size = np.zeros(answers, np.int64)
    keys = np.zeros(answers, np.uint64)
    hashes = search.hashes[members]
    promised = np.empty(n, np.int64)
    least = np.empty(n, np.int64)
    marks = np.empty(n, np.uint64)
    for c in range(n):
        answer_row(row, guesses[c], search.every.listed, codes)
        size[:] = 0
        keys[:] = 0
        for j in range(codes.n):
            size[row[j]] += 1
            keys[row[j]] ^= hashes[j]
        promised[c], least[c], marks[c] = promise(
            search, known, turn, codes.n, size, keys
        )
    return promised, least, marks


@compiled
def most_classes(parts, enough):
    """List the guesses that make the most classes.

    There are enough of them, and all others that make as many as the last one.
    """
    counted = np.bincount(parts)
    threshold = counted.shape[0] - 1
    found = counted[-1]
    while threshold > 2 and found < enough:
        threshold -= 1
        found += counted[threshold]
    return np.flatnonzero(parts >= threshold)


@compiled
def least_expected(search, codes, start, stop, turn, enough):
    """List enough guesses from `start` to `stop`, of the least expected costs."""
    total = expected_costs(search, codes, start, stop, turn)
    return np.argsort(total, kind="mergesort")[:enough]


@compiled
def expected_costs(search, codes, start, stop, turn):
    """What the classes of guesses from `start` to `stop` are expected to cost.

    It is in 1 / `UNIT`, int64 (guesses,).
    """
    expected = search.expected[min(turn, TURNS - 1)]
    total = np.zeros(stop - start, np.int64)
    counters = np.empty((4, n_answers(codes.pegs)), np.int64)
    row = row_for(codes)
    for i in range(start, stop):
        if search.stopped[0]:
            break
        answer_row(row, i, search.every.listed, codes)
        for size in count(row[: codes.n], counters)[:-1]:
            total[i - start] += expected[size]
    return total


@compiled
def promise(search, known, turn, m, size, keys):
    """What a split is expected to cost, and what it is not to go below.

    A number that tells its classes from others is returned as well.
    """
    costs = search.expected[min(turn, TURNS - 1)]
    bounds = search.least[min(turn, TURNS - 1)]
    promised = np.int64(m * UNIT)
    least = np.int64(m)
    mark = np.uint64(0)
    for answer in range(size.shape[0] - 1):
        n = size[answer]
        key = keys[answer]
        if n == m:  # it tells nothing
            return np.int64(NEVER * UNIT), np.int64(NEVER), mark
        cost = costs[n]
        bound = bounds[n]
        if n > 2 and key in known:
            found = known[key]
            if found.total < NEVER:
                cost = np.int64(found.total * UNIT)
            if found.number >= search.number:
                bound = max(bound, np.int64(found.lower))
        promised += cost
        least += bound
        mark += key * (key | np.uint64(1))
    return promised, least, mark


@compiled
def different(promised, marks, hopeful, enough):
    """List enough hopeful guesses that promise most and make different classes."""
    chosen = np.empty(min(enough, promised.shape[0]), np.int64)
    n = 0
    for c in np.argsort(promised, kind="mergesort"):
        if n == chosen.shape[0]:
            break
        before = n - 1
        while (
            before >= 0
            and promised[chosen[before]] == promised[c]
            and marks[chosen[before]] != marks[c]
        ):
            before -= 1
        if hopeful[c] and (before < 0 or promised[chosen[before]] != promised[c]):
            chosen[n] = c
            n += 1
    return chosen[:n]
