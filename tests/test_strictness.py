"""The notebooks' comparison must see a changed digit, a moved curve and a missing figure, and pass an unchanged one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tools import reproduce

CURVE = (
    "import matplotlib.pyplot as plt\n"
    "fig, ax = plt.subplots(figsize=(8, 4))\n"
    "ax.plot([0, 1, 2], [{0}, {0} + 1, {0} + 0.5])\n"
    "_ = ax.set(ylim=(-1, 2), xlabel='generation')"
)
ONE_PIXEL = 3 / 308  # the axes are some 308 pixels high and show three units


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A notebook with stored outputs."""
    cells = [
        nbformat.v4.new_code_cell("x = 41\nx + 1", id="number"),
        nbformat.v4.new_code_cell(CURVE.format(0), id="curve"),
    ]
    path = tmp_path_factory.mktemp("written") / "01_one.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    assert reproduce.reproduce(write=True, folder=path.parent) == 0
    return path


@pytest.fixture
def stored(written, tmp_path):
    """A copy of it to be changed, beside the project's conftest.py."""
    shutil.copy(reproduce.ROOT / "conftest.py", tmp_path)
    return Path(shutil.copy(written, tmp_path))


def compare(path, *more):
    options = ["--nbval", "-q", "-p", "no:cacheprovider", "--rootdir", path.parent, *more]
    command = [sys.executable, "-m", "pytest", *options, path]
    found_by = os.environ | {"PYTHONPATH": str(reproduce.ROOT)}  # conftest.py needs the tools, which are not installed
    return subprocess.run(command, capture_output=True, text=True, cwd=path.parent, env=found_by)


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_an_unchanged_notebook_passes(stored):
    done = compare(stored)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


def test_a_changed_digit_fails(stored):
    change(stored, '"42"', '"43"')
    done = compare(stored)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout


def test_a_curve_moved_by_one_pixel_fails(stored):
    change(stored, "[0, 0 + 1, 0 + 0.5]", f"[{ONE_PIXEL}, {ONE_PIXEL} + 1, {ONE_PIXEL} + 0.5]")
    done = compare(stored)
    assert done.returncode == 1
    assert "root-mean-square pixel difference" in done.stdout


def test_a_missing_figure_fails(stored):
    change(stored, "fig, ax = plt.subplots(figsize=(8, 4))", "fig, ax = plt.subplots(figsize=(8, 4)); plt.close()")
    assert compare(stored).returncode == 1


def test_an_nbval_that_compares_otherwise_is_noticed(stored):
    (stored.parent / "other.py").write_text(
        "from nbval.plugin import IPyNbCell\nIPyNbCell.compare_outputs = lambda self, new: True"
    )
    done = compare(stored, "-p", "other", "-W", "error::pytest.PytestConfigWarning")
    assert done.returncode != 0
    assert "compares otherwise: figures pass unseen" in done.stdout + done.stderr
