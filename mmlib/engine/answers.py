"""Every loop that answers a guess, and what the answers cost.

An answer, black and white pegs, is coded ``black * (pegs + 1) + white``.
"""

from typing import NamedTuple

import numpy as np

from mmlib.engine import words
from mmlib.engine.coding import answer_of
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.words import equal_pegs, lesser_bytes, tallies, tally, to_words

#: The counts of black and white pegs, in the order of `mmlib.game.scoring.SCORINGS`.
STANDARD, CHECK_GUESS, NINE_COLORS, BLACK_ONLY = range(4)


@compiled
def answer_row(row, code, own, others, start=0, blacks=True):
    """Write one code's answers to others, from `start` on, into `row`, uint8.

    Without `blacks`, write how many pegs they share instead, in whatever positions.
    """
    if np.int64(code) % 256 == 255:  # every search for a guess comes by here
        hear_interrupt()
    mine = own.bytes[:, code]
    theirs = others.bytes
    pegs = own.pegs
    color = _color_from(pegs, mine)
    row[:] = 0
    # two pegs at a time, and two colors: a code has no more of these
    for p in range(0, pegs, 2):
        q = min(p + 1, pegs - 1)
        other_color = _color_from(color + 1, mine)
        black = np.uint8(pegs if blacks else 0)
        other_black = np.uint8(pegs if blacks and q > p else 0)
        colors = (color, other_color)
        _add(row, theirs, start, mine, (p, q), colors, (black, other_black))
        color = _color_from(other_color + 1, mine)


@compiled
def _add(row, theirs, start, mine, places, colors, worth):
    """Add what two places and two colors count.

    Where a code has the same peg, add what that place is worth; of each color, add how
    many pegs the codes share.
    """
    first = theirs[places[0], start:]
    second = theirs[places[1], start:]
    third = theirs[colors[0], start:]
    fourth = theirs[colors[1], start:]
    one = mine[places[0]]
    other = mine[places[1]]
    most = mine[colors[0]]
    other_most = mine[colors[1]]
    black, other_black = worth
    nothing = np.uint8(0)
    for i in range(row.shape[0]):
        blacks = (black if first[i] == one else nothing) + (
            other_black if second[i] == other else nothing
        )
        row[i] += blacks + min(third[i], most) + min(fourth[i], other_most)


@compiled
def _color_from(k, column):
    """Find the next column, from `k` on, of a color that a code has.

    If there is none, this is the last column, which is 0.
    """
    last = column.shape[0] - 1
    while k < last and column[k] == 0:
        k += 1
    return min(k, last)


@compiled
def answer_rows(matrix, own, others):
    """Write answers of every code to every other one, uint8 (own.n, others.n)."""
    for i in range(own.n):
        answer_row(matrix[i], i, own, others)


@compiled
def greedy_feedback_matrix(left, right, colors):
    """Answer every left code from every right one, uint8 (n_right, n_left).

    A left peg, matched or not, may claim an unmatched right peg of its color.
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
        if j % 256 == 255:
            hear_interrupt()
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
def standard_answers(matrix, guesses, secrets, colors):
    """Write answers to every guess from every secret, uint8 (n_guesses, n_secrets)."""
    answer_rows(matrix, columns_of(guesses, colors), columns_of(secrets, colors))


@compiled
def check_guess_answers(matrix, guesses, secrets, colors):
    """Write the same where a secret never runs out of a color.

    A peg counts whenever its color occurs in the secret, as if that had enough of it.
    """
    others = columns_of(secrets, colors)
    pegs = guesses.shape[1]
    others.bytes[pegs:] = (others.bytes[pegs:] > 0) * np.uint8(pegs)
    answer_rows(matrix, columns_of(guesses, colors), others)


@compiled
def nine_colors_answers(matrix, guesses, secrets, colors):
    """The same as the nine-color player counts."""
    matrix[:] = greedy_feedback_matrix(guesses, secrets, colors).T


@compiled
def black_only_answers(matrix, guesses, secrets, colors):
    """The same where white pegs are not told: there are none."""
    pegs = guesses.shape[1]
    for i in range(guesses.shape[0]):
        if i % 256 == 255:
            hear_interrupt()
        row = matrix[i]
        row[:] = 0
        for p in range(pegs):
            color = guesses[i, p]
            for j in range(row.shape[0]):
                row[j] += np.uint8((secrets[j, p] == color) * (pegs + 1))


@compiled
def all_answers(matrix, guesses, secrets, colors, scoring):
    """Write answers to every guess from every secret, by the number of a count."""
    if scoring == STANDARD:
        standard_answers(matrix, guesses, secrets, colors)
    elif scoring == CHECK_GUESS:
        check_guess_answers(matrix, guesses, secrets, colors)
    elif scoring == NINE_COLORS:
        nine_colors_answers(matrix, guesses, secrets, colors)
    else:
        black_only_answers(matrix, guesses, secrets, colors)


@compiled
def answer_to(guess, secret, colors, scoring):
    """Return black and white pegs of one guess, by the number of a way to count.

    Both are -1 if a color of the guess is out of range.
    """
    for color in guess:
        if color >= colors:
            return -1, -1
    guesses = np.expand_dims(guess, 0)
    secrets = np.expand_dims(secret, 0)
    answers = np.empty((1, 1), np.uint8)
    all_answers(answers, guesses, secrets, colors, scoring)
    return answers[0, 0] // (guess.shape[0] + 1), answers[0, 0] % (guess.shape[0] + 1)


@compiled
def distance_table(feedbacks, pegs, black_weight, white_weight):
    """Tabulate each coded answer's weighted distance from the one that came.

    The table is float64 (turns, (pegs + 1)**2).
    """
    table = np.empty((feedbacks.shape[0], (pegs + 1) ** 2))
    for turn in range(feedbacks.shape[0]):
        for black in range(pegs + 1):
            for white in range(pegs + 1):
                blacks = abs(black - feedbacks[turn, 0])
                whites = abs(white - feedbacks[turn, 1])
                table[turn, answer_of(black, white, pegs)] = (
                    black_weight * blacks + white_weight * whites
                )
    return table


@compiled
def white_and_total_table(feedbacks, pegs):
    """Tabulate how far each coded answer is from the one that came, by Bernier et al.

    Added up are the differences in white pegs and in all pegs. The table is float64
    (turns, (pegs + 1)**2).
    """
    table = np.empty((feedbacks.shape[0], (pegs + 1) ** 2))
    for turn in range(feedbacks.shape[0]):
        for black in range(pegs + 1):
            for white in range(pegs + 1):
                blacks = black - feedbacks[turn, 0]
                whites = white - feedbacks[turn, 1]
                table[turn, answer_of(black, white, pegs)] = abs(whites) + abs(
                    whites + blacks
                )
    return table


@compiled
def peg_match_table(feedbacks, pegs):
    """Tabulate how many key pegs of each coded answer and the one that came agree.

    In a row of key pegs, blacks come before whites, and whites before empty ones. The
    table is float64 (turns, (pegs + 1)**2).
    """
    table = np.empty((feedbacks.shape[0], (pegs + 1) ** 2))
    for turn in range(feedbacks.shape[0]):
        black = feedbacks[turn, 0]
        total = feedbacks[turn, 0] + feedbacks[turn, 1]
        for other_black in range(pegs + 1):
            for white in range(pegs + 1):
                other = other_black + white
                shared = max(0, min(total, other) - max(black, other_black))
                empty = pegs - max(total, other)
                table[turn, answer_of(other_black, white, pegs)] = (
                    min(black, other_black) + shared + empty
                )
    return table


@compiled
def look_up(matrix, table):
    """Sum over turns the table's entry for each code's coded answer, float64 (n,).

    `matrix` holds these answers, (turns, n).
    """
    turns, n = matrix.shape
    total = np.zeros(n)
    for turn in range(turns):
        row = matrix[turn]
        entries = table[turn]
        for i in range(n):
            total[i] += entries[row[i]]
    return total


@compiled
def coded_feedback(code, counts, other, other_counts, pegs):
    """Coded answer of two nibble words, of which the tallies are known, uint64."""
    shared = lesser_bytes(
        counts & words.EVERY_OTHER, other_counts & words.EVERY_OTHER
    ) + lesser_bytes(
        (counts >> words.FOUR) & words.EVERY_OTHER,
        (other_counts >> words.FOUR) & words.EVERY_OTHER,
    )
    return equal_pegs(code, other, pegs) * np.uint64(pegs) + (
        (shared * words.BYTE_LOW) >> words.FIFTY_SIX
    )


class Past(NamedTuple):
    """The guesses so far, one a turn, and what an answer to them costs a code."""

    words: np.ndarray  # nibble words, uint64 (turns,)
    tallies: np.ndarray  # uint64 (turns,)
    costs: np.ndarray  # by coded answer, float64 (turns, (pegs + 1)**2)


@compiled
def past_of(guesses, costs):
    """Pack the guesses, uint8 (turns, pegs)."""
    words = to_words(guesses)
    return Past(words, tallies(words, guesses.shape[1]), costs)


@compiled
def past_by_distance(guesses, feedbacks, black_weight, white_weight):
    """Pack the guesses for a search whose fitness is the distance from their answers.

    It stands here, and not above the floor of compiled code, since a second call of it
    takes a microsecond, of 25 that a guess of the quickest players takes.
    """
    pegs = guesses.shape[1]
    return past_of(guesses, distance_table(feedbacks, pegs, black_weight, white_weight))


@compiled
def cost_of_one(code, past, pegs, most):
    """Sum over turns what a code's answers to the past guesses cost.

    The sum is given up once it is above `most`.
    """
    counts = tally(code, pegs)
    cost = 0.0
    for turn in range(past.words.shape[0]):
        cost += past.costs[
            turn,
            coded_feedback(code, counts, past.words[turn], past.tallies[turn], pegs),
        ]
        if cost > most:
            break
    return cost


@compiled
def cost_of(codes, past, pegs):
    """Sum over turns what every code's answers to the past guesses cost, float64 (n,).

    This goes turn by turn, answers apart from costs, so that the loops vectorize.
    """
    n = codes.shape[0]
    counts = tallies(codes, pegs)
    coded = np.empty(n, np.uint64)
    cost = np.zeros(n)
    for turn in range(past.words.shape[0]):
        guess = past.words[turn]
        guess_counts = past.tallies[turn]
        entries = past.costs[turn]
        for i in range(n):
            coded[i] = coded_feedback(codes[i], counts[i], guess, guess_counts, pegs)
        for i in range(n):
            cost[i] += entries[coded[i]]
    return cost
