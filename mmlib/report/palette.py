"""What all figures share: the colors, axes to draw on, ticks at whole numbers."""

import re
from collections.abc import Iterable

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mmlib.checks import instance, one_of

#: Blue of Okabe and Ito's palette, which color-blind readers can tell apart. It is the
#: default of points and curves.
BLUE = "#0072B2"

#: Orange of this palette.
ORANGE = "#E69F00"

#: Green of this palette: in a `strategy_tree`, the second guess itself.
GREEN = "#009E73"

#: Red of this palette: in a `landscape`, the codes that fit.
RED = "#D55E00"

#: Purple of this palette.
PURPLE = "#CC79A7"

#: Sky blue of this palette: the default of a `landscape`.
SKY = "#56B4E9"

#: Yellow of this palette.
YELLOW = "#F0E442"

#: The colors of several series, in their order.
SERIES = (BLUE, ORANGE, GREEN, PURPLE, RED, SKY)

#: Black, which is kept for what the sources printed.
PUBLISHED = "#111111"

#: The colors of players by their names in the registry, the same in every figure. The
#: last ones are Paul Tol's. Others take the colors of `SERIES`.
PLAYERS = {
    "entropic": BLUE,
    "le_adoga": ORANGE,
    "nhea": GREEN,
    "evo": RED,
    "berghman": PURPLE,
    "merelo": SKY,
    "random_consistent": "#808080",
    "depth_first": "#332288",
    "gold": "#882255",
    "nine_colors": "#999933",
    "knuth": "#8C564B",
    "far_sighted": "#44AA99",
    "optimal": "#555555",
    "bento": "#117733",
    "kalisker_camens": "#AA4499",
    "evo_rank": "#DDCC77",
}

#: What figures call a player whose name in the registry is another.
CALLED = {
    "null model": "random_consistent",
    "any code that fits": "random_consistent",
}


def colors_of(labels: Iterable[str]) -> list[str]:
    """The colors of several series.

    A label that begins with a player's name gets the player's color, such as "Le Adoga,
    as coded". The others get those of `SERIES` that are left, in their order.
    """
    named = [_color_of_player(label) for label in labels]
    left = iter([color for color in SERIES if color not in named] + list(SERIES))
    return [color or next(left) for color in named]


def _color_of_player(label: str) -> str:
    """The color of the player that a label names, or nothing."""
    words = re.findall(r"\w+", CALLED.get(label, label).lower().replace("_", " "))
    found = [
        name for name in PLAYERS if words[: name.count("_") + 1] == name.split("_")
    ]
    return PLAYERS[max(found, key=len)] if found else ""


def whole_ticks(ax: Axes, axis: str = "x") -> Axes:
    """Let an axis show whole numbers only: "x" or "y"; returns the axes."""
    instance(ax, Axes, "ax", "what plt.subplots() makes")
    one_of(axis, "axis", ("x", "y"))
    ticks = ax.xaxis if axis == "x" else ax.yaxis
    ticks.set_major_locator(MaxNLocator(nbins=6, integer=True))
    return ax


def axes_or_new(ax: Axes | None) -> Axes:
    """The axes to draw on: those that were given, or a new figure's."""
    if ax is None:
        return plt.subplots()[1]
    return instance(ax, Axes, "ax", "what plt.subplots() makes")
