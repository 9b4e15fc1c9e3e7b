"""What the notebooks compared: every table "published beside measured", in one file.

Each row names the places in the sources that its table reproduces.
"""

import re
from difflib import get_close_matches
from pathlib import Path

import pandas as pd

from mmlib.checks import instance
from mmlib.report.verdicts import COLUMNS, NUMBERS, count

#: What all notebooks compared. `python -m tools.reproduce --write` keeps it.
STORED = Path(__file__).with_name("printed_and_measured.csv")

#: Where a row comes from: a notebook and its cell, and places in sources.
ORIGIN = ["notebook", "cell", "places"]

#: What stands between two places of a row.
BETWEEN = "; "

#: What is missing among the numbers; texts are never missing.
_EMPTY = dict.fromkeys(NUMBERS, "")

#: Whole numbers as old papers number their tables.
ROMAN = dict(
    zip(
        map(str, range(1, 13)),
        ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"],
        strict=True,
    )
)


def stored_verdicts(place: str = "") -> pd.DataFrame:
    """Read what the notebooks set beside the numbers of a source, with the verdicts.

    These are the tables "published beside measured" as the notebooks last ran, so
    nothing is played. A notebook's own players, which reproduce nothing, are left out.

    Raises TypeError or ValueError if `place` is no text or nothing is stored of it.

    Parameters
    ----------
    place : str, optional
        Words of a source and of a table or figure in it, such as "Le Adoga IX" or
        "Berghman"; a number may stand for a Roman one. By default all places.

    Returns
    -------
    DataFrame
        A row a comparison: ``notebook``, ``cell`` and ``places``, then the columns of
        `verdicts.judge`. Some numbers are compared in two cells.

    Examples
    --------
    >>> rows = mm.stored_verdicts("Rosu, Table 1")
    >>> rows[["quantity", "published", "verdict"]].iloc[0].tolist()
    ['4 x 4', '3.72 (n unknown)', 'cannot tell']
    """
    instance(place, str, "place", "a text")
    kinds = dict.fromkeys([*ORIGIN, *COLUMNS], "str")
    frame = pd.read_csv(STORED, dtype=kinds, keep_default_na=False, na_values=_EMPTY)
    frame = frame.astype(dict.fromkeys(["published_n", "measured_n"], "Int64"))
    asked = _words(place)
    if place and not asked:
        raise ValueError(f"place: {place!r} has no word of a source")
    there = frame.places.str.split(BETWEEN)
    chosen = frame[[any(_names(one, asked) for one in row) for row in there]]
    if chosen.empty:
        known = sorted(set(places().place))
        near = get_close_matches(place, known, n=3, cutoff=0.4)
        meant = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(
            f"place: nothing of {place!r} is stored{meant} mm.stored_verdicts names "
            f"what there is: {'; '.join(known)}"
        )
    return chosen.reset_index(drop=True)


def places() -> pd.DataFrame:
    """List the places in sources of which something is stored, and the verdicts."""
    rows = pd.read_csv(STORED, dtype=str, keep_default_na=False)
    rows["place"] = rows.places.str.split(BETWEEN)
    rows = rows.explode("place").query("place != ''")
    cells = rows.groupby(["place", "notebook", "cell"], sort=False)
    return pd.DataFrame(
        [(*names, len(own), count(own)) for names, own in cells],
        columns=["place", "notebook", "cell", "numbers", "verdicts"],
    )


def _names(place: str, asked: list[str]) -> bool:
    """Whether a place has all words asked for; 9 stands for IX as well.

    >>> place = "Le Adoga, Table IX"
    >>> _names(place, ["adoga", "ix"]), _names(place, ["9"]), _names(place, ["x"])
    (True, True, False)
    >>> _names("Le Adoga, Fig. 9", ["ix"])
    False
    """
    words = _words(place)
    return all(word in words or ROMAN.get(word) in words for word in asked)


def _words(place: str) -> list[str]:
    """The words of a place, in small letters."""
    return re.findall(r"\w+", place.casefold())
