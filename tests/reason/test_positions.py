"""A game walked through: the positions before its guesses and at its end."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.reason.positions import Position, positions


@pytest.mark.parametrize("size", [(4, 6), (7, 10)])  # filtered and searched
def test_positions_are_those_of_the_first_turns(size):
    rules = mm.Rules(*size, 15)
    game = mm.play("random_consistent", "0123456"[: size[0]], rules, seed=1)
    walk = list(positions(game.history))
    assert len(walk) == len(game) + 1
    for turn, position in enumerate(walk):
        past = game.history.first(turn)
        assert position.history == past
        assert position.count == mm.consistent.count_consistent(past)
    assert np.array_equal(walk[-1].codes, [game.secret])
    assert [position.count for position in walk[:-1]] == [
        turn.before
        for turn in mm.play(
            "random_consistent", game.secret, rules, seed=1, story=True
        ).turns
    ]


def test_a_split_counts_the_possible_codes():
    position = Position(mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)]))
    sizes = position.split("3045")
    assert sizes.sum() == position.count == len(position.codes) == 230
    for answer in np.flatnonzero(sizes):
        later = position.history.after("3045", divmod(int(answer), 5))
        assert sizes[answer] == Position(later).count


def test_positions_are_split_by_the_count_of_their_history():
    rules = mm.Rules(4, 6)
    history = mm.History(rules, ["0012"], [(1, 1)], scoring="nine_colors")
    *_, last = positions(history)
    coded = mm.feedback_row("3045", last.codes, colors=6, scoring="nine_colors")
    assert last.split("3045").tolist() == np.bincount(coded, minlength=21).tolist()
