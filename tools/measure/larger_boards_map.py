"""What a game costs on boards of up to 12 pegs and 16 colors."""

from __future__ import annotations

import contextlib
import multiprocessing

import pandas as pd

import mmlib
from tools.measure.experiment import SEED, measured, player_on, store
from tools.measure.larger_boards import GROWING

#: The pegs of the boards, ascending.
PEGS = list(range(3, 13))

#: The colors of the boards.
COLORS = list(range(4, 17, 2))

#: The players, by their labels in `GROWING`.
PLAYERS = ["any code that fits", "first code that evolves", "Berghman", "entropic"]

#: Games of each player on a board.
GAMES = 4

#: Seconds after which a board and all larger ones are given up. In these the games are
#: played, and once more on the clock: a board is lost where a game takes some three
#: seconds.
SECONDS = 30

#: The smallest board, on which a player is compiled.
SMALLEST = (3, 4)

#: The columns of the result.
COLUMNS = ["pegs", "colors", "player", "milliseconds", "evaluations", "mean_guesses"]

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "games": GAMES, "given up after seconds": SECONDS}


def cost_of(size: tuple[int, int], label: str, games: int = GAMES) -> dict[str, float]:
    """What a game of a player takes on one thread."""
    rules = mmlib.Rules(*size, 100)
    (name, settings, _) = GROWING[label]
    ranking = mmlib.leaderboard(
        rules, {label: player_on(rules, name, settings)}, games, SEED, n_jobs=1
    )
    row = ranking.ranking.iloc[0]
    cost = (round(row.ms, 3), round(row.evaluations, 1), row["mean"])
    return dict(zip(COLUMNS[3:], cost, strict=True))


def series(
    pegs: list[int], colors: int, label: str, seconds: float, games: int, *_: object
) -> pd.DataFrame:
    """Cost of a player on the boards of so many colors.

    The cost is missing from the board on that takes too long.
    """
    rows = [{"pegs": n, "colors": colors, "player": label} for n in pegs]
    # the null model refuses the largest boards
    given_up = (multiprocessing.TimeoutError, ValueError)
    context = multiprocessing.get_context("spawn")
    # a process that can be stopped
    with context.Pool(1) as pool, contextlib.suppress(*given_up):
        pool.apply(cost_of, (SMALLEST, label, games))  # compiling is not to count
        for row in rows:
            size = (row["pegs"], colors)
            row |= pool.apply_async(cost_of, (size, label, games)).get(seconds)
    return pd.DataFrame(rows, columns=COLUMNS)


def measure(
    pegs: list[int] = PEGS,
    colors: list[int] = COLORS,
    players: list[str] = PLAYERS,
    games: int = GAMES,
    seconds: float = SECONDS,
) -> None:
    """Store what a game costs on every board of the map."""
    jobs = [
        (pegs, number, label, seconds, games, GROWING[label])
        for number in colors
        for label in players
    ]
    store("larger_boards_map", measured("larger_boards_map", series, jobs), SETTINGS)
