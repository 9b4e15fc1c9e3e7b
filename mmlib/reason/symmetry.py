"""Guesses that are alike: symmetries rename colors and move pegs.

They leave all that was guessed as it was.
"""

import itertools
from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.game.rules import MAX_COLORS, Rules

#: Most pegs that are moved; more have too many orders, so only colors are renamed.
MOST_PEGS = 7


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
    every = (
        itertools.permutations(range(rules.pegs))
        if rules.pegs <= MOST_PEGS
        else [range(rules.pegs)]
    )
    orders = np.array([*every], np.int64)
    return Symmetries(
        orders, np.full((len(orders), MAX_COLORS), -1), (1 << rules.colors) - 1
    )


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
    kept, names = np.zeros(orders.shape[0], np.bool_), names.copy()
    for s in range(orders.shape[0]):
        named, rest, kept[s] = names[s], free, True
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
