"""Exhaustive search: the least guesses that the codes of a position can take together, and the guess to begin with."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.answers import score
from mmlib.engine.compiled import compiled
from mmlib.engine.words import pack
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_matrix
from mmlib.reason import every_code
from mmlib.reason.best_guess import is_first_of_its_kind

#: No strategy: costs more than any that there is.
NEVER = 1 << 40


#: A solved position in one number: least cost, best guess, and whether the cost is exact or only a lower bound.
GUESS_BITS = 20


#: What one guess costs where ties are settled by the variance: more than the squares of all guess numbers together.
PER_GUESS = 1 << 20


#: Pairs of codes that a search may score, where it is to go on to its end.
WITHOUT_END = 1 << 62


#: Boards of more codes take hours and beyond.
MOST_CODES = 1500


#: Guesses that a game may take where no limit is set: more than are of use where exhaustive search is.
DEPTH = 20


#: The bounds of a guess's classes are raised in turns, by so many guesses more each time, before they are solved.
STEPS = (1, 3, 6, 12, 1 << 16)


class ExhaustiveSearch:
    """What is known of the positions of one board.

    Parameters
    ----------
    rules : Rules
        The board, of at most a million codes.
    depth : int
        Most guesses of a game.
    least_variance : bool, default False
        Whether of strategies with the same total the one with the least variance is wanted. Costs are then in units of
        1 / `PER_GUESS` guesses, the squares of the guess numbers added.

    Notes
    -----
    Branch and bound, depth first. Guesses that differ only by colors not yet told apart are tried once. The others are
    tried in the order of a lower bound, and dropped when they cannot beat the best one found. The bound of a class is
    the cost of as many codes if every guess split them into as many classes as there are answers; it is raised little
    by little, class after class, before the classes are solved. Positions are remembered by 64-bit hashes.

    Examples
    --------
    >>> rules = mm.Rules(3, 4)
    >>> every = np.arange(rules.n_codes, dtype=np.int32)
    >>> search = ExhaustiveSearch(rules, 10)
    >>> search.total(every, 0, 10), search.guess(every, 10)  # 206 guesses, beginning with 001
    (206, 1)
    """

    def __init__(self, rules: Rules, depth: int, *, least_variance: bool = False) -> None:
        self.board, self.colors = every_code.every_code(rules), rules.colors
        n = rules.n_codes
        turn = depth - np.arange(depth + 1) + 1  # where so many guesses are left
        self.costs = PER_GUESS + 2 * turn - 1 if least_variance else np.ones(depth + 1, np.int64)
        self.bounds = _bounds(rules.n_feedbacks - 1, n, self.costs)
        self.hashes = np.random.default_rng(0).integers(1, 2**64, n, dtype=np.uint64, endpoint=False)
        self.known = Dict.empty(types.uint64, types.int64)
        self._lock = Lock()  # compiled code lets other threads run, and `known` must not change under their hands

    def total(self, members: np.ndarray, used: int, left: int, budget: int = NEVER) -> int:
        """Tell the least cost of a position."""
        with self._lock:
            return int(
                _least(
                    *(*self.board, self.hashes, members, used, budget, left, self.costs, self.bounds, self.known),
                    np.array([WITHOUT_END]),
                )
            )

    def total_after(self, guess: int, left: int, budget: int = NEVER) -> int:
        """Tell the least cost of all codes of the board after a certain first guess."""
        codes, pegs = self.board.codes, self.board.codes.shape[1]
        answers = feedback_matrix(codes[guess : guess + 1], codes, colors=self.colors)[0]
        classes = [np.flatnonzero(answers == a).astype(np.int32) for a in np.unique(answers) if a != pegs * (pegs + 1)]
        classes.sort(key=len)  # small classes refute a guess at the least cost
        used = int(self.board.colors[guess])
        least = [int(self.bounds[left - 1, len(members)]) for members in classes]
        unit = int(self.costs[left])
        total = len(codes) * unit + sum(least)
        for step in STEPS:
            for i, members in enumerate(classes):
                if total >= budget:
                    return total
                total -= least[i]
                least[i] = self.total(members, used, left - 1, min(budget - total, least[i] + step * unit))
                total += least[i]
        return total

    def guess(self, members: np.ndarray, left: int) -> int:
        """Tell the guess of a position that `total` solved."""
        with self._lock:
            return _first(self.known, self.hashes, members, left)


@lru_cache(maxsize=4)
def shared(pegs: int, colors: int, depth: int = DEPTH) -> ExhaustiveSearch:
    """Make one search for all who play on a board, so that no position is solved twice."""
    return ExhaustiveSearch(Rules(pegs, colors), depth, least_variance=True)


def best_of(
    codes: np.ndarray, guesses: np.ndarray, colors: int, effort: int = WITHOUT_END
) -> tuple[int, np.ndarray] | None:
    """Search for the least guesses that a few codes can take together, where only some guesses may be played."""
    every = np.concatenate((codes, guesses))
    members = np.arange(len(codes), dtype=np.int32)
    costs, bounds, hashes = _prepared(Rules(codes.shape[1], colors).n_feedbacks - 1, 1 << len(codes).bit_length())
    known = Dict.empty(types.uint64, types.int64)
    left = np.array([effort])
    total = _least(
        every, *pack(every, colors), np.zeros(len(every), np.int64), hashes, members, 0, NEVER, DEPTH,
        costs, bounds, known, left,
    )  # fmt: skip
    if left[0] < 0:
        return None
    return int(total), every[_first(known, hashes, members, DEPTH)]


@lru_cache(maxsize=32)
def _prepared(answers: int, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What each turn costs, the bounds of up to n codes, and their hashes, for `best_of`."""
    costs = np.ones(DEPTH + 1, np.int64)
    hashes = np.random.default_rng(0).integers(1, 2**64, n, dtype=np.uint64, endpoint=False)
    return costs, _bounds(answers, n, costs), hashes


def _first(known: Dict, hashes: np.ndarray, members: np.ndarray, left: int) -> int:
    """The guess that a solved position begins with."""
    if len(members) <= 2:
        return int(members[0])
    return int(known[np.uint64(_key(hashes, members, left))] >> 1) & ((1 << GUESS_BITS) - 1)


def _bounds(answers: int, n: int, costs: np.ndarray) -> np.ndarray:
    """Least cost of k codes in so many turns, int64 (turns + 1, n + 2).

    A turn solves one code, the next at most one after each of the `answers` that leave something, and so on.
    """
    bounds = np.full((len(costs), n + 2), NEVER, np.int64)
    for turns in range(len(costs)):
        bounds[turns, 0] = 0
        solved, total, room, each = 0, 0, 1, 0
        for left in range(turns, 0, -1):
            each += int(costs[left])
            more = min(room, n - solved)
            bounds[turns, solved + 1 : solved + more + 1] = total + each * np.arange(1, more + 1)
            solved, total, room = solved + more, total + each * more, min(room * answers, n)
    return bounds


@compiled
def _key(hashes, members, left):
    """What a position is remembered by."""
    key = np.uint64(left)
    for member in members:
        key ^= hashes[member]
    return key


@compiled
def _bounded(row, m, cost, bounds, sizes):
    """Lower bound of a guess's cost, and whether it is exact: where no class has more than two codes."""
    for j in range(m):
        sizes[row[j]] += 1
    sizes[-1] = 0  # what is guessed is found
    total, exact = m * cost, True
    for answer in range(sizes.shape[0]):
        if sizes[answer]:
            total += bounds[sizes[answer]]
            exact &= sizes[answer] <= 2
            sizes[answer] = 0
    return total, exact


@compiled
def _least(codes, positions, counts, colors_of, hashes, members, used, budget, left, costs, bounds, known, effort):
    """Least cost of the members if that is below `budget`, else some number that is not.

    `known` maps positions to what was found: the cost, the guess, and in the last bit whether the cost is exact.
    `effort` holds the pairs of codes that may still be scored; once it is below 0, what is returned means nothing.
    """
    m = members.shape[0]
    if m <= 2:
        return m * costs[left] + (m - 1) * costs[left - 1] if left >= m else np.int64(NEVER)
    if bounds[left, m] >= budget:
        return bounds[left, m]
    key = _key(hashes, members, left)
    if key in known:
        found = known[key] >> (GUESS_BITS + 1)
        if known[key] & 1 or found >= budget:
            return found

    n, pegs = codes.shape
    effort[0] -= n * m
    if effort[0] < 0:
        return budget
    words, answers = positions.shape[0], pegs * (pegs + 1) + 1
    word_positions, word_counts = np.empty((words, m), np.uint64), np.empty((words, m), np.uint64)
    present = 0
    for j in range(m):
        for word in range(words):
            word_positions[word, j] = positions[word, members[j]]
            word_counts[word, j] = counts[word, members[j]]
        present |= colors_of[members[j]]
    free = present & ~used
    alike = free & (free - 1) != 0
    absent = ((1 << 16) - 1) & ~present
    forbidden = absent & (absent - 1)
    below = bounds[left - 1]
    twice = m * (costs[left] + costs[left - 1])  # two turns for every member
    promise = np.full(answers + 1, m * costs[left], np.int64)  # least cost of a guess with so many parts
    for parts in range(1, answers + 1):
        promise[parts] += (m % parts) * below[m // parts + 1] + (parts - m % parts) * below[m // parts]

    row, sizes = np.empty(m, np.uint8), np.zeros(answers, np.int64)
    is_member = np.zeros(n, np.bool_)
    is_member[members] = True
    promising, promised = np.empty(n, np.int32), np.empty(n, np.int64)
    several = 0
    floor = np.int64(NEVER)  # least bound of the guesses that are not worth a try
    best, best_guess = np.int64(NEVER), np.int64(members[0])
    for i in range(m + n):  # members first
        guess = members[i] if i < m else np.int32(i - m)
        if i == m and best <= twice:
            break  # only a member can do with less
        if (i >= m and is_member[guess]) or colors_of[guess] & forbidden:
            continue
        if alike and not is_first_of_its_kind(codes[guess], free):
            continue
        parts = score(row, guess, positions, counts, word_positions, word_counts, m, pegs)
        if i >= m and promise[parts] >= min(best, budget):
            floor = min(floor, promise[parts])
            continue
        total, exact = _bounded(row, m, costs[left], below, sizes)
        if total == m * costs[left] + below[m]:
            continue  # it tells nothing
        if exact:
            if total < best:
                best, best_guess = total, np.int64(guess)
            if total == twice - (i < m) * costs[left - 1]:
                break  # nobody does better
        elif total < min(best, budget):
            promising[several], promised[several] = guess, total
            several += 1
        else:
            floor = min(floor, total)

    if best > twice:
        ordered, ends = np.empty(m, np.int32), np.empty(answers + 1, np.int64)
        for i in np.argsort(promised[:several], kind="mergesort"):
            total = promised[i]
            if total >= min(best, budget):
                break
            guess = promising[i]
            score(row, guess, positions, counts, word_positions, word_counts, m, pegs)
            ends[:] = 0
            for j in range(m):
                ends[row[j] + 1] += 1
            size = ends[1:].copy()
            ends[:] = np.cumsum(ends)
            place = ends.copy()
            for j in range(m):
                ordered[place[row[j]]] = members[j]
                place[row[j]] += 1
            size[-1] = 0
            least = below[size]
            by_size = np.argsort(size, kind="mergesort")  # small classes refute a guess at the least cost
            for step in STEPS:
                for answer in by_size:
                    if size[answer] > 2 and total < min(best, budget):
                        total -= least[answer]
                        most = min(min(best, budget) - total, least[answer] + step * costs[left])
                        least[answer] = _least(
                            codes, positions, counts, colors_of, hashes,
                            ordered[ends[answer] : ends[answer + 1]].copy(), used | colors_of[guess],
                            most, left - 1, costs, bounds, known, effort,
                        )  # fmt: skip
                        total += least[answer]
                        if effort[0] < 0:
                            return budget
            if total < min(best, budget):
                best, best_guess = total, np.int64(guess)
    exact = best < budget or best <= twice or budget >= NEVER
    found = min(best, np.int64(NEVER)) if exact else np.int64(budget)
    if not exact and several == 0:
        found = max(found, min(floor, best, np.int64(NEVER)))
    known[key] = (found << (GUESS_BITS + 1)) | (best_guess << 1) | np.int64(exact)
    return found
