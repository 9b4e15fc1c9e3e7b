"""The text of a paper: its numbers and tables put in, its sentences held to them.

A paper is a Jinja template of Markdown. What it can ask for is listed in `known`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import jinja2
from tabulate import tabulate

import mmlib as mm
from tools.measure.experiment import ROOT
from tools.papers.stored import StoredTable, stored_table, stored_words

#: Where the papers are.
PAPERS = ROOT / "papers"

#: Where figures and tables have their names.
LABEL = re.compile(r"\{#(fig|tbl):(\w+)")

#: A board such as 4 x 6, which no line should break.
BOARD = re.compile(r"(\d) x (\d)")

#: What each kind of them is called.
KINDS = {"fig": "Figure", "tbl": "Table"}


class UntrueSentence(AssertionError):
    """A sentence of a paper is not what the stored results show."""


def filled(path: Path) -> str:
    """The text of a file with everything put in.

    Raises `UntrueSentence` where a sentence does not hold.
    """
    source = path.read_text(encoding="utf-8")
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        finalize=_typeset,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        comment_start_string="{##",  # a brace and one sharp begin a label of pandoc's
        comment_end_string="##}",
    )
    environment.globals = known(source)
    environment.filters |= {"form": format, "bare": _bare}
    text = environment.from_string(source).render()
    return BOARD.sub("\\1\N{NO-BREAK SPACE}x\N{NO-BREAK SPACE}\\2", text)


def known(source: str) -> dict[str, object]:
    """Everything that a paper can ask for, by name."""
    return {
        "table": stored_table,
        "words": stored_words,
        "verdicts": _verdicts,
        "settings": lambda player: mm.player(player).settings,
        "results": mm.results.read,
        "made_with": _made_with,
        "published": mm.published,
        "says": _says,
        "shown": shown,
        "ref": _references(source),
        "abs": abs,
        "max": max,
        "min": min,
        "round": round,
    }


def shown(
    stored: StoredTable, columns: dict[str, str], rows: dict[str, str] | None = None
) -> str:
    """A table for a paper: some columns, and rows, under names of the paper's own."""
    rows = rows or {name: name for name in stored.rows}
    lines = [
        [
            rows[row] if column == stored.columns[0] else stored[row, column]
            for column in columns
        ]
        for row in rows
    ]
    lines = [[_typeset(text) for text in line] for line in lines]
    return tabulate(lines, list(columns.values()), "pipe", disable_numparse=True)


def _verdicts(notebook: str, cell: str, kind: str = "") -> dict[str, int]:
    """How many rows of a table came to which verdict; of a kind, if one is named.

    A kind is a pattern that is looked for in what the row names.
    """
    rows = mm.stored_verdicts().query("notebook == @notebook and cell == @cell")
    found = rows[rows.quantity.str.contains(kind)].verdict.value_counts().to_dict()
    return {"agrees": 0, "differs": 0, "cannot tell": 0, "fitted": 0} | found


def _made_with(result: str) -> dict:
    """How a stored result was made: its settings, among them the seed, and versions."""
    path = ROOT / "data" / "results" / f"{result}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def _says(*holds: bool) -> str:
    """Nothing, if the sentence before it holds; else stop."""
    if not all(holds):
        raise UntrueSentence("the sentence before it is not what the notebooks show")
    return ""


def _references(source: str):
    """Return what turns the name of a figure or table into its number in the text."""
    numbers: dict[str, str] = {}
    for kind, name in LABEL.findall(source):
        before = sum(one.startswith(KINDS[kind]) for one in numbers.values())
        numbers[name] = f"{KINDS[kind]}\N{NO-BREAK SPACE}{before + 1}"
    return lambda name: numbers[name]


def _bare(text: str) -> str:
    """A difference without its plus signs, for a sentence that says "more"."""
    return text.replace("+", "")


def _typeset(value: object) -> object:
    """A number as it is printed: with a minus sign, not a hyphen."""
    if isinstance(value, str):
        return re.sub(r"(?<![\w)])-(?=\d)", "\N{MINUS SIGN}", value)
    return value
