import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mmlib as mm
from mmlib.genetic import fitness
from tests import plain

#: The best chromosomes of nine runs, as the source printed them.
PRINTED = mm.published.load("whole_board_pygad_chromosomes")


@pytest.mark.parametrize(
    "row", list(PRINTED.itertuples()), ids=lambda row: f"{row.pegs} pegs, run {row.run}"
)
def test_printed_chromosomes_have_their_printed_fitness(row):
    for unreadable in "07":  # two genes are lost in the text; they cannot matter
        genes = np.array([row.chromosome.replace("?", unreadable).split()], dtype=float)
        assert fitness.whole_board(genes, row.secret).tolist() == [row.best_fitness]


def test_the_nine_printed_values():
    assert PRINTED.best_fitness.tolist() == [40, 40, 40, 70, 70, 70, 100, 100, -67]


@st.composite
def boards(draw):
    pegs = draw(st.integers(1, 12))
    secret = draw(st.lists(st.integers(0, 7), min_size=pegs, max_size=pegs))
    rows = draw(st.integers(1, 10))
    genes = draw(
        st.lists(st.integers(0, 7), min_size=rows * pegs, max_size=rows * pegs)
    )
    solving = draw(st.integers(0, rows))
    if solving < rows:  # random rows hardly ever solve
        genes[solving * pegs : (solving + 1) * pegs] = secret
    return secret, genes


@given(boards())
def test_whole_board_against_the_plain_twin(case):
    secret, genes = case
    for scoring, twin in (
        ("check_guess", plain.check_guess),
        ("standard", plain.feedback),
    ):
        value = fitness.whole_board([genes], secret, scoring=scoring)
        assert value.tolist() == [plain.whole_board(genes, secret, twin)]
    rows = [genes[i : i + len(secret)] for i in range(0, len(genes), len(secret))]
    assert fitness.solved_on_guess([genes], secret)[0] == (
        rows.index(secret) + 1 if secret in rows else 0
    )


@st.composite
def histories(draw):
    pegs = draw(st.integers(1, 8))
    colors = draw(st.integers(2, 9))
    turns = draw(st.integers(0, 5))
    code = st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs)
    guesses = [draw(code) for _ in range(turns)]
    secret = draw(code)
    return (
        [draw(code), draw(code), secret],
        guesses,
        [plain.feedback(guess, secret) for guess in guesses],
    )


@given(histories())
def test_turn_by_turn_fitness_against_plain_twins(case):
    population, guesses, feedbacks = case
    for candidate, value in zip(
        population, fitness.gold(population, guesses, feedbacks), strict=True
    ):
        assert value == pytest.approx(plain.gold(candidate, guesses, feedbacks))
    for name, twin in plain.SCORINGS.items():
        told = feedbacks
        if name == "black_only":
            told = [(black, 0) for black, _ in feedbacks]
        values = fitness.distance(
            population, guesses, told, black_weight=2, scoring=name
        )
        expected = [
            plain.distance(candidate, guesses, told, 2, 1, twin)
            for candidate in population
        ]
        assert values.tolist() == expected
    pegs = len(population[0])
    values = fitness.berghman(population, guesses, feedbacks, a=1, b=2)
    expected = [
        2 * pegs * len(guesses) + plain.distance(c, guesses, feedbacks, 1, 1)
        for c in population
    ]
    assert values.tolist() == expected
    assert (values >= 0).all()


@given(histories())
def test_the_secret_has_the_greatest_fitness(case):
    population, guesses, feedbacks = case
    turns = len(guesses)
    pegs = len(population[0])
    assert fitness.gold(population, guesses, feedbacks)[-1] == pytest.approx(
        turns + 0.02
    )
    assert fitness.distance(population, guesses, feedbacks)[-1] == 0
    assert fitness.berghman(population, guesses, feedbacks)[-1] == 2 * pegs * turns


def test_gold_compares_by_place():
    """Key rows 1100 and 1200 agree in three holes of four.

    They stand for 2 black 0 white, and for 1 black 1 white.
    """
    guess = [0, 1, 2, 3]
    one_black_one_white = [0, 4, 1, 5]
    assert plain.feedback(one_black_one_white, guess) == (1, 1)
    assert fitness.gold([one_black_one_white], [guess], [(2, 0)])[0] == pytest.approx(
        0.75 + 0.02
    )


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: fitness.whole_board([[0] * 41], [0] * 4),
            ValueError,
            "length 41 is not a multiple of the 4 pegs",
        ),
        (
            lambda: fitness.whole_board([[]], [0] * 4),
            ValueError,
            "length 0 is not a multiple of the 4 pegs",
        ),
        (
            lambda: fitness.whole_board([0] * 40, [0] * 4),
            ValueError,
            r"chromosomes: has 1 dimension\(s\), 2 are needed",
        ),
        (
            lambda: fitness.whole_board([[0] * 39 + [0.5]], [0] * 4),
            ValueError,
            "chromosomes: color 0.5 at gene 39 of chromosome 0 is not a whole",
        ),
        (
            lambda: fitness.whole_board([[0] * 39 + [-1]], [0] * 4),
            ValueError,
            "chromosomes: color -1 at gene 39 of chromosome 0",
        ),
        (
            lambda: fitness.whole_board([["a"] * 40], [0] * 4),
            TypeError,
            "chromosomes: .* not whole numbers",
        ),
        (
            lambda: fitness.whole_board([[0] * 40], [0, 0, 0, 99]),
            ValueError,
            "secret: color 99 at position 3",
        ),
        (
            lambda: fitness.whole_board([[0] * 40], [0] * 4, scoring="?"),
            ValueError,
            "scoring: '\\?' is not one of",
        ),
        (
            lambda: fitness.whole_board([[True] * 40], [0] * 4),
            TypeError,
            "chromosomes: .* booleans",
        ),
        (
            lambda: fitness.whole_board([[0] * 40, [0] * 4], [0] * 4),
            ValueError,
            "chromosomes: rows differ in length",
        ),
        (
            lambda: fitness.whole_board([[0] * 40], [0] * 4, cost=1.9),
            TypeError,
            "cost: 1.9 is a float",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], []),
            ValueError,
            "feedbacks: 0 answers came with 1 guesses",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], None),
            ValueError,
            r"feedbacks: shape \(\) is not",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [(1, 0), (1,)]),
            ValueError,
            "feedbacks: every turn needs two",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [(1, 1)]),
            ValueError,
            "1 black 1 white in turn 1 is not possible",
        ),
        (
            lambda: fitness.distance([[0, 1]], [[0, 1]], [(1, 0)], black_weight=np.nan),
            ValueError,
            "black_weight: nan is not a finite number of 0 or more",
        ),
        (
            lambda: fitness.berghman([[0, 1]], [[0, 1]], [(1, 0)], a="x"),
            TypeError,
            "a: 'x' is a str",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [(1, 0), (0, 0)]),
            ValueError,
            "feedbacks: 2 answers came with 1",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [(2, 1)]),
            ValueError,
            "2 black 1 white in turn 1 is not possible",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [(-1, 0)]),
            ValueError,
            "-1 black 0 white in turn 1",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [(0.5, 0)]),
            TypeError,
            "feedbacks: float64 values are not whole",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1]], [1, 0]),
            ValueError,
            r"feedbacks: shape \(2,\) is not \(turns, 2\)",
        ),
        (
            lambda: fitness.gold([[0, 1]], [[0, 1, 2]], [(1, 0)]),
            ValueError,
            "guesses: has 3 pegs, the board has 2",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
