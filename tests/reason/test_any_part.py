"""The bound of any part of some codes: no part takes less, by brute force."""

import itertools

import numpy as np
import pytest

import mmlib as mm
from mmlib.engine.columns import columns_of
from mmlib.engine.splits import count_classes
from mmlib.reason import symmetry
from mmlib.reason.any_part import least_of_any, least_of_codes, profiles_of
from mmlib.reason.code_lists import every_code
from mmlib.reason.least_after import least_looked_at_closely, least_of
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


@pytest.mark.parametrize("colors", [3, 4, 5])
def test_bounds_rise_with_the_guesses_looked_at_up_to_the_optimum(colors):
    rules = mm.Rules(4, colors)
    one, two, three = (
        mm.first_guess.lower_bound(rules, guesses=guesses) for guesses in (1, 2, 3)
    )
    optimum = mm.prove_optimum(rules).tree.mean
    assert one < two <= three <= optimum
    assert two > 0.965 * optimum
    assert three > 0.997 * optimum


@pytest.mark.parametrize(("pegs", "colors"), [(2, 4), (3, 3), (2, 6)])
def test_a_closer_look_at_a_class_is_no_more_than_it_takes(pegs, colors):
    rules = mm.Rules(pegs, colors)
    every = every_code(rules)
    codes = list(itertools.product(range(colors), repeat=pegs))
    known = {}
    exact = 0
    for guess in mm.first_guess.kinds(rules):
        alike = symmetry.after(symmetry.of_board(rules), guess)
        row = mm.feedback_row(guess, every.codes, colors=colors)
        for answer in np.unique(row)[:-1]:
            members = np.flatnonzero(row == answer).astype(np.int32)
            least = least_of(members, every)
            closer = least_looked_at_closely(members, every, alike)
            total, _ = plain.least_cost(
                frozenset(codes[i] for i in members), codes, 20, known
            )
            assert least <= closer <= total
            exact += closer == total
    assert exact > 3


def test_guesses_that_leave_less_room_change_no_bound():
    rules = mm.Rules(4, 5)
    every = every_code(rules)
    rng = np.random.default_rng(1)
    for n in (3, 10, 60, 200):
        members = np.sort(rng.choice(rules.n_codes, n, replace=False))
        is_code = np.zeros(rules.n_codes, bool)
        is_code[members] = True
        codes = columns_of(every.codes[members], rules.colors)
        sizes = count_classes(every.columns, codes)[:, :-1]
        every_profile = -np.sort(-sizes, axis=1)
        kept, solves = profiles_of(every.columns, codes, is_code)
        assert len(kept) < len(sizes) / 2
        most = int(kept[:, 0].max())
        np.testing.assert_allclose(
            least_of_any(kept, solves, most),
            least_of_any(every_profile, is_code, most),
        )


def test_bounds_of_more_guesses_refuse_what_takes_too_long():
    with pytest.raises(ValueError, match="rules: 6 pegs x 9 colors have 531,441 codes"):
        mm.first_guess.lower_bound(mm.Rules(6, 9), guesses=2)
    with pytest.raises(ValueError, match="with 3 guesses the bound takes up to 60,000"):
        mm.first_guess.lower_bound(mm.Rules(6, 9), guesses=3)
    with pytest.raises(ValueError, match="guesses: 4 is not in"):
        mm.first_guess.lower_bound(mm.Rules(3, 4), guesses=4)
