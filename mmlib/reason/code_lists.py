"""All codes of a size, made once, as the compiled loops want them."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.engine.columns import Columns, columns_of
from mmlib.game.codes import all_codes, check_rules
from mmlib.game.rules import Rules, size_of

#: Most codes of a board that strategies which look at all codes play on.
MOST_CODES = 1_000_000


class EveryCode(NamedTuple):
    """All codes in lexicographic order, or some codes.

    They are there as rows and in columns, and their colors as bits.
    """

    codes: np.ndarray
    columns: Columns
    colors: np.ndarray
    repeats: bool  # whether colors may repeat within a code


def every_code(rules: Rules, most: int = MOST_CODES) -> EveryCode:
    """Prepare all codes, or say that they are too many."""
    check_rules(rules)
    if rules.n_codes > most:
        raise ValueError(
            f"rules: {rules} have {rules.n_codes:,} codes; "
            f"all of them can be tried up to {most:,}"
        )
    return _listed(size_of(rules))


@lru_cache(maxsize=2)
def _listed(rules: Rules) -> EveryCode:
    codes = all_codes(rules)
    bits = np.zeros(len(codes), np.uint16)
    for column in codes.T:
        bits |= np.uint16(1) << column
    return EveryCode(codes, columns_of(codes, rules.colors), bits, rules.repeats)


def colors_in(codes: np.ndarray) -> int:
    """The colors of some codes, as bits."""
    return sum(1 << color for color in set(np.ravel(codes).tolist()))
