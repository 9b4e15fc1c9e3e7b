"""Compile everything once, a process a core.

What comes after finds it on disk, instead of each compiling its own.
"""

from __future__ import annotations

import os

import numpy as np
from joblib import delayed

import mmlib as mm
from mmlib.engine.processes import run_in_order
from mmlib.players.entropic import breed_possible
from mmlib.strategies.look_ahead import look_ahead

#: A small board.
SMALL = mm.Rules(4, 6)

#: A board of which no list of all codes is made.
LARGE = mm.Rules(8, 12, 3)

#: Settings of players that need more than their defaults do.
OTHERS = (
    ("le_adoga", {"variant": "as_described"}),
    ("one_step", {"arithmetic": "single_precision", "objective": "entropy"}),
    ("evo", {"first_guess": "3452"}),  # all colors right at once: an endgame
    ("eda", {"choice": "parts"}),
    ("evo_rank", {"first_guess": "3452"}),
)


#: Players whose loops take long to compile and need nothing that strategies share.
BREEDING = ("le_adoga", "nhea", "evo_rank", "e_ga", "evo")


def game(player: str, rules: mm.Rules = SMALL, **settings: str) -> None:
    """Play a game."""
    secret = np.arange(rules.pegs) + 2
    mm.play(mm.player(player, **settings), secret, rules, seed=2)


def shared_loops() -> None:
    """Call what most players need: answers, consistent codes, splits of them."""
    history = known()
    for scoring in ("standard", "check_guess", "nine_colors"):
        mm.feedback_matrix(history.guesses, history.guesses, colors=6, scoring=scoring)
    mm.consistent.contradiction(history)
    game("random_consistent")


def strategies() -> None:
    """Call what strategies share, and players that play by one."""
    mm.strategy_tree("knuth", mm.Rules(2, 3))


def evolution() -> None:
    """Call what the evolution of strategies needs."""
    mm.evolve_strategy(
        mm.Rules(2, 3), seed=1, generations=3, stages=2, islands=1, n_jobs=1
    )


def other_loops() -> None:
    """Call what no game needs: whole boards, the null model, a codemaker's view."""
    mm.whole_board.run("0123", seed=1)
    mm.null_model(mm.Rules(2, 3))
    history = known()
    mm.fitness.gold(history.guesses, history.guesses, history.feedbacks)
    breed_possible(history, 20, np.random.default_rng(1))


def known() -> mm.History:
    """What is known after a guess."""
    return mm.History(SMALL, ["0012"], [(1, 1)])


def compile_all() -> None:
    """Compile in as many processes as there are cores.

    What most of them need comes first, in this process: others that began with it side
    by side would each compile their own. Next comes what strategies share, and beside
    it players that need none of that. Then what takes longest: the evolution of
    strategies, the players that look ahead, a search.
    """
    shared_loops()
    calls = [delayed(strategies)()]
    calls += [delayed(game)(name) for name in BREEDING]
    calls += [delayed(evolution)(), delayed(game)("far_sighted")]
    calls += [delayed(look_ahead)(mm.Rules(2, 3)), delayed(other_loops)()]
    calls += [delayed(game)(name) for name in reversed(mm.players().name.tolist())]
    calls += [delayed(game)(name, **settings) for name, settings in OTHERS]
    calls += [delayed(game)("entropic", LARGE)]
    for _ in run_in_order(calls, os.cpu_count()):
        pass


if __name__ == "__main__":
    print("compiling, once on this machine: one or two minutes", flush=True)
    compile_all()
