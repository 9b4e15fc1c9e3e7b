import threading
from functools import partial

import numpy as np
import pygad
import pytest

import mmlib as mm
from mmlib.experiments import whole_board
from mmlib.genetic import fitness, pygad_loop
from tests import plain
from tests.chance import are_alike
from tests.recorded import recorded

#: The secret of the runs, of four pegs.
SECRET = [3, 6, 2, 5]


def sources_own_run(secret, seed):
    """The source's settings, word for word, with its own fitness in plain Python."""

    def fitness_func(ga_instance, solution, solution_idx):
        return plain.whole_board(solution, secret)

    sol_per_pop = 300
    ga = pygad.GA(
        gene_space=[0, 1, 2, 3, 4, 5, 6, 7],
        num_generations=500,
        num_parents_mating=sol_per_pop // 2,
        fitness_func=fitness_func,
        sol_per_pop=sol_per_pop,
        num_genes=10 * len(secret),
        parent_selection_type="sss",
        keep_parents=sol_per_pop // 15,
        crossover_type="single_point",
        stop_criteria=[f"reach_{10 * len(secret)}"],
        random_seed=seed,
        suppress_warnings=True,
    )
    ga.run()
    return ga


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_stock_operators_are_the_source_s_run(seed):
    theirs = sources_own_run(SECRET, seed)
    ours = whole_board.run(SECRET, seed, operators="pygad")
    assert ours.generations == theirs.generations_completed
    assert ours.fitness.tolist() == [
        float(value) for value in theirs.best_solutions_fitness
    ]
    best = int(np.argmax(theirs.last_generation_fitness))
    assert ours.board.ravel().tolist() == theirs.population[best].astype(int).tolist()


def test_whole_arrays_are_selected_as_pygad_selects_them():
    """The best board and the parents come in order, equals among them.

    The same run comes out, generation by generation.
    """
    settings = whole_board.run(SECRET, generations=1).settings
    whole = partial(fitness.whole_board, secret=np.array(SECRET, np.uint8))
    ga = pygad_loop.build(
        np.array(SECRET, np.uint8), 1, settings | {"generations": 30}, whole
    )
    ga.run()
    stock = pygad_loop.build(
        np.array(SECRET, np.uint8), 1, settings | {"generations": 30}, whole
    )
    for name in ("best_solution", "steady_state_selection"):
        setattr(stock, name, getattr(pygad.GA, name).__get__(stock))
    stock.select_parents = stock.steady_state_selection
    stock.run()
    assert ga.curve == stock.curve
    assert (ga.population == stock.population).all()
    # many are equal
    values = np.random.default_rng(1).integers(0, 5, 300).astype(float)
    for ours, theirs in (
        (
            ga.steady_state_selection(values, 150),
            pygad.GA.steady_state_selection(ga, values, 150),
        ),
        (ga.best_solution(values), pygad.GA.best_solution(ga, values)),
    ):
        assert all(
            np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True)
        )


@pytest.mark.parametrize("operators", whole_board.OPERATORS)
def test_what_a_run_records(operators):
    run = whole_board.run([3, 2, 3, 7, 1], seed=5, operators=operators)
    assert run.board.shape == (10, 5)
    assert run.fitness.shape == run.mean_fitness.shape == (run.generations + 1,)
    assert (
        run.best_fitness
        == run.fitness[-1]
        == plain.whole_board(run.board.ravel(), [3, 2, 3, 7, 1])
    )
    assert (np.diff(run.fitness) >= 0).all()  # the elite is never lost
    assert (run.mean_fitness <= run.fitness).all()
    assert run.perfect
    assert run.solved_on_guess == 1
    assert run.board[0].tolist() == [3, 2, 3, 7, 1]
    assert 300 + 250 * run.generations < run.evaluations <= 300 * (run.generations + 1)
    assert run.seconds > 0
    assert "fitness=50 of 50" in repr(run)


def test_an_unfinished_run():
    run = whole_board.run("7214406700", seed=1, generations=3)
    assert not run.perfect
    assert run.generations == 3
    assert run.best_fitness == plain.whole_board(
        run.board.ravel(), [7, 2, 1, 4, 4, 0, 6, 7, 0, 0]
    )


def test_a_run_without_a_seed_draws_one_and_keeps_it():
    drawn = whole_board.run(SECRET, None, generations=3)
    again = whole_board.run(SECRET, drawn.seed, generations=3)
    assert np.array_equal(again.fitness, drawn.fitness)
    first, second = whole_board.run_many(SECRET, runs=2, n_jobs=1, generations=3)
    assert first.seed != second.seed


def test_same_seed_same_run():
    first, second, other = (whole_board.run(SECRET, seed) for seed in (1, 1, 2))
    assert (first.board == second.board).all()
    assert first.fitness.tolist() == second.fitness.tolist()
    assert (first.board != other.board).any()


def test_workers_change_nothing():
    tables = [
        whole_board.as_frame(
            whole_board.run_many(pegs=4, runs=6, seed=3, n_jobs=jobs)
        ).drop(columns="seconds")
        for jobs in (1, 2)
    ]
    assert tables[0].equals(tables[1])


def test_compared_settings_meet_the_same_secrets():
    few, many = (
        whole_board.run_many(pegs=4, runs=4, seed=3, n_jobs=1, mutation_genes=k)
        for k in (1, 4)
    )
    assert [r.secret.tolist() for r in few] == [r.secret.tolist() for r in many]


@pytest.mark.parametrize("code", ["3625", "3237137"])
def test_compiled_and_stock_operators_agree_in_distribution(code):
    """Compare a hundred runs of each kind, in perfect runs and in generations.

    The generations to solve are compared by a two-sample test.
    """

    def play(runs, operators="pygad"):
        table = whole_board.as_frame(
            whole_board.run_many(code, runs=runs, seed=11, operators=operators)
        )
        return zip(table.perfect.tolist(), table.generations.tolist(), strict=True)

    compiled = list(play(100, "compiled"))
    stock = recorded(f"stock pygad, {code}", [pygad.__version__], play, 100, again=4)
    assert all(perfect for perfect, _ in compiled)
    assert all(perfect for perfect, _ in stock)
    assert are_alike([n for _, n in compiled], [n for _, n in stock])


def test_spelling_out_a_default_changes_nothing():
    def generations(**settings):
        return [
            r.generations
            for r in whole_board.run_many(SECRET, runs=4, seed=3, n_jobs=1, **settings)
        ]

    assert generations() == generations(operators="compiled", population=np.int64(300))
    assert generations(keep_elitism=2) == generations(keep_elitism=np.int64(2))
    # two functions, one name
    mine = [lambda boards: boards.sum(axis=1) for _ in range(2)]
    assert generations(fitness=mine[0], generations=5) == generations(
        fitness=mine[1], generations=5
    )


def test_keep_parents_counts_only_without_elitism():
    with_elite = [
        whole_board.run(SECRET, 4, keep_parents=k).generations for k in (0, 20)
    ]
    assert with_elite[0] == with_elite[1]
    kept = whole_board.run(
        "7214406700", 4, keep_elitism=0, keep_parents=20, generations=30
    )
    lost = whole_board.run(
        "7214406700", 4, keep_elitism=0, keep_parents=0, generations=30
    )
    assert (np.diff(kept.fitness) >= 0).all()
    assert (np.diff(lost.fitness) < 0).any()


def test_a_fitness_of_your_own():
    def last_row_zero(boards):
        return 10 * (boards[:, -4:] == 0).sum(axis=1)

    run = whole_board.run([1, 2, 3, 4], seed=1, fitness=last_row_zero, generations=60)
    assert run.best_fitness == 40
    # a fitness of one's own has no target unless one is set
    assert run.generations == 60
    assert (
        whole_board.run(
            [1, 2, 3, 4], seed=1, fitness=last_row_zero, target=40
        ).generations
        < 60
    )
    assert (run.board[-1] == 0).all()
    assert not run.perfect  # whatever its fitness, it does not name the secret
    assert "last_row_zero" in run.settings["fitness"]


@pytest.mark.parametrize("result", [3.0, None, [1.0, 2.0], float("nan"), "x"])
def test_a_fitness_that_returns_something_else(result, capfd):
    with pytest.raises(ValueError, match="fitness: 300 finite numbers are needed"):
        whole_board.run(SECRET, fitness=lambda boards: result)
    # pygad does not log the traceback a second time
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: whole_board.run([0, 1, 8, 2]),
            ValueError,
            "secret: color 8 at position 2 is not in 0..7",
        ),
        (lambda: whole_board.run([]), ValueError, "secret: has 0 pegs"),
        (
            lambda: whole_board.run(SECRET, operators="fast"),
            ValueError,
            "operators: 'fast' is not one of compiled",
        ),
        (
            lambda: whole_board.run(SECRET, scoring="gold"),
            ValueError,
            "scoring: 'gold' is not one of",
        ),
        (
            lambda: whole_board.run(SECRET, population=3),
            ValueError,
            "population: 3 is not in 4",
        ),
        (
            lambda: whole_board.run(SECRET, parents=301),
            ValueError,
            "parents: 301 is not in 2..300",
        ),
        (
            lambda: whole_board.run(SECRET, mutation_genes=41),
            ValueError,
            "mutation_genes: 41 is not in 1..40",
        ),
        (lambda: whole_board.run(SECRET, seed=-1), ValueError, "seed: -1 is not in 0"),
        (lambda: whole_board.run(SECRET, seed=1.5), TypeError, "seed: 1.5 is a float"),
        (
            lambda: whole_board.run(SECRET, fitness=3),
            TypeError,
            "fitness: 3 is not callable",
        ),
        (
            lambda: whole_board.run(SECRET, target="x"),
            TypeError,
            "target: 'x' is a str",
        ),
        (
            lambda: whole_board.run(SECRET, operators="pygad", exclude_current=False),
            ValueError,
            "exclude_current: False needs operators='compiled'",
        ),
        (
            lambda: whole_board.run_many(seed=1),
            ValueError,
            "pegs: needed where no secrets are given",
        ),
        (
            lambda: whole_board.run_many([SECRET] * 2, runs=3, seed=1),
            ValueError,
            "secrets: 2 codes came for 3 runs",
        ),
        (
            lambda: whole_board.run(SECRET, exclude_current="no"),
            TypeError,
            "exclude_current: 'no' is a str; a bool is needed",
        ),
        (
            lambda: whole_board.run_many(SECRET, pegs=7, runs=1, seed=1),
            ValueError,
            "pegs: 7 does not fit the 4 pegs",
        ),
        (
            lambda: whole_board.run_many([[1, 2], [3]], runs=2, seed=1),
            ValueError,
            "secrets: rows differ in length",
        ),
        (
            lambda: whole_board.run_many(SECRET, runs=0, seed=1),
            ValueError,
            "runs: 0 is not in 1",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_package_names_it():
    assert mm.whole_board is whole_board


def test_a_fitness_that_cannot_be_sent_is_named_before_a_run():
    lock = threading.Lock()

    def fitness(boards):
        with lock:
            return boards.sum(axis=1)

    with pytest.raises(
        TypeError,
        match=(
            r"fitness: .* cannot be sent to worker processes: "
            r"its `lock` is of the type lock"
        ),
    ):
        whole_board.run_many(SECRET, runs=2, seed=1, n_jobs=2, fitness=fitness)
    assert (
        len(
            whole_board.run_many(SECRET, runs=1, seed=1, generations=2, fitness=fitness)
        )
        == 1
    )


def test_former_name_of_the_frame_warns():
    runs = [whole_board.run(SECRET, seed=1, generations=2)]
    with pytest.warns(DeprecationWarning, match="whole_board.table is now"):
        assert whole_board.table(runs).equals(whole_board.as_frame(runs))


def test_a_callback_sees_each_generation_and_can_stop_the_run():
    seen = []

    def look(generation, boards, fitness):
        seen.append((generation, boards, fitness))
        return generation == 3

    run = whole_board.run(
        "0123", seed=1, callback=look, population=20, parents=10, keep_parents=4
    )
    assert [generation for generation, _, _ in seen] == [1, 2, 3]
    assert run.generations == 3
    for _, boards, values in seen:
        assert boards.dtype == np.uint8
        assert boards.shape == (20, 40)
        secret = mm.as_code("0123")
        assert (values == fitness.whole_board(boards, secret)).all()
    assert [values.max() for _, _, values in seen] == run.fitness[1:].tolist()
    other = whole_board.run(
        "0123", seed=1, generations=3, population=20, parents=10, keep_parents=4
    )
    assert (other.board == run.board).all()
    with pytest.raises(TypeError, match="callback: 3 is not callable"):
        whole_board.run("0123", callback=3)


@pytest.mark.parametrize("operators", whole_board.OPERATORS)
def test_a_run_that_gets_no_better_is_stopped(operators):
    run = whole_board.run(
        "0123", seed=1, operators=operators, target=1000, patience=4, population=20,
        parents=10, keep_parents=4, generations=200,
    )  # fmt: skip
    assert run.generations < 200
    last = run.fitness[-4:]
    assert (last == last[0]).all()
    assert run.settings["patience"] == 4


def test_a_run_stops_after_its_seconds():
    run = whole_board.run([0] * 10, seed=1, seconds=0.02, target=10**6)
    assert 0 < run.generations < 500
    long = whole_board.run([0] * 10, seed=1, generations=run.generations, target=10**6)
    assert (long.board == run.board).all()


def test_the_best_board_ever_is_kept():
    """Without elitism it is lost again."""
    lost = {"keep_elitism": 0, "mutation_genes": 20}
    small = {"population": 20, "parents": 4, "keep_parents": 0, "generations": 60}
    run = whole_board.run("01234", seed=2, **lost, **small)
    assert run.best_ever_fitness == run.fitness.max() > run.best_fitness
    flat = run.best_ever.reshape(1, -1)
    assert fitness.whole_board(flat, mm.as_code("01234"))[0] == run.best_ever_fitness
    kept = whole_board.run("01234", seed=2, **small)
    assert kept.best_ever_fitness == kept.best_fitness


@pytest.mark.parametrize("operators", whole_board.OPERATORS)
@pytest.mark.parametrize("colors", [2, 6, 16])
def test_a_board_has_as_many_colors_as_are_asked_for(operators, colors):
    secret = np.arange(6) % colors
    small = {"population": 30, "parents": 10, "keep_parents": 4, "generations": 3}
    run = whole_board.run(secret, seed=1, colors=colors, operators=operators, **small)
    assert run.board.max() == colors - 1
    with pytest.raises(ValueError, match=f"secret: color {colors} at position 0"):
        whole_board.run([colors] * 4, colors=colors)
    many = whole_board.run_many(
        pegs=4, runs=3, seed=1, n_jobs=1, colors=colors, **small
    )
    assert all(one.secret.max() < colors for one in many)


def test_what_pygad_takes_is_passed_on():
    small = {
        "population": 30,
        "parents": 10,
        "keep_parents": 4,
        "generations": 5,
        "seed": 1,
    }
    usual = whole_board.run("0123", **small)
    tournament = {"parent_selection_type": "tournament", "K_tournament": 2}
    other = whole_board.run("0123", **small, **tournament)
    assert (other.board != usual.board).any()
    assert other.settings["pygad"] == tournament
    stock = {"operators": "pygad", **small}
    plain = whole_board.run("0123", **stock)
    for more in (
        {"mutation_probability": 0.5},
        {"mutation_percent_genes": 50},
        {"crossover_type": "uniform"},
    ):
        assert (whole_board.run("0123", **stock, **more).board != plain.board).any()
    # a tenth of the genes is the usual number
    tenth = whole_board.run("0123", **stock, mutation_percent_genes=10)
    assert (tenth.board == plain.board).all()


@pytest.mark.parametrize(
    ("keyword", "error", "message"),
    [
        ({"num_generations": 3}, TypeError, "num_generations: not .* say generations"),
        ({"stop_criteria": "x"}, TypeError, "stop_criteria: .* say target or patience"),
        ({"logger": None}, TypeError, "logger: not passed on to pygad; it is set here"),
        ({"initial_population": 0}, TypeError, "initial_population: not passed on"),
        ({"callback": lambda *each: np.ones(2)}, TypeError, "callback: it returned an"),
        ({"generation": 3}, TypeError, "generation: not an argument of run, nor of py"),
        ({"crossover_type": "uniform"}, ValueError, "crossover_type: needs operators="),
        ({"patience": 0}, ValueError, "patience: 0 is not in 1"),
        ({"seconds": 0}, ValueError, "seconds: 0"),
        ({"colors": 17}, ValueError, "colors: 17 is not in 2..16"),
    ],
)
def test_what_is_no_argument_is_named(keyword, error, message):
    with pytest.raises(error, match=message):
        whole_board.run("0123", **keyword)


def test_when_a_run_stops_changes_no_draw_of_many():
    small = {
        "population": 20,
        "parents": 10,
        "keep_parents": 4,
        "generations": 3,
        "n_jobs": 1,
    }
    freely = whole_board.run_many("0123", runs=3, seed=1, **small)
    limited = whole_board.run_many("0123", runs=3, seed=1, seconds=60, **small)
    for one, other in zip(freely, limited, strict=True):
        assert (one.board == other.board).all()


@pytest.mark.parametrize("name", ["mutation_probability", "mutation_percent_genes"])
def test_genes_reset_are_not_noted_where_pygad_does_not_look_at_them(name):
    settings = {"operators": "pygad", "generations": 2, name: 1}
    run = whole_board.run("0314", seed=1, **settings)
    assert run.settings["mutation_genes"] is None
    with pytest.raises(ValueError, match=f"mutation_genes: .* beside {name}; leave"):
        whole_board.run("0314", seed=1, mutation_genes=3, **settings)


def test_a_tournament_without_a_tournament_is_refused():
    with pytest.raises(ValueError, match=r"K_tournament: .*'tournament' alone"):
        whole_board.run("0314", seed=1, K_tournament=5)


def test_an_operator_of_ones_own_draws_from_pygads_generator():
    def mine(children, ga):
        places = ga.numpy_random_generator.randint(
            children.shape[1], size=len(children)
        )
        children[np.arange(len(children)), places] = 0
        return children

    settings = {"operators": "pygad", "mutation_type": mine, "generations": 5}
    one, other = (whole_board.run("0314", seed=1, **settings) for _ in range(2))
    assert one.fitness.tolist() == other.fitness.tolist()
