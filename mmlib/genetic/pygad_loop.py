"""pygad's loop for the whole-board chromosome.

The operators are pygad's own or compiled ones.
"""

import logging
import warnings
from collections.abc import Callable

import numpy as np
import pygad

from mmlib.genetic import operators

#: Colors that a peg can have, as in the pygad notebook.
COLORS = 8

#: The logger that pygad is given. pygad logs a traceback before it raises; the
#: exception says enough.
SILENT = logging.getLogger("mmlib.pygad")
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


class _WatchedGA(pygad.GA):
    """pygad's loop, which notes best and mean fitness of each generation."""

    def __init__(
        self,
        score: Callable[[np.ndarray], np.ndarray] | None = None,
        **settings: object,
    ) -> None:
        super().__init__(**settings)
        self.score = score
        self.curve = []

    def cal_pop_fitness(self) -> np.ndarray:
        if self.score is None:
            values = super().cal_pop_fitness()
        else:
            values = self.score(self.population)
            # boards carried over unchanged count as not scored
            kept = self.keep_elitism or self.keep_parents
            self.num_fitness_evaluations += len(values) - (
                kept if self.generations_completed else 0
            )
        self.curve.append((values.max(), values.mean()))
        return values


class _ArrayGA(_WatchedGA):
    """The same loop over whole arrays.

    `score` and two selections take the place of pygad's look at board after board.
    """

    def best_solution(self, pop_fitness: np.ndarray) -> tuple[np.ndarray, float, int]:
        best = int(np.argmax(pop_fitness))
        return self.population[best].copy(), pop_fitness[best], best

    def steady_state_selection(
        self, fitness: np.ndarray, num_parents: int
    ) -> tuple[np.ndarray, np.ndarray]:
        # ties: the later one first, as in pygad
        best = np.argsort(fitness, kind="stable")[::-1][:num_parents]
        return self.population[best], best


def build(
    secret: np.ndarray,
    seed: int,
    settings: dict,
    fitness: Callable[[np.ndarray], np.ndarray],
) -> _WatchedGA:
    """A pygad.GA with the notebook's settings and either kind of operators."""
    common = {
        "gene_space": list(range(COLORS)),
        "num_generations": settings["generations"],
        "num_parents_mating": settings["parents"],
        "sol_per_pop": settings["population"],
        "num_genes": settings["guesses"] * len(secret),
        "keep_parents": settings["keep_parents"],
        "keep_elitism": settings["keep_elitism"],
        "mutation_num_genes": settings["mutation_genes"],
        "stop_criteria": None
        if settings["target"] is None
        else [f"reach_{settings['target']}"],
        "parent_selection_type": "sss",
        "random_seed": seed,
        "suppress_warnings": True,
        "logger": SILENT,
    }
    if settings["operators"] == "pygad":
        return _WatchedGA(
            **common,
            crossover_type="single_point",
            fitness_func=lambda ga, boards, indices: fitness(
                boards.astype(np.uint8)
            ).tolist(),
            fitness_batch_size=settings["population"],
        )

    rng = np.random.default_rng(np.random.SeedSequence(seed))
    genes = settings["mutation_genes"]
    exclude_current = settings["exclude_current"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _ArrayGA(
            fitness,
            **common,
            gene_type=np.uint8,
            crossover_type=lambda selected, shape, ga: operators.cross_neighbors(
                selected, shape[0], rng=rng
            ),
            mutation_type=lambda children, ga: operators.reset_genes(
                children, COLORS, genes, exclude_current=exclude_current, rng=rng
            ),
            # never called: cal_pop_fitness scores the population
            fitness_func=lambda ga, board, index: 0,
        )
