"""Guesses that are alike: of those that split a position alike, one is tried.

The names of colors and the order of pegs mean nothing before they are guessed, so first
guesses are of few kinds. Later on there are two ways to tell guesses that are alike.

- Colors alone are renamed, and the guesses to try are a list made beforehand
  (`EveryGuess`). Colors that no guess needs to tell apart are the `free` ones, which
  possible codes have and no guess had, and those that no possible code has. A
  position's colors get new names, the free ones last. This is quick.
- Colors are renamed and pegs are moved, as long as all that was guessed stays the same
  (`Symmetries`). This finds more guesses alike, and takes a look at each.
"""

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.engine.columns import Columns, columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.words import ONE, popcount
from mmlib.game.rules import MAX_COLORS, Rules, size_of
from mmlib.reason.code_lists import every_code

#: Most pegs that are moved; more have too many orders, so only colors are renamed.
MOST_PEGS = 7


def shares(pegs: int, colors: int, most: int) -> Iterator[list[int]]:
    """The ways to share pegs among colors, none with more than the one before it.

    First guesses with the same shares are alike.
    """
    if pegs == 0:
        yield []
    for n in range(min(pegs, most) if colors else 0, 0, -1):
        for rest in shares(pegs - n, colors - 1, n):
            yield [n, *rest]


class EveryGuess(NamedTuple):
    """As `EveryCode`, with lists of guesses to try.

    There is a list for each number of colors to choose from and of free ones among
    these.
    """

    codes: np.ndarray
    columns: Columns
    colors: np.ndarray
    listed: Columns
    # one guess of each group: guesses that differ by the order of their pegs alone, and
    # stand together in `listed`
    groups: Columns
    # where each group starts in `listed`, and the one before ends: int64 (groups + 1,)
    starts: np.ndarray
    # likewise of the lists in `groups`: int64 (colors + 1, colors + 2)
    begins: np.ndarray
    repeats: bool


def every_guess(rules: Rules) -> EveryGuess:
    """Prepare all codes and the lists, or say that they are too many."""
    return _every_guess(size_of(rules))


@lru_cache(maxsize=2)
def _every_guess(rules: Rules) -> EveryGuess:
    every = every_code(rules)
    colors = rules.colors
    lists = []
    begins = np.zeros((colors + 1, colors + 2), np.int64)
    n = 0
    for among in range(colors + 1):
        for free in range(colors + 1):
            begins[among, free] = n
            if 1 <= among >= free != 1:
                found = every.codes[every.colors < 1 << among]
                found = found[are_first_of_their_kind(found, among - free)]
                lists.append(found[np.lexsort(np.sort(found, axis=1).T)])
                n += len(found)
        begins[among, -1] = n
    listed = np.concatenate(lists)
    starts = np.union1d(
        1 + np.flatnonzero(np.diff(np.sort(listed, axis=1), axis=0).any(axis=1)), begins
    )
    groups = columns_of(listed[starts[:-1]], colors)
    return EveryGuess(
        every.codes,
        every.columns,
        every.colors,
        columns_of(listed, colors),
        groups,
        starts,
        np.searchsorted(starts, begins),
        rules.repeats,
    )


@compiled
def groups_to_try(every, among, plain):
    """The first of the groups to try, and the one after the last.

    There are `among` colors to choose from, the first of which are `plain`.
    """
    begins = every.begins[among]
    return begins[among - plain], begins[among - plain + 1]


@compiled
def are_first_of_their_kind(codes, plain):
    """Whether each code's colors from `plain` on first come in rising order.

    Each of them comes only when the one before it has come: bool (codes,).
    """
    first = np.ones(codes.shape[0], np.bool_)
    for i in range(codes.shape[0]):
        free = plain
        for color in codes[i]:
            first[i] &= color <= free
            free += color == free
    return first


@compiled
def colors_of(every, members):
    """The colors of some of the codes, as bits."""
    present = 0
    for member in members:
        present |= np.int64(every.colors[member])
    return present


@compiled
def spare_colors(present, pegs, repeats):
    """The colors, as bits, that are not present, but for those that stand for all.

    One does so if a guess may repeat it, else as many as a guess has pegs.
    """
    spare = ~present & ((1 << MAX_COLORS) - 1)
    for _ in range(1 if repeats else pegs):
        spare &= spare - 1
    return spare


@compiled
def renamed(every, members, used, all_differ):
    """Give the colors of the members new names, the free ones last.

    Returns the members under these, uint8 (m, pegs); the old names; how many colors are
    left; and how many of them are not free.
    """
    colors = every.columns.colors
    present = colors_of(every, members)
    free = present & ~used
    if all_differ or not free & (free - 1):
        free = 0  # colors that differ keep their names
    plain = ((1 << colors) - 1) & ~free
    if not all_differ:
        plain &= ~spare_colors(present, every.columns.pegs, every.repeats)
    new = np.zeros(colors, np.uint8)
    old = np.zeros(colors, np.uint8)
    n = 0
    n_plain = 0
    for chosen in (plain, free):
        n_plain = n
        for color in range(colors):
            if chosen >> color & 1:
                new[color] = n
                old[n] = color
                n += 1
    codes = every.codes[members]
    for p in range(codes.shape[1]):
        codes[:, p] = new[codes[:, p]]
    return codes, old, n, n_plain


@compiled
def index_under(columns, i, names, repeats):
    """The index, among all codes, of a code in columns under other color names."""
    index = np.int64(0)
    taken = np.uint64(0)
    for p in range(columns.pegs):
        color = np.uint64(names[columns.bytes[p, i]])
        index = with_peg(index, p, color, taken, columns.colors, repeats)
        taken |= ONE << color
    return index


@compiled
def with_peg(index, p, color, taken, colors, repeats):
    """The index of a code of one peg more than one whose index and colors are given.

    Without repeats, the color counts for how many lower ones are not taken yet.
    """
    if repeats:
        return index * colors + np.int64(color)
    lower = popcount(taken & ((ONE << color) - ONE))
    return index * (colors - p) + np.int64(color - lower)


class Symmetries(NamedTuple):
    """The symmetries of a position.

    Each takes its pegs in another order and renames colors.
    """

    orders: np.ndarray  # of the pegs, int64 (symmetries, pegs)
    # of the colors that were guessed, -1 for the others: int64 (symmetries, MAX_COLORS)
    names: np.ndarray
    # colors, as bits, that were in no guess: they can be renamed to one another at will
    free: int


def of_board(rules: Rules) -> Symmetries:
    """The symmetries before all guesses."""
    every = [range(rules.pegs)]
    if rules.pegs <= MOST_PEGS:
        every = list(itertools.permutations(range(rules.pegs)))
    orders = np.array(every, np.int64)
    names = np.full((len(orders), MAX_COLORS), -1)
    return Symmetries(orders, names, (1 << rules.colors) - 1)


def none_of(rules: Rules) -> Symmetries:
    """The symmetries of a board on which all colors and pegs differ."""
    orders = np.arange(rules.pegs)[np.newaxis]
    return Symmetries(orders, np.arange(rules.colors)[np.newaxis], 0)


@compiled
def has_any(alike):
    """Whether some guesses are alike: pegs can be moved, or colors renamed."""
    return alike.orders.shape[0] > 1 or alike.free & (alike.free - 1) != 0


@compiled
def is_first(code, alike):
    """Whether no symmetry makes a code that comes earlier in lexicographic order."""
    orders, names, free = alike
    renamed = np.empty(names.shape[1], np.int64)
    for order, named in zip(orders, names):  # noqa: B905 (numba takes no strict)
        renamed[:] = named
        rest = free  # a free color gets the lowest name that is left
        for p in range(order.shape[0]):
            color = code[order[p]]
            if renamed[color] < 0:
                renamed[color] = 0
                while not rest >> renamed[color] & 1:
                    renamed[color] += 1
                rest &= rest - 1
            if renamed[color] != code[p]:
                if renamed[color] < code[p]:
                    return False
                break
    return True


@compiled
def after(alike, code):
    """The symmetries that are left once a code is guessed.

    They are those that make the same code of it.
    """
    orders, names, free = alike
    names = names.copy()
    kept = np.ones(orders.shape[0], np.bool_)
    for s in range(orders.shape[0]):
        named = names[s]
        rest = free
        for p in range(orders.shape[1]):
            color = code[orders[s, p]]
            wanted = np.int64(code[p])
            if named[color] < 0 and rest >> wanted & 1:
                named[color] = wanted
                rest &= ~(1 << wanted)
            kept[s] &= named[color] == wanted
    for color in code:
        free &= ~(1 << np.int64(color))
    return Symmetries(orders[kept], names[kept], free)
