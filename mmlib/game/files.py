"""Files that are replaced in one step: a reader sees the old one or the new one, whatever happens in between."""

import os
import tempfile
from pathlib import Path

from mmlib.checks import instance, shown

#: What a file says that `save` wrote.
MARK = b"written by mmlib"


def as_path(path: object, name: str = "path") -> Path:
    """Return `path` as a Path after checking that it can be one."""
    try:
        if b"\0" not in os.fsencode(instance(path, str | Path, name, "a Path")):
            return Path(path)
    except UnicodeEncodeError:
        pass
    raise ValueError(f"{name}: {shown(path)} is no path")


def save(path: Path, content: bytes) -> None:
    """Put a content that holds the `MARK` in a file; one that is there without it is refused (FileExistsError)."""
    if path.is_file() and MARK not in path.read_bytes():
        raise FileExistsError(f"path: {path} was not written by mmlib; move it, or take another name")
    replace_files({path: content})


def replace_files(contents: dict[Path, bytes]) -> None:
    """Put each content in its file, in the order given; all are safe on disk before the first is moved."""
    written = []
    try:
        for path, content in contents.items():
            path = Path(os.path.realpath(path))  # a link stays one
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            written.append((Path(name), path))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o644)  # mkstemp lets nobody else read
        for temporary, path in written:
            os.replace(temporary, path)
    finally:
        for temporary, _ in written:
            temporary.unlink(missing_ok=True)
