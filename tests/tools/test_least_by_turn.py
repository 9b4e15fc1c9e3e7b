"""The bound of what weights by turn can reach.

What is stored of it holds, and published weights keep to it.
"""

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import results
from tools.measure.least_by_turn import (
    FIRST,
    RULES,
    choices_of,
    least,
    least_regrets,
    regret_of,
)

#: All codes of the board.
CODES = mm.all_codes(RULES)

#: The first guess.
OPENING = mm.as_code(FIRST)

#: The answers of all codes to the first guess.
ROW = mm.feedback_row(OPENING, CODES, colors=RULES.colors)


@pytest.fixture(scope="module")
def stored():
    return results.read("least_by_turn", text=["guess"])


def members_of(row):
    return np.flatnonzero(row.black * (RULES.pegs + 1) + row.white == ROW)


def test_choices_that_are_stored_have_their_regrets(stored):
    assert RULES.n_codes + stored.least.sum() == 5625  # the optimum
    assert stored.regret.sum() == np.ceil(stored.least_sum.iloc[0]) == 2
    for row in stored.itertuples():
        members = members_of(row)
        assert (len(members), least(members, [OPENING])) == (row.codes, row.least)
        assert (
            regret_of(
                int(mm.codes.code_index(mm.as_codes([row.guess]), 6)[0]),
                members,
                row.least,
            )
            == row.regret
        )


def test_regret_of_no_evolved_strategy_is_less(stored):
    found = mm.evolve_strategy(
        RULES, seed=1, generations=40, islands=1, n_jobs=1, first_guess=FIRST
    )
    tree = found.tree
    second = {
        int(tree.answer[node]): int(tree.guess[node])
        for node in np.flatnonzero(tree.parent == 0)
    }
    regrets = []
    for row in stored.itertuples():
        regret = regret_of(
            second[row.black * (RULES.pegs + 1) + row.white], members_of(row), row.least
        )
        regrets.append(np.inf if regret is None else regret)
    assert sum(regrets) >= stored.least_sum.iloc[0]
    assert 5625 + sum(regrets) <= tree.total or np.isinf(sum(regrets))


def test_choices_that_cannot_be_made_together_are_not():
    """Of two positions whose best choices want opposite weights, one is given up.

    It is the one with the smaller regret.
    """
    costs = np.zeros((2, 14))
    # the first is chosen where the first weight is the greater one
    costs[0, 0] = -1.0
    costs[1, 1] = -1.0
    one = {"costs": costs, "regrets": {0: 0, 1: 3}}
    # the second where its weight is twice as great
    other = {"costs": costs * [[2.0], [1.0]], "regrets": {0: 2, 1: 0}}
    chosen, bound = least_regrets([one, other])
    assert (chosen.tolist(), bound) == ([0, 0], pytest.approx(2))
    chosen, bound = least_regrets([one, one])
    assert (chosen.tolist(), bound) == ([0, 0], pytest.approx(0))


def test_choices_are_one_for_each_split():
    members = np.flatnonzero(ROW == 0)
    guesses, costs = choices_of(members)
    assert len(np.unique(costs, axis=0)) == len(costs) == 10
    assert set(guesses.tolist()) & set(members.tolist())
    assert (costs <= 0).all()
