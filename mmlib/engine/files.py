"""Files that are replaced in one step, and never if somebody else wrote them.

A reader sees the old file or the new one, whatever happens in between. A picture and a
tree carry their own SHA-256, which shows whether somebody has edited them since.
"""

import contextlib
import functools
import hashlib
import itertools
import os
import platform
import stat
import time
import warnings
import zlib
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from mmlib.checks import instance, shown

#: What a file says that `save` wrote.
MARK = b"written by mmlib"

#: What the file of a game says.
GAME_MARK = b"a game, written by mmlib"

#: Seconds after which a temporary file is taken for a left-over one, whoever wrote it.
A_DAY = 86_400

#: What stands before the sum in a picture.
SUM = MARK + b", sha256 "


class Kind(NamedTuple):
    """How a kind of file begins, and where it carries the SHA-256 of all else in it.

    `seal` writes that sum down, which comes as hexadecimal digits, after certain
    `words`; it stands so many bytes before the end of the file.
    """

    begins: bytes
    words: bytes
    seal: Callable[[bytes], bytes]
    before_end: int

    def sealed(self, content: bytes) -> bytes:
        """A content with the seal in it."""
        at = len(content) - self.before_end
        return content[:at] + self.seal(sha256(content).encode()) + content[at:]

    def is_sealed(self, content: bytes) -> bool:
        """Whether `save` wrote a file of this kind, whoever has edited it since."""
        return content.startswith(self.begins) and self.words in content

    def is_untouched(self, content: bytes) -> bool:
        """Whether a file is as `save` wrote it."""
        end = len(content) - self.before_end
        start = end - len(self.seal(b"0" * 64))
        return start > 0 and content == self.sealed(content[:start] + content[end:])


def _comment_in_png(digits: bytes) -> bytes:
    """A text chunk of PNG's specification: length, type, keyword and text, checksum."""
    chunk = b"tEXt" + b"Comment\0" + SUM + digits
    length = len(chunk) - len(b"tEXt")
    return length.to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")


#: A JSON object whose first entry is `about`, with the `MARK`.
TREE = Kind(
    begins=b'{"about": "%s"' % MARK,
    words=b', "sha256": "',
    seal=lambda digits: b', "sha256": "%s"' % digits,
    before_end=len(b"}"),
)

#: Likewise a game, which no tree replaces.
GAME = TREE._replace(begins=b'{"about": "%s"' % GAME_MARK)

#: A picture with the sum in a comment at its end.
SVG = Kind(
    begins=b"<svg",
    words=b"<!-- " + SUM,
    seal=lambda digits: b"<!-- " + SUM + digits + b" -->",
    before_end=0,
)

#: A picture with the sum in a comment chunk before its last one, `IEND`.
PNG = Kind(
    begins=b"\x89PNG\r\n\x1a\n",
    words=b"tEXtComment\0" + SUM,
    seal=_comment_in_png,
    before_end=len(b"....IEND...."),
)


def sha256(content: bytes) -> str:
    """The checksum of a content, as hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def as_path(path: object, name: str = "path") -> Path:
    """Return `path` as a Path after checking that it can be one."""
    try:
        if b"\0" not in os.fsencode(instance(path, str | Path, name, "a Path")):
            return Path(path)
    except UnicodeEncodeError:
        pass
    raise ValueError(f"{name}: {shown(path)} is no path")


def save(path: Path, content: bytes, kind: Kind) -> None:
    """Put a content with its seal in a file.

    What `save` did not write is refused (FileExistsError); what somebody has edited
    since is set aside with a warning.
    """
    edited = []
    if path.exists():
        there = path.read_bytes() if path.is_file() else b""
        if not kind.is_sealed(there):
            hint = "or not as this version does; move it, or take another name"
            raise FileExistsError(f"path: {path} was not written by mmlib, {hint}")
        if not kind.is_untouched(there):
            edited.append(path)
    aside = replace_files({path: kind.sealed(content)}, edited=edited)
    warn_of(aside, stacklevel=4)


def save_once(path: Path, content: bytes) -> None:
    """Put a content that carries no seal in a file, unless another one stands there."""
    if path.exists():
        if path.is_file() and path.read_bytes() == content:
            return
        raise FileExistsError(f"path: {path} exists; move it, or take another name")
    replace_files({path: content})


def replace_files(
    *steps: dict[Path, bytes], edited: Collection[Path] = ()
) -> dict[Path, Path]:
    """Put each content in its file, step by step in the order given.

    All are on disk before the first is moved. A new file has the permissions that the
    process gives to new files, another keeps those that it has. Files that were
    `edited` are set aside as they are replaced; the names that they get are returned.
    """
    pairs = [pair for step in steps for pair in step.items()]
    set_asides: dict[Path, Path] = {}
    written: list[tuple[Path, Path, bool]] = []
    try:
        for path, content in pairs:
            target = Path(os.path.realpath(path))  # a link stays one
            target.parent.mkdir(parents=True, exist_ok=True)
            _remove_left_over(target)
            temporary = _temporary(target)
            written.append((temporary, target, path in edited))
            _write(temporary, content, like=target)
        for temporary, target, is_edited in written:
            if is_edited and target not in set_asides:
                set_asides[target] = set_aside(target)
            os.replace(temporary, target)
    finally:
        for temporary, _, _ in written:
            temporary.unlink(missing_ok=True)
    return set_asides


def set_aside(path: Path) -> Path:
    """Keep a file that was damaged or edited under a free name, and return that.

    The caller replaces the file.
    """
    for number in itertools.count(1):
        aside = path.with_name(
            f"{path.name}.damaged" if number == 1 else f"{path.name}.damaged.{number}"
        )
        if aside.exists():
            continue
        try:
            os.link(path, aside)  # so that there is no moment without a file
        except FileExistsError:  # just now
            continue
        except OSError:  # a file system without a second name for a file
            path.replace(aside)
        return aside
    raise AssertionError("numbers do not end")


def warn_of(set_asides: dict[Path, Path], stacklevel: int) -> None:
    """Say which files were set aside, and under which names."""
    for path, aside in set_asides.items():
        told = (
            f"{path.name} does not match its SHA-256 and was set aside as {aside.name}"
        )
        warnings.warn(told, stacklevel=stacklevel)


def _write(temporary: Path, content: bytes, like: Path) -> None:
    """Write a temporary file for another, and wait until it is on disk."""
    mode = stat.S_IMODE(like.stat().st_mode) if like.exists() else None

    def opener(name: str, flags: int) -> int:
        # less what the umask takes
        return os.open(name, flags, 0o666 if mode is None else mode)

    with open(temporary, "xb", opener=opener) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        os.chmod(temporary, mode)


def _temporary(target: Path) -> Path:
    """Make a new name beside a file.

    It says whose it is: the file's, the machine's, the process's.
    """
    return target.with_name(
        f"{_beginning(target)}{_machine()}-{os.getpid()}-{os.urandom(4).hex()}"
    )


def _beginning(target: Path) -> str:
    """Return how the names of a file's temporary files begin, in a fixed length."""
    return f".mmlib-{sha256(os.fsencode(target.name))[:16]}-"


@functools.cache
def _machine() -> str:
    """Return what tells this machine from others, and one container from the next.

    Numbers of processes mean nothing there.
    """
    namespace = ""
    with contextlib.suppress(OSError):
        namespace = os.readlink("/proc/self/ns/pid")
    return sha256(f"{platform.node()} {namespace}".encode())[:8]


def _remove_left_over(target: Path) -> None:
    """Remove the temporary files that killed processes left over of this file."""
    for temporary in target.parent.glob(f"{_beginning(target)}*"):
        with contextlib.suppress(OSError, ValueError):
            machine, process, _ = temporary.name.removeprefix(_beginning(target)).split(
                "-"
            )
            is_old = time.time() - temporary.stat().st_mtime > A_DAY
            if is_old or (machine == _machine() and not _lives(int(process))):
                temporary.unlink()


def _lives(process: int) -> bool:
    """Whether there is a process of that number.

    Outside POSIX this is taken for true, since asking could end the process.
    """
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # of another user
        pass
    return True
