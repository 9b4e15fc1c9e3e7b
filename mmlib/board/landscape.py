"""The fitness landscape: what every code is worth, as guesses come in."""

import base64
import html
import io
from collections.abc import Callable
from functools import partial

import matplotlib
import numpy as np
from PIL import Image

from mmlib.board.html_parts import (
    are,
    board_of,
    column,
    count,
    heard,
    ipywidgets,
    lines,
    row,
    side_by_side,
)
from mmlib.board.notebook_board import NotebookBoard
from mmlib.checks import numbers_of, one_of, whole_number
from mmlib.experiments.game import play
from mmlib.game.codes import all_codes, as_code, as_text, check_repeats, index_of
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic import fitness
from mmlib.reason.partitions import measure
from mmlib.report.svg import centered, image, tag

#: More codes make a picture of points too small to be seen.
MOST_CODES = 70_000


def _entropy(
    codes: np.ndarray, guesses: np.ndarray, feedbacks: np.ndarray
) -> np.ndarray:
    """Bits that each of all codes would tell as the next guess."""
    fits = fitness.distance(codes, guesses, feedbacks) == 0
    return measure(codes, codes[fits], colors=int(codes.max()) + 1).entropy


#: What a code can be worth, by name: in words, and as a function of all codes, the
#: guesses and their answers.
HEIGHTS: dict[str, tuple[str, Callable[..., np.ndarray]]] = {
    "distance": (
        "minus the distance of its answers from those that came "
        "(Le Adoga, Merelo et al., NHEA)",
        fitness.distance,
    ),
    "gold": ("key pegs that agree place by place (Gold)", fitness.gold),
    "berghman": ("constant minus distance (Berghman et al.)", fitness.berghman),
    "nine_colors": (
        "minus the distance, black pegs twice as heavy (the nine-color player, mended)",
        partial(fitness.distance, black_weight=2.0),
    ),
    "information": ("bits that it would tell as the next guess (entropy)", _entropy),
}

#: Height of the map in pixels, and its width where it is square.
SIDE = 396

#: Width of a map that has more columns than rows, in pixels.
WIDE = 720

#: Room left of the map for the names of its rows, in pixels. The height of the picture
#: allows for it, too.
MARGIN = 34

#: Room above the map for the names of its columns, in pixels.
TOP = 18

#: Radius of the ring around the secret, and width of its line, in pixels.
RING = 12, 3

#: Room right of the map, in pixels: a ring around a code of the last column is whole.
RIGHT = 14


class Landscape(NotebookBoard):
    """A map of all codes, colored by fitness, with a slider over a game's turns.

    A code's first pegs say in which row of the map it is, its last ones in which
    column. Codes that differ in one peg are in the same row or column, and neighbors
    where that is the last peg of either half and the colors follow each other. A peak
    is a code with no better one among those that differ from it in one peg. Raises
    TypeError or ValueError if an argument is malformed, or there are too many codes.

    Parameters
    ----------
    rules : Rules, optional
        With at most 70,000 codes; by default 4 pegs and 6 colors.
    secret : array_like of int, shape (pegs,), or str, optional
        The code that is looked for; by default a random one.
    player : str or player
        Whose guesses come in.
    height : {"distance", "gold", "berghman", "nine_colors", "information"}
        What a code is worth.
    seed : int
        The seed of all that is drawn.

    Examples
    --------
    >>> landscape = Landscape(mm.Rules(4, 6), secret="0314")
    >>> landscape.go(2)
    >>> landscape.values.shape
    (1296,)
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        secret: np.ndarray | str | None = None,
        player: object = "random_consistent",
        height: str = "distance",
        seed: int = 1,
    ) -> None:
        self.rules = Rules(4, 6, 10) if rules is None else rules
        check_repeats(self.rules, "the landscape")
        if self.rules.n_codes > MOST_CODES:
            raise ValueError(
                f"rules: {self.rules} have {self.rules.n_codes:,} codes; "
                f"at most {MOST_CODES:,} are shown"
            )
        rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
        self.codes = all_codes(self.rules)
        secret = self.codes[rng.integers(len(self.codes))] if secret is None else secret
        self.secret = as_code(secret, self.rules, name="secret")
        self._secret = int(index_of(self.secret, self.rules))
        self.height = one_of(height, "height", HEIGHTS)
        self.game = play(player, self.secret, self.rules, scoring="standard", rng=rng)
        self.turn = 0

    @property
    def history(self) -> History:
        """The guesses and answers that have come in."""
        return self.game.history.first(self.turn)

    @property
    def values(self) -> np.ndarray:
        """What every code is worth now: float64 (n_codes,), in lexicographic order."""
        past = self.history
        (_, worth) = HEIGHTS[self.height]
        return np.asarray(
            worth(self.codes, past.guesses, past.feedbacks), dtype=np.float64
        )

    def go(self, turn: int) -> None:
        """Show the landscape after so many guesses, from 0 to all.

        Raises TypeError or ValueError for anything else.
        """
        self.turn = whole_number(turn, "turn", 0, len(self.game))
        self.show()

    def choose(self, height: str) -> None:
        """Show another fitness, by its name as for `height`.

        Raises ValueError if the name is unknown.
        """
        self.height = one_of(height, "height", HEIGHTS)
        self.show()

    def peaks(self, values: np.ndarray | None = None) -> np.ndarray:
        """Tell which codes are peaks, bool (n_codes,), by their values.

        These are those of the landscape, or others of shape (n_codes,). Raises
        TypeError or ValueError if `values` are not such numbers.
        """
        values = self.values if values is None else numbers_of(values, "values")
        if values.shape != (len(self.codes),):
            raise ValueError(
                f"values: shape {values.shape} is not ({len(self.codes)},), "
                "one for each code"
            )
        grid = values.reshape((self.rules.colors,) * self.rules.pegs)
        return np.all(
            [grid >= grid.max(axis=axis, keepdims=True) for axis in range(grid.ndim)],
            axis=0,
        ).ravel()

    @property
    def map(self) -> str:
        """The landscape as SVG."""
        values = self.values
        low = values.min()
        high = values.max()
        rows, columns = self._shape
        width = SIDE if rows == columns else WIDE
        # codes are in lexicographic order, so their first pegs say the row
        pixels = _pixels(values.reshape(rows, columns))
        parts = [
            tag(
                "image",
                x=MARGIN,
                y=TOP,
                width=width,
                height=SIDE,
                preserveAspectRatio="none",
                style="image-rendering:pixelated",
                href=pixels,
            )
        ]
        parts += self._names(width)
        places = index_of(self.history.guesses, self.rules)
        for turn, index in enumerate(places, 1):
            x, y = self._middle(index, width)
            disk = "fill:#FFFFFF;stroke:#000000"
            parts.append(tag("circle", cx=x, cy=y, r=8, style=disk))
            parts.append(centered(str(turn), x, y, "fill:#000000"))
        x, y = self._middle(self._secret, width)
        radius, thick = RING
        ring = f"fill:none;stroke:#FF3B30;stroke-width:{thick}"
        parts.append(tag("circle", cx=x, cy=y, r=radius, style=ring))
        parts += _scale(low, high)
        height = "information" if self.height == "information" else "fitness"
        label = (
            f"{height} of {len(values):,} codes from {low:.3g} to {high:.3g} "
            f"after {count(self.turn, 'guess')}"
        )
        return image(
            MARGIN + width + RIGHT,
            SIDE + MARGIN + 44,
            label,
            parts,
            font=11,
            style="fill:var(--mmlib-edge)",  # the color of all text
        )

    @property
    def _shape(self) -> tuple[int, int]:
        """Rows and columns of the map: the first pegs say the row."""
        above = self.rules.pegs // 2
        return self.rules.colors**above, self.rules.colors ** (self.rules.pegs - above)

    def _middle(self, index: int, width: int) -> tuple[str, str]:
        """Where a code is on a map of this width, in pixels."""
        rows, columns = self._shape
        x = (index % columns + 0.5) * (width / columns)
        y = (index // columns + 0.5) * (SIDE / rows)
        return f"{MARGIN + x:.1f}", f"{TOP + y:.1f}"

    def _names(self, width: int) -> list[str]:
        """The pegs of some six rows and columns, SVG."""
        rows, columns = self._shape
        above = self.rules.pegs // 2
        parts = []
        for index in range(0, rows * columns, columns * max(1, rows // 6)):
            name = as_text(self.codes[index])[:above]
            _, y = self._middle(index, width)
            parts.append(
                tag("text", name, x=MARGIN - 4, y=y, dy=".36em", text_anchor="end")
            )
        for index in range(0, columns, max(1, columns // 6)):
            name = as_text(self.codes[index])[above:]
            x, _ = self._middle(index, width)
            parts.append(tag("text", name, x=x, y=12, text_anchor="middle"))
        return parts

    @property
    def summary(self) -> str:
        """What there is to see, as HTML."""
        values = self.values
        past = self.history
        fits = fitness.distance(self.codes, past.guesses, past.feedbacks) == 0
        worth = values[self._secret]
        most = values.max()
        better = (values > worth).sum()
        top = (values == most).sum()
        peaks = self.peaks(values).sum()
        ranked = f"{are(better, 'code')} higher" if better else "no code is higher"
        return lines(
            f"Height: {html.escape(HEIGHTS[self.height][0])}.",
            f"After <b>{self.turn}</b> guess{'es' if self.turn != 1 else ''} "
            f"{are(fits.sum(), 'code')} still possible.",
            f"{are(top, 'code')} highest, at {most:.3g}; "
            f"{are(peaks, 'code')} peaks: no neighbor is higher.",
            f"The secret (red ring) is at {worth:.3g}: {ranked}. "
            "Numbered disks are the guesses.",
        )

    @property
    def board(self) -> str:
        """The board so far as SVG."""
        return board_of(
            self.history, self.secret, title=self.game.player, rows=len(self.game)
        )

    def __repr__(self) -> str:
        return (
            f"Landscape({self.rules}, {self.height}, "
            f"after {self.turn} of {len(self.game)} guesses)"
        )

    def _still(self) -> str:
        return side_by_side(f"{self.summary}{self.map}", self.board)

    def _build(self) -> object:
        steps = self.stepper("guess", "guesses", lambda: (self.turn, len(self.game)))
        heights = ipywidgets.Dropdown(
            options=list(HEIGHTS), value=self.height, description="fitness"
        )
        write = heard(heights, self.choose)
        self.follow(lambda: write(self.height))
        wide = {"flex": "1 1 440px", "min_width": "0", "max_width": "760px"}
        left = column(
            row(*steps, heights),
            self.pane("summary", status=True),
            self.pane("map"),
            **wide,
        )
        return row(left, self.pane("board"), align_items="stretch")


def _pixels(values: np.ndarray) -> str:
    """Numbers in rows and columns as colors: a picture, as a URL that holds it."""
    low = values.min()
    high = values.max()
    shades = np.full(values.shape, 0.5)
    if high > low:
        shades = (values - low) / (high - low)
    colors = (matplotlib.colormaps["viridis"](shades)[..., :3] * 255).round()
    file = io.BytesIO()
    Image.fromarray(colors.astype(np.uint8)).save(file, format="png")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def _scale(low: float, high: float) -> list[str]:
    """The colors from the lowest to the highest value, in 48 steps below the map."""
    y = SIDE + 26
    parts = []
    for i in range(48):
        shade = matplotlib.colors.to_hex(matplotlib.colormaps["viridis"](i / 47))
        x = f"{MARGIN + 5 * i:.1f}"
        style = f"fill:{shade}"
        parts.append(tag("rect", x=x, y=y, width=5.5, height=10, style=style))
    text = {"y": y + 23, "style": "fill:var(--mmlib-edge)"}
    parts.append(tag("text", f"{low:.3g}", x=MARGIN, **text))
    parts.append(tag("text", f"{high:.3g}", x=MARGIN + 240, **text, text_anchor="end"))
    return parts
