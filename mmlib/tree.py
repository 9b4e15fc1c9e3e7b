"""A strategy written out: which guess follows which answers, for every secret of a board."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Self

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from mmlib import partitions, plots
from mmlib._compiled import compiled
from mmlib.codes import all_codes, as_code, format
from mmlib.feedback import feedback_matrix, split
from mmlib.progress import progress
from mmlib.rules import Rules


@dataclass(frozen=True, eq=False, repr=False)
class StrategyTree:
    """The complete decision tree of a player that does not draw.

    A node is a position that can come about: the answers so far, and the guess that the player makes there. The root
    comes first, and every node after its parent.

    Attributes
    ----------
    player : str
        Whose strategy it is.
    rules : Rules
        The board. Its limit on guesses is not looked at: the tree goes on until every secret is found.
    guess : ndarray of int32, shape (nodes,)
        The guess, as its place in the list of `all_codes`.
    parent : ndarray of int32, shape (nodes,)
        The position one turn before; -1 at the root.
    answer : ndarray of uint8, shape (nodes,)
        The answer to the parent's guess that leads here, coded ``black * (pegs + 1) + white``; 0 at the root.
    size : ndarray of int32, shape (nodes,)
        Codes that are still possible before the guess.

    Examples
    --------
    >>> import mmlib as mm
    >>> tree = mm.strategy_tree("knuth", mm.Rules(4, 6))
    >>> tree.total, tree.mean, tree.max
    (5801, Fraction(5801, 1296), 5)
    >>> tree.distribution.tolist()
    [0, 1, 6, 62, 533, 694]
    """

    player: str
    rules: Rules
    guess: np.ndarray
    parent: np.ndarray
    answer: np.ndarray
    size: np.ndarray

    def __len__(self) -> int:
        return len(self.guess)

    def __repr__(self) -> str:
        return f"StrategyTree({self.player}, {self.rules}, {self.total} guesses for {self.rules.n_codes} codes)"

    @cached_property
    def depth(self) -> np.ndarray:
        """Number of each node's guess in its game, from 1: int64 (nodes,)."""
        depth = np.ones(len(self), np.int64)
        for node in range(1, len(self)):
            depth[node] = depth[self.parent[node]] + 1
        return depth

    @cached_property
    def solves(self) -> np.ndarray:
        """Whether the guess of each node is itself still possible, and so ends one game: bool (nodes,)."""
        below = np.bincount(self.parent[1:], weights=self.size[1:], minlength=len(self))
        return below < self.size

    @cached_property
    def guesses(self) -> np.ndarray:
        """Guesses that each code of `all_codes` takes, the winning one counted: int64 (codes,)."""
        taken = np.zeros(self.rules.n_codes, np.int64)
        taken[self.guess[self.solves]] = self.depth[self.solves]
        return taken

    @cached_property
    def guesses_until_known(self) -> np.ndarray:
        """Guesses until each code is known: a last one that could be no other code is not counted: int64 (codes,)."""
        known = np.zeros(self.rules.n_codes, np.int64)
        sure = self.size[self.solves] == 1
        known[self.guess[self.solves]] = self.depth[self.solves] - sure
        return known

    @property
    def total(self) -> int:
        """Guesses for all codes together."""
        return int(self.guesses.sum())

    @property
    def mean(self) -> Fraction:
        """Mean number of guesses, exact."""
        return Fraction(self.total, self.rules.n_codes)

    @property
    def max(self) -> int:
        """Most guesses that a code takes."""
        return int(self.guesses.max())

    @property
    def distribution(self) -> np.ndarray:
        """Entry ``k`` counts the codes that take ``k`` guesses: int64 (max + 1,)."""
        return np.bincount(self.guesses)

    def check(self) -> None:
        """Play every code through the tree and see that it is found where the tree says.

        Raises
        ------
        ValueError
            If a guess is no code of the board, a position's size is wrong, a possible answer has no node, or an answer
            that no code gives has one.

        Examples
        --------
        >>> import mmlib as mm
        >>> mm.strategy_tree("kooi", mm.Rules(3, 4)).check()
        """
        codes = all_codes(self.rules)
        if not ((self.guess >= 0) & (self.guess < len(codes))).all():
            raise ValueError(f"tree: a guess is no code of {self.rules}")
        children: list[dict[int, int]] = [{} for _ in range(len(self))]
        for node in range(1, len(self)):
            children[self.parent[node]][int(self.answer[node])] = node
        members = {0: np.arange(len(codes))}
        solved = self.rules.pegs * (self.rules.pegs + 1)
        for node in range(len(self)):
            possible = members.pop(node, np.empty(0, np.int64))
            name = f"tree: node {node} ({format(codes[self.guess[node]])})"
            if len(possible) != self.size[node]:
                raise ValueError(f"{name} says that {self.size[node]} codes are possible; {len(possible)} are")
            answers = feedback_matrix(
                codes[self.guess[node] : self.guess[node] + 1], codes[possible], colors=self.rules.colors
            )[0]
            for answer in np.unique(answers).tolist():
                if answer == solved:
                    continue
                if answer not in children[node]:
                    raise ValueError(f"{name} has no guess after the answer {_told(answer, self.rules)}")
                members[children[node][answer]] = possible[answers == answer]

    def draw(self, title: str | None = None) -> Figure:
        """Draw the first two guesses: a bar for each answer to the first, in parts for the answers to the second.

        Parameters
        ----------
        title : str, optional
            By default the player, its first guess and its mean.

        Returns
        -------
        Figure
            Beside each bar, the mean number of guesses that its codes take. A green part is the guess itself.

        Examples
        --------
        >>> import mmlib as mm
        >>> figure = mm.strategy_tree("knuth", mm.Rules(3, 4)).draw()
        >>> figure.axes[0].get_xlabel()
        'codes that are possible after the first answer, parted by the second'
        >>> plt.close(figure)
        """
        codes = all_codes(self.rules)
        second = np.flatnonzero(self.parent == 0)
        branch = np.zeros(len(self), np.int64)
        for node in range(1, len(self)):
            branch[node] = node if self.parent[node] == 0 else branch[self.parent[node]]
        ends = branch[self.solves]
        found, spent = (np.bincount(ends, weights, len(self)) for weights in (None, self.depth[self.solves]))

        figure, ax = plt.subplots(figsize=(8, 1 + 0.3 * max(3, len(second))), layout="constrained")
        for row, node in enumerate(second):
            parts = np.sort(self.size[self.parent == node])[::-1].tolist()
            edges = np.cumsum([0, *parts])
            ax.barh(row, parts, left=edges[:-1], color=plots.BLUE, alpha=0.75, edgecolor="white", linewidth=0.5)
            if self.solves[node]:
                ax.barh(row, 1, left=edges[-1], color=plots.GREEN)
            told = f"  {self.size[node]}: {spent[node] / found[node]:.2f}"
            ax.text(self.size[node], row, told, va="center", fontsize=8)
        answers = [_told(int(self.answer[node]), self.rules) for node in second]
        labels = [f"{told}: {format(codes[self.guess[node]])}" for told, node in zip(answers, second, strict=True)]
        ax.set_yticks(range(len(second)), labels, fontsize=8, family="monospace")
        ax.invert_yaxis()
        ax.set(xlabel="codes that are possible after the first answer, parted by the second", ylim=(len(second), -1))
        ax.set_xlim(0, 1.15 * self.size[second].max(initial=1))
        ax.grid(visible=False, axis="y")
        first = format(codes[self.guess[0]])
        mean = f"{self.total}/{self.rules.n_codes} = {float(self.mean):.4f}"
        ax.set_title(f"{self.player}: first {first}, mean {mean}" if title is None else title)
        return figure

    def save(self, path: str | Path) -> None:
        """Write the tree to a JSON file that `load` reads.

        Parameters
        ----------
        path : str or Path
            Where to. A file of that name is replaced, once the new one is complete.

        Raises
        ------
        FileNotFoundError
            If there is no such folder.
        """
        codes = all_codes(self.rules)
        told = {
            "player": self.player,
            "pegs": self.rules.pegs,
            "colors": self.rules.colors,
            "guess": [format(codes[guess]) for guess in self.guess],
            "parent": self.parent.tolist(),
            "answer": self.answer.tolist(),
            "size": self.size.tolist(),
        }
        path = Path(path)
        if not path.parent.is_dir():
            raise FileNotFoundError(f"path: there is no folder {path.parent}")
        whole = path.with_name(path.name + ".part")
        whole.write_text(json.dumps(told))
        whole.replace(path)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a tree that `save` wrote, and check it.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        StrategyTree

        Raises
        ------
        ValueError
            If the file holds no tree, or the tree is wrong; see `check`.
        """
        try:
            told = json.loads(Path(path).read_text())
            rules = Rules(told["pegs"], told["colors"])
            guess = partitions.places(np.array([as_code(digits, rules) for digits in told["guess"]]), rules)
            tree = cls(
                *(str(told["player"]), rules, guess),
                *(np.array(told["parent"], np.int32), np.array(told["answer"], np.uint8)),
                np.array(told["size"], np.int32),
            )
        except KeyError as error:
            raise ValueError(f"path: {path} holds no strategy tree: it has no {error}") from error
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"path: {path} holds no strategy tree: {error}") from error
        nodes = np.arange(len(tree))
        if not len(tree.guess) == len(tree.parent) == len(tree.answer) == len(tree.size) > 0:
            raise ValueError(f"path: {path} holds no strategy tree: its columns differ in length")
        if tree.parent[0] != -1 or not ((tree.parent[1:] >= 0) & (tree.parent[1:] < nodes[1:])).all():
            raise ValueError(f"path: {path} holds no strategy tree: a node does not come after its parent")
        tree.check()
        return tree


def _tree(player: str, rules: Rules, *columns: Sequence[int]) -> StrategyTree:
    kinds = (np.int32, np.int32, np.uint8, np.int32)
    return StrategyTree(player, rules, *(np.array(c, kind) for c, kind in zip(columns, kinds, strict=True)))


def _told(answer: int, rules: Rules) -> str:
    black, white = split(answer, rules.pegs)
    return f"{black} black {white} white"


def write_out(player: str, rules: Rules, choose: Callable[[np.ndarray, int, int], int]) -> StrategyTree:
    """Write out the strategy of a function that knows the guess of every position.

    Parameters
    ----------
    player : str
        The tree's name.
    rules : Rules
        The board, of at most a million codes.
    choose : callable
        Called with the codes still possible (int32 places in the list of all codes, ascending), the colors guessed so
        far as bits, and the number of guesses made; returns the guess as its place.

    Returns
    -------
    StrategyTree

    Examples
    --------
    >>> write_out("lexicographic", Rules(4, 6), lambda possible, used, turn: possible[0]).total
    7471
    """
    every = partitions.board(rules)
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
    return _tree(player, rules, *zip(*nodes, strict=True))


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
    """Write out the strategy that makes the best guess by `partitions.best_guess` in every position.

    Parameters
    ----------
    player : str
        The tree's name.
    rules : Rules
        The board, of at most a million codes.
    objectives : tuple of str
        As `partitions.objective_setting`: for the first guess, the second, and so on; the last one goes on.
    weights : dict of (black, white) to float, optional
        Weights of answers, as `partitions.prepare`.
    single_precision : bool, default False
        As `partitions.prepare`.
    only_consistent : bool, default False
        Whether only codes that are still possible are guessed.
    first : ndarray of uint8, shape (pegs,), optional
        The first guess; by default the best by the rule.
    tie_seed : int, optional
        By default equals are settled by the lexicographic order; with a number, by chance.
    n_threads : int, default 2
        Positions after the first answer that are worked on at the same time. It does not change the tree.

    Returns
    -------
    StrategyTree

    Raises
    ------
    ValueError
        If the board is too large.

    Examples
    --------
    >>> grow("parts", Rules(4, 6), ("parts",)).total
    5668
    """
    every = partitions.board(rules)
    n = len(every.codes)
    measures = [partitions.prepare(name, rules, weights, single_precision=single_precision) for name in objectives]
    kinds, tables = np.array([by.kind for by in measures]), np.array([by.table for by in measures])
    slack = max(by.slack for by in measures)
    told, salt = measures[0].weights, partitions.salt(tie_seed)
    start = -1 if first is None else int(partitions.places(first[np.newaxis], rules)[0])
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
    return _tree(player, rules, *(np.concatenate(column) for column in zip(*nodes, strict=True)))


@compiled
def _root(codes, positions, counts, colors_of, kind, table, slack, weights, only_members, salt, start):
    """The first guess, the best one unless `start` names it, and every code's answer to it."""
    n, pegs = codes.shape
    words = positions.shape[0]
    row, best_row = np.empty(n, np.uint8), np.empty(n, np.uint8)
    if start >= 0:
        partitions.score(best_row, start, positions, counts, positions, counts, n, pegs)
        return start, best_row
    word_positions, word_counts = np.empty((words, n), np.uint64), np.empty((words, n), np.uint64)
    start = partitions.best_split(
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
        best = partitions.best_split(
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
