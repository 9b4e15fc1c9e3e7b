"""What the boards of a notebook share: their look, where things stand, and their first frame where no browser is."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable

import numpy as np

from mmlib.game.history import History
from mmlib.report.picture import picture
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

#: A board with its controls, and what stands beside it or below.
BOARD = {"max_width": "490px", "min_width": "0"}
PANEL = {"max_width": "500px", "min_width": "0", "flex": "1 1 320px", "margin": "0 0 0 12px"}

#: Shown while cells run, for until they have no control is answered.
BUSY = '<div class="mmlib-busy">The notebook is computing; the board answers once it is done.</div>'

#: A first frame is light on every page.
CARD = (
    '<div style="background-color:var(--mmlib-page);color:var(--mmlib-edge);padding:8px">'
    "<div><i>A still. Run the cell to work with the board.</i></div>{}</div>"
)


def as_still(shown: str) -> str:
    """Make HTML stand alone: light colors, and SVG as images (of SVG an untrusted notebook shows only the letters)."""
    light = THEMES["light"]._asdict()
    shown = re.sub(r"var\(--mmlib-(\w+)[^)]*\)", lambda found: light[found[1]], shown)

    def image(found: re.Match) -> str:
        label = re.search(r'aria-label="([^"]*)"', found[0])
        data = base64.b64encode(found[0].encode()).decode()
        return f'<img alt="{label[1] if label else ""}" src="data:image/svg+xml;base64,{data}">'

    return re.sub(r"<svg\b.*?</svg>", image, shown, flags=re.DOTALL)


def side_by_side(*parts: str) -> str:
    """Put pieces of HTML beside each other."""
    inner = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div style="display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start">{inner}</div>'


def lines(*said: str) -> str:
    """Put pieces of HTML below each other."""
    return "".join(f"<div>{one}</div>" for one in said)


def warning(text: str) -> str:
    """Set a sentence apart; what is in it is escaped."""
    return f'<span class="mmlib-warning" role="alert">{html.escape(text)}</span>'


def count(number: float, thing: str) -> str:
    """So many things: 1 code, 2 guesses."""
    plural = "es" if thing.endswith("s") else "s"
    return f"{number:,.0f} {thing}{'' if number == 1 else plural}"


def are(number: float, thing: str) -> str:
    """As `count`, before what is said of them."""
    return f"{count(number, thing)} {'is' if number == 1 else 'are'}"


def board_of(history: History, secret: np.ndarray | None = None, **options: object) -> str:
    """The board after some turns as SVG, in the colors of the page; with options of `picture`."""
    shown = {"pegs": history.rules.pegs, "feedbacks": history.feedbacks, "theme": "page"}
    return picture(history.guesses, secret, **shown, **options).svg


def row(*controls: object, **layout: str) -> object:
    """Put widgets beside each other, as many as fit."""
    import ipywidgets

    return ipywidgets.HBox(controls, layout={"flex_flow": "row wrap", "align_items": "center"} | layout)


def column(*controls: object, **layout: str) -> object:
    """Put widgets below each other."""
    import ipywidgets

    return ipywidgets.VBox(controls, layout=layout)


def heard(widget: object, act: Callable[[object], None]) -> Callable[..., None]:
    """Call `act` with what a person sets a widget to; returned is how a program sets its traits, unheard."""

    def hear(change: dict) -> None:
        act(change["new"])

    def write(**traits: object) -> None:
        widget.unobserve(hear, "value")
        for name, value in traits.items():
            setattr(widget, name, value)
        widget.observe(hear, "value")

    widget.observe(hear, "value")
    return write


class Stepper:
    """Back, Step and a slider over frames counted from 0, and a button that plays them where milliseconds are given."""

    def __init__(
        self, go: Callable[[int], None], unit: str, label: str, *, first: int = 0, milliseconds: int = 0
    ) -> None:
        import ipywidgets

        self._go, self._first, self._frame, self._last = go, first, 0, 0
        reach = {"min": first, "max": first + 1}  # a slider that begins without a range keeps none for its End key
        self.slider = ipywidgets.IntSlider(**reach, description=label)
        self._write = heard(self.slider, lambda value: go(value - first))
        self._play = [ipywidgets.Play(**reach, interval=milliseconds)] if milliseconds else []
        for play in self._play:
            ipywidgets.jslink((play, "value"), (self.slider, "value"))
        steps = []
        for name, way, by in (("Back", "back", -1), ("Step", "on", 1)):
            steps.append(ipywidgets.Button(description=name, tooltip=f"one {unit} {way}", layout={"width": "auto"}))
            steps[-1].on_click(lambda _, by=by: self._step(by))
        self.controls = [*self._play, *steps, self.slider]

    def _step(self, by: int) -> None:
        self._go(min(max(self._frame + by, 0), self._last))

    def at(self, frame: int, last: int) -> None:
        """Stand at a frame of those from 0 to the last."""
        self._frame, self._last = frame, last
        reach = {"max": self._first + max(last, 1), "disabled": last == 0}
        self._write(**reach, value=self._first + frame)
        for play in self._play:  # its value follows the slider's in the browser
            play.max, play.disabled = reach["max"], reach["disabled"]
