"""What a type checker sees of `mm.`.

These are the names that users type, and what comes back. mypy reads the file, and
nothing runs it.
"""

from fractions import Fraction
from typing import assert_type

import numpy as np
import pandas as pd

import mmlib as mm

rng = np.random.default_rng(1)
rules = mm.Rules(pegs=4, colors=6, max_guesses=10)
assert_type(rules.n_codes, int)
assert_type(mm.PRESETS["classic"], mm.Rules)

answer = mm.feedback([0, 0, 1, 2], [0, 1, 1, 3])
assert_type(answer, mm.Feedback)
assert_type(answer.black, int)
mm.feedback("0012", "0113")
shape = mm.all_codes(rules).shape
matrix = mm.feedback_matrix([[0, 0, 1, 2]], mm.all_codes(rules), colors=6)
matrix.sum(axis=0)
row = mm.feedback_row([0, 0, 1, 2], mm.all_codes(rules), colors=6)
codes = mm.random_codes(rules, 100, rng=rng)
assert_type(mm.codes.as_text(codes[0]), str)
history = mm.History(rules, ["0011"], [(1, 0)])
mm.consistent.consistent_codes(history).tolist()

player = mm.player("le_adoga", variant="as_described")
assert_type(player.name, str)
assert_type(mm.players(), pd.DataFrame)
assert_type(mm.players("le_adoga").settings, pd.DataFrame)
assert_type(mm.LeAdoga(variant="as_described").name, str)
assert_type(mm.Knuth(), mm.Knuth)


class First:
    """A player of one's own."""

    name = "always the first that fits"

    def next_guess(self, history: mm.History, rng: np.random.Generator) -> np.ndarray:
        return mm.consistent.consistent_codes(history)[0]


class Shy(mm.Player, name="shy", source="mine", year=None, fidelity="exact"):
    """A player of one's own, with a setting that is checked."""

    tries: int = mm.setting(30, 2, 10**6)


Shy(tries=5).settings.keys()

game = mm.play(player, codes[0], rules, rng=rng)
assert_type(mm.play(player, "0123", rules, seed=1), mm.Game)
assert_type(mm.check_player(First()), pd.DataFrame)
assert_type(game, mm.Game)
assert_type(len(game), int)
assert_type(game.solved, bool)
assert_type(mm.play(First(), "0314", rules, rng=rng), mm.Game)
mm.play("knuth", lambda guess: (4, 0), rules, rng=rng)
game.picture(theme="dark").save("game.svg")

games = mm.play_many(player, rules, games=1000, seed=1, n_jobs=2)
assert_type(games, pd.DataFrame)
mm.play_many(First(), rules, secrets=["0012"], seed=1)
mm.play_many("knuth", rules, secrets="all", seed=1)
assert_type(mm.turns(games, rules), pd.DataFrame)

tree = mm.strategy_tree("kooi", rules)
assert_type(tree, mm.StrategyTree)
assert_type(tree.total, int)
assert_type(tree.mean, Fraction)
assert_type(mm.best_tree(rules, effort=1), mm.StrategyTree)
assert_type(mm.play(tree, "0314", rules, seed=1), mm.Game)

sweep = mm.sweep(
    "le_adoga", rules, grid={"population": [10, 20]}, games=1500, seed=1, store="name"
)
assert_type(sweep, pd.DataFrame)
mm.sweep(
    "random_consistent", rules, [{"first_guess": "0012"}], secrets=["0012"], seed=1
)

found = mm.evolve_strategy(rules, seed=1, generations=100, stages=1)
assert_type(found, mm.EvolvedStrategy)
assert_type(found.total, int)
assert_type(found.history, pd.DataFrame)
assert_type(found.tree, mm.StrategyTree)
mm.play_many(found.player, rules, secrets="all", seed=1)
mm.evolve_strategy(
    rules, seed=1, start="random", first_guess="0012", islands=4, n_jobs=2, store="name"
)

problem = mm.problems.weights(rules, stages=5, first_guess="0012")
assert_type(problem, mm.problems.Problem)
assert_type(problem.fitness([[1000] * problem.genes]), np.ndarray)

run = mm.whole_board.run([0, 0, 1, 2], seed=1)
assert_type(run.generations, int)

ranks = mm.leaderboard(rules, {"Knuth": "knuth", "mine": First()}, 100, 1)
assert_type(ranks, mm.Leaderboard)
assert_type(ranks.ranking, pd.DataFrame)
mm.leaderboard(rules, ["knuth", First()], "all", 1)

assert_type(mm.published.load("strategies_4x6"), pd.DataFrame)
assert_type(mm.published.strategies_4x6, pd.DataFrame)
assert_type(mm.results.read("leaderboards", text=["guesses"]), pd.DataFrame)
mm.stats.mean_interval(games.guesses.to_numpy())
mm.text_says(games.guesses.mean() < 5, "below five")
mm.text_says(lambda: games.guesses[0] == 4, "the opening says 4")
assert_type(mm.information(game.history), pd.DataFrame)
modules = [
    mm.first_guess,
    mm.partitions,
    mm.operators,
    mm.fitness,
    mm.plots,
    mm.controls,
    mm.verdicts,
]
for _ in mm.progress(range(3)):
    pass
boards = [mm.board.Play, mm.board.StepThrough, mm.board.Landscape]
# mypy calls this `ignore` unused if it cannot tell that there is no such name
none = mm.no_such_name  # type: ignore[attr-defined]
