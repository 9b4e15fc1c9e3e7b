"""Merelo et al.'s Evo and Evo++.

Their fitness rewards consistent codes by how well they would split the others found.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import cost_of, cost_of_one, distance_table, past_of
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import count_classes
from mmlib.engine.words import from_words, peg, set_peg, to_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.codes import check_rules, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import roulette
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing
from mmlib.players.settings import setting
from mmlib.reason.consistent import contradiction

#: For boards of up to so many codes, the population and the consistent codes wanted:
#: those printed for 4 x 8, 5 x 8, 5 x 9 and 6 x 9.
SIZES = ((8**4, 400, 30), (8**5, 600, 40), (9**5, 800, 80), (math.inf, 1000, 100))

#: Permutations of a guess that an endgame may try one by one. Where there are more, the
#: search goes on as before the endgame.
MOST_PERMUTATIONS = 10**7

#: Generations without a new consistent code after which the search ends, once it has
#: some.
QUIET = 3


class Evo(
    Player,
    name="evo",
    source="Merelo, Mora, Cotta and Runarsson",
    year=2012,
    fidelity="exact",
    needs_two_pegs="to be crossed and shuffled",
):
    """Evolve codes by how near they come to the answers, and by how well they split.

    A code that agrees with all answers is scored by how it splits the consistent codes
    found.

    Sources: J. J. Merelo, A. M. Mora, C. Cotta, T. P. Runarsson, "An experimental study
    of exhaustive solutions for the Mastermind puzzle" (2012) and its successors at CEC
    2013 and GECCO 2013, with their Perl program. As in that program the population of
    the game's beginning is searched from anew at every turn; fitness is the negative
    distance (sum of the differences in black and white pegs) less the population's
    least, plus score plus one; all parents come from tournaments, the first one in
    turn; a uniform crossover copies up to half of the pegs, drawn among those that
    differ, and leaves one difference at least; a permutation shuffles two or more pegs;
    as many new codes replace the worst. The entropy is taken with natural logarithms
    over all codes found, the code itself with no class. Printed limits for `stuck` are
    100 and, once, 50; the stored program has no such limit and can hang. Chosen: a
    population drawn anew serves its turn only; the population has no more than all
    codes.

    >>> history = mm.History(mm.Rules(4, 6), ["0120"], [(1, 1)])
    >>> Evo().next_guess(history, np.random.default_rng(1))
    array([4, 5, 0, 0], dtype=uint8)

    Parameters
    ----------
    population : int, optional
        Different codes. By default 400, 600, 800 or 1000, as printed for 4 x 8, 5 x 8,
        5 x 9 and 6 x 9.
    consistent_set : int, optional
        The search ends once it has so many consistent codes. By default 30, 40, 80 or
        100.
    score : "parts" or "entropy"
        Worth of a consistent code: the number of classes into which it splits the
        others found, or their entropy.
    endgames : bool
        Whether the two endgames of Evo++ are played. When the latest answer has a key
        peg for every peg, all permutations of that guess are tried; when it has none,
        its colors are dropped, and the population shrinks as the colors did.
    tournament : int
        Codes of which the fittest becomes a parent.
    replacement : float
        Children a generation, as a share of the population.
    crossover, mutation, permutation : float
        Priorities of the operators: a child comes from one of them, drawn in proportion
        to these.
    stuck : int
        After so many generations without a consistent code the population is drawn
        anew.
    first_guess : code, or "random"
        By default the first half of the colors again and again: 0120, 01230, 012301.
    """

    population: int | None = setting(None, 2, 10**4)
    consistent_set: int | None = setting(None, 1, 10**4)
    score: str = setting("parts", ("parts", "entropy"))
    endgames: bool = setting(True)
    tournament: int = setting(7, 1, 10**3)
    replacement: float = setting(0.75, 0, 1)
    crossover: float = setting(8.0, 0)
    mutation: float = setting(1.0, 0)
    permutation: float = setting(1.0, 0)
    stuck: int = setting(100, 1, 10**6)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.crossover + self.mutation + self.permutation > 0:
            raise ValueError(
                "crossover, mutation, permutation: one of them has to be above 0"
            )

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return np.arange(rules.pegs, dtype=np.uint8) % np.uint8(
            max(1, rules.colors // 2)
        )

    def _sizes(self, rules: Rules) -> tuple[int, int]:
        """Return the codes in the population, and the consistent codes wanted."""
        population, wanted = next(
            sizes for most, *sizes in SIZES if rules.n_codes <= most
        )
        return (
            min(self.population or population, rules.n_codes),
            self.consistent_set or wanted,
        )

    def population_size(self, rules: Rules) -> int:
        """As of every player; where it was not set, it depends on the rules."""
        check_rules(rules)
        return self._sizes(rules)[0]

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        pegs = history.rules.pegs
        colors = history.rules.colors
        size, wanted = self._sizes(history.rules)
        if game.memory is None:
            game.memory = Beginning(
                _different_codes(history.rules, size, rng), np.arange(colors)
            )
        if self.endgames:
            for turn in range(game.memory.turns, len(history)):
                if not history.feedbacks[turn].any():
                    _drop_colors(game.memory, history, turn, rng)
            game.memory.turns = len(history)
            same = math.prod(
                map(math.factorial, np.bincount(history.guesses[-1]).tolist())
            )
            if (
                history.feedbacks[-1].sum() == pegs
                and math.factorial(pegs) // same <= MOST_PERMUTATIONS
            ):
                found = _permutations(
                    history.guesses[-1], history.guesses, history.feedbacks
                )
                if not len(found):
                    raise ValueError(f"history: {contradiction(history)}")
                game.searched(0, len(found), len(found), game.blank(0))
                return _best(found, pegs, colors, False, rng)
        setup = Setup(
            pegs,
            colors,
            wanted,
            self.score == "entropy",
            self.tournament,
            self.replacement,
            np.cumsum([self.crossover, self.mutation, self.permutation]),
            game.memory.palette,
            self.stuck,
        )
        found = game.until_found(
            0,
            _evolve,
            to_words(game.memory.people),
            setup,
            rng=rng,
            effort=self.tournament,
        )
        return _best(found, pegs, colors, self.score == "entropy", rng)


@dataclass
class Beginning:
    """What every turn of a game begins with.

    It holds the people, uint8 (n, pegs), the colors left (the palette), and the number
    of turns whose answers these take into account.
    """

    people: np.ndarray
    palette: np.ndarray
    turns: int = 0


class Setup(NamedTuple):
    """The rules and the settings of a turn, for compiled code.

    The `priorities` are running sums.
    """

    pegs: int
    colors: int
    wanted: int
    by_entropy: bool
    tournament: int
    replacement: float
    priorities: np.ndarray
    palette: np.ndarray
    stuck: int


def _drop_colors(
    beginning: Beginning, history: History, turn: int, rng: np.random.Generator
) -> None:
    """Forget the colors of a guess that has none right, and shrink the population.

    It shrinks in proportion to the colors. `ValueError` if no color is left.
    """
    before = len(beginning.palette)
    guess = history.guesses[turn]
    beginning.palette = np.setdiff1d(beginning.palette, guess)
    if not len(beginning.palette):
        raise ValueError(f"history: {contradiction(history)}")
    size = max(2, len(beginning.people) * len(beginning.palette) // before)
    beginning.people = beginning.people[:size].copy()
    illegal = np.isin(beginning.people, guess)
    beginning.people[illegal] = rng.choice(beginning.palette, illegal.sum())


def _different_codes(rules: Rules, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw `n` random codes, no two of them equal, uint8 (n, pegs)."""
    codes = random_codes(rules, n, rng=rng)
    while True:
        _, first = np.unique(to_words(codes), return_index=True)
        if len(first) == n:
            return codes
        codes = np.vstack(
            [codes[np.sort(first)], random_codes(rules, n - len(first), rng=rng)]
        )


@compiled
def _permutations(code, guesses, feedbacks):
    """List the permutations of a code that agree with all the answers, as words.

    Each is listed once; they are in lexicographic order.
    """
    pegs = code.shape[0]
    past = past_of(guesses, distance_table(feedbacks, pegs, 1.0, 1.0))
    order = np.sort(code)
    found = np.empty(16, np.uint64)
    n = 0
    while True:
        word = to_words(order.reshape(1, pegs))[0]
        if cost_of_one(word, past, pegs, 0.0) == 0.0:
            if n == found.shape[0]:
                found = np.concatenate((found, np.empty_like(found)))
            found[n] = word
            n += 1
        # the next permutation: the last rise, and what follows it turned round
        i = pegs - 2
        while i >= 0 and order[i] >= order[i + 1]:
            i -= 1
        if i < pegs - 7:  # after 5,040 others or so
            hear_interrupt()
        if i < 0:
            return found[:n].copy()
        j = pegs - 1
        while order[j] <= order[i]:
            j -= 1
        order[i], order[j] = order[j], order[i]
        order[i + 1 :] = order[i + 1 :][::-1].copy()


@compiled
def _scores(codes, pegs, colors, by_entropy):
    """Score each code by how it splits the others, float64 (n,).

    The score is the number of classes, or their entropy in nats.
    """
    columns = columns_of(from_words(codes, pegs), colors)
    worth = np.zeros(columns.n)
    sizes = count_classes(columns, columns)
    for i in range(columns.n):
        for size in sizes[i, :-1]:
            if size:
                share = size / columns.n
                worth[i] += -share * np.log(share) if by_entropy else 1.0
    return worth


@compiled
def _best(codes, pegs, colors, by_entropy, rng):
    """Return a code of the greatest score, drawn among equals, uint8 (pegs,)."""
    worth = _scores(codes, pegs, colors, by_entropy)
    best = np.flatnonzero(worth == worth.max())
    return from_words(codes, pegs)[best[below(best.shape[0], rng)]]


@compiled
def _evolve(guesses, feedbacks, people, setup, record, rng):  # noqa: C901
    """Run one turn's search.

    Returns the consistent codes found, the generations and the evaluations.
    """
    pegs = setup.pegs
    size = people.shape[0]
    wanted = setup.wanted
    past = past_of(guesses, distance_table(feedbacks, pegs, 1.0, 1.0))
    people = people.copy()
    distance = -cost_of(people, past, pegs)
    evaluations = size
    found = np.empty(wanted + size + 1, np.uint64)
    listed, listed_in = word_table(found.shape[0])
    n = 0
    quiet = 0
    generation = 0
    n_children = int(setup.replacement * size)
    fitness = np.empty(size)
    pool = np.empty(size, np.uint64)
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
            return found[:n].copy(), generation, evaluations
        generation += 1
        if n == 0 and quiet >= setup.stuck:
            quiet = 0
            for i in range(size):
                for p in range(pegs):
                    people[i] = set_peg(
                        people[i], p, setup.palette[below(setup.palette.shape[0], rng)]
                    )
            distance[:] = -cost_of(people, past, pegs)
            evaluations += size
        fitness[:] = distance - distance.min() + 1.0
        worth = _scores(found[:n], pegs, setup.colors, setup.by_entropy)
        for i in range(size):
            if distance[i] == 0.0:
                for j in range(n):
                    if found[j] == people[i]:
                        fitness[i] += worth[j]
        # those that are about to breed
        write_down(record, generation - 1, people, fitness)
        for i in range(size):
            chosen = below(size, rng)
            for _ in range(setup.tournament - 1):
                other = below(size, rng)
                if fitness[other] > fitness[chosen]:
                    chosen = other
            pool[i] = people[chosen]
        for i in range(size):
            enter(people[i], known, known_in, generation)
        bred = 0
        for i in range(n_children):
            child = _child(pool[i % size], pool, setup, rng)
            if enter(child, known, known_in, generation):
                children[bred] = child
                bred += 1
        # the Perl program scores every child, also one that it drops
        evaluations += n_children
        # the codes that the children replace
        worst = np.argsort(-fitness, kind="mergesort")[::-1][:bred]
        people[worst] = children[:bred]
        distance[worst] = -cost_of(children[:bred], past, pegs)


@compiled
def _child(parent, pool, setup, rng):
    """Breed a child by one of the operators, drawn by their priorities."""
    operator = roulette(setup.priorities, rng)
    if operator == 0:
        return _cross(parent, pool, setup.pegs, rng)
    return (
        _mutate(parent, setup, rng)
        if operator == 1
        else _shuffle(parent, setup.pegs, rng)
    )


@compiled
def _cross(parent, pool, pegs, rng):
    """Copy up to half of the pegs from another code of the pool.

    They are drawn among the pegs that differ, and at least one difference is left.
    """
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
def _mutate(code, setup, rng):
    """Give one peg another of the colors that are left."""
    palette = setup.palette
    index = below(setup.pegs, rng)
    if palette.shape[0] == 1:
        return set_peg(code, index, palette[0])
    color = palette[below(palette.shape[0], rng)]
    while color == peg(code, index):
        color = palette[below(palette.shape[0], rng)]
    return set_peg(code, index, color)


@compiled
def _shuffle(code, pegs, rng):
    """Shuffle two or more pegs."""
    indices = np.arange(pegs)
    n = 2 + below(pegs - 1, rng)
    for k in range(n):
        pick = k + below(pegs - k, rng)
        indices[k], indices[pick] = indices[pick], indices[k]
    order = np.arange(n)
    for k in range(n - 1):
        pick = k + below(n - k, rng)
        order[k], order[pick] = order[pick], order[k]
    shuffled = code
    for k in range(n):
        shuffled = set_peg(shuffled, indices[k], peg(code, indices[order[k]]))
    return shuffled
