"""Objectives of one-step strategies: the measures of a split, alone or combined.

They are whole numbers, so that ties are ties on every machine.
"""

from typing import NamedTuple

import numpy as np

from mmlib.checks import one_of, shown
from mmlib.engine.coding import answer_of, n_answers
from mmlib.engine.splits import GREATEST, SINGLE_ENTROPY, SINGLE_SIZE, SUM, WEIGHTED
from mmlib.game.rules import Rules
from mmlib.game.scoring import answers_of
from mmlib.reason.measures import OBJECTIVES, excess, excess_table

#: A weight of 1, in the units in which weights are whole numbers.
WEIGHT = 1000

#: One bit of entropy with weights, in the units in which logarithms are whole numbers.
WEIGHTED_BIT = 2.0**22


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
    # what a code behind each coded answer costs besides; none but for a formula
    levels: np.ndarray = np.empty(0, np.int64)


def prepare(
    objective: str,
    rules: Rules,
    weights: dict[tuple[int, int], float] | None = None,
    *,
    single_precision: bool = False,
) -> Measure:
    """Make an objective that `objective_setting` has passed ready for a size."""
    if weights:
        if single_precision:
            raise ValueError("weights: there is no version of them in single precision")
        table = excess("entropy", rules.n_codes, WEIGHTED_BIT)
        slack = rules.n_codes.bit_length()
        return Measure(WEIGHTED, table, slack, _units(weights, rules))
    kind = _kind(objective, single_precision)
    table, slack = excess_table(objective, rules.n_codes)
    return Measure(kind, table, slack, np.empty(0, np.int64))


def _kind(objective: str, single_precision: bool) -> int:
    """The kind of an objective without weights."""
    if objective == "largest":
        return GREATEST
    if not single_precision or objective == "parts":
        return SUM
    if "+" in objective:
        raise ValueError(
            f"objective: {shown(objective)} has no version in single precision"
        )
    return SINGLE_SIZE if objective == "expected_size" else SINGLE_ENTROPY


def _units(weights: dict[tuple[int, int], float], rules: Rules) -> np.ndarray:
    """The weights by coded answer; it is 1 for those not named."""
    answers = answers_of(rules)
    units = np.full(n_answers(rules.pegs), WEIGHT, np.int64)
    for (black, white), weight in weights.items():
        if (black, white) not in answers:
            raise ValueError(
                f"weights: {black} black and {white} white pegs "
                f"are no answer on {rules}"
            )
        units[answer_of(black, white, rules.pegs)] = round(weight * WEIGHT)
    return units
