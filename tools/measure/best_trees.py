"""Make the stored trees again that `mm.best_tree` takes: a quarter of an hour and more.

python -m tools.measure.best_trees
"""

from __future__ import annotations

import io

import numpy as np

import mmlib
from mmlib.experiments.best_known import FOUND
from mmlib.game.files import replace_files
from mmlib.reason.lookahead import Pass, look_ahead
from mmlib.reason.trees import StrategyTree

#: Boards, and the passes of their searches.
BOARDS = {(5, 8): (Pass((20, 20, 10, 40), 0.03), Pass((20, 60, 100, 28), 0.03))}


def contents(tree: StrategyTree) -> bytes:
    """The guesses of a tree, compressed: the order of nodes tells the rest."""
    file = io.BytesIO()
    np.savez_compressed(file, guess=tree.guess)
    return file.getvalue()


def measure() -> None:
    """Store the trees."""
    for (pegs, colors), passes in BOARDS.items():
        tree = look_ahead(mmlib.Rules(pegs, colors), passes=passes)
        replace_files({FOUND / f"{pegs}x{colors}.npz": contents(tree)})


if __name__ == "__main__":
    measure()
