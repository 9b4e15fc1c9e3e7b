"""Seven solvers on four families of problems: the baselines of a solver of one's own.

They are `mm.problems.benchmark` with its own solvers, on instances 1 to 15 of each.
"""

from __future__ import annotations

import pandas as pd

import mmlib
from tools.measure.experiment import SEED, measured, store

#: The boards of each family, from small to large.
BOARDS = {
    "black_pegs": ((4, 6), (8, 12), (12, 12), (15, 16)),
    "consistent": ((4, 6), (6, 9), (8, 12), (12, 12)),
    "dynamic": ((4, 6), (5, 8), (6, 9), (8, 12)),
    "whole_board": ((4, 8), (7, 8), (10, 8), (14, 8)),
}

#: Instances of each size.
INSTANCES = 15

#: Evaluations of a run.
BUDGET = 10_000

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "boards": BOARDS,
    "instances": INSTANCES,
    "budget": BUDGET,
    "solvers": list(mmlib.problems.SOLVERS),
}

#: What is measured: family, pegs and colors, and a solver.
JOBS = [
    (family, list(size), solver)
    for family, sizes in BOARDS.items()
    for size in sizes
    for solver in mmlib.problems.SOLVERS
]


def runs_of(
    family: str, size: tuple[int, int], solver: str, instances: int = INSTANCES
) -> pd.DataFrame:
    """The runs of one solver on all instances of one size."""
    rules = mmlib.Rules(*size)
    numbers = range(1, instances + 1)
    problems = [mmlib.problems.instance(family, rules, number) for number in numbers]
    return mmlib.problems.benchmark([solver], problems, budget=BUDGET, seed=SEED).runs


def measure(jobs: list[tuple] = JOBS) -> None:
    """Store the runs of every solver."""
    store("baselines", measured("baselines", runs_of, jobs), SETTINGS)
