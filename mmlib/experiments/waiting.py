"""A player that does not answer: which game, guess and history wait for it."""

from __future__ import annotations

import contextlib
import ctypes
import math
import signal
import sys
import threading
import time
from typing import Self

from tqdm import tqdm

from mmlib.checks import finite_number
from mmlib.engine.compiled import compiled_until
from mmlib.engine.progress_bar import silenced
from mmlib.game.codes import as_text
from mmlib.game.history import History

#: Seconds without an answer after which a line says what is waited for.
SECONDS = 10.0

#: Most seconds that a guess can be allowed: a day.
A_DAY = 86_400

#: Seconds between two looks, and so also between two tries to stop a player that goes
#: on.
STEP = 0.5


def seconds_allowed(seconds: object) -> float | None:
    """Check how long a guess may take; None stands for as long as it likes."""
    return None if seconds is None else finite_number(seconds, "seconds", 0.1, A_DAY)


class Late(BaseException):
    """A guess took longer than allowed. No player catches it by mistake."""


class Watch:
    """What a player is asked, and since when; while it is entered, a thread looks on.

    With a `limit`, a guess that takes so many seconds is ended by `Late`.
    """

    def __init__(self, player: str, limit: float | None = None) -> None:
        self.player = player
        self.game = ""
        self.limit = limit
        self._history: History | None = None
        self._since = time.monotonic()
        self._said = False
        self._over = False
        self._stopping = threading.Lock()
        self._thread = threading.get_ident()
        self._handler: object = None

    def plays(self, game: str) -> None:
        """A game begins."""
        self.game = game
        self._history = None

    def asks(self, history: History) -> None:
        """The player is asked for a guess."""
        self._history = history
        self._said = False
        self._since = time.monotonic()

    def rests(self) -> None:
        """The player has answered; what takes time now is not its own."""
        self._since = math.inf

    def late(self) -> ValueError:
        """Make what is raised in place of `Late`: it says what took too long."""
        return ValueError(
            f"player: {self.player} has not answered within {self.limit:g} s, "
            f"{self.where}"
        )

    @property
    def where(self) -> str:
        """The game, the guess and the turns before it."""
        history = self._history
        if history is None:
            return self.game
        turns = zip(history.guesses, history.feedbacks.tolist(), strict=True)
        played = [
            f"{as_text(guess)} {black}b{white}w" for guess, (black, white) in turns
        ]
        after = f" after {', '.join(played)}" if played else ""
        return f"{self.game}, guess {len(history) + 1}{after}"

    def __enter__(self) -> Self:
        if self.limit is not None and self._is_heard():
            self._handler = signal.signal(signal.SIGALRM, self._hear)
        _look_on(self)
        return self

    def __exit__(self, *problem: object) -> None:
        try:
            self._over = True
        finally:  # where `Late` comes just here
            self._over = True
            _watches.discard(self)
            if self.limit is not None:
                self._end()

    def _end(self) -> None:
        """Give the signal back to who had it before, once none can come any more."""
        with self._stopping:
            if self._handler is not None:
                signal.signal(signal.SIGALRM, self._handler)  # type: ignore[arg-type]
            else:
                self._raise(None)  # what was on its way

    def look(self) -> None:
        """See how long the player has been thinking."""
        since = max(self._since, compiled_until())  # a first call compiles, and says so
        waited = time.monotonic() - since
        if waited > SECONDS and not self._said:
            self._said = True
            self._say(waited)
        if self.limit is not None and waited > self.limit:
            with self._stopping:
                if not self._over:
                    self._stop()

    def _say(self, waited: float) -> None:
        if silenced() or sys.stderr is None:
            return
        line = f"{self.player} has not answered for {waited:.0f} s: {self.where}"
        with contextlib.suppress(OSError, ValueError):  # a stream that was closed
            tqdm.write(line, file=sys.stderr)

    def _is_heard(self) -> bool:
        """Whether the player's thread hears signals.

        If so, sleep and compiled code end too.
        """
        is_main = self._thread == threading.main_thread().ident
        return is_main and hasattr(signal, "SIGALRM")

    def _stop(self) -> None:
        """Raise `Late` in the player's thread.

        Where that hears no signals, it is raised at the next step of its Python code.
        """
        if self._is_heard():
            signal.pthread_kill(self._thread, signal.SIGALRM)
        else:
            self._raise(Late)

    def _raise(self, kind: type[BaseException] | None) -> None:
        raised = None if kind is None else ctypes.py_object(kind)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), raised)

    def _hear(self, *_: object) -> None:
        if not self._over:
            raise Late


#: The watches that are entered.
_watches: set[Watch] = set()

#: Whether there are any.
_any = threading.Event()

#: The thread that looks at them. Starting one for each would take as long as a short
#: game.
_onlooker: threading.Thread | None = None


def _look_on(watch: Watch) -> None:
    """Look at a watch from now on."""
    global _onlooker
    _watches.add(watch)
    _any.set()
    if _onlooker is None or not _onlooker.is_alive():  # a fork has none
        _onlooker = threading.Thread(target=_look, daemon=True)
        _onlooker.start()


def _look() -> None:
    while True:
        _any.wait()
        time.sleep(STEP)
        _any.clear()
        for watch in list(_watches):
            _any.set()
            watch.look()
