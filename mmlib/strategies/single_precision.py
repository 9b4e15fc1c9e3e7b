"""What another program (mikemag/Mastermind) computes in single precision.

It is imitated digit by digit.
"""

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.splits import SINGLE_ENTROPY, SINGLE_SIZE
from mmlib.strategies.objectives import BIT


@compiled
def single_terms(m, kind):
    """What a class of each size adds to a measure in single precision.

    It is float32 (m + 1,), and empty for measures of other kinds.
    """
    terms = np.zeros(m + 1 if kind in (SINGLE_SIZE, SINGLE_ENTROPY) else 0, np.float32)
    for k in range(1, terms.shape[0]):
        size = np.float32(k)
        if kind == SINGLE_SIZE:
            terms[k] = size * size / np.float32(m)
        else:
            share = size / np.float32(m)
            # no logf: libraries differ in its last bit
            terms[k] = -(share * np.float32(np.log(np.float64(share))))
    return terms


@compiled
def single_cost(sizes, terms, kind):
    """Cost of a split in single precision, as a whole number.

    It is the expected size, or the negative entropy.
    """
    total = np.float32(0.0)
    for size in sizes:
        total += terms[size]
    if kind == SINGLE_SIZE:
        return min(np.int64(np.round(np.float64(total) * 1e6)), np.int64(2**32 - 1))
    return -np.int64(np.round(np.float64(total) * 1e9))


@compiled
def hopeless_from(excess, cost, m, kind):
    """Excess from which on no rounding makes a split as good as a given one.

    The given one has this `excess` and `cost`.
    """
    if kind == SINGLE_SIZE:
        return (
            np.int64(2**62)
            if cost == 2**32 - 1
            else excess + (excess + m) // 100_000 + 2
        )
    return excess + m * np.int64(BIT * 1e-4)
