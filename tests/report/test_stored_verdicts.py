"""What the notebooks compared: found by the words of a source."""

import json

import numpy as np
import pytest

import mmlib as mm
from mmlib.report.stored_verdicts import BETWEEN, places
from tools.by_source import REPRODUCES
from tools.reproduce import find


def test_a_table_of_a_paper_has_all_its_rows_and_numbers():
    nine = mm.stored_verdicts("le adoga ix").query("places == 'Le Adoga, Table IX'")
    printed = mm.published.strategies_4x6
    nine = nine[~nine.quantity.str.contains("most guesses")]
    assert len(nine) == len(printed)
    assert sorted(nine.published_value) == sorted(printed.mean_guesses)
    sampled = nine.set_index("quantity").loc["Berghman et al."]
    assert (sampled.published_n, sampled.verdict) == (3888, "cannot tell")
    assert sampled.low < sampled.estimate < sampled.high
    assert sampled.estimate == sampled.measured_value - sampled.published_value


def test_numbers_of_tables_are_read_in_either_way():
    assert mm.stored_verdicts("Le Adoga, Table 5").equals(
        mm.stored_verdicts("Table V, Le Adoga")
    )
    fifth = mm.stored_verdicts("Le Adoga, Table V")
    assert fifth.quantity.str.contains(r"Table V\b").all()


def test_without_words_everything_is_read():
    everything = mm.stored_verdicts()
    assert set(everything.verdict) <= set(mm.verdicts.VERDICTS)
    numbers = everything[["estimate", "low", "high"]].dropna().to_numpy()
    assert (np.diff(numbers[:, [1, 0, 2]]) >= 0).all()
    compared = everything.verdict.isin(["agrees", "differs", "cannot tell"])
    assert everything[everything.published_n.notna()].verdict.ne("not compared").all()
    assert compared.sum() > 200


def test_words_that_no_place_has_are_refused_with_the_places():
    with pytest.raises(ValueError, match=r"place: nothing of 'Bach' .* Rosu 1997, Tab"):
        mm.stored_verdicts("Bach")
    with pytest.raises(ValueError, match="place: ',' has no word of a source"):
        mm.stored_verdicts(",")
    with pytest.raises(TypeError, match="place: 9 is an int; a text is needed"):
        mm.stored_verdicts(9)


def test_every_place_is_marked_in_its_notebook():
    """The stored places are those that the cells of the notebooks name."""
    marked = {
        (place, path.stem, cell["id"])
        for path in find()
        for cell in json.loads(path.read_text())["cells"]
        for place in cell["metadata"].get(REPRODUCES, [])
    }
    listed = places()
    stored = set(zip(listed.place, listed.notebook, listed.cell, strict=True))
    assert stored <= marked
    assert all(", " in place and BETWEEN not in place for place, _, _ in marked)
    closing = {
        cell for _, cell in mm.stored_verdicts().groupby(["notebook", "cell"]).groups
    }
    assert {cell for _, _, cell in stored} >= closing - {"published"}  # compares none
