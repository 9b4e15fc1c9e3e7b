"""Print what to test after an edit.

These are the files edited since the last commit, the tests that mirror them, and those
of the house. pytest-testmon chooses tests by the lines that they ran, which takes a
first run of everything, and it sees neither compiled loops nor worker processes.
"""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

from mmlib.players.registry import REGISTRY

#: The folder of the checkout.
ROOT = Path(__file__).resolve().parents[1]

#: The test of a player's stored game, by the name of the player.
STORED_GAME = "tests/experiments/test_play.py::test_plays_the_stored_game[{}]"

#: What stands in a folder is held to tests elsewhere, too: the guesses of every player,
#: the rows of printed tables.
ELSEWHERE = {
    "mmlib/players": "tests/experiments/test_play.py",
    "mmlib/strategies": "tests/experiments/test_play.py",
    "mmlib/report/printed": "tests/report/test_published.py",
}


def to_test(edited: list[str], root: Path = ROOT) -> list[str]:
    """List paths for pytest.

    For a file without a test of its name, these are all tests of its folder. Of a
    player's file it is that player's stored game, not those of all players.
    """
    found = {"tests/test_house.py"}
    for path in map(PurePosixPath, edited):
        found |= {
            STORED_GAME.format(path.stem) if path.stem in REGISTRY else test
            for folder, test in ELSEWHERE.items()
            if path.is_relative_to(folder) and (root / path).exists()
        }
        if (
            path.suffix != ".py"
            or not (root / path).exists()
            or path.parts[0] not in ("mmlib", "tools", "tests")
        ):
            continue
        if path.parts[0] == "tests":
            own = path.name.startswith("test_")
            found.add(
                str(path if own else path.parent)
                if len(path.parts) > 2 or own
                else "tests/players"
            )
            continue
        found.add(str(path))
        folder = PurePosixPath("tests", *path.parts[path.parts[0] == "mmlib" : -1])
        while not (root / folder).is_dir():
            folder = folder.parent
        if folder != PurePosixPath("tests"):
            mirror = folder / f"test_{path.name}"
            found.add(str(mirror if (root / mirror).exists() else folder))
    return sorted(found)


def main() -> None:
    """Print the paths, one a line."""
    asked = (
        ["diff", "--name-only", "HEAD"],
        ["ls-files", "--others", "--exclude-standard"],
    )
    lines = [
        subprocess.run(
            ["git", *q], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for q in asked
    ]
    print(*to_test("".join(lines).split()), sep="\n")


if __name__ == "__main__":
    main()
