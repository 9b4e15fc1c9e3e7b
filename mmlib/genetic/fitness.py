"""The sources' fitness functions, each on a whole population at once.

Higher is better everywhere.

Those of turn-by-turn players compare the answers that a candidate *would* have got, had
it been the secret, with those that came (`guesses` and `feedbacks`, the game so far).
`whole_board` is different in kind: it is given the secret.
"""

import numpy as np

from mmlib.checks import finite_number, one_of, whole_number
from mmlib.engine.answers import distance_table, look_up, peg_match_table
from mmlib.engine.chromosomes import whole_board_fitness
from mmlib.game.codes import as_code, as_codes, as_numbers
from mmlib.game.history import as_turns
from mmlib.game.rules import MAX_COLORS, Rules
from mmlib.game.scoring import COMPILED, counted, scoring_number

__all__ = ["berghman", "distance", "gold", "solved_on_guess", "whole_board"]


def __dir__() -> list[str]:
    return __all__


def whole_board(
    chromosomes: np.ndarray,
    secret: np.ndarray,
    *,
    scoring: str = "check_guess",
    cost: int = 100,
) -> np.ndarray:
    """Score whole boards, each written as one chromosome; it **sees the secret**.

    Returns int64, shape (n,). Rows score ``10 * black + misplaced - cost`` each, up to
    and including the one that equals the secret; later rows count nothing. The source
    adds 100, which refunds the first guess: a board that solves with its first row has
    the fitness ``10 * pegs``, the greatest there is as long as a guess costs more than
    a wrong one can earn. Source: the pygad whole-board notebook, functions
    ``solve_mastermind``, ``check_guess`` and ``fitness_func``.

    `chromosomes` are array_like of int, shape (n, guesses * pegs), the first guess
    first; whole floats are accepted, as pygad makes them. `scoring` is how misplaced
    pegs are counted, `cost` what a guess costs. Raises TypeError for genes that are not
    whole numbers, ValueError for a length that is no multiple of the secret's or a
    wrong color.

    >>> boards = [[1, 5, 3, 3] + [0] * 36, [0] * 36 + [1, 5, 3, 3]]
    >>> whole_board(boards, secret=[1, 5, 3, 3])
    array([  40, -860])
    """
    return _whole_board(chromosomes, secret, scoring, cost)[0]


def solved_on_guess(chromosomes: np.ndarray, secret: np.ndarray) -> np.ndarray:
    """Tell at which guess each whole board names the secret; it **sees the secret**.

    Returns int64, shape (n,): the number of the guess, from 1, or 0 if none names it.
    Arguments are as for `whole_board`.

    >>> solved_on_guess([[0, 0, 1, 5, 3, 3], [0, 0, 0, 0, 0, 0]], secret=[1, 5])
    array([2, 0])
    """
    return _whole_board(chromosomes, secret, "check_guess", 100)[1]


def gold(
    population: np.ndarray, guesses: np.ndarray, feedbacks: np.ndarray
) -> np.ndarray:
    """Score candidates by Gold's fitness, which compares key pegs one by one.

    Returns float64, shape (n,): ``1 / pegs`` for each key peg that agrees, and 0.02. A
    row of key pegs lists blacks first, then whites, then empty holes. For every past
    guess the row that the candidate would have earned is laid beside the row that came,
    and each hole that agrees, empty ones too, adds ``1 / pegs``. A consistent code
    scores the number of past guesses + 0.02. This is not a distance: 2 black 0 white
    against 1 black 1 white agree in three holes of four, as they do against 1 black 0
    white. Source: M. Gold, "Mastermind Computer Player using Genetic Algorithms in C#"
    (2002), ``CalculateFromMastermindBoard`` and ``CompareToScore``. The article plays
    with 4 pegs and divides by 4; elsewhere the number of pegs is taken (a
    reconstruction). Arguments are as for `distance`.

    >>> gold([[0, 1, 2, 3], [0, 0, 0, 0]], guesses=[[0, 1, 4, 4]], feedbacks=[(2, 0)])
    array([1.02, 0.77])
    """
    codes, feedbacks, pegs = _answers(population, guesses, feedbacks, "standard")
    return look_up(codes, peg_match_table(feedbacks, pegs)) / pegs + 0.02


def distance(
    population: np.ndarray,
    guesses: np.ndarray,
    feedbacks: np.ndarray,
    *,
    black_weight: float = 1.0,
    white_weight: float = 1.0,
    scoring: str = "standard",
) -> np.ndarray:
    """Score candidates by how far their answers are from those that came.

    A candidate's answers are those that the past guesses would have earned, had it been
    the secret. Its score is
    ``-sum(black_weight * |black difference| + white_weight * |white difference|)`` over
    the past guesses: 0 for a consistent code, negative for all others. Source: the "Le
    Adoga" paper (2023), equation of section 3.4, there a cost to be minimized; the
    nine-color six-peg player's README, there with the minus already.

    Parameters
    ----------
    population, guesses, feedbacks : array_like of int
        Candidates, shape (n, pegs); past guesses, shape (turns, pegs), none yet is
        allowed; and the black and white pegs of each, shape (turns, 2).
    black_weight, white_weight : float, 0 or more
        (1, 1) is Le Adoga's and Berghman's choice, (2, 1) the nine-color player's.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}
        How the candidate's answers are counted; the candidate comes first, as in the
        nine-color player's code.

    Returns
    -------
    ndarray of float64, shape (n,), 0 or less

    Examples
    --------
    >>> codes = [[0, 1, 2, 3], [0, 0, 0, 0]]
    >>> distance(codes, guesses=[[0, 1, 4, 4]], feedbacks=[(2, 0)], black_weight=2)
    array([ 0., -2.])
    """
    codes, feedbacks, pegs = _answers(population, guesses, feedbacks, scoring)
    black_weight = finite_number(black_weight, "black_weight", low=0)
    white_weight = finite_number(white_weight, "white_weight", low=0)
    table = distance_table(feedbacks, pegs, black_weight, white_weight)
    return 0.0 - look_up(codes, table)  # 0.0, not -0.0, for a consistent code


def berghman(
    population: np.ndarray,
    guesses: np.ndarray,
    feedbacks: np.ndarray,
    *,
    a: float = 1.0,
    b: float = 2.0,
) -> np.ndarray:
    """Score candidates by the fitness of Berghman et al., with its sign corrected.

    Returns float64, shape (n,):
    ``b * pegs * turns - a * sum|black difference| - sum|white difference|``, which is
    ``b * pegs * turns`` for consistent codes. The paper prints all three terms with a
    plus, as a cost, which would reward the worst candidates. With the minus and ``b =
    2`` the first term is exactly the offset that keeps the fitness from falling below
    0, as a roulette wheel needs, and so later authors restate it. Source: L. Berghman,
    D. Goossens, R. Leus, "Efficient solutions for Mastermind using genetic algorithms",
    Computers & Operations Research (2009), equation for f(c; i); `a` and `b` are its
    own. The other arguments are as for `distance`.

    >>> codes = [[0, 1, 2, 3], [0, 0, 0, 0]]
    >>> berghman(codes, guesses=[[0, 1, 4, 4]], feedbacks=[(2, 0)])
    array([8., 7.])
    """
    codes, feedbacks, pegs = _answers(population, guesses, feedbacks, "standard")
    a = finite_number(a, "a", low=0)
    b = finite_number(b, "b", low=0)
    far = look_up(codes, distance_table(feedbacks, pegs, a, 1.0))
    return b * pegs * len(feedbacks) - far


def _whole_board(
    chromosomes: object, secret: object, scoring: str, cost: int
) -> tuple[np.ndarray, np.ndarray]:
    """Fitness and solving guess of whole boards, after checking all arguments."""
    one_of(scoring, "scoring", ("check_guess", "standard"))
    cost = whole_number(cost, "cost", 0, 10**6)
    secret = as_code(secret, name="secret")
    boards = as_numbers(chromosomes, "chromosomes")
    if boards.ndim != 2:
        raise ValueError(
            f"chromosomes: has {boards.ndim} dimension(s), "
            "2 are needed: one row a board"
        )
    genes = boards.shape[1]
    if genes == 0 or genes % len(secret):
        raise ValueError(
            f"chromosomes: length {genes} is not a multiple "
            f"of the {len(secret)} pegs of the secret"
        )
    if boards.dtype != np.uint8 or boards.max(initial=0) >= MAX_COLORS:
        right = (boards >= 0) & (boards < MAX_COLORS) & (boards == np.floor(boards))
        wrong = np.argwhere(~right)
        if len(wrong):
            row, gene = wrong[0]
            where = f"color {boards[row, gene]} at gene {gene} of chromosome {row}"
            raise ValueError(
                f"chromosomes: {where} is not a whole number in 0..{MAX_COLORS - 1}"
            )
    boards = np.require(boards, np.uint8, "CW")
    occurs = np.bincount(secret, minlength=MAX_COLORS)
    return whole_board_fitness(boards, secret, occurs, scoring == "standard", cost)


def _answers(
    population: object, guesses: object, feedbacks: object, scoring: str
) -> tuple[np.ndarray, np.ndarray, int]:
    """Tell what each past guess would have been answered for each candidate.

    Returns these answers, shape (turns, n), the real ones, and the number of pegs.
    """
    population = as_codes(population, name="population")
    pegs = population.shape[1]
    guesses, answers = as_turns(
        guesses, feedbacks, Rules(pegs, MAX_COLORS), scoring=scoring
    )
    colors = int(max(population.max(initial=1), guesses.max(initial=1))) + 1
    count = COMPILED[scoring_number(scoring)]
    codes = counted(count, population, guesses, colors)
    return np.ascontiguousarray(codes.T), answers, pegs
