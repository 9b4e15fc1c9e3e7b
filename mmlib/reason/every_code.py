"""All codes of a board as the compiled loops want them, made once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.engine.words import pack
from mmlib.game.codes import all_codes
from mmlib.game.rules import Rules

#: Strategies that look at all codes play on boards of up to so many.
MOST_CODES = 1_000_000


class EveryCode(NamedTuple):
    """All codes of a board as the compiled loops want them: the codes, their two packed forms, their colors as bits."""

    codes: np.ndarray
    positions: np.ndarray
    counts: np.ndarray
    colors: np.ndarray


def code_places(codes: np.ndarray, rules: Rules) -> np.ndarray:
    """Tell where codes stand in the list of all codes."""
    return (codes @ rules.colors ** np.arange(rules.pegs)[::-1]).astype(np.int32)


def every_code(rules: Rules) -> EveryCode:
    """Prepare all codes of a board, or say that they are too many."""
    if rules.n_codes > MOST_CODES:
        raise ValueError(f"rules: {rules} have {rules.n_codes:,} codes; all of them can be tried up to {MOST_CODES:,}")
    return _board(rules.pegs, rules.colors)


@lru_cache(maxsize=2)
def _board(pegs: int, colors: int) -> EveryCode:
    codes = all_codes(Rules(pegs, colors))
    bits = np.zeros(len(codes), np.int64)
    for p in range(pegs):
        bits |= np.int64(1) << codes[:, p].astype(np.int64)
    return EveryCode(codes, *pack(codes, colors), bits)
