"""A genetic algorithm of one's own: its operators are asked, and held to their word."""

import pickle

import numpy as np
import pytest

import mmlib as mm
from mmlib.players.genetic_player import either_parent, fitter_of_two, one_peg
from tests.chance import LEAST_P

#: The board on which it plays.
RULES = mm.Rules(4, 6)

#: A position in which nothing fits the first population.
LATER = mm.History(RULES, ["0012", "4340", "3154"], [(0, 1), (0, 2), (1, 2)])


def test_player_is_one_that_can_be_played():
    games = mm.check_player(mm.GeneticPlayer(population=20))
    assert games.solved.all()


def test_generations_are_bred_as_the_operators_say():
    """Each generation is made again from the one before, by the same random numbers."""
    asked = []

    def noted(function):
        def note(*arguments):
            made = function(*arguments)
            asked.append((function.__name__, arguments, made))
            return made

        return note

    player = mm.GeneticPlayer(
        fitness=noted(mm.fitness.distance),
        select=noted(fitter_of_two),
        cross=noted(either_parent),
        mutate=noted(one_peg),
        population=6,
        elite=2,
    )
    guess = player.next_guess(LATER, np.random.default_rng(6))
    search = player.search
    assert search.generations > 1
    order = [
        "distance",
        *["fitter_of_two", "fitter_of_two", "either_parent", "one_peg"],
    ]
    names = [name for name, _, _ in asked]
    assert names == order[:1] + (order[1:] + order[:1]) * search.generations
    children = [made for name, _, made in asked if name == "one_peg"]
    for before, after, own, fitness in zip(
        search.populations,
        search.populations[1:],
        children,
        search.fitness,
        strict=False,
    ):
        best = before[np.argsort(-fitness, kind="stable")[:2]]
        assert after.tolist() == [*best.tolist(), *own.tolist()]
    assert search.best.tolist() == search.fitness.max(axis=1).tolist()
    assert search.mean.tolist() == search.fitness.mean(axis=1).tolist()
    assert search.evaluations == 6 * (search.generations + 1)
    assert mm.fitness.distance([guess], LATER.guesses, LATER.feedbacks) == [0]


def test_operators_may_write_into_what_they_get():
    def painted(codes, colors, rng):
        codes[:, 0] = rng.integers(colors, size=len(codes))
        return codes

    player = mm.GeneticPlayer(
        select=lambda codes, fitness, n, rng: codes[:n],
        cross=lambda mothers, fathers, rng: mothers,
        mutate=painted,
        population=6,
        elite=2,
        generations=5,
    )
    player.next_guess(LATER, np.random.default_rng(2))
    search = player.search
    assert search.generations == 5
    for codes, fitness in zip(search.populations, search.fitness, strict=True):
        own = mm.fitness.distance(codes, LATER.guesses, LATER.feedbacks)
        assert own.tolist() == fitness.tolist()
    assert (np.diff(search.best) >= 0).all()  # the elite stays


def test_boards_without_repeats_are_refused():
    rules = mm.Rules(4, 10, repeats=False)
    with pytest.raises(ValueError, match="genetic breeds codes in which colors may"):
        mm.play(mm.GeneticPlayer(), "0123", rules, seed=1)


def test_operators_draw_as_they_say():
    rng = np.random.default_rng(1)
    codes = mm.random_codes(RULES, 4000, rng=rng)
    values = np.arange(4000.0)
    chosen = fitter_of_two(values[:, None], values, 4000, rng)[:, 0]
    # the greater of two evenly drawn ones lies at two thirds, give or take 0.236
    assert abs(chosen.mean() / 4000 - 2 / 3) < 4 * 0.236 / np.sqrt(4000)
    mothers, fathers = np.zeros((2, 4000, 4), np.uint8)
    fathers += 1
    shares = either_parent(mothers, fathers, rng).mean(axis=0)
    assert (abs(shares - 0.5) < 4 * 0.5 / np.sqrt(4000)).all()
    changed = one_peg(codes, 6, rng)
    moved = (changed != codes).sum(axis=1)
    assert moved.max() == 1
    # five of six colors are others
    assert abs(moved.mean() - 5 / 6) < 4 * np.sqrt(5 / 36 / 4000)
    assert LEAST_P < 0.001  # what four standard errors stand for


def test_what_was_played_is_not_played_again():
    """A fitness that likes one code most, on a board where nothing fits it."""

    def love(codes, guesses, feedbacks):
        return -np.abs(codes.astype(int) - LATER.guesses[2]).sum(axis=1)

    player = mm.GeneticPlayer(fitness=love, generations=0, population=1296)
    for seed in range(5):
        guess = player.next_guess(LATER, np.random.default_rng(seed)).tolist()
        assert guess not in LATER.guesses.tolist()
    tiny = mm.GeneticPlayer(generations=0, population=2)
    history = mm.History(mm.Rules(1, 2), ["0"], [(0, 0)])
    assert tiny.next_guess(history, np.random.default_rng(1)).shape == (1,)


def test_settings_tell_functions_apart():
    def one(codes, colors, rng):
        return codes

    player = mm.GeneticPlayer(mutate=one)
    before = player.settings["mutate"]

    def one(codes, colors, rng):
        return codes.copy()

    assert before != mm.GeneticPlayer(mutate=one).settings["mutate"]
    assert mm.GeneticPlayer().settings == pickle.loads(
        pickle.dumps(mm.GeneticPlayer().settings)
    )
    assert mm.GeneticPlayer(mutate=np.random.default_rng(1).permuted).settings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"mutate": lambda codes, colors, rng: codes[1:]},
            r"mutate: returned an array",
        ),
        (
            {"cross": lambda mothers, fathers, rng: mothers[0]},
            r"cross: returned an arr",
        ),
        (
            {"select": lambda codes, fitness, n, rng: codes},
            r"select: returned an array",
        ),
        ({"mutate": lambda codes, colors, rng: codes + 6}, "mutate: a child: color"),
        ({"fitness": lambda codes, *past: ["a"] * len(codes)}, "fitness: returned"),
        ({"cross": lambda mothers, fathers, rng: [[1], [2, 3]]}, "cross: returned no"),
        (
            {"fitness": lambda codes, *past: [1.0]},
            "fitness: .* is not a number for each",
        ),
        (
            {"fitness": lambda codes, *past: np.full(len(codes), np.nan)},
            "fitness: .* is not a number for each",
        ),
    ],
)
def test_operators_that_return_something_else_are_named(settings, message):
    player = mm.GeneticPlayer(population=6, **settings)
    with pytest.raises(ValueError, match=message):
        player.next_guess(LATER, np.random.default_rng(6))


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"mutate": 0.1}, TypeError, "mutate: 0.1 is not a function"),
        ({"population": 1}, ValueError, r"population: 1 is not in 2..100000"),
        ({"elite": 61}, ValueError, r"elite: 61 is not in 0..60"),
        ({"first_guess": "!!"}, ValueError, "first_guess"),
        ({"name": 3}, TypeError, "name: 3 is an int; a text is needed"),
    ],
)
def test_bad_settings_are_refused(settings, error, message):
    with pytest.raises(error, match=message):
        mm.GeneticPlayer(**settings)


@pytest.mark.parametrize("operator", ["fitness", "select", "cross", "mutate"])
def test_an_error_in_an_operator_names_the_operator(operator):
    def broken(*given):
        return 1 / 0

    mine = mm.GeneticPlayer("mine", **{operator: broken})
    with pytest.raises(ZeroDivisionError) as error:
        mm.play(mine, "0314", mm.Rules(4, 6), seed=1)
    assert f"It was raised in {operator}= of the player mine." in error.value.__notes__
    mine = mm.GeneticPlayer("mine", **{operator: lambda: None})
    with pytest.raises(TypeError, match=rf"{operator}: .*<lambda>\(\) takes 0"):
        mm.play(mine, "0314", mm.Rules(4, 6), seed=1)
