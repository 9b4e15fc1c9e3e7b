"""Merelo et al.'s Evo and Evo++: fitness rewards consistent codes by how well they would split the others found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib.checks import finite_number, flag, whole_number
from mmlib.engine.answers import cost_of, cost_of_one, distance_table, score
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below
from mmlib.engine.words import from_words, pack, peg, set_peg, tallies, to_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.codes import random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import roulette
from mmlib.genetic.record import record
from mmlib.players.base import PATIENCE, Player
from mmlib.players.settings import first_guess_setting, one_of
from mmlib.reason.consistent import contradiction

SCORES = ("parts", "entropy")


#: Population and consistent codes wanted, on boards of up to so many codes: those printed for 4x8, 5x8, 5x9 and 6x9.
SIZES = ((8**4, 400, 30), (8**5, 600, 40), (9**5, 800, 80))


LARGEST_SIZES = (1000, 100)


#: The search ends when it has had some consistent code, and no new one for so many generations.
QUIET = 3


@dataclass(kw_only=True, eq=False, repr=False)
class Evo(Player):
    """Evolve codes whose fitness is how near they come to the answers and how they split the consistent ones found.

    Parameters
    ----------
    population : int, 2 to 10,000, optional
        Different codes; by default 400, 600, 800 or 1000, as printed for 4 x 8, 5 x 8, 5 x 9 and 6 x 9.
    consistent_set : int, optional
        The search ends once it has so many consistent codes; by default 30, 40, 80 or 100.
    score : {"parts", "entropy"}
        What a consistent code is worth: the classes into which it splits the other ones found, or the entropy of these.
    endgames : bool, default True
        The two endgames of Evo++: when the latest answer has a key peg for every peg, all permutations of that guess
        are tried; when it has none, its colors are dropped, and the population shrinks as the colors did.
    tournament : int, default 7
        Codes of which the fittest becomes a parent.
    replacement : float in 0..1, default 0.75
        Children a generation, as a share of the population.
    crossover, mutation, permutation : float, 0 or more, default 8, 1 and 1
        Priorities: a child comes from one operator, drawn in proportion to them.
    stuck : int, default 100
        After so many generations without a consistent code the population is drawn anew.
    first_guess : array_like of int, str or None, optional
        By default the colors in order, the first half of them again and again: 0120, 01230, 012301.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range.

    Notes
    -----
    Sources: J. J. Merelo, A. M. Mora, C. Cotta, T. P. Runarsson, "An experimental study of exhaustive solutions for the
    Mastermind puzzle" (2012) and its successors at CEC 2013 and GECCO 2013, with their Perl program. As in that program
    the population of the game's beginning is searched from anew at every turn; fitness is the negative distance (sum of
    the differences in black and white pegs) less the population's least, plus score plus one; all parents come
    from tournaments, the first one in turn; a uniform crossover copies up to half of the pegs, drawn among those that
    differ, and leaves one difference at least; a permutation shuffles two or more pegs; the worst make room for as many
    new codes. The entropy is taken with natural logarithms over all codes found, the code itself with no class. Printed
    limits for `stuck` are 100 and, once, 50; the stored program has no such limit and can hang. Chosen: a new
    population then is searched to the end of the turn only; where the board has fewer codes than the population, all
    are in it.

    Examples
    --------
    >>> player = Evo()
    >>> player.next_guess(mm.History(mm.Rules(4, 6), ["0120"], [(1, 1)]), np.random.default_rng(1))
    array([4, 5, 0, 0], dtype=uint8)
    >>> player.search.eligible >= 30
    True
    """

    name = "evo"
    source = "Merelo, Mora, Cotta and Runarsson"
    year = 2012
    fidelity = "exact"

    population: int | None = None
    consistent_set: int | None = None
    score: str = "parts"
    endgames: bool = True
    tournament: int = 7
    replacement: float = 0.75
    crossover: float = 8.0
    mutation: float = 1.0
    permutation: float = 1.0
    stuck: int = 100
    first_guess: object = None

    def __post_init__(self) -> None:
        if self.population is not None:
            self.population = whole_number(self.population, "population", 2, 10**4)
        if self.consistent_set is not None:
            self.consistent_set = whole_number(self.consistent_set, "consistent_set", 1, 10**4)
        self.score = one_of(self.score, "score", SCORES)
        self.endgames = flag(self.endgames, "endgames")
        self.tournament = whole_number(self.tournament, "tournament", 1, 10**4)
        self.stuck = whole_number(self.stuck, "stuck", 1, 10**6)
        self.replacement = finite_number(self.replacement, "replacement", 0, 1)
        for name in ("crossover", "mutation", "permutation"):
            setattr(self, name, finite_number(getattr(self, name), name, 0))
        if not self.crossover + self.mutation + self.permutation > 0:
            raise ValueError("crossover, mutation, permutation: one of them has to be above 0")
        self.first_guess = first_guess_setting(self.first_guess)

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return np.arange(rules.pegs, dtype=np.uint8) % np.uint8(max(1, rules.colors // 2))

    def _begin(self, rules: Rules) -> None:
        if rules.pegs < 2:
            raise ValueError(f"rules: {rules}: two pegs or more are needed, to be crossed and shuffled")
        self._people, self._turns_seen = None, 0

    def _sizes(self, rules: Rules) -> tuple[int, int]:
        """Codes in the population, and consistent codes wanted."""
        population, wanted = next((sizes for most, *sizes in SIZES if rules.n_codes <= most), LARGEST_SIZES)
        return min(self.population or population, rules.n_codes), self.consistent_set or wanted

    def population_size(self, rules: Rules) -> int:
        """As of every player; where it was not set, it depends on the board."""
        return self._sizes(rules)[0]

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        pegs, colors = history.rules.pegs, history.rules.colors
        size, wanted = self._sizes(history.rules)
        if self._people is None:
            self._people = _different_codes(history.rules, size, rng)
            self._palette = np.arange(colors)
        if self.endgames:
            for turn in range(self._turns_seen, len(history)):
                if not history.feedbacks[turn].any():
                    self._drop_colors(history, turn, rng)
            self._turns_seen = len(history)
            if history.feedbacks[-1].sum() == pegs:
                return self._permuted(history, rng)
        priorities = np.cumsum([self.crossover, self.mutation, self.permutation])
        found = self._until_found(
            history,
            0,
            lambda trace: _evolve(
                *(to_words(self._people), history.guesses, history.feedbacks, colors, self._palette, wanted),
                *(self.score == "entropy", self.tournament, self.replacement, priorities, self.stuck, trace, rng),
            ),
        )
        return found[_best(found, colors, self.score == "entropy", rng)]

    def _drop_colors(self, history: History, turn: int, rng: np.random.Generator) -> None:
        """Forget the colors of a guess that has none right; the population shrinks as they do."""
        before, guess = len(self._palette), history.guesses[turn]
        self._palette = np.setdiff1d(self._palette, guess)
        if not len(self._palette):
            raise ValueError(f"history: {contradiction(history)}")
        size = max(2, len(self._people) * len(self._palette) // before)
        self._people = self._people[:size].copy()
        illegal = np.isin(self._people, guess)
        self._people[illegal] = rng.choice(self._palette, illegal.sum())

    def _permuted(self, history: History, rng: np.random.Generator) -> np.ndarray:
        """The best code among those that have the same pegs as the latest guess."""
        codes = _permutations(history.guesses[-1], history.guesses, history.feedbacks)
        if not len(codes):
            raise ValueError(f"history: {contradiction(history)}")
        self._record(0, len(codes), len(codes), self._trace(0, history.rules))
        return codes[_best(codes, history.rules.colors, False, rng)]


def _different_codes(rules: Rules, n: int, rng: np.random.Generator) -> np.ndarray:
    """`n` random codes, no two of them equal, uint8 (n, pegs)."""
    codes = random_codes(rules, n, rng=rng)
    while True:
        _, first = np.unique(codes, axis=0, return_index=True)
        if len(first) == n:
            return codes
        codes = np.vstack([codes[np.sort(first)], random_codes(rules, n - len(first), rng=rng)])


@compiled
def _permutations(code, guesses, feedbacks):
    """The permutations of a code that agree with all the answers, each once, in lexicographic order."""
    pegs = code.shape[0]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    table = distance_table(feedbacks, pegs, 1.0, 1.0)
    order = np.sort(code)
    found = np.empty((16, pegs), np.uint8)
    n = 0
    while True:
        word = to_words(order.reshape(1, pegs))[0]
        if cost_of_one(word, past, past_counts, table, pegs, 0.0) == 0.0:
            if n == found.shape[0]:
                grown = np.empty((2 * n, pegs), np.uint8)
                grown[:n] = found
                found = grown
            found[n] = order
            n += 1
        i = pegs - 2  # the next permutation: the last rise, and what follows it turned round
        while i >= 0 and order[i] >= order[i + 1]:
            i -= 1
        if i < 0:
            return found[:n].copy()
        j = pegs - 1
        while order[j] <= order[i]:
            j -= 1
        order[i], order[j] = order[j], order[i]
        order[i + 1 :] = order[i + 1 :][::-1].copy()


@compiled
def _scores(codes, colors, by_entropy):
    """Number of classes into which each code splits the others, or their entropy in nats, float64 (n,)."""
    n, pegs = codes.shape
    solved = pegs * (pegs + 1)
    positions, counts = pack(codes, colors)
    row, sizes, worth = np.empty(n, np.uint8), np.zeros(solved + 1, np.int64), np.zeros(n)
    for i in range(n):
        score(row, i, positions, counts, positions, counts, n, pegs)
        for j in range(n):
            sizes[row[j]] += 1
        for answer in range(solved + 1):
            if sizes[answer] and answer < solved:
                share = sizes[answer] / n
                worth[i] += -share * np.log(share) if by_entropy else 1.0
            sizes[answer] = 0
    return worth


@compiled
def _best(codes, colors, by_entropy, rng):
    """Place of a code of the greatest score, drawn among equals."""
    worth = _scores(codes, colors, by_entropy)
    best = np.flatnonzero(worth == worth.max())
    return best[below(best.shape[0], rng)]


@compiled
def _evolve(
    people, guesses, feedbacks, colors, palette, wanted, by_entropy, tournament, replacement, priorities, stuck, trace,
    rng,
):  # fmt: skip
    """The consistent codes of one turn's search, the generations and the evaluations."""
    pegs, size = guesses.shape[1], people.shape[0]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    table = distance_table(feedbacks, pegs, 1.0, 1.0)
    people = people.copy()
    distance = -cost_of(people, past, past_counts, table, pegs)
    evaluations = size
    found = np.empty(max(wanted, 1) + size + 1, np.uint64)
    listed, listed_in = word_table(found.shape[0])
    n, quiet, generation = 0, 0, 0
    n_children = int(replacement * size)
    fitness, chosen = np.empty(size), np.empty(size, np.int64)
    children = np.empty(n_children, np.uint64)
    known, known_in = word_table(2 * size)
    while True:
        before = n
        for i in range(size):
            if distance[i] == 0.0 and enter(people[i], listed, listed_in, 0):
                found[n] = people[i]
                n += 1
        quiet = 0 if n > before else quiet + 1
        if n >= wanted or (n and quiet >= QUIET) or generation == PATIENCE:
            return from_words(found[:n], pegs), generation, evaluations
        generation += 1
        if n == 0 and quiet >= stuck:
            quiet = 0
            for i in range(size):
                people[i] = _random_code(pegs, palette, rng)
            distance[:] = -cost_of(people, past, past_counts, table, pegs)
            evaluations += size
        fitness[:] = distance - distance.min() + 1.0
        worth = _scores(from_words(found[:n], pegs), colors, by_entropy)
        for i in range(size):
            if distance[i] == 0.0:
                for j in range(n):
                    if found[j] == people[i]:
                        fitness[i] += worth[j]
        record(trace, generation, people, fitness)
        for i in range(size):  # the mating pool
            chosen[i] = below(size, rng)
            for _ in range(tournament - 1):
                other = below(size, rng)
                if fitness[other] > fitness[chosen[i]]:
                    chosen[i] = other
        bred = 0
        for i in range(size):
            enter(people[i], known, known_in, generation)
        for i in range(n_children):
            parent = people[chosen[i % size]]
            operator = roulette(priorities, rng)
            if operator == 0:
                child = _cross(parent, people[chosen], pegs, rng)
            elif operator == 1:
                child = _mutate(parent, pegs, palette, rng)
            else:
                child = _shuffle(parent, pegs, rng)
            if enter(child, known, known_in, generation):
                children[bred] = child
                bred += 1
        order = np.argsort(-fitness, kind="mergesort")
        costs = cost_of(children[:bred], past, past_counts, table, pegs)
        evaluations += n_children  # that program scores every child, also one that it drops
        for i in range(bred):  # the worst make room
            people[order[size - 1 - i]] = children[i]
            distance[order[size - 1 - i]] = -costs[i]


@compiled
def _random_code(pegs, palette, rng):
    """A random code of the colors that are left."""
    code = np.uint64(0)
    for p in range(pegs):
        code = set_peg(code, p, palette[below(palette.shape[0], rng)])
    return code


@compiled
def _cross(parent, pool, pegs, rng):
    """Copy up to half of the pegs from another code of the pool, among those that differ, and not all of these."""
    other = parent
    for _ in range(2 * pool.shape[0]):  # a pool may hold one code only
        other = pool[below(pool.shape[0], rng)]
        if other != parent:
            break
    different = np.empty(pegs, np.int64)
    n = 0
    for p in range(pegs):
        if peg(parent, p) != peg(other, p):
            different[n] = p
            n += 1
    child = parent
    for k in range(min(pegs // 2, n - 1)):
        pick = k + below(n - k, rng)
        different[k], different[pick] = different[pick], different[k]
        child = set_peg(child, different[k], peg(other, different[k]))
    return child


@compiled
def _mutate(code, pegs, palette, rng):
    """Give one peg another of the colors that are left."""
    place = below(pegs, rng)
    if palette.shape[0] == 1:
        return set_peg(code, place, palette[0])
    color = palette[below(palette.shape[0], rng)]
    while color == peg(code, place):
        color = palette[below(palette.shape[0], rng)]
    return set_peg(code, place, color)


@compiled
def _shuffle(code, pegs, rng):
    """Shuffle the pegs at two or more places."""
    places = np.arange(pegs)
    n = 2 + below(pegs - 1, rng)
    for k in range(n):
        pick = k + below(pegs - k, rng)
        places[k], places[pick] = places[pick], places[k]
    shuffled = code
    order = np.arange(n)
    for k in range(n - 1):
        pick = k + below(n - k, rng)
        order[k], order[pick] = order[pick], order[k]
    for k in range(n):
        shuffled = set_peg(shuffled, places[k], peg(code, places[order[k]]))
    return shuffled
