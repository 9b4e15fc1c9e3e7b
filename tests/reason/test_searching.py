"""What searches share: keys of positions, and least totals."""

import itertools

import numpy as np
import pytest

from mmlib.reason.searching import (
    hashes_of,
    key_of,
    least_total,
    sizes_left,
    smallest_first,
    spend,
)


def test_key_of_tells_positions_apart_whatever_their_order():
    hashes = hashes_of(10)
    subsets = [
        np.array(chosen, np.int32)
        for n in range(1, 5)
        for chosen in itertools.combinations(range(10), n)
    ]
    keys = {int(key_of(hashes, subset)) for subset in subsets}
    assert len(keys) == len(subsets)
    assert key_of(hashes, np.array([3, 1, 2])) == key_of(hashes, np.array([1, 2, 3]))


@pytest.mark.parametrize(
    ("m", "classes", "total"),
    [(1, 14, 1), (2, 14, 3), (5, 14, 9), (5, 3, 11), (0, 3, 0)],
)
def test_least_total(m, classes, total):
    """One code at once, one of each other class next, all others third."""
    assert least_total(m, classes) == total


def test_smallest_first_leaves_out_what_needs_no_search():
    size = sizes_left(np.array([0, 5, 7, 10, 10, 13, 14]))
    assert size.tolist() == [5, 2, 3, 0, 3, 0]
    assert smallest_first(size).tolist() == [2, 4, 0]


def test_spend_says_when_effort_is_used_up():
    effort = np.array([10])
    assert spend(effort, 10)
    assert not spend(effort, 1)
