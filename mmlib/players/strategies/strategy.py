"""What the players have in common that do not draw: a guess for every position, remembered."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property

import numpy as np

from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, Playing
from mmlib.reason import consistent
from mmlib.reason.every_code import code_places, every_code
from mmlib.reason.growing import write_out
from mmlib.reason.trees import StrategyTree

#: Positions whose guess a strategy remembers.
MOST_REMEMBERED = 50_000


class Strategy(Player):
    """A player of the registry that does not draw: what it guesses hangs on the position alone.

    A position is the codes still possible, the colors guessed, and the number of guesses made. Subclasses define
    `_place`; what they choose is remembered, since every game begins with the same few positions.
    """

    @cached_property
    def _remembered(self) -> OrderedDict[tuple, int]:
        return OrderedDict()  # all games share it

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out; `mmlib.strategy_tree` calls this."""
        first = self._settled_first_guess(rules)
        self.check_rules(rules)
        start = None if first is None else int(code_places(first[np.newaxis], rules)[0])

        def choose(members: np.ndarray, used: int, turn: int) -> int:
            return self._place(rules, members, used, turn) if turn or start is None else start

        return write_out(self.name, rules, choose)

    def _settled_first_guess(self, rules: Rules) -> np.ndarray | None:
        """`_first_guess` of a strategy that is to be written out, which must not draw."""
        if isinstance(self.first_guess, str):
            raise TypeError(f"player: {self.name} draws its first guess; a strategy tree is for one that does not draw")
        return self._first_guess(rules, None)

    def _choose(self, history: History, rng: np.random.Generator, game: Playing) -> np.ndarray:
        rules = history.rules
        position = (rules.pegs, rules.colors, history.guesses.tobytes(), history.feedbacks.tobytes())
        if position not in self._remembered:
            self._remembered[position] = self._place(rules, *position_of(history), len(history))
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return every_code(rules).codes[self._remembered[position]].copy()

    def _place(self, rules: Rules, members: np.ndarray, used: int, turn: int) -> int:
        """The guess of a position, as its place in the list of all codes."""
        raise TypeError(f"{type(self).__name__}: a strategy needs a _place method")


def position_of(history: History) -> tuple[np.ndarray, int]:
    """Tell all that a strategy may need of a history: the codes still possible, and the colors guessed."""
    possible = consistent.consistent_codes(history)
    if not len(possible):
        raise ValueError(f"history: {consistent.contradiction(history)}")
    return code_places(possible, history.rules), sum(1 << color for color in set(history.guesses.ravel().tolist()))
