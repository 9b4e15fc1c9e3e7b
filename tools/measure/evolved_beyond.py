"""Guesses bred and played out on boards whose strategies are too large to be weighed, beside `entropic`."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd

import mmlib
from mmlib.game.codes import DIGITS
from mmlib.players.evolutionary.class_sizes import class_costs
from mmlib.players.strategies.evolved import BRED
from mmlib.reason.information import split_by
from tools.measure.experiment import SEED, measured, one_thread, store

#: The control breeds as `evolved` does, and looks one guess further, as `entropic`; on 5 x 8 `evolved` breeds no guess.
NOT_PLAYED_OUT = BRED | {"play_out": False, "look_ahead": 30}
JOBS = [
    ((6, 9), "entropic", "entropic", {}, 5000),
    ((6, 9), "evolved", "evolved", {}, 5000),
    ((6, 9), "not played out", "entropic", NOT_PLAYED_OUT, 5000),
    ((5, 8), "entropic", "entropic", {}, 5000),
    ((5, 8), "played out", "entropic", BRED, 5000),
    ((8, 12), "entropic", "entropic", {}, 400),
    ((8, 12), "played out", "entropic", {"play_out": True, "look_ahead": 60}, 400),
]

#: Codes that are listed to tell the luck of a game.
MOST_LISTED = 1_000_000

SETTINGS = {"seed": SEED, "bred": BRED}


def luck(history: mmlib.History) -> float:
    """Guesses that the answers of a game saved against the mean: before and after each, by what classes cost."""
    expected, saved = class_costs(history.rules.n_codes, (1.3, 0.34, 0.005)), 0.0
    solved = history.rules.pegs * (history.rules.pegs + 1)
    for turn, (guess, (black, white)) in enumerate(zip(history.guesses, history.feedbacks, strict=True)):
        sizes = split_by(guess, history.first(turn))
        costs = np.where(np.arange(len(sizes)) == solved, 0.0, expected[sizes])
        met = black * (history.rules.pegs + 1) + white
        saved += costs.sum() / sizes.sum() - costs[met] / sizes[met]
    return saved


def games_with_luck(size: tuple[int, int], label: str, name: str, settings: dict, n: int) -> pd.DataFrame:
    """Guesses and luck, in thousandths of a guess, of n games of one player, in one row."""
    rules, player = mmlib.Rules(*size, 15), mmlib.player(name, **settings)
    games = mmlib.play_many(player, rules, games=n, seed=SEED, description=label)
    told = ""
    if rules.n_codes <= MOST_LISTED:
        played = zip(games.secret, games.moves.str.split(), strict=True)
        told = " ".join(f"{1000 * luck(_history(rules, secret, moves)):.0f}" for secret, moves in played)
    row = {"board": "{} x {}".format(*size), "label": label, "settings": json.dumps(settings)}
    guesses = "".join(DIGITS[guesses] for guesses in games.guesses)
    return pd.DataFrame([row | {"guesses": guesses, "luck": told}])


def _history(rules: mmlib.Rules, secret: str, moves: list[str]) -> mmlib.History:
    return mmlib.History(rules, moves, [tuple(mmlib.feedback(move, secret)) for move in moves])


def measure() -> None:
    """Store the games, and what one takes on one thread, the mean of all."""
    store("evolved_beyond", measured("evolved_beyond", games_with_luck, JOBS, text=["guesses", "luck"]), SETTINGS)
    timed = [job for job in JOBS if job[1] != "not played out"]
    store("evolved_beyond_milliseconds", measured("evolved_beyond_milliseconds", one_thread, timed), SETTINGS)
