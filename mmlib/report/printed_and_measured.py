"""The flag of the project: every printed mean against ours, in one figure.

The tables "published beside measured" of all notebooks are kept in one file here.
"""

import re

import pandas as pd
from matplotlib.axes import Axes

from mmlib.checks import with_columns
from mmlib.report.palette import BLUE, ORANGE, PURPLE, axes_or_new
from mmlib.report.stored_verdicts import stored_verdicts

#: The columns of a table "published beside measured" that are drawn.
COLUMNS = ("published", "measured", "verdict")

#: Cells that list every number of a source; other cells of their notebooks have those
#: that are drawn. (The first lists a paper's tables for the numbers of games that it
#: states, which the notebook calls in doubt.)
LISTS = [("19_le_adoga_tables", "every"), ("22_rosus_table", "every")]

#: The color of each verdict that is drawn; first those that are drawn first.
COLORS = {
    "cannot tell": "#A6A6A6",
    "fitted": PURPLE,
    "agrees": BLUE,
    "differs": ORANGE,
}

#: A mean as a table has it, with decimals: alone, after the fraction that it is, or
#: before how many games it is of.
MEAN = re.compile(r"(?:[\d,/]+ = )?(\d+\.\d+)(?: \((?:n|exact)\b.*\))?")

#: Least and greatest number that is taken for a mean of guesses.
GUESSES = (3, 18)

#: Where the axis of the printed means has its ticks.
TICKS = (4, 5, 6, 7, 8, 10, 12, 16)

#: A difference up to which the axis is linear; beyond, it is logarithmic.
LINEAR = 0.1


def printed_and_measured(
    table: pd.DataFrame | None = None, *, ax: Axes | None = None
) -> Axes:
    """Draw printed means of guesses against those measured here, colored by verdict.

    A point stands at the printed mean, and as high as ours is above it. Of a table with
    other numbers, such as shares, those that have decimals and lie between 3 and 18 are
    taken for means of guesses. What is not compared is left out.

    Raises TypeError or ValueError if an argument is malformed, a column is missing, or
    nothing can be drawn.

    Parameters
    ----------
    table : DataFrame, optional
        A table "published beside measured", as `mm.verdicts.judge` makes it; by default
        those of all notebooks.
    ax : Axes, optional
        As for `guesses_histogram`.

    Returns
    -------
    Axes
        What was drawn on.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> rows = [mm.verdicts.compare_exact("mean, optimal", 4.34028, 4.340)]
    >>> ax = mm.plots.printed_and_measured(mm.verdicts.judge(rows))
    >>> ax.get_ylabel(), len(ax.collections)
    ('measured less printed (guesses)', 1)
    >>> plt.close(ax.figure)
    """
    if table is None:
        table = to_draw(stored_verdicts())
    with_columns(table, "table", COLUMNS)
    points = _points(table)
    if not len(points):
        raise ValueError("table: no row has two means of guesses that were compared")
    ax = axes_or_new(ax)
    ax.axhline(0, color="0.6", linewidth=1, zorder=0)
    for verdict, color in COLORS.items():
        some = points[points.verdict == verdict]
        if len(some):
            ax.scatter(
                some.printed,
                some.measured - some.printed,
                s=24,
                color=color,
                edgecolor="white",
                linewidth=0.5,
                label=f"{verdict}: {len(some)}",
            )
    ax.set_xscale("log")
    ax.set_yscale("symlog", linthresh=LINEAR)
    ax.set_xticks(TICKS, [str(tick) for tick in TICKS])
    heights = [sign * height for sign in (-1, 1) for height in (0.05, 0.1, 0.3, 1)]
    ax.set_yticks([0, *heights], ["0", *(f"{height:+g}" for height in heights)])
    ax.minorticks_off()
    ax.set_xlabel("printed mean (guesses, log)")
    ax.set_ylabel("measured less printed (guesses)")
    ax.legend()
    return ax


def to_draw(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of the notebooks' tables without those that only list."""
    cells = zip(table.notebook, table.cell, strict=True)
    return table[[cell not in LISTS for cell in cells]]


def _points(table: pd.DataFrame) -> pd.DataFrame:
    """The rows that can be drawn: printed mean, measured mean and verdict."""
    points = pd.DataFrame(
        {
            "printed": table.published.map(mean),
            "measured": table.measured.map(mean),
            "verdict": table.verdict,
        }
    )
    compared = points.verdict.isin(list(COLORS))
    in_range = points[["printed", "measured"]].apply(lambda one: one.between(*GUESSES))
    return points[compared & in_range.all(axis=1)]


def mean(text: str) -> float:
    """Return the mean that a cell of the table holds; nan if it holds another thing.

    >>> mean("4.390 (n = 3,888)"), mean("5,801/1,296 = 4.47608"), mean("sweeps")
    (4.39, 4.47608, nan)
    """
    found = MEAN.fullmatch(text.strip())
    return float(found[1]) if found else float("nan")
