"""The exact null models that take longer than one wants to wait: ten minutes in all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

import mmlib
from mmlib.engine.files import replace_files
from mmlib.players.settings import paired_code
from mmlib.reason.null_model import STORED, computed
from tools.measure.experiment import measured

#: The boards (pegs, colors).
BOARDS = [(4, 8), (6, 4), (4, 9), (5, 6)]


def null_model(pegs: int, colors: int, first: str) -> pd.DataFrame:
    """The shares of one null model, exact to the last digit of a float."""
    rules = mmlib.Rules(pegs, colors)
    code = first if first == "random" else mmlib.as_code(first, rules)
    share = computed(rules, code)
    board = {"pegs": pegs, "colors": colors, "first_guess": first}
    guesses = np.arange(1, len(share) + 1)
    # as text, lest the digits depend on who writes them
    digits = [repr(float(one)) for one in share]
    return pd.DataFrame({**board, "guesses": guesses, "share": digits})


def measure(
    boards: list[tuple[int, int]] = BOARDS, file: Path = Path(str(STORED))
) -> None:
    """Store the null models that begin with a random or with the paired code."""
    jobs = []
    for pegs, colors in boards:
        paired = mmlib.codes.as_text(paired_code(mmlib.Rules(pegs, colors)))
        jobs += [(pegs, colors, first) for first in ("random", paired)]
    text = ["first_guess", "share"]
    found = measured("null_models", null_model, jobs, text=text)
    table = pd.concat(found).to_csv(index=False, lineterminator="\n")
    replace_files({file: table.encode()})
