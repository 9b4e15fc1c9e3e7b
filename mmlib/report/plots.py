"""Figures from arrays and data frames, in one style and one palette.

These are the plots that several notebooks draw. All are called alike: first what is
drawn, then by names how; `ax` says where, and without it a figure is made. They return
the axes drawn on, and ``axes.figure`` is the figure.
"""

from collections.abc import Callable, Sized
from typing import Protocol, runtime_checkable

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mmlib.checks import (
    asked,
    instance,
    listed,
    numbers_of,
)
from mmlib.game.codes import all_codes, as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import answer_in_words
from mmlib.genetic.fitness import distance
from mmlib.genetic.whole_board import Run
from mmlib.report import stats
from mmlib.report.ecdf import ecdf
from mmlib.report.former_names import called_as_before, renamed
from mmlib.report.histogram import guesses_histogram
from mmlib.report.lettering import in_legend, literal
from mmlib.report.palette import (
    BLUE,
    GREEN,
    ORANGE,
    PLAYERS,
    PUBLISHED,
    PURPLE,
    RED,
    SERIES,
    SKY,
    YELLOW,
    axes_or_new,
    whole_ticks,
)
from mmlib.report.printed_and_measured import printed_and_measured
from mmlib.report.theme import follow_theme
from mmlib.report.trade_off import trade_off

__all__ = [
    "BLUE",
    "GREEN",
    "ORANGE",
    "PLAYERS",
    "PUBLISHED",
    "PURPLE",
    "RED",
    "SERIES",
    "SKY",
    "YELLOW",
    "convergence",
    "ecdf",
    "guesses_histogram",
    "landscape",
    "mean_curve",
    "mean_points",
    "printed_and_measured",
    "strategy_tree",
    "trade_off",
    "use_style",
    "whole_ticks",
]


def __dir__() -> list[str]:
    return __all__


def use_style() -> None:
    """Set matplotlib's defaults for every figure of the project.

    In JupyterLab all pictures of the page follow its theme from then on: in a dark one,
    light and dark change places.

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
    follow_theme()


@called_as_before()
def mean_points(
    labels: list[str],
    samples: list,
    *,
    published: list | None = None,
    color: str = BLUE,
    label: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw means as points with 95 % intervals, and printed means as black diamonds.

    Each mean has a line, the first on top. `labels` name the lines, list of str (n,),
    and `samples` are the values that each mean is of; `published` are printed means,
    nan or None where there is none; `color` and `label` are those of the points. `ax`
    is as for `guesses_histogram`.

    >>> ax = mean_points(["a", "b"], [[4, 5, 6], [5, 5, 6]], published=[4.9, None])
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['a', 'b']
    >>> plt.close(ax.figure)
    """
    labels = listed(labels, "labels", "a list of names")
    instance(label, str, "label", "a text")
    means, _, highest = _intervals(samples, labels, "labels")
    names = [literal(asked("labels", str, one)) for one in labels]
    rows = np.arange(len(labels))
    ax = axes_or_new(ax)
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
        printed = listed(published, "published", "a list of means")
        printed = numbers_of(printed, "published")  # None becomes nan
        if len(printed) != len(means):
            raise ValueError(
                f"published: {len(printed)} means for {len(means)} samples"
            )
        ax.plot(printed, rows, "D", color=PUBLISHED, markersize=5, label="published")
    ax.set_yticks(rows, names)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    return ax


@called_as_before()
def mean_curve(
    x: ArrayLike,
    samples: list,
    *,
    color: str = BLUE,
    label: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw the means of samples over `x` as a line with points and a band of 95 %.

    `x` is array_like of float, shape (n,), one number for each sample. `ax` is as for
    `guesses_histogram`.

    >>> ax = mean_curve([1, 2], [[4, 5, 6], [5, 5, 6]])
    >>> ax.lines[0].get_ydata().round(2).tolist()
    [5.0, 5.33]
    >>> plt.close(ax.figure)
    """
    x = numbers_of(x, "x")
    instance(label, str, "label", "a text")
    means, low, high = _intervals(samples, x, "x")
    ax = axes_or_new(ax)
    ax.fill_between(x, low, high, color=color, alpha=0.2, linewidth=0)
    ax.plot(x, means, "o-", color=color, markersize=4, label=in_legend(label))
    return ax


def _intervals(samples: object, along: Sized, name: str) -> np.ndarray:
    """The samples' means and the ends of their intervals, float64 (3, n).

    Each sample belongs to one of those that it stands along.
    """
    samples = [
        stats.sample_of(sample, "samples")
        for sample in listed(samples, "samples", "a list of samples")
    ]
    if not len(along) == len(samples) > 0:
        raise ValueError(f"{name}: {len(along)} for {len(samples)} samples")
    return np.array([stats.mean_interval(sample) for sample in samples]).T


@called_as_before(fitness="data")
def landscape(
    data: History | ArrayLike,
    fits: ArrayLike | None = None,
    *,
    by: Callable = distance,
    color: str = SKY,
    ax: Axes | None = None,
) -> Axes:
    """Draw a fitness landscape in profile: the fitness of codes, the fittest first.

    The codes that fit, which agree with every answer, are red marks. Raises TypeError
    or ValueError if an argument is malformed, or a board has more codes than can be
    listed.

    Parameters
    ----------
    data : History, or array_like of float, shape (n,)
        The guesses and answers after which all codes of the board are drawn, with a
        title and a legend; or the fitness of some codes.
    fits : array_like of bool, shape (n,)
        Whether each code fits. A history tells that itself.
    by : callable
        What gives codes their fitness after a history: called with codes, guesses and
        answers as those of `mmlib.fitness` are, it returns a number a code.
    color : str
        The color of the profile.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "3340"], [(1, 1), (0, 2)])
    >>> ax = mm.plots.landscape(history, by=mm.fitness.gold)
    >>> ax.get_xlabel()
    '1,296 codes, the fittest first'
    >>> plt.close(ax.figure)
    """
    if not isinstance(data, History):
        fitness = numbers_of(data, "data")
        if fits is None:
            raise TypeError("data: fits has to tell which of these codes fit")
        return _profile(fitness, numbers_of(fits, "fits") != 0, color, axes_or_new(ax))
    if fits is not None:
        raise TypeError("fits: a history tells itself which codes fit")
    codes = all_codes(data.rules)
    past = data.guesses, data.feedbacks
    fitness = numbers_of(asked("by", by, codes, *past), "by")
    fitting = distance(codes, *past, scoring=data.scoring) == 0
    ax = _profile(fitness, fitting, color, axes_or_new(ax))
    name = literal(getattr(by, "__name__", "a function"))
    guesses = "guess" if len(data) == 1 else "guesses"
    ax.set_title(f"Fitness by {name} after {len(data)} {guesses}")
    ax.legend(loc="upper right")  # "best" is slow with many codes
    return ax


def _profile(fitness: np.ndarray, fits: np.ndarray, color: str, ax: Axes) -> Axes:
    """Draw the fitness of codes, and marks at those that fit."""
    if not len(fitness) == len(fits) > 0:
        raise ValueError(f"fits: {len(fits)} for {len(fitness)} codes")
    order = np.argsort(-fitness, kind="stable")
    ranked = fitness[order]
    places = np.arange(len(order))
    ax.fill_between(places, ranked, ranked[-1], step="mid", color=color)
    fitting = np.flatnonzero(fits[order])
    label = f"{len(fitting):,} fit every answer"
    ax.plot(fitting, ranked[fitting], "|", color=RED, markersize=9, label=label)
    ax.set(xlabel=f"{len(order):,} codes, the fittest first", ylabel="fitness")
    return ax


def landscape_of(
    history: History, fitness: Callable = distance, *, ax: Axes | None = None
) -> Axes:
    """Draw a `landscape` after a history. Call that instead."""
    renamed(
        "mm.plots.landscape_of(history, fitness)",
        "mm.plots.landscape(history, by=fitness)",
    )
    return landscape(history, by=fitness, ax=ax)


@called_as_before()
def convergence(
    searches: object, *, color: str = BLUE, label: str = "", ax: Axes | None = None
) -> Axes:
    """Draw best and mean fitness by generation, of one search or the mean of several.

    Generation 0 is what a search began with; one that ends early stays as it was.
    Raises TypeError or ValueError if an argument is malformed, or no search has
    generations.

    Parameters
    ----------
    searches : Run or Search, or list of them
        What `mmlib.whole_board.run` returned, or ``game.turns[2].search`` of
        ``mm.play(..., story=True)``: one alone is drawn with a title and a legend. A
        turn stands for its search, and ``game.turns`` for those of all turns.
    color, label : str
        The color of the lines, and their name in a legend.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> ax = mm.plots.convergence(mm.whole_board.run("0314", seed=1))
    >>> float(ax.lines[0].get_ydata()[-1])
    40.0
    >>> plt.close(ax.figure)
    """
    instance(label, str, "label", "a text")
    searches = getattr(searches, "search", searches)  # of a turn
    alone = isinstance(searches, Run) or hasattr(searches, "best")
    what = "a Run, a Search, or a list of them"
    several = [searches] if alone else listed(searches, "searches", what)
    several = [getattr(one, "search", one) for one in several]
    bred = [(best, mean) for best, mean in map(_best_and_mean, several) if len(best)]
    if not bred:
        raise ValueError(
            "searches: none has the fitness of its generations; play with story=True, "
            "where a player of your own leaves mm.Search(best=, mean=) behind"
        )
    ax = axes_or_new(ax)
    last = max(len(best) for best, _ in bred) - 1
    for name, style, curves in zip(
        ("best", "mean"), ("-", "--"), zip(*bred, strict=True), strict=True
    ):
        whole = [np.pad(one, (0, last + 1 - len(one)), mode="edge") for one in curves]
        name_shown = in_legend(f"{label} {name}".strip())
        # a point where there is one generation, which no line shows
        marker = "" if last else "o"
        drawn = np.mean(whole, axis=0)
        ax.plot(drawn, style, marker=marker, color=color, label=name_shown)
    ax.set(xlabel="generation", ylabel="fitness")
    if alone:
        generations = "generation" if last == 1 else "generations"
        best = max(bred[0][0])
        ax.set_title(f"Best fitness {best:g} after {last} {generations}")
        ax.legend()
    return whole_ticks(ax)


def _best_and_mean(search: object) -> tuple[Sized, Sized]:
    """Best and mean fitness of each generation of a search; empty where it has none."""
    if isinstance(search, Run):
        return search.fitness, search.mean_fitness
    return getattr(search, "best", ()), getattr(search, "mean", ())


def convergence_of(run: object, *, ax: Axes | None = None) -> Axes:
    """Draw the `convergence` of one run. Call that instead."""
    renamed("mm.plots.convergence_of(run)", "mm.plots.convergence(run)")
    return convergence(run, ax=ax)


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


def strategy_tree(
    tree: Tree, title: str | None = None, *, ax: Axes | None = None
) -> Axes:
    """Draw a strategy's first two guesses.

    Each answer to the first guess has a bar, parted by the answers to the second.
    Beside a bar stand its number of codes and their mean of guesses; a green part is
    the second guess itself.

    Parameters
    ----------
    tree, title : StrategyTree, and str, optional
        What `mmlib.strategy_tree` returned; by default the title is the player, its
        first guess and its mean.
    ax : Axes, optional
        Where to draw; by default a figure of its own, as high as the bars need.

    Returns
    -------
    Axes, those drawn on

    Examples
    --------
    >>> ax = strategy_tree(mm.strategy_tree("knuth", mm.Rules(3, 4)))
    >>> ax.get_xlabel()
    'codes that are possible after the first answer, parted by the second'
    >>> plt.close(ax.figure)
    """
    instance(tree, Tree, "tree", "what mmlib.strategy_tree returns")
    instance(title, str | None, "title", "a text")
    codes = all_codes(tree.rules)
    second = np.flatnonzero(tree.parent == 0)
    branch = np.zeros(len(tree), np.int64)  # of each node, the second guess above it
    for node in range(1, len(tree)):
        branch[node] = node if tree.parent[node] == 0 else branch[tree.parent[node]]
    spent = np.bincount(branch[tree.solves], tree.depth[tree.solves], len(tree))

    if ax is None:
        size = (8, 1 + 0.3 * max(3, len(second)))
        _, ax = plt.subplots(figsize=size, layout="constrained")
    ax = axes_or_new(ax)
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
        ax.text(tree.size[node], row, text, va="center", fontsize=9)
    answers = [answer_in_words(int(tree.answer[node]), tree.rules) for node in second]
    labels = [
        f"{answer}: {as_text(codes[tree.guess[node]])}"
        for answer, node in zip(answers, second, strict=True)
    ]
    ax.set_yticks(range(len(second)), labels, fontsize=9, family="monospace")
    ax.set(
        xlabel="codes that are possible after the first answer, parted by the second"
    )
    ax.set(xlim=(0, 1.15 * tree.size[second].max(initial=1)), ylim=(len(second), -1))
    ax.grid(visible=False, axis="y")
    if title is None:
        first = as_text(codes[tree.guess[0]])
        mean = f"{tree.total}/{tree.rules.n_codes} = {float(tree.mean):.4f}"
        title = f"{tree.player}: first {first}, mean {mean}"
    ax.set_title(literal(title))
    return ax
