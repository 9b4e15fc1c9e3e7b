"""Tables as a notebook shows them, and as a paper or a spreadsheet takes them.

Numbers are rounded; intervals and p values are written as one reads them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from tabulate import tabulate

from mmlib.checks import asked, instance, instances, listed, one_of, visible
from mmlib.report.former_names import renamed
from mmlib.report.lettering import without_math
from mmlib.report.stats import Interval, formatted
from mmlib.report.verdicts import NUMBERS

#: How `table` can write a table to be copied.
FORMATS = ("text", "latex", "markdown", "csv")


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """What `table` made: `frame` holds the values, `cells` the texts that are shown.

    Of what `verdicts.judge` returns, `frame` also holds the numbers. `format` is how
    the table shows itself; without it, as HTML in a notebook and else as text.
    """

    frame: pd.DataFrame
    cells: pd.DataFrame
    format: str | None = None

    @property
    def table(self) -> pd.DataFrame:
        """As `frame`, which is what it is called now."""
        renamed("Table.table", "frame")
        return self.frame

    def _repr_html_(self) -> str | None:
        if self.format:
            return None
        written = re.sub(
            r"<(t[dh])>", r'<\1 style="text-align: left;">', self._written("html")
        )
        # a board's name stays on its line
        written = re.sub(r"(\d) x (\d)", "\\1\xa0x\xa0\\2", written)
        return without_math(written)

    def __repr__(self) -> str:
        return self.written(self.format or "text")

    def written(self, format: str) -> str:
        """Write the table to be copied: its cells, or as CSV all of its values.

        LaTeX is for the package `booktabs`. Raises ValueError for another format.
        """
        one_of(format, "format", FORMATS)
        if format == "csv":
            return self.frame.to_csv(index=False, lineterminator="\n").rstrip("\n")
        if format == "markdown":
            return self._written("github")
        if format == "latex":
            return _in_latex(self._written("latex_booktabs"))
        return self._written("simple")

    def _written(self, form: str) -> str:
        kinds = self.frame[list(self.cells)].dtypes
        align = ["right" if kind.kind in "iuf" else "left" for kind in kinds]
        cells = self.cells.set_axis(
            [visible(str(name)) for name in self.cells], axis="columns"
        )
        return tabulate(
            cells, "keys", form, showindex=False, disable_numparse=True, colalign=align
        )


def table(
    rows: pd.DataFrame | Mapping | Iterable,
    columns: Iterable[str] | None = None,
    formats: Mapping[str, str] = {},
    *,
    format: str | None = None,
) -> Table:
    """Make a table of values: it shows itself in a notebook, and as text elsewhere.

    Numbers are written with three decimals, whole ones with commas; a p value, in a
    column whose name begins with "p ", never as zero; an `Interval` with its ends; what
    is missing is left empty. Of what `verdicts.judge` returns, the texts are shown; the
    numbers stay in the table's `frame`, and in what is written as CSV.

    Raises TypeError or ValueError if an argument is malformed.

    Parameters
    ----------
    rows : DataFrame, dict of columns, or list of rows
        The values; a row is a dict, or a list where `columns` names its values. The
        index of a frame is not shown.
    columns : list of str, optional
        The columns to show, by default all.
    formats : dict of str to str, optional
        How numbers of a column are written, as ``{"share": ".1%"}``.
    format : {"text", "latex", "markdown", "csv"}, optional
        Show the table in this form everywhere, to be copied; LaTeX is for the package
        booktabs. By default it is HTML in a notebook, and text elsewhere.

    Returns
    -------
    Table

    Examples
    --------
    >>> rows = [("one", 0.5, 0.00001), ("two", None, 0.25)]
    >>> table(rows, ["player", "share", "p value"], {"share": ".0%"})
    player      share    p value
    --------  -------  ---------
    one           50%    < 0.001
    two                    0.250
    >>> table(rows, ["player", "share", "p value"], {"share": ".0%"}, format="csv")
    player,share,p value
    one,0.5,1e-05
    two,,0.25
    """
    if format is not None:
        one_of(format, "format", FORMATS)
    frame = _frame(rows, columns)
    if frame.columns.has_duplicates:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise ValueError(f"columns: {twice!r} is there twice")
    instance(formats, Mapping, "formats", "a dict of columns and their formats")
    for name in formats:
        if name not in frame:
            raise ValueError(f"formats: there is no column {name!r}; {_there(frame)}")
    cells = {
        name: [_written(value, str(name), formats.get(name)) for value in frame[name]]
        for name in frame
    }
    if columns is None and set(NUMBERS) <= set(cells):
        cells = {name: cell for name, cell in cells.items() if name not in NUMBERS}
    if isinstance(rows, pd.DataFrame) and set(NUMBERS) <= set(rows):
        more = [name for name in NUMBERS if name in rows and name not in frame]
        frame = frame.assign(**{name: rows[name].array for name in more})
    return Table(frame, pd.DataFrame(cells, dtype=object), format)


def _in_latex(written: str) -> str:
    """LaTeX with the signs of its own for what our cells have in plain letters."""
    written = written.replace("±", r"\ensuremath{\pm}")
    written = re.sub(r"(?<=\d) x (?=\d)", r" $\\times$ ", written)
    return re.sub(r"(?<![\w.])-(?=\d)", r"\\ensuremath{-}", written)


def _frame(rows: object, columns: object) -> pd.DataFrame:
    """The rows as a frame with these columns, or with all there are."""
    names = None if columns is None else instances(columns, str, "columns")
    named = isinstance(rows, pd.DataFrame | Mapping)  # whether the columns have names
    if not named:
        rows = listed(rows, "rows", "a DataFrame, a dict of columns, or a list of rows")
        named = bool(rows) and isinstance(rows[0], Mapping)
    try:
        frame = pd.DataFrame(rows, columns=None if named else names)
    except (TypeError, ValueError, AssertionError, RecursionError) as problem:
        raise ValueError(f"rows: {problem}") from problem
    if not named or names is None:
        return frame
    for name in names:
        if name not in frame:
            raise ValueError(f"columns: there is no {name!r}; {_there(frame)}")
    return frame[names]


def _there(frame: pd.DataFrame) -> str:
    """The columns that a frame has, for messages."""
    return f"there are {', '.join(map(str, frame))}"


def _written(value: Any, name: str, form: str | None) -> str:
    """One cell."""
    if isinstance(value, Interval):
        estimate, low, high = (_written(number, "", form) for number in value)
        return f"{estimate} ({low} to {high})"
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return ""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if not isinstance(value, int | float | np.integer | np.floating):
        return visible(asked("rows", str, value))
    if form is None and name.startswith("p ") and value < 0.001:
        return "< 0.001"
    usual = "," if isinstance(value, int | np.integer) else ".3f"
    try:
        return formatted(value, form or usual)
    except (TypeError, ValueError):
        raise ValueError(
            f"formats: {form!r} is not how a number is written; "
            "'.3f' is, or ',' or '.1%'"
        ) from None
