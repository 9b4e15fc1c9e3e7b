"""A game walked through once, with the codes that are possible before each guess."""

import functools
from collections.abc import Iterator

import numpy as np

from mmlib.game.codes import as_code
from mmlib.game.history import History
from mmlib.reason import first_guess, partitions
from mmlib.reason.consistent import MOST_LISTED, consistent_codes, count_consistent

__all__ = ["Position", "positions"]


def __dir__() -> list[str]:
    return __all__


class Position:
    """What is possible after some turns of a game, or before the first.

    `history` holds these turns. Codes are counted and listed once that is asked for.
    """

    def __init__(self, history: History) -> None:
        self.history = history

    @property
    def count(self) -> int:
        """How many codes are possible; -1 where they are too many to count."""
        return count_consistent(self.history)

    @functools.cached_property
    def codes(self) -> np.ndarray:
        """The possible codes, the first 2 million at most: uint8 (n, pegs)."""
        return consistent_codes(self.history)

    def split(self, guess: object) -> np.ndarray | None:
        """Count the possible codes that would give each answer to a guess.

        None where 2 million or more are possible after an answer: not all are listed.
        """
        rules = self.history.rules
        guess = as_code(guess, rules, name="guess")
        if not len(self.history) and self.history.scoring == "standard":
            return first_guess.sizes(guess, rules)
        if len(self.codes) == MOST_LISTED:
            return None  # there may be more
        one = guess[np.newaxis]
        scoring = self.history.scoring
        return partitions.class_sizes(
            one, self.codes, colors=rules.colors, scoring=scoring
        )[0]


def positions(history: History) -> Iterator[Position]:
    """Walk through a game: the position before each guess, then the one at the end.

    What the answers have left is filtered by the next one: `consistent_indices` goes on
    from the latest list.

    >>> history = mm.History(mm.Rules(4, 6), ["0012", "0345"], [(1, 1), (0, 1)])
    >>> [position.count for position in positions(history)]
    [1296, 230, 30]
    """
    for turn in range(len(history) + 1):
        yield Position(history.first(turn))
