"""The fitness landscape: what every code of the board is worth, as guesses come in."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Callable

import matplotlib
import numpy as np
from PIL import Image

from mmlib.board.page import ROW, Bench, button, side_by_side
from mmlib.checks import whole_number
from mmlib.experiments.game import play
from mmlib.game.codes import all_codes, as_code, as_text, check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic import fitness
from mmlib.players.settings import one_of
from mmlib.reason.partitions import measure
from mmlib.report.picture import picture

#: Boards of more codes make a picture of points too small to be seen.
MOST_CODES = 70_000


#: What a code is worth: a function of all codes and the history.
HEIGHTS: dict[str, tuple[str, Callable[[np.ndarray, History], np.ndarray]]] = {
    "distance": (
        "minus the distance of its answers from those that came (Le Adoga, Merelo et al., NHEA)",
        lambda codes, history: fitness.distance(codes, history.guesses, history.feedbacks),
    ),
    "gold": (
        "key pegs that agree place by place (Gold)",
        lambda codes, history: fitness.gold(codes, history.guesses, history.feedbacks),
    ),
    "berghman": (
        "constant minus distance (Berghman et al.)",
        lambda codes, history: fitness.berghman(codes, history.guesses, history.feedbacks),
    ),
    "nine_colors": (
        "minus the distance, black pegs twice as heavy (the nine-color player, mended)",
        lambda codes, history: fitness.distance(codes, history.guesses, history.feedbacks, black_weight=2.0),
    ),
    "information": (
        "bits that it would tell as the next guess (entropy)",
        lambda codes, history: measure(codes, codes[_fits(codes, history)], colors=history.rules.colors).entropy,
    ),
}


#: Pixels of the map, square or wide, and around it.
SIDE, WIDE, MARGIN = 396, 720, 34


class Landscape(Bench):
    """All codes of a board as points of a map, colored by their fitness, with a slider over the turns of a game.

    Parameters
    ----------
    rules : Rules, optional
        The board, of at most 70,000 codes; by default 4 pegs and 6 colors.
    secret : array_like of int, shape (pegs,), or str, optional
        The code that is looked for; by default a random one.
    player : str or player, default "random_consistent"
        Whose guesses come in.
    height : {"distance", "gold", "berghman", "nine_colors", "information"}
        What a code is worth.
    seed : int, default 1
        Seed of all that is drawn.

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed, or the board is too large.

    Notes
    -----
    A code's first pegs say in which row of the map it is, its last ones in which column. Codes that differ in one peg
    are so in the same row or in the same column, and neighbors where that is the last peg of either half and the colors
    follow each other. A peak is a code with no better one among those that differ from it in one peg.

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
        check_rules(self.rules)
        if self.rules.n_codes > MOST_CODES:
            raise ValueError(f"rules: {self.rules} have {self.rules.n_codes:,} codes; at most {MOST_CODES:,} are shown")
        rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
        self.codes = all_codes(self.rules)
        secret = self.codes[rng.integers(len(self.codes))] if secret is None else secret
        self.secret = as_code(secret, self.rules, name="secret")
        self.height = one_of(height, "height", tuple(HEIGHTS))
        self.game = play(player, self.secret, self.rules, scoring="standard", rng=rng)
        self.turn, self._widgets = 0, {}

    @property
    def history(self) -> History:
        """The guesses and answers that have come in."""
        guesses, feedbacks = self.game.guesses[: self.turn], self.game.feedbacks[: self.turn]
        return History.unchecked(self.rules, guesses, feedbacks, "standard")

    @property
    def values(self) -> np.ndarray:
        """What every code is worth now: float64 (n_codes,), in lexicographic order."""
        return np.asarray(HEIGHTS[self.height][1](self.codes, self.history), dtype=np.float64)

    def go(self, turn: int) -> None:
        """Show the landscape after so many guesses.

        Parameters
        ----------
        turn : int
            From 0 to all of the game.

        Raises
        ------
        TypeError, ValueError
            If the game has no such turn.
        """
        self.turn = whole_number(turn, "turn", 0, len(self.game))
        slider = self._widgets.get("slider")
        if slider is not None and slider.value != self.turn:
            slider.value = self.turn
        self._show()

    def choose(self, height: str) -> None:
        """Show another fitness.

        Parameters
        ----------
        height : {"distance", "gold", "berghman", "nine_colors", "information"}
            What a code is worth.

        Raises
        ------
        TypeError, ValueError
            If it is none of them.
        """
        self.height = one_of(height, "height", tuple(HEIGHTS))
        self._show()

    def peaks(self, values: np.ndarray | None = None) -> np.ndarray:
        """Tell which codes are peaks: no code that differs from them in one peg is worth more.

        Parameters
        ----------
        values : array_like of float, shape (n_codes,), optional
            What the codes are worth; by default `values`.

        Returns
        -------
        ndarray of bool, shape (n_codes,)

        Raises
        ------
        ValueError
            If there are not as many as codes.
        """
        values = self.values if values is None else np.asarray(values, dtype=np.float64)
        if values.shape != (len(self.codes),):
            raise ValueError(f"values: shape {values.shape} is not ({len(self.codes)},), one for each code")
        grid = values.reshape((self.rules.colors,) * self.rules.pegs)
        tops = np.ones_like(grid, bool)
        for axis in range(grid.ndim):
            tops &= grid >= grid.max(axis=axis, keepdims=True)
        return tops.ravel()

    @property
    def map(self) -> str:
        """The landscape as SVG."""
        values = self.values
        colors, first = self.rules.colors, self.rules.pegs // 2
        rows, columns = colors**first, colors ** (self.rules.pegs - first)
        low, high = values.min(), values.max()
        shades = (values - low) / (high - low) if high > low else np.full(len(values), 0.5)
        pixels = (
            (matplotlib.colormaps["viridis"](shades.reshape(rows, columns))[..., :3] * 255).round().astype(np.uint8)
        )
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, format="png")
        wide, tall = (SIDE, SIDE) if rows == columns else (WIDE, SIDE)
        dx, dy = wide / columns, tall / rows
        encoded = base64.b64encode(file.getvalue()).decode()
        after = f"{self.turn} guess{'' if self.turn == 1 else 'es'}"
        told = f"fitness of {len(values):,} codes from {low:.3g} to {high:.3g} after {after}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + MARGIN + 8:g}" height="{tall + MARGIN + 44:g}" '
            f'role="img" aria-label="{told}" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="11" '
            'style="fill:var(--mmlib-edge)">'
            f'<image x="{MARGIN}" y="18" width="{wide:g}" height="{tall:g}" preserveAspectRatio="none" '
            f'style="image-rendering:pixelated" href="data:image/png;base64,{encoded}"/>'
        ]
        for place in range(0, rows, max(1, rows // 6)):
            label = as_text(np.array(np.unravel_index(place, (colors,) * first), np.uint8)) if first else ""
            y = 18 + (place + 0.5) * dy
            parts.append(f'<text x="{MARGIN - 4}" y="{y:.1f}" dy=".36em" text-anchor="end">{label}</text>')
        last = self.rules.pegs - first
        for place in range(0, columns, max(1, columns // 6)):
            label = as_text(np.array(np.unravel_index(place, (colors,) * last), np.uint8))
            x = MARGIN + (place + 0.5) * dx
            parts.append(f'<text x="{x:.1f}" y="12" text-anchor="middle">{label}</text>')

        def point(code: np.ndarray) -> tuple[float, float]:
            place = int(np.ravel_multi_index(tuple(code), (colors,) * self.rules.pegs))
            return MARGIN + (place % columns + 0.5) * dx, 18 + (place // columns + 0.5) * dy

        for turn, guess in enumerate(self.game.guesses[: self.turn], 1):
            x, y = point(guess)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" style="fill:#FFFFFF;stroke:#000000"/>'
                f'<text x="{x:.1f}" y="{y:.1f}" dy=".36em" text-anchor="middle" style="fill:#000000">{turn}</text>'
            )
        x, y = point(self.secret)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="12" style="fill:none;stroke:#FF3B30;stroke-width:3"/>')
        parts.append(_scale(low, high, MARGIN, tall + 26, min(wide, 240)))
        return "".join((*parts, "</svg>"))

    @property
    def told(self) -> str:
        """What there is to see, as HTML."""
        values = self.values
        peaks, fits = self.peaks(values), _fits(self.codes, self.history)
        secret = int(np.ravel_multi_index(tuple(self.secret), (self.rules.colors,) * self.rules.pegs))
        better, top = int((values > values[secret]).sum()), int((values == values.max()).sum())
        ranked = f"{_are(better)} worth more" if better else "no code is worth more"
        lines = [
            f"Height: {html.escape(HEIGHTS[self.height][0])}.",
            f"After <b>{self.turn}</b> guess{'es' if self.turn != 1 else ''} {_are(fits.sum())} still possible.",
            f"{_are(top)} worth most, {values.max():.3g}; peaks, with nothing better beside: {peaks.sum():,}.",
            f"The secret (red ring) is worth {values[secret]:.3g}: {ranked}.",
        ]
        return "".join(f"<div>{line}</div>" for line in lines)

    @property
    def board(self) -> str:
        """The board so far as SVG."""
        now, rows = self.history, max(1, len(self.game))
        shown = picture(
            now.guesses, self.secret, feedbacks=now.feedbacks, rows=rows, title=self.game.player, theme="page"
        )
        return shown.svg

    def __repr__(self) -> str:
        return f"Landscape({self.rules}, {self.height}, after {self.turn} of {len(self.game)} guesses)"

    def _still(self) -> str:
        return side_by_side(f"{self.told}{self.map}", self.board)

    def _show(self) -> None:
        if self._widgets:
            self._widgets["map"].value = self.map
            self._widgets["told"].value = f'<div role="status">{self.told}</div>'
            self._widgets["board"].value = self.board

    def _build(self) -> object:
        import ipywidgets

        widgets = self._widgets
        for name in ("map", "told", "board"):
            widgets[name] = ipywidgets.HTML()
        widgets["slider"] = ipywidgets.IntSlider(value=self.turn, min=0, max=len(self.game), description="guesses")
        widgets["slider"].observe(lambda change: self.go(change["new"]), "value")
        heights = ipywidgets.Dropdown(options=list(HEIGHTS), value=self.height, description="fitness")
        heights.observe(lambda change: self.choose(change["new"]), "value")
        steps = [
            button("Back", "one guess back", lambda: self.go(max(self.turn - 1, 0))),
            button("Step", "one guess on", lambda: self.go(min(self.turn + 1, len(self.game)))),
        ]
        self._show()
        left = ipywidgets.VBox(
            [ipywidgets.HBox([*steps, widgets["slider"], heights], layout=ROW), widgets["told"], widgets["map"]],
            layout={"flex": "1 1 440px", "min_width": "0", "max_width": "760px"},
        )
        return ipywidgets.HBox([left, widgets["board"]], layout={"flex_flow": "row wrap"})


def _are(number: int) -> str:
    return "1 code is" if number == 1 else f"{number:,} codes are"


def _fits(codes: np.ndarray, history: History) -> np.ndarray:
    """Which codes agree with every answer."""
    return fitness.distance(codes, history.guesses, history.feedbacks) == 0


def _scale(low: float, high: float, x: float, y: float, width: float) -> str:
    """The colors from the lowest to the highest value."""
    steps = 48
    shades = [matplotlib.colors.to_hex(matplotlib.colormaps["viridis"](i / (steps - 1))) for i in range(steps)]
    size = f'width="{width / steps + 0.5:.1f}" height="10"'
    parts = [
        f'<rect x="{x + i * width / steps:.1f}" y="{y}" {size} style="fill:{shade}"/>' for i, shade in enumerate(shades)
    ]
    text = f'y="{y + 23}" style="fill:var(--mmlib-edge)"'
    parts.append(f'<text x="{x}" {text}>{low:.3g}</text>')
    parts.append(f'<text x="{x + width}" {text} text-anchor="end">{high:.3g}</text>')
    return "".join(parts)
