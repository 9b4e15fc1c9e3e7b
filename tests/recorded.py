"""What slow reference programs produced, recorded.

So only a few of their games are played in each test run. A record holds while the
functions it came from say the same and its beginning comes out again; otherwise
everything is played, as if there were no record. ``python -m tests.recorded`` forgets
all records and makes them again.
"""

import ast
import hashlib
import inspect
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FunctionType

#: The file with the records, one a line.
FILE = Path(__file__).parent / "recorded.json"

#: The environment variable with which records are written.
RECORDING = "MMLIB_RECORD"


def recorded(name, rests_on, play, n, again):
    """The first `n` rows of ``play(n)``.

    Only `again` of them are played while the record holds. Row `i` must be the same for
    every `n`. The record rests on functions and on texts, such as a version.
    """
    mark = mark_of(rests_on)
    records = json.loads(FILE.read_text()) if FILE.is_file() else {}
    record = records.get(name, {})
    known = record.get("rests_on") == mark and len(record["rows"]) == n
    if known and [list(row) for row in play(again)] == record["rows"][:again]:
        return record["rows"]
    rows = [list(row) for row in play(n)]
    if os.environ.get(RECORDING):
        write({**records, name: {"rests_on": mark, "rows": rows}})
    return rows


def write(records: dict) -> None:
    """Write the records, so that one that changes is one line of a diff."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(records[name])}" for name in sorted(records)
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def mark_of(rests_on: Iterable[Callable | str]) -> str:
    """A short mark of texts and functions; layout and docstrings do not count."""
    parts = []
    for one in rests_on:
        parts += [one] if isinstance(one, str) else map(syntax, called_by(one, {}))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def called_by(function: FunctionType, known: dict) -> dict:
    """A function, and all functions of the tests that it may call."""
    known[function] = True
    inside = function.__globals__
    modules = [one for one in inside.values() if inspect.ismodule(one)]
    for name in sorted(names_in(function.__code__)):
        for other in [inside.get(name), *(vars(one).get(name) for one in modules)]:
            is_ours = inspect.isfunction(other) and other.__module__.startswith(
                "tests."
            )
            if is_ours and other not in known:
                called_by(other, known)
    return known


def names_in(code: CodeType) -> set[str]:
    """The names that code looks up, in functions inside it as well."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return {*code.co_names}.union(*map(names_in, inner))


def syntax(function: FunctionType) -> str:
    """What a function says, laid out anew and without docstrings."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


if __name__ == "__main__":
    FILE.unlink(missing_ok=True)
    tests = ["tests/players/test_players.py", "tests/genetic/test_whole_board.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", *tests]  # slow ones too
    sys.exit(subprocess.run(command, env={**os.environ, RECORDING: "1"}).returncode)
