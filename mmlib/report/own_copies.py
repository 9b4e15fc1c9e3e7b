"""Copies of the notebooks for a reader, who may write into them.

With them come a notebook of the page for beginners, and a worksheet for each lesson,
which are made of Markdown: text becomes cells of text, examples become cells of code.
"""

import contextlib
import doctest
import json
import os
import platform
import re
from collections.abc import Iterator
from pathlib import Path

from mmlib.engine.files import as_path, replace_files

#: The folder of this package.
PACKAGE = Path(__file__).resolve().parent.parent

#: Pages that become a notebook of their own name.
PAGES = ("start_here",)

#: The page whose second headings each become a worksheet.
EXERCISES = "exercises"

#: A block of Python in Markdown.
BLOCK = re.compile(r"^```python\n(.*?)^```\n?", re.DOTALL | re.MULTILINE)

#: A link to a file; a page's address is none.
LINK = re.compile(r"\[([^\]]*)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")


#: What a notebook says of its language, but for Python's version.
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}


def shelf() -> tuple[Path, Path]:
    """The folders of the notebooks and of the pages: a checkout's, or the wheel's."""
    checkout = PACKAGE.parent
    if (checkout / "notebooks").is_dir() and (checkout / "docs").is_dir():
        return checkout / "notebooks", checkout / "docs"
    return PACKAGE / "notebooks", PACKAGE / "notebooks"


def copy_notebooks(folder: str | Path) -> list[Path]:
    """Copy the notebooks into a folder, with worksheets and the page for beginners.

    What is there already stays as it is. Copies have no numbers beside their cells, so
    that a cell which was not run does not look like one that was. Returns what was
    written, the page for beginners first.

    Raises ValueError if there are no notebooks here, NotADirectoryError if `folder` is
    a file.
    """
    folder = as_path(folder, "folder")
    notebooks, pages = shelf()
    sources = sorted(notebooks.glob("[0-9][0-9]_*.ipynb"))
    if not sources:
        raise ValueError(
            "folder: no notebooks come with this installation of the package; "
            "a checkout and the wheel have them"
        )
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"folder: {folder} is a file; name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for page in PAGES:
        text = (pages / f"{page}.md").read_text("utf-8")
        made[page] = from_page(_linked(text, pages, folder))
    text = (pages / f"{EXERCISES}.md").read_text("utf-8")
    made |= dict(worksheets(_linked(text, pages, folder)))
    for path in sources:
        notebook = without_numbers(json.loads(path.read_text("utf-8")))
        notebook["metadata"]["language_info"] = _language()
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                text = _linked("".join(cell["source"]), notebooks, folder)
                cell["source"] = text.splitlines(keepends=True)
        made[path.stem] = notebook
    written = {
        folder / f"{name}.ipynb": json.dumps(notebook, indent=1, ensure_ascii=False)
        for name, notebook in made.items()
        if not (folder / f"{name}.ipynb").exists()
    }
    for path, text in written.items():
        replace_files({path: f"{text}\n".encode()})
    return list(written)


def without_numbers(notebook: dict) -> dict:
    """Take the numbers of runs from a notebook's cells; their outputs stay."""
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        cell["execution_count"] = None
        for output in cell["outputs"]:
            if "execution_count" in output:
                output["execution_count"] = None
    return notebook


def from_page(page: str) -> dict:
    """A notebook of a page: a cell for each text between examples, and each block."""
    cells = []
    parts = BLOCK.split(page)
    for text, block in zip(parts[::2], [*parts[1::2], ""], strict=True):
        sections = re.split(r"\n(?=## )", text)
        cells += [_cell("markdown", part) for part in sections if part.strip()]
        if block:
            cells.append(_examples(block))
    return _notebook(cells)


def worksheets(page: str) -> Iterator[tuple[str, dict]]:
    """A notebook for each lesson of the exercises, with an empty cell after each."""
    opening, *lessons = re.split(r"^## ", page, flags=re.MULTILINE)
    for number, lesson in enumerate(lessons, 1):
        title, *exercises = re.split(r"^### ", lesson, flags=re.MULTILINE)
        rest = opening.split("\n\n", 2)[2]  # not its title, and how worksheets are made
        cells = [
            _cell("markdown", f"# {title.strip()}\n{rest}"),
            _cell(
                "code",
                "import numpy as np\n\nimport mmlib as mm\n\nrules = mm.Rules(4, 6)",
            ),
        ]
        for exercise in exercises:
            cells += [_cell("markdown", f"## {exercise}"), _cell("code", "")]
        yield f"lesson_{number}", _notebook(cells)


def _examples(block: str) -> dict:
    """A cell of code with what the examples of a block type; one may raise."""
    examples = doctest.DocTestParser().get_examples(block)
    cell = _cell("code", "".join(example.source for example in examples))
    if any(example.exc_msg for example in examples):
        cell["metadata"]["tags"] = ["raises-exception"]
    return cell


def _linked(page: str, pages: Path, folder: Path) -> str:
    """A text whose links lead from a folder to the copies there and to other files.

    Of a link to what is not there, its words stay. A section is named as JupyterLab
    names it.
    """

    def linked(found: re.Match) -> str:
        text, path, section = found.groups()
        target = pages / path
        if target.suffix == ".ipynb":
            return f"[{text}]({target.name})"
        if target.exists():
            with contextlib.suppress(ValueError):  # from another drive of Windows
                path = Path(os.path.relpath(target, folder.resolve())).as_posix()
                return f"[{text}]({path}{_section(target, section or '')})"
        return text

    return LINK.sub(linked, page)


def _section(page: Path, section: str) -> str:
    """The address of a section in JupyterLab, which keeps capitals in it."""
    if page.suffix != ".md":
        return section
    for heading in re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE):
        address = f"#{heading.strip().replace(' ', '-')}"
        if address.casefold() == section.casefold():
            return address
    return section


def _cell(kind: str, source: str) -> dict:
    """A cell with no outputs."""
    lines = source.strip().splitlines(keepends=True)
    cell: dict = {"cell_type": kind, "metadata": {}, "source": lines}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _language() -> dict:
    """What a kernel here says of its language.

    Where a notebook says otherwise, JupyterLab notes it down, and asks who closes the
    notebook whether to save it.
    """
    return LANGUAGE | {"version": platform.python_version()}


def _notebook(cells: list[dict]) -> dict:
    """A notebook of these cells."""
    kernel = {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    }
    numbered = [cell | {"id": f"cell-{number}"} for number, cell in enumerate(cells, 1)]
    return {
        "cells": numbered,
        "metadata": {"kernelspec": kernel, "language_info": _language()},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
