"""How a guess splits codes into classes, one for each answer: the classes, their sizes, and what these sum up to."""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import answer_row
from mmlib.engine.columns import row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.words import popcount

#: What is summed up of a split: the excesses, the greatest one, with weights, or in single precision.
SUM, GREATEST, WEIGHTED, SINGLE_SIZE, SINGLE_ENTROPY = range(5)

#: Up to so many codes the classes are counted code by code, which can be left early; beyond, in four counters at once.
FEW = 48


@compiled
def by_answer(row, members, answers):
    """Sort codes stably by their answers in `row`; the class of answer ``a`` is ``ordered[ends[a] : ends[a + 1]]``."""
    ends = np.zeros(answers + 1, np.int64)
    for j in range(members.shape[0]):
        ends[row[j] + 1] += 1
    ends = np.cumsum(ends)
    begins, ordered = ends.copy(), np.empty_like(members)
    for j in range(members.shape[0]):
        ordered[begins[row[j]]] = members[j]
        begins[row[j]] += 1
    return ordered, ends


@compiled
def count(row, counters):
    """Class sizes of a split; `counters` are four rows, since one would wait for itself where answers repeat."""
    counters[:] = 0
    first, second, third, fourth = counters[0], counters[1], counters[2], counters[3]
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
    """Answers of some codes to `n` guesses, uint8 (codes, n), and how many different ones each guess has."""
    answers, parts, masks = np.empty((codes.n, n), np.uint8), np.zeros(n, np.uint8), np.empty(n, np.uint64)
    hear_interrupt()
    for j in range(codes.n):
        answer_row(answers[j], j, codes, guesses, start)
    for first in range(0, codes.pegs * (codes.pegs + 1) + 1, 64):  # a mask of each 64 answers
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
    answers, row = codes.pegs * (codes.pegs + 1) + 1, row_for(codes)
    sizes, counters = np.empty((guesses.n, answers), np.int64), np.empty((4, answers), np.int64)
    for i in range(guesses.n):
        answer_row(row, i, guesses, codes)
        sizes[i] = count(row[: codes.n], counters)
    return sizes


@compiled
def costs(guesses, codes, table, greatest, complete):
    """Sum, or `greatest` one, of the table's entries for class sizes but the solved one's, float64 (guesses,)."""
    m, solved, row = codes.n, codes.pegs * (codes.pegs + 1), row_for(codes)
    total, counters = np.zeros(guesses.n), np.empty((4, solved + 1), np.int64)
    for i in range(guesses.n):
        answer_row(row, i, guesses, codes)
        sizes = count(row[:m], counters)
        for answer in range(solved):
            cost = table[sizes[answer]]
            total[i] = max(total[i], cost) if greatest else total[i] + cost
        if sizes[solved] and not complete:  # of a sample it is luck: the sum is that of the others, made up for
            total[i] *= m / (m - sizes[solved])
    return total


class Counters(NamedTuple):
    """What `excess` counts with, made once for many splits by `counters_for`."""

    steps: np.ndarray  # by how much a class grows worse with one code more
    marks: np.ndarray  # by class: the split's number plus the size, or less if it has none; last, the latest number
    rows: np.ndarray


@compiled
def counters_for(table, answers):
    """Make the counters of `excess` for splits into so many answers, whose classes a table rates."""
    steps = np.zeros(FEW + 1, np.int64)
    for size in range(min(FEW + 1, table.shape[0] - 1)):
        steps[size] = table[size + 1] - table[size]
    return Counters(steps, np.zeros(answers + 1, np.int64), np.zeros((4, answers), np.int32))


@compiled
def excess(row, table, greatest, bound, counters):
    """Sum of the table's entries for class sizes, or the `greatest` less one; once `bound` or more, any such number."""
    steps, marks, total = counters.steps, counters.marks, np.int64(0)
    if row.shape[0] > FEW:
        for size in count(row, counters.rows):
            total = max(total, np.int64(size - 1)) if greatest else total + table[size]
        return total
    marks[-1] += FEW + 2
    mark = marks[-1]
    for answer in row:
        size = max(marks[answer] - mark, 0)
        marks[answer] = mark + size + 1
        if greatest:
            total = max(total, size)
        else:
            total += steps[size]
        if total >= bound:
            break
    return total
