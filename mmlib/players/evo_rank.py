"""Merelo, Mora and Runarsson's EvoRank: consistent codes rank by how well they split.

It came before Evo. Its population goes on from guess to guess, and no code is kept
beside it.
"""

from dataclasses import dataclass, field

import numpy as np

from mmlib.engine.answers import Past, cost_of, distance_table, past_of
from mmlib.engine.compiled import compiled
from mmlib.engine.words import from_words, to_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.codes import check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing
from mmlib.players.canonical_ga import canonical_generation
from mmlib.players.evo import (
    PARTS,
    QUIET,
    Beginning,
    best_of,
    different_codes,
    draw_anew,
    endgame,
    scores_of,
)
from mmlib.players.settings import half_of_colors, setting, setup_type

#: How far a code is from an answer, by its differences in black and in white pegs:
#: their sum, or the greater of the two.
DISTANCES = ("taxicab", "chebyshev")


class EvoRank(
    Player,
    name="evo_rank",
    source="Merelo, Mora and Runarsson",
    year=2010,
    fidelity="exact, its restart reconstructed",
    needs_two_pegs="to be crossed",
):
    """Evolve codes by how near they come to the answers, and by how well they split.

    Only the consistent codes of the present population count.

    Sources: J. J. Merelo, A. M. Mora, T. P. Runarsson, "Beating exhaustive search at
    its own game: revisiting evolutionary Mastermind" (GECCO 2010), of which the
    abstract is known; their Perl modules `Algorithm::MasterMind::EvoRank` and
    `EvoRank_End_Games`, with `Algorithm::Evolutionary::Op::Canonical_GA_NN`. Fitness is
    the negative distance less the population's least, plus one; a consistent code gets
    the number of classes into which it splits the others. A generation is that of
    `canonical_ga`. As in the program, the classes are counted anew only when the number
    of consistent codes changes; until then newer ones have none, and the guess is one
    of those that were counted; a code that is not consistent any more keeps its classes
    for the first generation of a turn. The program's priorities of crossover and
    permutation are without effect, and its rate of mutation is the number of pegs that
    change, one. Reconstructed: after 50 generations without a consistent code the
    program means to draw its population anew, but calls what its library does not have,
    and that does nothing: some of the authors' games took 20 million codes. With a
    great `stuck` it plays so here. Chosen: the population has no more than all codes;
    it shrinks as its colors do, in the program by one code more where that number is
    whole; of an endgame's permutations those that fit are counted, where the program
    counts all of them twice.

    >>> history = mm.History(mm.Rules(4, 6), ["0120"], [(1, 1)])
    >>> EvoRank().next_guess(history, np.random.default_rng(1))
    array([0, 2, 5, 4], dtype=uint8)

    Parameters
    ----------
    population : int
        Different codes, drawn as the game begins.
    consistent_set : int
        The search ends once the population has so many consistent codes, and after
        three generations with the same number of them.
    survivors : float
        Share of the codes that survive a generation; the program calls it its
        replacement rate.
    distance : "taxicab" or "chebyshev"
        Of the differences in black and in white pegs, their sum or the greater one.
    endgames : bool
        Whether those of `EvoRank_End_Games` are played, which are Evo's.
    stuck : int
        After so many generations without a consistent code the population is drawn
        anew.
    first_guess : code, or "random"
        By default the first half of the colors again and again: 0120, 01230, 012301.
    """

    _own_first_guess = staticmethod(half_of_colors)

    population: int = setting(400, 2, 10**4)
    consistent_set: int = setting(20, 1, 10**4)
    survivors: float = setting(0.4, 0, 0.95)
    distance: str = setting("taxicab", DISTANCES)
    endgames: bool = setting(True)
    stuck: int = setting(50, 1, 10**6)

    def population_size(self, rules: Rules) -> int:
        """As of every player: no more than all codes."""
        check_rules(rules)
        return min(self.population, rules.n_codes)

    def _setup(self, rules: Rules) -> tuple:
        computed = {"palette": None, "people": None, "parts": None}
        return self._filled(Setup, rules, **computed)

    def _past(self, history: History) -> Past:
        """Pack the history for a search by this player's distance."""
        pegs = history.rules.pegs
        blacks = distance_table(history.feedbacks, pegs, 1.0, 0.0)
        whites = distance_table(history.feedbacks, pegs, 0.0, 1.0)
        is_sum = self.distance == "taxicab"
        costs = blacks + whites if is_sum else np.maximum(blacks, whites)
        return past_of(history.guesses, costs)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        if game.memory is None:
            people = different_codes(rules, self.population_size(rules), rng)
            game.memory = Lasting(people, np.arange(rules.colors))
        past = self._past(history)
        if self.endgames:
            guess = endgame(history, past, game, rng)
            if guess is not None:
                return guess
        lasting = game.memory
        setup = game.setup._replace(
            people=to_words(lasting.people),
            parts=lasting.parts.copy(),
            palette=lasting.palette,
        )
        found = game.until_found(history, _evolve, past, setup, rng)
        lasting.people = from_words(setup.people, rules.pegs)
        lasting.parts = setup.parts
        return best_of(found, rules.pegs, rules.colors, PARTS, rng)


#: The settings, and besides: the colors that are left; the people, uint64, and the
#: classes that they got for how they split, both of which are bred in place.
Setup = setup_type(EvoRank, "palette", "people", "parts")


@dataclass
class Lasting(Beginning):
    """What goes on from turn to turn: the people, and what each got for how it splits.

    The latter is float64 (n,).
    """

    parts: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.parts = np.zeros(len(self.people))

    def shrink(self, size: int, rng: np.random.Generator) -> None:
        """Leave so many people, drawn at random: the first ones are the fittest."""
        left = np.sort(rng.permutation(len(self.people))[:size])
        self.people = self.people[left]
        self.parts = self.parts[left]


@compiled
def _evolve(past, setup, record, rng):
    """Run one turn's search, and change the people in place.

    Returns the consistent codes of which one is played, the generations and the
    evaluations.
    """
    pegs = setup.pegs
    people = setup.people
    parts = setup.parts
    size = people.shape[0]
    seen, seen_in = word_table(size)
    cost = cost_of(people, past, pegs)
    evaluations = size
    each = _consistent(people, cost, seen, seen_in, 0)
    _count_parts(people, parts, each, setup)
    counted = people[each]
    quiet = 0  # generations with the same number of consistent codes
    generation = 0
    while counted.shape[0] < setup.consistent_set and generation < PATIENCE:
        fitness = parts - cost + cost.max() + 1.0
        # those that are about to breed
        write_down(record, generation, people, fitness)
        generation += 1
        bred, order, kept = canonical_generation(people, fitness, setup, rng)
        people[:] = bred
        parts[:] = parts[order]
        parts[kept:] = 0.0
        cost = cost_of(people, past, pegs)
        evaluations += size
        parts[cost > 0.0] = 0.0
        each = _consistent(people, cost, seen, seen_in, generation)
        consistent = people[each]
        is_anew = quiet == setup.stuck and counted.shape[0] == 0
        if is_anew:
            draw_anew(people, setup, rng)
            cost = cost_of(people, past, pegs)
            evaluations += size
            parts[:] = 0.0
            quiet = 0
        if consistent.shape[0] == counted.shape[0]:
            quiet += 1
        else:
            quiet = 0
            counted = consistent
            if not is_anew:
                _count_parts(people, parts, each, setup)
        if consistent.shape[0] == 1:
            counted = consistent
        if quiet >= QUIET and consistent.shape[0] > 0:
            break
    return counted, generation, evaluations


@compiled
def _consistent(people, cost, seen, seen_in, generation):
    """Find the consistent codes: of each the last one's index."""
    indices = np.empty(people.shape[0], np.int64)
    n = 0
    for i in range(people.shape[0] - 1, -1, -1):
        if cost[i] == 0.0 and enter(people[i], seen, seen_in, generation):
            indices[n] = i
            n += 1
    return indices[:n]


@compiled
def _count_parts(people, parts, each, setup):
    """Count the classes into which each of some people splits the others, in place."""
    if each.shape[0] > 1:
        parts[each] = scores_of(people[each], setup.pegs, setup.colors, PARTS)
