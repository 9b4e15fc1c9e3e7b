"""Published beside measured: a row for each printed number, and the table of all rows."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from mmlib.checks import asked, finite_number, instance, instances, whole_number
from mmlib.report import stats


class Row(NamedTuple):
    """One line of the table "published beside measured"; `interval` is that of our number alone."""

    quantity: str
    published: str
    measured: str
    interval: str
    verdict: str
    why: str


def verdict(p_value: float, gap: str = "") -> str:
    """Say "same", or at the 5 % level "differs" and by how much, with the p value.

    Parameters
    ----------
    p_value : float in 0..1; of a test that published and measured are the same
    gap : str, optional; what they differ by, as " by +0.1"

    Examples
    --------
    >>> verdict(0.0123, " by +0.1"), verdict(0.48, " by +0.1")
    ('differs by +0.1 (p = 0.012)', 'same (p = 0.48)')
    """
    p_value, gap = finite_number(p_value, "p_value", 0, 1), instance(gap, str, "gap", "a text")
    p = f"p = {p_value:.2g}" if p_value >= 1e-6 else "p < 1e-6"
    return f"same ({p})" if p_value >= 0.05 else f"differs{gap} ({p})"


def compare_mean(
    quantity: str, ours: np.ndarray, theirs: float, *, theirs_n: int | None = None, why: str = "", digits: int = 3
) -> Row:
    """Set our sample's mean, with its 95 % interval, beside a printed one: a t test that allows for both sizes.

    Raises TypeError or ValueError if our sample has fewer than two values, or an argument is malformed.

    Parameters
    ----------
    quantity, why : str; what was measured, with its unit; the cause of a difference, or what else to say of it
    ours : array_like of float, shape (n,), n >= 2; our sample
    theirs : float; the printed mean
    theirs_n : int, optional; size of the printed sample, if the source says. Its scatter is taken to be ours.
    digits : int; decimals to show

    Examples
    --------
    >>> compare_mean("guesses", [4, 5, 4, 6, 5], 4.5, theirs_n=100).verdict
    'same (p = 0.48)'
    """
    ours, digits = stats.sample_of(ours, "ours"), whole_number(digits, "digits", 0, 20)
    mine = stats.mean_interval(ours)
    theirs = finite_number(theirs, "theirs")
    sizes = 1 / len(ours) + (0 if theirs_n is None else 1 / whole_number(theirs_n, "theirs_n", 1, 2**53))
    error = np.std(ours, ddof=1) * np.sqrt(sizes)
    gap = mine.estimate - theirs
    p_value = 2 * scipy_stats.t.sf(abs(gap) / error, len(ours) - 1) if error else float(theirs in ours)
    return Row(
        quantity,
        f"{theirs:.{digits}f}" + (f" (n = {theirs_n})" if theirs_n else ""),
        f"{mine.estimate:.{digits}f} (n = {len(ours)})",
        f"{mine.low:.{digits}f} to {mine.high:.{digits}f}",
        verdict(p_value, f" by {gap:+.{digits}f}"),
        why,
    )


def compare_share(quantity: str, ours: tuple[int, int], theirs: tuple[int, int], *, why: str = "") -> Row:
    """Set our share of successes, with Wilson's 95 % interval, beside a printed one: Fisher's exact test.

    Raises TypeError or ValueError if the counts are not whole numbers, or impossible.

    Parameters
    ----------
    quantity, why : str; as for `compare_mean`
    ours, theirs : tuple of two int; successes and trials

    Examples
    --------
    >>> compare_share("perfect runs", (72, 100), (81, 100)).verdict
    'same (p = 0.18)'
    """
    ours, theirs = stats.counts_of(ours, ("ours", "ours")), stats.counts_of(theirs, ("theirs", "theirs"))
    mine = stats.share_interval(*ours)
    p_value = stats.same_share((ours[0], theirs[0]), (ours[1], theirs[1]))
    gap = ours[0] / ours[1] - theirs[0] / theirs[1]
    return Row(
        quantity,
        f"{theirs[0]} of {theirs[1]}",
        f"{ours[0]} of {ours[1]}",
        f"{mine.low:.1%} to {mine.high:.1%}",
        verdict(p_value, f" by {100 * gap:+.1f} points"),
        why,
    )


def compare_exact(quantity: str, ours: object, theirs: object, *, why: str = "") -> Row:
    """Set a number that is no sample's beside a printed one: the verdict is "same" or "differs".

    Parameters
    ----------
    quantity, why : str; as for `compare_mean`
    ours, theirs : object; compared by `numpy.array_equal`, shown with `str`

    Examples
    --------
    >>> compare_exact("fitness of the printed board", 40, 40).verdict
    'same'
    """
    texts = asked("theirs", str, theirs), asked("ours", str, ours)
    return Row(quantity, *texts, "exact", "same" if np.array_equal(ours, theirs) else "differs", why)


def compare_distribution(quantity: str, ours: np.ndarray, theirs: np.ndarray, *, why: str = "") -> Row:
    """Set a sample of ours beside a printed histogram, by `stats.same_distribution`; the row has no interval.

    Raises TypeError or ValueError if a sample has fewer than two values, or one is not a finite number.

    Parameters
    ----------
    quantity, why : str; as for `compare_mean`
    ours, theirs : array_like of float, shape (n,) and (m,); our sample, and the values that the histogram stands for

    Examples
    --------
    >>> compare_distribution("guesses", [4, 5, 4, 6, 5], [4, 4, 5, 5, 5, 6]).verdict
    'same (p = 1)'
    """
    ours, theirs = stats.sample_of(ours, "ours"), stats.sample_of(theirs, "theirs")
    p_value = stats.same_distribution(ours, theirs)
    return Row(quantity, f"{len(theirs)} values", f"{len(ours)} values", "", verdict(p_value), why)


def table(rows: list[Row]) -> pd.DataFrame:
    """Put rows, what the ``compare`` functions returned, together into one table.

    Returns
    -------
    DataFrame of text; columns ``quantity``, ``published``, ``measured``, ``95 % interval``, ``verdict``, ``why``

    Examples
    --------
    >>> table([compare_exact("a", 1, 1)]).verdict.tolist()
    ['same']
    """
    return pd.DataFrame(instances(rows, Row, "rows"), columns=Row._fields).rename(columns={"interval": "95 % interval"})
