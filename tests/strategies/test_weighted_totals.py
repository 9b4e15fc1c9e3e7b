"""Totals of weighted strategies, many at a time.

They are compared with the trees that the players write out.
"""

import numpy as np
import pytest

import mmlib as mm
from mmlib.game.scoring import answers_of
from mmlib.strategies import weighted_totals
from mmlib.strategies.breed_weights import VALUES
from mmlib.strategies.evolve_strategy import totals, totals_along

#: The classic board.
CLASSIC = mm.Rules(4, 6)


def player_of(rules, first, weights):
    """The player with such weights.

    There is one set for all guesses, or one for each guess from the second on.
    """
    sets = [
        dict(zip(answers_of(rules), (row / 1000).tolist(), strict=True))
        for row in weights
    ]
    return mm.player(
        "one_step",
        objective="entropy",
        weights=sets[0] if len(sets) == 1 else [{}, *sets],
        first_guess=first,
    )


@pytest.mark.parametrize(
    ("pegs", "colors", "first", "stages"),
    [
        (4, 6, "0012", 1),
        (4, 6, "0012", 5),
        (4, 6, "0123", 2),
        (3, 5, "001", 3),
        (2, 6, "01", 4),
        (5, 3, "00012", 2),
    ],
)
def test_totals_are_those_of_the_trees(pegs, colors, first, stages):
    rules = mm.Rules(pegs, colors)
    rng = np.random.default_rng(1)
    weights = rng.choice(VALUES, (3, stages, len(answers_of(rules))))
    found = totals(rules, first, weights)
    assert found.tolist() == [
        mm.strategy_tree(player_of(rules, first, each), rules).total for each in weights
    ]
    assert len(set(found.tolist())) > 1


def test_equal_weights_are_plain_entropy():
    """Ties are then everywhere."""
    equal = np.full((1, 1, 14), 1000)
    assert totals(CLASSIC, "0012", equal).tolist() == [5680]
    assert totals(CLASSIC, "0123", equal).tolist() == [5722]


@pytest.mark.parametrize("equal", [True, False])
def test_totals_along_a_weight_are_those_of_each_value(equal):
    rng = np.random.default_rng(2)
    weights = np.full((4, 14), 1000) if equal else rng.choice(VALUES, (4, 14))
    several = set()
    for stage, place in ((0, 3), (0, 13), (1, 7), (2, 2)):
        found = totals_along(CLASSIC, "0012", weights, stage, place)
        changed = np.repeat(weights[np.newaxis], 40, axis=0)
        changed[:, stage, place] = rng.choice(VALUES, 40)
        assert (
            totals(CLASSIC, "0012", changed).tolist()
            == found[changed[:, stage, place] - VALUES[0]].tolist()
        )
        several.add(len(np.unique(found)))
    assert max(several) > 5


@pytest.mark.parametrize("choices", [400_000, 2000])
def test_a_full_memory_is_emptied_or_grows(monkeypatch, choices):
    monkeypatch.setattr(
        weighted_totals, "ROOM", np.array([4096, 20_000, choices, 4 * choices])
    )
    monkeypatch.setattr(weighted_totals, "REMEMBERED", 1 << 8)
    rng = np.random.default_rng(3)
    first = mm.as_code("0012", CLASSIC)
    small = weighted_totals.Weighing(CLASSIC, first)
    weights = rng.choice(VALUES, (20, 2, 21))
    full = []
    for each in weights:
        small.totals(each[np.newaxis])
        full.append(int(small._memory.full[0]))
    assert (np.diff(full) < 0).any()  # it was emptied
    assert (small._room[2] > choices) == (choices == 2000)
    monkeypatch.undo()
    large = weighted_totals.Weighing(CLASSIC, first)
    assert small.totals(weights).tolist() == large.totals(weights).tolist()
    along = [
        each.along(weights[0], 0, 2, range(500, 600)).tolist()
        for each in (small, large)
    ]
    assert along[0] == along[1]
