"""The stored runs of the genetic algorithm.

Their weights play as stored, and a run begins as it did.
"""

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.experiments import results
from mmlib.strategies import evolve_strategy, tuned
from tools.measure import (
    evolving_boards,
    evolving_elsewhere,
    evolving_rivals,
    libraries,
)
from tools.measure.evolving_boards import BOARD, LONG_RUNS, SEEDS

#: The board of the stored runs.
RULES = mm.Rules(*BOARD)


@pytest.fixture(scope="module")
def stored():
    return results.read("evolving", text=["first_guess", "weights"])


def total_of(row, rules=RULES):
    problem = mm.problems.weights(rules, stages=row.stages, first_guess=row.first_guess)
    weights = problem.decode(np.array(row.weights.split(), int))
    weights = weights[1] if row.stages == 1 else weights
    return (
        mm.player(
            "one_step",
            objective="entropy",
            weights=weights,
            first_guess=row.first_guess,
        )
        .tree(rules)
        .total
    )


def test_evolving_weights_take_as_many_guesses_as_stored(stored):
    best = stored[stored.weights != "-"]
    assert best.groupby("stages").seed.agg(list).to_dict() == {
        stages: [*SEEDS] for stages in LONG_RUNS
    }
    for row in best.itertuples():
        assert total_of(row) == row.total
    lowest = stored.groupby(["stages", "seed"]).best.min()
    assert (
        lowest.tolist()
        == best.set_index(["stages", "seed"]).total.sort_index().tolist()
    )


@pytest.mark.slow
def test_evolving_boards_weights_take_as_many_guesses_as_stored():
    """On 5 x 8, plain entropy with exact ties takes 179,704 after that first guess."""
    kept = results.read("evolving_boards", text=evolving_boards.TEXT)
    best = kept[kept.weights != "-"].set_index(["pegs", "colors"])
    assert list(best.index) == list(evolving_boards.RUNS)
    for (pegs, colors), row in best.iterrows():
        assert total_of(row, mm.Rules(pegs, colors)) == row.total
        assert mm.strategy_tree("tuned", mm.Rules(pegs, colors)).total == row.total
    assert best.total[5, 8] < 179_700


def test_tuned_has_the_best_weights_that_are_stored():
    assert tuned.STORED.read_bytes() == evolving_boards.contents()


def test_evolving_elsewhere_chose_the_weight_that_carries_over():
    kept = results.read("evolving_elsewhere", text=["weights"])
    chosen = pd.concat(
        rows
        for board, rows in kept.groupby(["pegs", "colors"])
        if board in evolving_elsewhere.CHOOSING
    )
    assert [tenth / 10 for tenth in evolving_elsewhere.best_of(chosen)] == list(
        tuned.ELSEWHERE
    )
    for row in (
        kept.query("pegs == 4 and colors == 7").sample(3, random_state=1).itertuples()
    ):
        assert (
            evolving_elsewhere.total(
                (4, 7), tuple(map(int, row.weights.split()))
            ).total.item()
            == row.total
        )


@pytest.mark.slow
def test_evolving_rivals_find_what_is_stored():
    kept = results.read("evolving_rivals")
    seeds = kept.groupby("rival").seed.agg(list).to_dict()
    assert seeds == {
        rival: [*evolving_rivals.SEEDS] for rival in evolving_rivals.RIVALS
    }
    again = evolving_rivals.searched(("climbing", 3)).iloc[0].to_dict()
    assert again == kept.query("rival == 'climbing' and seed == 3").iloc[0].to_dict()


@pytest.mark.parametrize("library", libraries.LIBRARIES)
def test_libraries_find_what_is_stored(library):
    pytest.importorskip(
        library.lower(),
        reason=f"{library} is not installed: pip install -e '.[compare]'",
    )
    kept = results.read("libraries").query(
        "problem == 'whole board' and run == 1 and library == @library"
    )
    again = libraries.solved((library, "whole board", 1)).drop(columns="seconds")
    assert again.to_dict("records") == kept.to_dict("records")


def test_evolving_gets_below_what_is_published(stored):
    """Gur's weights by turn take 5636 guesses, and his single set takes 5646."""
    totals = stored.groupby(["stages", "seed"]).total.first()
    assert totals[5].max() < 5636
    assert totals[5].min() <= 5632
    assert totals[1].min() <= 5646


@pytest.mark.parametrize(
    "stages",
    [pytest.param(one, marks=[pytest.mark.slow] * (one > 1)) for one in LONG_RUNS],
)
def test_evolve_strategy_begins_as_the_stored_run_did(stored, stages, monkeypatch):
    run = LONG_RUNS[stages]
    first = (
        stored.query(f"stages == {stages} and seed == 1")
        .sort_values("generation")
        .iloc[0]
    )
    monkeypatch.setattr(
        evolve_strategy, "EPOCHS", 1
    )  # one part is all that is bred here
    run = run | {"generations": int(first.generation), "first_guess": first.first_guess}
    history = mm.evolve_strategy(RULES, seed=1, stages=stages, n_jobs=1, **run).history
    islands = stored.query(
        f"stages == {stages} and seed == 1 and generation == {first.generation}"
    )
    assert history.best.tolist() == islands.sort_values("island").best.tolist()


def test_lines_of_the_libraries_are_counted_as_stored():
    """However this repository is formatted."""
    kept = results.read("libraries_seconds")
    for row in kept.itertuples():
        assert libraries.lines_of(row.library) == row.lines
