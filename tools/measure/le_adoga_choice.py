"""What a choice among the listed codes is worth to "Le Adoga", on 4 x 6.

The pseudocode of the paper plays the first code of its list. Here it plays the most
telling one as well, whose answer has the largest entropy if the listed codes take turns
as the secret. Two players do the same with a list that nobody bred: its codes are drawn
from all that fit, as many as were bred or as many as the list holds.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import mmlib
from mmlib.engine.words import from_words
from mmlib.game.history import History
from mmlib.players.base import Player, Playing, past_by_distance
from mmlib.players.le_adoga import LeAdoga, as_described
from mmlib.players.settings import paired_code, setting
from mmlib.reason import partitions
from mmlib.reason.consistent import consistent_codes
from tools.measure.experiment import SEED, in_one_cell, measured, store

#: The board.
RULES = mmlib.Rules(4, 6, 10)

#: Codes on the list, at most.
LISTS = (1, 20, 60)

#: Times that each of the 1,296 secrets is played.
TIMES = 4

#: Where the list comes from, and which of its codes is played.
WAYS = (
    "bred, first",
    "bred, most telling",
    "as many drawn, most telling",
    "drawn, most telling",
)

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "lists": LISTS, "times": TIMES, "ways": WAYS}


def most_telling(codes: np.ndarray, rules: mmlib.Rules) -> np.ndarray:
    """The code whose answer has the largest entropy, each code being the secret once.

    The first of equals.
    """
    measures = partitions.measure(codes, codes, colors=rules.colors)
    return codes[np.argmax(measures.entropy)]


def drawn_from(codes: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """So many different codes of a list, or all if it has no more."""
    return rng.choice(codes, min(size, len(codes)), replace=False)


class Choosing(LeAdoga, name="le_adoga that chooses"):
    """The pseudocode, but it plays the most telling code of its list.

    If `drawn`, it first replaces the list by as many codes drawn from all that fit.
    """

    drawn: bool = setting(False)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        past = past_by_distance(history)
        found = game.until_found(history, as_described, past, game.setup, rng)
        codes = from_words(found[: self.eligible_size], game.setup.pegs)
        if self.drawn:
            codes = drawn_from(consistent_codes(history), len(codes), rng)
        return most_telling(codes, history.rules)


class Drawn(Player, name="drawn list that is chosen from"):
    """Draw a list from all codes that fit, and play the most telling one."""

    _own_first_guess = staticmethod(paired_code)

    listed: int = setting(20, 1, 10**4)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        codes = drawn_from(consistent_codes(history), self.listed, rng)
        return most_telling(codes, history.rules)


def player_of(way: str, listed: int) -> Player:
    """The player that does one thing with a list of so many codes."""
    settings = {"variant": "as_described", "eligible_size": listed}
    if way == "bred, first":
        return LeAdoga(**settings)
    if way == "drawn, most telling":
        return Drawn(listed=listed)
    return Choosing(**settings, drawn=way.startswith("as many drawn"))


def row_of(way: str, listed: int, times: int) -> pd.DataFrame:
    """The guesses of one player, in one row: all secrets once, then all again."""
    secrets = np.tile(mmlib.all_codes(RULES), (times, 1))
    games = mmlib.play_many(player_of(way, listed), RULES, secrets=secrets, seed=SEED)
    row = {"way": way, "listed": listed, "guesses": in_one_cell(games.guesses)}
    return pd.DataFrame([row])


def measure(
    ways: tuple[str, ...] = WAYS, lists: tuple[int, ...] = LISTS, times: int = TIMES
) -> None:
    """Store the games of every way and every length of the list.

    A list of one code leaves no choice, so only the first way has it.
    """
    jobs = [
        (way, listed, times)
        for way in ways
        for listed in lists
        if listed > 1 or way == ways[0]
    ]
    frames = measured("le_adoga_choice", row_of, jobs, text=["guesses"])
    store("le_adoga_choice", frames, SETTINGS)
