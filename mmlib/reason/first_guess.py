"""The first guess of any size: its kinds, how it splits all codes, and what no player can go below."""

import functools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from mmlib.game.codes import as_code, check_rules
from mmlib.game.rules import Rules


def kinds(rules: Rules) -> np.ndarray:
    """List the first guesses that differ by more than the names of colors and the order of pegs.

    Parameters
    ----------
    rules : Rules
        Pegs and colors: `TypeError` if it is no `Rules`.

    Returns
    -------
    ndarray of uint8, shape (n, pegs)
        One code of each kind, the one of a single color first.

    Examples
    --------
    >>> kinds(mm.Rules(4, 6)).tolist()
    [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    """
    check_rules(rules)
    parts = _parts(rules.pegs, rules.colors, rules.pegs)
    return np.array([np.repeat(np.arange(len(sizes)), sizes) for sizes in parts], np.uint8)


def sizes(guess: object, rules: Rules) -> np.ndarray:
    """Count, of all codes, those that would give each answer to a guess, without listing them.

    Of a guess, a code of any pegs and colors, an ndarray of int64, shape (pegs * (pegs + 1) + 1,): at index ``black *
    (pegs + 1) + white`` the codes with that answer. Secrets are built peg by peg. Of the first pegs of one only two
    things matter: how many are black, and how many have each of the guess's colors, counted no further than the guess
    has of it.

    >>> sizes("0012", mm.Rules(4, 6))[[0, 6, 20]]  # no peg right; one black and one white; all black
    array([ 81, 230,   1])
    """
    check_rules(rules)
    own = np.bincount(as_code(guess, rules, name="guess"))
    return _sizes(tuple(own[own > 0].tolist()), rules).copy()


@functools.lru_cache(maxsize=64)
def _sizes(own: tuple[int, ...], rules: Rules) -> np.ndarray:
    """As `sizes`, of a guess by how many pegs it has of each of its colors; kept, since games begin alike."""
    beginnings = np.zeros((rules.pegs + 1, *(n + 1 for n in own)), np.int64)
    beginnings.flat[0] = 1
    for block, n in enumerate(own):
        for _ in range(n):
            longer = (rules.colors - len(own)) * beginnings
            for color in range(len(own)):
                with_it = _one_more(beginnings, color + 1)
                if color == block:
                    longer[1:] += with_it[:-1]
                else:
                    longer += with_it
            beginnings = longer
    black, *shared = np.indices(beginnings.shape)
    answers = black * rules.pegs + sum(shared)  # black * (pegs + 1) + white, as white is what is shared but for black
    sizes = np.zeros(rules.pegs * (rules.pegs + 1) + 1, np.int64)
    np.add.at(sizes, answers, beginnings)
    return sizes


def lower_bound(rules: Rules) -> Fraction:
    """Find a mean of guesses a game that no player can go below, if every code is as likely to be the secret.

    It is that of the best first guess, if after it every guess were right for one code of its class and split the
    others as finely as there are answers. The largest boards take some seconds.

    >>> bound = lower_bound(mm.Rules(4, 6))
    >>> bound, round(float(bound), 3)  # the optimum is 5625 / 1296
    (Fraction(433, 108), 4.009)
    """
    totals = []
    for guess in kinds(rules):
        classes = sizes(guess, rules)[:-1].tolist()  # without the one that the guess ends
        totals.append(rules.n_codes + sum(_fullest(n, rules.n_feedbacks - 1) for n in classes))
    return Fraction(min(totals), rules.n_codes)


def _parts(pegs: int, colors: int, most: int) -> Iterator[list[int]]:
    """The ways to share pegs among colors, none of which has more than the one before it."""
    if pegs == 0:
        yield []
    for n in range(min(pegs, most) if colors else 0, 0, -1):
        for rest in _parts(pegs - n, colors - 1, n):
            yield [n, *rest]


def _one_more(beginnings: np.ndarray, axis: int) -> np.ndarray:
    """The beginnings with one peg more of a color; at the end of its axis nothing is counted any more."""
    ours = np.moveaxis(beginnings, axis, 0)
    more = np.zeros_like(ours)
    more[1:] = ours[:-1]
    more[-1] += ours[-1]
    return np.moveaxis(more, 0, axis)


def _fullest(n: int, answers: int) -> int:
    """Guesses for n codes where each solves one and all other answers lead on; `exhaustive` has it for small n."""
    total, depth, most = 0, 1, 1
    while n:
        solved = min(n, most)
        total, n, depth, most = total + depth * solved, n - solved, depth + 1, most * answers
    return total
