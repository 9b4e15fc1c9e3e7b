"""The "Le Adoga" player, which runs a small genetic algorithm at every turn.

Here are the player and its paper's pseudocode; `le_adoga_program` has the authors'
program.
"""

import numpy as np

from mmlib.engine.answers import cost_of, distance_table, past_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_code, two_of
from mmlib.engine.words import from_words
from mmlib.game.history import History
from mmlib.genetic.operators import invert, permute, reset_peg
from mmlib.genetic.record import write_down
from mmlib.players import le_adoga_program as program
from mmlib.players.base import PATIENCE, Player, Playing
from mmlib.players.settings import paired_code, setting

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

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        once = (
            (1.0 - self.mutation_rate)
            * (1.0 - self.inversion_rate)
            * (1.0 - self.permutation_rate)
        )
        setup = program.Setup(
            rules.pegs,
            rules.colors,
            self.population,
            self.generations,
            self.eligible_size,
            program.SELECTIONS.index(self.selection),
            self.tournament_size,
            self.one_point_share,
            self.mutation_rate,
            self.inversion_rate,
            self.permutation_rate,
            once * once,
            self.elitism_rate,
            self.black_weight,
            self.white_weight,
            self.refill,
            np.full(1, program.MOST_IN_ALL),
        )
        # the program often breeds a pair again
        effort = 10 * self.tournament_size
        if self.variant == "as_described":
            found = game.until_found(
                self.generations, as_described, setup, rng=rng, effort=effort
            )
        else:
            elite = np.empty(0, np.uint64) if game.memory is None else game.memory
            found = game.until_found(
                self.generations, program.as_coded, elite, setup, rng=rng, effort=effort
            )
            game.memory = found[
                : min(int(len(found) * self.elitism_rate), self.population)
            ]
        return from_words(found[:1], rules.pegs)[0]


@compiled
def as_described(guesses, feedbacks, setup, record, rng):
    """Run one turn of the paper's pseudocode.

    Returns the eligible codes, the generations and the evaluations.
    """
    pegs = setup.pegs
    colors = setup.colors
    size = setup.population
    past = past_of(
        guesses, distance_table(feedbacks, pegs, setup.black_weight, setup.white_weight)
    )
    population = np.empty(size, np.uint64)
    children = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = random_code(pegs, colors, rng)
    fitness = -cost_of(population, past, pegs)
    write_down(record, 0, population, fitness)
    evaluations = size
    eligible = np.empty(setup.eligible_size + size, np.uint64)
    found = 0
    generation = 0
    while (generation < setup.generations and found <= setup.eligible_size) or (
        found == 0 and generation < setup.generations + PATIENCE
    ):
        generation += 1
        if setup.refill and generation > 5 and found == 0:
            half = size // 2
            for i in range(half, size):
                population[i] = random_code(pegs, colors, rng)
            fitness[half:] = -cost_of(population[half:], past, pegs)
            evaluations += size - half
        wheel = program.wheel_of(fitness, setup.selection, False)
        for i in range(0, size, 2):
            first = population[
                program.parent(
                    fitness, wheel, setup.selection, setup.tournament_size, rng
                )
            ]
            second = population[
                program.parent(
                    fitness, wheel, setup.selection, setup.tournament_size, rng
                )
            ]
            first, second = program.cross(first, second, pegs, setup.one_point, rng)
            children[i] = _vary(first, setup, rng)
            children[i + 1] = _vary(second, setup, rng)
        fitness = -cost_of(children, past, pegs)
        found = program.collect(children, fitness, eligible, found)
        evaluations += size
        write_down(record, generation, children, fitness)
        survivors = min(int(found * setup.elitism_rate), size)
        children[:survivors] = eligible[:survivors]
        fitness[:survivors] = 0.0
        population, children = children, population
    return eligible[:found].copy(), generation, evaluations


@compiled
def _vary(code, setup, rng):
    """Mutate, invert and permute one child, each with its chance."""
    if rng.random() < setup.mutation:
        code = reset_peg(code, setup.pegs, setup.colors, rng)
    if rng.random() < setup.inversion:
        low, high = two_of(setup.pegs, rng)
        code = invert(code, low, high)
    if rng.random() < setup.permutation:
        code = permute(code, setup.pegs, rng)
    return code
