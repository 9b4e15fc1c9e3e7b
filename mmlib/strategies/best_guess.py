"""The search for the guess that splits a position best.

With a seed, ties are settled by chance: in the same way for the same seed.
"""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import all_answers, answer_row
from mmlib.engine.coding import answer_of, n_answers, pegs_shared, solved_answer
from mmlib.engine.columns import Columns, columns_of, gather, row_for
from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import FORMULA, GREATEST, WEIGHTED, answer_all, count
from mmlib.engine.words import ONE
from mmlib.reason.searching import splitmix64
from mmlib.reason.symmetry import (
    are_first_of_their_kind,
    groups_to_try,
    index_under,
    renamed,
    with_peg,
)
from mmlib.strategies.objectives import Measure
from mmlib.strategies.single_precision import margins, single_cost, single_terms

#: More than any split costs.
MOST = 2**62

#: The `stopped` of a search that nobody stops.
GO_ON = np.zeros(1, np.int64)

#: Most possible codes that answer many guesses together: how many different answers a
#: guess gets then tells whether it is worth a closer look.
MANY = 250

#: Guesses, or groups of them, that are answered together.
AT_A_TIME = 512

#: The place of a guess that comes before all others, and of one that comes last.
FIRST = np.uint64(0)
LAST = np.uint64(2**64 - 1)


class Position(NamedTuple):
    """A position whose best guess is sought, and room for the search."""

    codes: Columns  # the possible ones, under new names of colors
    names: np.ndarray  # the old names
    repeats: bool  # whether colors may repeat within a code
    by: Measure
    least: np.ndarray  # the least cost of a split into so many classes
    terms: np.ndarray  # of a measure in single precision; none for another one
    salt: np.uint64  # of the position; 0 for lexicographic order
    stopped: np.ndarray
    row: np.ndarray  # the answers of the possible codes to a guess
    counters: np.ndarray


class Best(NamedTuple):
    """The best guess so far."""

    index: int
    cost: int
    place: np.uint64  # of equals the one with the lowest place is the best
    worse: int  # costs from which on a split is certainly worse,
    no_better: int  # or at any rate not better: before any rounding
    perfect: bool  # no split is better


@compiled
def best_split(every, members, used, by, only_members, salt, stopped):
    """Find the guess that splits `members` best by a `Measure`.

    Returns its index, and the answers of the members to it, uint8 (m,). Of equals a
    member comes before other codes, then the first in lexicographic order or, with a
    `salt`, any of them. Without salt, of guesses that differ by interchangeable colors
    alone one is tried. `members` are ascending indices in `every.codes`, int32; `used`
    holds the colors guessed as bits. Once `stopped`, int64 (1,), is not 0, the search
    ends with any guess, or -1 and no answers: other threads than the first hear no
    Ctrl-C.
    """
    m = members.shape[0]
    pegs = every.columns.pegs
    if m == 1:
        return np.int64(members[0]), np.full(1, solved_answer(pegs), np.uint8)
    codes, names, among, plain = renamed(every, members, used, salt != 0)
    possible = columns_of(codes, len(names))
    position = Position(
        possible,
        names,
        every.repeats,
        by,
        bounds_of(m, by, n_answers(pegs)),
        single_terms(m, by.kind),
        salted(members, salt) if salt else salt,
        stopped,
        row_for(possible),
        np.zeros((4, n_answers(pegs)), np.int64),
    )
    tried = np.flatnonzero(are_first_of_their_kind(codes, plain))
    best = best_member(position, members, tried)
    if not (only_members or best.perfect):
        best = best_other(position, every, among, plain, best)
    row = position.row
    if best.index >= 0:
        answer_row(row, best.index, every.columns, gather(every.columns, members))
    return best.index, row[:m]


@compiled
def best_by_any_count(codes, colors, scoring, members, by, only_members, salt):
    """Find the guess that `best_split` finds, under any count: every guess is tried.

    `codes` are all codes, as rows, and `scoring` is the number of the count. Returns
    the index of the guess.
    """
    m = members.shape[0]
    secrets = codes[members]
    if salt:
        salt = salted(members, salt)
    is_member = np.zeros(codes.shape[0], np.bool_)
    is_member[members] = True
    row = np.empty((1, m), np.uint8)
    counters = np.zeros((4, n_answers(codes.shape[1])), np.int64)
    best = np.int64(-1)
    least = np.int64(MOST)
    place = LAST
    for index in range(codes.shape[0]):
        if only_members and not is_member[index]:
            continue
        if index % 64 == 0 or m > 10_000:
            hear_interrupt()
        all_answers(row, codes[index : index + 1], secrets, colors, scoring)
        cost = cost_of_split(count(row[0], counters), m, by)
        own_place = place_of(salt, index)
        if cost == least and is_member[index] == is_member[best]:
            wins = own_place < place
        else:  # of equals a member comes before other codes
            wins = cost < least or (cost == least and is_member[index])
        if wins:
            best = np.int64(index)
            least = cost
            place = own_place
    return best


# `inlined`, here and below: a position is wide, and a call that passes it takes time.
# With `compiled` trees of 4 x 8 take 3 to 10 % longer.
@inlined
def best_member(position, members, tried):
    """Find the best of the members that are tried.

    Without salt they come in order, so one that splits perfectly is the answer.
    """
    best = Best(
        np.int64(-1), np.int64(MOST), LAST, np.int64(MOST), np.int64(MOST), False
    )
    for j in tried:
        if position.stopped[0] or (best.perfect and not position.salt):
            break
        answer_row(position.row, j, position.codes, position.codes)
        best = better(position, best, np.int64(members[j]))
    return best


@inlined
def best_other(position, every, among, plain, best):
    """Find a code that splits better than the best member, or keep that one.

    Groups of guesses are tried in the order of what they promise: the guesses of one
    differ by the order of their pegs alone.
    """
    # a member stays before other codes that are as good
    best = Best(best.index, best.cost, FIRST, best.worse, best.no_better, best.perfect)
    start, stop = groups_to_try(every, among, plain)
    terms = terms_of(position.codes.n, position.by, position.codes.pegs)
    promises = promises_of(
        position.codes, every.groups, start, stop, position.by, terms, position.least
    )
    by_name = np.argsort(position.names)
    for group in np.argsort(promises):
        promise = promises[group]
        if position.stopped[0] or is_beaten(best, promise, FIRST):
            break
        begin = every.starts[start + group]
        end = every.starts[start + group + 1]
        place = lowest_place(position, every.listed, begin, by_name)
        if is_beaten(best, promise, place):
            continue
        for chunk in range(begin, end, AT_A_TIME):
            chunk_end = min(chunk + AT_A_TIME, end)
            if position.codes.n <= MANY:
                best = best_at_once(position, every.listed, chunk, chunk_end, best)
            else:
                best = best_one_by_one(
                    position, every.listed, chunk, chunk_end, promise, best
                )
    return best


@inlined
def best_at_once(position, guesses, begin, end, best):
    """Find the best of some guesses, all of which are answered first.

    So most are beaten already by how many classes they make.
    """
    row = position.row
    answers, parts = answer_all(position.codes, guesses, begin, end - begin)
    for i in range(end - begin):
        promise = position.least[parts[i]]
        if position.stopped[0] or is_beaten(best, promise, FIRST):
            continue
        index = index_under(guesses, begin + i, position.names, position.repeats)
        if is_beaten(best, promise, place_of(position.salt, index)):
            continue
        for j in range(answers.shape[0]):
            row[j] = answers[j, i]
        best = better(position, best, index)
    return best


@inlined
def best_one_by_one(position, guesses, begin, end, promise, best):
    """Find the best of some guesses that promise the same.

    Each is answered in its turn, and only if it can win: in positions of many codes an
    answer takes long.
    """
    for i in range(begin, end):
        # the best one may have become so good that no place among equals helps
        if position.stopped[0] or is_beaten(best, promise, FIRST):
            break
        # by the colors' old names
        index = index_under(guesses, i, position.names, position.repeats)
        if is_beaten(best, promise, place_of(position.salt, index)):
            continue
        answer_row(position.row, i, guesses, position.codes)  # `better` reads the row
        best = better(position, best, index)
    return best


@inlined
def is_beaten(best, promise, place):
    """Whether a guess loses to the best one: it costs `promise` or more.

    `place` is its place among guesses that cost the same.
    """
    return promise >= (best.worse if place < best.place else best.no_better)


@inlined
def better(position, best, index):
    """The better one of the best guess and another whose answers stand in the row."""
    m = position.codes.n
    by = position.by
    place = place_of(position.salt, index)
    sizes = count(position.row[:m], position.counters)
    exact = cost_of_split(sizes, m, by)
    if is_beaten(best, exact, place):
        return best
    cost = exact
    if position.terms.shape[0]:
        cost = single_cost(sizes, position.terms, by.kind)
    if cost > best.cost or (cost == best.cost and place >= best.place):
        return best
    worse, no_better = margins(exact, cost, m, by.kind)
    enough = position.least[min(m, position.least.shape[0] - 1)]
    if by.kind == FORMULA:  # its bounds are for guesses that cannot be right
        enough = np.int64(-MOST)
    perfect = exact <= enough
    return Best(index, cost, place, worse, no_better, perfect)


@compiled
def place_of(salt, index):
    """The place of a guess among equals: its index or, with a salt, a random one."""
    if salt:
        return splitmix64(salt ^ np.uint64(index))
    return np.uint64(index)


@compiled
def lowest_place(position, columns, i, by_name):
    """A place that no code comes before which has the pegs of one in any order.

    The code is in columns; `by_name` are its colors in the order of their other names.
    """
    if position.salt:
        return FIRST
    index = np.int64(0)
    p = 0
    taken = np.uint64(0)
    for new in by_name:
        color = np.uint64(position.names[new])
        for _ in range(columns.bytes[columns.pegs + new, i]):
            index = with_peg(index, p, color, taken, columns.colors, position.repeats)
            taken |= ONE << color
            p += 1
    return np.uint64(index)


@compiled
def bounds_of(m, by, n):
    """Least cost of a split into 0 .. `n` classes, int64."""
    log = by.table[m] // m
    heaviest = np.sort(by.weights)[::-1]
    most = np.int64(0)
    if by.kind == WEIGHTED:
        # what a class has of the entropy at most, if it weighs more than the others
        for size in range(1, m):
            most = min(most, by.table[size] - size * log)
    lightest = np.int64(1)
    lowest = np.int64(0)
    if by.kind == FORMULA:  # of guesses that cannot be right
        lightest = by.weights[:-1].min()
        lowest = by.levels[:-1].min()
    least = np.zeros(n + 1, np.int64)
    for parts in range(1, n + 1):
        factor = lightest
        summand = lowest * m
        if by.kind == WEIGHTED:
            # any k is right; with this one the bound is high
            k = min(m, parts, m * log // -most)
            factor = heaviest[k - 1]
            summand = (heaviest[:k].sum() - k * factor) * most - factor * (m * log)
        least[parts] = factor * evenly(m, parts, by) + summand
        # codes that are all alone are not rounded
        if parts < m and by.kind != GREATEST:
            least[parts] -= factor * m * by.slack
    return least


@compiled
def terms_of(m, by, pegs):
    """Terms of the least cost, by the pegs shared with a guess.

    They are the factors of the excess and what a code costs besides, int64
    (pegs + 1,), and what each code and what all codes together take off.
    """
    factors = np.ones(pegs + 1, np.int64)
    levels = np.zeros(pegs + 1, np.int64)
    log = np.int64(0)
    if by.kind == FORMULA:
        factors[:] = by.weights[:-1].max()
        levels[:] = by.levels[:-1].max()
        for answer in range(by.weights.shape[0] - 1):
            shared = pegs_shared(answer, pegs)
            if shared <= pegs:
                factors[shared] = min(factors[shared], by.weights[answer])
                levels[shared] = min(levels[shared], by.levels[answer])
    if by.kind == WEIGHTED:
        factors[:] = 0
        log = by.table[m] // m
        for answer in range(by.weights.shape[0] - 1):
            shared = pegs_shared(answer, pegs)
            # the last but one black with one white does not occur
            if shared <= pegs and answer != answer_of(pegs - 1, 1, pegs):
                factors[shared] = max(factors[shared], by.weights[answer])
    slack = factors.max() * m * by.slack if by.kind != GREATEST else 0
    return factors, levels, log, slack


@compiled
def promises_of(codes, groups, start, stop, by, terms, least):
    """Least cost of a split of codes by a guess of each group, int64 (groups,).

    The groups are those from `start` to `stop`. The cost depends on how many codes
    share so many pegs with a guess, which is the same for all guesses of a group. It is
    made of the terms of `terms_of`, and is not below the `least` one of as many classes
    as there can be.
    """
    promises = np.empty(stop - start, np.int64)
    row = np.empty(AT_A_TIME, np.uint8)
    for first in range(start, stop, AT_A_TIME):
        several = min(AT_A_TIME, stop - first)
        sharing = np.zeros((codes.pegs + 1, several), np.int32)
        for j in range(codes.n):
            answer_row(row[:several], j, codes, groups, first, False)
            for shared in range(codes.pegs + 1):
                counted = sharing[shared]
                for i in range(several):
                    counted[i] += row[i] == shared
        for i in range(several):
            cost, parts = least_cost(sharing[:, i], by, terms)
            promises[first - start + i] = max(cost, least[parts])
    return promises


@compiled
def least_cost(sharing, by, terms):
    """Least cost of a split, and most classes, by the pegs shared with the guess.

    `sharing` is how many codes share 0, 1 ... pegs with it.
    """
    factors, levels, log, slack = terms
    least = np.int64(0)
    parts = 0
    for shared in range(sharing.shape[0]):
        # answers are told by black pegs
        codes = sharing[shared]
        answers = shared + (shared + 1 < sharing.shape[0])
        cost = factors[shared] * (evenly(codes, answers, by) - codes * log)
        cost += levels[shared] * codes
        parts += min(codes, answers)
        least = max(least, cost) if by.kind == GREATEST else least + cost
    return least - slack, parts


@compiled
def evenly(m, parts, by):
    """Excess of a split into so many classes whose sizes differ by one at most."""
    size = np.int64(m / parts)  # is exact, and quicker than //
    rest = m - size * parts
    if by.kind == GREATEST:
        return size - 1 + (rest > 0)
    return rest * by.table[size + 1] + (parts - rest) * by.table[size]


@compiled
def cost_of_split(sizes, m, by):
    """Cost of a split of `m` codes, before any rounding."""
    if by.kind == FORMULA:
        return cost_by_formula(sizes, m, by)
    total = np.int64(0)
    log = by.table[m] // m
    for answer in range(sizes.shape[0]):
        size = sizes[answer]
        if by.kind == GREATEST:
            total = max(total, size - 1)
        elif by.kind == WEIGHTED:
            total += by.weights[answer] * (by.table[size] - size * log)
        else:
            total += by.table[size]
    return total


@compiled
def cost_by_formula(sizes, m, by):
    """Cost of a split of `m` codes by a formula.

    Nothing is better than a guess that may be right and tells all codes apart, and
    nothing worse than one that tells none apart. What a code of all `m` costs is taken
    off a guess that may be right, times the weight of the all-black answer.
    """
    total = np.int64(0)
    parts = 0
    for answer in range(sizes.shape[0]):
        size = sizes[answer]
        parts += size > 0
        total += by.weights[answer] * by.table[size] + by.levels[answer] * size
    if parts == 1 and m > 1:
        return np.int64(MOST - 1)
    if sizes[-1]:
        if parts == m:
            return np.int64(-MOST)
        total -= by.weights[-1] * (by.table[m] // m)
    return total


def salt_of(tie_seed: int | None) -> np.uint64:
    """Make the salt of a tie seed; 0, for the lexicographic order, if there is none."""
    if tie_seed is None:
        return np.uint64(0)
    state = np.random.SeedSequence(tie_seed).generate_state(1, np.uint64)
    return state[0] | np.uint64(1)  # never 0


@compiled
def salted(members, salt):
    """The salt of one position: that of the seed, mixed with its possible codes."""
    for member in members:
        salt = splitmix64(salt ^ np.uint64(member))
    return salt
