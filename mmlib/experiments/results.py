"""Stored results: ``data/results/<name>.csv``, and beside it a JSON file, its story, that says how it came about.

A result is written at once, or gathered from parts that outlive a killed process. Files of others are left alone.
"""

import contextlib
import hashlib
import io
import itertools
import json
import os
import platform
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Self

import pandas as pd
from filelock import FileLock, Timeout

from mmlib.checks import instance, instances, shown
from mmlib.game.files import as_path, replace_files

__all__ = ["read", "results_folder", "write"]


def __dir__() -> list[str]:
    return __all__


LIBRARIES = ("mmlib", "numba", "numpy", "pygad")

#: What every story has; beside it, `text` names the columns whose values are all texts.
STORY = {"name", "rows", "sha256", "command", "settings", "versions"}

#: The longest name of a result, which has to leave room for endings within the 255 bytes of a file's name.
LONGEST = 100


def results_folder() -> Path:
    """`data/results` of the checkout that one stands in, else the current folder."""
    here = Path.cwd()
    for above in (here, *here.parents):
        if (above / "data" / "results").is_dir() and (above / "pyproject.toml").is_file():
            return above / "data" / "results"
    return here


def write(name: str, frame: pd.DataFrame, *, settings: dict, command: str, folder: Path | None = None) -> Path:
    """Store a frame, without its index, with its story: the settings, seed included, and the command to type.

    A file that is there and that `write` did not make is refused (FileExistsError); one that was changed since is set
    aside with a warning, as in `read`.
    """
    path = path_of(name, folder)
    instance(frame, pd.DataFrame, "frame", "a DataFrame")
    instance(settings, dict, "settings", "a dict")
    instance(command, str, "command", "a text")
    if frame.empty:
        raise ValueError("frame: has no rows; nothing is written")
    check_free(name, folder)
    content = _as_csv(frame)
    story = {"name": name, "rows": len(frame), "sha256": _sum(content), "command": command, "settings": settings}
    story["text"] = [name for name in frame if pd.api.types.infer_dtype(frame[name], skipna=True) == "string"]
    story["versions"] = _versions()
    text = json.dumps(story, indent=2, sort_keys=True) + "\n"
    known = _story_in(path)
    if path.exists() and known is not None and _sum(path.read_bytes()) != known["sha256"]:
        _set_aside(path)
    replace_files({path.with_suffix(".json"): text.encode(), path: content})  # a CSV file never stands without story
    return path


def read(name: str, *, folder: Path | None = None, text: Sequence[str] = ()) -> pd.DataFrame:
    """Read a stored result, as it was written, after checking it against its sum.

    A file that does not match its sum is renamed to ``<name>.csv.damaged``, or with a number behind it where that name
    is taken; a UserWarning names it. `folder` is where to look, by default ``data/results`` of a checkout, else the
    current folder; `text` names columns to be read as texts, besides those that were texts when they were written.
    Raises FileNotFoundError if there is no such result, or it was damaged.

    >>> read("whole_board_causes").columns.tolist()[:3]
    ['experiment', 'label', 'run']
    """
    known = story(name, folder=folder)
    path = path_of(name, folder)
    content = path.read_bytes()
    if _sum(content) != known["sha256"]:
        _set_aside(path)
        raise FileNotFoundError(f"{name}: the stored result was damaged; make it again with: {known['command']}")
    text = instances(text, str, "text")
    frame = _from_csv(content, [*text, *known.get("text", ())])
    if len(frame) != known["rows"]:
        warnings.warn(f"{path.name} has {len(frame)} rows; {name}.json says {known['rows']}", stacklevel=2)
    return frame


def complete(name: str, settings: dict, *, folder: Path | None = None, text: Sequence[str] = ()) -> pd.DataFrame | None:
    """Return a stored result if it is there, and is of these settings; warn if other versions made it."""
    check_free(name, folder)
    try:
        known = story(name, folder=folder)
        there = known["settings"]
        if unlike := [key for key in {**there, **settings} if _json(there.get(key)) != _json(settings.get(key))]:
            told = "; ".join(f"{key}: {shown(there.get(key))} there, {shown(settings.get(key))} here" for key in unlike)
            told = f"{name}: holds another experiment ({told})"
            raise ValueError(f"{told}; take another name, or remove {name}.csv and {name}.json")
        found = read(name, folder=folder, text=text)
    except FileNotFoundError:  # not there, or damaged and set aside with a warning
        return None
    if known["versions"] != _versions():
        told = f"{name}: was made with {known['versions']}, here are {_versions()}; remove it to have it made again"
        warnings.warn(told, stacklevel=3)
    return found


def story(name: str, *, folder: Path | None = None) -> dict:
    """Read how a stored result came about: the dict ``name, rows, sha256, command, settings, versions``.

    It raises what `read` raises, and ValueError if the result's JSON file is damaged.

    >>> story("whole_board_causes")["command"]
    'make data'
    """
    path = path_of(name, folder)
    for needed in (path, path.with_suffix(".json")):
        if not needed.is_file():
            raise FileNotFoundError(f"{name}: there is no {needed.name} in {path.parent}")
    found = _story_in(path)
    if found is None:
        raise ValueError(f"{name}: {path.stem}.json is damaged; restore it, or remove it and make the result again")
    return found


def kept(
    store: object, story: dict, make: Callable[["Parts"], pd.DataFrame], *, command: str, text: Sequence[str] = ()
) -> tuple[pd.DataFrame, bool]:
    """Return the result that is stored there, or `make` it of parts and store it; and whether it was made now."""
    name, folder = place(store)
    found = complete(name, story, folder=folder, text=text)
    if found is not None:
        Parts(name, story, folder).clear()  # left over where a process was killed at the very end
        return found, False
    with Parts(name, story, folder, text=text) as parts:
        try:
            found = make(parts)
            write(name, found, settings=story, command=command, folder=folder)
        except (Exception, KeyboardInterrupt) as problem:  # a full disk, a worker that is lost, Ctrl-C
            where = f"the same call goes on from what is kept in {folder.resolve()}"
            problem.add_note(f"store: {name} is not complete; {where}")
            raise
        parts.clear()
    return found, True


def check_free(name: str, folder: Path | None = None) -> None:
    """Refuse a name under which a file stands that `write` did not make."""
    path = path_of(name, folder)
    for there in (path, path.with_suffix(".json")):
        if there.exists() and _story_in(path) is None:
            raise FileExistsError(f"{name}: {there} was not written by mmlib; move it, or take another name")


def mark(*parts: object) -> str:
    """A short name for what hangs on these values (plain JSON) and on the versions of the libraries."""
    return _sum(_json([parts, _versions()]).encode())[:16]


class Parts:
    """The finished parts of a result that is not complete yet, kept on disk, so that a killed run goes on from there.

    They wait in the folder ``.<name>.parts``; those of other settings, or of other versions, are not used. A context
    manager: inside, this process alone writes the result, and entering raises RuntimeError if another one does.
    `text` names the columns whose digits are codes, as in `read`.
    """

    def __init__(self, name: str, settings: dict, folder: Path | None = None, text: Iterable[str] = ()) -> None:
        path = path_of(name, folder)
        self.name = name
        self._waiting = path.with_name(f".{name}.parts")
        self._folder = self._waiting / mark(settings)
        self._owner = self._waiting / "owner"
        self._lock = FileLock(path.with_name(f".{name}.lock"))
        self._text = list(text)

    def __enter__(self) -> Self:
        self._waiting.parent.mkdir(parents=True, exist_ok=True)
        file = Path(self._lock.lock_file)
        file.touch()  # says at once where nothing can be written
        if file.stat().st_size:
            raise FileExistsError(f"{self.name}: {file} was not written by mmlib; move it, or take another name")
        try:
            self._lock.acquire(timeout=0)  # a killed process loses it
        except Timeout:
            owner = self._owner.read_text() if self._owner.exists() else "unknown"
            raise RuntimeError(f"{self.name}: another process (number {owner}) is writing this result") from None
        replace_files({self._owner: str(os.getpid()).encode()})
        return self

    def __exit__(self, *problem: object) -> None:
        if os.name == "posix":  # filelock notices that a file which it locked is gone; elsewhere it removes it itself
            Path(self._lock.lock_file).unlink(missing_ok=True)
        self._lock.release()

    def get(self, key: str) -> pd.DataFrame | None:
        """Return a finished part."""
        path = self._folder / f"{key}.csv"
        if not path.exists():
            return None
        line, _, content = path.read_bytes().partition(b"\n")
        if line.decode(errors="replace") != _sum(content):
            _set_aside(path)
            return None
        return _from_csv(content, self._text)

    def put(self, key: str, frame: pd.DataFrame) -> pd.DataFrame:
        """Keep a finished part; return it as `get` will."""
        content = _as_csv(frame)
        replace_files({self._folder / f"{key}.csv": _sum(content).encode() + b"\n" + content})
        return _from_csv(content, self._text)

    def resume(self, jobs: dict[str, Any], make: Callable[[list], Iterable[pd.DataFrame]]) -> Iterator[pd.DataFrame]:
        """Give the parts of all jobs in order; `make` gets the jobs of those that are not kept, and makes these.

        Each is as it is read from its file: a run that was stopped gives the same as one that was not.
        """
        known = {key: part for key in jobs if (part := self.get(key)) is not None}
        todo = [job for key, job in jobs.items() if key not in known]
        with contextlib.closing(part for part in make(todo)) as made:  # who stops here stops who makes them
            for key in jobs:
                yield known.pop(key) if key in known else self.put(key, next(made))

    def clear(self) -> None:
        """Remove all parts, once the result is written; what others put there stays."""
        for folder in self._waiting.glob("[0-9a-f]" * 16):
            shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            self._owner.unlink(missing_ok=True)
            self._waiting.rmdir()


def place(store: object) -> tuple[str, Path]:
    """Name and folder of a result that is to be stored: by name, or at a path without ending."""
    instance(store, str | Path, "store", "the name of a result or a Path")
    path = results_folder() / _checked(store, "store") if isinstance(store, str) else as_path(store, "store")
    return _checked(path.name, "store"), path.parent


def path_of(name: str, folder: Path | None = None) -> Path:
    """Where the CSV file of a result is."""
    _checked(name, "name")
    return (results_folder() if folder is None else as_path(folder, "folder")) / f"{name}.csv"


def _checked(name: object, argument: str) -> str:
    hint = "; for another place, give a Path without ending" if argument == "store" else ""
    if not (isinstance(name, str) and name.replace("_", "a").isalnum() and len(name.encode()) <= LONGEST):
        allowed = f"letters, digits and underscores only, up to {LONGEST}"
        raise ValueError(f"{argument}: {shown(name)} may hold {allowed}{hint}")
    return name


def _story_in(path: Path) -> dict | None:
    """The story beside a CSV file, None if there is none or it is none of ours."""
    try:
        found = json.loads(path.with_suffix(".json").read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    ours = isinstance(found, dict) and found.keys() >= STORY and isinstance(found["settings"], dict)
    return found if ours else None


def _set_aside(path: Path) -> None:
    names = itertools.chain([f"{path.name}.damaged"], (f"{path.name}.damaged.{n}" for n in itertools.count(2)))
    aside = next(free for free in map(path.with_name, names) if not free.exists())
    path.replace(aside)
    warnings.warn(f"{path.name} does not match its SHA-256 and was set aside as {aside.name}", stacklevel=3)


def _as_csv(frame: pd.DataFrame) -> bytes:
    return frame.to_csv(index=False, lineterminator="\n").encode()


def _from_csv(content: bytes, text: Iterable[str]) -> pd.DataFrame:
    """A frame as `_as_csv` wrote it: an empty field is a missing value, and "NA" or "nan" are texts like any other."""
    types, file = dict.fromkeys(text, str), io.BytesIO(content)
    return pd.read_csv(file, dtype=types, keep_default_na=False, na_values=[""], lineterminator="\n")


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{lib: metadata.version(lib) for lib in LIBRARIES}}
