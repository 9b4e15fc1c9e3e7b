"""Look-ahead.

It finds the proven optimum where all guesses are tried, and is never worse than what it
begins with.
"""

import itertools
import os

import numpy as np
import pytest

import mmlib as mm
from mmlib.strategies import look_ahead as module
from mmlib.strategies.look_ahead import Pass, by_entropy, costs_of, look_ahead
from tests.ctrl_c import ctrl_c

#: All guesses are tried, and nothing is dropped that could be better.
ALL = (Pass((10**4,) * 4, 10.0**6),)

#: Few guesses are tried, and soon dropped.
FEW = (Pass((5, 5, 5, 3), 0.0), Pass((20, 20, 10, 5), 0.02))


@pytest.mark.parametrize(
    ("pegs", "colors"), [(1, 2), (2, 8), (3, 4), (3, 6), (4, 4), (4, 5), (5, 3)]
)
def test_with_all_guesses_it_is_the_optimum(pegs, colors):
    rules = mm.Rules(pegs, colors)
    optimum = mm.strategy_tree("optimal", rules)
    tree = look_ahead(rules, int(optimum.guess[0]), ALL)
    assert tree.total == optimum.total
    tree.check()


@pytest.mark.parametrize("first", ["0011", "0012", "0000"])
def test_with_all_guesses_it_is_the_optimum_from_any_first_guess(first):
    rules = mm.Rules(4, 5)
    optimum = mm.strategy_tree(mm.player("optimal", first_guess=first), rules)
    tree = look_ahead(
        rules, int(mm.codes.code_index([list(map(int, first))], 5)[0]), ALL
    )
    assert (mm.codes.as_text(mm.all_codes(rules)[tree.guess[0]]), tree.total) == (
        first,
        optimum.total,
    )


@pytest.mark.parametrize(
    ("pegs", "colors"), [(2, 2), (3, 5), (4, 6), (5, 4), (6, 3), (9, 2)]
)
def test_with_few_guesses_it_is_better_than_entropy(pegs, colors):
    rules = mm.Rules(pegs, colors)
    tree = look_ahead(rules, passes=FEW)
    entropy = by_entropy(rules, None)
    assert tree.total < entropy.total or (pegs, colors) == (2, 2)
    assert (
        tree.total
        <= mm.strategy_tree(mm.player("one_step", objective="entropy"), rules).total
    )
    tree.check()


def test_without_passes_it_is_entropy():
    tree = look_ahead(mm.Rules(3, 5), passes=())
    assert (tree.player, tree.total) == (
        "one_step",
        by_entropy(mm.Rules(3, 5), None).total,
    )


def test_more_passes_are_no_worse():
    totals = [look_ahead(mm.Rules(4, 7), passes=FEW[:n]).total for n in range(3)]
    assert 11228 <= totals[2] < totals[1] < totals[0]
    assert totals[2] <= 11300  # the optimum is 11228


def test_it_does_not_hang_on_threads():
    one, two = (look_ahead(mm.Rules(4, 7), passes=FEW, n_threads=n) for n in (1, 2))
    assert one.guess.tolist() == two.guess.tolist()


def test_costs_are_those_of_the_tree():
    tree = mm.strategy_tree("kooi", mm.Rules(4, 6))
    costs = costs_of(tree) / module.UNIT
    assert costs.shape == (module.TURNS, 1297)
    assert np.allclose(costs[:, :3], [0, 1, 3], atol=0.05)
    assert abs(costs[0, 1296] - tree.total) < 0.005 * tree.total
    assert (costs[:, 1:] >= 2 * np.arange(1, 1297) - 1.001).all()


@pytest.mark.skipif(os.name == "nt", reason="there, os.kill ends the process at once")
def test_an_interrupt_ends_it_soon():
    look_ahead(mm.Rules(3, 4), passes=FEW)  # compiled
    with ctrl_c(within=6):
        look_ahead(mm.Rules(5, 7))


@pytest.mark.parametrize(("pegs", "colors"), [(5, 8), (5, 9), (6, 9)])
def test_each_effort_adds_a_wider_pass(pegs, colors):
    passes = [
        list(module.passes_of(mm.Rules(pegs, colors), effort)) for effort in range(4)
    ]
    for fewer, more in itertools.pairwise(passes):
        assert more[:-1] == fewer
        assert fewer
    assert all(
        sum(one.widths) < sum(next_.widths)
        for one, next_ in itertools.pairwise(passes[-1])
    )
