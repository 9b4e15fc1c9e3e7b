"""Merelo et al.'s player: a steady-state search with crowding for a code that fits."""

import numpy as np

from mmlib.engine.answers import cost_of_one
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, random_code, two_of
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import in_order
from mmlib.engine.words import equal_pegs, from_word, peg, set_peg, to_words
from mmlib.game.codes import random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import exchange, permute, spin, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing, past_by_distance
from mmlib.players.settings import setting, setup_type

#: How parents are drawn from the better half.
SELECTIONS = ("rank", "uniform")

#: The index of each selection, by which compiled code knows it.
BY_RANK, UNIFORM = range(2)


class Merelo(
    Player,
    name="merelo",
    source="Merelo, Castillo and Rivas",
    year=2006,
    fidelity="reconstructed",
    needs_two_pegs="to be crossed and swapped",
):
    """Replace the worse half of a population until a code fits, and play that code.

    The half is replaced in every generation; the first code found that fits is played.

    Source: J. J. Merelo-Guervos, P. Castillo, V. Rivas, "Finding a needle in a haystack
    using hints and evolutionary computation: the case of evolutionary Mastermind",
    Applied Soft Computing 6 (2006), of whose text a part is known. The population, the
    limit of 15 generations, the operators, the crowding and the first guess are the
    source's. It gives the priorities 2:1:2, and says next to it that they make 20, 40
    and 40 %, which they do not. Reconstructed: selection by linear rank, the random
    segment, one child a crossover, the population kept between guesses, and that codes
    are scored one after another only until the first that fits, which is how its 279
    evaluations a game can be fewer than its 400 codes.

    >>> history = mm.History(mm.Rules(4, 6), ["0123"], [(2, 0)])
    >>> Merelo().next_guess(history, np.random.default_rng(1))
    array([4, 1, 2, 4], dtype=uint8)

    Parameters
    ----------
    population : int
        Codes, drawn as the game begins.
    generations : int
        After so many generations without a fitting code the population is drawn anew.
    transposition, mutation, crossover : float
        Priorities of the operators: a child comes from one of them, drawn in proportion
        to these. Transposition swaps two pegs; mutation gives one peg the next color,
        and the last color becomes the first; crossover takes a random segment from
        another code.
    selection : "rank" or "uniform"
        Parents come from the better half: in proportion to their rank from below, or
        all with the same chance.
    crowding : bool
        Whether a child takes the place of the code most like it among the worse half,
        instead of any.
    keep : bool
        Whether the population is kept from guess to guess.
    first_guess : code, or "random"
        By default as many different colors as there are: 0123.
    """

    population: int = setting(400, 2, 10**4)
    generations: int = setting(15, 1, 10**6)
    transposition: float = setting(2.0, 0)
    mutation: float = setting(1.0, 0)
    crossover: float = setting(2.0, 0)
    selection: str = setting("rank", SELECTIONS)
    crowding: bool = setting(True)
    keep: bool = setting(True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.transposition + self.mutation + self.crossover > 0:
            raise ValueError(
                "transposition, mutation, crossover: one of them has to be above 0"
            )

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return np.arange(rules.pegs, dtype=np.uint8) % np.uint8(rules.colors)

    def _setup(self, rules: Rules) -> tuple:
        priorities = np.cumsum([self.transposition, self.mutation, self.crossover])
        people = np.empty(self.population, np.uint64)
        return self._filled(Setup, rules, priorities=priorities, people=people)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        setup = game.setup
        if game.memory is None or not self.keep:
            game.memory = to_words(random_codes(rules, self.population, rng=rng))
        setup.people[:] = game.memory
        past = past_by_distance(history)
        # codes that a child is compared with, on average
        alike = self.crowding * self.population // 4
        found = game.until_found(history, _evolve, past, setup, rng, effort=alike)
        # a search that was interrupted leaves the population as it was
        game.memory[:] = setup.people
        return from_word(found[0], rules.pegs)


#: The settings, and besides: the running sums of the operators' priorities, and the
#: population, uint64, which is bred in place.
Setup = setup_type(Merelo, "priorities", "people")


@compiled
def _evolve(past, setup, record, rng):
    """Search for the first code that fits, and change the population in place.

    Returns the code, uint64 (1,), or none, uint64 (0,); the generations and the
    evaluations.
    """
    pegs = setup.pegs
    population = setup.people
    size = population.shape[0]
    cost = np.empty(size)
    n_parents = size - size // 2
    if setup.selection == BY_RANK:
        weights = np.arange(n_parents, 0, -1).astype(np.float64)
    else:
        weights = np.ones(n_parents)
    wheel = wheel_for(weights)
    evaluations = 0
    for generation in range(PATIENCE):
        if generation % setup.generations == 0:
            # the beginning, or nothing was found in so many generations
            scored = _score_until_found(
                population, cost, generation > 0, past, setup, rng
            )
            evaluations += scored
            if generation == 0:
                write_down(record, 0, population[:scored], -cost[:scored])
            if cost[scored - 1] == 0.0:
                return population[scored - 1 : scored].copy(), generation, evaluations
        order = in_order(cost)
        parents = population[order[:n_parents]]
        leaving = order[n_parents:].copy()
        old = population[leaving]
        for i in range(leaving.shape[0]):
            if i % 256 == 255:
                hear_interrupt()
            child = _child(parents, wheel, setup, rng)
            at = i
            if setup.crowding:
                at += _most_alike(child, old[i:], pegs)
            leaving[i], leaving[at], old[at] = leaving[at], leaving[i], old[i]
            population[leaving[i]] = child
            cost[leaving[i]] = cost_of_one(child, past, pegs, np.inf)
            evaluations += 1
            if cost[leaving[i]] == 0.0:
                write_down(record, generation + 1, population, -cost)
                return np.array([child]), generation + 1, evaluations
        write_down(record, generation + 1, population, -cost)
    return population[:0].copy(), PATIENCE, evaluations


@compiled
def _score_until_found(population, cost, anew, past, setup, rng):
    """Score the codes one after another until one fits, `anew` after it was drawn.

    Returns how many were scored.
    """
    size = population.shape[0]
    for i in range(size):
        if anew:
            population[i] = random_code(setup.pegs, setup.colors, rng)
        cost[i] = cost_of_one(population[i], past, setup.pegs, np.inf)
        if cost[i] == 0.0:
            return i + 1
    return size


@compiled
def _child(parents, wheel, setup, rng):
    """Breed a child by one of the operators, drawn by their priorities."""
    pegs = setup.pegs
    child = parents[spin(wheel, rng)]
    draw = rng.random() * setup.priorities[2]
    if draw < setup.priorities[0]:
        return permute(child, pegs, rng)
    if draw < setup.priorities[1]:
        index = below(pegs, rng)
        color = peg(child, index) + 1
        return set_peg(child, index, 0 if color == setup.colors else color)
    low, high = two_of(pegs + 1, rng)
    return exchange(child, parents[spin(wheel, rng)], low, high)[0]


@compiled
def _most_alike(child, others, pegs):
    """Tell which of some codes shares most pegs with a child, the first of equals."""
    n = others.shape[0]
    best = np.int64(-1)
    for j in range(n):  # pegs and place in one number, so that the loop vectorizes
        best = max(best, (np.int64(equal_pegs(child, others[j], pegs)) << 32) + n - j)
    return n - (best & 0xFFFFFFFF)
