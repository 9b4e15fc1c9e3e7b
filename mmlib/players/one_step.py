"""One-step strategies: play the guess that splits the codes still possible best, by one measure, looking no further."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from mmlib import partitions, tree
from mmlib.consistent import consistent_codes, contradiction
from mmlib.history import History
from mmlib.partitions import OBJECTIVES
from mmlib.players.base import Player, first_guess_setting, one_of, paired_code
from mmlib.rules import Rules

CANDIDATES = ("all", "consistent")

#: Positions whose guess a player remembers: every game begins with the same few.
MOST_REMEMBERED = 50_000


@dataclass(kw_only=True, eq=False, repr=False)
class OneStep(Player):
    """Play the guess whose answer is expected to tell most, by a measure of how it splits the codes still possible.

    Parameters
    ----------
    objective : str or tuple of str
        One of ``"largest"`` (the least largest class, "minimax"), ``"expected_size"`` (the fewest codes left on
        average), ``"entropy"`` (the greatest) and ``"parts"`` (the most classes); or several of them, for the first
        guess, the second, and so on, of which the last one goes on.
    candidates : {"all", "consistent"}
        Whether all codes of the board may be guessed or only those that are still possible.
    first_guess : array_like of int, str or None, optional
        By default the best one by the same rule.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range.

    Notes
    -----
    Of guesses that are equally good a possible one is preferred, then the first in lexicographic order. All measures
    are compared as whole numbers (`partitions.excess`), so the strategy is the same on every machine.

    Examples
    --------
    >>> player = OneStep(objective="entropy")
    >>> player.next_guess(History(Rules(4, 6), ["0012"], [(1, 1)]), np.random.default_rng(1))
    array([0, 3, 0, 4], dtype=uint8)
    """

    name = "one_step"
    source = "folklore of one-step strategies"
    year = None
    fidelity = "exact"

    objective: str | tuple[str, ...] = "expected_size"
    candidates: str = "all"
    first_guess: object = None

    def __post_init__(self) -> None:
        several = (self.objective,) if isinstance(self.objective, str) else self.objective
        if not isinstance(several, list | tuple) or not several:
            raise TypeError(
                f"objective: {self.objective!r} is neither one of {', '.join(OBJECTIVES)} nor a list of them"
            )
        self._objectives = tuple(one_of(name, "objective", OBJECTIVES) for name in several)
        self.objective = self._objectives[0] if len(self._objectives) == 1 else self._objectives
        self.candidates = one_of(self.candidates, "candidates", CANDIDATES)
        self.first_guess = first_guess_setting(self.first_guess)
        self._remembered = OrderedDict()

    def tree(self, rules: Rules) -> tree.StrategyTree:
        """Write the whole strategy out; `mmlib.strategy_tree` calls this.

        Parameters
        ----------
        rules : Rules
            The board, of at most a million codes.

        Returns
        -------
        StrategyTree

        Raises
        ------
        TypeError
            If the first guess is ``"random"``.
        ValueError
            If the board is too large.
        """
        return tree.grow(
            *(self.name, rules, self._objectives),
            only_consistent=self.candidates == "consistent",
            first=self._settled_first_guess(rules),
        )

    def _begin(self, rules: Rules) -> None:
        partitions.board(rules)  # refuses what is too large

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        position = (history.rules.pegs, history.rules.colors, history.guesses.tobytes(), history.feedbacks.tobytes())
        guess = self._remembered.get(position)
        if guess is None:
            guess = self._best(history)
            self._remembered[position] = guess
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return guess.copy()

    def _best(self, history: History) -> np.ndarray:
        possible = consistent_codes(history)
        if not len(possible):
            raise ValueError(f"history: {contradiction(history)}")
        objective = self._objectives[min(len(history), len(self._objectives) - 1)]
        only_possible = self.candidates == "consistent"
        return partitions.best_guess(
            possible, history.rules, objective, guessed=history.guesses, only_possible=only_possible
        )


@dataclass(kw_only=True, eq=False, repr=False)
class Knuth(OneStep):
    """Knuth's strategy: the guess, of all codes, whose largest class is least.

    Notes
    -----
    Source: D. E. Knuth, "The computer as Master Mind", Journal of Recreational Mathematics 9 (1976-77): minimax over
    all patterns, a valid pattern if one achieves the minimum, the first in numeric order. His first guess, 0011, comes
    out of the rule. Settings as `OneStep`.

    Examples
    --------
    >>> player = Knuth()
    >>> player.next_guess(History(Rules(4, 6), [], []), np.random.default_rng(1))
    array([0, 0, 1, 1], dtype=uint8)
    """

    name = "knuth"
    source = "Knuth"
    year = 1977

    objective: str | tuple[str, ...] = "largest"


@dataclass(kw_only=True, eq=False, repr=False)
class Norvig(OneStep):
    """Norvig's strategy: as Knuth's, but only codes that are still possible are guessed.

    Notes
    -----
    Source: P. Norvig, "Playing Mastermind optimally", ACM SIGART Newsletter 90 (1984), after Berghman et al. (2009).
    His first guess and tie-breaking are not known; chosen are 0012 and, as everywhere here, lexicographic order.
    Settings as `OneStep`.

    Examples
    --------
    >>> Norvig().tree(Rules(4, 6)).total
    5834
    """

    name = "norvig"
    source = "Norvig"
    year = 1984
    fidelity = "reconstructed"

    objective: str | tuple[str, ...] = "largest"
    candidates: str = "consistent"

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return paired_code(rules)


@dataclass(kw_only=True, eq=False, repr=False)
class Kooi(OneStep):
    """Kooi's strategy: the guess, of all codes, with the most classes.

    Notes
    -----
    Source: B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28 (2005): most parts, a possible code of equals,
    then lexicographic order. Settings as `OneStep`.

    Examples
    --------
    >>> Kooi().tree(Rules(4, 6)).total
    5668
    """

    name = "kooi"
    source = "Kooi"
    year = 2005

    objective: str | tuple[str, ...] = "parts"


@dataclass(kw_only=True, eq=False, repr=False)
class MaxMin(OneStep):
    """Bestavros and Belal's MaxMin: the possible code whose least informative answer tells most.

    Notes
    -----
    Source: A. Bestavros, A. Belal, "Mastermind: a game of diagnosis strategies" (1986), after Runarsson and Merelo. The
    least information comes with the largest class, so the guess is Norvig's; what differs is the count. Their means of
    500 games are below the proven optimum, and agree with guesses until the code is *known*
    (`StrategyTree.guesses_until_known`): a last one that only confirms is not counted. That, and that only possible
    codes are guessed, is inferred from the numbers. Settings as `OneStep`.

    Examples
    --------
    >>> tree = MaxMin().tree(Rules(4, 6))
    >>> round(float(tree.guesses_until_known.mean()), 3)  # printed: 3.860
    3.864
    """

    name = "maxmin"
    source = "Bestavros and Belal (MaxMin)"
    year = 1986
    fidelity = "reconstructed"

    objective: str | tuple[str, ...] = "largest"
    candidates: str = "consistent"


@dataclass(kw_only=True, eq=False, repr=False)
class MaxEnt(OneStep):
    """Bestavros and Belal's MaxEnt: the possible code whose answer has the greatest entropy.

    Notes
    -----
    Source and counting as for `MaxMin`. Settings as `OneStep`.

    Examples
    --------
    >>> tree = MaxEnt().tree(Rules(4, 6))
    >>> round(float(tree.guesses_until_known.mean()), 3)  # printed: 3.835
    3.829
    """

    name = "maxent"
    source = "Bestavros and Belal (MaxEnt)"
    year = 1986
    fidelity = "reconstructed"

    objective: str | tuple[str, ...] = "entropy"
    candidates: str = "consistent"
