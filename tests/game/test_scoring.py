import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mmlib as mm
from mmlib.game.scoring import black_and_white
from tests import plain

#: All codes of the classic board.
CODES = mm.all_codes(mm.Rules(4, 6))


@pytest.mark.parametrize("scoring", mm.SCORINGS)
def test_all_1296_x_1296_pairs_against_the_plain_twin(scoring):
    twin = plain.SCORINGS[scoring]
    every = [tuple(map(int, code)) for code in CODES]
    matrix = mm.feedback_matrix(CODES, CODES, colors=6, scoring=scoring)
    for guess, row in zip(every, matrix, strict=True):
        assert row.tolist() == [
            5 * black + white
            for black, white in (twin(guess, secret) for secret in every)
        ]


@st.composite
def two_lists_of_codes(draw):
    pegs = draw(st.integers(1, 15))
    colors = draw(st.integers(2, 16))
    code = st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs)
    return (
        colors,
        draw(st.lists(code, min_size=1, max_size=4)),
        draw(st.lists(code, min_size=1, max_size=4)),
    )


@pytest.mark.parametrize("scoring", mm.SCORINGS)
@settings(max_examples=200)
@given(two_lists_of_codes())
def test_any_board_up_to_15x16(scoring, case):
    colors, guesses, secrets = case
    pegs = len(guesses[0])
    matrix = mm.feedback_matrix(guesses, secrets, colors=colors, scoring=scoring)
    assert matrix.dtype == np.uint8
    for (i, guess), (j, secret) in itertools.product(
        enumerate(guesses), enumerate(secrets)
    ):
        expected = plain.SCORINGS[scoring](guess, secret)
        assert tuple(int(x) for x in black_and_white(matrix[i, j], pegs)) == expected
        assert mm.feedback(guess, secret, scoring=scoring) == expected


@settings(max_examples=100)
@given(two_lists_of_codes())
def test_properties(case):
    colors, guesses, secrets = case
    pegs = len(guesses[0])
    standard = mm.feedback_matrix(guesses, secrets, colors=colors)
    assert (standard == mm.feedback_matrix(secrets, guesses, colors=colors).T).all()
    black, white = black_and_white(standard, pegs)
    assert (black + white <= pegs).all()
    assert not ((black == pegs - 1) & (white == 1)).any()
    for scoring in ("check_guess", "nine_colors"):
        other_black, other_white = black_and_white(
            mm.feedback_matrix(guesses, secrets, colors=colors, scoring=scoring), pegs
        )
        assert (other_black == black).all()
        assert (other_white >= white).all()


def test_worst_word_boundary():
    """15 pegs of 16 colors fill four words; codes of one color cross their borders."""
    codes = np.repeat(np.arange(16), 15).reshape(16, 15)
    matrix = mm.feedback_matrix(codes, codes, colors=16)
    assert (matrix == np.where(np.eye(16, dtype=bool), 15 * 16, 0)).all()


def test_asymmetry_of_the_nine_color_count():
    """Nearly a third of random 6 x 9 pairs are asymmetric.

    Their answer changes when guess and secret change places.
    """
    rng = np.random.default_rng(1)
    one, other = mm.random_codes(mm.PRESETS["nine_colors"], 8000, rng=rng).reshape(
        2, 4000, 6
    )
    there = mm.feedback_matrix(one, other, colors=9, scoring="nine_colors")
    back = mm.feedback_matrix(other, one, colors=9, scoring="nine_colors").T
    assert np.mean(there != back) == pytest.approx(0.306, abs=0.004)


def test_row_is_the_matrix_s_row():
    row = mm.feedback_row(CODES[7], CODES, colors=6)
    assert (row == mm.feedback_matrix(CODES, CODES, colors=6)[7]).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mm.feedback([0, 1], [0, 1, 2]), "secret: has 3 pegs, the guess has 2"),
        (
            lambda: mm.feedback([0, 99], [0, 1]),
            "guess: color 99 at position 1 is not in 0..15",
        ),
        (
            lambda: mm.feedback([0, 1], [0, 1], scoring="none"),
            "scoring: 'none' is not one of standard",
        ),
        (
            lambda: mm.feedback_matrix([[0, 6]], [[0, 1]], colors=6),
            "guesses: color 6 at position 1 of row 0",
        ),
        (
            lambda: mm.feedback_matrix([[0, 20]], [[0, 1]], colors=6),
            "guesses: color 20 at position 1 of row 0 .*0..5",
        ),
        (
            lambda: mm.feedback_row([0, 7], [[0, 1]], colors=6),
            "guess: color 7 at position 1 is not in 0..5",
        ),
        (
            lambda: mm.feedback_matrix([[0, 1]], [[0, 1, 2]], colors=6),
            "secrets: has 3 pegs, the board has 2",
        ),
        (
            lambda: mm.feedback_matrix([[0, 1]], [[0, 1]], colors=17),
            "colors: 17 is not in 2..16",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
