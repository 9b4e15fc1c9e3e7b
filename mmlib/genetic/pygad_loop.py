"""pygad's loop for the whole-board chromosome.

The operators are pygad's own or compiled ones.
"""

import inspect
import logging
import time
import warnings
from collections.abc import Callable

import numpy as np
import pygad

from mmlib.checks import asked
from mmlib.genetic import operators

#: Colors that a peg can have, as in the pygad notebook.
COLORS = 8

#: What `pygad.GA` takes.
TAKEN = set(inspect.signature(pygad.GA).parameters)

#: What `build` says itself, and what `whole_board.run` calls it.
OURS = {
    "num_generations": "generations",
    "num_parents_mating": "parents",
    "sol_per_pop": "population",
    "num_genes": "guesses",
    "gene_space": "colors",
    "fitness_func": "fitness",
    "random_seed": "seed",
    "stop_criteria": "target or patience",
    "on_generation": "callback",
    "mutation_num_genes": "mutation_genes",
    "fitness_batch_size": "",
    "initial_population": "",
    "gene_type": "",
    "logger": "",
    "suppress_warnings": "",
}

#: Selections of pygad, besides its steady-state one, that hold no tournaments.
OTHER_SELECTIONS = ("rws", "sus", "rank", "random")

#: What begins the names of keywords that compiled operators take the place of.
OF_OPERATORS = ("mutation_", "crossover_", "random_mutation_", "sbx_", "polynomial_")

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
        self.best_ever = None
        self.best_ever_fitness = -np.inf

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
        best = int(np.argmax(values))
        if values[best] > self.best_ever_fitness:
            self.best_ever = self.population[best].copy()
            self.best_ever_fitness = float(values[best])
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


def checked(keywords: dict[str, object], operators: str) -> dict[str, object]:
    """Check that keywords can be handed to `pygad.GA`, and return them.

    Raises TypeError for what it does not take or is called otherwise here, ValueError
    for what compiled operators take the place of.
    """
    for name in keywords:
        if name in OURS:
            instead = f"say {OURS[name]}" if OURS[name] else "it is set here"
            raise TypeError(f"{name}: not passed on to pygad; {instead}")
        if name not in TAKEN:
            raise TypeError(f"{name}: not an argument of run, nor of pygad.GA")
        if name.startswith(OF_OPERATORS) and operators != "pygad":
            raise ValueError(f"{name}: needs operators='pygad'")
    selection = keywords.get("parent_selection_type", "sss")
    if "K_tournament" in keywords and selection in ("sss", *OTHER_SELECTIONS):
        raise ValueError(
            f"K_tournament: pygad looks at it with parent_selection_type='tournament' "
            f"alone, not {selection!r}"
        )
    return keywords


def _on_generation(
    seconds: float | None, callback: Callable[..., object] | None
) -> Callable[[pygad.GA], str | None] | None:
    """What pygad calls after each generation; "stop" ends the run."""
    if seconds is None and callback is None:
        return None
    started = time.monotonic()

    def bred(ga: pygad.GA) -> str | None:
        boards = ga.population.astype(np.uint8)
        values = np.array(ga.last_generation_fitness, np.float64)
        if callback is not None:
            said = asked("callback", callback, ga.generations_completed, boards, values)
            if isinstance(said, np.ndarray):
                raise TypeError("callback: it returned an array; True stops the run")
            if said:
                return "stop"
        late = seconds is not None and time.monotonic() - started > seconds
        return "stop" if late else None

    return bred


def _stop_criteria(settings: dict) -> list[str] | None:
    """When pygad ends a run before its last generation."""
    criteria = []
    if settings["target"] is not None:
        criteria.append(f"reach_{settings['target']}")
    if settings["patience"] is not None:
        criteria.append(f"saturate_{settings['patience']}")
    return criteria or None


def build(
    secret: np.ndarray,
    seed: int,
    settings: dict,
    fitness: Callable[[np.ndarray], np.ndarray],
    callback: Callable[..., object] | None = None,
) -> _WatchedGA:
    """A pygad.GA with the notebook's settings and either kind of operators."""
    colors = settings["colors"]
    common = {
        "gene_space": list(range(colors)),
        "num_generations": settings["generations"],
        "num_parents_mating": settings["parents"],
        "sol_per_pop": settings["population"],
        "num_genes": settings["guesses"] * len(secret),
        "keep_parents": settings["keep_parents"],
        "keep_elitism": settings["keep_elitism"],
        "mutation_num_genes": settings["mutation_genes"],
        "stop_criteria": _stop_criteria(settings),
        "on_generation": _on_generation(settings["seconds"], callback),
        "parent_selection_type": "sss",
        "random_seed": seed,
        "suppress_warnings": True,
        "logger": SILENT,
    } | settings["pygad"]
    if settings["operators"] == "pygad":
        return _WatchedGA(
            **{"crossover_type": "single_point"} | common,
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
                children, colors, genes, exclude_current=exclude_current, rng=rng
            ),
            # never called: cal_pop_fitness scores the population
            fitness_func=lambda ga, board, index: 0,
        )
