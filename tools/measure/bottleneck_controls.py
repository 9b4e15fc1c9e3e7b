"""What the player of this workbench is worth without its list of possible codes.

The steps toward it are played once more, on a board that set nothing.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.game.history import History
from mmlib.players.base import Playing
from mmlib.players.entropic import Entropic, breed_possible
from mmlib.players.settings import setting
from tools.measure.bottleneck import BREEDING, STEPS, TIMED_GAMES
from tools.measure.experiment import SEED, games_of, measured, player_on, store

#: Codes bred at each turn, at most.
BRED = (50, 200, 500)

#: Games by board, for each number of `BRED`: on 4 x 6 every code so often, or random
#: ones.
GAMES = {
    (4, 6): (3, 1, 1),
    (5, 8): (4000, 2000, 1000),
    (6, 9): (4000, 2000, 1000),
    (6, 10): (2000, 1000, 500),
    (7, 10): (2000, 1000, 500),
    (8, 12): (1000, 500, 300),
}

#: A board on which no setting was chosen.
FRESH = (6, 10)

#: Games of each step on that board.
FRESH_GAMES = 4000

#: What the stored result says of its settings. The last step is the player itself,
#: whose games are stored already.
SETTINGS = {"seed": SEED, "bred": BRED, "fresh": FRESH, "steps": STEPS[:-1]}


class Bred(Entropic, name="bred, not listed"):
    """The player, but it breeds the possible codes, as the published players do."""

    bred: int = setting(500, 2, 10**4)
    guesses: str = "bred"

    def possible(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> tuple[np.ndarray, int]:
        """So many possible codes, bred toward all answers."""
        return breed_possible(history, self.bred, rng)


def bred_games(
    size: tuple[int, int], bred: int, n: int, every: bool, timed: int
) -> pd.DataFrame:
    """Play games without the list of possible codes, and time some with it as well.

    The times are milliseconds of a game on one thread, without and with the list, one
    after the other.
    """
    games = games_of(size, f"{bred} bred", Bred, {"bred": bred}, n, every)
    rules = mmlib.Rules(*size, 15)
    players = {
        "bred": Bred(bred=bred),
        "listed": player_on(rules, "entropic", BREEDING),
    }
    took = mmlib.leaderboard(rules, players, timed, SEED, n_jobs=1).milliseconds
    return games.assign(
        milliseconds=round(took["bred"], 3),
        listed_milliseconds=round(took["listed"], 3),
    )


def measure(
    bred: tuple[int, ...] = BRED,
    games: dict[tuple[int, int], tuple[int, ...]] = GAMES,
    timed: dict[tuple[int, int], int] = TIMED_GAMES,
    fresh: tuple[int, int] = FRESH,
    fresh_games: int = FRESH_GAMES,
) -> None:
    """Store the games without the list, and those of the steps on the fresh board."""
    without = [
        (size, *rung, size == (4, 6), timed[size])
        for size, numbers in games.items()
        for rung in zip(bred, numbers, strict=True)
    ]
    frames = measured("bottleneck_controls_bred", bred_games, without, text=["guesses"])
    steps = [(fresh, *step, fresh_games) for step in STEPS[:-1]]
    more = measured("bottleneck_controls_steps", games_of, steps, text=["guesses"])
    named = [frame.assign(experiment="bred") for frame in frames]
    named += [frame.assign(experiment="step") for frame in more]
    store("bottleneck_controls", named, SETTINGS)
