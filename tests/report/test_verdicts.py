import re

import numpy as np
import pytest

import mmlib as mm
from mmlib.report import published, verdicts
from mmlib.report.verdicts import compare_variance


@pytest.mark.parametrize("name", published.names())
def test_every_table_can_be_read(name):
    frame = getattr(mm.published, name)
    assert len(frame)
    assert not any(re.match("Unnamed", column) for column in frame.columns)


def test_unknown_table():
    with pytest.raises(ValueError, match=r"name: 'nothing' is not one of .*whole_board_pygad"):
        published.load("nothing")
    with pytest.raises(AttributeError):
        _ = published.nothing


def test_the_printed_runs_and_chromosomes_agree():
    runs, boards = published.load("whole_board_pygad_runs"), published.load("whole_board_pygad_chromosomes")
    for column in ("pegs", "run", "secret", "best_fitness"):
        assert runs[column].tolist() == boards[column].tolist()
    assert (boards.chromosome.str.split().str.len() == 10 * boards.pegs).all()
    solved = [
        int(mm.fitness.solved_on_guess([[int(g) for g in c.replace("?", "0").split()]], s)[0])
        for c, s in zip(boards.chromosome, boards.secret, strict=True)
    ]
    assert runs.solved_on_guess.tolist() == solved


def test_verdicts():
    assert verdicts.compare_share("x", (0, 100), (100, 100)).verdict.startswith("differs by -100.0 points")
    assert verdicts.compare_share("x", (81, 100), (81, 100)).verdict == "same (p = 1)"
    assert verdicts.compare_mean("x", [4, 5, 6, 5, 4], 9.0).verdict.startswith("differs by -4.200 (p = 0.0")
    assert verdicts.compare_mean("x", [4, 4, 4], 4.0).verdict == "same (p = 1)"
    assert verdicts.compare_mean("x", [4, 4, 4], 5.0).verdict == "differs by -1.000 (p < 1e-6)"
    assert verdicts.compare_exact("x", 1, 2).verdict == "differs"
    # a printed mean of few games widens the interval
    sample = [4, 5, 6, 5, 4] * 50
    assert verdicts.compare_mean("x", sample, 5.2).verdict.startswith("differs")
    few = verdicts.compare_mean("x", sample, 5.2, theirs_n=5)
    assert few.verdict.startswith("same")
    assert (few.published, few.measured) == ("5.200 (n = 5)", "4.800 (n = 250)")


def test_every_table_tells_its_source():
    listed = re.findall(r"^\| `(\w+)\.csv` \|", published.FOLDER.joinpath("README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == published.names()


def test_histograms_are_told_apart():
    row = verdicts.compare_distribution("guesses", [4, 5] * 50, [6, 7] * 50, why="shifted")
    assert (row.published, row.measured, row.why) == ("100 values", "100 values", "shifted")
    assert row.verdict.startswith("differs (p = ")
    assert verdicts.compare_distribution("guesses", [4, 5] * 50, [5, 4] * 50).verdict.startswith("same")


def test_strategies_are_the_same_if_they_round_to_the_printed_digits():
    guesses = [4] * 3 + [5] * 5  # 37 / 8 = 4.625
    assert verdicts.compare_strategy("x", guesses, 4.625).verdict == "same"
    assert verdicts.compare_strategy("x", guesses, 4.62).verdict == "same"  # half way: either rounding will do
    assert verdicts.compare_strategy("x", guesses, 4.6).verdict == "same"
    assert verdicts.compare_strategy("x", guesses, 4.61).verdict == "differs by +0.0150"
    row = verdicts.compare_strategy("x", guesses, 4.6, most=6, why="so")
    assert row == ("x", "4.6, most 6", "37/8 = 4.6250, most 5", "exact", "same; most differs", "so")
    # a printed mean of a sample: z test with the strategy's own scatter
    assert verdicts.compare_strategy("x", guesses, 4.5, theirs_n=10).verdict.startswith("same (p = 0.41)")
    assert verdicts.compare_strategy("x", guesses, 4.5, theirs_n=1000).verdict.startswith("differs by +0.1250 (p < ")


def test_variances_are_compared_with_their_rounding():
    rng = np.random.default_rng(1)
    ours = rng.normal(5, 0.1, 2000)  # a variance of 0.01
    row = compare_variance("x", ours, 0.01, theirs_n=15)
    assert row.verdict.startswith("same")
    assert row[1:3] == ("0.01 (n = 15)", f"{ours.var(ddof=1):.4f} (n = 2000)")
    assert compare_variance("x", ours, 0.0, theirs_n=15).verdict.startswith("same (p = 0.1")  # below 0.005
    assert compare_variance("x", ours, 0.0, theirs_n=15, digits=3).verdict == "differs (p < 1e-6)"
    far = compare_variance("x", ours, 0.1, theirs_n=15)
    assert re.fullmatch(r"differs, ours is 0\.1 of it \(p < 1e-6\)", far.verdict)
    # under the null hypothesis a test at the 5 % level fails so often
    verdicts = [
        compare_variance("x", ours, rng.normal(5, 0.1, 15).var(ddof=1), theirs_n=15, digits=6).verdict
        for _ in range(400)
    ]
    assert 0.02 < np.mean([verdict.startswith("differs") for verdict in verdicts]) < 0.08


def test_extremes_are_compared_with_what_so_many_games_would_show():
    ours = np.repeat([2, 3, 4, 5, 6, 7], [90, 900, 3500, 4300, 1130, 80])
    row = verdicts.compare_extreme("x", ours, 7, theirs_n=1000)
    assert row == ("x", "7 (n = 1000)", "7 (n = 10000)", "7 in 1000", "same (p = 1)", "")
    assert verdicts.compare_extreme("x", ours, 6, theirs_n=1000).verdict.startswith("differs (p = 0.0006")
    assert verdicts.compare_extreme("x", ours, 6, theirs_n=100, why="so").interval == "6 to 7 in 100"
    assert verdicts.compare_extreme("x", ours, 2, theirs_n=100, least=True).verdict.startswith("same")
    assert verdicts.compare_extreme("x", ours, 3, theirs_n=1500, least=True).verdict.startswith("differs")
    never = verdicts.compare_extreme("x", ours, 8, theirs_n=1000)  # not among 10,000, but it may be among 1000
    assert never.verdict == "same (p = 0.19)"


@pytest.mark.parametrize(
    ("ours", "theirs", "message"),
    [
        ([], 5, "ours: list is not a sample of whole numbers"),
        ([1.5, 2.0], 5, "ours: list is not a sample of whole numbers"),
        ([4, 5], "3", "theirs: '3'"),
        ([4, 5], float("nan"), "theirs: nan"),
    ],
)
def test_bad_extremes(ours, theirs, message):
    with pytest.raises((TypeError, ValueError), match=message):
        verdicts.compare_extreme("x", ours, theirs, theirs_n=5)


def test_small_integers_have_a_least_value():
    assert (
        verdicts.compare_extreme("x", np.array([4, 5], np.uint8), 4, theirs_n=5, least=True).verdict == "same (p = 1)"
    )


def test_bad_digits():
    with pytest.raises(ValueError, match="digits: -3"):
        verdicts.compare_variance("x", [4, 5], 0.1, theirs_n=5, digits=-3)
