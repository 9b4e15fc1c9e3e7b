"""How a guess splits codes into classes, one for each answer: their sizes, and what these sum up to."""

from __future__ import annotations

import numpy as np

from mmlib.engine.answers import score
from mmlib.engine.compiled import compiled

#: How a partition is valued: by the sum of the excesses, the greatest one, with weights, or in single precision.
SUM, GREATEST, WEIGHTED, SINGLE_SIZE, SINGLE_ENTROPY = range(5)


#: Up to so many codes the classes are counted code by code, which can be left early; beyond, in four counters at once.
FEW = 48


@compiled
def count_classes(positions, counts, word_positions, word_counts, pegs):
    """Class sizes of every guess, int64 (guesses, answers)."""
    n, m = positions.shape[1], word_positions.shape[1]
    sizes, row = np.zeros((n, pegs * (pegs + 1) + 1), np.int64), np.empty(m, np.uint8)
    for i in range(n):
        score(row, i, positions, counts, word_positions, word_counts, m, pegs)
        for j in range(m):
            sizes[i, row[j]] += 1
    return sizes


@compiled
def value(row, m, table, step, kind, bound, counters, marks, mark):
    """Excess of the partition that `row` tells, or some number of `bound` or more as soon as it reaches that.

    `marks` holds, for each class, `mark` plus its size if it was met this time, else something less.
    """
    total = np.int64(0)
    if m <= FEW:
        for j in range(m):
            size = max(marks[row[j]] - mark, 0)
            marks[row[j]] = mark + size + 1
            if kind == GREATEST:
                total = max(total, size)
            else:
                total += step[size]
            if total >= bound:
                break
        return total
    counters[:] = 0
    first, second, third, fourth = counters[0], counters[1], counters[2], counters[3]
    whole = m // 4 * 4
    for j in range(0, whole, 4):
        first[row[j]] += 1
        second[row[j + 1]] += 1
        third[row[j + 2]] += 1
        fourth[row[j + 3]] += 1
    for j in range(whole, m):
        first[row[j]] += 1
    for answer in range(counters.shape[1]):
        size = first[answer] + second[answer] + third[answer] + fourth[answer]
        if kind == GREATEST:
            total = max(total, size - 1)
        else:
            total += table[size]
    return total


@compiled
def costs(positions, counts, word_positions, word_counts, pegs, table, greatest, complete):
    """Sum, or `greatest` one, of what the table says of each class's size, float64 (guesses,).

    The class of the code guessed does not count. If the codes that are split are not all (`complete`) but a sample,
    that a guess is one of them is luck: its sum is that of the others, made up for.
    """
    m, solved = word_positions.shape[1], pegs * (pegs + 1)
    total, row, sizes = np.zeros(positions.shape[1]), np.empty(m, np.uint8), np.empty((4, solved + 1), np.int64)
    for i in range(positions.shape[1]):
        score(row, i, positions, counts, word_positions, word_counts, m, pegs)
        sizes[:] = 0  # four counters, since one would wait for itself where answers repeat
        whole = m // 4 * 4
        for j in range(0, whole, 4):
            for k in range(4):
                sizes[k, row[j + k]] += 1
        for j in range(whole, m):
            sizes[0, row[j]] += 1
        for answer in range(solved):
            cost = table[sizes[0, answer] + sizes[1, answer] + sizes[2, answer] + sizes[3, answer]]
            total[i] = max(total[i], cost) if greatest else total[i] + cost
        hit = sizes[0, solved] + sizes[1, solved] + sizes[2, solved] + sizes[3, solved]
        if hit and not complete:
            total[i] *= m / (m - hit)
    return total


@compiled
def values(codes, positions, counts, members, kind, table):
    """Excess of the partition of every code, int64 (codes,)."""
    n, pegs = codes.shape
    m, words = members.shape[0], positions.shape[0]
    answers = pegs * (pegs + 1) + 1
    word_positions, word_counts = np.empty((words, m), np.uint64), np.empty((words, m), np.uint64)
    for j in range(m):
        for word in range(words):
            word_positions[word, j] = positions[word, members[j]]
            word_counts[word, j] = counts[word, members[j]]
    step = np.empty(FEW + 1, np.int64)
    for size in range(FEW + 1):
        step[size] = table[size + 1] - table[size] if size + 1 < table.shape[0] else 0
    counters, marks = np.zeros((4, answers), np.int32), np.zeros(answers, np.int64)
    row, worth = np.empty(m, np.uint8), np.empty(n, np.int64)
    for code in range(n):
        score(row, code, positions, counts, word_positions, word_counts, m, pegs)
        worth[code] = value(
            row, m, table, step, kind, np.int64(2**62), counters, marks, np.int64((code + 1) * (FEW + 2))
        )
    return worth
