"""The same two problems solved by three libraries.

They use the same operators as far as they have them. Every individual of a generation
is a child: of two parents, each the better of two drawn, every gene comes from either,
and is drawn anew with a small chance. The best parent stays. What a library does
otherwise is said beside it.
"""

from __future__ import annotations

import contextlib
import inspect
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
from ruff import find_ruff_bin

import mmlib
from mmlib.experiments.problem import Problem
from mmlib.genetic.pygad_loop import SILENT
from tools.measure.evolving_rivals import noted
from tools.measure.experiment import SEED, measured, parallel, store

#: Pegs of the whole board, which has ten rows of as many.
PEGS = 10

#: Runs of each library on each problem.
RUNS = 20

#: The problems: individuals of a generation, and individuals scored in a run.
PROBLEMS = {
    "whole board": {"population": 300, "scored": 60_000},
    "weights": {"population": 20, "scored": 5000},
}

#: Genes of a child drawn anew, on average.
DRAWN = 3


class Solved(Exception):
    """The best fitness that there is was found."""


def by_pygad(problem: Problem, population: int, generations: int, seed: int) -> None:
    """Its own crossover and mutation; children of all but the one that stays."""
    import pygad

    pygad.GA(
        num_generations=generations,
        sol_per_pop=population,
        num_genes=problem.genes,
        gene_type=int,
        gene_space={"low": problem.low, "high": problem.high + 1},
        num_parents_mating=population,
        parent_selection_type="tournament",
        K_tournament=2,
        keep_elitism=1,
        crossover_type="uniform",
        mutation_probability=DRAWN / problem.genes,
        fitness_func=lambda ga, individuals, places: problem.fitness(individuals),
        fitness_batch_size=population,
        random_seed=seed,
        suppress_warnings=True,
        logger=SILENT,
    ).run()


def by_pymoo(problem: Problem, population: int, generations: int, seed: int) -> None:
    """The best of parents and children stay, not the best parent alone."""
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.mutation import Mutation
    from pymoo.core.problem import Problem as Posed
    from pymoo.operators.crossover.ux import UniformCrossover
    from pymoo.operators.sampling.rnd import IntegerRandomSampling
    from pymoo.optimize import minimize

    class Anew(Mutation):
        def _do(
            self,
            posed: Posed,
            genes: np.ndarray,
            *,
            random_state: np.random.Generator,
            **_: object,
        ) -> np.ndarray:
            anew = random_state.integers(
                problem.low, problem.high, genes.shape, endpoint=True
            )
            return np.where(
                random_state.random(genes.shape) < DRAWN / problem.genes, anew, genes
            )

    class Own(Posed):
        def _evaluate(
            self, genes: np.ndarray, out: dict, *_: object, **__: object
        ) -> None:
            out["F"] = -problem.fitness(genes)

    breeds = GA(
        population,
        IntegerRandomSampling(),
        crossover=UniformCrossover(prob=1.0),
        mutation=Anew(prob=1.0),
    )
    posed = Own(
        n_var=problem.genes, n_obj=1, xl=problem.low, xu=problem.high, vtype=int
    )
    minimize(posed, breeds, ("n_gen", generations + 1), seed=seed)


def by_deap(problem: Problem, population: int, generations: int, seed: int) -> None:
    """Scored one by one; the loop is written out, since its own loops keep no elite."""
    import random

    from deap import base, creator, tools

    random.seed(seed)
    for name, kind, more in (
        ("Fittest", base.Fitness, {"weights": (1.0,)}),
        ("Genes", list, {}),
    ):
        if not hasattr(creator, name):
            creator.create(name, kind, **(more or {"fitness": creator.Fittest}))

    def scored(people: list) -> list:
        for one in people:
            if not one.fitness.valid:
                one.fitness.values = (float(problem.fitness([one])[0]),)
        return people

    def drawn() -> list:
        return creator.Genes(
            random.randint(problem.low, problem.high) for _ in range(problem.genes)
        )

    people = scored([drawn() for _ in range(population)])
    for _ in range(generations):
        parents = [
            creator.Genes(one) for one in tools.selTournament(people, population, 2)
        ]
        for one, other in zip(parents[::2], parents[1::2], strict=True):
            tools.cxUniform(one, other, 0.5)
        children = [
            tools.mutUniformInt(one, problem.low, problem.high, DRAWN / problem.genes)[
                0
            ]
            for one in parents
        ]
        people = scored(children[: population - 1]) + tools.selBest(people, 1)


#: The libraries, and how a problem is solved by each.
LIBRARIES: dict[str, Callable] = {"pygad": by_pygad, "pymoo": by_pymoo, "DEAP": by_deap}

#: What the stored results say of their settings.
SETTINGS = {
    "seed": SEED,
    "pegs": PEGS,
    "runs": RUNS,
    "problems": PROBLEMS,
    "genes drawn anew": DRAWN,
}


def lines_of(library: str) -> int:
    """Lines of code, without the docstring and empty ones.

    They are counted as a formatter writes them when a line has room for 120 characters:
    how they are written in this file does not matter.
    """
    command = [find_ruff_bin(), "format", "--line-length=120", "-"]
    command += ["--config", "format.skip-magic-trailing-comma=true"]
    text = inspect.getsource(LIBRARIES[library])
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True
    )
    return sum(bool(line.strip()) for line in done.stdout.splitlines()) - 1


def posed(name: str, run: int) -> Problem:
    """One of the problems; the secret of the whole board is drawn anew for each run."""
    if name == "weights":
        return mmlib.problems.weights(mmlib.Rules(4, 6), stages=5, first_guess="0012")
    rng = np.random.default_rng([SEED, run])
    return mmlib.problems.whole_board(rng.integers(0, 8, PEGS))


def solved(job: tuple[str, str, int]) -> pd.DataFrame:
    """What one run of one library found, and how long it took, on one thread."""
    library, name, run = job
    asked = PROBLEMS[name]
    problem, seen = noted(posed(name, run))

    def fitness(individuals: np.ndarray) -> np.ndarray:
        found = problem.fitness(np.asarray(individuals).astype(int))
        if (len(seen) and problem.optimum == found.max()) or len(seen) >= asked[
            "scored"
        ]:
            raise Solved
        return found

    began = time.perf_counter()
    generations = asked["scored"] // asked["population"] + 1
    with contextlib.suppress(Solved):
        LIBRARIES[library](
            replace(problem, fitness=fitness), asked["population"], generations, run
        )
    seconds = time.perf_counter() - began
    least = min(seen[: asked["scored"]])
    front = {"library": library, "problem": name, "run": run, "best": -least}
    return pd.DataFrame(
        [
            front
            | {"scored": min(len(seen), asked["scored"]), "seconds": round(seconds, 2)}
        ]
    )


def measure() -> None:
    """Store the runs, and their times."""
    jobs = [
        (library, name, run)
        for name in PROBLEMS
        for library in LIBRARIES
        for run in range(1, RUNS + 1)
    ]
    frames = measured(
        "libraries",
        lambda *job: solved(job),
        jobs,
        run=lambda _, todo: parallel(solved, todo),
    )
    found = pd.concat(frames, ignore_index=True)
    store("libraries", [found.drop(columns="seconds")], SETTINGS)
    times = (
        found.groupby(["problem", "library"], sort=False)
        .seconds.mean()
        .round(1)
        .reset_index()
    )
    store(
        "libraries_seconds", [times.assign(lines=times.library.map(lines_of))], SETTINGS
    )
