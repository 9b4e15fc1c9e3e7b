"""The complete strategy of greatest entropy on six pegs and ten colors.

It is stored by the answer to its first guess.
"""

from __future__ import annotations

from tools.measure.experiment import measured, store
from tools.measure.one_step_6x9 import FIRST, by_first_answer

#: Its own first guess, and the one with which other players begin there.
FIRST_GUESSES = ["001234", FIRST]

#: What the stored result says of its settings.
SETTINGS = {"first guesses": FIRST_GUESSES}


def measure() -> None:
    """Store the strategy of 6 x 10, once for each first guess."""
    parts = measured(
        "one_step_6x10",
        by_first_answer,
        [("entropy", "exact", first, 10) for first in FIRST_GUESSES],
    )
    store(
        "one_step_6x10",
        [
            part.assign(first_guess=f)
            for f, part in zip(FIRST_GUESSES, parts, strict=True)
        ],
        SETTINGS,
    )
