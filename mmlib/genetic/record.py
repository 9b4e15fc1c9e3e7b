"""What a search leaves behind: the fitness of every generation, and its codes."""

from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt

#: Most generations of a search whose codes are kept: the first ones.
MOST_KEPT = 500


class Record(NamedTuple):
    """A search's generations, as far as the arrays go.

    Best and mean fitness, float64 (generations, 2); codes of the first generations,
    words of four bits a peg, uint64 (kept, size); their fitness, float64 (kept, size),
    NaN where a generation has fewer codes; and pegs of a code.
    """

    values: np.ndarray
    words: np.ndarray
    fitness: np.ndarray
    pegs: int


def blank_record(generations: int, size: int, pegs: int) -> Record:
    """Make a record for so many generations, and of `size` codes of each.

    Without generations nothing is recorded, and with `size` 0 no codes are.
    """
    kept = min(generations, MOST_KEPT) if size else 0
    words = np.zeros((kept, size), np.uint64)
    fitness = np.full((kept, size), np.nan)
    return Record(np.full((generations, 2), np.nan), words, fitness, pegs)


@compiled
def write_down(record, generation, words, fitness):
    """Write down a generation, as far as the record goes; every search comes here.

    Generation 0 is what a search began with.
    """
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
