"""How far codes are from all answers of a game, quickly also for one code at a time."""

import numpy as np

from mmlib.engine.answers import cost_of, past_by_distance
from mmlib.engine.words import to_words
from mmlib.game.history import History


class Distances:
    """Minus the distance of codes from the answers, as `mm.fitness.distance`.

    The game is packed once, and the codes are taken as they are, unchecked.
    """

    def __init__(self, history: History) -> None:
        self._pegs = history.rules.pegs
        self._past = past_by_distance(history.guesses, history.feedbacks, 1.0, 1.0)

    def __call__(self, codes: np.ndarray) -> np.ndarray:
        """Minus the distance of each code, integers of shape (n, pegs); int64 (n,)."""
        words = to_words(codes.astype(np.uint8))
        return -cost_of(words, self._past, self._pegs).astype(np.int64)
