"""Complete one-step strategies of six pegs and nine colors, and of ten.

They are stored by the answer to their first guess.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from tools.measure.experiment import measured, store

#: Measures, and how they are computed: exactly, or as a program whose results are
#: printed.
MEASURES = [
    *[
        (objective, "exact")
        for objective in ("largest", "expected_size", "entropy", "parts")
    ],
    *[(objective, "single_precision") for objective in ("expected_size", "entropy")],
]

#: The first guess of every strategy.
FIRST = "001123"

#: What the stored result says of its settings.
SETTINGS = {"first guess": FIRST, "measures": MEASURES}


def by_first_answer(
    objective: str, arithmetic: str, first_guess: str, colors: int = 9
) -> pd.DataFrame:
    """Tabulate the guesses of a complete strategy on six pegs, by the first answer.

    For each answer to the first guess, this is the distribution of guesses after it.
    """
    rules = mmlib.Rules(6, colors)
    player = mmlib.player(
        "one_step", objective=objective, arithmetic=arithmetic, first_guess=first_guess
    )
    tree = mmlib.strategy_tree(player, rules)
    first = mmlib.all_codes(rules)[tree.guess[0]]
    answers = mmlib.feedback_matrix(
        [first], mmlib.all_codes(rules), colors=rules.colors
    )[0]
    rows = []
    for answer in np.unique(answers).tolist():
        taken = tree.guesses[answers == answer]
        distribution = " ".join(map(str, np.bincount(taken)))
        rows.append(
            (
                objective,
                arithmetic,
                *divmod(answer, rules.pegs + 1),
                len(taken),
                taken.sum(),
                distribution,
            )
        )
    columns = [
        "objective",
        "arithmetic",
        "black",
        "white",
        "codes",
        "total",
        "distribution",
    ]
    return pd.DataFrame(rows, columns=columns)


#: On 6 x 10, the first guess of greatest entropy, and the one with which other players
#: begin there.
FIRST_OF_TEN = ["001234", FIRST]

#: What the stored result of 6 x 10 says of its settings.
SETTINGS_OF_TEN = {"first guesses": FIRST_OF_TEN}


def nine_colors() -> None:
    """Store the one-step strategies of 6 x 9."""
    jobs = [(*job, FIRST) for job in MEASURES]
    store("one_step_6x9", measured("one_step_6x9", by_first_answer, jobs), SETTINGS)


def ten_colors() -> None:
    """Store the strategy of greatest entropy on 6 x 10, once for each first guess."""
    jobs = [("entropy", "exact", first, 10) for first in FIRST_OF_TEN]
    frames = measured("one_step_6x10", by_first_answer, jobs)
    named = [
        frame.assign(first_guess=first)
        for first, frame in zip(FIRST_OF_TEN, frames, strict=True)
    ]
    store("one_step_6x10", named, SETTINGS_OF_TEN)


def measure() -> None:
    """Store the strategies of both boards."""
    nine_colors()
    ten_colors()
