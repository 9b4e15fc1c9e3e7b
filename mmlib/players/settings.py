"""The checks that players' settings share."""

from __future__ import annotations

import numpy as np

from mmlib.game.codes import as_code
from mmlib.game.rules import Rules


def one_of(value: object, name: str, allowed: tuple[str, ...]) -> str:
    """Return `value` after checking that it is one of the `allowed` words."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(allowed)}")
    return str(value)


def first_guess_setting(value: object) -> str | np.ndarray | None:
    """Check a ``first_guess`` setting as far as that goes without a board."""
    if value is None:
        return None
    if isinstance(value, str) and value == "random":
        return "random"
    return as_code(value, None, "first_guess")


def paired_code(rules: Rules) -> np.ndarray:
    """Return pairs of colors followed by single ones: 0012, 00123, 001123, 0011234, 00112234.

    Berghman et al. and "Le Adoga" open with these on the boards that they play (4 x 6, 5 x 8, 6 x 9, 8 x 12); for other
    numbers of pegs the pattern is continued.

    Parameters
    ----------
    rules : Rules
        The board. Where colors run out they begin again at 0.

    Returns
    -------
    ndarray of uint8, shape (pegs,)

    Examples
    --------
    >>> [mm.codes.as_text(paired_code(mm.Rules(pegs, 12))) for pegs in (4, 5, 6, 8)]
    ['0012', '00123', '001123', '00112234']
    """
    pairs = max(0, rules.pegs - 2) // 2
    colors = [color for color in range(pairs) for _ in range(2)] + list(range(pairs, rules.pegs - pairs))
    return np.array(colors, np.uint8) % np.uint8(rules.colors)
