"""What makes a guess good: the four measures of a split.

They are whole numbers, so that ties are ties on every machine. In the entropy's ``n
log2 n`` each prime's logarithm is rounded once, so that equal products have equal sums.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.checks import one_of, shown
from mmlib.engine.coding import answer_of, n_answers
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import GREATEST, SINGLE_ENTROPY, SINGLE_SIZE, SUM, WEIGHTED
from mmlib.game.rules import Rules
from mmlib.reason.partitions import OBJECTIVES

#: A weight of 1, in the units in which weights are whole numbers.
WEIGHT = 1000

#: One bit of entropy, in the units in which logarithms are whole numbers.
BIT = 2.0**36


def objective_setting(value: object) -> str:
    """Check the name of an objective."""
    names = value.split("+") if isinstance(value, str) else [value]
    for name in names:
        if isinstance(name, str) and name == "exhaustive":
            raise ValueError(
                "objective: 'exhaustive' stands last, after others; "
                "alone it is the player 'optimal'"
            )
        one_of(name, "objective", OBJECTIVES)
    if (
        len(names) > 2
        or len(set(names)) < len(names)
        or (len(names) == 2 and "largest" in names)
    ):
        raise ValueError(
            f"objective: {shown(value)} is not two different ones of "
            f"{', '.join(OBJECTIVES[1:])}"
        )
    return str(value)


@lru_cache(maxsize=16)
def excess_table(objective: str, n: int) -> tuple[np.ndarray, int]:
    """By how much a class of each size falls short of single codes.

    In sum this is to be small. The slack of `Measure` is returned as well. Raises
    ValueError if two measures do not fit in one number.
    """
    first, _, second = objective.partition("+")
    # half a unit for each prime factor of two numbers
    slack = n.bit_length() if "entropy" in objective else 0
    if not second:
        return _excess(first, n, BIT), slack
    bit = BIT
    while bit >= 2.0**10:  # the greatest precision at which two measures fit
        greater = _excess(first, n, bit)
        smaller = _excess(second, n, bit)
        unit = int(smaller[-1]) + 1  # no partition has more of the second
        if int(greater[-1]) * unit + unit < 2**62:
            return (
                greater * unit + smaller,
                slack * unit if first == "entropy" else slack,
            )
        bit /= 2
    raise ValueError(
        f"objective: on {n:,} codes {first} and {second} do not fit in one number"
    )


@lru_cache(maxsize=16)
def _excess(objective: str, n: int, bit: float) -> np.ndarray:
    size = np.arange(n + 2)
    if objective in ("largest", "parts"):
        return np.maximum(size - 1, 0)
    if objective == "expected_size":
        return size * (size - 1)
    return size * _sums_over_primes(
        np.rint(np.log2(np.maximum(size, 1)) * bit).astype(np.int64)
    )


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


class Measure(NamedTuple):
    """An objective as the compiled loops want it.

    Its kind is `SUM`, `GREATEST` or another of `mmlib.engine.splits`.
    """

    kind: int
    table: np.ndarray  # excess of every size
    # by how much, for each code, rounded logarithms may take a split's sum below that
    # of equal sizes
    slack: int
    # by coded answer, in units of 1 / `WEIGHT`; none for an objective without weights
    weights: np.ndarray


def prepare(
    objective: str,
    rules: Rules,
    weights: dict[tuple[int, int], float] | None = None,
    *,
    single_precision: bool = False,
) -> Measure:
    """Make an objective that `objective_setting` has passed ready for a size."""
    if not weights:
        kind = GREATEST if objective == "largest" else SUM
        if single_precision and objective not in ("largest", "parts"):
            if "+" in objective:
                raise ValueError(
                    f"objective: {shown(objective)} has no version in single precision"
                )
            kind = SINGLE_SIZE if objective == "expected_size" else SINGLE_ENTROPY
        return Measure(
            kind, *excess_table(objective, rules.n_codes), np.empty(0, np.int64)
        )
    if single_precision:
        raise ValueError("weights: there is no version of them in single precision")
    units = np.full(n_answers(rules.pegs), WEIGHT, np.int64)
    for (black, white), weight in weights.items():
        if not 0 <= black <= black + white <= rules.pegs or (black, white) == (
            rules.pegs - 1,
            1,
        ):
            raise ValueError(
                f"weights: {black} black and {white} white pegs "
                f"are no answer on {rules}"
            )
        units[answer_of(black, white, rules.pegs)] = round(weight * WEIGHT)
    return Measure(
        WEIGHTED,
        _excess("entropy", rules.n_codes, 2.0**22),
        rules.n_codes.bit_length(),
        units,
    )
