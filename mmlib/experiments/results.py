"""Stored results: ``data/results/<name>.csv``, each with its story beside it.

The story is a JSON file that says how the result came about. A result is written at
once, or gathered from parts that outlive a killed process. Files of others are left
alone.
"""

import codecs
import contextlib
import json
import os
import platform
import shutil
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Self, TypeGuard

import pandas as pd
from filelock import FileLock, Timeout

from mmlib.checks import asked, instance, instances, seed_or_drawn, shown
from mmlib.engine.files import as_path, replace_files, set_aside, sha256, warn_of
from mmlib.experiments import columns

__all__ = ["read", "results_folder", "write"]


def __dir__() -> list[str]:
    return __all__


#: Libraries whose versions a story has, beside that of Python.
LIBRARIES = ("mmlib", "numba", "numpy", "pygad")

#: What every story has, and of which type. Beside it stands what `columns.hints` says,
#: and `before` while a result is being replaced.
STORY = {
    "name": str,
    "rows": int,
    "sha256": str,
    "command": str,
    "settings": dict,
    "versions": dict,
}

#: Bytes of the longest name of a result. It has to leave room for endings within the
#: 255 bytes of a file's name.
LONGEST = 100

#: How often two files that do not match are looked at before they are called damaged.
LOOKS = 10

#: Seconds by which the pause between two looks grows each time; also those between two
#: tries to get a lock.
A_WHILE = 0.005

#: Seconds for which `write` waits for another process.
PATIENCE = 10

#: The names of the folders with parts, for `glob`.
MARKS = "[0-9a-f]" * 16


def results_folder() -> Path:
    """Return `data/results` of the checkout around it, else the current folder."""
    here = Path.cwd()
    for above in (here, *here.parents):
        if (above / "data" / "results").is_dir() and (
            above / "pyproject.toml"
        ).is_file():
            return above / "data" / "results"
    return here


def write(
    name: str,
    frame: pd.DataFrame,
    *,
    settings: dict,
    command: str,
    folder: str | Path | None = None,
) -> Path:
    """Store a frame with its story.

    The story has the settings, seed included, and the command to type. Whoever reads
    meanwhile gets the old result or the new one. Raises TypeError or ValueError that
    names the column where `read` could not give it back; FileExistsError if a file
    stands there that `write` did not make; RuntimeError if another process writes this
    result. A file that was changed since is set aside as ``<name>.csv.damaged``, or
    with a number behind it where that name is taken, with a UserWarning.

    Parameters
    ----------
    name : str
        Letters, digits and underscores, up to 100.
    frame : DataFrame
        At least one row, stored without its index. Names of columns are texts, no two
        the same; a column has numbers, texts, booleans or times, and missing values.
    settings : dict
        How the result came about, as plain JSON.
    command : str
        What is to be typed to make it again.
    folder : str or Path, optional
        By default ``data/results`` of a checkout, else the current folder.

    Returns
    -------
    Path
        The CSV file; the story is in the JSON file beside it.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> frame = mm.sweep("shapiro", mm.Rules(2, 3), [{}], games=9, seed=1, n_jobs=1)
    >>> with TemporaryDirectory() as folder:
    ...     path = write("demo", frame, settings={"seed": 1}, command="", folder=folder)
    ...     read("demo", folder=folder).secret.tolist() == frame.secret.tolist()
    True
    """
    path = path_of(name, folder)
    instance(frame, pd.DataFrame, "frame", "a DataFrame")
    instance(settings, dict, "settings", "a dict")
    instance(command, str, "command", "a text")
    if frame.empty:
        raise ValueError("frame: has no rows; nothing is written")
    asked("settings", json.dumps, settings, sort_keys=True)
    content = columns.checked_csv(frame)
    story = _story_of(name, frame, content, settings, command)
    check_free(name, folder)
    with Alone(name, path, PATIENCE):
        aside = _store(path, content, story)
    warn_of(aside, stacklevel=3)
    return path


def _story_of(
    name: str, frame: pd.DataFrame, content: bytes, settings: dict, command: str
) -> dict:
    """How a result comes about, and what its CSV file does not say of its columns."""
    story = {
        "name": name,
        "rows": len(frame),
        "sha256": sha256(content),
        "command": command,
        "settings": settings,
    }
    story |= columns.hints(frame)
    story["versions"] = _versions()
    return story


def _store(path: Path, content: bytes, story: dict) -> dict[Path, Path]:
    """Replace a result in steps; after each a reader finds the old one or the new one.

    This is for one process at a time. Returned is what was set aside, and under which
    names.

    Two files cannot be replaced at once. Until the CSV file is the new one, the new
    story has the old one `before` it.
    """
    beside = path.with_suffix(".json")
    known = _story_in(path)
    edited = []
    if known is not None and not _is_as_written(known, beside.read_bytes()):
        edited.append(beside)
    # a CSV file never stands without story
    steps = [{beside: _as_json(story), path: content}]
    if known is not None and path.exists():
        old = _matching(known, path.read_bytes())
        if old is None:
            edited.append(path)
        elif old["sha256"] != story["sha256"]:
            steps = [
                {beside: _as_json(story | {"before": old})},
                {path: content},
                {beside: _as_json(story)},
            ]
    return replace_files(*steps, edited=edited)


def read(
    name: str, *, folder: str | Path | None = None, text: Sequence[str] = ()
) -> pd.DataFrame:
    """Read a stored result, as it was written, after checking it against its sum.

    Raises FileNotFoundError if there is no such result, or it does not match its sum;
    the file stays as it is, until the result is made again. Raises ValueError if the
    result's JSON file is damaged.

    Parameters
    ----------
    name : str
        As for `write`.
    folder : str or Path, optional
        By default ``data/results`` of a checkout, else the current folder.
    text : list of str
        Columns to be read as texts, besides those that were texts when they were
        written.

    Returns
    -------
    DataFrame
        The same columns and values. A category comes back as its values, and None as
        a missing value.

    Examples
    --------
    >>> read("whole_board_causes").columns.tolist()[:3]
    ['experiment', 'label', 'run']
    """
    known, content = _look(name, folder)
    return _frame(name, known, content, instances(text, str, "text"))


def _look(name: str, folder: str | Path | None) -> tuple[dict, bytes | None]:
    """Return the story of a result and its CSV file, which belong together.

    The CSV file is None if it is damaged. Another process may replace both between the
    two looks, so that one that does not match is looked at again.
    """
    path = path_of(name, folder)
    for needed in (path, path.with_suffix(".json")):
        if not needed.is_file():
            raise FileNotFoundError(
                f"{name}: there is no {needed.name} in {path.parent}"
            )
    look = 0
    while True:
        known = _story_in(path)
        if known is None:
            raise ValueError(
                f"{name}: {path.stem}.json is damaged; "
                "restore it, or remove it and make the result again"
            )
        content = path.read_bytes()
        found = _matching(known, content)
        if found is not None:
            return found, content
        look += 1
        if look == LOOKS:
            return _without_before(known), None
        time.sleep(look * A_WHILE)


def _matching(known: dict, content: bytes) -> dict | None:
    """Return the story that belongs to a CSV file; None if there is none.

    It is the one that is known, or the one before it.
    """
    sum_of_it = sha256(content.removeprefix(codecs.BOM_UTF8))  # which editors put there
    stories = [known] + ([known["before"]] if "before" in known else [])
    return next(
        (_without_before(one) for one in stories if one["sha256"] == sum_of_it), None
    )


def _without_before(known: dict) -> dict:
    return {key: value for key, value in known.items() if key != "before"}


def _frame(
    name: str, known: dict, content: bytes | None, text: Iterable[str]
) -> pd.DataFrame:
    """A result as `read` gives it; see there what is raised."""
    if content is None:
        again = f"make it again with: {known['command']}"
        raise FileNotFoundError(
            f"{name}: {name}.csv does not match its SHA-256, "
            f"it was edited or damaged; {again}"
        )
    hinted = {key: known[key] for key in columns.HINTS if key in known}
    try:
        frame = columns.from_csv(content, text, hinted)
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(
            f"{name}: {name}.json does not fit {name}.csv: {error}"
        ) from error
    if len(frame) != known["rows"]:
        told = f"{name}.csv has {len(frame)} rows; {name}.json says {known['rows']}"
        warnings.warn(told, stacklevel=3)
    return frame


def complete(
    name: str,
    settings: dict,
    *,
    folder: str | Path | None = None,
    text: Sequence[str] = (),
) -> pd.DataFrame | None:
    """Return a stored result of these settings, or None if it is missing or damaged.

    A UserWarning says if it is damaged or of other versions; ValueError if it is of
    other settings.
    """
    check_free(name, folder)
    try:
        known, content = _look(name, folder)
    except FileNotFoundError:
        return None
    there = known["settings"]
    if unlike := [
        key
        for key in {**there, **settings}
        if _json(there.get(key)) != _json(settings.get(key))
    ]:
        told = "; ".join(
            f"{key}: {shown(there.get(key))} there, {shown(settings.get(key))} here"
            for key in unlike
        )
        told = f"{name}: holds another experiment ({told})"
        raise ValueError(
            f"{told}; take another name, or remove {name}.csv and {name}.json"
        )
    if content is None:
        told = (
            f"{name}: {name}.csv does not match its SHA-256; "
            "it is made again, and this file is then set aside"
        )
        warnings.warn(told, stacklevel=4)
        return None
    found = _frame(name, known, content, text)
    if known["versions"] != _versions():
        told = (
            f"{name}: was made with {known['versions']}, here are {_versions()}; "
            "remove it to have it made again"
        )
        warnings.warn(told, stacklevel=4)
    return found


def story(name: str, *, folder: str | Path | None = None) -> dict:
    """Read how a stored result came about.

    Returns the dict ``name, rows, sha256, command, settings, versions``. It raises
    FileNotFoundError if there is no such result, and ValueError if the result's JSON
    file is damaged.

    >>> story("whole_board_causes")["command"]
    'make data'
    """
    return _look(name, folder)[0]


def kept(
    store: object,
    story: dict,
    make: Callable[["Parts"], pd.DataFrame],
    *,
    command: str,
    text: Sequence[str] = (),
) -> tuple[pd.DataFrame, bool]:
    """Return the result that is stored there, or `make` it of parts and store it.

    Returned is also whether it was made now.
    """
    name, folder = place(store)
    parts = Parts(name, story, folder, text=text)
    found = complete(name, story, folder=folder, text=text)
    if found is not None:
        parts.tidy()
        return found, False
    with parts:
        try:
            found = make(parts)
            content = columns.as_csv(found)
            aside = _store(
                path_of(name, folder),
                content,
                _story_of(name, found, content, story, command),
            )
        # a full disk, a worker that is lost, Ctrl-C
        except (Exception, KeyboardInterrupt) as problem:
            begins = (
                f"goes on from what is kept in {folder.resolve()}"
                if parts.any()
                else "begins anew"
            )
            problem.add_note(f"store: {name} is not complete; the same call {begins}")
            raise
        parts.clear()
    warn_of(aside, stacklevel=4)
    return found, True


def seed_to_keep(seed: object, store: object) -> int:
    """Return the seed of an experiment, drawn where none is given.

    One that is to be stored needs its own, since the same call has to go on with it.
    """
    if seed is None and store is not None:
        raise ValueError(
            "seed: needed with store, so that the same call goes on where it stopped"
        )
    return seed_or_drawn(seed)


def check_free(name: str, folder: str | Path | None = None) -> None:
    """Refuse a name under which a file stands that `write` did not make."""
    path = path_of(name, folder)
    for there in (path, path.with_suffix(".json")):
        if there.exists() and _story_in(path) is None:
            raise FileExistsError(
                f"{name}: {there} was not written by mmlib; "
                "move it, or take another name"
            )


def mark(*parts: object) -> str:
    """Return a short name for what depends on these values, as plain JSON.

    It depends on the versions of the libraries too.
    """
    return _mark_of([parts, _versions()])


class Alone:
    """A context manager: inside, this process alone writes a result.

    Entering raises RuntimeError if another process still writes it after so many
    `seconds`.
    """

    def __init__(self, name: str, path: Path, seconds: float = 0) -> None:
        self._name = name
        self._file = path.with_name(f".{name}.lock")
        self._owner = _waiting(path) / "owner"
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
    and entering raises RuntimeError if another one does. `text` names the columns whose
    digits are codes, as in `read`.
    """

    def __init__(
        self,
        name: str,
        settings: dict,
        folder: str | Path | None = None,
        text: Iterable[str] = (),
    ) -> None:
        path = path_of(name, folder)
        self.name = name
        self._settings = _mark_of(settings)
        self._waiting = _waiting(path)
        self._folder = self._waiting / mark(settings)
        self._owner = self._waiting / "owner"
        self._alone = Alone(name, path)
        self._text = list(text)
        self._inside = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as inside:
            inside.enter_context(self._alone)
            inside.callback(self._remove_if_empty)
            unused = [] if self._folder.exists() else self._others()
            made = {"settings": self._settings, "versions": _versions()}
            replace_files(
                {self._owner: str(os.getpid()).encode(), self._story: _as_json(made)}
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
            made = _json_in(folder.with_suffix(".json"))
            if isinstance(made, dict) and made.get("settings") == self._settings:
                return (
                    f"{told}: they were made with {_unlike(made.get('versions'))}; "
                    f"{ends}"
                )
        return (
            f"{told}: they are of other settings, "
            f"or of other versions than {_versions()}; {ends}"
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
        self, jobs: dict[str, Any], make: Callable[[list], Iterable[pd.DataFrame]]
    ) -> Generator[pd.DataFrame]:
        """Give the parts of all jobs in order.

        `make` gets the jobs of those that are not kept, and makes these. Each part is
        as it is read from its file: a run that was stopped gives the same as one that
        was not.
        """
        known = {key: part for key in jobs if (part := self.get(key)) is not None}
        todo = [job for key, job in jobs.items() if key not in known]
        # who stops here stops who makes them
        with contextlib.closing(part for part in make(todo)) as made:
            for key in jobs:
                yield known.pop(key) if key in known else self.put(key, next(made))

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


def place(store: object) -> tuple[str, Path]:
    """Return name and folder of a result to be stored by name, or at a path.

    Such a path has no ending.
    """
    instance(store, str | Path, "store", "the name of a result or a Path")
    path = (
        results_folder() / _checked(store, "store")
        if isinstance(store, str)
        else as_path(store, "store")
    )
    return _checked(path.name, "store"), path.parent


def path_of(name: str, folder: str | Path | None = None) -> Path:
    """Where the CSV file of a result is."""
    _checked(name, "name")
    return (
        results_folder() if folder is None else as_path(folder, "folder")
    ) / f"{name}.csv"


def _checked(name: object, argument: str) -> str:
    hint = (
        "; for another place, give a Path without ending" if argument == "store" else ""
    )
    if not (
        isinstance(name, str)
        and name.replace("_", "a").isalnum()
        and len(name.encode()) <= LONGEST
    ):
        allowed = f"letters, digits and underscores only, up to {LONGEST}"
        raise ValueError(f"{argument}: {shown(name)} may hold {allowed}{hint}")
    return name


def _waiting(path: Path) -> Path:
    """The folder in which the parts of a result wait."""
    return path.with_name(f".{path.stem}.parts")


def _json_in(path: Path) -> object:
    """What a JSON file holds, None if there is none or it is damaged."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None


def _story_in(path: Path) -> dict | None:
    """The story beside a CSV file, None if there is none or it is none of ours."""
    found = _json_in(path.with_suffix(".json"))
    return found if _is_story(found) else None


def _is_story(found: object) -> TypeGuard[dict]:
    if not isinstance(found, dict) or any(
        type(found.get(key)) is not kind for key, kind in STORY.items()
    ):
        return False
    if "before" in found:
        before = found["before"]
        if not isinstance(before, dict) or "before" in before or not _is_story(before):
            return False
    return columns.are_hints(found)


def _is_as_written(known: dict, content: bytes) -> bool:
    """Whether a story looks as `write` leaves one.

    It has no sum of its own, in which every edit would show.
    """
    return content == _as_json(known) and known.keys() <= {
        *STORY,
        *columns.HINTS,
        "before",
    }


def _as_json(story: dict) -> bytes:
    return (json.dumps(story, indent=2, sort_keys=True) + "\n").encode()


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _mark_of(value: object) -> str:
    return sha256(_json(value).encode())[:16]


def _unlike(versions: object) -> str:
    """In which versions others differ from these."""
    others = versions if isinstance(versions, dict) else {}
    return ", ".join(
        f"{library} {shown(others.get(library))}, here is {version!r}"
        for library, version in _versions().items()
        if others.get(library) != version
    )


def _versions() -> dict[str, str]:
    return {
        "python": platform.python_version(),
        **{lib: metadata.version(lib) for lib in LIBRARIES},
    }
