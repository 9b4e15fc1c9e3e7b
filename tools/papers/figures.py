"""The papers' figures, made for print: narrow, with small letters, as PDF.

What they show is what the notebooks last came to.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager

import mmlib as mm
from tools.papers.stored import Cell, StoredTable, stored_table

#: The width of a page's text, in inches.
WIDTH = 5.3

#: How far apart two means may lie that count as equal, in guesses.
MARGIN = 0.05

#: What print wants otherwise than a screen: small letters, fonts within the file.
PRINT = {
    "font.family": "Source Sans Pro",
    "font.size": 7.5,
    "axes.titlesize": 8,
    "axes.labelsize": 7.5,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "lines.markersize": 3.5,
    "pdf.fonttype": 42,
}


def equivalent() -> Figure:
    """How many guesses more than random choice each version of "Le Adoga" needs."""
    columns = {
        "more than the null model": "20,000 games",
        "in fresh games": "20,000 fresh games",
    }
    stored = stored_table("08_le_adoga", "equivalent")
    return _panels(stored, columns, "guesses more than random choice", height=1.6)


def bars() -> Figure:
    """The printed histograms, beside our games of the program."""
    sweeps = mm.results.read("le_adoga_sweeps", text=["setting", "guesses"])
    usual = sweeps.query("variant == 'as_coded' and setting == '30'").set_index("pegs")
    figure, axes = plt.subplots(1, 2, figsize=(WIDTH, 2), sharey=True)
    for ax, (pegs, printed) in zip(
        axes, mm.published.le_adoga_fig8_9_histograms.groupby("pegs"), strict=True
    ):
        games = np.array([int(digit, 16) for digit in usual.guesses[pegs]])
        ours = [100 * np.mean(games == n) for n in printed.guesses]
        theirs = (printed.games_low + printed.games_high) / 20  # of 1,000, in percent
        both = {
            f"Fig. {pegs + 4}, 1,000 games": (theirs, mm.plots.PUBLISHED, -0.2),
            f"ours, {len(games):,} games": (ours, mm.plots.BLUE, 0.2),
        }
        for label, (share, color, shift) in both.items():
            ax.bar(printed.guesses + shift, share, 0.4, color=color, label=label)
        ax.set(title={4: "4 x 6", 5: "5 x 8"}[pegs], xlabel="guesses in a game")
        ax.set_xticks(printed.guesses)
        ax.legend(loc="upper left")
    axes[0].set(ylabel="games (%)", ylim=(0, 62))
    return figure


def sweeps() -> Figure:
    """The printed means of the sweeps, and ours under the same settings."""
    rows = mm.stored_verdicts().query("notebook == '19_le_adoga_tables'")
    rows = rows[rows.quantity.str.match(r"(Table I|Table V|Fig\. 4).*: mean$")]
    rows = rows[~rows.quantity.str.startswith("Table VIII")]
    sweep = rows.quantity.str.extract(r"^(.*\)), ")[0]
    board = rows.quantity.str.extract(r"\((\d x \d)\)")[0]
    middle = rows.measured_value.groupby(board).transform("mean")
    names = list(dict.fromkeys(sweep))
    line = sweep.map(names.index)
    figure, ax = plt.subplots(figsize=(WIDTH, 2.2))
    shown = {
        "printed, 1,500 games": (rows.published_value, "D", mm.plots.PUBLISHED, -0.15),
        "ours, 20,000 games": (rows.measured_value, "o", mm.plots.BLUE, 0.15),
    }
    for label, (values, marker, color, shift) in shown.items():
        off = values - middle
        inside = off > -0.5  # 4.68, a misprint, stands among values near 5.8
        ax.plot(off[inside], line[inside] + shift, marker, color=color, label=label)
    ax.axvline(0, color="gray", linewidth=0.8)
    ax.set_yticks(range(len(names)), names)
    ax.set(ylim=(len(names) - 0.5, -0.5), xlabel="guesses more than our board's mean")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def choice() -> Figure:
    """What the choice of the guess saves, and what evolution costs, on four boards."""
    columns = {
        "no choice: guesses more": "No choice",
        "evolved: guesses more": "Evolved, not drawn",
    }
    stored = stored_table("11_berghman", "worth")
    return _panels(stored, columns, "guesses more than the drawn player", height=1.4)


def printed() -> Figure:
    """How far our means lie from those that Berghman et al. print."""
    rows = mm.stored_verdicts().query("notebook == '11_berghman'")
    rows = rows[rows.cell.isin(["tuning", "closing"]) & rows.estimate.notna()]
    rows = rows[~rows.quantity.str.contains("random choice")]
    colors = {
        "agrees": mm.plots.GREEN,
        "cannot tell": mm.plots.PUBLISHED,
        "differs": mm.plots.RED,
        "fitted": mm.plots.SKY,
    }
    figure, ax = plt.subplots(figsize=(WIDTH, 2.9))
    _band(ax, MARGIN)
    for line, row in enumerate(rows.itertuples()):
        ax.plot([row.low, row.high], [line, line], color=colors[row.verdict])
        ax.plot(row.estimate, line, "o", color=colors[row.verdict])
    for verdict, color in colors.items():
        ax.plot([], [], "o-", color=color, label=verdict)
    names = rows.quantity.str.replace("_", " ")
    ax.set_yticks(range(len(rows)), list(names), fontsize=6)
    ax.set(ylim=(len(rows) - 0.5, -0.5), xlabel="guesses more than printed")
    ax.legend(loc="upper right")
    return figure


def _panels(
    stored: StoredTable, columns: dict[str, str], label: str, height: float
) -> Figure:
    """Two columns of a table side by side, under titles of their own."""
    figure, axes = plt.subplots(1, 2, figsize=(WIDTH, height), sharex=True, sharey=True)
    for ax, (column, title) in zip(axes, columns.items(), strict=True):
        _points(ax, stored.column(column))
        _band(ax, MARGIN)
        ax.set(title=title, xlabel=label)
    axes[0].set_yticks(range(len(stored.rows)), list(stored.rows))
    return figure


def _points(ax: Axes, gaps: list[Cell]) -> None:
    """Estimates with their intervals, the first on top."""
    for line, gap in enumerate(gaps):
        ax.plot([gap.low, gap.high], [line, line], color=mm.plots.BLUE)
        ax.plot(gap.number, line, "o", color=mm.plots.BLUE)
    ax.set_ylim(len(gaps) - 0.5, -0.5)


def _band(ax: Axes, margin: float) -> None:
    """Zero, and how far from it still counts as equal."""
    ax.axvspan(-margin, margin, color="gray", alpha=0.15, linewidth=0)
    ax.axvline(0, color="gray", linewidth=0.8)


#: The figures of each paper.
FIGURES: dict[str, list[Callable[[], Figure]]] = {
    "le_adoga": [equivalent, bars, sweeps],
    "berghman": [choice, printed],
}


def font_folders() -> list[Path]:
    """Where the fonts are that came with two packages."""
    packages = font_source_sans_pro, font_source_serif_pro
    return [Path(package.__file__).parent / "files" for package in packages]


def draw(paper: str, folder: Path) -> None:
    """Write the figures of a paper into a folder, as PDF."""
    for path in font_folders()[0].glob("*.ttf"):
        fontManager.addfont(path)
    with plt.rc_context():
        mm.plots.use_style()
        plt.rcParams.update(PRINT)
        for figure_of in FIGURES[paper]:
            figure = figure_of()
            # without the date the same figure is the same file
            path = folder / f"{figure_of.__name__}.pdf"
            figure.savefig(path, metadata={"CreationDate": None})
            plt.close(figure)
