"""A hint for a game in progress: what is left, what to guess, which answer is wrong."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from mmlib.checks import seed_or_drawn
from mmlib.game.alphabet import Alphabet
from mmlib.game.codes import all_codes, as_code
from mmlib.game.history import History, as_history, check_unfinished
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.reason import first_guess, measures, partitions
from mmlib.reason.consistent import MOST_FILTERED, MOST_LISTED, peg_by_peg
from mmlib.reason.contradictions import contradictions
from mmlib.reason.positions import Position

#: Guesses that a hint's table shows, besides that of the player.
SHOWN = 10

#: Codes that a hint lists, of those that fit.
LISTED = 1000

#: Pairs of a guess and a code that are scored for the table: a second's worth.
MOST_SCORED = 3 * 10**8

#: Codes that fit, evenly chosen, that are scored as guesses where not every code is.
SOME = 500


@dataclass(frozen=True)
class Hint:
    """What `hint` returns; it shows itself as text and in a notebook.

    Attributes
    ----------
    history : History
        The game so far.
    player : str
        The name of the player that was asked.
    seed : int
        What its draws came from.
    guess : ndarray of uint8, shape (pegs,), or None
        What it would guess; None where no code fits.
    left : int
        How many codes fit all answers; -1 where they are too many to count.
    codes : ndarray of uint8, shape (n, pegs), n <= 1000
        The first of them, in lexicographic order.
    table : DataFrame
        The player's guess and the best ten, the most informative first: ``guess`` (as
        the history writes codes); ``bits``, what its answer brings on average;
        ``largest``, the codes that fit after the most likely answer; ``chance``, 0..1,
        that it is the secret. Empty where too many codes fit.
    contradictions : list of tuple of int
        Where no code fits: the smallest sets of turns, numbered from 0, without whose
        answers some code would. All sets of the least size; on boards of over 5 million
        codes, of three turns at most.
    """

    history: History
    player: str
    seed: int
    guess: np.ndarray | None
    left: int
    codes: np.ndarray
    table: pd.DataFrame
    contradictions: list[tuple[int, ...]]

    def __repr__(self) -> str:
        return "\n".join([*self._sentences(), *self._rows()])

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{html.escape(one)}</p>" for one in self._sentences())
        if not len(self.table):
            return said
        return (
            said
            + self._written().to_html(index=False, border=0)
            + f"<p><small>{html.escape(self._legend())}</small></p>"
        )

    def _sentences(self) -> Iterator[str]:
        """What a person at the table is told."""
        if self.guess is None:
            yield "No code fits all answers."
            yield self._suspects()
            return
        write = self.history.alphabet.write
        yield f"{self.player} would guess {write(self.guess)}."
        every = f"{self.history.rules.n_codes:,}"
        if self.left < 0:
            yield f"More of the {every} codes fit than can be counted."
            return
        verb = "fits" if self.left == 1 else "fit"
        some = ", ".join(write(code) for code in self.codes[:5])
        more = ", ..." if self.left > 5 else ""
        yield f"{self.left:,} of {every} codes {verb}: {some}{more}"

    def _suspects(self) -> str:
        """Say which answers may be wrong."""
        if not self.contradictions:
            return "Which answers may be wrong is not known."
        sets = [_listed_in_words(turns) for turns in self.contradictions[:5]]
        more = ", or others" if len(self.contradictions) > 5 else ""
        if len(self.contradictions[0]) > 1:
            said = f"answers of turns {', or of '.join(sets)}"
        else:
            said = f"answer of turn {', or of turn '.join(sets)}"
        return f"Some would without the {said}{more}."

    def _written(self) -> pd.DataFrame:
        """The table as it is shown."""
        return self.table.assign(
            bits=self.table.bits.map("{:.2f}".format),
            chance=self.table.chance.map("{:.1%}".format),
        )

    def _rows(self) -> list[str]:
        if not len(self.table):
            return []
        return ["", self._written().to_string(index=False), self._legend()]

    def _legend(self) -> str:
        """What the columns of the table are, and what they do not tell."""
        told = (
            "bits: what the answer tells on average; largest: codes left after the "
            "likeliest answer; chance: that this is the code."
        )
        best = self.table.guess[0]
        if self.guess is None or best != self.history.alphabet.write(self.guess):
            told += f" A player may look further than {best}, which comes first here."
        return told


def hint(
    history: History,
    player: str | SupportsPlay | None = None,
    seed: int | None = None,
) -> Hint:
    """Tell what is left in a game in progress, and what a player would guess next.

    Where no code fits all answers, it tells which of them may be wrong.

    Raises TypeError or ValueError if an argument is malformed, the code was found or no
    guess is left, or the player does not play on this board or under this count.

    Parameters
    ----------
    history : History
        Guesses and answers so far.
    player : str or player, optional
        Whom to ask, as for `play`: by default "entropic" or, where answers are not
        counted in the standard way, "one_step".
    seed : int, optional
        Where the player draws, the same seed gives the same guess; by default one is
        drawn.

    Returns
    -------
    Hint

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "1340"], [(1, 1), (0, 2)])
    >>> hint = mm.hint(history)
    >>> hint.left, mm.codes.as_text(hint.guess)
    (67, '5213')
    >>> hint.table.head(2).round(2).to_numpy().tolist()
    [['2513', 3.45, 11, 0.01], ['5213', 3.45, 12, 0.01]]
    >>> mm.hint(mm.History(mm.Rules(4, 6), ["0012", "0012"], [(1, 1), (0, 2)]))
    No code fits all answers.
    Some would without the answer of turn 1, or of turn 2.
    """
    history = as_history(history)
    check_unfinished(history)
    if player is None:
        player = "entropic" if history.scoring == "standard" else "one_step"
    made = make_player(player)
    position = Position(history)
    left = position.count  # refuses other counts on large boards
    seed = seed_or_drawn(seed)
    if left == 0:
        found = contradictions(history)
        none = np.empty((0, history.rules.pegs), np.uint8)
        return Hint(history, made.name, seed, None, 0, none, _no_table(), found)
    asked = made.next_guess(history, np.random.default_rng(seed))
    guess = as_code(asked, history.rules, name="guess")
    codes = _first_codes(position, left)
    table = _best(position, guess)
    return Hint(history, made.name, seed, guess, left, codes, table, [])


def _first_codes(position: Position, left: int) -> np.ndarray:
    """The first of the codes that fit."""
    history = position.history
    if left < 0 or left >= MOST_LISTED:
        return peg_by_peg(history, LISTED, True)[1]
    return position.codes[:LISTED].copy()


def _best(position: Position, guess: np.ndarray) -> pd.DataFrame:
    """The best guesses of those that there is time for, and that of the player."""
    rules = position.history.rules
    scoring = position.history.scoring
    if not len(position.history) and scoring == "standard":
        kinds = np.concatenate([guess[np.newaxis], first_guess.kinds(rules)])
        sizes = np.array([first_guess.sizes(one, rules) for one in kinds])
        return _table(kinds, sizes, position.history.alphabet)
    if len(position.codes) == MOST_LISTED:
        return _no_table()
    codes = position.codes
    if rules.n_codes <= MOST_FILTERED and rules.n_codes * len(codes) <= MOST_SCORED:
        some = all_codes(rules)
    else:
        evenly = np.linspace(0, len(codes) - 1, min(SOME, len(codes)))
        some = codes[np.unique(evenly.astype(int))]
        some = some[: max(1, MOST_SCORED // len(codes))]
    guesses = np.concatenate([guess[np.newaxis], some])
    sizes = partitions.class_sizes(guesses, codes, colors=rules.colors, scoring=scoring)
    return _table(guesses, sizes, position.history.alphabet)


def _no_table() -> pd.DataFrame:
    """What stands in place of a table where too many codes fit, or none."""
    return pd.DataFrame(columns=["guess", "bits", "largest", "chance"])


def _table(guesses: np.ndarray, sizes: np.ndarray, alphabet: Alphabet) -> pd.DataFrame:
    """A row for the first guess, that of the player, and for the best of all."""
    frame = pd.DataFrame(
        {
            "guess": [alphabet.write(one) for one in guesses],
            "bits": measures.entropy(sizes),
            "largest": measures.largest(sizes),
            "chance": sizes[:, -1] / sizes.sum(axis=1),
        }
    )
    own = frame.guess[0]
    frame = frame.drop_duplicates("guess")
    # what is equal but for rounding is equal
    order = frame.assign(bits=frame.bits.round(9), other=frame.guess != own)
    order = order.sort_values(
        ["bits", "chance", "other"], ascending=[False, False, True], kind="stable"
    )
    best = order.index[:SHOWN].tolist()
    if 0 not in best:
        best.append(0)
    return frame.loc[best].reset_index(drop=True)


def _listed_in_words(turns: tuple[int, ...]) -> str:
    """Turn numbers as people count them: 1, 3 and 4."""
    numbers = [str(turn + 1) for turn in turns]
    if len(numbers) == 1:
        return numbers[0]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}"
