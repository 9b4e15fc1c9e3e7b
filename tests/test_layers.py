"""The house: files import only from floors below them."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import mmlib

PACKAGE = Path(mmlib.__file__).parent

FLOORS = [
    ["checks", "_compiled"],
    ["rules", "_kernels", "progress", "stats", "store"],
    ["codes", "controls", "operators", "plots", "published"],
    ["feedback", "first_guess"],
    ["history", "board.picture"],
    ["fitness", "partitions", "consistent"],
    ["tree", "exhaustive", "information", "trace"],
    ["players.base", "whole_board"],
    ["players.*"],
    ["players"],
    ["play"],
    ["experiments", "leaderboard", "board.page", "board.worker"],
    ["board.advice", "board.analysis", "board.composer", "board.desk"],
    ["board.breaking", "board.making", "board.racing"],
    ["board.landscape", "board.play", "board.step_through"],
    ["board"],
    ["reproduce"],
    ["__main__"],
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS, 1) for name in names}
FILES = [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


def module(path):
    """A file's name within the package: ``codes``, ``players.gold``, ``players``."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


def floor(name):
    """Floor of a module; the players, all siblings, share one."""
    return FLOOR.get(name) or FLOOR.get(f"{name.partition('.')[0]}.*" if "." in name else "", 0)


def imported(path):
    """Names of mmlib's own modules that a file imports, anywhere in it."""
    modules = {module(file) for file in FILES}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "mmlib":
            prefix = node.module.removeprefix("mmlib").removeprefix(".")
            for alias in node.names:
                name = f"{prefix}.{alias.name}".removeprefix(".")
                yield name if name in modules else prefix
        elif isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name != "mmlib", f"{path.name}: import the module that is needed, not the package"
                if alias.name.startswith("mmlib."):
                    yield alias.name.removeprefix("mmlib.")
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name}: relative import"


def test_every_file_has_a_floor():
    assert not [module(path) for path in FILES if not floor(module(path))]


def test_imports_only_downward():
    upward = [
        f"{module(path)} (floor {floor(module(path))}) imports {name} (floor {floor(name)})"
        for path in FILES
        for name in imported(path)
        if not 0 < floor(name) < floor(module(path))
    ]
    assert not upward


def test_plots_know_nothing_of_players():
    assert set(imported(PACKAGE / "plots.py")) <= {"checks", "stats"}


def test_import_compiles_nothing_and_loads_little():
    program = (
        "import sys, mmlib\n"
        "from mmlib import _kernels\n"
        "compiled = [k for k, f in vars(_kernels).items() if hasattr(f, 'signatures') and f.signatures]\n"
        "assert not compiled, compiled\n"
        "heavy = {'pygad', 'matplotlib', 'pandas', 'scipy.stats'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_public_names_are_there():
    for name in dir(mmlib):
        assert getattr(mmlib, name) is not None
    for name in ("feedback", "progress"):  # loading the module must not hide the function
        importlib.import_module(f"mmlib.{name}")
    assert callable(mmlib.feedback)
    assert callable(mmlib.progress)
