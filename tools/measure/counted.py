"""Trees of weights by turn, counted while a search grows them."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pandas as pd

import mmlib
from mmlib.experiments.problem import Problem
from mmlib.strategies import evolve_strategy

#: What the tuning of one weight counts for, in trees: about as many take as long.
#: `tools.measure.evolving_arms` stores the seconds of both.
TUNING = 4

#: Most trees that are grown in one go, so that each note knows when it was made.
AT_ONCE = 100


class Spent(Exception):
    """A search has grown all trees that it may grow."""


class Counted:
    """The problem of weights by turn, which ends a search when its trees are spent.

    It begins with nothing remembered, and notes each tree that is better than all
    before, with what was spent until then. Seconds are those of the process.
    """

    def __init__(
        self, rules: mmlib.Rules, first_guess: str, stages: int, trees: int
    ) -> None:
        evolve_strategy._weighing.cache_clear()
        self.rules = rules
        self.first_guess = first_guess
        self.stages = stages
        self.allowed = trees
        self.grown = 0
        self.tunings = 0
        self.tree_seconds = 0.0
        self.tuning_seconds = 0.0
        self.best = np.array([])
        self.total = np.inf
        self._plain = mmlib.problems.weights(
            rules, stages=stages, first_guess=first_guess
        )
        self._notes: list[dict] = []
        self._begun = time.process_time()

    @property
    def problem(self) -> Problem:
        """The problem as searches take it that know nothing of tuning."""
        return replace(self._plain, fitness=self.fitness)

    @property
    def spent(self) -> int:
        """Trees so far; a tuning counts for `TUNING`."""
        return self.grown + TUNING * self.tunings

    def fitness(self, individuals: np.ndarray) -> np.ndarray:
        """The fitness of individuals; `Spent` if there are more than may be grown."""
        within = individuals[: self.allowed - self.spent]
        parts = [
            self._grown(within[begin : begin + AT_ONCE])
            for begin in range(0, len(within), AT_ONCE)
        ]
        if len(within) < len(individuals):
            raise Spent
        return np.concatenate(parts)

    def _grown(self, individuals: np.ndarray) -> np.ndarray:
        """The fitness of a few individuals, the best of which may be noted."""
        since = time.process_time()
        fitness = self._plain.fitness(individuals)
        self.tree_seconds += time.process_time() - since
        self.grown += len(individuals)
        best = int(np.argmax(fitness))
        if -fitness[best] < self.total:
            self.best = np.array(individuals[best], np.int64)
            self.total = int(-fitness[best])
            self._note()
        return fitness

    def along(self, individual: np.ndarray, stage: int, place: int) -> np.ndarray:
        """The fitness of an individual with each value of one weight.

        `Spent` where no tuning is left.
        """
        if self.spent + TUNING > self.allowed:
            raise Spent
        since = time.process_time()
        totals = evolve_strategy.totals_along(
            self.rules,
            self.first_guess,
            individual.reshape(self.stages, -1),
            stage,
            place,
        )
        self.tuning_seconds += time.process_time() - since
        self.tunings += 1
        return -totals

    def _note(self) -> None:
        self._notes.append(
            {
                "trees": self.spent,
                "grown": self.grown,
                "tunings": self.tunings,
                "seconds": round(time.process_time() - self._begun, 3),
                "tree_seconds": round(self.tree_seconds, 3),
                "tuning_seconds": round(self.tuning_seconds, 3),
                "total": self.total,
                "weights": "-",
            }
        )

    def notes(self) -> pd.DataFrame:
        """The notes, a row each, and one of the end, which has the best weights."""
        self._note()
        frame = pd.DataFrame(self._notes)
        frame.loc[len(frame) - 1, "weights"] = " ".join(map(str, self.best))
        return frame
