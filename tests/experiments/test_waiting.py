"""Players that do not answer: what is said of them, and how a check of one ends."""

import os
import signal
import threading
import time

import numpy as np
import pytest
from joblib import delayed

import mmlib as mm
from mmlib.engine import compiled
from mmlib.engine.processes import run_in_order
from mmlib.experiments import waiting
from mmlib.experiments.many import Experiment

#: The board that the players below play on.
RULES = mm.Rules(4, 6)

#: What is said of each of the players below.
WHERE = "in game 0 of play_many, stuck against the secret 3532, guess 2 after 0000 0b0w"


class Stuck:
    """Answers once; then it does what it was given."""

    name = "stuck"

    def __init__(self, work):
        self.work = work

    def next_guess(self, history, rng):
        if len(history) == 1:
            self.work()
        return mm.consistent.consistent_codes(history)[0]


def loops():
    while True:
        pass


def swallows():
    while True:
        try:
            loops()
        except Exception:
            continue


def sleeps():
    time.sleep(1000)


def waits():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def searches():
    """In compiled code, for minutes."""
    rules = mm.Rules(10, 12)
    rng = np.random.default_rng(1)
    secret, *guesses = mm.random_codes(rules, 9, rng=rng)
    answers = [mm.feedback(guess, secret) for guess in guesses]
    mm.player("le_adoga").next_guess(mm.History(rules, guesses, answers), rng)


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    # loaded before
    mm.consistent.consistent_codes(mm.History(RULES, ["0000"], [(1, 0)]))
    monkeypatch.setattr(waiting, "STEP", 0.05)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="alarms of POSIX")
@pytest.mark.parametrize("work", [loops, swallows, sleeps, waits, searches])
def test_check_player_ends_what_does_not_answer(work):
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(
        ValueError, match=rf"^player: stuck has not answered within 0\.2 s, {WHERE}$"
    ):
        mm.check_player(Stuck(work), seconds=0.2)
    assert signal.getsignal(signal.SIGALRM) == before


def test_check_player_in_a_thread_ends_it_too():
    said = []

    def check():
        try:
            mm.check_player(Stuck(loops), seconds=0.2)
        except ValueError as problem:
            said.append(str(problem))

    thread = threading.Thread(target=check)
    thread.start()
    thread.join(20)
    assert said == [f"player: stuck has not answered within 0.2 s, {WHERE}"]


def test_check_player_counts_seconds_for_each_guess():
    """A game may take longer."""

    class Slow:
        name = "slow"

        def next_guess(self, history, rng):
            time.sleep(0.1)
            return mm.consistent.consistent_codes(history)[0]

    started = time.monotonic()
    assert (
        len(Experiment(Slow(), RULES, 1, seconds=0.5).play(mm.as_codes(["3532"]), 0))
        == 1
    )
    assert time.monotonic() - started > 0.5


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), 10**6])
def test_check_player_checks_its_seconds(seconds):
    with pytest.raises(
        ValueError, match=r"seconds: .* is not a finite number in 0\.1\.\.86400"
    ):
        mm.check_player("knuth", seconds=seconds)


@pytest.mark.parametrize(
    "play",
    [
        lambda player: mm.play_many(player, RULES, games=2, seed=1, n_jobs=1),
        lambda player: mm.sweep(lambda: player, RULES, [{}], games=2, seed=1, n_jobs=1),
        lambda player: mm.leaderboard(
            RULES, [player, "knuth"], 2, 1, n_jobs=1, timed=False
        ),
        lambda player: mm.play(player, "3532", RULES, seed=1),
    ],
)
def test_watch_says_what_is_waited_for(play, monkeypatch, capsys):
    monkeypatch.setattr(waiting, "SECONDS", 0.1)
    play(Stuck(lambda: time.sleep(0.3)))
    assert capsys.readouterr().err == ""  # where bars are switched off
    monkeypatch.setattr(waiting, "silenced", lambda: False)
    play(Stuck(lambda: time.sleep(0.3)))
    lines = [
        line
        for line in capsys.readouterr().err.splitlines()
        if "has not answered" in line
    ]
    game = "in game 0 of play_many, stuck against the secret 3532"
    where = WHERE if game in lines[0] else WHERE.replace(game, "in mm.play")
    assert lines[0] == f"stuck has not answered for 0 s: {where}"
    assert len(lines) == len(set(lines)) <= 2  # each guess once


def test_watch_takes_compiling_for_no_waiting(monkeypatch, capsys):
    """The first call of a loop takes half a minute, and has a bar that says so."""
    monkeypatch.setattr(waiting, "SECONDS", 0.1)
    monkeypatch.setattr(waiting, "silenced", lambda: False)
    monkeypatch.setattr(compiled.NOTICE, "waiting", 1)
    player = Stuck(lambda: time.sleep(0.4))
    experiment = Experiment(player, RULES, 1, seconds=0.2)
    assert len(experiment.play(mm.as_codes(["3532"]), 0)) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="alarms of POSIX")
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_guess_can_be_given_so_many_seconds(tmp_path, n_jobs):
    late = "player: stuck has not answered within 0.2 s, in "
    with pytest.raises(ValueError, match=f"^{late}mm.play, guess"):
        mm.play(Stuck(sleeps), mm.all_codes(RULES)[9], RULES, seed=1, seconds=0.2)
    secrets = mm.all_codes(RULES)[9:12]
    many = {"secrets": secrets, "seed": 1, "n_jobs": n_jobs, "seconds": 0.2}
    with pytest.raises(ValueError, match=f"^{late}game 0 of play_many"):
        mm.play_many(Stuck(sleeps), RULES, **many)
    with pytest.raises(ValueError, match=f"^{late}game 0 of play_many"):
        mm.play_many(Stuck(sleeps), RULES, store=tmp_path / "stuck", **many)


def test_the_seconds_of_a_codemaker_are_not_the_players():
    def slow(guess):
        time.sleep(0.8)
        return tuple(mm.feedback(guess, "0012"))

    game = mm.play("knuth", slow, mm.Rules(4, 6, 1), seed=1, seconds=0.3)
    assert len(game) == 1


def test_seconds_change_no_game():
    freely = mm.play_many("gold", RULES, games=20, seed=1, n_jobs=1)
    limited = mm.play_many("gold", RULES, games=20, seed=1, n_jobs=1, seconds=60)
    assert limited.equals(freely)
    game = mm.play("gold", "0012", RULES, seed=1, seconds=60)
    assert repr(game) == repr(mm.play("gold", "0012", RULES, seed=1))


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), 10**6])
def test_seconds_out_of_range_are_named(seconds):
    with pytest.raises(ValueError, match=r"^seconds: "):
        mm.play("gold", "0012", RULES, seconds=seconds)
    with pytest.raises(ValueError, match=r"^seconds: "):
        mm.play_many("gold", RULES, games=2, seconds=seconds)


def test_play_many_says_where_it_was_interrupted():
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        mm.play_many(Stuck(sleeps), RULES, games=2, seed=1, n_jobs=1)
    assert caught.value.__notes__ == [WHERE]


def test_watch_speaks_in_a_worker_as_well():
    """Games in workers are watched there."""
    experiment = Experiment(Stuck(sleeps), RULES, 1, seconds=0.2)
    results = run_in_order([delayed(experiment.play)(mm.all_codes(RULES)[9:10], 1)], 2)
    with pytest.raises(
        ValueError, match=r"has not answered within 0\.2 s, in game 1 of play_many"
    ):
        next(results)
