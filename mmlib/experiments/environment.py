"""The door to Gymnasium: a game as what learns by reinforcement wants it."""

from importlib import import_module
from typing import Any

from mmlib.checks import one_of, optional
from mmlib.game.codes import check_repeats
from mmlib.game.rules import Rules


def environment(rules: Rules, *, render_mode: str | None = None) -> Any:
    """Make an environment of Gymnasium in which an agent guesses a code.

    An action is a guess: an integer in ``0 .. colors - 1`` for each peg. An observation
    has all ``guesses``, int8 (max_guesses, pegs), and all ``answers``, black and white
    pegs, int8 (max_guesses, 2); rows that are not played yet hold -1. Each guess costs
    1, so a game's return is minus its guesses. A game ends when the code is found or no
    guess is left. `info` tells how many codes are ``left`` that fit (-1: too many to
    count) and whether the game is ``solved``. ``reset(seed=...)`` draws a secret, and
    ``reset(options={"secret": "0314"})`` takes one.

    Raises TypeError or ValueError if an argument is malformed; ImportError without the
    package `gymnasium`.

    Parameters
    ----------
    rules : Rules
        Pegs, colors and guesses allowed; colors may repeat.
    render_mode : {None, "ansi"}, optional
        With ``"ansi"``, ``render()`` returns the board as text.

    Returns
    -------
    gymnasium.Env

    Examples
    --------
    >>> game = mm.problems.environment(mm.Rules(4, 6))
    >>> seen, info = game.reset(seed=1, options={"secret": "0314"})
    >>> seen, reward, ended, cut, info = game.step([0, 0, 1, 2])
    >>> seen["answers"][0].tolist(), reward, ended, info["left"]
    ([2, 0], -1.0, False, 105)
    """
    check_repeats(rules, "an environment")
    if render_mode is not None:
        one_of(render_mode, "render_mode", ("ansi",))
    optional("gymnasium", "environments", "ec")
    env = import_module("mmlib.experiments.mastermind_env")
    return env.MastermindEnv(rules, render_mode)
