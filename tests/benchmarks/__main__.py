"""Measure the speed claims, and exit non-zero if one does not hold.

Each claim is a ratio to a baseline of the same run: how many times as long the baseline
takes. It moves little when the machine is busy, since both sides are. The table goes to
`data/results`, with the processor, and into docs/speed.md.
"""

from __future__ import annotations

import datetime
import functools
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")

import joblib
import numpy as np
import pandas as pd
import pygad
from tabulate import tabulate

import mmlib as mm
from mmlib.engine.files import replace_files
from mmlib.experiments import whole_board
from mmlib.reason import exhaustive
from mmlib.strategies import build_tree, objectives
from mmlib.strategies.prove_optimum import proved
from tests import plain, plain_players
from tests.benchmarks import c_loop

#: Secret of the whole-board runs: ten pegs of eight colors.
SECRET = [7, 2, 1, 4, 4, 0, 6, 7, 0, 0]

#: The repository's folder.
ROOT = Path(__file__).resolve().parents[2]

#: The page that the table goes into.
PAGE = ROOT / "docs" / "speed.md"

#: The comment in the page at which the section with the table begins.
BEGIN = "<!-- speed: make bench -->"

#: The comment in the page at which that section ends.
END = "<!-- end of speed -->"

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)

#: The larger board of the "Le Adoga" paper, with twelve guesses.
LARGE = mm.Rules(5, 8, 12)

#: The board of the nine-color player, with up to a hundred guesses.
NINE = mm.Rules(6, 9, 100)

#: What a one-step strategy wants little of, of the class sizes of every guess.
COSTS = {
    "largest": lambda sizes: sizes.max(axis=1),
    "expected_size": lambda sizes: (sizes**2).sum(axis=1),
    "entropy": lambda sizes: (
        (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1).round(9)
    ),
    "parts": lambda sizes: -(sizes > 0).sum(axis=1),
}


def seconds(function, repeat=3):
    """Least wall-clock seconds of several calls."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        function()
        times.append(time.perf_counter() - started)
    return min(times)


def shown(duration):
    """A duration in the unit that suits it."""
    units = (("s", 1), ("ms", 1e3), ("us", 1e6))
    unit, factor = next(
        (unit for unit in units if duration * unit[1] >= 1), ("ns", 1e9)
    )
    return f"{duration * factor:.3g} {unit}"


def row(claim, baseline, slow, ours, at_least):
    return {
        "claim": claim,
        "baseline": f"{baseline}: {shown(slow)}",
        "ours": shown(ours),
        "ratio": slow / ours,
        "at least": at_least,
    }


def obvious_feedback(guesses, secrets, colors):
    """All pairs by NumPy broadcasting, coded as `feedback_matrix` codes them."""
    pegs = guesses.shape[1]
    black = (guesses[:, None, :] == secrets[None]).sum(axis=2)
    counts = [
        (codes[:, :, None] == np.arange(colors)).sum(axis=1)
        for codes in (guesses, secrets)
    ]
    total = np.minimum(counts[0][:, None], counts[1][None]).sum(axis=2)
    return black * (pegs + 1) + total - black


@functools.cache
def a_pair(pegs, colors, ours):
    """Seconds to score one guess against one secret, by NumPy or by ours.

    It is one of 1296 x 1296 pairs that are scored together.
    """
    rng = np.random.default_rng(1)
    n = 1296
    guesses, secrets = mm.random_codes(mm.Rules(pegs, colors), 2 * n, rng=rng).reshape(
        2, n, pegs
    )
    fast = functools.partial(mm.feedback_matrix, guesses, secrets, colors=colors)
    slow = functools.partial(obvious_feedback, guesses, secrets, colors)
    assert (slow() == fast()).all()
    return seconds(fast, 30) / n**2 if ours else seconds(slow) / n**2


def a_pair_while_all_work(pegs, colors):
    """Seconds that NumPy takes for a pair while every processor does the same.

    Each processor works in a process of its own.
    """
    n = joblib.cpu_count()
    with joblib.Parallel(n_jobs=n) as workers:
        # until all have started
        workers(joblib.delayed(a_pair.__wrapped__)(4, 6, False) for _ in range(n))
        return np.mean(
            workers(
                joblib.delayed(a_pair.__wrapped__)(pegs, colors, False)
                for _ in range(n)
            )
        )


def feedback():
    for pegs, colors, at_least in ((4, 6, 100), (5, 8, 100), (8, 12, 50)):
        slow, fast = (a_pair(pegs, colors, ours) for ours in (False, True))
        yield row(
            f"feedback matrix {pegs} x {colors}, a pair",
            "NumPy broadcast",
            slow,
            fast,
            at_least,
        )
    if not c_loop.compiler():
        print("no C compiler (cc): the rows beside a loop in C are left out")
        return
    with tempfile.TemporaryDirectory() as folder:
        for rules, n, at_least in (
            (CLASSIC, 1296, 0.4),
            (LARGE, 1000, 0.5),
            (LARGE, 4000, 0.8),
            (NINE, 100, 0.4),
        ):
            secrets = mm.all_codes(rules)
            guesses = np.ascontiguousarray(
                secrets[np.random.default_rng(1).permutation(len(secrets))[:n]]
            )
            columns = c_loop.columns(secrets, rules.colors)
            slow = functools.partial(
                c_loop.answers, guesses, columns, rules.colors, folder
            )
            fast = functools.partial(
                mm.feedback_matrix, guesses, secrets, colors=rules.colors
            )
            assert (slow() == fast()).all()
            each = [
                seconds(function, 20) / n / len(secrets) for function in (slow, fast)
            ]
            claim = (
                f"all codes of {rules.pegs} x {rules.colors} "
                f"answer {n:,} guesses, a pair"
            )
            yield row(claim, "C loop", *each, at_least)


def stock_generation(generations=20):
    """Seconds that stock pygad takes for one generation.

    It has the settings of the source, and the fitness of the source in plain Python.
    """
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
    return seconds(ga.run, 1) / ga.generations_completed


def whole_boards():
    """One generation of boards, and the test runs of notebook 05.

    The generation has 300 boards of ten pegs. The test runs are 300, a hundred of each
    size.
    """
    slow = min(stock_generation() for _ in range(3))
    whole_board.run(SECRET, 1, generations=2)
    runs = [whole_board.run(SECRET, seed, generations=150) for seed in range(5)]
    fast = min(run.seconds / run.generations for run in runs)
    yield row("a generation of 300 boards, 10 pegs", "stock pygad", slow, fast, 25)
    started = time.perf_counter()
    generations = 0
    for code in ("3625", "3237137", "7214406700"):
        generations += sum(
            run.generations for run in whole_board.run_many(code, runs=100, seed=2026)
        )
    ours = time.perf_counter() - started
    yield row(
        "300 whole-board runs, all cores",
        "stock pygad, a core",
        slow * generations,
        ours,
        25,
    )


def player(name, rules, games, at_least, plain_player=None, plain_games=0, **settings):
    """Seconds a game on one thread, and those of a baseline.

    The baseline is the plain-Python twin or, where that takes too long, NumPy that
    scores as many codes against a history of three guesses as the player looks at.
    """
    made = mm.player(name, **settings)
    table = mm.play_many(made, rules, games=games, seed=1, n_jobs=1)
    ours = (
        seconds(lambda: mm.play_many(made, rules, games=games, seed=1, n_jobs=1))
        / games
    )
    claim = f"{name} {rules.pegs} x {rules.colors}, a game"
    if plain_player is None:
        slow = table.evaluations.mean() * 3 * a_pair(rules.pegs, rules.colors, False)
        return row(claim, "NumPy scoring alone", slow, ours, at_least)
    first = (
        {}
        if plain_player in (plain_players.gold, plain_players.nine_colors)
        else {"first": first_guess(rules)}
    )
    more = {"most": rules.max_guesses, **first}
    play = functools.partial(
        plain_players.games,
        plain_player,
        rules.pegs,
        rules.colors,
        plain_games,
        1,
        **more,
    )
    return row(claim, "plain Python", seconds(play, 1) / plain_games, ours, at_least)


def first_guess(rules):
    return (
        mm.player("berghman")
        .next_guess(mm.History(rules), np.random.default_rng(1))
        .tolist()
    )


def players():
    twins = plain_players
    yield player("le_adoga", CLASSIC, 3000, 100, twins.le_adoga, 5)
    yield player("le_adoga", LARGE, 500, 10)
    yield player("nine_colors", NINE, 500, 100, twins.nine_colors, 3)
    yield player("berghman", NINE, 200, 100, twins.berghman, 1)
    yield player(
        "random_consistent",
        LARGE,
        5000,
        100,
        twins.random_consistent,
        5,
        first_guess="00123",
    )
    yield player("gold", mm.Rules(4, 8, 10), 200, 100, twins.gold, 2)
    # The strongest player that was published before it takes about half as long on
    # large sizes.
    for pegs, colors, games, at_least in (
        (4, 6, 300, 1),
        (5, 8, 100, 0.4),
        (6, 9, 30, 0.3),
        (6, 10, 30, 0.3),
    ):
        rules = mm.Rules(pegs, colors, 20)
        mm.play_many("entropic", rules, games=4, seed=2, n_jobs=1)
        nhea, ours = (
            seconds(
                functools.partial(
                    mm.play_many, name, rules, games=games, seed=1, n_jobs=1
                )
            )
            / games
            for name in ("nhea", "entropic")
        )
        yield row(f"entropic {pegs} x {colors}, a game", "NHEA", nhea, ours, at_least)


def obvious_tree(matrix, objective):
    """Guesses in all of the one-step tree, by NumPy over the whole matrix.

    Each position looks at every guess. Of equally good ones, it plays the first that is
    a possible code, or else the first.
    """
    n = matrix.shape[0]
    solved = int(matrix.max())
    total = 0
    waiting = [np.arange(n)]
    while waiting:
        members = waiting.pop()
        total += len(members)
        rows = np.arange(n)[:, None] * (solved + 1) + matrix[:, members]
        sizes = np.bincount(rows.ravel(), minlength=n * (solved + 1)).reshape(n, -1)
        cost = COSTS[objective](sizes)
        best = np.flatnonzero(cost == cost.min())
        guess = next(iter(np.intersect1d(best, members)), best[0])
        answers = matrix[guess, members]
        waiting += [
            members[answers == answer]
            for answer in np.unique(answers)
            if answer != solved
        ]
    return total


def scoring(rules, pairs):
    """Seconds to score so many pairs on one thread.

    They follow from about half a second of scoring, while the machine is as busy as it
    then is.
    """
    codes = mm.all_codes(rules)
    scored = 0
    block = 2**21 // len(codes) + 1
    started = time.perf_counter()
    while time.perf_counter() < started + 0.5:
        mm.feedback_matrix(codes[:block], codes, colors=rules.colors)
        scored += block * len(codes)
    return (time.perf_counter() - started) * pairs / scored


def beside_scoring(objective, rules, at_least, *, first=None, n_threads=1):
    """A complete tree beside scoring every pair that the rule looks at, just once."""
    by = [objectives.prepare(objective, rules)]
    grow = functools.partial(
        build_tree.grow, "", rules, by, first=first, n_threads=n_threads
    )
    ours = seconds(grow, 1)
    size = grow().size[first is not None :]
    pairs = int(size[size > 2].sum()) * rules.n_codes
    claim = f"{objective} tree {rules.pegs} x {rules.colors}" + (
        ", two threads" if n_threads == 2 else ""
    )
    return row(
        claim,
        f"scoring {pairs / 1e9:,.1f} billion pairs",
        scoring(rules, pairs),
        ours,
        at_least,
    )


def trees():
    """Complete trees of one-step strategies."""
    matrix = mm.feedback_matrix(*2 * (mm.all_codes(CLASSIC),), colors=6)
    for objective in COSTS:
        grow = functools.partial(
            build_tree.grow,
            "",
            CLASSIC,
            [objectives.prepare(objective, CLASSIC)],
            n_threads=1,
        )
        # of some 5,700: NumPy's ties are not exact
        assert abs(grow().total - obvious_tree(matrix, objective)) <= 25
        by_numpy = seconds(functools.partial(obvious_tree, matrix, objective), 1)
        yield row(
            f"{objective} tree 4 x 6",
            "NumPy, all pairs scored before",
            by_numpy,
            seconds(grow, 5),
            15,
        )
        yield beside_scoring(objective, LARGE, 0.2, first=mm.codes.parse("00112"))
    yield beside_scoring("entropy", NINE, 0.2, n_threads=2)
    for rules, repeat, at_least in ((CLASSIC, 20, 0.3), (LARGE, 2, 0.1)):
        alike, weighted = (
            functools.partial(
                build_tree.grow,
                "",
                rules,
                [objectives.prepare("entropy", rules, weights)],
            )
            for weights in (None, {(0, 0): 1.2, (1, 0): 0.9, (0, 3): 1.1})
        )
        both = (seconds(grow, repeat) for grow in (alike, weighted))
        claim = f"entropy tree {rules.pegs} x {rules.colors} with weights, two threads"
        yield row(claim, "without weights", *both, at_least)


def searches():
    """Searches that look further than one step, beside NumPy's best in one step."""
    for name in ("optimal", "two_phase"):
        mm.player(name).tree(mm.Rules(2, 3))  # compiles
    matrix = mm.feedback_matrix(*2 * (mm.all_codes(CLASSIC),), colors=6)
    by_numpy = seconds(functools.partial(obvious_tree, matrix, "parts"), 1)

    every = np.arange(CLASSIC.n_codes, dtype=np.int32)
    none = mm.all_codes(CLASSIC)[:0]

    def proof():
        search = exhaustive.ExhaustiveSearch(CLASSIC, exhaustive.DEPTH)
        assert search.total(every, none, exhaustive.DEPTH) == 5625

    def optimum(rules):
        proved.cache_clear()  # what was proved before is not known any more
        mm.player("optimal").tree(rules)

    proof()
    yield row(
        "optimum of 4 x 6, the proof alone",
        "NumPy, tree of most parts of 4 x 6",
        by_numpy,
        seconds(proof),
        1,
    )
    for rules, at_least in (
        (CLASSIC, 0.3),
        (mm.Rules(4, 7), 0.02),
        (mm.Rules(4, 8), 0.002),
        (mm.Rules(4, 9), 0.0002),
    ):
        ours = seconds(functools.partial(optimum, rules), 1)
        claim = f"optimum of {rules.pegs} x {rules.colors}, proved and written out"
        yield row(claim, "NumPy, tree of most parts of 4 x 6", by_numpy, ours, at_least)
    ours = seconds(functools.partial(mm.player("two_phase").tree, CLASSIC), 1)
    yield row(
        "two phases of 4 x 6 (180, 2)",
        "NumPy, tree of most parts",
        by_numpy,
        ours,
        0.05,
    )


def null_models():
    """The null model, computed, beside games of it until its mean is as sure."""
    mm.null_model(mm.Rules(2, 3))  # compiles
    mm.play_many("random_consistent", mm.Rules(2, 3), games=10, seed=1)
    games = 20_000
    play = functools.partial(
        mm.play_many, "random_consistent", CLASSIC, games=games, seed=1, n_jobs=1
    )
    # a millionth of a guess, three standard errors
    null = mm.null_model(CLASSIC)
    needed = null.variance * (3 / 1e-6) ** 2
    by_games = seconds(play, 1) * needed / games
    yield row(
        "null model of 4 x 6, exact",
        "our own games, until the sixth digit is sure",
        by_games,
        seconds(functools.partial(mm.null_model, CLASSIC)),
        1000,
    )


def paper():
    """All sweeps of the "Le Adoga" paper, and its two final runs.

    They are played with its own program, the sweeps with 1500 games a setting.
    """
    settings = mm.results.read("le_adoga_sweeps", text=["setting"]).query(
        "variant == 'as_coded'"
    )
    default = mm.player("le_adoga").settings
    started = time.perf_counter()
    counts = {}
    for pegs, rows in settings.groupby("pegs"):
        rules = {4: CLASSIC, 5: LARGE}[pegs]
        names = {name: default[name] for name in rows.parameter.unique()}
        grid = [
            names | {row.parameter: type(default[row.parameter])(row.setting)}
            for row in rows.itertuples()
        ]
        evaluations = mm.sweep(
            "le_adoga", rules, grid, games=1500, seed=1
        ).evaluations.sum()
        evaluations += mm.play_many(
            "le_adoga", rules, games=1000, seed=2
        ).evaluations.sum()
        counts[rules] = evaluations
    games = 1500 * len(settings) + 2000
    ours = time.perf_counter() - started
    slow = sum(
        n * 3 * a_pair_while_all_work(rules.pegs, rules.colors)
        for rules, n in counts.items()
    )
    claim = f"Le Adoga's whole evaluation, {games:,} games, all cores"
    return row(
        claim, "NumPy scoring alone, all cores", slow / joblib.cpu_count(), ours, 10
    )


def in_a_new_process(program, cache):
    """Seconds that `program` says it took, in a fresh Python."""
    environment = dict(os.environ, NUMBA_CACHE_DIR=cache)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=ROOT,
    )
    return float(done.stdout)


#: A program that prints how many seconds one statement takes.
CLOCK = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"

#: A program that prints the seconds of the first feedback, imports not counted.
FIRST_USE = CLOCK.replace("import time", "import numpy, mmlib as mm, time").format(
    "mm.feedback([0, 0, 1, 2], [0, 1, 1, 3])"
)

#: The least that can be compiled: what it takes to load is numba's own start.
LEAST = "from numba import njit\n\n\n@njit(cache=True)\ndef least(x):\n    return x\n"

#: A program that prints the seconds to load and call that, from a given folder.
LEAST_USE = (
    "import numpy, sys, time; sys.path.insert(0, {!r}); t = time.perf_counter(); "
    + ("import least; least.least(1); print(time.perf_counter() - t)")
)


def starts():
    """Import, first use on a machine, and a later start.

    Each is beside what NumPy and numba take for themselves.
    """
    with tempfile.TemporaryDirectory() as cache:
        (pathlib.Path(cache) / "least.py").write_text(LEAST)
        empty = LEAST_USE.format(cache)
        ours = FIRST_USE
        compiling = in_a_new_process(empty, cache), in_a_new_process(ours, cache)
        yield row(
            "first feedback ever, compiling",
            "numba, an empty function",
            *compiling,
            0.05,
        )
        loading = [
            (in_a_new_process(empty, cache), in_a_new_process(ours, cache))
            for _ in range(5)
        ]
        yield row(
            "first feedback of a later start",
            "numba, an empty function",
            *map(min, zip(*loading, strict=True)),
            0.8,
        )
        imports = [
            (
                in_a_new_process(CLOCK.format(f"import {m}"), cache)
                for m in ("numpy", "mmlib")
            )
            for _ in range(5)
        ]
        yield row(
            "import mmlib", "import numpy", *map(min, zip(*imports, strict=True)), 0.5
        )


def processor():
    """What the system says the processor is."""
    told = Path("/proc/cpuinfo")
    names = (
        re.findall(r"^model name\s*: (.*)", told.read_text(), re.MULTILINE)
        if told.exists()
        else []
    )
    return names[0] if names else platform.processor() or platform.machine()


def section(table, settings):
    """The section of docs/speed.md."""
    told = "On {processor}, {cores} cores, {date}: {rows} claims of speed".format(
        **settings, rows=len(table)
    )
    columns = table[["claim", "ours", "baseline", "ratio", "at least", "holds"]]
    shown = tabulate(columns, "keys", "github", showindex=False, disable_numparse=True)
    return "\n".join(
        [BEGIN, f"<details><summary>{told}</summary>", "", shown, "", "</details>", END]
    )


def main():
    rows = [
        *feedback(),
        *whole_boards(),
        *players(),
        *trees(),
        *searches(),
        *null_models(),
        *starts(),
        paper(),
    ]
    table = pd.DataFrame(rows)
    table["holds"] = np.where(table["ratio"] >= table["at least"], "yes", "NO")
    table["ratio"] = table["ratio"].map("{:.3g}".format)
    print(tabulate(table, headers="keys", showindex=False, disable_numparse=True))
    settings = {
        "processor": processor(),
        "cores": joblib.cpu_count(),
        "date": f"{datetime.date.today():%Y-%m-%d}",
    }
    mm.results.write("benchmarks", table, settings=settings, command="make bench")
    before, _, rest = PAGE.read_text().partition(BEGIN)
    replace_files(
        {PAGE: (before + section(table, settings) + rest.partition(END)[2]).encode()}
    )
    return int((table["holds"] != "yes").any())


if __name__ == "__main__":
    sys.exit(main())
