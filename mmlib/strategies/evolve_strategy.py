"""Evolve a strategy by a genetic algorithm over weights.

A one-step player measures its splits by these weights.
"""

import contextlib
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from joblib import delayed
from numpy.typing import ArrayLike

from mmlib.checks import finite_number, instance, one_of, whole_number
from mmlib.engine.coding import answer_of, n_answers
from mmlib.engine.processes import run_in_order, workers
from mmlib.engine.progress_bar import progress
from mmlib.experiments import results as stored
from mmlib.game.codes import as_code, as_text, check_repeats
from mmlib.game.rules import Rules
from mmlib.game.scoring import answers_of
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.reason.first_guess import kinds
from mmlib.strategies.breed_weights import VALUES, Weights
from mmlib.strategies.build_tree import grow
from mmlib.strategies.objectives import WEIGHT, prepare
from mmlib.strategies.one_step import weights_setting
from mmlib.strategies.strategy_tree import strategy_tree
from mmlib.strategies.tree import StrategyTree
from mmlib.strategies.tuned import MOST_CODES, by_answer
from mmlib.strategies.weighted_totals import MOST_CODES as MOST_WEIGHED
from mmlib.strategies.weighted_totals import Weighing

#: Most parts that a run is divided into.
EPOCHS = 100

#: Columns of text in what is stored.
TEXT = ["weights"]


@dataclass(frozen=True, eq=False, repr=False)
class EvolvedStrategy:
    """What `evolve_strategy` found.

    Attributes
    ----------
    rules, first_guess : Rules and str
        The board, and the first guess of the strategy as digits.
    weights : dict, or tuple of dict
        The best weights, by (black, white), as the setting ``weights`` of the player
        ``"one_step"`` takes them with ``objective="entropy"``; `player` is that one.
        ``repr`` writes them, and ``ast.literal_eval`` reads them back.
    total : int
        Guesses that all codes take together with these weights.
    history : DataFrame
        How it went: ``island``, ``generation``, ``evaluations`` (trees, of the island
        until then), and ``best`` and ``mean``, the totals of its population.
    seed : int or None
        The seed of the run.

    Examples
    --------
    >>> found = mm.evolve_strategy(mm.Rules(3, 4), seed=1, generations=20, islands=1)
    >>> found.total == found.tree.total, found.player.name
    (True, 'one_step')
    """

    rules: Rules
    first_guess: str
    weights: dict | tuple[dict, ...]
    total: int
    history: pd.DataFrame
    seed: int | None = None

    def __repr__(self) -> str:
        return (
            f"EvolvedStrategy({self.rules}, "
            f"{self.total} guesses for {self.rules.n_codes} codes)"
        )

    @cached_property
    def player(self) -> SupportsPlay:
        """A player with these weights."""
        return make_player(
            "one_step",
            objective="entropy",
            weights=self.weights,
            first_guess=self.first_guess,
        )

    @cached_property
    def tree(self) -> StrategyTree:
        """Its strategy written out."""
        return strategy_tree(self.player, self.rules)


def evolve_strategy(  # noqa: PLR0913
    rules: Rules,
    *,
    seed: int | None = None,
    generations: int = 2000,
    population: int = 8,
    islands: int = 2,
    stages: int = 5,
    crossover_rate: float = 0.01,
    tuning_rate: float = 0.9,
    start: str | dict | Sequence[dict] = "equal",
    first_guess: ArrayLike | None = None,
    n_jobs: int = -1,
    store: str | Path | None = None,
) -> EvolvedStrategy:
    """Let a genetic algorithm evolve a strategy, as weights of answers.

    A one-step player measures its splits by these weights: it makes the guess with the
    greatest weighted entropy, the sum over the answers of ``-w p log2 p``, where ``p``
    is an answer's share of the codes still possible and ``w`` its weight. Fitness is
    exact: the guesses that all codes take together. The idea is S. Gur's, "The quality
    of information" (2025, arXiv 2511.19446); the algorithm is this workbench's
    (`mmlib/strategies/breed_weights.py`).

    A child competes with its own parent alone, and takes its place if it is as good or
    better. With the default settings one child in a hundred has the weights of one turn
    from another parent, and on boards of up to 4,096 codes nine of ten get one weight
    tuned. So these are climbers side by side that seldom cross. A population of 1 is a
    single climber.

    Raises TypeError or ValueError if an argument is malformed, the board has over
    100,000 codes, or `store` holds another experiment; what `sweep` raises of files.

    Beyond 100,000 codes nothing is estimated from games: 5,000 of them, with luck taken
    out, tell a mean on 6 x 9 only to 0.006 guesses (data/results/far_sighted.csv), and
    a run breeds thousands of trees.

    Parameters
    ----------
    rules : Rules
        Pegs and colors; the limit on guesses is not looked at. Up to 4,096 codes, a
        tree takes some milliseconds; beyond, each is grown anew: one of 5 x 8 takes a
        second or two.
    seed : int, optional
        The result depends on the seed, and not on the number of workers. By default one
        is drawn; with `store` it has to be given.
    generations, population, islands : int
        Generations; individuals, each of which has one child a generation; populations
        that breed apart.
    stages : int, 1..20
        Sets of weights: 1 for all guesses; else one for the second guess, one for the
        third, and so on, of which the last goes on.
    crossover_rate : float, 0..1
        Chance that a child has one of its stages from another parent.
    tuning_rate : float, 0..1
        Chance that a child has one weight tuned: it gets any of its best values while
        the others stay. That takes as long as some four trees, which `evaluations` does
        not count. Only with several stages and up to 4,096 codes.
    start : {"equal", "random"}, or dict or list of dict
        Begin with all weights 1, with random ones, or with these, as `weights` of what
        was found has them: those of another board, say. A set for all guesses, or one
        for the first guess, which is set here, and those of the next; weights that are
        not named are 1, and all are from 0.05 to 2.
    first_guess : array_like of int or str, optional
        By default the one after which equal weights take the fewest guesses.
    n_jobs, store : int, and str or Path, optional
        As for `sweep`: the islands are the jobs; a stopped run goes on from its last
        finished part, of a hundred.

    Returns
    -------
    EvolvedStrategy
        With ``weights``, ``total``, ``history``, ``seed``, ``player`` and ``tree``.

    Examples
    --------
    >>> found = mm.evolve_strategy(mm.Rules(4, 4), seed=1, generations=50, n_jobs=1)
    >>> found
    EvolvedStrategy(4 pegs x 4 colors, 912 guesses for 256 codes)
    """
    check_repeats(rules, "the search for weights")
    if rules.n_codes > MOST_CODES:
        raise ValueError(
            f"rules: {rules} have {rules.n_codes:,} codes; "
            f"strategies are evolved up to {MOST_CODES:,}"
        )
    seed = stored.seed_to_keep(seed, store)
    generations = whole_number(generations, "generations", 1, 10**7)
    stages = whole_number(stages, "stages", 1, 20)
    population = whole_number(population, "population", 1, 10**4)
    islands = whole_number(islands, "islands", 1, 1000)
    crossover_rate = finite_number(crossover_rate, "crossover_rate", 0, 1)
    tuning_rate = finite_number(tuning_rate, "tuning_rate", 0, 1)
    genes = _genes_to_start(start, rules, stages)
    n_jobs = workers(n_jobs, islands)
    if store is not None:
        stored.place(store)  # refuses a bad name before anything is bred
    first = first_guess_of(rules, first_guess)
    breeding = Breeding(rules, first, stages, crossover_rate, tuning_rate, seed)
    story = {
        "board": [rules.pegs, rules.colors],
        "first guess": first,
        "stages": stages,
        "population": population,
        "islands": islands,
        "generations": generations,
        "crossover rate": crossover_rate,
        "tuning rate": tuning_rate,
        "start": "random" if genes is None else _as_text(genes),
        "seed": seed,
    }
    with stored.resumable(
        store, story, command="mm.evolve_strategy", text=TEXT
    ) as kept:
        found = kept.found
        if found is None:
            begun = [
                breeding.begun(population, genes, island) for island in range(islands)
            ]
            make = partial(_bred, n_jobs=n_jobs)
            resume = partial(kept.resume, make=make, write=_written, read=_read)
            found = _all_epochs(breeding, begun, generations, resume)
            kept.keep(found)
    return _best_of(found, breeding)


def _genes_to_start(
    start: str | dict | Sequence[dict], rules: Rules, stages: int
) -> np.ndarray | None:
    """The genes that all begin with; None where they are random."""
    if not isinstance(start, str):
        return _units(start, rules, stages)
    one_of(start, "start", ("equal", "random"))
    return _units({}, rules, stages) if start == "equal" else None


def _units(weights: dict | Sequence[dict], rules: Rules, stages: int) -> np.ndarray:
    """The genes of weights as a user gives them, int64 (weights,)."""
    checked = weights_setting(
        instance(weights, dict | list | tuple, "start", "a dict, or a list of such,"),
        "start",
    )
    sets = checked[1:] or checked if isinstance(checked, tuple) else [checked or {}]
    answers = answers_of(rules)
    if len(sets) > stages:
        raise ValueError(
            f"start: {len(sets)} sets of weights after the first guess, "
            f"and stages={stages}"
        )
    for black, white in {answer for one in sets for answer in one}.difference(answers):
        raise ValueError(
            f"start: {black} black and {white} white pegs are no answer on {rules}"
        )
    genes = np.array(
        [[round(one.get(answer, 1) * WEIGHT) for answer in answers] for one in sets]
    )
    if not VALUES[0] <= genes.min() <= genes.max() <= VALUES[-1]:
        raise ValueError(
            f"start: weights are bred from {VALUES[0] / WEIGHT} "
            f"to {VALUES[-1] / WEIGHT:g}"
        )
    return genes[np.minimum(np.arange(stages), len(sets) - 1)].ravel()


class Island(NamedTuple):
    """The population of an island after some generations.

    `totals` are int64 (population,), not counted yet where there are no `evaluations`;
    `genes` are int64 (population, weights).
    """

    number: int
    generation: int
    evaluations: int
    totals: np.ndarray
    genes: np.ndarray


class Breeding(NamedTuple):
    """What all islands of a run have in common."""

    rules: Rules
    first: str
    stages: int
    crossover_rate: float
    tuning_rate: float
    seed: int

    def begun(self, population: int, genes: np.ndarray | None, number: int) -> Island:
        """The population that an island begins with, not scored yet."""
        shape = population, self.stages * len(answers_of(self.rules))
        if genes is None:
            drawn = np.random.default_rng([self.seed, number]).choice(VALUES, shape)
        else:
            drawn = np.tile(genes, (population, 1))
        return Island(number, 0, 0, np.full(population, -1), drawn)

    def fitness(self, genes: np.ndarray) -> np.ndarray:
        """The fitness of individuals: fewer guesses in all are better."""
        weights = genes.reshape(len(genes), self.stages, -1)
        return -totals(self.rules, self.first, weights)

    def fitness_along(self, genes: np.ndarray, stage: int, place: int) -> np.ndarray:
        """The fitness of an individual with each of `VALUES` as one of its weights."""
        weights = genes.reshape(self.stages, -1)
        return -totals_along(self.rules, self.first, weights, stage, place)


def _written(island: Island) -> pd.DataFrame:
    """An island as a file has it, an individual a row."""
    return pd.DataFrame(
        {
            "island": island.number,
            "generation": island.generation,
            "evaluations": island.evaluations,
            "total": island.totals,
            "weights": [_as_text(row) for row in island.genes],
        }
    )


def _read(part: pd.DataFrame) -> Island:
    """The island that `_written` wrote."""
    first = part.iloc[0]
    return Island(
        int(first.island),
        int(first.generation),
        int(first.evaluations),
        part.total.to_numpy(),
        np.array([_genes(text) for text in part.weights]),
    )


def _all_epochs(
    breeding: Breeding,
    islands: list[Island],
    generations: int,
    resume: Callable[[dict], Generator[Island]],
) -> pd.DataFrame:
    """Breed the islands, epoch by epoch; return them as they are after each."""
    epochs = min(generations, EPOCHS)
    stops = np.linspace(0, generations, epochs + 1).round().astype(int)
    done = []
    with progress(
        total=len(islands) * generations,
        description=f"evolving {breeding.rules}",
        unit="generation",
    ) as bar:
        for epoch, (since, until) in enumerate(pairwise(np.unique(stops).tolist())):
            jobs = {
                f"{epoch:03d}_{island.number:03d}": (breeding, island, until, epoch)
                for island in islands
            }
            islands = []
            with contextlib.closing(resume(jobs)) as bred:
                for island in bred:
                    islands.append(island)
                    bar.update(until - since)
            done += islands
    return pd.concat(map(_written, done), ignore_index=True)


def _bred(jobs: list[tuple], n_jobs: int) -> Iterator[Island]:
    """Breed islands in worker processes."""
    yield from run_in_order((delayed(_epoch)(*job) for job in jobs), n_jobs)


def _epoch(breeding: Breeding, island: Island, until: int, epoch: int) -> Island:
    """Breed one island until a generation."""
    fitness = -island.totals
    evaluations = island.evaluations
    if not evaluations:
        fitness = breeding.fitness(island.genes)
        evaluations = len(island.genes)
    generations = until - island.generation
    can_be_tuned = breeding.rules.n_codes <= MOST_WEIGHED
    search = Weights(
        breeding.fitness,
        island.genes,
        fitness,
        stages=breeding.stages,
        generations=generations,
        crossover_rate=breeding.crossover_rate,
        tuning_rate=breeding.tuning_rate,
        rng=np.random.default_rng([breeding.seed, island.number, epoch]),
        along=breeding.fitness_along if can_be_tuned else None,
    )
    genes, fitness = search.bred()
    evaluations += generations * len(genes)
    return Island(island.number, until, evaluations, -fitness, genes)


def _best_of(found: pd.DataFrame, breeding: Breeding) -> EvolvedStrategy:
    """The best individual of a run, and how the run went."""
    rules = breeding.rules
    best = found.iloc[int(found.total.to_numpy().argmin())]  # of equals the first
    groups = found.groupby(["island", "generation", "evaluations"]).total
    genes = _genes(best.weights).reshape(breeding.stages, -1)
    sets = [by_answer(rules, row) for row in genes]
    return EvolvedStrategy(
        rules,
        breeding.first,
        # with stages, the first guess is set
        weights=sets[0] if len(sets) == 1 else ({}, *sets),
        total=int(best.total),
        history=groups.agg(best="min", mean="mean").reset_index(),
        seed=breeding.seed,
    )


def totals(rules: Rules, first: str, weights: np.ndarray) -> np.ndarray:
    """Count the guesses that all codes take together, for each of some sets of weights.

    `weights` are in thousandths, int64 (sets, stages, answers), the answers in the
    order of `answers_of`. Returned is int64 (sets,).
    """
    if rules.n_codes <= MOST_WEIGHED:
        return _weighing(rules.pegs, rules.colors, first).totals(
            _by_code(rules, weights)
        )
    return np.array(
        [_total_grown(rules, first, stages) for stages in _by_code(rules, weights)]
    )


def _total_grown(rules: Rules, first: str, stages: np.ndarray) -> int:
    """The total of one set of weights, on a board too large to weigh."""
    plain = prepare("entropy", rules, {(0, 0): 1.0})
    measures = [plain._replace(weights=row) for row in (stages[0], *stages)]
    return grow("", rules, measures, first=as_code(first, rules), n_threads=1).total


def totals_along(
    rules: Rules, first: str, weights: np.ndarray, stage: int, place: int
) -> np.ndarray:
    """Count the same guesses for one set, with each of `VALUES` as one of its weights.

    That weight is named by its stage, not the last one, and its place there.
    """
    black, white = answers_of(rules)[place]
    answer = answer_of(black, white, rules.pegs)
    return _weighing(rules.pegs, rules.colors, first).along(
        _by_code(rules, weights), stage, answer, VALUES
    )


def _by_code(rules: Rules, weights: np.ndarray) -> np.ndarray:
    """The same weights by coded answers, with those that do not occur."""
    each = np.full((*weights.shape[:-1], n_answers(rules.pegs)), WEIGHT)
    black, white = np.transpose(answers_of(rules))
    each[..., answer_of(black, white, rules.pegs)] = weights
    return each


@lru_cache(maxsize=1)
def _weighing(pegs: int, colors: int, first: str) -> Weighing:
    """Return the weighing that all who breed in this process share.

    So no position is prepared twice.
    """
    rules = Rules(pegs, colors)
    return Weighing(rules, as_code(first, rules))


def first_guess_of(rules: Rules, given: ArrayLike | None) -> str:
    """Return the first guess that is given, or by default the best one, as digits.

    The best one is that after which equal weights take the fewest guesses.
    """
    if given is not None:
        return as_text(as_code(given, rules, name="first_guess"))
    equal = np.full((1, 1, len(answers_of(rules))), WEIGHT)
    return min(
        map(as_text, kinds(rules)), key=lambda first: totals(rules, first, equal)[0]
    )


def _as_text(genes: np.ndarray) -> str:
    return " ".join(map(str, genes.tolist()))


def _genes(text: str) -> np.ndarray:
    return np.array(text.split(), dtype=np.int64)
