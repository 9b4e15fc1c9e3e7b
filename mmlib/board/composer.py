"""A row of pegs to be set, with the mouse from a palette or typed."""

from collections.abc import Callable

import numpy as np

from mmlib.board.enter_field import EnterField
from mmlib.board.html_parts import are, column, row
from mmlib.board.notebook_board import Live
from mmlib.checks import instance, listed, shown, whole_number
from mmlib.game.alphabet import USUAL, Alphabet
from mmlib.game.rules import Rules
from mmlib.report.svg import FILLS, ink_on

#: What stands for the color of a place without a peg.
EMPTY = -1

#: How a place without a peg is written.
GAP = "_"


class Composer(Live):
    """A guess that is being composed: in `pegs` stand its colors, -1 where none is set.

    `submit` is called with the guess once it is played, uint8 (pegs,); `changed`
    whenever pegs were set or removed; `complain` with plain text where something cannot
    be done. `closed` says why no guess can be played, if none can.
    """

    def __init__(
        self,
        rules: Rules,
        submit: Callable,
        changed: Callable,
        complain: Callable,
        alphabet: Alphabet = USUAL,
    ) -> None:
        self.rules = rules
        self.alphabet = alphabet
        self._submit = submit
        self._changed = changed
        self._complain = complain
        self.pegs = [EMPTY] * rules.pegs
        self.closed = ""
        self.field = None

    @property
    def code(self) -> np.ndarray | None:
        """The guess as uint8 (pegs,), or None while a peg is missing."""
        return None if EMPTY in self.pegs else np.array(self.pegs, np.uint8)

    def put(self, color: int) -> None:
        """Set the first free peg."""
        color = self._color(color)
        if EMPTY in self.pegs:
            self.set_peg(self.pegs.index(EMPTY), color)

    def set_peg(self, index: int, color: int) -> None:
        """Set one peg, or remove it."""
        index = whole_number(index, "index", 0, self.rules.pegs - 1)
        color = self._color(color)
        self.set([*self.pegs[:index], color, *self.pegs[index + 1 :]])

    def clear(self) -> None:
        """Remove all pegs."""
        if self.field is not None:
            self.field.pressed = False
        self.set([EMPTY] * self.rules.pegs)

    def set(self, colors: list[int] | np.ndarray, *, typed: bool = False) -> None:
        """Set all pegs.

        A text that was `typed` stays as it is; otherwise the cursor would jump.
        """
        several = listed(colors, "colors", "a list of colors")
        pegs = [self._color(color, "colors") for color in several]
        if len(pegs) != self.rules.pegs:
            raise ValueError(f"colors: {len(pegs)} came; a code has {self.rules.pegs}")
        self.pegs = pegs
        if self.field is not None and not typed:
            self.field.write(self._written())
        self.show()
        self._changed()

    def focus(self) -> None:
        """Put the cursor into the field, if there is one: Enter plays the guess."""
        if self.field is not None:
            self.field.widget.focus()

    def _color(self, color: object, name: str = "color") -> int:
        """A color of the board, or -1, which removes a peg."""
        return whole_number(color, name, EMPTY, self.rules.colors - 1)

    def type(self, text: str) -> bool:
        """Set pegs as they were typed, and tell whether that was possible.

        Where it was not, no peg is set, and a complaint says why.
        """
        try:
            colors = read_colors(text, self.rules, self.alphabet, gaps=True)
        except ValueError as problem:
            # else the pegs of the text before would stand there
            self.set([EMPTY] * self.rules.pegs, typed=True)
            self._complain(f"{problem}.")
            return False
        self.set(colors + [EMPTY] * (self.rules.pegs - len(colors)), typed=True)
        return True

    def play(self) -> None:
        """Play the guess, if it is complete and one can be played."""
        missing = self.pegs.count(EMPTY)
        if self.closed:
            self._complain(self.closed)
        elif missing:
            self._complain(f"{are(missing, 'peg')} missing.")
        elif not self.rules.repeats and len(set(self.pegs)) < self.rules.pegs:
            self._complain("No color repeats within a code here.")
        else:
            self._submit(self.code)

    def build(self) -> object:
        """Make the widget."""
        square = {"width": "40px", "height": "40px", "margin": "2px"}

        def peg(tip: str, act: Callable[[], None]) -> object:
            made = self.button("", tip, act)
            made.layout = square
            made.add_class("mmlib-peg")
            return made

        palette = []
        for color in range(self.rules.colors):
            palette.append(
                peg(
                    f"set the next peg to color {self.alphabet.names[color]}",
                    lambda color=color: self.put(color),
                )
            )
            _paint(palette[-1], color, self.alphabet)
        slots = [
            peg("", lambda index=index: self.set_peg(index, EMPTY))
            for index in range(self.rules.pegs)
        ]
        look = {
            "placeholder": "or type it, then Enter",
            "tooltip": "the guess, as the pegs are written",
            "layout": {"width": "170px"},
        }
        self.field = EnterField(
            "guess", self._enter, typed=self.type, value=self._written(), **look
        )
        guess = self.button("Guess", "play this guess", self.field.enter)
        clear = self.button("Clear", "remove all pegs", self.clear)

        def update() -> None:
            for number, (slot, color) in enumerate(
                zip(slots, self.pegs, strict=True), 1
            ):
                _paint(slot, color, self.alphabet)
                name = self.alphabet.names[color]
                what = "empty" if color == EMPTY else f"color {name}; remove it"
                slot.tooltip = f"place {number}: {what}"

        self.follow(update)
        self.show()
        return column(row(*palette), row(*slots, self.field.widget, guess, clear))

    def _enter(self, text: str) -> None:
        """Play what stands in the field."""
        if text == self._written() or self.type(text):
            self.play()

    def _written(self) -> str:
        """Write the pegs set so far, with an underscore for each gap between them."""
        signs = self.alphabet.signs[: self.rules.colors]
        written = [GAP if color == EMPTY else signs[color] for color in self.pegs]
        between = "" if _are_letters(signs) else " "
        return between.join(written).rstrip(GAP + between)


def _paint(peg: object, color: int, alphabet: Alphabet) -> None:
    """Make a button look like a peg, or like a hole, whose colors follow the theme."""
    empty = color == EMPTY
    peg.description = "·" if empty else alphabet.signs[color]
    peg.style.button_color = None if empty else FILLS[color]
    peg.style.text_color = None if empty else ink_on(FILLS[color])


def _are_letters(signs: tuple[str, ...]) -> bool:
    """Whether each sign is one character, so that none stands between them."""
    return all(len(sign) == 1 for sign in signs)


def _meanings(rules: Rules, alphabet: Alphabet) -> dict[str, int]:
    """What can be typed for each color: its name, or the sign of its peg.

    A sign that is another color's name means that color.
    """
    signs = {sign.casefold(): i for i, sign in enumerate(alphabet.signs)}
    names = {name.casefold(): i for i, name in enumerate(alphabet.names)}
    meanings = signs | names
    return {text: color for text, color in meanings.items() if color < rules.colors}


def _typed(text: str, meanings: dict[str, int], signs: tuple[str, ...]) -> list[str]:
    """The parts of what was typed; letters need no blanks between them."""
    as_shown = [meanings.get(sign.casefold()) for sign in signs]
    without_blanks = _are_letters(signs) and as_shown == list(range(len(signs)))
    parts = []
    for part in text.replace(",", " ").casefold().split():
        is_whole = part in meanings or not without_blanks
        parts += [part] if is_whole else list(part)
    return parts


def read_colors(
    text: str, rules: Rules, alphabet: Alphabet = USUAL, *, gaps: bool = False
) -> list[int]:
    """Read what a person types for a code, or for the beginning of one.

    Colors are typed as pegs are written, or by their names with blanks between.
    """
    text = instance(text, str, "text", "a text")
    signs = alphabet.signs[: rules.colors]
    meanings = _meanings(rules, alphabet)
    if gaps:
        meanings[GAP] = EMPTY
    parts = _typed(text, meanings, signs)
    for part in parts:
        if part not in meanings:
            allowed = f"{signs[0]} to {signs[-1]}"
            if alphabet != USUAL:
                allowed = " ".join(alphabet.names[: rules.colors])
            raise ValueError(
                f"{shown(part)} is not a color of this board: they are {allowed}"
            )
    if len(parts) > rules.pegs:
        raise ValueError(f"{len(parts)} pegs were typed, and a code has {rules.pegs}")
    return [meanings[part] for part in parts]
