"""Trees as other programs write them: as Graphviz, or as nested dictionaries.

A dictionary is JSON or Python. It has a guess, and what follows each answer:
``{"guess": "0012", "answers": {"1,1": {...}}}``, whatever the names; or the guess is
its only key: ``{"0012": {"1,1": {...}}}``. In Graphviz a node's label is its guess, and
an edge's label the answer. Answers are written 1,1 or 1b1w or 11.
"""

from __future__ import annotations

import ast
import json
import re
from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from mmlib.checks import shown
from mmlib.engine.coding import answer_of, solved_answer
from mmlib.game.alphabet import Alphabet
from mmlib.strategies.nested import Columns

#: How a text in Graphviz begins.
GRAPHVIZ = re.compile(r"\s*(strict\s+)?digraph\b", re.IGNORECASE)

#: How a dictionary of Python begins, and no JSON does.
PYTHON = re.compile(r"\s*\{\s*'|.*\{\s*\(", re.DOTALL)

#: A node, or an edge, and its label.
NODE = re.compile(r'"?([\w.-]+)"?\s*\[[^\]]*?\blabel\s*=\s*"([^"]*)"')
EDGE = re.compile(
    r'"?([\w.-]+)"?\s*->\s*"?([\w.-]+)"?\s*\[[^\]]*?\blabel\s*=\s*"([^"]*)"'
)

#: An answer: two numbers, each with a word, the first letter of which tells; two with
#: a sign between them, black pegs first; or two digits.
IN_WORDS = re.compile(r"(\d+)\s*([bwc])[a-z]*[\s,]*(\d+)\s*([bwc])[a-z]*")
IN_NUMBERS = re.compile(r"[(\[]?\s*(\d+)\s*[,;:/ -]\s*(\d+)\s*[)\]]?|(\d)(\d)")


class Position(NamedTuple):
    """A guess, and the positions that follow its answers."""

    guess: list[int]
    after: dict[int, Position]


def read_graphviz(text: str, alphabet: Alphabet) -> Columns:
    """Read a tree in Graphviz; `ValueError` for what is none."""
    edges = EDGE.findall(text)
    labels = dict(NODE.findall(EDGE.sub("", text)))
    follows = {child for _, child, _ in edges}
    roots = [name for name in labels if name not in follows]
    if len(follows) < len(edges):
        raise ValueError("a node follows two, or one twice: that is no tree")
    if len(roots) != 1:
        raise ValueError(f"a tree has one node that follows none, not {len(roots)}")
    children: dict[str, list[tuple[str, str]]] = {}
    for parent, child, label in edges:
        children.setdefault(parent, []).append((child, label))

    def position(name: str) -> Position:
        if name not in labels:
            raise ValueError(f"node {name} has no label, which would be its guess")
        guess = alphabet.read(labels[name], "guess")
        after: dict[int, Position] = {}
        for child, label in children.get(name, []):
            answer = _answer(label, len(guess), after)
            if answer != solved_answer(len(guess)):
                after[answer] = position(child)
        return Position(guess, after)

    return _columns(position(roots[0]))


def contents_of(text: str) -> object:
    """Read JSON or a dictionary of Python; `ValueError` for what is neither."""
    try:
        return json.loads(text)
    except ValueError as error:
        if not PYTHON.match(text):
            raise
        try:
            return ast.literal_eval(text.strip())
        except (SyntaxError, MemoryError):
            raise error from None


def read_dictionary(contents: dict, alphabet: Alphabet) -> Columns:
    """Read a tree of nested dictionaries; `ValueError` for what is none."""
    return _columns(_position(contents, alphabet))


def as_graphviz(columns: Columns, alphabet: Alphabet) -> str:
    """Write a tree in Graphviz."""
    pegs = len(columns.codes[0])
    lines = ["digraph strategy {"]
    for node, code in enumerate(columns.codes):
        lines.append(f'  {node} [label="{alphabet.write(code)}"];')
        if node:
            black, white = divmod(columns.answer[node], pegs + 1)
            parent = columns.parent[node]
            lines.append(f'  {parent} -> {node} [label="{black}b{white}w"];')
    return "\n".join([*lines, "}"])


def as_dictionary(columns: Columns, alphabet: Alphabet) -> str:
    """Write a tree as nested dictionaries, in JSON."""
    pegs = len(columns.codes[0])
    answers: list[dict[str, object]] = [{} for _ in columns.codes]
    for node in range(len(columns.codes) - 1, -1, -1):  # nodes come after their parent
        guess = alphabet.write(columns.codes[node])
        made = {"guess": guess, "answers": answers[node]} if answers[node] else guess
        if not node:
            return json.dumps(made)
        black, white = divmod(columns.answer[node], pegs + 1)
        before = answers[columns.parent[node]]
        answers[columns.parent[node]] = {f"{black},{white}": made, **before}
    raise AssertionError("a tree has a root")


def _position(contents: object, alphabet: Alphabet) -> Position:
    """The position that a part of a dictionary is."""
    if isinstance(contents, str):
        return Position(alphabet.read(contents, "guess"), {})
    if not isinstance(contents, dict):
        raise ValueError(f"{shown(contents)} is neither a guess nor a dictionary")
    texts = [value for value in contents.values() if isinstance(value, str)]
    inner = [value for value in contents.values() if isinstance(value, dict)]
    if len(texts) == 1 and len(inner) <= 1:
        [guess] = texts
    elif len(contents) == len(inner) == 1:
        [guess] = contents
    else:
        raise ValueError(f"{shown(contents)} has no guess, or several")
    colors = alphabet.read(str(guess), "guess")
    after: dict[int, Position] = {}
    for key, value in inner[0].items() if inner else ():
        answer = _answer(key, len(colors), after)
        if answer != solved_answer(len(colors)):
            after[answer] = _position(value, alphabet)
    return Position(colors, after)


def _answer(written: object, pegs: int, before: Collection[int]) -> int:
    """The answer that a text or a pair tells, coded; none of those `before`."""
    text = str(written).strip().lower()
    if found := IN_WORDS.fullmatch(text):
        one, of_one, other, of_other = found.groups()
        if (of_one == "b") == (of_other == "b"):
            raise ValueError(f"{shown(written)} is no answer, such as 1,1 or 1b1w")
        counts = (one, other) if of_one == "b" else (other, one)
    elif found := IN_NUMBERS.fullmatch(text):
        counts = tuple(number for number in found.groups() if number is not None)
    else:
        raise ValueError(f"{shown(written)} is no answer, such as 1,1 or 1b1w")
    black, white = (int(number[:6]) for number in counts)
    if black + white > pegs:
        raise ValueError(f"{shown(written)} is no answer on {pegs} pegs")
    coded = answer_of(black, white, pegs)
    if coded in before:
        raise ValueError(f"the answer {shown(written)} is there twice")
    return coded


def _columns(root: Position) -> Columns:
    """A tree as lists, a turn after the other."""
    columns = Columns([], [], [])
    if not root.guess:
        raise ValueError("a guess has no peg")
    waiting = deque([(root, -1, 0)])
    while waiting:
        position, parent, answer = waiting.popleft()
        if len(position.guess) != len(root.guess):
            raise ValueError("guesses differ in their pegs")
        node = len(columns.codes)
        columns.codes.append(position.guess)
        columns.parent.append(parent)
        columns.answer.append(answer)
        waiting += [(after, node, coded) for coded, after in position.after.items()]
    return columns
