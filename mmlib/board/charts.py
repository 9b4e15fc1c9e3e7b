"""Numbers as bars and as lines, SVG."""

from collections.abc import Sequence

import numpy as np

from mmlib.report.svg import image, tag

#: The color of bars, lines and letters: that of the page's theme, as CSS.
INK = "var(--mmlib-edge)"

#: The color of the bar that is marked, as CSS.
ACCENT = "var(--mmlib-accent)"

#: Bars beside each other, before another row begins.
IN_A_ROW = 14


def bars(
    values: Sequence[float],
    names: Sequence[str],
    *,
    marked: int = -1,
    label: str = "",
    caption: str = "",
) -> str:
    """Draw numbers as bars from left to right, values above and names below them."""
    width = 34
    height = 90
    base = 108
    deep = 132
    rows = -(-len(values) // IN_A_ROW)
    across = -(-len(values) // rows)
    most = max([*values, 1e-9])
    parts = []
    for i, (value, name) in enumerate(zip(values, names, strict=True)):
        tall = height * value / most
        fill = f"fill:{ACCENT if i == marked else INK}"
        x = 4 + width * (i % across)
        floor = base + deep * (i // across)
        text = {
            "text_anchor": "middle",
            "style": f"{fill};font-weight:{600 if i == marked else 400}",
        }
        parts += [
            tag(
                "rect",
                x=x + 3,
                y=f"{floor - tall:.1f}",
                width=width - 6,
                height=f"{tall:.1f}",
                style=fill,
            ),
            tag(
                "text",
                _short(value),
                x=x + width / 2,
                y=f"{floor - tall - 3:.1f}",
                **text,
            ),
            tag("text", name, x=x + width / 2, y=floor + 13, **text),
        ]
    below = base + deep * (rows - 1)
    if caption:
        parts.append(tag("text", caption, x=4, y=below + 31, style=f"fill:{INK}"))
    wide = max(width * across + 8, 7 * len(caption))
    tall = below + (38 if caption else 20)
    return image(wide, tall, label, parts, font=11, box=f"0 0 {wide} {tall}")


def curves(
    series: list[np.ndarray],
    shown: int,
    caption: str,
    *,
    low: float | None = None,
    behind: Sequence[np.ndarray] = (),
) -> str:
    """Draw lines over generations, from 0 up to the one that is shown.

    The first line is whole, the second dashed. Lines `behind` them are faint and drawn
    to their end.
    """
    every = [*series, *behind]
    last = max(map(len, every)) - 1
    width = 300
    height = 96
    high = float(max(line.max() for line in every))
    if low is None:
        low = float(min(line.min() for line in every))
    else:
        high = max(high, low + 1)
    right = width - 10
    floor = height - 10
    fill = f"fill:{INK}"
    parts = [
        tag("path", d=f"M44,10V{floor}H{right}", style=f"fill:none;stroke:{INK}"),
        tag("text", digits(high), x=40, y=14, text_anchor="end", style=fill),
        tag(
            "text",
            digits(low) if high > low else "",
            x=40,
            y=floor + 2,
            text_anchor="end",
            style=fill,
        ),
        tag("text", "0", x=44, y=height + 4, style=fill),
        tag("text", str(last), x=right, y=height + 4, text_anchor="end", style=fill),
        tag(
            "text",
            caption,
            x=width / 2,
            y=height + 17,
            text_anchor="middle",
            style=fill,
        ),
    ]
    step = (width - 54) / max(last, 1)

    def points_of(line: np.ndarray) -> list[str]:
        ys = 10 + (height - 20) * (high - line) / max(high - low, 1e-12)
        return [f"{44 + step * x:.1f},{y:.1f}" for x, y in enumerate(ys)]

    look = f"fill:none;stroke:{INK};stroke-width:2"
    dashes = ("", ";stroke-dasharray:4 3")
    for line, dash in zip(behind, dashes, strict=False):
        faint = f"{look}{dash};opacity:0.35"
        parts.append(tag("polyline", points=" ".join(points_of(line)), style=faint))
    for line, dash in zip(series, dashes, strict=False):
        points = points_of(line[:shown])
        parts.append(tag("polyline", points=" ".join(points), style=look + dash))
        x, y = points[-1].split(",")
        parts.append(tag("circle", cx=x, cy=y, r=3, style=fill))
    return image(width, height + 24, caption, parts, font=10)


def digits(value: float) -> str:
    """A number in three digits; no minus before 0."""
    return f"{value + 0.0:.3g}"


def _short(value: float) -> str:
    """A number in at most five characters."""
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= unit:
            return f"{value / (1e3 if letter == 'k' else unit):.3g}{letter}"
    return f"{np.round(value, 1):g}"
