"""Positions of a strategy tree, searched again and wider: what is better is kept.

The look-ahead search tries so many guesses in every position of a board. Here it goes
from position to position of a tree that was found, and tries more of them. What the
tree does in a position and in all after it is known from the start, so that no position
gets worse.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib.engine.coding import answer_of
from mmlib.engine.compiled import compiled
from mmlib.engine.progress_bar import progress
from mmlib.engine.splits import split
from mmlib.game.history import History
from mmlib.reason.searching import key_of
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.look_ahead import (
    ENTRY,
    SOME,
    LookAhead,
    Pass,
    by_a_member,
    costs_of_nodes,
    entry,
    guess_of,
    solve,
)
from mmlib.strategies.tree import StrategyTree

#: Number of the pass that a tree comes from; the search that follows is number 0.
BEFORE = -1


class Position(NamedTuple):
    """A node of a tree, with the codes that are left there."""

    node: int
    members: np.ndarray  # indices, int32
    used: int  # the colors guessed before, as bits


def search_again(
    tree: StrategyTree, most: int, one: Pass, n_threads: int = 2
) -> StrategyTree:
    """Search all positions of up to `most` codes again, as wide as a pass says.

    A position after another that is searched is a part of that search. The tree that
    comes back takes as many guesses as the first, or fewer.
    """
    searching = SearchAgain(tree, one)
    positions = searching.positions(most)
    return searching.better(positions, f"up to {most} codes", n_threads)


class SearchAgain:
    """The search of positions of one tree."""

    def __init__(self, tree: StrategyTree, one: Pass) -> None:
        self._tree = tree
        self._cost = costs_of_nodes(tree)
        self._looking = LookAhead(tree.rules, int(tree.guess[0]))
        self._search = self._looking.search_of(BEFORE + 1, one, tree)
        # the nodes after each node, by the answer that leads there
        self._after: list[dict[int, int]] = [{} for _ in range(len(tree))]
        for node in range(1, len(tree)):
            self._after[tree.parent[node]][int(tree.answer[node])] = node

    def better(
        self, positions: Iterable[Position], description: str, n_threads: int
    ) -> StrategyTree:
        """The tree with what is found in some of its positions, the largest first."""
        ordered = sorted(positions, key=lambda position: -len(position.members))
        better = {}
        with (
            ThreadPoolExecutor(n_threads) as pool,
            progress(
                total=len(ordered), description=description, unit="position"
            ) as bar,
        ):
            try:
                found = pool.map(self.solve, ordered)
                for position, known in zip(ordered, found, strict=True):
                    if known is not None:
                        better[position.node] = known
                    bar.update()
            except BaseException:
                self.stop()
                raise
        return self._written(better)

    def stop(self) -> None:
        """End all that is being searched."""
        self._search.stopped[0] = 1

    def positions(self, most: int) -> Iterator[Position]:
        """The largest positions of no more than `most` codes, but at least three."""
        everything = np.arange(self._tree.rules.n_codes, dtype=np.int32)
        waiting = [Position(0, everything, 0)]
        while waiting:
            position = waiting.pop()
            if len(position.members) > most:
                waiting.extend(self.positions_after(position))
            elif len(position.members) > 2:
                yield position

    def positions_after(self, position: Position) -> Iterator[Position]:
        """The positions after the tree's guess in one."""
        guess = int(self._tree.guess[position.node])
        every = self._search.every
        ordered, ends = split(guess, every.columns, position.members)
        used = position.used | int(every.colors[guess])
        for answer, node in self._after[position.node].items():
            yield Position(node, ordered[ends[answer] : ends[answer + 1]], used)

    def solve(self, position: Position) -> Dict | None:
        """What is known of a position after a search; None if it is no better."""
        known = self._known(position)
        turn = int(self._tree.depth[position.node]) - 1
        before = int(self._cost[position.node])
        found = solve(
            self._search, known, position.members, position.used, turn, before
        )
        return known if found < before else None

    def _known(self, position: Position) -> Dict:
        """What the tree does in a position, and in all after it."""
        known = Dict.empty(types.uint64, ENTRY)
        waiting = [position]
        while waiting:
            one = waiting.pop()
            total = int(self._cost[one.node])
            guess = int(self._tree.guess[one.node])
            remember(self._search, known, one.members, total, guess)
            waiting.extend(self.positions_after(one))
        return known

    def _written(self, better: dict[int, Dict]) -> StrategyTree:
        """The tree with what was found in the nodes that are better now."""

        def choose(history: History, members: np.ndarray) -> int:
            node = 0
            for black, white in history.feedbacks.tolist():
                if node in better:
                    break
                answer = answer_of(black, white, self._tree.rules.pegs)
                node = self._after[node][answer]
            if node in better:
                return int(guess_of(self._search, better[node], members))
            return int(self._tree.guess[node])

        return write_out("look_ahead", self._tree.rules, choose)


@compiled
def remember(search, known, members, total, guess):
    """Remember what a tree does in a position, and that there may be better.

    Where a member tells all apart, or all but two, the search finds it by itself and
    remembers nothing.
    """
    if by_a_member(search, members, 1, SOME):
        return
    perfect = 2 * members.shape[0] - 1
    known[key_of(search.hashes, members)] = entry(total, perfect, guess, BEFORE)
