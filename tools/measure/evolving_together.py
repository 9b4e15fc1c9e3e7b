"""A genetic algorithm over weights by turn whose individuals share what they find.

It has what the one of `mm.evolve_strategy` lacks: parents are selected, half of the
children are crossed, and a child may take the place of any individual.
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from mmlib.strategies.breed_weights import Weights


class Together(Weights):
    """A steady state with crowding: each child competes with whom it resembles most.

    A parent is the fitter of two that are drawn. A child of two has each turn from
    either. Then it mutates as those of `Weights` do; or some of its weights are tuned
    instead, so that its turns fit each other before it competes.
    """

    def __init__(self, *given: object, settling: int, **settings: object) -> None:
        """As `Weights`; a child of two parents has so many weights tuned, if any."""
        self._settling = settling
        super().__init__(*given, **settings)

    def bred(self) -> NoReturn:
        """Breed until the score ends the search by an exception."""
        individuals = self.population[: len(self._known)].copy()
        fitness = self._known.copy()
        while True:
            child = self._child(individuals, fitness)
            if (individuals == child).all(axis=1).any():
                continue
            (scored,) = self._score(child[np.newaxis])
            place = _most_similar(individuals, child)
            if scored >= fitness[place]:
                individuals[place] = child
                fitness[place] = scored

    def _child(self, individuals: np.ndarray, fitness: np.ndarray) -> np.ndarray:
        """A child of one parent or two."""
        child = individuals[self._winner(fitness)].copy()
        is_crossed = self._rng.random() < self._crossover_rate
        if is_crossed:
            other = individuals[self._winner(fitness)].reshape(self._stages, -1)
            turns = self._rng.random(self._stages) < 0.5
            child.reshape(self._stages, -1)[turns] = other[turns]
        if not (is_crossed and self._settling):
            return self._mutate(child[np.newaxis], self)[0]
        for _ in range(self._settling):
            self._tune(child)
        return child

    def _winner(self, fitness: np.ndarray) -> int:
        """The fitter of two individuals that are drawn."""
        drawn = self._rng.integers(0, len(fitness), 2)
        return int(drawn[np.argmax(fitness[drawn])])


def _most_similar(individuals: np.ndarray, child: np.ndarray) -> int:
    """The individual whose weights are nearest to those of a child, by their ratios."""
    apart = np.abs(np.log(individuals / child)).sum(axis=1)
    return int(np.argmin(apart))
