"""A player of this workbench: it evolves the guess, fitting or not, after which the game is expected to end soonest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib.checks import finite_number, flag, whole_number
from mmlib.engine import splits
from mmlib.engine.answers import cost_of, cost_of_one, distance_table, score
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, random_code
from mmlib.engine.words import from_words, pack, tallies, to_words
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_matrix
from mmlib.genetic.operators import permute, reset_peg
from mmlib.genetic.record import record
from mmlib.players.base import PATIENCE, Player
from mmlib.players.settings import first_guess_setting, paired_code
from mmlib.reason.consistent import MOST_FILTERED, consistent_by_chance, consistent_codes, contradiction
from mmlib.reason.exhaustive import best_of

#: Boards too large to be filtered: random codes are tried. The possible ones are listed where they seem few enough, on
#: a board that can be searched; else those met are the sample if they are enough, else a sample is bred.
TRIES, MOST_LISTED, MOST_SEARCHED, ENOUGH = 3_000_000, 200_000, 10**11, 500


#: Chance that a child has two parents; that a peg of it is reset, and then another; that two pegs are swapped instead.
CROSSING, RESETTING, AGAIN, SWAPPING = 0.5, 0.5, 0.3, 0.35


#: Looking ahead, so many codes of a class are tried as the guess that follows, besides the guesses looked at.
FOLLOWERS = 30


#: Pairs of codes that one exhaustive search may score: enough on the boards of the sources. With two pegs or two
#: colors, where a guess has few answers, some would take minutes.
ENDGAME_EFFORT = 20_000_000


#: Generations after which a search for possible codes that has found none begins anew.
STUCK = 200


@dataclass(kw_only=True, eq=False, repr=False)
class Entropic(Player):
    """Evolve guesses toward the fewest guesses still expected.

    A guess splits the codes that are still possible into classes, one an answer. It is worth the less, the more guesses
    are still to be expected after it: the average over the possible codes of what their class will take, where a class
    of n codes takes ``a + b ln n + c (ln n)**2`` guesses (1 for one code, 1.5 for two; none for the code guessed). The
    population holds possible codes and others. Its best are judged again by looking one guess further. Few codes are
    finished by exhaustive search, with the guesses bred.

    Parameters
    ----------
    budget : int, 2 or more, default 2600
        Guesses judged at each turn, cut to a multiple of the population. Less than two populations breed nothing: the
        guesses are drawn.
    population : int, 2 to 10,000, default 100
        Guesses that stay from generation to generation; each generation breeds as many.
    consistent_share : float in 0..1, default 0.6
        Share of the first population that is drawn from the possible codes; the others are random codes.
    consistent_only : bool, default False
        Whether none but possible codes may be bred and played.
    sample : int, 2 or more, default 4000
        Possible codes that a guess is judged by; where more are possible, so many are drawn at each turn.
    to_go : tuple of three float, or "entropy", default (1.3, 0.34, 0.005)
        a, b and c, 0 or more, of the guesses that a class takes, fitted to games of the player itself on 4 x 6, 5 x 8
        and 6 x 9. With ``"entropy"`` the guess of the greatest information is bred instead.
    look_ahead : int, 0 to 10,000, default 30
        So many of the guesses bred are judged again, each class split by the best guess that is known for it, where no
        more than `sample` codes are possible.
    endgame : int, 0..200, default 100
        If no more codes are possible than that, the guess comes from exhaustive search, unless that takes too long: on
        two or three pegs, or with two colors, it may take some tenths of a second before it is given up.
    first_guess : array_like of int, str or None, optional
        By default pairs and then single colors: 0012, 00123, 001123.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range.

    Notes
    -----
    Selection keeps the best of parents and children ("mu plus lambda"); parents are the better of two drawn; crossover
    is uniform; in place of a child that is there already comes a random code. Possible codes are listed by filtering or
    by depth-first search; on boards too large for it they are met by chance, or bred toward all the answers.

    Examples
    --------
    >>> player = Entropic()
    >>> player.next_guess(mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)]), np.random.default_rng(1))
    array([0, 3, 0, 4], dtype=uint8)
    """

    name = "entropic"
    source = "mmlib"
    year = 2026
    fidelity = "exact"

    budget: int = 2600
    population: int = 100
    consistent_share: float = 0.6
    consistent_only: bool = False
    sample: int = 4000
    to_go: tuple | str = (1.3, 0.34, 0.005)
    look_ahead: int = 30
    endgame: int = 100
    first_guess: object = None

    def __post_init__(self) -> None:
        for name, low, high in (
            ("budget", 2, 10**8),
            ("population", 2, 10**4),
            ("sample", 2, 10**6),
            ("look_ahead", 0, 10**4),
            ("endgame", 0, 200),
        ):
            setattr(self, name, whole_number(getattr(self, name), name, low, high))
        self.consistent_share = finite_number(self.consistent_share, "consistent_share", 0, 1)
        self.consistent_only = flag(self.consistent_only, "consistent_only")
        if self.to_go != "entropy":
            if not isinstance(self.to_go, tuple | list) or len(self.to_go) != 3:
                raise TypeError(f"to_go: {self.to_go!r} is neither 'entropy' nor three numbers: a, b and c")
            self.to_go = tuple(finite_number(value, "to_go", 0) for value in self.to_go)
        self.first_guess = first_guess_setting(self.first_guess)
        self._tables = {}  # by the codes that one code of the sample stands for; all games share them

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return paired_code(rules)

    def _begin(self, rules: Rules) -> None:
        self._listed = None  # possible codes of a large board, once they are few enough

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        pegs, colors = history.rules.pegs, history.rules.colors
        codes, stands_for = self._possible(history, rng)
        if len(codes) <= 2:  # either ends the game, or tells the other
            self._record(0, 0, len(codes), self._trace(0, history.rules))
            return codes[0].copy()
        complete = stands_for == 1
        table = self._tables.get(stands_for)
        if table is None:
            table = self._tables[stands_for] = class_costs(self.sample, self.to_go, stands_for)
        words, packed = to_words(codes), pack(codes, colors)
        size = min(self.population, self.budget)
        generations = self.budget // size - 1
        trace = self._trace(generations, history.rules)
        people = _evolve(
            words, *packed, history.guesses, history.feedbacks, colors, table, complete, size, generations,
            self.consistent_share, self.consistent_only, trace, rng,
        )  # fmt: skip
        evaluations = size * (generations + 1)
        guesses = from_words(people, pegs)
        self._record(generations, evaluations, len(codes), trace)
        if complete and len(codes) <= self.endgame:
            solved = best_of(codes, guesses[:0] if self.consistent_only else guesses, colors, ENDGAME_EFFORT)
            if solved:
                return solved[1]
        if complete and self.look_ahead:
            ahead = _costs_ahead(guesses[: self.look_ahead], codes, *packed, colors, table)
            self._record(generations, evaluations + len(ahead), len(codes), trace)
            return guesses[ahead.argmin()]
        return guesses[0]

    def _possible(self, history: History, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        """The codes that agree with all answers, or a sample of them; and how many each stands for, a power of 2."""
        n_codes, colors = history.rules.n_codes, history.rules.colors
        if n_codes <= MOST_FILTERED:
            codes = consistent_codes(history)
        elif self._listed is not None:
            answers = feedback_matrix(history.guesses[-1:], self._listed, colors=colors)[0]
            codes = self._listed[answers == history.feedbacks[-1] @ (history.rules.pegs + 1, 1)]
        else:
            met, tried = consistent_by_chance(history, self.sample, TRIES, rng=rng)
            if n_codes > MOST_SEARCHED or n_codes * len(met) > MOST_LISTED * tried:
                if len(met) < min(self.sample, ENOUGH):
                    return self._bred(history, met, rng)
                return np.unique(met, axis=0), max(2, 2 ** round(np.log2(n_codes / tried)))
            codes = consistent_codes(history)
        if not len(codes):
            raise ValueError(f"history: {contradiction(history)}")
        if n_codes > MOST_FILTERED:
            self._listed = codes
        if len(codes) > self.sample:
            chosen = codes[rng.choice(len(codes), self.sample, replace=False)]
            return chosen, max(2, 2 ** round(np.log2(len(codes) / self.sample)))
        return codes, 1

    def _bred(self, history: History, met: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        """As `_possible`: a sample bred from the possible codes that were met."""
        wanted = min(self.sample, ENOUGH)
        words = _breed_possible(to_words(met), history.guesses, history.feedbacks, history.rules.colors, wanted, rng)
        if not len(words):
            raise ValueError(f"history: {contradiction(history) or 'no code was found that agrees with all answers'}")
        return from_words(words, history.rules.pegs), 1 if len(words) < wanted else 2


def class_costs(most: int, to_go: tuple[float, float, float] | str, stands_for: int = 1) -> np.ndarray:
    """Tabulate the guesses that the codes of a class are expected to take together."""
    listed = np.arange(max(most, 2) + 1)
    logs = np.log(np.maximum(stands_for * listed, 1))
    if isinstance(to_go, str):
        return listed * logs
    each = np.polynomial.polynomial.polyval(logs, to_go)
    for n, guesses in ((1, 1.0), (2, 1.5)):
        each[stands_for * listed == n] = guesses
    return listed * each


@compiled
def _costs_ahead(guesses, codes, positions, counts, colors, table):
    """As `partitions.costs`, of all possible codes, but each class is first split by the best guess known for it.

    That is one of some of its own codes and of the guesses themselves.
    """
    m, pegs = codes.shape
    solved, words = pegs * (pegs + 1), positions.shape[0]
    guess_positions, guess_counts = pack(guesses, colors)
    costs = np.empty(guesses.shape[0])
    row, line = np.empty(m, np.uint8), np.empty(m, np.uint8)
    ends, sizes = np.empty(solved + 2, np.int64), np.zeros(solved + 1, np.int64)
    ordered = np.empty(m, np.int64)
    for i in range(guesses.shape[0]):
        score(row, i, guess_positions, guess_counts, positions, counts, m, pegs)
        ends[:] = 0
        for j in range(m):
            ends[row[j] + 1] += 1
        ends[:] = np.cumsum(ends)
        place = ends.copy()
        for j in range(m):
            ordered[place[row[j]]] = j
            place[row[j]] += 1
        costs[i] = 0.0
        for answer in range(solved):
            first, n = ends[answer], ends[answer + 1] - ends[answer]
            if n <= 2:
                costs[i] += max(0, 2 * n - 1) * table[1]
                continue
            class_positions, class_counts = np.empty((words, n), np.uint64), np.empty((words, n), np.uint64)
            for word in range(words):
                for j in range(n):
                    class_positions[word, j] = positions[word, ordered[first + j]]
                    class_counts[word, j] = counts[word, ordered[first + j]]
            own = min(n, FOLLOWERS)
            best = np.inf
            for k in range(own + guesses.shape[0]):
                if best <= (n - (k < own)) * table[1]:
                    break  # nobody does better
                if k < own:
                    score(line, k * n // own, class_positions, class_counts, class_positions, class_counts, n, pegs)
                else:
                    score(line, k - own, guess_positions, guess_counts, class_positions, class_counts, n, pegs)
                for j in range(n):
                    sizes[line[j]] += 1
                sizes[solved] = 0
                left = 0.0
                for j in range(n):
                    left += table[sizes[line[j]]]
                    sizes[line[j]] = 0
                best = min(best, left)
            costs[i] += n * table[1] + best  # a guess for each, and what follows it
    return costs


@compiled
def _evolve(
    possible, positions, counts, guesses, feedbacks, colors, table, complete, size, generations, consistent_share,
    consistent_only, trace, rng,
):  # fmt: skip
    """Breed guesses; the last population, the best first."""
    pegs = guesses.shape[1]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    distances = distance_table(feedbacks, pegs, 1.0, 1.0)
    people = np.empty(2 * size, np.uint64)
    costs = np.empty(2 * size)
    for i in range(size):
        people[i] = random_code(pegs, colors, rng)
        if consistent_only or rng.random() < consistent_share:
            people[i] = possible[below(possible.shape[0], rng)]
    parents = pack(from_words(people[:size], pegs), colors)
    costs[:size] = splits.costs(*parents, positions, counts, pegs, table, False, complete)
    _sort(people[:size], costs[:size])
    for generation in range(generations):
        for i in range(size, 2 * size):
            child = _child(people[:size], pegs, colors, rng)
            if _is_in(child, people[:i]):  # a random code brings in something new
                child = random_code(pegs, colors, rng)
            if consistent_only and cost_of_one(child, past, past_counts, distances, pegs, 0.0) > 0.0:
                child = possible[below(possible.shape[0], rng)]
            people[i] = child
        children = pack(from_words(people[size:], pegs), colors)
        costs[size:] = splits.costs(*children, positions, counts, pegs, table, False, complete)
        if generation < trace.values.shape[0]:
            record(trace, generation + 1, people[size:], -costs[size:] / possible.shape[0])
        _sort(people, costs)
    return people[:size].copy()


@compiled
def _breed_possible(met, guesses, feedbacks, colors, wanted, rng):
    """Breed codes toward all the answers until `wanted` agree with them, or no more are found."""
    pegs = guesses.shape[1]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    distances = distance_table(feedbacks, pegs, 1.0, 1.0)
    people = np.empty(2 * wanted, np.uint64)
    found, since = 0, 0
    costs = np.empty(2 * wanted)
    for generation in range(PATIENCE):
        if generation == 0 or (found == 0 and since == STUCK):
            since = 0
            for i in range(wanted):
                people[i] = met[i] if i < met.shape[0] else random_code(pegs, colors, rng)
            costs[:wanted] = cost_of(people[:wanted], past, past_counts, distances, pegs)
            _sort(people[:wanted], costs[:wanted])
        for i in range(wanted, 2 * wanted):
            people[i] = _child(people[:wanted], pegs, colors, rng)
            if _is_in(people[i], people[:i]):
                people[i] = random_code(pegs, colors, rng)
        costs[wanted:] = cost_of(people[wanted:], past, past_counts, distances, pegs)
        _sort(people, costs)
        since += 1
        now = (costs[:wanted] == 0.0).sum()
        if now > found:
            found, since = now, 0
        if found == wanted or (found and since == STUCK):
            break
    return people[:found].copy()


@compiled
def _is_in(code, codes):
    """Whether a code is one of some others."""
    found = False
    for other in codes:
        found |= other == code
    return found


@compiled
def _sort(people, costs):
    """Sort by cost, in place, the best first."""
    order = np.argsort(costs, kind="mergesort")
    people[:] = people[order]
    costs[:] = costs[order]


@compiled
def _child(people, pegs, colors, rng):
    """A child of one or two parents, each the better of two; `people` are sorted, the best first."""
    size = people.shape[0]
    child = people[min(below(size, rng), below(size, rng))]
    if rng.random() < CROSSING:
        other = people[min(below(size, rng), below(size, rng))]
        mask = np.uint64(0)
        for p in range(pegs):
            if rng.random() < 0.5:
                mask |= np.uint64(15) << np.uint64(4 * p)
        child = (child & ~mask) | (other & mask)
    draw = rng.random()
    if draw < RESETTING:
        child = reset_peg(child, pegs, colors, rng)
        if rng.random() < AGAIN:
            child = reset_peg(child, pegs, colors, rng)
    elif draw < RESETTING + SWAPPING and pegs > 1:
        child = permute(child, pegs, rng)
    return child
