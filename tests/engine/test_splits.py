"""Orders of small whole numbers."""

import numpy as np

from mmlib.engine.splits import in_order


def test_costs_are_ordered_as_a_stable_sort_does():
    rng = np.random.default_rng(1)
    for n in (1, 2, 7, 300):
        for most in (1, 3, 500):
            costs = rng.integers(0, most, n).astype(float)
            assert in_order(costs).tolist() == np.argsort(costs, kind="stable").tolist()
