"""What a player is asked.

Questions that have no answer are refused before compiled code or a search sees them.
"""

import signal

import numpy as np
import pytest

import mmlib as mm
from mmlib.players import base
from mmlib.players.registry import REGISTRY

#: The classic board.
RULES = mm.Rules(4, 6)

#: The guesses of two turns.
TWO_TURNS = ["0012", "1234"]

#: Histories that have no next guess, and what is said of them.
NO_QUESTION = {
    "found": (
        mm.History(RULES, TWO_TURNS, [(1, 1), (4, 0)]),
        "history: the code was found with guess 2",
    ),
    "found before the last turn": (
        mm.History(RULES, TWO_TURNS, [(4, 0), (1, 1)]),
        "history: the code was found with guess 1",
    ),
    "full": (
        mm.History(mm.Rules(4, 6, max_guesses=2), TWO_TURNS, [(1, 1), (1, 1)]),
        "history: all 2 guesses that the rules allow were made",
    ),
}

#: What is no history.
NO_HISTORY = (["0012"], None, "0012", [(1, 1)], np.zeros((1, 4)))

#: What is no generator.
NO_GENERATOR = (
    1,
    True,
    "seed",
    np.random.RandomState(1),
    np.random.PCG64(1),
    np.random,
)


@pytest.mark.parametrize("name", REGISTRY)
def test_what_has_no_next_guess_is_refused(name):
    player = mm.player(name)
    rng = np.random.default_rng(1)
    for history, message in NO_QUESTION.values():
        for asked in (player, player.start(history.rules)):
            with pytest.raises(ValueError, match=message):
                asked.next_guess(history, rng)


@pytest.mark.parametrize("name", REGISTRY)
def test_what_is_no_history_or_no_generator_is_named(name):
    player = mm.player(name)
    history = mm.History(RULES, ["0012"], [(1, 1)])
    for asked in (player, player.start(RULES)):
        for value in NO_HISTORY:
            with pytest.raises(TypeError, match=r"history: .* a History, such as"):
                asked.next_guess(value, np.random.default_rng(1))
        for value in NO_GENERATOR:
            with pytest.raises(TypeError, match=r"rng: .* numpy.random.Generator"):
                asked.next_guess(history, value)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_generator_may_be_left_out_where_nothing_is_drawn(name):
    """The guess is the same with any; else it is asked for by name."""
    player = mm.player(name)
    for history in (mm.History(RULES), mm.History(RULES, ["0012"], [(1, 1)])):
        with_any = [
            player.next_guess(history, np.random.default_rng(seed)) for seed in (1, 2)
        ]
        try:
            without = player.next_guess(history)
        except TypeError as problem:
            assert str(problem).startswith(f"rng: {name} draws")  # noqa: PT017
        else:
            assert np.array_equal(without, with_any[0])
            assert np.array_equal(without, with_any[1])


def test_who_draws_and_who_does_not():
    one_turn = mm.History(RULES, ["0012"], [(1, 1)])
    large = mm.History(mm.Rules(8, 12), ["00112234"], [(1, 1)])
    quiet = [mm.player(name) for name in ("knuth", "optimal", "tuned", "far_sighted")]
    quiet.append(mm.player("shapiro", order="lexicographic"))
    for player in quiet:
        assert len(player.next_guess(one_turn)) == 4
    with pytest.raises(TypeError, match="draws its guess"):
        mm.player("far_sighted").next_guess(large)
    for name in ("random_consistent", "gold", "le_adoga", "swaszek"):
        with pytest.raises(TypeError, match=f"rng: {name} draws its guess"):
            mm.player(name).next_guess(one_turn)
    with pytest.raises(TypeError, match="rng: knuth draws its guess"):
        mm.player("knuth", first_guess="random").next_guess(mm.History(RULES))
    assert (
        len(mm.player("le_adoga", first_guess="0123").next_guess(mm.History(RULES)))
        == 4
    )


def test_a_game_is_of_the_rules_that_it_was_started_for():
    game = mm.player("gold").start(RULES)
    for other in (mm.Rules(5, 6), mm.Rules(4, 8), mm.Rules(4, 6, max_guesses=7)):
        with pytest.raises(
            ValueError, match=r"history: its rules are .*; gold was started for"
        ):
            game.next_guess(mm.History(other), np.random.default_rng(1))


def test_a_tree_may_be_deeper_than_the_limit_on_guesses():
    """Written out by asking, also of a player without a method of its own for it."""
    limited = mm.Rules(3, 4, max_guesses=2)
    for player in (
        mm.player("shapiro", order="lexicographic"),
        mm.player("far_sighted"),
    ):
        tree = mm.strategy_tree(player, limited)
        assert tree.max > 2
        assert tree.rules == limited
        tree.check()


def le_adoga_in_vain(monkeypatch):
    """A search that meets nothing on 10 x 12, and the bar that it shows."""

    class Bar:
        def __init__(self, **about):
            self.about = about
            self.codes = 0
            bars.append(self)

        def __enter__(self):
            return self

        def __exit__(self, *problem):
            pass

        def update(self, codes):
            self.codes += codes

    bars = []
    monkeypatch.setattr(base, "progress", Bar)
    rules = mm.Rules(10, 12)
    rng = np.random.default_rng(1)
    secret, *guesses = mm.random_codes(rules, 9, rng=rng)
    history = mm.History(
        rules, guesses, [mm.feedback(guess, secret) for guess in guesses]
    )
    return history, rng, bars


def test_a_search_in_vain_shows_a_bar_and_ends(monkeypatch):
    history, rng, bars = le_adoga_in_vain(monkeypatch)
    monkeypatch.setattr(base, "MOST_KNOWN", 10**6)
    with pytest.raises(
        ValueError,
        match=r"history: le_adoga found no code .* in [\d,]+ generations, [\d,]+ codes",
    ):
        mm.player("le_adoga").next_guess(history, rng)
    assert len(bars) == 1
    assert bars[0].codes > 10**6
    assert bars[0].about["total"] == 10**6
    assert "le_adoga searches for guess 9" in bars[0].about["description"]


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="alarms of POSIX")
def test_a_search_in_vain_can_be_interrupted(monkeypatch):
    history, rng, _ = le_adoga_in_vain(monkeypatch)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            mm.player("le_adoga").next_guess(history, rng)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
