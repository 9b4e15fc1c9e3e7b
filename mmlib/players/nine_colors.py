"""The nine-color six-peg player.

It has one population for the whole game, and breeds one generation for every guess.
"""

import numpy as np

from mmlib.checks import shown, wrong_type
from mmlib.engine.answers import (
    cost_of,
    greedy_feedback_matrix,
    look_up,
)
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below
from mmlib.engine.words import from_word, from_words, to_words
from mmlib.game.codes import as_numbers, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import SCORINGS
from mmlib.genetic.operators import exchange, spin, step_pegs, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.settings import setting, setup_type

#: The author's program, or the same without its slips.
VARIANTS = ("as_coded", "mended")

#: The index of each variant, by which compiled code knows it.
AS_CODED, MENDED = range(2)

#: The program stops breeding once a fitness, counted from the population's worst, is
#: above this.
ENOUGH = 11.0

#: Weight of the difference in black pegs in the fitness.
BLACK_WEIGHT = 2.0

#: Weight of the difference in white pegs in the fitness.
WHITE_WEIGHT = 1.0


def slip_setting(value: object, name: str) -> bool | None:
    """Check a flag that may be None."""
    if not isinstance(value, bool | None):
        raise wrong_type(value, name, "a bool or None")
    return value


class NineColors(
    Player,
    name="nine_colors",
    source="jedrzejkozal/MasterMind (nine colors, six pegs)",
    year=None,
    fidelity="exact",
    scorings=SCORINGS,
):
    """Keep one population through the game, and play its fittest code at every guess.

    A generation is bred for every guess.

    Source: the repository ``jedrzejkozal/MasterMind``, README and code. The program
    reports rounds that are one more than the guesses played; `reported_rounds` turns
    one into the other.

    >>> player = NineColors(variant="mended", generations=20)
    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)])
    >>> player.next_guess(history, np.random.default_rng(1))
    array([4, 0, 1, 2], dtype=uint8)

    Parameters
    ----------
    variant : "as_coded" or "mended"
        ``"as_coded"`` is the author's program. Its feedback is asymmetric (see
        `feedback`, ``"nine_colors"``), for the answers of the game as for the fitness,
        so that the secret itself may look inconsistent. Its selection goes by the
        fitness of the previous turn, ignorant of the newest answer. And its loop over
        generations ends early once a fitness, counted from the population's worst, is
        above 11. ``"mended"`` has the standard feedback, scores the population afresh
        before it selects, and breeds all its generations.
    asymmetric_feedback, stale_selection : bool, optional
        The first two of these slips, each by itself. By default both are as the variant
        says.
    population : int
        Codes in the population, an even number.
    generations : int
        Generations bred for every guess.
    crossover_rate : float
        Chance that a pair exchanges its pegs from a random one on.
    mutation_rate : float
        Chance that a peg steps on to the next color.
    first_guess : code, or "random"
        By default "random".
    """

    variant: str = setting("as_coded", VARIANTS)
    asymmetric_feedback: bool | None = setting(None, slip_setting)
    stale_selection: bool | None = setting(None, slip_setting)
    population: int = setting(1000, 2, 10**6)
    generations: int = setting(1, 1, 10**6)
    crossover_rate: float = setting(0.95, 0, 1)
    mutation_rate: float = setting(0.05, 0, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("asymmetric_feedback", "stale_selection"):
            if getattr(self, name) is None:
                self._settle(name, self.variant == "as_coded")
        if self.population % 2:
            raise ValueError(
                f"population: {self.population} is odd; codes mate in pairs"
            )
        if self.first_guess is None:
            self._settle("first_guess", "random")

    @property
    def scoring(self) -> str:
        """The count of pegs that it was written with."""
        return "nine_colors" if self.asymmetric_feedback else "standard"

    def reported_rounds(self, guesses: np.ndarray) -> np.ndarray:
        """Return the rounds that the program would report for games of so many guesses.

        They are whole numbers, int64; `ValueError` if the guesses are not.
        """
        counts = as_numbers(guesses, "guesses")
        with np.errstate(invalid="ignore"):
            whole = (counts == np.floor(counts)) & (np.abs(counts) < 2**53)
        if not whole.all():
            raise ValueError(
                f"guesses: {shown(guesses)} are not whole numbers of guesses"
            )
        return counts.astype(np.int64) + (self.variant == "as_coded")

    def _setup(self, rules: Rules) -> tuple:
        computed = {
            "asymmetric": self.asymmetric_feedback,
            "stale": self.stale_selection,
            "people": np.empty(self.population, np.uint64),
            "cost": np.full(self.population, np.nan),
        }
        return self._filled(Setup, rules, **computed)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        setup = game.setup
        if np.isnan(setup.cost[0]):
            codes = random_codes(rules, self.population, rng=rng)
            setup.people[:] = to_words(codes)
        past = past_by_distance(history, BLACK_WEIGHT, WHITE_WEIGHT)
        record = game.blank(self.generations)
        guess, generations, evaluations = _evolve(past, setup, record, rng)
        game.searched(generations, evaluations, -1, record)
        return from_word(guess, rules.pegs)


#: The settings, and besides: the program's two slips, as flags; and the population,
#: uint64, with its cost at the turn before, float64, NaN as the game begins. These two
#: change in place.
Setup = setup_type(NineColors, "asymmetric", "stale", "people", "cost")


@compiled
def _evolve(past, setup, record, rng):
    """Breed so many generations in place.

    Returns the fittest code, the generations and the evaluations.
    """
    pegs = setup.pegs
    population = setup.people
    cost = setup.cost
    size = population.shape[0]
    evaluations = 0
    if np.isnan(cost[0]) or not setup.stale:
        cost[:] = _cost(population, past, setup)
        evaluations += size
    write_down(record, 0, population, -cost)

    pool = np.empty_like(population)
    generation = 0
    while generation < setup.generations:
        generation += 1
        wheel = wheel_for(cost.max() - cost)
        for i in range(size):
            pool[i] = population[spin(wheel, rng)]
        # the pool is in random order, so neighbors are random pairs
        for i in range(0, size, 2):
            if pegs > 1 and rng.random() < setup.crossover_rate:
                cut = 1 + below(pegs - 1, rng)
                pool[i], pool[i + 1] = exchange(pool[i], pool[i + 1], cut, pegs)
        for i in range(size):
            population[i] = step_pegs(
                pool[i], pegs, setup.colors, setup.mutation_rate, rng
            )
        cost[:] = _cost(population, past, setup)
        evaluations += size
        write_down(record, generation, population, -cost)
        if setup.variant == AS_CODED and cost.max() - cost.min() > ENOUGH:
            break
    return population[cost.argmin()], generation, evaluations


@compiled
def _cost(population, past, setup):
    """Return the weighted distance of every code.

    It goes by the program's asymmetric feedback or by the standard one.
    """
    if not setup.asymmetric:
        return cost_of(population, past, setup.pegs)
    codes = from_words(population, setup.pegs)
    guesses = from_words(past.words, setup.pegs)
    answers = greedy_feedback_matrix(codes, guesses, setup.colors)
    return look_up(answers, past.costs)
