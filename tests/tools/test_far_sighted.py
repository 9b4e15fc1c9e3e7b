"""The far-sighted player.

Its luck is luck, and the stored games are those that are played.
"""

import json

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import results
from tools.measure import far_sighted
from tools.measure.experiment import SEED, from_one_cell


def test_luck_of_a_strategy_is_nothing_over_all_codes():
    rules = mm.Rules(4, 5)
    games = mm.play_many(
        mm.player("one_step", objective="entropy"),
        rules,
        secrets="all",
        seed=1,
        n_jobs=1,
    )
    played = zip(games.secret, games.moves.str.split(), strict=True)
    luck = [
        far_sighted.luck(far_sighted._history(rules, secret, moves))
        for secret, moves in played
    ]
    assert np.isclose(np.mean(luck), 0, atol=1e-12)
    assert (games.guesses + luck).std() < games.guesses.std() / 2


@pytest.fixture(scope="module")
def stored():
    return results.read("far_sighted", text=["guesses", "luck"])


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=[pytest.mark.slow] * (row > 1))
        for row in range(len(far_sighted.JOBS))
    ],
)
def test_far_sighted_games_come_back(stored, row):
    (size, label, name, settings, n), row = far_sighted.JOBS[row], stored.iloc[row]
    assert ("{} x {}".format(*size), label, settings) == (
        row.board,
        row.label,
        json.loads(row.settings),
    )
    assert len(row.guesses) == n == (len(row.luck.split()) if row.luck != "-" else n)
    first = far_sighted.games_with_luck(size, label, name, settings, 2).iloc[0]
    assert first.guesses == row.guesses[:2]
    assert first.luck.split() == row.luck.split()[:2]


def test_far_sighted_takes_fewer_guesses_than_entropic(stored):
    """On 5 x 8 and 6 x 9, luck taken out."""
    calm = {}
    for row in stored[stored.luck != "-"].itertuples():
        guesses = from_one_cell(row.guesses)
        calm[row.board, row.label] = guesses + np.array(row.luck.split(), int) / 1000
    for board in ("5 x 8", "6 x 9"):
        pair = calm[board, "far-sighted"], calm[board, "entropic"]
        assert mm.stats.difference(*pair, paired=True).interval.low > 0


def test_far_sighted_times_are_of_the_players_that_the_notebook_shows():
    kept = results.read("far_sighted_milliseconds")
    assert kept[["board", "label"]].to_numpy().tolist() == [
        ["{} x {}".format(*size), label] for size, label, *_ in far_sighted.TIMED
    ]
    assert SEED == 2026
