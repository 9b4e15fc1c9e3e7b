"""Strategy trees, grown from a function or from an objective.

The function knows the guess of every position.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from mmlib.engine.coding import solved_answer
from mmlib.engine.compiled import compiled
from mmlib.engine.progress_bar import progress
from mmlib.engine.splits import by_answer, split
from mmlib.game.codes import index_of
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.reason.code_lists import every_code
from mmlib.reason.symmetry import every_guess
from mmlib.strategies.best_guess import GO_ON, best_split, salt_of
from mmlib.strategies.objectives import Measure
from mmlib.strategies.tree import StrategyTree, tree_of

#: Most guesses for one code; a strategy that takes more is taken for one that makes no
#: progress.
MOST_TURNS = 100


def write_out(
    player: str, rules: Rules, choose: Callable[[History, np.ndarray], int]
) -> StrategyTree:
    """Write out the strategy of a function that knows the guess of every position.

    The function gets a history and the possible codes, as indices, and returns the
    guess, as an index.
    """
    every = every_code(rules)
    solved = solved_answer(rules.pegs)
    nodes: list[tuple[int, int, int, int]] = []
    waiting = [(History(rules), np.arange(rules.n_codes, dtype=np.int32), -1, 0)]
    with progress(total=rules.n_codes, description=player, unit="code") as bar:
        while waiting:
            history, members, parent, answer = waiting.pop()
            if len(history) >= MOST_TURNS:
                raise ValueError(
                    f"player: {player} has not found every code "
                    f"within {MOST_TURNS} guesses"
                )
            guess = int(choose(history, members))
            ordered, ends = split(guess, every.columns, members)
            guesses = np.vstack((history.guesses, every.codes[guess]))
            for coded in np.flatnonzero(np.diff(ends))[::-1].tolist():
                if coded == solved:
                    bar.update()
                else:
                    answers = np.vstack(
                        (history.feedbacks, divmod(coded, rules.pegs + 1))
                    )
                    after = History.unchecked(rules, guesses, answers, history.scoring)
                    among = ordered[ends[coded] : ends[coded + 1]]
                    waiting.append((after, among, len(nodes), coded))
            nodes.append((guess, parent, answer, len(members)))
    return tree_of(player, rules, *zip(*nodes, strict=True))


def grow(
    player: str,
    rules: Rules,
    measures: list[Measure],
    *,
    only_consistent: bool = False,
    first: np.ndarray | None = None,
    tie_seed: int | None = None,
    n_threads: int = 2,
) -> StrategyTree:
    """Write out the strategy that makes the best guess in every position.

    The guess is the best by one measure, or by several in turn.
    """
    every = every_guess(rules)
    salt = salt_of(tie_seed)
    members = np.arange(rules.n_codes, dtype=np.int32)
    kinds, tables, slacks, weights, levels = zip(*measures, strict=True)
    by = Measure(
        np.array(kinds),
        np.array(tables),
        max(slacks),
        np.array(weights),
        np.array(levels),
    )
    if first is None:
        best = best_split(every, members, 0, measures[0], only_consistent, salt, GO_ON)
        root = int(best[0])
    else:
        root = int(index_of(first, rules))
    used = int(every.colors[root])
    ordered, ends = split(root, every.columns, members, every.columns)
    after = np.flatnonzero(np.diff(ends)[:-1]).tolist()

    stopped = GO_ON.copy()

    def branch(answer: int) -> np.ndarray:
        among = ordered[ends[answer] : ends[answer + 1]]
        return _branch(every, among, used, by, only_consistent, salt, stopped)

    nodes = [np.array([[root], [-1], [0], [rules.n_codes]])]
    size = 1
    with (
        ThreadPoolExecutor(n_threads) as pool,
        progress(total=rules.n_codes, description=player, unit="code") as bar,
    ):
        try:
            for answer, columns in zip(after, pool.map(branch, after), strict=True):
                columns[1] = np.where(columns[1] < 0, 0, columns[1] + size)
                columns[2, 0] = answer
                nodes.append(columns)
                size += columns.shape[1]
                bar.update(int(columns[3, 0]))
        finally:
            stopped[0] = 1
    return tree_of(player, rules, *np.concatenate(nodes, axis=1))


@compiled
def _branch(every, members, used, measures, only_members, salt, stopped):
    """List the nodes after one answer to the first guess.

    Each has a guess, a parent (at first -1), an answer and a size: int64 (4, nodes).
    """
    solved = solved_answer(every.columns.pegs)
    # each ends a game or splits its codes
    nodes = np.empty((4, 2 * members.shape[0]), np.int64)
    n = 0
    members = members.copy()
    waiting = np.empty((members.shape[0] + 1, 6), np.int64)
    left = 1
    waiting[0] = np.array([0, members.shape[0], -1, 0, used, 1])
    while left > 0 and not stopped[0]:
        left -= 1
        start, stop, parent, answer, used, turn = waiting[left]
        which = min(turn, measures.kind.shape[0] - 1)  # one a guess; the last goes on
        by = Measure(
            measures.kind[which],
            measures.table[which],
            measures.slack,
            measures.weights[which],
            measures.levels[which],
        )
        best, row = best_split(
            every, members[start:stop], used, by, only_members, salt, stopped
        )
        if best < 0:  # stopped before there was a guess: `row` holds no answers
            break
        nodes[:, n] = np.array([best, parent, answer, stop - start])
        members[start:stop], ends = by_answer(row, members[start:stop], solved + 1)
        ends += start
        colors = used | every.colors[best]
        for coded in range(solved - 1, -1, -1):
            begin, end = ends[coded : coded + 2]
            if begin < end:
                waiting[left] = np.array([begin, end, n, coded, colors, turn + 1])
                left += 1
        n += 1
    return nodes[:, :n].copy()
