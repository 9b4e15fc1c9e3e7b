"""Where compiled code is kept between processes, and for which sources it is fresh.

Numba keeps it beside the package, else in the user's folder for caches, or in the one
that NUMBA_CACHE_DIR names. Where none of these can be written, as in a container that
runs as another user, it would refuse to compile: there a temporary folder of the user
serves, and without that the code is compiled in every process anew.
"""

import contextlib
import hashlib
import multiprocessing
import os
import re
import stat
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

from numba.core import caching
from numba.core.compiler import CompileResult

from mmlib import __version__

#: The folder of this package.
PACKAGE = Path(__file__).resolve().parent.parent

#: An import from this package: its module and its names, on one line or in brackets.
IMPORT = re.compile(
    r"^ *from mmlib(?:\.([\w.]+))? import (?:\(([^)]*)\)|(.*))", re.MULTILINE
)

#: What a person can do about it, whatever happened.
ADVICE = "set NUMBA_CACHE_DIR to a folder that can be written and that stays"

#: The numbers of functions from here on are ours. Numba counts from 1.
FIRST_NUMBER = 1 << 56

#: A function's number in its name in compiled code. Before it stands how many signs it
#: has with its "v".
NUMBER = re.compile(r"B(\d+)v(\d+)(?=[BE])")


def own_number() -> int:
    """Draw a number for a function that is compiled: no other process gives it."""
    return FIRST_NUMBER + int.from_bytes(os.urandom(7))


def holds_other_code(data: CompileResult) -> bool:
    """Whether compiled code holds functions that numba made for others before.

    Where a user's own function has sorted, numba sorts by the same code here. Another
    process may have given their numbers to other functions.
    """
    names = [function.name for function in data.library.get_defined_functions()]
    found = NUMBER.findall(" ".join(names))
    numbers = [int(digits) for signs, digits in found if int(signs) == len(digits) + 1]
    return any(number < FIRST_NUMBER for number in numbers)


@cache
def _source(file: Path) -> bytes | None:
    """Read a module of this package, in a zip archive too; None if there is none."""
    with contextlib.suppress(OSError):
        return file.read_bytes()
    with contextlib.suppress(OSError, AttributeError):
        return __loader__.get_data(str(file))  # type: ignore[name-defined]
    return None


@cache
def _rests_on(file: Path) -> frozenset[Path]:
    """Find the files of the package that `file` imports itself, and `file`."""
    files = {file}
    text = (_source(file) or b"").decode()
    for module, several, one in IMPORT.findall(text):
        folder = PACKAGE.joinpath(*module.split(".")) if module else PACKAGE
        listed = several or one.partition("#")[0]
        names = [name.split(" as ")[0].strip() for name in listed.split(",")]
        paths = [folder.with_suffix(".py")]
        paths += [folder / f"{name}.py" for name in names if name]
        files.update(path for path in paths if _source(path) is not None)
    return frozenset(files)


@cache
def stamp(file: Path) -> str:
    """A sum over the text of a file and of all that it rests on.

    A program that was frozen has no texts: there the version tells.
    """
    files: set[Path] = set()
    waiting = [file]
    while waiting:
        new = _rests_on(waiting.pop()) - files
        files |= new
        waiting += new
    parts = [__version__.encode()]
    parts += [path.name.encode() + (_source(path) or b"") for path in sorted(files)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


@cache
def temporary_folder() -> Path | None:
    """A folder for compiled code that this user alone can enter; None if there is none.

    What is read from there is run. So one that somebody else made, or could change, is
    not used.
    """
    user = os.getuid() if hasattr(os, "getuid") else ""
    try:
        folder = Path(tempfile.gettempdir()) / f"mmlib-compiled-{user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
    except OSError:
        return None
    if os.name != "posix":  # the folder for temporary files is the user's own
        return folder
    ours = stat.S_ISDIR(about.st_mode) and about.st_uid == user
    return folder if ours and not stat.S_IMODE(about.st_mode) & 0o077 else None


@cache
def warn_once(words: str) -> None:
    """Warn once in a run: not in its workers, which meet the same folders."""
    if multiprocessing.parent_process() is None and not _is_worker():
        warnings.warn(words, stacklevel=1)  # numba's frames are above, not the user's


def _is_worker() -> bool:
    return multiprocessing.current_process().name.startswith("LokyProcess")


def _home_is_known() -> bool:
    """Whether this user has a home.

    Where there is none, numba takes "~" for a folder here.
    """
    return os.path.isabs(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~"))


class _InHome(caching.UserWideCacheLocator):
    """Numba's, for users who have a home."""

    @classmethod
    def from_function(cls, py_func: Callable, py_file: str) -> "_InHome | None":
        return super().from_function(py_func, py_file) if _home_is_known() else None


class _InZip(caching.ZipCacheLocator):
    """Numba's, which does not look whether its folder can be written."""

    @classmethod
    def from_function(cls, py_func: Callable, py_file: str) -> "_InZip | None":
        if not _home_is_known():
            return None
        try:
            locator = super().from_function(py_func, py_file)
            if locator is not None:
                locator.ensure_cache_path()
        except (OSError, ValueError):
            return None
        return locator


class _InTemporaryFolder(caching._CacheLocator):
    """The last resort: a folder that may be gone when the machine starts again."""

    def __init__(self, py_func: Callable, py_file: str) -> None:
        self._py_file = py_file
        self._line = py_func.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        """The folder of one module, whether or not it can be written."""
        folder = temporary_folder() or Path(os.devnull)
        return str(folder / self.get_suitable_cache_subpath(self._py_file))

    def get_source_stamp(self) -> str:
        """What the code is fresh for."""
        return stamp(Path(self._py_file).resolve())

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable, py_file: str) -> "_InTemporaryFolder":
        """Return the place for a function's code.

        Where nothing can be written, saving says so.
        """
        return cls(py_func, py_file)


class _Places(caching.CompileResultCacheImpl):
    """Numba's places for compiled code, and ours after them."""

    _locator_classes = [  # noqa: RUF012 - the name and the kind are numba's
        caching.UserProvidedCacheLocator,
        caching.InTreeCacheLocator,
        _InHome,
        _InZip,
        _InTemporaryFolder,
    ]


class CodeCache(caching.FunctionCache):
    """One function's compiled code on disk, until a file it depends on is edited.

    Numba's own looks at the function's file alone: it would go on with the old code of
    another file, inlined here. It lets a disk that is full end the caller's call. And
    it does not read what whoever installed the package has compiled, where that folder
    cannot be written.
    """

    _impl_class = _Places

    def __init__(self, py_func: Callable) -> None:
        super().__init__(py_func)
        file = Path(py_func.__code__.co_filename)
        self._fresh(self._cache_file, file)
        self._installed = caching.IndexDataCacheFile(
            str(file.parent / "__pycache__"), self._impl.filename_base, ""
        )
        self._fresh(self._installed, file)

    @staticmethod
    def _fresh(index: caching.IndexDataCacheFile, file: Path) -> None:
        """Have an index hold for the sources as they are."""
        index._source_stamp = stamp(file.resolve())
        # The version is read first: an index of types that are gone could not be read.
        index._version += index._source_stamp

    def load_overload(self, sig: object, target_context: object) -> object:
        """Compiled code, or None where there is none that can be read.

        A damaged file may raise whatever pickle comes upon.
        """
        with contextlib.suppress(Exception):
            found = super().load_overload(sig, target_context)
            if found:
                return found
        with contextlib.suppress(Exception):
            key = self._index_key(sig, target_context.codegen())
            data = self._installed.load(key)
            return None if data is None else self._impl.rebuild(target_context, data)
        return None

    def save_overload(self, sig: object, data: CompileResult) -> None:
        """Keep compiled code, if that can be done."""
        if holds_other_code(data):
            return
        try:
            self._save(sig, data)
        except Exception as problem:
            told = (
                "compiled code cannot be kept, so every process compiles for a minute "
                f"({problem})"
            )
            warn_once(f"mmlib: {told}; {ADVICE}.")
            return
        if isinstance(self._impl.locator, _InTemporaryFolder):
            warn_once(
                "mmlib: neither the package's folder nor the one for caches in your "
                "home can be written; compiled code is kept in "
                f"{temporary_folder()}. To keep it for longer, {ADVICE}."
            )

    def _save(self, sig: object, data: object) -> None:
        """Keep compiled code; an index that was damaged begins anew."""
        try:
            super().save_overload(sig, data)
        except OSError:
            raise
        except Exception:
            self._cache_file.flush()
            super().save_overload(sig, data)
