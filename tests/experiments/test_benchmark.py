"""Benchmarks: what is watched, what is counted, and the libraries themselves."""

import contextlib
import random
from dataclasses import replace
from functools import partial
from importlib import metadata

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.experiments import benchmark as benchmarks

#: The board of most tests, and some problems on it.
RULES = mm.Rules(4, 6)


def posed(*, family="black_pegs", n=3, rules=RULES):
    return [mm.problems.instance(family, rules, number + 1) for number in range(n)]


def mine(problem, budget, seed):
    """A climber, as one writes a solver after a look at the page."""
    rng = np.random.default_rng(seed)
    best = rng.integers(problem.low, problem.high + 1, problem.genes)
    for _ in range(budget):
        other = best.copy()
        other[rng.integers(problem.genes)] = rng.integers(problem.low, problem.high + 1)
        if np.diff(problem.fitness([best, other])) >= 0:
            best = other


def in_order(problem, budget, seed):
    """All codes in order, one after the other, and never the end of it."""
    while True:
        for code in mm.all_codes(RULES):
            problem.fitness(code[np.newaxis])


@pytest.mark.parametrize("name", mm.problems.SOLVERS)
@pytest.mark.parametrize("family", ["black_pegs", "consistent"])
def test_every_library_solves_small_problems(name, family):
    found = mm.problems.benchmark(
        [name], posed(family=family, n=2), budget=20_000, seed=1, n_jobs=1
    )
    assert found.table.reached.tolist() == [2]
    assert (found.runs.evaluations < 20_000).all()


def test_runs_say_which_version_searched():
    solvers = ["random", "pymoo", mine]
    found = mm.problems.benchmark(solvers, posed(n=1), budget=50, seed=1, n_jobs=1)
    version = metadata.version("pymoo")
    assert found.runs.package.tolist() == ["none", f"pymoo {version}", "none"]


@pytest.mark.parametrize("name", mm.problems.SOLVERS)
def test_every_library_takes_the_other_problems(name):
    problems = [
        *posed(family="dynamic", n=1, rules=mm.Rules(8, 12)),
        mm.problems.instance("whole_board", mm.Rules(4, 8), 1),
        replace(mm.problems.weights(mm.Rules(2, 3)), best_known=-1),
    ]
    found = mm.problems.benchmark([name], problems, budget=250, seed=1, n_jobs=1)
    assert found.runs.evaluations.tolist() == [250] * 3


def test_evaluations_are_counted_one_by_one():
    (problem,) = posed(n=1)
    found = mm.problems.benchmark([in_order], [problem], budget=2000, seed=1)
    place = int((mm.all_codes(RULES) == problem.solution).all(axis=1).argmax())
    (run,) = found.runs.itertuples()
    assert run.evaluations == place + 1
    assert run.best == 4
    assert found.hits(1) == {"in_order": [place + 1]}
    steps = [tuple(map(int, step.split(":"))) for step in run.steps.split()]
    values = problem.fitness(mm.all_codes(RULES)[: place + 1])
    assert all(values[at - 1] == fitness for at, fitness in steps)
    assert [fitness for _, fitness in steps] == sorted(
        set(np.maximum.accumulate(values))
    )


def test_no_more_than_the_budget_is_looked_at():
    (problem,) = posed(n=1)
    asked = []

    def fitness(individuals):
        asked.append(len(individuals))
        return problem.fitness(individuals)

    watched = benchmarks.Watched(replace(problem, fitness=fitness), 150)
    wrong = np.zeros((100, 4), int)
    watched(wrong)
    with pytest.raises(benchmarks.Finished):
        watched(wrong)
    assert asked == [100, 50]
    assert watched.evaluations == 150
    with pytest.raises(benchmarks.Finished):  # also for whoever goes on all the same
        watched(wrong)
    assert watched.evaluations == 150


def test_what_comes_after_the_best_is_not_counted():
    (problem,) = posed(n=1)
    watched = benchmarks.Watched(problem, 150)
    with pytest.raises(benchmarks.Finished):
        watched([[0, 0, 0, 0], problem.solution, [0, 0, 0, 0]])
    assert watched.evaluations == 2
    assert watched.steps[-1] == (2, 4)


def test_who_returns_before_is_begun_anew_with_another_seed():
    seeds = []

    def hasty(problem, budget, seed):
        seeds.append(seed)
        problem.fitness(np.zeros((10, 4), int))

    problem = mm.problems.black_pegs("1234", RULES)
    found = mm.problems.benchmark([hasty], [problem], budget=35, seed=1, n_jobs=1)
    assert found.runs.evaluations.tolist() == [35]
    assert len(set(seeds)) == len(seeds) == 4
    assert np.isinf(found.hits(1)["hasty"]).all()
    assert "0 of 1" in repr(found)
    assert "<table" in found._repr_html_()


def test_who_catches_errors_does_not_catch_the_end():
    def careless(problem, budget, seed):
        while True:
            with contextlib.suppress(Exception):
                problem.fitness(np.zeros((10, 4), int))

    problem = mm.problems.black_pegs("1234", RULES)
    found = mm.problems.benchmark([careless], [problem], budget=30, seed=1, n_jobs=1)
    assert found.runs.evaluations.tolist() == [30]


def test_a_run_depends_on_its_solver_problem_and_seed_alone():
    problems = posed()
    names = ["random", "deap", "pygad"]
    whole = mm.problems.benchmark(names, problems, budget=400, seed=3, n_jobs=2).runs
    alone = mm.problems.benchmark(
        ["pygad"], problems[1:2], budget=400, seed=3, n_jobs=1
    ).runs
    same = whole[(whole.solver == "pygad") & (whole.instance == 2)]
    pd.testing.assert_frame_equal(same.reset_index(drop=True), alone)
    other = mm.problems.benchmark(names, problems, budget=400, seed=4, n_jobs=1).runs
    assert not other.steps.equals(whole.steps)


def test_random_numbers_of_the_caller_stay():
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002 (what pygad seeds)
    before = random.random(), np.random.random()  # noqa: NPY002
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    mm.problems.benchmark(["deap", "pygad"], posed(n=1), budget=200, seed=1, n_jobs=1)
    assert (random.random(), np.random.random()) == before  # noqa: NPY002


def test_a_stopped_benchmark_goes_on(tmp_path):
    calls = []

    def stops(problem, budget, seed):
        calls.append(problem.instance)
        if len(calls) == 2:
            raise KeyboardInterrupt
        mine(problem, budget, seed)

    arguments = {"budget": 500, "seed": 1, "n_jobs": 1, "store": tmp_path / "kept"}
    with pytest.raises(KeyboardInterrupt):
        mm.problems.benchmark({"mine": stops}, posed(), **arguments)
    assert not (tmp_path / "kept.csv").exists()
    found = mm.problems.benchmark({"mine": stops}, posed(), **arguments)
    assert calls == [1, 2, 2, 3]
    again = mm.problems.benchmark({"mine": stops}, posed(), **arguments)
    assert len(calls) == 4
    pd.testing.assert_frame_equal(again.runs, found.runs)
    fresh = mm.problems.benchmark({"mine": mine}, posed(), budget=500, seed=1, n_jobs=1)
    pd.testing.assert_frame_equal(found.runs, fresh.runs)
    # another problem of one's own is another experiment
    for secret, raises in (("0123", False), ("0124", True)):
        own = [mm.problems.black_pegs(secret, RULES)]
        arguments["store"] = tmp_path / "own"
        if raises:
            with pytest.raises(ValueError, match="own: "):
                mm.problems.benchmark(["random"], own, **arguments)
        else:
            mm.problems.benchmark(["random"], own, **arguments)


def run_of(steps, start=-10, best=0):
    row = dict.fromkeys(benchmarks.COLUMNS, 0)
    at, found = map(int, steps.split()[-1].split(":"))
    row |= {"solver": "a", "problem": "p", "steps": steps, "best": found}
    row["evaluations"] = at if found == best else 100
    return row | {"start": start, "best_known": best}


def test_targets_are_steps_from_the_start_to_the_best():
    runs = pd.DataFrame([run_of("1:-12 5:-9 9:-4 20:0"), run_of("3:-7")])
    found = mm.problems.Benchmark(runs, 100)
    assert found.hits(1)["a"].tolist() == [20, np.inf]
    assert found.hits(2)["a"].tolist() == [9, 20, np.inf, np.inf]
    # -7.5 and -2.5 are rounded up
    assert found.hits(4)["a"][:4].tolist() == [9, 9, 20, 20]
    assert found.hits(10)["a"][10:].tolist() == [3, 3, 3, *[np.inf] * 7]
    (row,) = found.table.itertuples()
    time = mm.stats.expected_running_time([20, np.inf], 100)
    assert (row.runs, row.reached) == (2, 1)
    assert (row.evaluations, row.low, row.high) == tuple(time)
    # equal targets count once; where there is no start, the best alone counts
    few = mm.problems.Benchmark(pd.DataFrame([run_of("1:0 7:2", 0, 2)]), 100)
    assert few.hits()["a"].tolist() == [7, 7]
    none = mm.problems.Benchmark(pd.DataFrame([run_of("1:-3 7:0", 0)]), 100)
    assert none.hits()["a"].tolist() == [7]


def test_where_runs_begin_is_found_once_a_problem_and_costs_no_more_than_a_run():
    asked = []
    problem = mm.problems.instance("black_pegs", mm.Rules(6, 9), 1)

    def counted(individuals):
        asked.append(len(individuals))
        return problem.fitness(individuals)

    costly = replace(problem, fitness=counted)
    found = mm.problems.benchmark(
        {"one": "climber", "two": "climber"}, [costly], budget=40, seed=1, n_jobs=1
    )
    assert asked[0] == 40  # where they begin; a climber asks one by one
    assert asked[1:] == [1] * 80
    assert found.runs.start.tolist() == [0, 0]


def test_runs_beside_stored_ones():
    rules = mm.Rules(4, 6)
    some = posed(n=2, rules=rules)
    found = mm.problems.benchmark([mine], some, budget=10_000, seed=1)
    both = found.beside("baselines")
    solvers = ["mine", *mm.problems.SOLVERS]
    assert sorted(both.runs.solver) == sorted(2 * solvers)
    assert set(both.runs.instance) == {1, 2}
    assert set(both.runs.genes) == {4}
    other = mm.problems.benchmark(["random"], posed(n=3), budget=10_000, seed=1)
    assert found.beside(other).runs.solver.tolist() == ["mine"] * 2 + ["random"] * 2


def test_what_does_not_belong_together_is_not_joined():
    found = mm.problems.benchmark([mine], posed(n=2), budget=10_000, seed=1)
    with pytest.raises(ValueError, match="runs: mine has two of black_pegs, instance"):
        found.beside(found)
    renamed = mm.problems.Benchmark(found.runs.assign(solver="random"), 10_000)
    with pytest.raises(ValueError, match=r"random has two of .* a label of its own"):
        renamed.beside()
    few = mm.problems.benchmark(["random"], posed(n=2), budget=5, seed=1)
    with pytest.raises(ValueError, match="one of 5 evaluations, which was not made wi"):
        found.beside(few)
    with pytest.raises(ValueError, match=r"evaluations, which .* the budget of 5$"):
        few.beside(found)
    with pytest.raises(ValueError, match=r"other: .* has no run of these problems"):
        found.beside(elsewhere())
    with pytest.raises(ValueError, match="other: bottleneck holds no runs of solvers"):
        found.beside("bottleneck")
    with pytest.raises(TypeError, match="other: 3 is an int; a benchmark, or a name"):
        found.beside(3)


def elsewhere():
    """Runs on another board."""
    some = posed(n=1, rules=mm.Rules(3, 4))
    return mm.problems.benchmark(["random"], some, budget=10_000, seed=1)


def test_an_error_in_a_solver_names_solver_and_problem():
    def wrong(problem, budget, seed):
        problem.fitness([[0.5] * 4])

    with pytest.raises(
        ValueError, match=r"row 1, gene 1 is 0.5; whole numbers"
    ) as told:
        mm.problems.benchmark([wrong], posed(n=1), seed=1, n_jobs=1)
    (note,) = told.value.__notes__
    assert note.startswith(
        "It was raised in the solver wrong, of Problem(black_pegs, i"
    )


def test_a_store_refuses_a_solver_that_was_changed(tmp_path):
    def first():
        def own(problem, budget, seed):
            problem.fitness(np.zeros((1, 4), int))

        return own

    def second():
        def own(problem, budget, seed):
            problem.fitness(np.ones((1, 4), int))

        return own

    asked = {"budget": 20, "seed": 1, "store": tmp_path / "kept", "n_jobs": 1}
    mm.problems.benchmark([first()], posed(n=1), **asked)
    mm.problems.benchmark([first()], posed(n=1), **asked)
    with pytest.raises(ValueError, match="kept: "):
        mm.problems.benchmark([second()], posed(n=1), **asked)


def test_some_of_the_runs():
    problems = [*posed(n=2), *posed(family="consistent", n=1)]
    found = mm.problems.benchmark(["random", mine], problems, budget=200, seed=1)
    assert len(found.only(problem="consistent").runs) == 2
    assert found.only(solver="mine", instance=1).runs.solver.tolist() == ["mine"] * 2
    with pytest.raises(ValueError, match="solver='me': there is no such run"):
        found.only(solver="me")
    with pytest.raises(TypeError, match="board: not a column; there are solver, "):
        found.only(board="4 x 6")


@pytest.mark.parametrize(
    ("changed", "error", "told"),
    [
        ({"solvers": "random"}, TypeError, "solvers: 'random' is a str"),
        ({"solvers": []}, ValueError, "solvers: there are none"),
        (
            {"solvers": ["best"]},
            ValueError,
            "'best' is none of random, climber, pygad, deap",
        ),
        ({"solvers": ["random", "random"]}, ValueError, "two are called random"),
        ({"solvers": {1: "random"}}, TypeError, "solvers: 1 is a"),
        ({"solvers": [partial(mine)]}, TypeError, "solvers: one of them has no name"),
        ({"solvers": [3]}, TypeError, "solvers: 3 is no name, and a solver is a func"),
        ({"solvers": {"a": list}}, TypeError, "'list'> is no name, and a solver is"),
        ({"solvers": [posed]}, TypeError, "posed .* takes other arguments; a solver"),
        ({"problems": []}, ValueError, "problems: there are none"),
        ({"problems": [RULES]}, TypeError, "problems: .* is not a list of Problem"),
        ({"budget": 0}, ValueError, "budget: "),
        ({"seed": -1}, ValueError, "seed: "),
        ({"n_jobs": 0}, ValueError, "n_jobs: "),
        ({"seed": None, "store": "x"}, ValueError, "seed: needed with store"),
    ],
)
def test_bad_arguments_are_named(changed, error, told):
    right = {"solvers": ["random"], "problems": posed(n=1), "budget": 10, "seed": 1}
    with pytest.raises(error, match=told):
        mm.problems.benchmark(**right | changed)


def test_a_problem_needs_a_best_that_is_known():
    problem = mm.problems.weights(mm.Rules(2, 3), first_guess="00")
    with pytest.raises(ValueError, match="no best is known"):
        mm.problems.benchmark(["random"], [problem], seed=1)


def test_a_solver_that_evaluates_nothing_is_named():
    def idle(problem, budget, seed):
        pass

    with pytest.raises(ValueError, match="solvers: idle returned and had evaluated no"):
        mm.problems.benchmark([idle], posed(n=1), seed=1, n_jobs=1)


def test_a_library_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cma", None)
    with pytest.raises(ImportError, match=r"called cma need: pip install 'mmlib\[comp"):
        mm.problems.benchmark(["cma"], posed(n=1), seed=1)


def test_a_benchmark_needs_its_columns():
    with pytest.raises(ValueError, match="runs: they have no column package, problem"):
        mm.problems.Benchmark(pd.DataFrame({"solver": ["a"]}), 10)
    with pytest.raises(TypeError, match="runs: 3 is a"):
        mm.problems.Benchmark(3, 10)
