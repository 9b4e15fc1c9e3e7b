"""The parts of the notebooks, in the order in which they are to be read."""

from __future__ import annotations

#: The first notebook of each part.
FIRST = {
    "Play and look": 1,
    "The documents that this began with": 5,
    "Rivals and ours": 10,
    "Appendix": 16,
}


def by_part(names: list[str]) -> dict[str, list[str]]:
    """The names of notebooks, which begin with their numbers, part by part.

    >>> by_part(["01_play", "02_step_through", "12_evolutionary_players"])
    {'Play and look': ['01_play', '02_step_through'], \
'Rivals and ours': ['12_evolutionary_players']}
    """
    parts: dict[str, list[str]] = {}
    for name in names:
        number = int(name[:2])
        part = [title for title, first in FIRST.items() if first <= number][-1]
        parts.setdefault(part, []).append(name)
    return parts
