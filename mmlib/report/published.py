"""The numbers that the sources printed, as tables: ``mm.published.strategies_4x6``."""

from __future__ import annotations

from importlib.resources import files

import pandas as pd

FOLDER = files("mmlib.report") / "printed"


def __getattr__(name: str) -> pd.DataFrame:
    try:
        return load(name)
    except ValueError as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    return [*names(), "load", "names"]


def names() -> list[str]:
    """List the sources' tables: the names that `load` takes, sorted.

    >>> "whole_board_pygad" in names()
    True
    """
    return sorted(path.name.removesuffix(".csv") for path in FOLDER.iterdir() if path.name.endswith(".csv"))


def load(name: str) -> pd.DataFrame:
    """Read one of the sources' tables as printed; a `note` column says what the source left unsaid.

    Raises ValueError if there is no such table.

    Parameters
    ----------
    name : str; one of `names`

    Examples
    --------
    >>> load("whole_board_pygad").perfect_runs.tolist()
    [100, 100, 81]
    """
    path = FOLDER / f"{name}.csv"
    if not path.is_file():
        raise ValueError(f"name: {name!r} is not one of {', '.join(names()) or f'the tables in {FOLDER}'}")
    return pd.read_csv(path)
