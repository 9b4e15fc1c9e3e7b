"""A player of this workbench that lists its guesses, breeds them, or draws them.

The guess, fitting or not, is the one after which the game is expected to end soonest.
"""

from typing import NamedTuple

import numpy as np

from mmlib.checks import finite_number, shown
from mmlib.engine import splits
from mmlib.engine.answers import answer_row, cost_of, cost_of_one
from mmlib.engine.coding import answer_of, solved_answer
from mmlib.engine.columns import Columns, columns_of, gather, row_for
from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.draws import all_different, below, random_code
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.words import from_words, to_words
from mmlib.engine.wordset import is_in
from mmlib.game.codes import check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_matrix
from mmlib.genetic.operators import permute, reset_peg
from mmlib.genetic.record import Record, write_down
from mmlib.players.base import PATIENCE, Player, Playing, past_by_distance
from mmlib.players.class_sizes import class_costs
from mmlib.players.different_guesses import different_guesses
from mmlib.players.settings import paired_code, setting, setup_type
from mmlib.reason.consistent import (
    MOST_FILTERED,
    consistent_by_chance,
    consistent_codes,
    contradiction,
)
from mmlib.reason.exhaustive import best_of

#: Random codes that are tried at most, on boards too large for filtering, to meet
#: possible codes by chance.
TRIES = 3_000_000

#: Possible codes, as estimated, up to which all of them are listed on boards too large
#: for filtering; where more seem possible, a sample is taken.
MOST_LISTED = 200_000

#: Codes of the largest board on which all possible codes may be listed by search.
MOST_SEARCHED = 10**11

#: Possible codes, met by chance, that are enough of a sample; where fewer were met,
#: possible codes are bred.
ENOUGH = 500

#: Chance that a child has two parents instead of one.
CROSSING = 0.5

#: Chance that a random peg of a child is reset.
RESETTING = 0.5

#: Chance that after one reset a random peg of the child is reset once more.
AGAIN = 0.3

#: Chance that two pegs of a child are swapped; no peg of it is reset then.
SWAPPING = 0.35

#: Codes of a class that are tried, when looking ahead, as the guess that follows. The
#: guesses that are looked at are tried besides.
FOLLOWERS = 30

#: Pairs of codes that one exhaustive search may score. With two pegs or two colors some
#: searches would take minutes.
ENDGAME_EFFORT = 20_000_000

#: Generations without another possible code after which the breeding of possible codes
#: begins anew, if it has found none yet, or else ends.
STUCK = 200

#: Generations after which the breeding of possible codes, if it has found none, is
#: interrupted to ask whether there are any.
SOON = 2000


#: Where guesses come from.
WAYS = ("auto", "bred", "drawn")

#: Guesses that are scored together where they are drawn.
TOGETHER = 1000

#: What a player says that found no possible code.
NOT_FOUND = "no code was found that agrees with all answers"


def to_go_setting(value: object, name: str) -> tuple[float, ...] | str:
    """Check a ``to_go`` setting."""
    if isinstance(value, str) and value == "entropy":
        return value
    if not isinstance(value, tuple | list) or len(value) != 3:
        raise TypeError(
            f"{name}: {shown(value)} is neither 'entropy' nor three numbers: a, b and c"
        )
    return tuple(finite_number(one, name, 0) for one in value)


class Entropic(
    Player,
    name="entropic",
    source="mmlib",
    year=2026,
    fidelity="exact",
    without_repeats=True,
    scorings=("standard", "black_only"),
):
    """Look for the guess after which the fewest guesses are still expected.

    A guess splits the codes that are still possible into classes, one an answer. It
    costs the guesses still to be expected after it: the average over the possible codes
    of what their class will take, where a class of n codes takes
    ``a + b ln n + c (ln n)**2`` guesses (1 for one code, 1.5 for two; none for the code
    guessed). On a board that has no more codes than the budget every code is scored;
    elsewhere guesses are bred, unless `guesses` says otherwise. The population holds
    possible codes and others. Selection keeps the best of parents and children ("mu
    plus lambda"); parents are the better of two drawn; crossover is uniform; a random
    code takes the place of a child that is there already. The best are scored again by
    looking one guess further, each class split by the best guess known for it. Possible
    codes are listed by filtering or by depth-first search; where there are too many,
    some are met by chance, or bred toward all answers. Without repeats random codes
    have none, and of two pegs of one color in a child the later one gets a color that
    the child has not.

    Where white pegs are not told (``scoring="black_only"``) a guess is judged by how
    many black pegs it may earn, and looked at once: there is neither a second look nor
    an exhaustive search. Such boards may have up to 5 million codes.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)])
    >>> Entropic().next_guess(history)
    array([0, 3, 0, 4], dtype=uint8)

    Parameters
    ----------
    guesses : "auto", "bred" or "drawn"
        Where guesses come from: by ``"auto"`` a list of every code where the budget
        allows it, and evolution elsewhere; evolution on every board; or draws, no two
        alike, as many as the budget says, and every code of a board that has no more.
    budget : int
        Guesses scored at each turn; where they are bred, cut to a multiple of the
        population. With a budget below two populations none is bred.
    population : int
        Guesses that stay from generation to generation; each generation breeds as many.
    consistent_share : float
        Share of the first population, or of the guesses drawn, that comes from the
        possible codes. The others are random codes.
    consistent_only : bool
        Whether none but possible codes may be bred and played.
    sample : int
        Possible codes that a guess is scored by. Where more are possible, so many are
        drawn at each turn.
    to_go : tuple of three floats, or "entropy"
        The numbers a, b and c, 0 or more, by default fitted to its own games on 4 x 6,
        5 x 8 and 6 x 9. With ``"entropy"`` the guess of the greatest information is
        bred instead.
    look_ahead : int
        So many of the best are scored again, if no more than `sample` codes are
        possible.
    endgame : int
        With so many codes possible or fewer, exhaustive search chooses the guess,
        unless it takes too long. On two or three pegs, or with two colors, it may take
        some tenths of a second before it is given up.
    first_guess : code, or "random"
        By default `paired_code`: 0012, 00123, 001123.
    """

    _own_first_guess = staticmethod(paired_code)

    guesses: str = setting("auto", WAYS, since="1.1")
    budget: int = setting(2600, 2, 10**7)
    population: int = setting(100, 2, 10**4)
    consistent_share: float = setting(0.6, 0, 1)
    consistent_only: bool = setting(False)
    sample: int = setting(4000, 2, 10**6)
    to_go: tuple | str = setting((1.3, 0.34, 0.005), to_go_setting)
    look_ahead: int = setting(30, 0, 10**4)
    endgame: int = setting(100, 0, 200)

    @property
    def _drawn_by(self) -> dict:
        values = super()._drawn_by
        if self.guesses == "bred":  # as all games were, before there was a choice
            values.pop("guesses", None)
        return values

    def _setup(self, rules: Rules) -> tuple:
        population = min(self.population, self.budget)
        computed = {
            "population": population,
            "generations": self.budget // population - 1,
            "possible": None,
            "repeats": rules.repeats,
        }
        return self._filled(Setup, rules, **computed)

    def population_size(self, rules: Rules) -> int:
        """Tell how many codes a population has; 0 where none is bred."""
        check_rules(rules)
        return self.population if self._breeds(rules) else 0

    def _draws(self, rules: Rules) -> bool:
        return self._breeds(rules) or rules.n_codes > min(self.budget, self.sample)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        pegs = rules.pegs
        colors = rules.colors
        only_blacks = self._only_blacks(history)
        codes, stands_for = self.possible(history, rng, game)
        if len(codes) <= 2:  # either ends the game, or tells the other
            game.searched(0, 0, len(codes), game.blank(0))
            return codes[0].copy()
        table = class_costs(self.sample, self.to_go, stands_for)
        complete = stands_for == 1
        columns = columns_of(codes, colors)
        possible = Possible(to_words(codes), columns, table, complete, only_blacks)
        people, generations, evaluations, record = self._best(
            history, possible, rng, game
        )
        guesses = from_words(people, pegs)
        game.searched(generations, evaluations, len(codes), record)
        if only_blacks:
            return guesses[0]
        if complete and len(codes) <= self.endgame:
            solved = best_of(
                codes,
                guesses[:0] if self.consistent_only else guesses,
                colors,
                ENDGAME_EFFORT,
            )
            if solved:
                return solved[1]
        best, tried = self._look_further(history, people, possible)
        game.searched(generations, evaluations + tried, len(codes), record)
        return guesses[best]

    def _only_blacks(self, history: History) -> bool:
        """Whether white pegs are not told; refuse what needs them."""
        if history.scoring == "standard":
            return False
        if history.rules.n_codes > MOST_FILTERED:
            raise ValueError(
                f"history: answers counted as {history.scoring!r}; {self.name} plays "
                f"so on boards of up to {MOST_FILTERED:,} codes"
            )
        if self.consistent_only and self._breeds(history.rules):
            raise ValueError(
                f"history: answers counted as {history.scoring!r}; to breed possible "
                "codes alone needs the standard count (consistent_only)"
            )
        return True

    def _best(
        self,
        history: History,
        possible: "Possible",
        rng: np.random.Generator,
        game: Playing,
    ) -> tuple[np.ndarray, int, int, Record]:
        """Return the guesses that promise most, and how they were searched for.

        That is generations, evaluations, and the record.
        """
        setup = game.setup._replace(possible=possible)
        if self._breeds(history.rules):
            record = game.blank(setup.generations)
            people = _evolve(past_by_distance(history), setup, record, rng)
            evaluations = setup.population * (setup.generations + 1)
            return people, setup.generations, evaluations, record
        share = self.consistent_share
        n = self.budget
        if self.consistent_only:
            share = 1.0
            n = min(n, len(possible.words))
        drawn = different_guesses(possible.words, share, n, history.rules, rng)
        record = game.blank(0)
        return _best_drawn(drawn, setup, record), 0, len(drawn), record

    def _breeds(self, rules: Rules) -> bool:
        """Whether guesses are bred on this board."""
        if self.guesses == "auto":
            return rules.n_codes > self.budget
        return self.guesses == "bred"

    def _look_further(
        self, history: History, people: np.ndarray, possible: "Possible"
    ) -> tuple[int, int]:
        """Return which guess is the best after a second look, and how many had one."""
        if not possible.complete or not self.look_ahead:
            return 0, 0
        ahead = _costs_ahead(
            people[: self.look_ahead],
            possible,
            history.rules.pegs,
            history.rules.colors,
        )
        return int(ahead.argmin()), len(ahead)

    def possible(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> tuple[np.ndarray, int]:
        """Return the codes that agree, or a sample, and how many each stands for, 2**k.

        The codes are remembered once they are few.
        """
        n_codes = history.rules.n_codes
        if n_codes <= MOST_FILTERED:
            codes = consistent_codes(history)
        elif game.memory is not None:
            codes = _still_possible(game.memory, history)
        else:
            met, tried = consistent_by_chance(history, self.sample, TRIES, rng=rng)
            if n_codes > MOST_SEARCHED or n_codes * len(met) > MOST_LISTED * tried:
                enough = min(self.sample, ENOUGH)
                if len(met) < enough:
                    return breed_possible(history, enough, rng, met)
                return np.unique(met, axis=0), _stands_for(n_codes, tried)
            codes = consistent_codes(history)
        if not len(codes):
            raise ValueError(f"history: {contradiction(history) or NOT_FOUND}")
        if n_codes > MOST_FILTERED:
            game.memory = codes
        if len(codes) > self.sample:
            chosen = codes[rng.choice(len(codes), self.sample, replace=False)]
            return chosen, _stands_for(len(codes), self.sample)
        return codes, 1


def _still_possible(codes: np.ndarray, history: History) -> np.ndarray:
    """Return those codes that agree with the latest answer."""
    rules = history.rules
    answers = feedback_matrix(history.guesses[-1:], codes, colors=rules.colors)[0]
    black, white = history.feedbacks[-1]
    return codes[answers == answer_of(black, white, rules.pegs)]


def _stands_for(codes: int, sample: int) -> int:
    """Tell how many codes each one of a sample stands for: 2, 4, 8, ..."""
    return max(2, 2 ** round(np.log2(codes / sample)))


def breed_possible(
    history: History,
    wanted: int,
    rng: np.random.Generator,
    met: np.ndarray | None = None,
) -> tuple[np.ndarray, int]:
    """Breed the `wanted` number of possible codes, toward all answers.

    They are bred from those that were met, if any. Returns the same as
    `Entropic.possible`; raises `ValueError` if no code is found.
    """
    pegs = history.rules.pegs
    colors = history.rules.colors
    words = to_words(history.guesses[:0] if met is None else met)
    past = past_by_distance(history)
    problem = ""
    # in vain until `SOON`, one asks whether there is any code, and then begins anew
    for start in (0, SOON):
        found = _breed_possible(words, past, pegs, colors, wanted, start, rng)
        if len(found):
            # fewer than wanted are taken for all that there are; as many as wanted for
            # a sample, of which nobody knows how small a part it is
            return from_words(found, pegs), 1 if len(found) < wanted else 2
        if start == 0:
            problem = contradiction(history)
        if problem:
            break
    raise ValueError(f"history: {problem or NOT_FOUND}")


class Possible(NamedTuple):
    """The possible codes, packed and in columns, and what their classes cost.

    They are a sample of the possible codes where they are not `complete`. With
    `only_blacks` the answers tell the black pegs alone.
    """

    words: np.ndarray
    codes: Columns
    class_costs: np.ndarray
    complete: bool
    only_blacks: bool


#: The settings, and besides: how many generations are bred, the possible codes of each
#: turn, and whether colors may repeat.
Setup = setup_type(Entropic, "generations", "possible", "repeats")


@compiled
def _costs(people, possible, pegs, colors):
    """Tell what is expected after each guess, by how it splits the possible codes."""
    guesses = columns_of(from_words(people, pegs), colors)
    codes = possible.codes
    table = possible.class_costs
    if possible.only_blacks:
        return splits.costs_by_blacks(guesses, codes, table, possible.complete)
    return splits.costs(guesses, codes, table, False, possible.complete)


@compiled
def _costs_ahead(people, possible, pegs, colors):
    """Return the same as `_costs`, but look one guess further.

    Each class is first split by the best guess known for it: the best of some of its
    own codes and of the guesses.
    """
    codes = possible.codes
    table = possible.class_costs
    guesses = columns_of(from_words(people, pegs), colors)
    solved = solved_answer(pegs)
    n_people = people.shape[0]
    members = np.arange(codes.n)
    costs = np.zeros(n_people)
    sizes = np.zeros(solved + 1, np.int64)
    for i in range(n_people):
        ordered, ends = splits.split(i, guesses, members, codes)
        for answer in range(solved):
            n = ends[answer + 1] - ends[answer]
            if n <= 2:
                costs[i] += max(0, 2 * n - 1) * table[1]
                continue
            among = ordered[ends[answer] : ends[answer + 1]]
            followers = gather(codes, among)
            line = row_for(followers)
            own = min(n, FOLLOWERS)
            best = np.inf
            for k in range(own + n_people):
                if best <= (n - (k < own)) * table[1]:
                    break  # nobody does better
                answer_follower(line, k, own, followers, guesses)
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


@inlined
def answer_follower(row, k, own, followers, guesses):
    """Answer the k-th guess that may follow in a class, whose codes are the followers.

    The first `own` guesses are codes of the class, evenly chosen; the given guesses
    come after these.
    """
    if k < own:
        answer_row(row, k * followers.n // own, followers, followers)
    else:
        answer_row(row, k - own, guesses, followers)


@compiled
def _best_drawn(drawn, setup, record):
    """Return the best of the guesses drawn, as many as a population has; sorted."""
    costs = np.empty(drawn.shape[0])
    for start in range(0, drawn.shape[0], TOGETHER):
        hear_interrupt()
        some = drawn[start : start + TOGETHER]
        costs[start : start + TOGETHER] = _costs(
            some, setup.possible, setup.pegs, setup.colors
        )
    _sort(drawn, costs)
    size = min(setup.population, drawn.shape[0])
    write_down(record, 0, drawn[:size], -costs[:size] / setup.possible.words.shape[0])
    return drawn[:size]


@compiled
def _evolve(past, setup, record, rng):
    """Breed guesses; return the last population, the best first."""
    pegs = setup.pegs
    colors = setup.colors
    size = setup.population
    possible = setup.possible
    n = possible.words.shape[0]
    # parents, then their children
    people = np.empty(2 * size, np.uint64)
    costs = np.empty(2 * size)
    for i in range(size):
        people[i] = random_code(pegs, colors, rng, setup.repeats)
        if setup.consistent_only or rng.random() < setup.consistent_share:
            people[i] = possible.words[below(n, rng)]
    costs[:size] = _costs(people[:size], possible, pegs, colors)
    write_down(record, 0, people[:size], -costs[:size] / n)
    _sort(people[:size], costs[:size])
    for generation in range(setup.generations):
        for i in range(size, 2 * size):
            if i % 256 == 255:
                hear_interrupt()
            child = _child(people[:size], pegs, colors, rng)
            if not setup.repeats:
                child = all_different(child, pegs, colors, rng)
            if is_in(child, people[:i]):  # a random code brings in something new
                child = random_code(pegs, colors, rng, setup.repeats)
            if setup.consistent_only and cost_of_one(child, past, pegs, 0.0) > 0.0:
                child = possible.words[below(n, rng)]
            people[i] = child
        costs[size:] = _costs(people[size:], possible, pegs, colors)
        write_down(record, generation + 1, people[size:], -costs[size:] / n)
        _sort(people, costs)
    return people[:size].copy()


@compiled
def _breed_possible(met, past, pegs, colors, wanted, start, rng):
    """Breed codes toward all the answers.

    This ends once `wanted` codes agree with them, or no more are found.
    """
    people = np.empty(2 * wanted, np.uint64)
    costs = np.empty(2 * wanted)
    found = 0
    since = 0
    for generation in range(start, PATIENCE):
        hear_interrupt()
        if found == 0 and generation == SOON > start:
            break
        if generation == start or (found == 0 and since == STUCK):
            since = 0
            for i in range(wanted):
                people[i] = (
                    met[i] if i < met.shape[0] else random_code(pegs, colors, rng)
                )
            _cost_once(people, costs, 0, wanted, past, pegs)
            _sort(people[:wanted], costs[:wanted])
        for i in range(wanted, 2 * wanted):
            people[i] = _child(people[:wanted], pegs, colors, rng)
            if is_in(people[i], people[:i]):
                people[i] = random_code(pegs, colors, rng)
        _cost_once(people, costs, wanted, 2 * wanted, past, pegs)
        _sort(people, costs)
        since += 1
        now = (costs[:wanted] == 0.0).sum()
        if now > found:
            found = now
            since = 0
        if found == wanted or (found and since == STUCK):
            break
    return people[:found].copy()


@compiled
def _cost_once(people, costs, start, end, past, pegs):
    """Set what the people from start to end cost, by the answers that do not agree.

    A possible code counts once: the cost of each further copy is infinite.
    """
    costs[start:end] = cost_of(people[start:end], past, pegs)
    for i in range(start, end):
        if costs[i] == 0.0 and is_in(people[i], people[:i]):
            costs[i] = np.inf


@compiled
def _sort(people, costs):
    """Sort by cost, in place, the best first."""
    order = np.argsort(costs, kind="mergesort")
    people[:] = people[order]
    costs[:] = costs[order]


@compiled
def _child(people, pegs, colors, rng):
    """Breed a child of one or two parents, each the better of two.

    The `people` are sorted, the best first.
    """
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
