"""The player of Bento, Pereira and Rosa (1999).

Little more than the results of their work is known; what is unknown is a setting.
"""

import numpy as np

from mmlib.engine.answers import cost_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, draw_out, random_code
from mmlib.engine.splits import in_order
from mmlib.engine.words import from_word, set_peg
from mmlib.engine.wordset import is_in
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import change_peg, exchange, spin, tournament, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.settings import setting, setup_type

#: How parents are selected.
SELECTIONS = ("roulette", "tournament")

#: The index of each selection, by which compiled code knows it.
ROULETTE, TOURNAMENT = range(2)

#: What the first codes of every guess are.
BEGINNINGS = ("different_colors", "random")

#: The index of each beginning.
DIFFERENT_COLORS, ANY_COLORS = range(2)


class Bento(
    Player,
    name="bento",
    source="Bento, Pereira and Rosa",
    year=1999,
    fidelity="reconstructed",
    needs_two_pegs="to be crossed",
):
    """Breed a population for some generations, and play its fittest code.

    The code is played whether it fits the answers or not.

    Source: L. Bento, L. Pereira, A. Rosa, "Mastermind by evolutionary algorithms", ACM
    Symposium on Applied Computing (1999), after Berghman et al. (2009): 300 codes of
    different colors, a fitness that reflects eligibility, and elites that replace the
    worst children; 6.866 guesses on 5 x 8. It plays codes that cannot be right.
    Reconstructed, which is all the rest: the fitness (the distance of
    `fitness.distance`), selection, rates, the share of the elite, and the number of
    generations, chosen near its mean. No code is played twice.

    >>> history = mm.History(mm.Rules(4, 6), ["0123"], [(2, 0)])
    >>> Bento().next_guess(history, np.random.default_rng(1))
    array([0, 4, 2, 5], dtype=uint8)

    Parameters
    ----------
    population : int
        Codes, drawn anew for every guess.
    generations : int
        Generations for every guess; fewer if a code agrees with all answers.
    crossover_rate : float
        Chance that parents exchange their pegs from a random one on.
    mutation_rate : float
        Chance that one peg of a child changes.
    elite : float
        Share of the population whose best codes replace as many worst children.
    beginning : "different_colors" or "random"
        The first codes: of as many different colors as the rules allow, or random.
    selection : "roulette" or "tournament"
        Parents are drawn by how far their distance lies below the worst (roulette), or
        are the better of two (tournament).
    first_guess : code, or "random"
        By default a random code as `beginning` says.
    """

    population: int = setting(300, 2, 10**5)
    generations: int = setting(5, 0, 10**6)
    crossover_rate: float = setting(0.8, 0, 1)
    mutation_rate: float = setting(0.1, 0, 1)
    elite: float = setting(0.1, 0, 1)
    beginning: str = setting("different_colors", BEGINNINGS)
    selection: str = setting("roulette", SELECTIONS)

    def _setup(self, rules: Rules) -> tuple:
        n_elite = round(self.elite * self.population)
        return self._filled(Setup, rules, n_elite=n_elite)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        setup = game.setup
        if not len(history):
            return from_word(_first_code(setup, rng), setup.pegs)
        record = game.blank(self.generations)
        past = past_by_distance(history)
        guess, agrees, generations, evaluations = _evolve(past, setup, record, rng)
        game.searched(generations, evaluations, int(agrees), record)
        return from_word(guess, setup.pegs)


#: The settings, and how many codes are the elite.
Setup = setup_type(Bento, "n_elite")


@compiled
def _first_code(setup, rng):
    """Draw a random code, of as many different colors as the rules allow or of any."""
    if setup.beginning == ANY_COLORS:
        return random_code(setup.pegs, setup.colors, rng)
    code = np.uint64(0)
    colors = np.arange(setup.colors)
    left = 0
    for index in range(setup.pegs):
        if left == 0:  # where there are more pegs than colors
            left = setup.colors
        code = set_peg(code, index, draw_out(colors, left, rng))
        left -= 1
    return code


@compiled
def _evolve(past, setup, record, rng):
    """Breed codes for one guess.

    Returns the fittest code that was not played yet, whether it agrees with all
    answers, the generations and the evaluations.
    """
    pegs = setup.pegs
    size = setup.population
    n_elite = setup.n_elite
    population = np.empty(size, np.uint64)
    children = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = _first_code(setup, rng)
    cost = cost_of(population, past, pegs)
    write_down(record, 0, population, -cost)
    evaluations = size
    generation = 0
    while generation < setup.generations and cost.min() > 0.0:
        generation += 1
        _breed(population, cost, children, setup, rng)
        child_cost = cost_of(children, past, pegs)
        evaluations += size
        # the elite replaces as many worst children
        if n_elite:
            best = in_order(cost)[:n_elite]
            worst = in_order(child_cost.max() - child_cost)[:n_elite]
            children[worst] = population[best]
            child_cost[worst] = cost[best]
        population, children = children, population
        cost = child_cost
        write_down(record, generation, population, -cost)
    for i in in_order(cost):
        if not is_in(population[i], past.words):
            return population[i], cost[i] == 0.0, generation, evaluations
    code = population[0]
    # on a tiny board the whole population may have been played
    for _ in range(10_000):
        code = random_code(pegs, setup.colors, rng)
        if not is_in(code, past.words):
            break
    return code, False, generation, evaluations


@compiled
def _breed(population, cost, children, setup, rng):
    """Breed a generation: pairs of parents, crossed and mutated."""
    pegs = setup.pegs
    size = population.shape[0]
    wheel = wheel_for(cost.max() - cost)
    fitness = -cost
    for i in range(0, size, 2):
        if setup.selection == TOURNAMENT:
            one = population[tournament(fitness, 2, rng)]
            other = population[tournament(fitness, 2, rng)]
        else:
            one = population[spin(wheel, rng)]
            other = population[spin(wheel, rng)]
        if rng.random() < setup.crossover_rate:
            one, other = exchange(one, other, 1 + below(pegs - 1, rng), pegs)
        children[i] = _mutate(one, setup, rng)
        if i + 1 < size:  # of an odd number, the last pair has one child
            children[i + 1] = _mutate(other, setup, rng)


@compiled
def _mutate(code, setup, rng):
    """Change one peg, or none."""
    if rng.random() < setup.mutation_rate:
        return change_peg(code, setup.pegs, setup.colors, rng)
    return code
