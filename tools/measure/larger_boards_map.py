"""What a game costs on boards of up to 12 pegs and 16 colors."""

from __future__ import annotations

import contextlib
import multiprocessing

import pandas as pd

import mmlib
from tools.measure.experiment import SEED, measured, player_on, store
from tools.measure.larger_boards import GROWING

#: Pegs, colors, players, games of each, and the seconds after which a board and all larger ones are given up.
#: In these the games are played, and once more on the clock: a board is lost where a game takes some three seconds.
PEGS, COLORS = list(range(3, 13)), list(range(4, 17, 2))
PLAYERS = ["any code that fits", "first code that evolves", "Berghman", "entropic"]
GAMES, SECONDS = 4, 30
SMALLEST = (3, 4)
COLUMNS = ["pegs", "colors", "player", "milliseconds", "evaluations", "mean_guesses"]

SETTINGS = {"seed": SEED, "games": GAMES, "given up after seconds": SECONDS}


def cost_of(size: tuple[int, int], label: str) -> dict[str, float]:
    """What a game of a player takes on one thread."""
    rules, (name, settings, _) = mmlib.Rules(*size, 100), GROWING[label]
    ranking = mmlib.leaderboard(rules, {label: player_on(rules, name, settings)}, GAMES, SEED, n_jobs=1)
    row = ranking.table.iloc[0]
    cost = (round(row.ms, 3), round(row.evaluations, 1), row["mean"])
    return dict(zip(COLUMNS[3:], cost, strict=True))


def series(pegs: list[int], colors: int, label: str, seconds: float, *_: object) -> pd.DataFrame:
    """Cost of a player on the boards of so many colors; empty from the one on that takes too long."""
    rows = [{"pegs": n, "colors": colors, "player": label} for n in pegs]
    given_up = (multiprocessing.TimeoutError, ValueError)  # the null model refuses the largest boards
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool, contextlib.suppress(*given_up):  # a process that can be stopped
        pool.apply(cost_of, (SMALLEST, label))  # compiling is not to count
        for row in rows:
            row |= pool.apply_async(cost_of, ((row["pegs"], colors), label)).get(seconds)
    return pd.DataFrame(rows, columns=COLUMNS)


def measure() -> None:
    """Store what a game costs on every board of the map."""
    jobs = [(PEGS, colors, label, SECONDS, GAMES, GROWING[label]) for colors in COLORS for label in PLAYERS]
    store("larger_boards_map", measured("larger_boards_map", series, jobs), SETTINGS)
