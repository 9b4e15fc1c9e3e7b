"""Search again for the trees that `mm.best_tree` takes.

That is six minutes on two cores of a server. The tree of 5 x 8 takes 178,397 guesses.
What is not better than what is stored is not written.

python -m tools.measure.best_trees
"""

from __future__ import annotations

import io

import numpy as np

import mmlib
from mmlib.engine.files import replace_files
from mmlib.strategies.best_tree import FOUND, stored
from mmlib.strategies.look_ahead import PASSES, USUAL, look_ahead
from mmlib.strategies.tree import StrategyTree

#: Boards, and the passes of their searches.
BOARDS = {(5, 8): PASSES[:USUAL]}


def contents(tree: StrategyTree) -> bytes:
    """The guesses of a tree, compressed: the order of nodes tells the rest."""
    file = io.BytesIO()
    np.savez_compressed(file, guess=tree.guess)
    return file.getvalue()


def measure() -> None:
    """Store the trees."""
    for (pegs, colors), passes in BOARDS.items():
        rules = mmlib.Rules(pegs, colors)
        tree = look_ahead(rules, passes=passes)
        known = stored(rules)
        if known is None or tree.total < known.total:
            replace_files({FOUND / f"{pegs}x{colors}.npz": contents(tree)})


if __name__ == "__main__":
    measure()
