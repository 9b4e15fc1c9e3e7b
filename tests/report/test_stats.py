from fractions import Fraction

import numpy as np
import pytest
from scipy import stats as scipy_stats

import mmlib as mm
from mmlib.report import stats
from tests.chance import LEAST_P


def test_mean_interval_covers_as_often_as_it_says():
    rng = np.random.default_rng(1)
    hits = sum(
        stats.mean_interval(rng.normal(3, 2, size=10)).contains(3) for _ in range(2000)
    )
    assert scipy_stats.binomtest(hits, 2000, 0.95).pvalue > LEAST_P


def test_standard_error():
    sample = [1.0, 2.0, 4.0]
    assert stats.standard_error(sample) == pytest.approx(scipy_stats.sem(sample))


def test_share_interval_is_wilsons_by_its_formula():
    won = 81
    n = 100
    z = scipy_stats.norm.ppf(0.975)
    share = won / n
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    interval = stats.share_interval(won, n)
    assert (interval.low, interval.high) == pytest.approx(
        (middle - half, middle + half)
    )


def test_share_interval_at_the_ends():
    assert stats.share_interval(0, 10).low == 0
    assert stats.share_interval(10, 10).high == pytest.approx(1)


def test_share_difference_covers_as_often_as_it_says():
    rng = np.random.default_rng(1)
    drawn = [
        [(int(rng.binomial(n, share)), n) for n, share in ((100, 0.8), (1000, 0.75))]
        for _ in range(1000)
    ]
    covered = sum(stats.share_difference(*pair).contains(-0.05) for pair in drawn)
    assert scipy_stats.binomtest(covered, 1000, 0.95).pvalue > LEAST_P
    # Newcombe (1998), Table II, contrast (a), method 10
    assert stats.share_difference((48, 80), (56, 70))[1:] == pytest.approx(
        (0.0524, 0.3339), abs=5e-5
    )
    assert stats.share_difference((100, 100), (50, 100)).high < -0.39


@pytest.mark.parametrize("paired", [False, True])
def test_difference_covers_as_often_as_it_says(paired):
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(1000):
        common = rng.normal(0, 2, 400) if paired else 0
        one = rng.normal(5, 1, 400) + common
        other = rng.normal(5.3, 1, 400) + common
        covered += stats.difference(one, other, paired=paired).interval.contains(0.3)
    assert scipy_stats.binomtest(covered, 1000, 0.95).pvalue > LEAST_P


def test_difference_without_scatter_is_exact():
    assert stats.difference([4, 4], [5, 5]) == ((1, 1, 1), 0)
    assert stats.difference([4, 5], [4, 5], paired=True) == ((0, 0, 0), 1)
    assert stats.mean_interval([5, 5, 5]) == (5, 5, 5)


def test_an_exact_mean_adds_no_error():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(1000):
        gap = stats.difference(rng.normal(5, 1, 400), 5.3)
        covered += gap.interval.contains(0.3)
    assert scipy_stats.binomtest(covered, 1000, 0.95).pvalue > LEAST_P
    sample = rng.normal(5, 1, 400)
    gap = stats.difference(sample, Fraction(11, 2))
    assert gap.p_value == scipy_stats.ttest_1samp(sample, 5.5).pvalue
    mean = stats.mean_interval(sample)
    assert gap.interval == pytest.approx(
        [5.5 - mean.estimate, 5.5 - mean.high, 5.5 - mean.low]
    )
    turned = stats.difference(Fraction(11, 2), sample).interval
    assert turned == pytest.approx([-x for x in np.array(gap.interval)[[0, 2, 1]]])
    assert stats.difference(5.5, 5) == ((-0.5, -0.5, -0.5), 0)
    assert stats.difference([4, 4], 5) == ((1, 1, 1), 0)
    with pytest.raises(ValueError, match="paired: an exact mean has no values"):
        stats.difference(sample, 5.5, paired=True)
    with pytest.raises(ValueError, match="second: nan is not a finite number"):
        stats.difference(sample, np.nan)


def test_adjusted_corrects_as_holm_does():
    p = np.array([0.04, 0.001, 0.2, 0.012])
    assert stats.adjusted(p) == pytest.approx([0.08, 0.004, 0.2, 0.036])
    rng = np.random.default_rng(1)
    alarms = [(stats.adjusted(rng.random(20)) < 0.05).any() for _ in range(1000)]
    assert np.mean(alarms) < 0.075


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: stats.mean_interval([1]), r"values: 1 value\(s\); at least 2"),
        (
            lambda: stats.mean_interval([1, np.nan]),
            "values: 1 of 2 are not finite, the first at position 1",
        ),
        (lambda: stats.mean_interval({"a": 1}), "values: .* is no array of numbers"),
        (lambda: stats.share_difference((1, 2), 4), "second: 4 is not a pair"),
        (lambda: stats.share_interval(5, 4), "successes: 5 is not in 0..4"),
        (lambda: stats.share_interval(0, 0), "trials: 0 is not in 1"),
        (
            lambda: stats.share_interval(1, 2, 95),
            "confidence: 95 is not a finite number in 0..1",
        ),
        (
            lambda: stats.mean_interval([1, 2], -0.5),
            "confidence: -0.5 is not a finite number in 0..1",
        ),
        (lambda: stats.share_difference((5, 4), (1, 4)), "first: 5 is not in 0..4"),
        (lambda: stats.difference([1], [1, 2]), r"first: 1 value\(s\)"),
        (
            lambda: stats.difference([1, 2], [1, 2, 3], paired=True),
            "second: has 3 values, the first 2",
        ),
        (lambda: stats.difference([1, 2], [1, 2], paired=1), "paired: 1 is an int"),
        (
            lambda: stats.adjusted([0.5, 1.5]),
            "p_values: .* is not a list of numbers in 0..1",
        ),
    ],
)
def test_stats_refuse_bad_input(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


@pytest.mark.parametrize("confidence", [0, 1])
def test_stats_need_a_confidence_between_nothing_and_certainty(confidence):
    for call in (
        lambda: stats.mean_interval([4, 5, 6], confidence),
        lambda: stats.share_interval(1, 2, confidence),
    ):
        with pytest.raises(ValueError, match=f"confidence: {confidence}"):
            call()


def test_what_has_an_exact_mean_stands_for_it():
    rules = mm.Rules(3, 4)
    sample = [3, 4, 3, 5]
    for exact in (mm.null_model(rules), mm.strategy_tree("knuth", rules)):
        found = mm.stats.difference(sample, exact)
        assert found == mm.stats.difference(sample, exact.mean)
        assert mm.stats.difference(exact, sample).interval.estimate == (
            -found.interval.estimate
        )


def test_expected_running_time_counts_what_failed_runs_spent():
    found = stats.expected_running_time([20, 40, np.inf, np.inf], budget=100)
    assert found.estimate == (20 + 40 + 100 + 100) / 2
    assert found.low <= found.estimate <= found.high
    never = stats.expected_running_time([np.inf, np.inf], budget=100)
    assert never == (np.inf, np.inf, np.inf)
    always = stats.expected_running_time([7, 7, 7], budget=100)
    assert always == (7, 7, 7)


def test_expected_running_time_covers_the_truth():
    """Of geometric runs that are cut, in some 95 of 100 samples."""
    rng = np.random.default_rng(1)
    covered = 0
    for seed in range(200):
        runs = rng.geometric(1 / 50, 60).astype(float)
        runs[runs > 80] = np.inf
        found = stats.expected_running_time(runs, budget=80, seed=seed)
        covered += found.contains(50)
    assert 175 <= covered <= 200


@pytest.mark.parametrize(
    ("runs", "budget", "message"),
    [
        ([0.5, 3], 10, "evaluations: evaluations are 1 or more"),
        ([np.nan, 3], 10, "evaluations: evaluations are 1 or more"),
        ([11, 3], 10, "evaluations: 11 is more than the budget"),
        ([], 10, "evaluations: there are none"),
        ([3], 0, "budget: 0 is not a finite number of 1 or more"),
    ],
)
def test_expected_running_time_refuses_what_is_no_run(runs, budget, message):
    with pytest.raises(ValueError, match=message):
        stats.expected_running_time(runs, budget)
