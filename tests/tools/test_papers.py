import math
import re

import pytest
import typst
import yaml

import mmlib as mm
from tools.papers import text
from tools.papers.__main__ import build, metadata_of
from tools.papers.figures import FIGURES, font_folders
from tools.papers.stored import Cell, stored_table, stored_words
from tools.papers.text import LABEL, PAPERS, UntrueSentence, filled

#: What the journal's template of metadata has at its top.
REQUIRED = {
    "title", "authors", "affiliations", "keywords", "code", "data", "replication",
    "abstract", "bibliography", "type", "domain", "language", "review", "contributors",
    "dates", "article", "journal",
}  # fmt: skip

#: The versions that games of both papers were played with.
VERSIONS = text._made_with("le_adoga_fresh")["versions"]

#: What may stand in a paper as it is, for it was not measured: boards, places in a
#: source, first guesses, files, how sure an interval is, and how near is equal.
GIVEN = [
    r"\d x \d+( to \d x \d+)?",
    r"(Tables?|Figs?\.|section|[Nn]otebooks?|KBI) [\dIVX., toand]+",
    r"\b00\d+\b",
    r"`[^`]+`",
    r"95 %",
    r"0\.05 guesses",
    r"\bwithin 0\.05",
]


def put_in(source):
    """A paper without what is put in, and without labels and lists' numbers."""
    source = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", source, flags=re.DOTALL)
    source = re.sub(r"\{#.*?\}|\[@.*?\]|^\d\. ", "", source, flags=re.MULTILINE)
    return source


@pytest.mark.parametrize("paper", FIGURES)
def test_no_number_is_typed_by_hand(paper):
    source = put_in((PAPERS / paper / "article.md").read_text(encoding="utf-8"))
    for pattern in GIVEN:
        source = re.sub(pattern, "", source)
    assert re.findall(r".{20}\d.*", source) == []


@pytest.mark.parametrize("paper", FIGURES)
def test_every_figure_and_table_is_spoken_of(paper):
    source = (PAPERS / paper / "article.md").read_text(encoding="utf-8")
    names = {name for _, name in LABEL.findall(source)}
    assert set(re.findall(r'ref\("(\w+)"\)', source)) == names


def test_a_sentence_that_does_not_hold_stops_the_paper(tmp_path):
    path = tmp_path / "article.md"
    path.write_text("Four is more than five.{{ says(4 > 5) }}", encoding="utf-8")
    with pytest.raises(UntrueSentence):
        filled(path)


def other(cell):
    """The cell with every digit another one."""
    return Cell(re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), cell))


@pytest.mark.parametrize("paper", FIGURES)
def test_other_results_make_other_numbers(paper, monkeypatch):
    path = PAPERS / paper / "article.md"
    usual = filled(path)

    def other_table(*place):
        table = stored_table(*place)
        for row in table.rows.values():
            row[1:] = map(other, row[1:])
        return table

    monkeypatch.setattr(text, "stored_table", other_table)
    monkeypatch.setattr(text, "stored_words", lambda *_: [other("1.234")] * 3)
    monkeypatch.setattr(text, "_says", lambda *_: "")
    decimals = [
        set(re.findall(r"\d\.\d{2,}", result)) for result in (usual, filled(path))
    ]
    assert len(decimals[0]) > 20
    # our margin, a number that the source prints, and versions
    given = {"0.05", "4.68"} | set(re.findall(r"\d\.\d{2,}", str(VERSIONS)))
    assert decimals[0] & decimals[1] <= given


@pytest.mark.parametrize("notebook", ["08_le_adoga", "11_berghman"])
def test_tables_are_those_of_the_stored_verdicts(notebook):
    stored = stored_table(notebook, "closing")
    rows = mm.stored_verdicts().query("notebook == @notebook and cell == 'closing'")
    assert len(rows) == len(stored.rows)
    for row in rows.itertuples():
        assert stored[row.quantity, "published"] == row.published
        assert stored[row.quantity, "verdict"] == row.verdict
        if row.quantity.startswith("mean, ") and not math.isnan(row.measured_value):
            measured = stored[row.quantity, "measured"].number
            assert measured == pytest.approx(row.measured_value, abs=0.0006)


def test_what_is_not_there_is_named():
    with pytest.raises(ValueError, match="has no cell 'none'"):
        stored_table("08_le_adoga", "none")
    with pytest.raises(ValueError, match="no table is stored"):
        stored_table("08_le_adoga", "replayed")
    with pytest.raises(ValueError, match=r"does not print 'nothing \{\}'"):
        stored_words("08_le_adoga", "replayed", "nothing {}")
    with pytest.raises(KeyError, match="'Knuth' is not among"):
        stored_table("08_le_adoga", "closing")["Knuth", "measured"]


@pytest.mark.parametrize("paper", FIGURES)
def test_a_paper_is_built_in_the_journals_form(paper, tmp_path):
    pdf = build(paper, tmp_path)
    folder = pdf.parent
    assert pdf.read_bytes().startswith(b"%PDF")
    pages = typst.compile(
        folder / "article.typ", format="svg", root=folder, font_paths=font_folders()
    )
    assert 4 <= len(pages) <= 6
    assert {path.stem for path in folder.glob("*.pdf")} == {
        "article",
        *(figure.__name__ for figure in FIGURES[paper]),
    }
    latex = (folder / "content.tex").read_text(encoding="utf-8")
    assert latex.count(r"\includegraphics") == len(FIGURES[paper])
    assert r"\autocite{" in latex
    metadata = yaml.safe_load((folder / "metadata.yaml").read_text(encoding="utf-8"))
    assert metadata == metadata_of(paper)
    assert set(metadata) == REQUIRED
    assert metadata["title"].startswith(("[Re] ", "[¬Re] "))
