import pytest

from tools.edited import to_test


@pytest.mark.parametrize(
    ("edited", "wanted"),
    [
        (
            "mmlib/experiments/sweep.py",
            ["mmlib/experiments/sweep.py", "tests/experiments/test_sweep.py"],
        ),
        (
            "mmlib/experiments/many.py",
            ["mmlib/experiments/many.py", "tests/experiments"],
        ),
        (
            "mmlib/strategies/knuth.py",
            [
                "mmlib/strategies/knuth.py",
                "tests/strategies",
                "tests/experiments/test_play.py::test_plays_the_stored_game[knuth]",
            ],
        ),
        ("mmlib/report/printed/strategies_4x6.csv", ["tests/report/test_published.py"]),
        ("tools/report.py", ["tests/tools", "tools/report.py"]),
        ("tools/measure/bottleneck.py", ["tests/tools", "tools/measure/bottleneck.py"]),
        ("mmlib/checks.py", ["mmlib/checks.py"]),
        ("tests/game/test_codes.py", ["tests/game/test_codes.py"]),
        ("tests/plain_players.py", ["tests/players"]),
        ("README.md", []),
        ("mmlib/gone.py", []),
    ],
)
def test_to_test_lists_the_tests_of_what_is_edited(edited, wanted):
    assert to_test([edited]) == sorted([*wanted, "tests/test_house.py"])
