"""Means, shares and their intervals; tests whether two samples agree."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import stats as scipy_stats

from mmlib.checks import finite_number, flag, whole_number


class Interval(NamedTuple):
    """An estimate with its interval.

    Attributes
    ----------
    estimate : float
        The mean, share or difference.
    low, high : float
        Ends of the interval.
    """

    estimate: float
    low: float
    high: float

    def __repr__(self) -> str:
        return f"{self.estimate:.4g} ({self.low:.4g} to {self.high:.4g})"

    def contains(self, value: float) -> bool:
        """Whether `value` lies inside, ends included."""
        return bool(self.low <= value <= self.high)


def mean_interval(values: np.ndarray, confidence: float = 0.95) -> Interval:
    """Mean of a sample with Student's t interval.

    Parameters
    ----------
    values : array_like of float, shape (n,), n >= 2
        The sample.
    confidence : float in (0, 1), default 0.95
        Coverage of the interval.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If there are fewer than two values, or one is not finite.

    Examples
    --------
    >>> interval = mean_interval([4, 5, 4, 6, 5])
    >>> f"{interval.estimate:.2f} [{interval.low:.2f}, {interval.high:.2f}]"
    '4.80 [3.76, 5.84]'
    """
    sample = _sample(values, "values")
    confidence = _share(confidence, "confidence")
    half = standard_error(sample) * scipy_stats.t.ppf((1 + confidence) / 2, len(sample) - 1)
    mean = float(sample.mean())
    return Interval(mean, mean - half, mean + half)


def standard_error(values: np.ndarray) -> float:
    """Standard error of a sample's mean.

    Parameters
    ----------
    values : array_like of float, shape (n,), n >= 2
        The sample.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If there are fewer than two values, or one is not finite.

    Examples
    --------
    >>> round(standard_error([4, 5, 4, 6, 5]), 3)
    0.374
    """
    sample = _sample(values, "values")
    return float(sample.std(ddof=1) / np.sqrt(len(sample)))


def variance_interval(values: np.ndarray, confidence: float = 0.95) -> Interval:
    """Variance of a sample with its chi-squared interval, for values that are about normal."""
    sample = _sample(values, "values")
    tail = (1 - _share(confidence, "confidence")) / 2
    variance, freedom = float(sample.var(ddof=1)), len(sample) - 1
    ends = (float(freedom * variance / scipy_stats.chi2.isf(chance, freedom)) for chance in (tail, 1 - tail))
    return Interval(variance, *ends)


def bootstrap_interval(
    values: np.ndarray, statistic: Callable = np.mean, *, confidence: float = 0.95, seed: int = 1
) -> Interval:
    """Bootstrap interval of any statistic of a sample, bias-corrected and accelerated."""
    sample = _sample(values, "values")
    confidence = _share(confidence, "confidence")
    estimate = float(statistic(sample, axis=0))
    if np.ptp(sample) == 0:
        return Interval(estimate, estimate, estimate)
    ends = scipy_stats.bootstrap(
        (sample,),
        statistic,
        n_resamples=4999,
        confidence_level=confidence,
        method="BCa",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(estimate, float(ends.low), float(ends.high))


class Difference(NamedTuple):
    """What two samples' means differ by.

    Attributes
    ----------
    interval : Interval
        The second mean less the first, with its interval.
    p_value : float
        Two-sided, that there is no difference.
    """

    interval: Interval
    p_value: float


def difference(first: np.ndarray, second: np.ndarray, *, paired: bool = False, confidence: float = 0.95) -> Difference:
    """Compare two means.

    Parameters
    ----------
    first, second : array_like of float, shape (n,) and (m,)
        The samples.
    paired : bool, default False
        Whether values at the same place belong together, as games against the same secret do; then n = m.
    confidence : float in (0, 1), default 0.95
        Coverage of the interval.

    Returns
    -------
    Difference
        By Welch's t test, or by the paired one.

    Raises
    ------
    TypeError, ValueError
        If a sample has fewer than two values, one is not finite, or paired samples differ in length.

    Examples
    --------
    >>> gap = difference([4, 5, 4, 6, 5], [5, 5, 6, 6, 5])
    >>> gap.interval, round(gap.p_value, 2)
    (0.6 (-0.4607 to 1.661), 0.22)
    """
    one, other = _sample(first, "first"), _sample(second, "second")
    confidence = _share(confidence, "confidence")
    paired = flag(paired, "paired")
    if paired and len(one) != len(other):
        raise ValueError(f"second: has {len(other)} values, the first {len(one)}; paired samples are equally long")
    gap = float(other.mean() - one.mean())
    if np.ptp(other - one) == 0 if paired else np.ptp(one) == 0 == np.ptp(other):  # no scatter: exact
        return Difference(Interval(gap, gap, gap), float(gap == 0))
    test = scipy_stats.ttest_rel(other, one) if paired else scipy_stats.ttest_ind(other, one, equal_var=False)
    ends = test.confidence_interval(confidence)
    return Difference(Interval(gap, float(ends.low), float(ends.high)), float(test.pvalue))


def equivalence(first: np.ndarray, second: np.ndarray, margin: float, *, paired: bool = False) -> float:
    """Test whether two means are the same within a margin: two one-sided t tests.

    Parameters
    ----------
    first, second : array_like of float, shape (n,) and (m,)
        The samples.
    margin : float, above 0
        A difference of that and more counts as one.
    paired : bool, default False
        As in `difference`.

    Returns
    -------
    float
        p value, that the means differ by the margin or more: if it is small, they are the same within the margin. It is
        below 5 % if the 90 % interval of the difference lies between the margins.

    Raises
    ------
    TypeError, ValueError
        As `difference`; or if the margin is not above 0.

    Notes
    -----
    D. J. Schuirmann, "A comparison of the two one-sided tests procedure ...", Journal of Pharmacokinetics and
    Biopharmaceutics 15 (1987).

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> one, other = rng.normal(5, 1, 2000), rng.normal(5, 1, 2000)
    >>> equivalence(one, other, 0.1) < 0.05 < equivalence(one, other, 0.01)
    True
    """
    margin = finite_number(margin, "margin", 0)
    if not margin:
        raise ValueError("margin: 0.0 is not above 0")
    gap = difference(first, second, paired=paired)
    one, other = np.asarray(first, float), np.asarray(second, float)
    if gap.interval.low == gap.interval.high:
        return float(abs(gap.interval.estimate) >= margin)
    test = scipy_stats.ttest_rel if paired else scipy_stats.ttest_ind
    options = {} if paired else {"equal_var": False}
    above = test(other + margin, one, alternative="greater", **options).pvalue
    below = test(other - margin, one, alternative="less", **options).pvalue
    return float(max(above, below))


def adjusted(p_values: np.ndarray, method: str = "holm") -> np.ndarray:
    """Correct p values for the number of tests.

    Parameters
    ----------
    p_values : array_like of float in 0..1, shape (n,)
        One a test.
    method : {"holm", "false_discovery"}
        Holm's, for the chance of a single false alarm; or Benjamini and Hochberg's, for the share of false ones.

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    ValueError
        If there are none, one is not in 0..1, or the method is unknown.

    Notes
    -----
    S. Holm, Scandinavian Journal of Statistics 6 (1979); Y. Benjamini, Y. Hochberg, JRSS B 57 (1995).

    Examples
    --------
    >>> adjusted([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.06, 0.06]
    >>> adjusted([0.01, 0.04, 0.03], "false_discovery").round(3).tolist()
    [0.03, 0.04, 0.04]
    """
    p = np.asarray(p_values, dtype=float)
    if p.ndim != 1 or not len(p) or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p_values: {p_values!r} is not a list of numbers in 0..1")
    if method == "false_discovery":
        return scipy_stats.false_discovery_control(p)
    if method != "holm":
        raise ValueError(f"method: {method!r} is not one of holm, false_discovery")
    order = np.argsort(p)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return corrected


class Trend(NamedTuple):
    """How a value changes with an ordered setting.

    Attributes
    ----------
    slope : Interval
        Change of the mean per unit of the setting.
    p_value : float
        Two-sided, that there is no trend upward or downward, by Kendall's rank correlation.
    """

    slope: Interval
    p_value: float


def trend(settings: np.ndarray, samples: list, *, confidence: float = 0.95) -> Trend:
    """Test for a trend over ordered settings.

    Parameters
    ----------
    settings : array_like of float, shape (k,), k >= 2
        The settings, two different ones at least.
    samples : list of array_like of float
        What was measured under each.
    confidence : float in (0, 1), default 0.95
        Coverage of the slope's interval.

    Returns
    -------
    Trend
        The slope by least squares over all values, the test by Kendall's tau between setting and value: of samples that
        is the Jonckheere-Terpstra test, which asks only whether values rise or fall, not whether they do so in a line.

    Raises
    ------
    TypeError, ValueError
        If settings and samples differ in number, a sample has fewer than two values, or one is not finite.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> rising = [rng.normal(5 + 0.5 * rate, 1, 500) for rate in (0, 0.5, 1)]
    >>> found = trend([0, 0.5, 1], rising)
    >>> bool(found.slope.contains(0.5)), found.p_value < 0.001
    (True, True)
    """
    levels = _sample(settings, "settings")
    confidence = _share(confidence, "confidence")
    if len(samples) != len(levels):
        raise ValueError(f"samples: {len(samples)} of them for {len(levels)} settings")
    if np.ptp(levels) == 0:
        raise ValueError("settings: all are the same; a trend needs two")
    values = [_sample(sample, f"samples[{i}]") for i, sample in enumerate(samples)]
    x, y = np.repeat(levels, [len(sample) for sample in values]), np.concatenate(values)
    line = scipy_stats.linregress(x, y)
    half = line.stderr * scipy_stats.t.ppf((1 + confidence) / 2, len(x) - 2)
    slope = Interval(float(line.slope), float(line.slope - half), float(line.slope + half))
    tau = scipy_stats.kendalltau(x, y).pvalue if np.ptp(y) else 1.0
    return Trend(slope, float(tau))


def power(difference: float, spread: float, games: int, *, level: float = 0.05) -> float:
    """Chance that a two-sided test of two samples of so many games sees a difference of their means.

    Parameters
    ----------
    difference : float
        The difference.
    spread : float, above 0
        Standard deviation of one game.
    games : int, 2 or more
        Games of each sample.
    level : float in (0, 1), default 0.05
        Chance of a false alarm.

    Returns
    -------
    float
        By the normal approximation.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    >>> round(power(0.05, 0.9, 1500), 2), round(power(0.05, 0.9, 20_000), 2)
    (0.33, 1.0)
    """
    error = _scatter(spread) * np.sqrt(2 / whole_number(games, "games", 2, 2**53))
    shift = abs(finite_number(difference, "difference")) / error
    limit = scipy_stats.norm.isf(_share(level, "level") / 2)
    return float(scipy_stats.norm.sf(limit - shift) + scipy_stats.norm.cdf(-limit - shift))


def games_needed(difference: float, spread: float, *, chance: float = 0.8, level: float = 0.05) -> int:
    """Games of each of two samples that a two-sided test needs to see a difference of their means.

    Parameters
    ----------
    difference : float, not 0
        The difference.
    spread : float, above 0
        Standard deviation of one game.
    chance : float in (0, 1), default 0.8
        Power that is asked for.
    level : float in (0, 1), default 0.05
        Chance of a false alarm.

    Returns
    -------
    int
        By the normal approximation.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    >>> games_needed(0.05, 0.9)
    5087
    """
    gap = abs(finite_number(difference, "difference"))
    if not gap:
        raise ValueError("difference: 0.0 cannot be seen by any number of games")
    quantiles = scipy_stats.norm.isf(_share(level, "level") / 2) + scipy_stats.norm.ppf(_share(chance, "chance"))
    return max(2, int(np.ceil(2 * (_scatter(spread) * quantiles / gap) ** 2)))


def _share(value: float, name: str) -> float:
    """A number between 0 and 1, neither of them."""
    share = finite_number(value, name, 0, 1)
    if share in (0, 1):
        raise ValueError(f"{name}: {share} is not above 0 and below 1")
    return share


def _scatter(spread: float) -> float:
    spread = finite_number(spread, "spread", 0)
    if not spread:
        raise ValueError("spread: 0.0 is not above 0")
    return spread


def share_interval(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Share of successes with Wilson's interval.

    Parameters
    ----------
    successes, trials : int, 0 <= successes <= trials, trials >= 1
        The counts.
    confidence : float in (0, 1), default 0.95
        Coverage of the interval.

    Returns
    -------
    Interval
        In 0..1.

    Raises
    ------
    TypeError, ValueError
        If the counts are not whole numbers, or impossible.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> interval = share_interval(81, 100)
    >>> f"{interval.estimate:.2f} [{interval.low:.2f}, {interval.high:.2f}]"
    '0.81 [0.72, 0.87]'
    """
    trials = whole_number(trials, "trials", 1, 2**53)
    successes = whole_number(successes, "successes", 0, trials)
    confidence = _share(confidence, "confidence")
    interval = scipy_stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    return Interval(successes / trials, float(interval.low), float(interval.high))


def same_share(successes: tuple[int, int], trials: tuple[int, int]) -> float:
    """Test whether two shares can be one and the same.

    Parameters
    ----------
    successes, trials : tuple of two int
        The counts of the two samples, each of at least one trial.

    Returns
    -------
    float
        Two-sided p value of Fisher's exact test.

    Raises
    ------
    TypeError, ValueError
        If the counts are not whole numbers, or impossible.

    Examples
    --------
    >>> round(same_share((81, 72), (100, 100)), 2)
    0.18
    """
    for counts, name in ((successes, "successes"), (trials, "trials")):
        if np.shape(counts) != (2,):
            raise TypeError(f"{name}: {counts!r} is not two counts, one a sample")
    table = []
    for won, played in zip(successes, trials, strict=True):
        played = whole_number(played, "trials", 1, 2**53)
        won = whole_number(won, "successes", 0, played)
        table.append([won, played - won])
    return float(scipy_stats.fisher_exact(table).pvalue)


def same_distribution(first: np.ndarray, second: np.ndarray, *, seed: int = 1) -> float:
    """Test whether two samples can come from one distribution: sensitive to place, spread and shape.

    Parameters
    ----------
    first, second : array_like of float, shape (n,) and (m,)
        The samples; ties are welcome.
    seed : int, default 1
        Seed of the permutations that the p value is estimated from.

    Returns
    -------
    float
        p value of the two-sample Anderson-Darling test, from 1999 permutations.

    Raises
    ------
    ValueError
        If a sample has fewer than two values, or one is not finite.

    Notes
    -----
    F. W. Scholz and M. A. Stephens, "K-sample Anderson-Darling tests", JASA 82 (1987), the version for ties.

    Examples
    --------
    >>> same_distribution([1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8, 9]) > 0.05
    True
    >>> same_distribution([0, 10] * 20, [4, 6] * 20) < 0.001  # one mean, but another spread
    True
    """
    samples = [_sample(first, "first"), _sample(second, "second")]
    if np.ptp(np.concatenate(samples)) == 0:
        return 1.0
    permutations = scipy_stats.PermutationMethod(n_resamples=1999, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that the old name of an option will go
        return float(scipy_stats.anderson_ksamp(samples, method=permutations).pvalue)


def _sample(values: object, name: str) -> np.ndarray:
    try:
        sample = np.asarray(values, dtype=float).ravel()
    except (TypeError, ValueError):
        kind = type(values).__name__
        raise TypeError(
            f"{name}: {kind} is not a sample of numbers; of games, give one column: games.guesses"
        ) from None
    if len(sample) < 2:
        raise ValueError(f"{name}: {len(sample)} value(s); at least 2 are needed")
    gaps = np.flatnonzero(~np.isfinite(sample))
    if len(gaps):
        raise ValueError(
            f"{name}: {len(gaps)} of {len(sample)} are not finite, the first at position {gaps[0]}; "
            "a difference of columns of unequal length has such gaps"
        )
    return sample
