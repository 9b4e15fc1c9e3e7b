"""Search again for the trees that `mm.best_tree` takes.

That is six minutes on two cores of a server. The tree of 5 x 8 takes 178,397 guesses.
What is not better than what is stored is not written.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd

import mmlib
from mmlib.engine.files import replace_files
from mmlib.strategies.best_tree import FOUND, stored
from mmlib.strategies.look_ahead import PASSES, USUAL, Pass, look_ahead
from tools.measure.experiment import measured

#: Boards, and the passes of their searches.
BOARDS = {(5, 8): PASSES[:USUAL]}


def searched(pegs: int, colors: int, passes: list[tuple]) -> pd.DataFrame:
    """The guesses of the best tree found, a node a row, and its total."""
    rules = mmlib.Rules(pegs, colors)
    tree = look_ahead(rules, passes=tuple(Pass(*one) for one in passes))
    return pd.DataFrame({"guess": tree.guess, "total": tree.total})


def contents(guesses: pd.Series, player: str) -> bytes:
    """The guesses of a tree, compressed: the order of nodes tells the rest."""
    file = io.BytesIO()
    np.savez_compressed(file, guess=guesses.to_numpy(np.int32), player=player)
    return file.getvalue()


def measure(boards: dict[tuple, tuple] = BOARDS, folder: Path = FOUND) -> None:
    """Store the trees."""
    jobs = [(*board, passes) for board, passes in boards.items()]
    found = measured("best_trees", searched, jobs)
    for (pegs, colors), frame in zip(boards, found, strict=True):
        known = stored(mmlib.Rules(pegs, colors))
        if known is None or frame.total[0] < known.total:
            file = folder / f"{pegs}x{colors}.npz"
            replace_files({file: contents(frame.guess, "look_ahead")})
