"""Strategies of other boards than 4 x 6 that the genetic algorithm evolves, by turn.

The best of all boards are what `evolved` plays. Where a board has over 4096 codes,
trees are few, for each of them takes some tenths of a second and more.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd

from mmlib.engine.files import replace_files
from mmlib.experiments import results
from mmlib.strategies.evolved import STORED
from tools.measure.evolving import bred
from tools.measure.experiment import measured, store

#: Sets of weights: one for each guess from the second on, of which the last goes on.
STAGES = 5

#: The random seed of every run.
SEED = 1

#: The columns of the result that are read as texts.
TEXT = ["first_guess", "weights"]

#: What is asked of `mm.evolve_strategy` on boards of up to 4096 codes.
MANY = {"generations": 200, "population": 4, "islands": 2}

#: What is asked of it on larger boards, where trees are few.
FEW = {"generations": 200, "population": 1, "islands": 2, "crossover_rate": 0.0}

#: Boards (pegs, colors), and what is asked of each.
RUNS = dict.fromkeys([(4, 5), (4, 7), (4, 8), (5, 5), (6, 4)], MANY)
RUNS |= dict.fromkeys([(4, 9), (4, 10), (5, 6), (5, 7), (6, 5)], FEW)
RUNS |= {(5, 8): FEW | {"generations": 420, "first_guess": "00112"}}

#: What the player reads of the best rows.
COLUMNS = ["pegs", "colors", "first_guess", "stages", "weights"]

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "stages": STAGES,
    "runs": {"{} x {}".format(*board): run for board, run in RUNS.items()},
}


def of_board(board: tuple[int, int], stages: int, run: dict, seed: int) -> pd.DataFrame:
    """As `bred`, with the board in front."""
    frame = bred(board, stages, run, seed)
    front = dict(zip(("pegs", "colors"), board, strict=True))
    return pd.concat([pd.DataFrame(front, index=frame.index), frame], axis=1)


def best() -> pd.DataFrame:
    """Of each board the last row of the best run by turn: of equals the first."""
    small, others = (
        results.read(name, text=TEXT) for name in ("evolving", "evolving_boards")
    )
    runs = [small[small.stages > 1].assign(pegs=4, colors=6), others]
    ends = pd.concat(runs).query("weights != '-'")
    return (
        ends.sort_values(["pegs", "colors", "total"], kind="stable")
        .groupby(["pegs", "colors"])
        .first()
        .reset_index()
    )


def contents() -> bytes:
    """What `evolved` reads."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(
        [COLUMNS, *best()[COLUMNS].itertuples(index=False, name=None)]
    )
    return file.getvalue().encode()


def measure() -> None:
    """Store how the runs went, and give the best weights to the player."""
    jobs = [(board, STAGES, run, SEED) for board, run in RUNS.items()]
    frames = measured("evolving_boards", of_board, jobs, text=TEXT)
    store("evolving_boards", frames, SETTINGS)
    replace_files({Path(str(STORED)): contents()})
