"""Cotta et al.'s EGA: codes that fit breed for the information that they would bring.

Each turn begins with the codes that fitted before the latest answer.
"""

import math

import numpy as np

from mmlib.engine.answers import cost_of
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import different_codes, new_code, shuffle_some
from mmlib.engine.splits import costs
from mmlib.engine.words import from_word, from_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import offspring, tournament
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.class_sizes import class_costs
from mmlib.players.eligible import collect, mark_seen, may_go_on, room_for
from mmlib.players.settings import paired_code, setting, setup_type

#: The greatest share of a population that comes from the turn before: enough to be
#: felt, and half of the codes are new.
SEEDED = 0.5


class EGA(
    Player,
    name="e_ga",
    source="Cotta, Merelo, Mora and Runarsson",
    year=2010,
    fidelity="reconstructed",
    needs_two_pegs="to be crossed and swapped",
):
    """Breed codes that fit, and among these one whose answer tells much.

    A code that fits is called feasible here.

    Source: C. Cotta, J. J. Merelo Guervos, A. Mora Garcia, T. P. Runarsson,
    "Entropy-driven evolutionary approaches to the Mastermind problem", PPSN XI (2010),
    the first of its three players, EGA, which has one population. Its abstract and its
    poster are known. The first aim is a feasible code, the second a great entropy: of
    the classes into which a code splits the feasible codes of the population. The
    initial population is seeded with feasible codes that were found for the guess
    before. They say that the seeds are essential, and that it plays as well as EvoRank,
    the forerunner of `Evo`, with far fewer evaluations; no number of theirs is at hand.
    Each of the two ideas has a switch here.

    Reconstructed, which is all the rest: an infeasible code is the fitter the less its
    distance (the sum of the differences in black and white pegs), and a feasible one is
    fitter than all of these; parents from tournaments of two; the operators of Berghman
    et al., with rates of ours; a child that is there already is drawn anew; the fittest
    of parents and children go on; all sizes; that seeds are at most half of the codes,
    drawn from all feasible ones of the turn before; that the fittest code of the last
    generation is played; and the first guess. That parents may go on, and the sizes,
    were chosen by how well it plays.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)])
    >>> EGA().next_guess(history, np.random.default_rng(1))
    array([0, 5, 1, 2], dtype=uint8)

    Parameters
    ----------
    population : int
        Different codes; where there are few codes, at most a quarter of them.
    generations : int
        Generations of a turn; more while nothing was found.
    seeding : bool
        Whether the population begins with feasible codes of the turn before.
    entropy : bool
        Whether feasible codes differ in fitness. Without it the first one that is found
        is played.
    mutation_rate : float
        Chance that a peg is changed.
    permutation_rate : float
        Chance that two pegs are swapped.
    inversion_rate : float
        Chance that a segment is reversed.
    first_guess : code, or "random"
        By default `paired_code`: 0012, 00123, 001123.
    """

    _own_first_guess = staticmethod(paired_code)

    population: int = setting(60, 2, 10**4)
    generations: int = setting(10, 0, 10**6)
    seeding: bool = setting(True)
    entropy: bool = setting(True)
    mutation_rate: float = setting(0.3, 0, 1)
    permutation_rate: float = setting(0.1, 0, 1)
    inversion_rate: float = setting(0.02, 0, 1)

    def _setup(self, rules: Rules) -> tuple:
        population = max(1, min(self.population, rules.n_codes // 4))
        table = class_costs(2 * population, "entropy")
        # what each turn fills in
        seeds = np.empty(0, np.uint64)
        return self._filled(
            Setup, rules, population=population, table=table, seeds=seeds
        )

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        setup = game.setup
        if self.seeding and game.memory is not None:
            setup = setup._replace(seeds=game.memory)
        past = past_by_distance(history)
        found = game.until_found(history, _evolve, past, setup, rng)
        game.memory = found[1:]
        return from_word(found[0], setup.pegs)


#: The settings, and besides: what a class of each size costs; and the feasible codes of
#: the turn before, uint64.
Setup = setup_type(EGA, "table", "seeds")


@compiled
def _evolve(past, setup, record, rng):
    """Run one turn's search.

    Returns the feasible codes that it finds, first the one to play; the generations and
    the evaluations.
    """
    pegs = setup.pegs
    size = setup.population
    seen, seen_in = word_table(2 * size)
    # parents, then their children
    people = np.empty(2 * size, np.uint64)
    people[:size] = _beginning(setup, seen, seen_in, rng)
    cost = np.empty(2 * size)
    cost[:size] = cost_of(people[:size], past, pegs)
    evaluations = size
    fitness = _fitness(people[:size], cost[:size], setup)
    write_down(record, 0, people[:size], fitness)
    listed = room_for(4 * size)
    found = collect(people[:size], cost[:size], listed, 0)
    generation = 0
    while may_go_on(generation, setup.generations, found):
        generation += 1
        mark_seen(people[:size], seen, seen_in, generation)
        for i in range(size, 2 * size):
            child = _child(people, fitness, setup, rng)
            people[i] = new_code(
                child, pegs, setup.colors, seen, seen_in, generation, rng
            )
        cost[size:] = cost_of(people[size:], past, pegs)
        evaluations += size
        found = collect(people[size:], cost[size:], listed, found)
        # the fittest of parents and children go on
        order = np.argsort(-_fitness(people, cost, setup), kind="mergesort")
        people = people[order]
        cost = cost[order]
        fitness = _fitness(people[:size], cost[:size], setup)
        write_down(record, generation, people[:size], fitness)
    codes = listed.codes[:found].copy()
    if found:
        _put_first(people[fitness.argmax()], codes)
    return codes, generation, evaluations


@compiled
def _beginning(setup, seen, seen_in, rng):
    """Make the initial population: different codes, seeds first."""
    size = setup.population
    people = different_codes(size, setup.pegs, setup.colors, seen, seen_in, rng)
    seeds = setup.seeds.copy()
    n = min(seeds.shape[0], int(SEEDED * size))
    shuffle_some(seeds, n, rng)
    placed = 0
    for seed in seeds[:n]:
        # one that was drawn is there already
        if enter(seed, seen, seen_in, 0):
            people[placed] = seed
            placed += 1
    return people


@compiled
def _child(people, fitness, setup, rng):
    """Breed a child of two parents from tournaments."""
    return offspring(
        people[tournament(fitness, 2, rng)],
        people[tournament(fitness, 2, rng)],
        setup.pegs,
        setup.colors,
        setup.mutation_rate,
        setup.permutation_rate,
        setup.inversion_rate,
        rng,
    )


@compiled
def _fitness(people, cost, setup):
    """Tell the fitness: of infeasible codes below 0, of feasible ones the entropy."""
    fitness = -cost
    feasible = np.flatnonzero(cost == 0.0)
    n = feasible.shape[0]
    if n and setup.entropy:
        codes = columns_of(from_words(people[feasible], setup.pegs), setup.colors)
        # in nats, of the classes of the feasible codes; of one code it is 0
        split = costs(codes, codes, setup.table, False, True)
        fitness[feasible] = math.log(n) - split / n
    return fitness


@compiled
def _put_first(code, codes):
    """Let a code and the first one change places; it may be missing in a full list."""
    for i in range(codes.shape[0]):
        if codes[i] == code:
            codes[i] = codes[0]
            break
    codes[0] = code
