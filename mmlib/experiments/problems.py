"""What the genetic algorithms here solve, as any library of optimization wants it.

A problem has bounds and a fitness.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import whole_number
from mmlib.game.codes import as_code, as_numbers, check_repeats
from mmlib.game.rules import Rules
from mmlib.game.scoring import answers_of
from mmlib.genetic import fitness
from mmlib.genetic.pygad_loop import COLORS

__all__ = ["Problem", "weights", "whole_board"]


def __dir__() -> list[str]:
    return __all__


class Problem(NamedTuple):
    """Whole numbers to be chosen within bounds; the fitness says how good they are.

    Attributes
    ----------
    genes, low, high : int
        How many there are, and the least and the greatest value of each.
    fitness : callable
        Takes integers of shape (n, genes), each row an individual; returns int64 (n,).
        More is better.
    decode : callable
        Takes one individual, integers of shape (genes,); returns what it stands for:
        weights for ``"one_step"``, with none for the first guess; or a board, uint8
        (guesses, pegs).
    best : int or None
        The greatest fitness that there is, where that is known.

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

    genes: int
    low: int
    high: int
    fitness: Callable[[ArrayLike], np.ndarray]
    decode: Callable[[ArrayLike], Any]
    best: int | None


def weights(
    rules: Rules, *, stages: int = 1, first_guess: ArrayLike | None = None
) -> Problem:
    """Set the problem of `evolve_strategy`: weights of answers, in thousandths.

    The fitness is minus the guesses that all codes take together. Raises TypeError or
    ValueError if an argument is malformed, or there are over 100,000 codes.

    Parameters
    ----------
    rules : Rules
        Pegs and colors; the limit on guesses is not looked at.
    stages : int, optional
        Sets of weights: for the second guess, the third, and so on, of which the last
        goes on. Their genes follow one another; within a set answers come with the
        fewest black pegs first, then the fewest white ones.
    first_guess : array_like of int or str, optional
        The first guess; by default the one after which equal weights take the fewest
        guesses.

    Returns
    -------
    Problem

    Examples
    --------
    >>> problem = mm.problems.weights(mm.Rules(4, 6), stages=2, first_guess="0012")
    >>> problem.genes, problem.fitness([[1000] * 28])
    (28, array([-5680]))
    >>> problem.decode([1000] * 28)[2][4, 0]
    1.0
    """
    check_repeats(rules, "the problem of weights")
    # the wing of strategies, without which the other problems do
    tuned = import_module("mmlib.strategies.tuned")
    evolve = import_module("mmlib.strategies.evolve_strategy")
    if rules.n_codes > tuned.MOST_CODES:
        raise ValueError(
            f"rules: {rules} have {rules.n_codes:,} codes; "
            f"weights are tried on up to {tuned.MOST_CODES:,}"
        )
    stages = whole_number(stages, "stages", 1, 20)
    answers = len(answers_of(rules))
    first = evolve.first_guess_of(rules, first_guess)

    def of(individuals: ArrayLike) -> np.ndarray:
        return -evolve.totals(
            rules, first, _whole(individuals, problem).reshape(-1, stages, answers)
        )

    def decode(individual: ArrayLike) -> list[dict]:
        genes = _whole(individual, problem, "individual").reshape(stages, answers)
        return [{}, *(tuned.by_answer(rules, one) for one in genes)]

    problem = Problem(
        stages * answers, evolve.VALUES[0], evolve.VALUES[-1], of, decode, None
    )
    return problem


def whole_board(secret: ArrayLike, *, guesses: int = 10) -> Problem:
    """Set the problem of the pygad notebook: a whole board of guesses, of 8 colors.

    The genes are the guesses, one after another. The fitness is that of
    `fitness.whole_board`; it **sees the secret**. Raises TypeError or ValueError if an
    argument is malformed.

    Parameters
    ----------
    secret : array_like of int or str
        The code.
    guesses : int, optional
        Rows of the board, 1 to 1000.

    Returns
    -------
    Problem

    Examples
    --------
    >>> problem = mm.problems.whole_board("1533")
    >>> problem.genes, problem.best, problem.fitness([[1, 5, 3, 3] * 10])
    (40, 40, array([40]))
    """
    secret = as_code(secret, name="secret", colors=COLORS)
    genes = whole_number(guesses, "guesses", 1, 1000) * len(secret)

    def of(individuals: ArrayLike) -> np.ndarray:
        return fitness.whole_board(_whole(individuals, problem), secret)

    def decode(individual: ArrayLike) -> np.ndarray:
        return (
            _whole(individual, problem, "individual")
            .reshape(-1, len(secret))
            .astype(np.uint8)
        )

    problem = Problem(genes, 0, COLORS - 1, of, decode, 10 * len(secret))
    return problem


def _whole(values: object, problem: Problem, name: str = "individuals") -> np.ndarray:
    """Some individuals as int64 (n, genes), or one as int64 (genes,), checked."""
    numbers = as_numbers(values, name)
    if (
        numbers.ndim != 1 + (name == "individuals")
        or numbers.shape[-1] != problem.genes
    ):
        raise ValueError(
            f"{name}: shape {numbers.shape}; {problem.genes} genes each are needed"
        )
    if not (
        (numbers >= problem.low)
        & (numbers <= problem.high)
        & (numbers == np.floor(numbers))
    ).all():
        raise ValueError(
            f"{name}: a gene is not a whole number in {problem.low}..{problem.high}"
        )
    return numbers.astype(np.int64)
