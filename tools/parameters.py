"""Other values for the parameters of a notebook.

They stand in its one cell that is tagged `parameters`, as papermill wants it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import nbformat

#: The tag of the cell of parameters.
TAG = "parameters"


def read_setting(text: str) -> tuple[str, str]:
    """Read a name and its value, as Python writes it, from a text such as SEED=6."""
    name, given, value = text.partition("=")
    name = name.strip()
    if not (name.isidentifier() and given and value.strip()):
        raise ValueError(f"set: {text!r} is not a name and its value, such as SEED=6")
    needed = f"texts need quotes that the shell leaves, as \"{name}='kooi'\""
    try:
        parsed = ast.parse(value.strip(), mode="eval").body
    except SyntaxError:
        raise ValueError(
            f"set: {value!r} is no value that Python reads; {needed}"
        ) from None
    if isinstance(parsed, ast.Name):
        raise ValueError(f"set: {value!r} is a name; {needed}")
    return name, ast.unparse(parsed)


def parameters_of(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The cell of parameters."""
    [cell] = [cell for cell in notebook.cells if TAG in cell.metadata.get("tags", [])]
    return cell


def with_values(source: str, values: dict[str, str]) -> str:
    """The source of a cell of parameters with other values.

    Raises ValueError that lists its parameters where one of these is none.
    """
    places = dict(_values_in(source))
    for name in values:
        if name not in places:
            known = ", ".join(places)
            raise ValueError(f"set: {name} is no parameter here; there are {known}")
    spans = [places[name] for name in values]
    if len(set(map(id, spans))) < len(spans):
        raise ValueError(
            f"set: {', '.join(values)} are one value here; set one of them"
        )
    lines = source.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line.encode()))
    content = source.encode()
    # from the end, so that no place before it moves
    for name in sorted(values, key=lambda name: -_span(places[name], begins)[0]):
        start, end = _span(places[name], begins)
        content = content[:start] + values[name].encode() + content[end:]
    return content.decode()


def _values_in(source: str) -> Iterator[tuple[str, ast.expr]]:
    """The names that a cell assigns, and where their values stand."""
    for statement in ast.parse(source).body:
        if not isinstance(statement, ast.Assign):
            continue
        for target in statement.targets:
            if isinstance(target, ast.Name):
                yield target.id, statement.value
            elif isinstance(target, ast.Tuple) and isinstance(
                statement.value, ast.Tuple
            ):
                for one, value in zip(target.elts, statement.value.elts, strict=True):
                    if isinstance(one, ast.Name):
                        yield one.id, value


def _span(value: ast.expr, begins: list[int]) -> tuple[int, int]:
    """Where a value begins and ends, in bytes."""
    assert value.end_lineno is not None
    assert value.end_col_offset is not None
    start = begins[value.lineno - 1] + value.col_offset
    return start, begins[value.end_lineno - 1] + value.end_col_offset
