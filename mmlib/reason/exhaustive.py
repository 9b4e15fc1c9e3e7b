"""Exhaustive search: the least guesses that the codes of a position can take together, and the guess to begin with.

Branch and bound: guesses are tried in the order of a lower bound, and dropped when they cannot beat the best one found.
The bound of a class is the cost of as many codes if every guess split them into as many classes as there are answers;
it is raised little by little, class after class, before the classes are solved.
"""

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.answers import score
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import by_answer, gather
from mmlib.engine.words import pack
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_row
from mmlib.reason.every_code import EveryCode, every_code, interchangeable, is_first_of_its_kind

#: No strategy: costs more than any that there is.
NEVER = 1 << 40

#: A solved position in one number: least cost, best guess, and whether the cost is exact or only a lower bound.
GUESS_BITS = 20

#: What one guess costs where ties are settled by the variance: more than the squares of all guess numbers together.
PER_GUESS = 1 << 20

#: Pairs of codes that a search may score, where it is to go on to its end.
WITHOUT_END = 1 << 62

#: So many take some seconds: enough for one guess of a game.
MOST_EFFORT = 2 * 10**9

#: More codes take hours and beyond.
MOST_CODES = 1500

#: Guesses that a game may take where no limit is set: more than are of use where exhaustive search is.
DEPTH = 20

#: The bounds of a guess's classes are raised in turns, by so many guesses more each time, before they are solved.
STEPS = (1, 3, 6, 12, 1 << 16)


class Search(NamedTuple):
    """What a search goes by."""

    every: EveryCode
    hashes: np.ndarray  # of the codes, 64 bits; positions are remembered by them
    costs: np.ndarray  # of a guess where so many are left
    bounds: np.ndarray  # least cost of so many codes in so many guesses
    effort: np.ndarray  # pairs of codes that may still be scored; below 0 the search is given up


class ExhaustiveSearch:
    """What is known of the positions of one size, in games of at most `depth` guesses.

    With `least_variance`, of strategies with the same total the one with the least variance is sought: costs are then
    in units of 1 / `PER_GUESS` guesses, the squares of the guess numbers added.
    """

    def __init__(self, rules: Rules, depth: int, *, least_variance: bool = False) -> None:
        turn = depth - np.arange(depth + 1) + 1  # where so many guesses are left
        costs = PER_GUESS + 2 * turn - 1 if least_variance else np.ones(depth + 1, np.int64)
        self._search = Search(every_code(rules), *_tables(rules, rules.n_codes, tuple(costs)), np.zeros(1, np.int64))
        self._rules, self._known = rules, Dict.empty(types.uint64, types.int64)
        self._lock = Lock()  # compiled code lets other threads run, and `known` must not change under their hands

    def total(self, members: np.ndarray, used: int, left: int, budget: int = NEVER, effort: int = WITHOUT_END) -> int:
        """Find the least cost of a position, or refuse it (ValueError) once the effort is spent."""
        with self._lock:
            self._search.effort[0] = effort
            least = int(_least(self._search, self._known, members, used, budget, left))
            if self._search.effort[0] >= 0:
                return least
        told = f"exhaustive search among {len(members):,} codes of {self._rules} takes too long"
        raise ValueError(f"rules: {told}; let it begin where fewer are left (exhaustive_up_to)")

    def total_after(self, guess: int, left: int, budget: int = NEVER) -> int:
        """Find the least cost of all codes after a certain first guess."""
        (codes, *_, colors), bounds = self._search.every, self._search.bounds
        answers = feedback_row(codes[guess], codes, colors=self._rules.colors)
        classes = [np.flatnonzero(answers == a).astype(np.int32) for a in np.unique(answers)[:-1]]  # the last is solved
        classes.sort(key=len)  # small classes refute a guess at the least cost
        least = [int(bounds[left - 1, len(members)]) for members in classes]
        unit = int(self._search.costs[left])
        total = len(codes) * unit + sum(least)
        for step in STEPS:
            for i, members in enumerate(classes):
                if total >= budget:
                    return total
                most = min(budget - total + least[i], least[i] + step * unit)
                total -= least[i]
                least[i] = self.total(members, int(colors[guess]), left - 1, most)
                total += least[i]
        return total

    def guess(self, members: np.ndarray, left: int) -> int:
        """Return the guess of a position that `total` solved."""
        with self._lock:
            return _first(self._search, self._known, members, left)


@lru_cache(maxsize=4)
def shared(pegs: int, colors: int, depth: int = DEPTH) -> ExhaustiveSearch:
    """Make one search for all who play on a size, so that no position is solved twice."""
    return ExhaustiveSearch(Rules(pegs, colors), depth, least_variance=True)


def best_of(
    codes: np.ndarray, guesses: np.ndarray, colors: int, effort: int = WITHOUT_END
) -> tuple[int, np.ndarray] | None:
    """Search for the least guesses that a few codes can take together, where only some guesses may be played."""
    tried = np.concatenate((codes, guesses))
    every = EveryCode(tried, *pack(tried, colors), np.zeros(len(tried), np.uint16))  # no colors are interchangeable
    members = np.arange(len(codes), dtype=np.int32)
    most = 1 << len(codes).bit_length()
    search = Search(every, *_tables(Rules(codes.shape[1], colors), most, (1,) * (DEPTH + 1)), np.array([effort]))
    known = Dict.empty(types.uint64, types.int64)
    total = _least(search, known, members, 0, NEVER, DEPTH)
    if search.effort[0] < 0:
        return None
    return int(total), every.codes[_first(search, known, members, DEPTH)]


@lru_cache(maxsize=32)
def _tables(rules: Rules, n: int, costs: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hashes of n codes, the cost of a guess, and the bounds: least cost of k codes in so many turns."""
    hashes = np.random.default_rng(0).integers(1, 2**64, n, dtype=np.uint64, endpoint=False)
    bounds = np.full((len(costs), n + 2), NEVER, np.int64)
    for turns in range(len(costs)):
        bounds[turns, 0] = 0
        solved, total, most, each = 0, 0, 1, 0
        for left in range(turns, 0, -1):
            each += int(costs[left])
            more = min(most, n - solved)  # a turn solves one code, the next at most one after each other answer
            bounds[turns, solved + 1 : solved + more + 1] = total + each * np.arange(1, more + 1)
            solved, total, most = solved + more, total + each * more, min(most * (rules.n_feedbacks - 1), n)
    return hashes, np.array(costs, np.int64), bounds


def _first(search: Search, known: Dict, members: np.ndarray, left: int) -> int:
    """The guess that a solved position begins with."""
    if len(members) <= 2:
        return int(members[0])
    return int(known[np.uint64(_key(search.hashes, members, left))] >> 1) & ((1 << GUESS_BITS) - 1)


@compiled
def _key(hashes, members, left):
    """What a position is remembered by."""
    key = np.uint64(left)
    for member in members:
        key ^= hashes[member]
    return key


@compiled
def _least(search, known, members, used, budget, left):
    """Least cost of the members if below `budget`, else some number that is not; once the effort is spent, nothing."""
    m, cost = members.shape[0], search.costs[left]
    if m <= 2:
        return m * cost + (m - 1) * search.costs[left - 1] if left >= m else np.int64(NEVER)
    if search.bounds[left, m] >= budget:
        return search.bounds[left, m]
    key = _key(search.hashes, members, left)
    if key in known:
        found = known[key] >> (GUESS_BITS + 1)
        if known[key] & 1 or found >= budget:
            return found

    n, pegs = search.every.codes.shape
    search.effort[0] -= n * m
    if search.effort[0] < 0:
        return budget
    below, answers = search.bounds[left - 1], pegs * (pegs + 1) + 1
    twice = m * (cost + search.costs[left - 1])  # two turns for every member
    best, best_guess, floor, promising, promised = _screened(search, members, used, budget, left, twice)
    if best > twice:  # else it is found
        positions, counts = gather(search.every.positions, search.every.counts, members)
        row = np.empty(m, np.uint8)
        for i in np.argsort(promised, kind="mergesort"):
            guess, total = promising[i], promised[i]
            if total >= min(best, budget):
                break
            score(row, guess, search.every.positions, search.every.counts, positions, counts, m, pegs)
            ordered, ends = by_answer(row, members, answers)
            size = ends[1:] - ends[:-1]
            size[-1] = 0
            least = below[size]
            by_size = np.argsort(size, kind="mergesort")  # small classes refute a guess at the least cost
            for step in STEPS:
                for answer in by_size:
                    if size[answer] > 2 and total < min(best, budget):
                        total -= least[answer]
                        most = min(min(best, budget) - total, least[answer] + step * cost)
                        after = ordered[ends[answer] : ends[answer + 1]].copy()
                        least[answer] = _least(search, known, after, used | search.every.colors[guess], most, left - 1)
                        total += least[answer]
                        if search.effort[0] < 0:
                            return budget
            if total < min(best, budget):
                best, best_guess = total, np.int64(guess)
    exact = best < budget or best <= twice or budget >= NEVER
    found = min(best, np.int64(NEVER)) if exact else np.int64(budget)
    if not exact and promising.shape[0] == 0:
        found = max(found, min(floor, best, np.int64(NEVER)))
    known[key] = (found << (GUESS_BITS + 1)) | (best_guess << 1) | np.int64(exact)
    return found


@compiled
def _screened(search, members, used, budget, left, twice):
    """Best cost plain to see, its guess; least bound of guesses not worth a try; those that are, and their bounds."""
    codes, positions, counts, colors_of = search.every
    n, pegs = codes.shape
    m, cost, below = members.shape[0], search.costs[left], search.bounds[left - 1]
    class_positions, class_counts = gather(positions, counts, members)
    free, forbidden = interchangeable(colors_of, members, used)
    promise = np.full(pegs * (pegs + 1) + 2, m * cost, np.int64)  # least cost of a guess with so many classes
    for parts in range(1, promise.shape[0]):
        promise[parts] += (m % parts) * below[m // parts + 1] + (parts - m % parts) * below[m // parts]
    row, sizes, is_member = np.empty(m, np.uint8), np.zeros(pegs * (pegs + 1) + 1, np.int64), np.zeros(n, np.bool_)
    is_member[members] = True
    promising, promised, several = np.empty(n, np.int32), np.empty(n, np.int64), 0
    floor, best, best_guess = np.int64(NEVER), np.int64(NEVER), np.int64(members[0])
    for i in range(m + n):  # members first
        guess = members[i] if i < m else np.int32(i - m)
        if i == m and best <= twice:
            break  # only a member can do with less
        if (i >= m and is_member[guess]) or colors_of[guess] & forbidden:
            continue
        if free and not is_first_of_its_kind(codes[guess], free):
            continue
        parts = score(row, guess, positions, counts, class_positions, class_counts, m, pegs)
        if i >= m and promise[parts] >= min(best, budget):
            floor = min(floor, promise[parts])
            continue
        total, exact = _bounded(row, cost, below, sizes)
        if total == m * cost + below[m]:
            continue  # it tells nothing
        if exact:
            if total < best:
                best, best_guess = total, np.int64(guess)
            if total == twice - (i < m) * search.costs[left - 1]:
                break  # nobody does better
        elif total < min(best, budget):
            promising[several], promised[several] = guess, total
            several += 1
        else:
            floor = min(floor, total)
    return best, best_guess, floor, promising[:several], promised[:several]


@compiled
def _bounded(row, cost, bounds, sizes):
    """Lower bound of a guess's cost, and whether it is exact: where no class has more than two codes."""
    for answer in row:
        sizes[answer] += 1
    sizes[-1] = 0  # what is guessed is found
    total, exact = row.shape[0] * cost, True
    for answer in range(sizes.shape[0]):
        if sizes[answer]:
            total += bounds[sizes[answer]]
            exact &= sizes[answer] <= 2
            sizes[answer] = 0
    return total, exact
