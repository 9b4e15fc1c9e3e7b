"""A bar is for a person who waits: what else may stand for a terminal gets none, and no error."""

import io
import subprocess
import sys

import pytest

from mmlib.progress_bar import VARIABLE, is_terminal, progress


class NoStream:
    """What some servers put in the place of a stream."""

    def write(self, text):
        raise AssertionError("nothing is to be written")


CLOSED = io.StringIO()
CLOSED.close()


@pytest.mark.parametrize("stream", [None, NoStream(), CLOSED, io.StringIO()])
def test_what_is_no_terminal_gets_no_bar(monkeypatch, stream):
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(sys, "stderr", stream)
    assert not is_terminal(stream)
    assert list(progress(range(3))) == [0, 1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close streams")
def test_long_calls_need_no_stream():
    """Python is started without any, and plays in two processes."""
    program = (
        "import os, sys, mmlib as mm\n"
        "from mmlib.experiments import many\n"
        "many.TRIAL_SECONDS = many.WORTH_WORKERS = 0\n"
        "assert sys.stdin is sys.stdout is sys.stderr is None\n"
        "games = mm.play_many('random_consistent', mm.Rules(3, 4), games=200, seed=1, n_jobs=2)\n"
        "found = mm.evolve_strategy(mm.Rules(2, 3), seed=1, generations=2, stages=1)\n"
        "os._exit(42 if len(games) == 200 and found.total else 1)\n"
    )
    command = ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, program]
    assert subprocess.run(command, env=None).returncode == 42
