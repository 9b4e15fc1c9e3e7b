"""Runarsson and Merelo's player: an estimation of distribution algorithm.

It draws codes peg by peg, as often of each color as the better half has it there.
"""

import math

import numpy as np

from mmlib.engine.answers import Past, cost_of
from mmlib.engine.coding import pegs_shared
from mmlib.engine.compiled import compiled
from mmlib.engine.words import peg, set_peg, tallies, to_words
from mmlib.game.codes import check_rules, random_codes
from mmlib.game.rules import Rules
from mmlib.genetic.operators import roulette
from mmlib.players.kept_population import KeptPopulation, People
from mmlib.players.settings import pairs_of_colors, setting, setup_type

#: By what codes are ranked.
FITNESSES = ("entropy", "distance", "matches")

#: The index of each of them, by which compiled code knows it.
ENTROPY, DISTANCE, MATCHES = range(3)


class EDA(
    KeptPopulation,
    name="eda",
    source="Runarsson and Merelo",
    year=2009,
    fidelity="exact",
):
    """Draw codes as the better half of the last ones has its colors, until one fits.

    The first codes that fit are the survivors of a generation; of these the fittest is
    played.

    Sources: T. P. Runarsson, J. J. Merelo-Guervos, "Adapting heuristic Mastermind
    strategies to evolutionary algorithms", arXiv 0912.2415 (2009), section 4; and their
    Perl modules `Algorithm::MasterMind::EDA`, `EDA_Partitions` and
    `Algorithm::Evolutionary::Op::EDA_step`. The paper gives the population, the
    replacement, the fitness and the first guess 0011; the program's default is 0120.
    All else is the program's. The population goes on from guess to guess. Children are
    scored when the next generation breeds, and only those that survive can be played;
    `"parts"` takes all. It has one code more than `population` as the game begins, and
    none more after it was drawn anew. A generation draws `population` less the culled
    codes, and not as many as were culled: it comes to the same at a replacement of 0.5,
    and elsewhere the population grows or falls to ``population / (2 * replacement)``.
    Stored games of the authors with 0.25 and 0.95 count their evaluations so. The floor
    of the chances is for colors that no survivor has; one that a single survivor has
    gets less. The paper's ten games on each code come out as stored with 0120, and with
    its own 0011 they take longer. Chosen: where less than one code would be culled none
    is; the program culls all of them then.

    >>> history = mm.History(mm.Rules(4, 6), ["0011"], [(1, 1)])
    >>> EDA().next_guess(history, np.random.default_rng(1))
    array([2, 3, 1, 0], dtype=uint8)

    Parameters
    ----------
    population : int
        Codes, drawn as the game begins.
    replacement : float
        Share of the codes that is culled in each generation.
    floor : float
        Weight of a color that no survivor has at a peg, beside shares of survivors.
    fitness : "entropy", "distance" or "matches"
        ``"entropy"``: that of the colors in all guesses and the code together, divided
        by one more than the distance (the sum of the differences in black and white
        pegs); ``"distance"``: one divided by the same; ``"matches"``: the black and
        white pegs that the code and the guesses share, and `pegs` more for each answer
        that agrees, the program's "naive" fitness.
    choice : "first" or "parts"
        Which consistent code is played: the first that is found; or, as in
        `EDA_Partitions`, of a set that is collected, the one that splits the others
        into the most classes, drawn among equals.
    consistent_set : int
        With ``choice="parts"``, the search ends once it has so many consistent codes,
        and after three generations without a new one.
    stuck : int
        After so many generations in vain the population is drawn anew.
    first_guess : code, or "random"
        By default pairs of colors: 0011.
    """

    plays_children = False

    _own_first_guess = staticmethod(pairs_of_colors)

    population: int = setting(200, 2, 10**4)
    replacement: float = setting(0.5, 0.05, 0.95)
    floor: float = setting(0.05, 0, 1)
    fitness: str = setting("entropy", FITNESSES)

    def population_size(self, rules: Rules) -> int:
        """As of every player: the most codes that a generation can have."""
        check_rules(rules)
        return 2 + max(
            self.population, math.ceil(self.population / (2 * self.replacement))
        )

    def _setup(self, rules: Rules) -> tuple:
        return self._filled(Setup, rules)

    def _beginning(self, rules: Rules, rng: np.random.Generator) -> np.ndarray:
        return to_words(random_codes(rules, self.population + 1, rng=rng))

    def _score(self, people: People, start: int, past: Past, setup: tuple) -> int:
        _score(people, start, past, setup)
        return len(people.words) - start

    def _breed(
        self, people: People, setup: tuple, rng: np.random.Generator
    ) -> tuple[People, int]:
        return _breed(people, setup, rng)

    def _draw_anew(self, rules: Rules, rng: np.random.Generator) -> np.ndarray:
        return to_words(random_codes(rules, self.population, rng=rng))


#: The settings, for compiled code.
Setup = setup_type(EDA)


@compiled
def _score(people, start, past, setup):
    """Score the people from an index on, in place."""
    words = people.words[start:]
    distance = cost_of(words, past, setup.pegs)
    people.distance[start:] = distance
    if setup.fitness == ENTROPY:
        people.fitness[start:] = local_entropy(words, past, setup) / (1.0 + distance)
    elif setup.fitness == DISTANCE:
        people.fitness[start:] = 1.0 / (1.0 + distance)
    else:
        people.fitness[start:] = _matches(words, past, setup.pegs)


@compiled
def local_entropy(words, past, setup):
    """Tell the entropy, in nats, of the colors of each code and all guesses together.

    It is float64 (n,).
    """
    colors = setup.colors
    played = _counts(past.tallies, colors).sum(axis=0)
    counts = _counts(tallies(words, setup.pegs), colors)
    # what so many pegs of one color add
    n = setup.pegs * (past.words.shape[0] + 1)
    terms = np.zeros(n + 1)
    for pegs in range(1, n + 1):
        terms[pegs] = -pegs / n * np.log(pegs / n)
    entropy = np.zeros(words.shape[0])
    for i in range(words.shape[0]):
        for color in range(colors):
            entropy[i] += terms[played[color] + counts[i, color]]
    return entropy


@compiled
def _counts(tallied, colors):
    """Unpack tallies: the pegs of each color, int64 (n, colors)."""
    counts = np.empty((tallied.shape[0], colors), np.int64)
    for i in range(tallied.shape[0]):
        for color in range(colors):
            counts[i, color] = peg(tallied[i], color)
    return counts


@compiled
def _matches(words, past, pegs):
    """Tell how much each code shares with the guesses, and with their answers."""
    worth = np.empty_like(past.costs)
    for turn in range(worth.shape[0]):
        for answer in range(worth.shape[1]):
            agrees = past.costs[turn, answer] == 0.0
            worth[turn, answer] = pegs_shared(answer, pegs) + pegs * agrees
    return 1.0 + cost_of(words, Past(past.words, past.tallies, worth), pegs)


@compiled
def _breed(people, setup, rng):
    """Cull the worst, and draw codes as those that are left have their colors.

    Returns these people by rank, then the children, and how many are left.
    """
    size = people.words.shape[0]
    culled = setup.replacement * size
    kept = max(1, size - int(culled))
    order = np.argsort(-people.fitness, kind="mergesort")[:kept]
    bred = kept + max(0, int(np.ceil(setup.population - culled)))
    words = np.empty(bred, np.uint64)
    fitness = np.zeros(bred)
    distance = np.full(bred, np.inf)
    words[:kept] = people.words[order]
    fitness[:kept] = people.fitness[order]
    distance[:kept] = people.distance[order]
    chances = _chances(words[:kept], setup)
    for i in range(kept, bred):
        words[i] = 0
        for p in range(setup.pegs):
            words[i] = set_peg(words[i], p, roulette(chances[p], rng))
    return People(words, fitness, distance), kept


@compiled
def _chances(words, setup):
    """Return the running sums of the colors' weights at each peg.

    They are float64 (pegs, colors). A weight is the share of the codes that have the
    color there.
    """
    counts = np.zeros((setup.pegs, setup.colors))
    for word in words:
        for p in range(setup.pegs):
            counts[p, peg(word, p)] += 1.0
    sums = np.empty_like(counts)
    for p in range(setup.pegs):
        total = 0.0
        for color in range(setup.colors):
            share = counts[p, color] / words.shape[0]
            total += share if share > 0.0 else setup.floor
            sums[p, color] = total
    return sums
