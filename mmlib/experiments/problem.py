"""A problem of optimization: whole numbers within bounds, and a fitness of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import instance
from mmlib.experiments.growing_game import GrowingGame
from mmlib.game.codes import as_numbers, out_of_range
from mmlib.game.history import History
from mmlib.reason.consistent import count_consistent
from mmlib.report.former_names import renamed


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Problem:
    """Whole numbers to be chosen within bounds; the fitness says how good they are.

    Attributes
    ----------
    name : str
        The family: the name of the function that made it.
    text : str
        What is searched, and what the fitness counts, in a sentence or two.
    genes, low, high : int
        How many there are, and the least and the greatest value of each.
    fitness : callable
        Takes integers of shape (n, genes), each row an individual; returns int64 (n,).
        More is better.
    decode : callable
        Takes one individual, integers of shape (genes,); returns what it stands for: a
        code, uint8 (pegs,); a board, uint8 (guesses, pegs); or weights for
        ``"one_step"``, with none for the first guess.
    optimum : int or None
        The greatest fitness that there is, where that is known.
    best_known : int or None
        The greatest fitness that was found here; the optimum where that is known.
    solution : ndarray of int64, shape (genes,), or None
        An individual that reaches the optimum, where one is known.
    instance : int or None
        Its number, where `instance` made it.

    Examples
    --------
    Random search:

    >>> problem = mm.problems.weights(mm.Rules(3, 4), first_guess="012")
    >>> rng = np.random.default_rng(1)
    >>> shape = 20, problem.genes
    >>> drawn = rng.integers(problem.low, problem.high, shape, endpoint=True)
    >>> problem.fitness(drawn).max()
    np.int64(-215)
    """

    name: str
    text: str
    genes: int
    low: int
    high: int
    fitness: Callable[[ArrayLike], np.ndarray]
    decode: Callable[[ArrayLike], Any]
    optimum: int | None = None
    best_known: int | None = None
    solution: np.ndarray | None = None
    instance: int | None = None

    def __post_init__(self) -> None:
        if self.best_known is None:
            object.__setattr__(self, "best_known", self.optimum)

    def __repr__(self) -> str:
        number = "" if self.instance is None else f", instance {self.instance}"
        return (
            f"{type(self).__name__}({self.name}{number}: {self.genes} genes, each in "
            f"{self.low}..{self.high})"
        )

    @property
    def best(self) -> int | None:
        """As `optimum`, which is what it is called now."""
        renamed("problem.best", "problem.optimum")
        return self.optimum


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Consistent(Problem):
    """To find one code that fits all answers of a game.

    A `Problem`, with two more attributes.

    Attributes
    ----------
    history : History
        The game: guesses and answers, which stay as they are.
    solutions : int or None
        How many codes fit, where they can be counted; that is done when it is asked
        for.
    """

    history: History

    @cached_property
    def solutions(self) -> int | None:
        """How many codes fit, where they can be counted."""
        counted = count_consistent(self.history)
        return None if counted < 0 else counted


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Dynamic(Problem):
    """To find the secret in a game that goes on while one searches.

    A `Problem` that remembers: each code that fits is played, and its answer counts
    from then on. `restart` forgets all guesses.

    Attributes
    ----------
    history : History
        The guesses that were played, and their answers.
    """

    _game: GrowingGame

    @property
    def history(self) -> History:
        """The guesses that were played, and their answers."""
        return self._game.history

    def restart(self) -> None:
        """Begin the game anew, with the same secret."""
        self._game.restart()


class Bounds(NamedTuple):
    """How many genes an individual has, and what each can be."""

    genes: int
    low: int
    high: int

    def whole(self, values: object, name: str = "individuals") -> np.ndarray:
        """Some individuals as int64 (n, genes), or one as int64 (genes,), checked."""
        numbers = as_numbers(values, name)
        if (
            numbers.ndim != 1 + (name == "individuals")
            or numbers.shape[-1] != self.genes
        ):
            raise ValueError(
                f"{name}: shape {numbers.shape}; {self.genes} genes each are needed"
            )
        wrong = out_of_range(numbers, self.low, self.high)
        if wrong.any():
            *row, gene = np.argwhere(wrong)[0].tolist()
            where = f"row {row[0] + 1}, gene {gene + 1}" if row else f"gene {gene + 1}"
            raise ValueError(
                f"{name}: {where} is {numbers[(*row, gene)]:g}; whole numbers in "
                f"{self.low}..{self.high} are needed"
            )
        return numbers.astype(np.int64)

    def code(self, individual: object) -> np.ndarray:
        """An individual that is a code, uint8 (genes,), checked."""
        return self.whole(individual, "individual").astype(np.uint8)


def check_problem(problem: object) -> None:
    """Raise `TypeError` unless it is a `Problem`."""
    instance(problem, Problem, "problem", "of mm.problems")
