"""Every loop that answers a guess: black and white pegs, coded ``black * (pegs + 1) + white``, and what they cost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.words import (
    BYTE_LOW,
    EVERY_OTHER,
    FIFTY_SIX,
    FOUR,
    NIBBLE_LOW,
    ONE,
    TWO,
    lesser_bytes,
    popcount,
    tallies,
    tally,
    to_words,
)


@compiled
def feedback_matrix(black_left, total_left, black_right, total_right, pegs):
    """Feedback of every left code against every right one, coded ``black * (pegs + 1) + white``, uint8.

    With ``total = black + white`` the code is ``black * pegs + total``: two products of popcounts and no branch.
    """
    words, n = black_left.shape
    m = black_right.shape[1]
    matrix = np.empty((n, m), np.uint8)
    factor = np.uint64(pegs)
    for i in range(n):
        row = matrix[i]
        row[:] = 0
        for word in range(words):
            black_bits, total_bits = black_left[word, i], total_left[word, i]
            black_words, total_words = black_right[word], total_right[word]
            for j in range(m):
                black = popcount(black_bits & black_words[j])
                total = popcount(total_bits & total_words[j])
                row[j] += np.uint8(black * factor + total)
    return matrix


@compiled
def greedy_feedback_matrix(left, right, colors):
    """The nine-color player's count: every left peg, matched or not, may claim an unmatched right peg of its color.

    Feedback of every left code against every right one, coded ``black * (pegs + 1) + white``, uint8, shape
    (n_right, n_left): one right code at a time, so that the inner loops run over left codes and vectorize.
    """
    n, pegs = left.shape
    by_peg = np.ascontiguousarray(left.T)
    counts = np.zeros((colors, n), np.uint8)
    for i in range(n):
        for p in range(pegs):
            counts[left[i, p], i] += 1
    matrix = np.zeros((right.shape[0], n), np.uint8)
    matched = np.empty(n, np.uint8)
    for j in range(right.shape[0]):
        coded = matrix[j]
        for color in range(colors):
            pegs_of_color = np.uint8(0)
            for p in range(pegs):
                if right[j, p] == color:
                    if pegs_of_color == 0:
                        matched[:] = 0
                    pegs_of_color += np.uint8(1)
                    row = by_peg[p]
                    for i in range(n):
                        matched[i] += np.uint8(row[i] == color)
            if pegs_of_color > 0:
                count = counts[color]
                for i in range(n):
                    white = min(count[i], np.uint8(pegs_of_color - matched[i]))
                    coded[i] += np.uint8(matched[i] * np.uint8(pegs + 1) + white)
    return matrix


@compiled
def distance_table(feedbacks, pegs, black_weight, white_weight):
    """What each coded answer costs in each turn, float64 (turns, (pegs + 1)**2).

    The cost is ``black_weight * |black difference| + white_weight * |white difference|`` from the answer that came;
    `feedbacks` has shape (turns, 2).
    """
    table = np.empty((feedbacks.shape[0], (pegs + 1) ** 2))
    for turn in range(feedbacks.shape[0]):
        for black in range(pegs + 1):
            for white in range(pegs + 1):
                table[turn, black * (pegs + 1) + white] = black_weight * abs(
                    black - feedbacks[turn, 0]
                ) + white_weight * abs(white - feedbacks[turn, 1])
    return table


@compiled
def peg_match_table(feedbacks, pegs):
    """How many key pegs of two rows agree, blacks before whites before empty ones, float64 (turns, (pegs + 1)**2)."""
    table = np.empty((feedbacks.shape[0], (pegs + 1) ** 2))
    for turn in range(feedbacks.shape[0]):
        black, total = feedbacks[turn, 0], feedbacks[turn, 0] + feedbacks[turn, 1]
        for other_black in range(pegs + 1):
            for white in range(pegs + 1):
                other = other_black + white
                shared = max(0, min(total, other) - max(black, other_black))
                table[turn, other_black * (pegs + 1) + white] = (
                    min(black, other_black) + shared + pegs - max(total, other)
                )
    return table


@compiled
def look_up(matrix, table):
    """Sum over turns of the table's entry for each code's coded answer, float64 (n,); `matrix` is (turns, n)."""
    turns, n = matrix.shape
    total = np.zeros(n)
    for turn in range(turns):
        row, entries = matrix[turn], table[turn]
        for i in range(n):
            total[i] += entries[row[i]]
    return total


@compiled
def coded_feedback(code, counts, other, other_counts, pegs):
    """Coded answer of two nibble words, of which the tallies are known, uint64."""
    different = code ^ other
    different |= different >> TWO
    different |= different >> ONE
    black = np.uint64(pegs) - popcount(different & (NIBBLE_LOW >> np.uint64(64 - 4 * pegs)))
    shared = lesser_bytes(counts & EVERY_OTHER, other_counts & EVERY_OTHER) + lesser_bytes(
        (counts >> FOUR) & EVERY_OTHER, (other_counts >> FOUR) & EVERY_OTHER
    )
    return black * np.uint64(pegs) + ((shared * BYTE_LOW) >> FIFTY_SIX)


class Past(NamedTuple):
    """The guesses so far, one a turn, and what an answer to them costs a code.

    Nibble words and their tallies, uint64 (turns,); float64 (turns, (pegs + 1)**2), by the coded answer.
    """

    words: np.ndarray
    tallies: np.ndarray
    costs: np.ndarray


@compiled
def past_of(guesses, costs):
    """Pack the guesses, uint8 (turns, pegs)."""
    words = to_words(guesses)
    return Past(words, tallies(words, guesses.shape[1]), costs)


@compiled
def cost_of_one(code, past, pegs, most):
    """Sum over turns of what a code's answers to the past guesses cost, given up once above `most`."""
    counts = tally(code, pegs)
    cost = 0.0
    for turn in range(past.words.shape[0]):
        cost += past.costs[turn, coded_feedback(code, counts, past.words[turn], past.tallies[turn], pegs)]
        if cost > most:
            break
    return cost


@compiled
def cost_of(codes, past, pegs):
    """`cost_of_one` of every code, float64 (n,); turn by turn, answers apart from costs, so that loops vectorize."""
    n = codes.shape[0]
    counts = tallies(codes, pegs)
    coded = np.empty(n, np.uint64)
    cost = np.zeros(n)
    for turn in range(past.words.shape[0]):
        guess, guess_counts, entries = past.words[turn], past.tallies[turn], past.costs[turn]
        for i in range(n):
            coded[i] = coded_feedback(codes[i], counts[i], guess, guess_counts, pegs)
        for i in range(n):
            cost[i] += entries[coded[i]]
    return cost


@compiled
def score(row, code, positions, counts, word_positions, word_counts, m, pegs):
    """Feedback of one packed code against `m` others into `row`, uint8; returns how many different answers there are.

    Beyond 7 pegs answers are too many for the bits of one word, and the count is 0.
    """
    factor = np.uint64(pegs)
    one = np.uint64(1)
    black, total = positions[0, code], counts[0, code]
    blacks, totals = word_positions[0], word_counts[0]
    if positions.shape[0] == 1 and pegs <= 7:
        seen = np.uint64(0)
        for j in range(m):
            coded = popcount(black & blacks[j]) * factor + popcount(total & totals[j])
            row[j] = np.uint8(coded)
            seen |= one << coded
        return np.int64(popcount(seen))
    row[:m] = 0
    for word in range(positions.shape[0]):
        black, total = positions[word, code], counts[word, code]
        blacks, totals = word_positions[word], word_counts[word]
        for j in range(m):
            row[j] += np.uint8(popcount(black & blacks[j]) * factor + popcount(total & totals[j]))
    return np.int64(0)
