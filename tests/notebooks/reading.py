"""Run a notebook as a reader does, with one parameter changed, and look at it."""

import os
import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

from mmlib.report.text_says import VARIABLE
from tools.kernels import ENVIRONMENT, own_sockets
from tools.parameters import parameters_of
from tools.reproduce import is_note, notes_in

#: What the seed of a notebook stands behind.
SEED = re.compile(r"^(SEED\b[^=\n]*= )(\d+)", re.MULTILINE)

#: No bars, as in the tests; but notes where the tests have errors.
AS_A_READER = ENVIRONMENT | {VARIABLE: "0"}


def next_seed(source: str) -> str:
    """The cell of parameters with the seed that comes next."""
    return SEED.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", source)


def read(path: Path, source: str) -> nbformat.NotebookNode:
    """Run a notebook with another cell of parameters, past every error."""
    notebook = nbformat.read(path, as_version=4)
    parameters_of(notebook).source = source
    with own_sockets() as sockets:
        NotebookClient(
            notebook,
            config=Config(KernelManager=sockets),
            kernel_name="python3",
            timeout=1800,
            allow_errors=True,
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": str(path.parent)}},
        ).execute(env={**os.environ, **AS_A_READER})
    return notebook


def code(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def stops(notebook: nbformat.NotebookNode) -> list[str]:
    """What stops a reader: the cells that raised something, and what that was."""
    return [
        f"{cell.id}: {output.ename}: {output.evalue}"
        for cell in code(notebook)
        for output in cell.outputs
        if output.output_type == "error"
    ]


def notes(notebook: nbformat.NotebookNode) -> list[str]:
    """The sentences that do not hold, as a reader is told."""
    return notes_in(code(notebook))


def shown(notebook: nbformat.NotebookNode) -> dict[str, list[str]]:
    """The kinds of what each cell shows, notes and errors left out."""
    return {
        cell.id: [
            kind(output)
            for output in cell.outputs
            if output.output_type != "error" and not is_note(output)
        ]
        for cell in code(notebook)
    }


def kind(output: nbformat.NotebookNode) -> str:
    """What an output is to a reader: a table, a figure, or text."""
    if output.output_type == "stream":
        return output.name
    if "<table" in output.data.get("text/html", ""):
        return "table"
    return "figure" if "image/png" in output.data else "text"
