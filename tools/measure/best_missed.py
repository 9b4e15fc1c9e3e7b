"""How far the guesses that `entropic` breeds or draws are from the best of all codes.

In positions of its own games the best guess of each way is scored, and so is every code
of the board. The score is what the player goes by: the guesses still expected, by the
classes into which a guess splits the codes that fit, without a second look.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.game.rules import Rules
from mmlib.players.base import Player
from tools.measure.evolutions_part import BRED, GREEDY
from tools.measure.experiment import SEED, measured, store

#: Games of each board (pegs, colors) whose positions are looked at.
GAMES = {(4, 8): 200, (5, 8): 200, (6, 9): 100, (6, 10): 100}

#: Guesses that are drawn: the different ones that the player scores at a turn where it
#: breeds, which `evolutions_part` counted.
DRAWN = {(4, 8): 1604, (5, 8): 2079, (6, 9): 2346, (6, 10): 2354}

#: Budget that lists every code of these boards.
LISTED = 10**6

#: Codes that fit in a position, at least and at most. With fewer no guess is looked
#: for; with more only a sample of them is.
FITTING = (3, 4000)

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "games": {"{} x {}".format(*board): n for board, n in GAMES.items()},
    "drawn": {"{} x {}".format(*board): n for board, n in DRAWN.items()},
    "codes that fit": FITTING,
}


def positions(size: tuple[int, int], games: int, drawn: int) -> pd.DataFrame:
    """Score the best guess of each way in the positions of some games, in rows."""
    rules = Rules(*size, 15)
    ways = {
        "bred": mmlib.player("entropic", **BRED, **GREEDY),
        "drawn": mmlib.player("entropic", guesses="drawn", budget=drawn, **GREEDY),
        "best": mmlib.player("entropic", guesses="drawn", budget=LISTED, **GREEDY),
    }
    played = mmlib.play_many("entropic", rules, games=games, seed=SEED)
    turns = mmlib.turns(played, rules)
    rows = []
    for number, game in turns.groupby("game"):
        answers = list(zip(game.black, game.white, strict=True))
        for turn in range(1, len(game)):
            history = mmlib.History(rules, list(game.guess[:turn]), answers[:turn])
            fitting = len(mmlib.consistent.consistent_codes(history))
            if FITTING[0] <= fitting <= FITTING[1]:
                front = {"board": "{} x {}".format(*size), "game": number}
                scores = {
                    way: round(score(player, history, int(number)), 9)
                    for way, player in ways.items()
                }
                rows.append(front | {"turn": turn + 1, "fitting": fitting} | scores)
    return pd.DataFrame(rows)


def score(player: Player, history: mmlib.History, seed: int) -> float:
    """The guesses still expected after the best guess that a player finds."""
    game = player.start(history.rules, populations=True)
    game.next_guess(history, np.random.default_rng(seed))
    return -float(game.search.best.max())


def measure(
    games: dict[tuple[int, int], int] = GAMES,
    drawn: dict[tuple[int, int], int] = DRAWN,
) -> None:
    """Store the scores of all positions."""
    jobs = [(size, n, drawn[size]) for size, n in games.items()]
    store("best_missed", measured("best_missed", positions, jobs), SETTINGS)
