"""The problems as given to other libraries.

The fitness is that of a tree, or of a board.
"""

import hashlib

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import problems
from mmlib.genetic import fitness
from tests import plain

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
    assert problem.fitness([[2, 0, 7, 1] * 3])[0] == problem.optimum == 40


@pytest.mark.parametrize("secret", ["2071", "2077", "3333"])
def test_which_wrong_guess_earns_most_on_a_whole_board(secret):
    codes = mm.all_codes(mm.Rules(4, 8))
    wrong = codes[(codes != mm.codes.parse(secret)).any(axis=1)]
    best = problems._almost(mm.codes.parse(secret))
    earned = fitness.whole_board(wrong, secret)
    assert (wrong == best).all(axis=1).any()
    assert fitness.whole_board([best], secret)[0] == earned.max()


@pytest.mark.parametrize("secret", ["0123456701", "01234567012", "0" * 12, "01" * 7])
def test_no_change_of_the_best_whole_board_is_better(secret):
    problem = mm.problems.whole_board(secret, guesses=3)
    assert problem.fitness([problem.solution])[0] == problem.optimum
    rng = np.random.default_rng(1)
    boards = np.tile(problem.solution, (5000, 1))
    changed = rng.random(boards.shape) < rng.random((5000, 1)) ** 3
    boards[changed] = rng.integers(0, 8, changed.sum())
    assert problem.fitness(boards).max() <= problem.optimum
    first = problem.fitness([np.tile(mm.codes.parse(secret), 3)])[0]
    assert (first == problem.optimum) == (len(secret) <= 10)


def test_problems_take_whole_floats():
    """Some libraries know of no other numbers."""
    problem = mm.problems.whole_board("15", guesses=1)
    assert problem.fitness([[1.0, 5.0]])[0] == 20


def test_the_optimum_by_its_former_name():
    with pytest.warns(DeprecationWarning, match="problem.best is now problem.optimum"):
        assert mm.problems.whole_board("1533").best == 40


def test_what_is_known_of_weights_is_what_tuned_takes():
    rules = mm.Rules(4, 5)
    known = mm.problems.weights(rules, stages=5, first_guess="0012").best_known
    assert known == -mm.strategy_tree("tuned", rules).total
    assert mm.problems.weights(rules, stages=4, first_guess="0012").best_known is None
    assert mm.problems.weights(rules, stages=5, first_guess="0123").best_known is None


def every(rules):
    """All codes, as lists."""
    return mm.all_codes(rules).tolist()


def distance(code, turns):
    """Minus the pegs by which the answers of a code differ, in plain Python."""
    far = 0
    for guess, (black, white) in turns:
        answer = plain.feedback(guess, code)
        far += abs(answer[0] - black) + abs(answer[1] - white)
    return -far


def test_codes_that_fit_are_the_solutions():
    rules = mm.Rules(3, 5)
    turns = [([0, 0, 1], (1, 0)), ([0, 2, 3], (0, 1))]
    history = mm.History(rules, *zip(*turns, strict=True))
    problem = mm.problems.consistent(history)
    found = problem.fitness(every(rules)).tolist()
    assert found == [distance(code, turns) for code in every(rules)]
    assert problem.solutions == found.count(problem.optimum) > 1


def test_solutions_that_cannot_be_counted_are_not_known():
    rng = np.random.default_rng(1)
    rules = mm.Rules(15, 16)
    secret, *guesses = mm.random_codes(rules, 5, rng=rng)
    answers = [mm.feedback(guess, secret) for guess in guesses]
    problem = mm.problems.consistent(mm.History(rules, guesses, answers))
    assert problem.solutions is None
    assert problem.fitness([secret]) == problem.optimum


def test_black_pegs_are_the_genes_that_are_right():
    problem = mm.problems.black_pegs("031", mm.Rules(3, 5))
    codes = every(mm.Rules(3, 5))
    found = problem.fitness(codes).tolist()
    assert found == [plain.feedback(code, [0, 3, 1])[0] for code in codes]
    assert found.count(problem.optimum) == 1


@pytest.mark.parametrize("at_once", [1, 7, 125])
def test_a_game_grows_while_one_searches(at_once):
    """Beside a plain loop; it does not matter how many are scored at once."""
    rules = mm.Rules(3, 5)
    problem = mm.problems.dynamic("314", rules)
    order = np.random.default_rng(1).permutation(mm.all_codes(rules))
    turns = []
    scores = []
    for code in order.tolist():
        if distance(code, turns) == 0:
            turns.append((code, plain.feedback(code, [3, 1, 4])))
        scores.append(distance(code, turns))
    for _ in range(2):
        found = [
            problem.fitness(order[begin : begin + at_once])
            for begin in range(0, len(order), at_once)
        ]
        assert np.concatenate(found).tolist() == scores
        assert problem.history.guesses.tolist() == [guess for guess, _ in turns]
        problem.restart()
        assert len(problem.history) == 0


def test_only_the_secret_reaches_the_optimum_of_a_game():
    rules = mm.Rules(3, 5)
    for first in every(rules):
        problem = mm.problems.dynamic("314", rules)
        assert (problem.fitness([first])[0] == problem.optimum) == (first == [3, 1, 4])
    found = problem.fitness([[3, 1, 4], [3, 1, 4], [0, 0, 0]])
    assert found[0] == found[1] == 0 > found[2]
    # the secret is not asked again
    assert problem.history.guesses.tolist().count([3, 1, 4]) == 1


def contents(problem):
    """What tells an instance from another, as text."""
    bounds = problem.name, problem.genes, problem.low, problem.high, problem.optimum
    shape = 400, problem.genes
    # a generator without distributions: these may change, the numbers must not
    raw = np.random.PCG64(1).random_raw(shape[0] * shape[1]).reshape(shape)
    span = problem.high - problem.low + 1
    drawn = problem.low + (raw % np.uint64(span)).astype(np.int64)
    return f"{bounds} {problem.fitness(drawn).tolist()}"


#: The first digits of the hashes of instances 1 to 15, by family and board.
FOREVER = {
    ("whole_board", 4, 8): "6790e5c8dcdd755a",
    ("whole_board", 10, 8): "da6a76212db7e942",
    ("consistent", 4, 6): "728cfb9ab356b6b0",
    ("consistent", 15, 16): "9695359d5f974094",
    ("black_pegs", 6, 9): "ec6e7e3206023e77",
    ("dynamic", 10, 12): "c5a0ba353b54bb72",
}


@pytest.mark.parametrize(("family", "pegs", "colors"), FOREVER)
def test_instances_are_the_same_forever(family, pegs, colors):
    rules = mm.Rules(pegs, colors)
    made = [mm.problems.instance(family, rules, n) for n in range(1, 16)]
    assert [problem.instance for problem in made] == list(range(1, 16))
    texts = [contents(problem) for problem in made]
    assert len(set(texts)) == len(texts)
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    assert digest[:16] == FOREVER[family, pegs, colors]


def test_instances_of_weights_are_numbers_of_stages():
    made = [mm.problems.instance("weights", mm.Rules(2, 4), n) for n in (1, 5)]
    assert [problem.genes for problem in made] == [5, 25]


def test_an_instance_has_the_secret_among_its_solutions():
    for number in range(1, 16):
        problem = mm.problems.instance("consistent", mm.Rules(5, 8), number)
        assert problem.solutions >= 1
        codes = mm.consistent.consistent_codes(problem.history)
        assert (problem.fitness(codes) == problem.optimum).all()


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
            "individuals: row 1, gene 1 is 49; whole numbers in",
        ),
        (
            lambda: mm.problems.weights(SMALL).decode([1000.5] * 9),
            ValueError,
            "individual: gene 1 is 1000.5; whole numbers",
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
        (
            lambda: mm.problems.instance("onemax", SMALL, 1),
            ValueError,
            "family: 'onemax' is not one of whole_board, consistent,",
        ),
        (
            lambda: mm.problems.instance("whole_board", SMALL, 1),
            ValueError,
            "rules: 3 pegs x 5 colors; a whole board has 8 colors",
        ),
        (
            lambda: mm.problems.instance("weights", SMALL, 6),
            ValueError,
            r"number: 6 is not in 1\.\.5",
        ),
        (
            lambda: mm.problems.instance("black_pegs", SMALL, 0),
            ValueError,
            "number: 0 is not in",
        ),
        (lambda: mm.problems.consistent("0012"), TypeError, "history: '0012' is a str"),
        (
            lambda: mm.problems.consistent(
                mm.History(SMALL, ["001"], [(1, 0)], scoring="black_only")
            ),
            ValueError,
            "history: answers counted as 'black_only'",
        ),
        (
            lambda: mm.problems.black_pegs("012", mm.Rules(3, 5, repeats=False)),
            ValueError,
            "rules: .*a problem is for codes whose colors may repeat",
        ),
        (
            lambda: mm.problems.dynamic("0123", SMALL),
            ValueError,
            "secret: has 4 pegs",
        ),
    ],
)
def test_problems_refuse_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
