"""Other searches for weights of 4 x 6 by turn, with as many trees each.

The question is: is it the genetic algorithm?
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

import mmlib
from mmlib.strategies.breed_weights import Weights
from tools.measure.experiment import measured, parallel, store

if TYPE_CHECKING:
    import cma

#: Pegs and colors.
BOARD = (4, 6)

#: Sets of weights: one for each guess from the second on, of which the last goes on.
STAGES = 5

#: The first guess of every tree.
FIRST = "0012"

#: Trees that each search may grow.
TREES = 5000

#: Random seeds, each of one run of every search.
SEEDS = range(1, 21)

#: After so many trees the best one is noted.
NOTED = [50, 100, 200, 500, 1000, 2000, TREES]

#: Individuals of the genetic algorithm.
POPULATION = 10

#: Sets of weights that random search draws at a time.
DRAWN = 100

#: Standard deviation with which CMA-ES begins, in thousandths, as the weights are.
SCATTER = 300


def genetic(
    problem: mmlib.problems.Problem,
    seed: int,
    trees: int,
    population: int = POPULATION,
) -> None:
    """The genetic algorithm of `mm.evolve_strategy`, without the tuning of one weight.

    With one parent it climbs.
    """
    start = np.full((population, problem.genes), 1000)
    known = np.repeat(problem.fitness(start[:1]), population)
    Weights(
        *(problem.fitness, start, known),
        stages=STAGES,
        generations=trees // population,
        crossover_rate=0.1,
        tuning_rate=0.0,
        rng=np.random.default_rng(seed),
    ).bred()


def climbing(problem: mmlib.problems.Problem, seed: int, trees: int) -> None:
    """One individual, whose child takes its place if it is as good or better."""
    genetic(problem, seed, trees, 1)


def random(problem: mmlib.problems.Problem, seed: int, trees: int) -> None:
    """Weights drawn evenly."""
    rng = np.random.default_rng(seed)
    for begin in range(0, trees, DRAWN):
        shape = min(DRAWN, trees - begin), problem.genes
        problem.fitness(rng.integers(problem.low, problem.high, shape, endpoint=True))


def strategy(
    problem: mmlib.problems.Problem, seed: int, **options: object
) -> cma.CMAEvolutionStrategy:
    """CMA-ES, of the package cma, which begins at equal weights."""
    import cma

    options |= {
        "seed": seed,
        "bounds": [problem.low, problem.high],
        "verbose": -9,
    }
    return cma.CMAEvolutionStrategy(np.full(problem.genes, 1000.0), SCATTER, options)


def generation(
    search: cma.CMAEvolutionStrategy, problem: mmlib.problems.Problem
) -> None:
    """One generation of CMA-ES; weights are rounded."""
    drawn = search.ask()
    search.tell(drawn, -problem.fitness(np.rint(drawn)))


def covariance(problem: mmlib.problems.Problem, seed: int, trees: int) -> None:
    """CMA-ES with its own settings, but that nothing stops it before the trees do."""
    search = strategy(
        problem,
        seed,
        maxfevals=trees,
        tolfun=0,
        tolflatfitness=trees,
        tolfunhist=0,
        tolstagnation=trees,
        tolx=0,
    )
    while not search.stop():
        generation(search, problem)


#: The searches by their names in the result.
RIVALS: dict[str, Callable] = {
    "GA": genetic,
    "climbing": climbing,
    "random": random,
    "CMA-ES": covariance,
}

#: What the stored result says of its settings.
SETTINGS = {
    "board": "4 x 6",
    "first guess": FIRST,
    "stages": STAGES,
    "trees": TREES,
    "seeds": [*SEEDS],
}
SETTINGS |= {"population": POPULATION, "scatter": SCATTER}


def noted(problem: mmlib.problems.Problem) -> tuple[mmlib.problems.Problem, list[int]]:
    """The problem, and a list that is given the total of each tree."""
    seen: list[int] = []

    def fitness(individuals: np.ndarray) -> np.ndarray:
        found = problem.fitness(individuals)
        seen.extend((-found).tolist())
        return found

    return replace(problem, fitness=fitness), seen


def searched(job: tuple[str, int]) -> pd.DataFrame:
    """The least total of one search after each number of `NOTED` trees."""
    rival, seed = job
    problem, seen = noted(
        mmlib.problems.weights(mmlib.Rules(*BOARD), stages=STAGES, first_guess=FIRST)
    )
    RIVALS[rival](problem, seed, TREES)
    least = np.minimum.accumulate(seen)
    return pd.DataFrame(
        [{"rival": rival, "seed": seed} | {f"after_{n}": least[n - 1] for n in NOTED}]
    )


def measure() -> None:
    """Store what the searches found."""
    jobs = [(rival, seed) for rival in RIVALS for seed in SEEDS]
    frames = measured(
        "evolving_rivals",
        lambda *job: searched(job),
        jobs,
        run=lambda _, todo: parallel(searched, todo),
    )
    store("evolving_rivals", frames, SETTINGS)
