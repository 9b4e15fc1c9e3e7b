"""Knuth (1976-77): the guess whose largest class is smallest."""

from mmlib.strategies.one_step import OneStep


class Knuth(OneStep, name="knuth", source="Knuth", year=1977):
    """Knuth's strategy: the guess, of all codes, whose largest class is least.

    Source: D. E. Knuth, "The computer as Master Mind", Journal of Recreational
    Mathematics 9 (1976-77): minimax over all patterns, a valid pattern if one achieves
    the minimum, the first in numeric order. His first guess, 0011, comes out of the
    rule. Settings as `OneStep`.

    >>> Knuth().next_guess(mm.History(mm.Rules(4, 6), [], []), np.random.default_rng(1))
    array([0, 0, 1, 1], dtype=uint8)
    """

    objective: str | tuple[str, ...] = "largest"
