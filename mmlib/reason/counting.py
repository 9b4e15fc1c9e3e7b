"""How many codes agree with all answers, on boards too large to list.

Pegs are set one by one, in all codes at once. Of the first pegs of a code only three
things matter for the rest: how many of them are black in each turn, how many have each
color, counted no further than a guess has of it, and in how many ways they can be set.
So beginnings that agree in the first two become one, whose ways are added up.
"""

import numpy as np

from mmlib.game.history import History

#: Most numbers that are kept at a time: about 200 MB, and a second or two a count.
MOST_KEPT = 20_000_000

#: Numbers that are kept of every beginning, besides one a turn.
OF_A_BEGINNING = 4

#: Bits of a word that a color, or a turn, takes: no board has more than 15 pegs.
BITS = 4

#: Turns that a word of 64 bits holds.
IN_A_WORD = 16


def count_together(history: History) -> int | None:
    """Count the codes that agree with all answers.

    None where there are too many beginnings to keep.

    >>> import mmlib as mm
    >>> count_together(mm.History(mm.Rules(8, 12), ["00001111"], [(1, 1)]))
    56000000
    """
    guesses = history.guesses
    turns, pegs = guesses.shape
    blacks = history.feedbacks[:, :1]
    totals = history.feedbacks.sum(axis=1, keepdims=True)
    in_guess = (guesses[:, :, np.newaxis] == np.arange(history.rules.colors)).sum(
        axis=1
    )
    most_used = in_guess.max(axis=0, initial=0)
    guessed = np.flatnonzero(most_used).tolist()
    unguessed = history.rules.colors - len(guessed)

    used = np.zeros(1, np.uint64)  # pegs of each color, four bits a color
    black = np.zeros((turns, 1), np.int8)
    total = np.zeros((turns, 1), np.int8)
    ways = np.ones(1, np.int64)  # at most 16 ** 15, which is below 2 ** 63
    for peg in range(pegs):
        to_go = pegs - peg - 1
        longer = []
        if unguessed:  # all alike: none of them is counted anywhere
            agrees = _may_agree(black, total, blacks, totals, to_go)
            longer.append(_those(agrees, used, black, total, ways * unguessed))
        for color in guessed:
            shift = np.uint64(BITS * color)
            have = (used >> shift).astype(np.int64) & (2**BITS - 1)
            more = (have < most_used[color]).astype(np.uint64) << shift
            with_black = black + (guesses[:, peg : peg + 1] == color)
            with_total = total + (have < in_guess[:, color : color + 1])
            agrees = _may_agree(with_black, with_total, blacks, totals, to_go)
            longer.append(_those(agrees, used + more, with_black, with_total, ways))
        beginnings = sum(len(part[0]) for part in longer)
        if beginnings * (turns + OF_A_BEGINNING) > MOST_KEPT:
            return None
        used, black, total, ways = (
            np.concatenate(parts, axis=-1) for parts in zip(*longer, strict=True)
        )
        if not len(used):
            return 0
        used, black, total, ways = _merged(used, black, total, ways)
    return int(ways.sum())


def _may_agree(
    black: np.ndarray,
    total: np.ndarray,
    blacks: np.ndarray,
    totals: np.ndarray,
    to_go: int,
) -> np.ndarray:
    """Which beginnings can still come out with every turn's black pegs and total."""
    right_blacks = (black <= blacks) & (black + to_go >= blacks)
    right_totals = (total <= totals) & (total + to_go >= totals)
    return (right_blacks & right_totals).all(axis=0)


def _those(agrees: np.ndarray, *columns: np.ndarray) -> tuple[np.ndarray, ...]:
    """Some of the beginnings."""
    return tuple(column[..., agrees] for column in columns)


def _merged(
    used: np.ndarray, black: np.ndarray, total: np.ndarray, ways: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The different beginnings; totals need no look, since the colors decide them."""
    words = [used]
    for first in range(0, len(black), IN_A_WORD):
        word = np.zeros(len(used), np.uint64)
        for row in black[first : first + IN_A_WORD]:
            word = (word << np.uint64(BITS)) | row.astype(np.uint64)
        words.append(word)
    order = np.lexsort(words)
    is_new = np.zeros(len(order), bool)
    is_new[0] = True
    for word in words:
        ordered = word[order]
        is_new[1:] |= ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(is_new)
    kept = order[starts]
    return (
        used[kept],
        black[:, kept],
        total[:, kept],
        np.add.reduceat(ways[order], starts),
    )
