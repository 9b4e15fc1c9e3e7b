import re
from pathlib import Path

import nbformat
import pandas as pd
import pytest

from tools import reproduce
from tools.reproduce import main

#: A cell that shows a table with an index.
INDEXED = """import pandas as pd
pd.DataFrame({"pegs": [4, 7], "perfect": [100, 81]}).set_index("pegs")"""

#: A cell that shows a table of published numbers beside measured ones.
TABLE = """import pandas as pd
pd.DataFrame([["a", "1", "1", "", "", "agrees", ""]],
             columns=["quantity", "published", "measured",\
 "difference", "margin", "verdict", "why"])"""

#: A cell that draws a figure.
FIGURE = "import matplotlib.pyplot as plt\n_ = plt.plot([0, 1])"


def notebook(folder, name, cells):
    code = [
        nbformat.v4.new_code_cell(
            source, id=cell_id, metadata={"tags": tags} if tags else {}
        )
        for cell_id, source, *tags in cells
    ]
    heading = nbformat.v4.new_markdown_cell("# A question?", id="question")
    nbformat.write(
        nbformat.v4.new_notebook(cells=[heading, *code]), folder / f"{name}.ipynb"
    )


def test_report_holds_every_table_and_figure(tmp_path, capsys):
    notebook(tmp_path, "01_one", [("table", TABLE), ("figure", FIGURE)])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    made = {
        str(path.relative_to(tmp_path / "report"))
        for path in (tmp_path / "report").rglob("*.*")
    }
    assert made == {
        ".mmlib-report",
        "index.html",
        "notebooks/01_one.html",
        "notebooks/01_one.ipynb",
        *(f"figures/01_one-figure.{form}" for form in ("png", "svg", "pdf")),
        *(
            f"tables/{name}.{form}"
            for name in ("01_one-table", "published_beside_measured")
            for form in ("csv", "md", "tex")
        ),
    }
    assert (tmp_path / "report/figures/01_one-figure.pdf").read_bytes()[:5] == b"%PDF-"
    index = (tmp_path / "report" / "index.html").read_text()
    assert "figures/01_one-figure.png" in index
    assert "A question?" in index
    said = capsys.readouterr().out
    assert "01_one" in said
    assert "2/2 cells" in said
    assert "Published beside measured" in said


def test_report_draws_the_printed_means_and_links_each_to_its_notebook(tmp_path):
    means = TABLE.replace('"1", "1"', '"4.38", "4.40 (n < 9)"')
    notebook(tmp_path, "01_one", [("table", means)])
    report = tmp_path / "report"
    assert reproduce.reproduce(report=report, folder=tmp_path) == 0
    index = (report / "index.html").read_text()
    assert 'src="figures/published_beside_measured.png"' in index
    assert (report / "figures/published_beside_measured.png").stat().st_size > 1000
    assert '<td><a href="notebooks/01_one.html">01_one</a></td>' in index
    assert "4.40 (n &lt; 9)" in index


def test_report_opens_with_what_each_notebook_found(tmp_path):
    notebook(tmp_path, "01_one", [("figure", FIGURE), ("table", TABLE)])
    path = tmp_path / "01_one.ipynb"
    opened = nbformat.read(path, 4)
    yes = "Yes.\n\n- By *two*, as [there](02_bad.ipynb)."
    opened.cells[
        0
    ].source = f"# 1. Does it?\n\n**What came out.** {yes}\n\n**Source.** Nobody."
    nbformat.write(opened, path)
    notebook(tmp_path, "02_bad", [("broken", "1 / 0")])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 1
    index = (tmp_path / "report/index.html").read_text()
    first, rest = index.split("Tables and figures", 1)
    assert '<a href="#01_one">1. Does it?</a>' in first
    assert '<li>By <em>two</em>, as <a href="#02_bad">there</a>.</li>' in first
    assert "Nobody" not in index
    assert "figures/01_one-figure.png" in first
    assert "ZeroDivisionError" in first
    assert "01_one-table.csv" in rest
    assert "01_one-table.csv" not in first


def test_report_lists_the_places_in_sources(tmp_path):
    rows = TABLE.replace('"a"', '"Table II: mean"')
    notebook(tmp_path, "01_one", [("figure", FIGURE), ("table", rows)])
    path = tmp_path / "01_one.ipynb"
    marked = nbformat.read(path, 4)
    for cell, places in zip(
        marked.cells[-2:],
        (["Bo, Fig. 2"], ["Bo, Table II", "Bo, Fig. 10"]),
        strict=True,
    ):
        cell.metadata["reproduces"] = places
    nbformat.write(marked, path)
    report = tmp_path / "report"
    assert reproduce.reproduce(report=report, folder=tmp_path) == 0
    index = (report / "index.html").read_text()
    listed = index.partition("By source")[2].partition("</table>")[0]
    assert re.findall(r"<tr><td>(.*?)</td>", listed) == [
        "Bo, Fig. 2",
        "Bo, Fig. 10",
        "Bo, Table II",
    ]
    assert 'href="notebooks/01_one.html#cell-id=table">01_one, table' in listed
    assert 'href="tables/01_one-table.tex">LaTeX' in listed
    assert 'href="figures/01_one-figure.pdf">PDF' in listed
    assert 'id="cell-id=table"' in (report / "notebooks/01_one.html").read_text()
    stored = pd.read_csv(report / "tables/published_beside_measured.csv")
    assert "Bo, Table II" in stored.places.tolist()


def test_report_shows_boards_by_their_first_frame(tmp_path):
    board = (
        "from IPython.display import HTML\n"
        """HTML('<img src="data:,"><table><tr><td>1</td></tr></table>')"""
    )
    notebook(tmp_path, "01_one", [("board", board)])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    assert (
        '<img src="data:,"><table>' in (tmp_path / "report" / "index.html").read_text()
    )
    assert not list((tmp_path / "report" / "tables").glob("01_one*"))


def test_report_leaves_out_what_jupyterlab_hides(tmp_path):
    notebook(tmp_path, "01_one", [("plumbing", "print(20 + 3)"), ("shown", "4 + 5")])
    path = tmp_path / "01_one.ipynb"
    hidden = nbformat.read(path, 4)
    cell = next(cell for cell in hidden.cells if cell.id == "plumbing")
    cell.metadata["jupyter"] = {"source_hidden": True}
    nbformat.write(hidden, path)
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    page = (tmp_path / "report" / "notebooks" / "01_one.html").read_text()
    page = re.sub("<[^>]+>", "", page[page.index("<body") :])
    assert "20 + 3" not in page
    assert "23" in page
    assert "4 + 5" in page


def test_report_lists_what_differs_and_counts_the_rest(tmp_path, capsys):
    table = """import mmlib as mm
exact, row = mm.verdicts.compare_exact, mm.verdicts.Row
rows = [exact("the first", 1, 1), exact("the second", 1, 2),\
 exact("the third", 1, 1, fitted=True)]
mm.table(mm.verdicts.judge([*rows, row("the fourth", "1", "")]))"""
    notebook(tmp_path, "01_one", [("table", table)])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    said = capsys.readouterr().out
    counts = "4 numbers (agrees: 1, differs: 1, fitted: 1, not compared: 1)"
    assert f"Published beside measured: {counts}." in said
    assert [
        word
        for word in ("the first", "the second", "the third", "the fourth")
        if word in said
    ] == ["the second"]
    index = (tmp_path / "report/index.html").read_text()
    assert all(
        f"</span>{count}</li>" in index
        for count in ("agrees: 1", "differs: 1", "fitted: 1", "not compared: 1")
    )
    stored = (tmp_path / "report/tables/published_beside_measured.csv").read_text()
    assert all(
        word in stored
        for word in ("the first", "the second", "the third", "the fourth")
    )


def test_report_lists_rows_that_are_numbered_or_lack_a_column(tmp_path, capsys):
    table = """import mmlib as mm
rows = mm.verdicts.judge(\
[mm.verdicts.compare_exact(name, 1, 2) for name in ("the first", "the second")])
mm.table(rows.drop(columns="margin", errors="ignore"))"""
    notebook(tmp_path, "01_one", [("table", table)])
    notebook(
        tmp_path,
        "02_two",
        [
            (
                "table",
                table.replace("mm.table(rows.drop", "(rows[1:].assign(more='±1').drop"),
            )
        ],
    )
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    said = capsys.readouterr().out
    assert said.count("the second") == 2
    assert "Unnamed" not in said
    assert "nan" not in said


def test_report_makes_a_named_index_a_column(tmp_path):
    notebook(tmp_path, "01_one", [("table", INDEXED)])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    assert (
        tmp_path / "report/tables/01_one-table.csv"
    ).read_text() == "pegs,perfect\n4,100\n7,81\n"


def test_report_tables_keep_what_they_show(tmp_path):
    columns = {
        "code": ["0011", "0012"],
        "mean": ["3.850", "4.390"],
        "n": ["10,000", "7"],
    }
    shown = f"import pandas as pd\npd.DataFrame({columns})"
    notebook(tmp_path, "01_one", [("table", shown)])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    assert (
        tmp_path / "report/tables/01_one-table.csv"
    ).read_text() == 'code,mean,n\n0011,3.850,"10,000"\n0012,4.390,7\n'


#: Tables that cells show, and what comes of them as CSV.
SHOWN = [
    ("pd.DataFrame({'mean': [1 / 3]}).round(9)", "mean\n0.333333333\n"),
    ("pd.DataFrame({'mean': [1 / 3]}, index=['a'])", ",mean\na,0.3333333333333333\n"),
    ("pd.DataFrame({('a', 'b'): [1]})", "a b\n1\n"),
    (
        "mm.table({'n': [7], 'mean': [1 / 3]}, formats={'mean': '.2f'})",
        "n,mean\n7,0.3333333333333333\n",
    ),
    ("mm.table([('0012', 7)], ['code', 'n'])", "code,n\n0012,7\n"),
]


def test_report_tables_come_with_all_their_digits(tmp_path):
    start = "import pandas as pd\nimport mmlib as mm"
    notebook(
        tmp_path,
        "01_one",
        [("start", start), *((f"t{i}", shown) for i, (shown, _) in enumerate(SHOWN))],
    )
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    tables = tmp_path / "report/tables"
    assert [(tables / f"01_one-t{i}.csv").read_text() for i in range(len(SHOWN))] == [
        csv for _, csv in SHOWN
    ]
    assert (tables / "01_one-t3.md").read_text().splitlines()[-1] == "|   7 |   0.33 |"
    assert r"7 &   0.33 \\" in (tables / "01_one-t3.tex").read_text()
    assert (tables / "01_one-t2.tex").read_text().count("tabular") == 2
    assert (tmp_path / "report/index.html").read_text().count("<table") == len(SHOWN)


@pytest.mark.slow
def test_report_of_a_leaderboard_comes_with_all_its_digits(tmp_path):
    shown = (
        "import mmlib as mm\n"
        "mm.leaderboard("
        "mm.Rules(3, 4), ['knuth', 'random_consistent'], 20, 1, timed=False)"
    )
    notebook(tmp_path, "01_one", [("table", shown)])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 0
    text = (tmp_path / "report/tables/01_one-table.csv").read_text()
    assert text.startswith(
        "player,mean,standard_error,low,high,worst,lost,evaluations,behind,"
    )
    assert len(text.splitlines()[1].split(",")[2]) > 10


def test_reproduce_names_a_file_that_is_no_notebook(tmp_path, capsys):
    (tmp_path / "01_bad.ipynb").write_text("{")
    notebook(tmp_path, "02_good", [("fine", "1 + 1")])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 1
    said = capsys.readouterr()
    assert "FAILED 01_bad, not a notebook" in said.err
    assert "02_good" in said.out


def test_reproduce_names_a_failing_notebook_and_runs_the_others(tmp_path, capsys):
    notebook(
        tmp_path, "01_bad", [("fine", "1 + 1"), ("broken", "1 / 0"), ("never", "2")]
    )
    notebook(tmp_path, "02_good", [("fine", "1 + 1")])
    assert reproduce.reproduce(report=tmp_path / "report", folder=tmp_path) == 1
    said = capsys.readouterr()
    assert (
        "FAILED 01_bad, cell 2 (broken): ZeroDivisionError: division by zero"
        in said.err
    )
    assert "02_good" in said.out


def test_reproduce_writes_the_same_bytes_twice_even_where_a_time_is_shown(tmp_path):
    clock = "import time; print(time.time_ns())"
    notebook(
        tmp_path,
        "01_one",
        [("steady", "x = 3; x"), ("clock", clock, reproduce.VOLATILE)],
    )
    path = tmp_path / "01_one.ipynb"
    assert reproduce.reproduce(write=True, folder=tmp_path) == 0
    first = path.read_bytes()
    assert reproduce.reproduce(write=True, folder=tmp_path) == 0
    assert path.read_bytes() == first
    changed = first.replace(b"x = 3", b"x = 4")
    path.write_bytes(changed)
    assert reproduce.reproduce(write=True, folder=tmp_path) == 0
    clocks = [
        nbformat.reads(raw.decode(), 4).cells[2].outputs[0].text
        for raw in (first, path.read_bytes())
    ]
    assert clocks[0] != clocks[1]  # something changed, so the time was measured anew


def test_reproduce_does_not_rewrite_a_failed_notebook(tmp_path):
    notebook(tmp_path, "01_bad", [("broken", "1 / 0")])
    before = (tmp_path / "01_bad.ipynb").read_bytes()
    assert reproduce.reproduce(write=True, folder=tmp_path) == 1
    assert (tmp_path / "01_bad.ipynb").read_bytes() == before


#: A sentence that holds for one value.
SAYS = 'import mmlib as mm\nmm.text_says(SEED == 5, "the text says five")'


def test_reproduce_runs_a_copy_with_other_parameters(tmp_path, capsys):
    """It goes on past every error, and lists what the text says otherwise."""
    cells = [
        ("parameters", "SEED = 5  # of all\nA, B = 1, 2", "parameters"),
        ("shown", "print(SEED, A, B)"),
        ("says", SAYS),
        ("broken", "1 / (B - 3)"),
        ("after", "A + B"),
    ]
    notebook(tmp_path, "01_one", cells)
    stored = (tmp_path / "01_one.ipynb").read_bytes()
    report = tmp_path / "report"
    chosen = {"report": report, "folder": tmp_path}
    assert reproduce.reproduce(values={"SEED": "6", "B": "3"}, **chosen) == 1
    assert (tmp_path / "01_one.ipynb").read_bytes() == stored
    said = capsys.readouterr()
    assert "The text says five; it was written for other values than yours." in said.out
    assert "FAILED 01_one, cell 4 (broken): ZeroDivisionError" in said.err
    copy = nbformat.read(report / "notebooks" / "01_one.ipynb", 4)
    assert copy.cells[1].source == "SEED = 6  # of all\nA, B = 1, 3"
    assert copy.cells[2].outputs[0].text == "6 1 3\n"
    assert copy.cells[5].outputs[0].data["text/plain"] == "4"
    index = (report / "index.html").read_text()
    assert "A copy, with <b>SEED = 6, B = 3</b>." in index
    assert index.index("What its text says otherwise") < index.index("Tables and fig")
    assert reproduce.reproduce(values={"B": "2"}, **chosen) == 0
    assert "says five" not in capsys.readouterr().out


def test_folder_of_a_copy_tells_its_values():
    values = {"SEED": "6", "PLAYER": "'kooi'", "SIZES": "[4, 5]"}
    folder = reproduce.folder_of(Path("build/changed-05"), values)
    assert folder == Path("build/changed-05-SEED=6-PLAYER=_kooi_-SIZES=_4,_5_")


def test_reproduce_says_which_parameters_there_are(tmp_path, capsys):
    cells = [("parameters", "SEED = 5", "parameters")]
    notebook(tmp_path, "01_one", cells)
    with pytest.raises(
        ValueError, match=r"set: GAMES is no parameter here; .* are SEED"
    ):
        reproduce.reproduce(values={"GAMES": "5"}, folder=tmp_path)
    with pytest.raises(ValueError, match="set: outputs of other values are not stored"):
        reproduce.reproduce(values={"SEED": "5"}, folder=tmp_path, write=True)
    for text, message in (
        ("SEED", "set: 'SEED' is not a name and its value, such as SEED=6"),
        ("SEED=", "set: 'SEED=' is not a name and its value"),
        ("PLAYER=kooi", "set: 'kooi' is a name; texts need quotes that the shell"),
        ("SEED=1 2", "set: '1 2' is no value that Python reads; texts need quotes"),
    ):
        with pytest.raises(SystemExit):
            main(["--only", "21", "--set", text])
        assert message in capsys.readouterr().err


def test_reproduce_empties_no_folder_of_something_else(tmp_path):
    notebook(tmp_path, "01_one", [("fine", "1")])
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("precious")
    (tmp_path / "mine" / "index.html").write_text("my site")
    with pytest.raises(ValueError, match="holds something that is not a report"):
        reproduce.reproduce(report=tmp_path / "mine", folder=tmp_path)
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "precious"


def test_command_line_says_what_is_wrong(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--only", "99"])
    assert stop.value.code == 2
    assert "no notebook starts with '99'; there are 01_play" in capsys.readouterr().err


def test_reproduce_takes_a_single_digit_for_one_notebook():
    assert [path.name[:2] for path in reproduce.find("1")] == ["01"]
    assert len(reproduce.find()) > len(reproduce.find("01_pl")) == 1
