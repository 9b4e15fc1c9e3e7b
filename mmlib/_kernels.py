"""Compiled loops: arrays in, arrays out. No checks, no pandas, no files.

A code packs into machine words twice. The *position* words hold one bit for each (color, position); the *count* words
hold, for each color, as many ones as the code has pegs of it. Then ``black = popcount(a & b)`` on the first and
``black + white = popcount(a & b)`` on the second. Words are stored word first, shape ``(words, n)``, so that the inner
loop runs over codes and vectorizes.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import intrinsic

WORD_BITS = 64


@intrinsic
def popcount(typing_context, word):
    """Count the ones of an unsigned integer with the machine's own instruction."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return word(word), generate


@njit(cache=True)
def pack(codes, colors):
    """Pack codes, shape (n, pegs), into position words and count words, uint64 of shape (words, n)."""
    n, pegs = codes.shape
    words = (pegs * colors + WORD_BITS - 1) // WORD_BITS
    positions = np.zeros((words, n), np.uint64)
    counts = np.zeros((words, n), np.uint64)
    seen = np.empty(colors, np.int64)
    for i in range(n):
        seen[:] = 0
        for p in range(pegs):
            first = np.int64(codes[i, p]) * pegs
            bit = first + p
            positions[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
            bit = first + seen[codes[i, p]]
            counts[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
            seen[codes[i, p]] += 1
    return positions, counts


@njit(cache=True)
def pack_presence(codes, colors):
    """Pack codes into words with all the positions set of every color that occurs in the code, uint64 (words, n)."""
    n, pegs = codes.shape
    words = (pegs * colors + WORD_BITS - 1) // WORD_BITS
    presence = np.zeros((words, n), np.uint64)
    for i in range(n):
        for p in range(pegs):
            for bit in range(np.int64(codes[i, p]) * pegs, (np.int64(codes[i, p]) + 1) * pegs):
                presence[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
    return presence


@njit(cache=True)
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


@njit(cache=True)
def greedy_feedback_matrix(left, right, colors):
    """The nine-color player's count: every left peg, matched or not, may claim an unmatched right peg of its color."""
    n, pegs = left.shape
    m = right.shape[0]
    matrix = np.empty((n, m), np.uint8)
    left_count = np.empty(colors, np.int64)
    right_free = np.empty(colors, np.int64)
    for i in range(n):
        left_count[:] = 0
        for p in range(pegs):
            left_count[left[i, p]] += 1
        for j in range(m):
            right_free[:] = 0
            black = 0
            for p in range(pegs):
                if left[i, p] == right[j, p]:
                    black += 1
                else:
                    right_free[right[j, p]] += 1
            white = 0
            for color in range(colors):
                white += min(left_count[color], right_free[color])
            matrix[i, j] = np.uint8(black * (pegs + 1) + white)
    return matrix


@njit(cache=True)
def weighted_distance(codes, blacks, whites, pegs, black_weight, white_weight):
    """Sum over turns of ``black_weight * |black difference| + white_weight * |white difference|``, float64 (n,).

    `codes` holds the feedback of every candidate against every past guess, shape (turns, n).
    """
    turns, n = codes.shape
    distance = np.zeros(n)
    for turn in range(turns):
        for i in range(n):
            black = np.int64(codes[turn, i]) // (pegs + 1)
            white = np.int64(codes[turn, i]) % (pegs + 1)
            distance[i] += black_weight * abs(black - blacks[turn]) + white_weight * abs(white - whites[turn])
    return distance


@njit(cache=True)
def peg_matches(codes, blacks, whites, pegs):
    """Sum over turns of the places at which two key-peg rows agree (blacks, then whites, then empty), int64 (n,)."""
    turns, n = codes.shape
    matches = np.zeros(n, np.int64)
    for turn in range(turns):
        black = blacks[turn]
        total = black + whites[turn]
        for i in range(n):
            other_black = np.int64(codes[turn, i]) // (pegs + 1)
            other_total = other_black + np.int64(codes[turn, i]) % (pegs + 1)
            whites_shared = min(total, other_total) - max(black, other_black)
            matches[i] += min(black, other_black) + max(0, whites_shared) + pegs - max(total, other_total)
    return matches


@njit(cache=True)
def whole_board_fitness(chromosomes, secret, occurs, by_count, cost):
    """Whole-board fitness and the guess (from 1) that solves, 0 if none: int64 (n,), int64 (n,).

    `occurs[color]` is how many pegs of that color the secret has. With `by_count` a misplaced peg is counted as in the
    standard feedback; without, it counts whenever its color occurs at all.
    """
    n, genes = chromosomes.shape
    pegs = secret.shape[0]
    fitness = np.empty(n, np.int64)
    solved = np.zeros(n, np.int64)
    seen = np.zeros(occurs.shape[0], np.int64)
    for i in range(n):
        total = cost
        for row in range(genes // pegs):
            black = 0
            misplaced = 0
            if by_count:
                seen[:] = 0
            for p in range(pegs):
                gene = np.int64(chromosomes[i, row * pegs + p])
                if gene == secret[p]:
                    black += 1
                if by_count:
                    seen[gene] += 1
                    misplaced += seen[gene] <= occurs[gene]
                else:
                    misplaced += occurs[gene] > 0
            total += -cost + 10 * black + (misplaced - black)
            if black == pegs:
                solved[i] = row + 1
                break
        fitness[i] = total
    return fitness, solved


@njit(cache=True)
def cross_neighbors(parents, cuts):
    """Child k takes its genes before ``cuts[k]`` from parent k, the others from parent k + 1, around the ring."""
    n_parents, genes = parents.shape
    children = np.empty((cuts.shape[0], genes), parents.dtype)
    for k in range(cuts.shape[0]):
        first, second = parents[k % n_parents], parents[(k + 1) % n_parents]
        for gene in range(genes):
            children[k, gene] = first[gene] if gene < cuts[k] else second[gene]
    return children


@njit(cache=True)
def reset_genes(children, colors, n_genes, exclude_current, rng):
    """In each child set `n_genes` genes, all different, to a random color; not the present one if `exclude_current`."""
    n, genes = children.shape
    order = np.arange(genes)
    for i in range(n):
        for j in range(n_genes):
            pick = rng.integers(j, genes)
            order[j], order[pick] = order[pick], order[j]
            gene = order[j]
            if exclude_current:
                color = rng.integers(0, colors - 1)
                if color >= children[i, gene]:
                    color += 1
            else:
                color = rng.integers(0, colors)
            children[i, gene] = color
