"""What answers brought.

It is exact for boards that can be counted by hand, and the same as the measures of a
split.
"""

import numpy as np
import pytest

import mmlib as mm
from mmlib.reason import partitions
from mmlib.reason.measures import entropy_of_one
from mmlib.reason.positions import Position

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)


def split(guess, history):
    return Position(history).split(guess)


def test_bits_of_a_game_add_up_to_those_of_the_board():
    """Whatever the guesses: a solved game has brought log2 of all codes."""
    for name in ("knuth", "gold", "random_consistent"):
        game = mm.play(name, "0314", CLASSIC, rng=np.random.default_rng(1))
        bits = mm.information(mm.History(CLASSIC, game.guesses, game.feedbacks))
        assert bits.brought.sum() == pytest.approx(np.log2(1296))
        assert bits.after.iloc[-1] == 1
        assert (
            bits.before.iloc[1:].to_numpy() == bits.after.iloc[:-1].to_numpy()
        ).all()
        assert np.allclose(bits.luck, bits.brought - bits.expected)


def test_luck_is_nothing_on_average():
    """Over all secrets, the answers to a guess bring what was expected of it."""
    guess = mm.codes.parse("0012")
    lucks = [
        mm.information(mm.History(CLASSIC, [guess], [mm.feedback(guess, secret)])).luck[
            0
        ]
        for secret in mm.all_codes(CLASSIC)
    ]
    assert np.mean(lucks) == pytest.approx(0, abs=1e-9)
    assert np.std(lucks) > 0.5


def test_expected_bits_are_those_of_the_measures():
    history = mm.History(CLASSIC, ["0012"], [(1, 1)])
    possible = mm.consistent.consistent_codes(history)
    for guess in ("0304", "0000", "3345"):
        measured = partitions.measure([mm.codes.parse(guess)], possible, colors=6)
        assert entropy_of_one(split(guess, history)) == pytest.approx(
            measured.entropy[0]
        )
        assert split(guess, history).max() == measured.largest[0]


def test_boards_too_large_to_list():
    """The first guess is counted on any board, later ones once few codes are left."""
    rules = mm.Rules(10, 10, 20)
    history = mm.History(rules, ["0011223344"], [(2, 3)])
    assert split("0011223344", mm.History(rules)).sum() == 10**10
    assert split("5566778899", history) is None
    bits = mm.information(history.after("5566778899", (2, 1)))
    assert bits.before.tolist()[0] == 1e10
    assert bits.before[1] == bits.after[0] == mm.consistent.count_consistent(history)
    assert bits.after[1] > 2_000_000
    assert np.isfinite(bits.brought).all()
    assert np.isnan(bits.luck[1])
    with pytest.raises(ValueError, match="that of turn 2"):
        mm.information(history.after("0011223344", (2, 4)))


@pytest.mark.parametrize(
    ("sizes", "bits"), [([1, 1], 1.0), ([4], 0.0), ([0, 0], 0.0), ([2, 1, 1], 1.5)]
)
def test_entropy(sizes, bits):
    assert entropy_of_one(sizes) == bits


def test_no_game_no_rows():
    bits = mm.information(mm.History(CLASSIC))
    assert bits.empty
    assert "luck" in bits


def test_bad_input():
    history = mm.History(CLASSIC, ["0000", "0000"], [(1, 0), (2, 0)])
    with pytest.raises(
        ValueError,
        match=(
            r"no code agrees with all the answers; "
            r"that of turn 2 \(2 black 0 white\)"
        ),
    ):
        mm.information(history)
    with pytest.raises(ValueError, match="guess: has 3 pegs, the board has 4"):
        split("001", mm.History(CLASSIC))


def test_codes_that_are_left_are_counted_where_those_before_were_too_many():
    history = mm.History(mm.Rules(7, 9), ["0000000", "1111111"], [(0, 0), (0, 0)])
    bits = mm.information(history)
    assert bits.after.tolist() == [8**7, 7**7]
    assert bits.before.tolist() == [9**7, 8**7]
    assert bits.brought[1] == pytest.approx(np.log2(8**7 / 7**7))
    assert np.isnan(bits.loc[1, ["expected", "luck"]].astype(float)).all()


def test_only_a_history_is_taken():
    with pytest.raises(TypeError, match="history: '0011' is not a History"):
        mm.information("0011")


def test_histories_are_equal_by_what_they_say():
    one, other = (mm.History(mm.Rules(4, 6), ["0012"], [(0, 0)]) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    for different in (
        mm.History(mm.Rules(4, 6), ["0012"], [(0, 1)]),
        mm.History(mm.Rules(4, 7), ["0012"], [(0, 0)]),
        mm.History(mm.Rules(4, 6), ["0012"], [(0, 0)], scoring="nine_colors"),
        "0012",
    ):
        assert one != different
