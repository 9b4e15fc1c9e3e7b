"""The picture of a leaderboard: guesses against what they cost."""

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.report.trade_off import trade_off


@pytest.fixture
def ranking():
    """Four players: a strategy, and three that pay for their guesses."""
    means = np.array([4.3, 4.4, 4.5, 4.6])
    return pd.DataFrame(
        {
            "player": ["strategy", "dear", "dominated", "cheap"],
            "mean": means,
            "low": means - 0.02,
            "high": means + 0.02,
            "evaluations": [0.0, 1000.0, 2000.0, 10.0],
        }
    )


def front_of(ax):
    """The line that joins the players that no other beats."""
    (line,) = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    return line.get_xydata().tolist()


def test_the_front_joins_those_that_no_other_beats_in_both(ranking, ax):
    trade_off(ranking.sample(frac=1, random_state=1), ax=ax)
    assert front_of(ax) == [[10, 4.6], [1000, 4.4]]


def test_who_evaluates_nothing_is_a_line_across(ranking, ax):
    trade_off(ranking, ax=ax)
    (line,) = [line for line in ax.lines if line.get_linestyle() == ":"]
    assert set(line.get_ydata()) == {4.3}
    assert len(ax.containers) == 3


def test_names_stand_in_the_order_of_means_and_apart(ranking, ax):
    means = np.array([4.3, 4.3001, 4.3002, 4.6])
    close = ranking.assign(mean=means, low=means - 0.02, high=means + 0.02)
    trade_off(close, ax=ax)
    heights = [text.xyann[1] for text in ax.texts]
    assert [text.get_text() for text in ax.texts] == close.player.tolist()
    assert (np.diff(heights) > 0.05).all()
    assert min(heights) >= 0


def test_players_have_the_colors_that_are_given(ranking, ax):
    trade_off(ranking, colors={"dear": "red"}, ax=ax)
    colors = {text.get_text(): text.get_color() for text in ax.texts}
    assert colors["dear"] == "red"
    assert colors["cheap"] == "black"


@pytest.mark.parametrize("rows", [[0], [1], [0, 3]])
@pytest.mark.filterwarnings("error")
def test_few_players_are_drawn_without_a_warning(ranking, rows, ax):
    trade_off(ranking.iloc[rows], ax=ax)
    ax.figure.canvas.draw()
    assert len(ax.texts) == len(rows)


def test_a_leaderboard_is_drawn_by_evaluations_or_by_time(ax):
    players = ["berghman", "random_consistent"]
    ranks = mm.leaderboard(mm.Rules(2, 3), players, 20, 1, n_jobs=1)
    trade_off(ranks, cost="ms", ax=ax)
    assert ax.get_xlabel() == "milliseconds a game (log)"


def test_what_cannot_be_drawn_is_refused(ranking):
    with pytest.raises(ValueError, match="ranking: it has no column 'ms'"):
        trade_off(ranking, cost="ms")
    with pytest.raises(ValueError, match="ranking: it has no row"):
        trade_off(ranking.iloc[:0])
    with pytest.raises(TypeError, match="ranking"):
        trade_off([1, 2])
    with pytest.raises(ValueError, match="cost"):
        trade_off(ranking, cost="pairs")
    with pytest.raises(TypeError, match="colors"):
        trade_off(ranking, colors=["red"])
