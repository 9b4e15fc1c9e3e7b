"""Where compiled code is kept when the usual folders cannot be written."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import mmlib
from mmlib.engine import code_cache

#: The package's folder, of which copies are run.
PACKAGE = Path(mmlib.__file__).parent

#: A small loop is called, and says how often its compiled code was read from disk.
PROGRAM = """
import numpy as np
from mmlib.engine.words import to_words

assert to_words(np.array([[1, 2]], np.uint8))[0] == 0x21
print(sum(to_words.stats.cache_hits.values()))
"""

#: The same in two workers.
WORKERS = """
from joblib import delayed
from mmlib.engine.processes import run_in_order

calls = [delayed(to_words)(np.array([[1, 2]], np.uint8)) for _ in range(2)]
assert [words[0] for words in run_in_order(calls, 2)] == [0x21, 0x21]
"""


def run(folder, *before, program=PROGRAM, cwd=None, **variables):
    """Run a program beside a copy of the package; what it wrote to both streams."""
    command = [*before, sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        environment.pop(name, None)
    environment |= variables
    done = subprocess.run(
        command, cwd=cwd or folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.fixture
def copy(tmp_path):
    """A copy of the package, of which nothing is compiled."""
    target = tmp_path / "installed"
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, target / "mmlib", ignore=without)
    (tmp_path / "temporary").mkdir()
    return target


def read_only(folder):
    """The beginning of a command that sees a folder which cannot be written."""
    mounted = f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}"
    before = ["unshare", "-m", "bash", "-c", f'{mounted} && exec "$@"', "run"]
    try:
        done = subprocess.run([*before, "true"], capture_output=True)
    except OSError:
        done = None
    if done is None or done.returncode:
        pytest.skip("a folder can be made read-only by a mount of root's alone")
    return before


@pytest.mark.parametrize("home", ["/proc/none", "~"])  # not there; unknown
def test_code_cache_works_in_a_read_only_install_without_a_home(copy, tmp_path, home):
    homeless = {"HOME": home, "TMPDIR": str(tmp_path / "temporary")}
    here = tmp_path / "here"
    here.mkdir()
    before = read_only(copy)
    program = PROGRAM if home == "~" else PROGRAM + WORKERS
    hits, said = run(copy, *before, program=program, cwd=here, **homeless)
    assert hits.split() == ["0"]
    assert said.count("UserWarning") == 1, said  # the workers repeat it not
    assert "NUMBA_CACHE_DIR" in said
    assert list((tmp_path / "temporary").glob("mmlib-compiled-*/engine_*/*.nbc"))
    assert not list(here.iterdir())
    hits, _ = run(copy, *before, cwd=here, **homeless)
    assert hits.split() == ["1"]


@pytest.mark.slow
def test_code_cache_reads_what_was_compiled_at_the_installation(copy, tmp_path):
    """As in an image that one user makes and another runs.

    Nothing is compiled, and nothing is said. What is damaged is compiled anew.
    """
    run(copy)
    damage(copy)
    assert run(copy)[0].split() == ["0"]
    homeless = {"HOME": "/proc/none"}
    homeless["TMPDIR"] = str(tmp_path / "temporary")
    hits, said = run(copy, *read_only(copy), **homeless)
    assert hits.split() == ["1"]
    assert not said


def test_code_cache_that_cannot_write_compiles_all_the_same(copy):
    nowhere = (
        "from mmlib.engine import code_cache\n"
        "places = code_cache._Places._locator_classes\n"
        "places[:] = [code_cache._InTemporaryFolder]\n"
        "code_cache.temporary_folder = lambda: None\n"
    )
    hits, said = run(copy, program=nowhere + PROGRAM)
    assert hits.split() == ["0"]
    assert said.count("UserWarning: mmlib: compiled code cannot be kept") == 1, said
    assert "NUMBA_CACHE_DIR" in said
    assert not list(copy.rglob("*.nbi"))


def test_code_cache_ends_no_call_on_a_full_disk(copy):
    full = (
        "from numba.core import caching\n"
        "def save(self, key, data): raise OSError(28, 'No space left on device')\n"
        "caching.IndexDataCacheFile.save = save\n"
    )
    hits, said = run(copy, program=full + PROGRAM)
    assert hits.split() == ["0"]
    assert said.count("UserWarning") == 1, said
    assert "No space left on device" in said


def damage(folder):
    """Spoil the files of compiled code, as a crash may."""
    for index in folder.rglob("*.nbi"):
        content = index.read_bytes()
        index.write_bytes(content[:60] + b"\xff" * 20 + content[80:])
    for code in folder.rglob("*.nbc"):
        code.write_bytes(b"")


@pytest.mark.slow
def test_code_cache_works_in_a_zip_archive(copy, tmp_path):
    archive = shutil.make_archive(str(tmp_path / "mmlib"), "zip", copy)
    files = (
        "import mmlib as mm; "
        "print(mm.__file__, len(mm.published.load('strategies_4x6')) > 0)\n"
    )
    trees = "print(mm.best_tree(mm.Rules(5, 8)).total)\n"
    home = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": archive}
    (tmp_path / "elsewhere").mkdir()
    program = PROGRAM + files + trees
    said, warned = run(tmp_path / "elsewhere", program=program, **home)
    assert said.split() == ["0", f"{archive}/mmlib/__init__.py", "True", "178328"]
    assert not warned
    assert list((tmp_path / "cache").rglob("*.nbc"))


def test_temporary_folder_is_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache.tempfile, "gettempdir", lambda: str(tmp_path))
    asked = code_cache.temporary_folder.__wrapped__
    folder = asked()
    assert folder.parent == tmp_path
    assert asked() == folder
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        folder.chmod(0o770)  # others could put code there
        assert asked() is None
        folder.rmdir()
        folder.symlink_to(tmp_path)
        assert asked() is None
        folder.unlink()
        folder.write_text("a file")
        assert asked() is None
