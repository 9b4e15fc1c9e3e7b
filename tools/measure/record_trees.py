"""The best trees that are known of some boards, beside the best one-step trees of greatest entropy."""

from __future__ import annotations

import pandas as pd

import mmlib
from mmlib.reason.lookahead import by_entropy
from tools.measure.experiment import measured, store

#: Pegs and colors.
BOARDS = [*((4, colors) for colors in range(5, 11)), *((5, colors) for colors in range(5, 10)), (6, 4), (6, 5)]

SETTINGS = {"boards": BOARDS}


def record(pegs: int, colors: int) -> pd.DataFrame:
    """Guesses that a board's trees take, and by which turn how many codes are found in the best one."""
    rules = mmlib.Rules(pegs, colors)
    tree, plain = mmlib.best_tree(rules), by_entropy(rules, None)
    first = mmlib.codes.as_text(mmlib.all_codes(rules)[tree.guess[0]])
    found = " ".join(map(str, tree.distribution.tolist()))
    row = {"pegs": pegs, "colors": colors, "found": tree.player, "first_guess": first, "total": tree.total}
    return pd.DataFrame([row | {"entropy": plain.total, "codes_by_turn": found}])


def measure() -> None:
    """Store the totals."""
    store("record_trees", measured("record_trees", record, BOARDS, text=["first_guess", "codes_by_turn"]), SETTINGS)
