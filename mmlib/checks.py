"""Checks of arguments that several files share: each names the argument, what came, and what is allowed."""

from __future__ import annotations

import math
import numbers
import operator

import numpy as np


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` as an `int` after checking that it is a whole number in ``low..high``.

    Parameters
    ----------
    value : int
        What the caller passed. NumPy integers are welcome; booleans, floats and strings are not.
    name : str
        The argument's name, for the message.
    low, high : int
        Allowed range, both ends included.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If it lies outside the range.

    Examples
    --------
    >>> whole_number(4, "pegs", 1, 15)
    4
    >>> whole_number(17, "pegs", 1, 15)
    Traceback (most recent call last):
        ...
    ValueError: pegs: 17 is not in 1..15
    """
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
    """Return `value` as a `float` after checking that it is a finite number in ``low..high``.

    Parameters
    ----------
    value : float
        What the caller passed; booleans and strings are no numbers.
    name : str
        The argument's name, for the message.
    low, high : float, optional
        Allowed range, both ends included.

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If `value` is not a real number.
    ValueError
        If it is not finite, or outside the range.

    Examples
    --------
    >>> finite_number(-1, "black_weight", low=0)
    Traceback (most recent call last):
        ...
    ValueError: black_weight: -1 is not a finite number of 0 or more
    """
    bounds = f" in {low:g}..{high:g}" if high < math.inf else f" of {low:g} or more" if low > -math.inf else ""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: {value!r} is a {type(value).__name__}; a finite number{bounds} is needed")
    if not (math.isfinite(value) and low <= value <= high):
        raise ValueError(f"{name}: {value} is not a finite number{bounds}")
    return float(value)


def flag(value: object, name: str) -> bool:
    """Return `value` after checking that it is a bool.

    Parameters
    ----------
    value : bool
        What the caller passed.
    name : str
        The argument's name, for the message.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        If it is something else.

    Examples
    --------
    >>> flag(1, "paired")
    Traceback (most recent call last):
        ...
    TypeError: paired: 1 is a int, not a bool
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: {value!r} is a {type(value).__name__}, not a bool")
    return bool(value)


def workers(n_jobs: object) -> int:
    """Return `n_jobs` after checking that it is a number of workers, as joblib counts them.

    Parameters
    ----------
    n_jobs : int
        What the caller passed: 1 or more, or -1 for every core.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is something else.

    Examples
    --------
    >>> workers(2)
    2
    >>> workers(0)
    Traceback (most recent call last):
        ...
    ValueError: n_jobs: 0 is not a number of workers: 1 or more, or -1 for every core
    """
    if n_jobs == 0 or not isinstance(n_jobs, int | np.integer) or isinstance(n_jobs, bool):
        raise ValueError(f"n_jobs: {n_jobs!r} is not a number of workers: 1 or more, or -1 for every core")
    return int(n_jobs)


def generator(rng: object) -> np.random.Generator:
    """Return `rng` after checking that it is a generator.

    Parameters
    ----------
    rng : numpy.random.Generator
        What the caller passed as `rng`.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    TypeError
        If it is something else, such as a seed.

    Examples
    --------
    >>> generator(1)
    Traceback (most recent call last):
        ...
    TypeError: rng: 1 is a int; a numpy.random.Generator is needed
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng: {rng!r} is a {type(rng).__name__}; a numpy.random.Generator is needed")
    return rng


def with_columns(table: object, name: str, needed: tuple[str, ...]) -> None:
    """Check that `table` is a data frame with certain columns.

    Parameters
    ----------
    table : DataFrame
        What the caller passed.
    name : str
        The argument's name, for the message.
    needed : tuple of str
        Columns that it must have.

    Raises
    ------
    TypeError
        If it is no data frame.
    ValueError
        If a column is missing.

    Examples
    --------
    >>> with_columns([1, 2], "games", ("secret", "moves"))
    Traceback (most recent call last):
        ...
    TypeError: games: list is no data frame; one with the columns secret, moves is needed
    """
    present = getattr(table, "columns", None)
    if present is None:
        raise TypeError(
            f"{name}: {type(table).__name__} is no data frame; one with the columns {', '.join(needed)} is needed"
        )
    missing = [column for column in needed if column not in present]
    if missing:
        raise ValueError(f"{name}: has no column {', '.join(missing)}; needed are {', '.join(needed)}")
