"""The search for the guess that splits a position best, and how ties are settled by chance: the same for one seed."""

import numpy as np

from mmlib.engine.answers import answer_row
from mmlib.engine.columns import gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import GREATEST, WEIGHTED, answer_all, count, counters_for, excess
from mmlib.reason.every_code import interchangeable, is_first_of_its_kind
from mmlib.reason.single_precision import hopeless_from, single_cost, single_terms

#: More than any split costs; and what tells a search that nobody stops it.
MOST, GO_ON = 2**62, np.zeros(1, np.int64)

#: Up to so many codes answer guesses together, so many at a time: their numbers of answers tell which are worth more.
MANY, AT_A_TIME = 256, 512


@compiled
def best_split(every, members, used, by, only_members, salt, stopped):
    """Index of the guess that splits `members` best by a `Measure`, and their answers to it, uint8 (m,).

    Of equals a member comes before other codes, then the first in lexicographic order or, with a `salt`, any of them.
    Without salt, of guesses that differ by interchangeable colors alone one is tried. `members` are ascending indices
    in `every.codes`, int32; `used` holds the colors guessed as bits. Once `stopped`, int64 (1,), is not 0, it ends
    with any guess, or -1 and no answers: other threads than the first hear no Ctrl-C.
    """
    codes, columns, colors_of = every
    n, pegs = codes.shape
    m, drawn = members.shape[0], salt != 0
    among, at_once = gather(columns, members), m <= MANY
    answers, parts = np.empty((0, 0), np.uint8), np.empty(0, np.uint8)
    if drawn:
        free, forbidden, salt = 0, 0, salted(members, salt)
    else:
        free, forbidden = interchangeable(colors_of, members, used)
        if m <= 8:
            free = 0  # of so few members none is worth a look
    terms, promise = single_terms(m, by.kind), promises(m, by, pegs)
    counters = counters_for(by.table, pegs * (pegs + 1) + 1)
    row, best_row = row_for(among), np.empty(m, np.uint8)
    best, least, luck = np.int64(-1), np.int64(MOST), np.uint64(0)
    hopeless, perfect = np.int64(MOST), False
    for others in range(2):  # members come before other codes
        if others and (only_members or perfect):
            break
        ties = drawn and not others
        for i in range(n if others else m):
            if stopped[0]:
                break
            guess = np.int64(i if others else members[i])
            at = i % AT_A_TIME
            if others and at_once and at == 0:
                answers, parts = answer_all(among, columns, i, min(AT_A_TIME, n - i))
            if colors_of[guess] & forbidden or (free and not is_first_of_its_kind(codes[guess], free)):
                continue
            if others and at_once:
                if promise[parts[at]] >= (hopeless if terms.shape[0] else least + ties):
                    continue
                for j in range(m):
                    row[j] = answers[j, at]
            else:
                answer_row(row, guess, columns, among)
            cost, exact = cost_of_split(row[:m], by, terms, least + ties, hopeless, counters)
            if cost < least or (ties and cost == least and splitmix64(salt ^ np.uint64(guess)) < luck):
                best, least, luck, ties = guess, cost, splitmix64(salt ^ np.uint64(guess)), drawn
                hopeless, perfect = hopeless_from(exact, cost, m, by.kind), exact == 0
                best_row[:] = row[:m]
                if perfect and not drawn:
                    break
    return best, best_row


@compiled
def promises(m, by, pegs):
    """Least cost of a split into so many classes, of the exact one where it is rounded, int64 (answers + 1,)."""
    promise = np.full(pegs * (pegs + 1) + 2, -MOST, np.int64)
    for parts in range(1, promise.shape[0]):
        size, rest = m // parts, m % parts
        even = rest * by.table[size + 1] + (parts - rest) * by.table[size]
        if by.kind == GREATEST:
            promise[parts] = size - 1 + (rest > 0)
        elif by.kind == WEIGHTED:
            promise[parts] = by.weights.max() * min(0, even - by.table[m] // m * m)
        else:
            promise[parts] = even - by.slack * m
    return promise


@compiled
def cost_of_split(row, by, terms, bound, hopeless, counters):
    """Cost of a split, or any number of `bound` or more, and its exact excess: 0 if perfect, -1 with weights."""
    if by.kind <= GREATEST:
        cost = excess(row, by.table, by.kind == GREATEST, bound, counters)
        return cost, cost
    if by.kind == WEIGHTED:
        return weighted_cost(count(row, counters.rows), by, row.shape[0]), np.int64(-1)
    exact = excess(row, by.table, False, hopeless, counters)
    if exact >= hopeless:  # no rounding makes up for it
        return np.int64(MOST), exact
    return single_cost(count(row, counters.rows), terms, by.kind), exact


@compiled
def weighted_cost(sizes, by, m):
    """Negative entropy of a split, each answer's share times its weight, in whole numbers."""
    log = by.table[m] // m
    total = np.int64(0)
    for answer in range(sizes.shape[0]):
        total += by.weights[answer] * (by.table[sizes[answer]] - sizes[answer] * log)
    return total


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
