"""Strategies without a measure: go through a list of all codes, and play the next one that agrees with the answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib import partitions
from mmlib.codes import random_codes
from mmlib.consistent import consistent_codes, contradiction, random_consistent_code
from mmlib.history import History
from mmlib.players.base import Player, first_guess_setting, one_of, position_of
from mmlib.rules import Rules

ORDERS = ("random", "lexicographic")


@dataclass(kw_only=True, eq=False, repr=False)
class Shapiro(Player):
    """Shapiro's strategy: the first code of a list that agrees with every answer so far.

    Parameters
    ----------
    order : {"random", "lexicographic"}
        The list: shuffled for every game, or in lexicographic order.
    first_guess : array_like of int, str or None, optional
        By default the first of the list.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed.

    Notes
    -----
    Source: E. Shapiro, "Playing Mastermind logically", ACM SIGART Newsletter 85 (1983), after Berghman et al. (2009),
    who give it a list in random order, and Kooi (2005), who gives the "simple strategy" the lexicographic one. A
    shuffled list is drawn as far as it is read: the next of its codes that agrees is any code that agrees, all with the
    same chance. So with ``order="random"`` it is the null model `RandomConsistent` under an older name.

    Examples
    --------
    >>> player = Shapiro(order="lexicographic")
    >>> player.next_guess(History(Rules(4, 6), ["0000"], [(1, 0)]), np.random.default_rng(1))
    array([0, 1, 1, 1], dtype=uint8)
    """

    name = "shapiro"
    source = "Shapiro"
    year = 1983
    fidelity = "described"

    order: str = "random"
    first_guess: object = None

    def __post_init__(self) -> None:
        self.order = one_of(self.order, "order", ORDERS)
        self.first_guess = first_guess_setting(self.first_guess)

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        if self.order == "random":
            return random_consistent_code(history, rng=rng)
        first = consistent_codes(history, 1)
        if not len(first):
            raise ValueError(f"history: {contradiction(history)}")
        return first[0]


@dataclass(kw_only=True, eq=False, repr=False)
class Swaszek(Player):
    """Swaszek's strategy: count up from the last guess to the next code that agrees, beginning again after the last.

    Parameters
    ----------
    first_guess : array_like of int, str or None, optional
        By default a random code.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed; when it plays, if the board has more than a million codes.

    Notes
    -----
    Source: P. F. Swaszek, "The Mastermind novice", Journal of Recreational Mathematics 30 (1999-2000), after Berghman
    et al. (2009): an ordered list, and a mean of 4.758. What comes next in the order, and how a game begins, is not
    said there; counting up from a random first code agrees with the mean.

    Examples
    --------
    >>> player = Swaszek()
    >>> player.next_guess(History(Rules(4, 6), ["5432"], [(0, 1)]), np.random.default_rng(1))
    array([0, 0, 0, 3], dtype=uint8)
    """

    name = "swaszek"
    source = "Swaszek"
    year = 2000
    fidelity = "reconstructed"

    first_guess: object = None

    def __post_init__(self) -> None:
        self.first_guess = first_guess_setting(self.first_guess)

    def _begin(self, rules: Rules) -> None:
        partitions.board(rules)  # refuses what is too large

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        if not len(history):
            return random_codes(history.rules, 1, rng=rng)[0]
        members, _ = position_of(history)
        last = partitions.places(history.guesses[-1:], history.rules)[0]
        after = np.searchsorted(members, last, side="right")
        return partitions.board(history.rules).codes[members[after % len(members)]].copy()
