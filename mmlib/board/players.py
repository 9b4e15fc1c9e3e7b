"""The players at a board: those of the registry, and those of one's own.

Those of the registry are asked whether they can play by the rules, and say how they are
set. One's own have a name and a guess, and nothing else is known of them.
"""

import contextlib

from mmlib.checks import visible
from mmlib.experiments.start import is_registered
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import REGISTRY
from mmlib.players.registry import player as make_player


def competitors(
    rules: Rules, *given: str | SupportsPlay
) -> tuple[dict[str, SupportsPlay], list[str]]:
    """Return the players that can be chosen, by name, and the names of those given.

    Those given can be chosen, and all of the registry that can play by the rules with
    their defaults.
    """
    players = {}
    names = []
    for one in map(make_player, given):
        name = called(one)
        if is_registered(one):
            one.check_rules(rules)
        elif players.get(name, one) is not one:
            name += " (2)"  # two of one's own that have the same name are two players
        names.append(name)
        players[name] = one
    for name in REGISTRY:
        one = make_player(name)
        with contextlib.suppress(ValueError):
            one.check_rules(rules)
            players.setdefault(name, one)
    return players, names


def called(player: SupportsPlay) -> str:
    """Tell a player's name, with the settings that are not the default ones."""
    if not is_registered(player):
        name = visible(player.name)
        return f"{name} (your own)" if name in REGISTRY else name
    usual = make_player(player.name).settings
    changed = ", ".join(
        f"{name}={value!r}"
        for name, value in player.settings.items()
        if value != usual[name]
    )
    return f"{player.name} ({changed})" if changed else player.name


def described(player: SupportsPlay, name: str) -> str:
    """A player's name and what it is, for a menu: its source and year.

    >>> described(make_player("knuth"), "knuth"), described(make_player("gold"), "gold")
    ('knuth: Knuth, 1977', 'gold: Gold (AutoPlayer), 2002')
    """
    if not is_registered(player):
        return name
    source = "this package" if player.source == "mmlib" else player.source
    return f"{name}: {source}, {player.year}" if player.year else f"{name}: {source}"
