"""Guesses against what they cost: the picture of a leaderboard."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy.optimize import isotonic_regression

from mmlib.checks import instance, one_of
from mmlib.report.lettering import literal
from mmlib.report.palette import BLUE, axes_or_new

#: What a game can cost, and how the axis is named.
COSTS = {
    "evaluations": "evaluations a game (log)",
    "ms": "milliseconds a game (log)",
}

#: Room beside the points: the axis goes on to so many times the cost.
BESIDE = 1.4

#: Height of a player's name, as a share of the axes: names keep this distance.
LINE = 0.052


def trade_off(
    ranking: object,
    *,
    cost: str = "evaluations",
    colors: Mapping[str, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the mean guesses of a leaderboard's players against what a game costs.

    A player is a point with its 95 % interval. A gray line joins the players that no
    other beats in both at once. One that evaluates nothing, such as a strategy, is a
    dotted line. Names stand at the right, in the order of the means.

    Raises TypeError or ValueError if an argument is malformed or a column is missing.

    Parameters
    ----------
    ranking : Leaderboard or DataFrame
        A leaderboard, or its ``ranking``, of which are taken ``player``, ``mean``,
        ``low``, ``high`` and the cost.
    cost : {"evaluations", "ms"}
        Codes looked at in a game, or milliseconds of a game on one thread.
    colors : dict of str to color, optional
        Colors of players by their labels; the others are blue.
    ax : Axes, optional
        As for `guesses_histogram`.

    Returns
    -------
    Axes
        What was drawn on.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> players = ["berghman", "evo", "random_consistent"]
    >>> ranks = mm.leaderboard(mm.Rules(3, 4), players, 50, 1, timed=False)
    >>> ax = trade_off(ranks)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('evaluations a game (log)', 'mean guesses in a game')
    >>> plt.close(ax.figure)
    """
    ranking = _checked(ranking, one_of(cost, "cost", tuple(COSTS)))
    colors = instance({} if colors is None else colors, Mapping, "colors", "a dict")
    ax = axes_or_new(ax)
    ranking = ranking.sort_values("mean", kind="stable", ignore_index=True)
    costly = ranking[ranking[cost] > 0]
    ax.set(xscale="log", xlabel=COSTS[cost], ylabel="mean guesses in a game")
    if len(costly):
        ax.set_xlim(costly[cost].min() / BESIDE, costly[cost].max() * BESIDE)
    _front(costly, cost, ax)
    for row in costly.to_dict("records"):
        ax.errorbar(
            row[cost],
            row["mean"],
            [[row["mean"] - row["low"]], [row["high"] - row["mean"]]],
            fmt="o",
            color=colors.get(row["player"], BLUE),
            capsize=3,
            markersize=5,
        )
    for row in ranking[~(ranking[cost] > 0)].to_dict("records"):
        color = colors.get(row["player"], "gray")
        ax.axhline(row["mean"], color=color, linestyle=":", linewidth=1.2)
    ax.margins(y=0.06)
    _names(ranking, cost, colors, ax)
    return ax


def _checked(ranking: object, cost: str) -> pd.DataFrame:
    """The ranking, which has rows and the columns that are drawn."""
    ranking = instance(
        getattr(ranking, "ranking", ranking),
        pd.DataFrame,
        "ranking",
        "a leaderboard, or its `ranking`",
    )
    needed = ["player", "mean", "low", "high", cost]
    missing = [name for name in needed if name not in ranking.columns]
    if missing:
        raise ValueError(f"ranking: it has no column {missing[0]!r}")
    if not len(ranking):
        raise ValueError("ranking: it has no row")
    return ranking


def _front(ranking: pd.DataFrame, cost: str, ax: Axes) -> None:
    """Join the players that no other beats in cost and guesses at once."""
    by_cost = ranking.sort_values([cost, "mean"], kind="stable")
    best_before = by_cost["mean"].cummin().shift(fill_value=np.inf)
    front = by_cost[by_cost["mean"] < best_before]
    ax.step(
        front[cost],
        front["mean"],
        where="post",
        color="lightgray",
        linewidth=1.5,
        zorder=0,
    )


def _names(
    ranking: pd.DataFrame, cost: str, colors: Mapping[str, str], ax: Axes
) -> None:
    """Write the names beside the axes, each as near to its mean as there is room."""
    lowest, highest = ax.get_ylim()
    share = (ranking["mean"].to_numpy() - lowest) / (highest - lowest)
    steps = LINE * np.arange(len(ranking))
    heights = isotonic_regression(share - steps).x
    heights = heights.clip(0, max(0, 1 - steps[-1])) + steps  # none below the axes
    costs = ranking[cost].to_numpy(float)
    edge = ax.get_xlim()[1]
    for number, row in enumerate(ranking.to_dict("records")):
        is_point = costs[number] > 0
        ax.annotate(
            literal(row["player"]),
            xy=(costs[number] if is_point else edge, row["mean"]),
            xytext=(1.03, heights[number]),
            textcoords="axes fraction",
            va="center",
            fontsize=9,
            color=colors.get(row["player"], "black"),
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": "lightgray", "linewidth": 0.7},
        )
