"""With numba switched off, as students debug, everything plays the same games."""

import json
import os
import subprocess
import sys

import numpy as np

import mmlib as mm

#: The board that uncompiled code plays on.
SMALL = mm.Rules(3, 4)

#: A smaller one, for what would take too long there.
TINY = mm.Rules(2, 3)

#: Players of the smaller board. Their look-ahead takes half a minute on the other.
SLOW = ("far_sighted",)


def games():
    """The guesses of a game of every player, and what else is computed by loops."""
    warned = np.geterr()
    found = {}
    for name in mm.players().name:
        rules = TINY if name in SLOW else SMALL
        secret = np.arange(rules.pegs)[::-1] % rules.colors
        game = mm.play(name, secret, rules, seed=3)
        found[name] = [mm.codes.as_text(guess) for guess in game.guesses]
        found[name].append(game.evaluations)
    described = mm.play(
        mm.player("le_adoga", variant="as_described"), "012", SMALL, seed=1
    )
    found["as described"] = described.guesses.tolist()
    history = mm.History(mm.Rules(8, 12), ["00001111"], [(1, 1)])
    code = mm.consistent.random_consistent_code(history, rng=np.random.default_rng(1))
    found["large board"] = code.tolist()
    run = mm.whole_board.run(
        "0123", seed=1, generations=20, population=20, parents=6, keep_parents=2
    )
    found["whole board"] = run.board.tolist()
    codes = mm.all_codes(SMALL)
    for scoring in mm.SCORINGS:
        answers = mm.feedback_matrix(codes, codes, colors=4, scoring=scoring)
        found[scoring] = int(answers.sum(dtype=int))
    rng = np.random.default_rng(1)
    children = mm.operators.reset_genes(np.zeros((3, 8), np.uint8), 8, 4, rng=rng)
    found["operators"] = mm.operators.cross_neighbors(children, 4, rng=rng).tolist()
    evolved = mm.evolve_strategy(TINY, seed=1, generations=3, islands=1, n_jobs=1)
    found["evolved"] = evolved.total
    assert np.geterr() == warned
    return found


def test_disabled_jit_plays_the_same_games():
    program = (
        "import json; from tests.engine.test_uncompiled import games; "
        "print(json.dumps(games()))"
    )
    command = [sys.executable, "-W", "error", "-c", program]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "MMLIB_PROGRESS": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == games()
