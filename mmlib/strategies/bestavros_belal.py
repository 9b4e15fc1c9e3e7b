"""Bestavros and Belal (1986): MaxMin and MaxEnt."""

from mmlib.strategies.one_step import OneStep


class MaxMin(
    OneStep,
    name="maxmin",
    source="Bestavros and Belal (MaxMin)",
    year=1986,
    fidelity="reconstructed",
):
    """MaxMin: the possible code whose least informative answer tells most.

    Source: A. Bestavros, A. Belal, "Mastermind: a game of diagnosis strategies" (1986),
    after Runarsson and Merelo. The least information comes with the largest class, so
    the guess is Norvig's; what differs is the count. Their means of 500 games are below
    the proven optimum, and agree with guesses until the code is *known*
    (`StrategyTree.guesses_until_known`): a last one that only confirms is not counted.
    That, and that only possible codes are guessed, is inferred from the numbers.
    Settings as `OneStep`.

    >>> tree = MaxMin().tree(mm.Rules(4, 6))
    >>> round(float(tree.guesses_until_known.mean()), 3)  # printed: 3.860
    3.864
    """

    objective: str | tuple[str, ...] = "largest"
    candidates: str = "consistent"


class MaxEnt(
    OneStep,
    name="maxent",
    source="Bestavros and Belal (MaxEnt)",
    year=1986,
    fidelity="reconstructed",
):
    """MaxEnt: the possible code whose answer has the greatest entropy.

    Source and counting as for `MaxMin`. Settings as `OneStep`.

    >>> tree = MaxEnt().tree(mm.Rules(4, 6))
    >>> round(float(tree.guesses_until_known.mean()), 3)  # printed: 3.835
    3.829
    """

    objective: str | tuple[str, ...] = "entropy"
    candidates: str = "consistent"
