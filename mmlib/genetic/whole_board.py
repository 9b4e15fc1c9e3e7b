"""The pygad whole-board chromosome: one individual is a whole board of ten guesses.

Its fitness sees the secret. This is optimization toward a known code, not play: no
answer comes back between the guesses of a board. The settings are those of the pygad
notebook (undated; pygad 3).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import (
    asked,
    finite_number,
    flag,
    one_of,
    seed_or_drawn,
    shown,
    whole_number,
)
from mmlib.game.codes import as_code, as_codes, as_text
from mmlib.game.rules import MAX_COLORS
from mmlib.genetic import fitness as fitness_functions
from mmlib.genetic.pygad_loop import COLORS, build, checked

__all__ = ["COLORS", "OPERATORS", "Run", "run"]


def __dir__() -> list[str]:
    return __all__


#: Arguments of pygad that take the place of the genes reset in every child.
INSTEAD = ("mutation_probability", "mutation_percent_genes")

#: Who can cross and mutate: compiled functions handed to pygad, or pygad's own.
OPERATORS = ("compiled", "pygad")


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """One run of the genetic algorithm, with its whole history.

    Attributes
    ----------
    secret : ndarray of uint8, shape (pegs,)
        The code that the fitness saw.
    board : ndarray of uint8, shape (guesses, pegs)
        The best chromosome of the last generation.
    best_fitness : float
        The fitness of that board.
    solved_on_guess : int
        The guess at which that board names the secret, from 1; 0 if it never does.
    generations : int
        Generations bred; never 0, since pygad looks at its stop criterion only after
        breeding.
    fitness, mean_fitness : ndarray of float64, shape (generations + 1,)
        Best and mean fitness of each generation, of the random first one too.
    best_ever, best_ever_fitness : ndarray of uint8, shape (guesses, pegs), and float
        The best board of all generations, the first of those. With elitism it is never
        lost; without, that of the last generation may be worse.
    evaluations : int
        Fitness values needed; boards carried over unchanged are not scored again.
    seconds : float
        Wall-clock time of the run. The first run of a process is longer: it compiles,
        or reads what was compiled.
    settings : dict
        Everything that defines the run.
    """

    secret: np.ndarray
    board: np.ndarray
    best_fitness: float
    solved_on_guess: int
    generations: int
    fitness: np.ndarray
    mean_fitness: np.ndarray
    best_ever: np.ndarray
    best_ever_fitness: float
    evaluations: int
    seconds: float
    settings: dict

    @property
    def seed(self) -> int:
        """The seed of all that was drawn."""
        return self.settings["seed"]

    @property
    def perfect(self) -> bool:
        """Whether the best board solves with its first guess."""
        return self.solved_on_guess == 1

    def __repr__(self) -> str:
        solved = (
            f"on guess {self.solved_on_guess}"
            if self.solved_on_guess
            else "on no guess"
        )
        target = (
            ""
            if self.settings["target"] is None
            else f" of {self.settings['target']:g}"
        )
        return (
            f"Run(secret={' '.join(as_text(self.secret))}, "
            f"best_fitness={self.best_fitness:g}{target}, "
            f"generations={self.generations}, solved {solved})"
        )


def run(  # noqa: PLR0913
    secret: ArrayLike,
    seed: int | None = 1,
    *,
    operators: str = "compiled",
    guesses: int = 10,
    generations: int = 500,
    population: int = 300,
    parents: int = 150,
    keep_parents: int = 20,
    keep_elitism: int = 1,
    mutation_genes: int | None = None,
    exclude_current: bool = True,
    scoring: str = "check_guess",
    fitness: Callable[[np.ndarray], np.ndarray] | None = None,
    target: float | None = None,
    colors: int = COLORS,
    patience: int | None = None,
    seconds: float | None = None,
    callback: Callable[[int, np.ndarray, np.ndarray], object] | None = None,
    **pygad: object,
) -> Run:
    """Evolve whole boards toward a secret with ``pygad.GA``.

    The fitness **sees the secret**. Source: the pygad whole-board notebook. Its
    ``"sss"`` is pygad's steady-state selection, which takes the best `parents` boards;
    the notebook's comment reads it as stochastic sampling. Neighbors in rank mate.

    Parameters
    ----------
    secret, seed : array_like of int, shape (pegs,), or str; and int
        The code, of `colors`; the seed of all that is drawn, drawn itself if None.
    operators : {"compiled", "pygad"}
        Who crosses and mutates: compiled functions handed to pygad, or pygad's own.
        Both draw from the same distributions, so results agree in distribution, not run
        by run.
    guesses, generations, population, parents : int
        Rows of a board; most generations to breed, boards in each, and how many of the
        best are selected to mate.
    keep_parents, keep_elitism : int
        Parents (ignored by pygad unless `keep_elitism` is 0) and best boards carried
        over unchanged. The notebook does not set `keep_elitism`, so pygad's own default
        holds.
    mutation_genes : int, optional
        Genes reset in every child; by default a tenth of them, as pygad's
        ``mutation_percent_genes="default"``. Not beside ``mutation_probability`` or
        ``mutation_percent_genes``, which take its place.
    exclude_current, scoring : bool, and {"check_guess", "standard"}
        Whether a reset gene must change, as in pygad (False only with
        ``operators="compiled"``); as `fitness.whole_board`.
    fitness : callable, optional
        Your own for `fitness.whole_board`: takes uint8 (n, guesses * pegs), returns n
        finite numbers; more is better.
    target : float, optional
        Fitness at which the run stops; by default ``10 * pegs``, or none with a fitness
        of your own.
    colors, patience, seconds : int, 2..16; int; and float, optional
        Colors that a gene can have, 8 in the notebook. Generations in a row with the
        same best fitness after which the run stops (pygad's ``saturate``), and seconds
        after which it stops; by default neither.
    callback : callable, optional
        Called after each generation with its number from 1, the boards, uint8
        (population, guesses * pegs), and their fitness, float64 (population,). The run
        stops where it returns what is true.
    **pygad
        Other arguments of ``pygad.GA``, such as ``parent_selection_type="tournament"``.
        Those of its crossover and mutation, such as ``mutation_probability=0.1``, need
        ``operators="pygad"``. An operator of yours, ``mutation_type=mine``, is called
        ``mine(children, ga)``, as pygad calls it. What it draws comes from
        ``ga.numpy_random_generator``, a ``RandomState``: `seed` does not reach others.

    Returns
    -------
    Run

    Examples
    --------
    >>> found = run([1, 5, 3, 3], seed=1)
    >>> found.best_fitness, found.solved_on_guess, found.board.shape
    (40.0, 1, (10, 4))
    """
    colors = whole_number(colors, "colors", 2, MAX_COLORS)
    secret = as_code(secret, name="secret", colors=colors)
    one_of(operators, "operators", OPERATORS)
    exclude_current = flag(exclude_current, "exclude_current")
    if not exclude_current and operators == "pygad":
        raise ValueError(
            "exclude_current: False needs operators='compiled'; "
            "pygad's own mutation always excludes it"
        )
    genes = whole_number(guesses, "guesses", 1, 1000) * len(secret)
    pygad = checked(pygad, operators)
    if patience is not None:
        patience = whole_number(patience, "patience", 1, 10**9)
    if seconds is not None:
        seconds = finite_number(seconds, "seconds", 0.001, 10**9)
    if callback is not None and not callable(callback):
        raise TypeError(f"callback: {shown(callback)} is not callable")
    if target is not None:
        target = finite_number(target, "target")
    elif fitness is None:
        target = 10 * len(secret)
    settings = {
        "operators": operators,
        "guesses": int(guesses),
        "generations": whole_number(generations, "generations", 1, 10**9),
        "population": whole_number(population, "population", 4, 10**6),
        "parents": whole_number(parents, "parents", 2, population),
        "keep_parents": whole_number(keep_parents, "keep_parents", 0, parents),
        "keep_elitism": whole_number(keep_elitism, "keep_elitism", 0, population - 1),
        "mutation_genes": _reset(mutation_genes, genes, pygad),
        "exclude_current": exclude_current,
        "scoring": scoring,
        "fitness": "whole_board" if fitness is None else plain_setting(fitness),
        "target": target,
        "colors": colors,
        "patience": patience,
        "seconds": seconds,
        "pygad": pygad,
    }
    seed = seed_or_drawn(seed, 2**32 - 1)
    # checks scoring
    fitness_functions.whole_board(
        np.zeros((1, genes), np.uint8), secret, scoring=scoring
    )
    if fitness is None:
        fitness = partial(fitness_functions.whole_board, secret=secret, scoring=scoring)
    elif callable(fitness):
        fitness = partial(_checked, fitness)
    else:
        raise TypeError(f"fitness: {shown(fitness)} is not callable")

    ga = build(secret, seed, settings, fitness, callback)
    started = time.perf_counter()
    ga.run()
    took = time.perf_counter() - started

    curve = np.array(ga.curve, np.float64)
    # pygad's best_solution() would call the fitness again
    best = int(np.argmax(ga.last_generation_fitness))
    board = as_codes(ga.population[best].reshape(-1, len(secret)), name="board")
    return Run(
        secret=secret,
        board=board,
        best_fitness=float(ga.last_generation_fitness[best]),
        solved_on_guess=int(
            fitness_functions.solved_on_guess(board.reshape(1, -1), secret)[0]
        ),
        generations=int(ga.generations_completed),
        fitness=curve[:, 0],
        mean_fitness=curve[:, 1],
        best_ever=as_codes(ga.best_ever.reshape(-1, len(secret)), name="board"),
        best_ever_fitness=ga.best_ever_fitness,
        evaluations=ga.num_fitness_evaluations,
        seconds=took,
        settings={**settings, "seed": seed},
    )


def plain_setting(value: object) -> object:
    """Write a setting down: NumPy numbers as Python's, functions by their names."""
    if callable(value):
        return (
            f"{getattr(value, '__module__', '')}"
            f".{getattr(value, '__qualname__', type(value).__name__)}"
        )
    return value.item() if isinstance(value, np.generic) else value


def _reset(asked: object, genes: int, pygad: dict[str, object]) -> int | None:
    """How many genes are reset in every child; None where pygad goes by a chance."""
    instead = [name for name in INSTEAD if name in pygad]
    if asked is None:
        return None if instead else max(1, genes // 10)
    if instead:
        raise ValueError(
            f"mutation_genes: pygad does not look at it beside {instead[0]}; leave one "
            "of them out"
        )
    return whole_number(asked, "mutation_genes", 1, genes)


def _checked(
    fitness: Callable[[np.ndarray], np.ndarray], boards: np.ndarray
) -> np.ndarray:
    """Return what a caller's fitness returns for some boards.

    Raises ValueError if that is not one finite number a board.
    """
    values = np.asarray(asked("fitness", fitness, boards))
    if (
        values.shape != (len(boards),)
        or values.dtype.kind not in "iuf"
        or not np.isfinite(values).all()
    ):
        raise ValueError(
            f"fitness: {len(boards)} finite numbers are needed "
            f"for as many boards, not {shown(values)}"
        )
    return values
