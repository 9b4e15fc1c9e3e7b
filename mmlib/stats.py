"""Means, shares and their intervals; tests whether two samples agree."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
from scipy import stats as scipy_stats

from mmlib.checks import finite_number, whole_number


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
    confidence = finite_number(confidence, "confidence", 0, 1)
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
    confidence = finite_number(confidence, "confidence", 0, 1)
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
