"""The null model where it is not known exactly: so many games that three digits stand.

Notebooks 7, 17 and 18 take its mean from here. Where a notebook sets a player beside
it game by game, both meet the same secrets, and these games have no part.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.game.codes import DIGITS
from tools.measure.experiment import SEED, measured, parallel, player_on, store

#: Games on each board, with each first guess.
GAMES = {(5, 8): 400_000, (6, 9): 200_000}

#: How a game begins: with a code that is drawn, one of different colors, or pairs.
FIRST_GUESSES = ("random", "different", "paired")

#: Games of one seed: the first of them have the experiments' seed, others follow.
LOT = 10_000

#: Guesses after which a game would be stopped. None takes as many.
MOST = 30

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "games": [[*board, games] for board, games in GAMES.items()],
    "first_guesses": FIRST_GUESSES,
    "lot": LOT,
    "rows": MOST,
}


def lot(pegs: int, colors: int, first: str, seed: int) -> pd.DataFrame:
    """How many of the games of a seed take one guess, two guesses, and so on."""
    rules = mmlib.Rules(pegs, colors, MOST)
    code = DIGITS[:pegs] if first == "different" else first
    player = player_on(rules, "random_consistent", {"first_guess": code})
    played = mmlib.play_many(player, rules, games=LOT, seed=seed, n_jobs=1)
    guesses, counts = np.unique(played.guesses, return_counts=True)
    said = {"board": f"{pegs} x {colors}", "first_guess": first, "seed": seed}
    return pd.DataFrame({**said, "guesses": guesses, "games": counts})


def measure() -> None:
    """Store how many games take how many guesses."""
    jobs = [
        (*board, first, seed)
        for board, games in GAMES.items()
        for first in FIRST_GUESSES
        for seed in range(SEED, SEED + games // LOT)
    ]
    store("null_games", measured("null_games", lot, jobs, run=parallel), SETTINGS)
