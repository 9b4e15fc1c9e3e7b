"""What a search leaves behind for those who look into it: the fitness of every generation, and its codes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled

#: Generations whose codes are kept.
MOST_KEPT = 500


class Trace(NamedTuple):
    """Room for what a search records; without any, nothing is recorded.

    Attributes
    ----------
    values : ndarray of float64, shape (generations, 2)
        Best and mean fitness of each generation.
    words : ndarray of uint64, shape (kept, size)
        Codes of the first generations, in words of four bits a peg.
    fitness : ndarray of float64, shape (kept, size)
        Their fitness; NaN where a generation has fewer codes.
    pegs : int
        Pegs of a code.
    """

    values: np.ndarray
    words: np.ndarray
    fitness: np.ndarray
    pegs: int


def room(generations: int, size: int, pegs: int) -> Trace:
    """Make room for a record."""
    kept = min(generations, MOST_KEPT) if size else 0
    words, fitness = np.zeros((kept, size), np.uint64), np.full((kept, size), np.nan)
    return Trace(np.empty((generations, 2)), words, fitness, pegs)


@compiled
def record(trace, generation, words, fitness):
    """Record a generation, the first one as 1, if there is room."""
    if generation <= trace.values.shape[0]:
        trace.values[generation - 1, 0] = fitness.max()
        trace.values[generation - 1, 1] = fitness.mean()
    if generation <= trace.words.shape[0]:
        n = min(words.shape[0], trace.words.shape[1])
        trace.words[generation - 1, :n] = words[:n]
        trace.fitness[generation - 1, :n] = fitness[:n]
