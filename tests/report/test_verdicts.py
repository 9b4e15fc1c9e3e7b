import re
from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

import mmlib as mm
from mmlib.report import published, verdicts
from tests.chance import LEAST_P


@pytest.mark.parametrize("name", published.names())
def test_published_load_reads_every_table(name):
    frame = getattr(mm.published, name)
    assert len(frame)
    assert not any(re.match("Unnamed", column) for column in frame.columns)


def test_published_load_names_an_unknown_table():
    with pytest.raises(
        ValueError, match=r"name: 'nothing' is not one of .*whole_board_pygad"
    ):
        published.load("nothing")
    with pytest.raises(AttributeError):
        _ = published.nothing


def test_published_runs_and_chromosomes_agree():
    runs = published.load("whole_board_pygad_runs")
    boards = published.load("whole_board_pygad_chromosomes")
    for column in ("pegs", "run", "secret", "best_fitness"):
        assert runs[column].tolist() == boards[column].tolist()
    assert (boards.chromosome.str.split().str.len() == 10 * boards.pegs).all()
    solved = [
        int(
            mm.fitness.solved_on_guess(
                [[int(g) for g in c.replace("?", "0").split()]], s
            )[0]
        )
        for c, s in zip(boards.chromosome, boards.secret, strict=True)
    ]
    assert runs.solved_on_guess.tolist() == solved


def verdict_of(row, rows=1):
    """The verdict of a row in a table of so many like it."""
    return verdicts.judge([row] * rows).verdict[0]


def test_verdict_follows_from_interval_and_margin():
    # its mean is 4.8 with a standard error of 0.024
    sample = np.array([4, 5, 6, 5, 4] * 200)
    for theirs, margin, expected in (
        (4.8, 0.1, "agrees"),  # the interval lies within the margin
        (4.74, 0.15, "agrees"),  # also where it excludes zero
        (4.74, 0.1, "differs"),
        (4.79, 0.02, "cannot tell"),
        (4.79, 0.0, "cannot tell"),
        (9.0, 0.1, "differs"),
    ):
        assert (
            verdict_of(verdicts.compare_mean("x", sample, theirs, margin=margin))
            == expected
        )
    assert (
        verdict_of(verdicts.compare_mean("x", sample, 9.0, margin=0.1, fitted=True))
        == "fitted"
    )
    # a printed mean of few games widens the interval, a mean over all codes narrows it
    assert (
        verdict_of(verdicts.compare_mean("x", sample, 4.74, margin=0.0, theirs_n=20))
        == "cannot tell"
    )
    assert (
        verdict_of(verdicts.compare_mean("x", sample, 4.79, margin=0.011, whole=True))
        == "agrees"
    )
    assert (
        verdict_of(verdicts.compare_mean("x", [4, 4, 4], 4.0, margin=0.0)) == "agrees"
    )
    assert verdict_of(verdicts.Row("x", "4.1", "")) == "not compared"


def test_judge_corrects_for_its_rows():
    sample = np.array([4, 5, 6, 5, 4] * 200)
    # 2.5 standard errors apart
    row = verdicts.compare_mean("x", sample, 4.74, margin=0.0)
    assert [verdict_of(row, rows) for rows in (1, 2, 10)] == [
        "differs",
        "differs",
        "cannot tell",
    ]
    exact = verdicts.compare_exact("y", 1, 1)
    # not tests
    assert verdicts.judge([row, *[exact] * 20]).verdict.tolist() == [
        "differs",
        *["agrees"] * 20,
    ]


@pytest.mark.slow
def test_judge_has_all_intervals_right_together_as_often_as_it_says():
    rng = np.random.default_rng(1)
    right = 0
    tables = 1000
    rows = 5
    for _ in range(tables):
        made = [
            verdicts.compare_mean("x", rng.poisson(6, 60), 6.0, margin=0.0)
            for _ in range(rows)
        ]
        right += "differs" not in set(verdicts.judge(made).verdict)
    assert (
        scipy_stats.binomtest(right, tables, 0.95, alternative="less").pvalue > LEAST_P
    )


def test_judge_shows_differences_and_verdicts():
    rows = [
        verdicts.compare_mean(
            "mean", [4, 5, 4, 6, 5], 4.5, margin=0.1, theirs_n=1000, why="so"
        ),
        verdicts.compare_share("share", (72, 100), (81, 100), margin=0.05),
        verdicts.compare_exact("most", 7, 7, fitted=True),
    ]
    table = verdicts.judge(rows, 0.9)
    assert table.columns.tolist() == verdicts.COLUMNS + verdicts.NUMBERS
    assert table.published.tolist() == ["4.500 (n = 1,000)", "81 of 100 (81.0%)", "7"]
    assert table.measured.tolist() == ["4.800 (n = 5)", "72 of 100 (72.0%)", "7"]
    assert table.margin.tolist() == ["±0.100", "±5.0%", ""]
    assert table.difference[2] == ""
    gap = scipy_stats.t.interval(
        0.95, 4, 0.3, np.std([4, 5, 4, 6, 5], ddof=1) * np.sqrt(1 / 5 + 1 / 1000)
    )
    assert table.difference[0] == f"+0.300 ({gap[0]:+.3f} to {gap[1]:+.3f})"
    assert table.verdict.tolist() == ["cannot tell", "cannot tell", "fitted"]
    assert verdicts.count(table, table) == "cannot tell: 4, fitted: 2"
    assert table.published_value.tolist() == [4.5, 0.81, 7]
    assert table.published_n.tolist() == [1000, 100, pd.NA]
    assert table.measured_value.tolist() == [4.8, 0.72, 7]
    assert table.measured_n.tolist() == [5, 100, pd.NA]
    assert table.low[0] == pytest.approx(gap[0])
    assert table.high[0] == pytest.approx(gap[1])
    shares = verdicts.stats.share_difference((81, 100), (72, 100), confidence=0.95)
    assert tuple(table.loc[1, ["estimate", "low", "high"]]) == tuple(shares)
    assert tuple(table.loc[2, ["estimate", "low", "high"]]) == (0, 0, 0)
    assert table.margin_value[:2].tolist() == [0.1, 0.05]
    assert np.isnan(table.margin_value[2])


def test_judge_says_how_far_apart_numbers_are_at_most():
    sample = [4, 5, 4, 6, 5] * 20
    mean = partial(verdicts.compare_mean, "mean", sample, 4.7, theirs_n=100)
    share = verdicts.compare_share("won", (72, 100), (81, 100), margin=0.5, why="luck")
    rows = [
        mean(margin=0.1),
        mean(margin=0.5),
        mean(margin=0.1, fitted=True),
        share,
        verdicts.compare_exact("total", 5, 6, why="counted"),
        verdicts.Row("time", "1 s", ""),
    ]
    judged = verdicts.judge(rows, bounds=True)
    reach = judged[["low", "high"]].abs().max(axis=1)
    assert judged.why.tolist() == [
        f"at most {reach[0]:.3f} apart; could not agree",
        f"at most {reach[1]:.3f} apart",
        f"at most {reach[2]:.3f} apart",
        f"luck; at most {reach[3]:.1%} apart",
        "counted",
        "",
    ]
    assert verdicts.judge(rows).why.tolist() == ["", "", "", "luck", "counted", ""]


def test_judge_has_no_numbers_where_none_were_compared():
    rows = [
        verdicts.Row("time", "0.1 s", "0.2 s"),
        verdicts.compare_exact("pair", (3, 0), (3, 0)),
        verdicts.compare_exact("huge", 10**400, 10**400),
    ]
    assert verdicts.judge(rows)[verdicts.NUMBERS].isna().all(axis=None)
    assert verdicts.judge([])[verdicts.NUMBERS].empty


def test_compare_exact_of_numbers():
    agree = [
        (1, 1),
        ("a b", "a b"),
        ((3, 0), (3, 0)),
        (4.3406, 4.34),
        (4.3406, 4.3),
        (Fraction(5625, 1296), 4.34),
    ]
    differ = [(1, 2), (4.3406, 4.342), (4.41, 4.3), ([1, 2], [1, 3])]
    assert {
        verdict_of(verdicts.compare_exact("x", ours, theirs)) for ours, theirs in agree
    } == {"agrees"}
    assert {
        verdict_of(verdicts.compare_exact("x", ours, theirs)) for ours, theirs in differ
    } == {"differs"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: verdicts.compare_mean("x", [1, 2], 1.0, margin=-1),
            "margin: -1 is not a finite number of 0 or more",
        ),
        (
            lambda: verdicts.compare_mean("x", [1, 2], "1", margin=1),
            "theirs: '1' is a str",
        ),
        (
            lambda: verdicts.compare_mean("x", [1, 2], 1, margin=1, whole=1),
            "whole: 1 is an int",
        ),
        (
            lambda: verdicts.compare_mean(1, [1, 2], 1, margin=1),
            "quantity: 1 is an int",
        ),
        (
            lambda: verdicts.compare_share("x", (1, 2), 3, margin=0.1),
            "theirs: 3 is not a pair",
        ),
        (
            lambda: verdicts.compare_share("x", (1, 2), (1, 3), margin=5),
            "margin: 5 is not a finite number in 0..1",
        ),
        (
            lambda: verdicts.compare_exact("x", 1, 1, why=None),
            "why: None is a NoneType",
        ),
        (lambda: verdicts.judge([1]), "rows: .* is not a list of Row"),
        (
            lambda: verdicts.judge([verdicts.compare_exact("x", 1, 1)], 1),
            "confidence: 1.0 is not above 0 and below 1",
        ),
        (lambda: verdicts.count(verdicts), "tables: .* is a module"),
    ],
)
def test_verdicts_refuse_bad_input(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_published_tables_name_their_source():
    listed = re.findall(
        r"^\| `(\w+)\.csv` \|",
        published.FOLDER.joinpath("README.md").read_text(),
        re.MULTILINE,
    )
    assert sorted(listed) == published.names()


def test_judge_was_called_table():
    with pytest.warns(DeprecationWarning, match="is now mm.verdicts.judge") as warned:
        made = verdicts.table([verdicts.compare_exact("x", 1, 1)])
    assert warned[0].filename == __file__
    assert made.verdict.tolist() == ["agrees"]


def test_null_model_beside_a_printed_mean_has_one_error():
    null = mm.null_model(mm.Rules(4, 6))
    row = verdicts.compare_mean("x", null, 4.64, margin=0.05, theirs_n=239)
    low, high = scipy_stats.norm.interval(
        0.9, null.mean - 4.64, null.variance**0.5 / 239**0.5
    )
    assert row.gap(0.9) == pytest.approx((null.mean - 4.64, low, high))
    assert row.measured == "4.644 (exact)"
    exactly = verdicts.compare_mean("x", null, 4.64, margin=0.01)
    assert exactly.difference() == "+0.004"
