"""Figures from arrays and data frames: one style, a palette for color-blind readers, and the plots used twice."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mmlib import stats

#: Okabe and Ito's palette, told apart by color-blind readers; black is kept for what the sources printed.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442",
)  # fmt: skip
SERIES = (BLUE, ORANGE, GREEN, PURPLE, RED, SKY)
PUBLISHED = "#111111"


def use_style() -> None:
    """Set matplotlib's defaults for every figure of the project.

    Examples
    --------
    >>> use_style()
    >>> plt.rcParams["axes.titlelocation"]
    'left'
    """
    plt.rcParams.update(
        {
            "axes.grid": True,
            "axes.prop_cycle": plt.cycler(color=SERIES),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlesize": 12,
            "axes.titleweight": "bold",
            "axes.axisbelow": True,
            "figure.constrained_layout.use": True,
            "figure.dpi": 90,
            "figure.figsize": (8, 4),
            "figure.titleweight": "bold",
            "font.family": "DejaVu Sans",
            "font.size": 10,
            "grid.alpha": 0.25,
            "legend.frameon": False,
            "svg.hashsalt": "mmlib",
        }
    )


def quantile_bands(
    ax: Axes, curves: np.ndarray, *, color: str = BLUE, label: str = "", best: float | None = None
) -> None:
    """Draw many curves as their median and two bands: the middle half, and 5 % to 95 %.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    curves : ndarray of float, shape (runs, generations + 1)
        One curve a row.
    color : str
        Of the median and, lighter, of the bands.
    label : str, optional
        Name of the series.
    best : float, optional
        Greatest value possible, drawn as a dashed line.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> quantile_bands(ax, np.arange(12.0).reshape(3, 4), label="three runs")
    >>> len(ax.collections)
    2
    >>> plt.close(figure)
    """
    steps = np.arange(curves.shape[1])
    low, quarter, median, three_quarters, high = np.quantile(curves, [0.05, 0.25, 0.5, 0.75, 0.95], axis=0)
    ax.fill_between(steps, low, high, color=color, alpha=0.15, linewidth=0, label=f"{label} 5 % to 95 %".strip())
    ax.fill_between(
        steps, quarter, three_quarters, color=color, alpha=0.35, linewidth=0, label=f"{label} middle half".strip()
    )
    ax.plot(steps, median, color=color, linewidth=2, label=f"{label} median".strip())
    if best is not None:
        ax.axhline(best, color=PUBLISHED, linestyle="--", linewidth=1, label="greatest possible")


def share_points(
    ax: Axes, labels: list[str], successes: np.ndarray, trials: np.ndarray, *, color: str = BLUE, label: str = ""
) -> None:
    """Draw shares as points with Wilson's 95 % intervals, one a line, first on top.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    labels : list of str, length n
        Name of each line.
    successes, trials : array_like of int, shape (n,)
        The counts.
    color : str
        Of the points.
    label : str, optional
        Name of the series.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> share_points(ax, ["a", "b"], [7, 9], [10, 10])
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['a', 'b']
    >>> plt.close(figure)
    """
    intervals = [stats.share_interval(won, played) for won, played in zip(successes, trials, strict=True)]
    shares = np.array([100 * interval.estimate for interval in intervals])
    errors = np.array(
        [
            [100 * (i.estimate - i.low) for i in intervals],
            [100 * (i.high - i.estimate) for i in intervals],
        ]
    ).clip(min=0)
    places = np.arange(len(labels))
    ax.errorbar(shares, places, xerr=errors, fmt="o", color=color, capsize=3, label=label)
    ax.set_yticks(places, labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.set_xlim(-3, 103)


def whole_ticks(ax: Axes, axis: str = "x") -> None:
    """Let an axis show whole numbers only.

    Parameters
    ----------
    ax : Axes
        Whose axis.
    axis : {"x", "y"}
        Which.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> whole_ticks(ax)
    >>> plt.close(figure)
    """
    getattr(ax, f"{axis}axis").set_major_locator(MaxNLocator(nbins=6, integer=True))
