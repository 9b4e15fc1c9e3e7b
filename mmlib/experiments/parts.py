"""The finished parts of a result that is not complete yet, and who may write it.

Parts outlive a killed process. They are of use to the same call only: of the same
settings, under the same versions.
"""

import contextlib
import json
import os
import platform
import shutil
import warnings
from collections.abc import Callable, Generator, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, Self

import pandas as pd
from filelock import FileLock, Timeout

from mmlib.checks import shown
from mmlib.engine.files import replace_files, set_aside, sha256, warn_of
from mmlib.experiments import columns

#: Libraries whose versions a story has, beside that of Python.
LIBRARIES = ("mmlib", "numba", "numpy", "pygad")

#: Seconds between two tries to get a lock.
A_WHILE = 0.005

#: The names of the folders with parts, for `glob`.
MARKS = "[0-9a-f]" * 16


def as_it_is(part: pd.DataFrame) -> pd.DataFrame:
    """Neither write a part nor read it: it is a frame already."""
    return part


class Alone:
    """A context manager: inside, this process alone writes a result.

    Entering raises RuntimeError if another process still writes it after so many
    `seconds`.
    """

    def __init__(self, path: Path, seconds: float = 0) -> None:
        self._name = path.stem
        self._file = path.with_name(f".{path.stem}.lock")
        self._owner = waiting(path) / "owner"
        self._seconds = seconds
        self._lock = FileLock(self._file)

    def __enter__(self) -> Self:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.touch()  # says at once where nothing can be written
        # another process has just removed it
        with contextlib.suppress(FileNotFoundError):
            if self._file.stat().st_size:
                raise FileExistsError(
                    f"{self._name}: {self._file} was not written by mmlib; "
                    "move it, or take another name"
                )
        try:
            self._lock.acquire(self._seconds, A_WHILE)  # a killed process loses it
        except Timeout:
            owner = self._owner.read_text() if self._owner.exists() else "unknown"
            raise RuntimeError(
                f"{self._name}: another process (number {owner}) is writing this result"
            ) from None
        return self

    def was_left(self) -> bool:
        """Whether a lock file is there, which a killed process leaves."""
        return self._file.exists()

    def __exit__(self, *problem: object) -> None:
        # filelock notices that a file which it locked is gone. Elsewhere it removes the
        # file itself.
        if os.name == "posix":
            self._file.unlink(missing_ok=True)
        self._lock.release()


class Parts:
    """The finished parts of a result that is not complete yet.

    They are kept on disk, in the folder ``.<name>.parts``, so that a killed run goes on
    from there. Those of other settings, or of other versions, are not used, and
    entering says so. A context manager: inside, this process alone writes the result,
    and entering raises RuntimeError if another one does. `path` is the result's CSV
    file; `text` names the columns whose digits are codes, as in `results.read`.
    """

    def __init__(self, path: Path, settings: dict, text: Iterable[str] = ()) -> None:
        self.name = path.stem
        self._settings = _mark_of(settings)
        self._waiting = waiting(path)
        self._folder = self._waiting / mark(settings)
        self._owner = self._waiting / "owner"
        self._alone = Alone(path)
        self._text = list(text)
        self._inside = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as inside:
            inside.enter_context(self._alone)
            inside.callback(self._remove_if_empty)
            unused = [] if self._folder.exists() else self._others()
            made = {"settings": self._settings, "versions": versions()}
            replace_files(
                {self._owner: str(os.getpid()).encode(), self._story: as_json(made)}
            )
            if unused:
                warnings.warn(f"{self.name}: {self._told(unused)}", stacklevel=4)
            # from here on, it is left at the end of the block, not of this method
            self._inside = inside.pop_all()
        return self

    def __exit__(self, *problem: object) -> None:
        self._inside.close()

    @property
    def _story(self) -> Path:
        """The file that says what the parts of this process are made of.

        It is beside their folder, which holds nothing else.
        """
        return self._folder.with_suffix(".json")

    def _others(self) -> list[Path]:
        """The folders with parts of other settings or other versions."""
        folders = sorted(self._waiting.glob(MARKS))
        return [
            folder
            for folder in folders
            if folder != self._folder and any(folder.glob("*.csv"))
        ]

    def any(self) -> bool:
        """Whether a part is kept that the same call would use."""
        return any(self._folder.glob("*.csv"))

    def _told(self, unused: list[Path]) -> str:
        """What the warning says of parts that are not used."""
        number = sum(len(list(folder.glob("*.csv"))) for folder in unused)
        told = (
            f"the parts that a stopped run left ({number}) are not used, "
            "and everything begins anew"
        )
        ends = f"they stay until the result is complete, in {self._waiting}"
        for folder in unused:
            made = json_in(folder.with_suffix(".json"))
            if isinstance(made, dict) and made.get("settings") == self._settings:
                return (
                    f"{told}: they were made with {_unlike(made.get('versions'))}; "
                    f"{ends}"
                )
        return (
            f"{told}: they are of other settings, "
            f"or of other versions than {versions()}; {ends}"
        )

    def get(self, key: str) -> pd.DataFrame | None:
        """Return a finished part."""
        path = self._folder / f"{key}.csv"
        if not path.exists():
            return None
        line, _, content = path.read_bytes().partition(b"\n")
        if line.decode(errors="replace") != sha256(content):
            warn_of({path: set_aside(path)}, stacklevel=4)
            return None
        return columns.from_csv(content, self._text)

    def put(self, key: str, frame: pd.DataFrame) -> pd.DataFrame:
        """Keep a finished part; return it as `get` will."""
        content = columns.as_csv(frame)
        replace_files(
            {self._folder / f"{key}.csv": sha256(content).encode() + b"\n" + content}
        )
        return columns.from_csv(content, self._text)

    def resume(
        self,
        jobs: dict[str, Any],
        make: Callable[[list], Iterable],
        write: Callable[[Any], pd.DataFrame] = as_it_is,
        read: Callable[[pd.DataFrame], Any] = as_it_is,
    ) -> Generator[Any]:
        """Give the parts of all jobs in order.

        `make` gets the jobs of those that are not kept, and makes these. Each part is
        as it is read from its file: a run that was stopped gives the same as one that
        was not. What is made is no frame where `write` makes one of it, and `read`
        makes the same again of a frame.
        """
        known = {key: self.get(key) for key in jobs}
        todo = [job for key, job in jobs.items() if known[key] is None]
        # who stops here stops who makes them
        with contextlib.closing(part for part in make(todo)) as made:
            for key in jobs:
                part = known.pop(key)
                if part is None:
                    part = self.put(key, write(next(made)))
                yield read(part)

    def clear(self) -> None:
        """Remove all parts, once the result is written; what others put there stays."""
        for folder in self._waiting.glob(MARKS):
            shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            for story in self._waiting.glob(f"{MARKS}.json"):
                story.unlink()
            self._owner.unlink(missing_ok=True)
        self._remove_if_empty()

    def tidy(self) -> None:
        """Remove what a process left that was killed at the very end.

        Nothing is removed while another process is at work.
        """
        if self._waiting.exists() or self._alone.was_left():
            with (
                contextlib.suppress(OSError, RuntimeError),
                warnings.catch_warnings(action="ignore"),
                self,
            ):
                self.clear()

    def _remove_if_empty(self) -> None:
        with contextlib.suppress(OSError):
            self._waiting.rmdir()


def mark(*parts: object) -> str:
    """Return a short name for what depends on these values, as plain JSON.

    It depends on the versions of the libraries too.
    """
    return _mark_of([parts, versions()])


def waiting(path: Path) -> Path:
    """The folder in which the parts of a result wait."""
    return path.with_name(f".{path.stem}.parts")


def json_in(path: Path) -> object:
    """What a JSON file holds, None if there is none or it is damaged."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None


def as_json(story: dict) -> bytes:
    """A story as its file holds it."""
    return (json.dumps(story, indent=2, sort_keys=True) + "\n").encode()


def plain_json(value: object) -> str:
    """A value as one line, the same for equal values."""
    return json.dumps(value, sort_keys=True)


def _mark_of(value: object) -> str:
    return sha256(plain_json(value).encode())[:16]


def _unlike(made_with: object) -> str:
    """In which versions others differ from these."""
    others = made_with if isinstance(made_with, dict) else {}
    return ", ".join(
        f"{library} {shown(others.get(library))}, here is {version!r}"
        for library, version in versions().items()
        if others.get(library) != version
    )


def versions() -> dict[str, str]:
    """The versions that what is computed depends on."""
    return {
        "python": platform.python_version(),
        **{lib: metadata.version(lib) for lib in LIBRARIES},
    }
