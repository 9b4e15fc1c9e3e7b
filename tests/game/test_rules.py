import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mmlib as mm


def test_counts():
    assert mm.Rules(4, 6).n_codes == 1296
    assert mm.Rules(15, 16).n_codes == 16**15
    for pegs in range(1, 6):
        codes = mm.all_codes(mm.Rules(pegs, 4))
        answers = np.unique(mm.feedback_matrix(codes, codes, colors=4))
        assert len(answers) == mm.Rules(pegs, 4).n_feedbacks


def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        mm.Rules(4, 6).pegs = 5


@given(pegs=st.integers(), colors=st.integers(), guesses=st.integers())
def test_any_integers_either_work_or_say_why(pegs, colors, guesses):
    fine = 1 <= pegs <= 15 and 2 <= colors <= 16 and 1 <= guesses <= 1000
    if fine:
        assert mm.Rules(pegs, colors, guesses).n_codes == colors**pegs
    else:
        with pytest.raises(
            ValueError, match=r"^(pegs|colors|max_guesses): -?\d+ is not in \d+\.\.\d+$"
        ):
            mm.Rules(pegs, colors, guesses)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pegs": 0, "colors": 6}, "pegs: 0 is not in 1..15"),
        ({"pegs": 17, "colors": 6}, "pegs: 17 is not in 1..15"),
        ({"pegs": 4, "colors": 1}, "colors: 1 is not in 2..16"),
        (
            {"pegs": 10**30, "colors": 6},
            "pegs: 1000000000000000000000000000000 is not in 1..15",
        ),
        (
            {"pegs": 4, "colors": 6, "max_guesses": 0},
            "max_guesses: 0 is not in 1..1000",
        ),
    ],
)
def test_out_of_range(arguments, message):
    with pytest.raises(ValueError, match=message):
        mm.Rules(**arguments)


@pytest.mark.parametrize(
    "wrong", [4.0, "4", None, True, np.bool_(True), np.nan, [4], 4j]
)
def test_wrong_types(wrong):
    with pytest.raises(TypeError, match=r"^pegs: .* whole number in 1\.\.15 is needed"):
        mm.Rules(wrong, 6)


def test_numpy_integers_are_welcome():
    assert mm.Rules(np.int64(4), np.uint8(6)) == mm.Rules(4, 6)
