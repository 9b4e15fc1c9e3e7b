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

    A row that begins with a source and a colon or comma is of that source alone. One
    that names no place is of those that no row names.

    >>> places = ["Le Adoga, Table IV", "Le Adoga, Table V"]
    >>> places_of(["Table V: mean", "the rest"], places)
    [['Le Adoga, Table V'], ['Le Adoga, Table IV']]
    >>> places_of(["mean"], places)
    [['Le Adoga, Table IV', 'Le Adoga, Table V']]
    >>> places_of(["Ville: mean", "Kooi: mean"], ["Kooi 2005, all", "Ville 2013, mean"])
    [['Ville 2013, mean'], ['Kooi 2005, all']]
    """
    named = [_named(quantity, places) for quantity in quantities]
    left = [place for place in places if not any(place in row for row in named)]
    return [row or left for row in named]


def _named(quantity: str, places: list[str]) -> list[str]:
    """The places that one row names: by its source, or by what stands after that."""
    source, *rest = re.split("[:,] ", quantity, maxsplit=1)
    own = [place for place in places if rest and place.startswith(source)]
    return own or [
        place
        for place in places
        if re.search(rf"\b{re.escape(place.rpartition(', ')[2])}\b", quantity)
    ]


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
