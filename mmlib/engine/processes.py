"""Calls in several processes: how many are sensible, and their results in order.

None of the processes outlives the one that asked.
"""

import contextlib
import functools
import multiprocessing
import os
import sys
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from unittest import mock

from joblib import Parallel, cpu_count, effective_n_jobs
from joblib.externals.loky import process_executor
from joblib.parallel import LokyBackend, get_active_backend

from mmlib.checks import whole_number
from mmlib.engine.sending import Sent

#: Processes for each core, at most: more would only wait for each other.
MOST_A_CORE = 4

#: The process that loaded this module: a fork of it has no threads to serve a pool.
HOME = os.getpid()

#: Held while the pool of worker processes is in use. It serves one call at a time:
#: joblib stops all of it where one of two calls ends with an error, and waits for ever
#: where it is to change its size while another call hands in work.
_pool = threading.Lock()


def workers(n_jobs: object, jobs: int) -> int:
    """Return how many processes do so many jobs.

    They are as many as joblib counts for `n_jobs`, but not more than can be of use.
    """
    number = whole_number(n_jobs, "n_jobs", -(2**31), 2**31 - 1)
    if number == 0:
        raise ValueError(
            "n_jobs: 0 is not a number of workers: 1 or more, or -1 for every core"
        )
    # under Dask or Ray, the cores of the cluster
    most = MOST_A_CORE * max(cpu_count(), effective_n_jobs(-1))
    found = max(1, min(effective_n_jobs(max(number, -most)), jobs, most))
    if found > 1 and _is_child() and isinstance(get_active_backend()[0], LokyBackend):
        _say_that_one_works()
        return 1
    return found


def _is_child() -> bool:
    """Whether a pool of processes, or a fork, began this process.

    It would end only when workers of its own do, minutes later, or could not start any.
    """
    return multiprocessing.parent_process() is not None or os.getpid() != HOME


@functools.cache
def _say_that_one_works() -> None:
    """Warn once in this process."""
    told = "this process is a worker itself, so it starts no others; give n_jobs=1"
    warnings.warn(f"n_jobs: {told}", stacklevel=4)


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
    redirects = {
        "stdout": contextlib.redirect_stdout,
        "stderr": contextlib.redirect_stderr,
    }
    with contextlib.ExitStack() as opened:
        for name, redirect in redirects.items():
            stream = getattr(sys, name)
            if not hasattr(stream, "flush") or getattr(stream, "closed", False):
                sink = opened.enter_context(open(os.devnull, "w", encoding="utf-8"))
                opened.enter_context(redirect(sink))
        yield


def run_in_order(jobs: Iterable[tuple], n_jobs: int) -> Generator:
    """Run joblib's delayed calls and yield their results in order, one by one.

    Close the generator if it is not read to its end. Where another thread is using the
    worker processes, the calls run here, one after the other: what they return does not
    depend on where they run.
    """
    jobs = (
        (Sent(function), arguments, keywords) for function, arguments, keywords in jobs
    )
    backend = get_active_backend()[0]
    if not isinstance(backend, LokyBackend):
        yield from _in_order(jobs, n_jobs, backend)
    elif n_jobs > 1 and _pool.acquire(blocking=False):
        try:
            with every_stream():
                yield from _in_order(jobs, n_jobs, backend)
        finally:
            _pool.release()
    else:
        for function, arguments, keywords in jobs:
            yield function(*arguments, **keywords)


def _in_order(jobs: Iterable[tuple], n_jobs: int, backend: object) -> Generator:
    """Run the calls by a backend of joblib."""
    ours = isinstance(backend, LokyBackend) and os.name == "posix"
    watch = {"initializer": _end_with, "initargs": (os.getpid(),)} if ours else {}
    with contextlib.ExitStack() as asking:
        if type(backend).__name__ == "RayBackend":
            # it can return one by one; what it inherits says no
            one_by_one = mock.patch.object(backend, "supports_return_generator", True)
            asking.enter_context(one_by_one)
        try:
            parallel = Parallel(n_jobs=n_jobs, return_as="generator", **watch)
        except ValueError:  # a backend that returns all at once, as multiprocessing
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
    """End this process, which `parent` started, when that one ends, and not before.

    Every worker of a pool that was started here begins with this. joblib starts other
    workers for whoever asks without it, so none of them is touched.
    """
    # what a worker keeps for later calls would be taken for a leak
    process_executor._USE_PSUTIL = False

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
