"""The optimum of a whole board: every first guess is solved, or refuted.

First guesses that differ by more than color names and the order of pegs are few. The
classes that one of them makes are independent of each other, so threads share them out.
A first guess is refuted once the bounds of its classes add up to no less than the best
one found costs.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from threading import Lock

import numpy as np

from mmlib.game.rules import Rules
from mmlib.reason.exhaustive import NEVER, STEPS, ExhaustiveSearch
from mmlib.reason.first_guess import sizes


class SpentError(Exception):
    """The effort that a search was allowed is spent."""


def expected_effort(rules: Rules, scoring: str = "standard") -> int:
    """Expect how many pairs of codes the search for the optimum scores.

    It grows as the fifth power of the number of codes. On the boards of 1,000 to 6,600
    codes that were proved this is right within a factor of six; small boards of many
    pegs take far more. Where white pegs are not told, it grows as the sixth power, and
    most positions are small: what is returned are pairs of the standard count that take
    as long, some forty times those that are scored.
    """
    if scoring == "black_only":
        return round(4e10 * (rules.n_codes / 300) ** 6)
    return round(1e8 * (rules.n_codes / 1000) ** 5)


def solve(
    search: ExhaustiveSearch,
    codes: Iterable[np.ndarray],
    *,
    effort: int,
    tell: Callable[[np.ndarray, int], object] = lambda code, n: None,
    n_threads: int | None = None,
) -> list["FirstGuess"]:
    """Find the first guess that costs the least, and refute the others.

    Returns them in the order in which they were searched. Raises `SpentError` once the
    effort, in pairs of codes scored, is spent. `tell` hears of each guess, and how many
    codes more are done with.
    """
    first_guesses = [FirstGuess(search, code, tell) for code in codes]
    first_guesses.sort(key=FirstGuess.promise)
    best = None
    for first in first_guesses:
        goal = best.cost if best else NEVER
        first.solve(goal, effort, n_threads or cpu_count() or 1)
        effort -= first.pairs
        if first.is_exact and first.cost < goal:
            first, best = best, first
        if first:  # what is not the best is of no use later
            search.forget(first.code)
    return first_guesses


def best_of(first_guesses: Iterable["FirstGuess"]) -> "FirstGuess | None":
    """The first of those that cost the least; None if no strategy finds every code."""
    exact = [first for first in first_guesses if first.is_exact]
    return min(exact, key=lambda first: first.cost, default=None)


class Branch:
    """The codes with one answer to a first guess, and a lower bound of their cost."""

    def __init__(self, members: np.ndarray, cost: int) -> None:
        self.members = members
        self.cost = cost
        self.is_exact = len(members) <= 2


class FirstGuess:
    """A first guess and what it costs, or a lower bound of that.

    `pairs` of codes were scored for it, and so many `positions` are remembered.
    """

    def __init__(
        self,
        search: ExhaustiveSearch,
        code: np.ndarray,
        tell: Callable[[np.ndarray, int], object],
    ) -> None:
        self.code = code
        self.pairs = 0
        self.positions = 0
        self.is_exact = False
        self._search = search
        self._tell = tell
        self._each_turn = int(search.search.costs[search.depth])
        self._below = search.search.bounds[-1, search.depth - 1]
        of_answers = self._sizes()
        of_answers[-1] = 0  # the code guessed is left out
        self._largest = int(of_answers.max())
        turns = search.rules.n_codes * self._each_turn
        self.cost = self.bound = turns + int(self._below[of_answers].sum())
        self._lock = Lock()
        self._stopped = False
        self._efforts: list[np.ndarray] = []

    def _sizes(self) -> np.ndarray:
        """How many codes give each answer, the one of all black last."""
        rules = self._search.rules
        of_answers = sizes(self.code, rules)
        if self._search.scoring == "black_only":
            whole = np.append(of_answers, np.zeros(rules.pegs, np.int64))
            return whole.reshape(-1, rules.pegs + 1).sum(axis=1)
        return of_answers

    def promise(self) -> tuple[bool, int]:
        """What comes first: guesses that need no search, then those of low bounds."""
        return self._largest > 2, self.bound

    def solve(self, best: int, effort: int, n_threads: int) -> None:
        """Find the cost if it is below `best`, else a bound that is not.

        The bounds of all classes are raised little by little before any is solved.
        """
        self._effort = effort
        self._tell(self.code, 0)
        branches = self._branches()
        n_codes = sum(len(branch.members) for branch in branches)
        with ThreadPoolExecutor(n_threads) as pool:
            try:
                for step in STEPS:
                    more = [step] * len(branches)
                    goals = [best] * len(branches)
                    for _ in pool.map(self._raise, branches, more, goals):
                        pass
            except BaseException:
                self._stop()
                raise
        self.is_exact = all(one.is_exact for one in branches)
        self.positions = self._search.positions(self.code)
        done = sum(len(branch.members) for branch in branches if branch.is_exact)
        self._tell(self.code, n_codes - done)

    def _branches(self) -> list[Branch]:
        """The classes, the small ones first: they refute a guess at the least cost."""
        codes = self._search.search.every.codes
        row = self._search.answers(self.code, codes)
        solved = row.max()
        branches = [
            Branch(members.astype(np.int32), int(self._below[len(members)]))
            for members in (np.flatnonzero(row == one) for one in np.unique(row))
            if row[members[0]] != solved
        ]
        return sorted(branches, key=lambda branch: len(branch.members))

    def _raise(self, branch: Branch, step: int, best: int) -> None:
        """Raise the bound of a class by so many guesses, or solve it."""
        with self._lock:
            if self._stopped or branch.is_exact or self.cost >= best:
                return
            budget = branch.cost + min(best - self.cost, step * self._each_turn)
            effort = np.array([self._effort])
            self._efforts.append(effort)
        left = self._search.depth - 1
        guesses = self.code[np.newaxis]
        found = self._search.raised(branch.members, guesses, left, budget, effort)
        with self._lock:
            if self._stopped:
                return
            self.pairs += found.spent
            self._effort -= found.spent
            if self._effort < 0:
                raise SpentError
            self.cost += max(0, found.cost - branch.cost)
            branch.cost = max(found.cost, branch.cost)
            branch.is_exact = found.is_exact
            if branch.is_exact:
                self._tell(self.code, len(branch.members))

    def _stop(self) -> None:
        """Take the effort away from the searches that other threads are in."""
        with self._lock:
            self._stopped = True
            for effort in self._efforts:
                effort[0] = -1
