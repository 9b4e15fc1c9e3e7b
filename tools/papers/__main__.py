"""Build the papers.

    python -m tools.papers

For each paper of the folder `papers`, build/papers/<paper> has the PDF (`article.pdf`),
the filled text as Markdown and as `content.tex` for the journal's LaTeX class, the
figures, the bibliography and the metadata.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pypandoc
import typst
import yaml

from tools.measure.experiment import ROOT
from tools.papers.figures import FIGURES, draw, font_folders
from tools.papers.text import PAPERS, filled

#: Where the papers are built.
BUILD = ROOT / "build" / "papers"

#: Beside the text: what both papers have in common.
PLACEHOLDERS = PAPERS / "placeholders.yaml"
REFERENCES = PAPERS / "references.bib"
TEMPLATE = PAPERS / "rescience.typ"

#: What pandoc reads: Markdown, where straight quotes and apostrophes become curly.
MARKDOWN = "markdown+smart"

#: Lines of a table may be so long before pandoc chooses the widths of its columns.
LONG_LINES = "--columns=1000"


def build(paper: str, folder: Path = BUILD) -> Path:
    """Build a paper in a folder of its own; return its PDF."""
    target = folder / paper
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    draw(paper, target)
    metadata = metadata_of(paper)
    text = filled(PAPERS / paper / "article.md")
    (target / "article.md").write_text(text, encoding="utf-8")
    (target / "metadata.yaml").write_text(
        yaml.safe_dump(metadata, allow_unicode=True, sort_keys=False), encoding="utf-8"
    )
    shutil.copy(REFERENCES, target / "bibliography.bib")
    pypandoc.convert_text(
        text,
        "latex",
        MARKDOWN,
        outputfile=str(target / "content.tex"),
        extra_args=["--biblatex", LONG_LINES],
    )
    pypandoc.convert_text(
        text,
        "typst",
        MARKDOWN,
        outputfile=str(target / "article.typ"),
        extra_args=[
            "--standalone",
            LONG_LINES,
            f"--template={TEMPLATE}",
            f"--metadata-file={target / 'metadata.yaml'}",
        ],
    )
    pdf = target / "article.pdf"
    typst.compile(
        target / "article.typ", output=pdf, root=target, font_paths=font_folders()
    )
    return pdf


def metadata_of(paper: str) -> dict:
    """A paper's metadata in the journal's form, with the placeholders of all papers."""
    own = yaml.safe_load(filled(PAPERS / paper / "metadata.yaml"))
    return own | yaml.safe_load(PLACEHOLDERS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for paper in FIGURES:
        print(build(paper).relative_to(ROOT))
