"""The strategy tree with the fewest guesses that is known of a board.

It is proven, stored, or searched for.
"""

from importlib import resources

import numpy as np

from mmlib.checks import whole_number
from mmlib.game.codes import check_rules
from mmlib.game.rules import Rules, size_of
from mmlib.reason import exhaustive
from mmlib.reason.exhaustive import DEPTH
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.look_ahead import PASSES, look_ahead, passes_of
from mmlib.strategies.prove_optimum import proved
from mmlib.strategies.search_again import search_again
from mmlib.strategies.tree import StrategyTree

#: Trees that took long to find, as the guess of every node: a file a board, which
#: `tools.measure.best_trees` and `tools.measure.proved_optima` write.
FOUND = resources.files("mmlib.strategies") / "found"

#: The player of a tree that is proved to be the best.
PROVEN = "optimal"

#: With an effort, positions of up to so many codes are searched again at last.
AGAIN = 250

#: Steps by which a search can be made wider.
MOST_EFFORT = 3

#: Pairs of codes that the search for the optimum may score: a few minutes.
EFFORT = 8 * 10**10

#: Fewest pegs that count as many: with them each pair takes longer.
MANY_PEGS = 8

#: Pairs of codes that the search for the optimum may score on boards of many pegs.
EFFORT_OF_MANY = 2 * 10**9


def best_tree(rules: Rules, *, effort: int = 0) -> StrategyTree:
    """Find the strategy tree with the fewest guesses that this workbench knows.

    These are the guesses for all codes together. On boards of up to 4096 codes the tree
    is the proven optimum, where that takes only minutes; those of some larger boards,
    such as 4 x 10 and 5 x 6, are stored. On others a heuristic search plays out the
    guesses that promise most; what it found on 5 x 8 is stored. It is at least as
    good as any one-step tree of greatest entropy, and the same with any number of
    threads.
    Sources: K. Koyama, T. W. Lai, "An optimal Mastermind strategy", J. Recreational
    Mathematics 25 (1993); the heuristic search is this workbench's own.

    Raises TypeError if an argument is malformed, ValueError beyond a million codes or
    if `effort` is out of range.

    Parameters
    ----------
    rules : Rules
        Pegs and colors; the limit on guesses is not looked at.
    effort : int, optional
        0 takes a stored tree where there is one, and else searches for some minutes.
        With 1, 2 or 3 it is searched that much wider, positions of up to 250 codes of
        the tree are then searched again still wider, and a stored tree is taken only if
        it is as good: each step takes a few times longer.

    Returns
    -------
    StrategyTree
        Its ``player`` says how it was found: ``"optimal"`` is proven, ``"look_ahead"``
        is the heuristic search, ``"one_step"`` the greatest entropy.

    Examples
    --------
    >>> tree = mm.best_tree(mm.Rules(4, 5))
    >>> tree.player, tree.total
    ('optimal', 2463)
    """
    check_rules(rules)
    effort = whole_number(effort, "effort", 0, MOST_EFFORT)
    found = stored(rules)
    if found is not None and (found.player == PROVEN or not effort):
        return found
    proven = optimum(rules)
    if proven is not None:
        return proven
    searched = look_ahead(rules, passes=passes_of(rules, effort))
    if effort:
        searched = search_again(searched, AGAIN, PASSES[-1])
    if found is None or searched.total < found.total:
        return searched
    return found


def optimum(rules: Rules) -> StrategyTree | None:
    """The tree of the proven optimum, unless it takes too long."""
    if rules.n_codes > exhaustive.MOST_CODES:
        return None
    effort = EFFORT if rules.pegs < MANY_PEGS else EFFORT_OF_MANY
    try:
        return proved(size_of(rules), None, DEPTH, effort, 0).tree
    except ValueError:
        return None


def stored(rules: Rules) -> StrategyTree | None:
    """Return the stored tree of a board, or None if there is none.

    It is replayed, so that what it says follows from its guesses.
    """
    by = "x" if rules.repeats else "of"
    file = FOUND / f"{rules.pegs}{by}{rules.colors}.npz"
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as contents:
        guesses = iter(contents["guess"].tolist())
        player = str(contents["player"])
    return write_out(player, rules, lambda history, members: next(guesses))
