"""The reference: a page for each folder of `mmlib`.

A page has the names that `mm.` completes and those that users call.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from inspect import isclass, ismodule
from operator import attrgetter
from pathlib import Path

import mmlib
from mmlib.players.registry import REGISTRY

#: The line that says where names in backquotes are sought.
SCOPE = ".. currentmodule:: mmlib"


def reference(text: str) -> dict[str, str]:
    """The pages by their place.

    What a `text`, all that users read, calls by the name of its module is documented.
    """
    called = sorted({*re.findall(r"\bmm\.([a-z_]+\.\w+)", text)})
    pages = {}
    index = [
        _heading("API", "="),
        SCOPE,
        "What ``mm`` completes after ``import mmlib as mm``.",
    ]
    for folder, names in _completed().items():
        title = folder.replace("_", " ").capitalize()
        said = import_module(f"mmlib.{folder}").__doc__
        listed = []
        parts = []
        # modules come last
        for name in sorted(names, key=lambda name: ismodule(getattr(mmlib, name))):
            thing = getattr(mmlib, name)
            within = [name]
            if ismodule(thing):
                parts += [_heading(f"mm.{name}", "-"), thing.__doc__]
                within = [full for full in called if full.startswith(f"{name}.")]
            within = [full for full in within if callable(attrgetter(full)(mmlib))]
            parts += [_entry(full, attrgetter(full)(mmlib)) for full in within]
            listed += within
        table = ".. autosummary::\n\n" + "\n".join(f"   {name}" for name in listed)
        pages[f"api/{folder}"] = "\n\n".join(
            [_heading(title, "="), SCOPE, said, table, *parts]
        )
        index += [_heading(title, "-"), said, table]
    toctree = ".. toctree::\n   :hidden:\n\n" + "\n".join(
        f"   /{page}" for page in pages
    )
    pages["api/index"] = "\n\n".join([*index, toctree])
    pages["players"] = "\n\n".join(
        [_heading("Players", "="), SCOPE, *map(_player, REGISTRY)]
    )
    return pages


def _completed() -> dict[str, list[str]]:
    """What `mm.` completes, by the folder of `mmlib` that it lives in."""
    folders: dict[str, list[str]] = {}
    lines = ast.parse(
        Path(mmlib.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    ).body
    for line in (line for line in lines if isinstance(line, ast.ImportFrom)):
        name = line.names[0].name
        folders.setdefault((line.module or name).split(".")[0], []).append(name)
    return folders


def _heading(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}"


def _entry(name: str, thing: object) -> str:
    return (
        f".. autoclass:: mmlib.{name}\n   :members:"
        if isclass(thing)
        else f".. autofunction:: mmlib.{name}"
    )


def _player(name: str) -> str:
    """A player's source, year and fidelity, and what its docstring says."""
    cls = REGISTRY[name]
    said = ", ".join(str(part) for part in (cls.source, cls.year, cls.fidelity) if part)
    return (
        f"{_heading(name, '-')}\n\n{said}.\n\n"
        f".. autoclass:: {cls.__module__}.{cls.__name__}"
    )
