"""A player's guess in a position, thought out in another process: hints, and the moves of a codebreaker."""

from __future__ import annotations

import copy
import time

import numpy as np

from mmlib.experiments.game import play
from mmlib.game.codes import as_code
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, SupportsPlay

#: In the other process: the players by their names, with what they remember of their boards.
_players: dict[str, SupportsPlay] = {}

#: There, too: the game that was thought about last, its player, and where that draws from.
_latest: dict[str, object] = {}


def load(*players: str) -> None:
    """Load what players of the registry need, so that the first question of a person does not have to wait for it."""
    for player in players:
        play(player, "3425", Rules(4, 6), rng=np.random.default_rng(1))


def next_guess(game: str, name: str, player: SupportsPlay, seed: int, history: History) -> tuple[np.ndarray, float]:
    """Tell a player's next guess; a player that remembers what it did goes on with the game."""
    start = time.perf_counter()
    key = (game, name, seed)
    if _latest.get("key") != key:
        player = _players.setdefault(name, player)
        player = player.start(history.rules) if isinstance(player, Player) else copy.deepcopy(player)
        _latest.update(key=key, player=player, rng=np.random.default_rng(seed))
    guess = as_code(_latest["player"].next_guess(history, _latest["rng"]), history.rules, name=f"guess of {name}")
    return guess, time.perf_counter() - start
