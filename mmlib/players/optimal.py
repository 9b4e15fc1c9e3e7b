"""The proven optimum: least expected guesses, by depth-first search over the guesses that are not alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types
from numba.typed import Dict

from mmlib import partitions
from mmlib._compiled import compiled
from mmlib.checks import whole_number
from mmlib.codes import all_codes
from mmlib.consistent import consistent_codes, contradiction
from mmlib.feedback import feedback_matrix
from mmlib.history import History
from mmlib.players.base import Player, first_guess_setting
from mmlib.progress import progress
from mmlib.rules import Rules
from mmlib.tree import StrategyTree

#: Boards of more codes take hours and beyond.
MOST_CODES = 1500

#: No strategy: more guesses than any board can need.
NEVER = 1 << 40

#: A solved position in one number: least total, best guess, and whether the total is exact or only a lower bound.
GUESS_BITS = 21


@dataclass(kw_only=True, eq=False, repr=False)
class Optimal(Player):
    """Play so that all codes of the board together take the fewest guesses.

    Parameters
    ----------
    max_guesses : int, 1 to 20, optional
        Most guesses that a code may take: the strategy is the best among those that keep to it. By default as many as
        are useful.
    first_guess : array_like of int, str or None, optional
        By default the best one.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range; when it plays, if the board has over 1500 codes, or no strategy
        keeps to `max_guesses`.

    Notes
    -----
    Source: K. Koyama, T. W. Lai, "An optimal Mastermind strategy", Journal of Recreational Mathematics 25 (1993): 5625
    guesses for the 1296 codes of 4 x 6, 5626 where none may take six. Their search left out guesses that are equal but
    for pegs or colors; this one leaves out those that are equal but for colors not yet told apart, orders the others by
    a lower bound, and drops what cannot beat the best one found. The bound of a class is the least that so many codes
    could take if every guess split them into as many classes as there are answers. Positions are remembered by 64-bit
    hashes. Of strategies that are equally good the one met first is played.

    Examples
    --------
    >>> Optimal().tree(Rules(3, 4)).total
    206
    """

    name = "optimal"
    source = "Koyama and Lai"
    year = 1993
    fidelity = "exact"

    max_guesses: int | None = None
    first_guess: object = None

    def __post_init__(self) -> None:
        if self.max_guesses is not None:
            self.max_guesses = whole_number(self.max_guesses, "max_guesses", 1, 20)
        self.first_guess = first_guess_setting(self.first_guess)
        self._trees: dict[tuple[int, int], StrategyTree] = {}

    def tree(self, rules: Rules) -> StrategyTree:
        """Find the best strategy; `mmlib.strategy_tree` calls this.

        Parameters
        ----------
        rules : Rules
            The board, of at most 1500 codes.

        Returns
        -------
        StrategyTree

        Raises
        ------
        TypeError
            If the first guess is ``"random"``.
        ValueError
            If the board is too large, or no strategy keeps to `max_guesses`.
        """
        first = self._settled_first_guess(rules)
        self._begin(rules)
        board = (rules.pegs, rules.colors)
        if board not in self._trees:
            self._trees[board] = _solved(rules, self.max_guesses or 20, first)
        return self._trees[board]

    def _begin(self, rules: Rules) -> None:
        if rules.n_codes > MOST_CODES:
            raise ValueError(
                f"rules: {rules} have {rules.n_codes:,} codes; the optimum is searched for up to {MOST_CODES:,}"
            )

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        rules = history.rules
        if not isinstance(self.first_guess, str):
            node = _node(self.tree(rules), history)
            if node >= 0:
                return partitions.board(rules).codes[self._trees[rules.pegs, rules.colors].guess[node]].copy()
        possible = consistent_codes(history)  # a game that left the tree
        if not len(possible):
            raise ValueError(f"history: {contradiction(history)}")
        left = (self.max_guesses or 20) - len(history)
        search = _Search(rules, max(left, 1))
        used = sum(1 << color for color in set(history.guesses.ravel().tolist()))
        members = partitions.places(possible, rules)
        if search.total(members, used, max(left, 1)) >= NEVER:
            return possible[0]  # it cannot keep to max_guesses any more
        return partitions.board(rules).codes[search.guess(members, max(left, 1))].copy()


class _Search:
    """What is known of positions of one board."""

    def __init__(self, rules: Rules, depth: int) -> None:
        self.board = partitions.board(rules)
        n = rules.n_codes
        self.bounds = _bounds(rules.n_feedbacks - 1, n, depth)
        self.hashes = np.random.default_rng(0).integers(1, 2**64, n, dtype=np.uint64, endpoint=False)
        self.known = Dict.empty(types.uint64, types.int64)

    def total(self, members: np.ndarray, used: int, left: int, budget: int = NEVER) -> int:
        """Least guesses for all members together if that is below `budget`, else some number that is not."""
        return int(_least(*self.board, self.hashes, members, used, budget, left, self.bounds, self.known))

    def guess(self, members: np.ndarray, left: int) -> int:
        """The guess of a position that was solved."""
        if len(members) <= 2:
            return int(members[0])
        return int(self.known[np.uint64(_key(self.hashes, members, left))] >> 1) & ((1 << GUESS_BITS) - 1)


def _solved(rules: Rules, depth: int, first: np.ndarray | None) -> StrategyTree:
    """The best strategy of at most so many guesses, from a certain first guess or the best one."""
    search = _Search(rules, depth)
    codes, n = search.board.codes, rules.n_codes
    starts = _kinds(rules) if first is None else partitions.places(first[np.newaxis], rules)
    promising = np.argsort(partitions.measure(codes[starts], codes, colors=rules.colors).expected_size, kind="stable")
    best, root, answers = NEVER, -1, None
    with progress(total=len(starts), description=f"optimum of {rules}", unit="first guess") as bar:
        for start in starts[promising]:
            row = feedback_matrix(codes[start : start + 1], codes, colors=rules.colors)[0]
            total = _total_after(search, row, start, depth, best)
            if total < best:
                best, root, answers = total, int(start), row
            bar.update()
    if root < 0:
        raise ValueError(f"max_guesses: no strategy finds every code of {rules} within {depth} guesses")

    solved = rules.pegs * (rules.pegs + 1)
    nodes: list[tuple[int, int, int, int]] = []
    waiting = [(np.arange(n, dtype=np.int32), 0, depth, -1, 0)]
    while waiting:
        members, used, left, parent, answer = waiting.pop()
        if parent >= 0:
            search.total(members, used, left)
            root = search.guess(members, left)
            answers = feedback_matrix(codes[root : root + 1], codes[members], colors=rules.colors)[0]
        nodes.append((root, parent, answer, len(members)))
        used |= int(search.board.colors[root])
        for coded in np.unique(answers)[::-1].tolist():
            if coded != solved:
                waiting.append((members[answers == coded], used, left - 1, len(nodes) - 1, coded))
    kinds = (np.int32, np.int32, np.uint8, np.int32)
    columns = (np.array(column, kind) for column, kind in zip(zip(*nodes, strict=True), kinds, strict=True))
    return StrategyTree("optimal", rules, *columns)


def _total_after(search: _Search, answers: np.ndarray, start: int, depth: int, budget: int) -> int:
    """Least guesses for all codes after a first guess, or some number of `budget` or more."""
    pegs = search.board.codes.shape[1]
    classes = [np.flatnonzero(answers == a).astype(np.int32) for a in np.unique(answers) if a != pegs * (pegs + 1)]
    classes.sort(key=len)
    used = int(search.board.colors[start])
    least = [int(search.bounds[depth - 1, len(members)]) for members in classes]
    for closely in (False, True):
        for i, members in enumerate(classes):
            others = len(answers) + sum(least) - least[i]
            if others + least[i] >= budget:
                return others + least[i]
            least[i] = search.total(members, used, depth - 1, budget - others if closely else least[i] + 1)
    return len(answers) + sum(least)


def _kinds(rules: Rules) -> np.ndarray:
    """One first guess of each kind, as places: 0000, 0001, 0011, 0012, 0123."""
    codes = all_codes(rules)
    sorted_codes = (np.diff(codes.astype(int), axis=1) >= 0).all(axis=1)
    counts = np.stack([(codes == color).sum(axis=1) for color in range(rules.colors)], axis=1)
    return np.flatnonzero(sorted_codes & (np.diff(counts, axis=1) <= 0).all(axis=1)).astype(np.int32)


def _node(tree: StrategyTree, history: History) -> int:
    """The tree's node for a history, -1 if the game left the tree."""
    codes, pegs = partitions.board(tree.rules).codes, tree.rules.pegs
    node = 0
    for guess, (black, white) in zip(history.guesses, history.feedbacks.tolist(), strict=True):
        if (guess != codes[tree.guess[node]]).any():
            return -1
        after = np.flatnonzero((tree.parent == node) & (tree.answer == black * (pegs + 1) + white))
        if not len(after):
            return -1
        node = int(after[0])
    return node


def _bounds(answers: int, n: int, depth: int) -> np.ndarray:
    """Least guesses that k codes can take together in so many turns, int64 (depth + 1, n + 2).

    A turn solves one code, the next at most one after each of the `answers` that leave something, and so on.
    """
    bounds = np.full((depth + 1, n + 2), NEVER, np.int64)
    for turns in range(depth + 1):
        bounds[turns, 0] = 0
        solved, total, room = 0, 0, 1
        for turn in range(1, turns + 1):
            more = min(room, n - solved)
            bounds[turns, solved + 1 : solved + more + 1] = total + turn * np.arange(1, more + 1)
            solved, total, room = solved + more, total + turn * more, min(room * answers, n)
    return bounds


@compiled
def _key(hashes, members, left):
    """What a position is remembered by."""
    key = np.uint64(left)
    for member in members:
        key ^= hashes[member]
    return key


@compiled
def _bounded(row, m, bounds, sizes):
    """Lower bound of a guess's total, and whether it is exact: where no class has more than two codes."""
    for j in range(m):
        sizes[row[j]] += 1
    sizes[-1] = 0  # what is guessed is found
    total, exact = np.int64(m), True
    for answer in range(sizes.shape[0]):
        if sizes[answer]:
            total += bounds[sizes[answer]]
            exact &= sizes[answer] <= 2
            sizes[answer] = 0
    return total, exact


@compiled
def _least(codes, positions, counts, colors_of, hashes, members, used, budget, left, bounds, known):
    """Least total of the members if that is below `budget`, else some number that is not.

    `known` maps positions to what was found: the total, the guess, and in the last bit whether the total is exact.
    """
    m = members.shape[0]
    if m <= 2:
        return np.int64(2 * m - 1) if left >= m else np.int64(NEVER)
    if bounds[left, m] >= budget:
        return bounds[left, m]
    key = _key(hashes, members, left)
    if key in known:
        found = known[key] >> (GUESS_BITS + 1)
        if known[key] & 1 or found >= budget:
            return found

    n, pegs = codes.shape
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
    promise = np.full(answers + 1, m, np.int64)  # least total of a guess with so many parts
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
        if i == m and best <= 2 * m:
            break  # only a member can do with less
        if (i >= m and is_member[guess]) or colors_of[guess] & forbidden:
            continue
        if alike and not partitions.is_first_of_its_kind(codes[guess], free):
            continue
        parts = partitions.score(row, guess, positions, counts, word_positions, word_counts, m, pegs)
        if i >= m and promise[parts] >= min(best, budget):
            floor = min(floor, promise[parts])
            continue
        total, exact = _bounded(row, m, below, sizes)
        if total == m + below[m]:
            continue  # it tells nothing
        if exact:
            if total < best:
                best, best_guess = total, np.int64(guess)
            if total == 2 * m - (i < m):
                break  # nobody does better
        elif total < min(best, budget):
            promising[several], promised[several] = guess, total
            several += 1
        else:
            floor = min(floor, total)

    if best > 2 * m:
        ordered, ends = np.empty(m, np.int32), np.empty(answers + 1, np.int64)
        for i in np.argsort(promised[:several], kind="mergesort"):
            total = promised[i]
            if total >= min(best, budget):
                break
            guess = promising[i]
            partitions.score(row, guess, positions, counts, word_positions, word_counts, m, pegs)
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
            for closely in range(2):  # a look at each class raises the bound; then they are solved
                for answer in by_size:
                    if size[answer] > 2 and total < min(best, budget):
                        total -= least[answer]
                        least[answer] = _least(
                            codes, positions, counts, colors_of, hashes,
                            ordered[ends[answer] : ends[answer + 1]].copy(), used | colors_of[guess],
                            min(best, budget) - total if closely else least[answer] + 1, left - 1, bounds, known,
                        )  # fmt: skip
                        total += least[answer]
            if total < min(best, budget):
                best, best_guess = total, np.int64(guess)
    exact = best < budget or best <= 2 * m or budget >= NEVER
    found = min(best, np.int64(NEVER)) if exact else np.int64(budget)
    if not exact and several == 0:
        found = max(found, min(floor, best, np.int64(NEVER)))
    known[key] = (found << (GUESS_BITS + 1)) | (best_guess << 1) | np.int64(exact)
    return found
