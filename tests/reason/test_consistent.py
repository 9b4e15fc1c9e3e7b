"""Consistent codes: filtered, searched, counted, drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

import mmlib as mm
from mmlib.game.history import History
from mmlib.reason import colors_first, consistent, counting, first_guess
from tests import plain
from tests.chance import ERRORS, is_uniform


@st.composite
def games(draw):
    """A board of up to a thousand codes, a secret and some guesses."""
    pegs, colors = draw(
        st.sampled_from([(1, 5), (2, 9), (3, 8), (4, 5), (5, 4), (8, 2), (9, 2)])
    )
    code = st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs)
    return mm.Rules(pegs, colors), draw(code), draw(st.lists(code, max_size=4))


@given(games())
def test_both_ways_find_what_a_plain_filter_finds(game):
    rules, secret, guesses = game
    answers = [plain.feedback(guess, secret) for guess in guesses]
    history = History(rules, guesses, answers)
    expected = [
        code.tolist()
        for code in mm.all_codes(rules)
        if all(
            plain.feedback(guess, code.tolist()) == answer
            for guess, answer in zip(guesses, answers, strict=True)
        )
    ]
    assert consistent.consistent_codes(history).tolist() == expected
    found, searched, _ = consistent.peg_by_peg(history, 10**6, True)
    assert (found, searched.tolist()) == (len(expected), expected)
    assert consistent.count_consistent(history) == len(expected)
    assert counting.count_together(history) == len(expected)
    assert (
        consistent.random_consistent_code(
            history, rng=np.random.default_rng(1)
        ).tolist()
        in expected
    )
    first = consistent.first_consistent_code(history, rng=np.random.default_rng(1))
    assert first.tolist() in expected
    assert consistent.contradiction(history) == ""


def test_every_code_that_agrees_can_be_the_first_that_is_found():
    history = History(mm.Rules(4, 6), ["0012", "0345"], [(1, 1), (0, 1)])
    rng = np.random.default_rng(1)
    found = {
        mm.codes.as_text(consistent.first_consistent_code(history, rng=rng))
        for _ in range(1000)
    }
    expected = consistent.consistent_codes(history)
    assert found == {mm.codes.as_text(code) for code in expected}


def test_the_search_for_the_first_code_begins_anew_and_ends(monkeypatch):
    rules = mm.Rules(8, 12)
    rng = np.random.default_rng(1)
    secret, *guesses = mm.random_codes(rules, 6, rng=rng)
    history = History(rules)
    for guess in guesses:
        history = history.after(guess, mm.feedback(guess, secret))
    monkeypatch.setattr(consistent, "FIRST_STEPS", 12)
    code, steps = consistent.first_found(history, rng)
    assert mm.fitness.distance([code], history.guesses, history.feedbacks) == [0]
    assert steps > 12  # it began anew
    monkeypatch.setattr(consistent, "FIRST_STEPS", 5)  # too few for eight pegs
    monkeypatch.setattr(consistent, "MOST_FIRST_STEPS", 50)
    with pytest.raises(ValueError, match=r"history: no code .* was met in 50 steps"):
        consistent.first_consistent_code(history, rng=rng)
    monkeypatch.undo()
    vain = History(mm.Rules(3, 4), ["001", "001"], [(1, 0), (2, 0)])
    with pytest.raises(ValueError, match=r"history: no code agrees .* turn 2"):
        consistent.first_consistent_code(vain, rng=rng)


def test_the_search_for_the_first_code_ends_on_the_largest_board():
    """No other search lists or counts what is left there after so many guesses."""
    rules = mm.Rules(15, 16)
    rng = np.random.default_rng(1)
    secret, *guesses = mm.random_codes(rules, 9, rng=rng)
    history = History(rules)
    for guess in guesses:
        history = history.after(guess, mm.feedback(guess, secret))
    code = consistent.first_consistent_code(history, rng=rng)
    assert mm.fitness.distance([code], history.guesses, history.feedbacks) == [0]


@pytest.mark.parametrize(("pegs", "colors"), [(5, 3), (3, 1), (4, 7)])
def test_numbers_of_pegs_come_first_as_often_as_in_random_codes(pegs, colors):
    chances = colors_first._chances(pegs, colors, True)
    expected = binom.pmf(np.arange(pegs + 1), pegs, 1 / colors)
    assert chances / chances.sum() == pytest.approx(expected)
    numbers = np.empty(pegs + 1, np.int64)
    rng = np.random.default_rng(1)
    first = np.zeros(pegs + 1)
    for _ in range(20_000):
        n = colors_first._shuffle_by_weight(numbers, chances, rng)
        assert sorted(numbers[:n]) == np.flatnonzero(chances).tolist()
        first[numbers[n - 1]] += 1
    errors = np.sqrt(20_000 * expected * (1 - expected))
    assert (np.abs(first - 20_000 * expected) <= ERRORS * errors + 1e-9).all()


@given(games())
def test_the_search_by_colors_is_decided_where_no_code_agrees(game):
    rules, secret, guesses = game
    if not guesses:
        return
    answers = [plain.feedback(guess, secret) for guess in guesses]
    black, white = answers[-1]
    answers[-1] = (black, max(0, white - 1)) if white else (max(0, black - 1), white)
    history = History(rules, guesses, answers)
    code, decided, _ = colors_first.colors_then_places(
        history.guesses,
        history.feedbacks,
        rules.colors,
        True,
        10**7,
        np.random.default_rng(1),
    )
    assert decided
    assert (len(code) > 0) == (consistent.count_consistent(history) > 0)


def test_what_is_remembered_changes_nothing_and_stays_small(monkeypatch):
    """Some games are asked about by turns, so that lists are found again.

    Lists are also forgotten for later ones.
    """
    monkeypatch.setattr(consistent, "_latest", {})
    monkeypatch.setattr(consistent, "MOST_FILTERED", 2500)
    rules = mm.Rules(4, 7)
    rng = np.random.default_rng(1)
    reused = 0
    most = 50 * 2500 // rules.n_codes
    codes = mm.all_codes(rules)
    secrets = mm.random_codes(rules, 60, rng=rng)
    guesses = mm.random_codes(rules, 3, rng=rng)
    answers = mm.feedback_matrix(guesses, secrets, colors=7)
    possible = mm.feedback_matrix(guesses, codes, colors=7)
    for game in rng.integers(60, size=300):
        turns = int(rng.integers(1, 4))
        history = History(
            rules,
            guesses[:turns],
            [divmod(int(one), 5) for one in answers[:turns, game]],
        )
        fits = (possible[:turns] == answers[:turns, game, None]).all(axis=0)
        before = list(consistent._latest)
        assert np.array_equal(consistent.consistent_codes(history), codes[fits])
        reused += list(consistent._latest) == before
    assert len(consistent._latest) == most
    assert 50 < reused < 250


def test_large_boards_are_searched():
    rules = mm.Rules(8, 12)
    rng = np.random.default_rng(1)
    secret, *guesses = mm.random_codes(rules, 8, rng=rng)
    history = History(rules)
    for guess in guesses:
        history = history.after(guess, mm.feedback(guess, secret))
    codes = consistent.consistent_codes(history)
    assert len(codes) == consistent.count_consistent(history) < 5000
    assert secret.tolist() in codes.tolist()
    answers = mm.feedback_matrix(history.guesses, codes, colors=12)
    assert (answers == (history.feedbacks @ [9, 1])[:, None]).all()
    assert (
        consistent.random_consistent_code(history, rng=rng).tolist() in codes.tolist()
    )
    assert consistent.count_consistent(History(rules)) == 12**8


def test_counts_need_no_list():
    """One answer is counted in closed form; a second splits what the first left."""
    rules = mm.Rules(8, 12)
    first = "00001111"
    second = "01234567"
    history = History(rules, [first], [(1, 1)])
    sizes = first_guess.sizes(first, rules)
    assert consistent.count_consistent(history) == sizes[1 * 9 + 1] == 56_000_000
    large = History(mm.Rules(15, 16), ["0123456789ABCDE"], [(2, 5)])
    assert (
        consistent.count_consistent(large)
        == first_guess.sizes(large.guesses[0], large.rules)[2 * 16 + 5]
    )

    answers = [
        (black, white)
        for black in range(9)
        for white in range(9 - black)
        if (black, white) != (7, 1)
    ]
    counts = [
        consistent.count_consistent(history.after(second, answer)) for answer in answers
    ]
    assert sum(counts) == 56_000_000
    few = counts[-10]
    found = consistent.peg_by_peg(history.after(second, answers[-10]), 10**7, False)
    assert found == (few, found[1], True)
    assert few > 0


def test_stories_and_turns_count_on_large_boards():
    """The count was -1 before, though `mm.information` knew it.

    It knew the number after the first answer.
    """
    rules = mm.Rules(8, 12)
    game = mm.play("random_consistent", "00112234", rules, seed=1, story=True)
    left = [game.turns[0].before, *(turn.after for turn in game.turns)]
    told = mm.information(game.history)
    assert left == [12**8, *told.after] == [*told.before, 1]
    many = mm.play_many("random_consistent", rules, secrets=["00112234"], seed=1)
    turns = mm.turns(many, rules)
    assert min(turns.after) == 1


def test_limit_cuts_the_list():
    for rules in (mm.Rules(4, 6), mm.Rules(9, 9)):
        codes = consistent.consistent_codes(History(rules), limit=1500)
        assert len(codes) == min(1500, rules.n_codes)
        assert (np.diff(mm.codes.code_index(codes, rules.colors)) == 1).all()


def test_contradiction_names_the_first_turn_that_made_it():
    history = History(
        mm.Rules(9, 9),
        ["000000000", "111111111", "222222222"],
        [(5, 0), (5, 0), (1, 0)],
    )
    assert "turn 2 (5 black 0 white)" in consistent.contradiction(history)
    with pytest.raises(ValueError, match="turn 2"):
        consistent.random_consistent_code(history, rng=np.random.default_rng(1))


def test_other_counts_are_refused_on_large_boards():
    history = History(mm.Rules(8, 8), ["00123456"], [(3, 1)], scoring="nine_colors")
    with pytest.raises(ValueError, match="history: answers counted as 'nine_colors'"):
        consistent.count_consistent(history)
    with pytest.raises(TypeError, match=r"history: \[\] is a list"):
        consistent.consistent_codes([])


def test_history_checks_what_it_is_given():
    rules = mm.Rules(4, 6)
    with pytest.raises(
        ValueError, match="3 black 1 white in turn 2 is not possible on 4 pegs"
    ):
        History(rules, ["0012", "0123"], [(1, 1), (3, 1)])
    with pytest.raises(ValueError, match="1 answers came with 2 guesses"):
        History(rules, ["0012", "0123"], [(1, 1)])
    with pytest.raises(ValueError, match="guess: color 6"):
        History(rules).after("0126", (0, 0))
    with pytest.raises(ValueError, match="scoring: 'odd'"):
        History(rules, scoring="odd")
    first = History(rules, ["0012"], [(1, 1)])
    second = first.after([0, 1, 3, 4], (2, 0))
    assert (len(first), len(second)) == (1, 2)
    assert repr(second) == "History(4 pegs x 6 colors: 0012 1b1w, 0134 2b0w)"


def test_long_histories():
    rules = mm.Rules(4, 6)
    history = History(
        rules, np.tile([[0, 0, 1, 2]], (900, 1)), np.tile([[1, 1]], (900, 1))
    )
    assert consistent.count_consistent(history) == consistent.count_consistent(
        History(rules, ["0012"], [(1, 1)])
    )


def test_boards_beyond_counting_and_listing(monkeypatch):
    monkeypatch.setattr(consistent, "MOST_COUNTED", 10_000)
    monkeypatch.setattr(consistent, "MOST_LISTED", 1_000)
    monkeypatch.setattr(consistent, "MOST_TRIES", 1)
    rng = np.random.default_rng(1)
    middle = History(mm.Rules(8, 9), ["00112233"], [(4, 1)])
    exact = consistent.count_consistent(middle)
    monkeypatch.setattr(counting, "MOST_KEPT", 100)
    assert consistent.count_consistent(middle) == -1
    monkeypatch.setattr(consistent, "MOST_COUNTED", exact + 1)
    assert consistent.count_consistent(middle) == exact > 10_000
    code = consistent.random_consistent_code(middle, rng=rng)
    assert mm.feedback("00112233", code) == (4, 1)
    with pytest.raises(ValueError, match="too many to list"):
        consistent.random_consistent_code(
            History(mm.Rules(15, 16), ["0" * 15], [(9, 0)]), rng=rng
        )


def test_codes_met_by_chance_are_uniform_and_so_is_their_share():
    rules = mm.Rules(4, 6)
    history = History(rules, ["0012"], [(1, 1)])
    expected = consistent.consistent_codes(history)
    codes, tried = consistent.consistent_by_chance(
        history, 20 * len(expected), 10**6, rng=np.random.default_rng(1)
    )
    found, counts = np.unique(codes, axis=0, return_counts=True)
    assert found.tolist() == expected.tolist()
    assert is_uniform(counts)
    share = len(expected) / rules.n_codes
    assert abs(len(codes) / tried - share) < ERRORS * np.sqrt(
        share * (1 - share) / tried
    )
    few, tried = consistent.consistent_by_chance(
        history, 10**6, 100, rng=np.random.default_rng(1)
    )
    assert tried == 100
    assert 0 < len(few) < 50


def test_history_keeps_its_own_arrays():
    guesses = np.array([[0, 0, 1, 2]], np.uint8)
    history = History(mm.Rules(4, 6), guesses, [(1, 1)])
    guesses[0, 0] = 5
    assert history.guesses.tolist() == [[0, 0, 1, 2]]
    with pytest.raises(ValueError, match="guesses: "):
        History(mm.Rules(4, 6), [[0, 0, 1, 2], [0, 1]], [(1, 1), (1, 1)])


def test_a_search_that_takes_too_long_is_given_up():
    """On 15 x 16 after many guesses, nobody finds out whether any code agrees.

    So nothing is said of the answers.
    """
    rules = mm.Rules(15, 16, 20)
    secret, *guesses = mm.random_codes(rules, 14, rng=np.random.default_rng(1))
    history = History(rules, guesses, [mm.feedback(guess, secret) for guess in guesses])
    assert not consistent.contradiction(history)
    with pytest.raises(
        ValueError,
        match="history: to find the codes that agree with the answers takes too long",
    ):
        consistent.consistent_codes(history)
