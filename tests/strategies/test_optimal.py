"""The optimum: the proven totals, and on tiny boards those of plain Python.

Plain Python searches exhaustively.
"""

import functools
import itertools
import operator

import numpy as np
import pytest

import mmlib as mm
from mmlib.reason import exhaustive
from mmlib.reason.first_guess import kinds
from tests import plain

#: The classic board.
CLASSIC = mm.Rules(4, 6)


@pytest.mark.parametrize(
    ("settings", "total", "distribution", "others"),
    [
        ({}, 5625, [1, 8, 80, 668, 538, 1], [1, 8, 86, 656, 544, 1]),
        ({"max_guesses": 5}, 5626, [1, 8, 79, 668, 540], [1, 8, 86, 654, 547]),
        ({"first_guess": "0011"}, 5702, [1, 6, 78, 600, 611], None),
    ],
)
def test_totals_of_koyama_and_lai(settings, total, distribution, others):
    """`others` is the distribution of a published strategy with the same total.

    Its variance cannot be less.
    """
    tree = mm.strategy_tree(mm.player("optimal", **settings), CLASSIC)
    assert (tree.total, tree.distribution.tolist()) == (total, [0, *distribution])
    tree.check()
    if others:
        turns = np.arange(1, len(others) + 1)
        assert (turns * others).sum() == total
        assert (turns**2 * others).sum() > (tree.guesses**2).sum()


@pytest.mark.parametrize(
    ("pegs", "colors", "most"),
    [(2, 3, 20), (2, 4, 20), (3, 2, 20), (2, 3, 3), (3, 2, 3), (2, 5, 20)],
)
def test_optimum_is_that_of_an_exhaustive_search(pegs, colors, most):
    every = list(itertools.product(range(colors), repeat=pegs))
    player = mm.player("optimal", max_guesses=most)
    wanted = plain.least_cost(frozenset(every), every, most, {})
    if wanted is None:
        with pytest.raises(
            ValueError,
            match=(
                f"max_guesses: no strategy finds every code of .* within {most} guesses"
            ),
        ):
            player.tree(mm.Rules(pegs, colors))
    else:
        tree = player.tree(mm.Rules(pegs, colors))
        assert (tree.total, (tree.guesses**2).sum()) == wanted


def test_no_strategy_of_another_kind_is_better():
    for rules in (mm.Rules(3, 4), mm.Rules(4, 4), mm.Rules(5, 3)):
        least = mm.strategy_tree("optimal", rules).total
        assert all(
            least <= mm.strategy_tree(name, rules).total
            for name in ("knuth", "kooi", "norvig", "maxent")
        )


def test_tree_is_what_is_played():
    rules = mm.Rules(3, 5)
    tree = mm.strategy_tree("optimal", rules)
    games = mm.play_many("optimal", rules, secrets="all", seed=1)
    assert games.guesses.tolist() == tree.guesses.tolist()


def test_a_game_that_left_the_tree_goes_on_at_its_best():
    rules = mm.Rules(3, 4)
    fixed = mm.strategy_tree(mm.player("optimal", first_guess="333"), rules)
    player = mm.player("optimal")
    rng = np.random.default_rng(1)
    taken = 0
    for secret in mm.all_codes(rules):
        history = mm.History(rules).after(
            mm.codes.parse("333"), mm.feedback("333", secret)
        )
        while history.feedbacks[-1, 0] < 3:
            guess = player.next_guess(history, rng)
            history = history.after(guess, mm.feedback(guess, secret))
        taken += len(history)
    assert taken == fixed.total


def test_search_with_all_guesses_finds_the_least_total():
    rules = mm.Rules(4, 5)
    every = mm.all_codes(rules)
    search = exhaustive.ExhaustiveSearch(rules, 20)
    for guess, answer in (("0012", (1, 1)), ("0123", (0, 3)), ("0011", (2, 0))):
        codes = mm.consistent.consistent_codes(mm.History(rules, [guess], [answer]))
        members = mm.codes.code_index(codes, rules.colors).astype(np.int32)
        total, first = exhaustive.best_of(codes, every, rules.colors)
        assert total == search.total(members, mm.codes.parse(guess)[np.newaxis], 20)
        among_themselves, own = exhaustive.best_of(codes, every[:0], rules.colors)
        assert among_themselves >= total
        assert own.tolist() in codes.tolist()
        assert first.shape == (4,)


@pytest.mark.parametrize(("pegs", "colors"), [(3, 4), (3, 5), (2, 8)])
def test_what_closes_a_branch_is_no_more_than_brute_force_finds(pegs, colors):
    """Symmetries and bounds leave the least cost of every position as it is.

    No bound goes beyond that cost.
    """
    rules = mm.Rules(pegs, colors)
    search = exhaustive.ExhaustiveSearch(
        mm.Rules(pegs, colors), 20, least_variance=True
    )
    every = mm.all_codes(rules)
    known = {}
    tried = list(itertools.product(range(colors), repeat=pegs))
    costs = tuple(exhaustive.PER_GUESS + 2 * (21 - np.arange(21)) - 1)
    bounds = exhaustive.bounds_of(rules.n_feedbacks, costs, rules.n_codes)
    for guess in kinds(rules):
        row = mm.feedback_row(guess, every, colors=colors)
        for answer in np.unique(row)[:-1]:
            members = np.flatnonzero(row == answer).astype(np.int32)
            if len(members) > 10:
                continue  # too many for plain Python
            total, squares = plain.least_cost(
                frozenset(map(tuple, every[members].tolist())), tried, 20, known
            )
            cost = total * exhaustive.PER_GUESS + squares
            assert search.total(members, guess[np.newaxis], 20) == cost
            parts = mm.partitions.measure(
                every, every[members], colors=colors
            ).parts.max()
            assert bounds[min(parts, len(bounds) - 1), 20, len(members)] <= cost


@pytest.mark.parametrize(
    ("classes", "answers"), [(2, 9), (3, 9), (4, 9), (6, 9), (4, 4)]
)
def test_bounds_are_no_more_than_any_way_to_split_takes(classes, answers):
    """Codes are split at will, into so many classes; a guess is one of them or none.

    One that is none makes as many open classes, unless it makes a class of every
    answer. Of 16 codes it can leave four classes of four codes, which are found with 44
    guesses, while one that is right leaves three, and 46 are needed.
    """
    n = 40
    least = [0, 1]
    for m in range(2, n + 1):
        # least guesses for so many codes in one class, two ... classes of fewer than m
        below = [0] + [np.inf] * m
        after = []
        for _ in range(classes):
            below = [
                min(below[size - one] + least[one] for one in range(min(size + 1, m)))
                for size in range(m + 1)
            ]
            after.append(below)
        right = after[classes - 2][m - 1] if classes > 1 else np.inf
        wrong = after[classes - (2 if classes == answers else 1)][m]
        least.append(m + min(right, wrong))
    bounds = exhaustive.bounds_of(answers, (1,) * 21, n)[classes, 20]
    assert (bounds <= least).all()
    assert bounds[:4].tolist() == least[:4]


def test_search_is_given_up_where_it_takes_more_than_it_may():
    codes = mm.all_codes(mm.Rules(3, 3))
    assert exhaustive.best_of(codes, codes[:0], 3, effort=1000) is None
    assert (
        exhaustive.best_of(codes, codes[:0], 3)[0]
        == exhaustive.best_of(codes, codes[:0], 3, effort=10**9)[0]
    )


@pytest.mark.parametrize("n", [1, 2])
def test_search_of_one_or_two_codes(n):
    codes = mm.all_codes(mm.Rules(3, 3))[:n]
    total, guess = exhaustive.best_of(codes, codes[:0], 3)
    assert (total, guess.tolist()) == (2 * n - 1, [0, 0, 0])


def test_what_it_cannot_do_is_named():
    with pytest.raises(
        ValueError,
        match=(
            "max_guesses: no strategy finds every code of 4 pegs x 4 colors "
            "within 3 guesses"
        ),
    ):
        mm.strategy_tree(mm.player("optimal", max_guesses=3), mm.Rules(4, 4))
    with pytest.raises(
        ValueError,
        match=(
            "effort: the optimum of 5 pegs x 8 colors, which have 32,768 codes, "
            "is expected to take"
        ),
    ):
        mm.strategy_tree("optimal", mm.Rules(5, 8))
    with pytest.raises(ValueError, match="max_guesses: 0 is not in"):
        mm.player("optimal", max_guesses=0)
    with pytest.raises(TypeError, match="player: optimal draws its first guess"):
        mm.strategy_tree(mm.player("optimal", first_guess="random"), CLASSIC)
    with pytest.raises(ValueError, match="history: no code agrees"):
        mm.player("optimal").next_guess(
            mm.History(mm.Rules(3, 4), ["000", "111"], [(2, 0), (2, 0)]),
            np.random.default_rng(1),
        )


def least_by_blacks(codes):
    """The fewest guesses of all codes together, by brute force, without white pegs."""

    @functools.cache
    def least(possible):
        if len(possible) <= 2:
            return 2 * len(possible) - 1
        totals = []
        for guess in codes:
            classes = {}
            for code in possible:
                blacks = sum(map(operator.eq, guess, code))
                classes.setdefault(blacks, []).append(code)
            if len(classes) > 1:
                rest = [
                    least(tuple(members))
                    for blacks, members in classes.items()
                    if blacks < len(guess)
                ]
                totals.append(len(possible) + sum(rest))
        return min(totals)

    return least(tuple(codes))


@pytest.mark.parametrize("size", [(2, 3), (2, 5), (3, 2), (3, 3)])
def test_optimum_without_white_pegs_is_that_of_brute_force(size):
    rules = mm.Rules(*size, max_guesses=20)
    every = list(itertools.product(range(rules.colors), repeat=rules.pegs))
    games = mm.play_many("optimal", rules, secrets="all", scoring="black_only", seed=1)
    assert games.guesses.sum() == least_by_blacks(every)


@pytest.mark.parametrize(("size", "total"), [((3, 5), 645), ((4, 4), 1301)])
def test_optimum_without_white_pegs_begins_with_any_code(size, total):
    """Colors can be renamed for each peg on its own, so all first guesses are alike."""
    rules = mm.Rules(*size, max_guesses=20)
    others = kinds(rules)
    for first in (None, others[-1]):
        player = mm.player("optimal", first_guess=first)
        games = mm.play_many(player, rules, secrets="all", scoring="black_only", seed=1)
        assert games.guesses.sum() == total
    rival = mm.player("one_step", objective="entropy")
    games = mm.play_many(rival, rules, secrets="all", scoring="black_only", seed=1)
    assert games.guesses.sum() >= total


def test_optimum_without_white_pegs_keeps_to_a_limit():
    rules = mm.Rules(3, 4, max_guesses=20)
    options = {"secrets": "all", "scoring": "black_only", "seed": 1}
    games = mm.play_many(mm.player("optimal", max_guesses=6), rules, **options)
    assert (games.guesses.sum(), games.guesses.max()) == (280, 6)
    with pytest.raises(ValueError, match="within 5 guesses"):
        mm.play_many(mm.player("optimal", max_guesses=5), rules, **options)


def test_optimum_is_refused_where_it_takes_too_long_or_counts_otherwise():
    said = r"x 6 colors with black pegs alone, .* or let 'entropic' play"
    with pytest.raises(ValueError, match=said):
        mm.play("optimal", "0123", CLASSIC, scoring="black_only")
    small = mm.Rules(2, 3)
    with pytest.raises(ValueError, match="'check_guess'; optimal needs 'standard' or"):
        mm.play("optimal", "01", small, scoring="check_guess")
