"""What searches remember positions by, and what they may spend."""

import numpy as np

from mmlib.engine.compiled import compiled


def hashes_of(n: int) -> np.ndarray:
    """Draw 64 bits for each of n codes, or other things: the same in every process."""
    rng = np.random.default_rng(0)
    return rng.integers(1, 2**64, n, dtype=np.uint64, endpoint=False)


@compiled
def key_of(hashes, members):
    """The key of a position; two have the same one by a chance of 1 in 2**64."""
    key = np.uint64(0)
    for member in members:
        key ^= hashes[member]
    return key


@compiled
def spend(effort, work):
    """Take some work from the effort that is left, and say whether it is enough.

    The effort, int64 (1,), is shared by all calls of a search. Below 0 the search is
    given up, and what it returns means nothing.
    """
    effort[0] -= work
    return effort[0] >= 0
