"""What the experiments share: seed, resumable parts, and a row of a player's games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed

import mmlib
from mmlib.engine.progress_bar import progress
from mmlib.experiments import results
from mmlib.experiments.parts import Parts, mark
from mmlib.game.codes import DIGITS
from mmlib.players.base import Player
from mmlib.players.settings import paired_code

#: The folder of the checkout.
ROOT = Path(__file__).resolve().parents[2]

#: Finished parts stay here, so that a stopped `make data` goes on, and a changed
#: experiment keeps what did not change.
BUILD = ROOT / "build" / "measure"

#: The random seed that the experiments share.
SEED = 2026


def measured(
    name: str,
    make: Callable[..., pd.DataFrame],
    jobs: Sequence[tuple],
    *,
    text: Iterable[str] = (),
    run: Callable[[Callable, list], Iterable] = map,
) -> list[pd.DataFrame]:
    """Return what `make(*job)` returns for each job, with nothing made twice.

    Jobs are plain JSON, and hold all that counts. `text` names the columns whose digits
    are codes; `run` maps the function over the jobs, in order.
    """
    marked = {mark(*job): job for job in jobs}
    with Parts(results.path_of(name, BUILD), {"seed": SEED}, text) as parts:
        frames = parts.resume(marked, lambda todo: run(lambda job: make(*job), todo))
        done = dict(
            zip(
                marked,
                progress(frames, total=len(marked), description=name, unit="part"),
                strict=True,
            )
        )
    return [done[mark(*job)].copy() for job in jobs]


def parallel(make: Callable, jobs: list) -> Iterable:
    """Map a function over jobs on all cores, as `run` of `measured`."""
    calls = (delayed(make)(job) for job in jobs)
    return Parallel(n_jobs=-1, return_as="generator")(calls)


def in_one_cell(guesses: Iterable[int]) -> str:
    """Write the guesses of many games as one text, a digit or letter a game."""
    return "".join(DIGITS[number] for number in guesses)


def from_one_cell(text: str) -> np.ndarray:
    """Read the guesses of many games that `in_one_cell` wrote, int64 (games,)."""
    return np.array([DIGITS.index(digit) for digit in text], np.int64)


def store(name: str, frames: Iterable[pd.DataFrame], settings: dict) -> None:
    """Write a result of `make data`."""
    results.write(
        name,
        pd.concat(frames, ignore_index=True),
        settings=settings,
        command="make data",
    )


def player_on(rules: mmlib.Rules, name: str | type[Player], settings: dict) -> Player:
    """Make a player, by its name or its class.

    If its first guess is "paired", it is the paired code of these rules.
    """
    if settings.get("first_guess") == "paired":
        settings = settings | {"first_guess": paired_code(rules)}
    return mmlib.player(name, **settings) if isinstance(name, str) else name(**settings)


def games_of(
    size: tuple[int, int],
    label: str,
    name: str | type[Player],
    settings: dict,
    n: int,
    every: bool = False,
) -> pd.DataFrame:
    """Guesses of n games of one player, or of n times every code, in one row."""
    rules = mmlib.Rules(*size, 15)
    secrets = (
        {"secrets": np.tile(mmlib.all_codes(rules), (n, 1))} if every else {"games": n}
    )
    player = player_on(rules, name, settings)
    games = mmlib.play_many(player, rules, **secrets, seed=SEED, description=label)
    row = {
        "board": "{} x {}".format(*size),
        "label": label,
        "player": player.name,
        "settings": json.dumps(settings),
        "evaluations": round(games.evaluations.mean(), 1),
        "unsolved": int((~games.solved).sum()),
        "guesses": in_one_cell(games.guesses),
    }
    return pd.DataFrame([row])


def one_thread(
    size: tuple[int, int], label: str, name: str, settings: dict, n: int
) -> pd.DataFrame:
    """Time a game on one thread, in milliseconds, measured with at most n games."""
    rules = mmlib.Rules(*size, 15)
    ranking = mmlib.leaderboard(
        rules, {label: player_on(rules, name, settings)}, n, SEED, n_jobs=1
    )
    row = {
        "board": "{} x {}".format(*size),
        "label": label,
        "settings": json.dumps(settings),
    }
    return pd.DataFrame([row | {"milliseconds": round(ranking.milliseconds[label], 3)}])
