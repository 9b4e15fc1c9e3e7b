"""The one rule: its formula in plain Python, and the guess that costs least by it."""

import itertools
from collections import Counter

import numpy as np
import pytest

import mmlib as mm
from mmlib.reason.consistent import consistent_codes
from mmlib.strategies.objectives import WEIGHT, WEIGHTED_BIT
from mmlib.strategies.one_rule import (
    BOUNDS,
    FIRST_GUESSES,
    FOUND,
    LEAST_WEIGHT,
    Coefficients,
    measure_of,
)
from tools.measure import one_rule

#: No coefficient: plain entropy.
NONE = (0.0,) * 10

#: Its name is long for a test.
FIELDS = Coefficients._fields


def drawn(rng, spread=0.4):
    """Coefficients by chance."""
    return tuple(np.clip(rng.normal(0, spread, len(FIELDS)), *BOUNDS).round(2).tolist())


def value_of(size, c):
    """What a class of so many codes is said to cost, in bits."""
    return size * np.log2(size) + c.several * (1 - 1 / size)


def cost(guess, codes, pegs, c):
    """What a split costs, in plain Python; None where it tells nothing."""
    classes = Counter(mm.feedback(guess, code) for code in codes)
    if len(classes) == 1 and len(codes) > 1:
        return None
    if len(classes) == len(codes) and (pegs, 0) in classes:
        return -np.inf
    total = 0.0
    for (black, white), size in classes.items():
        b = black / pegs
        w = white / pegs
        if black == pegs:
            total -= c.bonus + c.share * value_of(len(codes), c) / len(codes)
            continue
        weight = 1 + c.b * b + c.w * w + c.bb * b * b + c.ww * w * w + c.bw * b * w
        total += max(weight, LEAST_WEIGHT) * value_of(size, c)
        total += (c.level_b * b + c.level_w * w) * size
    return total


@pytest.mark.parametrize(("pegs", "colors"), [(2, 5), (3, 4), (4, 3), (1, 6), (5, 2)])
def test_the_guess_costs_least_of_all(pegs, colors):
    """In positions by chance, against a look at every guess."""
    rules = mm.Rules(pegs, colors)
    every = [tuple(code) for code in mm.all_codes(rules).tolist()]
    rng = np.random.default_rng([pegs, colors])
    for turn in range(24):
        c = list(drawn(rng))
        if turn % 2:  # it counts much that a guess may be right
            c[FIELDS.index("share")] = [1.0, 1.5, 2.0][turn // 2 % 3]
        player = mm.player("one_rule", coefficients=c, first_guess=every[0])
        secret = every[rng.integers(len(every))]
        guesses = [every[i] for i in rng.integers(len(every), size=rng.integers(1, 3))]
        answers = [tuple(mm.feedback(guess, secret)) for guess in guesses]
        history = mm.History(rules, guesses, answers)
        if secret in guesses:
            continue
        codes = [tuple(code) for code in consistent_codes(history).tolist()]
        guess = tuple(player.next_guess(history).tolist())
        costs = {one: cost(one, codes, pegs, Coefficients(*c)) for one in every}
        least = min(found for found in costs.values() if found is not None)
        assert costs[guess] == pytest.approx(least, rel=1e-3, abs=1e-2)
        if np.isclose(least, costs[guess]) and least == -np.inf:
            first = next(one for one in codes if costs[one] == -np.inf)
            assert guess == first


def test_the_measure_is_the_formula_in_whole_numbers():
    rules = mm.Rules(4, 6)
    c = Coefficients(*drawn(np.random.default_rng(3)))
    by = measure_of(c, rules)
    unit = WEIGHT * WEIGHTED_BIT
    codes = consistent_codes(mm.History(rules, ["0012"], [(1, 1)])).tolist()
    for guess in itertools.islice(itertools.product(range(6), repeat=4), 0, 1296, 97):
        classes = Counter(mm.feedback(guess, code) for code in codes)
        total = 0
        for (black, white), size in classes.items():
            coded = 5 * black + white
            total += int(by.weights[coded]) * int(by.table[size])
            total += int(by.levels[coded]) * size
        if (4, 0) in classes:
            total -= int(by.weights[-1]) * (int(by.table[len(codes)]) // len(codes))
        expected = cost(guess, codes, 4, c)
        assert total / unit == pytest.approx(expected, rel=2e-3)


@pytest.mark.parametrize(
    ("pegs", "colors", "first"), [(4, 6, "0012"), (5, 5, "00112"), (6, 4, "000112")]
)
def test_without_coefficients_it_is_entropy(pegs, colors, first):
    rules = mm.Rules(pegs, colors)
    rule = mm.player("one_rule", coefficients=NONE, first_guess=first)
    entropy = mm.player("one_step", objective="entropy", first_guess=first)
    assert mm.strategy_tree(rule, rules).total == mm.strategy_tree(entropy, rules).total


def test_a_guess_that_tells_nothing_is_never_made():
    """However the coefficients are, a game ends."""
    rng = np.random.default_rng(8)
    rules = mm.Rules(3, 4)
    for _ in range(50):
        player = mm.player("one_rule", coefficients=drawn(rng, 2.0))
        tree = mm.strategy_tree(player, rules)
        tree.check()
        assert len(tree.distribution) <= 15


@pytest.mark.parametrize(
    ("value", "error", "told"),
    [
        (3, TypeError, r"coefficients: 3 is not a list of ten numbers"),
        ([0.0] * 9, ValueError, r"coefficients: they are 9 numbers, not ten"),
        (
            [0.0] * 9 + [2.5],
            ValueError,
            r"coefficients: share: 2\.5 is not a finite number in -2\.\.2",
        ),
        ([0.0] * 9 + ["x"], TypeError, r"coefficients: share: 'x' is"),
        ([float("nan")] + [0.0] * 9, ValueError, r"coefficients: b: nan"),
    ],
)
def test_bad_coefficients_are_named(value, error, told):
    with pytest.raises(error, match=told):
        mm.player("one_rule", coefficients=value)


def stored():
    runs = mm.results.read("one_rule", text=["coefficients", "steps"])
    boards = mm.results.read("one_rule_boards", text=["first_guess"])
    return runs, boards.set_index("board")


def test_the_coefficients_are_those_of_the_best_run_where_none_searched():
    runs, boards = stored()
    assert one_rule.chosen(runs) == FOUND
    assert set(runs.tried) == {one_rule.BUDGET}
    first = {"{} x {}".format(*board): text for board, text in FIRST_GUESSES.items()}
    assert boards.first_guess.to_dict() == first
    records = mm.results.read("record_trees", text=["first_guess"]).set_index("board")
    assert records.first_guess.to_dict().items() <= first.items()


@pytest.mark.parametrize("board", ["4 x 5", "4 x 6", "5 x 5", "6 x 4", "5 x 6"])
def test_stored_totals_come_back(board):
    _, boards = stored()
    rules = mm.Rules(*map(int, board.split(" x ")))
    assert mm.strategy_tree("one_rule", rules).total == boards.rule[board]


def test_a_stored_run_comes_back():
    """The first formula of a run, and what it takes more than plain entropy."""
    runs, _ = stored()
    climbed = runs[(runs.way == "climber") & (runs.run == 1)].iloc[0]
    seed = [one_rule.SEED, list(one_rule.WAYS).index("climber"), 1]
    first = one_rule.started(np.random.default_rng(seed), 1)[0].round(2)
    found = one_rule.excess(first, one_rule.SEARCHED_ON)
    assert climbed.steps.split()[0] == f"1:{found:.4f}"


def test_a_search_ends_with_its_formulas(monkeypatch):
    monkeypatch.setattr(one_rule, "BUDGET", 30)
    monkeypatch.setattr(one_rule, "SEARCHED_ON", [(4, 5)])
    monkeypatch.setattr(one_rule, "CHOSEN_ON", [(4, 5)])
    for label in one_rule.WAYS:
        (row,) = one_rule.run(label, 1).itertuples()
        assert row.tried == 30
        assert row.excess == row.excess_elsewhere <= 1


def test_a_member_that_costs_little_does_not_end_the_look_at_others():
    """A later one tells all six codes apart, and is made at once."""
    history = mm.History(
        mm.Rules(4, 6), ["0012", "4544", "1313"], [(0, 2), (0, 1), (2, 0)]
    )
    fond = FOUND._replace(share=1.5)  # of guesses that may be right
    guess = mm.player("one_rule", coefficients=fond).next_guess(history).tolist()
    codes = consistent_codes(history).tolist()
    assert guess in codes
    assert len({mm.feedback(guess, code) for code in codes}) == len(codes) == 6
