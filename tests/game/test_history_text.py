"""Games in progress, read from texts in several forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mmlib as mm

#: The classic board.
RULES = mm.Rules(4, 6)

#: Two turns that every form below tells.
PLAYED = mm.History(RULES, ["0012", "0123"], [(1, 2), (2, 0)])


@pytest.mark.parametrize(
    "text",
    [
        "History(4 pegs x 6 colors: 0012 1b2w, 0123 2b0w)",
        "0012 1b2w, 0123 2b0w",
        "0012 1b2w\n0123 2b0w\n",
        "0012: 1 black, 2 white\n0123: 2 blacks, 0 whites",
        "0012:1,2 0123:2,0",
        "0012: 1,2\n0123: 2,0",
        "0012: 1/2; 0123: 2/0",
        "0 0 1 2: 1 2\n0,1,2,3: 2 0",
        "0012 1 2\n0123 2 0",
        "0012,1,2\r\n0123,2,0\r\n",
        "0012\t1\t2\n0123\t2\t0",
        "guess,black,white\n0012,1,2\n0123,2,0\n",
        "turn;Guess;Bulls;Cows\n1;0012;1;2\n2;0123;2;0\n",
        'white\tblack\tcode\n2\t1\t"0 0 1 2"\n0\t2\t0123\n',
        "  0012 1B2W , 0123   2B0W  ",
        "\ufeffguess,black,white\n0012,1,2\n0123,2,0\n",
        "\n\n0012   1b2w\n\n \n0123 2b0w\n",
    ],
)
def test_a_game_is_read_in_the_usual_forms(text):
    assert mm.History.from_text(text, RULES) == PLAYED


@given(
    guesses=st.lists(st.lists(st.integers(0, 5), min_size=4, max_size=4), max_size=6),
    secret=st.lists(st.integers(0, 5), min_size=4, max_size=4),
    way=st.sampled_from(
        [{}, {"first": 1}, {"alphabet": "RGBYOP"}, {"alphabet": list("123456")}]
    ),
)
def test_what_repr_writes_is_read(guesses, secret, way):
    answers = [tuple(mm.feedback(guess, secret)) for guess in guesses]
    shift = way.get("first", 0)
    history = mm.History(
        RULES, np.array(guesses).reshape(-1, 4) + shift, answers, **way
    )
    text = repr(history)
    assert mm.History.from_text(text, **way) == history
    inner = text.removesuffix(")").partition(": ")[2]
    assert mm.History.from_text(inner, RULES, **way) == history


def test_names_of_colors_are_read_in_lines():
    names = ["red", "green", "blue", "yellow", "orange", "pink"]
    text = "red red green blue: 1,2\nred, green, blue, yellow: 2,0"
    assert mm.History.from_text(text, RULES, alphabet=names) == PLAYED


@pytest.mark.parametrize("text", ["", "  \n", "no guess yet", "guess,black,white\n"])
def test_a_game_that_has_not_begun_is_read(text):
    assert mm.History.from_text(text, RULES) == mm.History(RULES)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("0012", ValueError, "text: '0012' is no turn; write a guess and its black"),
        ("0012 1b2w, what", ValueError, "text: 'what' is no turn"),
        ("0012: 1,2\n0123: 2", ValueError, "text: '0123: 2' is no turn"),
        ("guess,black,white\n0012,1", ValueError, "text: the row '0012,1' is no turn"),
        (
            "0012: 3,1",
            ValueError,
            "text: feedbacks: 3 black 1 white in turn 1 is not",
        ),
        (
            "0016: 1,1",
            ValueError,
            "text: guesses: color 6 at position 3 is not in 0",
        ),
        ("001: 1,1", ValueError, "text: guesses: has 3 pegs, the board has 4"),
        ("0012" + " " * 10_000 + "x", ValueError, "text: '0012 x' is no turn"),
        ("0012: 1," + "2" * 5000, ValueError, "text: .* is no turn"),
        ("guess,black,white\n" + "0" * 140_000, ValueError, "text: field larger"),
        (12, TypeError, "text: 12 is an int; a string is needed"),
        ("History(5 pegs x 8 colors: 00123 1b0w)", ValueError, "rules: 4 pegs x 6 col"),
    ],
)
def test_what_is_no_game_is_quoted(text, error, message):
    with pytest.raises(error, match=message):
        mm.History.from_text(text, RULES)


def test_a_text_without_a_board_needs_rules():
    with pytest.raises(TypeError, match="rules: give the board, such as"):
        mm.History.from_text("0012: 1,2")
