"""Strategy trees, grown: from a function that knows the guess of every position, or from an objective."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from mmlib.engine.answers import score
from mmlib.engine.compiled import compiled
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_matrix
from mmlib.progress_bar import progress
from mmlib.reason import best_guess, every_code
from mmlib.reason.objectives import prepare
from mmlib.reason.trees import StrategyTree, tree_of


def write_out(player: str, rules: Rules, choose: Callable[[np.ndarray, int, int], int]) -> StrategyTree:
    """Write out the strategy of a function that knows the guess of every position."""
    every = every_code.every_code(rules)
    solved = rules.pegs * (rules.pegs + 1)
    nodes: list[tuple[int, int, int, int]] = []
    waiting = [(np.arange(len(every.codes), dtype=np.int32), 0, 0, -1, 0)]
    with progress(total=len(every.codes), description=player, unit="code") as bar:
        while waiting:
            members, used, turn, parent, answer = waiting.pop()
            guess = int(choose(members, used, turn))
            answers = feedback_matrix(every.codes[guess : guess + 1], every.codes[members], colors=rules.colors)[0]
            nodes.append((guess, parent, answer, len(members)))
            for coded in np.unique(answers)[::-1].tolist():
                if coded == solved:
                    bar.update()
                else:
                    below = members[answers == coded]
                    waiting.append((below, used | int(every.colors[guess]), turn + 1, len(nodes) - 1, coded))
    return tree_of(player, rules, *zip(*nodes, strict=True))


def grow(
    player: str,
    rules: Rules,
    objectives: tuple[str, ...],
    *,
    weights: dict[tuple[int, int], float] | None = None,
    single_precision: bool = False,
    only_consistent: bool = False,
    first: np.ndarray | None = None,
    tie_seed: int | None = None,
    n_threads: int = 2,
) -> StrategyTree:
    """Write out the strategy that makes the best guess by `partitions.best_guess` in every position."""
    every = every_code.every_code(rules)
    n = len(every.codes)
    measures = [prepare(name, rules, weights, single_precision=single_precision) for name in objectives]
    kinds, tables = np.array([by.kind for by in measures]), np.array([by.table for by in measures])
    slack = max(by.slack for by in measures)
    told, salt = measures[0].weights, best_guess.salt(tie_seed)
    start = -1 if first is None else int(every_code.code_places(first[np.newaxis], rules)[0])
    root, answers = _root(*every, *measures[0], only_consistent, salt, start)

    def branch(answer: int) -> tuple[np.ndarray, ...]:
        members = np.flatnonzero(answers == answer).astype(np.int32)
        return _grow(*every, members, every.colors[root], kinds, tables, slack, told, only_consistent, salt)

    solved = rules.pegs * (rules.pegs + 1)
    after = [int(answer) for answer in np.unique(answers) if answer != solved]
    nodes = [(np.array([root]), np.array([-1]), np.array([0]), np.array([n]))]
    size = 1
    with ThreadPoolExecutor(n_threads) as pool, progress(total=n, description=player, unit="code") as bar:
        for answer, (guess, parent, given, left) in zip(after, pool.map(branch, after), strict=True):
            parent = np.where(parent < 0, 0, parent + size)
            given[0] = answer
            nodes.append((guess, parent, given, left))
            size += len(guess)
            bar.update(int(left[0]))
    return tree_of(player, rules, *(np.concatenate(column) for column in zip(*nodes, strict=True)))


@compiled
def _root(codes, positions, counts, colors_of, kind, table, slack, weights, only_members, salt, start):
    """The first guess, the best one unless `start` names it, and every code's answer to it."""
    n, pegs = codes.shape
    words = positions.shape[0]
    row, best_row = np.empty(n, np.uint8), np.empty(n, np.uint8)
    if start >= 0:
        score(best_row, start, positions, counts, positions, counts, n, pegs)
        return start, best_row
    word_positions, word_counts = np.empty((words, n), np.uint64), np.empty((words, n), np.uint64)
    start = best_guess.best_split(
        codes, positions, counts, colors_of, np.arange(n).astype(np.int32), 0, kind, table, slack, weights,
        only_members, salt, word_positions, word_counts, row, best_row,
    )  # fmt: skip
    return start, best_row


@compiled
def _grow(codes, positions, counts, colors_of, members, used, kinds, tables, slack, weights, only_members, salt):
    """Nodes of the strategy from the second guess on, for the `members` of one answer to the first.

    Returns guess, parent, answer and size of the nodes; the first node's parent is -1.
    """
    pegs = codes.shape[1]
    words = positions.shape[0]
    n = members.shape[0]
    answers = pegs * (pegs + 1) + 1
    most = 2 * n  # each node ends a game or splits its codes
    guess, parent = np.empty(most, np.int64), np.empty(most, np.int64)
    answer, size = np.empty(most, np.int64), np.empty(most, np.int64)
    waiting = np.empty((n + 1, 6), np.int64)  # start, stop, parent, answer, colors used, turn
    waiting[0] = np.array([0, n, -1, 0, used, 1])
    left = 1
    nodes = 0
    order, ordered = members.copy(), np.empty(n, np.int32)
    word_positions, word_counts = np.empty((words, n), np.uint64), np.empty((words, n), np.uint64)
    row, best_row = np.empty(n, np.uint8), np.empty(n, np.uint8)
    ends = np.empty(answers, np.int64)
    while left > 0:
        left -= 1
        start, stop, came_from, given, told, turn = waiting[left]
        which = min(turn, tables.shape[0] - 1)
        best = best_guess.best_split(
            codes, positions, counts, colors_of, order[start:stop], told, kinds[which], tables[which],
            slack, weights, only_members, salt, word_positions, word_counts, row, best_row,
        )  # fmt: skip
        guess[nodes], parent[nodes], answer[nodes], size[nodes] = best, came_from, given, stop - start

        ends[:] = 0
        for j in range(stop - start):
            ends[best_row[j]] += 1
        ends[:] = np.cumsum(ends)
        for j in range(stop - start - 1, -1, -1):  # a counting sort, which keeps the lexicographic order
            ends[best_row[j]] -= 1
            ordered[ends[best_row[j]]] = order[start + j]
        order[start:stop] = ordered[: stop - start]
        below = stop - start
        for coded in range(answers - 1, -1, -1):
            if ends[coded] < below:
                if coded != answers - 1:
                    waiting[left] = np.array(
                        [start + ends[coded], start + below, nodes, coded, told | colors_of[best], turn + 1]
                    )
                    left += 1
                below = ends[coded]
        nodes += 1
    return guess[:nodes].copy(), parent[:nodes].copy(), answer[:nodes].copy(), size[:nodes].copy()
