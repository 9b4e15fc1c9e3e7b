"""Trees in the notation of Knuth's table: how many codes are left, and what is guessed.

``1296 (0011: 1, 16A, 96B, ...)`` says that of 1296 codes 0011 is guessed, and how many
are left after each answer. Answers come in this order: no black peg, from all white
ones to none; then one black peg, and so on, with a semicolon between; that of one white
peg beside all but one black is left out. A letter names the line that goes on, ``A =
(0102: ...)``; or the line stands there itself. Where every answer leaves one code at
most, the guess stands alone: ``3 (0121)``. One code needs no guess. A guess that cannot
be right has an ``x`` or a star. Source: D. Knuth, "The computer as Master Mind", J.
Recreational Mathematics 9 (1977), figure 1.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

import numpy as np

from mmlib.checks import shown
from mmlib.engine.coding import answer_of, solved_answer
from mmlib.game.alphabet import Alphabet
from mmlib.game.codes import all_codes
from mmlib.game.rules import MAX_COLORS, Rules
from mmlib.game.scoring import answer_in_words, feedback_row
from mmlib.strategies.nested import Columns

#: How a table begins: a number of codes, and a guess.
BEGINNING = re.compile(r"\s*\d+\s*\(")

#: What a table is made of: a guess after its bracket, a number and perhaps the name of
#: a line, a line's name and its sign, or another sign.
TOKEN = re.compile(
    r"\s*(?:\(\s*(?P<guess>[^\s:()*;=]+?)(?P<mark>[x*]?)\s*(?=[:)])"
    r"|(?P<count>\d+)(?P<name>[A-Z]+)?|(?P<line>[A-Z]+)\s*=|(?P<sign>\S))"
)


class Group(NamedTuple):
    """A guess, and what its answers leave; None where that goes without saying."""

    guess: list[int]
    entries: list[Entry] | None


class Entry(NamedTuple):
    """How many codes are left, and how it goes on: by a group, or by a line's name."""

    count: int
    group: Group | str | None


def answers_in_order(pegs: int) -> list[int]:
    """The answers in the order of a table, as they are coded."""
    return [
        answer_of(black, white, pegs)
        for black in range(pegs + 1)
        for white in range(pegs - black, -1, -1)
        if (black, white) != (pegs - 1, 1)
    ]


def read(text: str, alphabet: Alphabet) -> Columns:
    """Read a table; `ValueError` for what is none, or does not fit its own counts."""
    reader = _Reader(text, alphabet)
    start = reader.entry()
    lines = {}
    while reader.now("line"):
        name = reader.take("line")
        if name in lines:
            raise ValueError(f"line {name} is there twice")
        lines[name] = reader.group()
    reader.end()
    if not isinstance(start.group, Group):
        raise ValueError("a table begins with a number of codes and a guess")
    rules = _rules_of(start.count, len(start.group.guess))
    columns = Columns([], [], [])
    _add(columns, start, all_codes(rules), (-1, 0), (rules, lines))
    return columns


def written(
    columns: Columns, rules: Rules, sizes: list[int], alphabet: Alphabet
) -> str:
    """Write a tree as a table, in which every guess stands where it is made."""
    order = answers_in_order(rules.pegs)
    after: list[dict[int, str]] = [{} for _ in columns.codes]
    for node in range(len(columns.codes) - 1, -1, -1):  # nodes come after their parent
        guess = alphabet.write(columns.codes[node])
        left = sizes[node]
        is_found = left > sum(int(one.split()[0]) for one in after[node].values())
        mark = "" if is_found else "x"
        parts = after[node] | ({solved_answer(rules.pegs): "1"} if is_found else {})
        text = f"{left} ({guess}{mark})"
        if left == 1:
            text = "1"
        elif any(part != "1" for part in parts.values()):
            rows: dict[int, list[str]] = {}
            for answer in order:
                black = answer // (rules.pegs + 1)
                rows.setdefault(black, []).append(parts.get(answer, "0"))
            text = "; ".join(", ".join(row) for row in rows.values())
            text = f"{left} ({guess}{mark}: {text})"
        if not node:
            return text
        after[columns.parent[node]][columns.answer[node]] = text
    raise AssertionError("a tree has a root")


def _rules_of(n: int, pegs: int) -> Rules:
    """The board that has so many codes."""
    for colors in range(2, MAX_COLORS + 1):
        if colors**pegs == n:
            return Rules(pegs, colors)
        if colors >= pegs and math.perm(colors, pegs) == n:
            return Rules(pegs, colors, repeats=False)
    raise ValueError(f"no board of {pegs} pegs has {n} codes")


def _add(
    columns: Columns,
    entry: Entry,
    codes: np.ndarray,
    before: tuple[int, int],
    table: tuple[Rules, dict[str, Group]],
) -> None:
    """Add what follows an entry: its guess, and what follows each answer to that."""
    rules, lines = table
    group = entry.group
    if isinstance(group, str):
        if group not in lines:
            raise ValueError(f"there is no line {group}")
        group = lines[group]
    if group is None:
        if len(codes) > 1:
            raise ValueError(f"{len(codes)} codes are left, but there is no guess")
        group = Group(codes[0].tolist(), None)
    node = len(columns.codes)
    columns.codes.append(group.guess)
    columns.parent.append(before[0])
    columns.answer.append(before[1])
    order = answers_in_order(rules.pegs)
    entries = group.entries
    if entries is not None and len(entries) != len(order):
        raise ValueError(
            f"{len(entries)} numbers follow a guess; there are {len(order)} answers"
        )
    row = feedback_row(np.array(group.guess, np.uint8), codes, colors=rules.colors)
    if len(np.unique(row)) == 1 and row[0] != solved_answer(rules.pegs):
        raise ValueError(f"codes left: {len(codes)}; a guess tells none of them apart")
    for place, answer in enumerate(order):
        members = codes[row == answer]
        told = entries[place] if entries else Entry(len(members), None)
        if told.count != len(members):
            raise ValueError(
                f"codes left after {answer_in_words(answer, rules)}: "
                f"{told.count} by the table, {len(members)} in truth"
            )
        if len(members) and answer != solved_answer(rules.pegs):
            _add(columns, told, members, (node, answer), table)


class _Reader:
    """Takes a table apart, token by token."""

    def __init__(self, text: str, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        text = text.rstrip()
        self._tokens = []
        at = 0
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise ValueError(f"{shown(text[at : at + 20])} is no part of a table")
            self._tokens.append(found)
            at = found.end()
        self._tokens.reverse()

    def now(self, kind: str) -> bool:
        """Whether the next token is of a kind."""
        return bool(self._tokens) and self._tokens[-1][kind] is not None

    def take(self, kind: str) -> str:
        """Take the next token, which must be of a kind."""
        if not self.now(kind):
            met = self._tokens[-1][0].strip() if self._tokens else "the end"
            raise ValueError(f"a {kind} is needed, but {met!r} comes")
        return self._tokens.pop()[kind]

    def sign(self, wanted: str) -> bool:
        """Take the next sign if it is a wanted one, and say so."""
        if self.now("sign") and self._tokens[-1]["sign"] in wanted:
            self._tokens.pop()
            return True
        return False

    def end(self) -> None:
        """Refuse what comes after the table."""
        if self._tokens:
            raise ValueError(f"{self._tokens[-1][0].strip()!r} comes after the table")

    def entry(self) -> Entry:
        """A number, and a line's name or a group if one follows."""
        name = self._tokens[-1]["name"] if self.now("count") else None
        count = int(self.take("count"))
        if name is not None:
            return Entry(count, name)
        return Entry(count, self.group() if self.now("guess") else None)

    def group(self) -> Group:
        """A guess, and the entries of its answers if they follow."""
        guess = self._alphabet.read(self.take("guess"), "guess")
        entries = None
        if self.sign(":"):
            entries = [self.entry()]
            while self.sign(",;"):
                entries.append(self.entry())
        if not self.sign(")"):
            raise ValueError("a bracket is not closed")
        return Group(guess, entries)
