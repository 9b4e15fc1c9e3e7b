"""The baselines compute what they say, and the table reaches its page."""

import pandas as pd
import pytest

import mmlib as mm
from tests import plain
from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import c_loop, clusters


@pytest.mark.skipif(c_loop.compiler() is None, reason="there is no C compiler (cc)")
@pytest.mark.parametrize(("pegs", "colors"), [(4, 6), (2, 3), (5, 2)])
def test_loop_in_c_scores_as_plain_python_does(pegs, colors, tmp_path):
    codes = mm.all_codes(mm.Rules(pegs, colors))[:64]
    answers = c_loop.answers(
        codes, c_loop.columns(codes, colors), colors, str(tmp_path)
    )
    told = [[divmod(int(answer), pegs + 1) for answer in row] for row in answers]
    assert told == [
        [plain.feedback(guess, secret) for secret in codes.tolist()]
        for guess in codes.tolist()
    ]


def test_benchmarks_write_a_table_between_its_marks():
    table = pd.DataFrame([benchmarks.row("a claim", "NumPy", 2e-3, 1e-3, 1.5)]).assign(
        holds="yes"
    )
    table["ratio"] = table["ratio"].map("{:.2f}".format)
    lines = benchmarks.section(
        table, {"processor": "a processor", "cores": 2, "date": "2026-01-31"}
    ).splitlines()
    assert [lines[0], lines[-1]] == [benchmarks.BEGIN, benchmarks.END]
    assert "On a processor, 2 cores, 2026-01-31: 1 claims of speed" in lines[1]
    assert [cell.strip() for cell in lines[-4].split("|")[1:-1]] == [
        "a claim",
        "1 ms",
        "NumPy: 2 ms",
        "2.00",
        "1.5",
        "yes",
    ]


def test_clusters_write_a_second_worker_between_its_marks():
    table = pd.DataFrame(
        [{"who": "Dask", "seconds_1": 20.04, "seconds_2": 10.0, "ratio": 2.004}]
    )
    settings = {
        "games": 8000,
        "processor": "a processor",
        "cores": 2,
        "date": "2026-01-31",
        "busy": 0.1,
    }
    lines = clusters.section(table, settings).splitlines()
    assert [lines[0], lines[-1]] == [clusters.BEGIN, clusters.END]
    assert lines[1].startswith(
        "8,000 games of `le_adoga` on 5 x 8, "
        "on a processor, 2 cores, 2026-01-31, where 0 other"
    )
    assert [cell.strip() for cell in lines[-2].split("|")[1:-1]] == [
        "Dask",
        "20.0 s",
        "10.0 s",
        "2.00",
    ]


@pytest.mark.parametrize("measured", [benchmarks, clusters])
def test_benchmarks_page_has_the_place_for_the_table(measured):
    before, begin, rest = measured.PAGE.read_text().partition(measured.BEGIN)
    assert begin
    assert measured.END in rest
    assert measured.END not in before
