"""Means, shares and their intervals; tests whether two samples agree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import stats as scipy_stats


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
    ValueError
        If the counts are impossible.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> interval = share_interval(81, 100)
    >>> f"{interval.estimate:.2f} [{interval.low:.2f}, {interval.high:.2f}]"
    '0.81 [0.72, 0.87]'
    """
    if not 0 <= successes <= trials or trials < 1:
        raise ValueError(f"successes: {successes} of {trials} trials is not possible")
    interval = scipy_stats.binomtest(int(successes), int(trials)).proportion_ci(confidence, method="wilson")
    return Interval(successes / trials, float(interval.low), float(interval.high))


def same_share(successes: tuple[int, int], trials: tuple[int, int]) -> float:
    """Test whether two shares can be one and the same.

    Parameters
    ----------
    successes, trials : tuple of two int
        The counts of the two samples.

    Returns
    -------
    float
        Two-sided p value of Fisher's exact test.

    Raises
    ------
    ValueError
        If the counts are impossible.

    Examples
    --------
    >>> round(same_share((81, 72), (100, 100)), 2)
    0.18
    """
    for won, played in zip(successes, trials, strict=True):
        if not 0 <= won <= played:
            raise ValueError(f"successes: {won} of {played} trials is not possible")
    table = [[won, played - won] for won, played in zip(successes, trials, strict=True)]
    return float(scipy_stats.fisher_exact(table).pvalue)


def same_distribution(first: np.ndarray, second: np.ndarray) -> float:
    """Test whether two samples of counts can come from one distribution.

    Parameters
    ----------
    first, second : array_like of float, shape (n,) and (m,)
        The samples; ties are welcome.

    Returns
    -------
    float
        Two-sided p value of the Mann-Whitney U test with tie correction.

    Raises
    ------
    ValueError
        If a sample has fewer than two values, or one is not finite.

    Examples
    --------
    >>> round(same_distribution([1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8, 9]), 3)
    0.073
    """
    first, second = _sample(first, "first"), _sample(second, "second")
    if np.ptp(np.concatenate([first, second])) == 0:
        return 1.0
    return float(scipy_stats.mannwhitneyu(first, second, alternative="two-sided").pvalue)


def _sample(values: object, name: str) -> np.ndarray:
    sample = np.asarray(values, dtype=float).ravel()
    if len(sample) < 2:
        raise ValueError(f"{name}: {len(sample)} value(s); at least 2 are needed")
    if not np.isfinite(sample).all():
        raise ValueError(f"{name}: every value must be finite")
    return sample
