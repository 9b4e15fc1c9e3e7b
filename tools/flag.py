"""The figure of all printed means against ours, which README and report show."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd

import mmlib as mm
from mmlib.report.printed_and_measured import to_draw
from tools.png import png_of

#: The notebooks that set our own players beside what others print: these numbers are
#: not reproduced, they are to be lower.
RIVALS = {"13_breaking_the_bottleneck"}


def reproductions(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of a table that are reproductions, by their notebook."""
    return table[~table.notebook.isin(RIVALS)]


def drawn(table: pd.DataFrame) -> bytes:
    """Draw the printed means of notebooks' tables against ours, as PNG."""
    mm.plots.use_style()
    ax = plt.subplots(figsize=(8, 4))[1]
    return png_of(mm.plots.printed_and_measured(to_draw(table), ax=ax))
