"""Evo's choice among codes that are drawn, where its own come from evolution.

They are drawn from all codes that fit: as many as Evo wants, or as many as it finds.
All else is as in the rows "idea" of `evolutionary_players`: the first guess, the
secrets, and the number of games.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.players.settings import paired_code
from mmlib.reason.partitions import class_sizes
from tools.measure.berghman_drawn import some_that_fit
from tools.measure.evolutionary_players import IDEA_GAMES
from tools.measure.experiment import SEED, in_one_cell, measured, store

#: Codes that Evo has to choose among: it ends its search once it has those that it
#: wants, and takes all that the last generation brought.
NUMBERS = ("wanted", "found")

#: Board, codes that Evo wants, how one is chosen, how many are drawn, and games.
ASKED = [
    (board, codes, score, number, IDEA_GAMES)
    for board in ("5 x 8", "6 x 9")
    for codes in (10, 200)
    for score in ("parts", "entropy")
    for number in NUMBERS
]

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "asked": ASKED}


class Drawn:
    """Draw codes that fit, and play one that splits the others drawn best."""

    def __init__(self, codes: int, score: str, number: str) -> None:
        self.name = f"{codes} {number}, drawn, by {score}"
        self.codes = codes
        self.score = score
        self.evolution = None
        if number == "found":
            self.evolution = mmlib.player(
                "evo", consistent_set=codes, population=1000, score=score
            )

    def number(self, history: mmlib.History, rng: np.random.Generator) -> int:
        """How many codes are drawn."""
        if self.evolution is None:
            return self.codes
        self.evolution.next_guess(history, rng)
        return self.evolution.search.eligible

    def next_guess(self, history: mmlib.History, rng: np.random.Generator) -> object:
        """Draw codes, and choose one of them."""
        if len(history) == 0:
            return paired_code(history.rules)
        fits = some_that_fit(history, self.number(history, rng), rng)
        worth = worth_of(fits, history.rules.colors, self.score)
        best = np.flatnonzero(worth >= worth.max() - 1e-9)
        return fits[rng.choice(best)]


def worth_of(codes: np.ndarray, colors: int, score: str) -> np.ndarray:
    """How well each code splits the others: classes, or their entropy in nats.

    A code is in no class of its own guess. Shares are of all codes, as in Evo.
    """
    sizes = class_sizes(codes, codes, colors=colors)[:, :-1]  # the last is the code
    if score == "parts":
        return (sizes > 0).sum(axis=1).astype(float)
    share = sizes / len(codes)
    return -(share * np.log(np.where(share > 0, share, 1))).sum(axis=1)


def games_of(board: str, codes: int, score: str, number: str, n: int) -> pd.DataFrame:
    """Guesses of all games of one player, in one row."""
    rules = mmlib.Rules(*map(int, board.split(" x ")), 15)
    games = mmlib.play_many(Drawn(codes, score, number), rules, games=n, seed=SEED)
    row = {"board": board, "codes": codes, "score": score, "number": number}
    return pd.DataFrame([row | {"guesses": in_one_cell(games.guesses)}])


def measure(asked: list[tuple] = ASKED) -> None:
    """Store the games of every player."""
    frames = measured("evo_drawn", games_of, asked, text=["guesses"])
    store("evo_drawn", frames, SETTINGS)
