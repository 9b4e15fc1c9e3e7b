"""The cache of compiled code notices edits in other files of the package."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from numba import njit

import mmlib
from mmlib.engine import code_cache, compiled

#: A program that crosses two codes, and says how often that was read from disk.
PROGRAM = (
    "import numpy as np; from mmlib.players import gold; "
    "one, two = np.uint64(0x1111), np.uint64(0x2222); "
    "rng = np.random.default_rng(1); print(hex(gold.crossover(one, two, 4, 4, rng))); "
    "print(sum(gold.crossover.stats.cache_hits.values()))"
)


def run(folder):
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=True
    ).stdout.split()


def test_compiled_sees_an_operator_edited_elsewhere(tmp_path):
    package = Path(mmlib.__file__).parent
    shutil.copytree(
        package, tmp_path / "mmlib", ignore=shutil.ignore_patterns("__pycache__")
    )
    found, from_cache = run(tmp_path)
    assert from_cache == "0"
    assert run(tmp_path) == [found, "1"]
    operators = tmp_path / "mmlib" / "genetic" / "operators.py"
    text = operators.read_text()
    assert text.count("return first ^ different, second ^ different") == 1
    operators.write_text(
        text.replace(
            "first ^ different, second ^ different", "np.uint64(7), np.uint64(7)"
        )
    )
    assert run(tmp_path) == ["0x7", "0"]


@pytest.mark.slow
def test_compiled_by_two_processes_goes_together_in_a_third(tmp_path):
    """Numba names the inside of both functions alike if its count is the same.

    Three functions come before `order`, so that the count is the same there.
    """
    module = (
        "import numpy as np\n"
        "from numba import njit\n"
        "from mmlib.engine.compiled import compiled\n"
    )
    (tmp_path / "one.py").write_text(
        f"{module}@compiled\ndef ordered(a):\n    return np.sort(a)\n"
    )
    before = "for i in range(3):\n    njit(lambda: 0)()\n"
    (tmp_path / "two.py").write_text(
        f"{module}{before}@compiled\ndef order(a):\n    return np.argsort(a)\n"
    )

    def run(program):
        command = [
            sys.executable,
            "-c",
            f"import numpy as np; a = np.array([3, 1, 2], np.uint8); {program}",
        ]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split("\n")[:-1]

    one = "import one; print(one.ordered(a).tolist())"
    two = "import two; print(two.order(a).tolist())"
    assert run(one) + run(two) == ["[1, 2, 3]", "[1, 2, 0]"]
    assert run(f"{one}; {two}") == ["[1, 2, 3]", "[1, 2, 0]"]


@pytest.mark.slow
def test_compiled_does_not_keep_what_numba_made_for_a_user(tmp_path):
    """Its number is the same in both processes, where a user's own function sorts."""
    for name, way in (("one", "sort"), ("two", "argsort")):
        (tmp_path / f"{name}.py").write_text(
            "import numpy as np\n"
            "from numba import njit\n"
            "from mmlib.engine.compiled import compiled\n"
            f"@compiled\ndef ordered(a):\n    return np.{way}(a)\n"
            f"own = njit(lambda a: np.{way}(a))\n"
        )

    def run(program):
        start = "import numpy as np; a = np.array([3, 1, 2], np.uint8); "
        command = [sys.executable, "-c", start + program]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split("\n")[:-1]

    for name in ("one", "two"):
        hits = "sum(m.ordered.stats.cache_hits.values())"
        program = f"import {name} as m; m.own(a); m.ordered(a); print({hits})"
        assert run(program) == run(program) == ["0"]
    both = "import one, two; print(one.ordered(a).tolist(), two.ordered(a).tolist())"
    assert run(both) == run(both) == ["[1, 2, 3] [1, 2, 0]"]


#: Prints what numba makes of a user's functions: one returns an array, one draws.
USERS = """
import re
import numpy as np
from numba import njit

def turned(a):
    return a[::-1]

def drawn(rng):
    return rng.random()

for function, argument in ((turned, np.arange(3)), (drawn, np.random.default_rng(1))):
    made = njit(function)
    made(argument)
    (text,) = made.inspect_llvm().values()
    print(text if function is turned else re.sub(r"B\\d+v\\d+B", "B", text))
"""

#: Draws with a function of ours, and returns an array from another.
OURS = """
import numpy as np
import mmlib as mm
from mmlib.engine.draws import below

below(5, np.random.default_rng(1))
mm.feedback_row("01", ["10", "11"], colors=2)
"""


def test_compiled_leaves_numba_as_it_is_for_users_functions():
    """To the same code, with the same numbers in its names."""

    def run(program):
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout

    alone = run(USERS)
    assert "pickle" in alone
    assert run(OURS + USERS) == alone


def test_notice_says_and_counts_compiling(monkeypatch):
    class Bar:
        def __init__(self, **about):
            self.about = about
            self.loops = 0
            self.closed = False
            bars.append(self)

        def update(self):
            self.loops += 1

        def close(self):
            self.closed = True

    def inner(x):
        return x + 1

    def outer(x):
        return inner(x) * 2

    bars = []
    monkeypatch.setattr(compiled, "progress", Bar)
    inner.__module__ = outer.__module__ = "mmlib.engine.pretended"
    inner = njit(inner)
    assert njit(outer)(1) == 4
    assert [(bar.loops >= 2, bar.closed) for bar in bars] == [(True, True)]
    assert "once on this machine" in bars[0].about["description"]
    assert njit(lambda x: x - 1)(1) == 0  # a user's own
    assert len(bars) == 1


def test_numba_is_one_that_fits():
    # its inside, which is what may change
    index = compiled.compiled(run)._cache._cache_file
    assert index._source_stamp == code_cache.stamp(Path(__file__).resolve())
    project = tomllib.loads(
        (Path(mmlib.__file__).parents[1] / "pyproject.toml").read_text()
    )
    assert compiled.KNOWN in project["project"]["dependencies"]
