"""Merelo's multi-objective genetic algorithm: codes rank by who is better in all.

Its objectives are the distance from the answers, and the entropy of the colors.
"""

import numpy as np

from mmlib.engine.answers import Past, cost_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below
from mmlib.engine.words import to_words
from mmlib.game.codes import random_codes
from mmlib.game.rules import Rules
from mmlib.genetic.operators import change_peg, exchange
from mmlib.players.eda import local_entropy
from mmlib.players.kept_population import KeptPopulation, People
from mmlib.players.settings import half_of_colors, setting, setup_type

#: Whether the least entropy is the best, or the most.
ENTROPIES = ("least", "most")

#: The index of each of them.
LEAST, MOST = range(2)


class MOGA(
    KeptPopulation,
    name="moga",
    source="Merelo",
    year=2009,
    fidelity="exact, its restart reconstructed",
    needs_two_pegs="to be crossed",
):
    """Breed codes that no other one beats in distance and in entropy, until one fits.

    A code's rank is how many others are as good in both and better in one.

    Source: J. J. Merelo's Perl module `Algorithm::MasterMind::Evolutionary_MO`, with
    `Algorithm::Evolutionary::Op::Easy_MO` and `MO_Rank` (2009); sizes are those of its
    test. The entropy is that of the colors in all guesses and the code together, as of
    `eda`; but while that seeks the most of it, the program takes the least for the
    best. Parents are drawn from all survivors but the last, with the same chance;
    crossover takes a segment that never has the last peg, and may be empty; a child can
    be played once it has survived. The population goes on from guess to guess.
    Reconstructed: that it is drawn anew after 50 generations without a consistent code.
    The program breeds on; it "does not seem to be able to find the solution", as its
    author wrote, and his test asks for one guess only. Without the restart, some games
    on 4 x 6 did not end, with either direction of the entropy. Chosen: one code at
    least is culled, and one survives; ``choice="parts"``, which has no program; a
    turn's first codes are counted once, which the program scores twice.

    >>> history = mm.History(mm.Rules(4, 6), ["0120"], [(1, 1)])
    >>> MOGA().next_guess(history, np.random.default_rng(1))
    array([0, 0, 4, 5], dtype=uint8)

    Parameters
    ----------
    population : int
        Codes, drawn as the game begins.
    replacement : float
        Share of the codes that is culled in each generation.
    entropy : "least" or "most"
        Which of two codes is the better in entropy: in the program the one that has
        less of it.
    mutation, crossover : float
        Priorities of the operators: a child comes from one of them, drawn in proportion
        to these. Mutation gives one peg another color.
    choice : "first" or "parts"
        Which consistent code is played: the first that is found; or, of a set that is
        collected, the one that splits the others into the most classes, drawn among
        equals.
    consistent_set : int
        With ``choice="parts"``, the search ends once it has so many consistent codes,
        and after three generations without a new one.
    stuck : int
        After so many generations without a consistent code the population is drawn
        anew.
    first_guess : code, or "random"
        By default the first half of the colors again and again: 0120.
    """

    plays_children = False

    _own_first_guess = staticmethod(half_of_colors)

    population: int = setting(300, 2, 10**4)
    replacement: float = setting(0.2, 0, 1)
    entropy: str = setting("least", ENTROPIES)
    mutation: float = setting(1.0, 0)
    crossover: float = setting(8.0, 0)
    stuck: int = 50

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.mutation + self.crossover > 0:
            raise ValueError("mutation, crossover: one of them has to be above 0")

    def _setup(self, rules: Rules) -> tuple:
        return self._filled(Setup, rules)

    def _beginning(self, rules: Rules, rng: np.random.Generator) -> np.ndarray:
        return to_words(random_codes(rules, self.population, rng=rng))

    def _consistent_at_once(self, people: People) -> np.ndarray:
        return people.words[people.distance == 0.0][:1]

    def _score(self, people: People, start: int, past: Past, setup: tuple) -> int:
        # all of them: a child can beat a survivor
        _score(people, past, setup)
        return len(people.words)

    def _breed(
        self, people: People, setup: tuple, rng: np.random.Generator
    ) -> tuple[People, int]:
        return _breed(people, setup, rng)


#: The settings, for compiled code.
Setup = setup_type(MOGA)


@compiled
def _score(people, past, setup):
    """Score the people in place: one divided by one more than how many beat them."""
    people.distance[:] = cost_of(people.words, past, setup.pegs)
    # equal ones differ by the order in which they were summed up
    entropy = np.round(local_entropy(people.words, past, setup), 12)
    if setup.entropy == MOST:
        entropy = -entropy
    size = people.words.shape[0]
    for i in range(size):
        beaten = 0
        for j in range(size):
            nearer = people.distance[j] - people.distance[i]
            less = entropy[j] - entropy[i]
            beaten += nearer <= 0.0 and less <= 0.0 and nearer + less < 0.0
        people.fitness[i] = 1.0 / (1.0 + beaten)


@compiled
def _breed(people, setup, rng):
    """Cull the worst, and breed as many children of those that are left.

    Returns these by rank, then the children, and how many are left.
    """
    size = people.words.shape[0]
    kept = max(1, size - max(1, int(setup.replacement * size)))
    order = np.argsort(-people.fitness, kind="mergesort")
    words = people.words[order]
    parents = words[: max(1, kept - 1)]
    for i in range(kept, size):
        words[i] = _child(parents, setup, rng)
    return People(words, people.fitness[order], people.distance[order]), kept


@compiled
def _child(parents, setup, rng):
    """Breed a child by one of the operators, drawn by their priorities."""
    pegs = setup.pegs
    one = parents[below(parents.shape[0], rng)]
    if rng.random() * (setup.mutation + setup.crossover) < setup.mutation:
        return change_peg(one, pegs, setup.colors, rng)
    other = parents[below(parents.shape[0], rng)]
    start = below(pegs, rng)
    stop = start + below(pegs - start, rng)
    return exchange(one, other, start, stop)[0]
