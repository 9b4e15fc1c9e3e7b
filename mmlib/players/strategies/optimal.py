"""The proven optimum: least expected guesses, by depth-first search over the guesses that are not alike."""

from functools import cached_property

import numpy as np

from mmlib.game.codes import index_of
from mmlib.game.rules import Rules
from mmlib.players.settings import setting
from mmlib.players.strategies.strategy import Strategy
from mmlib.progress_bar import progress
from mmlib.reason import exhaustive, first_guess, partitions
from mmlib.reason.every_code import every_code
from mmlib.reason.exhaustive import DEPTH, MOST_CODES, NEVER
from mmlib.reason.trees import StrategyTree


class Optimal(Strategy, name="optimal", source="Koyama and Lai", year=1993, fidelity="exact"):
    """Play so that all codes together take the fewest guesses.

    Source: K. Koyama, T. W. Lai, "An optimal Mastermind strategy", Journal of Recreational Mathematics 25 (1993): 5625
    guesses for the 1296 codes of 4 x 6, 5626 where none may take six. Their search left out guesses that are equal but
    for pegs or colors; `exhaustive` leaves out those that are equal but for colors not yet distinguished. Of strategies
    with the same total the one with the least variance is played, so long games are rare; theirs is another one.
    ValueError when it plays if there are over 1500 codes, or no strategy keeps to `max_guesses`.

    >>> Optimal().tree(mm.Rules(3, 4)).total
    206

    Parameters
    ----------
    max_guesses : most guesses that a code may take; the best strategy that keeps to it; by default all that are useful
    first_guess : code, or "random"; by default the best one
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
        if rules.n_codes > MOST_CODES:
            raise ValueError(f"rules: {rules} have {rules.n_codes:,} codes; the optimum takes up to {MOST_CODES:,}")

    def _root(self, rules: Rules, first: np.ndarray | None) -> int:
        """The best first guess, or the one that is set; that there is a strategy is seen here."""
        size = (rules.pegs, rules.colors)
        if size not in self._roots:
            self._roots[size] = _best_start(rules, self._depth, first)
        return self._roots[size]

    def _best(self, rules: Rules, members: np.ndarray, used: int, turn: int) -> int:
        if not turn:
            return self._root(rules, None)
        search, left = exhaustive.shared(rules.pegs, rules.colors, self._depth), self._depth - turn
        if left < 1 or search.total(members, used, left) >= NEVER:
            return int(members[0])  # it cannot keep to max_guesses any more
        return search.guess(members, left)


def _best_start(rules: Rules, depth: int, first: np.ndarray | None) -> int:
    """The first guess of the least total in at most so many guesses; of equals, of the least variance."""
    every = every_code(rules).codes
    starts = index_of(first_guess.kinds(rules) if first is None else first[np.newaxis], rules.colors)
    promising = np.argsort(partitions.measure(every[starts], every, colors=rules.colors).expected_size, kind="stable")
    starts = starts[promising]
    searches = [exhaustive.shared(rules.pegs, rules.colors, depth)]
    if len(starts) > 1:
        searches.insert(0, exhaustive.ExhaustiveSearch(rules, depth))
    with progress(total=len(starts) + 1, description=f"optimum of {rules}", unit="first guess") as bar:
        bar.refresh()  # the first may take minutes
        for search in searches:
            found = np.full(len(starts), NEVER)
            for i, start in enumerate(starts.tolist()):
                most = found.min() + (search is not searches[-1])  # those that are as good go on to the last pass
                found[i] = search.total_after(start, depth, min(most, NEVER))
                bar.update()
            best = found.min()
            if best >= NEVER:
                raise ValueError(f"max_guesses: no strategy finds every code of {rules} within {depth} guesses")
            starts = starts[found == best]
    return int(starts[0])
