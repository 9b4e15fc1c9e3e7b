"""Means and shares with their intervals; tests whether two samples agree."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy import stats as scipy_stats

from mmlib.checks import finite_number, flag, numbers_of, shown, whole_number


class Interval(NamedTuple):
    """An estimate (a mean, a share or a difference) with the ends of its interval."""

    estimate: float
    low: float
    high: float

    def __repr__(self) -> str:
        return f"{self.estimate:.4g} ({self.low:.4g} to {self.high:.4g})"

    def contains(self, value: float) -> bool:
        """Whether `value` lies inside, ends included."""
        return bool(self.low <= finite_number(value, "value") <= self.high)


class Difference(NamedTuple):
    """The second mean less the first, and the two-sided p value that there is no difference."""

    interval: Interval
    p_value: float


def mean_interval(values: np.ndarray, confidence: float = 0.95) -> Interval:
    """Estimate a mean, with Student's t interval.

    Raises TypeError or ValueError if there are fewer than two values, or one is not a finite number.

    Parameters
    ----------
    values : array_like of float, shape (n,), n >= 2
        The sample.
    confidence : float in (0, 1), default 0.95
        Coverage of the interval.

    Returns
    -------
    Interval, with ``estimate``, ``low`` and ``high``

    Examples
    --------
    >>> mean_interval([4, 5, 4, 6, 5])
    4.8 (3.761 to 5.839)
    """
    sample = sample_of(values, "values")
    quantile = scipy_stats.t.ppf((1 + _share(confidence, "confidence")) / 2, len(sample) - 1)
    mean, half = float(sample.mean()), float(scipy_stats.sem(sample) * quantile)
    return Interval(mean, mean - half, mean + half)


def standard_error(values: np.ndarray) -> float:
    """Estimate the standard error of a sample's mean, as `scipy.stats.sem`; arguments are as for `mean_interval`.

    >>> round(standard_error([4, 5, 4, 6, 5]), 3)
    0.374
    """
    return float(scipy_stats.sem(sample_of(values, "values")))


def share_interval(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Estimate a share of successes, in 0..1, with Wilson's interval (E. B. Wilson, JASA 22, 1927).

    Raises TypeError or ValueError if the counts are not whole numbers, or impossible.

    Parameters
    ----------
    successes, trials : int, 0 <= successes <= trials, trials >= 1; the counts
    confidence : float in (0, 1); coverage of the interval

    Examples
    --------
    >>> share_interval(81, 100)
    0.81 (0.7222 to 0.8749)
    """
    successes, trials = counts_of((successes, trials), ("successes", "trials"))
    confidence = _share(confidence, "confidence")
    interval = scipy_stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    return Interval(successes / trials, float(interval.low), float(interval.high))


def difference(first: np.ndarray, second: np.ndarray, *, paired: bool = False, confidence: float = 0.95) -> Difference:
    """Estimate the second mean less the first, with the two-sided p value of Welch's t test, or of the paired one.

    Raises TypeError or ValueError if a sample has fewer than two values, one is not finite, or paired samples differ in
    length.

    Parameters
    ----------
    first, second : array_like of float, shape (n,) and (m,), n and m >= 2; the samples
    paired : bool; whether values of one index belong together, as games against one secret do; then n = m
    confidence : float in (0, 1); coverage of the interval

    Examples
    --------
    >>> gap = difference([4, 5, 4, 6, 5], [5, 5, 6, 6, 5])
    >>> gap.interval, round(gap.p_value, 2)
    (0.6 (-0.4607 to 1.661), 0.22)
    """
    one, other = sample_of(first, "first"), sample_of(second, "second")
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


def adjusted(p_values: np.ndarray) -> np.ndarray:
    """Correct p values for the number of tests, by the method of S. Holm (Scandinavian Journal of Statistics 6, 1979).

    Raises ValueError if there are none, or one is not in 0..1.

    Parameters
    ----------
    p_values : array_like of float in 0..1, shape (n,), n >= 1; one a test

    Returns
    -------
    ndarray of float64 in 0..1, shape (n,), in the same order
        If nothing differs, the chance that any of them is below 0.05 is at most 5 %.

    Examples
    --------
    >>> adjusted([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    p = numbers_of(p_values, "p_values")
    if not len(p) or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p_values: {shown(p_values)} is not a list of numbers in 0..1")
    order = np.argsort(p)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return corrected


def same_share(successes: tuple[int, int], trials: tuple[int, int]) -> float:
    """Test whether two shares can be one and the same: the two-sided p value of Fisher's exact test.

    Raises TypeError or ValueError if the counts are not whole numbers, or impossible.

    Parameters
    ----------
    successes, trials : tuple of two int; the counts of the two samples, each of at least one trial

    Examples
    --------
    >>> round(same_share((81, 72), (100, 100)), 2)
    0.18
    """
    for counts, name in ((successes, "successes"), (trials, "trials")):
        if not isinstance(counts, list | tuple) or len(counts) != 2:
            raise TypeError(f"{name}: {shown(counts)} is not a pair of counts, one a sample")
    pairs = [counts_of(pair, ("successes", "trials")) for pair in zip(successes, trials, strict=True)]
    return float(scipy_stats.fisher_exact([(won, played - won) for won, played in pairs]).pvalue)


def same_distribution(first: np.ndarray, second: np.ndarray, *, seed: int = 1) -> float:
    """Test whether two samples can come from one distribution: sensitive to location, spread and shape.

    The p value is of F. W. Scholz and M. A. Stephens' Anderson-Darling test, the version for ties (JASA 82, 1987).
    Raises TypeError or ValueError if a sample has fewer than two values, or one is not a finite number.

    Parameters
    ----------
    first, second : array_like of float, shape (n,) and (m,), n and m >= 2; the samples
    seed : int; of the 1999 permutations that the p value is estimated from

    Examples
    --------
    >>> same_distribution([0, 10] * 20, [4, 6] * 20) < 0.001  # one mean, but another spread
    True
    """
    samples, seed = [sample_of(first, "first"), sample_of(second, "second")], whole_number(seed, "seed", 0, 2**63 - 1)
    if np.ptp(np.concatenate(samples)) == 0:
        return 1.0
    permutations = scipy_stats.PermutationMethod(n_resamples=1999, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that the old name of an option will go
        return float(scipy_stats.anderson_ksamp(samples, method=permutations).pvalue)


def _share(value: float, name: str) -> float:
    """A number between 0 and 1, neither of them."""
    share = finite_number(value, name, 0, 1)
    if share in (0, 1):
        raise ValueError(f"{name}: {share} is not above 0 and below 1")
    return share


def counts_of(counts: object, names: tuple[str, str]) -> tuple[int, int]:
    """Return successes and trials after checking them; `names` are for messages."""
    if not isinstance(counts, list | tuple) or len(counts) != 2:
        raise TypeError(f"{names[0]}: {shown(counts)} is not a pair: successes and trials")
    trials = whole_number(counts[1], names[1], 1, 2**53)
    return whole_number(counts[0], names[0], 0, trials), trials


def sample_of(values: object, name: str) -> np.ndarray:
    """Return a sample as floats after checking that it has two finite numbers at least."""
    if hasattr(values, "columns"):
        raise TypeError(f"{name}: {type(values).__name__} is no sample of numbers; give one column, as games.guesses")
    sample = numbers_of(values, name)
    if len(sample) < 2:
        raise ValueError(f"{name}: {len(sample)} value(s); at least 2 are needed")
    gaps = np.flatnonzero(~np.isfinite(sample))
    if len(gaps):
        where = f"{len(gaps)} of {len(sample)} are not finite, the first at position {gaps[0]}"
        raise ValueError(f"{name}: {where}; a difference of columns of unequal length has such gaps")
    return sample
