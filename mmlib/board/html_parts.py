"""Parts of the boards of a notebook: phrases, pieces of HTML, widgets side by side."""

import html
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mmlib.checks import visible
from mmlib.game.history import History
from mmlib.report.controls import widgets
from mmlib.report.picture import picture


class _Widgets:
    """The module ipywidgets, loaded with the first widget; a still needs none."""

    def __getattr__(self, name: str) -> object:
        return getattr(widgets(), name)


ipywidgets = _Widgets()


def side_by_side(*parts: str) -> str:
    """Put pieces of HTML beside each other."""
    return (
        '<div style="display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start">'
        f"{lines(*parts)}</div>"
    )


def lines(*said: str) -> str:
    """Put pieces of HTML below each other."""
    return "".join(f"<div>{one}</div>" for one in said)


def warning(text: str) -> str:
    """Set a sentence apart; what is in it is escaped."""
    return (
        f'<span class="mmlib-warning" role="alert">{html.escape(visible(text))}</span>'
    )


def count(number: float, thing: str) -> str:
    """So many things: 1 code, 2 guesses."""
    return (
        f"{number:,.0f} {thing}"
        f"{'' if number == 1 else 'es' if thing.endswith('s') else 's'}"
    )


def are(number: float, thing: str) -> str:
    """As `count`, before what is said of them."""
    return f"{count(number, thing)} {'is' if number == 1 else 'are'}"


def so_far(history: History) -> str:
    """Say how much of a game was played before."""
    turns = len(history)
    number = "One turn was" if turns == 1 else f"{turns} turns were"
    return f"{number} played before."


def board_of(
    history: History, secret: np.ndarray | None = None, **options: object
) -> str:
    """Draw the board after some turns as SVG, in the colors of the page.

    The options are those of `picture`.
    """
    shown = {
        "pegs": history.rules.pegs,
        "feedbacks": history.feedbacks,
        "theme": "page",
    }
    made = picture(history.guesses, secret, **shown, **options)
    return replace(made, alphabet=history.alphabet).svg


def row(*controls: object, **layout: str) -> object:
    """Put widgets beside each other, as many as fit."""
    return ipywidgets.HBox(
        controls, layout={"flex_flow": "row wrap", "align_items": "center"} | layout
    )


def column(*controls: object, **layout: str) -> object:
    """Put widgets below each other."""
    return ipywidgets.VBox(controls, layout=layout)


def heard(widget: object, act: Callable[[object], None]) -> Callable[..., None]:
    """Call `act` with what a person sets a widget to.

    Returns a function by which a program sets the widget's value and traits, unheard.
    """

    def hear(change: dict) -> None:
        act(change["new"])

    def write(value: object, **traits: object) -> None:
        widget.unobserve(hear, "value")
        # what it may be comes before what it is
        for name, new in (traits | {"value": value}).items():
            setattr(widget, name, new)
        widget.observe(hear, "value")

    widget.observe(hear, "value")
    return write
