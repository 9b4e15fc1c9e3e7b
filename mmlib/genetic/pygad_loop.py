"""pygad's loop for the whole-board chromosome, with pygad's own operators or with compiled ones."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable

import numpy as np
import pygad

from mmlib.genetic import operators

COLORS = 8

#: pygad logs a traceback before it raises; the exception says enough.
SILENT = logging.getLogger("mmlib.pygad")
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


class Curve:
    """What pygad's callbacks saw: best and mean fitness of each generation, and fitness values computed."""

    def __init__(self) -> None:
        self.best: list[float] = []
        self.mean: list[float] = []
        self.evaluations = 0

    def see(self, fitness: np.ndarray) -> None:
        """Add a generation."""
        self.best.append(float(fitness.max()))
        self.mean.append(float(fitness.mean()))

    def on_generation(self, ga: pygad.GA) -> None:
        """What pygad calls back."""
        if not self.best:  # pygad calls back after the first breeding; generation 0 is then the previous one
            self.see(np.asarray(ga.previous_generation_fitness))
        self.see(np.asarray(ga.last_generation_fitness))


class _CompiledGA(pygad.GA):
    """pygad's loop around compiled functions: the whole population is scored at once, without look-ups in Python."""

    def cal_pop_fitness(self) -> np.ndarray:
        return self.score(self.population)


def build(
    secret: np.ndarray, seed: int, settings: dict, fitness: Callable[[np.ndarray], np.ndarray], curve: Curve
) -> pygad.GA:
    """A pygad.GA with the notebook's settings and either kind of operators."""
    n = settings["population"]
    common = {
        "gene_space": list(range(COLORS)),
        "num_generations": settings["generations"],
        "num_parents_mating": settings["parents"],
        "sol_per_pop": n,
        "num_genes": settings["guesses"] * len(secret),
        "keep_parents": settings["keep_parents"],
        "keep_elitism": settings["keep_elitism"],
        "mutation_num_genes": settings["mutation_genes"],
        "stop_criteria": None if settings["target"] is None else [f"reach_{settings['target']}"],
        "on_generation": curve.on_generation,
        "random_seed": seed,
        "suppress_warnings": True,
        "logger": SILENT,
    }
    if settings["operators"] == "pygad":

        def score_batch(ga: pygad.GA, boards: np.ndarray, indices: list[int]) -> list[float]:
            curve.evaluations += len(boards)
            return np.asarray(fitness(boards.astype(np.uint8))).tolist()

        return pygad.GA(
            **common,
            parent_selection_type="sss",
            crossover_type="single_point",
            fitness_func=score_batch,
            fitness_batch_size=n,
        )

    rng = np.random.default_rng(np.random.SeedSequence(seed))
    kept = settings["keep_elitism"] or settings["keep_parents"]

    def select(values: np.ndarray, n_parents: int, ga: pygad.GA) -> tuple[np.ndarray, np.ndarray]:
        best = np.argsort(values, kind="stable")[::-1][:n_parents]  # ties: the later one first, as in pygad
        return ga.population[best], best

    def cross(selected: np.ndarray, shape: tuple[int, int], ga: pygad.GA) -> np.ndarray:
        return operators.cross_neighbors(selected, shape[0], rng=rng)

    def mutate(children: np.ndarray, ga: pygad.GA) -> np.ndarray:
        return operators.reset_genes(
            children, COLORS, settings["mutation_genes"], exclude_current=settings["exclude_current"], rng=rng
        )

    def score(boards: np.ndarray) -> np.ndarray:
        curve.evaluations += n if not curve.evaluations else n - kept
        return np.asarray(fitness(boards))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ga = _CompiledGA(
            **common,
            gene_type=np.uint8,
            parent_selection_type=select,
            crossover_type=cross,
            mutation_type=mutate,
            fitness_func=lambda ga, board, index: 0,  # never called: cal_pop_fitness scores the population
        )
    ga.score = score
    return ga
