"""The null model: any consistent code, all with the same chance.

A search that does not beat it has learnt nothing.
"""

import numpy as np

from mmlib.game.history import History
from mmlib.game.scoring import SCORINGS
from mmlib.players.base import Player, Playing
from mmlib.reason.consistent import random_consistent_code


class RandomConsistent(
    Player,
    name="random_consistent",
    source="Rosu",
    year=1997,
    fidelity="exact",
    without_repeats=True,
    scorings=SCORINGS,
):
    """Play a uniformly random code among those that agree with every answer so far.

    Source: R. Rosu, "Mastermind" (undergraduate honors thesis, North Carolina State
    University, 1997), its heuristic player: random codes are tried until one agrees
    with all the answers. The same distribution comes out of any way to draw a
    consistent code uniformly (`consistent.random_consistent_code`). `first_guess` is a
    code, or ``"random"``, the source's and the default.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)])
    >>> RandomConsistent().next_guess(history, np.random.default_rng(1))
    array([0, 1, 1, 2], dtype=uint8)
    """

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        return random_consistent_code(history, rng=rng)
