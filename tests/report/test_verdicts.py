import re

import pytest

import mmlib as mm
from mmlib.report import published, verdicts


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


def test_every_table_names_its_source():
    listed = re.findall(r"^\| `(\w+)\.csv` \|", published.FOLDER.joinpath("README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == published.names()


def test_histograms_are_compared_as_a_whole():
    row = verdicts.compare_distribution("guesses", [4, 5] * 50, [6, 7] * 50, why="shifted")
    assert (row.published, row.measured, row.why) == ("100 values", "100 values", "shifted")
    assert row.verdict.startswith("differs (p = ")
    assert verdicts.compare_distribution("guesses", [4, 5] * 50, [5, 4] * 50).verdict.startswith("same")
