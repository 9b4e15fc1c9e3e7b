"""Strategies that `mm.evolve_strategy` finds: of 4 x 6, and of other boards.

Those of 4 x 6 are searched for seed after seed, with weights by turn or one set for all
turns; the others by turn. The best of all boards are what `tuned` plays. Where a board
has over 4096 codes, trees are few, for each of them takes some tenths of a second and
more: there two single individuals climb, without crossover.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd

import mmlib
from mmlib.engine.files import replace_files
from mmlib.experiments import results
from mmlib.strategies.tuned import STORED
from tools.measure.experiment import measured, store

#: The board of the long runs: pegs and colors.
BOARD = (4, 6)

#: Random seeds, each of one long run.
SEEDS = range(1, 11)

#: By stages, what is asked of `mm.evolve_strategy` in the long runs.
LONG_RUNS = {
    5: {"generations": 10_000, "population": 4, "islands": 2},
    1: {"generations": 8_000, "population": 8, "islands": 2},
}

#: What the stored result of the long runs says of its settings.
LONG_SETTINGS = {
    "board": "4 x 6",
    "seeds": [*SEEDS],
    "runs": {str(stages): run for stages, run in LONG_RUNS.items()},
}

#: Sets of weights: one for each guess from the second on, of which the last goes on.
STAGES = 5

#: The random seed of every run on another board.
SEED = 1

#: The columns of the result that are read as texts.
TEXT = ["first_guess", "weights"]

#: What is asked of `mm.evolve_strategy` on boards of up to 4096 codes.
MANY = {"generations": 200, "population": 4, "islands": 2}

#: What is asked of it on larger boards, where trees are few.
FEW = {"generations": 200, "population": 1, "islands": 2, "crossover_rate": 0.0}

#: Other boards (pegs, colors), and what is asked of each.
RUNS = dict.fromkeys([(4, 5), (4, 7), (4, 8), (5, 5), (6, 4)], MANY)
RUNS |= dict.fromkeys([(4, 9), (4, 10), (5, 6), (5, 7), (6, 5)], FEW)
RUNS |= {(5, 8): FEW | {"generations": 420, "first_guess": "00112"}}

#: What the player reads of the best rows.
COLUMNS = ["pegs", "colors", "first_guess", "stages", "total", "weights"]

#: What the stored result of the other boards says of its settings.
SETTINGS = {
    "seed": SEED,
    "stages": STAGES,
    "runs": {"{} x {}".format(*board): run for board, run in RUNS.items()},
}


def bred(board: tuple[int, int], stages: int, run: dict, seed: int) -> pd.DataFrame:
    """How one run went; its best weights, in thousandths, stand in the last row."""
    found = mmlib.evolve_strategy(mmlib.Rules(*board), seed=seed, stages=stages, **run)
    frame = found.history.astype({"best": int}).assign(weights="-")
    sets = [found.weights] if stages == 1 else found.weights[1:]
    frame.loc[len(frame) - 1, "weights"] = " ".join(
        str(round(1000 * w)) for one in sets for w in one.values()
    )
    front = {
        "stages": stages,
        "seed": seed,
        "first_guess": found.first_guess,
        "total": found.total,
    }
    return pd.concat([pd.DataFrame(front, index=frame.index), frame], axis=1)


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
    """What `tuned` reads."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(
        [COLUMNS, *best()[COLUMNS].itertuples(index=False, name=None)]
    )
    return file.getvalue().encode()


def measure() -> None:
    """Store how the runs went, and give the best weights to the player."""
    jobs = [
        (BOARD, stages, run, seed)
        for stages, run in LONG_RUNS.items()
        for seed in SEEDS
    ]
    store("evolving", measured("evolving", bred, jobs, text=TEXT), LONG_SETTINGS)
    jobs = [(board, STAGES, run, SEED) for board, run in RUNS.items()]
    frames = measured("evolving_boards", of_board, jobs, text=TEXT)
    store("evolving_boards", frames, SETTINGS)
    replace_files({Path(str(STORED)): contents()})
