"""The doors to other packages: their own checks, and what they write, read back."""

import json

import gymnasium
import ioh
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mmlib as mm
from tests import plain

#: The board of the tests.
RULES = mm.Rules(3, 5)


@pytest.mark.parametrize("family", ["whole_board", "consistent", "black_pegs"])
def test_a_problem_of_ioh_has_bounds_optimum_and_fitness(family):
    rules = mm.Rules(4, 8)
    problem = mm.problems.instance(family, rules, 7)
    door = mm.problems.to_ioh(problem)
    assert door.meta_data.instance == 7
    assert door.meta_data.n_variables == problem.genes
    assert door.meta_data.optimization_type == ioh.OptimizationType.MAX
    assert set(door.bounds.lb) == {problem.low}
    assert set(door.bounds.ub) == {problem.high}
    assert door.optimum.y == problem.optimum
    assert problem.fitness([door.optimum.x])[0] == problem.optimum
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, 7, (20, problem.genes), endpoint=True)
    assert [door(one.tolist()) for one in drawn] == problem.fitness(drawn).tolist()


def test_a_position_of_ones_own_has_an_optimum_in_ioh():
    history = mm.History(RULES, ["001", "234"], [(1, 0), (0, 1)])
    problem = mm.problems.consistent(history)
    assert problem.solution is None
    door = mm.problems.to_ioh(problem)
    assert problem.fitness([door.optimum.x]) == 0


def test_where_no_optimum_is_known_ioh_has_none():
    problem = mm.problems.weights(mm.Rules(2, 4), first_guess="01")
    door = mm.problems.to_ioh(problem)
    assert door.optimum.y == np.inf
    assert door([1000] * problem.genes) == problem.fitness([[1000] * problem.genes])[0]


def test_a_game_that_goes_on_is_not_for_ioh():
    with pytest.raises(ValueError, match="problem: dynamic remembers"):
        mm.problems.to_ioh(mm.problems.dynamic("031", RULES))
    with pytest.raises(TypeError, match="problem: 'black_pegs' is a str"):
        mm.problems.to_ioh("black_pegs")


def test_the_logs_of_ioh_are_read_back(tmp_path):
    door = mm.problems.to_ioh(mm.problems.instance("black_pegs", RULES, 2))
    names = {"folder_name": "run", "algorithm_name": "random"}
    logger = ioh.logger.Analyzer(root=str(tmp_path), **names)
    door.attach_logger(logger)
    found = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        while not door.state.optimum_found:
            door(rng.integers(0, 4, 3, endpoint=True).tolist())
        found.append(door.state.evaluations)
        door.reset()
    door.detach_logger()
    logger.close()
    (index,) = (tmp_path / "run").glob("*.json")
    told = json.loads(index.read_text())
    assert told["maximization"]
    assert told["function_name"] == "mmlib_black_pegs_of_5"
    runs = told["scenarios"][0]["runs"]
    assert [run["best"]["evals"] for run in runs] == found
    assert [run["best"]["y"] for run in runs] == [3, 3, 3]
    assert {run["instance"] for run in runs} == {2}


def test_gymnasiums_own_checks_pass(recwarn):
    check_env(mm.problems.environment(RULES))
    check_env(mm.problems.environment(mm.Rules(1, 2, 1), render_mode="ansi"))


def test_a_game_of_gymnasium_is_the_game():
    game = mm.problems.environment(mm.Rules(3, 5, 12), render_mode="ansi")
    seen, info = game.reset(options={"secret": "314"})
    assert (seen["guesses"] == -1).all()
    assert info == {"left": 125, "solved": False}
    turns = []
    total = 0.0
    for guess in ([0, 0, 1], [1, 1, 4], [3, 1, 4]):
        turns.append((guess, plain.feedback(guess, [3, 1, 4])))
        seen, reward, ended, cut, info = game.step(np.array(guess))
        total += reward
        assert not cut
        assert seen["guesses"][: len(turns)].tolist() == [one for one, _ in turns]
        answers = [list(answer) for _, answer in turns]
        assert seen["answers"][: len(turns)].tolist() == answers
        fit = [
            code
            for code in mm.all_codes(RULES).tolist()
            if all(plain.feedback(one, code) == answer for one, answer in turns)
        ]
        assert info["left"] == len(fit)
        assert ended == info["solved"] == (guess == [3, 1, 4])
    assert total == -3
    assert "3 1 4" in game.render()
    with pytest.raises(RuntimeError, match="step: no game is on; call reset first"):
        game.step(np.array([0, 0, 1]))


def test_a_game_of_gymnasium_ends_with_the_last_guess():
    game = mm.problems.environment(mm.Rules(3, 5, 2))
    game.reset(options={"secret": "314"})
    assert not game.step(np.array([0, 0, 0]))[2]
    _, _, ended, _, info = game.step(np.array([0, 0, 0]))
    assert ended
    assert not info["solved"]


def test_seeds_of_gymnasium_draw_the_same_secret():
    def first_answers(seed):
        game = mm.problems.environment(mm.Rules(4, 6))
        game.reset(seed=seed)
        return [tuple(game.step([c, c, 5, 4])[0]["answers"][c]) for c in range(4)]

    assert first_answers(1) == first_answers(1)
    assert len({str(first_answers(seed)) for seed in range(5)}) > 1


def test_an_environment_refuses_what_it_cannot_play():
    with pytest.raises(ValueError, match=r"rules: .*an environment is for codes"):
        mm.problems.environment(mm.Rules(3, 5, repeats=False))
    with pytest.raises(ValueError, match="render_mode: 'human' is not one of ansi"):
        mm.problems.environment(RULES, render_mode="human")
    game = mm.problems.environment(RULES)
    with pytest.raises(RuntimeError, match="no game is on"):
        game.step([0, 0, 0])
    with pytest.raises(ValueError, match="options: secret: color 9"):
        game.reset(options={"secret": "019"})
    game.reset()
    with pytest.raises(ValueError, match="action: has 2 pegs"):
        game.step([0, 0])
    assert isinstance(game, gymnasium.Env)
