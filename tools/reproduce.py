"""Run the notebooks in order; collect their tables and figures in a report, or rewrite their stored outputs."""

from __future__ import annotations

import argparse
import base64
import html
import io
import os
import re
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pandas as pd
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from tabulate import tabulate

ROOT = Path(__file__).resolve().parents[1]


NOTEBOOKS = ROOT / "notebooks"


#: A file that marks a folder as a report, which may be replaced.
MARKER = ".mmlib-report"


#: A cell that shows a time carries this tag; its output is not compared.
VOLATILE = "nbval-ignore-output"


#: Figures that the README shows: notebook and cell, and the file that keeps a copy beside the notebook.
PICTURES = {("02_whole_board_chromosome", "cliff"): "whole_board_cliff.png"}


#: What every kernel sees, here and in the tests: no bars, no hash randomness.
ENVIRONMENT = {"MMLIB_PROGRESS": "0", "PYTHONHASHSEED": "0"}


#: A table with these columns belongs to the project's table "published beside measured".
COMPARISON = ["quantity", "published", "measured", "verdict"]


@dataclass
class Outcome:
    """What came of one notebook.

    Attributes
    ----------
    name : str
        The notebook's file name without its ending.
    seconds : float
        Wall-clock time.
    error : str
        Empty if all its cells ran; else the cell and the error.
    comparisons : list of DataFrame
        Its tables "published beside measured".
    items : list of str
        HTML of what it shows, for the report's index.
    """

    name: str
    seconds: float = 0.0
    error: str = ""
    comparisons: list[pd.DataFrame] = field(default_factory=list)
    items: list[str] = field(default_factory=list)


def find(only: str = "", folder: Path = NOTEBOOKS) -> list[Path]:
    """List the notebooks in reading order.

    Parameters
    ----------
    only : str, optional
        Keep those whose name starts with it, such as ``"02"``.
    folder : Path, optional
        Where they are.

    Returns
    -------
    list of Path

    Raises
    ------
    ValueError
        If none is left.

    Examples
    --------
    >>> [path.stem for path in find("02")]
    ['02_whole_board_chromosome']
    """
    paths = sorted(folder.glob("[0-9][0-9]_*.ipynb"))
    chosen = [path for path in paths if path.stem.startswith(only)]
    if not chosen:
        raise ValueError(f"only: no notebook starts with {only!r}; there are {', '.join(p.stem for p in paths)}")
    return chosen


def check(only: str = "", report: Path | None = None, write: bool = False, folder: Path = NOTEBOOKS) -> list[Path]:
    """Check the arguments of `reproduce` before anything runs or is written.

    Parameters
    ----------
    only, report, write, folder
        As for `reproduce`.

    Returns
    -------
    list of Path
        The notebooks to run.

    Raises
    ------
    ValueError
        As `reproduce`.

    Examples
    --------
    >>> len(check(only="01"))
    1
    """
    if write and report is not None:
        raise ValueError("report: outputs are rewritten or collected, not both at once")
    if report is not None and report.exists():
        if not report.is_dir():
            raise ValueError(f"report: {report} is a file; name a folder")
        if any(report.iterdir()) and not (report / MARKER).exists():
            raise ValueError(f"report: {report} holds something that is not a report; name another folder")
    return find(only, folder)


def reproduce(only: str = "", report: Path | None = None, write: bool = False, folder: Path = NOTEBOOKS) -> int:
    """Run notebooks, print a line for each, and say at the end what was published and what was measured.

    Parameters
    ----------
    only : str, optional
        Run only notebooks whose name starts with it.
    report : Path, optional
        Folder for tables (CSV and Markdown), figures (PNG and SVG), the executed notebooks and ``index.html``. An
        earlier report is replaced; a folder that holds something else is left alone.
    write : bool, default False
        Whether to rewrite the notebooks with their new outputs. Cells that show a time keep their stored output as long
        as nothing else in the notebook changed, so that a second rewriting changes no byte.
    folder : Path, optional
        Where the notebooks are.

    Returns
    -------
    int
        0 if every notebook ran to its end, else 1.

    Raises
    ------
    ValueError
        If no notebook matches, `report` is a file or a folder of something else, or `write` is given as well.

    Examples
    --------
    >>> reproduce(only="99")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: only: no notebook starts with '99'; there are 01_the_game, ...
    """
    paths = check(only, report, write, folder)
    if report is not None:
        _prepare(report)
    outcomes = []
    for path in paths:
        outcome, notebook = _run(path, with_svg=report is not None)
        if report is not None:
            _collect(notebook, outcome, report)
        if write and not outcome.error:
            _write(path, notebook)
        outcomes.append(outcome)
    if report is not None:
        _summarize(outcomes, report)
    failed = [outcome for outcome in outcomes if outcome.error]
    for outcome in failed:
        print(f"\nFAILED {outcome.name}, {outcome.error}", file=sys.stderr)
    return 1 if failed else 0


def _run(path: Path, with_svg: bool) -> tuple[Outcome, nbformat.NotebookNode]:
    """Execute one notebook in a fresh kernel, with a progress line."""
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat raises many kinds
        print(f"{path.stem:<32} cannot be read")
        return Outcome(path.stem, error=f"not a notebook: {error}"), nbformat.v4.new_notebook()
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    for cell in code:
        cell.outputs, cell.execution_count = [], None
    outcome = Outcome(path.stem)
    started = time.perf_counter()
    done = 0

    def tell(end: str = "\r") -> None:
        if end == "\n" or sys.stdout.isatty():
            seconds = time.perf_counter() - started
            print(f"{path.stem:<32} {done:>3}/{len(code)} cells  {seconds:6.1f} s", end=end, flush=True)

    def on_cell_executed(cell: nbformat.NotebookNode, cell_index: int, execute_reply: dict) -> None:
        nonlocal done
        done += cell.cell_type == "code"
        tell()

    os.environ.update(ENVIRONMENT)
    arguments = ["--log-level=ERROR"]  # else every kernel warns that it listens on this machine's loopback
    if with_svg:
        arguments.append("--InlineBackend.figure_formats={'png', 'svg'}")
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=600,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        extra_arguments=arguments,
        on_cell_executed=on_cell_executed,
        resources={"metadata": {"path": str(path.parent)}},
    )
    tell()
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError, RuntimeError) as error:
        last = next((cell for cell in reversed(code) if cell.execution_count or cell.outputs), code[0])
        reason = f"{error.ename}: {error.evalue}" if isinstance(error, CellExecutionError) else str(error)
        outcome.error = f"cell {code.index(last) + 1} ({last.id}): {reason}\n{_indented(last.source)}"
    outcome.seconds = time.perf_counter() - started
    tell(end="\n")
    return outcome, notebook


def _indented(source: str) -> str:
    return "\n".join(f"    {line}" for line in source.splitlines()[:12])


def _write(path: Path, notebook: nbformat.NotebookNode) -> None:
    """Store the outputs, with nothing in the file that hangs on this machine or this minute."""
    old = nbformat.read(path, as_version=4)
    stored = {cell.id: cell for cell in old.cells if cell.cell_type == "code"}
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    steady = [cell for cell in code if VOLATILE not in cell.metadata.get("tags", [])]
    unchanged = all(
        cell.id in stored and (cell.source, cell.outputs) == (stored[cell.id].source, stored[cell.id].outputs)
        for cell in steady
    )
    for cell in code:
        earlier = stored.get(cell.id)
        if cell not in steady and unchanged and earlier is not None and earlier.outputs:
            cell.outputs = earlier.outputs if earlier.source == cell.source else cell.outputs
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    _replace(path, (nbformat.writes(notebook) + "\n").encode())
    for cell in code:
        if (path.stem, cell.id) in PICTURES:
            output = next(o for o in cell.outputs if "image/png" in o.get("data", {}))
            picture = path.with_name(PICTURES[path.stem, cell.id])
            _replace(picture, base64.b64decode(output["data"]["image/png"]))


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(content)
    os.replace(temporary, path)


def _prepare(report: Path) -> None:
    """Empty the report's folder and mark it as one."""
    report.mkdir(parents=True, exist_ok=True)
    (report / MARKER).touch()
    for name in ("tables", "figures", "notebooks"):
        shutil.rmtree(report / name, ignore_errors=True)
        (report / name).mkdir()
    (report / "index.html").write_text(_HEAD + "<p>The notebooks are still running.</p></main></html>\n")


def _collect(notebook: nbformat.NotebookNode, outcome: Outcome, report: Path) -> None:
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
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            kind = "figure" if "image/png" in data else "table" if "<table" in data.get("text/html", "") else None
            if "<img" in data.get("text/html", ""):  # the first frame of a board to play on
                show(data["text/html"])
                continue
            if kind is None:
                if output.output_type == "stream" and set(output.text) & set("╒╭┌"):
                    show(f"<pre>{html.escape(output.text)}</pre>")
                continue
            counts[kind] += 1
            name = f"{outcome.name}-{cell.id}" + (f"-{counts[kind]}" if counts[kind] > 1 else "")
            if kind == "figure":
                (report / "figures" / f"{name}.png").write_bytes(base64.b64decode(data["image/png"]))
                if "image/svg+xml" in data:
                    (report / "figures" / f"{name}.svg").write_text(data["image/svg+xml"], encoding="utf-8")
                show(f'<a href="figures/{name}.png"><img src="figures/{name}.png" alt="{name}"></a>')
            else:
                frame = _frame(data["text/html"])
                _save_table(frame, report / "tables" / name)
                show(
                    f'{frame.to_html(index=False, border=0)}<p><a href="tables/{name}.csv">CSV</a> '
                    f'<a href="tables/{name}.md">Markdown</a></p>'
                )
                if set(COMPARISON) <= set(frame.columns):
                    outcome.comparisons.append(frame.assign(notebook=outcome.name))
    _export(notebook, report / "notebooks" / f"{outcome.name}.html")


def _export(notebook: nbformat.NotebookNode, path: Path) -> None:
    """The executed notebook as one HTML page."""
    from nbconvert import HTMLExporter  # slow to import, and only a report needs it

    page, _ = HTMLExporter(embed_images=True).from_notebook_node(notebook)
    path.write_text(page, encoding="utf-8")


def _frame(table: str) -> pd.DataFrame:
    """A data frame from its HTML, the index kept only where it has names or words."""

    def read(**options: object) -> pd.DataFrame:
        return pd.read_html(io.StringIO(table), flavor="lxml", keep_default_na=False, **options)[0]

    columns = range(len(read().columns))
    frame = read(thousands=None, converters=dict.fromkeys(columns, str))  # "0012" and "4.390" stay as shown
    if isinstance(frame.columns, pd.MultiIndex):
        frame.columns = [" ".join(n for n in map(str, names) if not n.startswith("Unnamed")) for names in frame.columns]
    first = frame.columns[0]
    if str(first).startswith("Unnamed"):
        numbered = [str(i) for i in range(len(frame))]
        frame = frame.drop(columns=first) if frame[first].tolist() == numbered else frame.rename(columns={first: ""})
    return frame


def _save_table(frame: pd.DataFrame, stem: Path) -> None:
    stem.with_suffix(".csv").write_text(frame.to_csv(index=False, lineterminator="\n"), encoding="utf-8")
    text = tabulate(frame, headers="keys", tablefmt="github", showindex=False, disable_numparse=True)
    stem.with_suffix(".md").write_text(text + "\n", encoding="utf-8")


def _summarize(outcomes: list[Outcome], report: Path) -> None:
    """Write the index, and print and store the one table of the whole project."""
    frames = [frame for outcome in outcomes for frame in outcome.comparisons]
    summary = ""
    if frames:
        everything = pd.concat(frames, ignore_index=True)
        everything = everything[["notebook", *everything.columns.drop("notebook")]]
        _save_table(everything, report / "tables" / "published_beside_measured")
        differs = everything.verdict.str.contains("differs")
        said = differs.map({True: "differs", False: "same"}).where(everything.verdict != "", "not compared")
        counts = pd.crosstab(everything.notebook, said).reset_index()
        print(f"\nPublished beside measured: {len(said)} numbers, {differs.sum()} of them differ. {_RULE}\n")
        print(tabulate(counts, headers="keys", tablefmt="simple", showindex=False))
        if differs.any():
            shown = everything[differs].drop(columns="why", errors="ignore")
            print("\nThose that differ; the report says why:\n")
            print(tabulate(shown, headers="keys", tablefmt="simple", showindex=False, disable_numparse=True))
        summary = f"<h2>Published beside measured</h2><p>{_RULE}</p>" + everything.to_html(index=False, border=0)
    parts = [_HEAD, summary]
    for outcome in outcomes:
        link = f'<a href="notebooks/{outcome.name}.html">{outcome.name}</a>'
        parts.append(f"<h2>{link} <small>{outcome.seconds:.0f} s</small></h2>")
        if outcome.error:
            parts.append(f'<pre class="failed">{html.escape(outcome.error)}</pre>')
        parts.extend(outcome.items)
    (report / "index.html").write_text("\n".join(parts) + "\n</main></html>\n", encoding="utf-8")
    print(f"\nreport: {report / 'index.html'}")


_RULE = (
    '"Same" means that a test at the 5 % level, which allows for the sizes n of both samples, does not tell them apart;'
    " the interval is that of our figure alone."
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


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run it; 0, or 1 if a notebook failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.reproduce", description=__doc__)
    parser.add_argument("--only", default="", metavar="NN", help="run only notebooks whose name starts with this")
    parser.add_argument("--report", type=Path, metavar="DIR", help="collect tables and figures in this folder")
    parser.add_argument("--write", action="store_true", help="rewrite the notebooks' stored outputs")
    options = parser.parse_args(arguments)
    try:
        check(only=options.only, report=options.report, write=options.write)
    except ValueError as error:
        parser.error(str(error))
    return reproduce(only=options.only, report=options.report, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
