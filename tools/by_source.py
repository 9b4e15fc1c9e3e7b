"""The report's index by source: which table or figure of a paper came out where."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from mmlib.report.stored_verdicts import ROMAN

#: By this name the metadata of a cell lists the places in sources that it reproduces,
#: such as "Le Adoga, Table IX".
REPRODUCES = "reproduces"

#: What the link to a file says.
FORMATS = {
    "csv": "CSV",
    "md": "Markdown",
    "tex": "LaTeX",
    "png": "PNG",
    "svg": "SVG",
    "pdf": "PDF",
}


class Place(NamedTuple):
    """A table, figure or passage of a source, and the cell that reproduces it."""

    name: str
    notebook: str
    cell: str
    files: list[str]


def places_of(quantities: list[str], places: list[str]) -> list[list[str]]:
    """The places that each row of a table is of: those that it names.

    Where no row names any, each row is of all.

    >>> places = ["Le Adoga, Table IV", "Le Adoga, Table V"]
    >>> places_of(["Table V: mean", "the rest"], places)
    [['Le Adoga, Table V'], []]
    >>> places_of(["mean"], places)
    [['Le Adoga, Table IV', 'Le Adoga, Table V']]
    """
    patterns = {
        place: rf"\b{re.escape(place.rpartition(', ')[2])}\b" for place in places
    }
    named = [
        [place for place, pattern in patterns.items() if re.search(pattern, quantity)]
        for quantity in quantities
    ]
    return named if any(named) else [places] * len(quantities)


def links(files: list[str]) -> str:
    """Links to files of the report, called by their formats."""
    return " ".join(
        f'<a href="{file}">{FORMATS[file.rpartition(".")[2]]}</a>' for file in files
    )


def index(places: list[Place]) -> str:
    """The index as a part of the report's page; nothing where there is no place."""
    if not places:
        return ""
    rows = "".join(map(_row, sorted(places, key=_in_order)))
    return (
        '<h2 id="sources">By source</h2><table><thead><tr><th>in the source</th>'
        "<th>notebook, cell</th><th>files</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _row(place: Place) -> str:
    page = f"notebooks/{place.notebook}.html#cell-id={place.cell}"
    return (
        f"<tr><td>{html.escape(place.name)}</td>"
        f'<td><a href="{page}">{place.notebook}, {place.cell}</a></td>'
        f"<td>{links(place.files)}</td></tr>"
    )


def _in_order(place: Place) -> tuple:
    """By source, and there by the numbers of tables and figures.

    >>> names = ["Le Adoga, Table X", "Le Adoga, Table V", "Kooi", "Le Adoga, Fig. 4"]
    >>> places = sorted((Place(name, "", "", []) for name in names), key=_in_order)
    >>> [place.name for place in places]
    ['Kooi', 'Le Adoga, Fig. 4', 'Le Adoga, Table V', 'Le Adoga, Table X']
    """
    source, _, where = place.name.casefold().partition(", ")
    kind, *words = re.findall(r"\w+", where) or [""]
    number = words[0] if words else ""
    number = ROMAN.get(number, number)
    numbers = list(ROMAN.values())
    return source, kind, numbers.index(number) if number in numbers else -1, place
