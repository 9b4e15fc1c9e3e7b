"""Which answers may be wrong, where no code agrees with all of them."""

from itertools import combinations

import numpy as np

from mmlib.engine.coding import answer_of
from mmlib.game.codes import all_codes
from mmlib.game.history import History
from mmlib.game.scoring import feedback_matrix
from mmlib.reason.consistent import MOST_FILTERED, consistent_codes, peg_by_peg

#: Codes that are looked at together.
AT_ONCE = 200_000

#: Most answers that are left out in search of a code, on boards too large to list.
MOST_LEFT_OUT = 3


def contradictions(history: History) -> list[tuple[int, ...]]:
    """List the smallest sets of turns without whose answers some code would fit.

    A code fits once all turns are left out with which it disagrees. So these sets are
    the turns of the codes that disagree with the fewest.
    """
    if history.rules.n_codes > MOST_FILTERED:
        return _by_leaving_out(history)
    codes = all_codes(history.rules)
    black, white = history.feedbacks.T
    answers = answer_of(black, white, history.rules.pegs)
    least = len(history) + 1
    found: set[tuple[int, ...]] = set()
    for start in range(0, len(codes), AT_ONCE):
        some = codes[start : start + AT_ONCE]
        earned = feedback_matrix(
            history.guesses,
            some,
            colors=history.rules.colors,
            scoring=history.scoring,
        )
        disagrees = earned != answers[:, np.newaxis]
        turns = disagrees.sum(axis=0)
        if turns.min() < least:
            least = int(turns.min())
            found = set()
        if turns.min() == least:
            sets = np.unique(disagrees[:, turns == least], axis=1).T
            found |= {tuple(np.flatnonzero(one).tolist()) for one in sets}
    return sorted(found)


def _by_leaving_out(history: History) -> list[tuple[int, ...]]:
    """The same on a large board, by trial: turns are left out until a code is found."""
    turns = range(len(history))
    for left_out in range(1, min(MOST_LEFT_OUT, len(history)) + 1):
        found = [
            some for some in combinations(turns, left_out) if _fits_some(history, some)
        ]
        if found:
            return found
    return []


def _fits_some(history: History, left_out: tuple[int, ...]) -> bool:
    """Whether some code fits all answers but these."""
    kept = [turn for turn in range(len(history)) if turn not in left_out]
    rest = History.unchecked(
        history.rules,
        history.guesses[kept],
        history.feedbacks[kept],
        history.scoring,
    )
    found, _, _ = peg_by_peg(rest, 1, False)
    return bool(found)


def with_one_wrong(history: History) -> dict[int, np.ndarray]:
    """The codes that would fit if one answer were wrong, by turn: uint8 (n, pegs).

    They agree with all other answers, and not with that one. A turn without such a code
    is left out, and so is every turn of a board that is too large to list.

    >>> rules = mm.Rules(4, 6)
    >>> known = mm.History(rules, ["0123", "1240", "0245"], [(1, 2), (1, 2), (3, 0)])
    >>> {turn: len(codes) for turn, codes in with_one_wrong(known).items()}
    {0: 1, 1: 2, 2: 23}
    """
    if history.rules.n_codes > MOST_FILTERED:
        return {}
    left_out = {}
    for turn in range(len(history)):
        others = [other for other in range(len(history)) if other != turn]
        rest = History(
            history.rules,
            history.guesses[others],
            history.feedbacks[others],
            scoring=history.scoring,
        )
        codes = consistent_codes(rest)
        earned = feedback_matrix(
            history.guesses[turn : turn + 1],
            codes,
            colors=history.rules.colors,
            scoring=history.scoring,
        )[0]
        answer = answer_of(*history.feedbacks[turn], history.rules.pegs)
        codes = codes[earned != answer]
        if len(codes):
            left_out[turn] = codes
    return left_out
