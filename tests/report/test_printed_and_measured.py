"""The figure of all printed means against ours, and the table behind it."""

import json
import re

import pandas as pd
import pytest

import mmlib as mm
from tools.flag import RIVALS
from tools.reproduce import find


def test_points_stand_at_the_printed_mean_and_the_difference(ax):
    rows = [
        mm.verdicts.compare_mean("guesses", [4, 5] * 50, 4.25, margin=0.01),
        mm.verdicts.compare_exact("of the optimum", 5625 / 1296, 4.340),
    ]
    mm.plots.printed_and_measured(mm.verdicts.judge(rows), ax=ax)
    points = {
        collection.get_label(): collection.get_offsets().round(2).tolist()
        for collection in ax.collections
    }
    assert points == {"agrees: 1": [[4.34, 0.0]], "differs: 1": [[4.25, 0.25]]}


def test_what_is_no_mean_of_guesses_is_left_out(ax):
    rows = [
        mm.verdicts.compare_share("won", (72, 100), (81, 100), margin=0.05),
        mm.verdicts.compare_exact("different answers", 14, 14),
        mm.verdicts.compare_exact("generations", 243.5, 315.5),
        mm.verdicts.compare_exact("means", "other means", "sweeps"),
    ]
    with pytest.raises(ValueError, match="table: no row has two means of guesses"):
        mm.plots.printed_and_measured(mm.verdicts.judge(rows), ax=ax)
    with pytest.raises(ValueError, match="table: has no column measured"):
        mm.plots.printed_and_measured(pd.DataFrame({"published": [], "verdict": []}))


def test_stored_rows_are_those_that_the_notebooks_show():
    """Each row of a notebook's own table stands in the stored one, and no other.

    A player of ours beside the printed mean of another is no reproduction.
    """
    shown = [
        (path.stem, *row)
        for path in find()
        if path.stem not in RIVALS
        for row in shown_rows(json.loads(path.read_text()))
    ]
    stored = mm.stored_verdicts()[["notebook", *SHOWN]].fillna("")
    assert sorted(stored.itertuples(index=False, name=None)) == sorted(shown)


#: The columns of a stored row that are compared with what its notebook shows.
SHOWN = ["quantity", "published", "measured", "difference", "verdict"]


def shown_rows(notebook):
    """The rows of the tables "published beside measured" in stored outputs."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            lines = "".join(output.get("data", {}).get("text/plain", "")).split("\n")
            if not re.match(r"quantity +.*published +.*measured .*verdict", lines[0]):
                continue
            spans = [rule.span() for rule in re.finditer("-+", lines[1])]
            names = [lines[0][start:end].strip() for start, end in spans]
            for line in lines[2:]:
                cells = [line[start:end].strip() for start, end in spans]
                row = dict(zip(names, cells, strict=True))
                yield tuple(row.get(column, "") for column in SHOWN)


def test_without_a_table_all_notebooks_are_drawn(ax):
    mm.plots.printed_and_measured(ax=ax)
    drawn = sum(len(collection.get_offsets()) for collection in ax.collections)
    assert drawn > 100
