"""The board as a picture and as text.

Guesses are rows of pegs, with key pegs beside them; the secret is shown or hidden.
Every peg carries its color's number, so that nothing depends on telling colors apart.
Matplotlib loads with a figure.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mmlib.checks import (
    finite_number,
    flag,
    instance,
    listed,
    one_of,
    storable,
    visible,
    whole_number,
)
from mmlib.engine.files import PNG, SVG, as_path, save
from mmlib.game.alphabet import USUAL, Alphabet, as_alphabet
from mmlib.game.codes import as_code, as_codes
from mmlib.game.history import as_answers
from mmlib.game.rules import MAX_COLORS, Rules
from mmlib.game.scoring import black_and_white, feedback_matrix
from mmlib.report import svg
from mmlib.report.lettering import literal
from mmlib.report.svg import FADED, FILLS, INCHES, PIXELS, THEMES, Box, Disc, Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Picture:
    """A board that can be shown, printed and saved; `picture` makes one.

    In a notebook it shows itself.

    Attributes
    ----------
    guesses : ndarray of uint8, shape (n, pegs)
        In the order of play.
    feedbacks : ndarray of int64, shape (n, 2)
        Black and white pegs of each guess.
    secret : ndarray of uint8, shape (pegs,), or None
        The code below the board.
    hidden, rows, current, marked, stop_when_solved, title, theme, fills, alphabet
        As for `picture`.
    """

    guesses: np.ndarray
    feedbacks: np.ndarray
    secret: np.ndarray | None = None
    hidden: bool = False
    rows: int = 0
    current: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    stop_when_solved: bool = False
    title: str = ""
    theme: str = "light"
    fills: tuple[str, ...] = FILLS
    alphabet: Alphabet = USUAL

    @property
    def svg(self) -> str:
        """The picture as SVG, sized in pixels, with a label for readers of screens."""
        left = -2.25
        top = -1.6 if self.title else -0.8
        width = svg.width_of(self.guesses.shape[1]) - left - 0.5
        height = self.rows - top + (0.0 if self.secret is None else 1.0)
        page, _, edge, _ = THEMES[self.theme]
        shapes = [Box(left, top, width, height, fill=page)]
        if self.title:
            shapes.append(Label(-1.2, top + 0.5, self.title, edge, "start"))
        box = " ".join(f"{value * PIXELS:g}" for value in (left, top, width, height))
        parts = map(svg.as_svg, shapes + self._shapes())
        return svg.image(
            width * PIXELS, height * PIXELS, self.description, parts, font=14, box=box
        )

    @property
    def text(self) -> str:
        """The board in letters, a line a guess.

        Black key pegs are ●, white ones ○, and none is ·.
        """
        pegs = self.guesses.shape[1]
        played = len(self.guesses)
        lines = [self.title] if self.title else []
        for row, colors in enumerate(self._rows):
            line = f"{row + 1:>6}  {self._signs(colors, '·')}"
            if row < played:
                black, white = self.feedbacks[row].tolist()
                line += "  " + "●" * black + "○" * white + "·" * (pegs - black - white)
            lines.append(line + ("  !" if row in self.marked else ""))
        if self.secret is not None:
            secret = " ".join("?" * pegs) if self.hidden else self._signs(self.secret)
            lines.append(f"secret  {secret}")
        return "\n".join(lines)

    @property
    def description(self) -> str:
        """What the picture shows, in words."""
        said = [self.title] if self.title else []
        for row, (guess, (black, white)) in enumerate(
            zip(self.guesses, self.feedbacks, strict=True), 1
        ):
            code = self.alphabet.write(guess)
            said.append(f"guess {row}: {code}, {black} black, {white} white")
        if self.current:
            current = self._signs(self.current, "_", between="")
            said.append(f"composing: {current}")
        if self.secret is not None:
            secret = "hidden" if self.hidden else self.alphabet.write(self.secret)
            said.append(f"secret: {secret}")
        return "; ".join(said) or "an empty board"

    def figure(self, ax: Axes | None = None) -> Figure:
        """Draw the picture with matplotlib, into `ax` or a figure of its own.

        A figure has no page whose colors it could follow: with the theme "page" it is
        drawn as with "light".
        """
        if self.theme == "page":
            return replace(self, theme="light").figure(ax)
        width = svg.width_of(self.guesses.shape[1])
        height = self.rows + (0.0 if self.secret is None else 1.0)
        if ax is None:
            import matplotlib.pyplot as plt

            figure, ax = plt.subplots(
                figsize=(INCHES * width + 0.3, INCHES * (height + 0.5) + 0.5)
            )
            if self.theme != "light":
                figure.set_facecolor(THEMES[self.theme].page)
        from matplotlib.axes import Axes

        _onto(instance(ax, Axes, "ax", "what plt.subplots() makes"), self._shapes())
        ax.set(xlim=(-1.75, width - 0.6), ylim=(height, -0.8), aspect="equal")
        ax.set_axis_off()
        if self.title:
            ax.set_title(literal(self.title), color=THEMES[self.theme].edge)
        return ax.figure

    def save(self, path: str | Path) -> None:
        """Write the picture into a file whose name ends in ``.svg`` or ``.png``.

        A picture of that kind that `save` wrote is replaced. One that was edited since
        is set aside as ``<name>.damaged``, with a UserWarning. A FileExistsError is
        raised where another file stands, or a picture that version 1.0 wrote; a
        ValueError if the name ends otherwise.
        """
        path = as_path(path)
        if path.suffix.lower() not in (".svg", ".png"):
            raise ValueError(f"path: {str(path)!r} ends in neither .svg nor .png")
        if path.suffix.lower() == ".svg":
            save(path, self.svg.encode(), SVG)
        else:
            save(path, self.png(), PNG)

    def png(self, dpi: int = 200, comment: str | None = None) -> bytes:
        """Return the picture as a PNG of so many pixels an inch, 10 to 2400.

        A peg is a third of an inch wide.
        """
        dpi = finite_number(dpi, "dpi", 10, 2400)
        if comment is not None:
            storable(instance(comment, str, "comment", "a text"), "comment")
        import matplotlib.pyplot as plt

        figure = self.figure()
        file = io.BytesIO()
        metadata = {"Comment": comment} if comment else {}
        figure.savefig(file, format="png", dpi=dpi, metadata=metadata)
        plt.close(figure)
        return file.getvalue()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        # for where SVG is not allowed: a notebook not yet trusted
        png = base64.b64encode(self.png(dpi=100)).decode()
        return {"text/plain": repr(self), "image/svg+xml": self.svg, "image/png": png}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Picture({self.description})"

    @property
    def _rows(self) -> list[Sequence[int]]:
        """The colors of every row, -1 where no peg is set."""
        empty = (-1,) * self.guesses.shape[1]
        rows = [*self.guesses.tolist(), self.current or empty]
        return (rows + [empty] * self.rows)[: self.rows]

    def _shapes(self) -> list[Disc | Box | Label]:
        """All that is drawn, from back to front."""
        pegs = self.guesses.shape[1]
        played = len(self.guesses)
        _, wood, edge, accent = THEMES[self.theme]
        width = svg.width_of(pegs)
        shapes = [Box(-1.25, -0.6, width + 0.55, self.rows + 0.2, fill=wood)]
        solved = np.flatnonzero(self.feedbacks[:, 0] == pegs)
        last = solved[0] if self.stop_when_solved and len(solved) else played
        for row, colors in enumerate(self._rows):
            faded = last < row < played
            shapes.append(Label(-0.55, row, str(row + 1), edge, "end"))
            shapes += self._pegs(colors, row, FADED if faded else 1.0)
            if row < played and not faded:
                shapes += _keys(pegs, row, *self.feedbacks[row].tolist(), edge)
            frame = Box(-1.2, row - 0.48, width + 0.45, 0.96, edge=edge)
            if row in self.marked:
                shapes.append(frame._replace(edge=accent))
                shapes.append(Label(width - 1.0, row, "!", accent))
            elif self.current and row == played:
                shapes.append(frame)
        if self.secret is None:
            return shapes
        below = self.rows + 0.4
        shapes.append(Label(-0.6, below, "secret", edge, "end"))
        if not self.hidden:
            return shapes + self._pegs(self.secret, below)
        for x in range(pegs):
            shapes.append(Disc(x, below, 0.4, wood, edge))
            shapes.append(Label(x, below, "?", edge))
        return shapes

    def _pegs(
        self, colors: Sequence[int], y: float, alpha: float = 1.0
    ) -> list[Disc | Label]:
        """The pegs of one row, and a hole where there is none."""
        edge = THEMES[self.theme].edge
        shapes = []
        for x, color in enumerate(colors):
            if color < 0:
                shapes.append(Disc(x, y, 0.1, edge, alpha=0.6))
            else:
                sign = self.alphabet.signs[color]
                shapes += svg.peg(x, y, sign, self.fills[color], edge, alpha)
        return shapes

    def _signs(
        self, colors: Sequence[int], hole: str = "", *, between: str = " "
    ) -> str:
        """The signs of a code's pegs, and one where no peg is set."""
        signs = self.alphabet.signs
        return between.join(hole if color < 0 else signs[color] for color in colors)


def picture(  # noqa: PLR0913
    guesses: object = (),
    secret: np.ndarray | str | None = None,
    *,
    pegs: int | None = None,
    feedbacks: np.ndarray | None = None,
    scoring: str = "standard",
    hidden: bool = False,
    rows: int = 0,
    current: Sequence[int] = (),
    marked: Sequence[int] = (),
    stop_when_solved: bool = False,
    title: str = "",
    theme: str = "light",
    fills: Sequence[str] = FILLS,
    alphabet: object = None,
    first: int = 0,
) -> Picture:
    """Make a picture of a board.

    The first guess is on top, its key pegs beside it, the secret below. Raises
    TypeError or ValueError for what is wrong.

    Parameters
    ----------
    guesses : array_like of int, shape (n, pegs), or list of str
        The guesses, in the order of play.
    secret : array_like of int, shape (pegs,), or str, optional
        The code below them.
    pegs : int, optional
        Needed for a board without guesses and secret.
    feedbacks : array_like of int, shape (n, 2), optional
        Black and white pegs of each guess; counted from the secret if left out.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How they are counted then.
    hidden : bool
        Whether the secret is drawn as question marks.
    rows : int, 0 to 10,000
        The board's number of rows; at least one a guess.
    current : sequence of int
        A guess being composed, in the first free row, -1 where no peg is set.
    marked : sequence of int
        Rows, from 0, that are pointed at.
    stop_when_solved : bool
        Whether rows after the solving one are faint and without key pegs.
    title : str
        What stands above the board.
    theme : {"light", "dark", "page"}
        With "page" its colors follow JupyterLab's, in an HTML widget on a page that has
        `STYLE`.
    fills : sequence of str
        Matplotlib colors, one for each color of the game.
    alphabet, first : str or list of str, and {0, 1}, optional
        How codes are read and written, as for `as_codes`. Of a name a peg shows the
        initial.

    Returns
    -------
    Picture

    Examples
    --------
    >>> print(picture(["0012", "0113"], "0113", title="Solved on the second guess"))
    Solved on the second guess
         1  0 0 1 2  ●●··
         2  0 1 1 3  ●●●●
    secret  0 1 1 3
    """
    written = as_alphabet(alphabet, first)
    several = listed(guesses, "guesses", "a list of codes")
    if several:
        guesses = as_codes(guesses, name="guesses", alphabet=written)
        pegs = guesses.shape[1]
    elif pegs is None:
        if secret is None:
            raise ValueError("pegs: needed for a board without guesses and secret")
        pegs = len(as_code(secret, name="secret", alphabet=written))
    rules = Rules(pegs, max(2, len(written.names)))
    if not several:
        guesses = np.empty((0, rules.pegs), np.uint8)
    if secret is not None:
        secret = as_code(secret, rules, name="secret", alphabet=written)
    if feedbacks is None:
        feedbacks = _counted(guesses, secret, rules, scoring)
    current = listed(current, "current", "a list of colors")
    current = tuple(
        whole_number(color, "current", -1, MAX_COLORS - 1) for color in current
    )
    if current and len(current) != rules.pegs:
        raise ValueError(f"current: {len(current)} pegs, the board has {rules.pegs}")
    rows = max(whole_number(rows, "rows", 0, 10**4), len(guesses) + bool(current))
    return Picture(
        guesses,
        _answers(feedbacks, guesses),
        secret,
        hidden=flag(hidden, "hidden"),
        rows=rows,
        current=current,
        marked=tuple(
            whole_number(row, "marked", 0, rows - 1)
            for row in listed(marked, "marked", "a list of rows")
        ),
        stop_when_solved=flag(stop_when_solved, "stop_when_solved"),
        title=visible(instance(title, str, "title", "a text")),
        theme=one_of(theme, "theme", THEMES),
        fills=_fills(fills, guesses, secret),
        alphabet=written,
    )


def _counted(
    guesses: np.ndarray, secret: np.ndarray | None, rules: Rules, scoring: str
) -> np.ndarray:
    """The answers to guesses, counted from the secret."""
    if not len(guesses):
        return np.empty((0, 2), np.int64)
    if secret is None:
        raise ValueError(
            "feedbacks: needed where no secret is given to count them from"
        )
    coded = feedback_matrix(
        guesses, secret[np.newaxis], colors=MAX_COLORS, scoring=scoring
    )
    return np.stack(black_and_white(coded[:, 0], rules.pegs), axis=1)


def _answers(feedbacks: object, guesses: np.ndarray) -> np.ndarray:
    """The answers to guesses after checking that a board has place for them."""
    answers = as_answers(feedbacks)
    if len(answers) != len(guesses):
        raise ValueError(
            f"feedbacks: {len(answers)} answers came with {len(guesses)} guesses"
        )
    pegs = guesses.shape[1]
    for row, (black, white) in enumerate(answers.tolist()):
        if min(black, white) < 0 or black + white > pegs:
            raise ValueError(
                f"feedbacks: {black} black {white} white in row {row} "
                f"are not {pegs} pegs or fewer"
            )
    return answers


def _fills(
    fills: object, guesses: np.ndarray, secret: np.ndarray | None
) -> tuple[str, ...]:
    """The fills of pegs after checking that each color of the codes has one."""
    fills = tuple(listed(fills, "fills", "a list of colors"))
    most = int(guesses.max(initial=0))
    if secret is not None:
        most = max(most, int(secret.max()))
    if len(fills) <= most:
        raise ValueError(
            f"fills: {len(fills)} came, fewer than the colors that the codes have"
        )
    for fill in fills:
        svg.rgb(fill)  # refuses what is no color
    return fills


def _keys(pegs: int, row: int, black: int, white: int, edge: str) -> list[Disc]:
    """The key pegs of one row in two lines: blacks, then whites, then empty holes."""
    columns = svg.key_columns(pegs)
    shapes = []
    for key in range(pegs):
        x = pegs + 0.1 + 0.42 * (key % columns)
        y = row - 0.2 + 0.4 * (key // columns)
        if key < black:
            shapes.append(Disc(x, y, 0.16, "black", edge))
        elif key < black + white:
            shapes.append(Disc(x, y, 0.16, "white", "black"))
        else:
            shapes.append(Disc(x, y, 0.05, edge, alpha=0.6))
    return shapes


def _onto(ax: Axes, shapes: Sequence[Disc | Box | Label]) -> None:
    """Draw shapes with matplotlib."""
    from matplotlib.patches import Circle, FancyBboxPatch

    across = {"start": "left", "middle": "center", "end": "right"}
    round_corners = "round,pad=0,rounding_size=0.25"
    for shape in shapes:
        where = shape.x, shape.y
        if isinstance(shape, Label):
            style = {"ha": across[shape.anchor], "va": "center", "fontsize": 8}
            look = {"color": shape.color, "alpha": shape.alpha}
            ax.text(*where, shape.text, **look, **style)
            continue
        style = {"facecolor": shape.fill, "edgecolor": shape.edge}
        if isinstance(shape, Box):
            size = shape.width, shape.height
            patch = FancyBboxPatch(where, *size, boxstyle=round_corners, **style)
        else:
            style |= {"linewidth": 0.8, "alpha": shape.alpha}
            patch = Circle(where, shape.radius, **style)
        ax.add_patch(patch)


def draw(
    guesses: np.ndarray,
    secret: np.ndarray | str | None = None,
    *,
    ax: Axes | None = None,
    **options: object,
) -> Axes:
    """Draw a board with matplotlib, into `ax` or a figure of its own.

    All else is as for `picture`, which is crisper. Returns the axes drawn on.

    >>> guesses = [[0, 0, 1, 2], [0, 1, 1, 3]]
    >>> ax = draw(guesses, [0, 1, 1, 3], title="Solved on the second guess")
    >>> ax.figure.get_size_inches().round(1).tolist()
    [2.5, 1.7]
    """
    figure = picture(guesses, secret, **options).figure(ax)
    return figure.axes[0] if ax is None else ax
