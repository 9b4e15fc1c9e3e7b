"""Settings of players, declared once, with their default and what they may be.

First guesses that several sources share are here too.
"""

import dataclasses
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np

from mmlib.checks import finite_number, flag, one_of, whole_number
from mmlib.game.codes import as_code
from mmlib.game.rules import Rules


def setting(default: object, *allowed: object, since: str = "") -> Any:
    """Declare a setting of a player, with its default and what it may be.

    Parameters
    ----------
    default : int, float, bool, str or None
        What it is if nothing is said. Its type is that of the setting. None makes a
        number optional: any number if one of its bounds is a float, else a whole one.
    *allowed : numbers, a collection of str, or a callable
        The least and the greatest number, the texts, or nothing for a bool. In place of
        these, a ``check(value, name)`` returns what is kept, or raises TypeError or
        ValueError.
    since : str, default ""
        The release that brought it, if the player is older. Games with its default then
        draw what they drew before.

    Returns
    -------
    dataclasses.Field

    Examples
    --------
    >>> class Shy(mm.Player, name="shy", source="mine", year=None, fidelity="exact"):
    ...     tries: int = mm.setting(30, 2, 10**6)
    ...     mood: str = mm.setting("calm", ("calm", "wild"))
    >>> Shy(tries=5)
    Shy(tries=5, mood='calm', first_guess=None)
    >>> Shy(tries=1)
    Traceback (most recent call last):
        ...
    ValueError: tries: 1 is not in 2..1000000
    """
    metadata = {
        "check": _check(default, *allowed),
        "allowed": allowed,
        "since": since,
    }
    return dataclasses.field(default=default, metadata=metadata)


def _check(default: object, *allowed: object) -> Callable[[object, str], object]:
    if allowed and callable(allowed[0]):
        return allowed[0]
    if isinstance(default, bool):
        return flag
    if isinstance(default, str):
        return lambda value, name: one_of(value, name, *allowed)
    any_number = any(isinstance(value, float) for value in (default, *allowed))
    number = finite_number if any_number else whole_number
    return lambda value, name: (
        None if value is default is None else number(value, name, *allowed)
    )


def setup_type(player: type, *computed: str) -> type:
    """Make the type of a player's setup: the named tuple that compiled code gets.

    Its fields are `pegs` and `colors`, the player's settings, and what the player has
    `computed` besides. A setting with a check of its own has no place there, such as
    the first guess. Numba's cache finds a type by its module and its name, so this one
    has to be kept as ``Setup`` in the player's module. The player fills it in by
    `_setup`.
    """
    names = [field.name for field in player.fields() if _is_plain(field)]
    fields = dict.fromkeys(["pegs", "colors", *names, *computed])
    return namedtuple("Setup", fields, module=player.__module__)


def _is_plain(field: dataclasses.Field) -> bool:
    """Whether a setting is a number, a flag, or one of some texts."""
    allowed = field.metadata["allowed"]
    return not (allowed and callable(allowed[0]))


def plain_settings(player: object) -> dict[str, object]:
    """Return the settings that a setup holds, by name: numbers, flags, and indices.

    Of a text setting it is the index among the texts that are allowed.
    """
    values = {}
    for field in filter(_is_plain, player.fields()):
        value = getattr(player, field.name)
        if isinstance(value, str):
            value = list(field.metadata["allowed"][0]).index(value)
        values[field.name] = value
    return values


def first_guess_setting(
    value: object, name: str = "first_guess"
) -> str | np.ndarray | None:
    """Check a ``first_guess`` setting as far as that goes without rules."""
    return (
        value
        if value is None or (isinstance(value, str) and value == "random")
        else as_code(value, None, name)
    )


def paired_code(rules: Rules) -> np.ndarray:
    """Return pairs of colors followed by single ones.

    Berghman et al. and "Le Adoga" open with them on 4 x 6, 5 x 8, 6 x 9, 8 x 12.
    Elsewhere the pattern goes on, and where colors run out it begins again. Without
    repeats all colors are single.

    >>> [mm.codes.as_text(paired_code(mm.Rules(pegs, 12))) for pegs in (4, 5, 6, 8)]
    ['0012', '00123', '001123', '00112234']
    """
    pairs = max(0, rules.pegs - 2) // 2 if rules.repeats else 0
    colors = [color for color in range(pairs) for _ in range(2)] + list(
        range(pairs, rules.pegs - pairs)
    )
    return np.array(colors, np.uint8) % np.uint8(rules.colors)


def pairs_of_colors(rules: Rules) -> np.ndarray:
    """Return each color twice, as far as there are pegs.

    >>> [mm.codes.as_text(pairs_of_colors(mm.Rules(pegs, 8))) for pegs in (4, 5)]
    ['0011', '00112']
    """
    return np.arange(rules.pegs, dtype=np.uint8) // 2 % np.uint8(rules.colors)


def half_of_colors(rules: Rules) -> np.ndarray:
    """Return the first half of the colors, again and again.

    Merelo et al. open with them in most of their programs.

    >>> [mm.codes.as_text(half_of_colors(mm.Rules(*size))) for size in ((4, 6), (5, 8))]
    ['0120', '01230']
    """
    return np.arange(rules.pegs, dtype=np.uint8) % np.uint8(max(1, rules.colors // 2))
