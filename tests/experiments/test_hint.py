"""Hints for a game in progress."""

from itertools import combinations

import numpy as np
import pytest

import mmlib as mm

CLASSIC = mm.Rules(4, 6)


def answered(rules, rng, turns, wrong=0):
    """A game against a random secret; so many of its answers are replaced."""
    guesses = mm.random_codes(rules, turns, rng=rng)
    secret = mm.random_codes(rules, 1, rng=rng)[0]
    answers = [tuple(mm.feedback(guess, secret)) for guess in guesses]
    for turn in rng.choice(turns, wrong, replace=False):
        other = mm.random_codes(rules, 1, rng=rng)[0]
        answers[turn] = tuple(mm.feedback(guesses[turn], other))
    return mm.History(rules, guesses, answers)


def smallest_sets(history):
    """By brute force: leave out one turn, then two, until some code fits."""
    turns = range(len(history))
    for left_out in turns:
        found = []
        for some in combinations(turns, left_out):
            kept = [turn for turn in turns if turn not in some]
            rest = mm.History(
                history.rules, history.guesses[kept], history.feedbacks[kept]
            )
            if mm.consistent.count_consistent(rest):
                found.append(some)
        if found:
            return found
    return [tuple(turns)]


@pytest.mark.parametrize("rules", [mm.Rules(3, 4), CLASSIC, mm.Rules(2, 3)])
def test_contradictions_are_all_of_the_smallest_sets(rules):
    rng = np.random.default_rng(1)
    several = set()
    for _ in range(60):
        history = answered(rules, rng, 6, wrong=3)
        if (history.feedbacks[:, 0] == rules.pegs).any():
            continue
        if mm.consistent.count_consistent(history):
            assert mm.hint(history, "random_consistent", 1).contradictions == []
            continue
        told = mm.hint(history, "random_consistent")
        assert told.contradictions == smallest_sets(history)
        assert told.guess is None
        assert (told.left, len(told.codes), len(told.table)) == (0, 0, 0)
        several.add(len(told.contradictions[0]))
    assert len(several) > 1 or rules.pegs == 2


def test_contradictions_on_a_board_too_large_to_list():
    rules = mm.Rules(8, 12, 15)
    rng = np.random.default_rng(3)
    history = answered(rules, rng, 7)
    wrong = history.feedbacks.copy()
    wrong[2] = 0, 8
    history = mm.History(rules, history.guesses, wrong)
    assert mm.hint(history, "berghman").contradictions == [(2,)]


def test_a_hint_has_the_most_informative_guesses():
    history = mm.History(CLASSIC, ["0012", "1340"], [(1, 1), (0, 2)])
    told = mm.hint(history)
    fitting = mm.consistent.consistent_codes(history)
    split = mm.partitions.measure(mm.all_codes(CLASSIC), fitting, colors=6)
    best = np.sort(split.entropy)[::-1][:10]
    assert np.allclose(told.table.bits[:10], best)
    assert told.left == len(fitting) == 67
    assert (told.codes == fitting).all()
    assert mm.codes.as_text(told.guess) in set(told.table.guess)
    fits = {mm.codes.as_text(code) for code in fitting}
    chances = [(guess in fits) / 67 for guess in told.table.guess]
    assert np.allclose(told.table.chance, chances)


def test_the_guess_asked_for_stands_in_the_table_even_if_it_is_a_poor_one():
    class Stubborn:
        name = "stubborn"

        def next_guess(self, history, rng):
            return [5, 5, 5, 5]

    told = mm.hint(mm.History(CLASSIC, ["0012"], [(1, 1)]), Stubborn())
    assert len(told.table) == 11
    assert told.table.guess.iloc[-1] == "5555"


def test_a_hint_before_the_first_guess_knows_every_kind_of_it():
    told = mm.hint(mm.History(mm.Rules(8, 12)), "berghman", seed=1)
    assert told.left == 12**8
    assert len(told.codes) == 1000
    sizes = mm.first_guess.sizes(told.table.guess[0], mm.Rules(8, 12))
    assert told.table.largest[0] == sizes.max()


def test_a_hint_counts_what_is_too_much_to_list():
    history = mm.History(mm.Rules(8, 12), ["00001111"], [(1, 1)])
    told = mm.hint(history, "berghman", seed=1)
    assert told.left == 56_000_000
    assert not len(told.table)
    assert str(told).count("56,000,000 of 429,981,696 codes fit") == 1


def test_the_same_seed_gives_the_same_guess():
    history = mm.History(CLASSIC, ["0012"], [(0, 2)])
    first = mm.hint(history, "random_consistent")
    again = mm.hint(history, "random_consistent", first.seed)
    assert first.guess.tolist() == again.guess.tolist()


def test_a_hint_shows_itself_as_text_and_as_html():
    told = mm.hint(mm.History(CLASSIC, ["0012", "1340"], [(1, 1), (0, 2)]))
    assert repr(told).startswith("entropic would guess 5213.\n67 of 1,296 codes fit")
    shown = told._repr_html_()
    assert shown.count("<p>") == 3
    assert "A player may look further than 2513, which comes first here." in shown
    assert "<td>5213</td>" in shown
    wrong = mm.hint(mm.History(CLASSIC, ["0012"] * 3, [(1, 1), (0, 2), (1, 1)]))
    assert wrong.contradictions == [(1,)]
    assert "without the answer of turn 2." in wrong._repr_html_()
    two = mm.History(CLASSIC, ["0012"] * 4, [(1, 1), (0, 2), (1, 1), (0, 2)])
    assert "answers of turns 1 and 3, or of 2 and 4." in repr(mm.hint(two))


@pytest.mark.parametrize(
    ("history", "message"),
    [
        (mm.History(CLASSIC, ["0012"], [(4, 0)]), "history: the code was found with"),
        (
            mm.History(mm.Rules(4, 6, 1), ["0012"], [(1, 0)]),
            "history: all 1 guesses that the rules allow were made",
        ),
        (
            mm.History(mm.Rules(8, 8), ["0" * 8], [(3, 0)], scoring="check_guess"),
            "history: answers counted as 'check_guess'",
        ),
    ],
)
def test_a_hint_refuses_a_game_that_has_no_next_guess(history, message):
    with pytest.raises(ValueError, match=message):
        mm.hint(history)
