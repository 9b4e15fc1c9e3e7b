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
from mmlib.checks import whole_number
from mmlib.codes import all_codes, as_codes
from mmlib.rules import MAX_COLORS, Rules

#: What a guess can be chosen by: least largest class, least expected size, greatest entropy, most parts.
OBJECTIVES = ("largest", "expected_size", "entropy", "parts")

#: A weight of 1 in whole numbers.
WEIGHT = 1000

#: How a partition is valued: by the sum of the excesses, the greatest one, with weights, or in single precision.
SUM, GREATEST, WEIGHTED, SINGLE_SIZE, SINGLE_ENTROPY = range(5)

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
        If an argument is malformed.

    Examples
    --------
    >>> class_sizes([[0, 0, 1, 1]], [[0, 0, 1, 1], [1, 1, 0, 0], [2, 2, 2, 2]], colors=6)[0, [0, 4, 20]]
    array([1, 1, 1])
    """
    guesses = as_codes(guesses, colors=whole_number(colors, "colors", 2, MAX_COLORS), name="guesses")
    rules = Rules(guesses.shape[1], colors)
    codes = as_codes(codes, rules, name="codes")
    return _sizes(*_kernels.pack(guesses, rules.colors), *_kernels.pack(codes, rules.colors), rules.pegs)


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
        If an argument is malformed, or there are no codes.

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


def objective_setting(value: object) -> str:
    """Check the name of an objective.

    Parameters
    ----------
    value : str
        One of `OBJECTIVES`, or two of them with a plus between, such as ``"parts+entropy"``: the second compares what
        is equal by the first. ``"largest"`` stands alone.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If it is something else.

    Examples
    --------
    >>> objective_setting("parts+entropy")
    'parts+entropy'
    >>> objective_setting("size")
    Traceback (most recent call last):
        ...
    ValueError: objective: 'size' is not one of largest, expected_size, entropy, parts
    """
    names = value.split("+") if isinstance(value, str) else [value]
    for name in names:
        if name == "exhaustive":
            raise ValueError("objective: 'exhaustive' stands last, after others; alone it is the player 'optimal'")
        if name not in OBJECTIVES:
            raise ValueError(f"objective: {name!r} is not one of {', '.join(OBJECTIVES)}")
    if len(names) > 2 or len(set(names)) < len(names) or (len(names) == 2 and "largest" in names):
        raise ValueError(f"objective: {value!r} is not two different ones of {', '.join(OBJECTIVES[1:])}")
    return str(value)


def excess(objective: str, n: int) -> np.ndarray:
    """By how much a class of each size falls short of single codes; of a partition the sum is to be small.

    Parameters
    ----------
    objective : str
        The measure, as `objective_setting`. Of ``"largest"`` not the sum is to be small, but the greatest entry.
    n : int, 0 or more
        Greatest size.

    Returns
    -------
    ndarray of int64, shape (n + 2,)
        Entry ``k`` belongs to size ``k``. In units of one code, or of 2**-36 bits times one code for the entropy (more,
        if two measures on a large board have to fit in one number).

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
    return _table(objective, n)[0]


@lru_cache(maxsize=16)
def _table(objective: str, n: int) -> tuple[np.ndarray, int]:
    """Excess of every size, and the slack of `Measure`."""
    first, _, second = objective.partition("+")
    slack = n.bit_length() if "entropy" in objective else 0  # half a unit for each prime factor of two numbers
    if not second:
        return _excess(first, n, BIT), slack
    bit = BIT
    while bit >= 2.0**10:  # the greatest precision that two measures leave room for
        greater, smaller = _excess(first, n, bit), _excess(second, n, bit)
        unit = int(smaller[-1]) + 1  # no partition has more of the second
        if int(greater[-1]) * unit + unit < 2**62:
            return greater * unit + smaller, slack * unit if first == "entropy" else slack
        bit /= 2
    raise ValueError(f"objective: on {n:,} codes {first} and {second} do not fit in one number")


@lru_cache(maxsize=16)
def _excess(objective: str, n: int, bit: float) -> np.ndarray:
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
                log[power::power] += round(np.log2(p) * bit)
                left[power::power] //= p
                power *= p
    return size * log


class Measure(NamedTuple):
    """An objective as the compiled loops want it.

    Attributes
    ----------
    kind : int
        `SUM`, `GREATEST`, `WEIGHTED`, `SINGLE_SIZE` or `SINGLE_ENTROPY`.
    table : ndarray of int64, shape (codes + 2,)
        Excess of every size.
    slack : int
        By how much, for each code, rounded logarithms may take the sum of a partition below that of equal sizes.
    weights : ndarray of int64, shape (0,) or (answers + 1,)
        In units of 1 / `WEIGHT`, by coded answer; none for an objective without weights.
    """

    kind: int
    table: np.ndarray
    slack: int
    weights: np.ndarray


def prepare(
    objective: str,
    rules: Rules,
    weights: dict[tuple[int, int], float] | None = None,
    *,
    single_precision: bool = False,
) -> Measure:
    """Make an objective ready for a board.

    Parameters
    ----------
    objective : str
        As `objective_setting`.
    rules : Rules
        The board.
    weights : dict of (black, white) to float, optional
        Weights of answers in the entropy; 1 for those that are not named.
    single_precision : bool, default False
        Whether expected size and entropy are computed as a well-known program (mikemag/Mastermind) does: summed in
        single precision, answer by answer, rounded to six and nine decimals, the size cut at ``2**32 - 1`` millionths.

    Returns
    -------
    Measure

    Raises
    ------
    ValueError
        If the objective is unknown or there is no such version of it in single precision, two measures do not fit in
        one number on so large a board, weights go with another objective than the entropy, or an answer is none.

    Examples
    --------
    >>> prepare("entropy", Rules(4, 6), {(4, 0): 1.5}).weights[[0, 20]]
    array([1000, 1500])
    """
    objective_setting(objective)
    if not weights:
        kind = GREATEST if objective == "largest" else SUM
        if single_precision and objective not in ("largest", "parts"):
            if "+" in objective:
                raise ValueError(f"objective: {objective!r} has no version in single precision")
            kind = SINGLE_SIZE if objective == "expected_size" else SINGLE_ENTROPY
        return Measure(kind, *_table(objective, rules.n_codes), np.empty(0, np.int64))
    if single_precision:
        raise ValueError("weights: there is no version of them in single precision")
    if objective != "entropy":
        raise ValueError(f"weights: they go with the objective 'entropy', not {objective!r}")
    units = np.full(rules.pegs * (rules.pegs + 1) + 1, WEIGHT, np.int64)
    for (black, white), weight in weights.items():
        if not 0 <= black <= black + white <= rules.pegs or (black, white) == (rules.pegs - 1, 1):
            raise ValueError(f"weights: {black} black and {white} white pegs are no answer on {rules}")
        units[black * (rules.pegs + 1) + white] = round(weight * WEIGHT)
    return Measure(WEIGHTED, _excess("entropy", rules.n_codes, 2.0**22), 0, units)


def salt(tie_seed: int | None) -> np.uint64:
    """Tell the salt of a tie seed: 0, which stands for the lexicographic order, for none.

    Parameters
    ----------
    tie_seed : int or None
        The seed.

    Returns
    -------
    uint64

    Examples
    --------
    >>> int(salt(None)), int(salt(0)) > 0
    (0, True)
    """
    if tie_seed is None:
        return np.uint64(0)
    return np.random.SeedSequence(tie_seed).generate_state(1, np.uint64)[0] | np.uint64(1)


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
    objective : str
        What makes a guess good, as `objective_setting`.
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
    if not len(possible):
        raise ValueError("possible: there are no codes to split")
    used = (1 << rules.colors) - 1
    if guessed is not None:
        used = sum(1 << color for color in set(np.ravel(guessed).tolist()))
    best = best_place(places(possible, rules), used, rules, prepare(objective, rules), only_possible=only_possible)
    return board(rules).codes[best].copy()


def best_place(
    members: np.ndarray, used: int, rules: Rules, by: Measure, *, only_possible: bool = False, salt: int = 0
) -> int:
    """Find the guess that splits a position best, as `best_guess` but in terms of places.

    Parameters
    ----------
    members : ndarray of int32, shape (n,), n >= 1
        The codes still possible, as places in the list of all codes, ascending.
    used : int
        Colors guessed so far, as bits.
    rules : Rules
        The board, of at most a million codes.
    by : Measure
        The objective.
    only_possible : bool, default False
        Whether only possible codes are tried.
    salt : int, default 0
        With 0 the first of equals in lexicographic order is taken (a possible code before others). With any other
        number one of them by chance, the same one whenever the position and the number are the same.

    Returns
    -------
    int

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> best_place(np.arange(1296, dtype=np.int32), 0, rules, prepare("parts", rules))
    8
    """
    n = len(members)
    every = board(rules)
    words = (len(every.positions), n)
    return int(
        best_split(
            *(*every, members, used, *by, only_possible, np.uint64(salt)),
            *(np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(n, np.uint8), np.empty(n, np.uint8)),
        )
    )


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
def _sizes(positions, counts, word_positions, word_counts, pegs):
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
def other_value(row, m, table, kind, weights, terms, counters):
    """Weighted entropy or a measure in single precision, negated if the more the better, in whole numbers.

    `terms` holds what a class of each size adds in single precision.
    """
    sizes = counters[0]
    sizes[:] = 0
    for j in range(m):
        sizes[row[j]] += 1
    if kind == WEIGHTED:
        log = table[m] // m
        total = np.int64(0)
        for answer in range(sizes.shape[0]):
            total += weights[answer] * (table[sizes[answer]] - sizes[answer] * log)
        return total
    single = np.float32(0.0)
    for answer in range(sizes.shape[0]):
        single += terms[sizes[answer]]
    if kind == SINGLE_SIZE:
        return min(np.int64(np.round(np.float64(single) * 1e6)), np.int64(2**32 - 1))
    return -np.int64(np.round(np.float64(single) * 1e9))


@compiled
def single_terms(m, kind):
    """What a class of each size adds to a measure in single precision, float32 (m + 1,)."""
    terms = np.zeros(m + 1, np.float32)
    for k in range(1, m + 1):
        size = np.float32(k)
        if kind == SINGLE_SIZE:
            terms[k] = size * size / np.float32(m)
        else:
            share = size / np.float32(m)
            terms[k] = -(share * np.float32(np.log(np.float64(share))))  # no logf: libraries differ in its last bit
    return terms


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
def rounded_away(exact, worth, m, kind):
    """Excess from which on rounding cannot make up for what a partition of excess `exact` is better."""
    if kind == SINGLE_SIZE:
        return np.int64(2**62) if worth == 2**32 - 1 else exact + (exact + m) // 100_000 + 2
    return exact + m * np.int64(BIT * 1e-4)


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
