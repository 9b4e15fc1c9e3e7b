"""The script behind `make data`: it must go on where it was stopped."""

import importlib.util

import numpy as np
import pytest

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
