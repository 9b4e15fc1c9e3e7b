"""Run the notebooks; make a report of them, or rewrite their stored outputs."""

from __future__ import annotations

import argparse
import base64
import contextlib
import functools
import os
import re
import sys
import time
from pathlib import Path

import joblib
import nbformat
import pandas as pd
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

from mmlib.engine.files import replace_files
from mmlib.engine.processes import run_in_order
from mmlib.report.stored_verdicts import ORIGIN
from mmlib.report.text_says import NOTE, VARIABLE
from mmlib.report.verdicts import COLUMNS, NUMBERS
from tools.kernels import ENVIRONMENT, own_sockets
from tools.parameters import parameters_of, read_setting, with_values
from tools.report import (
    HOOK,
    MARKER,
    Outcome,
    collect,
    compare,
    prepare,
    summarize,
)
from tools.saving import leave_out

#: The folder of the checkout.
ROOT = Path(__file__).resolve().parents[1]

#: The folder of the notebooks.
NOTEBOOKS = ROOT / "notebooks"

#: A cell that shows a time carries this tag; its output is not compared.
VOLATILE = "nbval-ignore-output"

#: Figures that the README shows: notebook and cell, and the file that keeps a copy
#: beside the notebook.
PICTURES = {("05_whole_board_chromosome", "cliff"): "whole_board_cliff.png"}

#: The figure of all printed means against ours, which the README shows.
FLAG = NOTEBOOKS / "pictures" / "printed_and_measured.png"


def find(only: str = "", folder: Path = NOTEBOOKS) -> list[Path]:
    """List the notebooks in reading order, those whose name starts with `only`."""
    paths = sorted(folder.glob("[0-9][0-9]_*.ipynb"))
    # 1 is 01, not 10 to 19
    chosen = [path for path in paths if path.stem.startswith(only and only.zfill(2))]
    if not chosen:
        raise ValueError(
            f"only: no notebook starts with {only!r}; there are "
            f"{', '.join(p.stem for p in paths)}"
        )
    return chosen


def check(
    only: str = "",
    report: Path | None = None,
    write: bool = False,
    folder: Path = NOTEBOOKS,
    values: dict[str, str] | None = None,
) -> list[Path]:
    """Check the arguments of `reproduce` and return the notebooks to run.

    This is done before anything runs or is written.
    """
    if write and values:
        raise ValueError("set: outputs of other values are not stored")
    if write and report is not None:
        raise ValueError("report: outputs are rewritten or collected, not both at once")
    if report is not None and report.exists():
        if not report.is_dir():
            raise ValueError(f"report: {report} is a file; name a folder")
        if any(report.iterdir()) and not (report / MARKER).exists():
            raise ValueError(
                f"report: {report} holds something that is not a report; name another "
                "folder"
            )
    paths = find(only, folder)
    if values:
        for path in paths:
            cell = parameters_of(nbformat.read(path, as_version=4))
            with_values(cell.source, values)  # refuses what is no parameter
    return paths


def reproduce(
    only: str = "",
    report: Path | None = None,
    write: bool = False,
    folder: Path = NOTEBOOKS,
    values: dict[str, str] | None = None,
) -> int:
    """Run notebooks and print a line for each.

    `report` is a folder for tables, figures and the executed notebooks; an earlier
    report is replaced, a folder of something else is left alone. With it, the end says
    what was published and what was measured. `write` rewrites the notebooks with their
    new outputs: cells that show a time keep the stored one as long as nothing else
    changed, so that a second rewriting changes no byte. What the notebooks compared is
    renewed in the file that `mm.plots.printed_and_measured` draws. With other `values`
    of their parameters the notebooks go on past every error, as a reader would, and
    what their texts say otherwise is listed. Returns 0 if every notebook ran to its
    end, else 1.
    """
    paths = check(only, report, write, folder, values)
    if report is not None:
        prepare(report)
    outcomes = []
    # each on one core, and a single one on all
    at_a_time = min(joblib.cpu_count(), len(paths))
    run = joblib.delayed(
        functools.partial(
            _run,
            for_report=report is not None,
            alone=at_a_time == 1,
            values=values or {},
        )
    )
    with contextlib.closing(run_in_order(map(run, paths), at_a_time)) as runs:
        for path, (outcome, notebook) in zip(paths, runs, strict=True):
            print(outcome.told, flush=True)
            for note in outcome.notes:
                print(f"  {note}", flush=True)
            if report is not None:
                collect(notebook, outcome, report)
            if write and not outcome.error:
                compare(notebook, outcome)
                _write(path, notebook)
            outcomes.append(outcome)
    if report is not None:
        summarize(outcomes, report)
    if write and folder == NOTEBOOKS:
        _keep([outcome for outcome in outcomes if not outcome.error])
    failed = [outcome for outcome in outcomes if outcome.error]
    for outcome in failed:
        print(f"\nFAILED {outcome.name}, {outcome.error}", file=sys.stderr)
    return 1 if failed else 0


def _run(
    path: Path, for_report: bool, alone: bool, values: dict[str, str]
) -> tuple[Outcome, nbformat.NotebookNode]:
    """Execute one notebook in a fresh kernel, with a progress line."""
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat raises many kinds
        told = f"{path.stem:<32} cannot be read"
        return Outcome(
            path.stem, error=f"not a notebook: {error}", told=told
        ), nbformat.v4.new_notebook()
    if values:
        cell = parameters_of(notebook)
        cell.source = with_values(cell.source, values)
    code = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.source.strip()
    ]
    for cell in code:
        cell.outputs = []
        cell.execution_count = None
    outcome = Outcome(path.stem, values=values)
    started = time.perf_counter()
    done = 0

    def line() -> str:
        return (
            f"{path.stem:<32} {done:>3}/{len(code)} cells  "
            f"{time.perf_counter() - started:6.1f} s"
        )

    def on_cell_executed(
        cell: nbformat.NotebookNode, cell_index: int, execute_reply: dict
    ) -> None:
        nonlocal done
        done += cell.cell_type == "code"
        if alone and sys.stdout.isatty():
            print(line(), end="\r", flush=True)

    environment = dict(ENVIRONMENT)
    if not alone:
        environment["LOKY_MAX_CPU_COUNT"] = "1"
    if values:
        environment[VARIABLE] = "0"  # notes in place of errors
    os.environ.update(environment)
    # else every kernel warns that it listens on this machine's loopback
    arguments = ["--log-level=ERROR", f"--IPKernelApp.exec_files={[str(HOOK)]}"]
    if for_report:
        arguments.append("--InlineBackend.figure_formats={'png', 'svg', 'pdf'}")
    try:
        with own_sockets() as sockets:
            NotebookClient(
                notebook,
                config=Config(KernelManager=sockets),
                kernel_name="python3",
                timeout=None if values else 600,
                allow_errors=bool(values),
                record_timing=False,
                store_widget_state=False,
                coalesce_streams=True,
                extra_arguments=arguments,
                on_cell_executed=on_cell_executed,
                resources={"metadata": {"path": str(path.parent)}},
            ).execute()
    except (
        CellExecutionError,
        CellTimeoutError,
        DeadKernelError,
        RuntimeError,
    ) as error:
        last = next(
            (cell for cell in reversed(code) if cell.execution_count or cell.outputs),
            code[0],
        )
        reason = (
            f"{error.ename}: {error.evalue}"
            if isinstance(error, CellExecutionError)
            else str(error)
        )
        outcome.error = (
            f"cell {code.index(last) + 1} ({last.id}): {reason}\n"
            f"{_indented(last.source)}"
        )
    outcome.seconds = time.perf_counter() - started
    outcome.told = line()
    if values:
        outcome.error = outcome.error or _stopped(code)
        outcome.notes = notes_in(code)
    return outcome, notebook


def _stopped(code: list[nbformat.NotebookNode]) -> str:
    """The cells that raised something, and what that was."""
    return "\n".join(
        f"cell {number} ({cell.id}): {output.ename}: {output.evalue}"
        for number, cell in enumerate(code, 1)
        for output in cell.outputs
        if output.output_type == "error"
    )


def is_note(output: nbformat.NotebookNode) -> bool:
    """Whether an output says that the text says otherwise."""
    return NOTE in output.get("data", {}).get("text/html", "")


def notes_in(code: list[nbformat.NotebookNode]) -> list[str]:
    """What the text says otherwise, as a reader is told."""
    return [
        output.data["text/plain"]
        for cell in code
        for output in cell.outputs
        if is_note(output)
    ]


def _keep(outcomes: list[Outcome]) -> None:
    """Keep what these notebooks compared, in place of what they compared before.

    The figure of all that README shows is drawn anew. What is no reproduction is left
    out.
    """
    # slow to import, and only rewriting needs it
    from mmlib.report.stored_verdicts import STORED
    from tools.flag import drawn, reproductions

    before = pd.read_csv(STORED, dtype=str, keep_default_na=False)
    ran = [outcome.name for outcome in outcomes]
    there = [path.stem for path in find() if path.stem not in ran]
    frames = [before[before.notebook.isin(there)]]
    frames += [frame for outcome in outcomes for frame in outcome.comparisons]
    everything = reproductions(pd.concat(frames))
    everything = everything.sort_values("notebook", kind="stable")
    everything = everything.reindex(columns=ORIGIN + COLUMNS + NUMBERS)
    text = everything.to_csv(index=False, lineterminator="\n")
    replace_files({STORED: text.encode(), FLAG: drawn(everything)})


def _indented(source: str) -> str:
    return "\n".join(f"    {line}" for line in source.splitlines()[:12])


def _write(path: Path, notebook: nbformat.NotebookNode) -> None:
    """Store the outputs, with nothing that depends on this machine or this minute."""
    old = nbformat.read(path, as_version=4)
    stored = {cell.id: cell for cell in old.cells if cell.cell_type == "code"}
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    steady = [cell for cell in code if VOLATILE not in cell.metadata.get("tags", [])]
    unchanged = all(
        cell.id in stored
        and (cell.source, cell.outputs)
        == (stored[cell.id].source, stored[cell.id].outputs)
        for cell in steady
    )
    for cell in code:
        earlier = stored.get(cell.id)
        if cell not in steady and unchanged and earlier is not None and earlier.outputs:
            cell.outputs = (
                earlier.outputs if earlier.source == cell.source else cell.outputs
            )
    kernelspec = {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    }
    told = notebook.metadata.language_info  # by the kernel, as JupyterLab stores it
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": kernelspec, "language_info": told}
    )
    leave_out({"type": "notebook", "content": notebook})
    files = {path: (nbformat.writes(notebook) + "\n").encode()}
    for cell in code:
        if (path.stem, cell.id) in PICTURES:
            output = next(o for o in cell.outputs if "image/png" in o.get("data", {}))
            files[path.with_name(PICTURES[path.stem, cell.id])] = base64.b64decode(
                output["data"]["image/png"]
            )
    replace_files(files)


def folder_of(report: Path, values: dict[str, str]) -> Path:
    """The folder of a report on copies with other values: its name tells which."""
    text = "-".join(f"{name}={value}" for name, value in values.items())
    name = re.sub(r"[^\w=.,-]+", "_", text)[:100]
    return report.with_name(f"{report.name}-{name}")


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run it; 0, or 1 if a notebook failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.reproduce", description=__doc__
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="NN",
        help="run only notebooks whose name starts with this",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="DIR",
        help="collect tables and figures in this folder",
    )
    parser.add_argument(
        "--write", action="store_true", help="rewrite the notebooks' stored outputs"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="values",
        help="another value of a parameter; texts in quotes. The copy that runs goes "
        "into the report, and the values into the name of its folder",
    )
    options = parser.parse_args(arguments)
    asked = {"only": options.only, "report": options.report, "write": options.write}
    try:
        pairs = [read_setting(text) for text in options.values]
        asked["values"] = dict(pairs)
        if len(asked["values"]) < len(pairs):
            raise ValueError("set: a parameter is there twice")
        if asked["values"] and asked["report"] is not None:
            asked["report"] = folder_of(asked["report"], asked["values"])
        check(**asked)
    except ValueError as error:
        parser.error(str(error))
    return reproduce(**asked)


if __name__ == "__main__":
    sys.exit(main())
