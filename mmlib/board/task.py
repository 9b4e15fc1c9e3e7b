"""Something done in another process, so that a board answers meanwhile and what takes too long can be stopped."""

from __future__ import annotations

import asyncio
import html
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future

from loky import ProcessPoolExecutor

#: Seconds between two looks at what is not done, and those after which a board says that it goes on.
TICK, PATIENCE = 0.1, 0.3


class Task:
    """What a board has done in another process, kept ready, one thing at a time; `say` gets HTML while it goes on."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say, self._executor, self._waiting = say, None, None

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._waiting is not None and not self._waiting.done()

    def submit(self, function: Callable, *arguments: object) -> Future:
        """Do something that nobody waits for; the process is started for the first."""
        if self._executor is None:
            self._executor = ProcessPoolExecutor(max_workers=1)
        return self._executor.submit(function, *arguments)

    def start(self, doing: str, done: Callable[[object], None], function: Callable, *arguments: object) -> None:
        """Do something instead of what is being done; `done` gets what it returns, or the exception that it raises.

        A script has no event loop, and waits for it here.
        """
        self.stop()
        future = self.submit(function, *arguments)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            done(future.exception() or future.result())
        else:
            self._waiting = loop.create_task(self._wait(html.escape(doing), future, done))

    async def _wait(self, doing: str, future: Future, done: Callable[[object], None]) -> None:
        start, wrapped = time.monotonic(), asyncio.wrap_future(future)
        wrapped.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # else a stop is complained of
        while not wrapped.done():
            if (seconds := time.monotonic() - start) > PATIENCE:
                self._say(f"{doing}: {seconds:.0f} s ...")
            await asyncio.wait([wrapped], timeout=TICK)
        try:
            result = wrapped.result()
        except (Exception, CancelledError, asyncio.CancelledError) as problem:
            result = problem
        self._waiting = None
        done(result)

    def stop(self) -> bool:
        """Stop what is being done, and tell whether there was something; the next begins in another process."""
        busy = self.busy
        if busy:
            self._waiting.cancel()
            self.close()
        self._waiting = None
        return busy

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown(wait=False, kill_workers=True)
