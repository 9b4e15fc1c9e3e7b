"""The rules of one game of Mastermind, and those that the sources play by."""

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache

from mmlib.checks import flag, whole_number

__all__ = ["MAX_COLORS", "MAX_GUESSES", "MAX_PEGS", "PRESETS", "Rules"]


def __dir__() -> list[str]:
    return __all__


#: Pegs of a code, at most: compiled code counts those of one color in four bits.
MAX_PEGS = 15

#: Colors of a game, at most: compiled code keeps a peg's color in four bits.
MAX_COLORS = 16

#: Guesses that a game can allow, at most.
MAX_GUESSES = 1000

#: Codes of a board without repeats, at most: all of them are listed.
MOST_WITHOUT_REPEATS = 5_000_000


@dataclass(frozen=True, repr=False)
class Rules:
    """A size, pegs x colors, a limit on guesses, and whether colors may repeat.

    `TypeError` or `ValueError` if an argument is of another type, or out of its range.

    Parameters
    ----------
    pegs : int, 1..15
        Positions in a code.
    colors : int, 2..16
        Colors a peg can have, counted from 0.
    max_guesses : int, 1..1000, default 10
        Guesses after which a game is lost.
    repeats : bool, default True
        Whether colors may repeat within a code. Without repeats all pegs of a code
        differ in color, those of guesses too, as in Bulls and Cows. There must be as
        many colors as pegs then, and no more than 5 million codes.

    Examples
    --------
    >>> rules = mm.Rules(pegs=4, colors=6, max_guesses=10)
    >>> rules.n_codes, rules.n_feedbacks
    (1296, 14)
    >>> bulls_and_cows = mm.Rules(4, 10, repeats=False)
    >>> bulls_and_cows.n_codes  # 10 * 9 * 8 * 7
    5040
    """

    pegs: int
    colors: int
    max_guesses: int = 10
    repeats: bool = field(default=True, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pegs", whole_number(self.pegs, "pegs", 1, MAX_PEGS))
        object.__setattr__(
            self, "colors", whole_number(self.colors, "colors", 2, MAX_COLORS)
        )
        object.__setattr__(
            self,
            "max_guesses",
            whole_number(self.max_guesses, "max_guesses", 1, MAX_GUESSES),
        )
        object.__setattr__(self, "repeats", flag(self.repeats, "repeats"))
        if not self.repeats:
            self._check_without_repeats()

    def _check_without_repeats(self) -> None:
        """Refuse a board that has no code without repeats, or too many."""
        if self.colors < self.pegs:
            raise ValueError(
                f"repeats: {self.pegs} pegs cannot all differ in color with "
                f"{self.colors} colors; give {self.pegs} colors or more"
            )
        if self.n_codes > MOST_WITHOUT_REPEATS:
            raise ValueError(
                f"repeats: {self} have {self.n_codes:,} codes; "
                f"up to {MOST_WITHOUT_REPEATS:,} are allowed, since all are listed"
            )

    @property
    def n_codes(self) -> int:
        """Number of codes: ``colors ** pegs``, or fewer if colors do not repeat."""
        if self.repeats:
            return self.colors**self.pegs
        return math.perm(self.colors, self.pegs)

    @property
    def n_feedbacks(self) -> int:
        """Number of different answers, ``pegs * (pegs + 3) / 2``.

        One white beside all but one black cannot occur. Without repeats there are fewer
        if there are less than twice as many colors as pegs: some are then shared.
        """
        shared = 0 if self.repeats else max(0, 2 * self.pegs - self.colors)
        return sum(n + 1 for n in range(shared, self.pegs + 1)) - 1

    def __str__(self) -> str:
        size = f"{self.pegs} peg{'s' if self.pegs > 1 else ''} x {self.colors} colors"
        return size if self.repeats else f"{size} without repeats"

    def __repr__(self) -> str:
        size = f"pegs={self.pegs}, colors={self.colors}, max_guesses={self.max_guesses}"
        return f"Rules({size})" if self.repeats else f"Rules({size}, repeats=False)"


@lru_cache
def size_of(rules: Rules) -> Rules:
    """The rules with the usual limit on guesses, by which a board's lists are kept."""
    return replace(rules, max_guesses=Rules.max_guesses)


#: The sources' rules by name. Where a source sets no limit on guesses, the usual ten
#: rows are assumed.
PRESETS = {
    "classic": Rules(4, 6, 10),  # Knuth 1977; Berghman et al. 2009; Le Adoga 2023
    "gold": Rules(4, 8, 10),  # Gold 2002; the number of rows is assumed
    "super": Rules(5, 8, 12),  # Le Adoga 2023; Berghman et al. 2009
    "nine_colors": Rules(6, 9, 10),  # the nine-color six-peg player
    "six_by_ten": Rules(6, 10, 12),  # Merelo et al. 2013; the limit is assumed
    "seven_by_ten": Rules(7, 10, 12),  # Merelo et al. 2013; the limit is assumed
    "eight_by_twelve": Rules(8, 12, 15),  # Berghman et al. 2009; the limit is assumed
    "whole_board_4": Rules(4, 8, 10),  # the pygad whole-board chromosome: 40 genes
    "whole_board_7": Rules(7, 8, 10),  # 70 genes
    "whole_board_10": Rules(10, 8, 10),  # 100 genes
}
