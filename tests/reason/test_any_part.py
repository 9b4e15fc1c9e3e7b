"""The bound of any part of some codes: no part takes less, by brute force."""

import itertools

import numpy as np
import pytest

import mmlib as mm
from mmlib.engine.columns import columns_of
from mmlib.reason.any_part import least_of_any, least_of_codes, profiles_of
from tests import plain


@pytest.mark.parametrize(("pegs", "colors"), [(2, 4), (3, 3), (2, 5)])
def test_no_part_of_a_class_takes_less(pegs, colors):
    rules = mm.Rules(pegs, colors)
    codes = mm.all_codes(rules)
    every = list(itertools.product(range(colors), repeat=pegs))
    rng = np.random.default_rng(1)
    known = {}
    reached = 0
    for guess in mm.first_guess.kinds(rules):
        row = mm.feedback_row(guess, codes, colors=colors)
        for answer in np.unique(row)[:-1]:
            is_code = row == answer
            members = np.flatnonzero(is_code)
            split = columns_of(codes, colors), columns_of(codes[members], colors)
            least = least_of_any(*profiles_of(*split, is_code), len(members))
            assert least_of_codes(*split, is_code) == np.ceil(least[-1] - 1e-6)
            assert (np.diff(least, 2) >= -1e-9).all()
            for n in range(1, min(len(members), 7) + 1):
                for _ in range(3):
                    part = rng.choice(members, n, replace=False)
                    chosen = frozenset(every[i] for i in part)
                    total, _ = plain.least_cost(chosen, every, 20, known)
                    assert least[n] <= total
                    reached += np.ceil(least[n]) == total
    assert reached > 30  # and often it is as high as it can be


@pytest.mark.parametrize("colors", [3, 4, 5, 6])
def test_the_bound_of_two_guesses_lies_between_that_of_one_and_the_optimum(colors):
    rules = mm.Rules(4, colors)
    one = mm.first_guess.lower_bound(rules)
    two = mm.first_guess.lower_bound(rules, guesses=2)
    optimum = mm.prove_optimum(rules).tree.mean
    assert one < two <= optimum
    assert two > 0.965 * optimum


def test_the_bound_of_two_guesses_refuses_what_takes_too_long():
    with pytest.raises(ValueError, match="rules: 6 pegs x 9 colors have 531,441 codes"):
        mm.first_guess.lower_bound(mm.Rules(6, 9), guesses=2)
    with pytest.raises(ValueError, match="guesses: 3 is not in"):
        mm.first_guess.lower_bound(mm.Rules(3, 4), guesses=3)
