import re

import pytest

import mmlib as mm
from mmlib import published


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
    assert published.compare_share("x", (0, 100), (100, 100)).verdict.startswith("differs by -100.0 points")
    assert published.compare_share("x", (81, 100), (81, 100)).verdict == "same (p = 1)"
    assert published.compare_mean("x", [4, 5, 6, 5, 4], 9.0).verdict.startswith("differs by -4.200 (p = 0.0")
    assert published.compare_mean("x", [4, 4, 4], 4.0).verdict == "same (p = 1)"
    assert published.compare_mean("x", [4, 4, 4], 5.0).verdict == "differs by -1.000 (p < 1e-6)"
    assert published.compare_exact("x", 1, 2).verdict == "differs"
    # a printed mean of few games widens the interval
    sample = [4, 5, 6, 5, 4] * 50
    assert published.compare_mean("x", sample, 5.2).verdict.startswith("differs")
    few = published.compare_mean("x", sample, 5.2, theirs_n=5)
    assert few.verdict.startswith("same")
    assert (few.published, few.measured) == ("5.200 (n = 5)", "4.800 (n = 250)")


def test_every_table_tells_its_source():
    listed = re.findall(r"^\| `(\w+)\.csv` \|", (published.FOLDER / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == published.names()


def test_histograms_are_told_apart():
    row = published.compare_distribution("guesses", [4, 5] * 50, [6, 7] * 50, why="shifted")
    assert (row.published, row.measured, row.why) == ("100 values", "100 values", "shifted")
    assert row.verdict.startswith("differs (p = ")
    assert published.compare_distribution("guesses", [4, 5] * 50, [5, 4] * 50).verdict.startswith("same")


def test_strategies_are_the_same_if_they_round_to_the_printed_digits():
    guesses = [4] * 3 + [5] * 5  # 37 / 8 = 4.625
    assert published.compare_strategy("x", guesses, 4.625).verdict == "same"
    assert published.compare_strategy("x", guesses, 4.62).verdict == "same"  # half way: either rounding will do
    assert published.compare_strategy("x", guesses, 4.6).verdict == "same"
    assert published.compare_strategy("x", guesses, 4.61).verdict == "differs by +0.0150"
    row = published.compare_strategy("x", guesses, 4.6, most=6, why="so")
    assert row == ("x", "4.6, most 6", "37/8 = 4.6250, most 5", "exact", "same; most differs", "so")
    # a printed mean of a sample: z test with the strategy's own scatter
    assert published.compare_strategy("x", guesses, 4.5, theirs_n=10).verdict.startswith("same (p = 0.41)")
    assert published.compare_strategy("x", guesses, 4.5, theirs_n=1000).verdict.startswith("differs by +0.1250 (p < ")
