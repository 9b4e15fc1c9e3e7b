"""What guesses lead to when they are played out: each class goes on with the best guess of a few, up to the end."""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import answer_row
from mmlib.engine.columns import Columns, columns_of, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import by_answer, split
from mmlib.engine.words import tallies, to_words
from mmlib.reason.lookahead import by_members

#: A small class goes on with the one of its codes that makes the most classes; a larger one with one of so many of its
#: codes, or of so many guesses that are given.
SMALL, OWN, GIVEN = 12, 30, 10

#: A guess is given up once what is left would have to cost so much less than expected, in guesses for each code.
SLACK = 0.2


class Position(NamedTuple):
    """Codes in columns, packed, and as tallies; what classes of each size cost, float64; and guesses that are given."""

    codes: Columns
    words: np.ndarray
    tallies: np.ndarray
    expected: np.ndarray
    guesses: Columns


def position_of(codes: np.ndarray, guesses: np.ndarray, colors: int, expected: np.ndarray) -> Position:
    """Prepare codes, uint8 (n, pegs), and guesses, the most promising ones first, for `best_played_out`."""
    words = to_words(codes)
    return Position(
        columns_of(codes, colors), words, tallies(words, codes.shape[1]), expected, columns_of(guesses, colors)
    )


@compiled
def best_played_out(position, tried):
    """Which of the first guesses takes the fewest guesses for the codes together."""
    codes, guesses, expected = position.codes, position.guesses, position.expected
    members, best, least, beyond = np.arange(codes.n), 0, np.inf, 0.0
    for i in range(tried):
        hear_interrupt()
        ordered, ends = split(i, guesses, members, codes)
        size = ends[1:] - ends[:-1]
        size[-1] = 0  # the codes that a guess is end the game
        promised, left = expected[size].sum(), size.sum()
        cost = promised
        for answer in np.argsort(-size, kind="mergesort"):
            if cost + (beyond - SLACK) * left >= least:
                break  # given up, unless nothing is left
            among = ordered[ends[answer] : ends[answer + 1]]
            cost += played_out(position, among) - expected[size[answer]]
            left -= size[answer]
        if i == 0:  # how far what is expected is off
            beyond = (cost - promised) / codes.n
        if cost < least and left == 0:
            best, least = i, cost
    return best


@compiled
def played_out(position, members):
    """Guesses for all members together, where each class goes on with the follower that promises most."""
    codes, guesses, expected, m = position.codes, position.guesses, position.expected, members.shape[0]
    if m <= 2:
        return max(0.0, 2.0 * m - 1.0)
    if m <= SMALL:
        chosen, parts = by_members(members, position.words, position.tallies, codes.pegs)
        if parts >= m - 1:
            return 3.0 * m - 1.0 - parts
        ordered, ends = split(chosen, codes, members)
    else:
        followers, own, solved = gather(codes, members), min(m, OWN), codes.pegs * (codes.pegs + 1)
        row, sizes, best, chosen = row_for(followers), np.zeros(solved + 1, np.int64), np.inf, 0
        for k in range(own + min(guesses.n, GIVEN)):
            _answers(row, k, own, followers, guesses)
            for j in range(m):
                sizes[row[j]] += 1
            sizes[solved], cost = 0, 0.0
            for j in range(m):
                cost += expected[sizes[row[j]]] if sizes[row[j]] < m else np.inf
                sizes[row[j]] = 0
            if cost < best:
                best, chosen = cost, k
        _answers(row, chosen, own, followers, guesses)
        ordered, ends = by_answer(row[:m], members, solved + 1)
    total = float(m)
    for answer in range(ends.shape[0] - 2):  # the last answer ends the game
        total += played_out(position, ordered[ends[answer] : ends[answer + 1]])
    return total


@compiled
def _answers(row, k, own, followers, guesses):
    """Answer the k-th follower: one of the codes of the class, evenly chosen, or after these a guess that is given."""
    if k < own:
        answer_row(row, k * followers.n // own, followers, followers)
    else:
        answer_row(row, k - own, guesses, followers)
