"""What evolution is worth to the players of this workbench: the arms without it.

`entropic` and `far_sighted` breed their guesses on larger boards. Here they play beside
themselves with as many different guesses that are drawn instead, and with twice as
many, on equal secrets; once as they are and once without a second look at the best.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from tools.measure.experiment import SEED, games_of, measured, one_thread, store

#: Games of each arm by board (pegs, colors): every code so many times, or as many
#: random ones. Half the width of an interval is then about 0.005 on 4 x 6, and 0.02 on
#: 5 x 8 and 6 x 9.
GAMES = {
    (4, 6): 20,
    (4, 8): 10_000,
    (5, 8): 10_000,
    (6, 9): 10_000,
    (6, 10): 5000,
    (7, 10): 2000,
    (8, 12): 800,
    (10, 8): 800,
}

#: Boards whose codes are all played.
WHOLE = [(4, 6)]

#: Boards on which both players also play without their second look.
CLOSER = [(4, 6), (5, 8), (6, 9)]

#: Boards on which `far_sighted` plays.
FAR = [(4, 6), (5, 8), (6, 9)]

#: The settings of the arm that breeds, also where the board could be listed.
BRED = {"guesses": "bred"}

#: The settings that leave out the second look.
GREEDY = {"look_ahead": 0, "endgame": 0}

#: How many times the different guesses of the arm that breeds are drawn.
TIMES = (1, 2)

#: Games by which the different guesses of a turn are counted.
COUNTED_GAMES = 30

#: Games of `entropic` by board that are timed on one thread, at most. What a game of
#: `far_sighted` takes depends on what it remembers, and `far_sighted` has measured it.
TIMED_GAMES = {
    (4, 6): 300,
    (4, 8): 300,
    (5, 8): 200,
    (6, 9): 100,
    (6, 10): 100,
    (7, 10): 40,
    (8, 12): 15,
    (10, 8): 15,
}

#: What the stored results say of their settings.
SETTINGS = {"seed": SEED, "games": {"{} x {}".format(*b): n for b, n in GAMES.items()}}


def arms(size: tuple[int, int], drawn: dict[str, int]) -> list[tuple[str, str, dict]]:
    """List label, player and settings of each arm on a board.

    `drawn` are the different guesses that each player scores at a turn where it breeds.
    """
    found = []
    names = ["entropic", "far_sighted"] if size in FAR else ["entropic"]
    kinds = [("", {})]
    if size in CLOSER:
        kinds.append((", no second look", GREEDY))
    for name in names:
        for kind, settings in kinds:
            if kind and name == "far_sighted":
                continue  # without its second look it is `entropic`
            found.append((f"{name}, bred{kind}", name, BRED | settings))
            for times in TIMES:
                budget = times * drawn[name]
                label = f"{name}, drawn x {times}{kind}"
                if budget >= mmlib.Rules(*size).n_codes:
                    label = f"{name}, listed{kind}"
                drawing = {"guesses": "drawn", "budget": budget}
                if (label, name) not in [arm[:2] for arm in found]:
                    found.append((label, name, drawing | settings))
    return found


def different(
    size: tuple[int, int], name: str, settings: dict, games: int
) -> pd.DataFrame:
    """Count the different guesses that a player scores at a turn where it breeds.

    This is the mean over the turns of some games.
    """
    rules = mmlib.Rules(*size, 15)
    player = mmlib.player(name, **settings)
    secrets = mmlib.random_codes(rules, games, rng=np.random.default_rng(SEED))
    counts = [
        len(np.unique(turn.search.populations.reshape(-1, rules.pegs), axis=0))
        for number, secret in enumerate(secrets)
        for turn in mmlib.board.bred_turns(player, secret, rules, seed=number)
    ]
    row = {"board": "{} x {}".format(*size), "player": name}
    return pd.DataFrame([row | {"different": round(np.mean(counts))}])


def measure(
    games: dict[tuple[int, int], int] = GAMES,
    timed: dict[tuple[int, int], int] = TIMED_GAMES,
    counted: int = COUNTED_GAMES,
) -> None:
    """Store the different guesses, the games of each arm, and the times of some."""
    counting = [(size, "entropic", BRED, counted) for size in games]
    counting += [(size, "far_sighted", BRED, counted) for size in games if size in FAR]
    counts = measured("evolutions_part_different", different, counting)
    number = {
        (size, name): int(count.different[0])
        for (size, name, *_), count in zip(counting, counts, strict=True)
    }
    found = []
    for size in games:
        drawn = {name: n for (board, name), n in number.items() if board == size}
        found += [(size, *arm) for arm in arms(size, drawn)]
    played = measured(
        "evolutions_part",
        games_of,
        [(*arm, games[arm[0]], arm[0] in WHOLE) for arm in found],
        text=["guesses"],
    )
    times = measured(
        "evolutions_part_milliseconds",
        one_thread,
        [(*arm, timed[arm[0]]) for arm in found if arm[2] != "far_sighted"],
    )
    store("evolutions_part_different", counts, SETTINGS)
    store("evolutions_part", played, SETTINGS)
    store("evolutions_part_milliseconds", times, SETTINGS)
