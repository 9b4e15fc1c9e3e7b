"""The search for the guess that splits a position best, and how ties are settled by chance: the same for one seed."""

import numpy as np

from mmlib.engine.answers import answer_row
from mmlib.engine.columns import columns_of, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import GREATEST, WEIGHTED, answer_all, count
from mmlib.reason.every_code import are_first_of_their_kind, index_under, renamed
from mmlib.reason.single_precision import hopeless_from, single_cost, single_terms

#: More than any split costs; what tells a search that nobody stops it; and the terms of measures that are exact.
MOST, GO_ON, NO_TERMS = 2**62, np.zeros(1, np.int64), np.empty(0, np.float32)

#: Up to so many codes answer guesses together, so many at a time: their numbers of answers tell which are worth more.
MANY, AT_A_TIME = 40, 512


@compiled
def best_split(every, members, used, by, only_members, salt, stopped):
    """Index of the guess that splits `members` best by a `Measure`, and their answers to it, uint8 (m,).

    Of equals a member comes before other codes, then the first in lexicographic order or, with a `salt`, any of them.
    Without salt, of guesses that differ by interchangeable colors alone one is tried. `members` are ascending indices
    in `every.codes`, int32; `used` holds the colors guessed as bits. Once `stopped`, int64 (1,), is not 0, it ends
    with any guess, or -1 and no answers: other threads than the first hear no Ctrl-C.
    """
    m, n, drawn = members.shape[0], every.columns.pegs * (every.columns.pegs + 1) + 1, salt != 0
    if m == 1:
        return np.int64(members[0]), np.full(1, n - 1, np.uint8)
    codes, names, among, plain = renamed(every, members, used, drawn)
    possible, first, salt = columns_of(codes, len(names)), are_first_of_their_kind(codes, plain), salted(members, salt)
    answers, parts = np.empty((0, 0), np.uint8), np.empty(0, np.uint8)
    terms, counters, row = single_terms(m, by.kind), np.zeros((4, n), np.int64), row_for(possible)
    factor, summand, promise = bounds_of(m, by, n)
    best, least, luck, hopeless, perfect = np.int64(-1), np.int64(MOST), np.uint64(0), np.int64(MOST), False
    for others in range(2):  # members come before other codes
        if others and (only_members or perfect):
            break
        guesses, at_once, ties = every.listed if others else possible, others and m <= MANY, drawn and not others
        i, last = every.begins[among, among - plain : among - plain + 2] if others else np.array([0, m])
        begin, end, promised = i, i, np.int64(-MOST)  # of the guesses that are looked at together
        while i < last and not stopped[0]:
            limit = hopeless if terms.shape[0] else least + ties
            if i == end:
                hear_interrupt()
                begin, end = i, i + 1
                if at_once:
                    end = min(i + AT_A_TIME, last)
                    answers, parts = answer_all(possible, guesses, i, end - i)
                    promised = promise[parts.max()]
                elif others:
                    end = np.int64(every.ends[i])
                    answer_row(row, i, guesses, possible, 0, False)
                    promised = factor[n] * least_excess(count(row[:m], counters), by, guesses.pegs) + summand[n]
                if promised >= limit or not (others or first[i]):
                    i = end
                    continue
            at, i = i - begin, i + 1
            index = index_under(guesses, i - 1, names)
            if at_once:
                promised = promise[parts[at]]
            late = ties and index > best and not (drawn or terms.shape[0])  # as good is not enough
            if promised >= limit - late:
                continue
            if at_once:
                for j in range(m):
                    row[j] = answers[j, at]
            else:
                answer_row(row, i - 1, guesses, possible)
            cost, exact = cost_of_split(count(row[:m], counters), m, by, terms, hopeless)
            lot = splitmix64(salt ^ np.uint64(index))
            if cost < least or (ties and cost == least and (lot < luck if drawn else index < best)):
                best, least, luck, ties = index, cost, lot, drawn or others
                hopeless, perfect = hopeless_from(exact, cost, m, by.kind), exact <= promise[min(m, n)]
                if perfect and not drawn and not others:
                    break
    if best >= 0:
        answer_row(row, best, every.columns, gather(every.columns, members))
    return best, row[:m]


@compiled
def bounds_of(m, by, n):
    """Least cost of a split into 0 .. `n` classes, and factor and summand that make it of the least excess, int64."""
    factor, summand, least = np.ones(n + 1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    log, heaviest, most = by.table[m] // m, np.sort(by.weights)[::-1], np.int64(0)
    for size in range(1, m):  # what a class has of the entropy at most, if it weighs more than the others
        most = min(most, by.table[size] - size * log)
    for parts in range(1, n + 1):
        if by.kind == WEIGHTED:
            k = min(m, parts, m * log // -most)  # any k is right; with this one the bound is high
            factor[parts] = heaviest[k - 1]
            summand[parts] = (heaviest[:k].sum() - k * factor[parts]) * most - factor[parts] * (m * log)
        slack = factor[parts] * m * by.slack if by.kind != GREATEST else 0
        summand[parts] -= slack
        slack *= parts == m  # codes that are all alone are not rounded
        least[parts] = factor[parts] * evenly(m, parts, by) + summand[parts] + slack
    return factor, summand, least


@compiled
def least_excess(totals, by, pegs):
    """Least excess of a split of which the codes by black and white pegs together are known."""
    least = np.int64(0)
    for total in range(pegs + 1):  # by black pegs; one less than all with one white peg does not come about
        even = evenly(totals[total], total + (total < pegs), by)
        least = max(least, even) if by.kind == GREATEST else least + even
    return least


@compiled
def evenly(m, parts, by):
    """Excess of a split into so many classes, none of which is larger than another by two."""
    size, rest = m // parts, m % parts
    if by.kind == GREATEST:
        return size - 1 + (rest > 0)
    return rest * by.table[size + 1] + (parts - rest) * by.table[size]


@compiled
def cost_of_split(sizes, m, by, terms, hopeless):
    """Cost of a split, and the exact one where it is rounded."""
    total, log = np.int64(0), by.table[m] // m
    for answer in range(sizes.shape[0]):
        if by.kind == GREATEST:
            total = max(total, sizes[answer] - 1)
        elif by.kind == WEIGHTED:
            total += by.weights[answer] * (by.table[sizes[answer]] - sizes[answer] * log)
        else:
            total += by.table[sizes[answer]]
    if not terms.shape[0]:
        return total, total
    if total >= hopeless:  # no rounding makes up for it
        return np.int64(MOST), total
    return single_cost(sizes, terms, by.kind), total


def salt_of(tie_seed: int | None) -> np.uint64:
    """Make the salt of a tie seed: 0, which stands for the lexicographic order, for none."""
    if tie_seed is None:
        return np.uint64(0)
    return np.random.SeedSequence(tie_seed).generate_state(1, np.uint64)[0] | np.uint64(1)


@compiled
def splitmix64(number):
    """A number that looks random and hangs on every bit of the one given."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled
def salted(members, salt):
    """The salt of one position: that of the seed, mixed with its possible codes."""
    for member in members:
        salt = splitmix64(salt ^ np.uint64(member))
    return salt
