"""A player as it was before its first game.

Each game of an experiment is played by one such copy.
"""

from types import ModuleType

from mmlib.checks import shown
from mmlib.engine.sending import copied
from mmlib.players.base import Player, SupportsPlay


def fresh(player: SupportsPlay) -> SupportsPlay:
    """Return a copy of a player, so that games share nothing learnt.

    A player of the registry needs none. One whose `__deepcopy__` returns itself says so
    that it keeps nothing from game to game. Raises TypeError that says why there is no
    copy.
    """
    if isinstance(player, Player):
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
