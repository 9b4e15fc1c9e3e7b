"""What notebook 05 sets beside the sweeps of "Le Adoga".

This is the mutation rate of Table VIII, and the null model.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.experiments.seeds import secrets_of
from mmlib.game.codes import DIGITS
from tools.measure.experiment import SEED, measured, player_on, store
from tools.measure.le_adoga_sweeps import GAMES, RULES

#: Label, player, settings, and how often it meets each of the sweeps' secrets.
PLAYERS = [
    (
        "pseudocode, 2 %",
        "le_adoga",
        {"variant": "as_described", "mutation_rate": 0.02},
        1,
    ),
    ("null model", "random_consistent", {"first_guess": "paired"}, 4),
]

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "games": GAMES, "players": PLAYERS}


def row_of(
    pegs: int, label: str, name: str, settings: dict, times: int, games: int
) -> pd.DataFrame:
    """The guesses of one player, in one row: all secrets once, then all again."""
    rules = RULES[pegs]
    secrets = np.tile(secrets_of(rules, games, None, SEED), (times, 1))
    played = mmlib.play_many(
        player_on(rules, name, settings), rules, secrets=secrets, seed=SEED
    )
    guesses = "".join(DIGITS[n] for n in played.guesses)
    return pd.DataFrame(
        [
            {
                "board": f"{rules.pegs} x {rules.colors}",
                "player": label,
                "guesses": guesses,
            }
        ]
    )


def measure() -> None:
    """Store the games of both players on both boards."""
    jobs = [(pegs, *player, GAMES) for pegs in RULES for player in PLAYERS]
    store(
        "le_adoga_rivals",
        measured("le_adoga_rivals", row_of, jobs, text=["guesses"]),
        SETTINGS,
    )
