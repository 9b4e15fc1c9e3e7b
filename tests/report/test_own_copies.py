"""Copies of the notebooks for a reader, and notebooks made of pages."""

import json
import platform
import re

import nbformat
import pytest

from mmlib.report.own_copies import copy_notebooks, from_page
from tools.reproduce import ROOT, find

#: A page with two examples, the second of which raises.
PAGE = """# Title

Words.

```python
>>> x = [
...     1]
>>> x
[1]

```

## More

```python
>>> x[1]
Traceback (most recent call last):
    ...
IndexError: list index out of range

```

The end.
"""


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    """A folder with all copies, and their names in the order in which they came."""
    folder = tmp_path_factory.mktemp("copies") / "mine"
    return folder, [path.name for path in copy_notebooks(folder)]


def test_copies_differ_in_their_numbers_alone(copies):
    folder, names = copies
    assert names[0] == "start_here.ipynb"
    assert names[3:] == [path.name for path in find()]
    for path in find():
        copy, original = (
            json.loads(one.read_text()) for one in (folder / path.name, path)
        )
        for cell in original["cells"]:
            if cell["cell_type"] == "code":
                cell["execution_count"] = None
                for output in cell["outputs"]:
                    if "execution_count" in output:
                        output["execution_count"] = None
        # and in Python's version, which JupyterLab would write into them
        version = copy["metadata"]["language_info"].pop("version")
        assert version == platform.python_version()
        for cell in copy["cells"] + original["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = re.sub(r"\]\([^)]*\)", "]", "".join(cell["source"]))
        assert copy == original


def test_every_link_of_a_copy_leads_somewhere(copies):
    folder, names = copies
    links = [
        (name, link)
        for name in names
        for cell in json.loads((folder / name).read_text())["cells"]
        if cell["cell_type"] == "markdown"
        for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", "".join(cell["source"]))
    ]
    assert len(links) > 50
    assert not [(name, link) for name, link in links if not (folder / link).exists()]


def test_what_is_there_is_never_copied_over(copies):
    folder, _ = copies
    mine = folder / "01_play.ipynb"
    before = mine.read_bytes()
    mine.write_text("mine")
    assert copy_notebooks(folder) == []
    assert mine.read_text() == "mine"
    mine.unlink()
    assert copy_notebooks(folder) == [mine]
    assert mine.read_bytes() == before
    with pytest.raises(NotADirectoryError, match=r"folder: .*is a file; name a folder"):
        copy_notebooks(mine)


def test_pages_become_text_and_code(copies):
    notebook = from_page(PAGE)
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]
    assert cells == [
        ("markdown", "# Title\n\nWords."),
        ("code", "x = [\n    1]\nx"),
        ("markdown", "## More"),
        ("code", "x[1]"),
        ("markdown", "The end."),
    ]
    tags = [cell["metadata"].get("tags") for cell in notebook["cells"]]
    assert tags == [None, None, None, ["raises-exception"], None]
    for path in copies[0].iterdir():
        nbformat.validate(nbformat.read(path, as_version=4))


def test_the_page_for_beginners_runs_as_a_notebook(copies):
    names = {}
    for cell in json.loads((copies[0] / "start_here.ipynb").read_text())["cells"]:
        source = "".join(cell["source"])
        if "raises-exception" in cell["metadata"].get("tags", []):
            with pytest.raises(ValueError, match="secret: color 6 at position 3"):
                exec(source, names)
        elif cell["cell_type"] == "code":
            exec(source, names)
    assert names["game"].solved


def test_worksheets_have_an_empty_cell_below_each_exercise(copies):
    numbers = []
    for lesson in ("lesson_1", "lesson_2"):
        cells = json.loads((copies[0] / f"{lesson}.ipynb").read_text())["cells"]
        for text, code in zip(cells[2::2], cells[3::2], strict=True):
            numbers.append(text["source"][0].split()[1])
            assert (code["cell_type"], code["source"]) == ("code", [])
        assert "make scratch" not in "".join(cells[0]["source"])
    assert numbers == [f"{number}." for number in range(1, 9)]


def test_links_lead_to_copies_and_files(copies):
    text = (copies[0] / "start_here.ipynb").read_text()
    assert "[Play](01_play.ipynb)" in text
    assert "../notebooks/" not in text
    where = text.split("[exercises](")[1].split(")")[0]
    assert (copies[0] / where).resolve() == ROOT / "docs" / "exercises.md"
    # JupyterLab finds a section with its capitals alone
    assert "CONTRIBUTING.md#Words)" in text
    assert "README.md#The-notebooks)" in text
