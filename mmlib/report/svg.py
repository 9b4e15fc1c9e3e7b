"""SVG written by hand, and the colors that pictures share.

There are elements, an image's frame, discs, boxes and labels.
"""

import html
import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from mmlib.checks import shown, visible

#: The fill of each color, 0 to F: Okabe and Ito's seven, then others far from them and
#: from each other.
FILLS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#F0E442",
    "#FFFFFF",
    "#333333",
    "#7B3F99",
    "#8C6D46",
    "#A6D854",
    "#F4B6C2",
    "#1B4D3E",
    "#B3B3B3",
    "#800020",
)

#: Opacity of the pegs in rows after the one that solves.
FADED = 0.25


class Theme(NamedTuple):
    """Colors of everything but the pegs."""

    page: str
    wood: str
    edge: str  # outlines, holes and text
    accent: str  # rows that are pointed at


#: The colors of each theme, by its name.
THEMES = {
    "light": Theme("#FFFFFF", "#EFE7DA", "#5A4A3A", "#A3280A"),
    "dark": Theme("#111111", "#33291F", "#E3D6C3", "#FFB59A"),
}

#: In a page of JupyterLab the colors follow its theme, by variables that the page sets
#: (see `STYLE`); elsewhere they are the light ones.
THEMES["page"] = Theme(
    **{
        name: f"var(--mmlib-{name}, {color})"
        for name, color in THEMES["light"]._asdict().items()
    }
)

#: CSS that sets the variables to the colors of a theme, by its name.
VARIABLES = {
    theme: ";".join(
        f"--mmlib-{name}:{color}" for name, color in THEMES[theme]._asdict().items()
    )
    for theme in ("light", "dark")
}

#: CSS that sets them for a page of JupyterLab, by its theme.
STYLE = (
    f':root{{{VARIABLES["light"]}}}[data-jp-theme-light="false"]{{{VARIABLES["dark"]}}}'
)

#: CSS that sets them for a picture that stands alone, as the reader's system prefers.
ALONE = (
    f":root{{{VARIABLES['light']};background:var(--mmlib-page)}}"
    f"@media(prefers-color-scheme:dark){{:root{{{VARIABLES['dark']}}}}}"
)

#: Pixels of an SVG for each peg.
PIXELS = 34

#: Inches of a figure for each peg.
INCHES = 0.34


class Disc(NamedTuple):
    """A circle of the board, in pegs."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str = "none"
    alpha: float = 1.0


class Box(NamedTuple):
    """A rounded rectangle, in pegs."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    edge: str = "none"


class Label(NamedTuple):
    """A word or a number; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    color: str
    anchor: str = "middle"
    alpha: float = 1.0


def tag(name: str, text: str | None = None, **attributes: object) -> str:
    """Write one element, its attributes in this order, the text in it escaped.

    Attributes are written with hyphens for underscores.
    """
    written = "".join(
        f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items()
    )
    if text is None:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{html.escape(visible(text))}</{name}>"


def image(
    width: float,
    height: float,
    label: str,
    parts: Iterable[str],
    *,
    font: int,
    box: str = "",
    style: str = "",
) -> str:
    """A whole SVG of so many pixels; a reader of screens reads its label.

    With a `box` it can be scaled.
    """
    view = f'viewBox="{box}" ' if box else ""
    look = f' style="{style}"' if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view}'
        f'width="{width:g}" height="{height:g}" role="img" '
        f'aria-label="{html.escape(visible(label))}" '
        'font-family="DejaVu Sans, Verdana, Arial, sans-serif" '
        f'font-size="{font}"{look}>{"".join(parts)}</svg>'
    )


def rgb(color: object) -> tuple[float, ...]:
    """Return red, green and blue, from 0 to 1, of a color that matplotlib knows.

    Matplotlib is not loaded for a color such as "#0072B2".
    """
    if isinstance(color, str) and re.fullmatch("#[0-9A-Fa-f]{6}", color):
        return tuple(int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    from matplotlib.colors import to_rgb

    try:
        return to_rgb(color)
    except (ValueError, TypeError):
        raise ValueError(
            f"fills: {shown(color)} is not a color that matplotlib knows"
        ) from None


def ink_on(fill: object) -> str:
    """Tell which of black and white reads better on a color.

    The contrast of relative luminance decides.
    """
    channels = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(fill)
    ]
    luminance = float(np.dot(channels, [0.2126, 0.7152, 0.0722]))
    on_black = (luminance + 0.05) / 0.05
    on_white = 1.05 / (luminance + 0.05)
    return "black" if on_black >= on_white else "white"


def key_columns(pegs: int) -> int:
    """Key pegs side by side: half of them, in two lines."""
    return (pegs + 1) // 2


def width_of(pegs: int) -> float:
    """Width of the panel with its row numbers, in pegs."""
    return pegs + 1.6 + 0.45 * key_columns(pegs)


def peg(
    x: float, y: float, sign: str, fill: str, edge: str, alpha: float = 1.0
) -> list[Disc | Label]:
    """A peg with the sign of its color."""
    filled = "#" + "".join(f"{round(255 * part):02x}" for part in rgb(fill))
    return [
        Disc(x, y, 0.4, filled, edge, alpha),
        Label(x, y, sign, ink_on(fill), alpha=alpha),
    ]


def centered(text: str, x: object, y: object, style: str) -> str:
    """Write a text around a point."""
    where = {"x": x, "y": y, "dy": ".36em", "text_anchor": "middle"}
    return tag("text", text, **where, style=style)


def as_svg(shape: Disc | Box | Label) -> str:
    """One element; colors go into `style`, where variables are understood."""
    x = f"{shape.x * PIXELS:g}"
    y = f"{shape.y * PIXELS:g}"
    if isinstance(shape, Label):
        style = f"fill:{shape.color}{_faint(shape.alpha)}"
        where = {"x": x, "y": y, "dy": ".36em", "text_anchor": shape.anchor}
        return tag("text", shape.text, **where, style=style)
    style = f"fill:{shape.fill}"
    if shape.edge != "none":
        style += f";stroke:{shape.edge};stroke-width:1.2"
    if isinstance(shape, Disc):
        radius = f"{shape.radius * PIXELS:g}"
        style += _faint(shape.alpha)
        return tag("circle", cx=x, cy=y, r=radius, style=style)
    width = f"{shape.width * PIXELS:g}"
    height = f"{shape.height * PIXELS:g}"
    corner = f"{PIXELS / 4:g}"
    return tag("rect", x=x, y=y, width=width, height=height, rx=corner, style=style)


def _faint(alpha: float) -> str:
    """CSS of an opacity; none of what is opaque."""
    return "" if alpha == 1 else f";opacity:{alpha:g}"
