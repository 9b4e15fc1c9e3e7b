"""Chen et al.'s two phases for many branching factors, depths and heuristics."""

from __future__ import annotations

import pandas as pd
from joblib import Parallel, delayed

import mmlib
from tools.measure.experiment import measured, store

#: Heuristic and first guess, each heuristic's own among them.
TWO_PHASE = [
    *[("largest", "0011"), ("largest", "0012"), ("expected_size", "0012")],
    *[("entropy", "0123"), ("entropy", "0012"), ("parts", "0012"), ("parts", "0123")],
]

#: Branching factors.
BRANCHES = [*range(1, 51), *range(60, 171, 10), *range(171, 181), 190, 200]

#: Depths.
DEPTHS = [1, 2]

#: What the stored result says of its settings.
SETTINGS = {"heuristics and first guesses": TWO_PHASE, "k": BRANCHES, "d": DEPTHS}


def tree_of(objective: str, first: str, d: int, k: int) -> tuple:
    """Total and longest game of one tree."""
    player = mmlib.player("two_phase", k=k, d=d, objective=objective, first_guess=first)
    tree = mmlib.strategy_tree(player, mmlib.Rules(4, 6))
    return objective, first, d, k, tree.total, tree.max


def totals(objective: str, first: str, d: int, branches: list[int]) -> pd.DataFrame:
    """The trees of every branching factor."""
    rows = Parallel(n_jobs=2)(
        delayed(tree_of)(objective, first, d, k) for k in branches
    )
    return pd.DataFrame(
        rows, columns=["objective", "first_guess", "d", "k", "total", "max"]
    )


def measure() -> None:
    """Store the totals of the two phases."""
    jobs = [
        (objective, first, d, BRANCHES)
        for objective, first in TWO_PHASE
        for d in DEPTHS
    ]
    store(
        "two_phase_4x6",
        measured("two_phase_4x6", totals, jobs, text=["first_guess"]),
        SETTINGS,
    )
