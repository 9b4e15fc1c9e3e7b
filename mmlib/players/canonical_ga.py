"""Merelo's canonical genetic algorithm: mutation, crossover, and the best survive.

Its generation is that of `evo_rank`, too.
"""

import numpy as np

from mmlib.engine.answers import Past, cost_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below
from mmlib.engine.words import to_words
from mmlib.game.codes import check_rules
from mmlib.game.rules import Rules
from mmlib.genetic.operators import exchange, spin, wheel_for
from mmlib.players.evo import different_codes, mutate
from mmlib.players.kept_population import KeptPopulation, People
from mmlib.players.settings import half_of_colors, setting, setup_type


class CanonicalGA(
    KeptPopulation,
    name="canonical_ga",
    source="Merelo",
    year=2009,
    fidelity="exact, its restart reconstructed",
    needs_two_pegs="to be crossed",
):
    """Breed by mutation, crossover and a roulette wheel until a code fits, and play it.

    The fittest survive each generation.

    Source: J. J. Merelo's Perl modules `Algorithm::MasterMind::Canonical_GA` and
    `CGA_Partitions`, with `Algorithm::Evolutionary::Op::CanonicalGA` (2009). Fitness is
    one divided by one more than the distance, the sum of the differences in black and
    white pegs. Both parents come from a roulette wheel of all codes; each gets one peg
    of another color, and then they exchange their pegs from one point on. What the
    program calls its replacement rate is the share that survives. The population goes
    on from guess to guess. Reconstructed: that it is drawn anew after 50 generations
    without a consistent code, as that of `evo_rank` is meant to be. The program's never
    is, and breeds for ever where it has converged: on 4 x 6 hardly once, on 5 x 8 some
    games took millions of codes, on 6 x 9 some did not end. Chosen: the population has
    no more than all codes, where the program gives up.

    >>> history = mm.History(mm.Rules(4, 6), ["0120"], [(1, 1)])
    >>> CanonicalGA().next_guess(history, np.random.default_rng(1))
    array([0, 0, 4, 5], dtype=uint8)

    Parameters
    ----------
    population : int
        Different codes, drawn as the game begins.
    survivors : float
        Share of the codes that survive a generation.
    choice : "first" or "parts"
        Which consistent code is played: the first that is found; or, as in
        `CGA_Partitions`, of a set that is collected, the one that splits the others
        into the most classes, drawn among equals.
    consistent_set : int
        With ``choice="parts"``, the search ends once it has so many consistent codes,
        and after three generations without a new one.
    stuck : int
        After so many generations without a consistent code the population is drawn
        anew.
    first_guess : code, or "random"
        By default the first half of the colors again and again: 0120.
    """

    _own_first_guess = staticmethod(half_of_colors)

    population: int = setting(256, 2, 10**4)
    survivors: float = setting(0.4, 0, 0.95)
    stuck: int = 50

    def population_size(self, rules: Rules) -> int:
        """As of every player: no more than all codes."""
        check_rules(rules)
        return min(self.population, rules.n_codes)

    def _setup(self, rules: Rules) -> tuple:
        return self._filled(Setup, rules, palette=np.arange(rules.colors))

    def _beginning(self, rules: Rules, rng: np.random.Generator) -> np.ndarray:
        return to_words(different_codes(rules, self.population_size(rules), rng))

    def _score(self, people: People, start: int, past: Past, setup: tuple) -> int:
        people.distance[start:] = cost_of(people.words[start:], past, setup.pegs)
        people.fitness[start:] = 1.0 / (1.0 + people.distance[start:])
        return len(people.words) - start

    def _breed(
        self, people: People, setup: tuple, rng: np.random.Generator
    ) -> tuple[People, int]:
        words, order, kept = canonical_generation(
            people.words, people.fitness, setup, rng
        )
        bred = People(words, people.fitness[order], people.distance[order])
        return bred, kept


#: The settings, and besides: the colors that a peg can have.
Setup = setup_type(CanonicalGA, "palette")


@compiled
def canonical_generation(words, fitness, setup, rng):
    """Breed a generation.

    Returns the survivors by rank, then the children; the indices that rank the parents;
    and how many survive.
    """
    size = words.shape[0]
    kept = int(setup.survivors * size)
    order = np.argsort(-fitness, kind="mergesort")
    parents = words[order]
    wheel = wheel_for(fitness[order])
    bred = parents.copy()
    for i in range(kept, size, 2):
        one = mutate(parents[spin(wheel, rng)], setup, rng)
        other = mutate(parents[spin(wheel, rng)], setup, rng)
        one, other = exchange(one, other, 1 + below(setup.pegs - 1, rng), setup.pegs)
        bred[i] = one
        # of an odd number of children, the last one is left out
        if i + 1 < size:
            bred[i + 1] = other
    return bred, order, kept
