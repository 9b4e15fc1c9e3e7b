"""Guesses that are drawn, no two alike: what breeding them has to be better than."""

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_code, shuffle_some
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.words import to_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.codes import all_codes
from mmlib.game.rules import Rules


def different_guesses(
    possible: np.ndarray,
    share: float,
    n: int,
    rules: Rules,
    rng: np.random.Generator,
) -> np.ndarray:
    """Draw n different guesses, uint64 (n,).

    A share of them is drawn from the possible codes, which are different words; all of
    these come where they are fewer. The others are random codes. Nothing is drawn where
    the board has no more than n codes, or where n possible codes are wanted of n: then
    all of them come.
    """
    if rules.n_codes <= n:
        return to_words(all_codes(rules))
    wanted = min(round(share * n), len(possible))
    if wanted == n == len(possible):
        return possible.copy()
    board = (rules.pegs, rules.colors, rules.repeats)
    return _drawn(possible.copy(), wanted, n, board, rng)


@compiled
def _drawn(possible, wanted, n, board, rng):
    """Draw `wanted` of the possible codes, which are shuffled, and other codes."""
    pegs, colors, repeats = board
    shuffle_some(possible, wanted, rng)
    table, owners = word_table(n)
    guesses = np.empty(n, np.uint64)
    for i in range(n):
        if i % 65536 == 65535:
            hear_interrupt()
        code = possible[i] if i < wanted else random_code(pegs, colors, rng, repeats)
        while not enter(code, table, owners, 0):
            code = random_code(pegs, colors, rng, repeats)
        guesses[i] = code
    return guesses
