"""Stored second and third guesses, of boards where a search for them takes long."""

import csv
from functools import lru_cache
from importlib.resources import files

from mmlib.game.codes import as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules

#: The file of the stored guesses, a position a row. `tools.measure.openings` writes it.
STORED = files("mmlib.players") / "openings.csv"


def board(rules: Rules) -> str:
    """Write down which board it is."""
    size = f"{rules.pegs}x{rules.colors}"
    return size if rules.repeats else f"{size} without repeats"


def position(history: History) -> str:
    """Write a position down."""
    turns = zip(history.guesses, history.feedbacks.tolist(), strict=True)
    words = [board(history.rules)]
    words += [f"{as_text(guess)} {black}-{white}" for guess, (black, white) in turns]
    return " ".join(words)


@lru_cache(maxsize=1)
def openings() -> dict[str, str]:
    """Read the guesses, as digits, by position."""
    with STORED.open(newline="") as file:
        return {row["position"]: row["guess"] for row in csv.DictReader(file)}


@lru_cache(maxsize=1)
def boards() -> list[str]:
    """List the boards of which guesses are stored."""
    return sorted({told.partition(" ")[0] for told in openings()})
