"""Runs of the pygad whole-board chromosome: one, or many with one seed.

One run is what `mmlib/genetic/whole_board.py` says. Its fitness sees the secret.
"""

import contextlib
import inspect
import zlib

import numpy as np
import pandas as pd
from joblib import delayed
from numpy.typing import ArrayLike

from mmlib.checks import instances, seed_or_drawn, shown, whole_number
from mmlib.engine.processes import run_in_order, workers
from mmlib.engine.progress_bar import progress
from mmlib.engine.sending import check_sent
from mmlib.experiments.seeds import secrets_of, seed_of
from mmlib.game.codes import MOST_LISTED, as_code, as_codes, as_numbers, as_text
from mmlib.game.rules import MAX_COLORS, Rules
from mmlib.genetic.whole_board import COLORS, OPERATORS, Run, plain_setting, run
from mmlib.report.former_names import renamed

__all__ = ["COLORS", "OPERATORS", "Run", "as_frame", "run", "run_many"]

#: Columns of the frame of runs beside the secret, called as the attributes of `Run`.
COLUMNS = [
    "best_fitness",
    "perfect",
    "generations",
    "solved_on_guess",
    "evaluations",
    "seconds",
]


def __dir__() -> list[str]:
    return __all__


def run_many(
    secrets: ArrayLike | None = None,
    *,
    pegs: int | None = None,
    runs: int = 100,
    seed: int | None = None,
    n_jobs: int = -1,
    description: str = "",
    **settings: object,
) -> list[Run]:
    """Run the same experiment many times, in parallel.

    Returns a list of `Run`; `settings` are as for `run`. `secrets` are one code for all
    the runs, or one a run, shape (runs, pegs). Without them each run meets a code of
    its own, of so many `pegs`, drawn from `seed` and so the same for every setting. Run
    ``i`` draws from ``SeedSequence([seed, crc32(settings), i])``, where only settings
    that differ from the defaults count, so workers and their order change no result;
    without a seed one is drawn, and each run keeps its own as ``seed``.
    `n_jobs` counts workers as joblib does (-1: every core; under
    ``joblib.parallel_config("dask")`` or ``"ray"`` the runs go to that cluster), and
    `description` is the text of the progress bar.

    >>> [one.perfect for one in run_many([1, 5, 3, 3], runs=3, seed=1, n_jobs=1)]
    [True, True, True]
    """
    runs = whole_number(runs, "runs", 1, MOST_LISTED)
    seed = seed_or_drawn(seed)
    colors = whole_number(settings.get("colors", COLORS), "colors", 2, MAX_COLORS)
    codes = _secrets(secrets, pegs, runs, seed, colors)
    config = _config_of(settings)
    n_jobs = workers(n_jobs, runs)
    for name in ("fitness", "callback"):
        if callable(settings.get(name)):
            check_sent(settings[name], name, shown(settings[name]), n_jobs)
    jobs = (
        delayed(run)(code, seed_of(seed, config, i), **settings)
        for i, code in enumerate(codes)
    )
    with contextlib.closing(run_in_order(jobs, n_jobs)) as done:
        return list(progress(done, total=runs, description=description))


def _secrets(
    secrets: ArrayLike | None, pegs: int | None, runs: int, seed: int, colors: int
) -> np.ndarray:
    """Return the secret of each run."""
    if secrets is None:
        if pegs is None:
            raise ValueError(
                "pegs: needed where no secrets are given, to draw the codes"
            )
        return secrets_of(Rules(pegs, colors), runs, None, seed)
    if _is_one_code(secrets):
        code = as_code(secrets, name="secrets", colors=colors)
        codes = np.tile(code, (runs, 1))
    else:
        codes = as_codes(secrets, name="secrets", colors=colors)
    if len(codes) != runs:
        raise ValueError(f"secrets: {len(codes)} codes came for {runs} runs")
    if pegs not in (None, codes.shape[1]):
        raise ValueError(
            f"pegs: {pegs} does not fit the {codes.shape[1]} pegs of the secrets; "
            "leave it out"
        )
    return codes


def _is_one_code(secrets: object) -> bool:
    """Whether secrets are one code.

    A list of numbers is one code, a list of texts several.
    """
    if isinstance(secrets, str):
        return True
    # arrays and Series of texts, too
    values = secrets.tolist() if hasattr(secrets, "tolist") else secrets
    if isinstance(values, list | tuple) and any(
        isinstance(value, str) for value in values
    ):
        return False
    return as_numbers(secrets, "secrets").ndim == 1


def _config_of(settings: dict[str, object]) -> int:
    """Return the number that tells settings from others: those that are not usual.

    When a run is stopped, and who looks on, changes no draw.
    """
    usual = inspect.signature(run).parameters
    texts = {
        name: _text_of(value, name)
        for name, value in settings.items()
        if name not in ("seconds", "callback")
    }
    changed = [
        (name, text)
        for name, text in sorted(texts.items())
        if name not in usual or text != repr(usual[name].default)
    ]
    return zlib.crc32(repr(changed).encode())


def _text_of(value: object, name: str) -> str:
    """A setting as a text; one that holds itself has none."""
    try:
        return repr(plain_setting(value))
    except RecursionError:
        raise TypeError(f"{name}: {shown(value)} holds itself") from None


def as_frame(runs: list[Run]) -> pd.DataFrame:
    """List runs, one a row.

    The columns are called as the attributes of `Run`; ``secret`` is written as digits
    with spaces between them.

    >>> as_frame([run([1, 5, 3, 3], seed=1)])[["secret", "perfect"]].to_dict("records")
    [{'secret': '1 5 3 3', 'perfect': True}]
    """
    runs = instances(runs, Run, "runs")
    secrets = [" ".join(as_text(one.secret)) for one in runs]
    columns = {name: [getattr(one, name) for one in runs] for name in COLUMNS}
    return pd.DataFrame({"secret": secrets, **columns})


def table(runs: list[Run]) -> pd.DataFrame:
    """As `as_frame`, which is what it is called now."""
    renamed("mm.whole_board.table", "mm.whole_board.as_frame")
    return as_frame(runs)
