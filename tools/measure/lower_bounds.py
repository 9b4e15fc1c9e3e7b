"""Lower bounds of the optimum, where it is not proved; some five minutes on a core."""

from __future__ import annotations

import pandas as pd

import mmlib
from tools.measure.experiment import measured, store

#: The boards (pegs, colors).
BOARDS = [(5, 7), (6, 5), (5, 8)]

#: What the stored result says of its settings.
SETTINGS = {"boards": ["{} x {}".format(*board) for board in BOARDS], "guesses": 2}


def bound(pegs: int, colors: int) -> pd.DataFrame:
    """Return a row of a board: the guesses that all codes take at least."""
    rules = mmlib.Rules(pegs, colors)
    least = mmlib.first_guess.lower_bound(rules, SETTINGS["guesses"]) * rules.n_codes
    row = {"board": f"{pegs} x {colors}", "codes": rules.n_codes, "bound": int(least)}
    return pd.DataFrame([row])


def measure() -> None:
    """Store a row a board."""
    store("lower_bounds", measured("lower_bounds", bound, BOARDS), SETTINGS)
