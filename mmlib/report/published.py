"""The numbers that the sources printed, as tables: ``mm.published.strategies_4x6``."""

from importlib.resources import files

import pandas as pd

from mmlib.checks import one_of

#: The folder of the tables, a CSV file each.
FOLDER = files("mmlib.report") / "printed"


def __getattr__(name: str) -> pd.DataFrame:
    try:
        return load(name)
    except ValueError as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    return [*names(), "load", "names"]


def names() -> list[str]:
    """List the sources' tables: the names that `load` takes, sorted."""
    return sorted(
        path.name.removesuffix(".csv")
        for path in FOLDER.iterdir()
        if path.name.endswith(".csv")
    )


def load(name: str) -> pd.DataFrame:
    """Read one of the sources' tables as printed, one of `names`.

    A `note` column says what the source left unsaid.

    >>> load("whole_board_pygad").perfect_runs.tolist()
    [100, 100, 81]
    """
    path = FOLDER / f"{one_of(name, 'name', names())}.csv"
    with path.open(encoding="utf-8") as file:
        return pd.read_csv(file)
