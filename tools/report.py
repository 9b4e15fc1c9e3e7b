"""The report: every table and figure of the notebooks, in one folder."""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pandas as pd
from tabulate import tabulate

from mmlib.report.verdicts import VERDICTS, count

#: A file that marks a folder as a report, which may be replaced.
MARKER = ".mmlib-report"

#: A table with these columns belongs to the project's table "published beside measured".
COMPARISON = ["quantity", "published", "measured", "verdict"]

#: The kernels of a report run this first; it sends every table that a cell shows as data of this type.
HOOK = Path(__file__).with_name("tables_in_kernel.py")
TABLE = "application/vnd.mmlib.table+json"

_RULE = (
    "A number agrees where the whole interval of the difference lies within a margin stated beforehand; else it differs"
    " where that interval excludes zero; else we cannot tell, and the interval says how large a difference could hide."
    " The intervals of a table hold together in 95 % of tables. Fitted: a setting of ours was chosen because it gives"
    " the printed number."
)

_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>mmlib: tables and figures</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
img { max-width: 100%; height: auto; display: block; }
table { border-collapse: collapse; font-size: 0.85rem; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #ccc; padding: 0.3rem 0.7rem; text-align: left; }
pre { overflow-x: auto; line-height: 1.2; } .failed { color: #a40000; } small { color: #555; font-weight: normal; }
</style><main><h1>Mastermind and genetic algorithms: every table and figure</h1>
<p>Made by <code>make reproduce</code> from the notebooks. A heading links to the whole notebook with its text; a
picture to its file (an SVG lies beside it); every table is there as CSV and Markdown too.</p>
"""


@dataclass
class Outcome:
    """What came of one notebook: its time, its error if it did not end, its comparisons and what the index shows."""

    name: str
    seconds: float = 0.0
    error: str = ""
    comparisons: list[pd.DataFrame] = field(default_factory=list)
    items: list[str] = field(default_factory=list)


def prepare(report: Path) -> None:
    """Empty the report's folder and mark it as one."""
    report.mkdir(parents=True, exist_ok=True)
    (report / MARKER).touch()
    for name in ("tables", "figures", "notebooks"):
        shutil.rmtree(report / name, ignore_errors=True)
        (report / name).mkdir()
    (report / "index.html").write_text(_HEAD + "<p>The notebooks are still running.</p></main></html>\n")


def collect(notebook: nbformat.NotebookNode, outcome: Outcome, report: Path) -> None:
    """Save every table and figure of an executed notebook, named after notebook and cell."""
    heading = ""  # shown once something of its section is

    def show(item: str) -> None:
        nonlocal heading
        outcome.items.extend([heading, item] if heading else [item])
        heading = ""

    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (found := re.search(r"^#{1,3} (.+)$", cell.source, re.MULTILINE)):
            heading = f"<h3>{html.escape(found[1])}</h3>"
        if cell.cell_type != "code":
            continue
        counts = {"figure": 0, "table": 0}

        def named(kind: str, cell_id: str = cell.id, counts: dict = counts) -> str:
            counts[kind] += 1
            return f"{outcome.name}-{cell_id}" + (f"-{counts[kind]}" if counts[kind] > 1 else "")

        for output in cell.get("outputs", []):
            data = output.get("data", {})
            table = data.pop(TABLE, None)
            if "image/png" in data:
                name = named("figure")
                (report / "figures" / f"{name}.png").write_bytes(base64.b64decode(data["image/png"]))
                if "image/svg+xml" in data:
                    (report / "figures" / f"{name}.svg").write_text(data["image/svg+xml"], encoding="utf-8")
                show(f'<a href="figures/{name}.png"><img src="figures/{name}.png" alt="{name}"></a>')
            elif table is not None:
                name = named("table")
                _save_table(table, report / "tables" / name)
                links = f'<a href="tables/{name}.csv">CSV</a> <a href="tables/{name}.md">Markdown</a>'
                show(f"{data['text/html']}<p>{links}</p>")
                frame = pd.read_csv(io.StringIO(table["csv"]), dtype=str, keep_default_na=False)
                if set(COMPARISON) <= set(frame.columns):
                    outcome.comparisons.append(frame.assign(notebook=outcome.name))
            elif "<img" in data.get("text/html", "") or "<table" in data.get("text/html", ""):  # a board's first frame
                show(data["text/html"])
            elif output.output_type == "stream" and set(output.text) & set("╒╭┌"):
                show(f"<pre>{html.escape(output.text)}</pre>")
    _export(notebook, report / "notebooks" / f"{outcome.name}.html")


def _export(notebook: nbformat.NotebookNode, path: Path) -> None:
    """The executed notebook as one HTML page."""
    from nbconvert import HTMLExporter  # slow to import, and only a report needs it

    page, _ = HTMLExporter(embed_images=True).from_notebook_node(notebook)
    path.write_text(page, encoding="utf-8")


def _save_table(table: dict[str, str], stem: Path) -> None:
    stem.with_suffix(".csv").write_text(table["csv"], encoding="utf-8", newline="")
    stem.with_suffix(".md").write_text(table["markdown"], encoding="utf-8")


def summarize(outcomes: list[Outcome], report: Path) -> None:
    """Write the index, and print and store the one table of the whole project."""
    frames = [frame for outcome in outcomes for frame in outcome.comparisons]
    summary = ""
    if frames:
        everything = pd.concat(frames, ignore_index=True)
        everything = everything[["notebook", *everything.columns.drop("notebook")]]
        markdown = tabulate(everything, headers="keys", tablefmt="github", showindex=False, disable_numparse=True)
        csv = everything.to_csv(index=False, lineterminator="\n")
        _save_table({"csv": csv, "markdown": markdown + "\n"}, report / "tables" / "published_beside_measured")
        differs = everything.verdict == "differs"
        counts = pd.crosstab(everything.notebook, everything.verdict)
        counts = counts[[name for name in VERDICTS if name in counts]].reset_index()
        said = f"{len(everything)} numbers ({count(everything)})"
        print(f"\nPublished beside measured: {said}. {_RULE}\n")
        print(tabulate(counts, headers="keys", tablefmt="simple", showindex=False))
        if differs.any():
            shown = everything[differs].drop(columns="why", errors="ignore")
            print("\nThose that differ; the report says why:\n")
            print(tabulate(shown, headers="keys", tablefmt="simple", showindex=False, disable_numparse=True))
        summary = f"<h2>Published beside measured: {said}</h2><p>{_RULE}</p>{counts.to_html(index=False, border=0)}"
        summary += f"<details><summary>every number</summary>{everything.to_html(index=False, border=0)}</details>"
    parts = [_HEAD, summary]
    for outcome in outcomes:
        link = f'<a href="notebooks/{outcome.name}.html">{outcome.name}</a>'
        parts.append(f"<h2>{link} <small>{outcome.seconds:.0f} s</small></h2>")
        if outcome.error:
            parts.append(f'<pre class="failed">{html.escape(outcome.error)}</pre>')
        parts.extend(outcome.items)
    (report / "index.html").write_text("\n".join(parts) + "\n</main></html>\n", encoding="utf-8")
    print(f"\nreport: {report / 'index.html'}")
