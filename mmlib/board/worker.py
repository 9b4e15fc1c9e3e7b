"""Thinking in another process, so that a board answers meanwhile and what takes too long can be stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future

from loky import ProcessPoolExecutor

#: Seconds between two looks at a task that is not done.
TICK = 0.1


class Worker:
    """One process that does one task after the other, kept ready for the next.

    Examples
    --------
    >>> worker = Worker()
    >>> worker.submit(divmod, 7, 3).result()
    (2, 1)
    >>> worker.stop()
    """

    def __init__(self) -> None:
        self._executor = None

    def submit(self, task: Callable, *arguments: object) -> Future:
        """Do something in the process, which is started for the first task."""
        if self._executor is None:
            self._executor = ProcessPoolExecutor(max_workers=1)
        return self._executor.submit(task, *arguments)

    def stop(self) -> None:
        """End the process, whatever it does; the next task starts another one."""
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown(wait=False, kill_workers=True)


def follow(future: Future, waiting: Callable[[float], None], done: Callable[[object], None]) -> asyncio.Task | None:
    """Wait for a task without holding up the notebook; in a script, which has no event loop, wait for it here."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        done(future.exception() or future.result())
        return None

    async def wait() -> None:
        start, wrapped = time.monotonic(), asyncio.wrap_future(future)
        wrapped.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # else a stop is complained of
        while not wrapped.done():
            waiting(time.monotonic() - start)
            await asyncio.wait([wrapped], timeout=TICK)
        try:
            result = wrapped.result()
        except (Exception, CancelledError, asyncio.CancelledError) as problem:
            result = problem
        done(result)

    return loop.create_task(wait())
