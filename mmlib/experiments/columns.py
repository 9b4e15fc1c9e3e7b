"""Data frames as CSV files, and what such a file does not say of its columns.

CSV has texts only, and one way to say nothing. What would come back as something else
is refused, or noted in hints.
"""

import io
import numbers
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from mmlib.checks import shown

#: The hints by name: columns whose values are all texts; those of them whose empty
#: fields are empty texts, and not missing values; and the types of those that pandas
#: would not guess. The last two are left out where there are none.
HINTS = {"text": list, "empty": list, "types": dict}

#: Before pandas 3.1, a float could come back as its neighbor.
EXACT: dict[str, Any] = (
    {}
    if tuple(map(int, pd.__version__.split(".")[:2])) >= (3, 1)
    else {"float_precision": "round_trip"}
)


def as_csv(frame: pd.DataFrame) -> bytes:
    """A frame as a CSV file, without its index."""
    return frame.to_csv(index=False, lineterminator="\n").encode()


def from_csv(
    content: bytes, text: Iterable[str] = (), hints: dict | None = None
) -> pd.DataFrame:
    """Read a frame as `as_csv` wrote it.

    An empty field is a missing value; "NA" and "nan" are texts like any other. `text`
    names columns to be read as texts, besides those in the `hints`.
    """
    hints = hints or {}
    types = hints.get("types", {})
    read_as: dict = dict.fromkeys([*text, *hints.get("text", ())], str)
    read_as |= {
        name: kind if kind == "boolean" else "string" for name, kind in types.items()
    }
    frame = pd.read_csv(
        io.BytesIO(content),
        dtype=read_as,
        keep_default_na=False,
        na_values=[""],
        lineterminator="\n",
        skip_blank_lines=False,  # blanks are a text
        **EXACT,
    )
    filled = {name: frame[name].fillna("") for name in hints.get("empty", ())}
    return frame.assign(**filled).astype(types)


def hints(frame: pd.DataFrame) -> dict:
    """What has to be known beside the CSV file, to be stored as JSON."""
    text = []
    empty = []
    types = {}
    for name in map(str, frame.columns):
        # those of a category are what its categories are
        values = frame[name].astype(object)
        if pd.api.types.infer_dtype(values, skipna=True) == "string":
            text.append(name)
            if values.eq("").any() and not values.isna().any():
                empty.append(name)
        elif _is_special(frame[name].dtype):
            types[name] = str(frame[name].dtype)
    found: dict = {"text": text}
    if empty:
        found["empty"] = empty
    if types:
        found["types"] = types
    return found


def are_hints(found: dict) -> bool:
    """Whether what a JSON file has under the names of the hints is of their types."""
    for name, kind in HINTS.items():
        several = found.get(name, kind())
        if type(several) is not kind or not all(
            isinstance(one, str) for one in several
        ):
            return False
    return all(isinstance(kind, str) for kind in found.get("types", {}).values())


def checked_csv(frame: pd.DataFrame) -> bytes:
    """Write a frame as a CSV file, after checking what comes back from it.

    The same columns and values have to come back. A category comes back as its values,
    and whole numbers as int64; None and NaN are both missing values. Raises TypeError
    or ValueError that names the column.
    """
    for name in frame.columns:
        if not isinstance(name, str):
            raise TypeError(f"frame: the name of column {shown(name)} is not a text")
    if not frame.columns.is_unique:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise ValueError(
            f"frame: two columns are called {shown(twice)}; a name stands for one"
        )
    for name in frame.columns:
        _check_column(frame[[name]])
    return as_csv(frame)


def _check_column(column: pd.DataFrame) -> None:
    """Check that a frame of one column comes out of a CSV file as it went in."""
    (name,) = column.columns
    told = f"frame: column {shown(name)}"
    try:
        back = from_csv(as_csv(column), hints=hints(column))
    except UnicodeEncodeError:
        raise ValueError(
            f"{told} holds half of a character (a surrogate), which UTF-8 does not have"
        ) from None
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(
            f"{told}, of {column[name].dtype}, cannot be stored as CSV: {error}"
        ) from error
    if list(back.columns) != [name]:
        raise ValueError(
            f"{told}: such a name comes back from a CSV file "
            f"as {shown(', '.join(back.columns))}"
        )
    if len(back) != len(column):
        raise ValueError(
            f"{told} comes back from a CSV file with {len(back)} rows "
            f"instead of {len(column)}"
        )
    if back[name].equals(column[name].reset_index(drop=True)):
        return
    for row, (value, found) in enumerate(
        zip(column[name].tolist(), back[name].tolist(), strict=True)
    ):
        if isinstance(value, str) and not value and _is_missing(found):
            raise ValueError(
                f"{told} holds an empty text beside missing values; "
                "CSV has one way to write both"
            )
        if not _same(value, found):
            came = (
                f"{shown(value)} in row {row} comes back from a CSV file "
                f"as {shown(found)}"
            )
            raise TypeError(
                f"{told}: {came}; "
                "store numbers, texts or times, of one kind in a column"
            )


def _is_special(dtype: object) -> bool:
    """Whether pandas would guess another type than this one.

    It would for whole numbers with missing ones, times, complex numbers and short
    floats.
    """
    if isinstance(dtype, pd.StringDtype | pd.CategoricalDtype):
        return False
    if isinstance(dtype, np.dtype):
        return dtype.kind in "mMc" or (
            dtype.kind == "f" and dtype.itemsize != np.dtype(float).itemsize
        )
    return True


def _same(value: object, found: object) -> bool:
    """Whether a value is what came back: both missing, or equal and of one kind."""
    if _is_missing(value) or _is_missing(found):
        return _is_missing(value) and _is_missing(found)
    for kind in (bool | np.bool_, str, numbers.Real):
        if isinstance(value, kind) or isinstance(found, kind):
            return (
                isinstance(value, kind)
                and isinstance(found, kind)
                and bool(value == found)
            )
    return type(value) is type(found) and bool(value == found)


def _is_missing(value: Any) -> bool:
    return pd.api.types.is_scalar(value) and bool(pd.isna(value))
