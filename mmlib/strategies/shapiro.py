"""Shapiro (1983): the next code in order that may be right."""

import numpy as np

from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting
from mmlib.reason.consistent import (
    consistent_codes,
    contradiction,
    random_consistent_code,
)

#: Orders of the list in which codes are looked through.
ORDERS = ("random", "lexicographic")


class Shapiro(
    Player, name="shapiro", source="Shapiro", year=1983, fidelity="described"
):
    """Shapiro's strategy: the first code of a list that agrees with all answers so far.

    Source: E. Shapiro, "Playing Mastermind logically", ACM SIGART Newsletter 85 (1983),
    after Berghman et al. (2009), who give it a list in random order, and Kooi (2005),
    who gives the "simple strategy" the lexicographic one. A shuffled list is drawn as
    far as it is read: the next of its codes that agrees is any code that agrees, all
    with the same chance. So with ``order="random"`` it is the null model
    `RandomConsistent` under an older name.

    >>> player = Shapiro(order="lexicographic")
    >>> history = mm.History(mm.Rules(4, 6), ["0000"], [(1, 0)])
    >>> player.next_guess(history, np.random.default_rng(1))
    array([0, 1, 1, 1], dtype=uint8)

    Parameters
    ----------
    order : the list: "random", shuffled for every game, or "lexicographic"
    first_guess : code, or "random"; by default the first of the list
    """

    order: str = setting("random", ORDERS)

    def _draws(self, rules: Rules) -> bool:
        return self.order == "random"

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        if self.order == "random":
            return random_consistent_code(history, rng=rng)
        first = consistent_codes(history, 1)
        if not len(first):
            raise ValueError(f"history: {contradiction(history)}")
        return first[0]
