"""Partitions: a guess splits the codes that are still possible into classes, one for each answer.

Four measures of a partition are in use. To compare guesses all of them are whole numbers here, so that ties are ties on
every machine: the entropy as a sum of ``n log2 n`` in which the logarithm of each prime is rounded once, so that equal
products have equal sums.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib import _kernels
from mmlib._compiled import compiled
from mmlib._kernels import popcount
from mmlib.codes import all_codes
from mmlib.feedback import feedback_matrix
from mmlib.rules import Rules

#: What a guess can be chosen by: least largest class, least expected size, greatest entropy, most parts.
OBJECTIVES = ("largest", "expected_size", "entropy", "parts")

#: One bit of entropy in the units of `excess`.
BIT = 2.0**36

#: Up to so many codes the classes are counted code by code, which can be left early; beyond, in four counters at once.
FEW = 48


#: Strategies that look at all codes play on boards of up to so many.
MOST_CODES = 1_000_000


class Board(NamedTuple):
    """All codes of a board as the compiled loops want them: the codes, their two packed forms, their colors as bits."""

    codes: np.ndarray
    positions: np.ndarray
    counts: np.ndarray
    colors: np.ndarray


class Partition(NamedTuple):
    """How guesses split codes, one entry a guess.

    Attributes
    ----------
    largest : ndarray of int64, shape (n,)
        Codes in the largest class.
    expected_size : ndarray of float64, shape (n,)
        Codes that are left on average, were each of them the secret: ``sum(size ** 2) / sum(size)``.
    entropy : ndarray of float64, shape (n,), in bits
        Information that the answer gives.
    parts : ndarray of int64, shape (n,)
        Classes that are not empty.
    """

    largest: np.ndarray
    expected_size: np.ndarray
    entropy: np.ndarray
    parts: np.ndarray


def class_sizes(guesses: np.ndarray, codes: np.ndarray, *, colors: int) -> np.ndarray:
    """Count, for every guess, the codes that would give each answer.

    Parameters
    ----------
    guesses : array_like of int, shape (n, pegs)
        The guesses.
    codes : array_like of int, shape (m, pegs)
        The codes that are still possible.
    colors : int, 2..16
        Colors of the board.

    Returns
    -------
    ndarray of int64, shape (n, pegs * (pegs + 1) + 1)
        In column ``black * (pegs + 1) + white`` the codes with that answer.

    Raises
    ------
    TypeError, ValueError
        As `feedback_matrix`.

    Examples
    --------
    >>> class_sizes([[0, 0, 1, 1]], [[0, 0, 1, 1], [1, 1, 0, 0], [2, 2, 2, 2]], colors=6)[0, [0, 4, 20]]
    array([1, 1, 1])
    """
    coded = feedback_matrix(guesses, codes, colors=colors)
    pegs = np.shape(guesses)[1]
    classes = pegs * (pegs + 1) + 1
    return np.array([np.bincount(row, minlength=classes) for row in coded], np.int64).reshape(len(coded), classes)


def measure(guesses: np.ndarray, codes: np.ndarray, *, colors: int) -> Partition:
    """Measure how every guess splits the codes that are still possible.

    Parameters
    ----------
    guesses : array_like of int, shape (n, pegs)
        The guesses.
    codes : array_like of int, shape (m, pegs), m >= 1
        The codes that are still possible.
    colors : int, 2..16
        Colors of the board.

    Returns
    -------
    Partition

    Raises
    ------
    TypeError, ValueError
        As `feedback_matrix`; or if there are no codes.

    Examples
    --------
    >>> split = measure([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]], all_codes(Rules(4, 6)), colors=6)
    >>> split.largest.tolist(), split.parts.tolist(), split.expected_size.round(1).tolist()
    ([256, 276, 312], [13, 14, 14], [204.5, 185.3, 188.2])
    >>> split.entropy.round(3).tolist()
    [2.885, 3.044, 3.057]
    """
    sizes = class_sizes(guesses, codes, colors=colors)
    n = sizes.sum(axis=1)
    if not n.all():
        raise ValueError("codes: there are none to split")
    logs = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1)
    return Partition(sizes.max(axis=1), (sizes**2).sum(axis=1) / n, np.log2(n) - logs / n, (sizes > 0).sum(axis=1))


@lru_cache(maxsize=8)
def excess(objective: str, n: int) -> np.ndarray:
    """By how much a class of each size falls short of single codes; of a partition the sum is to be small.

    Parameters
    ----------
    objective : {"largest", "expected_size", "entropy", "parts"}
        The measure. Of ``"largest"`` not the sum is to be small, but the greatest entry.
    n : int, 0 or more
        Greatest size.

    Returns
    -------
    ndarray of int64, shape (n + 2,)
        Entry ``k`` belongs to size ``k``. In units of one code, or of 2**-36 bits times one code for the entropy.

    Notes
    -----
    ``k log2 k`` is `k` times the sum of the rounded logarithms of its prime factors. So two partitions whose products
    of ``size ** size`` are equal have the same entropy here, as they should; in floating point they mostly have not.

    Examples
    --------
    >>> excess("expected_size", 4).tolist(), excess("parts", 4).tolist()
    ([0, 0, 2, 6, 12, 20], [0, 0, 1, 2, 3, 4])
    >>> entropy = excess("entropy", 12)
    >>> bool(entropy[6] == 2 * entropy[3] + 3 * entropy[2])  # 6 and six single codes, or 3 + 3 + 2 + 2 + 2
    True
    """
    size = np.arange(n + 2)
    if objective in ("largest", "parts"):
        return np.maximum(size - 1, 0)
    if objective == "expected_size":
        return size * (size - 1)
    log = np.zeros(n + 2, np.int64)
    left = size.copy()
    for p in range(2, n + 2):
        if left[p] == p:  # no smaller prime divided it
            power = p
            while power < n + 2:
                log[power::power] += round(np.log2(p) * BIT)
                left[power::power] //= p
                power *= p
    return size * log


def best_guess(
    possible: np.ndarray,
    rules: Rules,
    objective: str,
    *,
    guessed: np.ndarray | None = None,
    only_possible: bool = False,
) -> np.ndarray:
    """Find the guess that splits the codes that are still possible best.

    Parameters
    ----------
    possible : ndarray of uint8, shape (n, pegs), n >= 1
        Those codes, in lexicographic order.
    rules : Rules
        The board, of at most a million codes.
    objective : {"largest", "expected_size", "entropy", "parts"}
        What makes a guess good.
    guessed : ndarray of uint8, shape (turns, pegs), optional
        The guesses so far. Colors that none of them has must be alike for `possible`, as they are after any answers,
        and are not all tried. Without it every color counts as guessed.
    only_possible : bool, default False
        Whether only possible codes are tried, instead of all codes of the board.

    Returns
    -------
    ndarray of uint8, shape (pegs,)
        Of equals a possible code comes first, then the first in lexicographic order.

    Raises
    ------
    ValueError
        If there are no possible codes, the objective is unknown, or the board is too large.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> best_guess(all_codes(rules), rules, "parts")
    array([0, 0, 1, 2], dtype=uint8)
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective: {objective!r} is not one of {', '.join(OBJECTIVES)}")
    n = len(possible)
    if not n:
        raise ValueError("possible: there are no codes to split")
    every = board(rules)
    used = (1 << rules.colors) - 1
    if guessed is not None:
        used = sum(1 << color for color in set(np.ravel(guessed).tolist()))
    words = (len(every.positions), n)
    best = best_split(
        *(*every, places(possible, rules), used, objective == "largest", excess(objective, rules.n_codes)),
        *(only_possible, np.empty(words, np.uint64), np.empty(words, np.uint64)),
        *(np.empty(n, np.uint8), np.empty(n, np.uint8)),
    )
    return every.codes[best].copy()


def places(codes: np.ndarray, rules: Rules) -> np.ndarray:
    """Tell where codes stand in the list of all codes.

    Parameters
    ----------
    codes : ndarray of int, shape (n, pegs)
        Codes of the board.
    rules : Rules
        The board.

    Returns
    -------
    ndarray of int32, shape (n,)

    Examples
    --------
    >>> places(np.array([[0, 0, 1, 2], [5, 5, 5, 5]]), Rules(4, 6))
    array([   8, 1295], dtype=int32)
    """
    return (codes @ rules.colors ** np.arange(rules.pegs)[::-1]).astype(np.int32)


def board(rules: Rules) -> Board:
    """Prepare all codes of a board, or say that they are too many.

    Parameters
    ----------
    rules : Rules
        The board, of at most a million codes.

    Returns
    -------
    Board

    Raises
    ------
    ValueError
        If it has more.

    Examples
    --------
    >>> board(Rules(4, 6)).colors[8]  # 0012 has the colors 0, 1 and 2
    np.int64(7)
    """
    if rules.n_codes > MOST_CODES:
        raise ValueError(f"rules: {rules} have {rules.n_codes:,} codes; all of them can be tried up to {MOST_CODES:,}")
    return _board(rules.pegs, rules.colors)


@lru_cache(maxsize=2)
def _board(pegs: int, colors: int) -> Board:
    codes = all_codes(Rules(pegs, colors))
    bits = np.zeros(len(codes), np.int64)
    for p in range(pegs):
        bits |= np.int64(1) << codes[:, p].astype(np.int64)
    return Board(codes, *_kernels.pack(codes, colors), bits)


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


@compiled
def value(row, m, table, step, by_largest, bound, counters, marks, mark):
    """Excess of the partition that `row` tells, or some number of `bound` or more as soon as it reaches that.

    `marks` holds, for each class, `mark` plus its size if it was met this time, else something less.
    """
    total = np.int64(0)
    if m <= FEW:
        for j in range(m):
            size = max(marks[row[j]] - mark, 0)
            marks[row[j]] = mark + size + 1
            if by_largest:
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
        if by_largest:
            total = max(total, size - 1)
        else:
            total += table[size]
    return total


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
def best_split(
    codes, positions, counts, colors_of, members, used, by_largest, table, only_members, word_positions, word_counts,
    row, best_row,
):  # fmt: skip
    """Index of the guess that splits `members` best, its feedback with them left in `best_row`.

    Of equals a member comes before other codes, then the first in lexicographic order. Two reductions leave that
    untouched. Colors that no guess contained are interchangeable, so one code of each kind is tried, the first. Colors
    that no member has are alike, so of those only the first is tried.

    `members` are indices in `codes`, ascending; `colors_of` and `used` hold colors as bits. The arrays after
    `only_members` are room to work in.
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

    step = np.empty(FEW + 1, np.int64)
    for size in range(FEW + 1):
        step[size] = table[size + 1] - table[size] if size + 1 < table.shape[0] else 0
    counters = np.zeros((4, answers), np.int32)
    marks = np.zeros(answers, np.int64)
    mark = 0
    best, least = np.int64(-1), np.int64(2**62)
    for j in range(m):
        if alike and not is_first_of_its_kind(codes[members[j]], free):
            continue
        score(row, members[j], positions, counts, word_positions, word_counts, m, pegs)
        mark += FEW + 2
        worth = value(row, m, table, step, by_largest, least, counters, marks, mark)
        if worth < least:
            best, least = members[j], worth
            best_row[:m] = row[:m]
            if worth == 0:
                break
    if only_members or least == 0:
        return best

    promise = np.zeros(answers + 1, np.int64)  # least excess of so many parts: all of a size, or nearly
    if positions.shape[0] == 1 and pegs <= 7:
        for parts in range(1, answers + 1):
            size, rest = m // parts, m % parts
            if by_largest:
                promise[parts] = size - 1 + (rest > 0)
            else:
                promise[parts] = rest * table[size + 1] + (parts - rest) * table[size]
    absent = ((1 << 16) - 1) & ~present
    forbidden = absent & (absent - 1)
    for code in range(n):
        if colors_of[code] & forbidden or (alike and not is_first_of_its_kind(codes[code], free)):
            continue
        parts = score(row, code, positions, counts, word_positions, word_counts, m, pegs)
        if promise[parts] >= least:
            continue
        mark += FEW + 2
        worth = value(row, m, table, step, by_largest, least, counters, marks, mark)
        if worth < least:
            best, least = code, worth
            best_row[:m] = row[:m]
            if worth == 0:
                break
    return best
