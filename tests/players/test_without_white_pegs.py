"""Players where white pegs are not told, beside plain Python."""

import itertools
import operator
import re
from collections import Counter

import numpy as np
import pytest

import mmlib as mm
from mmlib.players.class_sizes import class_costs

#: A board on which all codes are scored.
RULES = mm.Rules(4, 4, max_guesses=20)


def blacks(guess, code):
    return sum(map(operator.eq, guess, code))


@pytest.mark.parametrize("to_go", [(1.3, 0.34, 0.005), "entropy"])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_entropic_makes_the_guess_that_promises_most(to_go, turns):
    every = list(itertools.product(range(4), repeat=4))
    secret = (3, 0, 2, 2)
    guesses = [(0, 0, 1, 2), (3, 1, 2, 1), (2, 0, 3, 2)][:turns]
    answers = [(blacks(guess, secret), 0) for guess in guesses]
    history = mm.History(RULES, guesses, answers, scoring="black_only")
    possible = [
        code
        for code in every
        if all(
            blacks(guess, code) == black
            for guess, (black, _) in zip(guesses, answers, strict=True)
        )
    ]
    table = class_costs(4000, to_go)

    def cost(guess):
        sizes = Counter(blacks(guess, code) for code in possible)
        return sum(table[n] for black, n in sizes.items() if black < 4)

    player = mm.player("entropic", to_go=to_go)
    guess = tuple(player.next_guess(history, np.random.default_rng(1)).tolist())
    assert cost(guess) == pytest.approx(min(map(cost, every)))


@pytest.mark.parametrize("guesses", ["auto", "bred", "drawn"])
def test_entropic_finds_every_code(guesses):
    player = mm.player("entropic", guesses=guesses, budget=600)
    games = mm.play_many(player, RULES, secrets="all", scoring="black_only", seed=1)
    assert games.solved.all()
    null = mm.null_model(RULES, scoring="black_only")
    assert games.guesses.mean() < null.mean


def test_entropic_scores_a_sample_where_many_codes_are_possible():
    player = mm.player("entropic", sample=50, budget=200)
    rules = mm.Rules(5, 6, max_guesses=30)
    games = mm.play_many(player, rules, games=20, scoring="black_only", seed=1)
    assert games.solved.all()


@pytest.mark.parametrize(
    ("player", "rules", "scoring", "said"),
    [
        (
            "entropic",
            RULES,
            "check_guess",
            "'check_guess'; entropic needs 'standard' or 'black_only'",
        ),
        ("far_sighted", RULES, "black_only", "far_sighted needs 'standard'"),
        (
            "entropic",
            mm.Rules(8, 12),
            "black_only",
            "entropic plays so on boards of up to 5,000,000 codes",
        ),
        (
            mm.player("entropic", consistent_only=True, guesses="bred"),
            RULES,
            "black_only",
            "needs the standard count (consistent_only)",
        ),
    ],
)
def test_what_needs_white_pegs_says_so(player, rules, scoring, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        mm.play(player, np.zeros(rules.pegs, int), rules, scoring=scoring)
