"""The nine-color six-peg player.

It has one population for the whole game, and breeds one generation for every guess.
"""

import numpy as np

from mmlib.checks import shown, wrong_type
from mmlib.engine.answers import (
    cost_of,
    distance_table,
    greedy_feedback_matrix,
    look_up,
    past_of,
)
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below
from mmlib.engine.words import from_words, to_words
from mmlib.game.codes import as_numbers, random_codes
from mmlib.game.history import History
from mmlib.genetic.operators import exchange, spin, step_pegs, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting

#: The author's program, or the same without its slips.
VARIANTS = ("as_coded", "mended")

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
    any_scoring=True,
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

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        fresh = game.memory is None
        if fresh:
            game.memory = (
                to_words(random_codes(history.rules, self.population, rng=rng)),
                np.empty(self.population),
            )
        population, cost = game.memory
        record = game.blank(self.generations)
        guess, generations, evaluations = _evolve(
            population,
            cost,
            history.guesses,
            history.feedbacks,
            history.rules.colors,
            self.generations,
            self.crossover_rate,
            self.mutation_rate,
            self.asymmetric_feedback,
            fresh or not self.stale_selection,
            self.variant == "as_coded",
            record,
            rng,
        )
        game.searched(generations, evaluations, -1, record)
        return guess


@compiled
def _evolve(  # noqa: PLR0913, PLR0917
    population,
    cost,
    guesses,
    feedbacks,
    colors,
    generations,
    crossover_rate,
    mutation_rate,
    greedy,
    score_first,
    stops_early,
    record,
    rng,
):
    """Breed so many generations in place.

    Returns the fittest code, the generations and the evaluations.
    """
    size = population.shape[0]
    pegs = guesses.shape[1]
    costs = distance_table(feedbacks, pegs, BLACK_WEIGHT, WHITE_WEIGHT)
    evaluations = 0
    if score_first:
        cost[:] = _cost(population, guesses, costs, colors, greedy)
        evaluations += size
    write_down(record, 0, population, -cost)

    pool = np.empty_like(population)
    generation = 0
    while generation < generations:
        generation += 1
        wheel = wheel_for(cost.max() - cost)
        for i in range(size):
            pool[i] = population[spin(wheel, rng)]
        # the pool is in random order, so neighbors are random pairs
        for i in range(0, size, 2):
            if pegs > 1 and rng.random() < crossover_rate:
                pool[i], pool[i + 1] = exchange(
                    pool[i], pool[i + 1], 1 + below(pegs - 1, rng), pegs
                )
        for i in range(size):
            population[i] = step_pegs(pool[i], pegs, colors, mutation_rate, rng)
        cost[:] = _cost(population, guesses, costs, colors, greedy)
        evaluations += size
        write_down(record, generation, population, -cost)
        if stops_early and cost.max() - cost.min() > 11.0:
            break
    return from_words(population, pegs)[cost.argmin()], generation, evaluations


@compiled
def _cost(population, guesses, costs, colors, greedy):
    """Return the weighted distance of every code.

    It goes by the program's asymmetric feedback or by the standard one.
    """
    pegs = guesses.shape[1]
    if greedy:
        return look_up(
            greedy_feedback_matrix(from_words(population, pegs), guesses, colors), costs
        )
    return cost_of(population, past_of(guesses, costs), pegs)
