"""The turns of a game in a text, in the forms that people write them."""

from __future__ import annotations

import csv
import re

from mmlib.checks import shown

#: A board and a game, as `repr` writes a history.
WRITTEN = re.compile(
    r"\s*History\((\d+) pegs? x (\d+) colors( without repeats)?: (.*)\)\s*", re.DOTALL
)

#: What `repr` writes where there is no turn.
NO_TURN = "no guess yet"

#: What may stand between turns.
SEPARATORS = " \t\n,;"

#: The forms of a turn.
FORMS = tuple(
    re.compile(rf"[\s,;]*(?P<guess>[^:;\n]+?){form}(?![^\s,;])", re.IGNORECASE)
    for form in (
        # 0012 1b2w, or 0012: 1 black, 2 white
        r"\s*[:\s]\s*(?P<black>\d{1,9})\s*b[a-z]*[\s,]*(?P<white>\d{1,9})\s*w[a-z]*",
        # 0012: 1,2, or 0012: 1 2
        r"\s*:\s*(?P<black>\d{1,9})\s*[,/\s]\s*(?P<white>\d{1,9})",
        # 0012 1 2, or 0012,1,2, a line each
        r"[ \t]*[,\t ][ \t]*(?P<black>\d{1,9})[ \t]*[,\t ][ \t]*(?P<white>\d{1,9})"
        r"[ \t]*(?=\n|;|$)",
    )
)

#: What a table's columns of guesses, black pegs and white pegs may be called.
COLUMNS = (
    ("guess", "guesses", "code", "move"),
    ("black", "blacks", "bulls", "b"),
    ("white", "whites", "cows", "w"),
)

#: What a message says is read.
READ = (
    "write a guess and its black and white pegs, such as '0012 1b2w' or '0012: 1,2', "
    "a line each or with commas between; or a table with columns guess, black, white"
)


def turns_in(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """Find the guesses in a text, and the black and white pegs of each.

    `ValueError` that quotes what is no turn.
    """
    text = text.lstrip("\ufeff")
    if text.strip() in ("", NO_TURN):
        return [], []
    table = _in_a_table(text)
    if table is not None:
        return table
    lines = (" ".join(line.split()) for line in text.splitlines())
    text = "\n".join(line for line in lines if line)
    furthest = 0
    for form in FORMS:
        guesses, answers, end = _of_form(form, text)
        if not text[end:].strip(SEPARATORS):
            return guesses, answers
        furthest = max(furthest, end)
    rest = text[furthest:].strip(SEPARATORS)
    raise ValueError(f"text: {shown(rest)} is no turn; {READ}")


def _of_form(
    form: re.Pattern, text: str
) -> tuple[list[str], list[tuple[int, int]], int]:
    """The turns of one form that a text begins with, and where they end."""
    guesses = []
    answers = []
    end = 0
    while found := form.match(text, end):
        guesses.append(found["guess"].strip(" \t,"))
        answers.append((int(found["black"]), int(found["white"])))
        end = found.end()
    return guesses, answers, end


def _in_a_table(text: str) -> tuple[list[str], list[tuple[int, int]]] | None:
    """The turns of a table whose first line names its columns; None if none does."""
    lines = text.strip().splitlines()
    for delimiter in (",", ";", "\t"):
        try:
            rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
        except csv.Error as error:
            raise ValueError(f"text: {error}") from None
        header = [name.strip().lower() for name in rows[0]]
        places = [
            next((header.index(name) for name in names if name in header), None)
            for names in COLUMNS
        ]
        if None not in places:
            return _of_columns(rows[1:], places)
    return None


def _of_columns(
    rows: list[list[str]], places: list[int]
) -> tuple[list[str], list[tuple[int, int]]]:
    """The turns of a table's rows."""
    guesses = []
    answers = []
    for row in rows:
        cells = [row[place].strip() if place < len(row) else "" for place in places]
        guess, *counts = cells
        if not guess or not all(
            count.isdecimal() and len(count) < 10 for count in counts
        ):
            raise ValueError(f"text: the row {shown(','.join(row))} is no turn; {READ}")
        guesses.append(guess)
        answers.append((int(counts[0]), int(counts[1])))
    return guesses, answers
