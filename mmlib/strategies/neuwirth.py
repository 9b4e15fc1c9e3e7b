"""Neuwirth (1982): expected size first, exhaustive search below."""

from mmlib.players.settings import paired_code
from mmlib.strategies.one_step import OneStep


class Neuwirth(
    OneStep, name="neuwirth", source="Neuwirth", year=1982, fidelity="reconstructed"
):
    """Neuwirth's strategy: greatest entropy; exhaustive search once few codes are left.

    Source: E. Neuwirth, "Some strategies for Mastermind", Zeitschrift fuer Operations
    Research 26 (1982). Known are that he brought the entropy to the game, that "the
    next guess depends on the remaining number of eligible codes" (Berghman et al.,
    2009), and a mean of 4.3642, which is 5656 guesses. Reconstructed: the search sets
    in at 38 codes, because that gives his mean, and the first guess is 0012 (00123 on
    five pegs, as `paired_code`), since after 0123, the one of the greatest entropy, no
    strategy does so well. Other settings as `OneStep`.

    >>> Neuwirth().tree(mm.Rules(4, 6)).total
    5656
    """

    _own_first_guess = staticmethod(paired_code)

    objective: str | tuple[str, ...] = "entropy"
    exhaustive_up_to: int = 38
