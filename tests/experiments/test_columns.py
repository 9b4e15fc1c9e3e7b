"""What goes into a CSV file comes out, or is refused by its column's name."""

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from mmlib.experiments import results

#: A missing number.
NAN = float("nan")


def back(folder, column, name="x"):
    """A column that was stored and read."""
    frame = column if isinstance(column, pd.DataFrame) else pd.DataFrame({name: column})
    results.write("demo", frame, settings={}, command="", folder=folder)
    return results.read("demo", folder=folder)


#: Columns of texts, which come out as they went in.
TEXTS = [
    ["007", "010"],
    ["a", " ", "b"],
    [" ", "  "],
    ["", "a"],
    ["", ""],
    ["nan", "None", "NA", "null", "<NA>"],
    [" lead", "trail ", "\ttab\t"],
    ["a\rb", "a\nb", "a\r\nb", "\n", "\r", "\r\n"],
    ['"', '""', "a,b", "'", "\\", '"\r\n",'],
    ["True", "1e5", "inf", "2020-01-01"],
    ["\ufeffa", "ß¼", "\U0001f600", "\x00", "a\x00b", "\x1a"],
]


@pytest.mark.parametrize("texts", TEXTS)
def test_checked_csv_keeps_texts(texts, tmp_path):
    for values in (
        texts,
        pd.Categorical(texts),
        pd.Series(texts, dtype="string"),
        pd.Series(texts, dtype=object),
    ):
        assert back(tmp_path, values).x.tolist() == texts


def test_checked_csv_keeps_texts_beside_missing_ones(tmp_path):
    found = back(tmp_path, ["a", None, "007"]).x
    assert [found[0], found[2]] == ["a", "007"]
    assert found.isna().tolist() == [False, True, False]
    with pytest.raises(
        ValueError, match="frame: column 'x' holds an empty text beside missing values"
    ):
        back(tmp_path, ["a", "", None])


#: Columns of numbers and times, which come out with their types.
COLUMNS = [
    pd.Series([True, False]),
    pd.Series([True, None], dtype="boolean"),
    pd.Series([1, None, 2**60 + 1], dtype="Int64"),
    pd.Series([1, 2], dtype="Int64"),
    pd.Series([2**64 - 1, 1], dtype="uint64"),
    pd.Series(
        [
            0.1,
            1 / 3,
            5e-324,
            1.7976931348623157e308,
            -0.0,
            float("inf"),
            -float("inf"),
            NAN,
        ]
    ),
    pd.Series([0.1, 1 / 3], dtype="float32"),
    pd.Series([0.1, None], dtype="Float64"),
    pd.Series([1 + 2j, -3j]),
    pd.Series(pd.to_datetime(["2020-01-01 01:02:03.123456789", None])),
    pd.Series(
        pd.to_datetime(["2020-01-01 01:02:03+01:00", "2021-01-01 00:00:00+01:00"])
    ),
    pd.Series(pd.to_timedelta(["1s", None])),
    pd.Series(np.random.default_rng(1).standard_normal(2000) * 1e-200),
]


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: str(column.dtype))
def test_checked_csv_keeps_numbers_and_times(column, tmp_path):
    pd.testing.assert_series_equal(
        back(tmp_path, column).x, column.rename("x"), check_exact=True
    )


def test_checked_csv_of_numbers_beyond_64_bits(tmp_path):
    assert back(tmp_path, pd.Series([2**70, 1], dtype=object)).x.tolist() == [2**70, 1]


def test_checked_csv_of_values_whose_type_pandas_widens(tmp_path):
    for column in (
        np.array([1, 2], np.int8),
        pd.Categorical([3, 1]),
        [7, None],
        [None, None],
        [True, None],
    ):
        found = back(tmp_path, pd.Series(column)).x.tolist()
        wanted = pd.Series(column).tolist()
        assert [
            a == b or (pd.isna(a) and pd.isna(b))
            for a, b in zip(found, wanted, strict=True)
        ] == [True, True]


@pytest.mark.parametrize(
    "values",
    [
        [1, "a"],
        ["1", 2],
        [True, "True"],
        [True, 1],
        [[1, 2], [3]],
        [np.zeros(2), None],
        [{"a": 1}, None],
        [b"a", b"b"],
        [2**53 + 1, None],
        [Decimal("0.1"), Decimal(1)],
        [datetime.date(2020, 1, 1), None],
        ["\ud800", "a"],
        pd.interval_range(0, 2),
    ],
    ids=repr,
)
def test_checked_csv_refuses_what_would_not_come_back(values, tmp_path):
    column = pd.Series(values, dtype=object) if isinstance(values, list) else values
    with pytest.raises((TypeError, ValueError), match=r"^frame: column 'odd'"):
        back(tmp_path, column, "odd")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a", "a"], "two columns are called 'a'"),
        ([0, 1], "name of column 0 is not a text"),
        (["a", None], "name of column (nan|None) is not a text"),
        (
            pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]),
            r"name of column \('a', 'b'\) is not a text",
        ),
        (["", "a"], "column '': such a name comes back"),
        (["\ufeffa", "b"], "column '.*a': such a name comes back"),
        (["a\ud800", "b"], "holds half of a character"),
    ],
)
def test_checked_csv_checks_names_of_columns(names, message, tmp_path):
    with pytest.raises(
        (TypeError, ValueError), match=f"^frame: .*{message}|^frame: {message}"
    ):
        back(tmp_path, pd.DataFrame([[1, 2]], columns=names))
    assert not list(tmp_path.iterdir())


def test_checked_csv_keeps_odd_names_of_columns(tmp_path):
    frame = pd.DataFrame(
        [[1, "x", 2.5, True]], columns=[" a ", "b,\n", '"', "Unnamed: 3"]
    )
    pd.testing.assert_frame_equal(back(tmp_path, frame), frame)
    one = pd.DataFrame({"x": [None, " ", None]})
    assert back(tmp_path, one).x.isna().tolist() == [True, False, True]
