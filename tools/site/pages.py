"""The pages of the website as Sphinx reads them.

Each is where the links of the others expect it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nbformat

from tools.parts import by_part
from tools.reproduce import ROOT, find
from tools.site.reference import reference

#: What the header lists, in this order; the README is the first page.
PAGES = [
    "docs/start_here",
    "notebooks/index",
    "docs/guide",
    "api/index",
    "players",
    "docs/leaderboards",
    "docs/problems",
    "docs/boards",
]
PAGES += [
    "add_a_source",
    "docs/exercises",
    "docs/teaching",
    "docs/solutions",
    "docs/clusters",
    "docs/speed",
]
PAGES += [
    "docs/installing",
    "docs/artifact",
    "papers/README",
    "docs/no_install",
    "docs/other_tools",
    "data/published/README",
    "CHANGELOG",
    "SECURITY",
    "CONTRIBUTING",
]

#: Sections of CONTRIBUTING that say how a source is added.
ADD_A_SOURCE = ["A source", "A player", "Stored results", "Notebooks"]

#: The report of `make reproduce` is a page of its own making, which this one links to.
REPORT = (
    "# Report\n\n`make reproduce` ran every notebook and wrote "
    "<a href='report/index.html'>this report</a>.\n"
)


def lay_out(sources: Path, pages: list[str]) -> None:
    """Write all pages into a folder, with the files that they link to.

    `pages` come first in the header.
    """
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in [
            *ROOT.glob("*.md"),
            *ROOT.glob("docs/*.md"),
            ROOT / "papers" / "README.md",
            *find(),
        ]
    }
    written = {path.relative_to(ROOT).as_posix(): text for path, text in texts.items()}
    written["data/published/README.md"] = (
        ROOT / "mmlib/report/printed/README.md"
    ).read_text(encoding="utf-8")
    written["add_a_source.md"] = add_a_source(written["CONTRIBUTING.md"])
    if "report" in pages:
        written["report.md"] = REPORT
    front = written.pop("README.md")
    later = sorted(
        {place.removesuffix(".md") for place in written if place.endswith(".md")}
        - {*pages}
    )
    written["index.md"] = front + _toctree([*pages, *later])
    written["notebooks/index.md"] = "# Notebooks\n" + "".join(
        _toctree(names, caption=part)
        for part, names in by_part([path.stem for path in find()]).items()
    )
    written |= {
        f"{place}.rst": text
        for place, text in reference("\n".join(texts.values())).items()
    }
    for place, text in written.items():
        (sources / place).parent.mkdir(parents=True, exist_ok=True)
        if place.endswith(".ipynb"):
            text = nbformat.writes(for_the_site(nbformat.reads(text, 4)))
        # one folder, by two names
        text = text.replace(
            "mmlib/report/printed/README.md", "data/published/README.md"
        )
        text = re.sub(r"(\]\((?:\.\./)?)README\.md", r"\1index.md", text)
        (sources / place).write_text(text, encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            path = (ROOT / place).parent / link
            copy = (sources / place).parent / link
            if path.is_file() and path.suffix not in (".md", ".ipynb"):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)


def _toctree(pages: list[str], caption: str = "") -> str:
    """A list of pages; hidden without a caption."""
    options = f":caption: {caption}\n" if caption else ":hidden:\n"
    return (
        "\n```{toctree}\n"
        + options
        + "\n"
        + "".join(f"{page}\n" for page in pages)
        + "```\n"
    )


def add_a_source(contributing: str) -> str:
    """The page on adding a source, from the sections of CONTRIBUTING that say how."""
    told = ""
    for title in ADD_A_SOURCE:
        section = re.search(rf"^## {title}\n.*?(?=^## )", contributing, re.M | re.S)
        told += section[0]
    return (
        "# How to add a source\n\nThe rest is on the page for "
        f"[contributors](CONTRIBUTING.md).\n\n{told}"
    )


def for_the_site(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return a notebook with words for its figures, and tables that follow the theme.

    The words tell the figures to those who do not see them. What JupyterLab hides is
    folded.
    """
    heading = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = (
                re.findall(r"^#{1,3} (.+)$", cell.source, re.MULTILINE) or [heading]
            )[-1]
            continue
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            # a click shows it, as in JupyterLab
            cell.metadata.tags = [*cell.metadata.get("tags", []), "hide-input"]
        for output in cell.outputs:
            data = output.get("data", {})
            if "image/png" in data:
                # a board tells its game
                told = re.search(r'aria-label="([^"]*)"', data.get("image/svg+xml", ""))
                words = told[1] if told else f"{heading}: {cell.id.replace('-', ' ')}"
                cell.metadata["mystnb"] = {"image": {"alt": words}}
            elif data.get("text/html", "").startswith("<table>"):
                data["text/html"] = data["text/html"].replace(
                    "<table>", '<table class="dataframe">', 1
                )
    return notebook
