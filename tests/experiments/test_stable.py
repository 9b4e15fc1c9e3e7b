"""Settings as texts.

They are those of `repr` where it is the same in every process; else they are named as
what they are.
"""

import collections
import dataclasses
import enum
import fractions
import os
import pathlib
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.experiments.seeds import config_of
from mmlib.experiments.stable import stable_text

Pair = collections.namedtuple("Pair", "one other")


class Color(enum.Enum):
    RED = 1
    ODD = object()


@dataclasses.dataclass
class Box:
    content: object


class Own(list):
    pass


#: What a setting may be; the numbers that seeds were made of so far, stay.
AS_PRINTED = (
    *(None, True, 7, -0.0, float("nan"), 2j, "a", b"a", 10**300, range(10**12)),
    *(np.float64(0.1), np.int8(3), np.bool_(True), np.str_("x")),
    *([1, "a", (2,), ()], {"a": {(1, 2): 0.5}}, ({}, {(4, 0): 0.2}), set(), {1, 2, 10}),
    *(frozenset({1}), Pair(1, "..."), Box([2, "..."]), Own([1]), Color.RED, int),
    *(
        collections.OrderedDict(a=1),
        collections.Counter("aab"),
        fractions.Fraction(1, 3),
    ),
    *(pathlib.Path("../x"), mm.Rules(4, 6), mm.player("le_adoga", first_guess="0012")),
    *(
        np.array([0, 1], np.uint8),
        np.array([0.1, 0.25, 1e-9]),
        np.arange(60).reshape(3, 20),
    ),
    *(np.array(["a", "b"]), np.array([1, None], object), np.array(3)),
)


@pytest.mark.parametrize("value", AS_PRINTED, ids=repr)
def test_stable_text_is_mostly_what_is_printed(value):
    assert stable_text(value, "setting") == repr(value)


def looped():
    value = [1]
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (object(), "is an object, which no text describes"),
        (lambda: 0, "is a function"),
        ([{"a": looped}], "holds a function"),
        (np.random.default_rng(1), "is a Generator"),
        (iter([1]), "is a list_iterator"),
        (looped(), "is something that holds itself"),
        (pd.Series([1]), "is a Series"),
        (pd.DataFrame({"a": [1]}), "is a DataFrame"),
        (np.ma.array([1]), "is a masked array"),
        (np.array([object()]), "holds an object"),
        (Color.ODD, "holds an object"),
        (Box(print.__call__), "holds a function"),
        (
            type("Long", (), {"__repr__": lambda self: "Long(1...9)"})(),
            "a Long, whose `repr` leaves something out",
        ),
        (
            type("Bad", (), {"__repr__": lambda self: 1 / 0})(),
            r"cannot be printed \(division by zero\)",
        ),
    ],
    ids=lambda one: one[:20] if isinstance(one, str) else "",
)
def test_stable_text_names_what_has_none(value, told):
    class Mine:
        name = "mine"
        settings = {"f": value}  # noqa: RUF012 - as users write it

    with pytest.raises(
        TypeError,
        match=f"player: its setting 'f' .*{told}.*; allowed are None, numbers",
    ):
        config_of(Mine(), mm.Rules(4, 6), "standard")


def test_texts_of_needs_names_that_are_texts():
    class Mine:
        name = "mine"
        settings = {"a": 1, 2: 3}  # noqa: RUF012 - as users write it

    with pytest.raises(
        TypeError, match="player: the setting 2 has no text as its name but an int"
    ):
        config_of(Mine(), mm.Rules(4, 6), "standard")


def test_stable_text_differs_where_values_do():
    """`repr` shortens long arrays, and NumPy's options shorten all."""
    long = np.zeros(2000)
    other = long.copy()
    other[1000] = 1e-12
    thirds = np.array([1 / 3]), np.array([1 / 3 + 1e-12])
    values = [
        long,
        other,
        long.reshape(2, 1000),
        long.astype("f4"),
        long.astype(">f8"),
        *thirds,
        10**5000,
        10**5001,
    ]
    texts = [stable_text(value, "setting") for value in values]
    assert len(set(texts)) == len(texts)
    with np.printoptions(precision=2, threshold=5):
        assert [stable_text(value, "setting") for value in values] == texts
        assert stable_text(Box(thirds[0]), "setting") == f"Box(content={texts[5]})"


#: A program that prints the number of an experiment with sets among its settings.
PROGRAM = """
import mmlib as mm
from dataclasses import dataclass
@dataclass
class Box:
    content: object
class Mine:
    name = "mine"
    settings = {"colors": {"red", "green", "blue"},\
 "box": Box(frozenset({"x", "y", "z"})), "n": {(1, "a"), (0, "b")}}
from mmlib.experiments.seeds import config_of
print(config_of(Mine(), mm.Rules(4, 6), "standard"))
"""


def test_stable_text_of_sets_is_one_in_every_process():
    found = set()
    for hash_seed in ("1", "2", "3"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1
