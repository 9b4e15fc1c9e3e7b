"""Measure what a second worker brings.

joblib works on this machine, Dask and Ray on clusters of their own here. The table goes
to `data/results`, with the processor, and into docs/clusters.md.
"""

import contextlib
import datetime
import sys
import time

import joblib
import pandas as pd
import psutil
from tabulate import tabulate

import mmlib as mm
from mmlib.engine.files import replace_files
from tests import local_clusters
from tests.benchmarks.__main__ import ROOT, processor

#: The page that the table goes into.
PAGE = ROOT / "docs" / "clusters.md"

#: The comment in the page at which the section with the table begins.
BEGIN = "<!-- clusters: make bench-clusters -->"

#: The comment in the page at which that section ends.
END = "<!-- end of clusters -->"

#: The board that is played on.
RULES = mm.Rules(5, 8, 12)

#: How many games are played, unless another number is asked for.
GAMES = 20_000

#: Name of joblib's backend, how the table calls it, and what starts so many workers.
KINDS = [
    ("loky", "joblib, this machine", lambda workers: contextlib.nullcontext()),
    ("dask", "Dask", local_clusters.dask),
    ("ray", "Ray", local_clusters.ray),
]


def play(games, n_jobs):
    return mm.sweep("le_adoga", RULES, [{}], games=games, seed=1, n_jobs=n_jobs)


def rows(games):
    """Seconds of the same games with one worker and with two.

    Ray starts its workers within that time.
    """
    alone = play(games, 1)
    for backend, name, cluster in KINDS:
        took = {}
        for workers in (1, 2):
            with cluster(workers), joblib.parallel_config(backend):
                play(1000, workers)
                started = time.perf_counter()
                found = play(games, workers)
                took[workers] = time.perf_counter() - started
            assert found.equals(alone)
        yield {
            "who": name,
            "seconds_1": took[1],
            "seconds_2": took[2],
            "ratio": took[1] / took[2],
        }


def section(table, settings):
    """The section of docs/clusters.md."""
    told = (
        "{games:,} games of `le_adoga` on 5 x 8, on {processor}, {cores} cores, {date}"
    ).format(**settings)
    told += ", where {busy:.0f} other processes wanted to work at the beginning".format(
        **settings
    )
    cells = [
        [r.who, f"{r.seconds_1:.1f} s", f"{r.seconds_2:.1f} s", f"{r.ratio:.2f}"]
        for r in table.itertuples()
    ]
    shown = tabulate(
        cells,
        ["", "one worker", "two workers", "ratio"],
        "github",
        disable_numparse=True,
    )
    return "\n".join([BEGIN, told + ":", "", shown, END])


def main(games=GAMES):
    settings = {
        "processor": processor(),
        "cores": joblib.cpu_count(),
        "date": f"{datetime.date.today():%Y-%m-%d}",
    }
    settings |= {"games": games, "busy": psutil.getloadavg()[0]}
    table = pd.DataFrame(rows(games))
    text = section(table, settings)
    print(text)
    mm.results.write(
        "clusters",
        table,
        settings=settings,
        command=f"make bench-clusters GAMES={games}",
    )
    before, _, rest = PAGE.read_text().partition(BEGIN)
    replace_files({PAGE: (before + text + rest.partition(END)[2]).encode()})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
