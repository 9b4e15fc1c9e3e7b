"""Swaszek (1999-2000): any code that may be right."""

import numpy as np

from mmlib.game.codes import index_of, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, Playing
from mmlib.reason.code_lists import every_code
from mmlib.strategies.base import possible


class Swaszek(
    Player, name="swaszek", source="Swaszek", year=2000, fidelity="reconstructed"
):
    """Swaszek's strategy: count up from the last guess to the next code that agrees.

    After the last code the count begins again.

    Source: P. F. Swaszek, "The Mastermind novice", Journal of Recreational Mathematics
    30 (1999-2000), after Berghman et al. (2009): an ordered list, and a mean of 4.758.
    What comes next in the order, and how a game begins, is not said there; counting up
    from a random first code agrees with the mean. `first_guess` sets another one.
    ValueError when it plays if there are more than a million codes.

    >>> history = mm.History(mm.Rules(4, 6), ["5432"], [(0, 1)])
    >>> Swaszek().next_guess(history, np.random.default_rng(1))
    array([0, 0, 0, 3], dtype=uint8)
    """

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too much to search."""
        every_code(rules)  # refuses what is too large

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        if not len(history):
            return random_codes(history.rules, 1, rng=rng)[0]
        members = possible(history)
        after = np.searchsorted(
            members, index_of(history.guesses[-1], history.rules), side="right"
        )
        return every_code(history.rules).codes[members[after % len(members)]].copy()
