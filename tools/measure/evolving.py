"""Strategies of 4 x 6 that the genetic algorithm evolves, seed after seed.

Their weights are by turn, or one set for all turns.
"""

from __future__ import annotations

import pandas as pd

import mmlib
from tools.measure.experiment import measured, store

#: Pegs and colors.
BOARD = (4, 6)

#: Random seeds, each of one run.
SEEDS = range(1, 11)

#: By stages, what is asked of `mm.evolve_strategy`.
RUNS = {
    5: {"generations": 10_000, "population": 4, "islands": 2},
    1: {"generations": 8_000, "population": 8, "islands": 2},
}

#: What the stored result says of its settings.
SETTINGS = {
    "board": "4 x 6",
    "seeds": [*SEEDS],
    "runs": {str(stages): run for stages, run in RUNS.items()},
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


def measure() -> None:
    """Store how the runs went."""
    jobs = [
        (BOARD, stages, run, seed) for stages, run in RUNS.items() for seed in SEEDS
    ]
    store(
        "evolving",
        measured("evolving", bred, jobs, text=["first_guess", "weights"]),
        SETTINGS,
    )
