"""The stored runs of the genetic algorithm: that their weights play so, and that a run begins as it did."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import evolving, results
from tools.measure import evolving_5x8
from tools.measure.evolving import BOARD, RUNS, SEEDS

RULES = mm.Rules(*BOARD)


@pytest.fixture(scope="module")
def stored():
    return results.read("evolving", text=["first_guess", "weights"])


def weights_of(row, rules=RULES):
    answers = evolving.answers_of(rules)
    units = np.array(row.weights.split(), dtype=int).reshape(row.stages, len(answers))
    sets = [dict(zip(answers, (one / 1000).tolist(), strict=True)) for one in units]
    return sets[0] if row.stages == 1 else [{}, *sets]


def test_the_best_weights_of_each_run_take_as_many_guesses_as_stored(stored):
    best = stored[stored.weights != "-"]
    assert best.groupby("stages").seed.agg(list).to_dict() == {stages: [*SEEDS] for stages in RUNS}
    for row in best.itertuples():
        player = mm.player("one_step", objective="entropy", weights=weights_of(row), first_guess=row.first_guess)
        assert player.tree(RULES).total == row.total
    lowest = stored.groupby(["stages", "seed"]).best.min()
    assert lowest.tolist() == best.set_index(["stages", "seed"]).total.sort_index().tolist()


def test_the_weights_of_the_large_board_take_as_many_guesses_as_stored():
    """A plain entropy with exact ties takes 179,704 after the same first guess."""
    rules, kept = mm.Rules(*evolving_5x8.BOARD), results.read("evolving_5x8", text=["first_guess", "weights"])
    (row,) = kept[kept.weights != "-"].itertuples()
    player = mm.player("one_step", objective="entropy", weights=weights_of(row, rules), first_guess=row.first_guess)
    assert player.tree(rules).total == row.total == kept.best.min() < 179_700


def test_the_genetic_algorithm_gets_below_what_is_published(stored):
    """Gur's weights by turn take 5636 guesses, and his single set takes 5646."""
    totals = stored.groupby(["stages", "seed"]).total.first()
    assert totals[5].max() < 5636
    assert totals[5].min() <= 5632
    assert totals[1].min() <= 5646


@pytest.mark.parametrize("stages", RUNS)
def test_a_run_begins_as_it_did(stored, stages, monkeypatch):
    run, first = RUNS[stages], stored.query(f"stages == {stages} and seed == 1").sort_values("generation").iloc[0]
    monkeypatch.setattr(evolving, "EPOCHS", 1)  # one part is all that is bred here
    run = run | {"generations": int(first.generation), "first_guess": first.first_guess}
    history = mm.evolve_strategy(RULES, seed=1, stages=stages, n_jobs=1, **run).history
    islands = stored.query(f"stages == {stages} and seed == 1 and generation == {first.generation}")
    assert history.best.tolist() == islands.sort_values("island").best.tolist()
