"""Benchmarks: libraries of optimization on the problems of `mm.problems`.

What a solver asks is watched, so it needs to report nothing: after how many evaluations
it had found what.
"""

import contextlib
import inspect
import random
import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any, Self

import numpy as np
import pandas as pd
from joblib import delayed
from numpy.typing import ArrayLike

from mmlib.checks import (
    instance,
    instances,
    listed,
    optional,
    shown,
    storable,
    whole_number,
)
from mmlib.engine.processes import run_in_order, workers
from mmlib.engine.progress_bar import progress
from mmlib.experiments import results
from mmlib.experiments.problem import Dynamic, Problem
from mmlib.experiments.results import resumable, seed_to_keep
from mmlib.experiments.solvers import SOLVERS, Solver, by_chance
from mmlib.report import stats
from mmlib.report.lettering import without_math

#: Most evaluations of a run.
MOST_EVALUATIONS = 10**9

#: Targets of a run: so many equal steps from where random individuals are to the best.
TARGETS = 10

#: Random individuals, at most, whose median is where a run begins.
DRAWN = 1001

#: The columns of the runs.
COLUMNS = [
    "solver",
    "package",
    "problem",
    "genes",
    "values",
    "instance",
    "start",
    "best_known",
    "evaluations",
    "best",
    "steps",
]

#: What a solver has to be, as errors say it.
A_SOLVER = "a solver is a function that takes problem, budget and seed"

#: What tells one problem's size from another's.
GROUP = ["problem", "genes", "values"]


@dataclass(frozen=True, eq=False, repr=False)
class Benchmark:
    """What solvers found, and after how many evaluations.

    In a notebook it shows itself as a table.

    Attributes
    ----------
    runs : DataFrame
        One row a run: ``solver``, and the ``package`` that it let search, with its
        version ("none" for a function of one's own); ``problem``, its family;
        ``genes``, and the number of ``values`` of each; ``instance``, 0 for a problem
        of one's own; ``start``, the median fitness of random individuals (the best
        itself where the fitness changes while one searches); ``best_known``; the
        ``evaluations`` made and the ``best`` fitness found; and in ``steps`` each
        evaluation that was better than all before, as "evaluation:fitness", with spaces
        between them.
    budget : int
        Evaluations allowed in a run.
    """

    runs: pd.DataFrame
    budget: int

    def __post_init__(self) -> None:
        instance(self.runs, pd.DataFrame, "runs", "a table of runs")
        missing = [name for name in COLUMNS if name not in self.runs]
        if missing:
            raise ValueError(f"runs: they have no column {', '.join(missing)}")
        whole_number(self.budget, "budget", 1, MOST_EVALUATIONS)
        _check_runs(self.runs, self.budget)

    def hits(self, targets: int = TARGETS) -> dict[str, np.ndarray]:
        """After how many evaluations each target was reached, for `mm.plots.ecdf`.

        The targets of a run are equal steps from ``start`` to the best that is known,
        each rounded up to a whole number; the last is the best itself. Equal ones count
        once.

        Parameters
        ----------
        targets : int, optional
            Steps, 1 to 1000; with 1 the best alone counts.

        Returns
        -------
        dict of ndarray of float64, shape (targets of all runs,), by solver
            Evaluations; infinity where a target was not reached.

        Examples
        --------
        >>> board = mm.Rules(3, 4)
        >>> some = [mm.problems.instance("black_pegs", board, n) for n in (1, 2)]
        >>> found = mm.problems.benchmark(["random"], some, budget=500, seed=1)
        >>> found.hits(targets=1)["random"].shape
        (2,)
        """
        targets = whole_number(targets, "targets", 1, 1000)
        found: dict[str, list[np.ndarray]] = {}
        for run in self.runs.to_dict("records"):
            wanted = _targets(run["start"], run["best_known"], targets)
            reached = _reached(run["steps"], wanted)
            found.setdefault(run["solver"], []).append(reached)
        return {solver: np.concatenate(each) for solver, each in found.items()}

    def only(self, **wanted: object) -> Self:
        """Return the runs that have some values in these columns.

        Raises TypeError for a column that there is not and for what is neither a text
        nor a number, ValueError if no run is left.

        >>> board = mm.Rules(3, 4)
        >>> some = [mm.problems.instance("black_pegs", board, n) for n in (1, 2)]
        >>> found = mm.problems.benchmark(["random"], some, budget=500, seed=1)
        >>> len(found.only(problem="black_pegs", instance=2).runs)
        1
        """
        runs = self.runs
        for name, value in wanted.items():
            if name not in COLUMNS:
                raise TypeError(f"{name}: not a column; there are {', '.join(COLUMNS)}")
            instance(value, str | int | float | np.number, name, "a text or a number")
            runs = runs[runs[name] == value]
        if not len(runs):
            told = ", ".join(f"{name}={shown(value)}" for name, value in wanted.items())
            raise ValueError(f"{told}: there is no such run")
        return replace(self, runs=runs)

    def beside(self, other: Self | str = "baselines") -> Self:
        """Return these runs with others of the same problems.

        Raises TypeError or ValueError if `other` is neither, has no run of these
        problems, was made with another budget, or has a solver of the same label, and
        FileNotFoundError if no result has this name.

        Parameters
        ----------
        other : Benchmark or str, optional
            Or the name of a stored result; by default the stored runs of the solvers
            that come with the package, with a budget of 10,000 evaluations.

        Returns
        -------
        Benchmark

        Examples
        --------
        >>> board = mm.Rules(4, 6)
        >>> some = [mm.problems.instance("black_pegs", board, n) for n in range(1, 4)]
        >>> mine = {"my climber": "climber"}
        >>> found = mm.problems.benchmark(mine, some, budget=10_000, seed=2026)
        >>> found.beside("baselines").table.solver.nunique()
        8
        """
        if isinstance(other, str):
            runs = results.read(other)
            missing = [name for name in COLUMNS if name not in runs]
            if missing:
                raise ValueError(f"other: {other} holds no runs of solvers")
        else:
            runs = instance(other, Benchmark, "other", "a benchmark, or a name").runs
        which = [*GROUP, "instance"]
        same = runs.merge(self.runs[which].drop_duplicates(), on=which)
        if not len(same):
            raise ValueError(f"other: {shown(other)} has no run of these problems")
        both = pd.concat([self.runs, same[COLUMNS]], ignore_index=True)
        return replace(self, runs=both)

    @property
    def table(self) -> pd.DataFrame:
        """How often and how soon each solver reaches the best that is known.

        One row a solver and size of problem: ``problem``, ``genes``, ``values``,
        ``solver``, ``runs``, those that ``reached`` it, the expected running time in
        ``evaluations`` (`mm.stats.expected_running_time`) and ``low`` and ``high``, the
        ends of its bootstrapped 95 % interval. The soonest of a size comes first.
        """
        rows = []
        for (*size, solver), own in self.runs.groupby([*GROUP, "solver"], sort=False):
            hits = Benchmark(own, self.budget).hits(1)[str(solver)]
            time = stats.expected_running_time(hits, self.budget)
            reached = int(np.isfinite(hits).sum())
            rows.append((*size, solver, len(own), reached, *time))
        columns = [*GROUP, "solver", "runs", "reached", "evaluations", "low", "high"]
        found = pd.DataFrame(rows, columns=columns)
        order = found.groupby(GROUP, sort=False).ngroup()
        return (
            found.assign(order=order)
            .sort_values(["order", "evaluations"], kind="stable", ignore_index=True)
            .drop(columns="order")
        )

    @property
    def summary(self) -> pd.DataFrame:
        """The table as it is shown: numbers as text."""
        return pd.DataFrame(
            {
                "problem": row.problem,
                "genes x values": f"{row.genes} x {row.values}",
                "solver": row.solver,
                "reached": f"{row.reached} of {row.runs}",
                "expected evaluations (95 %)": _in_words(row),
            }
            for row in self.table.itertuples(index=False)
        )

    def __repr__(self) -> str:
        return self.summary.to_string(index=False)

    def _repr_html_(self) -> str:
        return without_math(self.summary.to_html(index=False, border=0))


def benchmark(
    solvers: Iterable[str | Solver] | Mapping[str, str | Solver],
    problems: Iterable[Problem],
    *,
    budget: int = 10_000,
    seed: int | None = None,
    n_jobs: int = -1,
    store: str | Path | None = None,
) -> Benchmark:
    """Let solvers search for the best individuals, and watch how soon they find them.

    A run ends when the best that is known is found, or the budget is used up. A solver
    that returns before is begun anew, with another seed.

    Raises TypeError or ValueError if an argument is malformed, or a solver returns and
    has evaluated nothing; ImportError for a library that is missing. What a solver
    raises comes through. With `store` also what `mm.sweep` raises.

    Parameters
    ----------
    solvers : list, or dict by label
        ``"random"``, ``"climber"``, ``"pygad"``, ``"deap"``, ``"pymoo"``, ``"cma"`` or
        ``"scipy"``; or functions ``solver(problem, budget, seed)`` of your own, which
        call ``problem.fitness`` and report nothing. The seed is an int in 1 .. 2**31 -
        1. A function has its own name as label, unless a dict gives it one.
    problems : list of Problem
        What each solver gets once. The best that is known has to be known.
    budget : int, optional
        Evaluations of a run.
    seed : int, optional
        What the seeds of the runs come from, with the solver's label and the problem.
        So another label brings other runs. With `store` it has to be given.
    n_jobs : int, optional
        Worker processes, as for `play_many`. The runs do not depend on it.
    store : str or Path, optional
        As for `sweep`: a name of a result, or a path without ending. A call that was
        stopped goes on; runs are kept in their order, each after all before it. A
        function of yours that was changed is another one, and the store refuses it.

    Returns
    -------
    Benchmark

    Examples
    --------
    >>> def mine(problem, budget, seed):
    ...     rng = np.random.default_rng(seed)
    ...     best = rng.integers(problem.low, problem.high + 1, problem.genes)
    ...     for _ in range(budget):  # one gene drawn anew, kept if it is no worse
    ...         other = best.copy()
    ...         place = rng.integers(problem.genes)
    ...         other[place] = rng.integers(problem.low, problem.high + 1)
    ...         if np.diff(problem.fitness([best, other])) >= 0:
    ...             best = other
    >>> board = mm.Rules(4, 6)
    >>> some = [mm.problems.instance("black_pegs", board, n) for n in range(1, 6)]
    >>> mm.problems.benchmark(["random", mine], some, budget=2000, seed=1)
       problem genes x values solver reached expected evaluations (95 %)
    black_pegs          4 x 6   mine  5 of 5               57 (38 to 78)
    black_pegs          4 x 6 random  5 of 5            679 (414 to 947)
    """
    competing = _labelled(solvers)
    posed = _checked(problems)
    budget = whole_number(budget, "budget", 1, MOST_EVALUATIONS)
    seed = seed_to_keep(seed, store)
    n_jobs = workers(n_jobs, len(competing) * len(posed))
    jobs = {
        f"{number:06d}": (label, solver, problem, budget, seed)
        for number, (problem, (label, solver)) in enumerate(
            (problem, one) for problem in posed for one in competing.items()
        )
    }
    story = {
        "solvers": {label: _source_of(one) for label, one in competing.items()},
        "problems": [_told(one, budget) for one in posed],
        "budget": budget,
        "seed": seed,
    }

    def made(todo: list[tuple]) -> Generator[pd.DataFrame]:
        calls = (delayed(_run)(*job) for job in _with_starts(todo))
        yield from run_in_order(calls, n_jobs)

    with resumable(store, story, command="mm.problems.benchmark") as kept:
        runs = kept.found
        if runs is None:
            bar = progress(total=len(jobs), description="benchmark", unit="run")
            done = []
            with bar, contextlib.closing(kept.resume(jobs, made)) as parts:
                for part in parts:
                    done.append(part)
                    bar.update()
            runs = pd.concat(done, ignore_index=True)
            kept.keep(runs)
    return Benchmark(runs, budget)


def _check_runs(runs: pd.DataFrame, budget: int) -> None:
    """Raise ValueError unless the runs are of one budget, each of them once."""
    which = ["solver", *GROUP, "instance"]
    known = runs[runs.instance > 0]
    twice = known[known.duplicated(which)]
    if len(twice):
        solver, problem, *_, number = twice[which].iloc[0]
        raise ValueError(
            f"runs: {solver} has two of {problem}, instance {number}; a dict of "
            "solvers gives each a label of its own"
        )
    failed = runs.best < runs.best_known
    other = runs[(failed & (runs.evaluations != budget)) | (runs.evaluations > budget)]
    if len(other):
        solver, spent = other[["solver", "evaluations"]].iloc[0]
        raise ValueError(
            f"runs: {solver} has one of {spent:,} evaluations, which was not made with "
            f"the budget of {budget:,}"
        )


class Finished(BaseException):
    """Leaves a solver whose run is over; libraries that catch errors let it through."""


class Watched:
    """The fitness of a problem, and what was asked of it.

    Calling it raises `Finished` once the best is found or the budget is used up.
    """

    def __init__(self, problem: Problem, budget: int) -> None:
        self.evaluations = 0
        self.steps: list[tuple[int, int]] = []
        self._over = False
        self._problem = problem
        self._budget = budget

    @property
    def best(self) -> int | None:
        """The greatest fitness so far."""
        return self.steps[-1][1] if self.steps else None

    def __call__(self, individuals: ArrayLike) -> np.ndarray:
        """The fitness of each; those beyond the end of the run are not counted."""
        if self._over:
            raise Finished
        asked = np.asarray(individuals)[: self._budget - self.evaluations]
        found = self._problem.fitness(asked)
        (enough,) = (found >= self._problem.best_known).nonzero()
        counted = found[: enough[0] + 1] if len(enough) else found
        for place in _records(counted, self.best).tolist():
            self.steps.append((self.evaluations + place + 1, int(counted[place])))
        self.evaluations += len(counted)
        if len(enough) or self.evaluations >= self._budget:
            self._over = True
            raise Finished
        return found


def _records(found: np.ndarray, best: int | None) -> np.ndarray:
    """The places of values that are greater than all before, and than the best."""
    lowest = np.iinfo(np.int64).min if best is None else best
    if not len(found) or found.max() <= lowest:
        return np.empty(0, np.int64)  # at once: few are greater
    before = np.maximum.accumulate(np.concatenate([[lowest], found[:-1]]))
    return np.flatnonzero(found > before)


def _with_starts(jobs: Iterable[tuple]) -> Iterator[tuple]:
    """The jobs, each with the start of its problem, which is found once."""
    posed = None
    start = 0
    for label, solver, problem, budget, seed in jobs:
        if problem is not posed:
            posed = problem
            start = _start(problem, budget)
        yield label, solver, problem, budget, seed, start


def _run(
    label: str, solver: Solver, problem: Problem, budget: int, seed: int, start: int
) -> pd.DataFrame:
    """What one solver finds in one problem, in one row."""
    if isinstance(problem, Dynamic):
        problem.restart()
    watched = Watched(problem, budget)
    posed = replace(problem, fitness=watched)
    parts = [label, problem.name, problem.genes, problem.high, problem.instance or 0]
    entropy = [seed, *(zlib.crc32(str(part).encode()) for part in parts)]
    seeds = np.random.SeedSequence(entropy)
    with _generators_as_they_were(), contextlib.suppress(Finished):
        while True:
            before = watched.evaluations
            (drawn,) = seeds.spawn(1)[0].generate_state(1)
            try:
                solver(posed, budget, int(drawn % (2**31 - 1)) + 1)
            except Exception as error:
                error.add_note(f"It was raised in the solver {label}, of {problem!r}.")
                raise
            if watched.evaluations == before:
                raise ValueError(
                    f"solvers: {label} returned and had evaluated no individual of "
                    f"{problem!r}"
                )
    row = {
        "solver": label,
        "package": _package_of(solver),
        "problem": problem.name,
        **dict(zip(GROUP[1:], _size(problem)[1:], strict=True)),
        "instance": problem.instance or 0,
        "start": start,
        "best_known": problem.best_known,
        "evaluations": watched.evaluations,
        "best": watched.best,
        "steps": " ".join(f"{at}:{fitness}" for at, fitness in watched.steps),
    }
    return pd.DataFrame([row])


@contextlib.contextmanager
def _generators_as_they_were() -> Iterator[None]:
    """Leave the random numbers of the caller alone: two libraries seed them."""
    of_python = random.getstate()
    of_numpy = np.random.get_state()  # noqa: NPY002 (pygad draws from it)
    try:
        yield
    finally:
        random.setstate(of_python)
        np.random.set_state(of_numpy)  # noqa: NPY002


def _start(problem: Problem, budget: int) -> int:
    """The median fitness of random individuals, of no more than a run may ask for.

    A game that goes on while one searches has its best alone as target, which is 0.
    """
    if isinstance(problem, Dynamic):
        return 0
    return int(np.median(problem.fitness(_drawn(problem, budget))))


def _drawn(problem: Problem, budget: int) -> np.ndarray:
    """Some random individuals, always the same ones."""
    rng = np.random.default_rng(0)
    shape = min(DRAWN, budget), problem.genes
    return rng.integers(problem.low, problem.high, shape, endpoint=True)


def _told(problem: Problem, budget: int) -> list:
    """What tells a problem from others; one of one's own also by its fitness."""
    if problem.instance is not None:
        return [*_size(problem), problem.instance]
    if isinstance(problem, Dynamic):
        problem.restart()
    return [*_size(problem), problem.fitness(_drawn(problem, budget)).tolist()]


def _targets(start: int, best: int, steps: int) -> np.ndarray:
    """The targets of a run: whole numbers above the start, up to the best."""
    if start >= best:
        return np.array([best])
    way = np.arange(1, steps + 1) * (best - start)
    return np.unique(start - (-way // steps))  # rounded up


def _reached(steps: str, targets: np.ndarray) -> np.ndarray:
    """The evaluation at which each target was reached; infinity if none was."""
    each = [step.split(":") for step in steps.split()]
    at, fitness = np.array(each, dtype=np.int64).reshape(-1, 2).T
    place = np.searchsorted(fitness, targets)  # the fitness grows from step to step
    return np.append(at.astype(float), np.inf)[place]


def _size(problem: Problem) -> list:
    """The family of a problem, its genes, and the values of each."""
    return [problem.name, problem.genes, problem.high - problem.low + 1]


def _labelled(solvers: object) -> dict[str, Solver]:
    """The solvers by label."""
    if isinstance(solvers, Mapping):
        named = dict(solvers)
    else:
        each = listed(solvers, "solvers", "a list of names and functions, or a dict")
        named = {}
        for one in each:
            _solver(one)
            label = one if isinstance(one, str) else getattr(one, "__name__", None)
            if label in named:
                raise ValueError(
                    f"solvers: two are called {label}; a dict gives each a label"
                )
            named[label] = one
    if not named:
        raise ValueError("solvers: there are none")
    return {_label(label): _solver(one) for label, one in named.items()}


def _label(label: object) -> str:
    """A label of a solver, checked."""
    if label is None:
        raise TypeError("solvers: one of them has no name; a dict gives it a label")
    return storable(instance(label, str, "solvers", "a text as label"), "solvers")


def _solver(one: object) -> Solver:
    """A solver by its name, or of one's own."""
    if isinstance(one, str):
        if one not in SOLVERS:
            raise ValueError(
                f"solvers: {shown(one)} is none of {', '.join(SOLVERS)}, and no "
                "function of yours"
            )
        library = SOLVERS[one]
        if library.package:
            optional(library.package, f"solvers that are called {one}", "compare")
        return library.solver
    if not callable(one) or isinstance(one, type):
        raise TypeError(f"solvers: {shown(one)} is no name, and {A_SOLVER}")
    try:
        inspect.signature(one).bind("problem", "budget", "seed")
    except TypeError:
        raise TypeError(
            f"solvers: {shown(one)} takes other arguments; {A_SOLVER}"
        ) from None
    except ValueError:  # compiled ones have no signature
        pass
    return one


def _package_of(solver: Solver) -> str:
    """The package of one of our solvers and its version, or "none"."""
    for library in SOLVERS.values():
        if library.solver is solver and library.package:
            return f"{library.package} {metadata.version(library.package)}"
    return "none"


def _source_of(solver: Solver) -> int | None:
    """What tells a function from itself before a change; none where that is unknown."""
    if not inspect.isfunction(solver) or solver.__module__ == by_chance.__module__:
        return None
    try:
        return zlib.crc32(inspect.getsource(solver).encode())
    except OSError:  # typed into an interpreter
        return None


def _checked(problems: object) -> list[Problem]:
    """The problems, all of which have a best that is known."""
    each = instances(problems, Problem, "problems")
    if not each:
        raise ValueError("problems: there are none")
    for problem in each:
        if problem.best_known is None:
            raise ValueError(
                f"problems: of {problem!r} no best is known, so that nothing tells "
                "when it is found"
            )
    return each


def _in_words(row: Any) -> str:
    """An expected running time with its interval."""
    if not np.isfinite(row.evaluations):
        return "-"
    high = f"{row.high:,.0f}" if np.isfinite(row.high) else "no end"
    return f"{row.evaluations:,.0f} ({row.low:,.0f} to {high})"
