"""Berghman's player without evolution: the codes that it chooses among are drawn.

On the large boards also as few of them as its evolution finds, and those among as many
random codes as it looks at; and the null model.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.players.evo import different_codes
from mmlib.players.settings import paired_code
from mmlib.reason.partitions import class_sizes
from tools.measure.experiment import SEED, in_one_cell, measured, player_on, store

#: Games on each board with random secrets. On 4 x 6 every secret is played ten times.
GAMES = {"4 x 6": 10, "5 x 8": 5000, "6 x 9": 4000, "8 x 12": 200}

#: Boards on which evolution misses codes that fit.
LARGE = ("6 x 9", "8 x 12")

#: Board, player and games. The null model's mean is exact on 4 x 6.
ASKED = [
    *[(board, "drawn", games) for board, games in GAMES.items()],
    *[(board, "null model", GAMES[board]) for board in ("5 x 8", "6 x 9", "8 x 12")],
    *[(board, "as many as evolution finds", GAMES[board]) for board in LARGE],
    *[(board, "as many looked at", GAMES[board]) for board in ("5 x 8", *LARGE)],
]

#: Board, player and games whose time is taken; the paper's player is the last.
TIMED = [
    (board, player, n)
    for board, n in (("5 x 8", 200), ("6 x 9", 200), ("8 x 12", 20))
    for player in ("drawn", "as many looked at", "berghman")
]

#: What the stored results say of their settings.
SETTINGS = {"seed": SEED, "asked": ASKED}
TIMED_SETTINGS = {"seed": SEED, "timed": TIMED}

#: Boards with more codes are not listed before a million tries have failed.
MOST_LISTED = 10**6


class Drawn:
    """Choose by Berghman's rule among codes that fit, which are drawn at random."""

    name = "drawn"

    def enough(self, pegs: int) -> int:
        """How many codes Berghman's search has when it goes on no longer."""
        return {6: 80, 8: 100}.get(pegs, 60)

    def number(self, history: mmlib.History, rng: np.random.Generator) -> int:
        """How many codes are drawn."""
        return self.enough(history.rules.pegs) + 1

    def next_guess(self, history: mmlib.History, rng: np.random.Generator) -> object:
        """Draw codes, and return the one that leaves the fewest of them."""
        if len(history) == 0:
            return paired_code(history.rules)
        fits = some_that_fit(history, self.number(history, rng), rng)
        tried = fits[: self.enough(history.rules.pegs)]
        return fits[least_left(fits, tried, history.rules.colors)]


class Thinned(Drawn):
    """The same, with as many codes as Berghman's search finds."""

    name = "drawn, as many as evolution finds"

    def __init__(self) -> None:
        self.evolution = mmlib.player("berghman")

    def number(self, history: mmlib.History, rng: np.random.Generator) -> int:
        """How many codes are drawn."""
        self.evolution.next_guess(history, rng)
        return self.evolution.search.eligible


class Looked(Drawn):
    """Draw as many different codes as Berghman's search looks at, and keep what fits.

    Where none of them fits, one that does is drawn all the same.
    """

    name = "drawn, as many looked at"

    def __init__(self) -> None:
        self.evolution = mmlib.player("berghman")

    def next_guess(self, history: mmlib.History, rng: np.random.Generator) -> object:
        """Draw codes, and return the one that leaves the fewest of those that fit."""
        rules = history.rules
        if len(history) == 0:
            return paired_code(rules)
        self.evolution.next_guess(history, rng)
        looked = min(self.evolution.search.evaluations, rules.n_codes)
        if rules.n_codes > MOST_LISTED:
            drawn = different_codes(rules, looked, rng)
        else:
            places = rng.choice(rules.n_codes, looked, replace=False)
            drawn = mmlib.all_codes(rules)[places]
        away = mmlib.fitness.distance(drawn, history.guesses, history.feedbacks)
        fits = rng.permutation(drawn[away == 0])[: self.enough(rules.pegs) + 1]
        if len(fits) == 0:
            fits = some_that_fit(history, 1, rng)
        tried = fits[: self.enough(rules.pegs)]
        return fits[least_left(fits, tried, rules.colors)]


def some_that_fit(
    history: mmlib.History, n: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw n codes that fit, or all of them, uint8 (k, pegs)."""
    large = history.rules.n_codes > MOST_LISTED
    fits = np.empty((0, history.rules.pegs), np.uint8)
    if large:
        fits, _ = mmlib.consistent.consistent_by_chance(history, n, 10**6, rng=rng)
    if len(fits) < n:
        fits = mmlib.consistent.consistent_codes(history)
        fits = rng.choice(fits, min(n, len(fits)), replace=False)
    return np.unique(fits, axis=0) if large else fits


def least_left(codes: np.ndarray, secrets: np.ndarray, colors: int) -> int:
    """Return the index of the code that leaves the fewest secrets on average.

    The secrets are the first of the codes.
    """
    sizes = class_sizes(codes, secrets, colors=colors)
    left = (sizes * (sizes - 1)).sum(axis=1)
    others = len(secrets) - (np.arange(len(codes)) < len(secrets))
    return int(np.argmin(left / np.maximum(1, others)))


def player_of(name: str, rules: mmlib.Rules) -> object:
    """Make one of the players that are asked for."""
    if name == "null model":
        return player_on(rules, "random_consistent", {"first_guess": "paired"})
    if name == "berghman":
        return mmlib.player(name)
    kinds = {
        "drawn": Drawn,
        "as many as evolution finds": Thinned,
        "as many looked at": Looked,
    }
    return kinds[name]()


def games_of(board: str, player: str, n: int) -> pd.DataFrame:
    """Guesses of all games of one player, in one row."""
    rules = mmlib.Rules(*map(int, board.split(" x ")), 15)
    asked = {"games": n}
    if board == "4 x 6":
        asked = {"secrets": np.tile(mmlib.all_codes(rules), (n, 1))}
    games = mmlib.play_many(player_of(player, rules), rules, **asked, seed=SEED)
    row = {"board": board, "player": player, "guesses": in_one_cell(games.guesses)}
    return pd.DataFrame([row])


def milliseconds(board: str, player: str, n: int) -> pd.DataFrame:
    """What a game of one player takes on one thread."""
    rules = mmlib.Rules(*map(int, board.split(" x ")), 15)
    playing = player_of(player, rules)
    ranking = mmlib.leaderboard(rules, {player: playing}, n, SEED, n_jobs=1)
    row = {"board": board, "player": player}
    return pd.DataFrame(
        [row | {"milliseconds": round(ranking.milliseconds[player], 3)}]
    )


def measure(asked: list[tuple] = ASKED, timed: list[tuple] = TIMED) -> None:
    """Store the games of every player, and the time of some."""
    frames = measured("berghman_drawn", games_of, asked, text=["guesses"])
    store("berghman_drawn", frames, SETTINGS)
    name = "berghman_drawn_milliseconds"
    store(name, measured(name, milliseconds, timed), TIMED_SETTINGS)
