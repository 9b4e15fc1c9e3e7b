"""The problems as given to other libraries.

The fitness is that of a tree, or of a board.
"""

import numpy as np
import pytest

import mmlib as mm
from mmlib.genetic import fitness

#: The board whose weights are judged.
SMALL = mm.Rules(3, 5)


@pytest.mark.parametrize("stages", [1, 3])
def test_weights_have_the_fitness_of_the_tree(stages):
    problem = mm.problems.weights(SMALL, stages=stages)
    drawn = np.random.default_rng(1).integers(
        problem.low, problem.high, (5, problem.genes), endpoint=True
    )
    for genes, found in zip(drawn, problem.fitness(drawn), strict=True):
        player = mm.player(
            "one_step",
            objective="entropy",
            weights=problem.decode(genes),
            first_guess="012",
        )
        assert mm.strategy_tree(player, SMALL).total == -found


def test_weights_begin_with_the_best_first_guess():
    equal = [[1000] * 9]
    found = [
        mm.problems.weights(SMALL, first_guess=first).fitness(equal)[0]
        for first in ("000", "001", "012")
    ]
    assert mm.problems.weights(SMALL).fitness(equal)[0] == max(found)


def test_whole_board_has_the_fitness_of_a_board():
    problem = mm.problems.whole_board("2071", guesses=3)
    boards = np.random.default_rng(1).integers(0, 8, (20, 12))
    boards[0, 4:8] = [2, 0, 7, 1]
    assert (
        problem.fitness(boards).tolist() == fitness.whole_board(boards, "2071").tolist()
    )
    assert problem.decode(boards[0])[1].tolist() == [2, 0, 7, 1]
    assert problem.fitness([[2, 0, 7, 1] * 3])[0] == problem.best == 40


def test_problems_take_whole_floats():
    """Some libraries know of no other numbers."""
    problem = mm.problems.whole_board("15", guesses=1)
    assert problem.fitness([[1.0, 5.0]])[0] == 20


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: mm.problems.weights("4 x 6"), TypeError, "rules: "),
        (
            lambda: mm.problems.weights(mm.Rules(6, 9)),
            ValueError,
            "rules: 6 pegs x 9 colors have 531,441 codes",
        ),
        (lambda: mm.problems.weights(SMALL, stages=0), ValueError, "stages: 0"),
        (
            lambda: mm.problems.weights(SMALL, first_guess="01"),
            ValueError,
            "first_guess: has 2 pegs",
        ),
        (
            lambda: mm.problems.weights(SMALL).fitness([[1000] * 8]),
            ValueError,
            r"individuals: shape \(1, 8\)",
        ),
        (
            lambda: mm.problems.weights(SMALL).fitness([[49] * 9]),
            ValueError,
            "individuals: a gene is not a whole",
        ),
        (
            lambda: mm.problems.weights(SMALL).decode([1000.5] * 9),
            ValueError,
            "individual: a gene is not a whole",
        ),
        (
            lambda: mm.problems.weights(SMALL).decode([[1000] * 9]),
            ValueError,
            r"individual: shape \(1, 9\)",
        ),
        (lambda: mm.problems.whole_board("19"), ValueError, "secret: color 9"),
        (lambda: mm.problems.whole_board("15", guesses=0), ValueError, "guesses: 0"),
        (
            lambda: mm.problems.whole_board("15").fitness([["a"] * 20]),
            TypeError,
            "individuals: ",
        ),
    ],
)
def test_problems_refuse_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
