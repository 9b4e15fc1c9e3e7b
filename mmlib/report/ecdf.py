"""The curve of COCO and IOHprofiler: how soon searches reach their targets."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mmlib.checks import finite_number, instance
from mmlib.report.lettering import in_legend
from mmlib.report.palette import SERIES, axes_or_new
from mmlib.report.stats import until_hit

#: How the curves are drawn; the next one once all colors are used.
STYLES = ("-", "--", ":")


def ecdf(
    hits: Mapping[str, ArrayLike],
    *,
    budget: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw which share of the targets is reached within so many evaluations.

    A curve a search: it is the empirical distribution of the evaluations until a
    target, over all its runs and targets, as COCO draws it (N. Hansen and others,
    2021). The scale of the evaluations is logarithmic.

    Raises TypeError or ValueError if an argument is malformed.

    Parameters
    ----------
    hits : dict of array_like of float, shape (n,), by label
        Evaluations of each run until each target, at least 1; infinity where it was not
        reached.
    budget : float, optional
        Where the curves end; by default at the last hit of all.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> ax = mm.plots.ecdf({"a": [3, 10, np.inf], "b": [20, 30, 40]}, budget=100)
    >>> [float(line.get_ydata()[-1].round(2)) for line in ax.lines]
    [0.67, 1.0]
    >>> ax.figure.clear()
    """
    instance(hits, Mapping, "hits", "a dict of evaluations by label")
    several = {
        instance(label, str, "hits", "a text as label"): until_hit(runs, "hits")
        for label, runs in hits.items()
    }
    if not several or not all(map(len, several.values())):
        raise ValueError("hits: there are none")
    found = np.concatenate(list(several.values()))
    found = found[np.isfinite(found)]
    last = finite_number(budget, "budget", 1) if budget is not None else None
    if last is None:
        last = float(found.max(initial=1))
    ax = axes_or_new(ax)
    for number, (label, runs) in enumerate(several.items()):
        within = np.sort(runs[runs <= last])
        steps = np.concatenate([[1], within, [last]])
        shares = np.arange(len(within) + 1) / len(runs)
        ax.plot(
            steps,
            [*shares, shares[-1]],
            drawstyle="steps-post",
            color=SERIES[number % len(SERIES)],
            linestyle=STYLES[number // len(SERIES) % len(STYLES)],
            label=in_legend(label),
        )
    ax.set(xscale="log", xlabel="evaluations", ylabel="share of targets reached")
    ax.set_ylim(-0.02, 1.02)
    ax.legend()
    return ax
