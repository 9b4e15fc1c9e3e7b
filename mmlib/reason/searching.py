"""What the searches for strategies share.

Each splits the codes of a position by a guess, sums up what the classes take, and
remembers it. Positions are known by hashes.
"""

from functools import lru_cache

import numpy as np

from mmlib.engine.compiled import compiled


@lru_cache(maxsize=32)
def hashes_of(n: int, seed: int = 0) -> np.ndarray:
    """Draw 64 bits for each of n codes, or other things: the same in every process."""
    rng = np.random.default_rng(seed)
    return rng.integers(1, 2**64, n, dtype=np.uint64, endpoint=False)


@compiled
def key_of(hashes, members):
    """The key of a position; two have the same one by a chance of 1 in 2**64."""
    key = np.uint64(0)
    for member in members:
        key ^= hashes[member]
    return key


@compiled
def splitmix64(number):
    """A number that looks random and depends on every bit of the one given."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled
def spend(effort, work):
    """Take some work from the effort that is left, and say whether it is enough.

    The effort, int64 (1,), is shared by all calls of a search. Below 0 the search is
    given up, and what it returns means nothing.
    """
    effort[0] -= work
    return effort[0] >= 0


@compiled
def sizes_left(ends):
    """The sizes of the classes that `by_answer` made; the code guessed is left out."""
    size = ends[1:] - ends[:-1]
    size[-1] = 0
    return size


@compiled
def smallest_first(size):
    """The answers whose classes need a search, which those of up to two codes do not.

    Small classes refute a guess at the least cost, so they come first.
    """
    answers = np.argsort(size, kind="mergesort")
    return answers[(size <= 2).sum() :]


@compiled
def least_total(m, classes):
    """Least guesses of m codes together, if no guess makes more classes of them.

    One code is guessed at once, one of each other class next, all others later.
    """
    return max(0, 2 * m - 1, 3 * m - classes - 1)
