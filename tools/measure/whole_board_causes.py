"""What decides whether a run of the whole-board chromosome succeeds.

One setting changes at a time, at ten pegs.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mmlib.experiments import whole_board
from tools.measure.experiment import SEED, measured, store

#: The source's code.
FIXED_CODE = [7, 2, 1, 4, 4, 0, 6, 7, 0, 0]

#: Experiment, label, runs, and how the setting departs from the source's. Codes: the
#: source's, or fresh ones.
CAUSES = [
    ("as the source", "the source's code", 2000, {}),
    ("as the source", "fresh codes", 2000, {"codes": "fresh"}),
    *[("colors in the code", str(k), 400, {"codes": k}) for k in (1, 2, 4, 6, 8)],
    ("scoring", "standard", 400, {"scoring": "standard"}),
    ("kept unchanged", "nothing", 400, {"keep_elitism": 0, "keep_parents": 0}),
    *[
        ("kept unchanged", f"best {k}", 400, {"keep_elitism": k})
        for k in (2, 5, 10, 20)
    ],
    (
        "kept unchanged",
        "20 parents (keep_elitism=0)",
        400,
        {"keep_elitism": 0, "keep_parents": 20},
    ),
    *[
        ("genes reset in a child", str(k), 400, {"mutation_genes": k})
        for k in (1, 2, 3, 5, 7, 8, 9, 11, 12, 13, 15)
    ],
    ("reset may keep the color", "yes", 400, {"exclude_current": False}),
]

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "fixed_code": FIXED_CODE, "settings": CAUSES}


def codes_for(kind: object, runs: int) -> np.ndarray | None:
    """Return the secrets of one setting; None for fresh ones.

    Others are the source's code, or codes of exactly `kind` colors.
    """
    if kind == "fresh":
        return None
    if not isinstance(kind, int):
        return np.repeat([FIXED_CODE], runs, axis=0)
    rng = np.random.default_rng([SEED, kind])
    codes = np.empty((runs, 10), np.uint8)
    for code in codes:
        palette = rng.choice(whole_board.COLORS, kind, replace=False)
        code[:] = rng.permutation(
            np.concatenate([palette, rng.choice(palette, 10 - kind)])
        )
    return codes


def runs_of(
    experiment: str, label: str, runs: int, changes: dict, *_: object
) -> pd.DataFrame:
    """All runs of one setting."""
    settings = {key: value for key, value in changes.items() if key != "codes"}
    secrets = codes_for(changes.get("codes"), runs)
    found = whole_board.run_many(
        secrets, pegs=10, runs=runs, seed=SEED, description=label, **settings
    )
    frame = whole_board.as_frame(found)[
        ["secret", "generations", "best_fitness", "solved_on_guess"]
    ]
    frame = frame.astype({"best_fitness": int})
    for index, (name, value) in enumerate(
        {"experiment": experiment, "label": label, "run": range(runs)}.items()
    ):
        frame.insert(index, name, value)
    return frame


def measure() -> None:
    """Store the runs of every setting."""
    jobs = [(*job, FIXED_CODE) for job in CAUSES]
    store(
        "whole_board_causes",
        measured("whole_board_causes", runs_of, jobs, text=["label"]),
        SETTINGS,
    )
