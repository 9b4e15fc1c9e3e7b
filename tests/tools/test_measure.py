"""The commands behind `make data`.

They go on where they were stopped, and give what is stored.
"""

import functools
import importlib
import itertools
import json
import subprocess
import sys
from collections import namedtuple
from unittest import mock

import numpy as np
import pandas as pd
import pytest

import mmlib
from mmlib.experiments import results
from tests import plain
from tools import leaderboard
from tools.measure import (
    __main__,
    baselines,
    berghman_drawn,
    berghman_settings,
    best_missed,
    bottleneck,
    bottleneck_controls,
    evo_drawn,
    evolutionary_players,
    evolutions_part,
    evolving_boards,
    experiment,
    far_sighted,
    first_codes,
    gold_games,
    larger_boards,
    larger_boards_map,
    le_adoga_choice,
    le_adoga_fresh,
    le_adoga_search,
    le_adoga_sweeps,
    libraries,
    nine_colors,
    null_games,
    one_rule,
    one_step_6x9,
    record_trees,
    ten_pegs,
    two_phase_4x6,
    whole_board_causes,
    whole_board_pygad_releases,
    whole_board_stock,
    without_repeats,
)
from tools.reproduce import ROOT


@pytest.fixture(autouse=True)
def build(tmp_path, monkeypatch):
    """The folder of finished parts, away from the real one."""
    monkeypatch.setattr(experiment, "BUILD", tmp_path / "build")
    return tmp_path / "build"


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """The folder of results, away from the real one."""
    monkeypatch.setattr(results, "results_folder", lambda: tmp_path)
    return tmp_path


#: What each stored result of the experiments says of its settings.
SETTINGS = {
    name: importlib.import_module(f"tools.measure.{name}").SETTINGS
    for name in __main__.EXPERIMENTS
    if name not in ("best_trees", "null_models")  # the package has what they store
}
SETTINGS |= {
    "berghman_drawn_milliseconds": berghman_drawn.TIMED_SETTINGS,
    "bottleneck_milliseconds": bottleneck.SETTINGS,
    "evolutions_part_different": evolutions_part.SETTINGS,
    "evolutions_part_milliseconds": evolutions_part.SETTINGS,
    "evolving": evolving_boards.LONG_SETTINGS,
    "few_late_guesses": without_repeats.LATE_SETTINGS,
    "far_sighted_milliseconds": far_sighted.SETTINGS,
    "le_adoga_rivals": le_adoga_sweeps.RIVALS_SETTINGS,
    "le_adoga_tournament": le_adoga_sweeps.TOURNAMENT_SETTINGS,
    "libraries_seconds": libraries.SETTINGS,
    "one_rule_boards": one_rule.SETTINGS,
    "one_step_6x10": one_step_6x9.SETTINGS_OF_TEN,
}


@pytest.mark.parametrize("name", SETTINGS)
def test_stories_name_the_settings_that_would_be_measured(name):
    assert results.story(name)["settings"] == json.loads(json.dumps(SETTINGS[name]))
    assert results.story(name)["command"] == "make data"


@pytest.mark.parametrize("name", ["leaderboards", "leaderboard_milliseconds"])
def test_stories_of_the_leaderboards_name_their_settings(name):
    assert results.story(name)["settings"] == json.loads(
        json.dumps(leaderboard.SETTINGS)
    )


def test_results_are_all_made_by_a_command():
    """Every stored result has its story, and one of these origins.

    It is made by an experiment, the leaderboards or the benchmarks.
    """
    made = [
        *SETTINGS,
        "leaderboards",
        "leaderboard_milliseconds",
        "first_games_milliseconds",
        "benchmarks",
        "clusters",
    ]
    files = {path.name for path in (ROOT / "data" / "results").iterdir()}
    if (ROOT / ".git").exists():  # a reader's own results may lie there too
        tracked = ["git", "ls-files", "data/results"]
        names = subprocess.run(
            tracked, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        files = {name.rpartition("/")[2] for name in names}
    assert files == {f"{name}.{kind}" for name in made for kind in ("csv", "json")}


def test_measured_does_nothing_twice(build):
    calls = []

    def make(*job):
        calls.append(job)
        return pd.DataFrame({"code": [f"00{job[0]}"], "n": [job[1]]})

    jobs = [(1, 2), (3, 4), (1, 2)]
    for _ in range(2):
        frames = experiment.measured("demo", make, jobs, text=["code"])
        assert [frame.values.tolist() for frame in frames] == [
            [["001", 2]],
            [["003", 4]],
            [["001", 2]],
        ]
    assert calls == [(1, 2), (3, 4)]
    experiment.measured("demo", make, [(5, 6), *jobs], text=["code"])
    assert calls[2:] == [(5, 6)]


def test_main_refuses_a_name_that_is_no_experiment():
    command = [sys.executable, "-m", "tools.measure", "knuth"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=experiment.ROOT)
    assert done.returncode == 2
    assert "two_phase_4x6" in done.stderr


def by_job(name, text, **wanted):
    """The stored rows of one job."""
    frame = results.read(name, text=text)
    return frame[
        np.logical_and.reduce(
            [frame[column] == value for column, value in wanted.items()]
        )
    ]


def first_games(frame, n):
    return [guesses[:n] for guesses in frame.guesses]


@pytest.mark.parametrize(("k", "d"), [(1, 1), (9, 2)])
def test_two_phase_4x6_comes_back(k, d):
    frame = two_phase_4x6.totals("entropy", "0012", d, [k])
    found = by_job(
        "two_phase_4x6",
        ["first_guess"],
        objective="entropy",
        first_guess="0012",
        d=d,
        k=k,
    )
    assert frame.values.tolist() == found.values.tolist()


@pytest.mark.parametrize(
    ("pegs", "variant"),
    [
        (4, "as_coded"),
        *(
            pytest.param(pegs, "as_described", marks=pytest.mark.slow)
            for pegs in (4, 5)
        ),
    ],
)
def test_le_adoga_sweeps_come_back(pegs, variant):
    name, value = next(
        asked[1:]
        for asked in le_adoga_sweeps.ASKED
        if asked[0] == pegs and asked[1] != "selection"
    )
    base = {
        parameter: mmlib.player("le_adoga").settings[parameter]
        for _, parameter, _ in le_adoga_sweeps.ASKED
    }
    frame = le_adoga_sweeps.row_of(
        pegs, base | {"variant": variant, name: value}, experiment.SEED, 100
    )
    found = by_job(
        "le_adoga_sweeps",
        ["setting"],
        pegs=pegs,
        variant=variant,
        parameter=name,
        setting=str(value),
    )
    assert len(found) >= 1
    assert set(first_games(found, 100)) == set(frame.guesses)


def test_le_adoga_tournament_comes_back():
    settings = {"variant": "as_described", "tournament_size": 2}
    frame = le_adoga_sweeps.row_of(5, settings, experiment.SEED + 1, 100)
    found = by_job("le_adoga_tournament", [], tournament_size=2)
    assert first_games(found, 100) == frame.guesses.tolist()
    assert le_adoga_sweeps.TOURNAMENT_SETTINGS["seed"] == experiment.SEED + 1


@pytest.mark.parametrize("pegs", [4, 5])
@pytest.mark.parametrize("player", le_adoga_sweeps.RIVALS, ids=lambda player: player[0])
def test_le_adoga_rivals_come_back(pegs, player):
    """Those against the first secrets, however often each was met."""
    label, *_, times = player
    frame = le_adoga_sweeps.rival_row(pegs, *player[:3], 1, 100)
    found = by_job("le_adoga_rivals", ["guesses"], board=frame.board[0], player=label)
    assert first_games(found, 100) == frame.guesses.tolist()
    assert len(found.guesses.iloc[0]) == times * le_adoga_sweeps.GAMES


@pytest.mark.parametrize("way", le_adoga_choice.WAYS)
def test_le_adoga_choice_comes_back(way):
    frame = le_adoga_choice.row_of(way, 20, 1)
    found = by_job("le_adoga_choice", ["guesses"], way=way, listed=20)
    assert first_games(found, 1296) == frame.guesses.tolist()
    assert len(found.guesses.iloc[0]) == 1296 * le_adoga_choice.TIMES


def test_le_adoga_choice_plays_the_most_telling_code():
    """Splitting four codes into classes of 1, 1, 2 tells more than into 1 and 3."""
    rules = mmlib.Rules(4, 6)
    codes = np.array([[0, 0, 2, 2], [0, 0, 1, 3], [0, 0, 1, 4], [1, 0, 1, 2]])
    assert le_adoga_choice.most_telling(codes, rules).tolist() == [0, 0, 1, 3]


def test_le_adoga_choice_has_a_list_of_one_only_once(stored, monkeypatch):
    monkeypatch.setattr(le_adoga_choice, "RULES", mmlib.Rules(2, 3, 9))
    le_adoga_choice.measure(lists=(1, 3), times=1)
    found = results.read("le_adoga_choice", text=["guesses"])
    assert list(zip(found.way, found.listed, strict=True)) == [
        ("bred, first", 1),
        *((way, 3) for way in le_adoga_choice.WAYS),
    ]
    assert (found.guesses.str.len() == 9).all()


def test_le_adoga_search_comes_back():
    found = results.read("le_adoga_search", text=["guesses"])
    assert found.step.value_counts(sort=False).tolist() == [64, 32, 16, 8, 4, 2, 1, 3]
    first = found[found.step == 0].iloc[:3]
    settings = [json.loads(one) for one in first.settings]
    again = le_adoga_search.rung_of(0, settings, 50, experiment.SEED)
    assert first_games(first, 50) == again.guesses.tolist()
    kept = le_adoga_search.better_half(found[found.step == 0])
    second = [json.loads(one) for one in found.settings[found.step == 1]]
    assert kept == second


def test_le_adoga_search_halves_until_one_is_left(stored):
    le_adoga_search.measure(size=(4, 5), fresh=6)
    found = results.read("le_adoga_search", text=["guesses"])
    assert found.step.tolist() == [0] * 4 + [1] * 2 + [2] + [3] * 3
    assert found.guesses.str.len().tolist() == [5] * 4 + [10] * 2 + [20] + [6] * 3
    winner, paper, zeros = (json.loads(one) for one in found.settings[found.step == 3])
    assert winner == json.loads(found.settings[found.step == 2].iloc[0])
    assert paper == zeros | {"first_guess": "0012"}


@pytest.mark.parametrize("pegs", [4, 5])
@pytest.mark.parametrize("player", le_adoga_fresh.PLAYERS, ids=lambda player: player[0])
def test_le_adoga_fresh_comes_back(pegs, player):
    """The secrets are others than those of the sweeps."""
    label, *_, times = player
    frame = le_adoga_fresh.row_of(pegs, *player[:3], 1, 100)
    found = by_job("le_adoga_fresh", ["guesses"], board=frame.board[0], player=label)
    assert first_games(found, 100) == frame.guesses.tolist()
    assert len(found.guesses.iloc[0]) == times * le_adoga_sweeps.GAMES
    assert le_adoga_fresh.FRESH != experiment.SEED


@pytest.mark.parametrize("variant", ["as_coded", "as_described"])
def test_gold_games_come_back(variant):
    level = gold_games.BEGINNER
    frame = gold_games.row_of(8, variant, *level, 0.1, 50)
    found = results.read("gold_games", text=["guesses"]).set_index(
        ["colors", "variant", "population", "generations", "mutation_rate"]
    )
    stored = found.guesses[8, variant, *level, 0.1].split()
    assert stored[:50] == frame.guesses[0].split()
    assert len(stored) == gold_games.asked()[8, variant, *level, 0.1]


@pytest.mark.parametrize("index", [0, 4, 12, 30])
def test_evolutionary_players_come_back(index):
    *job, _ = evolutionary_players.JOBS[index]
    frame = experiment.games_of(*job, 20)
    found = results.read("evolutionary_players", text=["guesses"]).iloc[[index]]
    assert first_games(found, 20) == frame.guesses.tolist()
    columns = ["board", "label", "player", "settings"]
    assert found[columns].values.tolist() == frame[columns].values.tolist()


@pytest.mark.parametrize(
    "index", [0, 6, 17, 60, pytest.param(-1, marks=pytest.mark.slow)]
)
def test_bottleneck_comes_back(index):
    kind, (size, label, name, settings, *_) = bottleneck.jobs()[index]
    found = results.read("bottleneck", text=["guesses"]).iloc[index]
    assert [found.experiment, found.board, found.label] == [
        kind,
        "{} x {}".format(*size),
        label,
    ]
    assert found.settings == json.dumps(settings)
    rules = mmlib.Rules(*size, 15)
    secrets = (
        {"secrets": mmlib.all_codes(rules)[:20]}
        if len(found.guesses) >= rules.n_codes
        else {"games": 8}
    )
    player = experiment.player_on(rules, name, settings)
    games = mmlib.play_many(player, rules, **secrets, seed=experiment.SEED, n_jobs=1)
    assert found.guesses.startswith(experiment.in_one_cell(games.guesses))


@pytest.mark.parametrize("index", [0, 10, -1])
def test_larger_boards_come_back(index):
    found = results.read("larger_boards", text=["guesses"]).iloc[index]
    frame = experiment.games_of(
        tuple(map(int, found.board.split(" x "))),
        found.label,
        found.player,
        json.loads(found.settings),
        5,
    )
    assert found.guesses[:5] == frame.guesses[0]


@pytest.mark.parametrize("index", [0, 11, -1])
def test_whole_board_causes_come_back(index):
    experiment_, label, runs, changes = whole_board_causes.CAUSES[index]
    secrets = whole_board_causes.codes_for(changes.get("codes"), runs)
    settings = {key: value for key, value in changes.items() if key != "codes"}
    few = None if secrets is None else secrets[:3]
    found = whole_board_causes.whole_board.run_many(
        few, pegs=10, runs=3, seed=experiment.SEED, n_jobs=1, **settings
    )
    stored = by_job(
        "whole_board_causes", ["label"], experiment=experiment_, label=label
    )[:3]
    frame = whole_board_causes.whole_board.as_frame(found)
    assert frame.generations.tolist() == stored.generations.tolist()
    assert frame.best_fitness.tolist() == stored.best_fitness.tolist()


def test_whole_board_pygad_releases_come_back_of_this_release():
    runs = results.read("whole_board_pygad_releases").query(
        "pygad == '3.9.2' and codes == 'fixed_code'"
    )
    stored = runs.loc[runs.generations.idxmin()]  # the shortest
    command = [
        sys.executable,
        whole_board_pygad_releases.RUNNER,
        stored.codes,
        str(stored.seed),
        str(stored.seed + 1),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = dict(zip(stored.index, done.stdout.strip().split(","), strict=True))
    assert told == stored.astype(str).to_dict() | {"numpy": np.__version__}


@pytest.mark.parametrize(
    ("operators", "limit"),
    [("pygad", whole_board_stock.LIMIT), ("compiled", whole_board_stock.LATE)],
)
def test_whole_board_stock_comes_back(operators, limit):
    runs = results.read("whole_board_stock", text=["secret", "fitness"]).fillna("")
    assert len(runs) == len(whole_board_stock.jobs_of())
    of_four = runs[(runs.operators == operators) & (runs.pegs == 4)]
    stored = of_four.loc[of_four.generations.idxmax()]
    again = whole_board_stock.row_of(
        stored.experiment, operators, stored.secret, stored.seed, limit
    )
    again["seconds"] = stored.seconds
    assert again.loc[0].to_dict() == stored.to_dict()


@pytest.mark.parametrize("secret", ["1533", "7020", "3327355"])
def test_whole_board_stock_scores_as_the_package(secret):
    code = mmlib.as_code(secret, colors=8).tolist()
    boards = np.random.default_rng(1).integers(0, 8, (20, 10 * len(code)))
    boards[::2, len(code) : 2 * len(code)] = code
    scores = [
        whole_board_stock.solve_mastermind(code, len(code), board, [[]] * 10) + 100
        for board in boards
    ]
    assert scores == mmlib.fitness.whole_board(boards, secret).tolist()


@pytest.mark.parametrize("colors", [1, 2, 4, 6, 8])
def test_codes_for_so_many_colors(colors):
    codes = whole_board_causes.codes_for(colors, 50)
    assert codes.shape == (50, 10)
    assert all(len(np.unique(code)) == colors for code in codes)
    assert (codes == whole_board_causes.codes_for(colors, 50)).all()


def test_whole_board_pygad_releases_are_made_part_by_part_and_kept(
    tmp_path, stored, monkeypatch
):
    runner = tmp_path / "runner.py"
    runner.write_text(
        "import sys\n"
        "for i in range(*map(int, sys.argv[2:])):"
        " print('1.0,2.0', sys.argv[1], i, 7, 8, 9, sep=',')"
    )
    for _ in range(2):
        whole_board_pygad_releases.measure(
            releases=[("1.0", "fixed_code")],
            runs=4,
            in_a_part=2,
            runner=runner,
            python_of=lambda release: sys.executable,
        )
        found = results.read("whole_board_pygad_releases")
        assert found.seed.tolist() == [0, 1, 2, 3]
        assert found.columns.tolist() == whole_board_pygad_releases.COLUMNS
        # a second run would fail
        monkeypatch.setattr(whole_board_pygad_releases.subprocess, "run", None)


def test_berghman_settings_are_kept_and_go_on(stored, monkeypatch):
    asked = [berghman_settings.ASKED[-4]]
    berghman_settings.measure(asked, games=3)
    before = (stored / "berghman_settings.csv").read_bytes()
    found = results.read("berghman_settings", text=["guesses"])
    assert found.setting.tolist() == ["windowed, clones replaced"]
    whole = results.read(
        "berghman_settings", folder=experiment.ROOT / "data" / "results"
    ).iloc[-4]
    assert found.guesses[0].split() == whole.guesses.split()[:3]
    monkeypatch.setattr(mmlib, "play_many", None)  # a second run would fail
    berghman_settings.measure(asked, games=3)
    assert (stored / "berghman_settings.csv").read_bytes() == before


def test_drawn_codes_in_place_of_berghmans_are_kept_and_go_on(stored, monkeypatch):
    asked = [("5 x 8", "drawn", 3), ("5 x 8", "null model", 3)]
    asked += [("6 x 9", "as many as evolution finds", 2)]
    timed = [("5 x 8", "drawn", 4)]
    berghman_drawn.measure(asked, timed)
    before = (stored / "berghman_drawn.csv").read_bytes()
    found = results.read("berghman_drawn", text=["guesses"])
    whole = results.read(
        "berghman_drawn", folder=experiment.ROOT / "data" / "results", text=["guesses"]
    ).set_index(["board", "player"])
    for row, (board, player, n) in zip(found.itertuples(), asked, strict=True):
        assert (row.board, row.player) == (board, player)
        assert row.guesses == whole.guesses[board, player][:n]
    monkeypatch.setattr(mmlib, "play_many", None)  # a second run would fail
    berghman_drawn.measure(asked, timed)
    assert (stored / "berghman_drawn.csv").read_bytes() == before


def test_drawn_codes_in_place_of_evos_are_kept_and_go_on(stored, monkeypatch):
    asked = [("5 x 8", 10, "parts", "wanted", 3), ("6 x 9", 10, "entropy", "found", 2)]
    evo_drawn.measure(asked)
    before = (stored / "evo_drawn.csv").read_bytes()
    found = results.read("evo_drawn", text=["guesses"])
    whole = results.read(
        "evo_drawn", folder=experiment.ROOT / "data" / "results", text=["guesses"]
    ).set_index(["board", "codes", "score", "number"])
    for row, (*which, n) in zip(found.itertuples(), asked, strict=True):
        assert row.guesses == whole.guesses[tuple(which)][:n]
    monkeypatch.setattr(mmlib, "play_many", None)  # a second run would fail
    evo_drawn.measure(asked)
    assert (stored / "evo_drawn.csv").read_bytes() == before


def test_how_well_a_drawn_code_splits_the_others():
    codes = np.array([[0, 0, 1, 3], [0, 0, 1, 4], [0, 0, 2, 2], [1, 0, 1, 2]])
    assert evo_drawn.worth_of(codes, 6, "parts").tolist() == [2, 2, 1, 1]
    shares = np.array([1, 2]) / 4
    halves = -(shares * np.log(shares)).sum()
    whole = -0.75 * np.log(0.75)
    entropy = evo_drawn.worth_of(codes, 6, "entropy")
    assert entropy == pytest.approx([halves, halves, whole, whole])


def test_what_as_many_drawn_codes_as_evolution_looks_at_find():
    """Where evolution looks at all codes, that is the drawn player."""
    rules = mmlib.Rules(4, 6)
    history = mmlib.History(rules, ["0012", "0345"], [(1, 1), (0, 1)])
    fits = mmlib.consistent.consistent_codes(history)
    looked = berghman_drawn.Looked()
    for evaluations in (5000, 1):
        searched = namedtuple("Search", "evaluations")(evaluations)
        looked.evolution = mock.Mock(search=searched)
        guesses = {
            tuple(looked.next_guess(history, np.random.default_rng(seed)))
            for seed in range(30)
        }
        assert guesses <= {tuple(code) for code in fits}
        # of all codes the best is played; by chance one is drawn for nothing
        assert (len(guesses) > 20) == (evaluations == 1)


def test_baselines_are_kept_and_go_on(stored, monkeypatch):
    jobs = [("black_pegs", [4, 6], "random"), ("consistent", [4, 6], "cma")]
    baselines.measure(jobs)
    before = (stored / "baselines.csv").read_bytes()
    found = results.read("baselines")
    whole = results.read("baselines", folder=experiment.ROOT / "data" / "results")
    assert len(whole) == len(baselines.JOBS) * baselines.INSTANCES == 1680
    for family, (genes, _), solver in jobs:
        wanted = f"solver == {solver!r} and problem == {family!r} and genes == {genes}"
        of_any_version = [
            runs.query(wanted).drop(columns="package").reset_index(drop=True)
            for runs in (found, whole)
        ]
        pd.testing.assert_frame_equal(*of_any_version)
    monkeypatch.setattr(mmlib.problems, "benchmark", None)  # a second run would fail
    baselines.measure(jobs)
    assert (stored / "baselines.csv").read_bytes() == before


def test_le_adoga_sweeps_are_all_that_the_paper_swept():
    listed = le_adoga_sweeps.ASKED
    assert len(listed) == 70
    assert {parameter for _, parameter, _ in listed} <= set(
        mmlib.player("le_adoga").settings
    )
    assert (4, "selection", "roulette_wheel") in listed
    assert (5, "one_point_share", 0.25) in listed
    assert (4, "population", 200) in listed


def test_le_adoga_sweeps_hold_the_games_of_their_settings(stored, monkeypatch):
    some = [
        (4, "tournament_size", 2),
        (5, "tournament_size", 2),
        (4, "tournament_size", 5),
        (4, "elitism_rate", 0.3),
    ]
    le_adoga_sweeps.sweeps(some, games=6)
    found = results.read("le_adoga_sweeps", text=["guesses"])
    assert len(found) == 8
    assert (found.guesses.str.len() == 6).all()
    coded = (
        found[(found.pegs == 4) & (found.variant == "as_coded")]
        .set_index("parameter")
        .guesses
    )
    # both are the default
    assert coded["tournament_size"].iloc[0] == coded["elitism_rate"]
    player = mmlib.player("le_adoga", tournament_size=5)
    games = mmlib.play_many(
        player, mmlib.Rules(4, 6, 10), games=6, seed=experiment.SEED, n_jobs=1
    )
    assert coded["tournament_size"].iloc[1] == experiment.in_one_cell(games.guesses)
    before = (stored / "le_adoga_sweeps.csv").read_bytes()
    monkeypatch.setattr(mmlib, "play_many", None)  # from what was kept
    le_adoga_sweeps.sweeps(some, games=6)
    assert (stored / "le_adoga_sweeps.csv").read_bytes() == before


def test_bottleneck_on_tiny_boards(stored):
    asked = bottleneck.Asked(
        step={(3, 4): 2, (6, 9): 3},
        budget={(3, 4): 5},
        strength={(3, 5): 4},
        timed={(3, 4): 2, (6, 9): 2, (3, 5): 2},
    )
    budgets = [("entropic", "entropic", [{"budget": 20}, {"budget": 50}])]
    bottleneck.measure(asked, budgets)
    found = results.read("bottleneck", text=["guesses"])
    assert found.experiment.value_counts().to_dict() == {
        "step": 12,
        "budget": 2,
        "board": 1,
    }
    lengths = dict(
        zip(
            zip(found.experiment, found.board, strict=True),
            found.guesses.str.len(),
            strict=True,
        )
    )
    every = {
        ("step", "3 x 4"): 128,
        ("step", "6 x 9"): 3,
        ("budget", "3 x 4"): 5,
        ("board", "3 x 5"): 4,
    }
    assert lengths == every
    last = found[(found.experiment == "step") & (found.board == "3 x 4")].iloc[-1]
    rules = mmlib.Rules(3, 4, 15)
    twice = np.tile(mmlib.all_codes(rules), (2, 1))
    player = mmlib.player("entropic", guesses="bred")
    games = mmlib.play_many(
        player, rules, secrets=twice, seed=experiment.SEED, n_jobs=1
    )
    assert last.guesses == experiment.in_one_cell(games.guesses)
    times = results.read("bottleneck_milliseconds")
    assert len(times) == 5
    assert (times.milliseconds > 0).all()


@pytest.mark.parametrize("index", [0, 4, 8, 17])
def test_bottleneck_controls_come_back(index):
    found = (
        results.read("bottleneck_controls", text=["guesses"])
        .query("experiment == 'bred'")
        .iloc[index]
    )
    rules = mmlib.Rules(*map(int, found.board.split(" x ")), 15)
    player = bottleneck_controls.Bred(**json.loads(found.settings))
    secrets = (
        {"secrets": mmlib.all_codes(rules)[:3]}
        if found.board == "4 x 6"
        else {"games": 3}
    )
    games = mmlib.play_many(player, rules, **secrets, seed=experiment.SEED, n_jobs=1)
    assert found.guesses.startswith(experiment.in_one_cell(games.guesses))


def test_bottleneck_controls_on_tiny_boards(stored):
    bottleneck_controls.measure(
        bred=(5,),
        games={(4, 6): (1,), (5, 6): (3,)},
        timed={(4, 6): 2, (5, 6): 2},
        fresh=(3, 5),
        fresh_games=4,
    )
    found = results.read("bottleneck_controls", text=["guesses"])
    assert found.guesses.str.len().tolist() == [1296, 3, 4, 4, 4, 4, 4]
    assert found.player[:2].tolist() == ["bred, not listed"] * 2
    times = found[found.experiment == "bred"][["milliseconds", "listed_milliseconds"]]
    assert (times > 0).all(axis=None)


def test_evolutions_part_is_the_arms_with_and_without_it(stored, monkeypatch):
    """On 3 x 4 the arm that draws most lists the board."""
    for boards in ("WHOLE", "CLOSER", "FAR"):
        monkeypatch.setattr(evolutions_part, boards, [(3, 4)])
    evolutions_part.measure(
        games={(3, 4): 1, (5, 6): 4}, timed={(3, 4): 2, (5, 6): 2}, counted=2
    )
    played = results.read("evolutions_part", text=["guesses"])
    few = played[played.board == "5 x 6"]
    assert few.label.tolist() == [
        "entropic, bred",
        "entropic, drawn x 1",
        "entropic, drawn x 2",
    ]
    assert (few.guesses.str.len() == 4).all()
    every = played[played.board == "3 x 4"].set_index("label")
    assert (every.guesses.str.len() == 64).all()
    assert every.player.value_counts().to_dict() == {"entropic": 4, "far_sighted": 2}
    rules = mmlib.Rules(3, 4, 15)
    games = mmlib.play_many(
        "entropic", rules, secrets="all", seed=experiment.SEED, n_jobs=1
    )
    assert every.guesses["entropic, listed"] == experiment.in_one_cell(games.guesses)
    different = results.read("evolutions_part_different").set_index("player").different
    assert (different["entropic"] < 2600).all()
    assert few.settings.iloc[1].startswith('{"guesses": "drawn"')
    times = results.read("evolutions_part_milliseconds")
    assert (times.milliseconds > 0).all()
    assert not times.label.str.startswith("far_sighted").any()


def test_best_missed_never_beats_the_list(stored):
    """Its best is the best of all codes; drawing as many codes finds it, too."""
    best_missed.measure(games={(3, 4): 6}, drawn={(3, 4): 64})
    found = results.read("best_missed")
    assert len(found) > 3
    assert (found.drawn == found.best).all()
    assert (found.bred >= found.best).all()
    assert found.fitting.min() >= best_missed.FITTING[0]


def test_best_missed_is_what_is_stored():
    found = results.read("best_missed")
    assert (found[["bred", "drawn"]].min(axis=1) >= found.best).all()
    row = found[found.board == "5 x 8"].iloc[2]
    rules = mmlib.Rules(5, 8, 15)
    games = mmlib.play_many("entropic", rules, games=2, seed=experiment.SEED, n_jobs=1)
    turns = mmlib.turns(games, rules).query("game == @row.game")[: row.turn - 1]
    answers = list(zip(turns.black, turns.white, strict=True))
    history = mmlib.History(rules, list(turns.guess), answers)
    player = mmlib.player("entropic", guesses="bred", look_ahead=0, endgame=0)
    assert round(best_missed.score(player, history, int(row.game)), 9) == row.bred


@pytest.mark.parametrize("label", ["entropic, bred", "entropic, drawn x 2"])
@pytest.mark.parametrize("board", ["5 x 8", "6 x 9"])
def test_evolutions_part_comes_back(board, label):
    stored = results.read("evolutions_part", text=["guesses"])
    row = stored.set_index(["board", "label"]).loc[board, label]
    rules = mmlib.Rules(*map(int, board.split(" x ")), 15)
    player = mmlib.player(row.player, **json.loads(row.settings))
    games = mmlib.play_many(player, rules, games=3, seed=experiment.SEED, n_jobs=1)
    assert row.guesses.startswith(experiment.in_one_cell(games.guesses))


def test_bred_breeds_all_codes_of_a_board_that_has_few():
    """Where breeding finds all possible codes, only the draws differ.

    They differ from those of the player that lists the codes.
    """
    rules = mmlib.Rules(3, 4, 15)
    rng = np.random.default_rng(1)
    history = mmlib.History(rules, ["001"], [(1, 1)])
    player = bottleneck_controls.Bred(bred=50)
    codes, stands_for = player.possible(history, rng, None)
    listed = mmlib.consistent.consistent_codes(history)
    assert stands_for == 1
    assert set(map(tuple, codes)) == set(map(tuple, listed))


def test_larger_boards_map_leaves_empty_what_takes_too_long(stored):
    larger_boards_map.measure(
        pegs=[3, 4], colors=[4], players=["any code that fits"], seconds=0.0
    )
    found = results.read("larger_boards_map")
    assert found[["pegs", "colors", "player"]].values.tolist() == [
        [p, 4, "any code that fits"] for p in (3, 4)
    ]
    assert found.milliseconds.isna().all()


def test_cost_of_a_board():
    row = larger_boards_map.cost_of((3, 4), "any code that fits")
    assert list(row) == larger_boards_map.COLUMNS[3:]
    assert row["milliseconds"] > 0
    assert 1 <= row["mean_guesses"] <= 10
    assert set(larger_boards_map.PLAYERS) <= set(larger_boards.GROWING)


def test_ten_pegs_hold_guesses_and_codes_game_by_game(stored):
    ten_pegs.measure((3, 4), {"small": ("nhea", {"population": 10}, 3)})
    (row,) = results.read("ten_pegs", text=["guesses", "evaluations"]).itertuples()
    games = mmlib.play_many(
        mmlib.player("nhea", population=10),
        mmlib.Rules(3, 4, 15),
        games=3,
        seed=experiment.SEED,
    )
    assert experiment.from_one_cell(row.guesses).tolist() == games.guesses.tolist()
    assert [int(n) for n in row.evaluations.split()] == games.evaluations.tolist()
    assert json.loads(row.settings) == {"population": 10}
    assert row.unsolved == 0


def test_first_codes_on_tiny_boards(stored, monkeypatch):
    labels = ("Merelo", "Merelo, no crowding")
    few = {label: first_codes.EVOLVERS[label] for label in labels}
    monkeypatch.setattr(first_codes, "EVOLVERS", few)
    first_codes.measure({(4, 6): (3, 2), (3, 4): (2, 0)}, [(4, 6)], 2)
    found = results.read("first_codes", text=first_codes.TEXT)
    assert found.experiment.tolist() == ["choosing"] * 2 + ["comparison"] * 3
    best = first_codes.best_of([found[:2]])
    searched = first_codes.DEPTH_FIRST
    assert found.label[2:].tolist() == [searched, best, searched]
    for row in found.itertuples():
        guesses = [int(number) for number in row.guesses.split()]
        assert min(guesses) > 0
        assert len(row.milliseconds.split()) == len(guesses)
        assert first_codes.mean_of(row.milliseconds) > 0
    rules = mmlib.Rules(4, 6, 100)
    secret = first_codes.secrets(rules, 3, experiment.SEED)[0]
    game = mmlib.play("depth_first", secret, rules, seed=0)
    assert int(found.guesses[2].split()[0]) == len(game.history)


@pytest.mark.parametrize("index", [-2, -1])
def test_first_codes_come_back(index):
    """The rows are of the largest boards, and the games all of the first searches."""
    found = results.read("first_codes", text=first_codes.TEXT)
    found = found[found.label == first_codes.DEPTH_FIRST].iloc[index]
    size = tuple(map(int, found.board.split(" x ")))
    again = first_codes.timed_games(
        size, found.label, found.player, json.loads(found.settings), 2, experiment.SEED
    )
    assert found.guesses.split()[:2] == again.guesses[0].split()


def test_the_evolver_that_took_the_least_time_on_the_last_board_is_chosen():
    rows = [("4 x 6", "one", "1 9"), ("4 x 6", "other", "9 9")]
    rows += [("5 x 8", "one", "30 40"), ("5 x 8", "other", "34 34")]
    frame = pd.DataFrame(rows, columns=["board", "label", "milliseconds"])
    assert first_codes.best_of([frame[:1], frame[1:]]) == "other"


def test_null_games_come_back():
    lot = null_games.lot(5, 8, "different", null_games.SEED)
    found = results.read("null_games")
    found = found[(found.board == "5 x 8") & (found.first_guess == "different")]
    assert lot.equals(found[found.seed == null_games.SEED].reset_index(drop=True))


@pytest.mark.parametrize("board", ["5 x 8", "6 x 9"])
def test_null_games_agree_with_those_of_the_leaderboard(board):
    found = results.read("null_games")
    found = found[(found.board == board) & (found.first_guess == "paired")]
    paired = np.repeat(found.guesses, found.games)
    played = results.read("leaderboards", text=["guesses"])
    played = played.set_index(["board", "player"]).guesses[board, "any code that fits"]
    ours = experiment.from_one_cell(played)
    assert mmlib.stats.difference(ours, paired).p_value > 1e-6


def test_null_games_are_as_many_as_the_settings_say():
    """Each lot has all its games, and none of them was stopped."""
    found = results.read("null_games")
    assert found.groupby(["board", "first_guess", "seed"]).games.sum().unique() == [
        null_games.LOT
    ]
    assert found.groupby(["board", "first_guess"]).games.sum().to_dict() == {
        ("{} x {}".format(*board), first): games
        for board, games in null_games.GAMES.items()
        for first in null_games.FIRST_GUESSES
    }
    assert found.guesses.max() < null_games.MOST


@pytest.mark.parametrize("index", [0, 3, 4, 5, 6, 7])
def test_nine_colors_come_back(index):
    kind, label, name, settings, _, seed = nine_colors.jobs()[index]
    frame = nine_colors.row_of(kind, label, name, settings, 5, seed)
    found = results.read("nine_colors", text=["guesses", "alone"]).iloc[index]
    assert (found.label, found.settings) == (label, json.dumps(settings))
    for column in ("guesses", "alone"):
        assert found[column].split()[:5] == frame[column][0].split()


def test_nine_colors_count_how_games_end(stored):
    job = ("players", "drawn", "drawn", {"codes": 3000}, 3, 7)
    nine_colors.measure([job])
    (row,) = results.read("nine_colors", text=["guesses", "alone"]).itertuples()
    rules = mmlib.Rules(*nine_colors.SIZE, nine_colors.MOST)
    games = mmlib.play_many(nine_colors.Drawn(3000), rules, games=3, seed=7)
    turns = mmlib.turns(games, rules)
    alone = turns[turns.before == 1].groupby("game").size().reindex(range(3))
    assert [int(n) for n in row.guesses.split()] == games.guesses.tolist()
    assert [int(n) for n in row.alone.split()] == alone.fillna(0).tolist()


def test_nine_colors_are_drawn_as_many_as_are_bred():
    rules = mmlib.Rules(*nine_colors.SIZE, nine_colors.MOST)
    history = mmlib.History(rules, ["012345"], [(1, 2)])
    player = mmlib.player("nine_colors", **nine_colors.MENDED, generations=20)
    game = player.start(rules)
    game.next_guess(history, np.random.default_rng(1))
    drawn = {label: settings for label, _, settings, _ in nine_colors.tuning()}
    assert game.search.evaluations == drawn["drawn 20"]["codes"] == 21_000


def test_record_trees_come_back():
    """And that of 5 x 8; those of the other boards take minutes."""
    kept = results.read("record_trees", text=["first_guess", "codes_by_turn"])
    assert kept.board.tolist() == record_trees.SETTINGS["boards"]
    two = [record_trees.record(*board) for board in record_trees.BOARDS[:2]]
    pd.testing.assert_frame_equal(pd.concat(two, ignore_index=True), kept.head(2))
    (largest,) = kept[kept.board == "5 x 8"].itertuples()
    tree = mmlib.best_tree(mmlib.Rules(5, 8))
    assert largest.total == tree.total
    for row in kept.itertuples():
        by_turn = np.array([int(n) for n in row.codes_by_turn.split()])
        assert by_turn.sum() == row.codes
        assert by_turn @ np.arange(1, len(by_turn) + 1) == row.total <= row.entropy
        assert (row.total == row.entropy) == (row.found == "one_step")


def test_boards_without_repeats_are_as_stored(stored, monkeypatch):
    kept = pd.read_csv(
        ROOT / "data" / "results" / "without_repeats.csv", dtype={"first_guess": str}
    )
    monkeypatch.setattr(without_repeats, "keep_tree", lambda *what, stored: None)
    without_repeats.measure(boards=[(2, 5), (3, 4)], bulls=(3, 6), weights=[1, 50])
    again = mmlib.results.read("without_repeats", text=["first_guess", "codes_by_turn"])
    columns = ["board", "codes", "total", "first_guess", "pairs", "codes_by_turn"]
    same = kept[kept.board.isin(["2 of 5", "3 of 4"])][columns]
    assert again[columns].values.tolist() == same.values.tolist()


def test_few_late_guesses_are_the_fewest():
    """Beside every strategy of a small board, by brute force."""
    rules = mmlib.Rules(2, 6, repeats=False)
    codes = list(itertools.permutations(range(6), 2))

    def best(possible, turn, weight):
        """The least cost of a position, and of such strategies the fewest late ones."""
        if not possible:
            return (0, 0)
        cost = (weight, 1) if turn >= 4 else (1, 0)
        own = (cost[0] * len(possible), cost[1] * len(possible))
        found = []
        for guess in codes:
            classes = {}
            for code in possible:
                classes.setdefault(plain.feedback(guess, code), []).append(code)
            if len(classes) == 1 and guess not in possible:
                continue
            parts = [
                best(tuple(one), turn + 1, weight)
                for (black, _), one in classes.items()
                if black < 2
            ]
            if any(one is None for one in parts):
                continue
            total = own[0] + sum(part[0] for part in parts)
            found.append((total, own[1] + sum(part[1] for part in parts)))
        return min(found)

    best = functools.cache(best)
    for weight in (1, 3, 100):
        row = without_repeats.few_late(2, 6, 4, weight).iloc[0]
        cost, late = best(tuple(codes), 1, weight)
        by_turn = [int(n) for n in row.codes_by_turn.split()]
        assert sum(by_turn) == rules.n_codes
        guesses_late = sum(max(0, turn - 3) * n for turn, n in enumerate(by_turn, 1))
        assert row.total + (weight - 1) * guesses_late == cost
        assert row.late == sum(by_turn[3:])
        assert guesses_late == late
