"""Measure the speed claims, print them as a table, and exit non-zero if one does not hold."""

from __future__ import annotations

import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pandas as pd
import pygad
from tabulate import tabulate

import mmlib as mm
from mmlib.genetic import whole_board
from mmlib.reason import exhaustive, growing
from tests import plain, plain_players

SECRET = [7, 2, 1, 4, 4, 0, 6, 7, 0, 0]
ROOT = Path(__file__).resolve().parents[2]


def best_of(function, repeat):
    """Least wall-clock seconds of several calls."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        function()
        times.append(time.perf_counter() - started)
    return min(times)


def obvious_feedback(guesses, secrets, colors):
    """All pairs by NumPy broadcasting, coded as `feedback_matrix` codes them."""
    pegs = guesses.shape[1]
    black = (guesses[:, None, :] == secrets[None]).sum(axis=2)
    counts = [(codes[:, :, None] == np.arange(colors)).sum(axis=1) for codes in (guesses, secrets)]
    total = np.minimum(counts[0][:, None], counts[1][None]).sum(axis=2)
    return black * (pegs + 1) + total - black


def feedback(pegs, colors, target):
    """Many guesses against many secrets."""
    rng = np.random.default_rng(1)
    n = 1296
    guesses, secrets = mm.random_codes(mm.Rules(pegs, colors), 2 * n, rng=rng).reshape(2, n, pegs)
    assert (obvious_feedback(guesses, secrets, colors) == mm.feedback_matrix(guesses, secrets, colors=colors)).all()
    slow = best_of(lambda: obvious_feedback(guesses, secrets, colors), 3)
    fast = best_of(lambda: mm.feedback_matrix(guesses, secrets, colors=colors), 30)
    return {
        "claim": f"feedback matrix {pegs} x {colors}, {n} x {n} codes",
        "baseline": f"NumPy broadcast {1e9 * slow / n**2:.1f} ns a pair",
        "ours": f"{1e9 * fast / n**2:.3f} ns a pair",
        "ratio": slow / fast,
        "at least": target,
    }


def stock_generation(generations):
    """Seconds of stock pygad with the source's settings and its own fitness in plain Python."""
    ga = pygad.GA(
        gene_space=list(range(8)),
        num_generations=generations,
        num_parents_mating=150,
        fitness_func=lambda ga, solution, index: plain.whole_board(solution, SECRET),
        sol_per_pop=300,
        num_genes=100,
        parent_selection_type="sss",
        keep_parents=20,
        crossover_type="single_point",
        stop_criteria=["reach_100"],
        random_seed=1,
        suppress_warnings=True,
    )
    started = time.perf_counter()
    ga.run()
    return (time.perf_counter() - started) / ga.generations_completed


def generation():
    """One generation of the whole-board GA at ten pegs, 300 boards."""
    slow = min(stock_generation(20) for _ in range(3))
    whole_board.run(SECRET, 1, generations=2)
    runs = [whole_board.run(SECRET, seed, generations=150) for seed in range(5)]
    fast = min(run.seconds / run.generations for run in runs)
    return {
        "claim": "one generation, 10 pegs, population 300",
        "baseline": f"stock pygad {1e3 * slow:.1f} ms",
        "ours": f"{1e3 * fast:.2f} ms",
        "ratio": slow / fast,
        "at least": 25,
    }


def notebook_runs():
    """The 300 test runs of notebook 02: a hundred on the source's code of each size, every core."""
    started = time.perf_counter()
    for code in ("3625", "3237137", "7214406700"):
        whole_board.run_many(code, runs=100, seed=2026)
    return limit("300 whole-board runs, all cores", time.perf_counter() - started, 90)


def limit(claim, seconds, most):
    return {
        "claim": claim,
        "baseline": f"limit {most:g} s",
        "ours": f"{seconds:.3g} s",
        "ratio": most / seconds,
        "at least": 1,
    }


def player(name, rules, games, most_ms, plain_player=None, plain_games=0, target=0, **settings):
    """Milliseconds a game on one thread, against a limit and against the plain-Python twin on the same board."""
    made = mm.player(name, **settings)
    mm.play_many(made, rules, games=10, seed=2, n_jobs=1)
    ours = best_of(lambda: mm.play_many(made, rules, games=games, seed=1, n_jobs=1), 3) / games
    claim = f"{name} {rules.pegs} x {rules.colors}, a game"
    yield {
        "claim": claim,
        "baseline": f"limit {most_ms:g} ms",
        "ours": f"{1e3 * ours:.3f} ms",
        "ratio": most_ms / (1e3 * ours),
        "at least": 1,
    }
    if plain_player is not None:
        first = {} if plain_player in (plain_players.gold, plain_players.nine_colors) else {"first": made_first(rules)}
        started = time.perf_counter()
        plain_players.games(plain_player, rules.pegs, rules.colors, plain_games, 1, most=rules.max_guesses, **first)
        slow = (time.perf_counter() - started) / plain_games
        yield {
            "claim": claim,
            "baseline": f"plain Python {1e3 * slow:.0f} ms",
            "ours": f"{1e3 * ours:.3f} ms",
            "ratio": slow / ours,
            "at least": target,
        }


def made_first(rules):
    return mm.player("berghman").next_guess(mm.History(rules), np.random.default_rng(1)).tolist()


def players():
    """The limits are an eighth, a fiftieth and a twentieth of what the authors' own compiled programs take."""
    classic, large, nine = mm.Rules(4, 6, 10), mm.Rules(5, 8, 12), mm.Rules(6, 9, 100)
    yield from player("le_adoga", classic, 3000, 0.38, plain_players.le_adoga, 5, 100)
    yield from player("le_adoga", large, 500, 2.6)
    yield from player("nine_colors", nine, 500, 2.4, plain_players.nine_colors, 3, 100)
    yield from player("berghman", nine, 200, 40, plain_players.berghman, 1, 100)
    yield from player(
        "random_consistent", large, 5000, 0.2, plain_players.random_consistent, 5, 100, first_guess="00123"
    )
    yield from player("gold", mm.Rules(4, 8, 10), 200, 5, plain_players.gold, 2, 100)
    limits = {(4, 6): (5, 300), (5, 8): (30, 100), (6, 9): (300, 30), (6, 10): (400, 30), (7, 10): (1000, 10)}
    for board, (most, games) in (limits | {(8, 12): (5000, 4)}).items():
        yield from player("entropic", mm.Rules(*board, 20), games, most)


def trees():
    """Complete strategy trees; the limits on 5 x 8 are what a C++ program with SSE2 takes on one thread."""
    classic, large, first = mm.Rules(4, 6), mm.Rules(5, 8), mm.codes.parse("00112")
    for objective, seconds in {"largest": 4.9, "expected_size": 2.4, "entropy": 4.2, "parts": 1.9}.items():
        small = mm.player("one_step", objective=objective)
        small.tree(classic)
        yield limit(f"{objective} tree 4 x 6", best_of(functools.partial(small.tree, classic), 5), 0.05)
        grow = functools.partial(growing.grow, "", large, (objective,), first=first, n_threads=1)
        yield limit(f"{objective} tree 5 x 8, one thread", best_of(grow, 2), seconds)
    mm.player("optimal").tree(mm.Rules(2, 3))

    def optimum():
        exhaustive.shared.cache_clear()  # what was found before is not known any more
        mm.player("optimal").tree(classic)

    yield limit("optimum of 4 x 6", best_of(optimum, 2), 2)
    yield limit("two phases of 4 x 6, k = 180, d = 2", best_of(lambda: mm.player("two_phase").tree(classic), 1), 10)


def paper():
    """All sweeps of the "Le Adoga" paper with its own program, 1500 games a setting, and its two final runs."""
    settings = mm.results.read("le_adoga_sweeps", text=["setting"]).query("variant == 'as_coded'")
    default = mm.player("le_adoga").settings
    boards = {4: mm.Rules(4, 6, 10), 5: mm.Rules(5, 8, 12)}
    started = time.perf_counter()
    for pegs, rows in settings.groupby("pegs"):
        names = {name: default[name] for name in rows.parameter.unique()}
        grid = [names | {row.parameter: type(default[row.parameter])(row.setting)} for row in rows.itertuples()]
        mm.sweep("le_adoga", boards[pegs], grid, games=1500, seed=1)
        mm.play_many("le_adoga", boards[pegs], games=1000, seed=2)
    games = 1500 * len(settings) + 2000
    return limit(f"Le Adoga's whole evaluation, {games:,} games, all cores", time.perf_counter() - started, 240)


def in_a_new_process(program, cache=None):
    """Seconds that `program` says it took, in a fresh Python."""
    environment = dict(os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {}))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
    )
    return float(done.stdout)


CLOCK = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"
FIRST_USE = (
    "import numpy as np, mmlib as mm, time; t = time.perf_counter(); "
    "mm.feedback([0, 0, 1, 2], [0, 1, 1, 3]); print(time.perf_counter() - t)"
)


#: The least that can be compiled: what it takes to load is numba's own start.
LEAST = "from numba import njit\n\n\n@njit(cache=True)\ndef least(x):\n    return x\n"
LEAST_USE = (
    "import numpy as np, sys, time; sys.path.insert(0, {!r}); t = time.perf_counter(); "
    "import least; least.least(1); print(time.perf_counter() - t)"
)


def starts():
    """Import, first use of a kernel on a machine, and a later start."""
    yield limit("import mmlib", min(in_a_new_process(CLOCK.format("import mmlib")) for _ in range(5)), 0.5)
    with tempfile.TemporaryDirectory() as cache:
        yield limit("first feedback ever, compiling", in_a_new_process(FIRST_USE, cache), 5)
        yield limit("first feedback of a later start, from cache", in_a_new_process(FIRST_USE, cache), 0.5)
        later, numba = [], []
        (pathlib.Path(cache) / "least.py").write_text(LEAST)
        for _ in range(6):  # in turns; the first one of numba's compiles
            later.append(in_a_new_process(FIRST_USE, cache))
            numba.append(in_a_new_process(LEAST_USE.format(cache), cache))
        yield {
            "claim": "the same, beside numba's own start",
            "baseline": f"an empty function {min(numba):.3g} s",
            "ours": f"{min(later):.3g} s",
            "ratio": min(numba) / min(later),
            "at least": 0.8,
        }


def main():
    rows = [
        feedback(4, 6, 100),
        feedback(5, 8, 100),
        feedback(8, 12, 50),
        generation(),
        *players(),
        *trees(),
        *starts(),
    ]
    rows += [notebook_runs(), paper()]
    table = pd.DataFrame(rows)
    table["holds"] = np.where(table["ratio"] >= table["at least"], "yes", "NO")
    table["ratio"] = table["ratio"].map("{:.1f}".format)
    print(tabulate(table, headers="keys", showindex=False, disable_numparse=True))
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    table.to_csv(folder / "benchmarks.csv", index=False, lineterminator="\n")
    return int((table["holds"] != "yes").any())


if __name__ == "__main__":
    sys.exit(main())
