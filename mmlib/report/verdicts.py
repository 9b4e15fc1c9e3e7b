"""Published beside measured: our numbers, printed ones, and verdicts.

Each printed number has a row, and `judge` makes a table of all rows with their
verdicts. A row holds the difference, ours less the printed number, with its interval.
In a table of k such rows each interval covers 1 - 5 % / k, so that all of them are
right together in 95 % of tables (Bonferroni). The verdict follows from it:

- *agrees*: the whole interval lies within the margin, which is stated beforehand;
- *differs*: else, where the interval excludes zero;
- *cannot tell*: the rest; the interval says how large a difference could hide;
- *fitted*: a setting of ours was chosen because it gives the printed number, so that it
  proves nothing.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import nan
from numbers import Real
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from mmlib.checks import (
    asked,
    finite_number,
    flag,
    instance,
    instances,
    whole_number,
    with_columns,
)
from mmlib.reason.null_model import NullModel
from mmlib.report import stats
from mmlib.report.former_names import renamed
from mmlib.report.stats import Interval

__all__ = [
    "Row",
    "VERDICTS",
    "compare_exact",
    "compare_mean",
    "compare_share",
    "count",
    "judge",
]


def __dir__() -> list[str]:
    return __all__


#: All verdicts, in the order in which they are counted.
VERDICTS = ("agrees", "differs", "cannot tell", "fitted", "not compared")

#: The columns of what `judge` returns that are texts.
COLUMNS = [
    "quantity",
    "published",
    "measured",
    "difference",
    "margin",
    "verdict",
    "why",
]

#: Its columns that are numbers, with all their digits; `mm.table` does not show them.
NUMBERS = [
    "published_value",
    "published_n",
    "measured_value",
    "measured_n",
    "estimate",
    "low",
    "high",
    "margin_value",
]


class Row(NamedTuple):
    """One line of the table "published beside measured".

    `gap` gives the difference with its interval for a confidence; without it nothing is
    compared, unless the numbers are exact: then it is a bool, whether they agree.
    `form` is how a difference is written, `margin` as in `gap`. The last four are what
    the texts say as numbers, and of how many values they are means or shares.
    """

    quantity: str
    published: str
    measured: str
    gap: Callable[[float], Interval] | bool | None = None
    margin: float = 0.0
    fitted: bool = False
    why: str = ""
    form: str = "+.3f"
    published_value: float = nan
    published_n: int | None = None
    measured_value: float = nan
    measured_n: int | None = None

    def verdict(self, confidence: float = 0.95) -> str:
        """The verdict where the interval has this confidence."""
        confidence = stats.share_of(confidence, "confidence")
        if self.gap is None:
            return "not compared"
        if self.fitted:
            return "fitted"
        if isinstance(self.gap, bool):
            return "agrees" if self.gap else "differs"
        _, low, high = self.gap(confidence)
        if -self.margin <= low and high <= self.margin:
            return "agrees"
        return "cannot tell" if low <= 0 <= high else "differs"

    def difference(self, confidence: float = 0.95) -> str:
        """The difference and its interval, in words."""
        confidence = stats.share_of(confidence, "confidence")
        if not callable(self.gap):
            return ""
        estimate, low, high = (
            stats.formatted(value, self.form) for value in self.gap(confidence)
        )
        return estimate if low == high else f"{estimate} ({low} to {high})"

    def numbers(self, confidence: float = 0.95) -> dict[str, float | int | None]:
        """What the texts say as numbers, under the names of `NUMBERS`.

        Where both numbers are exact, the difference has no interval: its ends are it.
        """
        confidence = stats.share_of(confidence, "confidence")
        exact = self.measured_value - self.published_value
        difference = Interval(exact, exact, exact)
        margin = nan
        if callable(self.gap):
            difference = Interval(*self.gap(confidence))
            margin = nan if self.fitted else self.margin
        elif self.gap is None:
            difference = Interval(nan, nan, nan)
        values = (
            self.published_value,
            self.published_n,
            self.measured_value,
            self.measured_n,
            *difference,
            margin,
        )
        return dict(zip(NUMBERS, values, strict=True))


def compare_mean(  # noqa: PLR0913
    quantity: str,
    ours: np.ndarray | NullModel,
    theirs: float,
    *,
    margin: float,
    theirs_n: int | None = None,
    whole: bool = False,
    fitted: bool = False,
    why: str = "",
    digits: int = 3,
) -> Row:
    """Set our sample's mean beside a printed one, by Student's t interval.

    The interval allows for the sizes of both samples. The printed mean is of `theirs_n`
    values with the scatter of ours; where no source says of how many, it is taken as
    exact.

    Raises TypeError or ValueError if an argument is malformed.

    Parameters
    ----------
    quantity : str
        What was measured, with its unit.
    ours : array_like of float, shape (n,), or NullModel
        Our values. A `NullModel` has an exact mean and the scatter of one game, so that
        the normal distribution gives the interval.
    theirs : float
        The printed mean.
    margin : float
        How far apart two means may be and still agree.
    theirs_n : int, optional
        Of how many values the printed mean is.
    whole : bool
        Whether ours are all values there are, so that their mean is exact.
    fitted : bool
        Whether a setting of ours was chosen because it gives the printed number.
    why : str
        The cause of a difference, or what else to say of it.
    digits : int
        Decimals that are written.

    Returns
    -------
    Row
        For `judge`; it has a ``verdict()`` and a ``difference()`` of its own, too.

    Examples
    --------
    >>> row = compare_mean("guesses", [4, 5, 4, 6, 5], 4.5, margin=0.1, theirs_n=100)
    >>> row.difference(), row.verdict()
    ('+0.300 (-0.765 to +1.365)', 'cannot tell')
    >>> null = mm.null_model(mm.Rules(4, 6))
    >>> compare_mean("guesses", null, 4.64, margin=0.1, theirs_n=2500).difference()
    '+0.004 (-0.031 to +0.038)'
    """
    exact = isinstance(ours, NullModel)
    if not exact:
        ours = stats.sample_of(ours, "ours")
    theirs = finite_number(theirs, "theirs")
    margin = finite_number(margin, "margin", 0)
    digits = whole_number(digits, "digits", 0, 20)
    mean = float(ours.mean if exact else ours.mean())
    published = f"{theirs:.{digits}f}"
    ours_n = None if flag(whole, "whole") or exact else len(ours)
    variance = 0.0  # of the difference, in variances of one value
    if theirs_n is not None:
        variance += 1 / whole_number(theirs_n, "theirs_n", 1, 2**53)
        published += f" (n = {theirs_n:,})"
    if ours_n is None:
        measured = f"{mean:.{digits}f} (exact)"
    else:
        variance += 1 / ours_n
        measured = f"{mean:.{digits}f} (n = {ours_n:,})"
    scatter = np.sqrt(ours.variance) if exact else float(np.std(ours, ddof=1))
    error = scatter * np.sqrt(variance)
    standard = scipy_stats.norm() if exact else scipy_stats.t(len(ours) - 1)

    def gap(confidence: float) -> Interval:
        half = error * float(standard.ppf((1 + confidence) / 2))
        return Interval(mean - theirs, mean - theirs - half, mean - theirs + half)

    row = Row(
        quantity,
        published,
        measured,
        gap,
        margin,
        fitted,
        why,
        form=f"+.{digits}f",
        published_value=theirs,
        published_n=theirs_n,
        measured_value=mean,
        measured_n=ours_n,
    )
    return _checked(row)


def compare_share(
    quantity: str,
    ours: tuple[int, int],
    theirs: tuple[int, int],
    *,
    margin: float,
    fitted: bool = False,
    why: str = "",
) -> Row:
    """Set our share of successes beside a printed one, by Newcombe's interval.

    That is an interval for the difference of two shares. `ours` and `theirs` are
    successes and trials, `margin` is a share; the others are as for `compare_mean`.

    >>> row = compare_share("perfect runs", (72, 100), (81, 100), margin=0.05)
    >>> row.difference(), row.verdict()
    ('-9.0% (-20.5% to +2.8%)', 'cannot tell')
    """
    ours = stats.counts_of(ours, "ours")
    theirs = stats.counts_of(theirs, "theirs")
    published, measured = (
        f"{won:,} of {n:,} ({won / n:.1%})" for won, n in (theirs, ours)
    )
    gap = partial(stats.share_difference, theirs, ours)
    margin = finite_number(margin, "margin", 0, 1)
    row = Row(
        quantity,
        published,
        measured,
        gap,
        margin,
        fitted,
        why,
        form="+.1%",
        published_value=theirs[0] / theirs[1],
        published_n=theirs[1],
        measured_value=ours[0] / ours[1],
        measured_n=ours[1],
    )
    return _checked(row)


def compare_exact(
    quantity: str, ours: object, theirs: object, *, fitted: bool = False, why: str = ""
) -> Row:
    """Set what is no sample beside what a source printed: they agree or differ.

    A float agrees with a number that rounds to as many digits as it has; all else is
    compared by `numpy.array_equal`.

    >>> board = compare_exact("fitness of the printed board", 40, 40)
    >>> board.verdict(), compare_exact("mean", 4.3407, 4.34).verdict()
    ('agrees', 'agrees')
    """
    published = asked("theirs", str, theirs)
    measured = asked("ours", str, ours)
    if isinstance(theirs, float) and isinstance(ours, float | Fraction):
        digits = len(published.partition(".")[2])
        measured = published if ours == theirs else f"{float(ours):.{digits + 1}f}"
        agree = f"{float(ours):.{digits}f}" == published
    else:
        agree = bool(np.array_equal(ours, theirs))
    row = Row(
        quantity,
        published,
        measured,
        agree,
        fitted=fitted,
        why=why,
        published_value=_as_number(theirs),
        measured_value=_as_number(ours),
    )
    return _checked(row)


def _as_number(value: object) -> float:
    """A number as it is, and nan for whatever else was compared."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return nan
    try:
        return float(value)
    except OverflowError:
        return nan


def _checked(row: Row) -> Row:
    """Return a row after checking what its caller wrote into it."""
    instance(row.quantity, str, "quantity", "a text")
    flag(row.fitted, "fitted")
    instance(row.why, str, "why", "a text")
    return row


def judge(
    rows: list[Row], confidence: float = 0.95, *, bounds: bool = False
) -> pd.DataFrame:
    """Put rows together, with their verdicts.

    The intervals hold together with this confidence, and so do the verdicts.

    Raises TypeError or ValueError if an argument is malformed.

    Parameters
    ----------
    rows : list of Row
        As `compare_mean`, `compare_share` and `compare_exact` make them.
    confidence : float, between 0 and 1
        Of all intervals together.
    bounds : bool
        Whether ``why`` also says how far apart two numbers are at most, as their
        interval has it, and whether so wide an interval could not agree.

    Returns
    -------
    DataFrame
        A row for each. Its texts are ``quantity``, ``published``, ``measured``,
        ``difference``, ``margin``, ``verdict`` and ``why``: these `mm.table` shows. Its
        numbers have all their digits: ``published_value`` and ``published_n`` (missing
        where no source says of how many), ``measured_value`` and ``measured_n``
        (missing where ours is exact), the difference with its interval as ``estimate``,
        ``low`` and ``high``, and ``margin_value``.

    Examples
    --------
    >>> judged = judge([compare_exact("a", 1, 1), compare_exact("b", 5.5, 5.0)])
    >>> judged.verdict.tolist(), judged.estimate.tolist()
    (['agrees', 'differs'], [0.0, 0.5])
    >>> row = compare_mean("guesses", [4, 5, 4, 6, 5], 4.5, margin=0.1, theirs_n=100)
    >>> judge([row], bounds=True).why[0]
    'at most 1.365 apart; could not agree'
    """
    rows = instances(rows, Row, "rows")
    bounds = flag(bounds, "bounds")
    with_interval = sum(callable(row.gap) for row in rows)
    error = (1 - stats.share_of(confidence, "confidence")) / max(1, with_interval)
    judged = [
        {
            "quantity": row.quantity,
            "published": row.published,
            "measured": row.measured,
            "difference": row.difference(1 - error),
            "margin": _margin(row),
            "verdict": row.verdict(1 - error),
            "why": _why(row, 1 - error, bounds),
            **row.numbers(1 - error),
        }
        for row in rows
    ]
    frame = pd.DataFrame(judged, columns=COLUMNS + NUMBERS)
    counted = dict.fromkeys(["published_n", "measured_n"], "Int64")
    others = dict.fromkeys([name for name in NUMBERS if name not in counted], float)
    return frame.astype(counted | others)


def _why(row: Row, confidence: float, bounds: bool) -> str:
    """What is said of a row, with the bound of its difference if this is asked for."""
    said = [instance(row.why, str, "why", "a text")]
    if bounds and callable(row.gap):
        _, low, high = row.gap(confidence)
        if low < high:
            most = stats.formatted(max(-low, high), row.form.lstrip("+"))
            said.append(f"at most {most} apart")
            if high - low > 2 * row.margin and not row.fitted:
                said.append("could not agree")
    return "; ".join(filter(None, said))


def _margin(row: Row) -> str:
    """How far apart the numbers may be, where that decides."""
    if row.fitted or not callable(row.gap):
        return ""
    return f"±{format(row.margin, row.form.lstrip('+'))}"


def table(rows: list[Row], confidence: float = 0.95) -> pd.DataFrame:
    """As `judge`, which is what it is called now."""
    renamed("mm.verdicts.table", "mm.verdicts.judge")
    return judge(rows, confidence)


def count(*tables: pd.DataFrame) -> str:
    """Count the verdicts of some tables in words.

    >>> rows = [compare_exact("a", 1, 1), compare_exact("b", 1, 2)]
    >>> count(judge([*rows, compare_exact("c", 2, 2)]))
    'agrees: 2, differs: 1'
    """
    for one in tables:
        with_columns(one, "tables", ("verdict",))
    counts = Counter(verdict for one in tables for verdict in one.verdict)
    return ", ".join(f"{name}: {counts[name]}" for name in VERDICTS if counts[name])
