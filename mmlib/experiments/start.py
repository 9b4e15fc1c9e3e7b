"""What plays one game: a player of the registry, or one of the user's own.

Both are asked for a guess in the same way, and each game has one of its own.
"""

from __future__ import annotations

from types import ModuleType
from typing import TypeGuard

import numpy as np

from mmlib.checks import shown, whole_number
from mmlib.engine.sending import copied
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, Playing, Search, SupportsPlay


def is_registered(player: SupportsPlay) -> TypeGuard[Player]:
    """Whether a player is of the registry, or like those."""
    return isinstance(player, Player)


def start(
    player: SupportsPlay, rules: Rules, *, record: bool = False
) -> Playing | OwnPlaying:
    """Begin a game: return what is asked for the guesses.

    Its searches are recorded if `record` is true. Raises ValueError if the player
    cannot play by the rules. What plays a game already goes on with it.
    """
    if is_registered(player):
        return player.start(rules, record=record)
    if isinstance(player, Playing):
        return player
    return OwnPlaying(player)


class OwnPlaying:
    """A player of the user's own in a game, asked as `Playing` is."""

    def __init__(self, player: SupportsPlay) -> None:
        self.player = player
        self.name = player.name

    def guess(self, history: History, rng: np.random.Generator) -> object:
        """Return the next guess, which nobody has checked."""
        return self.player.next_guess(history, rng)

    @property
    def search(self) -> Search:
        """What was done for the latest guess, if the player says."""
        search = getattr(self.player, "search", None)
        if not isinstance(search, Search):
            return Search()
        for name in ("generations", "evaluations"):
            told = f"player: search.{name} of {self.name}"
            whole_number(getattr(search, name), told, 0, 2**63 - 1)
        return search


def fresh(player: SupportsPlay) -> SupportsPlay:
    """Return a copy of a player, so that games share nothing learnt.

    A player of the registry needs none. One whose `__deepcopy__` returns itself says so
    that it keeps nothing from game to game. Raises TypeError that says why there is no
    copy.
    """
    if is_registered(player):
        return player
    if isinstance(player, ModuleType):
        told = "is a module, which cannot be copied for every game"
        raise TypeError(
            f"player: {player.name} {told}; "
            "put `name` and `next_guess` into a class, and make an object"
        )
    copy = copied(player, "player", player.name)
    called = getattr(copy, "name", None)
    plays = callable(getattr(copy, "next_guess", None)) and not isinstance(copy, type)
    if not isinstance(called, str) or not plays:
        told = f"its __deepcopy__ returned {shown(copy)}, which is no player"
        raise TypeError(f"player: {player.name} cannot be copied: {told}")
    return copy
