"""Openings of six pegs and nine colors, for `far_sighted`, and what all codes take.

What they take is stored by the first answer. A guess of the far-sighted player depends
on the position alone, so that its games make up one tree. After two answers the guess
is bred anew some times, each time from another random start. Every guess that comes out
is tried with all the codes that are possible, and the player goes on from there. The
one after which they take the fewest guesses together is stored.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pandas as pd

import mmlib
from mmlib.engine.files import replace_files
from mmlib.experiments import results
from mmlib.players.entropic import Entropic
from mmlib.players.far_sighted import FarSighted, bred, rng_of_position
from mmlib.players.openings import STORED, position
from mmlib.players.settings import paired_code
from tools.measure.experiment import measured, parallel, store

#: Pegs of the board.
PEGS = 6

#: Colors of the board.
COLORS = 9

#: Guesses that a game can take, at most.
TURNS = 15

#: How often the third guess is bred: once as the far-sighted player does, for
#: comparison, and for the openings.
TIMES = (1, 16)

#: What the stored result says of its settings.
SETTINGS = {"board": f"{PEGS} x {COLORS}", "times": TIMES}

#: The far-sighted player with its own settings.
PLAYER = FarSighted()


def guesses_for(history: mmlib.History, times: int) -> list[np.ndarray]:
    """The far-sighted player's guess, and others that it could have bred."""
    first = bred.__wrapped__(tuple(PLAYER.settings.items()), history)[0]
    seeds = rng_of_position(history).integers(2**32, size=times - 1).tolist()
    others = (
        Entropic._choose(
            PLAYER, history, np.random.default_rng(seed), PLAYER.start(history.rules)
        )
        for seed in seeds
    )
    return list({guess.tobytes(): guess for guess in (first, *others)}.values())


def best(
    history: mmlib.History, codes: np.ndarray, times: int
) -> tuple[np.ndarray, dict[str, str]]:
    """Return how many possible codes are found at each turn, and the guesses chosen.

    The numbers are int64 (TURNS + 1,).
    """
    if len(codes) <= 2:
        return after(history, codes[0], codes, times)
    tried = guesses_for(history, times if len(history) == 2 else 1)
    ways = [(guess, *after(history, guess, codes, times)) for guess in tried]
    guess, found, chosen = min(ways, key=lambda way: int(way[1] @ np.arange(TURNS + 1)))
    mine = {position(history): mmlib.codes.as_text(guess)} if len(history) <= 2 else {}
    return found, mine | chosen


def after(
    history: mmlib.History, guess: np.ndarray, codes: np.ndarray, times: int
) -> tuple[np.ndarray, dict[str, str]]:
    """As `best`, for one guess."""
    found = np.zeros(TURNS + 1, np.int64)
    chosen = {}
    answers = mmlib.feedback_matrix(
        guess[np.newaxis], codes, colors=history.rules.colors
    )[0]
    for answer in np.unique(answers).tolist():
        black, white = divmod(answer, history.rules.pegs + 1)
        if black == history.rules.pegs:
            found[len(history) + 1] += 1
            continue
        more, then = best(
            history.after(guess, (black, white)), codes[answers == answer], times
        )
        found, chosen = found + more, chosen | then
    return found, chosen


def by_first_answer(
    black: int, white: int, times: int, pegs: int = PEGS, colors: int = COLORS
) -> pd.DataFrame:
    """Play the games with one answer to the first guess; return them in one row.

    The row says how many end at each turn, and has their openings.
    """
    rules = mmlib.Rules(pegs, colors, TURNS)
    codes = mmlib.all_codes(mmlib.Rules(pegs, colors))
    first = mmlib.as_codes([paired_code(rules)])[0]
    left = codes[
        mmlib.feedback_matrix([first], codes, colors=colors)[0]
        == black * (pegs + 1) + white
    ]
    found, chosen = best(mmlib.History(rules).after(first, (black, white)), left, times)
    row = {
        "times": times,
        "black": black,
        "white": white,
        "codes": len(left),
        "total": int(found @ np.arange(TURNS + 1)),
        "distribution": " ".join(map(str, np.trim_zeros(found, "b"))),
        "openings": ", ".join(f"{told} {guess}" for told, guess in chosen.items()),
    }
    return pd.DataFrame([row])


def contents() -> bytes:
    """What `far_sighted` reads: a position a row, and the guess that is best there."""
    rows = (
        results.read("openings", text=["openings"])
        .query("times == times.max()")
        .openings
    )
    told = [told.rsplit(" ", 1) for row in rows for told in row.split(", ")]
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([("position", "guess"), *told])
    return file.getvalue().encode()


def measure() -> None:
    """Store what the games take, and give the openings to the player.

    The code that is guessed first is left out.
    """
    rules = mmlib.Rules(PEGS, COLORS)
    answers = np.unique(
        mmlib.feedback_matrix(
            [paired_code(rules)], mmlib.all_codes(rules), colors=COLORS
        )
    )[:-1]
    jobs = [
        (*divmod(answer, PEGS + 1), times)
        for times in TIMES
        for answer in answers.tolist()
    ]
    frames = measured(
        "openings",
        by_first_answer,
        jobs,
        text=["distribution", "openings"],
        run=parallel,
    )
    store("openings", frames, SETTINGS)
    replace_files({Path(str(STORED)): contents()})
