"""What a search leaves behind for those who look into it: the fitness of every generation, and its codes."""

from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt

#: Generations whose codes are kept.
MOST_KEPT = 500


class Record(NamedTuple):
    """A search's generations, as far as the arrays go.

    Best and mean fitness, float64 (generations, 2); codes of the first generations, words of four bits a peg, uint64
    (kept, size); their fitness, float64 (kept, size), NaN where a generation has fewer codes; and pegs of a code.
    """

    values: np.ndarray
    words: np.ndarray
    fitness: np.ndarray
    pegs: int


def blank_record(generations: int, size: int, pegs: int) -> Record:
    """A record for so many generations, and of so many codes of each; nothing is recorded where they are 0."""
    kept = min(generations, MOST_KEPT) if size else 0
    words, fitness = np.zeros((kept, size), np.uint64), np.full((kept, size), np.nan)
    return Record(np.full((generations, 2), np.nan), words, fitness, pegs)


@compiled
def write_down(record, generation, words, fitness):
    """Write down a generation, 0 being what a search began with, as far as the record goes; every search comes here."""
    if generation % 16 == 0 or words.shape[0] > 1000:
        hear_interrupt()
    if generation == 0:  # a search that is begun again
        record.values[:] = np.nan
    if generation < record.values.shape[0]:
        record.values[generation, 0] = fitness.max()
        record.values[generation, 1] = fitness.mean()
    if generation < record.words.shape[0]:
        n = min(words.shape[0], record.words.shape[1])
        record.words[generation, :n] = words[:n]
        record.fitness[generation, :n] = fitness[:n]
