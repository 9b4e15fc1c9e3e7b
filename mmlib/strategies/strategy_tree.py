"""The strategy tree of any player that does not draw."""

import dataclasses

import numpy as np

from mmlib.checks import asked, shown
from mmlib.experiments.start import fresh
from mmlib.game.codes import as_code, check_rules, index_of
from mmlib.game.history import History
from mmlib.game.rules import MAX_GUESSES, Rules, size_of
from mmlib.players.base import Player, SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.tree import StrategyTree


def strategy_tree(player: str | SupportsPlay, rules: Rules) -> StrategyTree:
    """Write out the whole strategy of a player that does not draw.

    That is its guess in every position that can come about. Raises TypeError if the
    player draws random numbers, which is noticed if they come from `rng`, or an
    argument is malformed; ValueError if there are too many codes, or the player makes
    no progress.

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history,
        rng)``. One that also has a method ``tree(rules)`` is asked for that.
    rules : Rules
        Pegs and colors; the limit on guesses is not looked at.

    Returns
    -------
    StrategyTree
        ``guesses`` for each code, ``total``, ``mean`` as a fraction, ``max``,
        ``distribution``, ``check``, ``save``; ``StrategyTree.load`` reads what was
        saved, and `mm.plots.strategy_tree` draws it.

    Examples
    --------
    >>> mm.strategy_tree("kooi", mm.Rules(4, 6)).mean
    Fraction(1417, 324)
    """
    player = make_player(player)
    check_rules(rules)
    if isinstance(player, Player):
        player.check_repeats(rules)
    if callable(getattr(player, "tree", None)):
        return _tree_of(player, rules)
    rng = np.random.default_rng(0)
    unused = rng.bit_generator.state

    def choose(history: History, members: np.ndarray) -> int:
        alone = fresh(player)
        name = f"player: guess {len(history) + 1} of {player.name}"
        given = history.first(len(history))  # a copy, which the player may change
        code = as_code(alone.next_guess(given, rng), rules, name=name)
        if rng.bit_generator.state != unused:
            raise TypeError(
                f"player: {player.name} draws random numbers; "
                "a strategy tree is for one that does not"
            )
        return int(index_of(code, rules))

    # a player may refuse to guess beyond the limit
    endless = dataclasses.replace(rules, max_guesses=MAX_GUESSES)
    tree = write_out(player.name, endless, choose)
    return dataclasses.replace(tree, rules=rules)


def _tree_of(player: SupportsPlay, rules: Rules) -> StrategyTree:
    """What a player's own method `tree` returns, checked."""
    tree = (
        player.tree(rules)
        if isinstance(player, Player)
        else asked("player", player.tree, rules)
    )
    if not isinstance(tree, StrategyTree):
        raise TypeError(
            f"player: tree(rules) of {player.name} returned {shown(tree)}, "
            "which is no StrategyTree"
        )
    if size_of(tree.rules) != size_of(rules):
        raise ValueError(
            f"player: tree(rules) of {player.name} returned a tree of {tree.rules}, "
            f"not of {rules}"
        )
    return tree
