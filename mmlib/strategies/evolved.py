"""What plays by the former name `evolved`: `tuned`, or who plays on larger boards."""

import dataclasses
from functools import lru_cache

import numpy as np

from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players import openings
from mmlib.players.base import Player, Playing
from mmlib.players.entropic import Entropic
from mmlib.players.far_sighted import FarSighted
from mmlib.reason.consistent import MOST_FILTERED
from mmlib.strategies.tree import StrategyTree
from mmlib.strategies.tuned import MOST_CODES, Tuned


class Evolved(Player, name="evolved", source="mmlib", year=2026, fidelity="exact"):
    """Play as `tuned`, and on larger boards as a player that breeds its guesses.

    Beyond 100,000 codes that is `far_sighted`, with stored openings on 6 x 9; beyond
    five million it is `entropic`. Release 1.0 had this player. Its name is kept, so
    that scripts go on.

    Parameters
    ----------
    first_guess : code or "random", optional
        By default that of the player that plays.
    """

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the strategy out, where `tuned` plays."""
        tree = Tuned(first_guess=self.first_guess).tree(rules)
        return dataclasses.replace(tree, player=self.name)

    def population_size(self, rules: Rules) -> int:
        """Tell how many codes a population has; 0 where it breeds none."""
        self.check_rules(rules)
        return playing(rules).population_size(rules)

    def _own_first_guess(self, rules: Rules) -> np.ndarray | None:
        return playing(rules)._first_guess(rules, None)

    def _draws(self, rules: Rules) -> bool:
        return playing(rules)._draws(rules)

    def _setup(self, rules: Rules) -> tuple:
        return playing(rules)._setup(rules)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        return playing(history.rules)._choose(history, rng, game)


@lru_cache(maxsize=64)
def playing(rules: Rules) -> Player:
    """The player that plays on a board."""
    if rules.n_codes <= MOST_CODES:
        return Tuned()
    if rules.n_codes > MOST_FILTERED:
        return Entropic()
    has_some = openings.board(rules) in openings.boards()
    return FarSighted(openings="stored" if has_some else "bred")
