"""The board as a picture: guesses as rows of pegs, key pegs beside them, and a chromosome folded into its board.

Every peg carries its color's number, so that nothing hangs on telling colors apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from mmlib.codes import DIGITS, as_code, as_codes, numbers
from mmlib.feedback import feedback_matrix, split
from mmlib.rules import MAX_COLORS, Rules

#: One fill a color, 0 to F: Okabe and Ito's seven, then others far from them and from each other.
FILLS = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#FFFFFF",
    "#333333", "#7B3F99", "#8C6D46", "#A6D854", "#F4B6C2", "#1B4D3E", "#B3B3B3", "#800020",
)  # fmt: skip
WOOD, EDGE, FADED = "#EFE7DA", "#5A4A3A", 0.25


def draw(
    guesses: np.ndarray,
    secret: np.ndarray | None = None,
    *,
    feedbacks: np.ndarray | None = None,
    scoring: str = "standard",
    title: str = "",
    stop_when_solved: bool = False,
    fills: Sequence[str] = FILLS,
    ax: Axes | None = None,
) -> Figure:
    """Draw a board: the first guess on top, its key pegs beside it, the secret below a line.

    Parameters
    ----------
    guesses : array_like of int, shape (n, pegs)
        The guesses in the order of play.
    secret : array_like of int, shape (pegs,), or str, optional
        The code; without it the line below the board is left out and `feedbacks` are needed.
    feedbacks : array_like of int, shape (n, 2), optional
        Black and white pegs of each guess; by default they are counted from the secret.
    scoring : {"standard", "check_guess", "nine_colors"}
        How the key pegs are counted where they are.
    title : str, optional
        What the picture shows.
    stop_when_solved : bool, default False
        Whether rows after the first solving one are drawn faded and without key pegs.
    fills : sequence of str, optional
        A matplotlib color for each color of the game, where a source's own are wanted.
    ax : Axes, optional
        Where to draw; by default a figure of its own.

    Returns
    -------
    Figure

    Raises
    ------
    TypeError, ValueError
        If codes are malformed.

    Examples
    --------
    >>> figure = draw([[0, 0, 1, 2], [0, 1, 1, 3]], [0, 1, 1, 3], title="Solved on the second guess")
    >>> len(figure.axes)
    1
    >>> plt.close(figure)
    """
    guesses = as_codes(guesses, name="guesses")
    pegs = guesses.shape[1]
    secret = None if secret is None else as_code(secret, Rules(pegs, MAX_COLORS), name="secret")
    if feedbacks is not None:
        black, white = np.reshape(np.asarray(feedbacks, dtype=np.int64), (len(guesses), 2)).T
    elif secret is None:
        raise ValueError("feedbacks: needed where no secret is given to count them from")
    else:
        coded = feedback_matrix(guesses, secret[np.newaxis], colors=MAX_COLORS, scoring=scoring)[:, 0]
        black, white = split(coded, pegs)
    key_columns = (pegs + 1) // 2
    below = 0.0 if secret is None else 1.0
    width, height = pegs + 1.6 + 0.45 * key_columns, len(guesses) + 0.5 + below
    if ax is None:
        _, ax = plt.subplots(figsize=(0.34 * width + 0.3, 0.34 * height + 0.5))
    ax.add_patch(_panel(-0.9, -0.6, width + 0.2, len(guesses) + 0.2))
    solved = np.flatnonzero(black == pegs)
    last = solved[0] if stop_when_solved and len(solved) else len(guesses)
    for row, guess in enumerate(guesses):
        counts = row <= last
        ax.text(-0.45, row, str(row + 1), ha="right", va="center", fontsize=8, color=EDGE)
        draw_code(ax, guess, y=row, faded=not counts, fills=fills)
        if counts:
            _draw_keys(ax, pegs, row, int(black[row]), int(white[row]), key_columns)
    if secret is not None:
        ax.text(-0.45, len(guesses) + 0.4, "secret", ha="right", va="center", fontsize=8, color=EDGE)
        draw_code(ax, secret, y=len(guesses) + 0.4, fills=fills)
    _finish(ax, (-1.6, width - 0.6), (len(guesses) + below, -0.8), title)
    return ax.figure


def fold(chromosome: np.ndarray, secret: np.ndarray, *, scoring: str = "check_guess", title: str = "") -> Figure:
    """Draw a whole-board chromosome twice: as the row of genes that it is, and folded into its board.

    Parameters
    ----------
    chromosome : array_like of int, shape (guesses * pegs,)
        The genes, first guess first.
    secret : array_like of int, shape (pegs,), or str
        The code.
    scoring : {"check_guess", "standard", "nine_colors"}
        How the key pegs are counted.
    title : str, optional
        What the picture shows.

    Returns
    -------
    Figure

    Raises
    ------
    TypeError, ValueError
        If the chromosome's length is no multiple of the secret's, or a color is out of range.

    Examples
    --------
    >>> figure = fold([0, 1, 2, 3, 1, 5, 3, 3], [1, 5, 3, 3])
    >>> len(figure.axes)
    2
    >>> plt.close(figure)
    """
    secret = as_code(secret, name="secret")
    genes = numbers(chromosome, "chromosome")
    if genes.ndim != 1 or genes.size == 0 or genes.size % len(secret):
        raise ValueError(f"chromosome: shape {genes.shape} is not one row of a multiple of {len(secret)} genes")
    board = as_codes(genes.reshape(-1, len(secret)), name="chromosome")
    figure, (strip, below) = plt.subplots(
        2, 1, figsize=(8.3, 1.2 + 0.34 * (len(board) + 1.5)), height_ratios=[1, len(board)]
    )
    for gene, color in enumerate(board.ravel()):
        row = gene // len(secret)
        strip.add_patch(Rectangle((gene, 0), 1, 1, facecolor=FILLS[color], edgecolor="white", linewidth=0.5))
        if genes.size <= 60:
            strip.text(gene + 0.5, 0.5, DIGITS[color], ha="center", va="center", fontsize=7, color=_ink(FILLS[color]))
        if gene % len(secret) == 0:
            strip.add_patch(Rectangle((gene, 0), len(secret), 1, fill=False, edgecolor=EDGE, linewidth=1.2))
            strip.text(gene + len(secret) / 2, -0.35, f"{row + 1}", ha="center", va="center", fontsize=8, color=EDGE)
    _finish(strip, (-0.2, genes.size + 0.2), (-0.7, 1.2), title, equal=False)
    draw(board, secret, scoring=scoring, stop_when_solved=True, ax=below)
    return figure


def draw_code(
    ax: Axes, code: np.ndarray, *, y: float, x: float = 0.0, faded: bool = False, fills: Sequence[str] = FILLS
) -> None:
    """Draw one code as a row of numbered pegs.

    Parameters
    ----------
    ax : Axes
        Where to draw, one unit a peg.
    code : array_like of int, shape (pegs,)
        The code.
    y, x : float
        Place of the first peg's center.
    faded : bool, default False
        Whether to draw it as not counting.
    fills : sequence of str, optional
        A matplotlib color for each color of the game.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> draw_code(ax, [0, 1, 2, 3], y=0)
    >>> len(ax.patches)
    4
    >>> plt.close(figure)
    """
    alpha = FADED if faded else 1.0
    for place, color in enumerate(as_code(code)):
        center = (x + place, y)
        ax.add_patch(Circle(center, 0.4, facecolor=fills[color], edgecolor=EDGE, linewidth=0.8, alpha=alpha))
        ax.text(*center, DIGITS[color], ha="center", va="center", fontsize=8, color=_ink(fills[color]), alpha=alpha)


def _draw_keys(ax: Axes, pegs: int, row: int, black: int, white: int, columns: int) -> None:
    """The key pegs of one row in two lines: blacks, then whites, then empty holes."""
    for key in range(pegs):
        x = pegs + 0.1 + 0.42 * (key % columns)
        y = row - 0.2 + 0.4 * (key // columns)
        if key < black + white:
            fill = "black" if key < black else "white"
            ax.add_patch(Circle((x, y), 0.16, facecolor=fill, edgecolor="black", linewidth=0.8))
        else:
            ax.add_patch(Circle((x, y), 0.05, facecolor=EDGE, edgecolor="none", alpha=0.6))


def _panel(x: float, y: float, width: float, height: float) -> FancyBboxPatch:
    style = "round,pad=0,rounding_size=0.25"
    return FancyBboxPatch((x, y), width, height, boxstyle=style, facecolor=WOOD, edgecolor="none")


def _ink(fill: str) -> str:
    """Black or white, whichever reads better on `fill` by the contrast of relative luminance."""
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(fill)]
    luminance = float(np.dot(channels, [0.2126, 0.7152, 0.0722]))
    return "black" if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else "white"


def _finish(ax: Axes, x: tuple, y: tuple, title: str, equal: bool = True) -> None:
    ax.set_xlim(*x)
    ax.set_ylim(*y)
    ax.set_aspect("equal" if equal else "auto")
    ax.set_axis_off()
    if title:
        ax.set_title(title)
