"""A problem as IOHprofiler takes it, whose logs IOHanalyzer reads."""

from typing import Any

import numpy as np

from mmlib.checks import optional
from mmlib.experiments.problem import Consistent, Dynamic, Problem, check_problem
from mmlib.reason.consistent import first_consistent_code


def to_ioh(problem: Problem) -> Any:
    """Make an integer problem of the package `ioh` from one of `mmlib.problems`.

    It is maximized, within the bounds of the genes, and has the optimum where that is
    known. Attach a logger of `ioh` to it, such as ``ioh.logger.Analyzer``, and
    IOHanalyzer reads what it writes (J. de Nobel and others, "IOHexperimenter:
    benchmarking platform for iterative optimization heuristics", Evolutionary
    Computation, 2024).

    Raises TypeError if `problem` is none, ValueError if it is ``dynamic``: `ioh` cannot
    begin its game anew before a run. ImportError without the package.

    Parameters
    ----------
    problem : Problem
        What a function of `mmlib.problems` returned.

    Returns
    -------
    ioh.problem.IntegerSingleObjective
        Called with one individual it returns its fitness.

    Examples
    --------
    >>> problem = mm.problems.to_ioh(mm.problems.black_pegs("0314", mm.Rules(4, 6)))
    >>> problem([0, 3, 1, 1]), problem.optimum.y, problem.meta_data.name
    (3.0, 4.0, 'mmlib_black_pegs_of_6')
    """
    check_problem(problem)
    if isinstance(problem, Dynamic):
        raise ValueError(
            "problem: dynamic remembers what was played, and ioh cannot begin it anew"
        )
    ioh = optional("ioh", "problems of IOHprofiler", "ec")
    values = problem.high - problem.low + 1
    more = {}
    solution = solution_of(problem)
    if solution is not None:
        best = solution.tolist(), float(problem.optimum)  # type: ignore[arg-type]
        more["calculate_objective"] = lambda instance, dimension: best
    return ioh.wrap_problem(
        lambda individual: float(problem.fitness([individual])[0]),
        name=f"mmlib_{problem.name}_of_{values}",
        problem_class=ioh.ProblemClass.INTEGER,
        dimension=problem.genes,
        instance=problem.instance or 1,
        optimization_type=ioh.OptimizationType.MAX,
        lb=problem.low,
        ub=problem.high,
        **more,
    )


def solution_of(problem: Problem) -> np.ndarray | None:
    """An individual of the greatest fitness, where one is known or found."""
    if problem.solution is None and isinstance(problem, Consistent):
        rng = np.random.default_rng(0)  # any code that fits will do
        return first_consistent_code(problem.history, rng=rng)
    return problem.solution
