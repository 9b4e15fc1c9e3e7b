"""The stored openings, and what all codes take with them."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import results
from mmlib.players.openings import STORED
from tools.measure import openings

#: The board of the stored openings.
RULES = mm.Rules(openings.PEGS, openings.COLORS, openings.TURNS)


@pytest.fixture(scope="module")
def stored():
    return results.read("openings", text=["distribution", "openings"])


def test_openings_play_every_code_twice(stored):
    """All but the one that is guessed first."""
    for _, rows in stored.groupby("times"):
        assert rows.codes.sum() == RULES.n_codes - 1
    for row in stored.itertuples():
        found = np.array(row.distribution.split(), int)
        assert (found.sum(), found @ np.arange(len(found))) == (row.codes, row.total)


def test_openings_of_more_tries_never_take_more_guesses(stored):
    once, often = (rows.total.to_numpy() for _, rows in stored.groupby("times"))
    assert (often <= once).all()
    assert often.sum() < once.sum()


@pytest.mark.parametrize("times", openings.TIMES)
def test_openings_come_back_and_are_what_is_played(stored, times):
    """The smallest row, bred in the games and read from what is stored."""
    row = stored[
        (stored.times == times) & (stored.black == 0) & (stored.white == 6)
    ].iloc[0]
    made = openings.by_first_answer(0, 6, times).iloc[0]
    assert made.to_dict() == row.to_dict()
    codes = mm.all_codes(RULES)
    secrets = codes[mm.feedback_row("001123", codes, colors=RULES.colors) == 6]
    ways = dict(zip(openings.TIMES, ("bred", "stored"), strict=True))
    player = mm.player("far_sighted", openings=ways[times])
    assert (
        mm.play_many(player, RULES, secrets=secrets, seed=1, n_jobs=1).guesses.sum()
        == row.total
    )


def test_openings_are_what_the_player_reads():
    assert STORED.read_bytes() == openings.contents()
