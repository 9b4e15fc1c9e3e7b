"""Tables: what is shown of each kind of value, and what is kept."""

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.report.stats import Interval

#: Two rows with values of every kind.
ROWS = [
    {
        "player": "one",
        "games": 12345,
        "mean": 4.34567,
        "p value": 1e-9,
        "interval": Interval(0.1, -0.05, 0.25),
        "won": True,
    },
    {
        "player": "a<b",
        "games": 2,
        "mean": None,
        "p value": 0.5,
        "interval": None,
        "won": False,
    },
]


def test_table_shows_every_kind_of_value():
    cells = mm.table(ROWS).cells
    assert cells.iloc[0].tolist() == [
        "one",
        "12,345",
        "4.346",
        "< 0.001",
        "0.100 (-0.050 to 0.250)",
        "yes",
    ]
    assert cells.iloc[1].tolist() == ["a<b", "2", "", "0.500", "", "no"]


def test_table_takes_formats_and_columns():
    made = mm.table(ROWS, ["mean", "interval"], {"mean": ".1f", "interval": "+.0%"})
    assert made.cells.values.tolist() == [["4.3", "+10% (-5% to +25%)"], ["", ""]]
    assert made.frame["mean"].tolist()[0] == 4.34567  # all digits are kept


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        pd.DataFrame(ROWS),
        {name: [row[name] for row in ROWS] for name in ROWS[0]},
        map(dict, ROWS),
    ],
)
def test_table_takes_kinds_of_rows(rows):
    made = mm.table(rows)
    assert made.cells.equals(mm.table(ROWS).cells)
    assert repr(made).splitlines()[0].split() == [
        "player",
        "games",
        "mean",
        "p",
        "value",
        "interval",
        "won",
    ]
    html = made._repr_html_()
    assert "a&lt;b" in html
    assert html.count("<tr>") == 3


def test_table_has_texts_left_and_boards_on_their_lines():
    html = mm.table(
        [("Evo10, 5 x 8", 1.0), ("a x b", 2.0)], ["row", "mean"]
    )._repr_html_()
    assert html.count('<td style="text-align: left;">') == 2
    assert html.count('<td style="text-align: right;">') == 2
    assert "5\xa0x\xa08" in html
    assert "a x b" in html


def test_table_writes_zero_without_minus():
    made = mm.table({"a": [-1e-9, -0.0], "b": [-1e-9, 1e-9]}, formats={"b": "+.1f"})
    assert made.cells.values.tolist() == [["0.000", "+0.0"], ["0.000", "+0.0"]]


def test_table_of_rows_of_values():
    assert mm.table([(1, 2.0), (3, 4.0)], ["a", "b"]).cells.to_dict("list") == {
        "a": ["1", "3"],
        "b": ["2.000", "4.000"],
    }
    assert mm.table(np.eye(2), ["a", "b"], {"a": ".0f"}).cells.a.tolist() == ["1", "0"]


def test_table_shows_the_texts_of_verdicts_and_keeps_their_numbers():
    judged = mm.verdicts.judge(
        [
            mm.verdicts.compare_exact("one", 1.5, 1.0),
            mm.verdicts.compare_exact("two", 2.0, 2.0),
        ]
    )
    shown = mm.table(judged)
    assert "estimate" not in str(shown)
    assert shown.frame.estimate.tolist() == [0.5, 0.0]
    some = mm.table(judged[1:], ["quantity", "low"])
    assert list(some.cells) == ["quantity", "low"]
    assert some.frame.estimate.tolist() == [0.0]
    assert list(mm.table(judged[["quantity", "low"]]).frame) == ["quantity", "low"]
    own = pd.DataFrame({"player": ["a"], "low": [1.0], "estimate": [2.0]})
    assert list(mm.table(own, ["player"]).frame) == ["player"]


def test_table_in_other_formats():
    assert r"2 $\times$ 3 $\times$ 4" in mm.table({"a": ["2 x 3 x 4"]}).written("latex")
    rows = {"a_b": ["4 x 6", "±1 & -2"], "mean": [-0.5, 1 / 3]}
    latex = mm.table(rows, format="latex")
    assert latex._repr_html_() is None
    assert [" ".join(line.split()) for line in str(latex).splitlines()] == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"a\_b & mean \\",
        r"\midrule",
        r"4 $\times$ 6 & \ensuremath{-}0.500 \\",
        r"\ensuremath{\pm}1 \& \ensuremath{-}2 & 0.333 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    assert str(mm.table(rows, format="markdown")).splitlines()[2:] == [
        "| 4 x 6   | -0.500 |",
        "| ±1 & -2 |  0.333 |",
    ]
    assert str(mm.table(rows, format="csv")).splitlines() == [
        "a_b,mean",
        "4 x 6,-0.5",
        "±1 & -2,0.3333333333333333",
    ]
    assert str(mm.table(rows, format="text")) == str(mm.table(rows))
    assert mm.table(rows).written("latex") == str(latex)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: mm.table(5),
            (
                "rows: 5 is an int; "
                "a DataFrame, a dict of columns, or a list of rows is needed"
            ),
        ),
        (
            lambda: mm.table(ROWS, ["size"]),
            "columns: there is no 'size'; there are player, games",
        ),
        (
            lambda: mm.table(ROWS, formats={"size": ".1f"}),
            "formats: there is no column 'size'",
        ),
        (
            lambda: mm.table(ROWS, formats={"mean": "odd"}),
            "formats: 'odd' is not how a number is written",
        ),
        (
            lambda: mm.table(ROWS, format="html"),
            "format: 'html' is not one of text, latex, markdown, csv",
        ),
        (
            lambda: mm.table([(1, 2)], ["a"]),
            "rows: 1 columns passed, passed data had 2 columns",
        ),
    ],
)
def test_table_refuses_bad_input(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_table_frame_was_called_table():
    made = mm.table([("a", 1)], ["b", "c"])
    with pytest.warns(DeprecationWarning, match="Table.table is now frame"):
        assert made.table is made.frame
