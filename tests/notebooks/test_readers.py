"""A reader changes a parameter and runs on: nothing stops, and everything is shown.

`make test` has a short notebook of these, `make readers` all of them.
"""

import nbformat
import pytest

from tests.notebooks.reading import next_seed, notes, read, shown, stops
from tools.parameters import parameters_of
from tools.reproduce import NOTEBOOKS, find

#: The notebook that `make test` reads with another seed.
SHORT = "16_the_game"

#: The notebooks whose text quotes no number that depends on the seed: they are exact or
#: stored.
EXACT = {
    "15_the_third_way",
    "10_strategies",
    "01_play",
    "20_other_searches_and_boards",
    "21_proved_optima",
    "22_rosus_table",
    "23_bulls_and_cows",
    "25_one_rule",
}

#: Changes of a player of which the text quotes no number.
QUOTES_NONE = {("04_luck", '"knuth"')}

#: Other boards and players: a notebook, and what a reader writes in place of what.
OTHERWISE = [
    (
        "16_the_game",
        "mm.Rules(pegs=4, colors=6, max_guesses=10)",
        "mm.Rules(pegs=5, colors=8, max_guesses=12)",
    ),
    (
        "05_whole_board_chromosome",
        '{4: "3625", 7: "3237137", 10: "7214406700"}',
        '{4: "0123", 7: "7654321", 10: "0011223344"}',
    ),
    (
        "06_gold_autoplayer",
        "rules = mm.Rules(pegs=4, colors=8, max_guesses=10)",
        "rules = mm.Rules(pegs=4, colors=6, max_guesses=8)",
    ),
    (
        "03_your_own_player",
        "mm.Rules(pegs=4, colors=6, max_guesses=10)",
        "mm.Rules(pegs=4, colors=7, max_guesses=10)",
    ),
    ("04_luck", '"knuth"', '"kooi"'),
    ("21_proved_optima", "PEGS, COLORS = 3, 4", "PEGS, COLORS = 3, 3"),
    ("23_bulls_and_cows", "pegs=4, colors=10", "pegs=3, colors=8"),
]


def cases():
    """Every notebook with another seed, and some with another board or player."""
    every = pytest.mark.every_reader
    for path in find():
        marks = [] if path.stem == SHORT else [every]
        yield pytest.param(path.stem, "", "", id=f"{path.stem}-seed", marks=marks)
    for stem, one, other in OTHERWISE:
        yield pytest.param(stem, one, other, id=f"{stem}-other", marks=[every])


@pytest.mark.filterwarnings("default")  # those of the kernel are none of ours
@pytest.mark.parametrize(("stem", "one", "other"), list(cases()))
def test_nothing_stops_a_reader(stem, one, other):
    path = NOTEBOOKS / f"{stem}.ipynb"
    stored = nbformat.read(path, as_version=4)
    source = parameters_of(stored).source
    changed = source.replace(one, other) if one else next_seed(source)
    assert changed != source
    notebook = read(path, changed)
    said = notes(notebook)
    print(stem, *said, sep="\n")
    assert not stops(notebook)
    assert shown(notebook) == shown(stored)
    assert said or stem in EXACT or (stem, one) in QUOTES_NONE
