"""What another program (mikemag/Mastermind) computes in single precision, imitated digit by digit."""

from __future__ import annotations

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.splits import SINGLE_SIZE, WEIGHTED
from mmlib.reason.objectives import BIT


@compiled
def other_value(row, m, table, kind, weights, terms, counters):
    """Weighted entropy or a measure in single precision, negated if the more the better, in whole numbers.

    `terms` holds what a class of each size adds in single precision.
    """
    sizes = counters[0]
    sizes[:] = 0
    for j in range(m):
        sizes[row[j]] += 1
    if kind == WEIGHTED:
        log = table[m] // m
        total = np.int64(0)
        for answer in range(sizes.shape[0]):
            total += weights[answer] * (table[sizes[answer]] - sizes[answer] * log)
        return total
    single = np.float32(0.0)
    for answer in range(sizes.shape[0]):
        single += terms[sizes[answer]]
    if kind == SINGLE_SIZE:
        return min(np.int64(np.round(np.float64(single) * 1e6)), np.int64(2**32 - 1))
    return -np.int64(np.round(np.float64(single) * 1e9))


@compiled
def single_terms(m, kind):
    """What a class of each size adds to a measure in single precision, float32 (m + 1,)."""
    terms = np.zeros(m + 1, np.float32)
    for k in range(1, m + 1):
        size = np.float32(k)
        if kind == SINGLE_SIZE:
            terms[k] = size * size / np.float32(m)
        else:
            share = size / np.float32(m)
            terms[k] = -(share * np.float32(np.log(np.float64(share))))  # no logf: libraries differ in its last bit
    return terms


@compiled
def rounded_away(exact, worth, m, kind):
    """Excess from which on rounding cannot make up for what a partition of excess `exact` is better."""
    if kind == SINGLE_SIZE:
        return np.int64(2**62) if worth == 2**32 - 1 else exact + (exact + m) // 100_000 + 2
    return exact + m * np.int64(BIT * 1e-4)
