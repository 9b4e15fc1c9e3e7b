"""The script behind `make data`: it must go on where it was stopped."""

import importlib.util

import numpy as np
import pytest

import mmlib
from mmlib.reproduce import ROOT

spec = importlib.util.spec_from_file_location("measure", ROOT / "data" / "measure.py")
measure = importlib.util.module_from_spec(spec)
spec.loader.exec_module(measure)


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
    monkeypatch.setattr(measure.store, "FOLDER", tmp_path)
    some = [(4, "tournament_size", 2), (5, "tournament_size", 2), (4, "tournament_size", 5), (4, "elitism_rate", 0.3)]
    monkeypatch.setattr(measure, "le_adoga_settings", lambda: some)
    measure.measure_le_adoga()
    found = measure.store.read("le_adoga_sweeps", text=["guesses"])
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
