"""The player of Bento, Pereira and Rosa (1999).

Little more than the results of their work is known; what is unknown is a setting.
"""

import numpy as np

from mmlib.engine.answers import cost_of, distance_table, past_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, random_code
from mmlib.engine.splits import in_order
from mmlib.engine.words import from_words, set_peg
from mmlib.engine.wordset import is_in
from mmlib.game.history import History
from mmlib.genetic.operators import change_peg, exchange, spin, tournament, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting

#: How parents are selected.
SELECTIONS = ("roulette", "tournament")

#: What the first codes of every guess are.
BEGINNINGS = ("different_colors", "random")


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

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        different = self.beginning == "different_colors"
        if not len(history):
            return from_words(
                np.array([_first_code(rules.pegs, rules.colors, different, rng)]),
                rules.pegs,
            )[0]
        record = game.blank(self.generations)
        guess, agrees, generations, evaluations = _evolve(
            history.guesses,
            history.feedbacks,
            rules.colors,
            self.population,
            self.generations,
            self.crossover_rate,
            self.mutation_rate,
            round(self.elite * self.population),
            different,
            self.selection == "tournament",
            record,
            rng,
        )
        game.searched(generations, evaluations, int(agrees), record)
        return guess


@compiled
def _first_code(pegs, colors, different, rng):
    """Draw a random code, of as many different colors as the rules allow or of any."""
    if not different:
        return random_code(pegs, colors, rng)
    code = np.uint64(0)
    left = np.arange(colors)
    n = 0
    for index in range(pegs):
        if n == 0:
            n = colors
        i = below(n, rng)
        n -= 1
        left[i], left[n] = left[n], left[i]
        code = set_peg(code, index, left[n])
    return code


@compiled
def _evolve(  # noqa: PLR0913, PLR0917
    guesses,
    feedbacks,
    colors,
    size,
    generations,
    crossover_rate,
    mutation_rate,
    elite,
    different,
    by_tournament,
    record,
    rng,
):
    """Breed codes for one guess.

    Returns the fittest code that was not played yet, whether it agrees with all
    answers, the generations and the evaluations.
    """
    pegs = guesses.shape[1]
    past = past_of(guesses, distance_table(feedbacks, pegs, 1.0, 1.0))
    population = np.empty(size, np.uint64)
    children = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = _first_code(pegs, colors, different, rng)
    cost = cost_of(population, past, pegs)
    write_down(record, 0, population, -cost)
    evaluations = size
    generation = 0
    while generation < generations and cost.min() > 0.0:
        generation += 1
        wheel = wheel_for(cost.max() - cost)
        fitness = -cost
        for i in range(0, size, 2):
            if by_tournament:
                one = population[tournament(fitness, 2, rng)]
                other = population[tournament(fitness, 2, rng)]
            else:
                one = population[spin(wheel, rng)]
                other = population[spin(wheel, rng)]
            if rng.random() < crossover_rate:
                one, other = exchange(one, other, 1 + below(pegs - 1, rng), pegs)
            children[i] = (
                change_peg(one, pegs, colors, rng)
                if rng.random() < mutation_rate
                else one
            )
            if i + 1 < size:
                children[i + 1] = (
                    change_peg(other, pegs, colors, rng)
                    if rng.random() < mutation_rate
                    else other
                )
        child_cost = cost_of(children, past, pegs)
        evaluations += size
        if elite:
            best = in_order(cost)[:elite]
            worst = in_order(child_cost.max() - child_cost)[:elite]
            children[worst] = population[best]
            child_cost[worst] = cost[best]
        population, children = children, population
        cost = child_cost
        write_down(record, generation, population, -cost)
    for i in in_order(cost):
        if not is_in(population[i], past.words):
            return (
                from_words(population[i : i + 1], pegs)[0],
                cost[i] == 0.0,
                generation,
                evaluations,
            )
    code = population[0]
    # on a tiny board the whole population may have been played
    for _ in range(10_000):
        code = random_code(pegs, colors, rng)
        if not is_in(code, past.words):
            break
    return from_words(np.array([code]), pegs)[0], False, generation, evaluations
