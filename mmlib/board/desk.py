"""What every desk of a board to play on has: something to say, players to choose from, a process to think in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mmlib.board.page import warning
from mmlib.board.worker import Worker
from mmlib.game.rules import Rules
from mmlib.players.base import Player, SupportsPlay
from mmlib.players.registry import REGISTRY
from mmlib.players.registry import player as make_player


def competitors(rules: Rules, *given: str | SupportsPlay) -> tuple[dict[str, SupportsPlay], list[str]]:
    """Tell who can be chosen on a board: those given, and all of the registry that can play it with their defaults."""
    players, names = {}, []
    for one in map(make_player, given):
        if isinstance(one, Player):
            one.check_rules(rules)
        name = called(one)
        if not isinstance(one, Player) and players.get(name, one) is not one:
            name += " (2)"  # two of one's own that have the same name are two players
        names.append(name)
        players[name] = one
    for name in REGISTRY:
        one = make_player(name)
        try:
            one.check_rules(rules)
        except ValueError:
            continue
        players.setdefault(name, one)
    return players, names


def called(player: SupportsPlay) -> str:
    """Tell a player's name, with the settings that are not the default ones."""
    if not isinstance(player, Player):
        return f"{player.name} (your own)" if player.name in REGISTRY else player.name
    usual = make_player(player.name).settings
    told = ", ".join(f"{name}={value!r}" for name, value in player.settings.items() if value != usual[name])
    return f"{player.name} ({told})" if told else player.name


class Desk:
    """Something to play at.

    Parameters
    ----------
    rules : Rules
        The board.
    players : dict of str to player
        Who can be chosen, by what they are called.
    rng : numpy.random.Generator
        Where all is drawn from.

    Attributes
    ----------
    worker : Worker
        The process in which the players think.
    """

    def __init__(self, rules: Rules, players: dict[str, SupportsPlay], rng: np.random.Generator) -> None:
        self.rules, self.players, self.rng, self.worker = rules, players, rng, Worker()
        self._message, self._complaint, self._widgets = "", "", {}

    @property
    def message(self) -> str:
        """What is to be said, as HTML: the last complaint, or what was said before it."""
        return self._complaint or self._message

    @message.setter
    def message(self, told: str) -> None:
        self._message, self._complaint = told, ""

    def complain(self, text: str) -> None:
        """Say that something cannot be done."""
        self._complaint = warning(text)
        self.show()

    def settle(self) -> None:
        """Be done with a complaint, since something else was done."""
        self._complaint = ""
        self.show()

    def show(self) -> None:
        """Bring the widgets up to date, if there are any."""
        raise TypeError(f"{type(self).__name__}: a desk needs a show method")

    def menu(self, name: str, choose: Callable[[str], None]) -> object:
        """Make a menu of the players."""
        import ipywidgets

        made = ipywidgets.Dropdown(options=list(self.players), value=name, layout={"width": "170px"})
        made.observe(lambda change: choose(change["new"]), "value")
        return made
