"""A value as a text: the same in every process, and another one for another value.

A seed's draws depend on the settings of a player. Where `repr` is such a text, this is
it.
"""

import dataclasses
import datetime
import enum
import hashlib
import re
import sys
from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any

import numpy as np

#: What settings may be, for messages.
ALLOWED = (
    "allowed are None, numbers, texts, dates, paths, enums, arrays, classes, "
    "and lists, tuples, dicts, sets and dataclasses of these"
)

#: Types of the values of one piece, whose `repr` says all.
ATOMS = (
    *(type(None), bool, float, complex, str, bytes, bytearray, range, type),
    *(datetime.date, datetime.timedelta, PurePath, re.Pattern),
)
#: Most values of an array that is written out.
MOST_WRITTEN = 1000

#: How NumPy prints: by its defaults, but with as many digits as tell each number from
#: all others, and without leaving anything out.
PRINTED: dict[str, Any] = {
    "precision": 8,
    "floatmode": "unique",
    "threshold": sys.maxsize,
    "linewidth": 75,
    "suppress": False,
    "nanstr": "nan",
    "infstr": "inf",
    "sign": "-",
    "formatter": None,
    "legacy": False,
}

#: What `repr` says of an object that it does not know.
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]+")

#: What `repr` says where it leaves something out.
LEFT_OUT = "..."


def stable_text(value: object, name: str) -> str:
    """Write a value down as a text.

    Raises TypeError that says what `name` holds and may hold.

    >>> stable_text({"size": 2, "colors": {"red", "blue"}}, "settings")
    "{'size': 2, 'colors': {'red', 'blue'}}"
    """
    try:
        with np.printoptions(**PRINTED):
            return _text(value, frozenset())
    except Unstable as problem:
        holds = "is" if problem.value is value else "holds"
        raise TypeError(f"{name} {holds} {problem}; {ALLOWED}") from None
    except RecursionError:
        raise TypeError(f"{name} is nested too deeply; {ALLOWED}") from None


class Unstable(Exception):
    """A value that has no such text; the message says what it is."""

    def __init__(self, value: object, told: str) -> None:
        super().__init__(told)
        self.value = value


def _text(value: object, around: frozenset[int]) -> str:
    """The text of a value within others, which it cannot hold in turn."""
    if type(value) is int:
        # Python prints no longer ones
        return repr(value) if abs(value) < 10**4000 else hex(value)
    if isinstance(value, ATOMS):
        return _repr(value)
    if id(value) in around:
        raise Unstable(value, "something that holds itself")
    within = around | {id(value)}
    # of pandas and its like, shortened as one's options have it
    if hasattr(value, "to_numpy"):
        raise Unstable(value, _with_article(type(value)))
    if isinstance(value, np.ndarray):
        return _array(value, within)
    if type(value) in (dict, list, tuple, set, frozenset):
        return _plain(value, within)
    if dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value) if field.repr]
        return _described(
            value, {name: getattr(value, name) for name in fields}, within
        )
    if isinstance(value, enum.Enum):
        _text(value.value, within)
        return _repr(value)
    _refuse_unknown(value)
    if isinstance(value, Collection):
        return _described(value, _contents(value), within)
    text = _repr(value)
    if ADDRESS.search(text):
        _refuse(value)
    if LEFT_OUT in text:
        raise Unstable(
            value, f"{_with_article(type(value))}, whose `repr` leaves something out"
        )
    return text


def _contents(value: Collection) -> dict | set | list:
    """What a container of some other class holds, in one of Python's own."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return set(value)
    return list(value)


def _plain(value: Any, within: frozenset[int]) -> str:
    """As `repr` writes Python's own containers, sets in the order of the texts."""
    if isinstance(value, dict):
        pairs = [
            f"{_text(key, within)}: {_text(one, within)}" for key, one in value.items()
        ]
        return f"{{{', '.join(pairs)}}}"
    texts = [_text(one, within) for one in value]
    if isinstance(value, list):
        return f"[{', '.join(texts)}]"
    if isinstance(value, tuple):
        return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    if not texts:
        return repr(value)
    ordered = sorted(texts, key=_shorter_first)
    listed = f"{{{', '.join(ordered)}}}"
    return listed if isinstance(value, set) else f"frozenset({listed})"


def _shorter_first(text: str) -> tuple[int, str]:
    """An order of texts, in which those of numbers are in the order of the numbers."""
    return len(text), text


def _array(value: np.ndarray, within: frozenset[int]) -> str:
    """An array by its type, shape and all values."""
    if isinstance(value, np.ma.MaskedArray):
        raise Unstable(value, "a masked array")
    if value.dtype.hasobject:
        return f"array({_text(value.tolist(), within)}, dtype={value.dtype})"
    if value.size > MOST_WRITTEN:
        content = hashlib.sha256(value.tobytes()).hexdigest()
        return f"array({content}, shape={value.shape}, dtype={value.dtype.str})"
    return np.array_repr(value)


def _described(value: object, contents: object, within: frozenset[int]) -> str:
    """Return the `repr` of something that has contents, or its type and their text.

    It is the `repr` if that writes the contents as they are written here.
    """
    text = _text(contents, within)
    own = _repr(value)
    if text == _repr(contents) and not ADDRESS.search(own):
        return own
    return f"{type(value).__qualname__}({text})"


def _refuse_unknown(value: object) -> None:
    """Refuse a value of which Python knows no more than where it is kept."""
    if type(value).__repr__ is object.__repr__:
        _refuse(value)


def _refuse(value: object) -> None:
    is_function = callable(value) and hasattr(value, "__name__")
    what = "a function" if is_function else _with_article(type(value))
    raise Unstable(value, f"{what}, which no text describes")


def _repr(value: object) -> str:
    try:
        return repr(value)
    except Exception as problem:
        what = f"{_with_article(type(value))} that cannot be printed ({problem})"
        raise Unstable(value, what) from problem


def _with_article(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"


def texts_of(settings: Mapping[str, object], name: str) -> dict[str, str]:
    """The texts of settings by their names, or `TypeError` that names the setting."""
    for key in settings:
        if not isinstance(key, str):
            raise TypeError(
                f"{name}: the setting {key!r} has no text as its name "
                f"but {_with_article(type(key))}"
            )
    return {
        key: stable_text(value, f"{name}: its setting {key!r}")
        for key, value in settings.items()
    }
