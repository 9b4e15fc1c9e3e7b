"""The cache of compiled code notices edits in other files of the package."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import mmlib
from mmlib.engine import compiled

PROGRAM = (
    "import numpy as np; from mmlib.players.evolutionary import gold; one, two = np.uint64(0x1111), np.uint64(0x2222); "
    "rng = np.random.default_rng(1); print(hex(gold.crossover(one, two, 4, 4, rng))); "
    "print(sum(gold.crossover.stats.cache_hits.values()))"
)


def run(folder):
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split()


def test_an_operator_edited_elsewhere_is_seen(tmp_path):
    package = Path(mmlib.__file__).parent
    shutil.copytree(package, tmp_path / "mmlib", ignore=shutil.ignore_patterns("__pycache__"))
    found, from_cache = run(tmp_path)
    assert from_cache == "0"
    assert run(tmp_path) == [found, "1"]
    operators = tmp_path / "mmlib" / "genetic" / "operators.py"
    text = operators.read_text()
    assert text.count("return first ^ different, second ^ different") == 1
    operators.write_text(text.replace("first ^ different, second ^ different", "np.uint64(7), np.uint64(7)"))
    assert run(tmp_path) == ["0x7", "0"]


def test_this_numba_is_one_that_fits():
    index = compiled.compiled(run)._cache._cache_file  # its inside, which is what may change
    assert index._source_stamp == compiled.stamp(Path(__file__).resolve())
    project = tomllib.loads((Path(mmlib.__file__).parents[1] / "pyproject.toml").read_text())
    assert compiled.KNOWN in project["project"]["dependencies"]
