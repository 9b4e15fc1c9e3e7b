"""The "Le Adoga" player, which runs a small genetic algorithm at every turn.

Here are the player and its paper's pseudocode; `le_adoga_program` has the authors'
program.
"""

from functools import partial

import numpy as np

from mmlib.engine.answers import cost_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_codes, two_of
from mmlib.engine.words import from_word
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import invert, permute, reset_peg
from mmlib.genetic.record import write_down
from mmlib.players import le_adoga_program as program
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.eligible import collect, may_go_on, room_for
from mmlib.players.settings import paired_code, setting, setup_type

#: The authors' program, or the pseudocode of their paper.
VARIANTS = ("as_coded", "as_described")


class LeAdoga(
    Player,
    name="le_adoga",
    source="Pongpon et al. (Le Adoga)",
    year=2023,
    fidelity="exact (as_coded), described (as_described)",
    needs_two_pegs="to be crossed and swapped",
):
    """Search for consistent codes with a small population; play the first one found.

    Consistent codes are called "eligible" here.

    Source: B. Pongpon, U. Sorrawit, D. Kanitsorn, S. Panurut, B. Saranunt, "Mastermind
    Game with Genetic Algorithm" (2023), section 3.3, and the program
    ``sokungz01/mastermindGeneticAlgorithm``. Chosen where both are silent: parents by
    ``"random"`` selection are drawn independently; in ``"as_described"`` the roulette
    wheel weighs a code by how far its cost lies below the worst, and ranking gives the
    best of n the weight n and the worst 1. Only tournament and roulette wheel stand in
    the program; its ranking, commented out, is followed in ``"as_coded"``.

    >>> player = LeAdoga(variant="as_described", tournament_size=5)
    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)])
    >>> player.next_guess(history, np.random.default_rng(1))
    array([3, 0, 1, 2], dtype=uint8)

    Parameters
    ----------
    variant : "as_coded" or "as_described"
        ``"as_coded"`` is the authors' C program. There no child enters the population
        of its turn: every generation breeds from the same parents, half of which are
        drawn anew before every pairing from the sixth generation on while nothing
        eligible was found. The second parent is not selected but the next in line after
        the first; and roulette wheel and ranking prefer the *worse*. ``"as_described"``
        is the paper's pseudocode: children replace their parents, both parents are
        selected, the fitter the likelier, and up to half of the population is drawn
        anew once a generation.
    population : int
        Codes in the population, an even number.
    generations : int
        Generations bred at each turn, and more until an eligible code is found.
    eligible_size : int
        Eligible codes kept. The program stops collecting there; the pseudocode stops
        searching once it has more.
    selection : "tournament", "random", "roulette_wheel" or "ranking"
        How parents are selected.
    tournament_size : int
        Codes drawn for a tournament; 0 and 1 draw one at random.
    one_point_share : float
        Share of crossovers at one point; the others are at two.
    mutation_rate : float
        Chance that a peg is reset. The paper's text and program say 10 %, its closing
        table 2 %.
    inversion_rate : float
        Chance that a segment is reversed.
    permutation_rate : float
        Chance that two pegs are swapped.
    elitism_rate : float
        Share of eligible codes that go on to the next turn (program) or the next
        generation (paper's words).
    black_weight, white_weight : float
        Weights in the fitness; a code is eligible when the weighted distance is 0.
    refill : bool
        Whether part of the population is drawn anew when the search finds nothing
        ("random population module").
    first_guess : code, or "random"
        By default `paired_code`: 0012 on four pegs, 00123 on five.
    """

    _own_first_guess = staticmethod(paired_code)

    variant: str = setting("as_coded", VARIANTS)
    population: int = setting(30, 2, 10**4)
    generations: int = setting(20, 1, 10**6)
    eligible_size: int = setting(20, 1, 10**6)
    selection: str = setting("tournament", program.SELECTIONS)
    tournament_size: int = setting(2, 0, 10**3)
    one_point_share: float = setting(0.1, 0, 1)
    mutation_rate: float = setting(0.1, 0, 1)
    inversion_rate: float = setting(0.03, 0, 1)
    permutation_rate: float = setting(0.02, 0, 1)
    elitism_rate: float = setting(0.3, 0, 1)
    black_weight: float = setting(1.0, 0)
    white_weight: float = setting(1.0, 0)
    refill: bool = setting(True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.population % 2:
            raise ValueError(
                f"population: {self.population} is odd; children come in pairs"
            )

    def _setup(self, rules: Rules) -> tuple:
        # chance that a child stays as it is
        unvaried = (
            (1.0 - self.mutation_rate)
            * (1.0 - self.inversion_rate)
            * (1.0 - self.permutation_rate)
        )
        computed = {
            "unvaried": unvaried * unvaried,
            "repeats": np.empty(1, np.int64),
        }
        return self._filled(Setup, rules, **computed)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        setup = game.setup
        setup.repeats[0] = program.MOST_IN_ALL
        past = past_by_distance(history, self.black_weight, self.white_weight)
        evolve = as_described
        if self.variant == "as_coded":
            elite = np.empty(0, np.uint64) if game.memory is None else game.memory
            evolve = partial(program.as_coded, elite)
        # the program often breeds a pair again
        effort = 10 * self.tournament_size
        found = game.until_found(history, evolve, past, setup, rng, effort=effort)
        if self.variant == "as_coded":
            n_elite = min(int(len(found) * self.elitism_rate), self.population)
            game.memory = found[:n_elite]
        return from_word(found[0], setup.pegs)


#: The settings, and for the program: the chance that two children stay as they are, and
#: the times that pairs may still be bred again in this turn, int64 (1,).
Setup = setup_type(LeAdoga, "unvaried", "repeats")


@compiled
def as_described(past, setup, record, rng):
    """Run one turn of the paper's pseudocode.

    Returns the eligible codes, the generations and the evaluations.
    """
    pegs = setup.pegs
    size = setup.population
    half = size // 2
    population = random_codes(size, pegs, setup.colors, rng)
    children = np.empty(size, np.uint64)
    fitness = -cost_of(population, past, pegs)
    write_down(record, 0, population, fitness)
    evaluations = size
    listed = room_for(setup.eligible_size + size)
    found = 0
    generation = 0
    while found <= setup.eligible_size and may_go_on(
        generation, setup.generations, found
    ):
        generation += 1
        if setup.refill and generation > 5 and found == 0:
            population[half:] = random_codes(size - half, pegs, setup.colors, rng)
            fitness[half:] = -cost_of(population[half:], past, pegs)
            evaluations += size - half
        _breed(population, fitness, children, setup, rng)
        fitness = -cost_of(children, past, pegs)
        evaluations += size
        found = collect(children, -fitness, listed, found)
        write_down(record, generation, children, fitness)
        # the elite takes the place of the first children
        n_elite = min(int(found * setup.elitism_rate), size)
        children[:n_elite] = listed.codes[:n_elite]
        fitness[:n_elite] = 0.0
        population, children = children, population
    return listed.codes[:found].copy(), generation, evaluations


@compiled
def _breed(population, fitness, children, setup, rng):
    """Breed a generation: pairs of parents, crossed and varied."""
    selection = setup.selection
    rivals = setup.tournament_size
    wheel = program.wheel_of(fitness, selection, False)
    for i in range(0, population.shape[0], 2):
        one = program.parent(fitness, wheel, selection, rivals, rng)
        other = program.parent(fitness, wheel, selection, rivals, rng)
        first, second = program.cross(population[one], population[other], setup, rng)
        children[i] = _vary(first, setup, rng)
        children[i + 1] = _vary(second, setup, rng)


@compiled
def _vary(code, setup, rng):
    """Mutate, invert and permute one child, each with its chance."""
    if rng.random() < setup.mutation_rate:
        code = reset_peg(code, setup.pegs, setup.colors, rng)
    if rng.random() < setup.inversion_rate:
        low, high = two_of(setup.pegs, rng)
        code = invert(code, low, high)
    if rng.random() < setup.permutation_rate:
        code = permute(code, setup.pegs, rng)
    return code
