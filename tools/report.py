"""The report: every table and figure of the notebooks, in one folder."""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pandas as pd
from tabulate import tabulate

from mmlib.report.printed_and_measured import to_draw
from mmlib.report.stored_verdicts import BETWEEN, ORIGIN
from mmlib.report.tables import table as as_table
from mmlib.report.verdicts import COLUMNS, NUMBERS, VERDICTS, count
from tools.by_source import REPRODUCES, Place, index, links, places_of

#: A file that marks a folder as a report, which may be replaced.
MARKER = ".mmlib-report"

#: The columns by which a table belongs to the project's table "published beside
#: measured".
COMPARISON = ["quantity", "published", "measured", "verdict"]

#: What the kernels of a report run first; it sends every table that a cell shows.
HOOK = Path(__file__).with_name("tables_in_kernel.py")

#: The type of data that these tables are sent as.
TABLE = "application/vnd.mmlib.table+json"

#: How the verdicts come about, as the report tells it.
_RULE = (
    "A number agrees where the whole interval of the difference lies within a margin "
    "stated beforehand; else it differs where that interval excludes zero; else we "
    "cannot tell, and the interval says how large a difference could hide. The "
    "intervals of a table hold together in 95 % of tables. Fitted: a setting of ours "
    "was chosen because it gives the printed number."
)

#: The beginning of the report's page, its styles among it.
_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8">\
<title>Mastermind and genetic algorithms: what came out</title>
<meta name="viewport" content="width=device-width, initial-scale=1">\
<meta name="color-scheme" content="light dark">
<style>
:root { --text: #1a1a1a; --page: #fff; --faint: #5a5a5a; --line: #d0d0d0; \
--card: #f6f6f4; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e6; --page: #17181a; --faint: #a8a8a8; --line: #3c3e42; \
--card: #222427; --link: #8ab8ff; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); \
background: var(--page); margin: 0; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
a { color: var(--link); } small, .faint { color: var(--faint); font-weight: normal; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; } \
h3 { margin: 0 0 0.4rem; line-height: 1.3; }
img { max-width: 100%; height: auto; display: block; background: #fff; \
border-radius: 4px; }
table { border-collapse: collapse; font-size: 0.85rem; display: block; \
overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.7rem; \
text-align: left; }
pre { overflow-x: auto; line-height: 1.2; } \
.failed { color: #d33; white-space: pre-wrap; }
.card { background: var(--card); border-radius: 8px; padding: 1rem 1.2rem; \
margin: 1rem 0; }
.card { display: grid; grid-template-columns: 3fr 2fr; gap: 0 1.5rem; \
align-items: start; }
.card > :only-child { grid-column: 1 / -1; } .card ul { padding-left: 1.2rem; } \
.card p { margin: 0.4rem 0; }
.verdicts { display: flex; gap: 2px; margin: 1rem 0 0.3rem; } \
.verdicts span { height: 1.1rem; border-radius: 2px; }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; \
gap: 0.3rem 1.2rem; }
.key span { display: inline-block; width: 0.8rem; height: 0.8rem; \
border-radius: 2px; margin-right: 0.4rem; }
@media (max-width: 40rem) { main { margin: 1rem auto; } .card { display: block; } \
.card img { margin-top: 0.8rem; } }
</style><main><h1>Mastermind and genetic algorithms: what came out</h1>
<p>Every published way of letting a genetic algorithm play Mastermind, run again. \
<code>make reproduce</code> made this
page from the notebooks: first what each found, then every table and figure.</p>
"""

#: Colors of the verdicts, told apart without red and green.
_COLORS = dict(
    zip(VERDICTS, ("#3b7dd8", "#e08a1e", "#9a9a9a", "#8e6bbf", "#cfcfcf"), strict=True)
)


@dataclass
class Outcome:
    """What came of one notebook.

    This is its time, its error if it did not end, and what the index shows of it.
    """

    name: str
    seconds: float = 0.0
    error: str = ""
    told: str = ""  # the line that is printed of it
    values: dict[str, str] = field(default_factory=dict)  # other ones, if it had any
    notes: list[str] = field(default_factory=list)  # what its text says otherwise
    title: str = ""
    found: str = ""
    picture: str = ""
    comparisons: list[pd.DataFrame] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    items: list[str] = field(default_factory=list)


def prepare(report: Path) -> None:
    """Empty the report's folder and mark it as one."""
    report.mkdir(parents=True, exist_ok=True)
    (report / MARKER).touch()
    for name in ("tables", "figures", "notebooks"):
        shutil.rmtree(report / name, ignore_errors=True)
        (report / name).mkdir()
    (report / "index.html").write_text(
        _HEAD + "<p>The notebooks are still running.</p></main></html>\n"
    )


def collect(notebook: nbformat.NotebookNode, outcome: Outcome, report: Path) -> None:
    """Save every table and figure of an executed notebook.

    Their files are named after notebook and cell.
    """
    outcome.title, outcome.found = _opening(notebook, outcome.name)
    heading = ""  # shown once something of its section is
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found = re.search(r"^#{1,3} (.+)$", cell.source, re.MULTILINE)
            if found:
                heading = f"<h3>{html.escape(found[1])}</h3>"
        for item in _items(cell, outcome, report):
            if heading:
                outcome.items.append(heading)
                heading = ""
            outcome.items.append(item)
    (report / "notebooks" / f"{outcome.name}.ipynb").write_text(
        nbformat.writes(notebook), encoding="utf-8"
    )
    _export(notebook, report / "notebooks" / f"{outcome.name}.html")


def _opening(notebook: nbformat.NotebookNode, name: str) -> tuple[str, str]:
    """The title of a notebook, which may be its name, and what came out."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    opening = texts[0] if texts else ""
    title = re.search(r"^# (.+)$", opening, re.MULTILINE)
    came_out = r"\*\*What came out\.\*\*(.+?)(?=\*\*Source|\Z)"
    found = re.search(came_out, opening, re.DOTALL)
    return title[1] if title else name, found[1] if found else ""


def _items(
    cell: nbformat.NotebookNode, outcome: Outcome, report: Path
) -> Iterator[str]:
    """Save the tables and figures of a cell; yield what the report shows of each."""
    counts = {"figure": 0, "table": 0}
    files: list[str] = []

    def named(kind: str) -> str:
        counts[kind] += 1
        more = f"-{counts[kind]}" if counts[kind] > 1 else ""
        return f"{outcome.name}-{cell.id}{more}"

    for output in cell.get("outputs", []):
        data = output.get("data", {})
        table = data.pop(TABLE, None)
        shown = data.get("text/html", "")
        if "image/png" in data:
            name = named("figure")
            files += _save_figure(data, report / "figures" / name)
            picture = (
                f'<a href="figures/{name}.png"><img src="figures/{name}.png" '
                f'alt="{name}" loading="lazy"></a>'
            )
            outcome.picture = outcome.picture or picture
            yield picture
        elif table is not None:
            name = named("table")
            saved = _save_table(table, report / "tables" / name)
            files += saved
            _compare(table, cell, outcome)
            yield f"{shown}<p>{links(saved)}</p>"
        elif "<img" in shown or "<table" in shown:  # a board's first frame
            yield shown
        elif output.output_type == "stream" and set(output.text) & set("╒╭┌"):
            yield f"<pre>{html.escape(output.text)}</pre>"
    for name in cell.metadata.get(REPRODUCES, []):
        outcome.places.append(Place(name, outcome.name, cell.id, files))


def _save_figure(data: dict[str, str], stem: Path) -> list[str]:
    """Save a figure in every format that came; return its files."""
    formats = {
        ".png": base64.b64decode(data["image/png"]),
        ".svg": data.get("image/svg+xml", "").encode(),
        ".pdf": base64.b64decode(data.pop("application/pdf", "")),
    }
    return _save({form: content for form, content in formats.items() if content}, stem)


def _save(formats: dict[str, bytes], stem: Path) -> list[str]:
    """Save files of one name; return them as the report's page links them."""
    for form, content in formats.items():
        stem.with_name(stem.name + form).write_bytes(content)
    return [f"{stem.parent.name}/{stem.name}{form}" for form in formats]


def compare(notebook: nbformat.NotebookNode, outcome: Outcome) -> None:
    """Note what a notebook compared, and take the tables' data out of its outputs."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            table = output.get("data", {}).pop(TABLE, None)
            if table is not None:
                _compare(table, cell, outcome)


def _compare(
    table: dict[str, str], cell: nbformat.NotebookNode, outcome: Outcome
) -> None:
    """Note a table that sets published numbers beside measured ones."""
    frame = pd.read_csv(io.StringIO(table["csv"]), dtype=str, keep_default_na=False)
    if set(COMPARISON) <= set(frame.columns):
        # not the numbers of rows
        columns = frame.columns[~frame.columns.str.startswith("Unnamed")]
        places = cell.metadata.get(REPRODUCES, [])
        own = map(BETWEEN.join, places_of(frame.quantity.to_list(), places))
        origin = {"notebook": outcome.name, "cell": cell.id, "places": list(own)}
        outcome.comparisons.append(frame[columns].assign(**origin))


def _export(notebook: nbformat.NotebookNode, path: Path) -> None:
    """The executed notebook as one HTML page; what JupyterLab hides is left out."""
    from nbconvert import HTMLExporter  # slow to import, and only a report needs it

    for cell in notebook.cells:
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata["transient"] = {"remove_source": True}
    page, _ = HTMLExporter(embed_images=True).from_notebook_node(notebook)
    path.write_text(page, encoding="utf-8")


def _save_table(table: dict[str, str], stem: Path) -> list[str]:
    """Save a table in every format; return its files."""
    formats = {".csv": "csv", ".md": "markdown", ".tex": "latex"}
    return _save({form: table[name].encode() for form, name in formats.items()}, stem)


def summarize(outcomes: list[Outcome], report: Path) -> None:
    """Write the index, and print and store the one table of the whole project."""
    frames = [frame for outcome in outcomes for frame in outcome.comparisons]
    parts = [
        _HEAD,
        _comparison(frames, report) if frames else "",
        index([place for outcome in outcomes for place in outcome.places]),
        "<h2>What each notebook found</h2>",
        *map(_card, outcomes),
        "<h2>Tables and figures</h2>",
        "<p class=faint>A picture links to its file; SVG and PDF lie beside it. Every "
        "table is CSV with all digits, Markdown and LaTeX (for booktabs).</p>",
    ]
    for outcome in outcomes:
        whole = (
            f'<small><a href="notebooks/{outcome.name}.html">the whole notebook</a>, '
            f"{outcome.seconds:.0f} s</small>"
        )
        title = f"{html.escape(outcome.title)} {whole}"
        parts += [f'<h2 id="{outcome.name}">{title}</h2>', *outcome.items]
    page = "\n".join(parts) + "\n</main></html>\n"
    (report / "index.html").write_text(page, encoding="utf-8")
    print(f"\nreport: {report / 'index.html'}")


def _comparison(frames: list[pd.DataFrame], report: Path) -> str:
    """Print and store all published numbers beside the measured ones.

    Returned is what the index shows of them.
    """
    # some have no difference, or no margin
    everything = pd.concat(frames, ignore_index=True)
    everything = everything.reindex(columns=ORIGIN + COLUMNS + NUMBERS)
    everything = everything.astype(object).fillna("")
    csv = everything.to_csv(index=False, lineterminator="\n")
    everything = to_draw(everything)  # each number once
    flag = _flag(everything, report)
    everything = everything[["notebook", *COLUMNS]]
    table = as_table(everything)
    stem = report / "tables" / "published_beside_measured"
    forms = {name: table.written(name) + "\n" for name in ("markdown", "latex")}
    _save_table({"csv": csv} | forms, stem)
    counts = pd.crosstab(everything.notebook, everything.verdict)
    counts = counts[[name for name in VERDICTS if name in counts]].reset_index()
    said = f"{len(everything)} numbers ({count(everything)})"
    print(f"\nPublished beside measured: {said}. {_RULE}\n")
    print(tabulate(counts, headers="keys", tablefmt="simple", showindex=False))
    differs = everything[everything.verdict == "differs"]
    if len(differs):
        print("\nThose that differ; the report says why:\n")
        print(_text(differs.drop(columns="why", errors="ignore"), "simple"))
    linked = everything.apply(lambda column: column.map(html.escape))
    linked["notebook"] = linked.notebook.map(_whole_notebook)
    return (
        f"<h2>Published beside measured: {len(everything)} numbers</h2>"
        f"{flag}"
        f"{_bar(everything)}<p class=faint>{_RULE}</p>"
        "<details><summary>by notebook</summary>"
        f"{counts.to_html(index=False, border=0)}</details>"
        "<details><summary>every number, with its notebook</summary>"
        f"{linked.to_html(index=False, border=0, escape=False)}</details>"
    )


def _whole_notebook(name: str) -> str:
    """A link to a notebook's page."""
    return f'<a href="notebooks/{name}.html">{name}</a>'


def _flag(everything: pd.DataFrame, report: Path) -> str:
    """Save the figure of all printed means against ours, and show it."""
    # slow to import, and only a report needs it
    from tools.flag import drawn, reproductions

    rows = reproductions(everything)
    try:
        figure = drawn(rows)
    except ValueError:  # these notebooks compare no means
        return ""
    name = "figures/published_beside_measured.png"
    (report / name).write_bytes(figure)
    return (
        f'<img src="{name}" alt="Printed means, and how far ours lie above them">'
        "<p class=faint>Every printed mean that was measured again; each stands in the "
        "list of every number below, with its notebook.</p>"
    )


def _text(frame: pd.DataFrame, form: str) -> str:
    """A table as text, its numbers as they are written."""
    return tabulate(
        frame, headers="keys", tablefmt=form, showindex=False, disable_numparse=True
    )


def _bar(everything: pd.DataFrame) -> str:
    """The counts by verdict, as a bar and in words."""
    counts = [
        (name, n) for name in VERDICTS if (n := int((everything.verdict == name).sum()))
    ]
    bar = "".join(
        f'<span style="flex: {n}; background: {_COLORS[name]}"></span>'
        for name, n in counts
    )
    key = "".join(
        f'<li><span style="background: {_COLORS[name]}"></span>{name}: {n}</li>'
        for name, n in counts
    )
    return f'<div class="verdicts">{bar}</div><ul class="key">{key}</ul>'


def _card(outcome: Outcome) -> str:
    """What a notebook asked and found, and its first figure."""
    # slow to import, and only a report needs it
    from nbconvert.filters import markdown2html

    title = (
        f'<h3><a href="#{outcome.name}">'
        f"{html.escape(outcome.title or outcome.name)}</a></h3>"
    )
    failed = (
        f'<pre class="failed">{html.escape(outcome.error)}</pre>'
        if outcome.error
        else ""
    )
    # other notebooks are parts of this page
    said = re.sub(r"\]\((\w+)\.ipynb", r"](#\1", outcome.found.strip())
    found = markdown2html(said) if said and not outcome.error else ""
    if outcome.values:
        found = _of_copy(outcome, found)
    return (
        f'<article class="card"><div>{title}{failed}{found}</div>'
        f"{outcome.picture}</article>"
    )


def _of_copy(outcome: Outcome, found: str) -> str:
    """What is said of a copy with other values, for which its text was not written."""
    values = ", ".join(f"{name} = {value}" for name, value in outcome.values.items())
    notes = "".join(f"<li>{html.escape(note)}</li>" for note in outcome.notes)
    otherwise = (
        f"<p>What its text says otherwise:</p><ul>{notes}</ul>"
        if notes
        else "<p>Nothing that its text says of its results was found to differ.</p>"
    )
    return (
        f"<p>A copy, with <b>{html.escape(values)}</b>. Its results are below.</p>"
        f"{otherwise}<details><summary>What came out with the stored values</summary>"
        f"{found}</details>"
    )
