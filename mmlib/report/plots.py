"""Figures from arrays and data frames, in one style and one palette.

These are the plots that several notebooks draw.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Protocol, runtime_checkable

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from mmlib.checks import (
    asked,
    instance,
    listed,
    numbers_of,
    one_of,
    shown,
    with_columns,
)
from mmlib.game.codes import all_codes, as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import answer_in_words
from mmlib.genetic.fitness import distance
from mmlib.genetic.whole_board import Run
from mmlib.report import stats
from mmlib.report.lettering import in_legend, literal

__all__ = [
    "BLUE",
    "GREEN",
    "ORANGE",
    "PUBLISHED",
    "PURPLE",
    "RED",
    "SERIES",
    "SKY",
    "YELLOW",
    "convergence",
    "convergence_of",
    "guesses_histogram",
    "landscape",
    "landscape_of",
    "mean_curve",
    "mean_points",
    "strategy_tree",
    "use_style",
    "whole_ticks",
]


def __dir__() -> list[str]:
    return __all__


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


def use_style() -> None:
    """Set matplotlib's defaults for every figure of the project.

    Examples
    --------
    >>> use_style()
    >>> plt.rcParams["axes.titlelocation"]
    'left'
    """
    plt.rc("axes", titlelocation="left", titlesize=12, titleweight="bold")
    plt.rc("axes", grid=True, axisbelow=True, prop_cycle=plt.cycler(color=SERIES))
    plt.rc("axes.spines", right=False, top=False)
    plt.rc("figure", figsize=(8, 4), dpi=90, titleweight="bold")
    plt.rc("figure.constrained_layout", use=True)
    plt.rc("font", family="DejaVu Sans", size=10)
    plt.rc("grid", alpha=0.25)
    plt.rc("legend", frameon=False)
    plt.rc("svg", hashsalt="mmlib")


def whole_ticks(ax: Axes, axis: str = "x") -> None:
    """Let an axis show whole numbers only: "x" or "y"."""
    instance(ax, Axes, "ax", "what plt.subplots() makes")
    getattr(ax, f"{one_of(axis, 'axis', ('x', 'y'))}axis").set_major_locator(
        MaxNLocator(nbins=6, integer=True)
    )


def guesses_histogram(
    games: object,
    *,
    published: object = None,
    title: str = "",
    published_label: str = "published",
    ax: Axes | None = None,
) -> Axes:
    """Draw how many guesses games took.

    Each number of guesses has a bar with its 95 % interval; the printed counts are
    points. Raises TypeError or ValueError if a series is no sample of whole numbers,
    there are no series or more than six, or `published` holds more than one histogram.

    Parameters
    ----------
    games : DataFrame, array_like of int, or dict of them
        Games as `play_many` returns them, or their numbers of guesses; up to six series
        by their names.
    published : DataFrame, optional
        Printed counts: columns ``guesses`` and ``games``, or ``games_low`` and
        ``games_high`` where the source leaves them open.
    title, published_label : str
        What the figure shows; name of the printed series.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> ax = guesses_histogram({"ours": [3, 4, 4, 5]}, title="Four games")
    >>> len(ax.patches)
    3
    >>> plt.close(ax.figure)
    """
    instance(title, str, "title", "a text")
    instance(published_label, str, "published_label", "a text")
    series = games if isinstance(games, dict) else {"measured": games}
    if not 0 < len(series) <= len(SERIES):
        raise ValueError(
            f"games: {len(series)} series; 1 to {len(SERIES)} can be shown"
        )
    samples = {label: _guesses(one) for label, one in series.items()}
    low = min(sample.min() for sample in samples.values())
    high = max(sample.max() for sample in samples.values())
    if published is not None:
        with_columns(published, "published", ("guesses",))
        twice = published.guesses[published.guesses.duplicated()]
        if len(twice):
            count = f"{twice.iloc[0]:.0f} guesses"
            raise ValueError(
                f"published: {count} stand twice; "
                "choose one size, as in bars[bars.pegs == 4]"
            )
        low, high = (
            min(low, published.guesses.min()),
            max(high, published.guesses.max()),
        )
    ax = _axes(ax)
    numbers = np.arange(low, high + 1)
    width = 0.8 / len(samples)
    for i, ((label, sample), color) in enumerate(
        zip(samples.items(), SERIES, strict=False)
    ):
        counts = np.bincount(sample, minlength=high + 1)[low:]
        shares, lowest, highest = np.array(
            [stats.share_interval(count, len(sample)) for count in counts]
        ).T
        ax.bar(
            numbers + (i - (len(samples) - 1) / 2) * width,
            100 * shares,
            width,
            yerr=100 * np.clip([shares - lowest, highest - shares], 0, None),
            color=color,
            alpha=0.75,
            error_kw={
                "elinewidth": 1,
                "capsize": 2 if width > 0.3 else 0,
                "ecolor": "#444444",
            },
            label=in_legend(f"{label} ({len(sample):,} games)"),
        )
    if published is not None:
        _published_shares(ax, published, published_label)
    ax.set(
        xlabel="guesses in a game, the winning one counted", ylabel="share of games (%)"
    )
    ax.set_title(literal(title))
    whole_ticks(ax)
    ax.legend()
    return ax


def _axes(ax: Axes | None) -> Axes:
    """The axes to draw on: those that were given, or a new figure's."""
    return (
        plt.subplots()[1]
        if ax is None
        else instance(ax, Axes, "ax", "what plt.subplots() makes")
    )


def _published_shares(ax: Axes, counts: pd.DataFrame, label: str) -> None:
    """Draw printed counts as diamonds.

    Where the source leaves a count open, a line goes from its lowest to its highest.
    """
    low = counts["games_low" if "games_low" in counts else "games"].to_numpy(float)
    high = counts["games_high" if "games_high" in counts else "games"].to_numpy(float)
    total = (low.sum() + high.sum()) / 2
    count = f"{total:,.0f}" if (low == high).all() else f"about {round(total, -1):,.0f}"
    style = {
        "fmt": "D",
        "color": PUBLISHED,
        "markersize": 5,
        "label": in_legend(f"{label} ({count} games)"),
    }
    ax.errorbar(
        counts.guesses,
        100 * (low + high) / 2 / total,
        yerr=100 * (high - low) / 2 / total,
        **style,
    )


def _guesses(one: object) -> np.ndarray:
    """Numbers of guesses of one series, given as games or as such."""
    try:
        sample = np.asarray(getattr(one, "guesses", one))
    except ValueError:  # ragged
        sample = np.empty(0, object)
    if (
        sample.ndim != 1
        or sample.dtype.kind not in "iu"
        or not len(sample)
        or sample.min() < 0
    ):
        told = (
            "is neither a table that play_many returns nor a list of numbers of "
            "guesses; give several series by name"
        )
        raise TypeError(
            f"games: {type(one).__name__} {told}, "
            "as {'mine': games, 'theirs': others}"
        )
    return sample


def mean_points(
    ax: Axes,
    labels: list[str],
    samples: list,
    *,
    published: list | None = None,
    color: str = BLUE,
    label: str = "",
) -> None:
    """Draw means as points with 95 % intervals, and printed means as black diamonds.

    Each mean has a line, the first on top. `labels` name the lines, list of str (n,),
    and `samples` are the values that each mean is of; `published` are printed means,
    nan or None where there is none; `color` and `label` are those of the points.

    >>> ax = Figure().subplots()
    >>> mean_points(ax, ["a", "b"], [[4, 5, 6], [5, 5, 6]], published=[4.9, None])
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['a', 'b']
    """
    instance(ax, Axes, "ax", "what plt.subplots() makes")
    labels, label = (
        listed(labels, "labels", "a list of names"),
        instance(label, str, "label", "a text"),
    )
    samples = [
        stats.sample_of(sample, "samples")
        for sample in listed(samples, "samples", "a list of samples")
    ]
    if not len(labels) == len(samples) > 0:
        raise ValueError(f"labels: {len(labels)} for {len(samples)} samples")
    means, _, highest = np.array([stats.mean_interval(sample) for sample in samples]).T
    rows = np.arange(len(labels))
    ax.errorbar(
        means,
        rows,
        xerr=highest - means,
        fmt="o",
        color=color,
        capsize=3,
        label=in_legend(label),
    )
    if published is not None:
        # None becomes nan
        printed = numbers_of(
            listed(published, "published", "a list of means"), "published"
        )
        if len(printed) != len(samples):
            raise ValueError(
                f"published: {len(printed)} means for {len(samples)} samples"
            )
        ax.plot(printed, rows, "D", color=PUBLISHED, markersize=5, label="published")
    ax.set_yticks(rows, [literal(asked("labels", str, one)) for one in labels])
    ax.set_ylim(len(labels) - 0.5, -0.5)


def mean_curve(
    ax: Axes, x: ArrayLike, samples: list, *, color: str = BLUE, label: str = ""
) -> None:
    """Draw the means of samples over `x` as a line with points and a band of 95 %.

    `x` is array_like of float, shape (n,), one number for each sample.

    >>> ax = Figure().subplots()
    >>> mean_curve(ax, [1, 2], [[4, 5, 6], [5, 5, 6]])
    >>> ax.lines[0].get_ydata().round(2).tolist()
    [5.0, 5.33]
    """
    instance(ax, Axes, "ax", "what plt.subplots() makes")
    x, label = numbers_of(x, "x"), instance(label, str, "label", "a text")
    samples = [
        stats.sample_of(sample, "samples")
        for sample in listed(samples, "samples", "a list of samples")
    ]
    if not len(x) == len(samples) > 0:
        raise ValueError(f"x: {len(x)} for {len(samples)} samples")
    means, low, high = np.array([stats.mean_interval(sample) for sample in samples]).T
    ax.fill_between(x, low, high, color=color, alpha=0.2, linewidth=0)
    ax.plot(x, means, "o-", color=color, markersize=4, label=in_legend(label))


def landscape(
    ax: Axes, fitness: ArrayLike, fits: ArrayLike, *, color: str = SKY
) -> None:
    """Draw a fitness landscape in profile: the fitness of codes, the fittest first.

    The codes that fit are red marks. `fitness` and `fits`, whether a code agrees with
    every answer, are array_like of float and of bool, shape (n,).

    >>> ax = Figure().subplots()
    >>> landscape(ax, [-2, 0, -1], [False, True, False])
    >>> ax.lines[0].get_xydata().tolist()
    [[0.0, 0.0]]
    """
    instance(ax, Axes, "ax", "what plt.subplots() makes")
    fitness, fits = numbers_of(fitness, "fitness"), numbers_of(fits, "fits") != 0
    if not len(fitness) == len(fits) > 0:
        raise ValueError(f"fits: {len(fits)} for {len(fitness)} codes")
    order = np.argsort(-fitness, kind="stable")
    fitness, fitting = fitness[order], np.flatnonzero(fits[order])
    ax.fill_between(
        np.arange(len(order)), fitness, fitness[-1], step="mid", color=color
    )
    ax.plot(
        fitting,
        fitness[fitting],
        "|",
        color=RED,
        markersize=9,
        label=f"{len(fitting):,} fit every answer",
    )
    ax.set(xlabel=f"{len(order):,} codes, the fittest first", ylabel="fitness")


def landscape_of(
    history: History, fitness: Callable = distance, *, ax: Axes | None = None
) -> Axes:
    """Draw the fitness landscape after any guesses and answers.

    It is the `landscape` of all codes of the board. Raises TypeError if an argument is
    malformed, ValueError if the board has more codes than can be listed.

    Parameters
    ----------
    history : History
        The guesses and answers.
    fitness : callable
        Called with codes, guesses and answers as those of `mmlib.fitness` are, and
        returns a number a code.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "3340"], [(1, 1), (0, 2)])
    >>> ax = mm.plots.landscape_of(history, mm.fitness.gold)
    >>> ax.get_xlabel()
    '1,296 codes, the fittest first'
    >>> plt.close(ax.figure)
    """
    codes = all_codes(instance(history, History, "history", "mmlib.History").rules)
    past = history.guesses, history.feedbacks
    values = numbers_of(asked("fitness", fitness, codes, *past), "fitness")
    ax = _axes(ax)
    landscape(ax, values, distance(codes, *past, scoring=history.scoring) == 0)
    name = literal(getattr(fitness, "__name__", "a function"))
    ax.set_title(
        f"Fitness by {name} after {len(history)} guess{'es' * (len(history) != 1)}"
    )
    ax.legend()
    return ax


def convergence_of(run: object, *, ax: Axes | None = None) -> Axes:
    """Draw the `convergence` of one run.

    It is of a whole board, or of a turn's search in a game played with its story.

    Parameters
    ----------
    run : Run or Search
        What `mmlib.whole_board.run` returned, or ``game.turns[2].search`` of
        ``mm.play(..., story=True)``. A ValueError is raised if it is neither, or has no
        generations.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> ax = mm.plots.convergence_of(mm.whole_board.run("0314", seed=1))
    >>> float(ax.lines[0].get_ydata()[-1])
    40.0
    >>> plt.close(ax.figure)
    """
    if isinstance(run, Run):
        run = SimpleNamespace(best=run.fitness, mean=run.mean_fitness)
    if not len(getattr(run, "best", ())):
        raise ValueError(
            f"run: {shown(run)} has no generations; "
            "a search has them in a game played with story=True"
        )
    ax = _axes(ax)
    convergence(ax, [run])
    bred = len(run.best) - 1
    ax.set_title(
        f"Best fitness {run.best.max():g} after {bred} generation{'s' * (bred != 1)}"
    )
    ax.legend()
    return ax


def convergence(
    ax: Axes, searches: list, *, color: str = BLUE, label: str = ""
) -> None:
    """Draw best and mean fitness by generation, of one search or the mean of several.

    Generation 0 is what a search began with. `searches` are what players leave in
    `search` in a game played with its story; one that ends early stays as it was.

    >>> game = mm.play("gold", "0314", mm.Rules(4, 6), story=True, seed=1)
    >>> ax = Figure().subplots()
    >>> convergence(ax, [game.turns[1].search])
    >>> len(ax.lines[0].get_xdata()) == game.turns[1].search.generations + 1
    True
    """
    instance(ax, Axes, "ax", "what plt.subplots() makes")
    instance(label, str, "label", "a text")
    searches = listed(searches, "searches", "a list of Search")
    bred = [search for search in searches if len(getattr(search, "best", ()))]
    if not bred:
        raise ValueError(
            "searches: none has the fitness of its generations; play with story=True"
        )
    last = max(len(search.best) for search in bred)
    for name, style in (("best", "-"), ("mean", "--")):
        curves = [
            np.pad(getattr(one, name), (0, last - len(one.best)), mode="edge")
            for one in bred
        ]
        ax.plot(
            np.mean(curves, axis=0),
            style,
            color=color,
            label=in_legend(f"{label} {name}".strip()),
        )
    ax.set(xlabel="generation", ylabel="fitness")
    whole_ticks(ax)


@runtime_checkable
class Tree(Protocol):
    """What is drawn of a strategy: the columns of `mmlib.StrategyTree`."""

    player: str
    rules: Rules
    guess: np.ndarray
    parent: np.ndarray
    answer: np.ndarray
    size: np.ndarray
    mean: float


def strategy_tree(tree: Tree, title: str | None = None) -> Figure:
    """Draw a strategy's first two guesses.

    Each answer to the first guess has a bar, parted by the answers to the second.
    Beside a bar stand its number of codes and their mean of guesses; a green part is
    the second guess itself.

    Parameters
    ----------
    tree, title : StrategyTree, and str, optional
        What `mmlib.strategy_tree` returned; by default the title is the player, its
        first guess and its mean.

    Returns
    -------
    Figure

    Examples
    --------
    >>> figure = strategy_tree(mm.strategy_tree("knuth", mm.Rules(3, 4)))
    >>> figure.axes[0].get_xlabel()
    'codes that are possible after the first answer, parted by the second'
    >>> plt.close(figure)
    """
    instance(tree, Tree, "tree", "what mmlib.strategy_tree returns")
    instance(title, str | None, "title", "a text")
    codes = all_codes(tree.rules)
    second = np.flatnonzero(tree.parent == 0)
    branch = np.zeros(len(tree), np.int64)  # of each node, the second guess above it
    for node in range(1, len(tree)):
        branch[node] = node if tree.parent[node] == 0 else branch[tree.parent[node]]
    spent = np.bincount(branch[tree.solves], tree.depth[tree.solves], len(tree))

    figure, ax = plt.subplots(
        figsize=(8, 1 + 0.3 * max(3, len(second))), layout="constrained"
    )
    for row, node in enumerate(second):
        parts = np.sort(tree.size[tree.parent == node])[::-1].tolist()
        edges = np.cumsum([0, *parts])
        ax.barh(
            row,
            parts,
            left=edges[:-1],
            color=BLUE,
            alpha=0.75,
            edgecolor="white",
            linewidth=0.5,
        )
        if tree.solves[node]:
            ax.barh(row, 1, left=edges[-1], color=GREEN)
        text = f"  {tree.size[node]}: {spent[node] / tree.size[node]:.2f}"
        ax.text(tree.size[node], row, text, va="center", fontsize=8)
    answers = [answer_in_words(int(tree.answer[node]), tree.rules) for node in second]
    labels = [
        f"{answer}: {as_text(codes[tree.guess[node]])}"
        for answer, node in zip(answers, second, strict=True)
    ]
    ax.set_yticks(range(len(second)), labels, fontsize=8, family="monospace")
    ax.set(
        xlabel="codes that are possible after the first answer, parted by the second"
    )
    ax.set(xlim=(0, 1.15 * tree.size[second].max(initial=1)), ylim=(len(second), -1))
    ax.grid(visible=False, axis="y")
    first = as_text(codes[tree.guess[0]])
    mean = f"{tree.total}/{tree.rules.n_codes} = {float(tree.mean):.4f}"
    ax.set_title(
        literal(
            f"{tree.player}: first {first}, mean {mean}" if title is None else title
        )
    )
    return figure
