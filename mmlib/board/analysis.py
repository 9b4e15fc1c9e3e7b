"""What a position tells, as HTML: codes still possible, the last guess's classes, the next one's promise, and luck."""

from __future__ import annotations

import functools
import html

import numpy as np
import pandas as pd

from mmlib.board.charts import bars
from mmlib.game.codes import as_text
from mmlib.game.history import History
from mmlib.reason.information import entropy, information, split_by


def analysis(history: History, current: np.ndarray | None = None) -> str:
    """Tell what is known in a position, and what the next guess would tell."""
    count, past = _known(history)
    parts = [f"<div>{count}</div>"]
    if current is not None:
        parts.append(f"<div>{_promise(current, history)}</div>")
    return "".join((*parts, past))


@functools.lru_cache(maxsize=16)
def _known(history: History) -> tuple[str, str]:
    """How many codes are possible, and what the answers gave away; kept, since every peg that is set asks for it."""
    turns = information(history)
    possible = turns.after.iloc[-1] if len(turns) else float(history.rules.n_codes)
    count = "<b>over two million</b>" if np.isnan(possible) else f"<b>{possible:,.0f}</b>"
    are = "codes are" if possible != 1 else "codes is"
    count = "The code is found." if solved(history) else f"{count} of {history.rules.n_codes:,} {are} still possible."
    return count, _last_split(history) + _luck(turns) if len(turns) else ""


def solved(history: History) -> bool:
    """Whether the last guess was the secret."""
    return bool(len(history) and history.feedbacks[-1, 0] == history.rules.pegs)


def _promise(guess: np.ndarray, history: History) -> str:
    sizes = split_by(guess, history)
    if sizes is None:
        return "Too many codes are possible to tell what this guess would."
    fits = "it may be the secret" if sizes[-1] else "it cannot be the secret"
    parts = (sizes > 0).sum()
    return (
        f"<b>{as_text(guess)}</b> would tell <b>{entropy(sizes):.2f} bits</b> on average: {parts} "
        f"answer{'s are' if parts > 1 else ' is'} possible, the most likely leaves {sizes.max():,}; {fits}."
    )


def _last_split(history: History) -> str:
    """The classes of the last guess as bars, the one that came in color."""
    past = History.unchecked(history.rules, history.guesses[:-1], history.feedbacks[:-1], history.scoring)
    guess, base = history.guesses[-1], history.rules.pegs + 1
    sizes = split_by(guess, past)
    if sizes is None:
        return ""
    present = np.flatnonzero(sizes)
    black, white = history.feedbacks[-1]
    names = [f"{answer // base},{answer % base}" for answer in present]
    marked = int(np.flatnonzero(present == black * base + white)[0])
    codes = "one code" if sizes.sum() == 1 else f"{sizes.sum():,} codes"
    title = f"How {as_text(guess)} split {codes}, by black and white pegs of the answer"
    shown = bars(sizes[present].tolist(), names, marked=marked, label=title)
    return f"<div>{title}; the answer was {names[marked]}:</div>{shown}"


def _luck(turns: pd.DataFrame) -> str:
    """A table of the turns, and what luck comes to."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in ("guess", "codes left", "bits expected", "told", "luck"))
    rows = "".join(
        f"<tr><td>{row.turn}. {row.guess}</td><td>{_count(row.after)}</td><td>{_bits(row.expected)}</td>"
        f"<td>{_bits(row.told)}</td><td>{_bits(row.luck, signed=True)}</td></tr>"
        for row in turns.itertuples()
    )
    luck = turns.luck.sum(min_count=len(turns))
    if np.isnan(luck):
        verdict = "Of more than two million codes it is not told how a guess splits them."
    elif abs(luck) < 0.5:
        verdict = "Luck has had little to do with it so far."
    else:
        gave = "given" if luck > 0 else "taken"
        verdict = f"Luck has {gave} {abs(luck):.1f} bits so far; a bit halves the codes that are left."
    return f"<table><tr>{head}</tr>{rows}</table><div>{verdict}</div>"


def _count(value: float) -> str:
    return "many" if np.isnan(value) else f"{value:,.0f}"


def _bits(value: float, *, signed: bool = False) -> str:
    if np.isnan(value):
        return "-"
    return f"{value:+.2f}" if signed else f"{value:.2f}"
