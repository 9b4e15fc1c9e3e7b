"""Lower bounds of the optimum, where it is not proved.

That of 5 x 8, which looks at three guesses, takes an hour or two on a core.
"""

from __future__ import annotations

import pandas as pd

import mmlib
from tools.measure.experiment import measured, store

#: The boards (pegs, colors), and how many guesses are looked at.
BOARDS = [(5, 7, 2), (6, 5, 2), (5, 8, 3)]

#: What the stored result says of its settings.
SETTINGS = {"boards": ["{} x {}, {} guesses".format(*board) for board in BOARDS]}


def bound(pegs: int, colors: int, guesses: int) -> pd.DataFrame:
    """Return a row of a board: the guesses that all codes take at least."""
    rules = mmlib.Rules(pegs, colors)
    least = mmlib.first_guess.lower_bound(rules, guesses) * rules.n_codes
    row = {
        "board": f"{pegs} x {colors}",
        "codes": rules.n_codes,
        "guesses": guesses,
        "bound": int(least),
    }
    return pd.DataFrame([row])


def measure() -> None:
    """Store a row a board."""
    store("lower_bounds", measured("lower_bounds", bound, BOARDS), SETTINGS)
