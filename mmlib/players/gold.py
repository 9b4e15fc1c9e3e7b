"""Gold's AutoPlayer: a fresh population for every guess, whose fittest code is played.

Codes breed in families of four, of which two survive.

This file is the example of how a player is written, and says more than the others do.
From the top: what can be set; the class, whose docstring names the source and what it
leaves open, with its settings below; `_choose`, which returns a guess; and the search,
compiled, one function for each step of the source.
"""

import numpy as np

from mmlib.engine.answers import cost_of, cost_of_one, past_of, peg_match_table
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_codes
from mmlib.engine.words import from_word
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import exchange, reset_peg
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting, setup_type

#: The author's program, or what a reader of his article would expect.
VARIANTS = ("as_coded", "as_described")

#: The index of each variant: compiled code gets these instead of texts.
AS_CODED, AS_DESCRIBED = range(2)

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

    # each with its default, then the texts or the bounds that are allowed
    variant: str = setting("as_coded", VARIANTS)
    level: str = setting("expert", tuple(LEVELS))
    population: int | None = setting(None, 2, 10**6)
    generations: int | None = setting(None, 0, 10**6)
    mutation_rate: float = setting(0.1, 0, 1)

    def __post_init__(self) -> None:
        super().__post_init__()  # checks each setting by itself
        population, generations = LEVELS[self.level]
        if self.population is None:
            self._settle("population", population)
        if self.generations is None:
            self._settle("generations", generations)

    def _setup(self, rules: Rules) -> tuple:
        # what the search gets, once a game: the rules and the settings, by name
        return self._filled(Setup, rules)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        pegs = history.rules.pegs
        # what an answer to each guess so far is worth to a code
        matches = peg_match_table(history.feedbacks, pegs)
        past = past_of(history.guesses, matches)
        # empty unless somebody wants to see the search afterwards
        record = game.blank(self.generations)
        word, evaluations = _evolve(past, game.setup, record, rng)
        game.searched(self.generations, evaluations, -1, record)
        return from_word(word, pegs)


#: What `_evolve` gets of the player: the rules and the settings above, by name.
Setup = setup_type(Gold)


@compiled
def _evolve(past, setup, record, rng):
    """Make one guess; return it, and how many fitness values that took."""
    pegs = setup.pegs
    size = setup.population
    words = random_codes(size, pegs, setup.colors, rng)
    # where each code will be cut: in the middle; in the program a child's point is 0
    cut = np.full(size, pegs // 2)
    inherited = pegs // 2 if setup.variant == AS_DESCRIBED else 0
    matches = cost_of(words, past, pegs)
    _write_down(record, 0, words, matches, pegs)
    evaluations = size

    for generation in range(setup.generations):
        # The program shuffles the population into couples, the dads first.
        couples = _couples(words.shape[0], rng)
        pairs = couples.shape[0] // 2
        words = words[couples]
        cut = cut[couples]
        matches = matches[couples]
        # Each couple has two children, which stand after the moms.
        children = _children(words, cut, pegs, rng)
        words = np.concatenate((words, children))
        cut = np.concatenate((cut, np.full(2 * pairs, inherited)))
        matches = np.concatenate((matches, cost_of(children, past, pegs)))
        # Of each family of four, the two fittest survive.
        survivors = _survivors(matches)
        words = words[survivors]
        cut = cut[survivors]
        matches = matches[survivors]
        # Parents mutate as children do.
        _mutate(words, matches, past, setup, rng)
        # The program scores whole families, then all survivors.
        evaluations += 4 * pairs + 2 * pairs
        _write_down(record, generation + 1, words, matches, pegs)

    return words[matches.argmax()], evaluations


@compiled
def _children(parents, cut, pegs, rng):
    """Breed two children of each couple, each parent cut at its own point.

    The first half of the parents are dads, the second half their moms.
    """
    children = np.empty_like(parents)
    pairs = parents.shape[0] // 2
    for dad in range(pairs):
        mom = pairs + dad
        children[dad] = crossover(parents[dad], parents[mom], cut[dad], pegs, rng)
        children[mom] = crossover(parents[mom], parents[dad], cut[mom], pegs, rng)
    return children


@compiled
def _survivors(matches):
    """Return the indices of the two fittest of each family, families in order.

    The people are all dads, all moms, all first children and all second children.
    """
    pairs = matches.shape[0] // 4
    survivors = np.empty(2 * pairs, np.int64)
    for i in range(pairs):
        best, second = _best_two(
            matches[i],
            matches[pairs + i],
            matches[2 * pairs + i],
            matches[3 * pairs + i],
        )
        survivors[2 * i] = i + pairs * best
        survivors[2 * i + 1] = i + pairs * second
    return survivors


@compiled
def _mutate(words, matches, past, setup, rng):
    """Reset a random peg of some people, in place, and score these anew."""
    for i in range(words.shape[0]):
        if rng.random() < setup.mutation_rate:
            words[i] = reset_peg(words[i], setup.pegs, setup.colors, rng)
            matches[i] = cost_of_one(words[i], past, setup.pegs, np.inf)


@compiled
def _write_down(record, generation, words, matches, pegs):
    """Record a generation with the program's fitness: the share of matches and 0.02."""
    write_down(record, generation, words, matches / pegs + 0.02)


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
