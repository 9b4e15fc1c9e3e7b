"""Checks of arguments that several files share.

Each names the argument, what came, and what is allowed.
"""

import difflib
import importlib
import math
import numbers
import operator
import re
import reprlib
import secrets
from collections.abc import Callable, Collection, Iterable
from types import ModuleType, UnionType
from typing import Any

import numpy as np

#: A number of this size or more counts as infinite. A whole number can be more than a
#: float holds, so it is compared before it is converted.
MOST = 10**300

#: How messages show a value: the beginning of any, three lists deep.
REPR = reprlib.Repr()
vars(REPR).update(maxlevel=3, maxstring=80, maxlong=80, maxother=80)

#: What no picture, table or terminal can show: control characters, lone surrogates,
#: and what XML has no place for.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def visible(text: str) -> str:
    """Return a user's text with � for each character that cannot be shown.

    Its lines stay as they are; a tab or a carriage return becomes a space.
    """
    return UNSEEN.sub(
        "\N{REPLACEMENT CHARACTER}", text.replace("\t", " ").replace("\r", " ")
    )


def storable(text: str, name: str) -> str:
    """Return a text after checking that a file can hold it.

    UTF-8 has no lone surrogates.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(
            f"{name}: {shown(text)} holds half of a character (a surrogate)"
        ) from None
    return text


def shown(value: object) -> str:
    """How a message shows a value: short, whatever it holds."""
    return " ".join(REPR.repr(value).split())


def wrong_type(value: object, name: str, needed: str) -> TypeError:
    """Make the exception for an argument of a wrong type.

    `needed` says what the argument should be.
    """
    kind = "boolean" if isinstance(value, bool) else type(value).__name__
    return TypeError(
        f"{name}: {shown(value)} is "
        f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}; {needed} is needed"
    )


def instance(value: object, kind: type | UnionType, name: str, needed: str) -> Any:
    """Return `value` after checking its type, which `needed` says in words."""
    if not isinstance(value, kind):
        raise wrong_type(value, name, needed)
    return value


def asked(name: str, function: Callable, *arguments: object, **keywords: object) -> Any:
    """Call a function of the user's.

    Where it cannot take what it is given, the message names the argument.
    """
    try:
        return function(*arguments, **keywords)
    except (TypeError, RecursionError) as problem:
        raise TypeError(f"{name}: {problem}") from problem


def listed(values: Any, name: str, needed: str) -> list:
    """Return `values` as a list after checking that they are several.

    `needed` says in words what they should be.
    """
    if (
        not isinstance(values, Iterable)
        or isinstance(values, str | bytes)
        or getattr(values, "shape", None) == ()
    ):
        raise wrong_type(values, name, needed)
    # of several dimensions, it can only be listed so
    if isinstance(values, memoryview):
        return values.tolist()
    return list(values)


def instances(values: object, kind: type, name: str) -> list:
    """Return `values` as a list after checking that they are several of a type."""
    found = listed(values, name, f"a list of {kind.__name__}")
    if not all(isinstance(value, kind) for value in found):
        raise TypeError(f"{name}: {shown(values)} is not a list of {kind.__name__}")
    return found


def numbers_of(values: Any, name: str, dimensions: int = 1) -> np.ndarray:
    """Return `values` as an array of floats after checking them.

    They must be real numbers in so many `dimensions`.
    """
    try:
        array = np.asarray(
            None if np.ma.is_masked(values) or np.iscomplexobj(values) else values,
            dtype=float,
        )
    except (TypeError, ValueError, OverflowError, RecursionError):
        array = np.empty(())
    if array.ndim != dimensions:
        raise TypeError(
            f"{name}: {shown(values)} is no array of numbers "
            f"in {dimensions} dimension(s)"
        )
    return array


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """Check that `value` is a whole number in ``low..high``, and return it as `int`."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        raise wrong_type(bool(value), name, f"a whole number in {low}..{high}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type(value, name, f"a whole number in {low}..{high}") from None
    if not low <= number <= high:
        raise ValueError(f"{name}: {number} is not in {low}..{high}")
    return number


def finite_number(
    value: object, name: str, low: float = -math.inf, high: float = math.inf
) -> float:
    """Check that `value` is finite and in ``low..high``, and return it as `float`."""
    bounds = (
        f" in {low:g}..{high:g}"
        if high < math.inf
        else f" of {low:g} or more"
        if low > -math.inf
        else ""
    )
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise wrong_type(value, name, f"a finite number{bounds}")
    number = float(value) if abs(value) < MOST else math.inf  # type: ignore[operator]
    if not (math.isfinite(number) and low <= number <= high):
        raise ValueError(f"{name}: {value} is not a finite number{bounds}")
    return number


def one_of(value: object, name: str, allowed: Collection[str]) -> str:
    """Return `value` after checking that it is one of some texts.

    Where it is not, the message names one that is spelled nearly so.
    """
    if not isinstance(value, str) or value not in allowed:
        hint = did_you_mean(value, allowed) if isinstance(value, str) else ""
        raise ValueError(
            f"{name}: {shown(value)} is not one of {', '.join(allowed)}{hint}"
        )
    return value


def did_you_mean(text: str, allowed: Iterable[str]) -> str:
    """Ask for the one that is spelled nearly as a text, to end a message; or ""."""
    near = difflib.get_close_matches(text, list(allowed), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def seed_or_drawn(seed: object, greatest: int = 2**63 - 1) -> int:
    """Return a seed after checking it; one that is drawn where None came."""
    if seed is None:
        return secrets.randbits(32)
    return whole_number(seed, "seed", 0, greatest)


def flag(value: object, name: str) -> bool:
    """Return `value` after checking that it is a bool."""
    return bool(instance(value, bool | np.bool_, name, "a bool"))


def generator(rng: object) -> np.random.Generator:
    """Return `rng` after checking that it is a generator."""
    return instance(
        rng,
        np.random.Generator,
        "rng",
        "a numpy.random.Generator, such as numpy.random.default_rng(1),",
    )


def with_columns(table: object, name: str, needed: tuple[str, ...]) -> None:
    """Check that `table` is a data frame with certain columns."""
    if not hasattr(table, "columns"):
        raise wrong_type(
            table, name, f"a DataFrame with the columns {', '.join(needed)}"
        )
    missing = [column for column in needed if column not in table.columns]
    if missing:
        raise ValueError(
            f"{name}: has no column {', '.join(missing)}; "
            f"needed are {', '.join(needed)}"
        )


def optional(module: str, who: str, extra: str = "lab") -> ModuleType:
    """Import a module that not everyone has.

    Where it is missing, the ImportError says who needs it and what installs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        needed = f"{module} is missing; {who} need: pip install 'mmlib[{extra}]'"
        raise ImportError(needed) from error
