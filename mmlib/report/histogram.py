"""The histogram of guesses: how many games took how many, beside what was printed."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from mmlib.checks import instance, with_columns
from mmlib.reason.null_model import NullModel
from mmlib.report import stats
from mmlib.report.lettering import in_legend, literal
from mmlib.report.palette import (
    PUBLISHED,
    SERIES,
    axes_or_new,
    colors_of,
    whole_ticks,
)

#: The least exact share of games that has a bar in a histogram.
SMALLEST_BAR = 1e-4


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
    points. A series that is called by a player's name has the player's color. Raises
    TypeError or ValueError if a series is no sample of whole numbers, there are no
    series or more than six, or `published` holds more than one histogram.

    Parameters
    ----------
    games : DataFrame, array_like of int, NullModel, or dict of them
        Games as `play_many` returns them, their numbers of guesses, or the exact shares
        of `null_model`, which have no interval; up to six series by their names.
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
    >>> from matplotlib.pyplot import close
    >>> ax = guesses_histogram({"ours": [3, 4, 4, 5]}, title="Four games")
    >>> len(ax.patches)
    3
    >>> close(ax.figure)
    """
    instance(title, str, "title", "a text")
    instance(published_label, str, "published_label", "a text")
    series = games if isinstance(games, dict) else {"measured": games}
    if not 0 < len(series) <= len(SERIES):
        raise ValueError(
            f"games: {len(series)} series; 1 to {len(SERIES)} can be shown"
        )
    samples = {
        label: one if isinstance(one, NullModel) else _guesses(one)
        for label, one in series.items()
    }
    drawn = [
        _exact_shares(one).index if isinstance(one, NullModel) else one
        for one in samples.values()
    ]
    if published is not None:
        _check_printed(published)
        drawn.append(published.guesses)
    low = min(numbers.min() for numbers in drawn)
    high = max(numbers.max() for numbers in drawn)
    ax = axes_or_new(ax)
    width = 0.8 / len(samples)
    colors = colors_of(samples)
    for i, (label, sample) in enumerate(samples.items()):
        numbers = np.arange(low, high + 1)
        centers = numbers + (i - (len(samples) - 1) / 2) * width
        if isinstance(sample, NullModel):
            shares = 100 * _exact_shares(sample).reindex(numbers, fill_value=0)
            name = in_legend(f"{label} (exact)")
            ax.bar(centers, shares, width, alpha=0.75, color=colors[i], label=name)
            continue
        counts = np.bincount(sample, minlength=high + 1)[low:]
        name = in_legend(f"{label} ({len(sample):,} games)")
        _bars(ax, centers, counts, width, color=colors[i], label=name)
    if published is not None:
        _published_shares(ax, published, published_label)
    ax.set_xlabel("guesses in a game, the winning one counted")
    ax.set_ylabel("share of games (%)")
    ax.set_title(literal(title))
    ax.legend()
    return whole_ticks(ax)


def _exact_shares(null: NullModel) -> pd.Series:
    """The shares of the null model that are large enough for a bar."""
    return null.share[null.share >= SMALLEST_BAR]


def _check_printed(published: object) -> None:
    """Refuse what is not one histogram."""
    with_columns(published, "published", ("guesses",))
    twice = published.guesses[published.guesses.duplicated()]
    if len(twice):
        raise ValueError(
            f"published: {twice.iloc[0]:.0f} guesses stand twice; "
            "choose one size, as in bars[bars.pegs == 4]"
        )


def _bars(
    ax: Axes, centers: np.ndarray, counts: np.ndarray, width: float, **style: object
) -> None:
    """Draw shares as bars with their 95 % intervals."""
    total = counts.sum()
    shares, lowest, highest = np.array(
        [stats.share_interval(count, total) for count in counts]
    ).T
    caps = 2 if width > 0.3 else 0
    ax.bar(
        centers,
        100 * shares,
        width,
        yerr=100 * np.clip([shares - lowest, highest - shares], 0, None),
        alpha=0.75,
        error_kw={"elinewidth": 1, "capsize": caps, "ecolor": "#444444"},
        **style,
    )


def _published_shares(ax: Axes, counts: pd.DataFrame, label: str) -> None:
    """Draw printed counts as diamonds.

    Where the source leaves a count open, a line goes from its lowest to its highest.
    """
    low = counts["games_low" if "games_low" in counts else "games"].to_numpy(float)
    high = counts["games_high" if "games_high" in counts else "games"].to_numpy(float)
    total = (low.sum() + high.sum()) / 2
    count = f"{total:,.0f}" if (low == high).all() else f"about {round(total, -1):,.0f}"
    ax.errorbar(
        counts.guesses,
        100 * (low + high) / 2 / total,
        yerr=100 * (high - low) / 2 / total,
        fmt="D",
        color=PUBLISHED,
        markersize=5,
        label=in_legend(f"{label} ({count} games)"),
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
        raise TypeError(
            f"games: {type(one).__name__} is neither a table that play_many returns "
            "nor a list of numbers of guesses; give several series by name, "
            "as {'mine': games, 'theirs': others}"
        )
    return sample
