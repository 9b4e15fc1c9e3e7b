"""Norvig (1984): as Knuth, with guesses that may be right."""

from mmlib.players.settings import paired_code
from mmlib.strategies.one_step import OneStep


class Norvig(
    OneStep, name="norvig", source="Norvig", year=1984, fidelity="reconstructed"
):
    """Norvig's strategy: as Knuth's, but only codes still possible are guessed.

    Source: P. Norvig, "Playing Mastermind optimally", ACM SIGART Newsletter 90 (1984),
    after Berghman et al. (2009). His first guess and tie-breaking are not known; chosen
    are 0012 (00123 on five pegs, as `paired_code`) and, as everywhere here,
    lexicographic order. Other settings as `OneStep`.

    >>> Norvig().tree(mm.Rules(4, 6)).total
    5834
    """

    _own_first_guess = staticmethod(paired_code)

    objective: str | tuple[str, ...] = "largest"
    candidates: str = "consistent"
