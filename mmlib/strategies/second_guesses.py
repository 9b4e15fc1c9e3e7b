"""Other second guesses for a strategy tree: what they lead to is searched.

Where thousands of codes are left, the sizes of classes tell little of what a guess is
worth, and only some guesses can be played out wide. So the classes after the first
guess are gone through once more, in three steps.

- Guesses are ranked by a look at two guesses: what each class of a guess is expected to
  cost after its own best guess.
- Those that promise most are played out by a narrow search.
- Those that come near what the tree takes are played out by a wide one.
"""

from typing import NamedTuple

import numpy as np
from numba.typed import Dict

from mmlib.engine.compiled import compiled
from mmlib.engine.splits import split
from mmlib.reason.symmetry import index_under
from mmlib.strategies.look_ahead import (
    UNIT,
    Pass,
    Search,
    expected_costs,
    guesses_to_try,
    solve,
)
from mmlib.strategies.search_again import Position, SearchAgain, remember
from mmlib.strategies.tree import StrategyTree

#: Guesses made before a second one.
TURN = 1


class Tries(NamedTuple):
    """How many second guesses are tried in each class, and how wide."""

    ranked: int  # of those that promise most by the sizes of their classes
    played_out: int  # of the ranked ones
    near: int  # guesses more than the tree takes: what takes fewer is played out wide
    narrow: Pass
    wide: Pass


#: On 5 x 8 these take some minutes a class.
USUAL = Tries(
    ranked=1500,
    played_out=80,
    near=30,
    narrow=Pass((20, 60, 100, 40), 0.03),
    wide=Pass((60, 200, 500, 200), 0.05),
)


def other_second_guesses(
    tree: StrategyTree, most: int, tries: Tries = USUAL, n_threads: int = 2
) -> StrategyTree:
    """Look for a better guess after every answer to the first one.

    Classes of more than `most` codes are left as they are. The tree that comes back
    takes as many guesses as the first, or fewer.
    """
    searching = SecondGuesses(tree, tries)
    classes = searching.classes(most)
    return searching.better(classes, "second guesses", n_threads)


class SecondGuesses(SearchAgain):
    """The search for second guesses of one tree."""

    def __init__(self, tree: StrategyTree, tries: Tries) -> None:
        super().__init__(tree, tries.narrow)
        self._tries = tries
        self._wide = self._looking.search_of(self._search.number + 1, tries.wide, tree)

    def stop(self) -> None:
        """End all that is being searched."""
        super().stop()
        self._wide.stopped[0] = 1

    def classes(self, most: int) -> list[Position]:
        """The positions after the first guess that leave 3 to `most` codes."""
        everything = np.arange(self._tree.rules.n_codes, dtype=np.int32)
        after = self.positions_after(Position(0, everything, 0))
        return [position for position in after if 2 < len(position.members) <= most]

    def solve(self, position: Position) -> Dict | None:
        """What is known of a class after the search; None if it is no better."""
        known = self._known(position)
        before = int(self._cost[position.node])
        best = before
        near = []
        for guess in self._most_promising(position):
            limit = best + self._tries.near
            total = _played_out(self._search, known, guess, position, limit)
            if total < limit:
                near.append((total, guess))
            if total < best:
                best = total
                remember(self._search, known, position.members, best, guess)
        for _, guess in sorted(near):
            total = _played_out(self._wide, known, guess, position, best)
            if total < best:
                best = total
                remember(self._search, known, position.members, best, guess)
        return known if best < before else None

    def _most_promising(self, position: Position) -> list[int]:
        """The guesses to play out, those first that promise most by two guesses.

        Of guesses that promise the same, which are mostly alike, one is taken.
        """
        guesses = least_expected_guesses(
            self._search, position.members, position.used, self._tries.ranked
        )
        by_promise: dict[int, int] = {}
        for guess in guesses.tolist():
            by_promise.setdefault(self._promise(guess, position), guess)
        return [by_promise[cost] for cost in sorted(by_promise)][
            : self._tries.played_out
        ]

    def _promise(self, guess: int, position: Position) -> int:
        """What a class is expected to cost by a guess and the best ones after it."""
        classes, colors = _split(self._search, guess, position)
        return sum(
            _least_expected(self._search, some, colors, position) for some in classes
        )


def _least_expected(
    search: Search, some: np.ndarray, colors: int, position: Position
) -> int:
    """What a class costs by the guess of which the least is expected, in 1 / `UNIT`."""
    if len(some) <= 2:
        return UNIT * (2 * len(some) - 1)
    if search.stopped[0] or len(some) == len(position.members):
        return UNIT * len(position.members) ** 2  # it tells nothing
    return int(least_expected_cost(search, some, colors, TURN + 1))


def _split(
    search: Search, guess: int, position: Position
) -> tuple[list[np.ndarray], int]:
    """The classes after a guess, the smallest first, and the colors guessed by then."""
    columns = search.every.columns
    ordered, ends = split(guess, columns, position.members)
    classes = np.split(ordered, ends[1:-1])[:-1]  # the code guessed is left out
    colors = position.used | int(search.every.colors[guess])
    return sorted(filter(len, classes), key=len), colors


def _played_out(
    search: Search, known: Dict, guess: int, position: Position, limit: int
) -> int:
    """Least guesses found for a class after a guess, if they are below a limit."""
    classes, colors = _split(search, guess, position)
    least = [int(search.least[TURN + 1][len(some)]) for some in classes]
    total = len(position.members) + sum(least)
    for some, promised in zip(classes, least, strict=True):
        if total >= limit:
            break
        total -= promised
        total += int(solve(search, known, some, colors, TURN + 1, limit - total))
    return total


@compiled
def least_expected_guesses(search, members, used, enough):
    """List enough second guesses of the least expected costs, as indices."""
    codes, names, start, stop = guesses_to_try(search, members, used)
    total = expected_costs(search, codes, start, stop, TURN + 1)
    order = np.argsort(total, kind="mergesort")[:enough]
    guesses = np.empty(order.shape[0], np.int64)
    for k in range(order.shape[0]):
        guesses[k] = index_under(
            search.every.listed, start + order[k], names, search.every.repeats
        )
    return guesses


@compiled
def least_expected_cost(search, members, used, turn):
    """What a position costs by the guess of which the least is expected."""
    codes, _, start, stop = guesses_to_try(search, members, used)
    total = expected_costs(search, codes, start, stop, turn + 1)
    return codes.n * UNIT + total.min()
