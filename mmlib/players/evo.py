"""Merelo et al.'s Evo and Evo++.

Their fitness rewards consistent codes by how well they would split the others found.
"""

import math
from dataclasses import dataclass

import numpy as np

from mmlib.engine.answers import Past, cost_of, cost_of_one
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, shuffle_some
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import count_classes
from mmlib.engine.words import from_words, peg, set_peg, to_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.codes import check_rules, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import roulette
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing, past_by_distance
from mmlib.players.eligible import collect, mark_seen, room_for
from mmlib.players.settings import half_of_colors, setting, setup_type
from mmlib.reason.consistent import contradiction

#: For boards of up to so many codes, the population and the consistent codes wanted:
#: those printed for 4 x 8, 5 x 8, 5 x 9 and 6 x 9.
SIZES = ((8**4, 400, 30), (8**5, 600, 40), (9**5, 800, 80), (math.inf, 1000, 100))

#: What a consistent code is worth.
SCORES = ("parts", "entropy")

#: The index of each of them, by which compiled code knows it.
PARTS, ENTROPY = range(2)

#: The index of each operator.
CROSSOVER, MUTATION, PERMUTATION = range(3)

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

    _own_first_guess = staticmethod(half_of_colors)

    population: int | None = setting(None, 2, 10**4)
    consistent_set: int | None = setting(None, 1, 10**4)
    score: str = setting("parts", SCORES)
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

    def _setup(self, rules: Rules) -> tuple:
        size, wanted = self._sizes(rules)
        computed = {
            "population": size,
            "consistent_set": wanted,
            "priorities": np.cumsum([self.crossover, self.mutation, self.permutation]),
            "people": None,
            "palette": None,
        }
        return self._filled(Setup, rules, **computed)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        if game.memory is None:
            size, _ = self._sizes(rules)
            people = different_codes(rules, size, rng)
            game.memory = Beginning(people, np.arange(rules.colors))
        past = past_by_distance(history)
        if self.endgames:
            guess = endgame(history, past, game, rng)
            if guess is not None:
                return guess
        people = to_words(game.memory.people)
        setup = game.setup._replace(people=people, palette=game.memory.palette)
        found = game.until_found(
            history, _evolve, past, setup, rng, effort=self.tournament
        )
        return best_of(found, rules.pegs, rules.colors, setup.score, rng)


#: The settings, and besides: the running sums of the operators' priorities; and of each
#: turn the people that it begins with, uint64, and the colors that are left.
Setup = setup_type(Evo, "priorities", "people", "palette")


@dataclass
class Beginning:
    """What every turn of a game begins with.

    It holds the people, uint8 (n, pegs), the colors left (the palette), and the number
    of turns whose answers these take into account.
    """

    people: np.ndarray
    palette: np.ndarray
    turns: int = 0

    def shrink(self, size: int, rng: np.random.Generator) -> None:
        """Leave so many people."""
        self.people = self.people[:size].copy()


def endgame(
    history: History, past: Past, game: Playing, rng: np.random.Generator
) -> np.ndarray | None:
    """Play an endgame of Evo++, or return None where it is not its time.

    Of a guess that has all colors right, the permutations are tried. The colors of a
    guess that has none right are dropped from the game's `Beginning`.
    """
    rules = history.rules
    beginning = game.memory
    for turn in range(beginning.turns, len(history)):
        if not history.feedbacks[turn].any():
            _drop_colors(beginning, history, turn, rng)
    beginning.turns = len(history)
    if not _is_permuted(history):
        return None
    found = _permutations(history.guesses[-1], past)
    if not len(found):
        raise ValueError(f"history: {contradiction(history)}")
    game.searched(0, len(found), len(found), game.blank(0))
    return best_of(found, rules.pegs, rules.colors, PARTS, rng)


def _is_permuted(history: History) -> bool:
    """Whether the latest guess has all colors right, and not too many permutations."""
    guess = history.guesses[-1]
    pegs = len(guess)
    same = math.prod(map(math.factorial, np.bincount(guess).tolist()))
    permutations = math.factorial(pegs) // same
    return history.feedbacks[-1].sum() == pegs and permutations <= MOST_PERMUTATIONS


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
    beginning.shrink(size, rng)
    illegal = np.isin(beginning.people, guess)
    beginning.people[illegal] = rng.choice(beginning.palette, illegal.sum())


def different_codes(rules: Rules, n: int, rng: np.random.Generator) -> np.ndarray:
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
def _permutations(code, past):
    """List the permutations of a code that agree with all the answers, as words.

    Each is listed once; they are in lexicographic order.
    """
    pegs = code.shape[0]
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
def scores_of(codes, pegs, colors, score):
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
                worth[i] += -share * np.log(share) if score == ENTROPY else 1.0
    return worth


@compiled
def best_of(codes, pegs, colors, score, rng):
    """Return a code of the greatest score, drawn among equals, uint8 (pegs,)."""
    worth = scores_of(codes, pegs, colors, score)
    best = np.flatnonzero(worth == worth.max())
    return from_words(codes, pegs)[best[below(best.shape[0], rng)]]


@compiled
def _evolve(past, setup, record, rng):
    """Run one turn's search.

    Returns the consistent codes found, the generations and the evaluations.
    """
    pegs = setup.pegs
    wanted = setup.consistent_set
    people = setup.people.copy()
    size = people.shape[0]
    distance = -cost_of(people, past, pegs)
    evaluations = size
    n_children = int(setup.replacement * size)
    known, known_in = word_table(2 * size)  # parents and children
    listed = room_for(wanted + size + 1)
    n = 0
    quiet = 0  # generations without a new consistent code
    generation = 0
    while True:
        before = n
        n = collect(people, -distance, listed, n)
        quiet = 0 if n > before else quiet + 1
        if n >= wanted or (n and quiet >= QUIET) or generation == PATIENCE:
            return listed.codes[:n].copy(), generation, evaluations
        generation += 1
        if n == 0 and quiet >= setup.stuck:
            quiet = 0
            draw_anew(people, setup, rng)
            distance[:] = -cost_of(people, past, pegs)
            evaluations += size
        fitness = _fitness(people, distance, listed.codes[:n], setup)
        # those that are about to breed
        write_down(record, generation - 1, people, fitness)
        pool = _parents(people, fitness, setup.tournament, rng)
        # children are new codes, all of them different
        mark_seen(people, known, known_in, generation)
        children = np.empty(n_children, np.uint64)
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
def draw_anew(people, setup, rng):
    """Draw a population of the colors that are left, in place."""
    palette = setup.palette
    for i in range(people.shape[0]):
        for p in range(setup.pegs):
            color = palette[below(palette.shape[0], rng)]
            people[i] = set_peg(people[i], p, color)


@compiled
def _fitness(people, distance, found, setup):
    """Tell the fitness of the people, some of whom are consistent codes found so far.

    The `distance` is negative, so that it is the greater the better.
    """
    fitness = distance - distance.min() + 1.0
    worth = scores_of(found, setup.pegs, setup.colors, setup.score)
    for i in range(people.shape[0]):
        if distance[i] == 0.0:
            for j in range(found.shape[0]):
                if found[j] == people[i]:
                    fitness[i] += worth[j]
    return fitness


@compiled
def _parents(people, fitness, tournament, rng):
    """Select as many parents as there are people, each by a tournament.

    Of equals the first one drawn is selected.
    """
    size = people.shape[0]
    pool = np.empty(size, np.uint64)
    for i in range(size):
        chosen = below(size, rng)
        for _ in range(tournament - 1):
            other = below(size, rng)
            if fitness[other] > fitness[chosen]:
                chosen = other
        pool[i] = people[chosen]
    return pool


@compiled
def _child(parent, pool, setup, rng):
    """Breed a child by one of the operators, drawn by their priorities."""
    operator = roulette(setup.priorities, rng)
    if operator == CROSSOVER:
        return _cross(parent, pool, setup.pegs, rng)
    if operator == MUTATION:
        return mutate(parent, setup, rng)
    return _shuffle(parent, setup.pegs, rng)


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
    copied = max(0, min(pegs // 2, n - 1))
    shuffle_some(different[:n], copied, rng)
    for p in different[:copied]:
        child = set_peg(child, p, peg(other, p))
    return child


@compiled
def mutate(code, setup, rng):
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
    shuffle_some(indices, n, rng)
    order = np.arange(n)
    shuffle_some(order, n - 1, rng)
    shuffled = code
    for k in range(n):
        shuffled = set_peg(shuffled, indices[k], peg(code, indices[order[k]]))
    return shuffled
