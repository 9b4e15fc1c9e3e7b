"""What a search leaves behind: the fitness of every generation, and its codes.

A record is three arrays, as far as they go: best and mean fitness of each generation,
float64 (generations, 2); codes of the first generations, words of four bits a peg,
uint64 (kept, size); and their fitness, float64 (kept, size), NaN where a generation has
fewer codes. It is a plain tuple: numba takes 0.6 us longer to recognize one with names.
"""

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt

#: Most generations of a search whose codes are kept: the first ones.
MOST_KEPT = 500

#: The three arrays.
Record = tuple[np.ndarray, np.ndarray, np.ndarray]


def blank_record(generations: int, size: int) -> Record:
    """Make a record for so many generations, and of `size` codes of each."""
    kept = min(generations, MOST_KEPT) if size else 0
    words = np.zeros((kept, size), np.uint64)
    fitness = np.full((kept, size), np.nan)
    return np.full((generations, 2), np.nan), words, fitness


#: A record that takes nothing, for searches that nobody looks at afterwards. There is
#: one for all: to make it took 2.3 us, of 40 for a guess of the quickest players.
NOTHING = blank_record(0, 0)


@compiled
def room_in(record):
    """How many generations are recorded: none where nobody wants to see them."""
    return record[0].shape[0]


@compiled
def write_down(record, generation, words, fitness):
    """Write down a generation, as far as the record goes; every search comes here.

    Generation 0 is what a search began with.
    """
    if generation % 16 == 0 or words.shape[0] > 1000:
        hear_interrupt()
    values, kept_words, kept_fitness = record
    if generation == 0:  # a search that is begun again
        values[:] = np.nan
    if generation < values.shape[0]:
        values[generation, 0] = fitness.max()
        values[generation, 1] = fitness.mean()
    if generation < kept_words.shape[0]:
        n = min(words.shape[0], kept_words.shape[1])
        kept_words[generation, :n] = words[:n]
        kept_fitness[generation, :n] = fitness[:n]
