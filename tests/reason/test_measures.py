"""Measures: tables of costs say of whole splits what the measures say."""

import math

import numpy as np
import pytest

from mmlib.reason import measures
from mmlib.reason.measures import OBJECTIVES, class_costs, excess_table


def splits(n, total):
    """Random splits of so many codes, the sizes of their classes in rows."""
    rng = np.random.default_rng(1)
    return rng.multinomial(total, np.ones(14) / 14, n)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_class_costs_and_excess_rank_splits_as_the_measure_does(objective):
    sizes = splits(50, 60)
    sign = -1 if objective in ("entropy", "parts") else 1
    measured = sign * getattr(measures, objective)(sizes)
    table, _ = excess_table(objective, 60)
    for costs in (class_costs(objective, np.arange(61.0)), table):
        summed = costs[sizes]
        cost = summed.max(axis=1) if objective == "largest" else summed.sum(axis=1)
        rank = np.argsort(cost, kind="stable")
        assert np.allclose(measured[rank], np.sort(measured))


def test_class_costs_of_a_sample_are_those_of_the_codes_it_stands_for():
    sizes = np.arange(1, 6.0)
    assert np.allclose(class_costs("entropy", sizes, 10), sizes * np.log(10 * sizes))


def test_entropy_of_one_is_entropy():
    for sizes in splits(20, 30):
        assert measures.entropy_of_one(sizes) == pytest.approx(measures.entropy(sizes))
    assert measures.entropy_of_one([7, 0]) == measures.entropy_of_one([]) == 0


def test_entropy_of_equal_products_is_equal():
    """In floating point these sums differ in their last bits, and the tie is lost."""
    table, _ = excess_table("entropy", 60)
    assert table[6] + 6 * table[1] == 2 * table[3] + 3 * table[2]
    assert table[12] == 3 * table[4] + 4 * table[3]
    assert (np.diff(table[1:]) > 0).all()
    assert table[49] / 2.0**36 == pytest.approx(49 * math.log2(49))
