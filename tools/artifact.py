"""The tables of docs/artifact.md: what came out of each source, and in which cell.

    python -m tools.artifact

They are made of the verdicts that the notebooks last came to.
"""

from __future__ import annotations

import re
from collections import Counter

import pandas as pd
from tabulate import tabulate

import mmlib as mm
from mmlib.engine.files import replace_files
from mmlib.report.stored_verdicts import BETWEEN, places
from tools.measure.experiment import ROOT

#: The page, and the lines between which each table stands.
PAGE = ROOT / "docs" / "artifact.md"
BEGIN = "<!-- {}: python -m tools.artifact -->"
END = "<!-- end of {} -->"

#: The verdicts that are counted, in the order of the columns.
VERDICTS = ("agrees", "cannot tell", "differs", "fitted")

#: Sources whose own program was run for the comparison; all others were written anew.
OWN_PROGRAM = {"pygad notebook"}


def sources() -> pd.DataFrame:
    """How many numbers of each source came to which verdict, and ACM's word for it."""
    counts: dict[str, Counter] = {}
    for row in mm.stored_verdicts().itertuples():
        for source in sources_of(row.quantity, row.places.split(BETWEEN)):
            counts.setdefault(source, Counter())[row.verdict] += 1
    counts.pop("", None)
    return pd.DataFrame(
        {"source": source}
        | {verdict: found[verdict] for verdict in VERDICTS}
        | {"in ACM's words": in_acms_words(source, found)}
        for source, found in counts.items()
    )


def sources_of(quantity: str, places: list[str]) -> list[str]:
    """The sources of a number, of those whose places its table reproduces.

    Where there are several, it names its own.

    >>> several = ["Knuth 1977, mean", "Koyama and Lai 1993, mean"]
    >>> sources_of("Koyama and Lai, optimal", several)
    ['Koyama and Lai 1993']
    >>> sources_of("Table IX, mean", ["Le Adoga, Table IX", "Le Adoga, Table X"])
    ['Le Adoga']
    """
    named = list(dict.fromkeys(place.partition(", ")[0] for place in places))
    if len(named) == 1:
        return named
    words = set(re.findall(r"\w+", quantity))
    # a name of three letters and more that begins the source's, such as "Knuth"
    return [one for one in named if re.search(r"\w{3,}", one)[0] in words]


def in_acms_words(source: str, found: Counter) -> str:
    """What ACM's badges call such a comparison, version 1.1.

    >>> in_acms_words("Gur 2025", Counter({"agrees": 6, "differs": 1}))
    'replicated in part'
    >>> in_acms_words("Tanaka 1996", Counter({"agrees": 1}))
    'replicated'
    >>> in_acms_words("Rosu 1997", Counter({"cannot tell": 33}))
    'cannot tell'
    >>> in_acms_words("Chen et al. 2007", Counter({"fitted": 1}))
    'fitted'
    """
    verb = "reproduced" if source in OWN_PROGRAM else "replicated"
    if found["agrees"]:
        whole = not found["differs"] and not found["cannot tell"]
        return verb if whole else f"{verb} in part"
    if found["differs"]:
        return f"not {verb}"
    return "cannot tell" if found["cannot tell"] else "fitted"


def cells() -> pd.DataFrame:
    """Which cell has which table, figure or number of a source."""
    rows = [
        (
            row.place,
            f"[{row.notebook}](../notebooks/{row.notebook}.ipynb)",
            f"`{row.cell}`",
            row.numbers,
        )
        for row in places().itertuples()
    ]
    columns = ["in the source", "notebook", "cell", "numbers compared"]
    return pd.DataFrame(rows, columns=columns)


def written(page: str) -> str:
    """The page with its tables as they are now."""
    for name, table in (("sources", sources()), ("cells", cells())):
        begin = BEGIN.format(name)
        end = END.format(name)
        text = tabulate(table, "keys", "github", showindex=False)
        pattern = f"{re.escape(begin)}.*?{re.escape(end)}"
        new = f"{begin}\n{text}\n{end}"
        page, found = re.subn(pattern, lambda _, new=new: new, page, flags=re.DOTALL)
        if found != 1:
            raise ValueError(f"{PAGE.name}: it has no lines {begin!r} and {end!r}")
    return page


if __name__ == "__main__":
    replace_files({PAGE: written(PAGE.read_text(encoding="utf-8")).encode()})
