"""The controls by which one setting of a player is changed, and what is typed there."""

import ast
import contextlib
import re
from collections.abc import Callable
from dataclasses import Field

from mmlib.board.enter_field import EnterField
from mmlib.board.html_parts import heard, ipywidgets
from mmlib.board.spoken import named
from mmlib.checks import shown
from mmlib.players.base import Player
from mmlib.players.registry import allowed_in_words

#: A number with a comma before its fraction.
FRACTION = re.compile(r"[+-]?[0-9]*,[0-9]+")

#: A number with a comma before every three digits.
THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+")


class SettingsRow:
    """A menu of a player's settings, and what one of them is and may be.

    A setting that is one of a few has a menu of them, any other one a field. `typed`
    is called with a setting and what was entered for it.
    """

    def __init__(self, first: Player, typed: Callable[[str, str], None]) -> None:
        self.first = first
        self.player = first
        self._typed = typed
        names = [name for name in first.settings if name != "first_guess"]
        chosen = "generations" if "generations" in names else names[0]
        menu = ipywidgets.Dropdown(
            options=names, value=chosen, layout={"width": "160px"}
        )
        self._name = named(menu, "setting")
        self._field = EnterField(
            "value of the setting",
            lambda text: typed(self._name.value, text),
            layout={"width": "110px"},
        )
        choice = ipywidgets.Dropdown(layout={"width": "160px"})
        self._choice = named(choice, "value of the setting")
        self._told = ipywidgets.Label()
        heard(self._name, self._write)
        self._write(chosen)

    @property
    def controls(self) -> list:
        """The widgets, from left to right."""
        label = ipywidgets.Label("setting")
        return [label, self._name, self._field.widget, self._choice, self._told]

    def follow(self, player: Player) -> None:
        """Show the settings of a player, if it is another one.

        Else what is being typed would be lost.
        """
        if player is not self.player:
            self.player = player
            self._write(self._name.value)

    def enter(self) -> None:
        """Take what is typed or chosen."""
        if choices(self.first, self._name.value):
            self._typed(self._name.value, self._choice.value)
        else:
            self._field.enter()

    def _write(self, setting: str) -> None:
        """Show what a setting is, what it may be, and what it was at first."""
        value = str(self.player.settings[setting])
        told = f"at first {self.first.settings[setting]}"
        few = choices(self.first, setting)
        if few:
            self._choice.options = few
            self._choice.value = value
        else:
            self._field.write(value)
            told = f"{allowed_in_words(field_of(self.first, setting))}; {told}"
        self._told.value = told
        self._choice.layout.display = None if few else "none"
        self._field.widget.layout.display = "none" if few else None


def field_of(player: Player, setting: str) -> Field:
    """How a setting was declared."""
    [field] = [field for field in player.fields() if field.name == setting]
    return field


def choices(player: Player, setting: str) -> tuple[str, ...]:
    """What a setting can be, if that is a list; nothing if it is not."""
    field = field_of(player, setting)
    allowed = field.metadata["allowed"]
    if isinstance(field.default, bool):
        return ("True", "False")
    if isinstance(field.default, str) and not callable(allowed[0]):
        return tuple(allowed[0])
    return ()


def read_value(text: str) -> object:
    """Read a value as in Python, or a word without quotes."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text.strip()


def about_comma(setting: str, text: str, make: Callable[[str, object], object]) -> str:
    """Say how to write a number that was typed with a comma; nothing if none was.

    `make` makes a player with the setting, and raises TypeError if it is no such
    number: so 0.5 is not proposed where whole numbers are needed.
    """
    text = text.strip()
    proposed = []
    if FRACTION.fullmatch(text):
        proposed.append(text.replace(",", "."))
    if THOUSANDS.fullmatch(text):
        proposed.append(text.replace(",", ""))
    for number in proposed:
        try:
            with contextlib.suppress(ValueError):  # of another size than is allowed
                make(setting, read_value(number))
        except TypeError:
            continue
        return f"{setting}: {shown(text)} has a comma; write {number}"
    return ""
