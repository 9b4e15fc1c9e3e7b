"""What the genetic algorithms here solve, as any library of optimization wants it.

There are five families of problems. The size of each can be chosen. What can be reached
at best is known, or else the best total that was found. `instance` numbers the members
of a family, so that others can solve the same ones.
"""

import zlib
from dataclasses import replace
from importlib import import_module
from math import ceil, log2

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import one_of, whole_number
from mmlib.experiments.benchmark import Benchmark, benchmark
from mmlib.experiments.distances import Distances
from mmlib.experiments.environment import environment
from mmlib.experiments.growing_game import GrowingGame
from mmlib.experiments.problem import Bounds, Consistent, Dynamic, Problem
from mmlib.experiments.solvers import SOLVERS
from mmlib.experiments.to_ioh import to_ioh
from mmlib.game.codes import as_code, check_repeats, random_codes
from mmlib.game.history import History, as_history
from mmlib.game.rules import Rules
from mmlib.game.scoring import answers_of, feedback
from mmlib.genetic import fitness
from mmlib.genetic.pygad_loop import COLORS

__all__ = [
    "FAMILIES",
    "SOLVERS",
    "Benchmark",
    "Consistent",
    "Dynamic",
    "Problem",
    "benchmark",
    "black_pegs",
    "consistent",
    "dynamic",
    "environment",
    "instance",
    "to_ioh",
    "weights",
    "whole_board",
]

#: The families, by the names of the functions that make a problem of each.
FAMILIES = ("whole_board", "consistent", "weights", "black_pegs", "dynamic")

#: Bits of a board's codes for each random guess of an instance of `consistent`. With 3
#: one code fits in the end, or a few, or some twenty; with fewer bits it is mostly one.
BITS_A_GUESS = 3

#: Sets of weights of an instance of `weights`, at most.
MOST_STAGES = 5

#: Number of an instance, at most.
MOST_INSTANCES = 10**9


def __dir__() -> list[str]:
    return __all__


def instance(family: str, rules: Rules, number: int) -> Problem:
    """Make the instance of a family that has a number: the same one forever.

    Its secret and its guesses are drawn with the family, the board and the number as
    seed. Raises TypeError or ValueError if an argument is malformed, or the family has
    no such board.

    Parameters
    ----------
    family : {"whole_board", "consistent", "weights", "black_pegs", "dynamic"}
        Which kind of problem.
    rules : Rules
        Pegs and colors. A whole board has 8 colors and ten guesses.
    number : int, 1 or more
        The number of the instance. Of ``"weights"``, where nothing is drawn, it is the
        number of stages, 1 to 5.

    Returns
    -------
    Problem

    Examples
    --------
    >>> problem = mm.problems.instance("consistent", mm.Rules(4, 6), 1)
    >>> problem, problem.solutions
    (Consistent(consistent, instance 1: 4 genes, each in 0..5), 1)
    >>> len(problem.history)
    4
    """
    one_of(family, "family", FAMILIES)
    check_repeats(rules, "a problem")
    number = whole_number(number, "number", 1, MOST_INSTANCES)
    seed = [zlib.crc32(family.encode()), rules.pegs, rules.colors, number]
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    if family == "weights":
        problem = weights(rules, stages=whole_number(number, "number", 1, MOST_STAGES))
        return replace(problem, instance=number)
    secret = random_codes(rules, 1, rng=rng)[0]
    if family == "consistent":
        problem = consistent(_frozen(secret, rules, rng))
        problem = replace(problem, solution=secret.astype(np.int64))
    elif family == "whole_board":
        if rules.colors != COLORS:
            raise ValueError(
                f"rules: {rules}; a whole board has {COLORS} colors, as its source"
            )
        problem = whole_board(secret)
    else:
        make = black_pegs if family == "black_pegs" else dynamic
        problem = make(secret, rules)
    return replace(problem, instance=number)


def weights(
    rules: Rules, *, stages: int = 1, first_guess: ArrayLike | None = None
) -> Problem:
    """Set the problem of `evolve_strategy`: weights of answers, in thousandths.

    The fitness is minus the guesses that all codes take together, exactly. Raises
    TypeError or ValueError if an argument is malformed, or there are over 100,000
    codes.

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
        Its ``optimum`` is not known. Its ``best_known`` is what the player ``"tuned"``
        takes, on boards that it has as many stages and the same first guess for.

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
    bounds = Bounds(stages * answers, evolve.VALUES[0], evolve.VALUES[-1])

    def of(individuals: ArrayLike) -> np.ndarray:
        sets = bounds.whole(individuals).reshape(-1, stages, answers)
        return -evolve.totals(rules, first, sets)

    def decode(individual: ArrayLike) -> list[dict]:
        genes = bounds.whole(individual, "individual").reshape(stages, answers)
        return [{}, *(tuned.by_answer(rules, one) for one in genes)]

    known = tuned.stored_total(rules, stages, first)
    return Problem(
        name="weights",
        text=(
            f"Weights of the {answers} answers on {rules}, in thousandths, for each of "
            f"{stages} stages: the guess of the greatest weighted entropy is made. The "
            "fitness is minus the guesses that all codes take together."
        ),
        **bounds._asdict(),
        fitness=of,
        decode=decode,
        best_known=None if known is None else -known,
    )


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
        Up to ten pegs its ``optimum`` is that of a board whose first guess is the
        secret. With more a wrong guess can earn more than the 100 that it costs, and
        the best board names the secret last.

    Examples
    --------
    >>> problem = mm.problems.whole_board("1533")
    >>> problem.genes, problem.optimum, problem.fitness([[1, 5, 3, 3] * 10])
    (40, 40, array([40]))
    """
    secret = as_code(secret, name="secret", colors=COLORS)
    pegs = len(secret)
    guesses = whole_number(guesses, "guesses", 1, 1000)
    bounds = Bounds(guesses * pegs, 0, COLORS - 1)

    def of(individuals: ArrayLike) -> np.ndarray:
        return fitness.whole_board(bounds.whole(individuals), secret)

    def decode(individual: ArrayLike) -> np.ndarray:
        return bounds.code(individual).reshape(-1, pegs)

    almost = _almost(secret)
    first = fitness.whole_board(almost[np.newaxis], secret)[0]
    earned = int(first) - 100  # of a wrong guess, its cost taken off
    before = almost if earned > 0 else secret
    return Problem(
        name="whole_board",
        text=(
            f"A board of {guesses} guesses, {pegs} pegs and {COLORS} colors, which is "
            "scored against the secret: the earlier it is guessed, the better. A guess "
            "costs 100."
        ),
        **bounds._asdict(),
        fitness=of,
        decode=decode,
        optimum=(guesses - 1) * max(0, earned) + 10 * pegs,
        solution=np.concatenate([*[before] * (guesses - 1), secret]).astype(np.int64),
    )


def consistent(history: History) -> Consistent:
    """Set the problem of a turn: to find one code that fits all answers so far.

    The fitness is `fitness.distance`: minus the pegs by which the answers of a code
    differ from those that came. Raises TypeError if `history` is no history, ValueError
    if it is not counted in the standard way, or is of a board without repeats.

    Parameters
    ----------
    history : History
        A game; it stays as it is.

    Returns
    -------
    Consistent
        Its ``optimum`` is 0. Its ``solutions`` is the number of codes that reach it,
        where they can be counted; it is 0 where the answers contradict each other.

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "3340"], [(1, 1), (0, 1)])
    >>> problem = mm.problems.consistent(history)
    >>> problem.fitness([[0, 5, 1, 5], [0, 0, 1, 2]]), problem.solutions
    (array([-2, -4]), 43)
    """
    history = as_history(history)
    rules = history.rules
    check_repeats(rules, "a problem")
    if history.scoring != "standard":
        raise ValueError(
            f"history: answers counted as {history.scoring!r}; this problem needs the "
            "standard count"
        )

    bounds = _of_codes(rules)
    distances = Distances(history)

    def of(individuals: ArrayLike) -> np.ndarray:
        return distances(bounds.whole(individuals))

    return Consistent(
        name="consistent",
        text=(
            f"A code of {rules} that fits all {len(history)} answers of a game. The "
            "fitness is minus the pegs by which its answers differ from them."
        ),
        **bounds._asdict(),
        fitness=of,
        decode=bounds.code,
        optimum=0,
        history=history,
    )


def black_pegs(secret: ArrayLike, rules: Rules) -> Problem:
    """Set the problem of black-peg Mastermind: the answer is the fitness.

    That is OneMax with as many values as colors: the number of genes that are right, a
    model problem of black-box optimization (B. Doerr, C. Doerr, R. Spoehel, H. Thomas,
    "Playing Mastermind with many colors", 2013). Raises TypeError or ValueError if an
    argument is malformed.

    Parameters
    ----------
    secret : array_like of int, shape (pegs,), or str
        The code.
    rules : Rules
        Pegs and colors.

    Returns
    -------
    Problem
        Its ``optimum`` is the number of pegs, which the secret alone reaches.

    Examples
    --------
    >>> problem = mm.problems.black_pegs("0314", mm.Rules(4, 6))
    >>> problem.optimum, problem.fitness([[0, 3, 1, 4], [3, 0, 1, 4], [5, 5, 5, 5]])
    (4, array([4, 2, 0]))
    """
    check_repeats(rules, "a problem")
    secret = as_code(secret, rules, name="secret")
    bounds = _of_codes(rules)

    def of(individuals: ArrayLike) -> np.ndarray:
        return (bounds.whole(individuals) == secret).sum(axis=1)

    return Problem(
        name="black_pegs",
        text=(
            f"A secret of {rules}. The fitness is the number of pegs that are right: "
            "the black pegs of the answer."
        ),
        **bounds._asdict(),
        fitness=of,
        decode=bounds.code,
        optimum=rules.pegs,
        solution=secret.astype(np.int64),
    )


def dynamic(secret: ArrayLike, rules: Rules) -> Dynamic:
    """Set the problem of a whole game, whose constraints grow while one searches.

    The fitness of a code is minus its distance from all answers so far, as in
    `consistent`. A code that fits is played at once, and its answer counts from then
    on, for itself, too. So only the secret reaches 0. Individuals are scored one after
    another; the first one of a game is always played. Raises TypeError or ValueError if
    an argument is malformed.

    Parameters
    ----------
    secret : array_like of int, shape (pegs,), or str
        The code; the fitness does not see it, but for the answers to what is played.
    rules : Rules
        Pegs and colors; the limit on guesses is not looked at.

    Returns
    -------
    Dynamic
        Its ``optimum`` is 0. Its ``history`` has the guesses that were played, and its
        ``restart()`` begins anew, which every run has to do.

    Examples
    --------
    >>> problem = mm.problems.dynamic("0314", mm.Rules(4, 6))
    >>> problem.fitness([[0, 0, 1, 2], [0, 0, 1, 2], [0, 3, 1, 4]])
    array([-2, -2,  0])
    >>> problem.history
    History(4 pegs x 6 colors: 0012 2b0w, 0314 4b0w)
    """
    check_repeats(rules, "a problem")
    secret = as_code(secret, rules, name="secret")
    bounds = _of_codes(rules)
    game = GrowingGame(secret, rules)

    def of(individuals: ArrayLike) -> np.ndarray:
        return game.fitness(bounds.whole(individuals))

    return Dynamic(
        name="dynamic",
        text=(
            f"The secret of a game of {rules}. A code that fits all answers so far is "
            "played, and its answer is one more to fit. The fitness is minus the pegs "
            "by which the answers of a code differ from those that came."
        ),
        **bounds._asdict(),
        fitness=of,
        decode=bounds.code,
        optimum=0,
        solution=secret.astype(np.int64),
        _game=game,
    )


def _almost(secret: np.ndarray) -> np.ndarray:
    """The wrong guess that earns most on a whole board: one peg is not right.

    If it can be, that peg has a color of the secret, which counts as misplaced.
    """
    others = secret[secret != secret[0]]
    code = secret.copy()
    code[0] = others[0] if len(others) else (secret[0] + 1) % COLORS
    return code


def _frozen(secret: np.ndarray, rules: Rules, rng: np.random.Generator) -> History:
    """A position after some random guesses, of which the secret is one solution."""
    turns = ceil(rules.pegs * log2(rules.colors) / BITS_A_GUESS)
    guesses = random_codes(rules, turns, rng=rng)
    answers = [feedback(guess, secret) for guess in guesses]
    # all of them are allowed, however many guesses a game is
    allowed = replace(rules, max_guesses=max(rules.max_guesses, turns + 1))
    return History(allowed, guesses, answers)


def _of_codes(rules: Rules) -> Bounds:
    """The bounds of an individual that is a code."""
    return Bounds(rules.pegs, 0, rules.colors - 1)
