"""How everything compiled here is compiled: by numba, once a machine, and again when a file of the package changes."""

from __future__ import annotations

import contextlib
from pathlib import Path

from numba import njit

#: Name, size and time of every source file but the boards', which compile nothing: what compiled code is fresh for.
STAMP = tuple(
    (path.name, path.stat().st_size, path.stat().st_mtime_ns)
    for path in sorted(Path(__file__).resolve().parent.rglob("*.py"))
    if path.parent.name != "board"
)


def compiled(function):
    """Compile `function` at its first call and keep the machine code on disk.

    Numba's own cache looks only at the file that a function stands in, so a player compiled with an operator of another
    file inlined would go on with the old operator after that file was edited. Here any edit in the package counts.
    """
    dispatcher = njit(cache=True, nogil=True, error_model="numpy")(function)
    with contextlib.suppress(AttributeError):  # numba's inside; without it the cache is only less watchful
        dispatcher._cache._cache_file._source_stamp = STAMP
    return dispatcher


def inlined(function):
    """As `compiled`, for a small part of one hot loop: its code is copied into its caller, which LLVM would not do."""
    return njit(inline="always", nogil=True, error_model="numpy")(function)
