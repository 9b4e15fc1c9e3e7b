"""The null model, computed: against fractions, and against games that were played."""

import itertools

import numpy as np
import pytest
from scipy import stats

import mmlib as mm
from mmlib.reason import null_model
from tests import plain


def expected_in_fractions(rules, first_guess=None):
    """The share of games by number of guesses, without symmetry or rounding."""
    codes = itertools.product(range(rules.colors), repeat=rules.pegs)
    return plain.null_shares([*codes], first_guess=first_guess)


@pytest.mark.parametrize(("pegs", "colors"), [(1, 4), (2, 3), (2, 6), (3, 3), (3, 4)])
def test_null_model_agrees_with_fractions(pegs, colors):
    rules = mm.Rules(pegs, colors)
    plainly = expected_in_fractions(rules)
    share = mm.null_model(rules).share
    assert share.index.tolist() == list(range(1, len(plainly) + 1))
    assert np.abs(share.to_numpy() - np.array(plainly, float)).max() < 1e-14


@pytest.mark.parametrize("first_guess", [(0, 0, 0), (2, 0, 2), (3, 1, 0)])
def test_null_model_of_a_first_guess_agrees_with_fractions(first_guess):
    rules = mm.Rules(3, 4)
    plainly = expected_in_fractions(rules, first_guess)
    null = mm.null_model(rules, first_guess)
    assert null.share.to_numpy() == pytest.approx(
        np.array(plainly, float), rel=0, abs=1e-14
    )
    mean = sum(k * share for k, share in enumerate(plainly, 1))
    assert null.mean == pytest.approx(float(mean), rel=1e-14)


@pytest.mark.parametrize(("first_guess", "seed"), [("random", 1), ("0012", 2)])
def test_null_model_agrees_with_games(first_guess, seed):
    """A right one fails in one of a million."""
    rules = mm.Rules(4, 6)
    player = mm.player("random_consistent", first_guess=first_guess)
    games = mm.play_many(player, rules, games=20_000, seed=seed).guesses
    null = mm.null_model(rules, first_guess)
    share = null.share.to_numpy()
    expected = np.append(share[:7], share[7:].sum()) * len(games)
    played = np.bincount(games.clip(upper=8), minlength=9)[1:]
    assert stats.chisquare(played, expected).pvalue > 1e-6
    assert null.share.sum() == pytest.approx(1, abs=1e-12)


def test_null_model_is_the_mean_over_first_guesses():
    rules = mm.Rules(3, 5)
    first = [mm.null_model(rules, guess).mean for guess in mm.all_codes(rules)]
    assert mm.null_model(rules).mean == pytest.approx(np.mean(first), rel=1e-13)


@pytest.mark.parametrize("longest", range(2, 12))
@pytest.mark.parametrize(("pegs", "colors"), [(1, 9), (2, 8), (3, 5)])
def test_null_model_is_the_same_with_any_room(monkeypatch, pegs, colors, longest):
    """Games are longer than there is room for at first; hardly a set is remembered."""
    rules = mm.Rules(pegs, colors)
    usual = mm.null_model(rules)
    monkeypatch.setattr(null_model, "LONGEST", longest)
    monkeypatch.setattr(null_model, "REMEMBERED", 16)
    again = mm.null_model(rules)
    assert again.share.to_numpy() == pytest.approx(usual.share.to_numpy(), abs=1e-14)


def test_null_model_tells_variance_losses_and_means_within():
    null = mm.null_model(mm.Rules(3, 4, 3))
    guesses = null.share.index.to_numpy()
    share = null.share.to_numpy()
    assert null.variance == pytest.approx(
        (guesses**2 * share).sum() - (guesses * share).sum() ** 2
    )
    assert null.lost == pytest.approx(share[3:].sum())
    assert null.mean_within(3) == pytest.approx((np.minimum(guesses, 3) * share).sum())
    assert null.mean_within(20) == null.mean


def test_null_model_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(null_model, "MOST_EFFORT", 10_000)
    with pytest.raises(ValueError, match="takes too long"):
        mm.null_model(mm.Rules(4, 6))


@pytest.mark.parametrize(
    ("rules", "first_guess", "error", "text"),
    [
        ((4, 6), None, TypeError, "rules: "),
        (mm.Rules(5, 8), None, ValueError, "play_many"),
        (mm.Rules(4, 6), "006", ValueError, "first_guess: "),
        (mm.Rules(4, 6), "0016", ValueError, "first_guess: "),
    ],
)
def test_null_model_refuses_bad_arguments(rules, first_guess, error, text):
    with pytest.raises(error, match=text):
        mm.null_model(rules, first_guess)


def test_what_is_stored_is_what_is_computed():
    """To nine digits: the sums may be added up in another order elsewhere."""
    rules = mm.Rules(6, 4)
    assert null_model.is_quick(rules, "001123")
    stored = mm.null_model(rules, "001123").share.to_numpy()
    computed = null_model.computed(rules, mm.as_code("001123", rules))
    assert stored == pytest.approx(computed, rel=1e-9)
    for board in ((4, 8), (4, 9), (5, 6), (6, 4)):
        assert mm.null_model(mm.Rules(*board)).share.sum() == pytest.approx(1, abs=1e-9)
    assert not null_model.is_quick(mm.Rules(4, 8), "0011")
    assert null_model.is_quick(mm.Rules(4, 8), "0012")
