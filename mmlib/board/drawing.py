"""Boards drawn with matplotlib, and a whole-board chromosome folded into its board."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mmlib.game.codes import DIGITS, as_code, as_codes, as_numbers
from mmlib.report.picture import framed, picture
from mmlib.report.svg import FILLS, THEMES, ink_on


def draw(
    guesses: np.ndarray, secret: np.ndarray | str | None = None, *, ax: Axes | None = None, **options: object
) -> Figure:
    """Draw a board with matplotlib, into `ax` or a figure of its own; all else is as for `picture`, which is crisper.

    >>> figure = draw([[0, 0, 1, 2], [0, 1, 1, 3]], [0, 1, 1, 3], title="Solved on the second guess")
    >>> plt.close(figure)
    """
    return picture(guesses, secret, **options).figure(ax)


def fold(chromosome: np.ndarray, secret: np.ndarray, *, scoring: str = "check_guess", title: str = "") -> Figure:
    """Draw a whole-board chromosome twice: as the row of genes that it is, and folded into its board.

    Raises TypeError or ValueError if its length is no multiple of the secret's, or a color is out of range.

    Parameters
    ----------
    chromosome : array_like of int, shape (guesses * pegs,); the genes, first guess first
    secret : array_like of int, shape (pegs,), or str; the code
    scoring : {"check_guess", "standard", "nine_colors"}; how the key pegs are counted
    title : str; what the picture shows

    >>> figure = fold([0, 1, 2, 3, 1, 5, 3, 3], [1, 5, 3, 3])
    >>> plt.close(figure)
    """
    secret = as_code(secret, name="secret")
    genes = as_numbers(chromosome, "chromosome")
    if genes.ndim != 1 or genes.size == 0 or genes.size % len(secret):
        raise ValueError(f"chromosome: shape {genes.shape} is not one row of a multiple of {len(secret)} genes")
    board = as_codes(genes.reshape(-1, len(secret)), name="chromosome")
    size = 8.3, 1.2 + 0.34 * (len(board) + 1.5)
    figure, (strip, below) = plt.subplots(2, 1, figsize=size, height_ratios=[1, len(board)])
    edge, middle = THEMES["light"].edge, {"ha": "center", "va": "center"}
    for gene, color in enumerate(board.ravel()):
        strip.add_patch(Rectangle((gene, 0), 1, 1, facecolor=FILLS[color], edgecolor="white", linewidth=0.5))
        if genes.size <= 60:
            strip.text(gene + 0.5, 0.5, DIGITS[color], fontsize=7, color=ink_on(FILLS[color]), **middle)
        if gene % len(secret) == 0:
            strip.add_patch(Rectangle((gene, 0), len(secret), 1, fill=False, edgecolor=edge, linewidth=1.2))
            row = str(gene // len(secret) + 1)
            strip.text(gene + len(secret) / 2, -0.35, row, fontsize=8, color=edge, **middle)
    framed(strip, (-0.2, genes.size + 0.2), (-0.7, 1.2), title, equal=False)
    draw(board, secret, scoring=scoring, stop_when_solved=True, ax=below)
    return figure
