"""A row of pegs to be set, with the mouse from a palette or typed."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from mmlib.board.page import ON_ITS_WAY, ROW, button
from mmlib.game.codes import DIGITS
from mmlib.game.rules import Rules
from mmlib.report.svg import FILLS, ink_on

EMPTY, EMPTY_FILL, EMPTY_INK, GAP = -1, "#EFE7DA", "#5A4A3A", "_"


class Composer:
    """A guess that is being composed.

    Parameters
    ----------
    rules : Rules
        The board.
    submit : callable
        Called with the guess, ndarray of uint8 (pegs,), once it is played.
    changed : callable
        Called without arguments whenever a peg was set or removed.
    complain : callable
        Called with a sentence, as plain text, where something cannot be done.

    Attributes
    ----------
    places : list of int
        The color of each peg; -1 where none is set.
    closed : str
        Why no guess can be played, as plain text; empty while one can.
    """

    def __init__(
        self,
        rules: Rules,
        submit: Callable[[np.ndarray], None],
        changed: Callable[[], None],
        complain: Callable[[str], None],
    ) -> None:
        self.rules = rules
        self._submit, self._changed, self._complain = submit, changed, complain
        self.places, self.closed = [EMPTY] * rules.pegs, ""
        self._box, self._entered, self._ahead = None, -np.inf, -np.inf

    @property
    def code(self) -> np.ndarray | None:
        """The guess as uint8 (pegs,), or None while a peg is missing."""
        return None if EMPTY in self.places else np.array(self.places, np.uint8)

    def put(self, color: int) -> None:
        """Set the first free peg."""
        if EMPTY in self.places:
            self._set([*self.places], self.places.index(EMPTY), color)

    def remove(self, place: int) -> None:
        """Remove a peg."""
        self._set([*self.places], place, EMPTY)

    def clear(self) -> None:
        """Remove all pegs."""
        self._entered = -np.inf
        self._set([EMPTY] * self.rules.pegs)

    def set(self, code: np.ndarray) -> None:
        """Set all pegs."""
        self._set([int(color) for color in code])

    def type(self, text: str) -> None:
        """Set pegs as they were typed; what is no code of the board is complained of, and nothing is changed."""
        try:
            colors = read_colors(text, self.rules, gaps=True)
        except ValueError as problem:
            self._complain(f"{problem}.")
        else:
            self._set(colors + [EMPTY] * (self.rules.pegs - len(colors)), typed=True)

    def play(self) -> None:
        """Play the guess, if it is complete and one can be played."""
        code = self.code
        if self.closed:
            self._complain(self.closed)
        elif code is None:
            missing = self.places.count(EMPTY)
            self._complain(f"{missing} peg{'s are' if missing > 1 else ' is'} missing.")
        else:
            self._entered = -np.inf
            self._submit(code)

    def _set(self, places: list[int], place: int = -1, color: int = EMPTY, *, typed: bool = False) -> None:
        if place >= 0:
            places[place] = color
        self.places = places
        if self._box is not None:
            self._refresh(typed)
        self._changed()

    def build(self) -> object:
        """Make the widget."""
        import ipywidgets

        square = {"width": "40px", "height": "40px", "margin": "2px"}
        self._slots = [ipywidgets.Button(layout=square) for _ in self.places]
        for place, slot in enumerate(self._slots):
            slot.on_click(lambda _, place=place: self.remove(place))
            slot.add_class("mmlib-peg")
        palette = []
        for color in range(self.rules.colors):
            style = {"button_color": FILLS[color], "text_color": ink_on(FILLS[color])}
            tip = f"set the next peg to color {DIGITS[color]}"
            peg = ipywidgets.Button(description=DIGITS[color], tooltip=tip, style=style, layout=square)
            peg.on_click(lambda _, color=color: self.put(color))
            peg.add_class("mmlib-peg")
            palette.append(peg)
        self._text = ipywidgets.Text(
            placeholder="or type it, then Enter", layout={"width": "170px"}, tooltip="the guess in digits"
        )
        self._text.observe(lambda change: self._typed(change["new"]), "value")
        self._text.on_msg(lambda _, content, __: self._enter() if content.get("event") == "submit" else None)
        buttons = [button("Guess", "play this guess", self._enter), button("Clear", "remove all pegs", self.clear)]
        self._box = ipywidgets.VBox(
            [
                ipywidgets.HBox(palette, layout=ROW),
                ipywidgets.HBox([*self._slots, self._text, *buttons], layout=ROW),
            ]
        )
        self._refresh(False)
        return self._box

    def _enter(self) -> None:
        """Play what was typed; where that is incomplete, the rest of it may still be on its way."""
        now = time.monotonic()
        if now - self._ahead < ON_ITS_WAY and set(self.places) == {EMPTY}:
            return  # what it was pressed for is played already
        self._entered = now
        if self._text.value != self._written():
            try:
                read_colors(self._text.value, self.rules, gaps=True)
            except ValueError as problem:
                self._complain(f"{problem}.")
                return
        self.play()

    def _typed(self, text: str) -> None:
        if text != self._written():
            self.type(text)
            if self.code is not None and time.monotonic() - self._entered < ON_ITS_WAY:
                self._ahead = time.monotonic()
                self.play()

    def _written(self) -> str:
        """The pegs set so far as text, with an underscore where one is missing between them."""
        return "".join(GAP if color == EMPTY else DIGITS[color] for color in self.places).rstrip(GAP)

    def _refresh(self, typed: bool) -> None:
        for place, (slot, color) in enumerate(zip(self._slots, self.places, strict=True), 1):
            empty = color == EMPTY
            slot.description = "·" if empty else DIGITS[color]
            slot.style.button_color = EMPTY_FILL if empty else FILLS[color]
            slot.style.text_color = EMPTY_INK if empty else ink_on(FILLS[color])
            slot.tooltip = f"place {place}: empty" if empty else f"place {place}: color {DIGITS[color]}; remove it"
        if not typed:  # else the cursor would jump
            self._text.value = self._written()


def read_colors(text: str, rules: Rules, *, gaps: bool = False) -> list[int]:
    """Read what a person types for a code, or for the beginning of one."""
    colors = []
    for letter in text:
        if letter.isspace() or letter == ",":
            continue
        color = DIGITS.find(letter.upper())
        if gaps and letter == GAP:
            colors.append(EMPTY)
            continue
        if not 0 <= color < rules.colors:
            raise ValueError(f"{letter!r} is not a color of this board: they are 0 to {DIGITS[rules.colors - 1]}")
        colors.append(color)
    if len(colors) > rules.pegs:
        raise ValueError(f"{len(colors)} pegs were typed, and a code has {rules.pegs}")
    return colors
