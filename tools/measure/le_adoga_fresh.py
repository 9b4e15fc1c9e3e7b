"""Fresh games for notebook 08, which asks whether "Le Adoga" is random choice.

The games of `le_adoga_sweeps` were first 10,000 a setting, and became 20,000 after a
look at them. These were played once, against other secrets, after all was written down:
players, number of games, and the margin.
"""

from __future__ import annotations

import pandas as pd

from tools.measure.experiment import SEED, in_one_cell, measured, store
from tools.measure.le_adoga_sweeps import GAMES, RIVALS, RULES, games_of

#: The seed of the secrets and of the games.
FRESH = SEED + 2

#: Players as in `RIVALS` of the sweeps: label, name, settings, and how often each meets
#: every secret.
PLAYERS = [
    ("program, 10 %", "le_adoga", {}, 1),
    ("pseudocode, 10 %", "le_adoga", {"variant": "as_described"}, 1),
    *RIVALS,
]

#: What the stored result says of its settings.
SETTINGS = {"seed": FRESH, "games": GAMES, "players": PLAYERS}


def row_of(
    pegs: int, label: str, name: str, settings: dict, times: int, games: int
) -> pd.DataFrame:
    """The guesses of one player, in one row."""
    rules = RULES[pegs]
    played = games_of(pegs, name, settings, times, games, FRESH)
    row = {
        "board": f"{rules.pegs} x {rules.colors}",
        "player": label,
        "unsolved": int((~played.solved).sum()),
        "guesses": in_one_cell(played.guesses),
    }
    return pd.DataFrame([row])


def measure() -> None:
    """Store the games of every player on both boards."""
    jobs = [(pegs, *player, GAMES) for pegs in RULES for player in PLAYERS]
    frames = measured("le_adoga_fresh", row_of, jobs, text=["guesses"])
    store("le_adoga_fresh", frames, SETTINGS)
