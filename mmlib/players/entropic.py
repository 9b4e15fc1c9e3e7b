"""A player of this workbench: it evolves the guess, fitting or not, after which the game is expected to end soonest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib import _kernels
from mmlib._compiled import compiled
from mmlib.checks import finite_number, whole_number
from mmlib.consistent import consistent_codes, contradiction, random_consistent_code
from mmlib.history import History
from mmlib.operators import below, from_words, permute, random_code, reset_peg, to_words
from mmlib.partitions import score
from mmlib.players.base import Player, first_guess_setting, paired_code
from mmlib.rules import Rules

#: So many consistent codes are listed; where there are more, codes are drawn at random among them.
MOST_LISTED = 200_000

#: Where more are possible, so many times as many are taken to be; only small classes notice.
FAR_MORE = 8

#: Chance that a child has two parents; that a peg of it is reset, and then another; that two pegs are swapped instead.
CROSSING, RESETTING, AGAIN, SWAPPING = 0.5, 0.5, 0.3, 0.35


@dataclass(kw_only=True, eq=False, repr=False)
class Entropic(Player):
    """Evolve guesses toward the fewest guesses still expected.

    A guess splits the codes that are still possible into classes, one an answer. It is worth the less, the more guesses
    are still to be expected after it: the average over the possible codes of what their class will take, where a class
    of n codes takes ``a + b ln n + c (ln n)**2`` guesses (1 for one code, 1.5 for two; none for the code guessed). The
    population holds possible codes and others. The best guess ever bred is played.

    Parameters
    ----------
    population : int, default 60
        Guesses that stay from generation to generation; each generation breeds as many.
    generations : int, default 8
        Generations bred at each turn. With `population` this is the budget.
    consistent_share : float in 0..1, default 0.6
        Share of the first population that is drawn from the possible codes; the others are random codes.
    sample : int, 2 or more, default 4000
        Possible codes that a guess is judged by; where more are possible, so many are drawn at each turn.
    tried_up_to : int, default 400
        If no more codes are possible than that, each of them is tried as a guess besides.
    to_go : tuple of three float, default (1.3, 0.34, 0.005)
        a, b and c of the guesses that a class takes, fitted to games of the player itself on 4 x 6, 5 x 8 and 6 x 9.
    first_guess : array_like of int, str or None, optional
        By default pairs and then single colors: 0012, 00123, 001123.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range.

    Notes
    -----
    Selection keeps the best of parents and children ("mu plus lambda"); parents are the better of two drawn; crossover
    is uniform; in place of a child that is there already comes a random code. Where every possible code is tried and
    one is as good as the best one bred, it is played instead.

    Examples
    --------
    >>> player = Entropic()
    >>> player.next_guess(History(Rules(4, 6), ["0012"], [(1, 1)]), np.random.default_rng(1))
    array([0, 3, 0, 4], dtype=uint8)
    """

    name = "entropic"
    source = "mmlib"
    year = 2026
    fidelity = "exact"

    population: int = 60
    generations: int = 8
    consistent_share: float = 0.6
    sample: int = 4000
    tried_up_to: int = 400
    to_go: tuple = (1.3, 0.34, 0.005)
    first_guess: object = None

    def __post_init__(self) -> None:
        for name, low in (("population", 2), ("generations", 0), ("sample", 2), ("tried_up_to", 0)):
            setattr(self, name, whole_number(getattr(self, name), name, low, 10**6))
        self.consistent_share = finite_number(self.consistent_share, "consistent_share", 0, 1)
        if not isinstance(self.to_go, tuple | list) or len(self.to_go) != 3:
            raise TypeError(f"to_go: {self.to_go!r} is not three numbers: a, b and c")
        self.to_go = tuple(finite_number(value, "to_go") for value in self.to_go)
        self.first_guess = first_guess_setting(self.first_guess)
        self._tables = {}  # by the codes that one code of the sample stands for; all games share them

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return paired_code(rules)

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        rules = history.rules
        codes, stands_for = self._possible(history, rng)
        if len(codes) <= 2:  # either ends the game, or tells the other
            self._record(0, 0, len(codes), self._trace(0))
            return codes[0].copy()
        table = self._tables.get(stands_for)
        if table is None:
            table = self._tables[stands_for] = guesses_to_go(self.sample, self.to_go, stands_for)
        words, packed = to_words(codes), _kernels.pack(codes, rules.colors)
        trace = self._trace(self.generations)
        best, cost, evaluations = _evolve(
            words, *packed, rules.pegs, rules.colors, table, stands_for == 1, self.population, self.generations,
            self.consistent_share, trace, rng,
        )  # fmt: skip
        if stands_for == 1 and len(codes) <= self.tried_up_to:
            costs = _costs(*packed, *packed, rules.pegs, table, True)
            evaluations += len(codes)
            if costs.min() <= cost + 1e-9:
                best = words[costs.argmin()]
        self._record(self.generations, evaluations, len(codes), trace)
        return from_words(np.array([best]), rules.pegs)[0]

    def _possible(self, history: History, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        """The codes that agree with all answers, or a sample of them; and how many each stands for, a power of 2."""
        codes = consistent_codes(history, limit=MOST_LISTED)
        if not len(codes):
            raise ValueError(f"history: {contradiction(history)}")
        if len(codes) == MOST_LISTED:  # and perhaps more
            drawn = np.unique([random_consistent_code(history, rng=rng) for _ in range(self.sample)], axis=0)
            return drawn, 2 ** round(np.log2(FAR_MORE * MOST_LISTED / self.sample))
        if len(codes) > self.sample:
            chosen = codes[rng.choice(len(codes), self.sample, replace=False)]
            return chosen, max(2, 2 ** round(np.log2(len(codes) / self.sample)))
        return codes, 1


def guesses_to_go(most: int, coefficients: tuple[float, float, float], stands_for: int = 1) -> np.ndarray:
    """Tabulate the guesses that a class of codes is expected to take.

    Parameters
    ----------
    most : int
        Codes in the largest class.
    coefficients : tuple of three float
        a, b and c of ``a + b ln n + c (ln n)**2``, for classes of three codes and more.
    stands_for : int, default 1
        Codes that each code of a class stands for, where they are a sample.

    Returns
    -------
    ndarray of float64, shape (most + 1,)

    Examples
    --------
    >>> guesses_to_go(4, (1.3, 0.34, 0.005)).round(2).tolist()
    [0.0, 1.0, 1.5, 1.68, 1.78]
    """
    codes = stands_for * np.arange(max(most, 2) + 1)
    table = np.polynomial.polynomial.polyval(np.log(np.maximum(codes, 1)), coefficients)
    for n, guesses in enumerate((0.0, 1.0, 1.5)):
        table[codes == n] = guesses
    return table


@compiled
def _costs(positions, counts, word_positions, word_counts, pegs, table, complete):
    """Guesses still expected after each guess, summed over the codes that it is judged by, float64 (n,).

    If these are not `complete` but a sample, that the guess is one of them is luck, and does not count for it.
    """
    m, solved = word_positions.shape[1], pegs * (pegs + 1)
    costs, row, sizes = np.empty(positions.shape[1]), np.empty(m, np.uint8), np.empty((4, solved + 1), np.int64)
    for i in range(positions.shape[1]):
        score(row, i, positions, counts, word_positions, word_counts, m, pegs)
        sizes[:] = 0  # four counters, since one would wait for itself where answers repeat
        whole = m // 4 * 4
        for j in range(0, whole, 4):
            for k in range(4):
                sizes[k, row[j + k]] += 1
        for j in range(whole, m):
            sizes[0, row[j]] += 1
        total = 0.0
        for answer in range(solved):
            size = sizes[0, answer] + sizes[1, answer] + sizes[2, answer] + sizes[3, answer]
            total += size * table[size]
        hit = sizes[0, solved] + sizes[1, solved] + sizes[2, solved] + sizes[3, solved]
        costs[i] = total if complete or hit == 0 else total * m / (m - hit)
    return costs


@compiled
def _evolve(
    possible,
    word_positions,
    word_counts,
    pegs,
    colors,
    table,
    complete,
    size,
    generations,
    consistent_share,
    trace,
    rng,
):
    """Breed guesses; return the best, its cost, and the number of guesses judged."""
    people = np.empty(2 * size, np.uint64)
    costs = np.empty(2 * size)
    for i in range(size):
        people[i] = random_code(pegs, colors, rng)
        if rng.random() < consistent_share:
            people[i] = possible[below(possible.shape[0], rng)]
    parents = _kernels.pack(from_words(people[:size], pegs), colors)
    costs[:size] = _costs(*parents, word_positions, word_counts, pegs, table, complete)
    _sort(people[:size], costs[:size])
    for generation in range(generations):
        for i in range(size, 2 * size):
            people[i] = _child(people[:size], pegs, colors, rng)
            for other in range(i):
                if people[other] == people[i]:  # a random code brings in something new
                    people[i] = random_code(pegs, colors, rng)
                    break
        children = _kernels.pack(from_words(people[size:], pegs), colors)
        costs[size:] = _costs(*children, word_positions, word_counts, pegs, table, complete)
        if generation < trace.shape[0]:
            trace[generation, 0] = -costs[size:].min() / possible.shape[0]
            trace[generation, 1] = -costs[size:].mean() / possible.shape[0]
        _sort(people, costs)
    return people[0], costs[0], size * (generations + 1)


@compiled
def _sort(people, costs):
    """Sort by cost, in place, the best first."""
    order = np.argsort(costs)
    people[:] = people[order]
    costs[:] = costs[order]


@compiled
def _child(people, pegs, colors, rng):
    """A child of one or two parents, each the better of two; `people` are sorted, the best first."""
    size = people.shape[0]
    child = people[min(below(size, rng), below(size, rng))]
    if rng.random() < CROSSING:
        other = people[min(below(size, rng), below(size, rng))]
        mask = np.uint64(0)
        for p in range(pegs):
            if rng.random() < 0.5:
                mask |= np.uint64(15) << np.uint64(4 * p)
        child = (child & ~mask) | (other & mask)
    draw = rng.random()
    if draw < RESETTING:
        child = reset_peg(child, pegs, colors, rng)
        if rng.random() < AGAIN:
            child = reset_peg(child, pegs, colors, rng)
    elif draw < RESETTING + SWAPPING and pegs > 1:
        child = permute(child, pegs, rng)
    return child
