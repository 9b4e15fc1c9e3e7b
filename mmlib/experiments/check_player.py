"""A first look at a player of one's own: whether it plays, and a seed gives the same games again."""

import pandas as pd

from mmlib.experiments.many import play_many
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player

#: Games of the check.
GAMES = 3


def check_player(player: str | SupportsPlay, rules: Rules | None = None, *, seed: int = 1) -> pd.DataFrame:
    """Let a player play three games twice, and say what is wrong with it.

    What is asked of a player: a `name`, a method ``next_guess(history, rng)`` that returns a code of these rules, and
    all its draws from `rng`, so that a seed gives the same games again. Raises TypeError or ValueError that says what
    is wrong; what the player itself raises goes on with a note that names the game.

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
    if len(other := games.index[games.moves != again.moves]):
        name, game = make_player(player).name, int(other[0])
        told = f"{games.moves[game]!r}, then {again.moves[game]!r}"
        raise ValueError(f"player: {name} played game {game} of seed {seed} in two ways: {told}; draw from `rng` only")
    return games
