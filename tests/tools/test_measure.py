"""The script behind `make data`: it must go on where it was stopped."""

import numpy as np
import pytest

import mmlib
from tools import measure


def test_a_half_written_line_is_not_a_row(tmp_path):
    path = tmp_path / "runs.csv"
    assert measure.complete_rows(path) == []
    path.write_text("3.0.1,0\n3.0.1,1\n3.0")
    assert measure.complete_rows(path) == ["3.0.1,0", "3.0.1,1"]


@pytest.mark.parametrize("colors", [1, 2, 4, 6, 8])
def test_codes_of_so_many_colors(colors):
    codes = measure.codes_for(colors, 50)
    assert codes.shape == (50, 10)
    assert all(len(np.unique(code)) == colors for code in codes)
    assert (codes == measure.codes_for(colors, 50)).all()


def test_a_setting_once_done_is_not_run_again(tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "BUILD", tmp_path)
    job = ("genes reset in a child", "1", 2, {"mutation_genes": 1})
    first = measure.cause_runs(*job)
    monkeypatch.setattr(measure.whole_board, "run_many", None)  # a second run would fail
    assert measure.cause_runs(*job).equals(first)
    assert len(first) == 2


def test_berghman_games_are_kept_and_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "BUILD", tmp_path)
    monkeypatch.setattr(measure, "BERGHMAN_GAMES", 3)
    job = ("6 x 9", "reading", "windowed, clones replaced", {"weights": "windowed", "clones": "replaced"})
    first = measure.berghman_games(*job)
    monkeypatch.setattr(measure.mmlib, "play_many", None)  # a second run would fail
    assert measure.berghman_games(*job).equals(first)
    assert len(first.guesses[0].split()) == 3


def test_le_adoga_settings_are_all_that_the_paper_swept():
    listed = measure.le_adoga_settings()
    assert len(listed) == 70
    assert {parameter for _, parameter, _ in listed} <= set(mmlib.player("le_adoga").settings)
    assert (4, "selection", "roulette_wheel") in listed
    assert (5, "one_point_share", 0.25) in listed
    assert (4, "population", 200) in listed


def test_le_adoga_rows_hold_the_games_of_their_settings(tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "BUILD", tmp_path / "build")
    monkeypatch.setattr(measure, "LE_ADOGA_GAMES", 6)
    monkeypatch.setattr(measure.results, "results_folder", lambda: tmp_path)
    some = [(4, "tournament_size", 2), (5, "tournament_size", 2), (4, "tournament_size", 5), (4, "elitism_rate", 0.3)]
    monkeypatch.setattr(measure, "le_adoga_settings", lambda: some)
    measure.measure_le_adoga()
    found = measure.results.read("le_adoga_sweeps", text=["guesses"])
    assert len(found) == 8
    assert (found.guesses.str.len() == 6).all()
    coded = found[(found.pegs == 4) & (found.variant == "as_coded")].set_index("parameter").guesses
    assert coded["tournament_size"].iloc[0] == coded["elitism_rate"]  # both are the default
    player = mmlib.player("le_adoga", tournament_size=5)
    games = mmlib.play_many(player, mmlib.Rules(4, 6, 10), games=6, seed=measure.SEED, n_jobs=1)
    assert coded["tournament_size"].iloc[1] == "".join(map(str, games.guesses))
    before = (tmp_path / "le_adoga_sweeps.csv").read_bytes()
    measure.measure_le_adoga()  # from what was kept
    assert (tmp_path / "le_adoga_sweeps.csv").read_bytes() == before


def test_the_bottleneck_on_tiny_boards(tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "BUILD", tmp_path / "build")
    monkeypatch.setattr(measure.results, "results_folder", lambda: tmp_path)
    monkeypatch.setattr(measure, "STEP_GAMES", {(3, 4): 2, (6, 9): 3})
    monkeypatch.setattr(measure, "BUDGET_GAMES", {(3, 4): 5})
    monkeypatch.setattr(measure, "BUDGETS", [("entropic", "entropic", [{"budget": 20}, {"budget": 50}])])
    monkeypatch.setattr(measure, "CONTROL_GAMES", {(3, 4): 2})
    monkeypatch.setattr(measure, "STRENGTH_GAMES", {(3, 5): 4})
    monkeypatch.setattr(measure, "TIMED_GAMES", {(3, 4): 2, (6, 9): 2, (3, 5): 2})
    measure.measure_bottleneck()
    found = measure.results.read("bottleneck", text=["guesses"])
    assert found.experiment.value_counts().to_dict() == {"step": 12, "budget": 2, "control": 2, "board": 1}
    lengths = dict(zip(zip(found.experiment, found.board, strict=True), found.guesses.str.len(), strict=True))
    every = {("step", "3 x 4"): 128, ("step", "6 x 9"): 3, ("budget", "3 x 4"): 5, ("board", "3 x 5"): 4}
    every["control", "3 x 4"] = 128
    assert lengths == every
    last = found[(found.experiment == "step") & (found.board == "3 x 4")].iloc[-1]
    rules = mmlib.Rules(3, 4, 15)
    twice = np.tile(mmlib.all_codes(rules), (2, 1))
    games = mmlib.play_many("entropic", rules, secrets=twice, seed=measure.SEED, n_jobs=1)
    assert last.guesses == "".join(map(str, games.guesses))
    times = measure.results.read("bottleneck_milliseconds")
    assert len(times) == 5
    assert (times.milliseconds > 0).all()


def test_what_takes_too_long_is_left_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "BUILD", tmp_path / "build")
    monkeypatch.setattr(measure.results, "results_folder", lambda: tmp_path)
    monkeypatch.setattr(measure, "MAP_PEGS", [3, 4])
    monkeypatch.setattr(measure, "MAP_COLORS", [4])
    monkeypatch.setattr(measure, "MAPPED", ["any code that fits"])
    monkeypatch.setattr(measure, "MAP_SECONDS", 0.0)
    measure.measure_map()
    found = measure.results.read("larger_boards_map")
    assert found[["pegs", "colors", "player"]].values.tolist() == [[p, 4, "any code that fits"] for p in (3, 4)]
    assert found.milliseconds.isna().all()


def test_cost_of_a_board():
    row = measure.cost_of((3, 4), "any code that fits")
    assert list(row) == measure.MAP_COLUMNS[3:]
    assert row["milliseconds"] > 0
    assert 1 <= row["mean_guesses"] <= 10
