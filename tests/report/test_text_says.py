"""Sentences that do not hold: an error for machines, one line for readers."""

import subprocess
import sys

import IPython.display
import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.report import text_says as module_of
from tools.kernels import ENVIRONMENT

#: What a reader sees.
NOTE = "The text says 68 of 100; it was written for other values than yours."

#: Conditions that do not hold, with what a machine is told of them.
WRONG = {
    "False": False,
    "np.False_": np.False_,
    "nan": float("nan"),
    "<NA>": pd.NA,
    "array": np.array([True, True]),
    "KeyError": lambda: {}["mended"],
    "IndexError": lambda: pd.Series([1.0]).iloc[3] > 0,
    "ZeroDivisionError": lambda: 1 / 0 > 0,
    "1.5": lambda: 1.5,
}


@pytest.fixture
def machine(monkeypatch):
    monkeypatch.setenv(module_of.VARIABLE, "1")


@pytest.fixture
def reader(monkeypatch):
    monkeypatch.delenv(module_of.VARIABLE, raising=False)


@pytest.mark.parametrize("condition", [True, np.True_, lambda: True])
@pytest.mark.parametrize("strict", ["0", "1"])
def test_text_says_shows_nothing_where_the_sentence_holds(
    monkeypatch, capsys, condition, strict
):
    monkeypatch.setenv(module_of.VARIABLE, strict)
    assert mm.text_says(condition, "68 of 100") is None
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("told", "condition"), list(WRONG.items()))
def test_text_says_tells_a_reader_in_one_line(reader, capsys, told, condition):
    assert mm.text_says(condition, "68 of 100") is None
    assert capsys.readouterr().out == f"{NOTE}\n"


@pytest.mark.parametrize(("told", "condition"), list(WRONG.items()))
def test_text_says_stops_a_machine(machine, told, condition):
    with pytest.raises(AssertionError, match="the text says 68 of 100, but") as raised:
        mm.text_says(condition, "68 of 100")
    assert told in str(raised.value)


def test_text_says_keeps_the_exception_of_a_condition(machine):
    with pytest.raises(AssertionError) as raised:
        mm.text_says(lambda: {}["mended"], "68 of 100")
    assert isinstance(raised.value.__cause__, KeyError)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("68\nof 100", "The text says 68 of 100;"),
        ("the opening says 99", "The opening says 99;"),
        ("the text below says 99", "The text below says 99;"),
        ("as the table says", "The text says as the table says;"),
    ],
)
def test_text_says_names_the_place_of_a_sentence(reader, capsys, text, shown):
    mm.text_says(False, text)
    assert capsys.readouterr().out.startswith(shown)


@pytest.mark.parametrize("text", [None, 68, ["68"]])
@pytest.mark.parametrize("strict", ["0", "1"])
def test_text_says_needs_a_text(monkeypatch, text, strict):
    monkeypatch.setenv(module_of.VARIABLE, strict)
    with pytest.raises(TypeError, match=r"text: .*what a sentence says"):
        mm.text_says(True, text)


def test_text_says_lets_an_interrupt_through(reader):
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mm.text_says(interrupted, "68 of 100")


def test_text_says_in_a_notebook_is_a_quiet_line(reader, monkeypatch):
    shown = []
    monkeypatch.setattr(module_of, "in_notebook", lambda: True)
    monkeypatch.setattr(
        IPython.display, "display", lambda data, raw: shown.append((data, raw))
    )
    mm.text_says(False, "a < b")
    [(data, raw)] = shown
    assert raw
    assert data["text/html"].startswith(f"{module_of.NOTE}The text says a &lt; b;")
    assert data["text/plain"].startswith("The text says a < b;")


def test_text_says_stops_a_process_with_the_environment_of_the_tests():
    program = "import mmlib; mmlib.text_says(False, '68 of 100')"
    done = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert "AssertionError: the text says 68 of 100" in done.stderr
