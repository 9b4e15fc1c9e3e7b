"""What the boards of a notebook share: their look, their first frame where no browser is, pictures of numbers."""

from __future__ import annotations

import asyncio
import base64
import html
import re
import time
from collections.abc import Callable, Sequence

import numpy as np

from mmlib.checks import widgets
from mmlib.progress_bar import silenced
from mmlib.report.svg import STYLE, THEMES

#: The look of every bench: colors that follow JupyterLab's theme, and an outline around what has the focus.
CSS = STYLE + (
    ".mmlib-bench{font-size:14px;color:var(--mmlib-edge)}"
    ".mmlib-bench .jupyter-button:focus-visible,.mmlib-bench input:focus-visible,.mmlib-bench select:focus-visible,"
    ".mmlib-bench .noUi-handle:focus-visible{outline:3px solid var(--jp-brand-color1,#1976D2)!important;"
    "outline-offset:2px}"
    ".mmlib-bench input:focus-visible,.mmlib-bench select:focus-visible{outline-offset:-3px}"
    ".mmlib-bench .jupyter-button{font-weight:600}.mmlib-peg.jupyter-button{border:1px solid var(--mmlib-edge)}"
    ".mmlib-bench table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    ".mmlib-bench td,.mmlib-bench th{padding:1px 6px;text-align:right}.mmlib-bench td{white-space:nowrap}"
    ".mmlib-bench svg[viewBox]{max-width:100%;height:auto}"
    ".mmlib-bench .widget-html-content{line-height:1.45}"
    ".mmlib-busy{visibility:hidden;height:1.5em;color:var(--mmlib-accent);font-weight:600}"
    "@keyframes mmlib-busy{to{visibility:visible}}"
    ".jp-NotebookPanel:has(.jp-Notebook-ExecutionIndicator[data-status='busy']) .mmlib-busy"
    "{animation:mmlib-busy 0s 1s forwards}"
    ".mmlib-warning{color:var(--mmlib-accent);font-weight:600}"
)


#: Bars beside each other, before another row begins.
IN_A_ROW = 14


#: Seconds from the key Enter until the text of its field is taken, and those in which a later one is taken, too.
AFTER_ENTER, ON_ITS_WAY = 0.015, 1.0


#: Controls beside each other, as many as there is room for; a board with its controls; what stands beside it, or below.
ROW = {"flex_flow": "row wrap", "align_items": "center"}


BOARD = {"max_width": "490px", "min_width": "0"}


PANEL = {"max_width": "500px", "min_width": "0", "flex": "1 1 320px", "margin": "0 0 0 12px"}


#: Shown while cells run, for until they have no control is answered.
BUSY = '<div class="mmlib-busy">The notebook is computing; the board answers once it is done.</div>'


#: A first frame is light on every page.
CARD = (
    '<div style="background-color:var(--mmlib-page);color:var(--mmlib-edge);padding:8px">'
    "<div><i>A still. Run the cell to work with the board.</i></div>{}</div>"
)


class Bench:
    """Something to work with in a notebook: a widget in Jupyter, its first frame where a command runs the notebook.

    Subclasses make the widget in `_build` and tell in `_still` what its first frame shows, as HTML.
    """

    _widget = None

    @property
    def widget(self) -> object:
        """The ipywidget, made when it is first asked for."""
        if self._widget is None:
            ipywidgets = widgets()
            style = ipywidgets.HTML(f"<style>{CSS}</style>", layout={"height": "0", "margin": "0"})
            busy = ipywidgets.HTML(BUSY, layout={"margin": "0"})
            self._widget = ipywidgets.VBox([style, busy, self._build()])
            self._widget.add_class("mmlib-bench")
        return self._widget

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict | tuple:
        if silenced():
            return {"text/plain": repr(self), "text/html": as_still(CARD.format(self._still()))}
        self._shown()
        made = self.widget._repr_mimebundle_(include=include, exclude=exclude)
        data, *metadata = made if isinstance(made, tuple) else (made,)
        data["text/plain"] = f"{self!r}: run its cell again to work with it"  # for pages without widgets
        return (data, *metadata) if metadata else data

    def _shown(self) -> None:
        """What is to be done once someone looks at it."""

    def _build(self) -> object:
        raise TypeError(f"{type(self).__name__}: a bench needs a _build method")

    def _still(self) -> str:
        raise TypeError(f"{type(self).__name__}: a bench needs a _still method")


def as_still(shown: str) -> str:
    """Make HTML stand alone: light colors instead of a page's, and SVG as images.

    An image is shown in a notebook that is not trusted yet, too, where of SVG only the letters would be left.
    """
    light = THEMES["light"]._asdict()
    shown = re.sub(r"var\(--mmlib-(\w+)[^)]*\)", lambda found: light[found[1]], shown)

    def image(found: re.Match) -> str:
        told = re.search(r'aria-label="([^"]*)"', found[0])
        data = base64.b64encode(found[0].encode()).decode()
        return f'<img alt="{told[1] if told else ""}" src="data:image/svg+xml;base64,{data}">'

    return re.sub(r"<svg\b.*?</svg>", image, shown, flags=re.DOTALL)


def button(text: str, tip: str, act: Callable[[], None]) -> object:
    """Make a button."""
    import ipywidgets

    made = ipywidgets.Button(description=text, tooltip=tip, layout={"width": "auto"})
    made.on_click(lambda _: act())
    return made


def entry(
    entered: Callable[[str], None], **options: object
) -> tuple[object, Callable[[], None], Callable[[str], None]]:
    """Make a field whose text is taken with Enter, or with a button."""
    import ipywidgets

    field = ipywidgets.Text(continuous_update=False, **options)
    pressed, writing, waiting = -np.inf, False, None

    def take() -> None:
        nonlocal waiting
        if waiting is not None:
            waiting.cancel()
        waiting = None
        entered(field.value)

    def enter() -> None:
        nonlocal pressed, waiting
        pressed = time.monotonic()
        try:  # a browser may tell of the key first, and of the text after it: on a busy machine some time after it
            waiting = asyncio.get_running_loop().call_later(AFTER_ENTER, take)
        except RuntimeError:
            take()

    def came(_: dict) -> None:
        nonlocal pressed
        if not writing and time.monotonic() - pressed < ON_ITS_WAY:
            pressed = -np.inf
            take()

    def write(text: str) -> None:
        nonlocal writing
        writing = True
        field.value = text
        writing = False

    field.on_msg(lambda _, content, __: enter() if content.get("event") == "submit" else None)
    field.observe(came, "value")
    return field, enter, write


def side_by_side(*parts: str) -> str:
    """Put pieces of HTML beside each other."""
    inner = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div style="display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start">{inner}</div>'


def warning(text: str) -> str:
    """Set a sentence apart; what is in it is escaped."""
    return f'<span class="mmlib-warning" role="alert">{html.escape(text)}</span>'


def bars(values: Sequence[float], names: Sequence[str], *, marked: int = -1, label: str = "", caption: str = "") -> str:
    """Draw numbers as bars from left to right, the value over each and its name below."""
    width, height, base, deep = 34, 90, 108, 132
    rows = max(1, -(-len(values) // IN_A_ROW))
    across = -(-len(values) // rows)
    most = max([*values, 1e-9])
    told = html.escape(label or "; ".join(f"{name}: {value:,g}" for name, value in zip(names, values, strict=True)))
    wide, below = max(width * across + 8, 7 * len(caption)), deep * (rows - 1)
    tall = base + below + (38 if caption else 20)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'role="img" aria-label="{told}" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="11">'
    ]
    for i, (value, name) in enumerate(zip(values, names, strict=True)):
        tall = height * value / most
        color = "accent" if i == marked else "edge"
        x, floor = 4 + width * (i % across), base + deep * (i // across)
        text = f'text-anchor="middle" style="fill:var(--mmlib-{color});font-weight:{600 if i == marked else 400}"'
        parts.append(
            f'<rect x="{x + 3}" y="{floor - tall:.1f}" width="{width - 6}" height="{tall:.1f}" '
            f'style="fill:var(--mmlib-{color})"/>'
            f'<text x="{x + width / 2}" y="{floor - tall - 3:.1f}" {text}>{_short(value)}</text>'
            f'<text x="{x + width / 2}" y="{floor + 13}" {text}>{html.escape(name)}</text>'
        )
    if caption:
        text = f'<text x="4" y="{base + below + 31}" style="fill:var(--mmlib-edge)">{html.escape(caption)}</text>'
        parts.append(text)
    return "".join((*parts, "</svg>"))


def _short(value: float) -> str:
    """A number in at most five characters."""
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= unit:
            return f"{value / (1e3 if letter == 'k' else unit):.3g}{letter}"
    return f"{np.round(value, 1):g}"
