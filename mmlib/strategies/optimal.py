"""The proven optimum: the least expected guesses, by depth-first search.

The search tries only guesses that are not alike.
"""

from functools import cached_property

import numpy as np

from mmlib.game.codes import check_rules, index_of
from mmlib.game.history import History
from mmlib.game.rules import Rules, size_of
from mmlib.players.base import Playing
from mmlib.players.settings import setting
from mmlib.reason import board_optimum, exhaustive
from mmlib.reason.exhaustive import DEPTH
from mmlib.reason.first_guess import kinds
from mmlib.strategies.base import Strategy, possible
from mmlib.strategies.prove_optimum import (
    EFFORT,
    MOST_EFFORT,
    check_effort,
    guess_of,
    prove_optimum,
    search_first_guesses,
)
from mmlib.strategies.tree import StrategyTree


class Optimal(
    Strategy,
    name="optimal",
    source="Koyama and Lai",
    year=1993,
    fidelity="exact",
    without_repeats=True,
    scorings=("standard", "black_only"),
):
    """Play so that all codes together take the fewest guesses.

    Source: K. Koyama, T. W. Lai, "An optimal Mastermind strategy", Journal of
    Recreational Mathematics 25 (1993): 5625 guesses for the 1296 codes of 4 x 6, 5626
    where none may take six. As theirs, the search (`exhaustive`) leaves out guesses
    that are equal but for pegs or colors. Of strategies with the same total the one
    with the least variance is played, so long games are rare; theirs is another one. 4
    x 7 takes seconds, 4 x 8 a minute, 4 x 9 some minutes, many pegs of two colors far
    longer. ValueError when it plays if that is expected to take more than `effort`, or
    no strategy keeps to `max_guesses`.

    It also plays where white pegs are not told (``scoring="black_only"``), which takes
    far more search: 4 x 4 and 3 x 7 take seconds, 4 x 5 more than the usual effort.
    Colors can then be renamed for each peg on its own, so all first guesses are alike.

    >>> Optimal().tree(mm.Rules(3, 4)).total
    206

    Parameters
    ----------
    max_guesses : int, optional
        Most guesses that a code may take: the best strategy that keeps to it is played.
        By default all that are useful.
    first_guess : code or "random", optional
        By default the best one.
    effort : int
        Pairs of codes that the search for the strategy may score. See
        `mm.prove_optimum`, which tells what the proof took.
    """

    max_guesses: int | None = setting(None, 1, DEPTH)
    effort: int = setting(EFFORT, 1, MOST_EFFORT)

    @cached_property
    def _roots(self) -> dict[tuple[Rules, str], int]:
        return {}  # all games share it

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out, as any `Strategy`."""
        self.check_rules(rules)
        first = self._settled_first_guess(rules)
        return prove_optimum(
            rules,
            first_guess=first,
            max_guesses=self.max_guesses,
            effort=self.effort,
        ).tree

    @property
    def _depth(self) -> int:
        return self.max_guesses or DEPTH

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too much to search."""
        check_rules(rules)
        check_effort(rules, self.effort)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        scoring = history.scoring
        if scoring == "standard":
            return super()._choose(history, rng, game)
        check_effort(rules, self.effort, scoring)

        def best(history: History) -> int:
            members = possible(history)
            return self._best(rules, members, history.guesses, scoring)

        return self._remembering(history, best)

    def _root(self, rules: Rules, scoring: str) -> int:
        """Find the index of the best first guess.

        Raises ValueError if no strategy keeps to the limit on guesses.
        """
        place = size_of(rules), scoring
        if place not in self._roots:
            search = exhaustive.shared(rules, self._depth, scoring)
            firsts = kinds(rules)
            if scoring == "black_only":
                firsts = firsts[:1]
            found = search_first_guesses(search, firsts, self.effort)
            code = board_optimum.best_of(found).code
            self._roots[place] = int(index_of(code, rules))
        return self._roots[place]

    def _best(
        self,
        rules: Rules,
        members: np.ndarray,
        guesses: np.ndarray,
        scoring: str = "standard",
    ) -> int:
        if not len(guesses):
            return self._root(rules, scoring)
        search = exhaustive.shared(rules, self._depth, scoring)
        return guess_of(search, members, guesses)
