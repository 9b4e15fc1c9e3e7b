"""Libraries of optimization, and two searches that need none, as solvers of problems.

A solver is a function of a problem, a budget and a seed. It asks `problem.fitness` of
as many individuals as it likes, and returns nothing: what it asked is watched. Each
library is used as its guide shows it for whole numbers, with a hundred individuals.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mmlib.experiments.problem import Problem
from mmlib.genetic.pygad_loop import SILENT

#: Individuals of a population, and of a batch.
POPULATION = 100

#: Steps without anything better after which the climber begins anew.
QUIET = 300

#: A function of a problem, a budget of evaluations and a seed.
Solver = Callable[[Problem, int, int], Any]


class Library(NamedTuple):
    """A solver, and the package that it lets search, if there is one."""

    solver: Solver
    package: str | None = None


def by_chance(problem: Problem, budget: int, seed: int) -> None:
    """Draw individuals evenly, with replacement."""
    rng = np.random.default_rng(seed)
    shape = POPULATION, problem.genes
    for _ in range(0, budget, POPULATION):
        problem.fitness(rng.integers(problem.low, problem.high, shape, endpoint=True))


def by_climbing(problem: Problem, budget: int, seed: int) -> None:
    """Change one gene at a time, and keep what is no worse; end where that is stuck."""
    rng = np.random.default_rng(seed)
    values = problem.high - problem.low + 1
    best = rng.integers(values, size=problem.genes)
    fitness = problem.fitness([best + problem.low])[0]
    quiet = 0
    while quiet < QUIET:
        other = best.copy()
        place = rng.integers(problem.genes)
        other[place] = (other[place] + rng.integers(1, values)) % values
        found = problem.fitness([other + problem.low])[0]
        quiet = 0 if found > fitness else quiet + 1
        if found >= fitness:
            best = other
            fitness = found


def by_pygad(problem: Problem, budget: int, seed: int) -> None:
    """Breed with the operators that pygad has where one chooses none."""
    import pygad

    search = pygad.GA(
        num_generations=budget,  # more than are reached
        sol_per_pop=POPULATION,
        num_parents_mating=POPULATION // 2,
        num_genes=problem.genes,
        gene_type=int,
        gene_space=list(range(problem.low, problem.high + 1)),
        mutation_num_genes=max(1, problem.genes // 10),
        fitness_func=lambda search, people, places: problem.fitness(people),
        fitness_batch_size=POPULATION,
        random_seed=seed,
        suppress_warnings=True,
        logger=SILENT,
    )
    search.run()


def by_deap(problem: Problem, budget: int, seed: int) -> None:
    """Breed with `eaSimple` and what the OneMax example of DEAP sets."""
    from deap import algorithms, base, creator, tools

    if not hasattr(creator, "MmlibGenes"):
        creator.create("MmlibFitness", base.Fitness, weights=(1.0,))
        creator.create("MmlibGenes", list, fitness=creator.MmlibFitness)
    chance = 1 / problem.genes
    bounds = {"low": problem.low, "up": problem.high}
    box = base.Toolbox()
    box.register("gene", random.randint, *bounds.values())
    box.register("one", tools.initRepeat, creator.MmlibGenes, box.gene, problem.genes)
    box.register("evaluate", lambda one: (float(problem.fitness([one])[0]),))
    box.register("mate", tools.cxTwoPoint)
    box.register("mutate", tools.mutUniformInt, **bounds, indpb=chance)
    box.register("select", tools.selTournament, tournsize=3)
    random.seed(seed)
    people = [box.one() for _ in range(POPULATION)]
    algorithms.eaSimple(people, box, cxpb=0.5, mutpb=0.2, ngen=budget, verbose=False)


def by_pymoo(problem: Problem, budget: int, seed: int) -> None:
    """Breed as pymoo's page on discrete variables does: rounded floats, no copies."""
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.problem import Problem as Posed
    from pymoo.operators.crossover.sbx import SBX
    from pymoo.operators.mutation.pm import PM
    from pymoo.operators.repair.rounding import RoundingRepair
    from pymoo.operators.sampling.rnd import IntegerRandomSampling
    from pymoo.optimize import minimize

    class Own(Posed):
        def _evaluate(self, people: np.ndarray, out: dict, *_: Any, **__: Any) -> None:
            out["F"] = -problem.fitness(people)

    as_floats = {"prob": 1.0, "eta": 3.0, "vtype": float, "repair": RoundingRepair()}
    operators = {"crossover": SBX(**as_floats), "mutation": PM(**as_floats)}
    search = GA(POPULATION, IntegerRandomSampling(), **operators)
    posed = Own(n_var=problem.genes, xl=problem.low, xu=problem.high, vtype=int)
    minimize(posed, search, ("n_eval", budget), seed=seed)


def by_cma(problem: Problem, budget: int, seed: int) -> None:
    """Ask and tell CMA-ES, told that all variables are whole numbers."""
    import cma

    places = list(range(problem.genes))
    options = {
        "bounds": [problem.low - 0.5, problem.high + 0.5],
        "integer_variables": places,
        "popsize": POPULATION,
        "seed": seed,
        "verbose": -9,
    }
    middle = [(problem.low + problem.high) / 2] * problem.genes
    search = cma.CMAEvolutionStrategy(middle, (problem.high - problem.low) / 4, options)
    while not search.stop():
        people = search.ask()
        rounded = np.clip(np.rint(people), problem.low, problem.high)
        search.tell(people, (-problem.fitness(rounded)).tolist())


def by_scipy(problem: Problem, budget: int, seed: int) -> None:
    """Let scipy's differential evolution search whole numbers."""
    from scipy.optimize import differential_evolution

    differential_evolution(
        lambda people: -problem.fitness(people.T),
        [(problem.low, problem.high)] * problem.genes,
        integrality=[True] * problem.genes,
        vectorized=True,
        updating="deferred",
        popsize=max(1, POPULATION // problem.genes),
        maxiter=budget,
        tol=0,
        polish=False,
        rng=seed,
    )


#: The solvers, by the names that a benchmark takes.
SOLVERS = {
    "random": Library(by_chance),
    "climber": Library(by_climbing),
    "pygad": Library(by_pygad, "pygad"),
    "deap": Library(by_deap, "deap"),
    "pymoo": Library(by_pymoo, "pymoo"),
    "cma": Library(by_cma, "cma"),
    "scipy": Library(by_scipy, "scipy"),
}
