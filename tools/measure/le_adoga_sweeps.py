"""Every setting in the tables and figures of the "Le Adoga" paper.

Each is played in 20,000 games by each of both variants.
"""

from __future__ import annotations

import pandas as pd

import mmlib
from mmlib.game.codes import DIGITS
from mmlib.players.le_adoga import VARIANTS
from mmlib.report import published
from tools.measure.experiment import SEED, measured, store

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
        "guesses": "".join(DIGITS[n] for n in played.guesses),
    }
    return pd.DataFrame([row])


#: The settings that are played.
ASKED = asked()

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "games": GAMES, "settings": ASKED}


def measure() -> None:
    """Store the games of every setting, one row a setting.

    Settings that are the same have the same games.
    """
    default = mmlib.player("le_adoga").settings
    base = {parameter: default[parameter] for _, parameter, _ in ASKED}
    named = [
        {"pegs": pegs, "variant": variant, "parameter": parameter, "setting": value}
        for board in RULES
        for variant in VARIANTS
        for pegs, parameter, value in ASKED
        if pegs == board
    ]
    jobs = [
        (
            row["pegs"],
            base | {"variant": row["variant"], row["parameter"]: row["setting"]},
            SEED,
            GAMES,
        )
        for row in named
    ]
    frames = measured("le_adoga_sweeps", row_of, jobs, text=["guesses"])
    rows = [
        row | frame.to_dict("records")[0]
        for row, frame in zip(named, frames, strict=True)
    ]
    store("le_adoga_sweeps", [pd.DataFrame(rows)], SETTINGS)
