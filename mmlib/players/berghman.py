"""Berghman, Goossens and Leus's player.

It collects consistent codes by evolution, then chooses the guess among them.
"""

import numpy as np

from mmlib.engine.answers import answer_row, cost_of
from mmlib.engine.coding import pegs_shared
from mmlib.engine.columns import columns_of, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, different_codes, new_code, shuffle_some
from mmlib.engine.splits import count_classes
from mmlib.engine.words import from_words
from mmlib.engine.wordset import word_table
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.eligible import child_of, collect, mark_seen, may_go_on, room_for
from mmlib.players.settings import paired_code, setting, setup_type

#: How a cost becomes a share of the roulette wheel.
WEIGHTS = ("windowed", "offset")

#: The index of each of them, by which compiled code knows it.
WINDOWED, OFFSET = range(2)

#: What becomes of children that are equal to a code of their parents' generation.
CLONES = ("replaced", "kept")

#: The index of each of them.
REPLACED, KEPT = range(2)

#: Which eligible code is played.
CHOICES = ("expected_remaining", "random", "most_similar", "most_different")

#: The index of each of them.
EXPECTED_REMAINING, RANDOM, MOST_SIMILAR, MOST_DIFFERENT = range(4)


class Berghman(
    Player,
    name="berghman",
    source="Berghman, Goossens and Leus",
    year=2009,
    fidelity="described, with choices",
    needs_two_pegs="to be crossed and swapped",
):
    """Evolve a set of consistent ("eligible") codes, and play the most promising one.

    This is by default the code that promises to leave the fewest of them.

    Source: L. Berghman, D. Goossens, R. Leus, "Efficient solutions for Mastermind using
    genetic algorithms", Computers & Operations Research (2009). Its fitness as printed,
    distance plus constant, is a cost, and how that becomes a chance of parenthood is
    not said; followers read it as constant minus distance (``weights="offset"``). The
    paper's own study finds that `b` makes no difference, which is so with
    ``"windowed"``. Nor is it said whether "already in the population" means the
    parents' generation too. Both defaults are those that agree with its results on
    6 x 9. Also chosen: each child has two parents of its own from the wheel, and takes
    the first one's pegs outside the crossed segment; a cut lies between two pegs; of
    equals the code found first is played.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)])
    >>> Berghman().next_guess(history, np.random.default_rng(1))
    array([0, 5, 1, 2], dtype=uint8)

    Parameters
    ----------
    population : int
        Different codes, drawn anew at every turn; where there are few codes, at most a
        quarter of them.
    generations : int, optional
        The most generations of a turn; more while nothing was found. By default 100,
        and 200 from 8 pegs on.
    eligible_size : int, optional
        The search stops once it has more eligible codes. By default 60, from 6 pegs on
        80, from 8 on 100.
    subset_size : int, optional
        Eligible codes that are tried as secrets when the guess is chosen. By default
        `eligible_size`.
    choice : str
        Which eligible code is played. ``"expected_remaining"``: the one that leaves the
        fewest of the subset on average; ``"random"``; ``"most_similar"`` or
        ``"most_different"``: the one that has the most or the fewest key pegs with the
        others.
    mutation_rate : float
        Chance that a peg is changed.
    permutation_rate : float
        Chance that two pegs are swapped.
    inversion_rate : float
        Chance that a segment is reversed.
    a : float
        Weight of the black pegs in the fitness. With ``a=0`` codes whose blacks
        disagree count as eligible too.
    b : float
        Weight of the constant in the fitness.
    weights : "windowed" or "offset"
        How a cost becomes a share of the roulette wheel. ``"windowed"``: by how far it
        lies below the population's worst, which leaves `b` without effect;
        ``"offset"``: by how far it lies below the constant ``b * pegs * turns``.
    clones : "replaced" or "kept"
        What becomes of children that are equal to a code of the parents' generation.
        Those equal to another child are always replaced.
    first_guess : code, or "random"
        By default `paired_code`: 0012 on 4 x 6, 00123 on 5 x 8, 001123 on 6 x 9.
    """

    _own_first_guess = staticmethod(paired_code)

    population: int = setting(150, 2, 10**5)
    generations: int | None = setting(None, 1, 10**6)
    eligible_size: int | None = setting(None, 1, 10**4)
    subset_size: int | None = setting(None, 1, 10**4)
    choice: str = setting("expected_remaining", CHOICES)
    mutation_rate: float = setting(0.03, 0, 1)
    permutation_rate: float = setting(0.03, 0, 1)
    inversion_rate: float = setting(0.02, 0, 1)
    a: float = setting(1.0, 0)
    b: float = setting(2.0, 0)
    weights: str = setting("windowed", WEIGHTS)
    clones: str = setting("replaced", CLONES)

    def _setup(self, rules: Rules) -> tuple:
        if rules.pegs >= 8:
            generations = 200
            eligible_size = 100
        else:
            generations = 100
            eligible_size = 80 if rules.pegs >= 6 else 60
        eligible_size = self.eligible_size or eligible_size
        sizes = {
            "population": max(1, min(self.population, rules.n_codes // 4)),
            "generations": self.generations or generations,
            "eligible_size": eligible_size,
            "subset_size": self.subset_size or eligible_size,
        }
        return self._filled(Setup, rules, **sizes)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        setup = game.setup
        past = past_by_distance(history, self.a)
        words = game.until_found(history, _evolve, past, setup, rng)
        eligible = from_words(words, setup.pegs)
        subset_size = min(setup.subset_size, len(eligible))
        chosen = choose_guess(eligible, subset_size, setup.choice, setup.colors, rng)
        return eligible[chosen]


#: The settings, for compiled code.
Setup = setup_type(Berghman)


@compiled
def _evolve(past, setup, record, rng):
    """Run one turn's search.

    Returns the eligible codes that it finds, the generations and the evaluations.
    """
    pegs = setup.pegs
    colors = setup.colors
    size = setup.population
    # the constant of the fitness
    highest = setup.b * pegs * past.words.shape[0]
    seen, seen_in = word_table(2 * size)  # both generations
    population = different_codes(size, pegs, colors, seen, seen_in, rng)
    children = np.empty(size, np.uint64)
    cost = cost_of(population, past, pegs)
    write_down(record, 0, population, highest - cost)
    evaluations = size
    listed = room_for(setup.eligible_size + size)
    found = 0
    generation = 0
    while found <= setup.eligible_size and may_go_on(
        generation, setup.generations, found
    ):
        generation += 1
        # each parent is drawn by how far its cost lies below this
        ceiling = cost.max() if setup.weights == WINDOWED else highest
        wheel = wheel_for(np.maximum(0.0, ceiling - cost))
        if setup.clones == REPLACED:
            mark_seen(population, seen, seen_in, generation)
        for i in range(size):
            child = child_of(population, wheel, setup.mutation_rate, setup, rng)
            children[i] = new_code(child, pegs, colors, seen, seen_in, generation, rng)
        population, children = children, population
        cost = cost_of(population, past, pegs)
        evaluations += size
        found = collect(population, cost, listed, found)
        write_down(record, generation, population, highest - cost)
    return listed.codes[:found].copy(), generation, evaluations


@compiled
def choose_guess(eligible, subset_size, choice, colors, rng):
    """Return the index, among the eligible codes, of the one to play."""
    n, pegs = eligible.shape
    if choice == RANDOM:
        return below(n, rng)
    subset = np.arange(n)
    shuffle_some(subset, subset_size, rng)
    subset = subset[:subset_size]
    codes = columns_of(eligible, colors)
    if choice == EXPECTED_REMAINING:
        # expected number of the subset's other codes still eligible after each guess
        others = np.full(n, subset_size)
        sizes = count_classes(codes, columns_of(eligible[subset], colors))
        others[subset] -= 1
        sizes[subset, -1] -= 1
        left = (sizes * (sizes - 1)).sum(axis=1) / np.maximum(1, others)
        return left.argmin()
    row = row_for(codes)
    alike = np.zeros(n)
    for guess in range(n):
        answer_row(row, guess, codes, codes)
        for answer in row[:n]:
            alike[guess] += pegs_shared(answer, pegs)
    return alike.argmax() if choice == MOST_SIMILAR else alike.argmin()
