"""Maestro-Montojo, Salcedo-Sanz and Merelo's player: one search for consistent codes, a second one for the guess."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib.checks import finite_number, flag, whole_number
from mmlib.engine.answers import cost_of, distance_table
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, new_code, random_code
from mmlib.engine.splits import costs
from mmlib.engine.words import from_words, pack, tallies, to_words
from mmlib.engine.wordset import enter, entered, word_table
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import offspring, roulette
from mmlib.genetic.record import record
from mmlib.players.base import PATIENCE, Player
from mmlib.players.settings import first_guess_setting, one_of, paired_code
from mmlib.reason import objectives

#: Generations without a new eligible code after which mutation rises.
IDLE = 5


@dataclass(kw_only=True, eq=False, repr=False)
class NHEA(Player):
    """Evolve a set of consistent ("eligible") codes, then evolve the guess that splits this set best.

    Parameters
    ----------
    population : int, 2 or more, default 300
        Different codes of the first search; on tiny boards at most a quarter of all codes.
    generations : int, default 22
        Generations of the first search at each turn; more while nothing was found.
    guess_population, guess_generations : int, default 50 and 50
        Guesses of the second search, and its generations; with 0 generations the best of the eligible codes is played.
    objective : {"entropy", "expected_size", "parts", "largest"}
        By which the second search judges how a guess splits the eligible codes.
    eligible_only : bool, default False
        Whether the second search may find none but eligible codes.
    mutation_rate, permutation_rate, inversion_rate : float in 0..1, default 0.03, 0.03 and 0.02
        Chance that a child has one peg changed, two pegs swapped, a segment reversed.
    hypermutation_rate : float in 0..1, default 0.3
        Mutation rate of the first search while no new eligible code has been found for five generations.
    first_guess : array_like of int, str or None, optional
        By default pairs and then single colors: 0012, 00123, 001123.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range.

    Notes
    -----
    Source: C. Maestro-Montojo, S. Salcedo-Sanz, J. J. Merelo, "New solver and optimal anticipation strategies design
    based on evolutionary computation for the game of MasterMind", Evolutionary Intelligence (2013). Of its search these
    are known: operators and rates as Berghman et al., the roulette wheel, parents and children merged and the best
    kept, duplicates replaced at random, hypermutation; then the second search, with the four objectives. Reconstructed:
    all sizes, which give about the evaluations a game that it prints; when mutation rises and how far; the second
    search's operators, which are those of the first; that it may leave the eligible codes, and begins with half of
    them; of equals an eligible code is played; the first guess.

    Examples
    --------
    >>> player = NHEA()
    >>> player.next_guess(mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)]), np.random.default_rng(1))
    array([0, 3, 5, 1], dtype=uint8)
    """

    name = "nhea"
    source = "Maestro-Montojo, Salcedo-Sanz and Merelo"
    year = 2013
    fidelity = "reconstructed"

    population: int = 300
    generations: int = 22
    guess_population: int = 50
    guess_generations: int = 50
    objective: str = "entropy"
    eligible_only: bool = False
    mutation_rate: float = 0.03
    permutation_rate: float = 0.03
    inversion_rate: float = 0.02
    hypermutation_rate: float = 0.3
    first_guess: object = None

    def __post_init__(self) -> None:
        for name, low in (("population", 2), ("generations", 1), ("guess_population", 2), ("guess_generations", 0)):
            setattr(self, name, whole_number(getattr(self, name), name, low, 10**5))
        for name in ("mutation_rate", "permutation_rate", "inversion_rate", "hypermutation_rate"):
            setattr(self, name, finite_number(getattr(self, name), name, 0, 1))
        self.objective = one_of(self.objective, "objective", objectives.OBJECTIVES)
        self.eligible_only = flag(self.eligible_only, "eligible_only")
        self.first_guess = first_guess_setting(self.first_guess)

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return paired_code(rules)

    def _begin(self, rules: Rules) -> None:
        if rules.pegs < 2:
            raise ValueError(f"rules: {rules}: two pegs or more are needed, to be crossed and swapped")

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        colors = history.rules.colors
        population = max(1, min(self.population, history.rules.n_codes // 4))
        rates = (self.mutation_rate, self.permutation_rate, self.inversion_rate)
        eligible = self._until_found(
            history,
            self.generations,
            lambda trace: _find_eligible(
                *(history.guesses, history.feedbacks, colors, population, self.generations, *rates),
                *(self.hypermutation_rate, trace, rng),
            ),
        )
        search = self.search
        if len(eligible) <= 2:
            return eligible[0]
        table = _class_costs(self.objective, len(eligible))
        guess, evaluations = _find_guess(
            *(eligible, colors, table, self.objective == "largest", self.guess_population, self.guess_generations),
            *(self.eligible_only, *rates, rng),
        )
        self.search = search._replace(evaluations=search.evaluations + evaluations)
        return guess


def _class_costs(objective: str, n: int) -> np.ndarray:
    """What a class of each size up to `n` costs, float64 (n + 1,); over the classes it is to be least."""
    sizes = np.arange(n + 1, dtype=np.float64)
    if objective == "entropy":
        return sizes * np.log(np.maximum(sizes, 1))
    if objective == "expected_size":
        return sizes**2
    return -(sizes > 0).astype(np.float64) if objective == "parts" else sizes


@compiled
def _find_eligible(
    guesses, feedbacks, colors, size, generations, mutation_rate, permutation_rate, inversion_rate,
    hypermutation_rate, trace, rng,
):  # fmt: skip
    """The eligible codes that the first search finds, the generations and the evaluations."""
    pegs = guesses.shape[1]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    table = distance_table(feedbacks, pegs, 1.0, 1.0)
    people, cost = np.empty(2 * size, np.uint64), np.empty(2 * size)
    seen, seen_in = word_table(2 * size)
    for i in range(size):
        people[i] = new_code(random_code(pegs, colors, rng), pegs, colors, seen, seen_in, 0, rng)
    cost[:size] = cost_of(people[:size], past, past_counts, table, pegs)
    room = (generations + 1) * size
    eligible = np.empty(room, np.uint64)
    listed, listed_in = word_table(room)
    found, idle, generation = 0, 0, 0
    while generation < generations or (found == 0 and generation < generations + PATIENCE):
        if generation:
            wheel = np.cumsum(cost[:size].max() - cost[:size])
            for i in range(size):
                enter(people[i], seen, seen_in, generation)
            rate = hypermutation_rate if idle >= IDLE else mutation_rate
            for i in range(size, 2 * size):
                first, second = people[roulette(wheel, rng)], people[roulette(wheel, rng)]
                child = offspring(first, second, pegs, colors, rate, permutation_rate, inversion_rate, rng)
                people[i] = new_code(child, pegs, colors, seen, seen_in, generation, rng)
            cost[size:] = cost_of(people[size:], past, past_counts, table, pegs)
            order = np.argsort(cost, kind="mergesort")
            people, cost = people[order], cost[order]
        generation += 1
        idle += 1
        for i in range(size):
            if cost[i] == 0.0 and found < room and enter(people[i], listed, listed_in, 0):
                eligible[found] = people[i]
                found += 1
                idle = 0
        if generation <= trace.values.shape[0]:
            record(trace, generation, people[:size], -cost[:size])
    return from_words(eligible[:found], pegs), generation, generation * size


@compiled
def _find_guess(
    eligible, colors, table, greatest, size, generations, eligible_only, mutation_rate, permutation_rate,
    inversion_rate, rng,
):  # fmt: skip
    """The guess that splits the eligible codes best, of those that the second search meets; and the evaluations."""
    n, pegs = eligible.shape
    words = to_words(eligible)
    positions, counts = pack(eligible, colors)
    listed, listed_in = word_table(n)
    for word in words:
        enter(word, listed, listed_in, 0)
    if generations == 0:
        cost = costs(positions, counts, positions, counts, pegs, table, greatest, True)
        return eligible[cost.argmin()], n
    people = np.empty(2 * size, np.uint64)
    for i in range(size):
        inside = eligible_only or i % 2 == 0
        people[i] = words[below(n, rng)] if inside else random_code(pegs, colors, rng)
    cost = np.empty(2 * size)
    packed = pack(from_words(people[:size], pegs), colors)
    cost[:size] = costs(*packed, positions, counts, pegs, table, greatest, True)
    for _ in range(generations):
        wheel = np.cumsum(cost[:size].max() - cost[:size])
        for i in range(size, 2 * size):
            first, second = people[roulette(wheel, rng)], people[roulette(wheel, rng)]
            child = offspring(first, second, pegs, colors, mutation_rate, permutation_rate, inversion_rate, rng)
            for other in people[:i]:
                if other == child:
                    child = random_code(pegs, colors, rng)
                    break
            if eligible_only and not entered(child, listed, listed_in, 0):
                child = words[below(n, rng)]
            people[i] = child
        packed = pack(from_words(people[size:], pegs), colors)
        cost[size:] = costs(*packed, positions, counts, pegs, table, greatest, True)
        order = np.argsort(cost, kind="mergesort")
        people, cost = people[order], cost[order]
    best = 0
    for i in range(size):
        if cost[i] == cost[0] and entered(people[i], listed, listed_in, 0):
            best = i
            break
    return from_words(people[best : best + 1], pegs)[0], size * (generations + 1)
