"""Calls in several processes: how many are sensible, their results in order, and none outlives the one that asked."""

import contextlib
import os
import sys
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator

from joblib import Parallel, cpu_count, effective_n_jobs
from joblib.externals.loky import process_executor
from joblib.parallel import LokyBackend, get_active_backend

from mmlib.checks import whole_number

#: More processes than that for each core only wait for each other.
MOST_A_CORE = 4


def workers(n_jobs: object, jobs: int) -> int:
    """Return how many processes do so many jobs: as joblib counts `n_jobs`, but not more than can be of use."""
    number = whole_number(n_jobs, "n_jobs", -(2**31), 2**31 - 1)
    if number == 0:
        raise ValueError("n_jobs: 0 is not a number of workers: 1 or more, or -1 for every core")
    most = MOST_A_CORE * max(cpu_count(), effective_n_jobs(-1))  # under Dask or Ray, the cores of the cluster
    return max(1, min(effective_n_jobs(max(number, -most)), jobs, most))


@contextlib.contextmanager
def every_stream() -> Iterator[None]:
    """Let a standard stream that is missing lead nowhere.

    When loky starts a process, it flushes two of them; and a pipe to a worker must not
    get the number of one, since the worker would take it for that.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            os.set_inheritable(nowhere, True)
    redirects = {"stdout": contextlib.redirect_stdout, "stderr": contextlib.redirect_stderr}
    with contextlib.ExitStack() as opened:
        for name, redirect in redirects.items():
            stream = getattr(sys, name)
            if not hasattr(stream, "flush") or getattr(stream, "closed", False):
                sink = opened.enter_context(open(os.devnull, "w", encoding="utf-8"))
                opened.enter_context(redirect(sink))
        yield


def run_in_order(jobs: Iterable[tuple], n_jobs: int) -> Generator:
    """Run joblib's delayed calls and give their results in order, one by one."""
    with every_stream():
        yield from _in_order(jobs, n_jobs)


def _in_order(jobs: Iterable[tuple], n_jobs: int) -> Generator:
    """As `run_in_order`, in a process that has standard streams."""
    ours = isinstance(backend := get_active_backend()[0], LokyBackend) and os.name == "posix"
    watch = {"initializer": _end_with, "initargs": (os.getpid(),)} if ours else {}
    if type(backend).__name__ == "RayBackend":  # can do it too; what it inherits says no
        backend.supports_return_generator = True
    try:
        parallel = Parallel(n_jobs=n_jobs, return_as="generator", **watch)
    except ValueError:  # a backend that returns all at once, such as multiprocessing
        parallel = Parallel(n_jobs=n_jobs)
    results = parallel(jobs)
    try:
        for result in results:  # noqa: UP028 - `yield from` would close them by itself
            yield result
    finally:  # where whoever asked has stopped, joblib warns of the work in hand
        with warnings.catch_warnings(action="ignore"):
            if isinstance(results, Generator):
                results.close()


def _end_with(parent: int) -> None:
    """See to it that this process, which `parent` started, ends when that one does, and not before."""
    process_executor._USE_PSUTIL = False  # what a worker keeps for later calls would be taken for a leak

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
