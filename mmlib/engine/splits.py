"""How a guess splits codes into classes, one for each answer.

Here are the classes, their sizes, and what these sum up to.
"""

import numpy as np

from mmlib.engine.answers import all_answers, answer_row
from mmlib.engine.coding import n_answers
from mmlib.engine.columns import columns_of, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.words import popcount

#: What counts of a split: the sum of its classes' excesses, the greatest one, the sum
#: with weights, expected size or entropy in single precision, or the sum of a formula.
SUM, GREATEST, WEIGHTED, SINGLE_SIZE, SINGLE_ENTROPY, FORMULA = range(6)


@compiled
def by_answer(row, members, answers):
    """Sort codes stably by their answers in `row`; return them `ordered`, and `ends`.

    The class of answer ``a`` is ``ordered[ends[a] : ends[a + 1]]``.
    """
    ends = np.zeros(answers + 1, np.int64)
    for j in range(members.shape[0]):
        ends[row[j] + 1] += 1
    ends = np.cumsum(ends)
    begins = ends.copy()
    ordered = np.empty_like(members)
    for j in range(members.shape[0]):
        ordered[begins[row[j]]] = members[j]
        begins[row[j]] += 1
    return ordered, ends


@compiled
def in_order(cost):
    """Find the indices that sort whole numbers of 0 or more stably.

    The numbers are float64 (n,). They are counted, which is quicker than `argsort`.
    """
    return by_answer(
        cost.astype(np.int64), np.arange(cost.shape[0]), np.int64(cost.max()) + 1
    )[0]


@compiled
def split(guess, guesses, members, codes=None):
    """Sort some of the codes by their answers to another, as `by_answer` does.

    `codes` are the columns of these members, where they are at hand.
    """
    others = gather(guesses, members) if codes is None else codes
    row = row_for(others)
    answer_row(row, guess, guesses, others)
    return by_answer(row, members, n_answers(guesses.pegs))


@compiled
def class_of(guess, answer, members, codes):
    """Find those of some codes that give a guess this answer.

    `members` are these codes, as ascending indices in `codes`.
    """
    m = members.shape[0]
    # few are gathered, many answer with all
    others = gather(codes, members) if m * 64 < codes.n else codes
    row = row_for(others)
    answer_row(row, 0, columns_of(guess, codes.colors), others)
    return members[(row[:m] if m == others.n else row[members]) == answer]


@compiled
def count(row, counters):
    """Count the class sizes of a split.

    `counters` are four rows, since one would wait for itself where answers repeat.
    """
    counters[:] = 0
    first = counters[0]
    second = counters[1]
    third = counters[2]
    fourth = counters[3]
    whole = row.shape[0] // 4 * 4
    for j in range(0, whole, 4):
        first[row[j]] += 1
        second[row[j + 1]] += 1
        third[row[j + 2]] += 1
        fourth[row[j + 3]] += 1
    for j in range(whole, row.shape[0]):
        first[row[j]] += 1
    for answer in range(first.shape[0]):
        first[answer] += second[answer] + third[answer] + fourth[answer]
    return first


@compiled
def answer_all(codes, guesses, start, n):
    """Answer `n` guesses, from `start` on, from some codes, uint8 (codes, n).

    Return also how many different answers each guess has, uint8 (n,).
    """
    answers = np.empty((codes.n, n), np.uint8)
    parts = np.zeros(n, np.uint8)
    masks = np.empty(n, np.uint64)
    hear_interrupt()
    for j in range(codes.n):
        answer_row(answers[j], j, codes, guesses, start)
    # a mask of each 64 answers
    for first in range(0, n_answers(codes.pegs), 64):
        masks[:] = 0
        for j in range(codes.n):
            row = answers[j]
            for i in range(n):
                answer = np.uint64(row[i]) - np.uint64(first)
                masks[i] |= np.uint64(answer < 64) << (answer & np.uint64(63))
        for i in range(n):
            parts[i] += np.uint8(popcount(masks[i]))
    return answers, parts


@compiled
def count_classes(guesses, codes):
    """Class sizes of every guess, int64 (guesses, answers)."""
    answers = n_answers(codes.pegs)
    row = row_for(codes)
    sizes = np.empty((guesses.n, answers), np.int64)
    counters = np.empty((4, answers), np.int64)
    for i in range(guesses.n):
        answer_row(row, i, guesses, codes)
        sizes[i] = count(row[: codes.n], counters)
    return sizes


@compiled
def count_answers(guesses, codes, colors, scoring):
    """Class sizes of every guess, as `count_classes`, by the number of any count.

    Guesses and codes are rows, uint8 (n, pegs).
    """
    n = n_answers(guesses.shape[1])
    sizes = np.zeros((guesses.shape[0], n), np.int64)
    row = np.empty((1, codes.shape[0]), np.uint8)
    for i in range(guesses.shape[0]):
        if i % 64 == 0 or codes.shape[0] > 10_000:
            hear_interrupt()
        all_answers(row, guesses[i : i + 1], codes, colors, scoring)
        for answer in row[0]:
            sizes[i, answer] += 1
    return sizes


@compiled
def costs(guesses, codes, table, greatest, complete):
    """Sum the table's entries for the class sizes of each guess, float64 (guesses,).

    If `greatest`, this is the greatest entry instead. The class of the solved answer is
    left out.
    """
    total = np.zeros(guesses.n)
    sizes = count_classes(guesses, codes)
    for i in range(guesses.n):
        for size in sizes[i, :-1]:
            total[i] = (
                max(total[i], table[size]) if greatest else total[i] + table[size]
            )
        # of a sample it is luck: the sum is that of the others, made up for
        if sizes[i, -1] and not complete:
            total[i] *= codes.n / (codes.n - sizes[i, -1])
    return total


@compiled
def costs_by_blacks(guesses, codes, table, complete):
    """As `costs`, where the answers tell the black pegs alone."""
    total = np.zeros(guesses.n)
    sizes = count_classes(guesses, codes)
    whites = codes.pegs + 1  # answers with so many blacks
    for i in range(guesses.n):
        for black in range(codes.pegs):
            total[i] += table[sizes[i, black * whites : (black + 1) * whites].sum()]
        if sizes[i, -1] and not complete:
            total[i] *= codes.n / (codes.n - sizes[i, -1])
    return total
