"""The far-sighted player beside `entropic`, and with stored openings.

Measured are guesses, luck, and the time of a game.
"""

from __future__ import annotations

import json
import time

import numpy as np
import pandas as pd

import mmlib
from mmlib.players.class_sizes import class_costs
from mmlib.players.far_sighted import bred
from mmlib.reason.positions import positions
from tools.measure.experiment import SEED, in_one_cell, measured, parallel, store

#: Settings of `entropic` as a control, which breeds as the far-sighted player does, and
#: looks one guess further.
BRED_ALIKE = {"budget": 3000, "population": 300, "sample": 20_000}

#: Settings of the far-sighted player on 8 x 12, where it takes about as long as
#: `entropic`.
AS_LONG = {"budget": 2600, "population": 100, "sample": 4000, "look_ahead": 60}

#: What is played: board, label, player, settings, and games.
JOBS = [
    ((5, 8), "entropic", "entropic", {}, 5000),
    ((5, 8), "far-sighted", "far_sighted", {}, 5000),
    ((6, 9), "entropic", "entropic", {}, 5000),
    ((6, 9), "entropic, bred alike", "entropic", BRED_ALIKE, 5000),
    ((6, 9), "far-sighted", "far_sighted", {}, 5000),
    (
        (6, 9),
        "far-sighted, stored openings",
        "far_sighted",
        {"openings": "stored"},
        5000,
    ),
    ((8, 12), "entropic", "entropic", {}, 400),
    ((8, 12), "far-sighted", "far_sighted", AS_LONG, 400),
]

#: The games that are timed: all but those of the control, and a hundred on 8 x 12.
TIMED = [
    (*job, min(n, 5000 if job[0] != (8, 12) else 100))
    for *job, n in JOBS
    if job[3] != BRED_ALIKE
]

#: Codes that are listed to tell the luck of a game.
MOST_LISTED = 1_000_000

#: What the stored results say of their settings.
SETTINGS = {"seed": SEED, "bred alike": BRED_ALIKE, "as long": AS_LONG}


def luck(history: mmlib.History) -> float:
    """Return how many guesses the answers of a game saved against the mean.

    Before and after each answer, guesses are estimated by what classes cost.
    """
    expected = class_costs(history.rules.n_codes, (1.3, 0.34, 0.005))
    saved = 0.0
    solved = history.rules.pegs * (history.rules.pegs + 1)
    for position, guess, (black, white) in zip(
        positions(history), history.guesses, history.feedbacks, strict=False
    ):
        sizes = position.split(guess)
        costs = np.where(np.arange(len(sizes)) == solved, 0.0, expected[sizes])
        met = black * (history.rules.pegs + 1) + white
        saved += costs.sum() / sizes.sum() - costs[met] / sizes[met]
    return saved


def games_with_luck(
    size: tuple[int, int], label: str, name: str, settings: dict, n: int
) -> pd.DataFrame:
    """Guesses and luck of n games of one player, in one row.

    Luck is in thousandths of a guess.
    """
    rules = mmlib.Rules(*size, 15)
    player = mmlib.player(name, **settings)
    games = mmlib.play_many(player, rules, games=n, seed=SEED, description=label)
    told = "-"
    if rules.n_codes <= MOST_LISTED:
        played = zip(games.secret, games.moves.str.split(), strict=True)
        told = " ".join(
            f"{1000 * luck(_history(rules, secret, moves)):.0f}"
            for secret, moves in played
        )
    row = {
        "board": "{} x {}".format(*size),
        "label": label,
        "settings": json.dumps(settings),
    }
    guesses = in_one_cell(games.guesses)
    return pd.DataFrame([row | {"guesses": guesses, "luck": told}])


def _history(rules: mmlib.Rules, secret: str, moves: list[str]) -> mmlib.History:
    return mmlib.History(
        rules, moves, [tuple(mmlib.feedback(move, secret)) for move in moves]
    )


def timed(job: tuple) -> pd.DataFrame:
    """Time a game on one thread, in milliseconds.

    This is the mean of n games of a player that remembers nothing yet.
    """
    size, label, name, settings, n = job
    rules = mmlib.Rules(*size, 15)
    player = mmlib.player(name, **settings)
    mmlib.play_many(player, rules, games=1, seed=SEED + 1, n_jobs=1)  # compiles
    bred.cache_clear()
    began = time.perf_counter()
    mmlib.play_many(player, rules, games=n, seed=SEED, n_jobs=1)
    row = {
        "board": "{} x {}".format(*size),
        "label": label,
        "settings": json.dumps(settings),
        "games": n,
    }
    return pd.DataFrame(
        [row | {"milliseconds": round(1000 * (time.perf_counter() - began) / n, 1)}]
    )


def measure() -> None:
    """Store the games, and what one takes on one thread."""
    store(
        "far_sighted",
        measured("far_sighted", games_with_luck, JOBS, text=["guesses", "luck"]),
        SETTINGS,
    )
    store(
        "far_sighted_milliseconds",
        measured(
            "far_sighted_milliseconds",
            lambda *job: timed(job),
            TIMED,
            run=lambda _, todo: parallel(timed, todo),
        ),
        SETTINGS,
    )
