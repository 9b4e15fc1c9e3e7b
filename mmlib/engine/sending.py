"""Users' objects that are copied or sent to workers, and exceptions that come back.

What cannot be copied or sent is named before it is needed. No exception is lost on its
way back: where its own class cannot be rebuilt, its name and message arrive.
"""

import copy
import inspect
import os
import pickle
from collections.abc import Callable
from typing import Any

from joblib.externals.loky.backend import reduction
from joblib.parallel import get_active_backend


def copied(value: object, name: str, called: str) -> Any:
    """Return a deep copy, or raise `TypeError` that names what cannot be copied."""
    try:
        return copy.deepcopy(value)
    except Exception as problem:
        culprit = _culprit(value, copy.deepcopy, problem)
        instead = "make that in next_guess, or leave it out by __getstate__"
        raise TypeError(
            f"{name}: {called} cannot be copied: {culprit}; {instead}"
        ) from problem


def check_sent(value: object, name: str, called: str, n_jobs: int) -> None:
    """Raise `TypeError` if a value has to go to so many worker processes and cannot."""
    within_this_process = getattr(get_active_backend()[0], "supports_sharedmem", False)
    if n_jobs == 1 or within_this_process:
        return
    try:
        _there_and_back(value)
    except Exception as problem:
        culprit = _culprit(value, _there_and_back, problem)
        instead = (
            "make that where it is used, leave it out by __getstate__, or give n_jobs=1"
        )
        told = (
            f"{name}: {called} cannot be sent to worker processes: {culprit}; {instead}"
        )
        raise TypeError(told) from problem


def _packed(value: object) -> bytes:
    """Pack a value as joblib packs what it sends.

    Functions and classes that have no file of their own are packed with it.
    """
    return bytes(reduction.dumps(value))


def _there_and_back(value: object) -> object:
    return pickle.loads(_packed(value))


def _culprit(value: object, attempt: Callable, problem: Exception) -> str:
    """Say what in a value cannot be copied or sent, as far as that is seen, and why."""
    why = f"{type(problem).__name__}: {problem}"
    for name, held in _held(value).items():
        try:
            attempt(held)
        except Exception:
            return f"its `{name}` is of the type {type(held).__name__} ({why})"
    return why


def _held(value: object) -> dict[str, object]:
    """What an object has as attributes, or what a function uses, by name."""
    if inspect.ismodule(value):
        return {}
    held = dict(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for slot in [slots] if isinstance(slots, str) else slots:
            if hasattr(value, slot):
                held[slot] = getattr(value, slot)
    if inspect.isfunction(value):
        used = inspect.getclosurevars(value)
        held |= used.nonlocals
        held |= used.globals
    return held


class Sent:
    """A function that is sent to a worker process.

    Its exceptions arrive here whatever they hold.
    """

    def __init__(self, function: Callable) -> None:
        self.function = function
        self.home = os.getpid()

    def __call__(self, *arguments: object, **keywords: object) -> Any:
        """Call it; what it raises in another process is raised so that it arrives."""
        try:
            return self.function(*arguments, **keywords)
        except Exception as problem:
            if os.getpid() == self.home:
                raise
            envelope = _envelope(problem)
            if envelope is problem:
                raise
            raise envelope from problem


class Envelope(Exception):
    """Becomes the exception that it holds where it is unpacked."""

    def __init__(self, content: bytes) -> None:
        super().__init__("an exception on its way from a worker process")
        self.content = content

    def __reduce__(self) -> tuple:
        return pickle.loads, (self.content,)


class Parts:
    """Becomes an exception of the same class, without calling the class.

    The class may want other arguments.
    """

    def __init__(self, problem: Exception) -> None:
        self.kind = type(problem)
        self.arguments = tuple(
            one if _can_be_sent(one) else str(one) for one in problem.args
        )
        self.state = {
            name: one for name, one in vars(problem).items() if _can_be_sent(one)
        }

    def __reduce__(self) -> tuple:
        return _put_together, (self.kind, self.arguments, self.state)


def _put_together(kind: type, arguments: tuple, state: dict) -> Exception:
    problem = kind.__new__(kind, *arguments)
    problem.args = arguments
    vars(problem).update(state)
    return problem


def _envelope(problem: Exception) -> Exception:
    """Return the exception if it can be sent, else what becomes it.

    If nothing becomes it, return an exception that at least says what it was.
    """
    if _arrives(problem, lambda: pickle.dumps(problem)):
        return problem
    for pack in (lambda: _packed(problem), lambda: _packed(Parts(problem))):
        if _arrives(problem, pack):
            return Envelope(pack())
    told = RuntimeError(f"{type(problem).__qualname__}: {_message(problem)}")
    for note in getattr(problem, "__notes__", ()):
        told.add_note(note)
    return told


def _arrives(problem: Exception, pack: Callable[[], bytes]) -> bool:
    """Whether what is unpacked is the exception, with its message and its notes."""
    try:
        there = pickle.loads(pack())
    except Exception:
        return False
    same_notes = getattr(there, "__notes__", None) == getattr(
        problem, "__notes__", None
    )
    return (
        type(there) is type(problem)
        and _message(there) == _message(problem)
        and same_notes
    )


def _can_be_sent(value: object) -> bool:
    try:
        _there_and_back(value)
    except Exception:
        return False
    return True


def _message(problem: Exception) -> str:
    try:
        return str(problem)
    except Exception as another:
        return f"its message cannot be had ({type(another).__name__}: {another})"
