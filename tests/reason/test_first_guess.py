"""First guesses: their kinds, their classes among all codes, and the bound."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mmlib as mm
from mmlib.reason import first_guess


@pytest.mark.parametrize(("pegs", "colors"), [(1, 3), (2, 2), (3, 5), (4, 3), (5, 4)])
def test_kinds_are_all_codes_up_to_names_and_places(pegs, colors):
    rules = mm.Rules(pegs, colors)
    kinds = {
        tuple(sorted(np.bincount(code, minlength=colors)))
        for code in first_guess.kinds(rules)
    }
    every = {
        tuple(sorted(np.bincount(code, minlength=colors)))
        for code in mm.all_codes(rules)
    }
    assert kinds == every
    assert len(first_guess.kinds(rules)) == len(kinds)


@given(st.data())
def test_class_sizes_are_those_of_the_listed_codes(data):
    rules = mm.Rules(data.draw(st.integers(1, 5)), data.draw(st.integers(2, 6)))
    guess = data.draw(
        st.lists(
            st.integers(0, rules.colors - 1), min_size=rules.pegs, max_size=rules.pegs
        )
    )
    listed = mm.partitions.class_sizes(
        [guess], mm.all_codes(rules), colors=rules.colors
    )[0]
    np.testing.assert_array_equal(first_guess.sizes(guess, rules), listed)


def test_class_sizes_of_a_board_that_cannot_be_listed():
    rules = mm.Rules(15, 16)
    sizes = first_guess.sizes(np.arange(15), rules)
    assert sum(sizes.tolist()) == rules.n_codes
    assert sizes[15 * 16] == 1
    assert sizes[14 * 16] == 15 * 15  # any peg replaced by any other color
    assert sizes[0] == 1  # all pegs of the color that the guess lacks


def least_of_a_fullest_tree(n, answers):
    """The same by filling the tree place by place."""
    depths = itertools.chain.from_iterable(
        itertools.repeat(d + 1, answers**d) for d in itertools.count()
    )
    return sum(itertools.islice(depths, n))


@pytest.mark.parametrize(("pegs", "colors"), [(2, 3), (3, 4), (4, 3), (4, 6)])
def test_lower_bound_over_all_first_guesses(pegs, colors):
    rules = mm.Rules(pegs, colors)
    codes = mm.all_codes(rules)
    sizes = mm.partitions.class_sizes(codes, codes, colors=colors)[
        :, : pegs * (pegs + 1)
    ]
    totals = [
        sum(least_of_a_fullest_tree(n, rules.n_feedbacks - 1) for n in row)
        for row in sizes
    ]
    assert first_guess.lower_bound(rules) == Fraction(
        len(codes) + min(totals), len(codes)
    )


@pytest.mark.parametrize(("pegs", "colors"), [(2, 3), (3, 4), (4, 6)])
def test_no_player_goes_below_the_bound(pegs, colors):
    rules = mm.Rules(pegs, colors)
    assert first_guess.lower_bound(rules) <= mm.strategy_tree("optimal", rules).mean


def test_what_is_no_board_or_no_guess_is_named():
    with pytest.raises(TypeError, match="rules"):
        first_guess.kinds("4 x 6")
    with pytest.raises(TypeError, match="rules"):
        first_guess.lower_bound(None)
    with pytest.raises(ValueError, match="guess"):
        first_guess.sizes("0019", mm.Rules(4, 6))
