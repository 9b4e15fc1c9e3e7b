"""Lay out a new player: its file, its line in the registry, its test with a twin.

    make new-player NAME=one_plus_one

The player can be played at once: it takes the one of some codes that fit that can get
the most answers. What is left to do is printed.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path

import mmlib as mm
from mmlib.engine.files import replace_files
from mmlib.players.registry import REGISTRY

#: The folder of the checkout.
ROOT = Path(__file__).resolve().parents[1]

#: The line after the registry.
END = "# isort: on\n"

#: A player's file, to be changed.
PLAYER = '''"""WHOSE player this is, and where it was described."""

import numpy as np

from mmlib.game.history import History
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting
from mmlib.reason.consistent import consistent_codes
from mmlib.reason.partitions import measure


class {cls}(
    Player,
    name="{name}",
    source="WHOSE",
    year=2026,
    fidelity="reconstructed",
):
    """SAY in one line what it does.

    Source: WHO described it, and WHERE. Say what the source leaves open, and what was
    chosen here.

    >>> history = mm.History(mm.Rules(4, 6), ["0123"], [(2, 0)])
    >>> {cls}(tried=5).next_guess(history, np.random.default_rng(1)).shape
    (4,)

    Parameters
    ----------
    tried : int
        SAY what each setting is.
    first_guess : code, or "random"
        By default the player's own.
    """

    tried: int = setting(20, 1, 10**6)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        codes = consistent_codes(history)
        some = rng.permutation(codes)[: self.tried]
        game.searched(0, len(some), len(some), game.blank(0))
        split = measure(some, codes, colors=history.rules.colors)
        return some[split.parts.argmax()]
'''

#: Its test: a twin that has to be written, and a sample of games of each.
TEST = '''"""The player {name}, beside a twin in plain Python."""

import random

import mmlib as mm
from tests.chance import are_alike
from tests.plain_players import code_of


def {name}(secret, colors, most, rng):
    """The twin, from the source's words: how many guesses a game takes."""
    raise AssertionError(
        "tests/players/test_{name}.py: write the twin here, in plain "
        "Python and from the words of its source; tests/plain.py has the answers"
    )


def test_plays_as_its_twin():
    rng = random.Random(1)
    secrets = [code_of(3, 4, rng) for _ in range(500)]
    twin = [{name}(secret, 4, 12, rng) for secret in secrets]
    rules = mm.Rules(3, 4, 12)
    ours = mm.play_many("{name}", rules, secrets=secrets, seed=1).guesses
    assert are_alike(ours, twin)
'''

#: What remains to be done; each is also told by a test that fails.
LEFT = """\
{player}: written. Replace the words in capitals, and the algorithm.
mmlib/__init__.pyi: {name} has its line. Move it to where its year belongs.
{test}: written. Write the twin; the test fails until then.

Left to you, and told by tests that fail:
- tests/experiments/test_play.py: the first game of {name} into GOLDEN; the test prints
  the line.
Left to you, and told by nobody:
- CHANGELOG.md: a line of what is new.
- mmlib/report/printed: what its source printed, a row a number, with its paragraph in
  the README there; a test tells of a file that has no row in it.
- a notebook, or a row of one, that sets both beside each other.

make test-fast runs what your edits touch.
"""


def class_name(name: str) -> str:
    """The name of a player's class.

    >>> class_name("one_plus_one")
    'OnePlusOne'
    """
    return "".join(part.capitalize() for part in name.split("_"))


def check(name: str, root: Path = ROOT) -> None:
    """Raise ValueError if a player cannot be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ValueError(
            f"name: {name!r} is no name of a file: small letters, digits and "
            "underscores, such as one_plus_one"
        )
    files = (Path("mmlib", "players", f"{name}.py"), _test_of(name))
    taken = name in REGISTRY or any((root / file).exists() for file in files)
    if taken or hasattr(mm, name) or hasattr(mm, class_name(name)):
        raise ValueError(f"name: there is a {name} already, or a {class_name(name)}")
    if name in sys.stdlib_module_names:
        raise ValueError(f"name: {name} is a module of Python")


def _test_of(name: str) -> Path:
    """The file of a player's test."""
    return Path("tests", "players", f"test_{name}.py")


def lay_out(name: str, root: Path = ROOT) -> str:
    """Write a player's files; return what is left to do."""
    check(name, root)
    stub = root / "mmlib" / "__init__.pyi"
    text = stub.read_text("utf-8")
    cls = class_name(name)
    line = f"from .players.{name} import {cls} as {cls}  # player\n"
    player = Path("mmlib", "players", f"{name}.py")
    test = _test_of(name)
    if END not in text:
        raise ValueError(f"{stub}: the line {END.strip()!r} is not there")
    files = {
        root / player: PLAYER.format(name=name, cls=cls),
        root / test: TEST.format(name=name),
        stub: text.replace(END, f"{line}{END}"),
    }
    replace_files({path: content.encode() for path, content in files.items()})
    return LEFT.format(name=name, player=player.as_posix(), test=test.as_posix())


def main() -> None:
    """Parse the command line and lay out the player."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_player", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("name", help="small letters, such as one_plus_one")
    name = parser.parse_args().name
    try:
        print(lay_out(name), end="")
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
