"""The search for the guess that splits a position best.

With a seed, ties are settled by chance: in the same way for the same seed.
"""

import numpy as np

from mmlib.engine.answers import answer_row
from mmlib.engine.coding import answer_of, n_answers, pegs_shared
from mmlib.engine.columns import columns_of, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import (
    GREATEST,
    SINGLE_ENTROPY,
    SINGLE_SIZE,
    WEIGHTED,
    answer_all,
    count,
)
from mmlib.reason.code_lists import are_first_of_their_kind, index_under, renamed
from mmlib.strategies.single_precision import hopeless_from, single_cost, single_terms

#: More than any split costs.
MOST = 2**62

#: The `stopped` of a search that nobody stops.
GO_ON = np.zeros(1, np.int64)

#: The `terms` of measures that are exact: none.
NO_TERMS = np.empty(0, np.float32)

#: Most possible codes that answer many guesses together: how many different answers a
#: guess gets then tells whether it is worth a closer look.
MANY = 250

#: Guesses, or groups of them, that are answered together.
AT_A_TIME = 512


@compiled
def best_split(every, members, used, by, only_members, salt, stopped):  # noqa: C901
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
    drawn = salt != 0
    rounded = by.kind in (SINGLE_SIZE, SINGLE_ENTROPY)
    n = n_answers(pegs)
    in_order = not (drawn or rounded)
    if m == 1:
        return np.int64(members[0]), np.full(1, n - 1, np.uint8)
    codes, names, among, plain = renamed(every, members, used, drawn)
    possible, first, salt = (
        columns_of(codes, len(names)),
        are_first_of_their_kind(codes, plain),
        salted(members, salt),
    )
    answers = np.empty((0, 0), np.uint8)
    parts = np.empty(0, np.uint8)
    terms = single_terms(m, by.kind)
    counters = np.zeros((4, n), np.int64)
    row = row_for(possible)
    promise = bounds_of(m, by, n)
    by_name = np.argsort(names)
    best = np.int64(-1)
    least = np.int64(MOST)
    luck = np.uint64(0)
    hopeless = np.int64(MOST)
    perfect = False
    for others in range(2):  # members come before other codes
        if others and (only_members or perfect):
            break
        guesses = every.listed if others else possible
        at_once = others and m <= MANY
        ties = drawn and not others
        if others:
            start, stop = every.begins[among, among - plain : among - plain + 2]
            begins = every.starts[start:stop]
            ends = every.starts[start + 1 : stop + 1]
            promises, _ = promises_of(
                possible, every.groups, start, stop, by, terms_of(m, by, pegs), promise
            )
        else:  # each alone, and it may be the best
            begins = np.flatnonzero(first)
            ends = begins + 1
            promises = np.full(begins.shape[0], -MOST)
        for group in np.argsort(promises) if others else np.arange(begins.shape[0]):
            promised = promises[group]
            as_good = in_order and ties and promises[group] >= least
            if stopped[0] or promised >= (hopeless if rounded else least + ties):
                break
            if as_good and lowest_index(guesses, begins[group], names, by_name) > best:
                continue  # as good is not enough for one that comes later
            for begin in range(begins[group], ends[group], AT_A_TIME):
                end = min(begin + AT_A_TIME, ends[group])
                if at_once:
                    answers, parts = answer_all(possible, guesses, begin, end - begin)
                for i in range(begin, end):
                    promised = promise[parts[i - begin]] if at_once else promises[group]
                    if stopped[0] or promised >= (
                        hopeless if rounded else least + ties
                    ):
                        continue
                    index = index_under(guesses, i, names)
                    if in_order and ties and promised >= least and index > best:
                        continue
                    if at_once:
                        for j in range(m):
                            row[j] = answers[j, i - begin]
                    else:
                        answer_row(row, i, guesses, possible)
                    cost, exact = cost_of_split(
                        count(row[:m], counters), m, by, terms, hopeless
                    )
                    lot = splitmix64(salt ^ np.uint64(index))
                    if cost < least or (
                        ties
                        and cost == least
                        and (lot < luck if drawn else index < best)
                    ):
                        best = index
                        least = cost
                        luck = lot
                        ties = drawn or others
                        hopeless = hopeless_from(exact, cost, m, by.kind)
                        perfect = exact <= promise[min(m, n)]
            if perfect and not drawn and not others:
                break
    if best >= 0:
        answer_row(row, best, every.columns, gather(every.columns, members))
    return best, row[:m]


@compiled
def lowest_index(columns, i, names, by_name):
    """The lowest `index_under` that a code has over all orders of its pegs.

    The code is in columns; `by_name` are its colors in the order of their other
    `names`.
    """
    index = 0
    for color in by_name:
        for _ in range(columns.bytes[columns.pegs + color, i]):
            index = index * columns.colors + names[color]
    return index


@compiled
def bounds_of(m, by, n):
    """Least cost of a split into 0 .. `n` classes, int64."""
    log = by.table[m] // m
    heaviest = np.sort(by.weights)[::-1]
    most = np.int64(0)
    # what a class has of the entropy at most, if it weighs more than the others
    for size in range(1, m):
        most = min(most, by.table[size] - size * log)
    least = np.zeros(n + 1, np.int64)
    for parts in range(1, n + 1):
        factor = np.int64(1)
        summand = np.int64(0)
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

    They are the factors of the excess, int64 (pegs + 1,), and what each code and what
    all codes together take off.
    """
    factors = np.ones(pegs + 1, np.int64)
    log = np.int64(0)
    if by.kind == WEIGHTED:
        factors[:] = 0
        log = by.table[m] // m
        for answer in range(by.weights.shape[0] - 1):
            shared = pegs_shared(answer, pegs)
            # the last but one black with one white does not occur
            if shared <= pegs and answer != answer_of(pegs - 1, 1, pegs):
                factors[shared] = max(factors[shared], by.weights[answer])
    return factors, log, factors.max() * m * by.slack if by.kind != GREATEST else 0


@compiled
def promises_of(codes, groups, start, stop, by, terms, least):
    """Least cost and most classes of a split of codes by a guess of each group.

    Both are int64 (groups,), for the groups from `start` to `stop`. They depend on how
    many codes share so many pegs with a guess, which is the same for all guesses of a
    group. The cost is made of the terms of `terms_of`, and is not below the `least` one
    of so many classes.
    """
    promises = np.empty(stop - start, np.int64)
    most = np.empty(stop - start, np.int64)
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
            most[first - start + i] = parts
    return promises, most


@compiled
def least_cost(sharing, by, terms):
    """Least cost of a split, and most classes, by the pegs shared with the guess.

    `sharing` is how many codes share 0, 1 ... pegs with it.
    """
    factors, log, slack = terms
    least = np.int64(0)
    parts = 0
    for shared in range(sharing.shape[0]):
        # answers are told by black pegs
        codes = sharing[shared]
        answers = shared + (shared + 1 < sharing.shape[0])
        cost, parts = (
            factors[shared] * (evenly(codes, answers, by) - codes * log),
            parts + min(codes, answers),
        )
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
def cost_of_split(sizes, m, by, terms, hopeless):
    """Cost of a split, and the exact one where it is rounded."""
    total = np.int64(0)
    log = by.table[m] // m
    for answer in range(sizes.shape[0]):
        if by.kind == GREATEST:
            total = max(total, sizes[answer] - 1)
        elif by.kind == WEIGHTED:
            total += by.weights[answer] * (
                by.table[sizes[answer]] - sizes[answer] * log
            )
        else:
            total += by.table[sizes[answer]]
    if not terms.shape[0]:
        return total, total
    if total >= hopeless:  # no rounding makes up for it
        return np.int64(MOST), total
    return single_cost(sizes, terms, by.kind), total


def salt_of(tie_seed: int | None) -> np.uint64:
    """Make the salt of a tie seed; 0, for the lexicographic order, if there is none."""
    if tie_seed is None:
        return np.uint64(0)
    return np.random.SeedSequence(tie_seed).generate_state(1, np.uint64)[0] | np.uint64(
        1
    )


@compiled
def splitmix64(number):
    """A number that looks random and depends on every bit of the one given."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled
def salted(members, salt):
    """The salt of one position: that of the seed, mixed with its possible codes."""
    for member in members:
        salt = splitmix64(salt ^ np.uint64(member))
    return salt
