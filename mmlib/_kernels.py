"""Compiled loops: arrays in, arrays out. No checks, no pandas, no files.

A code packs into machine words twice. The *position* words hold one bit for each (color, position); the *count* words
hold, for each color, as many ones as the code has pegs of it. Then ``black = popcount(a & b)`` on the first and
``black + white = popcount(a & b)`` on the second. Words are stored word first, shape ``(words, n)``, so that the inner
loop runs over codes and vectorizes.
"""

from __future__ import annotations

import numpy as np
from numba.extending import intrinsic

from mmlib._compiled import compiled

WORD_BITS = 64


@intrinsic
def popcount(typing_context, word):
    """Count the ones of an unsigned integer with the machine's own instruction."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return word(word), generate


@compiled
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


@compiled
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
    """What each coded feedback costs in each turn, float64 (turns, (pegs + 1)**2).

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
    """Places at which two rows of key pegs agree (blacks, then whites, then empty), float64 (turns, (pegs + 1)**2)."""
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
    """Sum over turns of the table's entry for each code's coded feedback, float64 (n,); `matrix` is (turns, n)."""
    turns, n = matrix.shape
    total = np.zeros(n)
    for turn in range(turns):
        row, entries = matrix[turn], table[turn]
        for i in range(n):
            total[i] += entries[row[i]]
    return total


EVERY_OTHER = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTE_HIGH, BYTE_LOW = np.uint64(0x8080808080808080), np.uint64(0x0101010101010101)
NIBBLE_LOW = np.uint64(0x1111111111111111)
ONE, TWO, FOUR, SEVEN, FIFTEEN, FIFTY_SIX = (np.uint64(n) for n in (1, 2, 4, 7, 15, 56))


@compiled
def tally(code, pegs):
    """How many pegs of each color a code of four bits a peg has, again four bits a color, uint64."""
    counts = np.uint64(0)
    for p in range(pegs):
        counts += ONE << (((code >> np.uint64(4 * p)) & FIFTEEN) << TWO)
    return counts


@compiled
def lesser_bytes(first, second):
    """The lesser of each two bytes; all of them below 128."""
    not_less = ((first | BYTE_HIGH) - second) & BYTE_HIGH
    mask = not_less - (not_less >> SEVEN)  # seven ones where the first is not less
    return (second & mask) | (first & ~mask)


@compiled
def coded_feedback(code, counts, other, other_counts, pegs):
    """Feedback between two codes of four bits a peg, coded ``black * (pegs + 1) + white``, uint64."""
    different = code ^ other
    different |= different >> TWO
    different |= different >> ONE
    black = np.uint64(pegs) - popcount(different & (NIBBLE_LOW >> np.uint64(64 - 4 * pegs)))
    shared = lesser_bytes(counts & EVERY_OTHER, other_counts & EVERY_OTHER) + lesser_bytes(
        (counts >> FOUR) & EVERY_OTHER, (other_counts >> FOUR) & EVERY_OTHER
    )
    return black * np.uint64(pegs) + ((shared * BYTE_LOW) >> FIFTY_SIX)


@compiled
def cost_of_one(code, past, past_counts, table, pegs, most):
    """Sum over turns of what the table says of a code's answers to the past guesses, given up once above `most`."""
    counts = tally(code, pegs)
    cost = 0.0
    for turn in range(past.shape[0]):
        cost += table[turn, coded_feedback(code, counts, past[turn], past_counts[turn], pegs)]
        if cost > most:
            break
    return cost


@compiled
def cost_of(codes, past, past_counts, table, pegs):
    """`cost_of_one` of every code, float64 (n,); turn by turn, feedback apart from look-up, so that loops vectorize."""
    n = codes.shape[0]
    counts = tallies(codes, pegs)
    coded = np.empty(n, np.uint64)
    cost = np.zeros(n)
    for turn in range(past.shape[0]):
        guess, guess_counts, entries = past[turn], past_counts[turn], table[turn]
        for i in range(n):
            coded[i] = coded_feedback(codes[i], counts[i], guess, guess_counts, pegs)
        for i in range(n):
            cost[i] += entries[coded[i]]
    return cost


@compiled
def tallies(codes, pegs):
    """`tally` of every code, uint64 (n,)."""
    counts = np.zeros(codes.shape[0], np.uint64)
    for p in range(pegs):
        shift = np.uint64(4 * p)
        for i in range(codes.shape[0]):
            counts[i] += ONE << (((codes[i] >> shift) & FIFTEEN) << TWO)
    return counts


#: The golden ratio as a fraction of 2**64: products with it scatter words over a table.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def word_table(entries):
    """An empty open-addressed table for so many words at most, and whose each entry is, for `enter`."""
    slots = 1
    while slots < 2 * entries:
        slots *= 2
    return np.empty(slots, np.uint64), np.full(slots, -1)


@compiled
def enter(word, table, owners, owner):
    """Enter a word in a table; False if it was there already for this owner."""
    place = _slot(word, table, owners, owner)
    if owners[place] == owner:
        return False
    table[place] = word
    owners[place] = owner
    return True


@compiled
def entered(word, table, owners, owner):
    """Whether a word is in a table for this owner."""
    return owners[_slot(word, table, owners, owner)] == owner


@compiled
def _slot(word, table, owners, owner):
    """Where a word is in a table for this owner, or else would be entered."""
    mask = np.uint64(table.shape[0] - 1)
    place = (word * GOLDEN) >> np.uint64(32) & mask
    while owners[place] == owner and table[place] != word:
        place = (place + np.uint64(1)) & mask
    return place


@compiled
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


@compiled
def cross_neighbors(parents, cuts):
    """Child k takes its genes before ``cuts[k]`` from parent k, the others from parent k + 1, around the ring."""
    n_parents, genes = parents.shape
    children = np.empty((cuts.shape[0], genes), parents.dtype)
    for k in range(cuts.shape[0]):
        first, second = parents[k % n_parents], parents[(k + 1) % n_parents]
        for gene in range(genes):
            children[k, gene] = first[gene] if gene < cuts[k] else second[gene]
    return children


@compiled
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
