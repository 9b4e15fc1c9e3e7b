"""The proven optimum: the least expected guesses, by depth-first search.

The search tries only guesses that are not alike.
"""

from functools import cached_property

import numpy as np

from mmlib.engine.progress_bar import progress
from mmlib.game.codes import check_rules, index_of
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback_row
from mmlib.players.settings import setting
from mmlib.reason import exhaustive
from mmlib.reason.code_lists import every_code
from mmlib.reason.exhaustive import DEPTH, MOST_CODES, NEVER, ExhaustiveSearch
from mmlib.strategies.base import Strategy
from mmlib.strategies.tree import StrategyTree


class Optimal(
    Strategy, name="optimal", source="Koyama and Lai", year=1993, fidelity="exact"
):
    """Play so that all codes together take the fewest guesses.

    Source: K. Koyama, T. W. Lai, "An optimal Mastermind strategy", Journal of
    Recreational Mathematics 25 (1993): 5625 guesses for the 1296 codes of 4 x 6, 5626
    where none may take six. As theirs, the search (`exhaustive`) leaves out guesses
    that are equal but for pegs or colors. Of strategies with the same total the one
    with the least variance is played, so long games are rare; theirs is another one. 4
    x 7 takes seconds, 4 x 8 a minute, many pegs of two colors far longer. ValueError
    when it plays if there are over 4096 codes, or no strategy keeps to `max_guesses`.

    >>> Optimal().tree(mm.Rules(3, 4)).total
    206

    Parameters
    ----------
    max_guesses : int, optional
        Most guesses that a code may take: the best strategy that keeps to it is played.
        By default all that are useful.
    first_guess : code or "random", optional
        By default the best one.
    """

    max_guesses: int | None = setting(None, 1, 20)

    @cached_property
    def _roots(self) -> dict[tuple[int, int], int]:
        return {}  # all games share it

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out, as any `Strategy`."""
        self.check_rules(rules)
        self._root(rules, self._settled_first_guess(rules))
        return super().tree(rules)

    @property
    def _depth(self) -> int:
        return self.max_guesses or DEPTH

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too much to search."""
        check_rules(rules)
        if rules.n_codes > MOST_CODES:
            raise ValueError(
                f"rules: {rules} have {rules.n_codes:,} codes; "
                f"the optimum takes up to {MOST_CODES:,}"
            )

    def _root(self, rules: Rules, first: np.ndarray | None) -> int:
        """Find the index of the best first guess, or of the one that is set.

        Raises ValueError if no strategy keeps to the limit on guesses.
        """
        size = (rules.pegs, rules.colors)
        if size not in self._roots:
            self._roots[size] = self._searched_root(rules, first)
        return self._roots[size]

    def _searched_root(self, rules: Rules, first: np.ndarray | None) -> int:
        with progress(
            total=1, description=f"optimum of {rules}", unit="strategy"
        ) as bar:
            bar.refresh()  # it may take minutes
            least = self._least_cost(rules, first)
            bar.update()
        if least >= NEVER:
            raise ValueError(
                f"max_guesses: no strategy finds every code of {rules} "
                f"within {self._depth} guesses"
            )
        if first is not None:
            return int(index_of(first, rules.colors))
        every = np.arange(rules.n_codes, dtype=np.int32)
        none = every_code(rules).codes[:0]
        return int(self._search(rules).guess(every, none, self._depth))

    def _least_cost(self, rules: Rules, first: np.ndarray | None) -> int:
        """Least cost of all codes or, after a first guess, of its costliest class."""
        search = self._search(rules)
        codes = every_code(rules).codes
        every = np.arange(rules.n_codes, dtype=np.int32)
        if first is None:
            return search.total(every, codes[:0], self._depth)
        row = feedback_row(first, codes, colors=rules.colors)
        unsolved = np.unique(row)[:-1]
        return max(
            search.total(every[row == answer], first[np.newaxis], self._depth - 1)
            for answer in unsolved
        )

    def _search(self, rules: Rules) -> ExhaustiveSearch:
        return exhaustive.shared(rules.pegs, rules.colors, self._depth)

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        if not len(guesses):
            return self._root(rules, None)
        search = self._search(rules)
        left = self._depth - len(guesses)
        if (
            len(members) <= 2
            or left < 1
            or search.total(members, guesses, left) >= NEVER
        ):
            # the best there is, or max_guesses cannot be kept to any more
            return int(members[0])
        return search.guess(members, guesses, left)
