"""All codes of a size as the compiled loops want them, made once."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.engine.columns import Columns, columns_of
from mmlib.engine.compiled import compiled
from mmlib.game.codes import all_codes
from mmlib.game.rules import Rules

#: Strategies that look at all codes play up to so many.
MOST_CODES = 1_000_000


class EveryCode(NamedTuple):
    """All codes in lexicographic order, or some codes: as rows and in columns, and their colors as bits."""

    codes: np.ndarray
    columns: Columns
    colors: np.ndarray


def every_code(rules: Rules, most: int = MOST_CODES) -> EveryCode:
    """Prepare all codes, or say that they are too many."""
    if rules.n_codes > most:
        raise ValueError(f"rules: {rules} have {rules.n_codes:,} codes; all of them can be tried up to {most:,}")
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


@compiled
def interchangeable(colors_of, members, used):
    """Colors that no guess needs to tell apart, as bits: the `free` ones, and the absent ones but the lowest.

    `free` are those that members have and no guess had (`used`); 0 if less than two. Of the guesses that differ in them
    alone one will do (`is_first_of_its_kind`). Absent are those that no member has.
    """
    present = 0
    for member in members:
        present |= colors_of[member]
    free, absent = present & ~used, ((1 << 16) - 1) & ~present
    return free if free & (free - 1) else 0, absent & (absent - 1)


@compiled
def is_first_of_its_kind(code, free):
    """Whether the colors of `free`, as bits, come in rising order in a code."""
    seen = 0
    for p in range(code.shape[0]):
        bit = 1 << np.int64(code[p])
        if bit & free and not bit & seen:
            rest = free & ~seen
            if bit != rest & -rest:
                return False
            seen |= bit
    return True
