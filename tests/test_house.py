"""The house: how code is written, what loads when, which names are documented."""

import ast
import operator
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest
from numpydoc.validate import validate

import mmlib

#: The package's folder.
PACKAGE = Path(mmlib.__file__).parent

#: The package's Python files.
FILES = sorted(PACKAGE.rglob("*.py"))

#: Numpydoc's checks of every documented name: a summary that says what it does, and
#: sections in order.
SUMMARY = {"GL01", "GL03", "GL06", "GL07", "GL08", "SS03", "SS05"}

#: Numpydoc's further checks of a function: every parameter with its type, what is
#: returned, an example. A class lists its fields instead.
PARTS = {"PR01", "PR02", "PR03", "PR04", "PR07", "PR10", "RT01", "EX01"}

#: README and docs/ as one text.
PAGES = "\n".join(
    path.read_text()
    for path in [PACKAGE.parent / "README.md", *PACKAGE.parent.glob("docs/*.md")]
)

#: What `mm.` completes, and what README and docs/ call by the name of its module.
DOCUMENTED = {
    name: thing
    for name in sorted({*dir(mmlib), *re.findall(r"\bmm\.([a-z_]+\.\w+)", PAGES)})
    if callable(thing := operator.attrgetter(name)(mmlib))
}


#: The repository, and its Python files: the package, the tools and the tests.
ROOT = PACKAGE.parent
CODE = sorted(
    path
    for folder in ("mmlib", "tools", "tests")
    for path in (ROOT / folder).rglob("*.py")
)

#: Lines of the longest file. A longer one holds more than one idea, as a rule.
MOST_LINES = 720

#: Functions with many options, each of which is given by its name.
OPTIONS = """
strategies/evolve_strategy.py evolve_strategy
experiments/many.py play_many
experiments/sweep.py sweep
strategies/breed_weights.py __init__
genetic/whole_board.py run
players/genetic_player.py __init__
report/picture.py picture
report/verdicts.py compare_mean
board/play.py __init__
experiments/game.py play
"""

#: Other functions that have more branches or arguments than `pyproject.toml` allows,
#: most of them compiled loops. The list only shrinks.
EXCEPTIONS = """
genetic/operators.py offspring
"""


def test_files_are_short():
    lines = {path: len(path.read_text().splitlines()) for path in FILES}
    longest = max(lines, key=lines.get)
    assert lines[longest] <= MOST_LINES, longest


def parallel(node):
    """Whether a statement gives several names unrelated values.

    An exchange uses on its right what it sets, and one value may be unpacked.
    """
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
        return False
    target = node.targets[0]
    return (
        isinstance(target, ast.Tuple)
        and len(target.elts) > 1
        and not names(target) & names(node.value)
    )


def names(node):
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def test_statements_assign_one_thing():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text()))
        if parallel(node)
    ]
    assert not found


def test_exceptions_are_named():
    """What ruff is told to pass over, by the names of the functions."""
    marked = re.compile(r"def (\w+)\(.*# noqa: (?:C901|PLR09)")
    found = [
        f"{path.relative_to(PACKAGE).as_posix()} {name}"
        for path in FILES
        for name in marked.findall(path.read_text())
    ]
    assert sorted(found) == sorted(
        [*OPTIONS.split("\n")[1:-1], *EXCEPTIONS.split("\n")[1:-1]]
    )


def test_package_has_few_files_at_the_top():
    assert len([path for path in PACKAGE.iterdir() if path.name != "__pycache__"]) <= 14


def test_floors():
    """The contracts stand in pyproject.toml."""
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as lint; lint()",
    ]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_import_compiles_nothing_and_loads_little():
    program = (
        "import sys, mmlib\n"
        "heavy = {'pygad', 'matplotlib', 'numba', 'pandas', 'scipy.stats'}"
        " & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "mmlib.player('knuth'), mmlib.play, mmlib.Rules\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_modules_hide_no_function():
    """A name of the package is what it is, whatever was imported before.

    Only `players` is both a folder and a function.
    """
    for path in FILES:
        name = ".".join(
            path.relative_to(PACKAGE.parent).with_suffix("").parts
        ).removesuffix(".__init__")
        __import__(name)
    for name in dir(mmlib):
        assert getattr(mmlib, name) is not None
        is_module = getattr(mmlib, name) is sys.modules.get(f"mmlib.{name}")
        assert is_module or f"mmlib.{name}" not in sys.modules or name == "players"
    assert callable(mmlib.players)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstring_is_complete(name):
    thing = DOCUMENTED[name]
    found = validate(f"{thing.__module__}.{thing.__qualname__}")
    checks = SUMMARY if isinstance(thing, type) else SUMMARY | PARTS
    assert not [f"{code}: {text}" for code, text in found["errors"] if code in checks]


#: The modules that `mm.` completes.
MODULES = [
    name for name in dir(mmlib) if isinstance(getattr(mmlib, name), types.ModuleType)
]


#: The modules that also name what stands in files of their own.
FACADES = ("board", "plots", "problems", "whole_board")


@pytest.mark.parametrize("name", [*MODULES, "board.controls"])
def test_dir_of_a_module_is_its_own(name):
    module = operator.attrgetter(name)(mmlib)
    completed = dir(module)
    assert completed
    for inner in completed:
        thing = getattr(module, inner)
        home = getattr(thing, "__module__", "mmlib")
        assert home.startswith(("mmlib", "pandas")), f"{inner} is of {home}"
        assert not isinstance(thing, types.ModuleType), inner
        if name not in FACADES and home.startswith("mmlib."):
            assert home == module.__name__, f"{inner} is of {home}"
        assert not callable(thing) or thing.__doc__, inner


def test_dir_has_what_the_pages_call():
    for name, inner in re.findall(r"\bmm\.([a-z_]+)\.(\w+)", PAGES):
        module = getattr(mmlib, name)
        if isinstance(module, types.ModuleType):
            assert inner in [*dir(module), "controls"], f"mm.{name}.{inner}"
