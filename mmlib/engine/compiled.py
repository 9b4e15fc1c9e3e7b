"""How everything compiled here is compiled: by numba, once a machine.

It is compiled anew when a file that it depends on changes.
"""

import time
from collections.abc import Callable
from unittest import mock

import numpy as np
from numba import config, njit
from numba.core import bytecode, compiler, event

from mmlib.engine.code_cache import CodeCache, own_number
from mmlib.engine.interrupt import PassingContext
from mmlib.engine.progress_bar import progress

#: Releases whose inside is as it is used here, in `code_cache` and in `interrupt`;
#: `pyproject.toml` allows no others.
KNOWN = "numba>=0.61,<0.69"


class Compiler(compiler.Compiler):
    """Numba's compiler, for the functions of this package.

    Other functions of the process are compiled as if it were not there.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        # numba made this context for one function: it is a copy
        self.state.targetctx.__class__ = PassingContext

    def compile_extra(self, function: Callable) -> compiler.CompileResult:
        """Compile a function, and what numba writes for it.

        Numba tells closures of one name apart by a count, which begins anew in every
        process. Where two processes have cached two of them under one number, a third
        that loads both takes the first for both: `np.argsort` for `np.sort`, say.
        """
        identity = bytecode.FunctionIdentity
        # a lock of numba's lets one function be compiled at a time
        with mock.patch.object(identity, "_unique_ids", iter(own_number, None)):
            return super().compile_extra(function)


class Notice(event.Listener):
    """Says that one waits while a loop of this package is compiled.

    It shows a bar, which vanishes when the loop is done.
    """

    # how many loops are not done, each for the sake of the one before
    waiting = 0
    bar = None
    until = 0.0  # when the last of them was done, as `time.monotonic` counts

    def on_start(self, event: event.Event) -> None:
        """A loop begins to be compiled."""
        if not self.waiting and event.data["dispatcher"].py_func.__module__.startswith(
            "mmlib."
        ):
            self.bar = progress(
                description="compiling, once on this machine", unit="loop"
            )
        self.waiting += self.bar is not None

    def on_end(self, event: event.Event) -> None:
        """It is compiled."""
        if self.bar is not None:
            self.bar.update()
            self.waiting -= 1
            if not self.waiting:
                self.until = time.monotonic()
                self.bar.close()
                self.bar = None


#: The notice of this process, which numba tells when it begins to compile and ends.
NOTICE = Notice()
event.register("numba:compile", NOTICE)


#: How numba is to compile: not for calls from C, which nobody makes.
OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "pipeline_class": Compiler,
}


def compiled_until() -> float:
    """Return when loops of this package were compiled last; now, while they are.

    The time is in seconds, as `time.monotonic` counts.
    """
    return time.monotonic() if NOTICE.waiting else NOTICE.until


def compiled(function: Callable) -> Callable:
    """Compile `function` at its first call and keep the code on disk.

    It is kept until the function's file, or one that it imports, is edited. Where numba
    is switched off (NUMBA_DISABLE_JIT), as to step through a loop, the function stays
    Python. Numbers that wrap around and divisions by zero are meant there too, so
    NumPy's warnings of them are left out.
    """
    if config.DISABLE_JIT:
        return np.errstate(all="ignore")(function)
    dispatcher = njit(**OPTIONS)(function)
    dispatcher._cache = CodeCache(function)
    return dispatcher


def inlined(function: Callable) -> Callable:
    """Compile a small part of one hot loop, as `compiled` does, into its caller.

    Its code is copied there, which LLVM would not do.
    """
    return njit(inline="always", **OPTIONS)(function)
