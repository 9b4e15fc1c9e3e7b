"""Ctrl-C in the middle of a call."""

import contextlib
import os
import signal
import threading
import time

import pytest


@contextlib.contextmanager
def ctrl_c(within):
    """Press Ctrl-C after a second; what runs has to end within so many seconds."""
    # a shell's background jobs ignore it
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    # to the process: it wakes who waits for a thread
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        yield
    assert time.monotonic() - began < within
    signal.signal(signal.SIGINT, handler)
