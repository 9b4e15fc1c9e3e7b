"""Kooi (2005): the most parts."""

from mmlib.strategies.one_step import OneStep


class Kooi(OneStep, name="kooi", source="Kooi", year=2005):
    """Kooi's strategy: the guess, of all codes, with the most classes.

    Source: B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28 (2005): most
    parts, a possible code of equals, then lexicographic order. Settings as `OneStep`.

    >>> Kooi().tree(mm.Rules(4, 6)).total
    5668
    """

    objective: str | tuple[str, ...] = "parts"
