"""Evolved strategies: what comes back, what it depends on, what is kept or refused."""

import re

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.experiments.parts import Parts
from mmlib.strategies import evolve_strategy

#: The classic board.
CLASSIC = mm.Rules(4, 6)

#: A smaller board.
SMALL = mm.Rules(3, 4)


@pytest.fixture(scope="module")
def found():
    return mm.evolve_strategy(
        CLASSIC, seed=1, generations=60, population=4, islands=2, n_jobs=1
    )


@pytest.mark.slow
def test_evolved_weights_play_as_they_promise(found):
    assert found.total < 5680  # that of equal weights
    assert found.tree.total == found.total == found.history.best.min()
    found.tree.check()
    games = mm.play_many(found.player, CLASSIC, secrets="all", seed=1, n_jobs=1)
    assert games.guesses.sum() == found.total
    assert [len(each) for each in found.weights] == [0, 14, 14, 14, 14, 14]
    assert all(
        0.05 <= weight <= 2 for each in found.weights for weight in each.values()
    )
    assert (
        repr(found)
        == f"EvolvedStrategy(4 pegs x 6 colors, {found.total} guesses for 1296 codes)"
    )


def test_history_tells_how_it_went(found):
    assert found.history.columns.tolist() == [
        "island",
        "generation",
        "evaluations",
        "best",
        "mean",
    ]
    for _, island in found.history.groupby("island"):
        assert island.generation.tolist() == list(range(1, 61))
        assert island.evaluations.tolist() == [
            4 + 4 * generation for generation in island.generation
        ]
        assert (island.best.diff().dropna() <= 0).all()
        assert (island["mean"] >= island.best).all()


def test_workers_do_not_matter_and_seeds_do():
    found, again, other = (
        mm.evolve_strategy(
            CLASSIC, seed=seed, generations=15, population=4, islands=2, n_jobs=n_jobs
        )
        for seed, n_jobs in ((1, 1), (1, 2), (2, 1))
    )
    assert again.weights == found.weights
    pd.testing.assert_frame_equal(again.history, found.history)
    assert other.weights != found.weights


@pytest.mark.parametrize(
    ("stages", "start"), [(1, "equal"), (1, "random"), (3, "random")]
)
def test_fixed_weights_and_random_beginnings(stages, start):
    found = mm.evolve_strategy(
        CLASSIC, seed=3, generations=20, stages=stages, start=start, islands=1, n_jobs=1
    )
    assert isinstance(found.weights, dict) == (stages == 1)
    assert found.total == found.tree.total
    first = found.history.best.iloc[0]
    # most random weights are far worse than equal ones
    assert (first > 5720) == (start == "random")


def test_larger_boards_are_grown(monkeypatch):
    """As on boards of too many codes to prepare positions of."""
    small = mm.evolve_strategy(
        SMALL, seed=1, generations=5, stages=2, islands=1, n_jobs=1
    )
    monkeypatch.setattr(evolve_strategy, "MOST_WEIGHED", 0)
    weights = np.random.default_rng(1).integers(50, 2000, (6, 2, 9))
    grown = evolve_strategy.totals(SMALL, "001", weights)
    found = mm.evolve_strategy(
        SMALL, seed=1, generations=5, stages=2, islands=1, n_jobs=1
    )
    assert found.total == found.tree.total
    monkeypatch.undo()
    assert evolve_strategy.totals(SMALL, "001", weights).tolist() == grown.tolist()
    assert small.first_guess == found.first_guess


def test_a_stopped_run_goes_on_to_the_same_bytes(tmp_path, monkeypatch):
    settings = {"seed": 4, "generations": 9, "population": 3, "n_jobs": 1}
    whole = mm.evolve_strategy(SMALL, **settings, store=tmp_path / "whole")
    put = Parts.put
    kept = []

    def stop(parts, key, frame):
        if len(kept) == 7:
            raise KeyboardInterrupt
        kept.append(key)
        return put(parts, key, frame)

    monkeypatch.setattr(Parts, "put", stop)
    with pytest.raises(KeyboardInterrupt) as stopped:
        mm.evolve_strategy(SMALL, **settings, store=tmp_path / "part")
    assert "goes on from what is kept" in stopped.value.__notes__[0]
    monkeypatch.setattr(
        Parts,
        "put",
        lambda parts, key, frame: kept.append(key) or put(parts, key, frame),
    )
    part = mm.evolve_strategy(SMALL, **settings, store=tmp_path / "part")
    assert len(kept) == len(set(kept)) == 18  # nothing was made twice
    assert (tmp_path / "part.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert part.weights == whole.weights
    read = mm.evolve_strategy(SMALL, **settings, store=tmp_path / "part")
    assert (read.total, read.weights) == (whole.total, whole.weights)
    pd.testing.assert_frame_equal(read.history, whole.history)
    with pytest.raises(ValueError, match="part: holds another experiment"):
        mm.evolve_strategy(SMALL, **settings | {"seed": 5}, store=tmp_path / "part")


@pytest.mark.parametrize(
    ("argument", "value", "message"),
    [
        ("rules", (4, 6), "rules: "),
        (
            "rules",
            mm.Rules(6, 9),
            (
                "rules: 6 pegs x 9 colors have 531,441 codes; "
                "strategies are evolved up to 100,000"
            ),
        ),
        ("seed", -1, "seed: -1 is not in 0"),
        ("generations", 0, "generations: 0 is not in 1"),
        ("stages", 21, "stages: 21 is not in 1..20"),
        ("population", 0, "population: 0 is not in 1"),
        ("islands", 1.5, "islands: 1.5 is a float"),
        ("crossover_rate", 2, "crossover_rate: 2 is not a finite number in 0..1"),
        ("tuning_rate", -1, "tuning_rate: -1 is not a finite number in 0..1"),
        ("start", "poor", "start: 'poor' is not one of equal, random"),
        ("first_guess", "005", "first_guess: color 5 at position 2"),
        ("n_jobs", 0, "n_jobs: 0 is not a number of workers"),
        ("store", "no/name", "store: 'no/name' may hold"),
    ],
)
def test_bad_arguments_are_named(argument, value, message):
    given = {"rules": SMALL, "seed": 1, "generations": 1} | {argument: value}
    with pytest.raises((TypeError, ValueError), match=re.escape(message)):
        mm.evolve_strategy(given.pop("rules"), **given)


def test_it_begins_with_the_weights_it_is_given():
    small = mm.Rules(3, 5)
    large = mm.Rules(3, 6)
    found = mm.evolve_strategy(
        small, seed=1, generations=40, islands=1, n_jobs=1, stages=2
    )
    again = mm.evolve_strategy(
        small, seed=9, generations=1, islands=1, n_jobs=1, start=found.weights, stages=2
    )
    assert again.total <= found.total
    carried = mm.player(
        "one_step",
        objective="entropy",
        weights=found.weights,
        first_guess=found.first_guess,
    )
    more = {
        "generations": 1,
        "islands": 1,
        "n_jobs": 1,
        "stages": 4,
        "first_guess": found.first_guess,
    }
    bred = mm.evolve_strategy(large, seed=1, start=found.weights, **more)
    assert bred.total <= mm.strategy_tree(carried, large).total
    one = {"seed": 1, "generations": 5, "islands": 1, "n_jobs": 1}
    named = mm.evolve_strategy(small, start={(0, 0): 1.0}, **one)
    assert named.history.equals(mm.evolve_strategy(small, start="equal", **one).history)


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (3, "start: 3 is an int; a dict, or a list of such, is needed"),
        (None, "start: None is "),
        ([], "start: "),
        ("even", "start: 'even' is not one of equal, random"),
        (
            [{}, {}, {}, {}],
            "start: 3 sets of weights after the first guess, and stages=2",
        ),
        (
            {(2, 1): 1.0},
            "start: 2 black and 1 white pegs are no answer on 3 pegs x 5 colors",
        ),
        ({(0, 0): 99.0}, "start: weight of (0, 0): "),
        ({(0, 0): 9.0}, "start: weights are bred from 0.05 to 2"),
    ],
)
def test_a_bad_start_is_refused(start, told):
    with pytest.raises((TypeError, ValueError), match=re.escape(told)):
        mm.evolve_strategy(mm.Rules(3, 5), seed=1, stages=2, start=start)


def test_evolve_strategy_without_a_seed_draws_one_and_keeps_it(tmp_path):
    rules = mm.Rules(2, 3)
    options = {"generations": 5, "islands": 1, "n_jobs": 1}
    drawn = mm.evolve_strategy(rules, **options)
    again = mm.evolve_strategy(rules, seed=drawn.seed, **options)
    assert again.history.equals(drawn.history)
    with pytest.raises(ValueError, match="seed: needed with store"):
        mm.evolve_strategy(rules, store=tmp_path / "kept", **options)
