"""What the notebooks last came to: the tables and lines that are stored in them.

The papers take their numbers from here, so that a paper and a notebook cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import nbformat

from tools.measure.experiment import ROOT

#: A number as tables show it: 4.602, +0.060, 20,000, 44.3 or 1e37.
NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")


class Cell(str):
    """What stands in one place of a table: text, of which the numbers can be asked.

    An interval stands there as "+0.074 (+0.032 to +0.115)".

    >>> gap = Cell("+0.074 (+0.032 to +0.115)")
    >>> gap.number, gap.low, gap.high
    (0.074, 0.032, 0.115)
    >>> Cell("20,000 of 20,000").number
    20000.0
    """

    __slots__ = ()

    @property
    def numbers(self) -> list[float]:
        """All of its numbers, in their order."""
        return [float(one.replace(",", "")) for one in NUMBER.findall(self)]

    @property
    def number(self) -> float:
        """The first: a mean, or an estimate."""
        return self.numbers[0]

    @property
    def low(self) -> float:
        """The lower end of an interval."""
        return self._ends[0]

    @property
    def high(self) -> float:
        """The upper end of an interval."""
        return self._ends[1]

    @property
    def reach(self) -> float:
        """How far an interval of a difference goes from zero at most."""
        return max(-self.low, self.high)

    @property
    def _ends(self) -> list[float]:
        inside = re.search(r"\((\S+) to (\S+)\)", self)
        if inside is None:
            raise ValueError(f"{self!r} is no interval")
        return [Cell(end).number for end in inside.groups()]


class StoredTable:
    """A table as a notebook shows it. Its first columns name the rows.

    Raises a ValueError if two rows have one name.

    >>> games = StoredTable(["player", "mean"], [["Knuth", "4.476"]])
    >>> games["Knuth", "mean"].number
    4.476
    """

    def __init__(
        self, columns: list[str], rows: list[list[str]], naming: int = 1
    ) -> None:
        self.columns = columns
        self.rows = {
            ", ".join(row[:naming]): [Cell(text) for text in row] for row in rows
        }
        if len(self.rows) < len(rows):
            raise ValueError(f"two rows have one name: {[row[0] for row in rows]}")

    def __getitem__(self, place: tuple[str, str]) -> Cell:
        """What stands in a row and a column."""
        row, column = place
        for name, known in ((row, list(self.rows)), (column, self.columns)):
            if name not in known:
                raise KeyError(f"{name!r} is not among {known}")
        return self.rows[row][self.columns.index(column)]

    def column(self, name: str) -> list[Cell]:
        """A column, from the first row to the last."""
        return [self[row, name] for row in self.rows]


@cache
def _cells(notebook: str) -> dict[str, list]:
    """The outputs of a notebook's cells, by the cells' names."""
    path = ROOT / "notebooks" / f"{notebook}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    return {cell["id"]: cell.get("outputs", []) for cell in cells}


def stored_table(notebook: str, cell: str, naming: int = 1) -> StoredTable:
    """The last table that a cell shows; so many columns name its rows."""
    shown = [
        output.data["text/html"]
        for output in _outputs(notebook, cell)
        if "text/html" in output.get("data", {})
    ]
    if not shown:
        raise ValueError(f"{notebook}, cell {cell!r}: no table is stored")
    columns, *rows = _rows_of(shown[-1])
    return StoredTable(columns, rows, naming)


def _rows_of(html: str) -> Iterator[list[str]]:
    """The texts of an HTML table, row by row, its head first."""
    for row in ElementTree.fromstring(html).iter("tr"):
        yield [" ".join("".join(one.itertext()).split()) for one in row]


def stored_words(notebook: str, cell: str, pattern: str) -> list[Cell]:
    """Words of what a cell prints: those that stand where the pattern has ``{}``.

    Raises a ValueError where the cell prints nothing of that form.
    """
    lines = "".join(
        output.text for output in _outputs(notebook, cell) if "text" in output
    )
    form = r"(\S+)".join(re.escape(part) for part in pattern.split("{}"))
    found = re.search(form, lines)
    if found is None:
        raise ValueError(f"{notebook}, cell {cell!r} does not print {pattern!r}")
    return [Cell(word) for word in found.groups()]


def _outputs(notebook: str, cell: str) -> list:
    cells = _cells(notebook)
    if cell not in cells:
        raise ValueError(f"{notebook} has no cell {cell!r}")
    return cells[cell]
