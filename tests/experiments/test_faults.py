"""What a kill, a full disk, a read-only folder or another writer cost.

They cost time, and nothing that was done.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments import results

resource = pytest.importorskip("resource", reason="signals and limits of POSIX")
if not Path("/proc/self/stat").exists():
    pytest.skip("processes are counted as Linux lists them", allow_module_level=True)

#: A sweep of eight parts by two workers, each slow enough to be met while it is played.
PROGRAM = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)\
  # a shell's background jobs ignore it
from pathlib import Path
import mmlib as mm
from mmlib.experiments import many

many.PART_GAMES = 5

class Slow:
    name = "slow"
    def __init__(self, seconds, kind):
        self.seconds = seconds
        self.settings = {"kind": kind}
    def next_guess(self, history, rng):
        time.sleep(self.seconds)
        return mm.random_codes(history.rules, 1, rng=rng)[0]

grid = {"kind": [1, 2]}
make = lambda kind: Slow(float(sys.argv[2]), kind)
store = Path(sys.argv[1]) / "demo"
workers = 2 if float(sys.argv[2]) else 1  # what is not slowed down needs no help
mm.sweep(make, mm.Rules(2, 3), grid, games=20, seed=1, n_jobs=workers, store=store)
"""

#: Seconds within which no process may be left.
ORPHANS = 10


def group(leader):
    """The processes of a session that live."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            state, _, _, session, *_ = stat.read_text().rpartition(")")[2].split()
            if int(session) == leader and state != "Z":
                found.append(int(stat.parent.name))
    return found


def sums(folder):
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.is_file()
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The files of a sweep that nothing stopped."""
    folder = tmp_path_factory.mktemp("whole")
    subprocess.run([sys.executable, "-c", PROGRAM, folder, "0"], check=True)
    return sums(folder)


def kill_main(main, workers):
    os.kill(main, signal.SIGKILL)


def kill_worker(main, workers):
    os.kill(workers[0], signal.SIGKILL)


def terminate(main, workers):
    os.kill(main, signal.SIGTERM)


def interrupt(main, workers):
    """As Jupyter does."""
    os.kill(main, signal.SIGINT)


def interrupt_all(main, workers):
    """As a terminal does at Ctrl-C."""
    os.killpg(main, signal.SIGINT)


@pytest.mark.parametrize(
    "fault",
    [
        kill_worker,
        interrupt,
        *(
            pytest.param(other, marks=pytest.mark.slow)
            for other in (kill_main, terminate, interrupt_all)
        ),
    ],
)
def test_sweep_keeps_what_was_played_and_no_process_outlives_it(fault, whole, tmp_path):
    command = [sys.executable, "-c", PROGRAM, tmp_path, "0.05"]
    process = subprocess.Popen(
        command, stderr=subprocess.DEVNULL, start_new_session=True
    )
    until = time.monotonic() + 60
    parts = []
    while len(parts) < 2:
        assert process.poll() is None
        assert time.monotonic() < until
        parts = list((tmp_path / ".demo.parts").glob("*/*.csv"))
        time.sleep(0.02)
    working = [
        one
        for one in group(process.pid)
        if one != process.pid
        and b"popen_loky" in Path(f"/proc/{one}/cmdline").read_bytes()
    ]
    assert len(working) == 2
    fault(process.pid, working)
    assert process.wait(ORPHANS) != 0
    until = time.monotonic() + ORPHANS
    while left := group(process.pid):
        assert time.monotonic() < until, [
            Path(f"/proc/{one}/cmdline").read_bytes() for one in left
        ]
        time.sleep(0.1)
    assert not (tmp_path / "demo.csv").exists()
    kept = {
        path: path.read_bytes() for path in (tmp_path / ".demo.parts").glob("*/*.csv")
    }
    assert kept.keys() >= set(parts)
    subprocess.run([sys.executable, "-c", PROGRAM, tmp_path, "0"], check=True)
    assert sums(tmp_path) == whole
    assert not (tmp_path / ".demo.parts").exists()


@contextlib.contextmanager
def full_disk(most):
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def a_picture(path):
    mm.board.picture(["0012", "1234"], "1235").save(path)


def a_tree(path):
    mm.strategy_tree("knuth", mm.Rules(3, 3)).save(path)


def a_result(path):
    frame = mm.play_many(
        "random_consistent", mm.Rules(2, 3), games=50, seed=1, n_jobs=1
    )
    results.write("demo", frame, settings={}, command="", folder=path.parent)


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (a_picture, "a.svg"),
        (a_picture, "a.png"),
        (a_tree, "tree.json"),
        (a_result, "demo.csv"),
    ],
)
def test_replace_files_on_a_full_disk_leaves_no_half_of_a_file(write, name, tmp_path):
    path = tmp_path / name
    write(path)
    before = sums(tmp_path)
    with full_disk(100), pytest.raises(OSError, match="too large"):
        write(path)
    assert sums(tmp_path) == before
    for file in before:
        (tmp_path / file).unlink()
    with full_disk(100), pytest.raises(OSError, match="too large"):
        write(path)
    assert not list(tmp_path.iterdir())


def test_sweep_stops_on_a_full_disk_and_goes_on_once_there_is_room(tmp_path):
    def sweep():
        grid = {"first_guess": ["01", "12", "00"]}
        return mm.sweep(
            "shapiro",
            mm.Rules(2, 3),
            grid,
            games=30,
            seed=1,
            n_jobs=1,
            store=tmp_path / "demo",
        )

    # room for a part, not for all of them
    with full_disk(2000), pytest.raises(OSError, match="too large"):
        sweep()
    assert not list(tmp_path.glob("demo.*"))
    assert len(list(tmp_path.glob(".demo.parts/*/*.csv"))) == 3
    kept = sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo.csv", "demo.json"]
    assert kept.equals(sweep())


#: A sweep whose files may not grow beyond 1500 bytes, as on a full disk.
FULL = """
import resource, sys
from pathlib import Path
import mmlib as mm
from mmlib.experiments import many as experiments
experiments.PART_GAMES = 50
resource.setrlimit(resource.RLIMIT_FSIZE, (1500, -1))
mm.sweep("le_adoga", mm.Rules(4, 6), {"mutation_rate": [0.1 * k for k in range(10)]},\
 games=500, seed=1, n_jobs=2,
         store=Path(sys.argv[1]))
"""


def test_results_tell_of_a_full_disk_in_few_words(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FULL, tmp_path / "demo"], capture_output=True, text=True
    )
    assert done.returncode == 1
    error = "OSError: [Errno 27] File too large"
    nothing_kept = "store: demo is not complete; the same call begins anew"
    # loky may say something as it ends
    assert f"{error}\n{nothing_kept}\n" in done.stderr
    # of the write, and of the file that was closed after it
    assert done.stderr.count("Traceback") == 2


@pytest.fixture
def read_only():
    """A folder that may only be read, by this process as well where that is root's."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    yield folder
    if os.getuid() == 0:
        os.seteuid(0)
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def test_results_are_read_where_nothing_may_be_written(read_only):
    def sweep(store="demo"):
        return mm.sweep(
            "shapiro",
            mm.Rules(2, 3),
            [{}],
            games=5,
            seed=1,
            n_jobs=1,
            store=read_only / store,
        )

    made = sweep()
    read_only.chmod(0o555)
    if os.getuid() == 0:
        os.seteuid(65534)
    before = sums(read_only)
    assert sweep().equals(made)
    with pytest.raises(PermissionError):
        sweep("other")
    assert sums(read_only) == before


class Rung(Exception):
    """An alarm's signal was heard."""


def searches():
    """Searches that take far longer than a second.

    They go over pegs, by evolution, one by one, in depth, and at random.
    """
    rules = mm.Rules(15, 16, 20)
    rng = np.random.default_rng(1)
    secret, *guesses = mm.random_codes(rules, 13, rng=rng)
    history = mm.History(
        rules, guesses, [mm.feedback(guess, secret) for guess in guesses]
    )
    first = mm.History(mm.Rules(6, 9), ["000000"], [(0, 0)])
    return {
        "peg by peg": lambda: mm.consistent.count_consistent(history),
        "berghman": lambda: mm.player(
            "berghman", population=10_000, generations=10**6
        ).next_guess(history, rng),
        "nhea": lambda: mm.player(
            "nhea", guess_generations=10**5, guess_population=10**4
        ).next_guess(first, rng),
        "kooi": lambda: mm.strategy_tree("kooi", mm.Rules(6, 9)),
        "optimal": lambda: mm.strategy_tree("optimal", mm.Rules(10, 2)),
        "by chance": lambda: mm.consistent.consistent_by_chance(
            history, 1, 3 * 10**7, rng=rng
        ),
    }


@contextlib.contextmanager
def interrupted(raised, seconds=0.5):
    """Send a signal after some seconds of work; its handler raises `raised`.

    Seconds of work are counted, so that a busy machine does not matter. The signal
    comes from another thread, as Ctrl-C comes from another process. What the context
    gives is a list of when it came and when it was heard.
    """
    times = []
    due = time.process_time() + seconds

    def ring():
        while time.process_time() < due and not over.is_set():
            time.sleep(0.005)
        if not over.is_set():
            times.append(time.process_time())
            os.kill(os.getpid(), signal.SIGUSR1)

    def hear(*_):
        times.append(time.process_time())
        raise raised

    before = signal.signal(signal.SIGUSR1, hear)
    over = threading.Event()
    ringer = threading.Thread(target=ring)
    ringer.start()
    try:
        with pytest.raises(raised):
            yield times
        times.append(time.process_time())
    finally:
        over.set()
        ringer.join()
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("name", searches())
def test_interrupt_ends_a_search_within_a_second(name):
    # compiled before the signal comes
    for player in ("berghman", "nhea", "kooi", "optimal"):
        mm.play(player, "0123", mm.Rules(4, 6), rng=np.random.default_rng(1))
    mm.strategy_tree("kooi", mm.Rules(3, 4))
    with interrupted(Rung) as times:
        searches()[name]()
    assert times[2] - times[0] < 1


def test_interrupt_at_a_short_search_is_no_error_of_the_system():
    """It often comes while compiled code hands its array back."""
    rules = mm.Rules(15, 16, 1000)
    rng = np.random.default_rng(1)
    mm.play("gold", "0123", mm.Rules(4, 6), rng=rng)
    for _ in range(5):
        with interrupted(KeyboardInterrupt, 0.3):
            mm.play("gold", list(range(15)), rules, rng=rng)


def test_workers_that_are_still_starting_end_with_the_main_process(tmp_path):
    for wait in (1.5, 2.5):
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, tmp_path, "0.05"], start_new_session=True
        )
        time.sleep(wait)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        until = time.monotonic() + ORPHANS
        while left := group(process.pid):
            assert time.monotonic() < until, (
                wait,
                [Path(f"/proc/{one}/cmdline").read_bytes() for one in left],
            )
            time.sleep(0.1)
