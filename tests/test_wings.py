"""The core without its wings: what the founding documents need works alone."""

import shutil
import subprocess
import sys
from pathlib import Path

import mmlib

#: The folders that the core does without.
WINGS = ("strategies", "board")

#: The players, fitness functions, whole boards and plots of the founding documents.
PROGRAM = """
import matplotlib

matplotlib.use("agg")
import mmlib as mm

rules = mm.Rules(pegs=4, colors=6)
for name in ("random_consistent", "gold", "nine_colors", "le_adoga", "berghman"):
    game = mm.play(name, "3425", rules, seed=1)
    assert game.solved, name
games = mm.play_many("le_adoga", rules, games=20, seed=1, n_jobs=1)
sweep = mm.sweep("le_adoga", rules, {"mutation_rate": [0, 0.1]}, games=5, seed=1)
ranks = mm.leaderboard(rules, ["gold", "random_consistent"], 10, 1)
assert len(games) == 20 and len(sweep) == 10 and len(ranks.summary) == 2
history = mm.History(rules, ["0012"], [(1, 1)])
assert mm.consistent.count_consistent(history) == 230
assert len(mm.information(game.history)) == len(game.guesses)
run = mm.whole_board.run("0123", seed=1, generations=30)
assert mm.fitness.whole_board([run.board.ravel()], "0123")[0] <= 40
assert mm.problems.whole_board("0123").genes == 40
mm.plots.guesses_histogram(games)
mm.plots.convergence(run)
mm.verdicts.compare_mean("mean", games.guesses, 4.6, margin=0.1)
assert len(mm.published.load("le_adoga_sweeps")) > 0
for name in ("knuth", "optimal"):
    try:
        mm.player(name)
    except ModuleNotFoundError as problem:
        assert problem.name == "mmlib.strategies"
    else:
        raise AssertionError(name)
print("played")
"""


def test_core_plays_without_the_wings(tmp_path):
    without = shutil.ignore_patterns(*WINGS)
    shutil.copytree(Path(mmlib.__file__).parent, tmp_path / "mmlib", ignore=without)
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "played\n"
