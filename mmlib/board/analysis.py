"""What a position tells, as HTML.

It tells how many codes are still possible, the classes of the last guess, what the next
one promises, and luck.
"""

import functools
import html

import numpy as np
import pandas as pd

from mmlib.board.charts import bars
from mmlib.board.html_parts import are, count, lines
from mmlib.board.little_boards import code_list
from mmlib.game.history import History
from mmlib.reason.information import of_positions
from mmlib.reason.measures import entropy_of_one
from mmlib.reason.positions import Position

#: Possible codes are listed if they are no more than these.
FEW = 12


def analysis(
    history: History, current: np.ndarray | None = None, *, refused: bool = False
) -> str:
    """Tell what is known in a position, and what the next guess would tell.

    Where its next answer was `refused`, what is known was known before that answer.
    """
    position, possible, past = _known(history)
    left = _left(history, possible, refused)
    if current is None:
        return lines(left) + past
    return lines(left, _promise(current, position)) + past


def few_codes(history: History, *, folded: bool = False, refused: bool = False) -> str:
    """List the codes that are still possible, if they are few and none is found.

    The list is `folded` where one may not want to see them yet. Where the next answer
    was `refused`, they were possible before it.
    """
    position, _, _ = _known(history)
    if solved(history) or not 0 < position.count <= FEW:
        return ""
    shown = code_list(position.codes, history.alphabet)
    if folded:
        return f"<details><summary>Which are possible?</summary>{shown}</details>"
    return f"<div>Possible {'were' if refused else 'are'}:</div>{shown}"


@functools.lru_cache(maxsize=16)
def _known(history: History) -> tuple[Position, float, str]:
    """Tell how many codes are possible, and what the answers gave away.

    The result is kept, since every peg that is set asks for it.
    """
    walk = _walk(history)
    turns = of_positions(walk)
    possible = turns.after.iloc[-1] if len(turns) else float(history.rules.n_codes)
    past = ""
    if len(turns):
        past = _last_split(walk[-2], history) + _luck(turns)
    return walk[-1], possible, past


def _left(history: History, possible: float, refused: bool) -> str:
    """How many codes are possible, or were before an answer that was refused."""
    if solved(history):
        was_found = "Before this answer the code was found."
        return was_found if refused else "The code is found."
    number = _number(possible, ",.0f", "too many to count")
    codes = f"<b>{number}</b> of {history.rules.n_codes:,} codes"
    if refused:
        verb = "was" if possible == 1 else "were"
        return f"Before this answer {codes} {verb} possible."
    verb = "is" if possible == 1 else "are"
    return f"{codes} {verb} still possible."


@functools.lru_cache(maxsize=4)
def _walk(history: History) -> list[Position]:
    """The positions of a game; those before its last answer are mostly kept."""
    if not len(history):
        return [Position(history)]
    return [*_walk(history.first(len(history) - 1)), Position(history)]


def solved(history: History) -> bool:
    """Whether the last guess was the secret."""
    return bool(len(history) and history.feedbacks[-1, 0] == history.rules.pegs)


def _promise(guess: np.ndarray, position: Position) -> str:
    """What the next guess would tell, on average and at worst."""
    sizes = position.split(guess)
    if sizes is None:
        return "Too many codes are possible to tell what this guess would."
    write = position.history.alphabet.write
    fits = "it may be the secret" if sizes[-1] else "it cannot be the secret"
    return (
        f"<b>{html.escape(write(guess))}</b> would tell "
        f"<b>{entropy_of_one(sizes):.2f} bits</b> on average: "
        f"{are((sizes > 0).sum(), 'answer')} possible, "
        f"the most likely leaves {sizes.max():,}; {fits}."
    )


def _last_split(before: Position, history: History) -> str:
    """The classes of the last guess as bars, the one that came in color."""
    guess = history.guesses[-1]
    base = history.rules.pegs + 1
    sizes = before.split(guess)
    if sizes is None:
        return ""
    present = np.flatnonzero(sizes)
    black, white = history.feedbacks[-1]
    names = [f"{answer // base},{answer % base}" for answer in present]
    marked = int(np.flatnonzero(present == black * base + white)[0])
    codes = "one code" if sizes.sum() == 1 else count(sizes.sum(), "code")
    code = history.alphabet.write(guess)
    title = f"How {code} split {codes}, by black and white pegs of the answer"
    shown = bars(sizes[present].tolist(), names, marked=marked, label=title)
    return f"<div>{title}; the answer was {names[marked]}:</div>{shown}"


def _luck(turns: pd.DataFrame) -> str:
    """A table of the turns, and what luck comes to."""
    head = "".join(
        f"<th>{name}</th>"
        for name in ("guess", "codes left", "bits expected", "brought", "luck")
    )
    rows = "".join(
        f"<tr><td>{row.turn}. {row.guess}</td>"
        f"<td>{_number(row.after, ',.0f', 'many')}</td>"
        f"<td>{_number(row.expected)}</td><td>{_number(row.brought)}</td>"
        f"<td>{_number(row.luck, '+.2f')}</td></tr>"
        for row in turns.itertuples()
    )
    luck = turns.luck.sum(min_count=len(turns))
    if np.isnan(luck):
        verdict = "How a guess splits more than two million codes is not counted."
    elif abs(luck) < 0.5:
        verdict = "Luck has had little to do with it so far."
    else:
        gave = "given" if luck > 0 else "taken"
        verdict = (
            f"Luck has {gave} {abs(luck):.1f} bits so far; "
            "a bit halves the codes that are left."
        )
    return f"<table><tr>{head}</tr>{rows}</table><div>{verdict}</div>"


def _number(value: float, form: str = ".2f", unknown: str = "-") -> str:
    return unknown if np.isnan(value) else format(value, form)
