"""Make the stored results in data/results again; goes on where it was stopped.

    make data

Ten experiments are too long for a notebook, two of them on the whole-board chromosome at ten pegs:

* `whole_board_pygad_releases`: the source's experiment under old and new releases of pygad, each in a throwaway
  environment of its own under build/;
* `whole_board_causes`: what decides whether a run succeeds, one setting at a time, with the compiled operators;
* `le_adoga_sweeps`: every setting in the tables and figures of the "Le Adoga" paper, both variants, 20,000 games each;
* `le_adoga_tournament`: fresh games for the one trend that they show;
* `berghman_settings`: the tuning tables of Berghman et al. on 4 x 6, and four readings of what their paper leaves open;
* `two_phase_4x6`: Chen et al.'s two phases for many branching factors, both depths, and all heuristics;
* `one_step_6x9`: the complete one-step strategies of six pegs and nine colors, by the answer to their first guess;
* `evolutionary_players`: the evolutionary players on every board of their papers, and again with one idea taken away;
* `bottleneck`: this workbench's player put together step by step, at many budgets beside others, and on six boards;
* `larger_boards`: players on boards of up to 12 pegs and 16 colors, and what a game costs there.
"""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import json
import multiprocessing
import subprocess
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed

import mmlib
from mmlib.experiments import results
from mmlib.experiments.results import write
from mmlib.game.codes import DIGITS
from mmlib.genetic import whole_board
from mmlib.players.base import Player
from mmlib.players.evolutionary.le_adoga import VARIANTS
from mmlib.players.settings import paired_code
from mmlib.progress_bar import progress
from mmlib.report import published

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "measure"

SEED = 2026
FIXED_CODE = [7, 2, 1, 4, 4, 0, 6, 7, 0, 0]

RUNS_PER_RELEASE = 100
#: Release of pygad, and the codes it meets.
RELEASES = [
    ("2.17.0", "fixed_code"),
    ("3.0.1", "fixed_code"),
    ("3.0.1", "fresh_codes"),
    ("3.2.0", "fixed_code"),
    ("3.5.0", "fixed_code"),
    ("3.9.2", "fixed_code"),
    ("3.9.2", "fresh_codes"),
]
#: What else goes into a release's environment; pygad 2.17 does not start with a newer NumPy.
PINS = {"2.17.0": ["numpy==1.23.5", "matplotlib==3.7.5", "contourpy==1.2.1"]}
NEWER_PINS = ["numpy==2.4.6"]
RUNNER = ROOT / "tools" / "one_pygad_release.py"
RELEASE_COLUMNS = ["pygad", "numpy", "codes", "seed", "secret", "generations", "best_fitness"]

#: Experiment, label, runs, and how the setting departs from the source's. Codes: the source's, or fresh ones.
CAUSES = [
    ("as the source", "the source's code", 2000, {}),
    ("as the source", "fresh codes", 2000, {"codes": "fresh"}),
    *[("colors in the code", str(k), 400, {"codes": k}) for k in (1, 2, 4, 6, 8)],
    ("scoring", "standard", 400, {"scoring": "standard"}),
    ("kept unchanged", "nothing", 400, {"keep_elitism": 0, "keep_parents": 0}),
    *[("kept unchanged", f"best {k}", 400, {"keep_elitism": k}) for k in (2, 5, 10, 20)],
    ("kept unchanged", "20 parents (keep_elitism=0)", 400, {"keep_elitism": 0, "keep_parents": 20}),
    *[("genes reset in a child", str(k), 400, {"mutation_genes": k}) for k in (1, 2, 3, 5, 7, 8, 9, 11, 12, 13, 15)],
    ("reset may keep the color", "yes", 400, {"exclude_current": False}),
]

#: Berghman et al.: board, column of the paper's table or name of the reading, its setting, the player's settings. On
#: 4 x 6 every secret is played three times, as in the paper, or ten times; on 6 x 9 so many random ones.
BERGHMAN_GAMES = 4000
BERGHMAN = [
    ("4 x 6", "ten times", "default", {}),
    *[("4 x 6", "choice", choice, {"choice": choice}) for choice in ("random", "most_similar", "most_different")],
    *[("4 x 6", "subset_size", str(size), {"subset_size": size}) for size in (30, 40, 50, 60)],
    *[("4 x 6", "eligible_size", str(size), {"eligible_size": size, "choice": "random"}) for size in (50, 60, 70)],
    *[("4 x 6", name, str(value), {name: value, "choice": "random"}) for name in "ab" for value in (1, 2, 3)],
    *[
        ("6 x 9", "reading", f"{weights}, clones {clones}", {"weights": weights, "clones": clones})
        for weights in ("windowed", "offset")
        for clones in ("replaced", "kept")
    ],
]

#: "Le Adoga": boards by their pegs, and games for each setting.
LE_ADOGA = {4: mmlib.Rules(4, 6, 10), 5: mmlib.Rules(5, 8, 12)}
LE_ADOGA_GAMES = 20_000

#: Evolutionary players: games on each board (pegs, colors), and of each idea. All meet the same secrets.
EVOLUTIONARY_GAMES = {
    (4, 6): 5000, (4, 8): 5000, (5, 8): 5000, (6, 9): 3000, (6, 10): 3000, (7, 10): 1000, (8, 12): 200,
}  # fmt: skip
IDEA_GAMES = 2000
#: Board, label, player and settings: what the papers print, ...
EVOLUTIONARY = [
    *[(board, "Berghman", "berghman", {}) for board in ((4, 6), (5, 8), (6, 9), (8, 12))],
    *[
        (board, f"Evo++ {score} {population}/{size}", "evo", {"score": score, "population": population} | wanted)
        for board, score, population, size in (
            *[((4, 8), "parts", 400, 30), ((5, 8), "parts", 600, 40), ((5, 8), "parts", 1000, 80)],
            *[((6, 9), "parts", 1000, 100), ((6, 9), "parts", 2000, 200)],
            *[((5, 8), "entropy", 1000, 200), ((6, 9), "entropy", 2000, 200)],
        )
        for wanted in [{"consistent_set": size}]
    ],
    *[
        (board, label, "evo", {"population": population, "consistent_set": size, "score": score})
        for board, population in (((5, 8), 600), ((6, 9), 800), ((6, 10), 1000), ((7, 10), 1500))
        for label, size, score in (("Evo10", 10, "parts"), ("EFE16", 16, "entropy"))
    ],
    *[(board, "NHEA", "nhea", {}) for board in ((5, 8), (6, 9))],
    ((5, 8), "Merelo", "merelo", {}),
    *[(board, "random consistent", "random_consistent", {"first_guess": "paired"}) for board in EVOLUTIONARY_GAMES],
    *[(board, "entropic", "entropic", {}) for board in EVOLUTIONARY_GAMES],
]
#: ... and one idea less, or another choice, from one first guess for all.
IDEAS = [
    *[("berghman", {"choice": choice}) for choice in ("random", "most_similar", "expected_remaining")],
    *[("evo", {"consistent_set": size, "population": 1000}) for size in (1, 10, 20, 40, 80, 200)],
    *[("evo", {"consistent_set": size, "population": 1000, "score": "entropy"}) for size in (10, 20, 40, 80, 200)],
    ("evo", {"consistent_set": 200, "population": 1000, "score": "entropy", "endgames": False}),
    *[("nhea", settings) for settings in ({}, {"eligible_only": True}, {"guess_generations": 0})],
    *[("nhea", {"objective": objective}) for objective in ("expected_size", "parts", "largest")],
    ("entropic", {"consistent_only": True, "to_go": "entropy", "look_ahead": 0, "endgame": 0}),
    ("entropic", {"to_go": "entropy", "look_ahead": 0, "endgame": 0}),
]

#: The bottleneck. Games: every code so many times, or random ones.
STEP_GAMES = {(4, 6): 40, (5, 8): 1, (6, 9): 8000}
#: Steps from the null model to the player of this workbench, each with what is added.
GREEDY = {"to_go": "entropy", "look_ahead": 0, "endgame": 0}
STEPS = [
    ("any code that fits", "random_consistent", {"first_guess": "paired"}),
    ("evolved to tell most, of those that fit", "entropic", GREEDY | {"consistent_only": True}),
    ("and of those that do not", "entropic", GREEDY),
    ("by guesses to go, not bits", "entropic", {"look_ahead": 0, "endgame": 0}),
    ("with a look ahead", "entropic", {"endgame": 0}),
    ("with an exact endgame", "entropic", {}),
]
#: The control: as many guesses judged, but drawn at once instead of bred; without the exact endgame, which takes the
#: longer the more guesses it is given. The first label is that of the step with the same settings.
CONTROL_GAMES = {**STEP_GAMES, (7, 10): 2000, (8, 12): 1000}
CONTROLS = [("with a look ahead", {"endgame": 0}), ("drawn, not bred", {"endgame": 0, "population": 2600})]
#: Players at many budgets: all meet the same secrets.
BUDGET_GAMES = {(5, 8): 4000, (6, 9): 4000}
BUDGETS = [
    ("any code that fits", "random_consistent", [{"first_guess": "paired"}]),
    ("Le Adoga", "le_adoga", [{"variant": "as_coded"}]),
    ("Berghman", "berghman", [{"generations": n} for n in (3, 10, 30, 100)]),
    *[
        (f"Evo++ {score}", "evo", [{"consistent_set": n, "population": 1000, "score": score} for n in (1, 10, 40, 200)])
        for score in ("parts", "entropy")
    ],
    ("NHEA", "nhea", [{"generations": n, "guess_generations": 2 * n} for n in (3, 8, 22, 60)]),
    ("entropic", "entropic", [{"budget": n} for n in (20, 50, 100, 200, 500, 1000, 2600, 10_000)]),
    (
        "entropic, no look ahead",
        "entropic",
        [{"budget": n, "look_ahead": 0, "endgame": 0} for n in (20, 50, 100, 200, 500, 1000, 2600)],
    ),
]
#: Games of the player on larger boards; games at most that are timed on one thread.
STRENGTH_GAMES = {(6, 9): 5000, (6, 10): 5000, (7, 10): 2000, (8, 12): 1000}
TIMED_GAMES = {(4, 6): 1000, (5, 8): 300, (6, 9): 150, (6, 10): 100, (7, 10): 40, (8, 12): 15}

#: Larger boards: games of the null model on every board of Rosu's table; pegs and colors of two series, their players,
#: and the largest board that a player can be asked to play on.
ROSU_GAMES, GROWTH_GAMES = 4000, 400
GROWTH = [*[(pegs, 8) for pegs in range(3, 11)], *[(5, colors) for colors in range(4, 17, 2) if colors != 8]]
GROWING = {
    "any code that fits": ("random_consistent", {"first_guess": "paired"}, 10**10),
    "first code that evolves": ("merelo", {}, 10**15),
    "Le Adoga": ("le_adoga", {"variant": "as_coded"}, 3 * 10**6),
    "Berghman": ("berghman", {}, 10**15),
    "Evo++": ("evo", {}, 10**15),
    "NHEA": ("nhea", {}, 10**15),
    "entropic": ("entropic", {}, 10**15),
}
#: The map: pegs, colors, players, games of each, and the seconds after which a board and all larger ones are given up.
#: In these the games are played, and once more on the clock: a board is lost where a game takes some three seconds.
MAP_PEGS, MAP_COLORS = list(range(3, 13)), list(range(4, 17, 2))
MAPPED = ["any code that fits", "first code that evolves", "Berghman", "entropic"]
MAP_GAMES, MAP_SECONDS = 4, 30
SMALLEST = (3, 4)
MAP_COLUMNS = ["pegs", "colors", "player", "milliseconds", "evaluations", "mean_guesses"]

#: Chen et al.: heuristic and first guess, each heuristic's own among them; branching factors; depths.
TWO_PHASE = [
    *[("largest", "0011"), ("largest", "0012"), ("expected_size", "0012")],
    *[("entropy", "0123"), ("entropy", "0012"), ("parts", "0012"), ("parts", "0123")],
]
BRANCHES = [*range(1, 51), *range(60, 171, 10), *range(171, 181), 190, 200]
DEPTHS = [1, 2]

#: Measures, and how they are computed: exactly, or as a program whose results are printed.
ONE_STEP = [
    *[(objective, "exact") for objective in ("largest", "expected_size", "entropy", "parts")],
    *[(objective, "single_precision") for objective in ("expected_size", "entropy")],
]
ONE_STEP_FIRST = "001123"


def fingerprint(*parts: object) -> str:
    """A checksum for the names of unfinished files, so that a changed experiment never goes on from an old one's."""
    versions = [mmlib.__version__, *(metadata.version(name) for name in ("pygad", "numpy", "numba"))]
    return f"{zlib.crc32(json.dumps([versions, *parts]).encode()):08x}"


def environment(release: str) -> Path:
    """A throwaway environment that holds one release of pygad; returns its Python."""
    pins = PINS.get(release, NEWER_PINS)
    folder = BUILD / "environments" / f"{release}_{fingerprint(pins)}"
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, f"pygad=={release}", *pins], check=True)
        (folder / ".ready").touch()
    return python


def complete_rows(path: Path) -> list[str]:
    """The whole lines of a file that a killed process may have left half written."""
    text = path.read_text() if path.exists() else ""
    return text[: text.rfind("\n") + 1].splitlines()


def release_file(release: str, codes: str) -> Path:
    """Where the runs of one release gather until all are done."""
    mark = fingerprint(RUNNER.read_text(), PINS.get(release, NEWER_PINS))
    return BUILD / "releases" / f"{release}_{codes}_{mark}.csv"


def release_runs(release: str, codes: str) -> pd.DataFrame:
    """All runs of one release; those that are there already are not run again."""
    path = release_file(release, codes)
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = complete_rows(path)
    if len(rows) < RUNS_PER_RELEASE:
        path.write_text("".join(f"{row}\n" for row in rows))
        with path.open("a") as file:
            command = [environment(release), RUNNER, codes, str(len(rows)), str(RUNS_PER_RELEASE)]
            subprocess.run(command, check=True, stdout=file)
        rows = complete_rows(path)
    return pd.read_csv(io.StringIO("\n".join(rows)), names=RELEASE_COLUMNS)


def measure_releases() -> None:
    """Store the runs of every release."""
    unfinished = {r for r, codes in RELEASES if len(complete_rows(release_file(r, codes))) < RUNS_PER_RELEASE}
    if "2.17.0" in unfinished and sys.version_info >= (3, 12):
        sys.exit("pygad 2.17 needs a NumPy that Python 3.12 and later cannot install: make data PYTHON=python3.11")
    for release in sorted(unfinished):  # one after the other: two builders of one environment would meet
        environment(release)
    with ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda job: release_runs(*job), RELEASES)
        frames = list(progress(results, total=len(RELEASES), description="pygad releases"))
    write(
        "whole_board_pygad_releases",
        pd.concat(frames, ignore_index=True),
        settings={"runs": RUNS_PER_RELEASE, "releases": RELEASES, "pins": PINS, "newer_pins": NEWER_PINS},
        command="make data",
    )


def codes_for(kind: object, runs: int) -> np.ndarray | None:
    """The secrets of one setting: the source's code, None for fresh ones, or codes of exactly `kind` colors."""
    if kind == "fresh":
        return None
    if not isinstance(kind, int):
        return np.repeat([FIXED_CODE], runs, axis=0)
    rng = np.random.default_rng([SEED, kind])
    codes = np.empty((runs, 10), np.uint8)
    for code in codes:
        palette = rng.choice(whole_board.COLORS, kind, replace=False)
        code[:] = rng.permutation(np.concatenate([palette, rng.choice(palette, 10 - kind)]))
    return codes


def kept(folder: str, mark: str, make: Callable[[], pd.DataFrame], **types: type) -> pd.DataFrame:
    """What `make` returns, kept under build/ once done, so that a stopped measurement goes on from there."""
    path = BUILD / folder / f"{mark}.csv"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        make().to_csv(path.with_suffix(".part"), index=False, lineterminator="\n")
        path.with_suffix(".part").replace(path)
    return pd.read_csv(path, dtype=types)


def cause_runs(experiment: str, label: str, runs: int, changes: dict) -> pd.DataFrame:
    """All runs of one setting."""
    settings = {key: value for key, value in changes.items() if key != "codes"}

    def make() -> pd.DataFrame:
        secrets = codes_for(changes.get("codes"), runs)
        found = whole_board.run_many(secrets, pegs=10, runs=runs, seed=SEED, description=label, **settings)
        frame = whole_board.table(found)[["secret", "generations", "best_fitness", "solved_on_guess"]]
        frame = frame.astype({"best_fitness": int})
        frame.insert(0, "run", range(runs))
        return frame

    frame = kept("causes", fingerprint(SEED, FIXED_CODE, experiment, label, runs, changes), make)
    frame.insert(0, "experiment", experiment)
    frame.insert(1, "label", label)
    return frame


def measure_causes() -> None:
    """Store the runs of every setting."""
    frames = [cause_runs(*job) for job in progress(CAUSES, description="causes", unit="setting")]
    results.write(
        "whole_board_causes",
        pd.concat(frames, ignore_index=True),
        settings={"seed": SEED, "fixed_code": FIXED_CODE, "settings": [list(job) for job in CAUSES]},
        command="make data",
    )


def berghman_games(board: str, parameter: str, setting: str, settings: dict) -> pd.DataFrame:
    """Guesses of all games of one setting, in one row."""

    def make() -> pd.DataFrame:
        player = mmlib.player("berghman", **settings)
        if board == "4 x 6":
            rules = mmlib.Rules(4, 6, 10)
            secrets = np.tile(mmlib.all_codes(rules), (10 if parameter == "ten times" else 3, 1))
            games = mmlib.play_many(player, rules, secrets=secrets, seed=SEED)
        else:
            games = mmlib.play_many(player, mmlib.Rules(6, 9, 15), games=BERGHMAN_GAMES, seed=SEED)
        row = {
            "board": board,
            "parameter": parameter,
            "setting": setting,
            "evaluations": round(games.evaluations.mean()),
            "guesses": " ".join(map(str, games.guesses)),
        }
        return pd.DataFrame([row])

    return kept("berghman", fingerprint(SEED, BERGHMAN_GAMES, board, settings), make, setting=str)


def measure_berghman() -> None:
    """Store the games of every setting."""
    frames = [berghman_games(*job) for job in progress(BERGHMAN, description="Berghman et al.", unit="setting")]
    results.write(
        "berghman_settings",
        pd.concat(frames, ignore_index=True),
        settings={"seed": SEED, "games on 6 x 9": BERGHMAN_GAMES, "settings": [list(job) for job in BERGHMAN]},
        command="make data",
    )


def player_on(rules: mmlib.Rules, name: str, settings: dict) -> Player:
    """A player whose first guess may be the paired code of the board."""
    if settings.get("first_guess") == "paired":
        settings = settings | {"first_guess": paired_code(rules)}
    return mmlib.player(name, **settings)


def games_of(
    board: tuple[int, int], label: str, name: str, settings: dict, n: int, *, every: bool = False
) -> pd.DataFrame:
    """Guesses of n games of one player on one board, or of n times every code, in one row."""

    def make() -> pd.DataFrame:
        rules = mmlib.Rules(*board, 15)
        secrets = {"secrets": np.tile(mmlib.all_codes(rules), (n, 1))} if every else {"games": n}
        games = mmlib.play_many(player_on(rules, name, settings), rules, **secrets, seed=SEED, description=label)
        row = {
            "board": "{} x {}".format(*board),
            "label": label,
            "player": name,
            "settings": json.dumps(settings),
            "evaluations": round(games.evaluations.mean(), 1),
            "unsolved": int((~games.solved).sum()),
            "guesses": "".join(DIGITS[guesses] for guesses in games.guesses),
        }
        return pd.DataFrame([row])

    return kept("games", fingerprint(SEED, n, every, board, label, name, settings), make, guesses=str)


def measure_evolutionary() -> None:
    """Store the games of every player, and of every idea on two boards."""
    jobs = [(*job, EVOLUTIONARY_GAMES[job[0]]) for job in EVOLUTIONARY]
    jobs += [
        (board, "idea", name, {"first_guess": "paired"} | settings, IDEA_GAMES)
        for board in ((5, 8), (6, 9))
        for name, settings in IDEAS
    ]
    frames = [games_of(*job) for job in progress(jobs, description="evolutionary players", unit="row")]
    results.write(
        "evolutionary_players",
        pd.concat(frames, ignore_index=True),
        settings={
            "seed": SEED,
            "games": {"{} x {}".format(*board): n for board, n in EVOLUTIONARY_GAMES.items()},
            "games of an idea": IDEA_GAMES,
        },
        command="make data",
    )


def one_thread(board: tuple[int, int], label: str, name: str, settings: dict) -> pd.DataFrame:
    """What a game takes on one thread, in milliseconds."""

    def make() -> pd.DataFrame:
        rules = mmlib.Rules(*board, 15)
        ranking = mmlib.leaderboard(
            rules, {label: player_on(rules, name, settings)}, TIMED_GAMES[board], SEED, n_jobs=1
        )
        row = {"board": "{} x {}".format(*board), "label": label, "settings": json.dumps(settings)}
        return pd.DataFrame([row | {"milliseconds": round(ranking.milliseconds[label], 3)}])

    return kept("milliseconds", fingerprint(SEED, board, label, name, settings), make)


def measure_bottleneck() -> None:
    """Store the games of the steps, of the budgets, and of the player on all boards."""
    jobs = [("step", (board, *step, n), board != (6, 9)) for board, n in STEP_GAMES.items() for step in STEPS]
    jobs += [
        ("budget", (board, label, name, settings, n), False)
        for board, n in BUDGET_GAMES.items()
        for label, name, several in BUDGETS
        for settings in several
    ]
    jobs += [("board", (board, "entropic", "entropic", {}, n), False) for board, n in STRENGTH_GAMES.items()]
    jobs += [
        ("control", (board, label, "entropic", settings, n), board in STEP_GAMES and board != (6, 9))
        for board, n in CONTROL_GAMES.items()
        for label, settings in CONTROLS
    ]
    frames, times = [], []
    for kind, job, every in progress(jobs, description="bottleneck", unit="row"):
        frames.append(games_of(*job, every=every).assign(experiment=kind))
        if kind in ("budget", "board") or job[1] == "with an exact endgame":
            times.append(one_thread(*job[:-1]).assign(experiment=kind))
    settings = {"seed": SEED, "steps": STEPS, "controls": CONTROLS, "budgets": BUDGETS}
    for name, rows in (("bottleneck", frames), ("bottleneck_milliseconds", times)):
        results.write(name, pd.concat(rows, ignore_index=True), settings=settings, command="make data")


def measure_larger_boards() -> None:
    """Store the games of Rosu's table and of the two series of boards."""
    boards = published.random_consistent_rosu
    jobs = [
        ("Rosu", (p, c), "any code that fits", "random_consistent", {}, ROSU_GAMES)
        for p, c in zip(boards.pegs, boards.colors, strict=True)
    ]
    jobs += [
        ("growth", board, label, name, settings, GROWTH_GAMES)
        for board in GROWTH
        for label, (name, settings, most) in GROWING.items()
        if mmlib.Rules(*board).n_codes <= most
    ]
    frames = [
        games_of(*job).assign(experiment=kind) for kind, *job in progress(jobs, description="larger boards", unit="row")
    ]
    settings = {"seed": SEED, "boards": GROWTH, "players": GROWING}
    results.write("larger_boards", pd.concat(frames, ignore_index=True), settings=settings, command="make data")


def cost_of(board: tuple[int, int], label: str) -> dict[str, float]:
    """What a game of a player takes on one thread."""
    rules, (name, settings, _) = mmlib.Rules(*board, 100), GROWING[label]
    ranking = mmlib.leaderboard(rules, {label: player_on(rules, name, settings)}, MAP_GAMES, SEED, n_jobs=1)
    row = ranking.table.iloc[0]
    cost = (round(row.ms, 3), round(row.evaluations, 1), row["mean"])
    return dict(zip(MAP_COLUMNS[3:], cost, strict=True))


def cost_series(colors: int, label: str, context: multiprocessing.context.BaseContext) -> pd.DataFrame:
    """Cost of a player on the boards of so many colors; empty from the one on that takes too long."""

    def make() -> pd.DataFrame:
        rows = [{"pegs": pegs, "colors": colors, "player": label} for pegs in MAP_PEGS]
        given_up = (multiprocessing.TimeoutError, ValueError)  # the null model refuses the largest boards
        with context.Pool(1) as pool, contextlib.suppress(*given_up):  # a process that can be stopped
            pool.apply(cost_of, (SMALLEST, label))  # compiling is not to count
            for row in rows:
                row |= pool.apply_async(cost_of, ((row["pegs"], colors), label)).get(MAP_SECONDS)
        return pd.DataFrame(rows, columns=MAP_COLUMNS)

    return kept("map", fingerprint(SEED, MAP_GAMES, MAP_SECONDS, MAP_PEGS, colors, label, GROWING[label]), make)


def measure_map() -> None:
    """Store what a game costs on every board of the map."""
    context, jobs = multiprocessing.get_context("spawn"), list(itertools.product(MAP_COLORS, MAPPED))
    frames = [cost_series(*job, context) for job in progress(jobs, description="map", unit="series")]
    settings = {"seed": SEED, "games": MAP_GAMES, "given up after seconds": MAP_SECONDS}
    results.write("larger_boards_map", pd.concat(frames, ignore_index=True), settings=settings, command="make data")


def le_adoga_settings() -> list[tuple]:
    """Pegs, parameter of the player, and value, of every setting in the paper's tables and figures."""
    sweeps = published.le_adoga_sweeps.query("table != 'VIII'")
    listed = [
        *zip(sweeps.pegs, sweeps.parameter.replace("parent_selection", "selection"), sweeps.setting, strict=True),
        *((5, "one_point_share", share) for share in published.le_adoga_fig4_crossover.one_point_share),
        *((row.pegs, "population", row.population) for row in published.le_adoga_fig5_6_7_population.itertuples()),
    ]
    default = mmlib.player("le_adoga").settings
    return [(pegs, parameter, type(default[parameter])(value)) for pegs, parameter, value in listed]


def measure_le_adoga() -> None:
    """Store the games of every setting, one row a setting; settings that are the same have the same games."""
    asked, default = le_adoga_settings(), mmlib.player("le_adoga").settings
    base = {parameter: default[parameter] for _, parameter, _ in asked}
    rows = []
    for (pegs, rules), variant in itertools.product(LE_ADOGA.items(), VARIANTS):
        wanted = [(parameter, value) for board, parameter, value in asked if board == pegs]
        settings = [base | {parameter: value} for parameter, value in wanted]
        different = [row for i, row in enumerate(settings) if row not in settings[:i]]
        mark = fingerprint(SEED, LE_ADOGA_GAMES, different)
        games = mmlib.sweep(
            functools.partial(mmlib.player, "le_adoga", variant=variant), rules, different, games=LE_ADOGA_GAMES,
            seed=SEED, store=BUILD / "le_adoga" / f"{variant}_{pegs}_{mark}", description=f"{variant}, {rules}",
        )  # fmt: skip
        played = games.assign(guesses=[DIGITS[n] for n in games.guesses]).groupby(list(base), sort=False)
        for (parameter, value), row in zip(wanted, settings, strict=True):
            one = played.get_group(tuple(row.values()))
            told = {"pegs": pegs, "variant": variant, "parameter": parameter, "setting": value}
            cost = {"unsolved": int((~one.solved).sum()), "evaluations": round(one.evaluations.mean(), 1)}
            rows.append(told | cost | {"guesses": "".join(one.guesses)})
    results.write(
        "le_adoga_sweeps",
        pd.DataFrame(rows),
        settings={"seed": SEED, "games": LE_ADOGA_GAMES, "settings": asked},
        command="make data",
    )


def measure_le_adoga_tournament() -> None:
    """Store fresh games of small and large tournaments, in the form of the sweeps."""
    player, sizes = functools.partial(mmlib.player, "le_adoga", variant="as_described"), [0, 2, 20]
    mark = fingerprint(SEED + 1, LE_ADOGA_GAMES, sizes)
    games = mmlib.sweep(
        player, LE_ADOGA[5], {"tournament_size": sizes}, games=LE_ADOGA_GAMES, seed=SEED + 1,
        store=BUILD / "le_adoga" / f"tournament_{mark}", description="tournaments",
    )  # fmt: skip
    guesses = [DIGITS[n] for n in games.guesses]
    rows = [(size, "".join(guesses[LE_ADOGA_GAMES * i : LE_ADOGA_GAMES * (i + 1)])) for i, size in enumerate(sizes)]
    results.write(
        "le_adoga_tournament",
        pd.DataFrame(rows, columns=["tournament_size", "guesses"]),
        settings={"seed": SEED + 1, "games": LE_ADOGA_GAMES, "variant": "as_described", "board": "5 x 8"},
        command="make data",
    )


def two_phase_totals(objective: str, first: str, d: int) -> pd.DataFrame:
    """Total and longest game for every branching factor."""

    def make() -> pd.DataFrame:
        rows = []
        for k in BRANCHES:
            player = mmlib.player("two_phase", k=k, d=d, objective=objective, first_guess=first)
            tree = mmlib.strategy_tree(player, mmlib.Rules(4, 6))
            rows.append((objective, first, d, k, tree.total, tree.max))
        return pd.DataFrame(rows, columns=["objective", "first_guess", "d", "k", "total", "max"])

    return kept("two_phase", fingerprint(BRANCHES, objective, first, d), make, first_guess=str)


def measure_two_phase() -> None:
    """Store the totals of the two phases."""
    jobs = [(objective, first, d) for objective, first in TWO_PHASE for d in DEPTHS]
    results = Parallel(n_jobs=2, return_as="generator")(delayed(two_phase_totals)(*job) for job in jobs)
    frames = list(progress(results, total=len(jobs), description="two phases", unit="setting"))
    write(
        "two_phase_4x6",
        pd.concat(frames, ignore_index=True),
        settings={"heuristics and first guesses": TWO_PHASE, "k": BRANCHES, "d": DEPTHS},
        command="make data",
    )


def one_step_answers(objective: str, arithmetic: str) -> pd.DataFrame:
    """Of a complete strategy on 6 x 9, the distribution of guesses after each answer to the first one."""

    def make() -> pd.DataFrame:
        rules = mmlib.Rules(6, 9)
        settings = {"objective": objective, "arithmetic": arithmetic, "first_guess": ONE_STEP_FIRST}
        player = mmlib.player("one_step", **settings)
        tree = mmlib.strategy_tree(player, rules)
        first = mmlib.all_codes(rules)[tree.guess[0]]
        answers = mmlib.feedback_matrix([first], mmlib.all_codes(rules), colors=rules.colors)[0]
        rows = []
        for answer in np.unique(answers).tolist():
            taken = tree.guesses[answers == answer]
            distribution = " ".join(map(str, np.bincount(taken)))
            rows.append((objective, *divmod(answer, rules.pegs + 1), len(taken), taken.sum(), distribution))
        return pd.DataFrame(rows, columns=["objective", "black", "white", "codes", "total", "distribution"])

    frame = kept("one_step", fingerprint(ONE_STEP_FIRST, objective, arithmetic), make)
    frame.insert(1, "arithmetic", arithmetic)
    return frame


def measure_one_step() -> None:
    """Store the one-step strategies of 6 x 9."""
    frames = [one_step_answers(*job) for job in progress(ONE_STEP, description="6 x 9", unit="strategy")]
    results.write(
        "one_step_6x9",
        pd.concat(frames, ignore_index=True),
        settings={"first guess": ONE_STEP_FIRST, "measures": ONE_STEP},
        command="make data",
    )


if __name__ == "__main__":
    measure_two_phase()
    measure_one_step()
    measure_evolutionary()
    measure_bottleneck()
    measure_larger_boards()
    measure_map()
    measure_le_adoga()
    measure_le_adoga_tournament()
    measure_berghman()
    measure_causes()
    measure_releases()
