"""The first guess of any size: its kinds, and how it splits all codes.

From this comes a mean that no player can go below.
"""

import functools
import math
from fractions import Fraction

import numpy as np

from mmlib.checks import whole_number
from mmlib.engine.coding import answer_of, n_answers
from mmlib.game.codes import as_code, check_repeats, check_rules
from mmlib.game.rules import MAX_PEGS, Rules
from mmlib.reason import symmetry
from mmlib.reason.least_after import least_after

__all__ = ["kinds", "lower_bound", "sizes"]


def __dir__() -> list[str]:
    return __all__


#: Most codes of a board whose second guesses are all looked at.
MOST_CODES = 60_000

#: Guesses that a bound looks at, at most.
MOST_GUESSES = 3

#: Binomial coefficients: n over k in row n, column k, up to the most pegs.
BINOMIAL = np.array(
    [[math.comb(n, k) for k in range(MAX_PEGS + 1)] for n in range(MAX_PEGS + 1)]
)


def kinds(rules: Rules) -> np.ndarray:
    """List the first guesses that differ by more than color names and peg order.

    Parameters
    ----------
    rules : Rules
        Pegs and colors: `TypeError` if it is no `Rules`.

    Returns
    -------
    ndarray of uint8, shape (n, pegs)
        One code of each kind, the one of a single color first. Without repeats there
        is one kind.

    Examples
    --------
    >>> kinds(mm.Rules(4, 6)).tolist()
    [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    """
    check_rules(rules)
    if not rules.repeats:
        return np.arange(rules.pegs, dtype=np.uint8)[np.newaxis]
    every = symmetry.shares(rules.pegs, rules.colors, rules.pegs)
    codes = [np.repeat(np.arange(len(shares)), shares) for shares in every]
    return np.array(codes, np.uint8)


def sizes(guess: object, rules: Rules) -> np.ndarray:
    """Count, of all codes, those that would give each answer to a guess.

    The codes are not listed. Of a guess, a code of any pegs and colors, an ndarray of
    int64, shape (pegs * (pegs + 1) + 1,): at index ``black * (pegs + 1) + white`` the
    codes with that answer. Secrets are built peg by peg. Of the first pegs of one only
    two things matter: how many are black, and how many have each of the guess's colors,
    counted no further than the guess has of it.

    >>> counts = sizes("0012", mm.Rules(4, 6))
    >>> counts[[0, 6, 20]]  # no peg right; one black and one white; all black
    array([ 81, 230,   1])
    """
    check_rules(rules)
    own = np.bincount(as_code(guess, rules, name="guess"))
    if not rules.repeats:
        return _sizes_without_repeats(rules.pegs, rules.colors)
    return _sizes(tuple(own[own > 0].tolist()), rules).copy()


def _sizes_without_repeats(pegs: int, colors: int) -> np.ndarray:
    """As `sizes`, of any guess where no color repeats within a code.

    The black pegs are chosen, and the pegs of other colors of the guess. These colors
    are put so that none is black, by inclusion and exclusion, and the rest is filled
    with colors that the guess has not.
    """
    sizes = np.zeros(n_answers(pegs), np.int64)
    for black in range(pegs + 1):
        free = pegs - black
        for white in range(free + 1):
            misplaced = sum(
                (-1) ** k * math.comb(white, k) * math.perm(free - k, white - k)
                for k in range(white + 1)
            )
            rest = math.perm(colors - pegs, free - white)
            ways = math.comb(pegs, black) * math.comb(free, white) * misplaced * rest
            sizes[answer_of(black, white, pegs)] = ways
    return sizes


@functools.lru_cache(maxsize=64)
def _sizes(own: tuple[int, ...], rules: Rules) -> np.ndarray:
    """As `sizes`, of a guess by how many pegs it has of each of its colors.

    The results are kept, since games begin alike.
    """
    pegs = rules.pegs
    ways = _ways(own, rules.pegs)
    # codes and so many of their black pegs, by what is shared
    at_least = np.zeros((pegs + 1, pegs + 1), np.int64)
    for black in range(pegs + 1):
        free = np.arange(pegs - black + 1)
        rest = BINOMIAL[pegs - black, free] * (rules.colors - len(own)) ** (
            pegs - black - free
        )
        at_least[black] = rest @ ways[black, free]
    black, shared = np.indices(at_least.shape)
    exactly = ((-1) ** (black + shared) * BINOMIAL[: pegs + 1, : pegs + 1]).T @ at_least
    sizes = np.zeros(n_answers(pegs), np.int64)
    # black * (pegs + 1) + white, as white = shared - black
    np.add.at(sizes, black * pegs + shared, exactly)
    return sizes


@functools.lru_cache(maxsize=64)
def _ways(own: tuple[int, ...], pegs: int) -> np.ndarray:
    """Count the ways to have pegs of a guess's colors, modulo 2**64.

    The axes are the black pegs, which are chosen, the others, which are anywhere, and
    those shared: int64, pegs + 1 long each.
    """
    ways = np.zeros((pegs + 1,) * 3, np.int64)
    ways[0, 0, 0] = not own
    before, n = (_ways(own[:-1], pegs), own[-1]) if own else (ways, -1)
    for black in range(n + 1):
        for others in range(pegs - black + 1):
            both = min(n, black + others)
            times = BINOMIAL[n, black] * BINOMIAL[others : pegs + 1, others, None]
            ways[black:, others:, both:] += (
                times
                * before[: pegs + 1 - black, : pegs + 1 - others, : pegs + 1 - both]
            )
    return ways


def lower_bound(rules: Rules, guesses: int = 1) -> Fraction:
    """Find a mean of guesses a game that no player can go below.

    All codes are equally likely to be the secret. With one of the `guesses` looked at,
    the mean is that of the best first guess, if after it every guess were right for one
    code of its class and split the others as finely as there are answers. With two, it
    is also looked at how every second guess splits the classes, and what they can be
    split into at best after that (`any_part`). With three, so are the classes of the
    second guesses that promise most, until no other can be better.

    Parameters
    ----------
    rules : Rules
        Pegs and colors: `TypeError` if it is no `Rules`. With two guesses or three,
        `ValueError` beyond 60,000 codes, and without repeats.
    guesses : int, 1, 2 or 3, optional
        How far to look. On 4 x 7 it takes a second with 2, and half a minute with 3; on
        5 x 8 some ten seconds with 2, and an hour or two with 3.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> bound = lower_bound(mm.Rules(4, 6))
    >>> bound, round(float(bound), 3)  # the optimum is 5625 / 1296
    (Fraction(433, 108), 4.009)
    >>> round(float(lower_bound(mm.Rules(4, 6), guesses=2)), 3)
    4.203
    >>> lower_bound(mm.Rules(3, 4), guesses=3)  # as few as there can be
    Fraction(103, 32)
    """
    check_rules(rules)
    if whole_number(guesses, "guesses", 1, MOST_GUESSES) == 1:
        # without the one that the guess ends
        splits = [sizes(guess, rules)[:-1].tolist() for guess in kinds(rules)]
        left = min(
            sum(_fullest(n, rules.n_feedbacks - 1) for n in split) for split in splits
        )
        return Fraction(rules.n_codes + left, rules.n_codes)
    check_repeats(rules, f"the bound with {guesses} guesses")
    if rules.n_codes > MOST_CODES:
        raise ValueError(
            f"rules: {rules} have {rules.n_codes:,} codes; "
            f"with {guesses} guesses the bound takes up to {MOST_CODES:,}"
        )
    return Fraction(least_after(kinds(rules), rules, guesses), rules.n_codes)


def _fullest(n: int, answers: int) -> int:
    """Guesses for n codes where each solves one and all other answers lead on.

    `exhaustive` has it for small n.
    """
    total = 0
    depth = 1
    most = 1
    while n:
        solved = min(n, most)
        total += depth * solved
        n -= solved
        depth += 1
        most *= answers
    return total
