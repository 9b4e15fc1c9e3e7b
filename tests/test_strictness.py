"""The notebooks' comparison must see what changed, and pass what did not.

It sees a changed digit, a moved curve and a missing figure.
"""

import os
import shutil
import subprocess
import sys

import nbformat
import pytest

from tools import reproduce

#: A cell that draws a curve, shifted by what is filled in.
CURVE = (
    "import matplotlib.pyplot as plt\n"
    "fig, ax = plt.subplots(figsize=(8, 4))\n"
    "ax.plot([0, 1, 2], [{0}, {0} + 1, {0} + 0.5])\n"
    "_ = ax.set(ylim=(-1, 2), xlabel='generation')"
)

#: One pixel's worth of shift: the axes are some 308 pixels high and show three units.
ONE_PIXEL = 3 / 308


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


#: What is changed in a copy of it, by the copy's name: the old text and the new.
CHANGES = {
    "same": ("", ""),
    "digit": ('"42"', '"43"'),
    "curve": (
        "[0, 0 + 1, 0 + 0.5]",
        f"[{ONE_PIXEL}, {ONE_PIXEL} + 1, {ONE_PIXEL} + 0.5]",
    ),
    "missing": (
        "fig, ax = plt.subplots(figsize=(8, 4))",
        "fig, ax = plt.subplots(figsize=(8, 4)); plt.close()",
    ),
}


def compare(folder, *more):
    """Run the notebooks of a folder, beside the project's conftest.py, as tests."""
    shutil.copy(reproduce.ROOT / "conftest.py", folder)
    # where CI is set, the summary at the end would say everything a second time
    once = ["-v", "-rN"]
    options = [
        "--nbval",
        *once,
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "--rootdir",
        folder,
        *more,
    ]
    command = [sys.executable, "-m", "pytest", *options, folder]
    # conftest.py needs the tools, which are not installed
    found_by = os.environ | {"PYTHONPATH": str(reproduce.ROOT)}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=found_by
    )


def test_nbval_fails_for_each_change_and_nothing_else(written, tmp_path):
    """All copies in one run; a curve moved by one pixel is seen as a picture."""
    text = written.read_text()
    for name, (old, new) in CHANGES.items():
        assert old in text
        (tmp_path / f"{name}.ipynb").write_text(text.replace(old, new))
    done = compare(tmp_path)
    assert done.returncode == 1  # some tests failed, and nothing else went wrong
    passed = {"number": ["same", "curve", "missing"], "curve": ["same", "digit"]}
    for name in CHANGES:
        for cell, kind in enumerate(("number", "curve")):
            verdict = "PASSED" if name in passed[kind] else "FAILED"
            assert f"{name}::ipynb::Cell {cell} {verdict}" in done.stdout
    assert done.stdout.count("root-mean-square pixel difference") == 1


def test_no_pixels_passes_a_moved_curve_and_nothing_else(written, tmp_path):
    """What fonts and processors change; a digit and a missing figure they do not."""
    for name in ("digit", "curve", "missing"):
        (tmp_path / f"{name}.ipynb").write_text(
            written.read_text().replace(*CHANGES[name])
        )
    done = compare(tmp_path, "--no-pixels")
    failed = {
        line.split(" FAILED")[0]
        for line in done.stdout.splitlines()
        if " FAILED" in line
    }
    assert failed == {"digit::ipynb::Cell 0", "missing::ipynb::Cell 1"}, done.stdout


def test_nbval_that_compares_otherwise_is_noticed(written, tmp_path):
    shutil.copy(written, tmp_path)
    (tmp_path / "other.py").write_text(
        "from nbval.plugin import IPyNbCell\n"
        "IPyNbCell.compare_outputs = lambda self, new: True"
    )
    done = compare(tmp_path, "-p", "other", "-W", "error::pytest.PytestConfigWarning")
    assert done.returncode != 0
    assert "compares otherwise: figures pass unseen" in done.stdout + done.stderr
