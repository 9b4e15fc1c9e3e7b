"""Checks of arguments that several files share: each names the argument, what came, and what is allowed."""

from __future__ import annotations

import math
import numbers
import operator
from types import ModuleType

import numpy as np


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` as an `int` after checking that it is a whole number in ``low..high``."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        raise TypeError(f"{name}: {value!r} is a boolean; a whole number in {low}..{high} is needed")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"{name}: {value!r} is a {type(value).__name__}; a whole number in {low}..{high} is needed"
        ) from None
    if not low <= number <= high:
        raise ValueError(f"{name}: {number} is not in {low}..{high}")
    return number


def finite_number(value: object, name: str, low: float = -math.inf, high: float = math.inf) -> float:
    """Return `value` as a `float` after checking that it is a finite number in ``low..high``."""
    bounds = f" in {low:g}..{high:g}" if high < math.inf else f" of {low:g} or more" if low > -math.inf else ""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: {value!r} is a {type(value).__name__}; a finite number{bounds} is needed")
    number = float(value)
    if not (math.isfinite(number) and low <= number <= high):
        raise ValueError(f"{name}: {value} is not a finite number{bounds}")
    return number


def flag(value: object, name: str) -> bool:
    """Return `value` after checking that it is a bool."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: {value!r} is a {type(value).__name__}, not a bool")
    return bool(value)


def workers(n_jobs: object) -> int:
    """Return `n_jobs` after checking that it is a number of workers, as joblib counts them."""
    if n_jobs == 0 or not isinstance(n_jobs, int | np.integer) or isinstance(n_jobs, bool):
        raise ValueError(f"n_jobs: {n_jobs!r} is not a number of workers: 1 or more, or -1 for every core")
    return int(n_jobs)


def generator(rng: object) -> np.random.Generator:
    """Return `rng` after checking that it is a generator."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng: {rng!r} is a {type(rng).__name__}; a numpy.random.Generator is needed")
    return rng


def with_columns(table: object, name: str, needed: tuple[str, ...]) -> None:
    """Check that `table` is a data frame with certain columns."""
    present = getattr(table, "columns", None)
    if present is None:
        raise TypeError(
            f"{name}: {type(table).__name__} is no data frame; one with the columns {', '.join(needed)} is needed"
        )
    missing = [column for column in needed if column not in present]
    if missing:
        raise ValueError(f"{name}: has no column {', '.join(missing)}; needed are {', '.join(needed)}")


def widgets() -> ModuleType:
    """Import ipywidgets, which only a notebook that someone reads needs."""
    try:
        import ipywidgets
    except ImportError as error:
        raise ImportError("ipywidgets is missing; boards and sliders need: pip install 'mmlib[lab]'") from error
    return ipywidgets
