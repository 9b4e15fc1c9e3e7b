"""The trees of `mm.best_tree` beside plain entropy, board by board.

This takes some ten minutes on two cores. Plain entropy is a one-step tree of greatest
entropy, from the best of the three first guesses that split best. On the largest boards
nothing else was searched for: that would take hours.
"""

from __future__ import annotations

import pandas as pd

import mmlib
from mmlib.strategies.look_ahead import by_entropy
from tools.measure.experiment import measured, store

#: The boards (pegs, colors).
BOARDS = (
    [(4, colors) for colors in range(5, 11)]
    + [(5, colors) for colors in range(5, 11)]
    + [(6, colors) for colors in range(4, 9)]
)

#: Most codes of a board whose best tree is searched for.
MOST_SEARCHED = 60_000

#: What the stored result says of its settings.
SETTINGS = {"boards": ["{} x {}".format(*board) for board in BOARDS]}


def record(pegs: int, colors: int) -> pd.DataFrame:
    """Return a row of a board: its best known tree, and what plain entropy takes.

    The row says how the tree was found.
    """
    rules = mmlib.Rules(pegs, colors, 15)
    entropy = by_entropy(rules, None)
    tree = entropy
    if rules.n_codes <= MOST_SEARCHED:
        tree = mmlib.best_tree(rules)
    row = {
        "board": f"{pegs} x {colors}",
        "codes": rules.n_codes,
        "found": tree.player,
        "first_guess": mmlib.codes.as_text(mmlib.all_codes(rules)[tree.guess[0]]),
        "total": tree.total,
        "entropy": entropy.total,
        "codes_by_turn": " ".join(map(str, tree.distribution[1:])),
    }
    return pd.DataFrame([row])


def measure() -> None:
    """Store a row a board."""
    store(
        "record_trees",
        measured("record_trees", record, BOARDS, text=["first_guess", "codes_by_turn"]),
        SETTINGS,
    )
