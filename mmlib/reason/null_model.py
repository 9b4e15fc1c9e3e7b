"""The null model, computed: play that draws each guess evenly from what is possible.

A set of possible codes has one expected distribution of guesses. It is the mean over
its codes, each taken as the guess, of what the classes of the guess have. Sets are
remembered, so that one reached by other guesses, or by the same ones in another order,
is seldom computed twice. Of guesses that are alike by symmetry one is tried, with the
weight of all.
"""

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import pandas as pd

from mmlib.checks import whole_number
from mmlib.engine.answers import STANDARD, all_answers
from mmlib.engine.coding import n_answers
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.progress_bar import progress
from mmlib.engine.splits import by_answer
from mmlib.engine.words import popcount
from mmlib.game.codes import all_codes, as_code, as_text, check_rules
from mmlib.game.rules import Rules
from mmlib.game.scoring import scoring_number
from mmlib.reason.searching import hashes_of, key_of, spend
from mmlib.reason.symmetry import MOST_PEGS, after, is_first, of_board

#: Most codes of a board; more take hours.
MOST_CODES = 10_000

#: Pairs of codes that are compared at most: some ten minutes. ``5 x 6`` takes a quarter
#: of them; boards of many pegs, of which the orders are too many, take more.
MOST_EFFORT = 2 * 10**10

#: Codes of a board whose null model takes some seconds at most, if it has no more than
#: `MOST_PEGS`.
QUICK = 2500

#: Guesses of the longest game that is reckoned with at first; twice as many where a
#: longer one turns up.
LONGEST = 16

#: Codes of a class in which guesses that are alike are looked for; in smaller ones that
#: takes longer than it saves.
LARGE = 24

#: Null models that take long to compute, a number of guesses a row, which
#: `tools.measure.null_models` writes.
STORED = files("mmlib.reason") / "null_models.csv"

#: Sets that are remembered at a time, a power of two; four times as many save nothing.
REMEMBERED = 1 << 16


@dataclass(frozen=True)
class NullModel:
    """What the null model takes, without sampling; `null_model` computes it.

    Attributes
    ----------
    rules : Rules
        Pegs and colors, and the guesses allowed, which only `lost` looks at.
    first_guess : str
        The code of the first guess, or ``"random"``.
    share : Series of float64, in 0..1, by number of guesses (from 1)
        The shares of the games that take so many guesses, with every code equally
        likely to be the secret; they add up to 1.
    """

    rules: Rules
    first_guess: str
    share: pd.Series

    @property
    def mean(self) -> float:
        """Guesses a game, in games that are played to their end."""
        return math.fsum(self.share.index * self.share)

    @property
    def variance(self) -> float:
        """The variance of the guesses a game."""
        return math.fsum((self.share.index - self.mean) ** 2 * self.share)

    @property
    def lost(self) -> float:
        """The share of games that are not solved within ``rules.max_guesses``."""
        return math.fsum(self.share[self.share.index > self.rules.max_guesses])

    def mean_within(self, guesses: int) -> float:
        """Guesses a game where each counts `guesses` of them at most.

        That is how games that are lost after so many are counted by `mm.play_many`.
        """
        most = whole_number(guesses, "guesses", 1, 2**31 - 1)
        return math.fsum(np.minimum(self.share.index, most) * self.share)

    def __repr__(self) -> str:
        return (
            f"NullModel({self.rules}, first guess {self.first_guess}: "
            f"{self.mean:.6f} guesses a game)"
        )


def null_model(
    rules: Rules, first_guess: object = None, *, scoring: str = "standard"
) -> NullModel:
    """Compute what play that guesses any consistent code takes, each equally likely.

    This is what `mm.player("random_consistent")` plays (R. Rosu, 1997), computed and
    not sampled. The shares are sums of positive numbers in double precision. Their
    relative error is below 1e-9, which is more than all the additions on one path from
    the first guess to the last could round away; what is computed again in fractions
    agrees to 14 digits.

    Parameters
    ----------
    rules : Rules
        Pegs and colors, of at most 10,000 codes: `ValueError` beyond, and where it
        would take more than some ten minutes (many pegs). ``4 x 6`` takes a second,
        ``4 x 7`` some three; ``4 x 8``, ``4 x 9``, ``5 x 6`` and ``6 x 4`` are stored.
    first_guess : code or str, optional
        The first guess; by default, or as ``"random"``, it is drawn as the others are.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How guesses are answered. The less the answers tell, the longer it takes: with
        black pegs alone ``4 x 4`` takes a second, and ``4 x 6`` more than ten minutes.

    Returns
    -------
    NullModel
        With ``share``, ``mean`` and ``variance``.

    Examples
    --------
    >>> null = mm.null_model(mm.Rules(3, 4), "001")
    >>> round(null.mean, 6), null.share.round(4).tolist()
    (3.321888, [0.0156, 0.1094, 0.4625, 0.3626, 0.0497, 0.0002])
    """
    check_rules(rules)
    if rules.n_codes > MOST_CODES:
        raise _too_large(rules)
    if first_guess is None:
        first_guess = "random"
    if not isinstance(first_guess, str) or first_guess != "random":
        first_guess = as_code(first_guess, rules, name="first_guess")
    text = first_guess if isinstance(first_guess, str) else as_text(first_guess)
    number = scoring_number(scoring)
    share = None if number else _stored_of(rules, text)
    if share is None:
        share = computed(rules, first_guess, number)
    guesses = pd.RangeIndex(1, len(share) + 1, name="guesses")
    return NullModel(rules, text, pd.Series(share, guesses, name="share"))


def is_quick(rules: Rules, first_guess: object = None) -> bool:
    """Whether the null model of a board is stored, or computed in some seconds."""
    text = "random"
    if first_guess is not None and not np.array_equal(first_guess, "random"):
        text = as_text(as_code(first_guess, rules, name="first_guess"))
    is_stored = _stored_of(rules, text) is not None
    return is_stored or (rules.n_codes <= QUICK and rules.pegs <= MOST_PEGS)


def _stored_of(rules: Rules, first_guess: str) -> np.ndarray | None:
    """The shares that are stored of a board and a first guess, if any are."""
    if not rules.repeats:
        return None
    return _stored().get((rules.pegs, rules.colors, first_guess))


@lru_cache(maxsize=1)
def _stored() -> dict[tuple[int, int, str], np.ndarray]:
    """The shares that are stored, by pegs, colors and first guess."""
    shares: dict[tuple[int, int, str], list[float]] = {}
    with STORED.open(newline="") as file:
        for row in csv.DictReader(file):
            place = (int(row["pegs"]), int(row["colors"]), row["first_guess"])
            shares.setdefault(place, []).append(float(row["share"]))
    return {place: np.array(one) for place, one in shares.items()}


def computed(rules: Rules, first_guess: object, scoring: int = STANDARD) -> np.ndarray:
    """Compute the shares of the games that take 1, 2 ... guesses."""
    longest = LONGEST
    while (expected := _expected(rules, first_guess, longest, scoring)) is None:
        longest *= 2
    return np.trim_zeros(expected / rules.n_codes, "b")


def _too_large(rules: Rules) -> ValueError:
    """Say what to do where the null model cannot be computed."""
    return ValueError(
        f"rules: the null model of {rules}, {rules.n_codes:,} codes, takes too long to "
        "compute; sample it: "
        'mm.play_many("random_consistent", rules, games=10_000, seed=1)'
    )


def _expected(
    rules: Rules, first_guess: object, longest: int, scoring: int
) -> np.ndarray | None:
    """How many codes are found with each guess, float64 (longest,).

    None if a game may take longer than that.
    """
    memory = _empty(rules, longest, scoring)
    codes = all_codes(rules)
    alike = of_board(rules)
    if isinstance(first_guess, str):
        firsts = [code for code in codes if is_first(code, alike)]
        weights = [orbit_size(alike, after(alike, code)) for code in firsts]
    else:
        firsts = [first_guess]
        weights = [1]
    total = np.zeros(longest)
    for first, weight in progress(
        [*zip(firsts, weights, strict=True)],
        description="null model",
        unit="first guess",
    ):
        total[0] += weight
        for indices in _classes(first, codes, rules, scoring):
            found = _of_class(codes[indices], indices, after(alike, first), memory)
            total[1:] += weight * found[:-1]
            if memory.effort[0] < 0:
                raise _too_large(rules)
            # a longer game would have been over by then, were that guess the secret
            if found[-1]:
                return None
    return total / sum(weights)


def _classes(
    guess: np.ndarray, codes: np.ndarray, rules: Rules, scoring: int
) -> Iterator:
    """The indices of the codes of each class of a guess, but that of the solved one."""
    answers = np.empty((1, len(codes)), np.uint8)
    all_answers(answers, guess[np.newaxis], codes, rules.colors, scoring)
    for answer in np.unique(answers):
        if answer != n_answers(rules.pegs) - 1:
            yield np.flatnonzero(answers[0] == answer)


class Memory(NamedTuple):
    """What is remembered, and room for the sets that one is in."""

    colors: int
    hashes: np.ndarray  # of all codes, 64 bits; a set is known by those of its codes
    # of each place, the set that is remembered there, and its expected distribution:
    # one that comes later takes the place of one before
    keys: np.ndarray
    expected: np.ndarray  # float64 (REMEMBERED, longest)
    sums: np.ndarray  # of the set at each depth, float64 (longest, longest)
    sizes: np.ndarray  # of its classes, int64 (longest, answers); 0 between two guesses
    effort: np.ndarray  # pairs that may still be compared, as `spend` takes them
    scoring: int  # the number of the count


def _empty(rules: Rules, longest: int, scoring: int) -> Memory:
    """A memory without sets."""
    return Memory(
        rules.colors,
        hashes_of(rules.n_codes),
        np.zeros(REMEMBERED, np.uint64),
        np.empty((REMEMBERED, longest)),
        np.zeros((longest, longest)),
        np.zeros((longest, n_answers(rules.pegs)), np.int64),
        np.array([MOST_EFFORT]),
        scoring,
    )


@compiled
def orbit_size(alike, fixed):
    """How many guesses are alike: of one, the symmetries after it are `fixed`.

    These are the symmetries that leave the guess as it is. Each of the guesses comes
    from it by as many of all symmetries as there are of these.
    """
    size = alike.orders.shape[0]
    taken = popcount(np.uint64(fixed.free))
    for n in range(taken + 1, popcount(np.uint64(alike.free)) + 1):
        size *= n
    return size // fixed.orders.shape[0]


@compiled
def _of_class(codes, indices, alike, memory):
    """Expect how many codes of a class are found with each guess, float64 (longest,).

    `alike` are the symmetries that leave the class as it is.
    """
    m = codes.shape[0]
    total = np.zeros(memory.sums.shape[1])
    if m <= 2:
        total[:m] = 1
        return total
    if not spend(memory.effort, m * m):
        return total
    answers = np.empty((m, m), np.uint8)
    all_answers(answers, codes, codes, memory.colors, memory.scoring)
    hashes = memory.hashes[indices]
    places = np.arange(m)
    top = np.int64(0)  # not a literal, for which `_of_set` would be compiled anew
    for i in range(m):
        if not is_first(codes[i], alike):
            continue
        then = after(alike, codes[i])
        weight = orbit_size(alike, then)
        several = then.orders.shape[0] > 1 or popcount(np.uint64(then.free)) > 1
        total[0] += weight
        ordered, ends = by_answer(answers[i], places, memory.sizes.shape[1])
        for answer in range(memory.sizes.shape[1] - 1):
            among = ordered[ends[answer] : ends[answer + 1]]
            if several and among.shape[0] >= LARGE:
                found = _of_class(codes[among], indices[among], then, memory)
            else:
                _of_set(among, top, answers, hashes, memory)
                found = memory.sums[0]
            total[1:] += weight * found[:-1]
    return total / m


@compiled
def _of_set(members, depth, answers, hashes, memory):
    """Expect how many members are found with the next guess, the one after, ...

    The result goes to `memory.sums[depth]`; sets that the classes lead to use the rows
    below. `answers` are those of each code of the class to each other one.
    """
    m = members.shape[0]
    total = memory.sums[depth]
    total[:] = 0
    if m <= 2:
        total[:m] = 1  # one with each guess
        return
    if depth + 1 == total.shape[0]:
        total[0] = m  # there is no room for what follows
        return
    key = key_of(hashes, members)
    place = np.int64(key % np.uint64(memory.keys.shape[0]))
    if memory.keys[place] == key:
        total[:] = memory.expected[place]
        return
    if not spend(memory.effort, m * m):
        return  # given up: what is found from here on means nothing
    hear_interrupt()
    below = memory.sums[depth + 1]
    sizes = memory.sizes[depth]
    row = np.empty(m, np.uint8)
    total[0] = m  # each guess finds itself
    for guess in members:
        alone, pairs = _small_classes(guess, members, answers, row, sizes)
        total[1] += alone + pairs  # a code alone, and the first one of two
        total[2] += pairs
        for j in range(m):
            size = sizes[row[j]]
            sizes[row[j]] = 0  # so each class comes up once, and all end with 0
            if size > 2:
                among = members[row == row[j]]
                _of_set(among, depth + 1, answers, hashes, memory)
                total[1:] += below[:-1]
    total /= m
    memory.keys[place] = key
    memory.expected[place] = total


@compiled
def _small_classes(guess, members, answers, row, sizes):
    """Split the members by a guess, one of them: count its classes of one and of two.

    The class of the guess itself is left out. The answers go to `row`, and how many
    members give each one to `sizes`, which come as 0.
    """
    of_one_or_more = 0
    of_two_or_more = 0
    of_three_or_more = 0
    for j in range(members.shape[0]):
        answer = answers[guess, members[j]]
        row[j] = answer
        sizes[answer] += 1
        of_one_or_more += sizes[answer] == 1
        of_two_or_more += sizes[answer] == 2
        of_three_or_more += sizes[answer] == 3
    alone = of_one_or_more - of_two_or_more - 1
    return alone, of_two_or_more - of_three_or_more
