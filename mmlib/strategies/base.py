"""What players that do not draw share: one guess for every position, remembered."""

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property

import numpy as np

from mmlib.game.codes import index_of
from mmlib.game.history import History
from mmlib.game.rules import Rules, size_of
from mmlib.players.base import Player, Playing
from mmlib.reason.code_lists import every_code
from mmlib.reason.consistent import consistent_indices, contradiction
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.tree import StrategyTree

#: Most positions whose guess a strategy remembers; the oldest is then forgotten.
MOST_REMEMBERED = 50_000


class Strategy(Player):
    """A player of the registry that does not draw.

    Its guess depends on the position alone. Subclasses define `_best`.
    """

    @cached_property
    def _remembered(self) -> OrderedDict[tuple, int]:
        return OrderedDict()  # all games share it

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out; `mmlib.strategy_tree` calls this."""
        self.check_rules(rules)
        first = self._settled_first_guess(rules)

        def choose(history: History, members: np.ndarray) -> int:
            if first is not None and not len(history):
                return int(index_of(first, rules))
            return self._best(rules, members, history.guesses)

        return write_out(self.name, rules, choose)

    def _settled_first_guess(self, rules: Rules) -> np.ndarray | None:
        """As `_first_guess`, of a strategy that is to be written out.

        Raises TypeError if the first guess is drawn.
        """
        if isinstance(self.first_guess, str):
            raise TypeError(
                f"player: {self.name} draws its first guess; "
                "a strategy tree is for one that does not draw"
            )
        return self._first_guess(rules, None)

    def _draws(self, rules: Rules) -> bool:
        return False

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        def best(history: History) -> int:
            return self._best(history.rules, possible(history), history.guesses)

        return self._remembering(history, best)

    def _remembering(
        self, history: History, best: Callable[[History], int]
    ) -> np.ndarray:
        """The guess that a function finds for a position, which is asked once."""
        rules = history.rules
        position = (
            size_of(rules),
            history.scoring,
            history.guesses.tobytes(),
            history.feedbacks.tobytes(),
        )
        if position not in self._remembered:
            self._remembered[position] = best(history)
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return every_code(rules).codes[self._remembered[position]].copy()

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        """The guess of a position, as its index in the list of all codes."""
        raise TypeError(f"{type(self).__name__}: a strategy needs a _best method")


def possible(history: History) -> np.ndarray:
    """List the codes that are still possible, as indices in the list of all codes.

    The indices are int32 and ascending. Raises ValueError if no code is possible.
    """
    members = consistent_indices(history)
    if not len(members):
        raise ValueError(f"history: {contradiction(history)}")
    return members
