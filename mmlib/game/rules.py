"""The rules of one game of Mastermind, and those that the sources play by."""

from dataclasses import dataclass

from mmlib.checks import whole_number

__all__ = ["MAX_COLORS", "MAX_GUESSES", "MAX_PEGS", "PRESETS", "Rules"]


def __dir__() -> list[str]:
    return __all__


#: Pegs of a code, at most: compiled code counts those of one color in four bits.
MAX_PEGS = 15

#: Colors of a game, at most: compiled code keeps a peg's color in four bits.
MAX_COLORS = 16

#: Guesses that a game can allow, at most.
MAX_GUESSES = 1000


@dataclass(frozen=True)
class Rules:
    """A size, pegs x colors, and a limit on guesses.

    `TypeError` or `ValueError` if an argument is not a whole number, or out of its
    range.

    Parameters
    ----------
    pegs : int, 1..15
        Positions in a code.
    colors : int, 2..16
        Colors a peg can have, counted from 0. Colors may repeat within a code.
    max_guesses : int, 1..1000, default 10
        Guesses after which a game is lost.

    Examples
    --------
    >>> rules = mm.Rules(pegs=4, colors=6, max_guesses=10)
    >>> rules.n_codes, rules.n_feedbacks
    (1296, 14)
    """

    pegs: int
    colors: int
    max_guesses: int = 10

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

    @property
    def n_codes(self) -> int:
        """Number of codes, ``colors ** pegs``."""
        return self.colors**self.pegs

    @property
    def n_feedbacks(self) -> int:
        """Number of different answers, ``pegs * (pegs + 3) / 2``.

        One white beside all but one black cannot occur.
        """
        return self.pegs * (self.pegs + 3) // 2

    def __str__(self) -> str:
        return f"{self.pegs} peg{'s' if self.pegs > 1 else ''} x {self.colors} colors"


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
