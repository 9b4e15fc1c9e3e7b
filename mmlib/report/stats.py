"""Means and shares with their intervals; tests whether two samples agree."""

import re
from numbers import Real
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats as scipy_stats

from mmlib.checks import finite_number, flag, numbers_of, shown, whole_number

__all__ = [
    "Difference",
    "Interval",
    "adjusted",
    "difference",
    "expected_running_time",
    "mean_interval",
    "share_difference",
    "share_interval",
    "standard_error",
]


def __dir__() -> list[str]:
    return __all__


#: Samples with replacement that a bootstrapped interval comes from.
RESAMPLED = 10_000


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


def formatted(value: float, form: str) -> str:
    """A number as a format writes it, with no minus before zero."""
    if not isinstance(value, int | np.integer):
        form = re.sub("^[+ -]?", r"\g<0>z", form)
    return format(value, form)


class Difference(NamedTuple):
    """The second mean less the first, and a two-sided p value.

    The p value is that of no difference.
    """

    interval: Interval
    p_value: float


def mean_interval(values: np.ndarray, confidence: float = 0.95) -> Interval:
    """Estimate a mean, with Student's t interval.

    Raises TypeError or ValueError if there are fewer than two values, or one is not a
    finite number.

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
    confidence = share_of(confidence, "confidence")
    quantile = scipy_stats.t.ppf((1 + confidence) / 2, len(sample) - 1)
    mean = float(sample.mean())
    half = float(scipy_stats.sem(sample) * quantile)
    return Interval(mean, mean - half, mean + half)


def standard_error(values: np.ndarray) -> float:
    """Estimate the standard error of a sample's mean, as `scipy.stats.sem`.

    Arguments are as for `mean_interval`.

    >>> round(standard_error([4, 5, 4, 6, 5]), 3)
    0.374
    """
    return float(scipy_stats.sem(sample_of(values, "values")))


def share_interval(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Estimate a share of successes, in 0..1, with Wilson's interval.

    The source is E. B. Wilson (JASA 22, 1927). `successes` and `trials` are whole
    numbers, 0 <= successes <= trials, trials >= 1: else TypeError or ValueError.

    >>> share_interval(81, 100)
    0.81 (0.7222 to 0.8749)
    """
    trials = whole_number(trials, "trials", 1, 2**53)
    successes = whole_number(successes, "successes", 0, trials)
    confidence = share_of(confidence, "confidence")
    interval = scipy_stats.binomtest(successes, trials).proportion_ci(
        confidence, method="wilson"
    )
    return Interval(successes / trials, float(interval.low), float(interval.high))


def _exact_mean(value: object) -> object:
    """The mean of what has an exact one, such as a null model; all else as it is."""
    mean = getattr(value, "mean", None)  # that of an array is a method
    return mean if isinstance(mean, Real) else value


def difference(
    first: np.ndarray | float,
    second: np.ndarray | float,
    *,
    paired: bool = False,
    confidence: float = 0.95,
) -> Difference:
    """Estimate the second mean less the first, with a two-sided p value.

    The p value is that of Welch's t test, or of the paired one. A number in place of a
    sample is an exact mean, and so is a `NullModel` or a `StrategyTree`, whose `mean`
    is exact: then only the other mean has an error, and the test is Student's of one
    sample.

    Raises TypeError or ValueError if an argument is malformed.

    Parameters
    ----------
    first, second : array_like of float, shapes (n,) and (m,), or float, or NullModel
        The samples, of two values at least, or exact means.
    paired : bool, default False
        Whether values of one index belong together, as games against one secret do;
        then n = m.
    confidence : float in 0..1, default 0.95
        How sure the interval is.

    Returns
    -------
    Difference
        Its ``interval`` and its ``p_value``.

    Examples
    --------
    >>> gap = difference([4, 5, 4, 6, 5], [5, 5, 6, 6, 5])
    >>> gap.interval, round(gap.p_value, 2)
    (0.6 (-0.4607 to 1.661), 0.22)
    >>> difference([4, 5, 4, 6, 5], mm.null_model(mm.Rules(4, 6))).interval
    -0.1565 (-1.195 to 0.8824)
    """
    confidence = share_of(confidence, "confidence")
    paired = flag(paired, "paired")
    first = _exact_mean(first)
    second = _exact_mean(second)
    if isinstance(first, Real) or isinstance(second, Real):
        return _from_exact(first, second, paired, confidence)
    one = sample_of(first, "first")
    other = sample_of(second, "second")
    if paired and len(one) != len(other):
        raise ValueError(
            f"second: has {len(other)} values, the first {len(one)}; "
            "paired samples are equally long"
        )
    gap = float(other.mean() - one.mean())
    scattered = (other - one,) if paired else (one, other)
    if not any(map(np.ptp, scattered)):  # without scatter the difference is exact
        return Difference(Interval(gap, gap, gap), float(gap == 0))
    if paired:
        test = scipy_stats.ttest_rel(other, one)
    else:
        test = scipy_stats.ttest_ind(other, one, equal_var=False)
    ends = test.confidence_interval(confidence)
    return Difference(
        Interval(gap, float(ends.low), float(ends.high)), float(test.pvalue)
    )


def _from_exact(
    first: object, second: object, paired: bool, confidence: float
) -> Difference:
    """The second mean less the first, of which one at least is exact."""
    if paired:
        raise ValueError("paired: an exact mean has no values that make pairs")
    if isinstance(first, Real) and isinstance(second, Real):
        gap = finite_number(second, "second") - finite_number(first, "first")
        return Difference(Interval(gap, gap, gap), float(gap == 0))
    if isinstance(first, Real):
        scattered = sample_of(second, "second") - finite_number(first, "first")
    else:
        scattered = finite_number(second, "second") - sample_of(first, "first")
    gap = float(scattered.mean())
    if not np.ptp(scattered):  # without scatter the difference is exact
        return Difference(Interval(gap, gap, gap), float(gap == 0))
    p_value = float(scipy_stats.ttest_1samp(scattered, 0).pvalue)
    return Difference(mean_interval(scattered, confidence), p_value)


def adjusted(p_values: np.ndarray) -> np.ndarray:
    """Correct p values for the number of tests, by Holm's method.

    The source is S. Holm (Scandinavian Journal of Statistics 6, 1979). If nothing
    differs, the chance that any corrected value is below 0.05 is at most 5 %. The
    values are array_like of float in 0..1, shape (n,), n >= 1, else ValueError; they
    come back in the same order, float64.

    >>> adjusted([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    p = numbers_of(p_values, "p_values")
    if not len(p) or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(
            f"p_values: {shown(p_values)} is not a list of numbers in 0..1"
        )
    order = np.argsort(p)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(
        1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    )
    return corrected


def share_difference(
    first: tuple[int, int], second: tuple[int, int], confidence: float = 0.95
) -> Interval:
    """Estimate the second share of successes less the first.

    Each is given as successes and trials. The interval is the tenth method of R. G.
    Newcombe (Statistics in Medicine 17, 1998): Wilson's two, put together.

    >>> share_difference((81, 100), (72, 100))
    -0.09 (-0.2049 to 0.02784)
    """
    one = share_interval(*counts_of(first, "first"), confidence)
    other = share_interval(*counts_of(second, "second"), confidence)
    gap = other.estimate - one.estimate
    below = np.hypot(other.estimate - other.low, one.high - one.estimate)
    above = np.hypot(other.high - other.estimate, one.estimate - one.low)
    return Interval(gap, float(gap - below), float(gap + above))


def expected_running_time(
    evaluations: ArrayLike,
    budget: float,
    *,
    confidence: float = 0.95,
    seed: int = 1,
) -> Interval:
    """Estimate the evaluations until a target, were runs begun anew until one hits.

    That is all evaluations of all runs, over the runs that reached the target; infinity
    where none did. The interval is bootstrapped: from runs drawn with replacement.
    Source: A. Auger, N. Hansen, "Performance evaluation of an advanced local search
    evolutionary algorithm", Congress on Evolutionary Computation (2005), there called
    success performance.

    Raises TypeError or ValueError if an argument is malformed.

    Parameters
    ----------
    evaluations : array_like of float, shape (n,)
        Evaluations of each run until it reached the target, in 1 .. budget; infinity
        where it did not.
    budget : float
        Evaluations of a run that did not.
    confidence : float in 0..1, default 0.95
        How sure the interval is.
    seed : int
        What is drawn comes from it.

    Returns
    -------
    Interval
        Its high end is infinity where many samples hold no run that hits.

    Examples
    --------
    >>> mm.stats.expected_running_time([20, 40, 60, np.inf], budget=100)
    73.33 (30 to 340)
    """
    confidence = share_of(confidence, "confidence")
    budget = finite_number(budget, "budget", 1)
    seed = whole_number(seed, "seed", 0, 2**63 - 1)
    runs = until_hit(evaluations, "evaluations")
    if not len(runs):
        raise ValueError("evaluations: there are none")
    if (runs[np.isfinite(runs)] > budget).any():
        raise ValueError(f"evaluations: {runs.max():g} is more than the budget")
    drawn = np.random.default_rng(seed).choice(runs, (RESAMPLED, len(runs)))
    with np.errstate(invalid="ignore"):  # infinity less infinity, between two of them
        ends = np.quantile(
            _running_time(drawn, budget),
            [(1 - confidence) / 2, (1 + confidence) / 2],
            method="inverted_cdf",
        )
    return Interval(float(_running_time(runs, budget)), *ends.tolist())


def until_hit(values: ArrayLike, name: str) -> np.ndarray:
    """Evaluations until a target, of which some may be infinite, checked."""
    runs = numbers_of(values, name)
    if np.isnan(runs).any() or (runs < 1).any():
        raise ValueError(
            f"{name}: evaluations are 1 or more, and infinity where none was enough"
        )
    return runs


def _running_time(runs: np.ndarray, budget: float) -> np.ndarray:
    """All evaluations over the runs that hit, of each row."""
    hit = np.isfinite(runs)
    spent = np.where(hit, runs, budget).sum(axis=-1)
    with np.errstate(divide="ignore"):
        return spent / hit.sum(axis=-1)


def share_of(value: float, name: str) -> float:
    """A number between 0 and 1, neither of them."""
    share = finite_number(value, name, 0, 1)
    if share in (0, 1):
        raise ValueError(f"{name}: {share} is not above 0 and below 1")
    return share


def counts_of(counts: object, name: str) -> tuple[int, int]:
    """Return successes and trials after checking that they are such a pair."""
    if not isinstance(counts, list | tuple) or len(counts) != 2:
        raise TypeError(f"{name}: {shown(counts)} is not a pair: successes and trials")
    trials = whole_number(counts[1], name, 1, 2**53)
    return whole_number(counts[0], name, 0, trials), trials


def sample_of(values: object, name: str) -> np.ndarray:
    """Return a sample as floats after checking that it has at least two, all finite."""
    if hasattr(values, "columns"):
        raise TypeError(
            f"{name}: {type(values).__name__} is no sample of numbers; "
            "give one column, as games.guesses"
        )
    sample = numbers_of(values, name)
    if len(sample) < 2:
        raise ValueError(f"{name}: {len(sample)} value(s); at least 2 are needed")
    gaps = np.flatnonzero(~np.isfinite(sample))
    if len(gaps):
        raise ValueError(
            f"{name}: {len(gaps)} of {len(sample)} are not finite, "
            f"the first at position {gaps[0]}; "
            "so has a difference of unlike columns: use mm.stats.difference"
        )
    return sample
