"""A first look at a player of one's own: whether it plays, and a seed gives the same games again."""

import warnings

import pandas as pd
from joblib import delayed

from mmlib.engine.processes import run_in_order
from mmlib.experiments.many import COLUMNS, Experiment, play_many
from mmlib.experiments.seeds import secrets_of
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player

#: Games of the check.
GAMES = 3

#: With more than one process, joblib starts some; one of them plays.
ELSEWHERE = 2


def check_player(player: str | SupportsPlay, rules: Rules | None = None, *, seed: int = 1) -> pd.DataFrame:
    """Let a player play three games twice here and once in a process of their own, and say what is wrong with it.

    What is asked of a player: a `name`, a method ``next_guess(history, rng)`` that returns a code of these rules, and
    all its draws from `rng`, so that a seed gives the same games again, in any process. Raises TypeError or ValueError
    that says what is wrong; what the player itself raises goes on with a note that names the game. A player that cannot
    be sent to another process is looked at here only, with a UserWarning.

    Parameters
    ----------
    player : str or player
        Your player.
    rules : Rules, optional
        What it plays by, by default 4 pegs and 6 colors.
    seed : int
        As for `play_many`, whose games these are.

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
    games = play_many(player, rules, games=GAMES, seed=seed, n_jobs=1)
    again = play_many(player, rules, games=GAMES, seed=seed, n_jobs=1)
    player = make_player(player)
    hint = "draw from `rng` only"
    _compare(player.name, seed, games.moves.tolist(), again.moves.tolist(), hint)
    elsewhere = _moves_elsewhere(player, rules, seed)
    if elsewhere is not None:
        hint = "in another process sets have another order, and `id` and `hash` other values"
        _compare(player.name, seed, games.moves.tolist(), elsewhere, hint)
    return games


def _moves_elsewhere(player: SupportsPlay, rules: Rules, seed: int) -> list[str] | None:
    """The moves of the same games in another process, or None with a warning where the player cannot be sent there."""
    experiment = Experiment(player, rules, seed)
    try:
        experiment.check_sent(ELSEWHERE)
    except TypeError as problem:
        warnings.warn(f"{problem}; so it was not looked at in a second process", stacklevel=3)
        return None
    codes = secrets_of(rules, GAMES, None, seed)
    [rows] = run_in_order([delayed(experiment.play)(codes, 0)], ELSEWHERE)
    moves = COLUMNS.index("moves")
    return [row[moves] for row in rows]


def _compare(name: str, seed: int, moves: list[str], others: list[str], hint: str) -> None:
    for game, (one, other) in enumerate(zip(moves, others, strict=True)):
        if one != other:
            told = f"{one!r}, then {other!r}"
            raise ValueError(f"player: {name} played game {game} of seed {seed} in two ways: {told}; {hint}")
