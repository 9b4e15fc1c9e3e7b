"""Every setting in the tables and figures of the "Le Adoga" paper.

Each is played in 20,000 games by each of both variants. Beside them stand fresh games
for the one trend that the sweeps show, and the rivals of notebook 08.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.experiments.seeds import secrets_of
from mmlib.players.le_adoga import VARIANTS
from mmlib.report import published
from tools.measure.experiment import SEED, in_one_cell, measured, player_on, store

#: Boards by their pegs.
RULES = {4: mmlib.Rules(4, 6, 10), 5: mmlib.Rules(5, 8, 12)}

#: Games of each setting.
GAMES = 20_000


def asked() -> list[tuple]:
    """List every setting in the paper's tables and figures.

    Each is pegs, a parameter of the player, and its value.
    """
    sweeps = published.le_adoga_sweeps.query("table != 'VIII'")
    listed = [
        *zip(
            sweeps.pegs,
            sweeps.parameter.replace("parent_selection", "selection"),
            sweeps.setting,
            strict=True,
        ),
        *(
            (5, "one_point_share", share)
            for share in published.le_adoga_fig4_crossover.one_point_share
        ),
        *(
            (row.pegs, "population", row.population)
            for row in published.le_adoga_fig5_6_7_population.itertuples()
        ),
    ]
    default = mmlib.player("le_adoga").settings
    return [
        (pegs, parameter, type(default[parameter])(value))
        for pegs, parameter, value in listed
    ]


def row_of(pegs: int, settings: dict, seed: int, games: int) -> pd.DataFrame:
    """The games of one setting, in one row."""
    player = mmlib.player("le_adoga", **settings)
    played = mmlib.play_many(player, RULES[pegs], games=games, seed=seed)
    row = {
        "unsolved": int((~played.solved).sum()),
        "evaluations": round(played.evaluations.mean(), 1),
        "guesses": in_one_cell(played.guesses),
    }
    return pd.DataFrame([row])


#: The settings that are played.
ASKED = asked()

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "games": GAMES, "settings": ASKED}


#: Sizes of the tournaments that are played with fresh secrets on 5 x 8.
SIZES = [0, 2, 20]

#: What the stored result of the tournaments says of its settings.
TOURNAMENT_SETTINGS = {
    "seed": SEED + 1,
    "games": GAMES,
    "variant": "as_described",
    "board": "5 x 8",
}

#: Rivals: label, player, settings, and how often each meets the sweeps' secrets. They
#: are the mutation rate of Table VIII, and the null model.
RIVALS = [
    (
        "pseudocode, 2 %",
        "le_adoga",
        {"variant": "as_described", "mutation_rate": 0.02},
        1,
    ),
    ("null model", "random_consistent", {"first_guess": "paired"}, 4),
]

#: What the stored result of the rivals says of its settings.
RIVALS_SETTINGS = {"seed": SEED, "games": GAMES, "players": RIVALS}


def games_of(
    pegs: int, name: str, settings: dict, times: int, games: int, seed: int
) -> pd.DataFrame:
    """The games of one player: all secrets once, then all again."""
    rules = RULES[pegs]
    secrets = np.tile(secrets_of(rules, games, None, seed), (times, 1))
    player = player_on(rules, name, settings)
    return mmlib.play_many(player, rules, secrets=secrets, seed=seed)


def rival_row(
    pegs: int, label: str, name: str, settings: dict, times: int, games: int
) -> pd.DataFrame:
    """The guesses of one player, in one row."""
    rules = RULES[pegs]
    played = games_of(pegs, name, settings, times, games, SEED)
    row = {
        "board": f"{rules.pegs} x {rules.colors}",
        "player": label,
        "guesses": in_one_cell(played.guesses),
    }
    return pd.DataFrame([row])


def sweeps(asked: list[tuple] = ASKED, games: int = GAMES) -> None:
    """Store the games of every setting, one row a setting.

    Settings that are the same have the same games.
    """
    default = mmlib.player("le_adoga").settings
    base = {parameter: default[parameter] for _, parameter, _ in asked}
    named = [
        {"pegs": pegs, "variant": variant, "parameter": parameter, "setting": value}
        for board in RULES
        for variant in VARIANTS
        for pegs, parameter, value in asked
        if pegs == board
    ]
    jobs = []
    for row in named:
        settings = {"variant": row["variant"], row["parameter"]: row["setting"]}
        jobs.append((row["pegs"], base | settings, SEED, games))
    frames = measured("le_adoga_sweeps", row_of, jobs, text=["guesses"])
    rows = [
        row | frame.to_dict("records")[0]
        for row, frame in zip(named, frames, strict=True)
    ]
    store("le_adoga_sweeps", [pd.DataFrame(rows)], SETTINGS)


def tournament() -> None:
    """Store the games of each size, in the form of the sweeps."""
    jobs = [
        (5, {"variant": "as_described", "tournament_size": size}, SEED + 1, GAMES)
        for size in SIZES
    ]
    frames = measured("le_adoga_tournament", row_of, jobs, text=["guesses"])
    rows = [
        frame[["guesses"]].assign(tournament_size=size)[["tournament_size", "guesses"]]
        for size, frame in zip(SIZES, frames, strict=True)
    ]
    store("le_adoga_tournament", rows, TOURNAMENT_SETTINGS)


def rivals() -> None:
    """Store the games of both rivals on both boards."""
    jobs = [(pegs, *player, GAMES) for pegs in RULES for player in RIVALS]
    frames = measured("le_adoga_rivals", rival_row, jobs, text=["guesses"])
    store("le_adoga_rivals", frames, RIVALS_SETTINGS)


def measure() -> None:
    """Store the sweeps, the tournaments and the rivals."""
    sweeps()
    tournament()
    rivals()
