"""The player that wants what evolution wants, without it: one code that fits."""

import numpy as np

from mmlib.game.history import History
from mmlib.players.base import Player, Playing
from mmlib.players.settings import paired_code
from mmlib.reason.consistent import first_found


class DepthFirst(
    Player,
    name="depth_first",
    source="mmlib",
    year=2026,
    fidelity="exact",
    without_repeats=True,
):
    """Play the first code found that agrees with every answer so far.

    A depth-first search in random order finds how many pegs of each color fit, then
    where they are, and turns back where an answer cannot come out any more; see
    `consistent.first_consistent_code`. Nothing is evolved, listed or compared. So this
    is the rival of every player that evolves a code that fits: what evolution is worth
    there shows beside it. Its `evaluations` count steps, each of which tries a number
    of pegs of a color, or a color at a peg, or goes back.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)])
    >>> DepthFirst().next_guess(history, np.random.default_rng(1))
    array([3, 5, 0, 2], dtype=uint8)

    Parameters
    ----------
    first_guess : code, or "random"
        By default `paired_code`: 0012, 00123, 001123.
    """

    _own_first_guess = staticmethod(paired_code)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        code, steps = first_found(history, rng)
        game.searched(0, steps, 1, game.blank(0))
        return code
