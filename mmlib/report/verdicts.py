"""Published beside measured: the tests, and the table that shows them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from mmlib.checks import finite_number, whole_number
from mmlib.report import stats


class Row(NamedTuple):
    """One line of the table "published beside measured"."""

    quantity: str
    published: str
    measured: str
    interval: str
    verdict: str
    why: str


def compare_mean(
    quantity: str,
    ours: np.ndarray,
    theirs: float,
    *,
    theirs_n: int | None = None,
    why: str = "",
    digits: int = 3,
) -> Row:
    """Set the mean of our sample beside a printed mean.

    Parameters
    ----------
    quantity : str
        What was measured, with its unit.
    ours : array_like of float, shape (n,), n >= 2
        Our sample.
    theirs : float
        The printed mean.
    theirs_n : int, optional
        Size of the printed sample, if the source says; it widens the interval, with our own scatter taken for theirs.
    why : str, optional
        The cause of a difference, or what else to say of it.
    digits : int, default 3
        Decimals to show.

    Returns
    -------
    Row
        The verdict is "same" unless a t test that allows for both samples' sizes tells the two means apart at the 5 %
        level; the interval shown is that of our mean alone.

    Examples
    --------
    >>> compare_mean("guesses", [4, 5, 4, 6, 5], 4.5, theirs_n=100).verdict
    'same (p = 0.48)'
    """
    mine = stats.mean_interval(ours)
    theirs = finite_number(theirs, "theirs")
    sizes = 1 / len(ours) + (0 if theirs_n is None else 1 / whole_number(theirs_n, "theirs_n", 1, 2**53))
    error = np.std(ours, ddof=1) * np.sqrt(sizes)
    p_value = (
        2 * scipy_stats.t.sf(abs(theirs - mine.estimate) / error, len(ours) - 1) if error else float(theirs in ours)
    )
    return Row(
        quantity,
        f"{theirs:.{digits}f}" + (f" (n = {theirs_n})" if theirs_n else ""),
        f"{mine.estimate:.{digits}f} (n = {len(ours)})",
        f"{mine.low:.{digits}f} to {mine.high:.{digits}f}",
        _verdict(p_value, f" by {mine.estimate - theirs:+.{digits}f}"),
        why,
    )


def compare_strategy(
    quantity: str,
    guesses: np.ndarray,
    theirs: float,
    *,
    theirs_n: int | None = None,
    most: int | None = None,
    why: str = "",
) -> Row:
    """Set the exact mean of a strategy over all codes beside a printed mean.

    Parameters
    ----------
    quantity : str
        The strategy.
    guesses : array_like of int, shape (codes,)
        Guesses that it takes for each code, as `StrategyTree.guesses`.
    theirs : float
        The printed mean.
    theirs_n : int, optional
        Size of the printed sample, if it is one.
    most : int, optional
        The printed greatest number of guesses.
    why : str, optional
        The cause of a difference, or what else to say of it.

    Returns
    -------
    Row
        The verdict is "same" if our mean rounds to the printed digits, or, of a printed sample, unless a z test tells
        the two apart at the 5 % level; and the greatest numbers of guesses agree where both are known.

    Examples
    --------
    >>> compare_strategy("a strategy", [1, 2, 2], 1.67).measured
    '5/3 = 1.6667, most 2'
    >>> compare_strategy("a strategy", [1, 2, 2], 1.66, most=3).verdict
    'differs by +0.0067; most differs'
    """
    guesses = np.asarray(guesses)
    theirs = finite_number(theirs, "theirs")
    total, codes, mean = int(guesses.sum()), len(guesses), float(guesses.mean())
    digits = len(f"{theirs!r}".partition(".")[2])
    gap = f"{mean - theirs:+.{max(4, digits)}f}"
    if theirs_n is None:
        verdict = "same" if abs(mean - theirs) <= 0.5000001 * 10.0**-digits else f"differs by {gap}"
    else:
        error = guesses.std() / np.sqrt(whole_number(theirs_n, "theirs_n", 1, 2**53))
        verdict = _verdict(2 * scipy_stats.norm.sf(abs(mean - theirs) / error), f" by {gap}")
    if most is not None and most != guesses.max():
        verdict += "; most differs"
    return Row(
        quantity,
        f"{theirs}" + (f" (n = {theirs_n})" if theirs_n else "") + ("" if most is None else f", most {most}"),
        f"{total}/{codes} = {mean:.4f}, most {guesses.max()}",
        "exact",
        verdict,
        why,
    )


def compare_share(quantity: str, ours: tuple[int, int], theirs: tuple[int, int], *, why: str = "") -> Row:
    """Set our share of successes beside a printed one.

    Parameters
    ----------
    quantity : str
        What was counted.
    ours, theirs : tuple of two int
        Successes and trials.
    why : str, optional
        The cause of a difference, or what else to say of it.

    Returns
    -------
    Row
        The verdict is "same" unless Fisher's exact test tells the two apart at the 5 % level; the interval shown is
        Wilson's, of our share alone.

    Examples
    --------
    >>> compare_share("perfect runs", (72, 100), (81, 100)).verdict
    'same (p = 0.18)'
    """
    mine = stats.share_interval(*ours)
    p_value = stats.same_share((ours[0], theirs[0]), (ours[1], theirs[1]))
    gap = ours[0] / ours[1] - theirs[0] / theirs[1]
    return Row(
        quantity,
        f"{theirs[0]} of {theirs[1]}",
        f"{ours[0]} of {ours[1]}",
        f"{mine.low:.1%} to {mine.high:.1%}",
        _verdict(p_value, f" by {100 * gap:+.1f} points"),
        why,
    )


def compare_exact(quantity: str, ours: object, theirs: object, *, why: str = "") -> Row:
    """Set a number that is no sample mean beside a printed one.

    Parameters
    ----------
    quantity : str
        What was computed.
    ours, theirs : object
        Compared by `numpy.array_equal` and shown with `str`.
    why : str, optional
        The cause of a difference, or what else to say of it.

    Returns
    -------
    Row

    Examples
    --------
    >>> compare_exact("fitness of the printed board", 40, 40).verdict
    'same'
    """
    return Row(quantity, str(theirs), str(ours), "exact", "same" if np.array_equal(ours, theirs) else "differs", why)


def compare_distribution(quantity: str, ours: np.ndarray, theirs: np.ndarray, *, why: str = "") -> Row:
    """Set a sample of ours beside a printed histogram.

    Parameters
    ----------
    quantity : str
        What was counted.
    ours, theirs : array_like of float, shape (n,) and (m,)
        Our sample, and the values that the histogram stands for.
    why : str, optional
        The cause of a difference, or what else to say of it.

    Returns
    -------
    Row
        The verdict is "same" unless `stats.same_distribution` tells the two apart at the 5 % level.

    Examples
    --------
    >>> compare_distribution("guesses", [4, 5, 4, 6, 5], [4, 4, 5, 5, 5, 6]).verdict
    'same (p = 1)'
    """
    p_value = stats.same_distribution(ours, theirs)
    return Row(quantity, f"{len(theirs)} values", f"{len(ours)} values", "", _verdict(p_value), why)


def compare_variance(
    quantity: str, ours: np.ndarray, theirs: float, *, theirs_n: int, digits: int = 2, why: str = ""
) -> Row:
    """Set the variance of our sample beside a printed one.

    Parameters
    ----------
    quantity : str
        What scatters.
    ours : array_like of float, shape (n,), n >= 2
        Our sample.
    theirs : float, 0 or more
        The printed variance.
    theirs_n : int, 2 or more
        Size of the printed sample.
    digits : int, default 2
        Decimals to which the variance is printed; our own is shown with two more.
    why : str, optional
        The cause of a difference, or what else to say of it.

    Returns
    -------
    Row
        The verdict is "same" unless the F test, which holds for values that are about normal, tells the two apart at
        the 5 % level, with the printed number's rounding allowed for. The interval shown is the chi-squared one, of our
        variance alone.

    Examples
    --------
    >>> compare_variance("guesses", [4, 5, 4, 6, 5], 0.7, theirs_n=15, digits=1).verdict
    'same (p = 0.95)'
    >>> compare_variance("guesses", [4, 5, 4, 6, 5, 4, 5, 5, 6, 4], 9.6, theirs_n=15, digits=1).verdict
    'differs, ours is 0.065 of it (p = 0.00027)'
    """
    mine = stats.variance_interval(ours)
    theirs, digits = finite_number(theirs, "theirs", 0), whole_number(digits, "digits", 0, 15)
    freedom = whole_number(theirs_n, "theirs_n", 2, 2**53) - 1, np.size(ours) - 1
    half, scale = 0.5 * 10.0**-digits, max(mine.estimate, 1e-300)
    above = scipy_stats.f.sf(max(0.0, theirs - half) / scale, *freedom)
    below = scipy_stats.f.cdf((theirs + half) / scale, *freedom)
    return Row(
        quantity,
        f"{theirs:.{digits}f} (n = {theirs_n})",
        f"{mine.estimate:.{digits + 2}f} (n = {np.size(ours)})",
        f"{mine.low:.{digits + 2}f} to {mine.high:.{digits + 2}f}",
        _verdict(min(1.0, 2 * min(above, below)), f", ours is {mine.estimate / theirs:.2g} of it" if theirs else ""),
        why,
    )


def compare_extreme(
    quantity: str, ours: np.ndarray, theirs: int, *, theirs_n: int, least: bool = False, why: str = ""
) -> Row:
    """Set the greatest value of a printed sample, or its least, beside what our sample makes probable.

    Parameters
    ----------
    quantity : str
        What is the greatest, or the least.
    ours : array_like of int, shape (n,)
        Our sample; a large one.
    theirs : int
        The printed greatest value.
    theirs_n : int
        Size of the printed sample.
    least : bool, default False
        Whether it is the least value instead.
    why : str, optional
        The cause of a difference, or what else to say of it.

    Returns
    -------
    Row
        What was measured is our own extreme; in place of its interval stand the extremes of so many of our values that
        come up with 95 %. The verdict is "same" unless the printed one is beyond them, where what our n values never
        showed is still granted a share of 1 / (n + 1).

    Raises
    ------
    TypeError, ValueError
        If our sample is empty or not of whole numbers, or an argument is malformed.

    Examples
    --------
    >>> games = np.repeat([3, 4, 5, 6, 7], [50, 400, 400, 145, 5])
    >>> compare_extreme("most guesses", games, 6, theirs_n=100).verdict
    'same (p = 1)'
    >>> compare_extreme("most guesses", games, 5, theirs_n=100).verdict
    'differs (p < 1e-6)'
    """
    sample = np.asarray(ours)
    if sample.ndim != 1 or sample.dtype.kind not in "iu" or not len(sample):
        raise TypeError(f"ours: {type(ours).__name__} is not a sample of whole numbers")
    sample, theirs, sign = sample.astype(np.int64), whole_number(theirs, "theirs", -(2**53), 2**53), -1 if least else 1
    size = whole_number(theirs_n, "theirs_n", 1, 2**53)
    values = np.unique(sign * sample)
    up_to = np.array([(sign * sample <= value).mean() for value in values]) ** size
    reached = 1 - np.concatenate([[0.0], up_to[:-1]])
    unseen = 1 - (1 - 1 / (len(sample) + 1)) ** size  # what our sample never showed may still be as likely as that

    def tails(value: int) -> float:
        at_most = up_to[values <= value].max(initial=0.0)
        at_least = reached[values >= value].max(initial=unseen)
        return min(1.0, 2 * min(at_most, at_least))

    likely = sorted(int(sign * value) for value in values if tails(value) >= 0.05)
    return Row(
        quantity,
        f"{theirs} (n = {size})",
        f"{sign * values[-1]} (n = {len(sample)})",
        f"{likely[0]} to {likely[-1]} in {size}" if likely[0] != likely[-1] else f"{likely[0]} in {size}",
        _verdict(tails(sign * theirs)),
        why,
    )


def _verdict(p_value: float, gap: str = "") -> str:
    p = f"p = {p_value:.2g}" if p_value >= 1e-6 else "p < 1e-6"
    return f"same ({p})" if p_value >= 0.05 else f"differs{gap} ({p})"


def table(rows: list[Row]) -> pd.DataFrame:
    """Put rows together.

    Parameters
    ----------
    rows : list of Row
        What the ``compare`` functions returned.

    Returns
    -------
    DataFrame
        Columns ``quantity``, ``published``, ``measured``, ``95 % interval``, ``verdict``, ``why``.

    Examples
    --------
    >>> table([compare_exact("a", 1, 1)]).columns.tolist()
    ['quantity', 'published', 'measured', '95 % interval', 'verdict', 'why']
    """
    return pd.DataFrame(rows, columns=Row._fields).rename(columns={"interval": "95 % interval"})
