"""The four measures of a split: what makes a guess good.

A guess splits the possible codes into classes, one for each answer. The largest class
and the expected size are to be small, the entropy and the number of parts great. Here
are the measures of given sizes, and tables of what a class of each size costs, which
searches sum up. Tables of whole numbers make ties ties on every machine.
"""

from functools import lru_cache

import numpy as np

from mmlib.engine.compiled import compiled

#: What a guess can be chosen by: least largest class, least expected size, greatest
#: entropy, most parts.
OBJECTIVES = ("largest", "expected_size", "entropy", "parts")

#: One bit of entropy, in the units in which logarithms are whole numbers.
BIT = 2.0**36

#: The least precision of a logarithm, where two measures share one number.
LEAST_BIT = 2.0**10

#: No cost of a split reaches this.
MOST_COST = 2**62


def largest(sizes: np.ndarray) -> np.ndarray:
    """Codes in the largest class; the sizes of classes are along the last axis."""
    return sizes.max(axis=-1)


def expected_size(sizes: np.ndarray) -> np.ndarray:
    """Codes that are left on average, were each of them the secret."""
    return (sizes**2).sum(axis=-1) / sizes.sum(axis=-1)


def entropy(sizes: np.ndarray) -> np.ndarray:
    """Information that the answer gives, in bits."""
    n = sizes.sum(axis=-1)
    return np.log2(n) - (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=-1) / n


def entropy_of_one(sizes: np.ndarray) -> float:
    """As `entropy`, of one split: exactly 0 where there is one class, or none."""
    sizes = np.asarray(sizes, dtype=np.float64)
    shares = sizes[sizes > 0] / max(sizes.sum(), 1)
    return float(-(shares * np.log2(shares)).sum()) + 0.0


def parts(sizes: np.ndarray) -> np.ndarray:
    """Classes that are not empty."""
    return (sizes > 0).sum(axis=-1)


def class_costs(objective: str, sizes: np.ndarray, stands_for: int = 1) -> np.ndarray:
    """What classes of some sizes cost, in floating point; entropy counts in nats.

    Each code of a class stands for some codes.
    """
    if objective == "entropy":
        return sizes * np.log(np.maximum(stands_for * sizes, 1))
    if objective == "expected_size":
        return sizes**2
    return -(sizes > 0).astype(np.float64) if objective == "parts" else sizes


@lru_cache(maxsize=16)
def excess_table(objective: str, n: int) -> tuple[np.ndarray, int]:
    """By how much a class of each size up to n + 1 falls short of single codes.

    In sum this is to be small. The objective is a measure, or two with a plus between.
    Returns also by how much, for each code, rounded logarithms may take a sum below
    that of equal sizes. Raises ValueError if two measures do not fit in one number.
    """
    first, _, second = objective.partition("+")
    # half a unit for each prime factor of two numbers
    slack = n.bit_length() if "entropy" in objective else 0
    if not second:
        return excess(first, n, BIT), slack
    bit = BIT
    while bit >= LEAST_BIT:  # the greatest precision at which two measures fit
        greater = excess(first, n, bit)
        smaller = excess(second, n, bit)
        unit = int(smaller[-1]) + 1  # no partition has more of the second
        if int(greater[-1]) * unit + unit < MOST_COST:
            if first == "entropy":
                slack *= unit
            return greater * unit + smaller, slack
        bit /= 2
    raise ValueError(
        f"objective: on {n:,} codes {first} and {second} do not fit in one number"
    )


@lru_cache(maxsize=16)
def excess(objective: str, n: int, bit: float) -> np.ndarray:
    """The excess of every size for one measure, with so many units to a bit.

    In the entropy's ``n log2 n`` each prime's logarithm is rounded once, so that equal
    products have equal sums.
    """
    size = np.arange(n + 2)
    if objective in ("largest", "parts"):
        return np.maximum(size - 1, 0)
    if objective == "expected_size":
        return size * (size - 1)
    logs = np.rint(np.log2(np.maximum(size, 1)) * bit).astype(np.int64)
    return size * _sums_over_primes(logs)


@compiled
def _sums_over_primes(values):
    """Sum the values, above 0, of each number's prime factors."""
    n = values.shape[0]
    total = np.zeros(n, np.int64)
    for p in range(2, n):
        if total[p] == 0:  # no smaller prime divided it
            power = p
            while power < n:
                for multiple in range(power, n, power):
                    total[multiple] += values[p]
                power *= p
    return total
