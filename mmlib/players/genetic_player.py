"""A genetic algorithm of your own that plays: its operators are functions."""

import hashlib
import inspect
from collections.abc import Callable

import numpy as np

from mmlib.checks import asked, instance, shown, whole_number
from mmlib.game.codes import as_code, as_codes, random_codes
from mmlib.game.history import History, as_history
from mmlib.genetic.fitness import distance
from mmlib.players.base import Search

__all__ = ["GeneticPlayer"]


def fitter_of_two(codes, fitness, n, rng):
    """Draw two codes, and take the fitter one: so n times."""
    pairs = rng.integers(len(codes), size=(n, 2))
    fitter = fitness[pairs].argmax(axis=1)
    return codes[pairs[np.arange(n), fitter]]


def either_parent(mothers, fathers, rng):
    """Take each peg of a child from one of its two parents."""
    return np.where(rng.random(mothers.shape) < 0.5, mothers, fathers)


def one_peg(codes, colors, rng):
    """Give one peg of each code a random color."""
    changed = codes.copy()
    pegs = rng.integers(codes.shape[1], size=len(codes))
    changed[np.arange(len(codes)), pegs] = rng.integers(colors, size=len(codes))
    return changed


class GeneticPlayer:
    """A player that breeds each guess by operators of yours, in plain Python.

    A random population is bred until a code fits all answers, or for so many
    generations. Then it plays the fittest code that fits, or else the fittest that was
    not played. Colors may repeat in its codes. It leaves every generation behind, for
    `mm.board.StepThrough` and `mm.plots.convergence`.

    Raises TypeError or ValueError if an argument is malformed; while it plays, if an
    operator returns something else than it has to.

    Parameters
    ----------
    name : str
        What it is called.
    fitness : callable
        ``fitness(codes, guesses, feedbacks)`` returns a number for each code, the
        greater the better; by default `mm.fitness.distance`. Arrays are those of
        `History`, and codes an ndarray of uint8, shape (n, pegs).
    select : callable
        ``select(codes, fitness, n, rng)`` returns n parents, shape (n, pegs). By
        default each is the fitter of two that are drawn.
    cross : callable
        ``cross(mothers, fathers, rng)`` returns a child of each pair. By default each
        peg is that of one of them.
    mutate : callable
        ``mutate(codes, colors, rng)`` returns the codes changed. By default one peg of
        each gets a random color.
    population : int, 2 to 100,000
        Codes of a generation.
    generations : int, 0 to 1,000,000
        Generations that are bred at most for a guess.
    elite : int, 0 to population
        The fittest codes that live on in place of children.
    first_guess : code, optional
        The first guess; by default it is drawn.

    Attributes
    ----------
    search : Search
        What was bred for the latest guess.
    settings : dict
        The settings, functions by their names and a sum of their texts. Two that one
        function made, such as closures with another rate, look alike: give the players
        two names.

    Examples
    --------
    >>> def swap(codes, colors, rng):  # two pegs change places
    ...     first, second = rng.permutation(codes.shape[1])[:2]
    ...     codes = codes.copy()
    ...     codes[:, [first, second]] = codes[:, [second, first]]
    ...     return codes
    >>> mine = GeneticPlayer("swapper", mutate=swap, population=40, first_guess="0012")
    >>> game = mm.play(mine, "3425", mm.Rules(4, 6), seed=1)
    >>> game.solved, len(game.guesses)
    (True, 4)
    """

    def __init__(  # noqa: PLR0913
        self,
        name: str = "genetic",
        *,
        fitness: Callable = distance,
        select: Callable = fitter_of_two,
        cross: Callable = either_parent,
        mutate: Callable = one_peg,
        population: int = 60,
        generations: int = 100,
        elite: int = 1,
        first_guess: object = None,
    ) -> None:
        self.name = instance(name, str, "name", "a text")
        operators = {
            "fitness": fitness,
            "select": select,
            "cross": cross,
            "mutate": mutate,
        }
        for what, function in operators.items():
            if not callable(function):
                raise TypeError(f"{what}: {shown(function)} is not a function")
        self._operators = operators
        # now: a worker, which is sent the functions, has no texts of them
        self._told = {what: _told(one) for what, one in operators.items()}
        self.population = whole_number(population, "population", 2, 10**5)
        self.generations = whole_number(generations, "generations", 0, 10**6)
        self.elite = whole_number(elite, "elite", 0, self.population)
        self.first_guess = first_guess
        if first_guess is not None:
            self.first_guess = as_code(first_guess, None, "first_guess")
        self.search = Search()

    @property
    def settings(self) -> dict:
        """The settings, functions by their names and a sum of their texts."""
        numbers = ("population", "generations", "elite", "first_guess")
        return self._told | {name: getattr(self, name) for name in numbers}

    def next_guess(self, history: History, rng: np.random.Generator) -> np.ndarray:
        """Return the next guess, given the guesses and answers so far."""
        rules = as_history(history).rules
        if not rules.repeats:
            raise ValueError(
                f"history: {self.name} breeds codes in which colors may repeat; its "
                f"rules are {rules}"
            )
        self.search = Search()
        if not len(history) and self.first_guess is not None:
            return as_code(self.first_guess, rules, name="first_guess")
        codes = random_codes(rules, self.population, rng=rng)
        generations = [(codes, self._fitness_of(codes, history))]
        while True:
            codes, fitness = generations[-1]
            fits = distance(codes, history.guesses, history.feedbacks) == 0
            if fits.any() or len(generations) > self.generations:
                break
            best = codes[np.argsort(-fitness, kind="stable")[: self.elite]]
            children = self._children(codes, fitness, rules.colors, rng)
            children = as_codes(children, rules, name="mutate: a child")
            codes = np.vstack([best, children])
            generations.append((codes, self._fitness_of(codes, history)))
        self.search = _search(generations)
        if not fits.any():
            played = history.guesses.tolist()
            fits = np.array([code not in played for code in codes.tolist()])
        if not fits.any():  # a small board, or one code everywhere
            return random_codes(rules, 1, rng=rng)[0]
        return codes[fits][fitness[fits].argmax()]

    def _children(self, codes, fitness, colors, rng):
        """As many children as there is room for beside the elite.

        Operators get copies, since they may write into what they are given.
        """
        n = self.population - self.elite
        given = codes.copy(), fitness.copy(), n, rng
        mothers = _alike(self._made_by("select", *given), n, codes, "select")
        fathers = _alike(self._made_by("select", *given), n, codes, "select")
        children = self._made_by("cross", mothers, fathers, rng)
        children = _alike(children, n, codes, "cross")
        return _alike(
            self._made_by("mutate", children, colors, rng), n, codes, "mutate"
        )

    def _made_by(self, what, *given):
        """What an operator returns; an error in it names the operator."""
        try:
            return asked(what, self._operators[what], *given)
        except Exception as problem:
            problem.add_note(f"It was raised in {what}= of the player {self.name}.")
            raise

    def _fitness_of(self, codes, history):
        """The fitness of codes, float64 (n,)."""
        given = codes.copy(), history.guesses, history.feedbacks
        values = self._made_by("fitness", *given)
        fitness = _array(values, "fitness").astype(float)
        if fitness.shape != codes.shape[:1] or np.isnan(fitness).any():
            raise ValueError(
                f"fitness: {shown(values)} is not a number for each of "
                f"{len(codes)} codes"
            )
        return fitness


def _alike(made: object, n: int, codes: np.ndarray, operator: str) -> np.ndarray:
    """What an operator returned, if it is n codes of as many pegs as others."""
    array = _array(made, operator)
    if array.shape != (n, codes.shape[1]):
        raise ValueError(
            f"{operator}: returned an array of shape {array.shape}; "
            f"{(n, codes.shape[1])} is needed, a row a code"
        )
    return array


def _array(made: object, operator: str) -> np.ndarray:
    """What an operator returned as an array of numbers of its own."""
    try:
        array = np.array(made)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{operator}: returned no array: {problem}") from None
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{operator}: returned {shown(made)}; numbers are needed")
    return array


def _search(generations: list[tuple[np.ndarray, np.ndarray]]) -> Search:
    """What was bred, generation by generation."""
    populations = np.array([codes for codes, _ in generations])
    fitness = np.array([values for _, values in generations])
    return Search(
        generations=len(generations) - 1,
        evaluations=fitness.size,
        best=fitness.max(axis=1),
        mean=fitness.mean(axis=1),
        populations=populations,
        fitness=fitness,
    )


def _told(function: Callable) -> str:
    """A function's name and a sum of its text, as far as Python knows it.

    So two functions of one name are two settings, and one is the same in all processes.
    What a function takes from around it is not told.
    """
    name = getattr(function, "__qualname__", type(function).__qualname__)
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):
        return name
    return f"{name} {hashlib.sha256(text.encode()).hexdigest()[:8]}"
