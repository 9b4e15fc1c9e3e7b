"""Games of Gold's player: its levels, one setting changed at a time, and other boards.

The board has 200 rows, so that games go on to their end: those on ten rows are the
same, cut after ten guesses.
"""

from __future__ import annotations

import pandas as pd

import mmlib
from mmlib.players.gold import LEVELS
from tools.measure.experiment import measured, store

#: The random seed of these games, that of the notebook.
SEED = 3

#: Rows of the board. Only players that hardly search need more.
ROWS = 200

#: What a lost game is written as.
LOST = ROWS + 1

#: Games of the two levels, as many as the null model's margin of 0.05 asks for.
LEVEL_GAMES = 10_000

#: Games of what is compared with another setting.
GAMES = 2000

#: Games of what is only looked at.
GRID_GAMES = 1000

#: The article's two levels, as population and generations.
EXPERT, BEGINNER = LEVELS.values()

#: Populations and generations of the grid, every one with every other.
GRID = ((10, 30, 100, 300, 1000), (0, 1, 2, 5, 10, 25))

#: Generations that only the smallest population goes on to.
MORE = (50, 200)

#: Where the cost of the lost crossover point is measured.
SLIP = (
    (10, 10),
    (30, 10),
    (100, 10),
    (300, 10),
    (1000, 10),
    (10, 25),
    (30, 25),
    (100, 25),
)

#: Codes that are drawn and not bred, and games: as many codes as each level tries, and
#: as many as its program scores.
DRAWN = {285: GAMES, 760: GAMES, 12_000: GRID_GAMES, 31_000: GRID_GAMES}

#: Colors of the other boards.
COLORS = (6, 7)

#: Chances of a mutation that are not the program's, for the expert.
RATES = (0.0, 0.05, 0.2, 0.33)


def asked() -> dict[tuple, int]:
    """How many games each setting is played in.

    A setting is the colors, the variant, the population, the generations and the chance
    of a mutation.
    """
    program = (8, "as_coded")
    games = {}
    for population in GRID[0]:
        for generations in GRID[1]:
            games[(*program, population, generations, 0.1)] = GRID_GAMES
    for generations in MORE:
        games[(*program, GRID[0][0], generations, 0.1)] = GRID_GAMES
    for setting in SLIP:
        games[(*program, *setting, 0.1)] = GAMES
        games[(8, "as_described", *setting, 0.1)] = GAMES
    for codes, number in DRAWN.items():
        games[(*program, codes, 0, 0.1)] = number
    for rate in RATES:
        games[(*program, *EXPERT, rate)] = GRID_GAMES
    for colors in COLORS:
        games[(colors, "as_coded", *EXPERT, 0.1)] = GAMES
    for level in (EXPERT, BEGINNER):
        games[(*program, *level, 0.1)] = LEVEL_GAMES
    return games


#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "rows": ROWS,
    "settings": [[*setting, games] for setting, games in asked().items()],
}


def row_of(
    colors: int,
    variant: str,
    population: int,
    generations: int,
    mutation_rate: float,
    games: int,
) -> pd.DataFrame:
    """The games of one setting, in one row."""
    settings = {
        "variant": variant,
        "population": population,
        "generations": generations,
        "mutation_rate": mutation_rate,
    }
    player = mmlib.player("gold", **settings)
    rules = mmlib.Rules(4, colors, ROWS)
    played = mmlib.play_many(player, rules, games=games, seed=SEED)
    guesses = played.guesses.where(played.solved, LOST)
    row = {"colors": colors, **settings, "guesses": " ".join(map(str, guesses))}
    return pd.DataFrame([row])


def measure() -> None:
    """Store the games of every setting, one row a setting."""
    jobs = [(*setting, games) for setting, games in asked().items()]
    store(
        "gold_games", measured("gold_games", row_of, jobs, text=["guesses"]), SETTINGS
    )
