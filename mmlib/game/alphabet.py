"""How colors are written: as digits, letters or names, or as numbers counted from 1."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mmlib.checks import shown, whole_number, wrong_type
from mmlib.game.rules import MAX_COLORS

#: The digits that colors are written as, by color.
DIGITS = "0123456789ABCDEF"


@dataclass(frozen=True)
class Alphabet:
    """What each color is called, the first color first."""

    names: tuple[str, ...]

    @cached_property
    def joins(self) -> bool:
        """Whether codes are written without anything between the colors."""
        return self == FROM_ONE or all(len(name) == 1 for name in self.names)

    def read(self, text: str, name: str) -> list[int]:
        """The colors that a text names; `ValueError` quotes what is none of them."""
        parts = text.replace(",", " ").split()
        is_one_number = self == FROM_ONE and text.rstrip().endswith(",")  # as "10,"
        if len(parts) == 1 and self.joins and not is_one_number:
            parts = list(parts[0])
        elif self == USUAL:
            _refuse_letters(text, parts, name)
        return self.numbers(parts, name, text)

    def numbers(
        self, names: Sequence[str], name: str, text: object = None
    ) -> list[int]:
        """The colors that names mean, in capitals or not."""
        found = []
        for one in names:
            color = self._colors.get(one.casefold())
            if color is None:
                raise ValueError(self._unknown(one, name, text))
            found.append(color)
        return found

    @cached_property
    def _colors(self) -> dict[str, int]:
        """The color of each name in small letters."""
        return {name.casefold(): color for color, name in enumerate(self.names)}

    def write(self, code: np.ndarray | Sequence[int]) -> str:
        """Write a code: what `read` reads."""
        names = [self.names[color] for color in code]
        if self.joins and len(names) == 1 and len(names[0]) > 1:
            return f"{names[0]},"  # "10" would be two pegs
        between = "" if self.joins and all(len(name) == 1 for name in names) else " "
        return between.join(names)

    @property
    def signs(self) -> tuple[str, ...]:
        """What a peg shows: the name, or its initial, or the color's digit."""
        if self.joins:
            return self.names
        initials = tuple(name[0].upper() for name in self.names)
        if len(set(initials)) == len(initials):
            return initials
        return tuple(DIGITS[: len(self.names)])

    def _unknown(self, one: str, name: str, text: object) -> str:
        where = "" if text is None else f" in {shown(text)}"
        if self == USUAL and len(one) > 1:
            return (
                f"{name}: {shown(text)} has separators, so each part must be one "
                "digit; 10 is written A"
            )
        if self == FROM_ONE:
            return f"{name}: {one!r}{where} is not a color; colors count from 1"
        if self != USUAL:
            allowed = " ".join(self.names)
            return f"{name}: {one!r}{where} is not a color; colors are {allowed}"
        advice = (
            "; alphabet= names other letters" if one in string.ascii_letters else ""
        )
        return (
            f"{name}: {one!r}{where} is not a color; colors are written 0..9 and A..F"
            f"{advice}"
        )


#: How colors are written unless something else is said.
USUAL = Alphabet(tuple(DIGITS))

#: Numbers counted from 1.
FROM_ONE = Alphabet(tuple(str(number + 1) for number in range(MAX_COLORS)))


def as_alphabet(
    alphabet: object = None, first: object = 0, colors: int = 2
) -> Alphabet:
    """Check how colors are written.

    `alphabet` is a string with a character for each color, or a list with a name for
    each; None stands for digits. `first`, 0 or 1, is what numbers are counted from.
    `TypeError` or `ValueError` if there are fewer than so many `colors`, or more than
    16, two have one name, or names cannot be told apart in a text.
    """
    if (alphabet is None or alphabet is USUAL) and type(first) is int and first == 0:
        return USUAL  # at once: most codes are written so
    counted_from = whole_number(first, "first", 0, 1)
    if counted_from and alphabet is not None:
        raise ValueError("first: an alphabet came as well; numbers count from 1 or not")
    if isinstance(alphabet, Alphabet):
        found = alphabet
    elif alphabet is None:
        found = FROM_ONE if counted_from else USUAL
    elif isinstance(alphabet, str | list | tuple) and all(
        isinstance(name, str) for name in alphabet
    ):
        found = Alphabet(tuple(alphabet))
    else:
        raise wrong_type(alphabet, "alphabet", "a string of letters or a list of names")
    _check(found, colors)
    return found


def _check(alphabet: Alphabet, colors: int) -> None:
    names = alphabet.names
    if not colors <= len(names) <= MAX_COLORS:
        allowed = f"{colors}..{MAX_COLORS}"
        raise ValueError(
            f"alphabet: has {len(names)} colors; {allowed} are allowed here"
        )
    folded = [name.casefold() for name in names]
    for place, name in enumerate(names):
        if folded[place] in folded[:place]:
            raise ValueError(f"alphabet: {name!r} is there twice")
        if "," in name or name.split() != [name]:
            raise ValueError(
                f"alphabet: {name!r} is blank or holds a separator, so it could not be "
                "read"
            )


def _refuse_letters(text: str, parts: list[str], name: str) -> None:
    """Refuse letters with commas between them: they are hardly digits."""
    if "," in text and all(part in string.ascii_letters for part in parts):
        raise ValueError(
            f"{name}: {shown(text)} holds letters; say alphabet='ABCDEF', in the order "
            "of the colors, or write digits (10 is A) without separators"
        )
