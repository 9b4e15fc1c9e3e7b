"""Search again for the trees that `mm.best_tree` takes.

First a board is searched as a whole, which takes six minutes on two cores of a server.
Then the positions of the tree are searched again, which takes some ten more, and other
second guesses are tried, which takes half an hour. What is not better than what is
stored is not written.
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
from mmlib.strategies.search_again import search_again
from mmlib.strategies.second_guesses import other_second_guesses
from tools.measure.experiment import measured

#: Boards, and the passes of their searches.
BOARDS = {(5, 8): PASSES[:USUAL]}

#: Then positions of up to so many codes are searched again, as wide as a pass says.
AGAIN = (
    (250, Pass((100, 400, 1000, 100), 0.06)),
    (1000, Pass((20, 60, 100, 200), 0.03)),
    (1000, Pass((60, 200, 500, 200), 0.05)),
)

#: At last other second guesses are tried in classes of up to so many codes.
CLASSES = 2000


def searched(
    pegs: int, colors: int, passes: list[tuple], again: list[tuple], classes: int
) -> pd.DataFrame:
    """The guesses of the best tree found, a node a row, and its total."""
    rules = mmlib.Rules(pegs, colors)
    tree = look_ahead(rules, passes=tuple(Pass(*one) for one in passes))
    for most, one in again:
        tree = search_again(tree, most, Pass(*one))
    tree = other_second_guesses(tree, classes)
    most, one = again[0]
    tree = search_again(tree, most, Pass(*one))  # other guesses lead to other positions
    return pd.DataFrame({"guess": tree.guess, "total": tree.total})


def contents(guesses: pd.Series, player: str) -> bytes:
    """The guesses of a tree, compressed: the order of nodes tells the rest."""
    file = io.BytesIO()
    np.savez_compressed(file, guess=guesses.to_numpy(np.int32), player=player)
    return file.getvalue()


def measure(boards: dict[tuple, tuple] = BOARDS, folder: Path = FOUND) -> None:
    """Store the trees."""
    jobs = [(*board, passes, AGAIN, CLASSES) for board, passes in boards.items()]
    found = measured("best_trees", searched, jobs)
    for (pegs, colors), frame in zip(boards, found, strict=True):
        known = stored(mmlib.Rules(pegs, colors))
        if known is None or frame.total[0] < known.total:
            file = folder / f"{pegs}x{colors}.npz"
            replace_files({file: contents(frame.guess, "look_ahead")})
