"""The house: how large it may be, what loads when, and which names are documented."""

import ast
import operator
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numpydoc.validate import validate

import mmlib

PACKAGE = Path(mmlib.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

#: Numpydoc's checks of a documented name: a summary that says what it does, and sections in order ...
SUMMARY = {"GL01", "GL03", "GL06", "GL07", "GL08", "SS03", "SS05"}
#: ... and, of a function, every parameter with its type, what is returned, an example. (A class lists its fields.)
PARTS = {"PR01", "PR02", "PR03", "PR04", "PR07", "PR10", "RT01", "EX01"}

PAGES = "\n".join(path.read_text() for path in [PACKAGE.parent / "README.md", *PACKAGE.parent.glob("docs/*.md")])
#: What `mm.` completes, and what README and docs/ call by the name of its module.
DOCUMENTED = {
    name: thing
    for name in sorted({*dir(mmlib), *re.findall(r"\bmm\.([a-z_]+\.\w+)", PAGES)})
    if callable(thing := operator.attrgetter(name)(mmlib))
}


def docstring_lines(path):
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            yield from range(node.body[0].lineno, node.body[0].end_lineno + 1)


#: The files of evolved strategies and of the best tree that is known, which have a bound of their own.
THIRD_WAY = {"best_known.py", "evolving.py", "lookahead.py", "weighing.py", "weights.py"}
THIRD_WAY |= {"evolved.py", "problems.py"}

#: Players that came later have one each: lines by file.
LATER = {"far_sighted.py": 180, "check_player.py": 55, "__main__.py": 220}


def test_it_is_small():
    lines = {path: len(path.read_text().splitlines()) for path in FILES}
    third_way = {path for path in FILES if path.name in THIRD_WAY}
    assert len(third_way) == len(THIRD_WAY)
    later = {path: LATER[path.name] for path in FILES if path.name in LATER}
    small = sum(lines[path] for path in lines.keys() - third_way - later.keys())
    assert small <= 11_650, f"{small} lines: a new player gets a line in LATER, what else is new has to make room"
    assert sum(lines[path] for path in third_way) <= 1_480
    assert len(later) == len(LATER)
    assert all(lines[path] <= bound for path, bound in later.items())
    assert max(lines.values()) <= 420, max(lines, key=lines.get)
    assert len([path for path in PACKAGE.iterdir() if path.name != "__pycache__"]) <= 14


def test_docstrings_do_not_bury_the_code():
    documented = code = 0
    for path in FILES:
        within = set(docstring_lines(path))
        documented += len(within)
        lines = enumerate(path.read_text().splitlines(), 1)
        code += sum(number not in within and bool(line.partition("#")[0].strip()) for number, line in lines)
    assert documented <= 0.6 * code


def test_floors():
    """The contracts stand in pyproject.toml."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_importing_compiles_nothing_and_loads_little():
    program = (
        "import sys, mmlib\n"
        "heavy = {'pygad', 'matplotlib', 'numba', 'pandas', 'scipy.stats'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "mmlib.player('knuth'), mmlib.play, mmlib.Rules\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_no_module_hides_a_function():
    """A name of the package is what it is, whatever was imported before; `players` alone is a folder and a function."""
    for path in FILES:
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        __import__(name)
    for name in dir(mmlib):
        assert getattr(mmlib, name) is not None
        is_module = getattr(mmlib, name) is sys.modules.get(f"mmlib.{name}")
        assert is_module or f"mmlib.{name}" not in sys.modules or name == "players"
    assert callable(mmlib.players)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_what_is_documented(name):
    thing = DOCUMENTED[name]
    found = validate(f"{thing.__module__}.{thing.__qualname__}")
    checks = SUMMARY if isinstance(thing, type) else SUMMARY | PARTS
    assert not [f"{code}: {text}" for code, text in found["errors"] if code in checks]
