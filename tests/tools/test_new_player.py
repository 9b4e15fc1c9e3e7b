"""Laying a player out: what is written can be played, and says what is missing."""

import re
import subprocess
import sys

import pytest

from tools.new_player import ROOT, check, lay_out

#: A program that plays the new player, in the folder of its checkout.
PROGRAM = """
import numpy as np
import mmlib as mm

game = mm.play("one_plus_one", "3425", mm.Rules(4, 6), seed=1)
assert game.solved, game
print(mm.player("one_plus_one", tried=3))
"""


@pytest.fixture
def checkout(tmp_path):
    """A copy of what a player needs."""
    listed = subprocess.run(
        ["git", "ls-files", "mmlib"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in listed.split("\n"):
        if name and (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).symlink_to(ROOT / name)
    stub = tmp_path / "mmlib/__init__.pyi"
    text = stub.read_text()
    stub.unlink()
    stub.write_text(text)
    (tmp_path / "tests/players").mkdir(parents=True)
    return tmp_path


def test_a_new_player_plays_at_once(checkout):
    said = lay_out("one_plus_one", checkout)
    assert "mmlib/players/one_plus_one.py: written" in said
    assert "GOLDEN" in said
    package = checkout / "mmlib"
    assert "one_plus_one import OnePlusOne" in (package / "__init__.pyi").read_text()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(checkout), "PATH": "", "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "OnePlusOne(tried=3, first_guess=None)\n"
    test = (checkout / "tests/players/test_one_plus_one.py").read_text()
    compile(test, "test", "exec")
    assert re.search("test_one_plus_one.py: write the twin here", test)
    assert max(map(len, test.splitlines())) <= 88


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("One", "name: 'One' is no name of a file"),
        ("class", "name: 'class' is no name of a file"),
        ("../x", "name: '../x' is no name of a file"),
        ("gold", "name: there is a gold already"),
        ("kept_population", "name: there is a kept_population already"),
        ("players", "name: there is a players already"),
        ("questions", "name: there is a questions already"),  # a test of that name
        ("history", "name: there is a history already, or a History"),
        ("random", "name: random is a module of Python"),
    ],
)
def test_names_that_cannot_be_are_refused(name, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        check(name)
