"""Where evolving one code that fits begins to pay, against a depth-first search for it.

The best of some players that evolve such a code is chosen by time, on other secrets
than those that it meets here. Times are those of the process and not of the clock on
the wall, since other work of the machine would count there.
"""

from __future__ import annotations

import json
import time

import numpy as np
import pandas as pd

import mmlib
from tools.measure.experiment import SEED, measured, player_on, store

#: The random seed of the secrets by which the evolver is chosen.
CHOOSING_SEED = 1

#: The boards on which it is chosen; the times on the last one decide.
CHOOSING_BOARDS = [(8, 8), (10, 8)]

#: Games of each evolver on each of them.
CHOOSING_GAMES = 60

#: The boards of the comparison, by pegs and colors, and the games on each: of the
#: depth-first search, and of the evolver; the most where games are quick, so that a
#: difference in guesses of a tenth shows. On 13 x 10 one of the first six games of the
#: evolver ended with an error, as none of 31 million codes fitted, which is as many as
#: the package allows. So it is not asked there, nor on 15 x 16.
BOARDS = {
    (8, 8): (4000, 4000),
    (10, 8): (2000, 2000),
    (8, 12): (100, 60),
    (11, 8): (100, 30),
    (12, 8): (100, 30),
    (10, 12): (100, 30),
    (13, 10): (100, 0),
    (15, 16): (30, 0),
}

#: The label of the depth-first search.
DEPTH_FIRST = "depth first"

#: Players that evolve codes that fit, each to stop at one or at few, by label: their
#: names and settings. The possible codes that `entropic` breeds are not among them: its
#: population is as large as the number that it wants, and one of 20 found no code in
#: a game on 8 x 8.
EVOLVERS: dict[str, tuple[str, dict]] = {
    "Merelo": ("merelo", {}),
    "Merelo, 100 codes": ("merelo", {"population": 100}),
    "Merelo, no crowding": ("merelo", {"crowding": False}),
    "Berghman, stops at one": ("berghman", {"eligible_size": 1, "generations": 1}),
    "Evo, stops at one": ("evo", {"consistent_set": 1}),
}

#: The settings that all of them have.
SHARED = {"first_guess": "paired"}

#: The columns that are read as texts.
TEXT = ["guesses", "milliseconds"]

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "choosing": [CHOOSING_SEED, CHOOSING_BOARDS, CHOOSING_GAMES],
    "games": {"{} x {}".format(*size): games for size, games in BOARDS.items()},
    "evolvers": EVOLVERS,
    "shared": SHARED,
}


def timed_games(
    size: tuple[int, int], label: str, name: str, settings: dict, n: int, seed: int
) -> pd.DataFrame:
    """Play n games of a player on one thread, and note what each took, in one row."""
    rules = mmlib.Rules(*size, 100)
    small = mmlib.Rules(4, 6, 100)
    # compiling is not to count
    mmlib.play(player_on(small, name, settings | SHARED), "0123", small, seed=1)
    player = player_on(rules, name, settings | SHARED)
    guesses = []
    milliseconds = []
    for i, secret in enumerate(secrets(rules, n, seed)):
        start = time.process_time()
        game = mmlib.play(player, secret, rules, seed=i)
        milliseconds.append(1000 * (time.process_time() - start))
        guesses.append(len(game.history))
    row = {
        "board": "{} x {}".format(*size),
        "label": label,
        "player": player.name,
        "settings": json.dumps(settings),
        "guesses": " ".join(map(str, guesses)),
        "milliseconds": " ".join(f"{one:.3f}" for one in milliseconds),
    }
    return pd.DataFrame([row])


def secrets(rules: mmlib.Rules, n: int, seed: int) -> np.ndarray:
    """Draw the secrets of the games on a board, uint8 (n, pegs)."""
    return mmlib.random_codes(rules, n, rng=np.random.default_rng(seed))


def best_of(frames: list[pd.DataFrame]) -> str:
    """Tell which evolver took the least time on the last board that it was tried on."""
    last = pd.concat(frames).groupby("label", sort=False).last()
    return str(last.milliseconds.map(mean_of).idxmin())


def mean_of(text: str) -> float:
    """Average the numbers of one cell."""
    return float(np.mean([float(one) for one in text.split()]))


def measure(
    boards: dict[tuple[int, int], tuple[int, int]] = BOARDS,
    choosing: list[tuple[int, int]] = CHOOSING_BOARDS,
    choosing_games: int = CHOOSING_GAMES,
) -> None:
    """Choose the evolver, and store its games and those of the depth-first search."""
    tried = [
        (size, label, name, settings, choosing_games, CHOOSING_SEED)
        for size in choosing
        for label, (name, settings) in EVOLVERS.items()
    ]
    choice = measured("first_codes_choosing", timed_games, tried, text=TEXT)
    best = best_of(choice)
    jobs = []
    for size, (searched, evolved) in boards.items():
        jobs.append((size, DEPTH_FIRST, "depth_first", {}, searched, SEED))
        if evolved:
            jobs.append((size, best, *EVOLVERS[best], evolved, SEED))
    games = measured("first_codes_games", timed_games, jobs, text=TEXT)
    frames = [frame.assign(experiment="choosing") for frame in choice]
    frames += [frame.assign(experiment="comparison") for frame in games]
    store("first_codes", frames, SETTINGS)
