"""The genetic algorithm over weights: what it keeps, what its operators change."""

import numpy as np
import pytest

from mmlib.strategies.breed_weights import VALUES, Weights


def breed(  # noqa: PLR0913
    score, start, *, generations=40, stages=3, rate=0.3, tuning=0.9, along=None, seed=1
):
    chances = {
        "crossover_rate": rate,
        "tuning_rate": tuning,
        "rng": np.random.default_rng(seed),
    }
    return Weights(
        score,
        start,
        score(start),
        stages=stages,
        generations=generations,
        along=along,
        **chances,
    )


def distance(genes):
    """A fitness that is greatest where all weights are 700."""
    return -np.abs(genes - 700).sum(axis=1)


def test_no_line_of_descent_gets_worse_and_the_best_gets_better():
    start = np.random.default_rng(1).choice(VALUES, (6, 12))
    people, fitness = breed(distance, start).bred()
    assert people.shape == start.shape
    assert fitness.tolist() == distance(people).tolist()
    assert (fitness >= distance(start)).all()
    assert fitness.max() > distance(start).max()
    assert people.min() >= VALUES[0]
    assert people.max() <= VALUES[-1]


def test_one_seed_makes_one_run():
    start = np.full((4, 12), 1000)
    one, other, third = (
        breed(distance, start, seed=seed).bred()[0] for seed in (1, 1, 2)
    )
    assert one.tolist() == other.tolist()
    assert one.tolist() != third.tolist()


def test_each_child_is_scored_once():
    seen = []

    def score(genes):
        seen.append(len(genes))
        return distance(genes)

    breed(score, np.full((5, 12), 1000), generations=7).bred()
    assert seen == [5] + [5] * 7


def test_what_is_as_good_takes_the_place():
    people, _ = breed(
        lambda genes: np.zeros(len(genes)), np.full((4, 12), 1000), generations=20
    ).bred()
    assert (people != 1000).sum() > 24  # by far the most were drawn anew


def test_crossover_takes_whole_stages_of_another_parent():
    parents = np.repeat(np.arange(1, 6), 12).reshape(5, 12) * 100
    children = breed(distance, parents, rate=1.0)._cross(parents, (5, 12), None)
    stages = children.reshape(5, 3, 4)
    assert (stages == stages[:, :, :1]).all()  # no stage is mixed
    # one is from somebody else
    assert ((stages[:, :, 0] != parents[:, :1]).sum(axis=1) == 1).all()
    assert (
        breed(distance, parents, rate=0.0)._cross(parents, (5, 12), None).tolist()
        == parents.tolist()
    )


def test_mutation_changes_one_to_four_weights_of_one_stage():
    start = np.full((2000, 12), 1000)
    changed = (breed(distance, start)._mutate(start.copy(), None) != 1000).reshape(
        2000, 3, 4
    )
    assert set(changed.any(axis=2).sum(axis=1).tolist()) == {1}
    share = np.bincount(changed.sum(axis=(1, 2)), minlength=5) / 2000
    assert share[0] == 0
    assert share[1:] == pytest.approx(1 / 4, abs=5 * np.sqrt(3 / 16 / 2000))
    assert changed.any(axis=2).sum(axis=0) / 2000 == pytest.approx(
        [0.5, 0.25, 0.25], abs=5 * np.sqrt(1 / 4 / 2000)
    )


@pytest.mark.parametrize("rate", [0.0, 0.9])
def test_a_tuned_weight_has_any_of_its_best_values(rate):
    met = set()

    def along(genes, stage, place):
        assert stage < 2  # the last one goes on: there is no tuning it
        met.add((stage, place))
        return np.where(np.isin(VALUES, (300, 400)), 1.0, 0.0)

    start = np.full((2000, 12), 1000)
    children = breed(distance, start, along=along, tuning=rate)._mutate(
        start.copy(), None
    )
    assert len(met) == (8 if rate else 0)
    tuned = np.isin(children, (300, 400)).any(axis=1)
    assert tuned.mean() == pytest.approx(rate, abs=5 * np.sqrt(0.09 / 2000) + 0.01)
    assert abs((children == 300).sum() - (children == 400).sum()) < 5 * np.sqrt(2000)
