"""What a codebreaker knows: the rules, the guesses so far and their answers.

The secret is not in it.
"""

from __future__ import annotations

import numpy as np

from mmlib.checks import instance, whole_number
from mmlib.game.alphabet import USUAL, Alphabet, as_alphabet
from mmlib.game.codes import as_code, as_codes, check_rules
from mmlib.game.history_text import WRITTEN, turns_in
from mmlib.game.rules import Rules, size_of
from mmlib.game.scoring import scoring_number


class History:
    """The guesses of one game so far and their answers.

    This is all that a turn-by-turn player is given. `TypeError` or `ValueError` if
    codes or answers are malformed, or counts are possible on no guess; the message
    names the turn. Whether some code agrees with them is not looked at here:
    `consistent.contradiction` does that.

    Parameters
    ----------
    rules : Rules
        The game's rules.
    guesses : array_like of int, shape (turns, pegs), optional
        Past guesses, the first one first; kept as ndarray of uint8.
    feedbacks : array_like of int, shape (turns, 2), optional
        Black and white pegs of each; kept as ndarray of int64.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How the answers are counted.
    alphabet, first : str or list of str, and {0, 1}, optional
        How colors are written, as for `as_codes`. The history shows itself so, and
        `after` reads texts so; its arrays count colors from 0.

    Examples
    --------
    >>> mm.History(mm.Rules(4, 6), ["0012"], [(1, 2)]).after("0123", (2, 2))
    History(4 pegs x 6 colors: 0012 1b2w, 0123 2b2w)
    >>> mm.History(mm.Rules(4, 6), ["RRBY"], [(1, 2)], alphabet="RGBYOP").guesses
    array([[0, 0, 2, 3]], dtype=uint8)
    """

    __slots__ = ("alphabet", "feedbacks", "guesses", "rules", "scoring")

    def __init__(
        self,
        rules: Rules,
        guesses: object = (),
        feedbacks: object = (),
        *,
        scoring: str = "standard",
        alphabet: object = None,
        first: int = 0,
    ) -> None:
        check_rules(rules)
        self.alphabet = as_alphabet(alphabet, first, rules.colors)
        guesses, feedbacks = as_turns(
            guesses, feedbacks, rules, scoring=scoring, alphabet=self.alphabet
        )
        self.rules = rules
        self.scoring = scoring
        self.guesses = guesses.copy()
        self.feedbacks = feedbacks.copy()

    @classmethod
    def from_text(
        cls,
        text: str,
        rules: Rules | None = None,
        *,
        scoring: str = "standard",
        alphabet: object = None,
        first: int = 0,
    ) -> History:
        """Read a game so far from a text.

        A turn is written ``0012 1b2w`` or ``0012: 1,2`` or, a line each, ``0012 1 2``;
        a table, such as a CSV file's text, names its columns guess, black and white.
        What `repr` writes is read as well.

        Raises TypeError if `text` is no string, or neither it nor `rules` tells the
        board; ValueError that quotes what is no turn, and what the class raises.

        Parameters
        ----------
        text : str
            The turns, the first one first.
        rules : Rules, optional
            The game's rules; not needed where the text is a history's `repr`, which
            names the board.
        scoring, alphabet, first : optional
            As for the class.

        Returns
        -------
        History

        Examples
        --------
        >>> played = "RRBY: 1,0; GGBO: 2,1"
        >>> mm.History.from_text(played, mm.Rules(4, 6), alphabet="RGBYOP")
        History(4 pegs x 6 colors: RRBY 1b0w, GGBO 2b1w)
        """
        instance(text, str, "text", "a string")
        written = WRITTEN.fullmatch(text)
        if written:
            named = Rules(int(written[1]), int(written[2]), repeats=not written[3])
            rules = named if rules is None else rules
            check_rules(rules)
            if size_of(rules) != named:
                raise ValueError(f"rules: {rules}, but the text is of {named}")
            text = written[4]
        elif rules is None:
            raise TypeError("rules: give the board, such as mm.Rules(4, 6)")
        guesses, feedbacks = turns_in(text)
        written = {"scoring": scoring, "alphabet": alphabet, "first": first}
        try:
            return cls(rules, guesses, feedbacks, **written)
        except ValueError as problem:
            if str(problem).startswith(("guesses:", "feedbacks:")):
                raise ValueError(f"text: {problem}") from None
            raise

    @classmethod
    def unchecked(
        cls,
        rules: Rules,
        guesses: np.ndarray,
        feedbacks: np.ndarray,
        scoring: str,
        alphabet: Alphabet = USUAL,
    ) -> History:
        """Make a history of arrays that are known to be right, which are copied.

        The game loop does this each turn.
        """
        history = object.__new__(cls)
        history.alphabet = alphabet
        history.rules = rules
        history.scoring = scoring
        history.guesses = guesses.copy()
        history.feedbacks = feedbacks.copy()
        return history

    def after(self, guess: np.ndarray, feedback: tuple[int, int]) -> History:
        """Return a history with one more turn; this one stays as it is.

        `guess` is a code of colors from 0, or its text, in the history's alphabet;
        `feedback` is its black and white pegs. It raises what the class raises.
        """
        written = self.alphabet if isinstance(guess, str) else None
        guess = as_code(guess, self.rules, name="guess", alphabet=written)
        _, answer = as_turns(
            guess[np.newaxis],
            [feedback],
            self.rules,
            scoring=self.scoring,
            name="feedback",
            first=len(self) + 1,
        )
        guesses = np.vstack([self.guesses, guess])
        feedbacks = np.vstack([self.feedbacks, answer])
        return History.unchecked(
            self.rules, guesses, feedbacks, self.scoring, self.alphabet
        )

    def first(self, turns: int) -> History:
        """Return the history of the first few turns, of all if there are fewer.

        `turns` is a whole number from 0 on.
        """
        turns = whole_number(turns, "turns", 0, 2**63 - 1)
        return History.unchecked(
            self.rules,
            self.guesses[:turns],
            self.feedbacks[:turns],
            self.scoring,
            self.alphabet,
        )

    def __len__(self) -> int:
        return len(self.guesses)

    def _contents(self) -> tuple:
        return (
            self.rules,
            self.scoring,
            self.guesses.tobytes(),
            self.feedbacks.tobytes(),
        )

    def __eq__(self, other: object) -> bool:
        return (
            self._contents() == other._contents()
            if isinstance(other, History)
            else NotImplemented
        )

    def __hash__(self) -> int:
        return hash(self._contents())

    def __repr__(self) -> str:
        turns = zip(self.guesses, self.feedbacks, strict=True)
        played = ", ".join(
            f"{self.alphabet.write(guess)} {black}b{white}w"
            for guess, (black, white) in turns
        )
        return f"History({self.rules}: {played or 'no guess yet'})"


def as_history(value: object) -> History:
    """Return `value` after checking that it is a history."""
    return instance(
        value,
        History,
        "history",
        "a History, such as mm.History(rules, guesses, feedbacks),",
    )


def check_unfinished(history: History) -> None:
    """Refuse a history after which there is no guess: `ValueError` that says why."""
    rules = history.rules
    found = np.flatnonzero(history.feedbacks[:, 0] == rules.pegs)
    if len(found):
        raise ValueError(f"history: the code was found with guess {found[0] + 1}")
    if len(history) >= rules.max_guesses:
        raise ValueError(
            f"history: all {len(history)} guesses that the rules allow were made"
        )


def as_answers(feedbacks: object, name: str = "feedbacks") -> np.ndarray:
    """Check that answers are pairs of whole numbers and return them as an array.

    It is int64 (turns, 2).
    """
    try:
        answers = np.asarray(feedbacks)
    except (ValueError, RecursionError):
        raise ValueError(
            f"{name}: every turn needs two counts, black and white"
        ) from None
    answers = np.empty((0, 2), np.int64) if answers.shape[:1] == (0,) else answers
    if answers.ndim != 2 or answers.shape[1] != 2:
        raise ValueError(
            f"{name}: shape {answers.shape} is not (turns, 2): black and white of each "
            "turn"
        )
    if isinstance(feedbacks, np.ma.MaskedArray):
        raise TypeError(f"{name}: a masked array came; every turn needs both counts")
    if answers.size and answers.dtype.kind not in "iu":
        raise TypeError(f"{name}: {answers.dtype} values are not whole numbers of pegs")
    return np.require(answers, np.int64, "CW")


def as_turns(
    guesses: object,
    feedbacks: object,
    rules: Rules,
    *,
    scoring: str = "standard",
    name: str = "feedbacks",
    first: int = 1,
    alphabet: Alphabet = USUAL,
) -> tuple[np.ndarray, np.ndarray]:
    """Check guesses and their answers and return them as arrays.

    `name` is what messages call the answers, `first` the number of the first turn.
    """
    scoring_number(scoring)  # refuses what is none
    pegs = rules.pegs
    answers = as_answers(feedbacks, name)
    none_yet = (
        hasattr(guesses, "__len__")
        and getattr(guesses, "ndim", 1) > 0
        and len(guesses) == 0
    )
    guesses = as_codes(
        np.empty((0, pegs), np.uint8) if none_yet else guesses,
        rules,
        name="guesses",
        alphabet=alphabet,
    )
    if len(guesses) != len(answers):
        raise ValueError(
            f"{name}: {len(answers)} answers came with {len(guesses)} guesses"
        )
    for turn, (black, white) in enumerate(answers, first):
        lone_white = scoring == "standard" and black == pegs - 1 and white == 1
        if scoring == "black_only" and white > 0:
            raise ValueError(
                f"{name}: {white} white in turn {turn}, but with scoring='black_only' "
                "white pegs are not told: write 0"
            )
        if min(black, white) < 0 or black + white > pegs or lone_white:
            raise ValueError(
                f"{name}: {black} black {white} white in turn {turn} is not possible "
                f"on {pegs} pegs"
            )
    return guesses, answers
