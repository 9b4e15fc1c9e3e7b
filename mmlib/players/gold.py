"""Gold's AutoPlayer: a fresh population for every guess, whose fittest code is played.

Codes breed in families of four, of which two survive.
"""

import numpy as np

from mmlib.engine.answers import cost_of, cost_of_one, past_of, peg_match_table
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_code
from mmlib.engine.words import from_words
from mmlib.game.history import History
from mmlib.genetic.operators import exchange, reset_peg
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting

#: The author's program, or what a reader of his article would expect.
VARIANTS = ("as_coded", "as_described")

#: Population and generations of the article's two levels.
LEVELS = {"expert": (1000, 10), "beginner": (10, 25)}


class Gold(
    Player,
    name="gold",
    source="Gold (AutoPlayer)",
    year=2002,
    fidelity="exact (as_coded), described (as_described)",
):
    """Evolve a fresh population for every guess, and play its fittest code.

    The code is played whether it is consistent or not.

    Source: M. Gold, "Mastermind Computer Player using Genetic Algorithms in C#" (2002),
    with the constants of the classes Population and Genome from a port that credits it.
    Of a family's equals those come first that stand first in dad, mom, first child,
    second child, and of the last generation's fittest the first is played; the program
    leaves both to an unstable sort. By other rules than 4 x 8 the crossover point stays
    in the middle and the fitness divides by the number of pegs (a reconstruction).

    >>> history = mm.History(mm.Rules(4, 8), ["0012"], [(3, 0)])
    >>> Gold(level="beginner").next_guess(history, np.random.default_rng(1))
    array([0, 0, 1, 4], dtype=uint8)

    Parameters
    ----------
    variant : "as_coded" or "as_described"
        ``"as_coded"`` is the author's program, in which children lose their crossover
        point: it falls back to 0, so that a child's own crossover only returns a copy
        of itself or of its partner. ``"as_described"`` lets children inherit the point,
        in the middle of the code, as a reader of the article would expect.
    level : "expert" or "beginner"
        1000 codes and 10 generations, or 10 codes and 25 generations.
    population, generations : int, optional
        In place of the level's.
    mutation_rate : float
        Chance that a code, parent or child, gets one random peg reset.
    first_guess : code, or "random"
        By default the search runs without answers too, which comes to a random code.
    """

    variant: str = setting("as_coded", VARIANTS)
    level: str = setting("expert", tuple(LEVELS))
    population: int | None = setting(None, 2, 10**6)
    generations: int | None = setting(None, 0, 10**6)
    mutation_rate: float = setting(0.1, 0, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, usual in zip(
            ("population", "generations"), LEVELS[self.level], strict=True
        ):
            if getattr(self, name) is None:
                self._settle(name, usual)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        record = game.blank(self.generations)
        guess, evaluations = _evolve(
            history.guesses,
            history.feedbacks,
            history.rules.colors,
            self.population,
            self.generations,
            self.mutation_rate,
            self.variant == "as_described",
            record,
            rng,
        )
        game.searched(self.generations, evaluations, -1, record)
        return guess


@compiled
def _evolve(  # noqa: PLR0913, PLR0917
    guesses,
    feedbacks,
    colors,
    size,
    generations,
    mutation_rate,
    children_inherit,
    record,
    rng,
):
    """Make one guess of the AutoPlayer; return also how many fitness values it took."""
    pegs = guesses.shape[1]
    past = past_of(guesses, peg_match_table(feedbacks, pegs))
    middle = pegs // 2
    population = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = random_code(pegs, colors, rng)
    cut = np.full(size, middle)  # where each code will be crossed
    matches = cost_of(population, past, pegs)
    write_down(record, 0, population, matches / pegs + 0.02)
    evaluations = size

    for generation in range(generations):
        order = _couples(population.shape[0], rng)
        pairs = order.shape[0] // 2
        # dads, then their moms
        population, cut, matches = population[order], cut[order], matches[order]
        babies = np.empty(2 * pairs, np.uint64)
        for dad, mom in enumerate(range(pairs, 2 * pairs)):
            babies[dad] = crossover(
                population[dad], population[mom], cut[dad], pegs, rng
            )
            babies[mom] = crossover(
                population[mom], population[dad], cut[mom], pegs, rng
            )
        population, matches = (
            np.append(population, babies),
            np.append(matches, cost_of(babies, past, pegs)),
        )
        cut = np.append(cut, np.full(2 * pairs, middle if children_inherit else 0))

        survivors = np.empty(2 * pairs, np.int64)
        for i in range(pairs):
            best, second = _best_two(
                matches[i],
                matches[pairs + i],
                matches[2 * pairs + i],
                matches[3 * pairs + i],
            )
            survivors[2 * i], survivors[2 * i + 1] = (
                i + pairs * best,
                i + pairs * second,
            )
        population, cut, matches = (
            population[survivors],
            cut[survivors],
            matches[survivors],
        )
        for i in range(2 * pairs):
            if rng.random() < mutation_rate:
                population[i] = reset_peg(population[i], pegs, colors, rng)
                matches[i] = cost_of_one(population[i], past, pegs, np.inf)
        # the program scores whole families, then all survivors
        evaluations += 6 * pairs
        write_down(record, generation + 1, population, matches / pegs + 0.02)
    return from_words(population, pegs)[matches.argmax()], evaluations


@compiled
def _couples(n, rng):
    """Return indices of dads, then of as many moms.

    Each code tosses a coin; then the longer list gives from its end.
    """
    moms = np.empty(n, np.int64)
    dads = np.empty(n, np.int64)
    n_moms = 0
    n_dads = 0
    for i in range(n):
        # without a branch, which no processor could foresee
        moms[n_moms] = dads[n_dads] = i
        heads = rng.random() < 0.5
        n_moms += heads
        n_dads += not heads
    while n_moms > n_dads:
        n_moms -= 1
        dads[n_dads] = moms[n_moms]
        n_dads += 1
    while n_dads > n_moms:
        n_dads -= 1
        moms[n_moms] = dads[n_dads]
        n_moms += 1
    pairs = min(n_moms, n_dads)  # an odd one is left out
    return np.concatenate((dads[:pairs], moms[:pairs]))


@compiled
def _best_two(dad, mom, one, other):
    """Tell which two of a family's four are the best, the first of equals first."""
    parent = 1 if mom > dad else 0
    child = 3 if other > one else 2
    if max(one, other) > max(dad, mom):
        return child, parent if max(dad, mom) >= min(one, other) else 5 - child
    return parent, 1 - parent if min(dad, mom) >= max(one, other) else child


@compiled
def crossover(this, other, cut, pegs, rng):
    """Cross at one point, and return one of the two children with even chances.

    The two children are complementary.
    """
    first, second = exchange(this, other, cut, pegs)
    return first if rng.random() < 0.5 else second
