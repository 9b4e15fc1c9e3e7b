"""Figures from arrays and data frames: one style, a palette for color-blind readers, and the plots used twice."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from mmlib.checks import whole_number, with_columns
from mmlib.game.codes import all_codes, as_text
from mmlib.reason.trees import StrategyTree, answer_in_words
from mmlib.report import stats

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


def guesses_histogram(
    games: object,
    *,
    published: object = None,
    title: str = "",
    published_label: str = "published",
    ax: Axes | None = None,
) -> Axes:
    """Draw how many guesses games took: a bar for each number, with 95 % intervals, and the printed counts as points.

    Parameters
    ----------
    games : DataFrame, array_like of int, or dict of them
        Games as `play_many` returns them, or their numbers of guesses; up to six series by their names.
    published : DataFrame, optional
        Printed counts: columns ``guesses`` and ``games``, or ``games_low`` and ``games_high`` where the source leaves
        them open.
    title : str, optional
        What the figure shows.
    published_label : str, default "published"
        Name of the printed series.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        If a series is no sample of whole numbers, there are no series or more than six, or `published` holds more than
        one histogram.

    Examples
    --------
    >>> ax = guesses_histogram({"ours": [3, 4, 4, 5]}, title="Four games")
    >>> len(ax.patches)
    3
    >>> plt.close(ax.figure)
    """
    series = games if isinstance(games, dict) else {"measured": games}
    if not 0 < len(series) <= len(SERIES):
        raise ValueError(f"games: {len(series)} series; 1 to {len(SERIES)} can be told apart")
    samples = {label: _guesses(one) for label, one in series.items()}
    low = min(sample.min() for sample in samples.values())
    high = max(sample.max() for sample in samples.values())
    if published is not None:
        if published.guesses.duplicated().any():
            twice = int(published.guesses[published.guesses.duplicated()].iloc[0])
            raise ValueError(f"published: {twice} guesses stand twice; choose one board, as in bars[bars.pegs == 4]")
        low, high = min(low, published.guesses.min()), max(high, published.guesses.max())
    if ax is None:
        _, ax = plt.subplots()
    numbers = np.arange(low, high + 1)
    width = 0.8 / len(samples)
    for i, ((label, sample), color) in enumerate(zip(samples.items(), SERIES, strict=False)):
        counts = np.bincount(sample, minlength=high + 1)[low:]
        intervals = [stats.share_interval(int(count), len(sample)) for count in counts]
        shares = np.array([interval.estimate for interval in intervals])
        errors = [[i.estimate - i.low for i in intervals], [i.high - i.estimate for i in intervals]]
        ax.bar(
            numbers + (i - (len(samples) - 1) / 2) * width,
            100 * shares,
            width,
            yerr=100 * np.clip(errors, 0, None),
            color=color,
            alpha=0.75,
            error_kw={"elinewidth": 1, "capsize": 2 if width > 0.3 else 0, "ecolor": "#444444"},
            label=f"{label} ({len(sample):,} games)",
        )
    if published is not None:
        spread = published if "games_low" in published else published.assign(games_low=published.games)
        bottom = spread.games_low.to_numpy(float)
        top = spread["games_high" if "games_high" in spread else "games"].to_numpy(float)
        total = (bottom.sum() + top.sum()) / 2
        middle = 100 * (bottom + top) / 2 / total
        count = f"{total:,.0f}" if (bottom == top).all() else f"about {round(total, -1):,.0f}"
        ax.errorbar(
            published.guesses,
            middle,
            yerr=100 * (top - bottom) / 2 / total,
            fmt="D",
            color=PUBLISHED,
            markersize=5,
            label=f"{published_label} ({count} games)",
        )
    ax.set(xlabel="guesses in a game, the winning one counted", ylabel="share of games (%)", title=title)
    whole_ticks(ax)
    ax.legend()
    return ax


def mean_points(
    ax: Axes, labels: list[str], samples: list, *, published: list | None = None, color: str = BLUE, label: str = ""
) -> None:
    """Draw means as points with 95 % intervals, one a line, first on top, and printed means as black diamonds.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    labels : list of str, length n
        Name of each line.
    samples : list of array_like of float, length n
        The values that each mean is of.
    published : list of float, length n, optional
        Printed means; nan or None where there is none.
    color : str
        Of the points.
    label : str, optional
        Name of the series.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> mean_points(ax, ["a", "b"], [[4, 5, 6], [5, 5, 6]], published=[4.9, None])
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['a', 'b']
    >>> plt.close(figure)
    """
    intervals = [stats.mean_interval(sample) for sample in samples]
    means = np.array([interval.estimate for interval in intervals])
    places = np.arange(len(labels))
    ax.errorbar(
        means, places, xerr=[interval.high - interval.estimate for interval in intervals], fmt="o", color=color,
        capsize=3, label=label,
    )  # fmt: skip
    if published is not None:
        printed = np.array([np.nan if value is None else value for value in published], dtype=float)
        ax.plot(printed, places, "D", color=PUBLISHED, markersize=5, label="published")
    ax.set_yticks(places, labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)


def sweep_means(
    ax: Axes,
    settings: list,
    series: dict[str, list],
    *,
    published: np.ndarray | None = None,
    published_games: int | None = None,
) -> None:
    """Draw the mean guesses under each setting, with 95 % intervals, beside the printed means.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    settings : list
        Names of the settings, in order, evenly spaced.
    series : dict of list of array_like of float
        By its name, each series' sample under each setting; up to six.
    published : array_like of float, optional
        Printed means, drawn as black diamonds; nan where there is none.
    published_games : int, optional
        Games behind a printed mean: a gray band shows where 95 % of the means of so many games fall if no setting makes
        a difference, by the mean and scatter of the first series.

    Raises
    ------
    TypeError, ValueError
        If a series does not hold a sample for each setting, there are more than six, or an argument is malformed.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> sweep_means(ax, [0, 1], {"ours": [[4, 5], [5, 6]]}, published=[4.4, 5.6], published_games=100)
    >>> ax.lines[-1].get_ydata().tolist()
    [4.4, 5.6]
    >>> plt.close(figure)
    """
    if not 0 < len(series) <= len(SERIES):
        raise ValueError(f"series: {len(series)} of them; 1 to {len(SERIES)} can be told apart")
    for name, samples in series.items():
        if len(samples) != len(settings):
            raise ValueError(f"series: {name} has {len(samples)} samples for {len(settings)} settings")
    if published is not None and len(published) != len(settings):
        raise ValueError(f"published: {len(published)} means for {len(settings)} settings")
    places = np.arange(len(settings))
    if published_games is not None:
        published_games = whole_number(published_games, "published_games", 1, 2**53)
        everything = np.concatenate([np.asarray(sample, float) for sample in next(iter(series.values()))])
        half = 1.96 * everything.std() / np.sqrt(published_games)
        ax.axhspan(
            everything.mean() - half, everything.mean() + half, color="#999999", alpha=0.25, linewidth=0,
            label=f"95 % of means of {published_games:,} games, if no setting matters",
        )  # fmt: skip
    for i, ((name, samples), color) in enumerate(zip(series.items(), SERIES, strict=False)):
        intervals = [stats.mean_interval(sample) for sample in samples]
        means = [interval.estimate for interval in intervals]
        halves = [interval.high - interval.estimate for interval in intervals]
        shift = min(0.22, 0.7 / len(series)) * (i - (len(series) - 1) / 2)
        ax.errorbar(places + shift, means, yerr=halves, fmt="o", markersize=4, color=color, capsize=2, label=name)
    if published is not None:
        ax.plot(places, published, "D", color=PUBLISHED, markersize=5, label="published")
    ax.set_xticks(places, [str(setting) for setting in settings])
    ax.set_ylabel("mean guesses")


def codes_left(ax: Axes, turns: object, *, color: str = BLUE, label: str = "", most_turns: int = 20) -> None:
    """Draw how many codes are still possible after each turn: median and quantiles over games, on a log scale.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    turns : DataFrame
        What `mmlib.turns` returns: columns ``game``, ``turn``, ``before``, ``after``.
    color : str
        Of the median and the bands.
    label : str, optional
        Name of the series.
    most_turns : int, default 20
        Turns to draw; finished games go on with what was left at their end, of a solved game one code.

    Raises
    ------
    TypeError, ValueError
        If a column is missing, or codes were not counted: in games that were not answered in the standard way.

    Examples
    --------
    >>> import pandas as pd
    >>> told = pd.DataFrame({"game": [0, 0, 1], "turn": [1, 2, 1], "before": [9, 3, 9], "after": [3, 1, 1]})
    >>> figure, ax = plt.subplots()
    >>> codes_left(ax, told)
    >>> ax.get_yscale()
    'log'
    >>> plt.close(figure)
    """
    with_columns(turns, "turns", ("game", "turn", "before", "after"))
    if (turns.after < 0).any():
        raise ValueError(
            "turns: codes were not counted in all of them; only games answered in the standard way can be drawn"
        )
    last = min(most_turns, int(turns.turn.max()))
    left = turns.pivot(index="game", columns="turn", values="after").reindex(columns=range(1, last + 1))
    left = left.ffill(axis=1)
    left.insert(0, 0, turns.before.max())
    quantile_bands(ax, left.to_numpy(float), color=color, label=label)
    ax.set_yscale("log")
    ax.set(xlabel="guesses played", ylabel="codes still possible", ylim=(0.9, None))
    whole_ticks(ax)


def _guesses(one: object) -> np.ndarray:
    """Numbers of guesses of one series, given as games or as such."""
    try:
        sample = np.asarray(getattr(one, "guesses", one))
    except ValueError:  # ragged
        sample = np.empty(0, object)
    if sample.ndim != 1 or sample.dtype.kind not in "iu" or not len(sample) or sample.min() < 0:
        raise TypeError(
            f"games: {type(one).__name__} is neither a table that play_many returns nor a list of numbers of guesses; "
            'give several series by their names, as {"mine": games, "theirs": others}'
        )
    return sample


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


def strategy_tree(tree: StrategyTree, title: str | None = None) -> Figure:
    """Draw a strategy's first two guesses: a bar for each answer to the first, parted by the answers to the second.

    Parameters
    ----------
    tree : StrategyTree
        What `mmlib.strategy_tree` returned.
    title : str, optional
        By default the player, its first guess and its mean.

    Returns
    -------
    Figure
        Beside each bar, the mean number of guesses that its codes take. A green part is the guess ittree.

    Examples
    --------
    >>> figure = strategy_tree(mm.strategy_tree("knuth", mm.Rules(3, 4)))
    >>> figure.axes[0].get_xlabel()
    'codes that are possible after the first answer, parted by the second'
    >>> plt.close(figure)
    """
    codes = all_codes(tree.rules)
    second = np.flatnonzero(tree.parent == 0)
    branch = np.zeros(len(tree), np.int64)
    for node in range(1, len(tree)):
        branch[node] = node if tree.parent[node] == 0 else branch[tree.parent[node]]
    ends = branch[tree.solves]
    found, spent = (np.bincount(ends, weights, len(tree)) for weights in (None, tree.depth[tree.solves]))

    figure, ax = plt.subplots(figsize=(8, 1 + 0.3 * max(3, len(second))), layout="constrained")
    for row, node in enumerate(second):
        parts = np.sort(tree.size[tree.parent == node])[::-1].tolist()
        edges = np.cumsum([0, *parts])
        ax.barh(row, parts, left=edges[:-1], color=BLUE, alpha=0.75, edgecolor="white", linewidth=0.5)
        if tree.solves[node]:
            ax.barh(row, 1, left=edges[-1], color=GREEN)
        told = f"  {tree.size[node]}: {spent[node] / found[node]:.2f}"
        ax.text(tree.size[node], row, told, va="center", fontsize=8)
    answers = [answer_in_words(int(tree.answer[node]), tree.rules) for node in second]
    labels = [f"{told}: {as_text(codes[tree.guess[node]])}" for told, node in zip(answers, second, strict=True)]
    ax.set_yticks(range(len(second)), labels, fontsize=8, family="monospace")
    ax.invert_yaxis()
    ax.set(xlabel="codes that are possible after the first answer, parted by the second", ylim=(len(second), -1))
    ax.set_xlim(0, 1.15 * tree.size[second].max(initial=1))
    ax.grid(visible=False, axis="y")
    first = as_text(codes[tree.guess[0]])
    mean = f"{tree.total}/{tree.rules.n_codes} = {float(tree.mean):.4f}"
    ax.set_title(f"{tree.player}: first {first}, mean {mean}" if title is None else title)
    return figure
