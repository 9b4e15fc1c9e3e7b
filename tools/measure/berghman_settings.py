"""The tuning tables of Berghman et al. on 4 x 6, and four readings of their paper.

The readings are of what the paper leaves open.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from tools.measure.experiment import SEED, measured, store

#: Games with random secrets on 6 x 9.
GAMES = 4000

#: Board, column of the paper's table or name of the reading, its setting, the player's
#: settings. On 4 x 6 every secret is played three times, as in the paper, or ten times.
ASKED = [
    ("4 x 6", "ten times", "default", {}),
    *[
        ("4 x 6", "choice", choice, {"choice": choice})
        for choice in ("random", "most_similar", "most_different")
    ],
    *[
        ("4 x 6", "subset_size", str(size), {"subset_size": size})
        for size in (30, 40, 50, 60)
    ],
    *[
        (
            "4 x 6",
            "eligible_size",
            str(size),
            {"eligible_size": size, "choice": "random"},
        )
        for size in (50, 60, 70)
    ],
    *[
        ("4 x 6", name, str(value), {name: value, "choice": "random"})
        for name in "ab"
        for value in (1, 2, 3)
    ],
    *[
        (
            "6 x 9",
            "reading",
            f"{weights}, clones {clones}",
            {"weights": weights, "clones": clones},
        )
        for weights in ("windowed", "offset")
        for clones in ("replaced", "kept")
    ],
]

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "games on 6 x 9": GAMES, "settings": ASKED}


def games_of(
    board: str, parameter: str, setting: str, settings: dict, n: int
) -> pd.DataFrame:
    """Guesses of all games of one setting, in one row."""
    player = mmlib.player("berghman", **settings)
    if board == "4 x 6":
        rules = mmlib.Rules(4, 6, 10)
        secrets = np.tile(
            mmlib.all_codes(rules), (10 if parameter == "ten times" else 3, 1)
        )
        games = mmlib.play_many(player, rules, secrets=secrets, seed=SEED)
    else:
        games = mmlib.play_many(player, mmlib.Rules(6, 9, 15), games=n, seed=SEED)
    row = {
        "board": board,
        "parameter": parameter,
        "setting": setting,
        "evaluations": round(games.evaluations.mean()),
        "guesses": " ".join(map(str, games.guesses)),
    }
    return pd.DataFrame([row])


def measure(asked: list[tuple] = ASKED, games: int = GAMES) -> None:
    """Store the games of every setting."""
    jobs = [(*job, games) for job in asked]
    store(
        "berghman_settings",
        measured("berghman_settings", games_of, jobs, text=["setting"]),
        SETTINGS,
    )
