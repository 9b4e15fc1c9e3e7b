"""A first look at a player of one's own.

It tells whether the player plays, and whether a seed gives the same games again.
"""

import warnings

import numpy as np
import pandas as pd
from joblib import delayed

from mmlib.checks import finite_number, whole_number
from mmlib.engine.processes import run_in_order
from mmlib.experiments.many import COLUMNS, Experiment
from mmlib.experiments.seeds import secrets_of
from mmlib.experiments.waiting import A_DAY
from mmlib.game.codes import check_rules
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player

#: Games of the check.
GAMES = 3

#: Processes that joblib is asked for. It starts some if there are more than one; one of
#: them plays.
ELSEWHERE = 2


class CheckedGames(pd.DataFrame):
    """A data frame that prints all its columns. What is made of it is a plain one."""

    def __repr__(self) -> str:
        """All rows and columns as text."""
        return pd.DataFrame(self).to_string()


def check_player(
    player: str | SupportsPlay,
    rules: Rules | None = None,
    *,
    seed: int = 1,
    seconds: float = 60,
) -> pd.DataFrame:
    """Let a player play three games several times, and say what is wrong with it.

    It plays them twice here and once in a process of their own. What is asked of a
    player: a `name`, a method ``next_guess(history, rng)`` that returns a code of these
    rules, and all its draws from `rng`, so that a seed gives the same games again, in
    any process. Raises TypeError or ValueError that says what is wrong; what the player
    itself raises goes on with a note that names the game. A player that cannot be sent
    to another process is looked at here only, with a UserWarning.

    Parameters
    ----------
    player : str or player
        Your player.
    rules : Rules, optional
        What it plays by, by default 4 pegs and 6 colors.
    seed : int
        As for `play_many`, whose games these are.
    seconds : float
        How long a guess may take, 0.1 to 86,400 s. One that takes longer is ended, and
        the ValueError says in which game and after which guesses. (In another thread
        than the main one, as soon as it comes back to Python code.)

    Returns
    -------
    DataFrame
        The three games, as of `play_many`. A game that is lost is no mistake.

    Examples
    --------
    >>> class First:
    ...     name = "first that fits"
    ...     def next_guess(self, history, rng):
    ...         return mm.consistent.consistent_codes(history)[0]
    >>> mm.check_player(First()).guesses.tolist()
    [7, 5, 5]
    """
    rules = Rules(4, 6) if rules is None else rules
    check_rules(rules)
    seed = whole_number(seed, "seed", 0, 2**63 - 1)
    seconds = finite_number(seconds, "seconds", 0.1, A_DAY)
    player = make_player(player)
    experiment = Experiment(player, rules, seed, seconds=seconds)
    codes = secrets_of(rules, GAMES, None, seed)
    rows = experiment.play(codes, 0)
    games = experiment.table(pd.DataFrame(rows, columns=COLUMNS))
    again = experiment.play(codes, 0)
    hint = "draw from `rng` only"
    _compare(player.name, seed, rows, again, hint)
    elsewhere = _played_elsewhere(experiment, codes)
    if elsewhere is not None:
        hint = (
            "in another process sets have another order, "
            "and `id` and `hash` other values"
        )
        _compare(player.name, seed, rows, elsewhere, hint)
    shown_whole = CheckedGames(games)
    shown_whole.attrs = games.attrs
    return shown_whole


def _played_elsewhere(experiment: Experiment, codes: np.ndarray) -> list[tuple] | None:
    """Return the rows of the same games in another process.

    They are None, with a warning, where the player cannot be sent there.
    """
    try:
        experiment.check_sent(ELSEWHERE)
    except TypeError as problem:
        warnings.warn(
            f"{problem}; so it was not looked at in a second process", stacklevel=3
        )
        return None
    [rows] = run_in_order([delayed(experiment.play)(codes, 0)], ELSEWHERE)
    return rows


def _compare(
    name: str, seed: int, rows: list[tuple], others: list[tuple], hint: str
) -> None:
    moves = COLUMNS.index("moves")
    for game, (row, other) in enumerate(zip(rows, others, strict=True)):
        if row[moves] != other[moves]:
            raise ValueError(
                f"player: {name} played game {game} of seed {seed} in two ways: "
                f"{row[moves]!r}, then {other[moves]!r}; {hint}"
            )
