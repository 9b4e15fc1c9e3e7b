"""A game that goes on while one searches: each code that fits is played at once."""

from dataclasses import replace

import numpy as np

from mmlib.experiments.distances import Distances
from mmlib.game.history import History
from mmlib.game.rules import MAX_GUESSES, Rules
from mmlib.game.scoring import feedback


class GrowingGame:
    """The secret, and the guesses so far with their answers."""

    def __init__(self, secret: np.ndarray, rules: Rules) -> None:
        self._secret = secret
        self._rules = replace(rules, max_guesses=MAX_GUESSES)
        self.restart()

    def restart(self) -> None:
        """Forget all guesses."""
        self._go_on(History(self._rules))

    def fitness(self, codes: np.ndarray) -> np.ndarray:
        """Score codes one after another, and play those that fit; int64 (n,).

        A code scores minus its distance from the answers so far, as in
        `mm.fitness.distance`. One at distance 0 is played, and scores what it does once
        its own answer counts: 0 if it is the secret, else less.
        """
        found = np.empty(len(codes), np.int64)
        begin = 0
        while begin < len(codes):
            found[begin:] = self._distances(codes[begin:])
            fitting = np.flatnonzero(found[begin:] == 0)
            if not len(fitting):
                break
            place = begin + int(fitting[0])
            self._play(codes[place])
            found[place] = self._distances(codes[place : place + 1])[0]
            begin = place + 1
        return found

    def _go_on(self, history: History) -> None:
        """Let these be the guesses so far."""
        self.history = history
        self._distances = Distances(history)

    def _play(self, code: np.ndarray) -> None:
        """Ask for the answer to a code that fits; the secret is not asked again."""
        last = self.history.guesses[-1:]
        if len(last) and np.array_equal(last[0], self._secret):
            return
        self._go_on(self.history.after(code, feedback(code, self._secret)))
