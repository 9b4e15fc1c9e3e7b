"""Stored results: ``data/results/<name>.csv``, each with its story beside it.

The story is a JSON file that says how the result came about. A result is written at
once, or gathered from parts that outlive a killed process. Files of others are left
alone.
"""

import codecs
import json
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, Self, TypeGuard

import pandas as pd

from mmlib.checks import asked, instance, instances, seed_or_drawn, shown
from mmlib.engine.files import as_path, replace_files, sha256, warn_of
from mmlib.experiments import columns
from mmlib.experiments.parts import (
    Alone,
    Parts,
    as_it_is,
    as_json,
    json_in,
    plain_json,
    versions,
)

__all__ = ["read", "results_folder", "write"]


def __dir__() -> list[str]:
    return __all__


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

#: Where the results that the notebooks read are: in a wheel, and in the checkout that
#: this file belongs to.
SHIPPED = (
    Path(__file__).resolve().parents[1] / "results",
    Path(__file__).resolve().parents[2] / "data" / "results",
)

#: Bytes of the longest name of a result. It has to leave room for endings within the
#: 255 bytes of a file's name.
LONGEST = 100

#: How often two files that do not match are looked at before they are called damaged.
LOOKS = 10

#: Seconds by which the pause between two looks grows each time.
A_WHILE = 0.005

#: Seconds for which `write` waits for another process.
PATIENCE = 10


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
    with Alone(path, PATIENCE):
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
    story["versions"] = versions()
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
    steps = [{beside: as_json(story), path: content}]
    if known is not None and path.exists():
        old = _matching(known, path.read_bytes())
        if old is None:
            edited.append(path)
        elif old["sha256"] != story["sha256"]:
            steps = [
                {beside: as_json(story | {"before": old})},
                {path: content},
                {beside: as_json(story)},
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
        By default ``data/results`` of a checkout, else the current folder; and if it
        is not there, what the notebooks need and a wheel has with it.
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
    if folder is None and not path.exists():
        shipped = [folder / path.name for folder in SHIPPED]
        path = next((one for one in shipped if one.is_file()), path)
    for needed in (path, path.with_suffix(".json")):
        if not needed.is_file():
            raise FileNotFoundError(
                f"{name}: there is no {needed.name} in {path.parent}, where results "
                "of yours are; those of the notebooks come with a checkout and a wheel"
                if folder is None
                else f"{name}: there is no {needed.name} in {path.parent}"
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
    unlike = [
        f"{key}: {shown(there.get(key))} there, {shown(settings.get(key))} here"
        for key in {**there, **settings}
        if plain_json(there.get(key)) != plain_json(settings.get(key))
    ]
    if unlike:
        raise ValueError(
            f"{name}: holds another experiment ({'; '.join(unlike)}); "
            f"take another name, or remove {name}.csv and {name}.json"
        )
    if content is None:
        told = (
            f"{name}: {name}.csv does not match its SHA-256; "
            "it is made again, and this file is then set aside"
        )
        warnings.warn(told, stacklevel=4)
        return None
    found = _frame(name, known, content, text)
    if known["versions"] != versions():
        told = (
            f"{name}: was made with {known['versions']}, here are {versions()}; "
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


class Resumable:
    """A result that is made part by part, inside a ``with`` statement.

    `found` is the result if it is complete already. Else `resume` gives its parts and
    `keep` stores what they make together; inside, this process alone writes it.
    """

    def __init__(
        self, store: object, story: dict, command: str, text: Sequence[str]
    ) -> None:
        self._name, self._folder = place(store)
        self._path = path_of(self._name, self._folder)
        self._story = story
        self._command = command
        self._text = text
        self._parts = Parts(self._path, story, text)
        self._is_kept = False
        self._aside: dict[Path, Path] = {}
        self.found: pd.DataFrame | None = None

    def __enter__(self) -> Self:
        self.found = complete(
            self._name, self._story, folder=self._folder, text=self._text
        )
        if self.found is None:
            self._parts.__enter__()
        else:
            self._parts.tidy()
        return self

    def resume(
        self,
        jobs: dict[str, Any],
        make: Callable[[list], Generator[Any]],
        write: Callable[[Any], pd.DataFrame] = as_it_is,
        read: Callable[[pd.DataFrame], Any] = as_it_is,
    ) -> Generator[Any]:
        """Give the parts of all jobs in order, as `Parts.resume` does."""
        return self._parts.resume(jobs, make, write, read)

    def keep(self, result: pd.DataFrame) -> None:
        """Store the result, and remove its parts."""
        content = columns.as_csv(result)
        story = _story_of(self._name, result, content, self._story, self._command)
        self._aside = _store(self._path, content, story)
        self._is_kept = True
        self._parts.clear()

    def __exit__(self, kind: object, problem: object, trace: object) -> None:
        if self.found is not None:
            return
        # a full disk, a worker that is lost, Ctrl-C
        if isinstance(problem, Exception | KeyboardInterrupt) and not self._is_kept:
            begins = "begins anew"
            if self._parts.any():
                begins = f"goes on from what is kept in {self._folder.resolve()}"
            problem.add_note(
                f"store: {self._name} is not complete; the same call {begins}"
            )
        self._parts.__exit__()
        warn_of(self._aside, stacklevel=4)


class NotStored:
    """In place of `Resumable` where nothing is to be stored."""

    found = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def resume(
        self,
        jobs: dict[str, Any],
        make: Callable[[list], Generator[Any]],
        write: object = None,
        read: object = None,
    ) -> Generator[Any]:
        """Make the parts of all jobs, in order; nothing is written or read."""
        return make(list(jobs.values()))

    def keep(self, result: pd.DataFrame) -> None:
        """Keep nothing."""


def resumable(
    store: object, story: dict, *, command: str, text: Sequence[str] = ()
) -> Resumable | NotStored:
    """Begin a result that is made part by part, or go on with it.

    Without `store`, nothing is read or kept.
    """
    if store is None:
        return NotStored()
    return Resumable(store, story, command, text)


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


def _story_in(path: Path) -> dict | None:
    """The story beside a CSV file, None if there is none or it is none of ours."""
    found = json_in(path.with_suffix(".json"))
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
    return content == as_json(known) and known.keys() <= {
        *STORY,
        *columns.HINTS,
        "before",
    }
