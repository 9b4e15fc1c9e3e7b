"""What another program (mikemag/Mastermind) computes in single precision.

It is imitated digit by digit.
"""

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.splits import SINGLE_ENTROPY, SINGLE_SIZE
from mmlib.reason.measures import BIT

#: The greatest expected size, in millionths, that the program tells from others.
SIZES_END = 2**32 - 1


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
        return min(np.int64(np.round(np.float64(total) * 1e6)), np.int64(SIZES_END))
    return -np.int64(np.round(np.float64(total) * 1e9))


@compiled
def margins(exact, cost, m, kind):
    """Costs from which on a split is worse than a given one, and is not better.

    They are costs before any rounding, as the `exact` one of the given split, whose
    `cost` is rounded for measures in single precision. There a margin is left that no
    rounding makes up for.
    """
    if kind == SINGLE_SIZE and cost == SIZES_END:
        worse = np.int64(2**62)
    elif kind == SINGLE_SIZE:
        worse = exact + (exact + m) // 100_000 + 2
    elif kind == SINGLE_ENTROPY:
        worse = exact + m * np.int64(BIT * 1e-4)
    else:
        return exact + 1, exact
    return worse, worse
