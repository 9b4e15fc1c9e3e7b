"""Codes written in other people's alphabets."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import mmlib as mm
from mmlib.game.alphabet import DIGITS, as_alphabet

#: The classic board.
RULES = mm.Rules(4, 6)

#: Ways to write six colors.
WAYS = [
    {},
    {"first": 1},
    {"alphabet": "RGBYOP"},
    {"alphabet": "ABCDEF"},
    {"alphabet": "123456"},
    {"alphabet": ["red", "green", "blue", "yellow", "orange", "pink"]},
    {"alphabet": tuple("●○◆◇■□")},
]


@pytest.mark.parametrize("way", WAYS)
@given(code=st.lists(st.integers(0, 5), min_size=1, max_size=15))
def test_what_is_written_is_read(way, code):
    text = mm.codes.as_text(code, **way)
    assert mm.as_code(text, **way).tolist() == code
    assert mm.as_code(text.lower(), **way).tolist() == code
    between = ", ".join(mm.codes.as_text([color], **way) for color in code)
    if way != {}:
        assert mm.as_code(between, **way).tolist() == code
    assert mm.as_codes([text, text], **way).tolist() == [code, code]


@given(code=st.lists(st.integers(0, 15), min_size=1, max_size=15))
@example(code=[9])
def test_numbers_from_one_beyond_nine_are_set_apart(code):
    text = mm.codes.as_text(code, first=1)
    assert mm.as_code(text, first=1).tolist() == code
    assert mm.as_code(np.array(code) + 1, first=1).tolist() == code
    assert mm.as_codes([[color + 1.0 for color in code]], first=1).tolist() == [code]


def test_a_list_of_names_is_a_code():
    names = {"alphabet": ["red", "green", "blue", "yellow", "orange", "pink"]}
    code = ["red", "Red", "pink", "blue"]
    assert mm.as_code(code, RULES, **names).tolist() == [0, 0, 5, 2]
    assert mm.as_codes([code, code[::-1]], RULES, **names).tolist() == [
        [0, 0, 5, 2],
        [2, 5, 0, 0],
    ]


@pytest.mark.parametrize(
    ("value", "way", "message"),
    [
        # what was read in silence
        ("F,C,E,D", {}, "code: 'F,C,E,D' holds letters; say alphabet='ABCDEF'"),
        ("RRBY", {}, "'R' in 'RRBY' is not a color; .* alphabet= names other letters"),
        ("1126", {}, "color 6 at position 3 is not in 0..5; colors counted from 1 are"),
        ([1, 2, 6, 2], {}, "color 6 at position 2 .* are read with first=1"),
        ("0126", {}, r"color 6 at position 3 is not in 0..5$"),
        ("1120", {"first": 1}, "'0' in '1120' is not a color; colors count from 1$"),
        ([1, 1, 2, 0], {"first": 1}, "color 0 at position 3 is not in 1..6"),
        ([1, 1, 2, 7], {"first": 1}, "color 7 at position 3 is not in 1..6"),
        ("RRBX", {"alphabet": "RGBYOP"}, "'X' .* colors are R G B Y O P"),
        # a color of the alphabet that the board lacks
        ("RRBW", {"alphabet": "RGBYOPW"}, "'W' .* colors are R G B Y O P"),
        ("red redd", {"alphabet": "RGBYOP"}, "'red' in 'red redd' is not a color"),
    ],
)
def test_what_is_no_code_in_an_alphabet_is_named(value, way, message):
    with pytest.raises(ValueError, match=message):
        mm.as_code(value, RULES, **way)


@pytest.mark.parametrize(
    ("alphabet", "first", "error", "message"),
    [
        ("RGBYO", 0, ValueError, "alphabet: has 5 colors; 6..16 are allowed here"),
        (DIGITS + "G", 0, ValueError, "alphabet: has 17 colors"),
        ("RGBYOr", 0, ValueError, "alphabet: 'r' is there twice"),
        ("RGBYO ", 0, ValueError, "alphabet: ' ' is blank or holds a separator"),
        (["a", "b", "c", "d", "e", "f,g"], 0, ValueError, "alphabet: 'f,g' is blank"),
        (["a", "b", "c", "d", "e", ""], 0, ValueError, "alphabet: '' is blank"),
        (["a", "b", "c", "d", "e", 6], 0, TypeError, "alphabet: .* is a list; a strin"),
        (as_alphabet("RGBYOP"), 1, ValueError, "first: an alphabet came as well"),
        ([*"RGBYO", "dark\xa0red"], 0, ValueError, "alphabet: .* is blank or"),
        (6, 0, TypeError, "alphabet: 6 is an int; a string of letters or a list"),
        ("RGBYOP", 1, ValueError, "first: an alphabet came as well"),
        (None, 2, ValueError, "first: 2 is not in 0..1"),
        (None, True, TypeError, "first: True is a boolean"),
    ],
)
def test_what_is_no_alphabet_is_named(alphabet, first, error, message):
    with pytest.raises(error, match=message):
        mm.as_code("0012", RULES, alphabet=alphabet, first=first)
    with pytest.raises(error, match=message):
        mm.History(RULES, alphabet=alphabet, first=first)


def test_codes_that_lost_their_zeros_are_told():
    message = "lost their zeros: read them as text, dtype=str"
    with pytest.raises(ValueError, match=message):
        mm.as_codes(np.array([12, 1234, 345]), RULES)


def test_a_history_keeps_its_alphabet_and_colors_from_0():
    history = mm.History(RULES, ["RRGB"], [(1, 1)], alphabet="RGBYOP")
    assert history.guesses.tolist() == [[0, 0, 1, 2]]
    longer = history.after("YYOP", (0, 1)).after([0, 1, 2, 3], (1, 1))
    assert repr(longer.first(2)) == "History(4 pegs x 6 colors: RRGB 1b1w, YYOP 0b1w)"
    assert longer.guesses.tolist()[2] == [0, 1, 2, 3]
    assert history == mm.History(RULES, ["0012"], [(1, 1)])
    one = mm.History(RULES, [[1, 1, 2, 3]], [(1, 1)], first=1)
    assert one == history
    assert repr(one.after("1122", (0, 1))).endswith("1123 1b1w, 1122 0b1w)")


def test_turns_of_games_from_elsewhere():
    ours = mm.play_many("gold", RULES, games=20, seed=1)
    write = as_alphabet("RGBYOP").write

    def theirs(moves):
        return " ".join(write(mm.as_code(move).tolist()) for move in moves.split())

    games = ours.assign(secret=ours.secret.map(theirs), moves=ours.moves.map(theirs))
    taken = mm.turns(games, RULES, alphabet="RGBYOP")
    expected = mm.turns(ours, RULES)
    assert taken.guess.tolist() == expected.guess.map(theirs).tolist()
    assert taken.drop(columns="guess").equals(expected.drop(columns="guess"))
    from_one = mm.turns(
        games.assign(
            secret=ours.secret.map(lambda code: mm.codes.as_text(code, first=1)),
            moves=[
                " ".join(mm.codes.as_text(move, first=1) for move in moves.split())
                for moves in ours.moves
            ],
        ),
        RULES,
        first=1,
    )
    assert from_one.after.tolist() == expected.after.tolist()
    with pytest.raises(ValueError, match="alphabet: games are written with a char"):
        mm.turns(games, RULES, alphabet=["red", "g", "b", "y", "o", "p"])


def test_a_hint_is_told_in_the_alphabet_of_its_history():
    plain = mm.hint(mm.History(RULES, ["0023", "1124"], [(1, 0), (2, 1)]), seed=1)
    history = mm.History(RULES, ["RRBY", "GGBO"], [(1, 0), (2, 1)], alphabet="RGBYOP")
    hint = mm.hint(history, seed=1)
    assert (hint.guess == plain.guess).all()
    write = history.alphabet.write
    assert f"would guess {write(hint.guess)}." in repr(hint)
    assert hint.table.guess.tolist() == [
        write(mm.as_code(guess).tolist()) for guess in plain.table.guess
    ]


def test_pictures_write_the_alphabet():
    names = ["red", "green", "blue", "yellow", "orange", "pink"]
    picture = mm.board.picture(["RRBY"], "GGBO", alphabet="RGBYOP", feedbacks=[(1, 0)])
    assert picture.text.splitlines() == ["     1  R R B Y  ●···", "secret  G G B O"]
    named = mm.board.picture(
        ["red red blue yellow"], feedbacks=[(1, 0)], alphabet=names
    )
    assert named.text == "     1  R R B Y  ●···"  # the initials
    assert "guess 1: red red blue yellow, 1 black" in named.description
    alike = [*names[:5], "rose"]
    unclear = mm.board.picture(
        ["red rose blue red"], feedbacks=[(1, 0)], alphabet=alike
    )
    assert unclear.text == "     1  0 5 2 0  ●···"
    numbers = mm.board.picture([[1, 2, 10, 16]], feedbacks=[(1, 0)], first=1)
    assert numbers.text == "     1  1 2 10 16  ●···"
    assert ">10</text>" in numbers.svg
