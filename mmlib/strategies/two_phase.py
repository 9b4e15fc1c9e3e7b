"""Chen, Lin and Huang's two-phase optimization: explore first, then be greedy.

For a few turns the most promising guesses are explored.
"""

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.coding import n_answers
from mmlib.engine.columns import gather
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import SUM, answer_all, count, split
from mmlib.game.rules import Rules
from mmlib.players.settings import setting
from mmlib.reason.code_lists import colors_in, every_code, every_guess
from mmlib.strategies.base import Strategy
from mmlib.strategies.best_guess import (
    AT_A_TIME,
    GO_ON,
    MOST,
    best_split,
    cost_of_split,
    salted,
    splitmix64,
)
from mmlib.strategies.objectives import objective_setting, prepare

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
        every = every_guess(rules.pegs, rules.colors)
        by = prepare(self.objective, rules)
        if not turn:
            return best_split(every, members, used, by, False, np.uint64(0), GO_ON)[0]
        depth = max(0, self.d - turn + 1)
        known = Dict.empty(types.uint64, types.int64)
        least = rules.n_codes * len(members) * min(self.k, rules.n_codes) ** depth
        effort = np.array([MOST_EFFORT if least <= 2 * MOST_EFFORT else 0])
        guess = int(
            _explored(
                every,
                members,
                used,
                depth,
                self.k,
                by,
                known,
                effort,
                rules.n_feedbacks,
                MOST,
            )[1]
        )
        if effort[0] < 0:
            told = (
                f"{self.k} guesses at each of {depth} turns, "
                f"with {len(members):,} of {rules.n_codes:,} codes left,"
            )
            raise ValueError(f"k, d: {told} take too long to try; make them smaller")
        return guess


@compiled
def _explored(  # noqa: PLR0913, PLR0917
    every,
    members,
    used,
    depth,
    k,
    by,
    known,
    effort,
    classes,
    budget,
):
    """Count the guesses of the members together, and find the first guess.

    The count is `budget` where they are not fewer. Guesses are explored to `depth`,
    later ones are greedy; none makes more than so many `classes`. `known` remembers
    positions.
    """
    m = members.shape[0]
    n = every.codes.shape[0]
    effort[0] -= n * (m + every.codes.shape[1] * (every.codes.shape[1] + 1))
    if m <= 2 or effort[0] < 0:  # solved, or given up
        return np.int64(2 * m - 1), np.int64(members[0])
    codes = gather(every.columns, members)
    answers = n_answers(every.columns.pegs)
    least = np.zeros(n, np.int64)
    if depth == 0:
        tried = np.array(
            [best_split(every, members, used, by, False, np.uint64(0), GO_ON)[0]]
        )
    else:
        parts, cost = _ranked(every, members, codes, by)
        tried = _least_first(cost, min(k, n))
        classes = parts.max()
        least = 3 * m - parts
        least[members] -= 1
    best = np.int64(budget)
    best_guess = tried[0]
    for guess in tried:
        if least[guess] >= best:
            continue
        ordered, ends = split(guess, every.columns, members, codes)
        size = ends[1:] - ends[:-1]
        size[-1] = 0
        if size.max() == m:
            continue  # it tells nothing
        total = np.int64(m)
        for answer in range(answers):
            total += _least_of(size[answer], classes)
        colors = used | every.colors[guess]
        left = max(0, depth - 1)
        # small classes refute a guess at the least cost
        for answer in np.argsort(size, kind="mergesort"):
            if size[answer] <= 2 or total >= best:
                continue
            below = ordered[ends[answer] : ends[answer + 1]].copy()
            key = salted(below, splitmix64(np.uint64(colors * 8 + left)))
            total -= _least_of(size[answer], classes)
            # a bound, as a negative number
            if key not in known or (known[key] < 0 and total - known[key] < best):
                found = _explored(
                    every,
                    below,
                    colors,
                    left,
                    k,
                    by,
                    known,
                    effort,
                    classes,
                    best - total,
                )[0]
                known[key] = found if found < best - total else -found
            total += abs(known[key])
        if total < best:
            best = total
            best_guess = guess
    return best, best_guess


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


@compiled
def _least_of(size, classes):
    """Least guesses of a class of so many codes.

    No guess makes more than so many `classes` of them.
    """
    return max(0, 2 * size - 1, 3 * size - classes - 1)
