"""A bar is for a person who waits.

What else may stand for a terminal gets none, and no error.
"""

import io
import subprocess
import sys
import time

import IPython.display
import nbformat
import pytest
from nbclient import NotebookClient

from mmlib.engine import progress_bar
from mmlib.engine.progress_bar import VARIABLE, is_terminal, progress


class NoStream:
    """What some servers put in the place of a stream."""

    def write(self, text):
        raise AssertionError("nothing is to be written")


#: A stream that is closed.
CLOSED = io.StringIO()
CLOSED.close()


@pytest.mark.parametrize("stream", [None, NoStream(), CLOSED, io.StringIO()])
def test_progress_shows_no_bar_where_there_is_no_terminal(monkeypatch, stream):
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(sys, "stderr", stream)
    assert not is_terminal(stream)
    assert list(progress(range(3))) == [0, 1, 2]


def test_progress_in_a_notebook_appears_and_vanishes(monkeypatch):
    shown = []

    class Place:
        def update(self, data, raw):
            shown.append(data)

    def display(data, raw, display_id):
        shown.append(data)
        return Place()

    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    monkeypatch.setattr(IPython.display, "display", display)
    for _ in progress(range(5), description="a <bar>\nof ours"):
        time.sleep(0.12)
    assert shown[0]["text/html"].startswith(
        f"{progress_bar.BAR}a &lt;bar&gt; of ours:  "
    )
    assert shown[-1] == progress_bar.NOTHING
    shown.clear()
    assert list(progress(range(3))) == [0, 1, 2]
    assert not shown  # it was done before anyone could wait

    def stops():
        with progress(total=2) as bar:
            time.sleep(0.4)
            bar.update()
            raise InterruptedError

    with pytest.raises(InterruptedError):
        stops()
    assert len(shown) == 2
    assert shown[-1] == progress_bar.NOTHING


@pytest.mark.filterwarnings("default")  # those of the kernel are none of ours
def test_progress_leaves_no_dead_bar_in_a_notebook(monkeypatch):
    """As `jupyter nbconvert --execute` runs a notebook, without the variable."""
    monkeypatch.delenv(VARIABLE, raising=False)
    waits = (
        "import time, mmlib as mm\n"
        "for _ in mm.progress(range(4)): time.sleep(0.2)\n"
        "print('done')"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(waits)])
    NotebookClient(notebook).execute()
    bar, done = notebook.cells[0].outputs
    assert bar.data == progress_bar.NOTHING
    assert done.text == "done\n"
    assert (
        not notebook.metadata.get("widgets", {})
        .get("application/vnd.jupyter.widget-state+json", {})
        .get("state")
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close streams")
def test_progress_needs_no_stream():
    """Python is started without any, and plays in two processes."""
    program = (
        "import os, sys, mmlib as mm\n"
        "from mmlib.experiments import many\n"
        "many.TRIAL_SECONDS = many.WORTH_WORKERS = 0\n"
        "assert sys.stdin is sys.stdout is sys.stderr is None\n"
        "games = mm.play_many("
        "'random_consistent', mm.Rules(3, 4), games=200, seed=1, n_jobs=2)\n"
        "found = mm.evolve_strategy(mm.Rules(2, 3), seed=1, generations=2, stages=1)\n"
        "os._exit(42 if len(games) == 200 and found.total else 1)\n"
    )
    command = ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, program]
    assert subprocess.run(command).returncode == 42
