"""What the boards of a notebook are put together from: phrases, pieces of HTML, and controls."""

from __future__ import annotations

import asyncio
import html
import math
import time
from collections.abc import Callable

import lazy_loader as lazy
import numpy as np

from mmlib.game.history import History
from mmlib.report.picture import picture

#: Loaded with the first widget; a still needs none.
ipywidgets = lazy.load("ipywidgets")

#: Seconds from the key Enter until the text of its field is taken, and those in which a later one is taken, too.
AFTER_ENTER, ON_ITS_WAY = 0.015, 1.0


def side_by_side(*parts: str) -> str:
    """Put pieces of HTML beside each other."""
    return f'<div style="display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start">{lines(*parts)}</div>'


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
    return ipywidgets.HBox(controls, layout={"flex_flow": "row wrap", "align_items": "center"} | layout)


def column(*controls: object, **layout: str) -> object:
    """Put widgets below each other."""
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
    """Back, Step and a slider that tell `go` a frame, from 0 on; with milliseconds also a button that plays them."""

    def __init__(self, go: Callable, unit: str, label: str, *, first: int = 0, milliseconds: int = 0) -> None:
        self._first = first
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
        if not self.slider.disabled:
            self.slider.value += by  # which it keeps within its range

    def at(self, frame: int, last: int) -> None:
        """Stand at a frame of those from 0 to the last."""
        reach = {"max": self._first + max(last, 1), "disabled": last == 0}
        self._write(**reach, value=self._first + frame)
        for play in self._play:  # its value follows the slider's in the browser
            play.max, play.disabled = reach["max"], reach["disabled"]


class Field:
    """A field whose text is given to `entered` with Enter or a button, and to `typed` with every letter."""

    def __init__(self, entered: Callable, *, typed: Callable | None = None, **options: object) -> None:
        self.widget = ipywidgets.Text(continuous_update=typed is not None, **options)
        self._entered, self._typed = entered, typed
        self._pressed, self._late, self._timer = -math.inf, (-math.inf, ""), None
        self._write = heard(self.widget, self._came)
        self.widget.on_msg(lambda _, content, __: self.enter() if content.get("event") == "submit" else None)

    def write(self, text: str) -> None:
        """Set the text, which is not taken for typed."""
        self._write(value=text)

    def enter(self) -> None:
        """Take the text as with Enter; on a busy machine it comes some time after the key, and is taken then."""
        taken, left = self._late
        if self._typed is not None and time.monotonic() - taken < ON_ITS_WAY and self.widget.value == left:
            return  # pressed again, for what was taken a moment ago
        self.forget()
        self._pressed = time.monotonic()
        try:
            self._timer = asyncio.get_running_loop().call_later(AFTER_ENTER, self._take)
        except RuntimeError:  # in a script
            self._take()

    def forget(self) -> None:
        """Let an Enter that was pressed be done with."""
        self._pressed = -math.inf
        if self._timer is not None:
            self._timer.cancel()

    def _take(self) -> None:
        self._entered(self.widget.value)

    def _came(self, text: str) -> None:
        if self._typed is not None:
            self._typed(text)
        if time.monotonic() - self._pressed < ON_ITS_WAY:
            self.forget()
            self._take()
            self._late = time.monotonic(), self.widget.value
