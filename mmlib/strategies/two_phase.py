"""Chen, Lin and Huang's two-phase optimization: explore first, then be greedy.

For a few turns the most promising guesses are explored.
"""

from typing import NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.coding import n_answers, solved_answer
from mmlib.engine.columns import gather
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import SUM, answer_all, count, split
from mmlib.game.rules import Rules
from mmlib.players.settings import setting
from mmlib.reason.code_lists import colors_in, every_code
from mmlib.reason.searching import (
    hashes_of,
    key_of,
    least_total,
    sizes_left,
    smallest_first,
    spend,
    splitmix64,
)
from mmlib.reason.symmetry import EveryGuess, every_guess
from mmlib.strategies.base import Strategy
from mmlib.strategies.best_guess import (
    AT_A_TIME,
    GO_ON,
    MOST,
    best_split,
    cost_of_split,
)
from mmlib.strategies.objectives import Measure, objective_setting, prepare

#: Most work for one guess, in codes scored by codes and answers looked through: some
#: seconds.
MOST_EFFORT = 11 * 10**9


class TwoPhase(
    Strategy,
    name="two_phase",
    source="Chen, Lin and Huang",
    year=2007,
    fidelity="reconstructed",
):
    """Try the `k` most promising guesses at each of `d` turns, then be greedy.

    Source: S.-T. Chen, S.-S. Lin, L.-T. Huang, "A two-phase optimization algorithm for
    Mastermind", Computer Journal 50 (2007), of which the abstract is known: (k, d) =
    (180, 2) finds the optimum, 5625 guesses on 4 x 6, "using a simple heuristic".
    Reconstructed: the heuristic is the number of classes ("hash collision groups"),
    codes are not reduced by symmetry before the `k` best are taken, a possible code is
    preferred to others that are as good, then the first in lexicographic order, and `d`
    does not count the first guess. So read, (180, 2) does find the optimum, and the
    least `k` that does is 178; from first guess 0123 it gives 5683 guesses, which is
    4.385, a mean that others quote of Chen et al. The work grows with ``k ** d`` and
    the number of codes: seconds for 4 x 6; ValueError where a guess would take far
    longer than that, as on 5 x 8 unless both are small.

    >>> rules = mm.Rules(4, 6)
    >>> TwoPhase(k=20, d=1).tree(rules).total, TwoPhase(k=1).tree(rules).total
    (5651, 5668)

    Parameters
    ----------
    k : int
        Branching factor: the number of guesses that are tried in a position, those best
        by the objective.
    d : int
        Exploration depth: the number of guesses after the first one that are chosen so.
        Later ones are the best by the objective.
    objective : str
        The heuristic, as in `OneStep`. It ranks the guesses in the first phase and
        chooses them in the second.
    first_guess : code or "random", optional
        By default the best by the objective.
    """

    k: int = setting(180, 1, 100_000)
    d: int = setting(2, 0, 4)
    objective: str = setting("parts", lambda value, name: objective_setting(value))

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too much to search."""
        every_code(rules)  # refuses what is too large

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        turn = len(guesses)
        used = colors_in(guesses)
        every = every_guess(rules)
        by = prepare(self.objective, rules)
        if not turn:
            return best_split(every, members, used, by, False, np.uint64(0), GO_ON)[0]
        depth = max(0, self.d - turn + 1)
        known = Dict.empty(types.uint64, types.int64)
        least = rules.n_codes * len(members) * min(self.k, rules.n_codes) ** depth
        effort = np.array([MOST_EFFORT if least <= 2 * MOST_EFFORT else 0])
        hashes = hashes_of(rules.n_codes)
        exploring = Exploring(every, by, self.k, hashes, effort, False, GO_ON)
        answers = rules.n_feedbacks
        _, guess = _explored(exploring, known, members, used, depth, answers, MOST)
        if effort[0] < 0:
            raise ValueError(
                f"k, d: {self.k} guesses at each of {depth} turns, "
                f"with {len(members):,} of {rules.n_codes:,} codes left, "
                "take too long to try; make them smaller"
            )
        return int(guess)


class Exploring(NamedTuple):
    """What exploration goes by."""

    every: EveryGuess
    by: Measure
    k: int
    hashes: np.ndarray  # of the codes
    effort: np.ndarray  # what is left of it, as `spend` takes it
    # of `best_split`, which numba would compile once more for constants
    only_members: bool
    stopped: np.ndarray


@compiled
def _explored(exploring, known, members, used, depth, classes, budget):
    """Count the guesses of the members together, and find the first guess.

    The count is `budget` where they are not fewer. Guesses are explored to `depth`,
    later ones are greedy; none makes more than so many `classes`. `known` remembers
    the totals of positions or, as negative numbers, bounds of them. It is no part of
    `Exploring`, since numba takes 0.2 ms to look at a tuple that holds a `Dict`.
    """
    every = exploring.every
    m = members.shape[0]
    work = every.codes.shape[0] * (m + solved_answer(every.columns.pegs))
    if not spend(exploring.effort, work) or m <= 2:
        return np.int64(2 * m - 1), np.int64(members[0])
    codes = gather(every.columns, members)
    if depth == 0:
        greedy = best_split(
            every,
            members,
            used,
            exploring.by,
            exploring.only_members,
            np.uint64(0),
            exploring.stopped,
        )
        tried = np.full(1, greedy[0])
        least = np.zeros(1, np.int64)
    else:
        tried, least, classes = _most_promising(exploring, members, codes)
    best = np.int64(budget)
    best_guess = tried[0]
    for guess, at_least in zip(tried, least):  # noqa: B905 (numba takes no strict)
        if at_least >= best:
            continue
        ordered, ends = split(guess, every.columns, members, codes)
        size = sizes_left(ends)
        if size.max() == m:
            continue  # it tells nothing
        total = np.int64(m)
        for n in size:
            total += least_total(n, classes)
        colors = used | every.colors[guess]
        left = max(0, depth - 1)
        for answer in smallest_first(size):
            if total >= best:
                break
            among = ordered[ends[answer] : ends[answer + 1]]
            total -= least_total(size[answer], classes)
            goal = best - total
            key = key_of(exploring.hashes, among) ^ splitmix64(
                np.uint64(colors * 8 + left)
            )
            if not _is_known(known, key, goal):
                found = _explored(exploring, known, among, colors, left, classes, goal)
                known[key] = found[0] if found[0] < goal else -found[0]
            total += abs(known[key])
        if total < best:
            best = total
            best_guess = guess
    return best, best_guess


@compiled
def _is_known(known, key, goal):
    """Whether a total is known, or known not to be below a goal."""
    if key not in known:
        return False
    return known[key] >= 0 or -known[key] >= goal


@compiled
def _most_promising(exploring, members, codes):
    """List the guesses that promise most, and what each takes at least.

    Returns also the most classes that a guess makes.
    """
    parts, cost = _ranked(exploring.every, members, codes, exploring.by)
    least = 3 * members.shape[0] - parts
    least[members] -= 1
    tried = _least_first(cost, min(exploring.k, parts.shape[0]))
    return tried, least[tried], parts.max()


@compiled
def _ranked(every, members, codes, by):
    """Count the classes into which each code splits the members, and find its cost.

    Both are int64 (codes,). A possible code costs less than another one as good.
    """
    m = members.shape[0]
    n = every.codes.shape[0]
    parts = np.empty(n, np.int64)
    cost = np.ones(n, np.int64)
    tells = by.kind == SUM and by.table[m] == m - 1  # the cost is the number of classes
    row = np.empty(m, np.uint8)
    counters = np.empty((4, n_answers(codes.pegs)), np.int64)
    for start in range(0, n, AT_A_TIME):
        answers, several = answer_all(
            codes, every.columns, start, min(AT_A_TIME, n - start)
        )
        parts[start : start + AT_A_TIME] = several
        for i in range(0 if tells else several.shape[0]):
            row[:] = answers[:, i]
            cost[start + i] += 2 * cost_of_split(count(row, counters), m, by)
    if tells:
        cost += 2 * (m - parts)
    cost[members] -= 1
    return parts, cost


@compiled
def _least_first(cost, k):
    """The first `k` of the codes by their cost, of equals the first ones."""
    last = np.sort(cost)[k - 1]
    chosen = np.concatenate(
        (np.flatnonzero(cost < last), np.flatnonzero(cost == last))
    )[:k]
    return chosen[np.argsort(cost[chosen], kind="mergesort")]
