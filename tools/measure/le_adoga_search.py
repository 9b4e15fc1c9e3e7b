"""A search over all parameters of "Le Adoga" at once, on 4 x 6.

A Latin hypercube spreads 64 settings of the pseudocode over ten parameters and the
first guess. Successive halving plays the better half of them on, with twice as many new
games each, until one is left. That one, the paper's setting, and the paper's setting
with the first guess 0000 then play fresh games.
"""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
from scipy.stats import qmc

import mmlib
from tools.measure.experiment import SEED, in_one_cell, store

#: The board.
RULES = mmlib.Rules(4, 6, 10)

#: First guesses: every code is one of these up to the names of the colors and the order
#: of the pegs.
STARTS = ("0000", "0001", "0011", "0012", "0123")

#: How parents are selected.
SELECTIONS = ("tournament", "random", "roulette_wheel", "ranking")

#: Parameters that are shares or chances.
SHARES = (
    "one_point_share",
    "mutation_rate",
    "inversion_rate",
    "permutation_rate",
    "elitism_rate",
)

#: Settings in the hypercube, and the games that each of them plays.
SIZE = 64, 150

#: Games of each of the last three players.
FRESH = 10_000

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "size": SIZE, "fresh": FRESH}


def setting(u: list[float]) -> dict:
    """The settings at a point of the unit cube."""
    shares = {name: round(value, 3) for name, value in zip(SHARES, u[4:9], strict=True)}
    return {
        "variant": "as_described",
        "population": 2 * round(2 * 40 ** u[0]),
        "eligible_size": round(40 ** u[1]),
        "tournament_size": int(21 * u[2]),
        "black_weight": round(4 ** (2 * u[3] - 1), 3),
        **shares,
        "selection": SELECTIONS[int(4 * u[9])],
        "first_guess": STARTS[int(5 * u[10])],
    }


def rung_of(step: int, settings: list[dict], games: int, seed: int) -> pd.DataFrame:
    """The games of some settings, a row each."""
    name = f"step {step}"
    swept = mmlib.sweep(
        "le_adoga", RULES, settings, games=games, seed=seed, description=name
    )
    played = swept.guesses.to_numpy().reshape(len(settings), games)
    rows = [
        {"step": step, "settings": json.dumps(one), "guesses": in_one_cell(guesses)}
        for one, guesses in zip(settings, played, strict=True)
    ]
    return pd.DataFrame(rows)


def better_half(rung: pd.DataFrame) -> list[dict]:
    """The settings of a step that go on to the next, the best first."""
    means = [np.mean([int(digit, 16) for digit in row]) for row in rung.guesses]
    order = np.argsort(means, kind="stable")[: len(rung) // 2]
    return [json.loads(rung.settings[index]) for index in order]


def measure(size: tuple[int, int] = SIZE, fresh: int = FRESH) -> None:
    """Store the hypercube (step 0), each halving, and the fresh games (last)."""
    n, games = size
    points = qmc.LatinHypercube(11, rng=SEED).random(n).tolist()
    rungs = [rung_of(0, [setting(u) for u in points], games, SEED)]
    while len(rungs[-1]) > 1:
        kept = better_half(rungs[-1])
        step = len(rungs)
        rungs.append(rung_of(step, kept, n * games // len(kept), SEED + step))
    [winner] = [json.loads(text) for text in rungs[-1].settings]
    default = mmlib.player("le_adoga").settings
    paper = {name: default[name] for name in winner} | {"variant": "as_described"}
    three = [winner, *(paper | {"first_guess": first} for first in ("0012", "0000"))]
    rungs.append(rung_of(len(rungs), three, fresh, SEED + 100))
    store("le_adoga_search", rungs, SETTINGS)
