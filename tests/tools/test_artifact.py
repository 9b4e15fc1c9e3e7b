"""The tables of docs/artifact.md are those of the notebooks as they last ran."""

import re

import pytest

import mmlib as mm
from tools import artifact


def test_the_page_is_as_its_command_writes_it():
    page = artifact.PAGE.read_text(encoding="utf-8")
    assert artifact.written(page) == page, "type: python -m tools.artifact"


def test_every_number_with_a_verdict_is_of_a_source():
    table = artifact.sources().set_index("source")
    rows = mm.stored_verdicts("Rosu 1997, Table 1")
    counted = table.loc["Rosu 1997", "cannot tell"]
    assert counted >= (rows.verdict == "cannot tell").sum() > 0
    every = mm.stored_verdicts()
    named = every[(every.places != "") & every.verdict.isin(artifact.VERDICTS)]
    assert len(named) * 0.95 < table[list(artifact.VERDICTS)].sum().sum()


def test_a_page_without_marks_is_refused():
    with pytest.raises(ValueError, match="it has no lines '<!-- sources: "):
        artifact.written("nothing")


def test_the_checklist_links_what_there_is():
    page = artifact.PAGE.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page):
        assert (artifact.PAGE.parent / link).exists(), link
