"""How everything compiled here is compiled: by numba, once a machine, anew when a file that it rests on changes."""

import hashlib
import itertools
import os
import re
from functools import cache
from pathlib import Path

from numba import njit
from numba.core import bytecode, event

from mmlib.engine.interrupt import pass_without_python
from mmlib.progress_bar import progress

pass_without_python()

# Numba tells closures of one name apart by a count, which begins anew in every process. Where two processes have cached
# two of them under one number, a third that loads both takes the first for both: `np.argsort` for `np.sort`, say.
bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(7)))

PACKAGE = Path(__file__).resolve().parent.parent

#: Releases whose inside is as it is used here and in `interrupt`; `pyproject.toml` allows no others.
KNOWN = "numba>=0.61,<0.69"

#: An import of the package's own: its module, and the names, on one line or in brackets.
IMPORT = re.compile(r"^ *from mmlib(?:\.([\w.]+))? import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


@cache
def _rests_on(file: Path) -> frozenset[Path]:
    """The files of the package that `file` imports, itself included; what it imports through them is not in it."""
    files = {file}
    for module, several, one in IMPORT.findall(file.read_text(encoding="utf-8")):
        folder = PACKAGE.joinpath(*module.split(".")) if module else PACKAGE
        names = [name.split(" as ")[0].strip() for name in (several or one.partition("#")[0]).split(",")]
        paths = [folder.with_suffix(".py"), *(folder / f"{name}.py" for name in names if name)]
        files.update(path for path in paths if path.is_file())
    return frozenset(files)


@cache
def stamp(file: Path) -> str:
    """A sum over the text of a file and of all that it rests on: what compiled code is fresh for."""
    files, waiting = set(), [file]
    while waiting:
        new = _rests_on(waiting.pop()) - files
        files |= new
        waiting += new
    text = b"".join(path.name.encode() + path.read_bytes() for path in sorted(files))
    return hashlib.sha256(text).hexdigest()


class Notice(event.Listener):
    """Says that one waits while a loop of this package is compiled: a bar, which vanishes when it is done."""

    waiting, bar = 0, None  # how many loops are not done, each for the sake of the one before

    def on_start(self, event: event.Event) -> None:
        """A loop begins to be compiled."""
        if not self.waiting and event.data["dispatcher"].py_func.__module__.startswith("mmlib."):
            self.bar = progress(description="compiling, once on this machine", unit="loop")
        self.waiting += self.bar is not None

    def on_end(self, event: event.Event) -> None:
        """It is compiled."""
        if self.bar is not None:
            self.bar.update()
            self.waiting -= 1
            if not self.waiting:
                self.bar.close()
                self.bar = None


event.register("numba:compile", Notice())


def compiled(function):
    """Compile `function` at its first call and keep the code on disk until its file, or one it imports, is edited.

    Numba's own cache looks only at the function's file: it would go on with the old code of another, inlined here.
    """
    dispatcher = njit(cache=True, nogil=True, error_model="numpy")(function)
    index = dispatcher._cache._cache_file
    index._source_stamp = stamp(Path(function.__code__.co_filename).resolve())
    index._version += index._source_stamp  # read first: an index of types that are gone could not be read at all
    return dispatcher


def inlined(function):
    """As `compiled`, for a small part of one hot loop: its code is copied into its caller, which LLVM would not do."""
    return njit(inline="always", nogil=True, error_model="numpy")(function)
