"""Draws from a random generator, for compiled code: whole numbers and nibble words."""

import numpy as np
from numba.np.random.random_methods import buffered_bounded_lemire_uint32

from mmlib.engine.compiled import compiled
from mmlib.engine.words import ONE, peg, popcount, set_peg
from mmlib.engine.wordset import enter


@compiled
def below(n, rng):
    """Draw a whole number uniformly from ``0 .. n - 1``.

    This is several times quicker than ``rng.integers`` is when it is compiled.
    """
    return np.int64(rng.random() * n)


@compiled
def numpys_below(n, rng):
    """Draw the number that NumPy's ``rng.integers(n)`` draws.

    That one, when it is compiled, makes an array for each number.
    """
    return (
        np.int64(buffered_bounded_lemire_uint32(rng.bit_generator, n - 1))
        if n > 1
        else 0
    )


@compiled
def two_of(n, rng):
    """Draw two different whole numbers from ``0 .. n - 1``, the smaller first.

    `n` must be 2 or more.
    """
    one = below(n, rng)
    other = below(n - 1, rng)
    if other >= one:
        other += 1
    return min(one, other), max(one, other)


@compiled
def shuffle_some(items, n, rng):
    """Shuffle in place until the first `n` items are drawn, each from those after it.

    This is the beginning of the shuffle of Fisher and Yates.
    """
    for place in range(n):
        pick = place + below(items.shape[0] - place, rng)
        items[place], items[pick] = items[pick], items[place]


@compiled
def draw_into(items, place, rng):
    """Do one step of that shuffle with NumPy's draw: return the item of a place."""
    pick = place + numpys_below(items.shape[0] - place, rng)
    items[place], items[pick] = items[pick], items[place]
    return items[place]


@compiled
def draw_out(items, n, rng):
    """Draw one of the first `n` items, put it last of them, and return it.

    This is one step of that shuffle from the end.
    """
    pick = below(n, rng)
    items[pick], items[n - 1] = items[n - 1], items[pick]
    return items[n - 1]


@compiled
def random_code(pegs, colors, rng, repeats=True):
    """Draw a code, of colors that may repeat or that all differ."""
    code = np.uint64(0)
    if not repeats:
        taken = np.uint64(0)
        for p in range(pegs):
            color = other_color(taken, colors, rng)
            taken |= ONE << color
            code |= color << np.uint64(4 * p)
        return code
    # one draw of 53 bits serves six pegs, with a bias below one in 2**29
    for first in range(0, pegs, 6):
        fraction = np.uint64(rng.random() * 9007199254740992.0)
        for p in range(first, min(first + 6, pegs)):
            fraction *= np.uint64(colors)
            code |= (fraction >> np.uint64(53)) << np.uint64(4 * p)
            fraction &= np.uint64(9007199254740991)
    return code


@compiled
def other_color(taken, colors, rng):
    """Draw one of the colors that are not taken, uint64; `taken` holds these as bits.

    There must be one.
    """
    drawn = below(colors - np.int64(popcount(taken)), rng)
    color = np.uint64(0)
    while True:
        if not (taken >> color) & ONE:
            if drawn == 0:
                return color
            drawn -= 1
        color += ONE


@compiled
def all_different(code, pegs, colors, rng):
    """Make all pegs of a code differ in color.

    Of two pegs of one color, the later one gets a color that the code has not.
    """
    taken = np.uint64(0)
    for p in range(pegs):
        taken |= ONE << np.uint64(peg(code, p))
    met = np.uint64(0)
    for p in range(pegs):
        bit = ONE << np.uint64(peg(code, p))
        if met & bit:
            color = other_color(taken, colors, rng)
            taken |= ONE << color
            code = set_peg(code, p, color)
        met |= bit
    return code


@compiled
def random_codes(n, pegs, colors, rng):
    """Draw codes, uint64 (n,)."""
    codes = np.empty(n, np.uint64)
    for i in range(n):
        codes[i] = random_code(pegs, colors, rng)
    return codes


@compiled
def different_codes(n, pegs, colors, seen, seen_in, rng):
    """Draw codes of which no two are equal, uint64 (n,), and enter them as seen."""
    codes = np.empty(n, np.uint64)
    for i in range(n):
        code = random_code(pegs, colors, rng)
        codes[i] = new_code(code, pegs, colors, seen, seen_in, 0, rng)
    return codes


@compiled
def new_code(code, pegs, colors, table, owners, generation, rng):
    """Enter a code among those of a generation, and return it.

    Random codes take the place of one that is there already.
    """
    while not enter(code, table, owners, generation):
        code = random_code(pegs, colors, rng)
    return code
