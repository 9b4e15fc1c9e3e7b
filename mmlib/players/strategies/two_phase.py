"""Chen, Lin and Huang's two-phase optimization: explore the most promising guesses for a few turns, then be greedy."""

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.answers import answer_row
from mmlib.engine.columns import gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import by_answer, count
from mmlib.game.rules import Rules
from mmlib.players.settings import setting
from mmlib.players.strategies.strategy import Strategy
from mmlib.reason.best_guess import GO_ON, NO_TERMS, best_split, cost_of_split, salted, splitmix64
from mmlib.reason.every_code import colors_in, every_code, every_guess
from mmlib.reason.objectives import objective_setting, prepare

#: Codes scored by codes and answers looked through for one guess: some ten seconds.
MOST_EFFORT = 11 * 10**9


class TwoPhase(Strategy, name="two_phase", source="Chen, Lin and Huang", year=2007, fidelity="reconstructed"):
    """Try the `k` most promising guesses at each of the next `d` turns, then go on one step at a time.

    Source: S.-T. Chen, S.-S. Lin, L.-T. Huang, "A two-phase optimization algorithm for Mastermind", Computer Journal 50
    (2007), of which the abstract is known: (k, d) = (180, 2) finds the optimum, 5625 guesses on 4 x 6, "using a simple
    heuristic". Reconstructed: the heuristic is the number of classes ("hash collision groups"), codes are not reduced
    by symmetry before the `k` best are taken, a possible code is preferred to others that are as good, then the first
    in lexicographic order, and `d` does not count the first guess. So read, (180, 2) does find the optimum, and the
    least `k` that does is 178; from first guess 0123 it gives 5683 guesses, which is 4.385, a mean that others quote of
    Chen et al. The work grows with ``k ** d`` and the number of codes: seconds for 4 x 6;
    ValueError where a guess would take far longer than that, as on 5 x 8 unless both are small.

    >>> TwoPhase(k=20, d=1).tree(mm.Rules(4, 6)).total, TwoPhase(k=1).tree(mm.Rules(4, 6)).total
    (5651, 5668)

    Parameters
    ----------
    k : branching factor: guesses that are tried in a position, those best by the objective
    d : exploration depth: guesses after the first one that are chosen so; later ones are the best by the objective
    objective : the heuristic, as in `OneStep`: it ranks the guesses in the first phase and chooses them in the second
    first_guess : code, or "random"; by default the best by the objective
    """

    k: int = setting(180, 1, 100_000)
    d: int = setting(2, 0, 4)
    objective: str = setting("parts", lambda value, name: objective_setting(value))

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too much to search."""
        every_code(rules)  # refuses what is too large

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        turn, used = len(guesses), colors_in(guesses)
        every, by = every_guess(rules.pegs, rules.colors), prepare(self.objective, rules)
        if not turn:
            return best_split(every, members, used, by, False, np.uint64(0), GO_ON)[0]
        depth, known = max(0, self.d - turn + 1), Dict.empty(types.uint64, types.int64)
        least = rules.n_codes * len(members) * min(self.k, rules.n_codes) ** depth
        effort = np.array([MOST_EFFORT if least <= 2 * MOST_EFFORT else 0])
        guess = int(_explored(every, members, used, depth, self.k, by, known, effort)[1])
        if effort[0] < 0:
            told = f"{self.k} guesses at each of {depth} turns, with {len(members):,} of {rules.n_codes:,} codes left,"
            raise ValueError(f"k, d: {told} take too long to try; make them smaller")
        return guess


@compiled
def _explored(every, members, used, depth, k, by, known, effort):
    """Guesses of the members together, and the first: explored to `depth`, then greedy; `known` remembers positions."""
    m = members.shape[0]
    effort[0] -= every.codes.shape[0] * (m + every.codes.shape[1] * (every.codes.shape[1] + 1))
    if m <= 2 or effort[0] < 0:  # solved, or given up
        return np.int64(2 * m - 1), np.int64(members[0])
    codes, pegs = gather(every.columns, members), every.columns.pegs
    answers, row = pegs * (pegs + 1) + 1, row_for(codes)
    if depth == 0:
        tried = np.array([best_split(every, members, used, by, False, np.uint64(0), GO_ON)[0]])
    else:
        cost, counters = np.ones(every.columns.n, np.int64), np.empty((4, answers), np.int64)
        cost[members] -= 1  # a possible code comes first
        for code in range(cost.shape[0]):
            answer_row(row, code, every.columns, codes)
            cost[code] += 2 * cost_of_split(count(row[:m], counters), m, by, NO_TERMS, 0)[0]
        tried = np.argsort(cost, kind="mergesort")[:k]
    best, best_guess = np.int64(2**62), tried[0]
    for guess in tried:
        answer_row(row, guess, every.columns, codes)
        ordered, ends = by_answer(row, members, answers)
        size = ends[1:] - ends[:-1]
        size[-1] = 0
        if size.max() == m:
            continue  # it tells nothing
        total = np.int64(m)
        for answer in range(answers):
            total += max(0, 2 * size[answer] - 1)  # two guesses a code, and one for the first: nobody does better
        colors, left = used | every.colors[guess], max(0, depth - 1)
        for answer in range(answers):
            if total >= best:
                break
            if size[answer] <= 2:
                continue
            below = ordered[ends[answer] : ends[answer + 1]].copy()
            key = salted(below, splitmix64(np.uint64(colors * 8 + left)))
            if key not in known:
                known[key] = _explored(every, below, colors, left, k, by, known, effort)[0]
            total += known[key] - (2 * size[answer] - 1)
        if total < best:
            best, best_guess = total, guess
    return best, best_guess
