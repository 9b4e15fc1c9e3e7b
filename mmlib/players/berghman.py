"""Berghman, Goossens and Leus's player.

It collects consistent codes by evolution, then chooses the guess among them.
"""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import answer_row, cost_of, distance_table, past_of
from mmlib.engine.coding import pegs_shared
from mmlib.engine.columns import columns_of, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, new_code, random_code
from mmlib.engine.splits import count_classes
from mmlib.engine.words import from_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.history import History
from mmlib.genetic.operators import offspring, spin, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing
from mmlib.players.settings import paired_code, setting

#: How a cost becomes a share of the roulette wheel.
WEIGHTS = ("windowed", "offset")

#: What becomes of children that are equal to a code of their parents' generation.
CLONES = ("replaced", "kept")

#: Which eligible code is played; compiled code knows each by its index.
CHOICES = ("expected_remaining", "random", "most_similar", "most_different")


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

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        pegs = history.rules.pegs
        colors = history.rules.colors
        generations = self.generations or (200 if pegs >= 8 else 100)
        eligible_size = self.eligible_size or (
            100 if pegs >= 8 else 80 if pegs >= 6 else 60
        )
        population = max(1, min(self.population, history.rules.n_codes // 4))
        setup = Setup(
            pegs,
            colors,
            population,
            generations,
            eligible_size,
            self.mutation_rate,
            self.permutation_rate,
            self.inversion_rate,
            self.a,
            self.b,
            self.weights == "windowed",
            self.clones == "replaced",
        )
        eligible = game.until_found(generations, _evolve, setup, rng=rng)
        subset_size = min(self.subset_size or eligible_size, len(eligible))
        return eligible[
            choose_guess(eligible, subset_size, CHOICES.index(self.choice), colors, rng)
        ]


class Setup(NamedTuple):
    """The rules and the settings of a turn, for compiled code."""

    pegs: int
    colors: int
    population: int
    generations: int
    eligible_size: int
    mutation: float
    permutation: float
    inversion: float
    a: float
    b: float
    windowed: bool
    replace_clones: bool


@compiled
def _evolve(guesses, feedbacks, setup, record, rng):
    """Run one turn's search.

    Returns the eligible codes that it finds, the generations and the evaluations.
    """
    pegs = setup.pegs
    colors = setup.colors
    size = setup.population
    past = past_of(guesses, distance_table(feedbacks, pegs, setup.a, 1.0))
    highest = setup.b * pegs * guesses.shape[0]
    population = np.empty(size, np.uint64)
    children = np.empty(size, np.uint64)
    seen, seen_in = word_table(2 * size)  # both generations
    for i in range(size):
        population[i] = new_code(
            random_code(pegs, colors, rng), pegs, colors, seen, seen_in, 0, rng
        )
    cost = cost_of(population, past, pegs)
    write_down(record, 0, population, highest - cost)
    evaluations = size
    eligible = np.empty(setup.eligible_size + size, np.uint64)
    listed, listed_in = word_table(eligible.shape[0])
    found = 0
    generation = 0
    while (generation < setup.generations and found <= setup.eligible_size) or (
        found == 0 and generation < setup.generations + PATIENCE
    ):
        generation += 1
        wheel = wheel_for(
            np.maximum(0.0, (cost.max() if setup.windowed else highest) - cost)
        )
        if setup.replace_clones:
            for i in range(size):
                enter(population[i], seen, seen_in, generation)
        for i in range(size):
            one = population[spin(wheel, rng)]
            other = population[spin(wheel, rng)]
            child = offspring(
                one,
                other,
                pegs,
                colors,
                setup.mutation,
                setup.permutation,
                setup.inversion,
                rng,
            )
            children[i] = new_code(child, pegs, colors, seen, seen_in, generation, rng)
        population, children = children, population
        cost = cost_of(population, past, pegs)
        evaluations += size
        for i in range(size):
            if cost[i] <= 0.0 and enter(population[i], listed, listed_in, 0):
                eligible[found] = population[i]
                found += 1
        write_down(record, generation, population, highest - cost)
    return from_words(eligible[:found], pegs), generation, evaluations


@compiled
def choose_guess(eligible, subset_size, choice, colors, rng):
    """Return the index, among the eligible codes, of the one to play."""
    n, pegs = eligible.shape
    if choice == 1:
        return below(n, rng)
    subset = np.arange(n)
    for i in range(subset_size):  # the beginning of a shuffle
        j = i + below(n - i, rng)
        subset[i], subset[j] = subset[j], subset[i]
    subset = subset[:subset_size]
    codes = columns_of(eligible, colors)
    # expected number of the subset's other codes still eligible after each guess
    if choice == 0:
        others = np.full(n, subset_size)
        sizes = count_classes(codes, columns_of(eligible[subset], colors))
        others[subset] -= 1
        sizes[subset, -1] -= 1
        return ((sizes * (sizes - 1)).sum(axis=1) / np.maximum(1, others)).argmin()
    row = row_for(codes)
    alike = np.zeros(n)
    for guess in range(n):
        answer_row(row, guess, codes, codes)
        for answer in row[:n]:
            alike[guess] += pegs_shared(answer, pegs)
    return alike.argmax() if choice == 2 else alike.argmin()
