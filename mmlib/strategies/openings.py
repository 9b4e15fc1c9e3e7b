"""Stored second and third guesses, of boards where a search for them takes long."""

import csv
from functools import lru_cache
from importlib.resources import files

from mmlib.game.codes import as_text
from mmlib.game.history import History

#: The file of the stored guesses, a position a row. `tools.measure.openings` writes it.
STORED = files("mmlib.strategies") / "openings.csv"


def position(history: History) -> str:
    """Write a position down."""
    rules = history.rules
    turns = zip(history.guesses, history.feedbacks.tolist(), strict=True)
    words = [f"{rules.pegs}x{rules.colors}"]
    words += [f"{as_text(guess)} {black}-{white}" for guess, (black, white) in turns]
    return " ".join(words)


@lru_cache(maxsize=1)
def openings() -> dict[str, str]:
    """Read the guesses, as digits, by position."""
    with STORED.open(newline="") as file:
        return {row["position"]: row["guess"] for row in csv.DictReader(file)}
