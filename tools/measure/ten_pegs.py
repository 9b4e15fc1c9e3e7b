"""What a search costs on 10 x 8, game by game.

NHEA plays with eight times its population as well.
"""

from __future__ import annotations

import json

import pandas as pd

import mmlib
from tools.measure.experiment import SEED, in_one_cell, measured, store

#: Pegs and colors.
BOARD = (10, 8)

#: Players by label: name, settings, games. The first four games of the last two are
#: those timed in `larger_boards_map`.
PLAYERS = {
    "NHEA, 8 times": ("nhea", {"population": 2400}, 400),
    "NHEA": ("nhea", {}, 60),
    "first code that evolves": ("merelo", {}, 60),
    "Berghman": ("berghman", {}, 60),
}

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "players": PLAYERS}


def row_of(
    size: tuple[int, int], label: str, name: str, settings: dict, games: int
) -> pd.DataFrame:
    """The games of one player, in one row."""
    player = mmlib.player(name, **settings)
    rules = mmlib.Rules(*size, 15)
    played = mmlib.play_many(player, rules, games=games, seed=SEED, description=label)
    row = {
        "label": label,
        "player": name,
        "settings": json.dumps(settings),
        "unsolved": int((~played.solved).sum()),
        "guesses": in_one_cell(played.guesses),
        "evaluations": " ".join(map(str, played.evaluations)),
    }
    return pd.DataFrame([row])


def measure(size: tuple[int, int] = BOARD, players: dict[str, tuple] = PLAYERS) -> None:
    """Store the guesses and the codes evaluated, one row a player."""
    jobs = [(size, label, *player) for label, player in players.items()]
    store(
        "ten_pegs",
        measured("ten_pegs", row_of, jobs, text=["guesses", "evaluations"]),
        SETTINGS,
    )
