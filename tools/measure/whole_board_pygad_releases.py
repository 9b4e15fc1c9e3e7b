"""The source's experiment at ten pegs under old and new releases of pygad.

Each release runs in a throwaway environment.
"""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd

from mmlib.experiments.parts import mark
from tools.measure.experiment import BUILD, measured, store

#: Runs of a release, on each kind of codes.
RUNS_PER_RELEASE = 100

#: Runs of a release that are made at a time, and kept.
RUNS_PER_PART = 10

#: Release of pygad, and the codes it meets.
RELEASES = [
    ("2.17.0", "fixed_code"),
    ("3.0.1", "fixed_code"),
    ("3.0.1", "fresh_codes"),
    ("3.2.0", "fixed_code"),
    ("3.5.0", "fixed_code"),
    ("3.9.2", "fixed_code"),
    ("3.9.2", "fresh_codes"),
]

#: What else goes into a release's environment; pygad 2.17 does not start with a newer
#: NumPy.
PINS = {"2.17.0": ["numpy==1.23.5", "matplotlib==3.7.5", "contourpy==1.2.1"]}

#: What else goes into the environment of every other release.
NEWER_PINS = ["numpy==2.4.6"]

#: The program that each environment runs.
RUNNER = Path(__file__).with_name("one_pygad_release.py")

#: The columns of what that program prints.
COLUMNS = ["pygad", "numpy", "codes", "seed", "secret", "generations", "best_fitness"]

#: What the stored result says of its settings.
SETTINGS = {
    "runs": RUNS_PER_RELEASE,
    "releases": RELEASES,
    "pins": PINS,
    "newer_pins": NEWER_PINS,
}


def environment(release: str) -> Path:
    """A throwaway environment that holds one release of pygad; returns its Python."""
    if release == "2.17.0" and sys.version_info >= (3, 12):
        sys.exit(
            "pygad 2.17 needs a NumPy that Python 3.12 and later cannot install: make "
            "data PYTHON=python3.11"
        )
    pins = PINS.get(release, NEWER_PINS)
    folder = BUILD / "environments" / f"{release}_{mark(pins)}"
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        install = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]
        subprocess.run([*install, f"pygad=={release}", *pins], check=True)
        (folder / ".ready").touch()
    return python


def runs_of(
    python: Path, runner: Path, codes: str, start: int, stop: int
) -> pd.DataFrame:
    """Some runs of one release, by the program `runner` in its environment."""
    command = [python, runner, codes, str(start), str(stop)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return pd.read_csv(io.StringIO(done.stdout), names=COLUMNS)


def measure(
    releases: list[tuple[str, str]] = RELEASES,
    runs: int = RUNS_PER_RELEASE,
    in_a_part: int = RUNS_PER_PART,
    runner: Path = RUNNER,
    python_of: Callable[[str], Path] = environment,
) -> None:
    """Store the runs of every release."""
    jobs = [
        (
            release,
            codes,
            start,
            start + in_a_part,
            runner.read_text(),
            PINS.get(release, NEWER_PINS),
        )
        for release, codes in releases
        for start in range(0, runs, in_a_part)
    ]

    def make(
        release: str, codes: str, start: int, stop: int, *_: object
    ) -> pd.DataFrame:
        return runs_of(python_of(release), runner, codes, start, stop)

    def run(make: Callable, todo: list) -> Iterable:
        # one after the other: two builders of one would meet
        for release in sorted({job[0] for job in todo}):
            python_of(release)
        return pool.map(make, todo)

    with ThreadPoolExecutor(2) as pool:
        frames = measured("whole_board_pygad_releases", make, jobs, run=run)
    store("whole_board_pygad_releases", frames, SETTINGS)
