import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mmlib as mm
from mmlib.game import codes
from tests.chance import ERRORS

#: The classic board.
RULES = mm.Rules(4, 6)


def test_all_codes_are_sorted_and_distinct():
    every = mm.all_codes(RULES)
    assert every.dtype == np.uint8
    assert every.flags.c_contiguous
    assert (codes.code_index(every, 6) == np.arange(1296)).all()


def test_too_many_to_list():
    with pytest.raises(
        ValueError, match="rules: 8 pegs x 12 colors have 429,981,696 codes"
    ):
        mm.all_codes(mm.Rules(8, 12))


def test_random_codes_are_uniform_and_repeatable():
    drawn = mm.random_codes(RULES, 60_000, rng=np.random.default_rng(1))
    again = mm.random_codes(RULES, 60_000, rng=np.random.default_rng(1))
    assert (drawn == again).all()
    shares = np.stack([np.bincount(column, minlength=6) for column in drawn.T]) / len(
        drawn
    )
    assert np.abs(shares - 1 / 6).max() < ERRORS * np.sqrt(1 / 6 * 5 / 6 / len(drawn))


def test_random_codes_need_a_generator():
    with pytest.raises(
        TypeError, match=r"^rng: 1 is an int; a numpy.random.Generator, such as"
    ):
        mm.random_codes(RULES, 3, rng=1)
    with pytest.raises(ValueError, match=r"^n: -1 is not in 0"):
        mm.random_codes(RULES, -1, rng=np.random.default_rng(1))


@given(st.lists(st.integers(0, 15), min_size=1, max_size=15))
def test_parse_and_format_are_inverse(code):
    assert codes.parse(codes.as_text(code)).tolist() == code
    assert codes.parse(" ".join(codes.as_text(code))).tolist() == code


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ([0, 1, 2], ValueError, "secret: has 3 pegs, the board has 4"),
        ([0, 0, 7, 0], ValueError, "secret: color 7 at position 2 is not in 0..5"),
        ([0, -1, 0, 0], ValueError, "secret: color -1 at position 1 is not in 0..5"),
        (
            [0, 1.5, 0, 0],
            ValueError,
            "secret: color 1.5 at position 1 is not a whole number in 0..5",
        ),
        (
            [0, np.nan, 0, 0],
            ValueError,
            "secret: color nan at position 1 is not in 0..5",
        ),
        (
            [0, np.inf, 0, 0],
            ValueError,
            "secret: color inf at position 1 is not in 0..5",
        ),
        ([0, 10**30, 0, 0], ValueError, "secret: .* holds numbers far out of range"),
        (
            [0, 123456789, 0, 0],
            ValueError,
            "secret: color 123456789 at position 1 is not in 0..5",
        ),
        (
            "10 11 3",
            ValueError,
            "secret: '10 11 3' has separators, so each part must be one digit",
        ),
        ([[True], [0]], TypeError, "secret: .* booleans"),
        (
            np.ma.array([0, 1, 2, 3], mask=[1, 0, 0, 0]),
            TypeError,
            "secret: .* masked values",
        ),
        ("01x2", ValueError, "secret: 'x' in '01x2' is not a color"),
        (["0", "1", "2", "3"], TypeError, "secret: .* not whole numbers"),
        ([], ValueError, "secret: has 0 pegs, the board has 4"),
        ("", ValueError, "secret: has 0 pegs, the board has 4"),
        ([[0, 1, 2, 3]], ValueError, r"secret: has 2 dimension\(s\), 1 is needed"),
        ([[0, 1], [2]], ValueError, "secret: rows differ in length"),
        (
            5,
            TypeError,
            "secret: 5 is no code; give a list of colors, or digits in quotes",
        ),
        (None, TypeError, "secret: None is no code"),
        ([True, False, True, True], TypeError, "secret: .* booleans"),
        ([0, True, 2, 3], TypeError, "secret: .* booleans"),
        (np.array([True] * 4), TypeError, "secret: .* booleans"),
        ([0, None, 1, 2], TypeError, "secret: .* not whole numbers"),
        ([0, 1j, 1, 2], TypeError, "secret: .* not whole numbers"),
    ],
)
def test_bad_codes(value, error, message):
    with pytest.raises(error, match=message):
        mm.as_code(value, RULES, name="secret")


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([[0, 1, 2, 3], [0, 1, 2]], ValueError, "codes: rows differ in length"),
        ([0, 1, 2, 3], ValueError, r"codes: has 1 dimension\(s\), 2 are needed"),
        (
            [[0, 1, 2, 3], [0, 1, 6, 3]],
            ValueError,
            "codes: color 6 at position 2 of row 1 is not in 0..5",
        ),
        (["0123", "0163"], ValueError, "codes: row 1: color 6 at position 2 is not in"),
        (["0123", "012"], ValueError, "codes: row 1: has 3 pegs, the board has 4"),
        (["0163"], ValueError, "codes: color 6 at position 2 is not in"),
        (np.zeros((2, 4), bool), TypeError, "codes: .* booleans"),
        (np.zeros((2, 17)), ValueError, "codes: has 17 pegs, the board has 4"),
    ],
)
def test_bad_lists_of_codes(values, error, message):
    with pytest.raises(error, match=message):
        mm.as_codes(values, RULES)


def test_objects_that_are_whole_numbers_are_welcome():
    assert mm.as_code(np.array([0, 1, 2, 3], dtype=object), RULES).tolist() == [
        0,
        1,
        2,
        3,
    ]


@pytest.mark.parametrize(
    "call",
    [
        lambda board: mm.all_codes(board),
        lambda board: mm.as_code([0, 1], board),
        lambda board: mm.random_codes(board, 1, rng=np.random.default_rng(1)),
    ],
)
def test_a_board_that_is_no_rules(call):
    with pytest.raises(
        TypeError, match=r"^rules: \(2, 6\) is a tuple; mmlib.Rules is needed"
    ):
        call((2, 6))


def test_seventeen_pegs_without_a_board():
    with pytest.raises(ValueError, match=r"codes: has 17 pegs; 1\.\.15 are allowed"):
        mm.as_codes(np.zeros((1, 17), int))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=20,
)


@given(anything)
def test_anything_at_all_is_a_code_or_a_clear_error(value):
    code = None
    message = ""
    try:
        code = mm.as_code(value, RULES, name="secret")
    except (ValueError, TypeError) as error:
        message = str(error)
    if code is None:
        assert message.startswith("secret: ")
    else:
        assert code.shape == (4,)
        assert code.dtype == np.uint8
        assert code.max() < 6


@given(st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_whole_floats_and_all_integer_types(code):
    for dtype in (np.uint8, np.int8, np.int64, np.uint64, np.float32, np.float64):
        assert mm.as_code(np.array(code, dtype=dtype), RULES).tolist() == code


def test_code_index_checks_colors():
    with pytest.raises(
        ValueError, match=r"codes: color 7 at position 0 of row 0 is not in 0..5"
    ):
        codes.code_index([[7, 0]], colors=6)
