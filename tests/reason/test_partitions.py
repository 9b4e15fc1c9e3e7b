"""Partitions: measures and best guesses are a plain enumeration's, ties included."""

import itertools
import math

import numpy as np
import pytest

import mmlib as mm
from mmlib.engine.columns import columns_of
from mmlib.reason.code_lists import colors_in, every_code
from mmlib.reason.measures import OBJECTIVES
from mmlib.reason.partitions import class_sizes, measure
from mmlib.reason.symmetry import every_guess
from mmlib.strategies.best_guess import (
    GO_ON,
    best_split,
    bounds_of,
    cost_of_split,
    least_cost,
    promises_of,
    terms_of,
)
from mmlib.strategies.objectives import prepare
from tests import plain


def best_guess(possible, rules, objective, *, guessed=None, only_possible=False):
    """The best guess where some codes are possible and some were guessed.

    Without those that were guessed, every color was.
    """
    used = (1 << rules.colors) - 1 if guessed is None else colors_in(guessed)
    every = every_guess(rules)
    members = mm.codes.code_index(possible, rules.colors).astype(np.int32)
    return every.codes[
        best_split(
            every,
            members,
            used,
            prepare(objective, rules),
            only_possible,
            np.uint64(0),
            GO_ON,
        )[0]
    ]


def positions(pegs, colors, n, most_turns=2):
    """Random positions of games: guesses and the codes still possible."""
    every = list(itertools.product(range(colors), repeat=pegs))
    rng = np.random.default_rng(1)
    for _ in range(n):
        secret = every[rng.integers(len(every))]
        guesses = [
            every[rng.integers(len(every))]
            for _ in range(rng.integers(0, most_turns + 1))
        ]
        answers = [plain.feedback(guess, secret) for guess in guesses]
        possible = [
            code
            for code in every
            if all(
                plain.feedback(guess, code) == a
                for guess, a in zip(guesses, answers, strict=True)
            )
        ]
        yield every, guesses, possible


@pytest.mark.parametrize("only_possible", [False, True])
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("pegs", "colors"), [(3, 4), (4, 3), (2, 7), (5, 2), (8, 2)])
def test_best_guess_is_that_of_enumeration(pegs, colors, objective, only_possible):
    for every, guesses, possible in positions(pegs, colors, 6):
        wanted = plain.best_guess(possible, every, objective, only_possible)
        found = best_guess(
            np.array(possible, np.uint8),
            mm.Rules(pegs, colors),
            objective,
            guessed=np.array(guesses, np.uint8).reshape(-1, pegs),
            only_possible=only_possible,
        )
        assert tuple(found.tolist()) == wanted


@pytest.mark.parametrize(
    "objective", ["parts+entropy", "expected_size+parts", "entropy+parts"]
)
def test_second_objective_settles_what_is_equal_by_the_first(objective):
    first, second = objective.split("+")
    for every, guesses, possible in positions(3, 4, 12):
        found = best_guess(
            np.array(possible, np.uint8),
            mm.Rules(3, 4),
            objective,
            guessed=np.array(guesses, np.uint8),
        )
        inside = set(possible)
        rank = {
            g: (
                plain.badness(g, inside, first),
                plain.badness(g, inside, second),
                g not in inside,
                g,
            )
            for g in every
        }
        assert tuple(found.tolist()) == min(every, key=rank.get)


def test_two_measures_fit_in_one_number_on_large_boards():
    for objective in ("parts+entropy", "entropy+parts", "expected_size+parts"):
        by = prepare(objective, mm.Rules(5, 15))
        assert 0 < by.table.max() < 2**62
    with pytest.raises(
        ValueError,
        match=(
            "objective: on 759,375 codes entropy and expected_size "
            "do not fit in one num"
        ),
    ):
        prepare("entropy+expected_size", mm.Rules(5, 15))


#: Weights of some answers, by their black and white pegs.
WEIGHTS = {(0, 0): 1.9, (0, 1): 0.3, (1, 1): 1.1, (2, 0): 1.2, (3, 0): 0.001}


@pytest.mark.parametrize(
    ("objective", "weights"),
    [(name, None) for name in (*OBJECTIVES, "parts+entropy", "entropy+parts")]
    + [("entropy", WEIGHTS)],
)
def test_no_split_is_better_than_its_promise(objective, weights):
    """The promise goes by its number of classes, or by its numbers of codes.

    These are its codes of each number of pegs, black and white together.
    """
    by = prepare(objective, mm.Rules(5, 15), weights)
    rng = np.random.default_rng(1)
    answers = [(b, w) for b in range(6) for w in range(6 - b) if (b, w) != (4, 1)]
    for _ in range(2000):
        parts = rng.integers(1, len(answers) + 1)
        classes = (
            rng.integers(1, 10 ** rng.integers(1, 5), parts)
            if rng.random() < 0.8
            else np.ones(parts, int)
        )
        if rng.random() < 0.5:
            classes = np.full(parts, classes[0]) + rng.integers(0, 3, parts)
        sizes = np.zeros(31, np.int64)
        totals = np.zeros(6, np.int64)
        for which, size in zip(rng.permutation(len(answers)), classes, strict=False):
            black, white = answers[which]
            sizes[6 * black + white] = size
            totals[black + white] += size
        m = int(classes.sum())
        cost = cost_of_split(sizes, m, by)
        assert bounds_of(m, by, 31)[parts] <= cost
        promise, most = least_cost(totals, by, terms_of(m, by, 5))
        assert promise <= cost
        assert most >= parts


@pytest.mark.parametrize(
    ("objective", "weights"),
    [(name, None) for name in (*OBJECTIVES, "parts+entropy")] + [("entropy", WEIGHTS)],
)
def test_no_guess_is_better_than_its_group_promises(objective, weights):
    rules = mm.Rules(4, 5)
    every = every_guess(mm.Rules(4, 5))
    by = prepare(objective, mm.Rules(4, 5), weights)
    rng = np.random.default_rng(1)
    tight = 0
    for m in (3, 6, 20, 80):
        codes = every.codes[rng.choice(rules.n_codes, m, replace=False)]
        possible = columns_of(codes, 5)
        terms = terms_of(m, by, 4)
        least = bounds_of(m, by, 21)
        promises = promises_of(
            possible, every.groups, 0, every.groups.n, by, terms, least
        )
        for group, promise in enumerate(promises):
            for i in range(every.starts[group], every.starts[group + 1]):
                sizes = class_sizes(
                    every.listed.bytes[:4, i][np.newaxis], codes, colors=5
                )[0]
                cost = cost_of_split(sizes, m, by)
                assert promise <= cost
                tight += promise == cost
    # which differ among answers of as many pegs: then no promise is kept exactly
    assert tight or weights


def test_best_guess_where_codes_take_two_words():
    rules = mm.Rules(5, 13)
    secret = "9a9b0"
    guesses = ["01234", "56789", "9ab99"]
    history = mm.History(
        rules, guesses, [mm.feedback(guess, secret) for guess in guesses]
    )
    possible = mm.consistent.consistent_codes(history)[:40]
    found = {
        name: best_guess(possible, rules, name, only_possible=True)
        for name in OBJECTIVES
    }
    for name, guess in found.items():
        assert tuple(guess) == plain.best_guess(possible.tolist(), None, name, True)


@pytest.mark.parametrize("n", [1, 3, 40, 49, 200])
def test_measures_are_those_of_the_classes(n):
    rules = mm.Rules(4, 6)
    rng = np.random.default_rng(n)
    guesses = mm.random_codes(rules, 20, rng=rng)
    codes = mm.random_codes(rules, n, rng=rng)
    measured = measure(guesses, codes, colors=6)
    sizes = class_sizes(guesses, codes, colors=6)
    for i, guess in enumerate(guesses):
        answers = [plain.feedback(guess, code) for code in codes]
        for (black, white), size in plain.Counter(answers).items():
            assert sizes[i, black * 5 + white] == size
        classes = plain.Counter(answers).values()
        assert measured.largest[i] == max(classes)
        assert measured.parts[i] == len(classes)
        assert measured.expected_size[i] == pytest.approx(
            sum(size * size for size in classes) / n
        )
        assert measured.entropy[i] == pytest.approx(
            -sum(size / n * math.log2(size / n) for size in classes)
        )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: measure([[0, 1]], np.empty((0, 2)), colors=3),
            "codes: there are none to split",
        ),
        (lambda: every_code(mm.Rules(7, 10)), "rules: 7 pegs x 10 colors have"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_search_that_is_stopped_has_no_guess():
    members = np.arange(1296, dtype=np.int32)
    by = prepare("parts", mm.Rules(4, 6))
    stopped = np.ones(1, np.int64)
    assert (
        best_split(
            every_guess(mm.Rules(4, 6)), members, 0, by, False, np.uint64(0), stopped
        )[0]
        == -1
    )
