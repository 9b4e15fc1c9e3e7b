"""The strategy tree of any player that does not draw."""

from __future__ import annotations

import copy

import numpy as np

from mmlib.game.codes import as_code, check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import black_and_white, feedback_matrix
from mmlib.players.base import Player, SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.progress_bar import progress
from mmlib.reason import every_code
from mmlib.reason.trees import StrategyTree

#: A strategy that takes more guesses than that for one code is taken for one that makes no progress.
MOST_TURNS = 100


def strategy_tree(player: str | SupportsPlay, rules: Rules) -> StrategyTree:
    """Write out the whole strategy of a player that does not draw: its guess in every position that can come about.

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history, rng)``. One that also has a method
        ``tree(rules)`` is asked for that.
    rules : Rules
        The board. Its limit on guesses is not looked at.

    Returns
    -------
    StrategyTree
        ``guesses`` for each code, ``total``, ``mean`` as a fraction, ``max``, ``distribution``.

    Raises
    ------
    TypeError
        If the player draws random numbers, which is noticed if they come from `rng`, or an argument is malformed.
    ValueError
        If the board is too large, or the player makes no progress.

    See Also
    --------
    StrategyTree : What comes back: ``check``, ``draw``, ``save``, and ``StrategyTree.load``.

    Examples
    --------
    >>> mm.strategy_tree("kooi", mm.Rules(4, 6)).mean
    Fraction(1417, 324)
    """
    player = make_player(player)
    check_rules(rules)
    if callable(getattr(player, "tree", None)):
        return player.tree(rules)
    codes = every_code.every_code(rules).codes
    rng = np.random.default_rng(0)
    unused = rng.bit_generator.state
    solved = rules.pegs * (rules.pegs + 1)
    guess, parent, answer, size = [], [], [], []
    waiting = [(History(rules), np.arange(len(codes)), -1, 0)]
    with progress(total=len(codes), description=player.name, unit="code") as bar:
        while waiting:
            history, possible, above, given = waiting.pop()
            if len(history) >= MOST_TURNS:
                raise ValueError(f"player: {player.name} has not found every code within {MOST_TURNS} guesses")
            alone = player if isinstance(player, Player) else copy.deepcopy(player)
            code = as_code(alone.next_guess(history, rng), rules, name=f"guess {len(history) + 1} of {player.name}")
            if rng.bit_generator.state != unused:
                raise TypeError(f"player: {player.name} draws random numbers; a strategy tree is for one that does not")
            answers = feedback_matrix(code[np.newaxis], codes[possible], colors=rules.colors)[0]
            node = len(guess)
            guess.append(every_code.code_places(code[np.newaxis], rules)[0])
            parent.append(above)
            answer.append(given)
            size.append(len(possible))
            for coded in np.unique(answers)[::-1].tolist():
                if coded == solved:
                    bar.update()
                else:
                    after = history.after(code, black_and_white(coded, rules.pegs))
                    waiting.append((after, possible[answers == coded], node, coded))
    kinds = (np.int32, np.int32, np.uint8, np.int32)
    columns = (np.array(column, kind) for column, kind in zip((guess, parent, answer, size), kinds, strict=True))
    return StrategyTree(player.name, rules, *columns)
