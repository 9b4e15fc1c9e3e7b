"""Positions of a tree that are searched again never get worse, and many get better."""

import itertools
import os

import pytest

import mmlib as mm
from mmlib.strategies.look_ahead import Pass, costs_of_nodes
from mmlib.strategies.search_again import SearchAgain, search_again
from tests.ctrl_c import ctrl_c

#: All guesses are tried, and nothing is dropped that could be better.
ALL = Pass((10**4,) * 4, 10.0**6)

#: Many guesses are tried.
WIDE = Pass((20, 20, 20, 20), 0.03)

#: Few guesses are tried, and soon dropped.
NARROW = Pass((5, 5, 5, 3), 0.0)


def subtree_of_answers(tree, node):
    """The answers on the way to a node, the first one first."""
    way = []
    while node:
        way.append(int(tree.answer[node]))
        node = int(tree.parent[node])
    return tuple(reversed(way))


@pytest.mark.parametrize("first", ["0011", "0012"])
def test_all_of_a_board_searched_with_all_guesses_is_the_optimum(first):
    rules = mm.Rules(4, 4)
    worst = mm.strategy_tree(
        mm.player("one_step", objective="largest", first_guess=first), rules
    )
    optimum = mm.strategy_tree(mm.player("optimal", first_guess=first), rules)
    found = search_again(worst, rules.n_codes - 1, ALL)
    assert worst.total > found.total == optimum.total
    found.check()
    # and nothing is better than the optimum
    assert search_again(optimum, rules.n_codes - 1, ALL).total == optimum.total


def test_every_position_is_its_own_optimum_and_no_other_is_touched():
    """Below 60 codes with all guesses, against a search from the position itself."""
    rules = mm.Rules(4, 6)
    tree = mm.strategy_tree("knuth", rules)
    found = search_again(tree, 60, ALL)
    found.check()
    better = dict(
        zip(
            (subtree_of_answers(found, node) for node in range(len(found))),
            costs_of_nodes(found).tolist(),
            strict=True,
        )
    )
    assert found.total < tree.total
    searching = SearchAgain(tree, ALL)
    before = costs_of_nodes(tree)
    positions = list(searching.positions(60))
    gained = 0
    for position in positions:
        assert 2 < len(position.members) <= 60
        assert tree.size[tree.parent[position.node]] > 60
        now = better[subtree_of_answers(tree, position.node)]
        assert now <= before[position.node]
        gained += before[position.node] - now
    assert tree.total - found.total == gained
    large = tree.size > 60
    assert found.guess[found.size > 60].tolist() == tree.guess[large].tolist()


def test_it_is_never_worse_however_narrow_and_the_same_on_any_threads():
    rules = mm.Rules(4, 7)
    tree = mm.strategy_tree("kooi", rules)
    narrow = search_again(tree, 500, NARROW)
    assert narrow.total <= tree.total
    one, two = (search_again(tree, 500, WIDE, n_threads=n) for n in (1, 2))
    assert one.guess.tolist() == two.guess.tolist()
    assert one.total < narrow.total
    totals = [tree.total]
    for most in (20, 100, 500):
        totals.append(search_again(tree, most, WIDE).total)
    assert all(after < before for before, after in itertools.pairwise(totals))


@pytest.mark.skipif(os.name == "nt", reason="there, os.kill ends the process at once")
def test_an_interrupt_ends_it_soon():
    search_again(mm.strategy_tree("knuth", mm.Rules(3, 4)), 30, NARROW)  # compiled
    tree = mm.strategy_tree("kooi", mm.Rules(5, 7))
    with ctrl_c(within=6):
        search_again(tree, 10_000, ALL)
