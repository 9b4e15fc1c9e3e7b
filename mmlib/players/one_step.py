"""One-step strategies: play the guess that splits the codes still possible best, by one measure, looking no further.

Some of the literature look further at last: once few codes are left, they search exhaustively.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib import exhaustive, partitions, tree
from mmlib.checks import finite_number, whole_number
from mmlib.exhaustive import DEPTH, MOST_CODES
from mmlib.partitions import OBJECTIVES, objective_setting
from mmlib.players.base import Strategy, first_guess_setting, one_of, paired_code
from mmlib.rules import MAX_PEGS, Rules

CANDIDATES, ARITHMETICS = ("all", "consistent"), ("exact", "single_precision")

#: Weights of answers.
LEAST_WEIGHT, MOST_WEIGHT = 1e-3, 16.0


@dataclass(kw_only=True, eq=False, repr=False)
class OneStep(Strategy):
    """Play the guess whose answer is expected to tell most, by a measure of how it splits the codes still possible.

    Parameters
    ----------
    objective : str or tuple of str
        One of ``"largest"`` (the least largest class, "minimax"), ``"expected_size"`` (the fewest codes left on
        average), ``"entropy"`` (the greatest) and ``"parts"`` (the most classes); or two with a plus between, the
        second for what is equal by the first, as ``"parts+entropy"`` (``"largest"`` stands alone); or several of them
        in a tuple, for the first guess, the second, and so on, of which the last one goes on. The last one may also be
        ``"exhaustive"``: the guess with which the codes still possible take the fewest guesses together.
    candidates : {"all", "consistent"}
        Whether all codes of the board may be guessed or only those that are still possible. Exhaustive search tries all
        codes.
    weights : dict of (black, white) to float, optional
        Weights of answers in the entropy, 0.001 to 16; 1 for those that are not named.
    arithmetic : {"exact", "single_precision"}
        Measures as whole numbers, so that equals are equal; or in single precision as a well-known program computes
        them, where rounding settles most ties (see `partitions.prepare`).
    exhaustive_up_to : int, 0 to 1500
        Once no more codes than that are possible, the search is exhaustive.
    tie_seed : int, optional
        A possible code is preferred to others that are as good; what is still equal is settled by the lexicographic
        order, or with a number by chance, the same way whenever the position and the number are the same.
    first_guess : array_like of int, str or None, optional
        By default the best one by the same rule.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range; when it plays, if the board is too large.

    Notes
    -----
    Exact measures are compared as whole numbers (`partitions.excess`), so the strategy is the same on every machine.

    Examples
    --------
    >>> from mmlib.history import History
    >>> player = OneStep(objective="entropy")
    >>> player.next_guess(History(Rules(4, 6), ["0012"], [(1, 1)]), np.random.default_rng(1))
    array([0, 3, 0, 4], dtype=uint8)
    >>> OneStep(objective=("expected_size", "expected_size", "exhaustive")).tree(Rules(3, 5)).total
    453
    """

    name = "one_step"
    source = "folklore of one-step strategies"
    year = None
    fidelity = "exact"

    objective: str | tuple[str, ...] = "expected_size"
    candidates: str = "all"
    weights: dict[tuple[int, int], float] | None = None
    arithmetic: str = "exact"
    exhaustive_up_to: int = 0
    tie_seed: int | None = None
    first_guess: object = None

    def __post_init__(self) -> None:
        super().__post_init__()
        several = (self.objective,) if isinstance(self.objective, str) else self.objective
        if not isinstance(several, list | tuple) or not several:
            raise TypeError(
                f"objective: {self.objective!r} is neither one of {', '.join(OBJECTIVES)} nor a list of them"
            )
        self._searches_at_last = len(several) > 1 and several[-1] == "exhaustive"
        measured = several[:-1] if self._searches_at_last else several
        self._objectives = tuple(objective_setting(name) for name in measured)
        self.objective = several[0] if len(several) == 1 else tuple(several)
        self.candidates = one_of(self.candidates, "candidates", CANDIDATES)
        self.arithmetic = one_of(self.arithmetic, "arithmetic", ARITHMETICS)
        self.weights = weights_setting(self.weights)
        if self.weights and set(self._objectives) != {"entropy"}:
            raise ValueError(f"weights: they go with the objective 'entropy', not {self.objective!r}")
        self.exhaustive_up_to = whole_number(self.exhaustive_up_to, "exhaustive_up_to", 0, MOST_CODES)
        if self.tie_seed is not None:
            self.tie_seed = whole_number(self.tie_seed, "tie_seed", 0, 2**63 - 1)
        self.first_guess = first_guess_setting(self.first_guess)

    def tree(self, rules: Rules) -> tree.StrategyTree:
        """Write the whole strategy out, as any `Strategy`; quicker, where no search sets in.

        Parameters
        ----------
        rules : Rules
            The board, of at most a million codes.

        Returns
        -------
        StrategyTree
        """
        if self._searches_at_last or self.exhaustive_up_to:
            return super().tree(rules)
        return tree.grow(
            *(self.name, rules, self._objectives),
            weights=self.weights,
            single_precision=self.arithmetic == "single_precision",
            only_consistent=self.candidates == "consistent",
            first=self._settled_first_guess(rules),
            tie_seed=self.tie_seed,
        )

    def _begin(self, rules: Rules) -> None:
        partitions.board(rules)  # refuses what is too large
        if self._searches_at_last and rules.n_codes > MOST_CODES:
            raise ValueError(
                f"rules: {rules} have {rules.n_codes:,} codes; exhaustive search after a fixed number "
                f"of guesses takes up to {MOST_CODES:,}; beyond, set exhaustive_up_to= instead"
            )
        for objective in self._objectives:
            self._measure(objective, rules)  # refuses what does not fit the board

    def _measure(self, objective: str, rules: Rules) -> partitions.Measure:
        return partitions.prepare(
            objective, rules, self.weights, single_precision=self.arithmetic == "single_precision"
        )

    def _place(self, rules: Rules, members: np.ndarray, used: int, turn: int) -> int:
        if len(members) <= self.exhaustive_up_to or (self._searches_at_last and turn >= len(self._objectives)):
            search, left = exhaustive.shared(rules.pegs, rules.colors), max(DEPTH - turn, DEPTH // 2)
            search.total(members, used, left)
            return search.guess(members, left)
        objective = self._objectives[min(turn, len(self._objectives) - 1)]
        return partitions.best_place(
            *(members, used, rules, self._measure(objective, rules)),
            only_possible=self.candidates == "consistent",
            salt=partitions.salt(self.tie_seed),
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
    >>> from mmlib.history import History
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
    His first guess and tie-breaking are not known; chosen are 0012 (00123 on five pegs, as `paired_code`) unless
    `first_guess` is set and, as everywhere here, lexicographic order. Other settings as `OneStep`.

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
class Irving(OneStep):
    """Irving's strategy: least expected size for two guesses, then exhaustive search.

    Notes
    -----
    Source: R. W. Irving, "Towards an optimum Mastermind strategy", Journal of Recreational Mathematics 11 (1978-79),
    after Berghman et al. (2009), who name the expected size and 4.369, which is 5662 guesses. The expected size alone
    gives 5696; that a search sets in, and after two guesses, is a reconstruction. Settings as `OneStep`.

    Examples
    --------
    >>> Irving().tree(Rules(4, 6)).total
    5656
    """

    name = "irving"
    source = "Irving"
    year = 1979
    fidelity = "reconstructed"

    objective: str | tuple[str, ...] = ("expected_size", "expected_size", "exhaustive")


@dataclass(kw_only=True, eq=False, repr=False)
class Neuwirth(OneStep):
    """Neuwirth's strategy: greatest entropy, and exhaustive search once few codes are left.

    Notes
    -----
    Source: E. Neuwirth, "Some strategies for Mastermind", Zeitschrift fuer Operations Research 26 (1982), of which is
    known that he brought the entropy to the game, that "the next guess depends on the remaining number of eligible
    codes" (Berghman et al., 2009), and a mean of 4.3642, which is 5656 guesses. Reconstructed: the search sets in at 38
    codes, because that gives his mean, and the first guess is 0012, since after 0123, the one of the greatest entropy,
    no strategy does so well (on five pegs 00123, as `paired_code`; `first_guess` sets another one). Other settings as
    `OneStep`.

    Examples
    --------
    >>> Neuwirth().tree(Rules(4, 6)).total
    5656
    """

    name = "neuwirth"
    source = "Neuwirth"
    year = 1982
    fidelity = "reconstructed"

    objective: str | tuple[str, ...] = "entropy"
    exhaustive_up_to: int = 38

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


def weights_setting(value: object) -> dict[tuple[int, int], float] | None:
    """Check a ``weights`` setting as far as that goes without a board.

    Parameters
    ----------
    value : dict of (black, white) to float, or None
        What the caller passed.

    Returns
    -------
    dict of (int, int) to float, or None
        Sorted; None if there are no weights.

    Raises
    ------
    TypeError, ValueError
        If it is something else, or a weight is not in 0.001 to 16.

    Examples
    --------
    >>> weights_setting({(4, 0): 2})
    {(4, 0): 2.0}
    """
    if value is None or value == {}:
        return None
    if not isinstance(value, dict):
        raise TypeError(f"weights: {value!r} is a {type(value).__name__}, not a dict such as {{(4, 0): 1.5}}")
    checked = {}
    for answer, weight in value.items():
        if not (isinstance(answer, tuple) and len(answer) == 2):
            raise TypeError(f"weights: {answer!r} is not an answer such as (4, 0)")
        black, white = (whole_number(pegs, f"weights: pegs of {answer}", 0, MAX_PEGS) for pegs in answer)
        checked[black, white] = finite_number(weight, f"weights: weight of {answer}", LEAST_WEIGHT, MOST_WEIGHT)
    return dict(sorted(checked.items()))
