"""Stored results: ``data/results/<name>.csv`` with a JSON file beside it that says how it came about.

Each file is replaced in one step: a reader never sees half of it. Reading checks the CSV against the JSON's sum.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import itertools
import json
import os
import platform
import shutil
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Self

import pandas as pd

LIBRARIES = ("mmlib", "numba", "numpy", "pygad")


def results_folder() -> Path:
    """`data/results` of the checkout that one stands in, else the current folder."""
    here = Path.cwd()
    for above in (here, *here.parents):
        if (above / "data" / "results").is_dir() and (above / "pyproject.toml").is_file():
            return above / "data" / "results"
    return here


def write(
    name: str,
    frame: pd.DataFrame,
    *,
    settings: dict,
    command: str,
    folder: Path | None = None,
) -> Path:
    """Store a frame with the story of how it came about.

    Parameters
    ----------
    name : str
        Letters, digits and underscores.
    frame : DataFrame
        One row a game, run or setting, already sorted and rounded; the index is not stored.
    settings : dict
        What defines the experiment, seed included; must be plain JSON.
    command : str
        What to type to get the file again.
    folder : Path, optional
        Where to write; by default ``data/results``.

    Returns
    -------
    Path
        The CSV file.

    Raises
    ------
    ValueError
        If `name` holds other characters, or `frame` has no rows.
    TypeError
        If `settings` cannot be written as JSON.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> path = write("demo", pd.DataFrame({"guesses": [4, 5]}), settings={"seed": 1}, command="demo", folder=folder)
    >>> read("demo", folder=folder).guesses.tolist()
    [4, 5]
    """
    _check_name(name)
    if frame.empty:
        raise ValueError("frame: has no rows; nothing is written")
    folder = results_folder() if folder is None else Path(folder)
    content = frame.to_csv(index=False, lineterminator="\n").encode()
    story = {
        "name": name,
        "rows": len(frame),
        "sha256": hashlib.sha256(content).hexdigest(),
        "command": command,
        "settings": settings,
        "versions": _versions(),
    }
    told = (json.dumps(story, indent=2, sort_keys=True) + "\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.csv"
    written = []
    try:  # both files are safe on disk before the first is moved to its place
        for place, text in ((path, content), (path.with_suffix(".json"), told)):
            written.append((_written_beside(place, text), place))
        for temporary, place in written:
            os.replace(temporary, place)
    finally:
        for temporary, _ in written:
            temporary.unlink(missing_ok=True)
    return path


def read(name: str, *, folder: Path | None = None, text: Iterable[str] = ()) -> pd.DataFrame:
    """Read a stored result after checking it against its sum.

    Parameters
    ----------
    name : str
        As given to `write`.
    folder : Path, optional
        Where to look; by default ``data/results``.
    text : iterable of str, optional
        Columns whose digits are codes, not numbers: ``0012`` keeps its zeros.

    Returns
    -------
    DataFrame

    Raises
    ------
    ValueError
        If `name` holds characters that no result's name has.
    FileNotFoundError
        If there is no such result, or it did not match its sum and was set aside.

    Warns
    -----
    UserWarning
        If the file does not match its sum; it is renamed to ``<name>.csv.damaged``, or with a number behind it where
        that name is taken, and the warning names it.

    Examples
    --------
    >>> read("whole_board_causes").columns.tolist()[:3]
    ['experiment', 'label', 'run']
    """
    path = _path(name, folder)
    content = path.read_bytes()
    told = story(name, folder=folder)
    if hashlib.sha256(content).hexdigest() != told["sha256"]:
        _set_aside(path)
        raise FileNotFoundError(f"{name}: the stored result was damaged; make it again with: {told['command']}")
    return pd.read_csv(io.BytesIO(content), dtype=dict.fromkeys(text, str))


def complete(name: str, settings: dict, *, folder: Path | None = None, text: Iterable[str] = ()) -> pd.DataFrame | None:
    """Return a stored result if it is there, and is of these settings."""
    try:
        told = story(name, folder=folder)
    except FileNotFoundError:
        return None
    if told["settings"] != json.loads(json.dumps(settings)):
        raise ValueError(f"{name}: holds another experiment; take another name, or remove {name}.csv and {name}.json")
    try:
        return read(name, folder=folder, text=text)
    except FileNotFoundError:  # damaged, and set aside with a warning
        return None


def story(name: str, *, folder: Path | None = None) -> dict:
    """Tell how a stored result came about.

    Parameters
    ----------
    name : str
        As given to `write`.
    folder : Path, optional
        Where to look; by default ``data/results``.

    Returns
    -------
    dict
        Keys ``name``, ``rows``, ``sha256``, ``command``, ``settings`` and ``versions``.

    Raises
    ------
    ValueError
        If `name` holds characters that no result's name has, or its JSON file is damaged.
    FileNotFoundError
        If there is no such result.

    Examples
    --------
    >>> story("whole_board_causes")["command"]
    'make data'
    """
    path = _path(name, folder).with_suffix(".json")
    try:
        told = json.loads(path.read_text())
    except ValueError:
        told = None
    if not isinstance(told, dict) or not {"sha256", "command", "settings"} <= set(told):
        raise ValueError(f"{name}: {path.name} is damaged; restore it, or make the result again")
    return told


class Parts:
    """The finished parts of a result that is not complete yet, kept on disk, so that a killed run goes on from there.

    A context manager: inside, this process alone writes the result.

    Parameters
    ----------
    name : str
        As given to `write`.
    settings : dict
        As given to `write`. Parts of other settings, or of another version of a library, are not used.
    folder : Path, optional
        Where the result will be; by default ``data/results``. The parts wait in ``.<name>.parts`` there.

    Raises
    ------
    RuntimeError
        On entering, if another process writes this result.
    ValueError
        If `name` holds characters that no result's name has.
    TypeError
        If `settings` cannot be written as JSON.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with Parts("demo", {"seed": 1}, folder) as parts:
    ...     parts.put(0, pd.DataFrame({"guesses": [4, 5]}))
    ...     parts.get(0).guesses.tolist(), parts.get(1) is None
    ([4, 5], True)
    """

    def __init__(self, name: str, settings: dict, folder: Path | None = None) -> None:
        _check_name(name)
        mark = hashlib.sha256(json.dumps([settings, _versions()], sort_keys=True).encode()).hexdigest()[:16]
        self.name = name
        self._waiting = (results_folder() if folder is None else Path(folder)) / f".{name}.parts"
        self._folder = self._waiting / mark
        self._lock: io.TextIOWrapper | None = None

    def __enter__(self) -> Self:
        while self._lock is None:
            self._waiting.mkdir(parents=True, exist_ok=True)
            path = self._waiting / "lock"
            lock = path.open("a+")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # a killed process loses it
            except OSError:
                lock.seek(0)
                owner = lock.read().strip() or "unknown"
                lock.close()
                raise RuntimeError(f"{self.name}: another process (number {owner}) is writing this result") from None
            if path.exists() and os.fstat(lock.fileno()).st_ino == path.stat().st_ino:
                lock.truncate(0)
                lock.write(str(os.getpid()))
                lock.flush()
                self._lock = lock
            else:  # its last owner removed it between our opening and locking it
                lock.close()
        self._folder.mkdir(exist_ok=True)
        return self

    def __exit__(self, *problem: object) -> None:
        self._lock.close()
        self._lock = None

    def get(self, number: int) -> pd.DataFrame | None:
        """Return a finished part."""
        path = self._folder / f"{number:06d}.csv"
        if not path.exists():
            return None
        sum_line, _, content = path.read_bytes().partition(b"\n")
        if sum_line.decode(errors="replace") != hashlib.sha256(content).hexdigest():
            _set_aside(path)
            return None
        return pd.read_csv(io.BytesIO(content), dtype={"secret": str})

    def put(self, number: int, frame: pd.DataFrame) -> None:
        """Keep a finished part."""
        content = frame.to_csv(index=False, lineterminator="\n").encode()
        path = self._folder / f"{number:06d}.csv"
        os.replace(_written_beside(path, hashlib.sha256(content).hexdigest().encode() + b"\n" + content), path)

    def clear(self) -> None:
        """Remove all parts, once the result is written."""
        shutil.rmtree(self._waiting)


def _set_aside(path: Path) -> Path:
    aside = next(free for free in _names_aside(path) if not free.exists())
    path.replace(aside)
    warnings.warn(f"{path.name} does not match its SHA-256 and was set aside as {aside.name}", stacklevel=3)
    return aside


def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{lib: metadata.version(lib) for lib in LIBRARIES}}


def _path(name: str, folder: Path | None) -> Path:
    _check_name(name)
    folder = results_folder() if folder is None else Path(folder)
    path = folder / f"{name}.csv"
    for needed in (path, path.with_suffix(".json")):
        if not needed.is_file():
            raise FileNotFoundError(f"{name}: there is no {needed.name} in {folder}")
    return path


def _check_name(name: str) -> None:
    if not isinstance(name, str) or not name.replace("_", "a").isalnum():
        raise ValueError(f"name: {name!r} may hold letters, digits and underscores only")


def _names_aside(path: Path) -> Iterator[Path]:
    yield path.with_name(path.name + ".damaged")
    for number in itertools.count(2):
        yield path.with_name(f"{path.name}.damaged.{number}")


def _written_beside(path: Path, content: bytes) -> Path:
    """A temporary file beside `path`, written and synced to disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
    except BaseException:
        temporary.unlink()
        raise
    return temporary
