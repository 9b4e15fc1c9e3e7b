"""The search for the guess that splits a position best."""

from __future__ import annotations

import numpy as np

from mmlib.engine.answers import score
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import FEW, GREATEST, SUM, WEIGHTED, value
from mmlib.game.rules import Rules
from mmlib.reason.every_code import every_code
from mmlib.reason.objectives import Measure
from mmlib.reason.single_precision import other_value, rounded_away, single_terms


def salt(tie_seed: int | None) -> np.uint64:
    """Tell the salt of a tie seed: 0, which stands for the lexicographic order, for none."""
    if tie_seed is None:
        return np.uint64(0)
    return np.random.SeedSequence(tie_seed).generate_state(1, np.uint64)[0] | np.uint64(1)


def best_place(
    members: np.ndarray, used: int, rules: Rules, by: Measure, *, only_possible: bool = False, salt: int = 0
) -> int:
    """Find the guess that splits a position best, as `best_guess` but in terms of places."""
    n = len(members)
    every = every_code(rules)
    words = (len(every.positions), n)
    return int(
        best_split(
            *(*every, members, used, *by, only_possible, np.uint64(salt)),
            *(np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(n, np.uint8), np.empty(n, np.uint8)),
        )
    )


@compiled
def is_first_of_its_kind(code, free):
    """Whether the colors of `free`, bits that no guess has told apart yet, come in rising order in a code."""
    seen = 0
    for p in range(code.shape[0]):
        bit = 1 << np.int64(code[p])
        if bit & free and not bit & seen:
            rest = free & ~seen
            if bit != rest & -rest:
                return False
            seen |= bit
    return True


@compiled
def judged(row, m, table, step, kind, weights, terms, bound, near, counters, marks, mark):
    """Value of the partition that `row` tells, and its exact excess: 0 if it is perfect, -1 if there are weights.

    The value may be any number of `bound` or more once it reaches that. From an excess of `near` on no rounding makes
    up for it, so the value in single precision is not computed.
    """
    if kind <= GREATEST:
        exact = value(row, m, table, step, kind, bound, counters, marks, mark)
        return exact, exact
    exact = np.int64(-1)
    if kind != WEIGHTED:
        exact = value(row, m, table, step, SUM, near, counters, marks, mark)
        if exact >= near:
            return np.int64(2**62), exact
    return other_value(row, m, table, kind, weights, terms, counters), exact


@compiled
def mixed(number):
    """A number that looks random and hangs on every bit of the one given (splitmix64)."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled
def best_split(
    codes, positions, counts, colors_of, members, used, kind, table, slack, weights, only_members, salt,
    word_positions, word_counts, row, best_row,
):  # fmt: skip
    """Index of the guess that splits `members` best, its feedback with them left in `best_row`.

    Of equals a member comes before other codes, then the first in lexicographic order or, with a `salt`, any of them.
    Two reductions leave the former untouched. Colors that no guess contained are interchangeable, so one code of each
    kind is tried, the first. Colors that no member has are alike, so of those only the first is tried.

    `members` are indices in `codes`, ascending; `colors_of` and `used` hold colors as bits. The arrays after `salt` are
    room to work in.
    """
    n, pegs = codes.shape
    m = members.shape[0]
    answers = pegs * (pegs + 1) + 1
    present = 0
    for j in range(m):
        for word in range(positions.shape[0]):
            word_positions[word, j] = positions[word, members[j]]
            word_counts[word, j] = counts[word, members[j]]
        present |= colors_of[members[j]]
    free = present & ~used
    alike = free & (free - 1) != 0 and m > 8  # of so few members none is worth a look
    absent = ((1 << 16) - 1) & ~present
    forbidden = absent & (absent - 1)
    drawn = salt != 0
    if drawn:
        alike, forbidden = False, 0
        for j in range(m):
            salt = mixed(salt ^ np.uint64(members[j]))
    terms = single_terms(m if kind > WEIGHTED else 0, kind)

    step = np.empty(FEW + 1, np.int64)
    for size in range(FEW + 1):
        step[size] = table[size + 1] - table[size] if size + 1 < table.shape[0] else 0
    counters = np.zeros((4, answers), np.int32)
    marks = np.zeros(answers, np.int64)
    mark = 0
    best, least, luck = np.int64(-1), np.int64(2**62), np.uint64(0)
    near, perfect = np.int64(2**62), False
    for j in range(m):
        if alike and not is_first_of_its_kind(codes[members[j]], free):
            continue
        score(row, members[j], positions, counts, word_positions, word_counts, m, pegs)
        mark += FEW + 2
        worth, exact = judged(row, m, table, step, kind, weights, terms, least + drawn, near, counters, marks, mark)
        if worth < least or (drawn and worth == least and mixed(salt ^ np.uint64(members[j])) < luck):
            best, least, near, perfect = np.int64(members[j]), worth, rounded_away(exact, worth, m, kind), exact == 0
            luck = mixed(salt ^ np.uint64(members[j]))
            best_row[:m] = row[:m]
            if exact == 0 and not drawn:
                break
    if only_members or perfect:
        return best

    promise = np.full(answers + 1, -(2**62), np.int64)  # least excess of so many parts: all of a size, or nearly
    if positions.shape[0] == 1 and pegs <= 7 and kind <= GREATEST:
        for parts in range(1, answers + 1):
            size, rest = m // parts, m % parts
            if kind == GREATEST:
                promise[parts] = size - 1 + (rest > 0)
            else:
                promise[parts] = rest * table[size + 1] + (parts - rest) * table[size] - slack * m
    others = False  # a member comes before other codes
    for code in range(n):
        if colors_of[code] & forbidden or (alike and not is_first_of_its_kind(codes[code], free)):
            continue
        parts = score(row, code, positions, counts, word_positions, word_counts, m, pegs)
        bound = least + (drawn and others)
        if promise[parts] >= bound:
            continue
        mark += FEW + 2
        worth, exact = judged(row, m, table, step, kind, weights, terms, bound, near, counters, marks, mark)
        if worth < least or (drawn and others and worth == least and mixed(salt ^ np.uint64(code)) < luck):
            best, least, near, others = np.int64(code), worth, rounded_away(exact, worth, m, kind), True
            luck = mixed(salt ^ np.uint64(code))
            best_row[:m] = row[:m]
            if exact == 0 and not drawn:
                break
    return best
