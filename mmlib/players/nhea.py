"""Maestro-Montojo, Salcedo-Sanz and Merelo's player.

One search finds consistent codes, and a second one the guess.
"""

import numpy as np

from mmlib.engine.answers import cost_of
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, different_codes, new_code, random_code
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import costs, in_order
from mmlib.engine.words import from_word, from_words
from mmlib.engine.wordset import entered, is_in, word_table
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.class_sizes import class_costs
from mmlib.players.eligible import child_of, collect, mark_seen, may_go_on, room_for
from mmlib.players.settings import paired_code, setting, setup_type
from mmlib.reason.measures import OBJECTIVES

#: Generations without a new eligible code after which mutation rises.
IDLE = 5

#: The index of the objective that looks at the greatest class alone.
LARGEST = OBJECTIVES.index("largest")

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

    def _setup(self, rules: Rules) -> tuple:
        population = max(1, min(self.population, rules.n_codes // 4))
        return self._filled(Setup, rules, population=population)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        setup = game.setup
        past = past_by_distance(history)
        eligible = game.until_found(history, _find_eligible, past, setup, rng)
        if len(eligible) <= 2:
            return from_word(eligible[0], setup.pegs)
        table = class_costs(len(eligible), self.objective)
        guess, evaluations = _find_guess(eligible, table, setup, rng)
        evaluations += game.search.evaluations
        game.search = game.search._replace(evaluations=evaluations)
        return from_word(guess, setup.pegs)


#: The settings, for compiled code.
Setup = setup_type(NHEA)


@compiled
def _find_eligible(past, setup, record, rng):
    """Run the first search.

    Returns the eligible codes that it finds, the generations and the evaluations.
    """
    pegs = setup.pegs
    size = setup.population
    seen, seen_in = word_table(2 * size)
    # parents, then their children
    people = np.empty(2 * size, np.uint64)
    people[:size] = different_codes(size, pegs, setup.colors, seen, seen_in, rng)
    cost = np.empty(2 * size)
    cost[:size] = cost_of(people[:size], past, pegs)
    listed = room_for((setup.generations + 1) * size)
    found = collect(people[:size], cost[:size], listed, 0)
    write_down(record, 0, people[:size], -cost[:size])
    idle = 0 if found else 1  # generations without a new eligible code
    generation = 1  # the first population counts as one
    while may_go_on(generation, setup.generations, found):
        mutation = setup.hypermutation_rate if idle >= IDLE else setup.mutation_rate
        wheel = wheel_for(cost[:size].max() - cost[:size])
        mark_seen(people[:size], seen, seen_in, generation)
        for i in range(size, 2 * size):
            child = child_of(people, wheel, mutation, setup, rng)
            people[i] = new_code(
                child, pegs, setup.colors, seen, seen_in, generation, rng
            )
        cost[size:] = cost_of(people[size:], past, pegs)
        # the best of parents and children go on
        order = in_order(cost)
        people = people[order]
        cost = cost[order]
        before = found
        found = collect(people[:size], cost[:size], listed, found)
        idle = 0 if found > before else idle + 1
        write_down(record, generation, people[:size], -cost[:size])
        generation += 1
    return listed.codes[:found].copy(), generation, generation * size


@compiled
def _find_guess(eligible, table, setup, rng):
    """Run the second search; `table` is what classes of each size cost.

    Returns the guess that splits the eligible codes best, of those that the search
    meets, and the evaluations.
    """
    n = eligible.shape[0]
    size = setup.guess_population
    generations = setup.guess_generations
    codes = columns_of(from_words(eligible, setup.pegs), setup.colors)
    if generations == 0:
        return eligible[_costs(eligible, codes, table, setup).argmin()], n
    listed, listed_in = word_table(n)
    mark_seen(eligible, listed, listed_in, 0)
    # parents, then their children
    people = np.empty(2 * size, np.uint64)
    cost = np.empty(2 * size)
    for i in range(size):
        if setup.eligible_only or i % 2 == 0:
            people[i] = eligible[below(n, rng)]
        else:
            people[i] = random_code(setup.pegs, setup.colors, rng)
    cost[:size] = _costs(people[:size], codes, table, setup)
    for generation in range(generations):
        wheel = wheel_for(cost[:size].max() - cost[:size])
        for i in range(size, 2 * size):
            if (generation + i) % 256 == 0:
                hear_interrupt()
            child = child_of(people, wheel, setup.mutation_rate, setup, rng)
            if is_in(child, people[:i]):
                child = random_code(setup.pegs, setup.colors, rng)
            if setup.eligible_only and not entered(child, listed, listed_in, 0):
                child = eligible[below(n, rng)]
            people[i] = child
        cost[size:] = _costs(people[size:], codes, table, setup)
        # the best of parents and children go on
        order = np.argsort(cost, kind="mergesort")
        people = people[order]
        cost = cost[order]
    best = 0
    # of equals an eligible code is played
    for i in range(size):
        if cost[i] == cost[0] and entered(people[i], listed, listed_in, 0):
            best = i
            break
    return people[best], size * (generations + 1)


@compiled
def _costs(people, codes, table, setup):
    """Tell what each guess costs, by how it splits the eligible codes."""
    guesses = columns_of(from_words(people, setup.pegs), setup.colors)
    return costs(guesses, codes, table, setup.objective == LARGEST, True)
