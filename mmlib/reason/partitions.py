"""Partitions: a guess splits the possible codes into classes, one for each answer."""

from typing import NamedTuple

import numpy as np

from mmlib.checks import whole_number
from mmlib.engine.answers import coded_feedback
from mmlib.engine.columns import columns_of
from mmlib.engine.compiled import compiled
from mmlib.engine.splits import count_answers, count_classes
from mmlib.game.codes import as_codes
from mmlib.game.rules import MAX_COLORS, Rules
from mmlib.game.scoring import scoring_number
from mmlib.reason import measures

__all__ = ["Partition", "class_sizes", "measure"]


def __dir__() -> list[str]:
    return __all__


class Partition(NamedTuple):
    """How guesses split codes, one entry a guess; what `measure` returns.

    Attributes
    ----------
    largest, parts : ndarray of int64, shape (n,)
        Codes in the largest class, and classes that are not empty.
    expected_size : ndarray of float64, shape (n,)
        Codes that are left on average, were each of them the secret: ``sum(size ** 2) /
        sum(size)``.
    entropy : ndarray of float64, shape (n,), in bits
        Information that the answer gives.
    """

    largest: np.ndarray
    expected_size: np.ndarray
    entropy: np.ndarray
    parts: np.ndarray


def class_sizes(
    guesses: np.ndarray,
    codes: np.ndarray,
    *,
    colors: int,
    scoring: str = "standard",
) -> np.ndarray:
    """Count, for every guess, the codes that would give each answer.

    Of n guesses and m codes, array_like of int, shapes (n, pegs) and (m, pegs), an
    ndarray of int64, shape (n, pegs * (pegs + 1) + 1): in column ``black * (pegs + 1) +
    white`` the codes with that answer, counted as `scoring` says. Raises what
    `as_codes` raises, and ValueError for an unknown count.

    >>> codes = [[0, 0, 1, 1], [1, 1, 0, 0], [2, 2, 2, 2]]
    >>> class_sizes([[0, 0, 1, 1]], codes, colors=6)[0, [0, 4, 20]]
    array([1, 1, 1])
    """
    guesses = as_codes(
        guesses, colors=whole_number(colors, "colors", 2, MAX_COLORS), name="guesses"
    )
    rules = Rules(guesses.shape[1], colors)
    codes = as_codes(codes, rules, name="codes")
    number = scoring_number(scoring)
    if number:
        return count_answers(guesses, codes, rules.colors, number)
    return count_classes(
        columns_of(guesses, rules.colors), columns_of(codes, rules.colors)
    )


def measure(guesses: np.ndarray, codes: np.ndarray, *, colors: int) -> Partition:
    """Measure how every guess splits the codes that are still possible.

    Arguments are as for `class_sizes`.

    >>> codes = mm.all_codes(mm.Rules(4, 6))
    >>> split = measure([[0, 0, 1, 1], [0, 1, 2, 3]], codes, colors=6)
    >>> split.largest, split.parts, split.expected_size.round(1), split.entropy.round(3)
    (array([256, 312]), array([13, 14]), array([204.5, 188.2]), array([2.885, 3.057]))
    """
    sizes = class_sizes(guesses, codes, colors=colors)
    if not sizes.any(axis=1).all():
        raise ValueError("codes: there are none to split")
    return Partition(
        largest=measures.largest(sizes),
        expected_size=measures.expected_size(sizes),
        entropy=measures.entropy(sizes),
        parts=measures.parts(sizes),
    )


@compiled
def by_members(search, members):
    """Find the first of the members that make the most classes, and how many.

    Of the search only its words, tallies and pegs are used.
    """
    m = members.shape[0]
    pegs = search.pegs
    most = 0
    seen = np.full((pegs + 1) ** 2, -1)
    best = members[0]
    words = search.words[members]
    own = search.tallies[members]
    for i in range(m):
        parts = 0
        for j in range(m):
            answer = coded_feedback(words[i], own[i], words[j], own[j], pegs)
            parts += seen[answer] != i
            seen[answer] = i
        if parts > most:
            best = members[i]
            most = parts
        if most == m:
            break
    return np.int64(best), most
