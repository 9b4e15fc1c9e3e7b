"""The house: files import only from floors below them."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import mmlib

PACKAGE = Path(mmlib.__file__).parent

FLOORS = [
    ["checks"],
    ["rules", "_kernels", "progress", "stats", "store"],
    ["codes", "operators", "plots", "published"],
    ["feedback"],
    ["fitness", "partitions"],
    ["players", "whole_board"],
    ["play"],
    ["experiments", "board"],
    ["reproduce"],
    ["__main__"],
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS, 1) for name in names}


def imported(path):
    """Names of mmlib's own modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "mmlib":
            parts = node.module.split(".")[1:]
            yield from parts[:1] if parts else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name != "mmlib", f"{path.name}: import the module that is needed, not the package"
                if alias.name.startswith("mmlib."):
                    yield alias.name.split(".")[1]
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name}: relative import"


def test_every_file_has_a_floor():
    names = {path.stem for path in PACKAGE.rglob("*.py")} - {"__init__"}
    assert names <= set(FLOOR)


def test_imports_only_downward():
    upward = [
        f"{path.stem} (floor {FLOOR[path.stem]}) imports {name} (floor {FLOOR.get(name)})"
        for path in PACKAGE.rglob("*.py")
        if path.stem != "__init__"
        for name in imported(path)
        if FLOOR.get(name, 99) >= FLOOR[path.stem]
    ]
    assert not upward


def test_plots_know_nothing_of_players():
    assert set(imported(PACKAGE / "plots.py")) <= {"stats"}


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
