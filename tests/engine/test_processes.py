"""Worker processes, and what a worker keeps.

Threads share them, and processes that are workers themselves ask for them.
"""

import builtins
import contextlib
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky import process_executor
from joblib.parallel import BACKENDS, ThreadingBackend, get_active_backend

from mmlib.engine.processes import run_in_order


# joblib's own thread warns, and ends by the error where warnings are errors
@pytest.mark.filterwarnings("default")
def test_run_in_order_takes_no_worker_that_keeps_much_for_a_leak(tmp_path):
    """loky replaces a worker that has grown by 300 MB since its first call.

    It does so if that call was a second ago or longer.
    """

    def kept(megabytes, seconds, folder):
        """Keep memory when two workers are at it, so that neither does both calls."""
        (folder / str(os.getpid())).touch()
        until = time.monotonic() + 60
        while len(list(folder.iterdir())) < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
        time.sleep(seconds)
        builtins.kept_here = np.ones(megabytes << 17)
        return os.getpid()

    def together(name, megabytes, seconds):
        folder = tmp_path / name
        folder.mkdir()
        call = delayed(kept)(megabytes, seconds, folder)
        return set(run_in_order([call, call], 2))

    first = together("first", 1, 0)
    grown = together("grown", 400, 1.2)
    later = together("later", 1, 0)
    assert first == grown == later
    assert len(first) == 2


def watches_memory():
    """Whether this process would be replaced if it kept much, and who it is."""
    return process_executor._USE_PSUTIL, os.getpid()


def test_run_in_order_leaves_workers_of_others_as_they_are():
    def theirs():
        return set(Parallel(n_jobs=2)(delayed(watches_memory)() for _ in range(8)))

    here = watches_memory()
    before = theirs()
    ours = set(run_in_order([delayed(watches_memory)()] * 8, 2))
    after = theirs()
    assert {watched for watched, _ in before | after} == {True}
    assert {watched for watched, _ in ours} == {False}
    assert watches_memory() == here


class RayBackend(ThreadingBackend):
    """As Ray's, it says that it cannot return one by one."""

    supports_return_generator = False


def test_run_in_order_leaves_a_backend_of_ray_as_it_is(monkeypatch):
    monkeypatch.setitem(BACKENDS, "ray", RayBackend)
    with parallel_config("ray"):
        backend = get_active_backend()[0]
        results = run_in_order([delayed(abs)(-number) for number in range(8)], 2)
        assert list(results) == list(range(8))
        assert get_active_backend()[0] is backend
        assert "supports_return_generator" not in vars(backend)
        with pytest.raises(ValueError, match="does not support"):
            Parallel(n_jobs=2, return_as="generator")


def slept(number):
    time.sleep(0.02)
    if number == 13:
        raise ValueError("thirteen")
    return number


def in_threads(*calls):
    """Call each in a thread of its own.

    The result is the threads that have not ended after half a minute, and what all
    calls returned.
    """
    results = {}

    def keep(place, call):
        try:
            results[place] = call()
        except ValueError as problem:
            results[place] = str(problem)

    threads = [
        threading.Thread(target=keep, args=pair, daemon=True)
        for pair in enumerate(calls)
    ]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 30
    for thread in threads:
        thread.join(max(0, end - time.monotonic()))
    return [thread for thread in threads if thread.is_alive()], [
        results.get(i) for i in range(len(calls))
    ]


def test_run_in_order_ends_in_threads_with_other_numbers_of_workers():
    def of(n_jobs):
        return lambda: list(
            run_in_order((delayed(slept)(i) for i in range(14, 64)), n_jobs)
        )

    waiting, results = in_threads(*map(of, (2, 3, 2, 3)))
    assert not waiting
    assert results == [list(range(14, 64))] * 4


def test_run_in_order_with_an_error_leaves_other_threads_alone():
    def of(numbers):
        return lambda: list(run_in_order((delayed(slept)(i) for i in numbers), 2))

    waiting, results = in_threads(
        of(range(10, 60)), of(range(20, 70)), of(range(30, 80))
    )
    assert not waiting
    assert results == ["thirteen", list(range(20, 70)), list(range(30, 80))]


def test_run_in_order_that_was_stopped_gives_the_workers_back():
    """The exception may still hold the frame that was stopped.

    It does where a notebook keeps it.
    """
    kept = []
    for _ in range(2):
        results = run_in_order((delayed(os.getpid)() for _ in range(50)), 2)
        assert next(results) != os.getpid()
        try:
            with contextlib.closing(results):
                raise KeyboardInterrupt
        except KeyboardInterrupt as problem:
            kept.append(problem)
    assert set(run_in_order([delayed(os.getpid)()] * 4, 2)) != {os.getpid()}


#: Games with two workers, asked for in a process that a pool began.
IN_A_CHILD = """
import multiprocessing, os, sys, time, warnings
from concurrent.futures import ProcessPoolExecutor
import mmlib as mm
from mmlib.experiments import many

many.TRIAL_SECONDS = many.WORTH_WORKERS = 0  # workers for a second's games

class Sleepy:
    name = "sleepy"
    def next_guess(self, history, rng):
        time.sleep(0.01)
        return mm.consistent.random_consistent_code(history, rng=rng)

def games(seed):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        guesses = [mm.play_many(\
Sleepy(), mm.Rules(4, 6), games=20, seed=seed, n_jobs=2).guesses.sum() for _ in "ab"]
    return guesses, [str(one.message) for one in said]

if __name__ == "__main__":
    started = time.monotonic()
    expected = games(1)
    for method in ("fork", "spawn"):
        with ProcessPoolExecutor(\
1, mp_context=multiprocessing.get_context(method)) as pool:
            guesses, said = pool.submit(games, 1).result()
        assert guesses == expected[0], method
        assert len(said) == 1 and said[0].startswith(\
"n_jobs: this process is a worker itself"), (method, said)
    if not os.fork():
        assert games(1)[0] == expected[0]
        os._exit(0)
    assert os.wait()[1] == 0
    print(expected[1], time.monotonic() - started)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks of POSIX")
def test_play_many_in_a_process_of_a_pool_starts_no_workers_and_ends(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(IN_A_CHILD)
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    said, seconds = done.stdout.rsplit(maxsplit=1)
    assert said == "[]"
    assert float(seconds) < 60  # where children waited for their workers, minutes
