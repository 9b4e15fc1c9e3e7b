"""Games taken apart, one row a turn."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from mmlib.checks import with_columns
from mmlib.experiments.game import Game, left_after
from mmlib.game.alphabet import Alphabet, as_alphabet
from mmlib.game.codes import as_code, as_codes, check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import black_and_white, feedback_matrix


def turns(
    games: pd.DataFrame, rules: Rules, *, alphabet: object = None, first: int = 0
) -> pd.DataFrame:
    """Take games apart, one row a turn, with the number of codes still possible.

    Raises TypeError or ValueError if an argument is malformed, or the games are of
    another size.

    Parameters
    ----------
    games, rules : DataFrame and Rules
        What `play_many` returned, or a part of it, or games from elsewhere in columns
        ``secret``, ``moves`` (with blanks between them) and ``scoring``; and the rules
        that these games were played by.
    alphabet, first : str or list of str, and {0, 1}, optional
        How the games write colors, as for `as_codes`, with a character for each color.

    Returns
    -------
    DataFrame
        Columns ``game`` (index of the row in `games`), ``turn`` (from 1), ``guess`` (as
        it was written), ``black``, ``white``, ``possible`` (whether the guess itself
        was consistent), ``before`` and ``after``: consistent codes before the guess and
        after its answer (after the winning one 1, the secret); -1 where the answers
        were not counted in the standard way, or too many codes are left to count.

    Examples
    --------
    >>> rules = mm.Rules(4, 6)
    >>> games = mm.play_many("random_consistent", rules, secrets=["0314"], seed=1)
    >>> taken = mm.turns(games, rules)
    >>> numbers = list(range(1, games.guesses[0] + 1))
    >>> taken.turn.tolist() == numbers, int(taken.after.iloc[-1])
    (True, 1)
    """
    check_rules(rules)
    written = as_alphabet(alphabet, first, rules.colors)
    if not written.joins:
        raise ValueError("alphabet: games are written with a character for each color")
    if isinstance(games, Game):
        raise TypeError(
            "games: a Game is not the table that play_many returns; "
            "play(..., story=True) tells its turns"
        )
    with_columns(games, "games", ("secret", "moves", "scoring"))
    board = games.attrs.get("board", str(rules))
    if board != str(rules):
        raise ValueError(f"rules: {rules}, but the games were played on {board}")
    if not all(
        isinstance(text, str)
        for name in ("secret", "moves", "scoring")
        for text in games[name]
    ):
        dtypes = "dtype={'secret': str, 'moves': str}"
        raise TypeError(
            "games: secret, moves and scoring must be texts; "
            f"read them with pd.read_csv(..., {dtypes})"
        )
    rows = []
    for index, secret, moves, scoring in zip(
        games.index, games.secret, games.moves, games.scoring, strict=True
    ):
        for turn in _turns(moves.split(), secret, rules, scoring, written):
            rows.append((index, *turn))
    columns = ["game", "turn", "guess", "black", "white", "possible", "before", "after"]
    return pd.DataFrame(rows, columns=columns)


def _turns(
    moves: list[str], secret: str, rules: Rules, scoring: str, alphabet: Alphabet
) -> Iterator:
    """The rows of one game, without its index."""
    guesses = as_codes(moves, rules, name="games", alphabet=alphabet)
    own = as_code(secret, rules, name="games", alphabet=alphabet)
    codes = np.vstack([guesses, own])
    # the answers to each guess, were another guess or the secret the code
    coded = feedback_matrix(guesses, codes, colors=rules.colors, scoring=scoring)
    answers = coded[:, -1]
    pairs = np.stack(black_and_white(answers, rules.pegs), axis=1)
    left = left_after(History.unchecked(rules, guesses, pairs, scoring))
    for turn, (move, pair) in enumerate(zip(moves, pairs.tolist(), strict=True)):
        # whether it would have been answered as the guesses before it were
        possible = bool((coded[turn, :turn] == answers[:turn]).all())
        yield turn + 1, move, *pair, possible, left[turn], left[turn + 1]
