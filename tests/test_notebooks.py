"""Hygiene of the notebooks as files; that their outputs come back is nbval's part."""

import ast
import base64
import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

import mmlib as mm
from tools.by_source import REPRODUCES
from tools.parameters import TAG
from tools.report import COMPARISON
from tools.reproduce import NOTEBOOKS, PICTURES, VOLATILE, find

#: The notebooks.
PATHS = find()

#: The project's README.
README = (NOTEBOOKS.parent / "README.md").read_text()

#: A mean near the null model in a sentence, and one that a table calls exact.
IN_A_SENTENCE = r"null model[^.|\n]{0,80}?\s(4\.\d{2,})\b"
IN_A_TABLE = r"(?:null model|any code that fits).*?\s(4\.\d{2,}) (?:exactly|\(exact\))"

#: Where notebooks show the null model's mean on a board too large for an exact one:
#: notebook, the text before the mean, board and kind of first guess.
SAMPLED = [
    ("07_nine_colors_six_pegs", "null model", "6 x 9", "random"),
    ("17_table_audit", r"Shapiro, 6 x 9.*\(n = 500\)", "6 x 9", "random"),
    ("17_table_audit", r"Rosu, 6 x 9, as.*unknown\)", "6 x 9", "random"),
    *(
        ("18_early_algorithms", f"{board}, first guess {first}:.*,", board, first)
        for board in ("5 x 8", "6 x 9")
        for first in ("random", "different")
    ),
]

#: What a word means, in every notebook that explains it.
WORDS = {
    "answer": "The *answer* to a guess counts black pegs (right color, right place) "
    "and white pegs (right color, wrong place).",
    "fits": "A code *fits*, or is *consistent*, if it would have earned every answer "
    "so far, had it been the secret",
    "null model": "The *null model* draws any code that fits, each with the same "
    "chance, and plays it.",
    "95 % interval": "A *95 % interval* is computed so that 95 of 100 such intervals "
    "contain the true value.",
    "hold at once": "Intervals *hold at once*, or *all at once*, if in 95 of 100 such "
    "tables none misses.",
    "p value": "A *p value* is the chance of so large a difference by luck alone.",
}

#: Words that another game has for its own.
OWN_WORDS = {"23_bulls_and_cows": {"answer"}}

#: What a friend claims in an exercise.
CLAIMED = ("exercises.md", "4.60")

#: What the metadata of a cell says whose input is hidden: plumbing.
HIDDEN = {"source_hidden": True}

#: The only cells whose output may differ from the stored one: they show a time.
SHOW_A_TIME = {
    "05_whole_board_chromosome": {"live-times"},
}

#: Notebooks that set nothing beside what a source printed: their subject is yours.
COMPARE_NOTHING = {
    "01_play",
    "03_your_own_player",
    "02_step_through",
    "25_one_rule",
}

#: The only cells with an `assert`: what they assert holds whatever a reader changes,
#: such as that plain Python and the package give the same.
HOLDS_WHATEVER = {
    "16_the_game": {"by-hand-check", "entropy-check", "sharper"},
    "05_whole_board_chromosome": {"source-same", "read-off-all"},
    "06_gold_autoplayer": {"same"},
    "07_nine_colors_six_pegs": {"same-games"},
    "08_le_adoga": {"same-cost", "same-asserted"},
    "11_berghman": {"same-fitness", "same-children", "same-search", "same-choice"},
    "10_strategies": {"plain-check"},
    "17_table_audit": {"until", "count-up"},
    "18_early_algorithms": {"cost-check", "same"},
    "09_le_adoga_tuning": {
        "by-hand-check",
        "same",
        "method-check",
        "cannot-matter",
        "entropy-check",
    },
    "19_le_adoga_tables": set(),
    "13_breaking_the_bottleneck": {"plain-same", "plain-finish-call"},
    "12_evolutionary_players": {"same-fitness", "same-information", "replay"},
    "14_larger_boards": {"same"},
    "15_the_third_way": {"plain-check", "plain-total-check"},
    "03_your_own_player": {"by-hand-check"},
    "01_play": {"plain-check"},
    "04_luck": {"one-game-check"},
    "02_step_through": {"plain-check"},
    "20_other_searches_and_boards": {"same"},
    "21_proved_optima": {"search-check", "ablation", "spread-says"},
    "22_rosus_table": set(),
    "23_bulls_and_cows": {"plain-check", "variants-says"},
    "24_your_own_optimizer": set(),
    "25_one_rule": {"same"},
}

#: How an assertion speaks that guards the prose: `mm.text_says` is for that.
OF_THE_PROSE = re.compile(r"\b(text|opening|prose|sentences?)\b")


def code_cells(path):
    return [
        cell
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
    ]


every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


@every_notebook
def test_cells_ran_in_order(path):
    assert [cell.execution_count for cell in code_cells(path)] == list(
        range(1, len(code_cells(path)) + 1)
    )


@every_notebook
def test_outputs_are_clean(path):
    for cell in code_cells(path):
        for output in cell.outputs:
            assert output.output_type != "error", cell.id
            assert output.get("name") != "stderr", cell.id
            text = json.dumps(output)
            assert "application/vnd.jupyter.widget" not in text, cell.id
            assert not re.search(r"\b0x[0-9a-f]{6,}", text), (
                f"{cell.id} shows an address"
            )
            assert str(Path.home()) not in text, f"{cell.id} shows a path"
            assert str(NOTEBOOKS.parent) not in text, f"{cell.id} shows a path"


@every_notebook
def test_file_is_clean(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    # what JupyterLab would write is there already
    assert notebook.metadata.language_info.file_extension == ".py"
    assert "version" not in notebook.metadata.language_info
    for cell in notebook.cells:
        known = {"tags", "jupyter", REPRODUCES, "scrolled"}
        assert set(cell.metadata) <= known, cell.id
        assert cell.metadata.get("jupyter", HIDDEN) == HIDDEN, cell.id
        assert not cell.source.rstrip().endswith(";"), cell.id
    assert path.stat().st_size < 1_000_000


@every_notebook
def test_cells_that_are_not_compared_show_a_time(path):
    tagged = {
        cell.id
        for cell in code_cells(path)
        if VOLATILE in cell.metadata.get("tags", [])
    }
    assert tagged == SHOW_A_TIME.get(path.stem, set())
    for cell in code_cells(path):
        assert cell.metadata.get("tags", []) in ([], [VOLATILE], [TAG])
        assert "NBVAL_" not in cell.source


@every_notebook
def test_first_cell_is_the_one_of_parameters(path):
    first, *others = code_cells(path)
    assert first.metadata.get("tags") == [TAG]
    assert not any(TAG in cell.metadata.get("tags", []) for cell in others)


def asserts(cell):
    """The messages of a cell's assertions; "" where there is none."""
    found = [
        node
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Assert)
    ]
    return [ast.unparse(node.msg) if node.msg else "" for node in found]


@pytest.mark.parametrize("stem", HOLDS_WHATEVER)
def test_asserts_hold_whatever_a_reader_changes(stem):
    """A sentence of the prose that does not hold must not stop a reader."""
    cells = [cell for cell in code_cells(NOTEBOOKS / f"{stem}.ipynb") if asserts(cell)]
    assert {cell.id for cell in cells} == HOLDS_WHATEVER[stem]
    for cell in cells:
        for message in asserts(cell):
            assert not OF_THE_PROSE.search(message), f"{cell.id}: {message}"


def says(statement):
    """Whether a statement does nothing but call `mm.text_says`."""
    return isinstance(statement, ast.Expr) and ast.unparse(statement).startswith(
        "mm.text_says("
    )


@every_notebook
def test_text_says_stands_after_the_output(path):
    for cell in code_cells(path):
        statements = ast.parse(cell.source).body
        first = next((i for i, one in enumerate(statements) if says(one)), None)
        for statement in statements[first:] if first is not None else ():
            shows = isinstance(statement, ast.Expr) and not says(statement)
            assert not shows, f"{cell.id}: {ast.unparse(statement)}"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_word_means_the_same_in_every_notebook(path):
    texts = [cell.source for cell in nbformat.read(path, 4).cells]
    explained = [text for text in texts if "The words of this notebook" in text]
    for word in WORDS.keys() - OWN_WORDS.get(path.stem, set()):
        for text in explained:
            assert f"*{word}*" not in text or WORDS[word] in text, word


@every_notebook
def test_cells_are_short_and_named(path):
    for cell in nbformat.read(path, as_version=4).cells:
        assert re.fullmatch(r"[a-z][a-z0-9-]+", cell.id), (
            f"{cell.id}: give the cell a name; figures are filed under it"
        )
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 25, (
                f"{cell.id}: move part of it to mmlib"
            )


@every_notebook
def test_notebook_opens_with_its_question_and_ends_with_things_to_try(path):
    cells = nbformat.read(path, as_version=4).cells
    first = cells[0].source
    for words in ("?", "What came out", "Source", "Run time"):
        assert words in first
    assert "SEED" in cells[1].source
    assert cells[-1].source.startswith("## Things to try")
    last = cells[-10:]  # an appendix may follow
    compares = any("## Published beside measured" in cell.source for cell in last)
    assert compares != (path.stem in COMPARE_NOTHING)


@every_notebook
def test_notebook_gives_its_tables_to_the_report(path):
    """A table that is printed as text is not collected.

    Above all, "published beside measured" must be a table in HTML.
    """
    tables = [
        output.data["text/html"]
        for cell in code_cells(path)
        for output in cell.outputs
        if "<table" in output.get("data", {}).get("text/html", "")
    ]
    compares = any(
        set(COMPARISON) <= set(re.findall(r"<th(?: [^>]*)?>\s*(.*?)\s*</th>", table))
        for table in tables
    )
    assert compares != (path.stem in COMPARE_NOTHING)
    for cell in code_cells(path):
        for output in cell.outputs:
            assert not re.search(
                r"^-{3,}  -{3,}", output.get("text", ""), re.MULTILINE
            ), f"{cell.id}: show it as HTML"


def test_readme_has_no_blanks():
    assert not re.search(r"\b[A-Z0-9]+_TIME\b", README)


def test_means_of_the_null_model_are_the_exact_ones():
    """On 4 x 6, rounded as they are printed, whatever the first guess."""
    firsts = ("random", "0000", "0001", "0011", "0012", "0123")
    exact = [mm.null_model(mm.Rules(4, 6), first).mean for first in firsts]
    assert (round(exact[0], 6), round(exact[4], 6)) == (4.643523, 4.611487)
    said = []
    for path in [NOTEBOOKS.parent / "README.md", *NOTEBOOKS.parent.glob("docs/*.md")]:
        said += [(path.name, path.read_text())]
    for path in PATHS:
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                said += [(path.name, cell.source)]
    shown = said + [
        (path.name, output.get("data", {}).get("text/plain", ""))
        for path in PATHS
        for cell in code_cells(path)
        for output in cell.outputs
    ]
    found = {
        (name, mean)
        for pattern, texts in ((IN_A_SENTENCE, said), (IN_A_TABLE, shown))
        for name, text in texts
        for mean in re.findall(pattern, text)
    } - {CLAIMED}
    wrong = {
        (name, mean)
        for name, mean in found
        if mean not in {f"{one:.{len(mean) - 2}f}" for one in exact}
    }
    assert not wrong
    # where they are known to stand
    assert found >= {
        ("leaderboards.md", "4.611"),
        ("03_your_own_player.ipynb", "4.611"),
        ("01_play.ipynb", "4.644"),
    }


@pytest.mark.parametrize(("stem", "before", "board", "first"), SAMPLED)
def test_sampled_means_of_the_null_model_are_of_one_store(stem, before, board, first):
    games = mm.results.read("null_games")
    games = games[(games.board == board) & (games.first_guess == first)]
    mean = np.average(games.guesses, weights=games.games)
    shown = "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "")
        for cell in code_cells(NOTEBOOKS / f"{stem}.ipynb")
        for output in cell.outputs
    )
    (found,) = re.findall(rf"{before} +(\d\.\d+) \(", shown)
    assert found == f"{mean:.{len(found) - 2}f}"


@every_notebook
def test_readme_lists_the_notebook(path):
    assert f"notebooks/{path.name}" in README


@pytest.mark.parametrize(
    ("source", "picture"), list(PICTURES.items()), ids=lambda value: str(value)
)
def test_readme_shows_a_figure_of_the_notebooks(source, picture):
    name, cell_id = source
    cell = next(c for c in code_cells(NOTEBOOKS / f"{name}.ipynb") if c.id == cell_id)
    stored = [
        base64.b64decode(o["data"]["image/png"])
        for o in cell.outputs
        if "image/png" in o.get("data", {})
    ]
    assert (NOTEBOOKS / picture).read_bytes() == stored[0]
    assert f"notebooks/{picture}" in README
