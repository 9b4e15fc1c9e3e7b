"""The searches that are compared: what each may grow, what it grew, what it found."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import results
from mmlib.strategies import evolve_strategy
from mmlib.strategies.breed_weights import VALUES
from tools.measure import evolving_arms, experiment
from tools.measure.counted import TUNING, Counted, Spent
from tools.measure.evolving_arms import ARMS, STAGES

#: A board whose trees take no time, and a first guess there.
RULES = mm.Rules(3, 4)
FIRST = "012"


def searched(arm, trees, seed=1):
    return evolving_arms.searched(arm, *ARMS[arm][:2], trees, seed, [3, 4], FIRST)


@pytest.fixture
def calls(monkeypatch):
    """How many trees and tunings the package was asked for."""
    made = {"trees": 0, "tunings": 0}
    totals = evolve_strategy.totals
    totals_along = evolve_strategy.totals_along

    def counted_totals(rules, first, weights):
        made["trees"] += len(weights)
        return totals(rules, first, weights)

    def counted_along(*arguments):
        made["tunings"] += 1
        return totals_along(*arguments)

    monkeypatch.setattr(evolve_strategy, "totals", counted_totals)
    monkeypatch.setattr(evolve_strategy, "totals_along", counted_along)
    return made


@pytest.mark.parametrize("arm", ARMS)
def test_every_arm_counts_its_trees(arm, calls):
    trees = 403
    found = searched(arm, trees)
    end = found.iloc[-1]
    assert (end.grown, end.tunings) == (calls["trees"], calls["tunings"])
    assert trees - TUNING < end.trees <= trees
    assert (found.trees == found.grown + TUNING * found.tunings).all()
    assert found.trees.is_monotonic_increasing
    assert found.seconds.is_monotonic_increasing
    assert (np.diff(found.total[:-1]) < 0).all()
    assert (found.weights[:-1] == "-").all()


@pytest.mark.parametrize("arm", ARMS)
def test_every_arm_keeps_the_weights_of_its_best_tree(arm):
    end = searched(arm, 150).iloc[-1]
    problem = mm.problems.weights(RULES, stages=STAGES, first_guess=FIRST)
    weights = np.array(end.weights.split(), int)
    assert -problem.fitness([weights]).item() == end.total


def test_arms_that_tune_are_those_that_say_so():
    tuned = {arm for arm in ARMS if searched(arm, 150).tunings.iloc[-1]}
    assert set(ARMS) - tuned == {"CMA-ES", "random"}


def test_counted_ends_a_search_within_a_batch():
    counted = Counted(RULES, FIRST, STAGES, trees=5)
    several = np.full((3, counted.problem.genes), 1000)
    assert len(counted.fitness(several)) == 3
    with pytest.raises(Spent):
        counted.along(several[0], 0, 0)
    with pytest.raises(Spent):
        counted.fitness(several)
    assert counted.grown == counted.spent == 5


def test_apart_breeds_as_evolve_strategy_does(monkeypatch):
    """The first part of the first island, which has ten generations."""
    monkeypatch.setattr(evolving_arms, "PART", 10)
    monkeypatch.setattr(evolve_strategy, "EPOCHS", 1)
    rules = mm.Rules(4, 4)
    settings = {"population": 4, "islands": 2, "crossover_rate": 0.5}
    bred = mm.evolve_strategy(
        rules, seed=3, generations=10, first_guess="0012", n_jobs=1, **settings
    )
    row = bred.history.iloc[0]
    found = evolving_arms.searched(
        "", "apart", settings, 500, 3, [rules.pegs, rules.colors], "0012"
    )
    # those with which the other island begins come before its first child
    first = found[found.grown <= row.evaluations + settings["population"]]
    assert first.total.min() == row.best < found.total.iloc[0]


def test_apart_begins_as_the_stored_long_run():
    """The run of seed 1: as long as its first island needs for its first part."""
    stored = results.read("evolving", text=["first_guess", "weights"])
    row = stored.query("stages == 5 and seed == 1").iloc[0]
    arm = "long run, crossover 1 %"
    job = (*ARMS[arm][:2], 2200, 1, evolving_arms.BOARD, row.first_guess)
    found = evolving_arms.searched(arm, *job)
    assert found.grown.iloc[-1] > row.evaluations + 4
    assert found[found.grown <= row.evaluations + 4].total.min() == row.best


def test_trees_along_counts_as_every_value_in_turn_does(monkeypatch):
    monkeypatch.setattr(evolving_arms, "VALUES", range(900, 1101))
    counted = Counted(RULES, FIRST, STAGES, trees=0)
    individual = np.random.default_rng(1).choice(VALUES, counted.problem.genes)
    changed = np.tile(individual, (201, 1))
    several = []
    for gene in (0, 2, 9):
        changed[:, gene] = range(900, 1101)
        trees = {evolving_arms.grown(counted, one) for one in changed}
        assert evolving_arms.trees_along(counted, individual, gene) == len(trees)
        several.append(len(trees))
        changed[:, gene] = individual[gene]
    assert max(several) > 1


def test_evolving_arms_are_stored_and_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "BUILD", tmp_path / "build")
    monkeypatch.setattr(results, "results_folder", lambda: tmp_path)
    monkeypatch.setattr(evolving_arms, "LOOKED_AT", 1)
    monkeypatch.setattr(evolving_arms, "parallel", map)
    few = {arm: (*ARMS[arm][:2], 60) for arm in ("two climbers", "random")}
    asked = {"arms": few, "seeds": [1, 2], "board": (3, 4)}
    evolving_arms.measure(**asked, first=FIRST)
    evolving_arms.measure_tunings(climbs=[1], board=(3, 4), first=FIRST)
    found = results.read("evolving_arms", text=evolving_arms.TEXT)
    assert found.groupby(["arm", "seed"]).trees.max().between(57, 60).all()
    assert len(results.read("evolving_arms_tunings")) == 1
    before = (tmp_path / "evolving_arms.csv").read_bytes()
    evolving_arms.measure(**asked, first=FIRST)  # seconds are those of the first time
    assert (tmp_path / "evolving_arms.csv").read_bytes() == before
