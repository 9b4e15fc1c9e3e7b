"""All codes of a size, and the guesses to try in a position.

Both are made once, as the compiled loops want them. Of guesses that differ only by
colors that no guess needs to tell apart, one is tried. Such colors are the `free` ones,
which possible codes have and no guess had, and those that no possible code has. A
position's colors get new names, the free ones last, so that the guesses to try are a
list made beforehand.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.engine.columns import Columns, columns_of
from mmlib.engine.compiled import compiled
from mmlib.game.codes import all_codes, check_rules
from mmlib.game.rules import Rules

#: Most codes of a board that strategies which look at all codes play on.
MOST_CODES = 1_000_000


class EveryCode(NamedTuple):
    """All codes in lexicographic order, or some codes.

    They are there as rows and in columns, and their colors as bits.
    """

    codes: np.ndarray
    columns: Columns
    colors: np.ndarray


def every_code(rules: Rules, most: int = MOST_CODES) -> EveryCode:
    """Prepare all codes, or say that they are too many."""
    check_rules(rules)
    if rules.n_codes > most:
        raise ValueError(
            f"rules: {rules} have {rules.n_codes:,} codes; "
            f"all of them can be tried up to {most:,}"
        )
    return _listed(rules.pegs, rules.colors)


@lru_cache(maxsize=2)
def _listed(pegs: int, colors: int) -> EveryCode:
    codes = all_codes(Rules(pegs, colors))
    bits = np.zeros(len(codes), np.uint16)
    for column in codes.T:
        bits |= np.uint16(1) << column
    return EveryCode(codes, columns_of(codes, colors), bits)


def colors_in(codes: np.ndarray) -> int:
    """The colors of some codes, as bits."""
    return sum(1 << color for color in set(np.ravel(codes).tolist()))


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


@lru_cache(maxsize=2)
def every_guess(pegs: int, colors: int) -> EveryGuess:
    """Prepare all codes and the lists, or say that they are too many."""
    every = every_code(Rules(pegs, colors))
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
        *every,
        columns_of(listed, colors),
        groups,
        starts,
        np.searchsorted(starts, begins),
    )


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
def renamed(every, members, used, all_differ):
    """Give the colors of the members new names, the free ones last.

    Returns the members under these, uint8 (m, pegs); the old names; how many colors are
    left; and how many of them are not free.
    """
    colors = every.columns.colors
    present = 0
    for member in members:
        present |= np.int64(every.colors[member])
    absent = ((1 << colors) - 1) & ~present
    free = present & ~used
    if all_differ or not free & (free - 1):
        free = 0  # colors that differ keep their names
    # one absent color stands for all
    plain = (1 << colors) - 1 if all_differ else present & ~free | absent & -absent
    new = np.zeros(colors, np.uint8)
    old = np.zeros(colors, np.uint8)
    n = 0
    n_plain = 0
    for chosen in (plain, free):
        n_plain = n
        for color in range(colors):
            if chosen >> color & 1:
                new[color], old[n] = n, color
                n += 1
    codes = every.codes[members]
    for p in range(codes.shape[1]):
        codes[:, p] = new[codes[:, p]]
    return codes, old, n, n_plain


@compiled
def index_under(columns, i, names):
    """The index, among all codes, of a code in columns under other color names."""
    index = np.int64(0)
    for p in range(columns.pegs):
        index = index * columns.colors + names[columns.bytes[p, i]]
    return index
