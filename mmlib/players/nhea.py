"""Maestro-Montojo, Salcedo-Sanz and Merelo's player.

One search finds consistent codes, and a second one the guess.
"""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import cost_of, distance_table, past_of
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, new_code, random_code
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import costs, in_order
from mmlib.engine.words import from_words
from mmlib.engine.wordset import enter, entered, is_in, word_table
from mmlib.game.history import History
from mmlib.genetic.operators import offspring, spin, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing
from mmlib.players.class_sizes import class_costs
from mmlib.players.settings import paired_code, setting
from mmlib.reason.partitions import OBJECTIVES

#: Generations without a new eligible code after which mutation rises.
IDLE = 5

#: The most codes that one search may list.
MOST_KEPT = 10**7


class NHEA(
    Player,
    name="nhea",
    source="Maestro-Montojo, Salcedo-Sanz and Merelo",
    year=2013,
    fidelity="reconstructed",
    needs_two_pegs="to be crossed and swapped",
):
    """Evolve a set of consistent codes, then the guess that splits this set best.

    Consistent codes are called "eligible" here.

    Source: J. Maestro-Montojo, S. Salcedo-Sanz, J. J. Merelo, "New solver and optimal
    anticipation strategies design based on evolutionary computation for the game of
    MasterMind", Evolutionary Intelligence (2013). Of its search these are known:
    operators and rates as Berghman et al., the roulette wheel, parents and children
    merged and the best kept, duplicates replaced at random, hypermutation; then the
    second search, with the four objectives. Reconstructed: all sizes, which give about
    the evaluations a game that it prints; when mutation rises and how far; the second
    search's operators, which are those of the first; that it may leave the eligible
    codes, and begins with half of them; of equals an eligible code is played; the first
    guess.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)])
    >>> NHEA().next_guess(history, np.random.default_rng(1))
    array([0, 3, 5, 1], dtype=uint8)

    Parameters
    ----------
    population : int
        Different codes of the first search; where there are few codes, at most a
        quarter of them.
    generations : int
        Generations of the first search at each turn; more while nothing was found.
    guess_population : int
        Codes of the second search.
    guess_generations : int
        Generations of the second search. With 0 the best eligible code is played.
    objective : "entropy", "expected_size", "parts" or "largest"
        By which the second search scores a split.
    eligible_only : bool
        Whether the second search may find none but eligible codes.
    mutation_rate : float
        Chance that a peg is changed.
    permutation_rate : float
        Chance that two pegs are swapped.
    inversion_rate : float
        Chance that a segment is reversed.
    hypermutation_rate : float
        The first search's mutation rate while no new eligible code was found for five
        generations.
    first_guess : code, or "random"
        By default `paired_code`: 0012, 00123, 001123.
    """

    _own_first_guess = staticmethod(paired_code)

    population: int = setting(300, 2, 10**5)
    generations: int = setting(22, 1, 10**5)
    guess_population: int = setting(50, 2, 10**5)
    guess_generations: int = setting(50, 0, 10**5)
    objective: str = setting("entropy", OBJECTIVES)
    eligible_only: bool = setting(False)
    mutation_rate: float = setting(0.03, 0, 1)
    permutation_rate: float = setting(0.03, 0, 1)
    inversion_rate: float = setting(0.02, 0, 1)
    hypermutation_rate: float = setting(0.3, 0, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (
            not self.mutation_rate
            + self.permutation_rate
            + self.inversion_rate
            + self.hypermutation_rate
            > 0
        ):
            raise ValueError(
                "mutation_rate, permutation_rate, inversion_rate, hypermutation_rate: "
                "all of them are 0"
            )
        if self.population * self.generations > MOST_KEPT:
            raise ValueError(
                f"population, generations: over {MOST_KEPT:,} codes together "
                "would have to be kept"
            )

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        pegs = history.rules.pegs
        colors = history.rules.colors
        population = max(1, min(self.population, history.rules.n_codes // 4))
        rates = Rates(
            self.mutation_rate,
            self.permutation_rate,
            self.inversion_rate,
            self.hypermutation_rate,
        )
        setup = colors, population, self.generations, rates
        eligible = game.until_found(self.generations, _find_eligible, *setup, rng=rng)
        if len(eligible) <= 2:
            return from_words(eligible[:1], pegs)[0]
        guess, evaluations = _find_guess(
            eligible,
            pegs,
            colors,
            class_costs(len(eligible), self.objective),
            self.objective == "largest",
            self.guess_population,
            self.guess_generations,
            self.eligible_only,
            rates,
            rng,
        )
        game.search = game.search._replace(
            evaluations=game.search.evaluations + evaluations
        )
        return guess


class Rates(NamedTuple):
    """Chances that a child is varied.

    `hypermutation` takes the place of `mutation` while nothing new is found.
    """

    mutation: float
    permutation: float
    inversion: float
    hypermutation: float


@compiled
def _find_eligible(  # noqa: PLR0913, PLR0917
    guesses,
    feedbacks,
    colors,
    size,
    generations,
    rates,
    record,
    rng,
):
    """Run the first search.

    Returns the eligible codes that it finds, the generations and the evaluations.
    """
    pegs = guesses.shape[1]
    past = past_of(guesses, distance_table(feedbacks, pegs, 1.0, 1.0))
    people = np.empty(2 * size, np.uint64)
    cost = np.empty(2 * size)
    seen, seen_in = word_table(2 * size)
    for i in range(size):
        people[i] = new_code(
            random_code(pegs, colors, rng), pegs, colors, seen, seen_in, 0, rng
        )
    cost[:size] = cost_of(people[:size], past, pegs)
    eligible = np.empty((generations + 1) * size, np.uint64)
    listed, listed_in = word_table(eligible.shape[0])
    found = 0
    idle = 0
    generation = 0
    while generation < generations or (
        found == 0 and generation < generations + PATIENCE
    ):
        if generation:
            wheel = wheel_for(cost[:size].max() - cost[:size])
            for i in range(size):
                enter(people[i], seen, seen_in, generation)
            mutation = rates.hypermutation if idle >= IDLE else rates.mutation
            for i in range(size, 2 * size):
                one = people[spin(wheel, rng)]
                other = people[spin(wheel, rng)]
                child = offspring(
                    one,
                    other,
                    pegs,
                    colors,
                    mutation,
                    rates.permutation,
                    rates.inversion,
                    rng,
                )
                people[i] = new_code(
                    child, pegs, colors, seen, seen_in, generation, rng
                )
            cost[size:] = cost_of(people[size:], past, pegs)
            order = in_order(cost)
            people, cost = people[order], cost[order]
        idle += 1
        for i in range(size):
            if (
                cost[i] == 0.0
                and found < eligible.shape[0]
                and enter(people[i], listed, listed_in, 0)
            ):
                eligible[found] = people[i]
                found += 1
                idle = 0
        write_down(record, generation, people[:size], -cost[:size])
        generation += 1  # the first population counts as one
    return eligible[:found].copy(), generation, generation * size


@compiled
def _find_guess(  # noqa: PLR0913, PLR0917
    eligible,
    pegs,
    colors,
    table,
    greatest,
    size,
    generations,
    eligible_only,
    rates,
    rng,
):
    """Run the second search.

    Returns the guess that splits the eligible codes best, of those that the search
    meets, and the evaluations.
    """
    n = eligible.shape[0]
    codes = columns_of(from_words(eligible, pegs), colors)
    listed, listed_in = word_table(n)
    for code in eligible:
        enter(code, listed, listed_in, 0)
    if generations == 0:
        best = costs(codes, codes, table, greatest, True).argmin()
        return from_words(eligible[best : best + 1], pegs)[0], n
    people = np.empty(2 * size, np.uint64)
    cost = np.empty(2 * size)
    for i in range(size):
        inside = eligible_only or i % 2 == 0
        people[i] = (
            eligible[below(n, rng)] if inside else random_code(pegs, colors, rng)
        )
    cost[:size] = costs(
        columns_of(from_words(people[:size], pegs), colors),
        codes,
        table,
        greatest,
        True,
    )
    for generation in range(generations):
        wheel = wheel_for(cost[:size].max() - cost[:size])
        for i in range(size, 2 * size):
            if (generation + i) % 256 == 0:
                hear_interrupt()
            one = people[spin(wheel, rng)]
            other = people[spin(wheel, rng)]
            child = offspring(
                one,
                other,
                pegs,
                colors,
                rates.mutation,
                rates.permutation,
                rates.inversion,
                rng,
            )
            if is_in(child, people[:i]):
                child = random_code(pegs, colors, rng)
            if eligible_only and not entered(child, listed, listed_in, 0):
                child = eligible[below(n, rng)]
            people[i] = child
        cost[size:] = costs(
            columns_of(from_words(people[size:], pegs), colors),
            codes,
            table,
            greatest,
            True,
        )
        order = np.argsort(cost, kind="mergesort")
        people, cost = people[order], cost[order]
    best = 0
    for i in range(size):
        if cost[i] == cost[0] and entered(people[i], listed, listed_in, 0):
            best = i
            break
    return from_words(people[best : best + 1], pegs)[0], size * (generations + 1)
