"""Codes in columns of bytes, for loops over many codes.

Each peg has a column with the colors there, then each color one with its pegs. A column
has room for a whole number of `LANES`, so that a loop over few codes has no rest to go
through one by one.
"""

from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled

#: Codes that a processor scores at once, or a whole part of them.
LANES = 32


class Columns(NamedTuple):
    """Codes in columns; beyond the first `n` bytes they mean nothing."""

    bytes: np.ndarray  # uint8 (pegs + colors + 1, n and more); the last column is 0
    n: int
    pegs: int
    colors: int


@compiled
def columns_of(codes, colors):
    """Codes, uint8 (n, pegs), in columns."""
    n, pegs = codes.shape
    columns = np.zeros((pegs + colors + 1, whole(n)), np.uint8)
    for p in range(pegs):
        for i in range(n):
            columns[p, i] = codes[i, p]
            columns[pegs + codes[i, p], i] += 1
    return Columns(columns, n, pegs, colors)


@compiled
def gather(columns, members):
    """The columns of some of the codes."""
    m = members.shape[0]
    gathered = np.zeros((columns.bytes.shape[0], whole(m)), np.uint8)
    for k in range(gathered.shape[0] - 1):
        column = columns.bytes[k]
        found = gathered[k]
        for j in range(m):
            found[j] = column[members[j]]
    return Columns(gathered, m, columns.pegs, columns.colors)


@compiled
def row_for(columns):
    """Room for an answer of each of the codes, uint8."""
    return np.empty(columns.bytes.shape[1], np.uint8)


@compiled
def whole(n):
    """So many codes or the next more that fill `LANES`."""
    return (n + LANES - 1) // LANES * LANES
