"""What finds the strategies of 4 x 6: the genetic algorithm, or the climbing.

The long runs of `evolving_boards` by turn stand beside searches that lack one of their
parts, beside a genetic algorithm whose individuals share what they find, and beside
other searches, seed by seed. Each may grow as many trees; to tune a weight counts for
`TUNING` of them. A row is stored each time a search gets better, with its trees and its
seconds, so that searches can be compared at equal numbers of trees and at equal time.

CMA-ES and random search grow fewer trees, which take as long or longer. Sets of weights
that are drawn anew have little in common, so little that is remembered of one helps
with the next; and CMA-ES takes time for itself.

What a tuning is worth can be stored, too: how many different trees the values of a
weight stand for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
import pandas as pd

import mmlib
from mmlib.strategies.breed_weights import VALUES, Weights
from tools.measure.counted import TUNING, Counted, Spent
from tools.measure.evolving_boards import BOARD, LONG_RUNS, STAGES
from tools.measure.evolving_rivals import FIRST, SCATTER, generation, random, strategy
from tools.measure.evolving_together import Together
from tools.measure.experiment import measured, parallel, store

#: Random seeds, each of one run of every search. A run takes two minutes.
SEEDS = range(1, 11)

#: Trees that each search may grow.
TREES = 100_000

#: Trees of random search, which take about as long.
RANDOM_TREES = 10_000

#: Trees of CMA-ES, which take longer. With line searches it may grow as many for them,
#: which cost little.
CMA_TREES = 30_000

#: Share of the children that have a weight tuned, as in `mm.evolve_strategy`.
TUNED = 0.9

#: Generations after which random numbers are drawn anew, as in the long runs.
PART = 100

#: The columns of the result that are read as texts.
TEXT = ["weights"]

#: Random seeds of the climbs on which tunings are looked at, and tunings of each.
CLIMBS = range(1, 4)
LOOKED_AT = 10


def apart(
    counted: Counted,
    seed: int,
    population: int = 4,
    islands: int = 2,
    crossover_rate: float = 0.0,
) -> None:
    """The genetic algorithm of `mm.evolve_strategy`, as it breeds in a long run."""
    start = np.full((population, counted.problem.genes), 1000)
    bred = [(start, counted.fitness(start)) for _ in range(islands)]
    for part in count():
        for number in range(islands):
            rng = np.random.default_rng([seed, number, part])
            bred[number] = climbed(counted, *bred[number], rng, PART, crossover_rate)


def climbed(
    counted: Counted,
    individuals: np.ndarray,
    known: np.ndarray,
    rng: np.random.Generator,
    generations: int,
    crossover_rate: float = 0.0,
    tuning_rate: float = TUNED,
) -> tuple[np.ndarray, np.ndarray]:
    """Individuals after some generations, each of which fights its own children."""
    return Weights(
        counted.fitness,
        individuals,
        known,
        stages=counted.stages,
        generations=generations,
        crossover_rate=crossover_rate,
        tuning_rate=tuning_rate,
        rng=rng,
        along=counted.along,
    ).bred()


def restarted(counted: Counted, seed: int, patience: int) -> None:
    """One climber, which begins anew when it got no better in so many parts.

    Then its weights are random.
    """
    rng = np.random.default_rng(seed)
    individual = np.full((1, counted.problem.genes), 1000)
    while True:
        known = counted.fitness(individual)
        idle = 0
        while idle < patience:
            individual, found = climbed(counted, individual, known, rng, PART)
            idle = idle + 1 if found == known else 0
            known = found
        individual = rng.choice(VALUES, individual.shape)


def drawn(counted: Counted, seed: int) -> None:
    """Random search."""
    random(counted.problem, seed, counted.allowed)
    raise Spent


def drawn_then_tuned(counted: Counted, seed: int, share: float) -> None:
    """Random search with a share of the trees, then line searches from its best one."""
    random(counted.problem, seed, round(share * counted.allowed))
    rng = np.random.default_rng(seed)
    held = None
    while True:
        held = line_searched(counted, held, rng, PART)


def line_searched(
    counted: Counted,
    held: tuple[np.ndarray, np.ndarray] | None,
    rng: np.random.Generator,
    times: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Tune weights of the best one so far, and return it with its fitness.

    As in `Weights`, before half of the tunings a few weights change. The one that is
    `held` goes on if nothing better was found since.
    """
    if held is None or counted.total < -held[1].max():
        held = counted.best[np.newaxis], np.array([-counted.total])
    return climbed(counted, *held, rng, times, tuning_rate=1.0)


def covariance(counted: Counted, seed: int, line_searches: int = 0) -> None:
    """CMA-ES that begins anew with twice the population when it stops by itself.

    With line searches, what they lead to is put into the next generation.
    """
    rng = np.random.default_rng(seed)
    held = None
    options = {}
    for run in count():
        search = strategy(counted.problem, 1000 * seed + run, **options)
        while not search.stop():
            generation(search, counted.problem)
            if line_searches:
                held = line_searched(counted, held, rng, line_searches)
                search.inject([held[0][0].astype(float)])
        options = {"popsize": 2 * search.popsize}


def together(
    counted: Counted, seed: int, population: int, crossover_rate: float, settling: int
) -> None:
    """The genetic algorithm whose individuals share what they find."""
    start = np.full((population, counted.problem.genes), 1000)
    Together(
        counted.fitness,
        start,
        np.repeat(counted.fitness(start[:1]), population),
        stages=counted.stages,
        generations=1,  # it counts none
        settling=settling,
        crossover_rate=crossover_rate,
        tuning_rate=TUNED,
        rng=np.random.default_rng(seed),
        along=counted.along,
    ).bred()


#: What the long runs ask of `mm.evolve_strategy`, but for their length.
LONG_RUN = {key: LONG_RUNS[STAGES][key] for key in ("population", "islands")}

#: What the genetic algorithm is asked whose individuals share what they find.
SHARED = {"population": 20, "crossover_rate": 0.5, "settling": 0}

#: The searches of the arms, by the names that the result's settings have for them.
SEARCHES: dict[str, Callable] = {
    "apart": apart,
    "together": together,
    "restarted": restarted,
    "CMA-ES": covariance,
    "random": drawn,
    "random, then tuned": drawn_then_tuned,
}

#: Each arm: its search, what that is asked, and the trees that it may grow.
ARMS: dict[str, tuple[str, dict, int]] = {
    "long run, crossover 1 %": ("apart", LONG_RUN | {"crossover_rate": 0.01}, TREES),
    "long run, crossover 50 %": ("apart", LONG_RUN | {"crossover_rate": 0.5}, TREES),
    "long run, no crossover": ("apart", LONG_RUN, TREES),
    "eight climbers": ("apart", {"population": 1, "islands": 8}, TREES),
    "two climbers": ("apart", {"population": 1, "islands": 2}, TREES),
    "climbing, restarted": ("restarted", {"patience": 20}, TREES),
    "shared": ("together", SHARED, TREES),
    "shared, children settle": ("together", SHARED | {"settling": 5}, TREES),
    "shared, no crossover": ("together", SHARED | {"crossover_rate": 0.0}, TREES),
    "CMA-ES": ("CMA-ES", {}, CMA_TREES),
    "CMA-ES, tuned": ("CMA-ES", {"line_searches": 3}, 2 * CMA_TREES),
    "random": ("random", {}, RANDOM_TREES),
    "random, then tuned": ("random, then tuned", {"share": 0.05}, TREES),
}

#: What the stored result says of its settings.
SETTINGS = {
    "board": "{} x {}".format(*BOARD),
    "first guess": FIRST,
    "stages": STAGES,
    "seeds": [*SEEDS],
    "a tuning counts for": TUNING,
    "scatter": SCATTER,
    "arms": {
        arm: {"search": search, "trees": trees} | asked
        for arm, (search, asked, trees) in ARMS.items()
    },
}

#: What the stored result of tunings says of its settings.
TUNING_SETTINGS = {"seeds": [*CLIMBS], "tunings": LOOKED_AT, "climbed before": PART}


def searched(
    arm: str, search: str, asked: dict, trees: int, seed: int, board: list, first: str
) -> pd.DataFrame:
    """How one search went: a row each time it got better, and one of its end."""
    counted = Counted(mmlib.Rules(*board), first, STAGES, trees)
    with contextlib.suppress(Spent):
        SEARCHES[search](counted, seed, **asked)
    frame = counted.notes()
    front = pd.DataFrame({"arm": arm, "seed": seed}, index=frame.index)
    return pd.concat([front, frame], axis=1)


def tunings(seed: int, several: int, board: list, first: str) -> pd.DataFrame:
    """Count the different trees of some tunings on the way of one climber."""
    counted = Counted(mmlib.Rules(*board), first, STAGES, trees=10**9)
    rng = np.random.default_rng(seed)
    individual = np.full((1, counted.problem.genes), 1000)
    known = counted.fitness(individual)
    rows = []
    for _ in range(several):
        individual, known = climbed(counted, individual, known, rng, PART)
        gene = int(rng.integers(0, counted.problem.genes * (STAGES - 1) // STAGES))
        different = trees_along(counted, individual[0], gene)
        rows.append(
            {"seed": seed, "total": -known[0], "gene": gene, "trees": different}
        )
    return pd.DataFrame(rows)


def trees_along(counted: Counted, individual: np.ndarray, gene: int) -> int:
    """Count the different trees that the values of one weight stand for.

    What each guess is worth grows with the weight along a line, so a guess is the best
    one over a range of values: where two values stand for the same tree, all between
    them do.
    """

    def tree(value: int) -> bytes:
        changed = individual.copy()
        changed[gene] = value
        return grown(counted, changed)

    def changes(low: int, high: int, first: bytes, last: bytes) -> int:
        if first == last:
            return 0
        if high == low + 1:
            return 1
        middle = (low + high) // 2
        between = tree(middle)
        below = changes(low, middle, first, between)
        return below + changes(middle, high, between, last)

    low = VALUES[0]
    high = VALUES[-1]
    return 1 + changes(low, high, tree(low), tree(high))


def grown(counted: Counted, individual: np.ndarray) -> bytes:
    """The guesses of a tree and their parents, as one value."""
    player = mmlib.player(
        "one_step",
        objective="entropy",
        weights=counted.problem.decode(individual),
        first_guess=counted.first_guess,
    )
    tree = mmlib.strategy_tree(player, counted.rules)
    return tree.guess.tobytes() + tree.parent.tobytes()


def measure(
    arms: dict[str, tuple[str, dict, int]] = ARMS,
    seeds: Sequence[int] = SEEDS,
    board: tuple[int, int] = BOARD,
    first: str = FIRST,
) -> None:
    """Store how the searches went."""
    jobs = [(arm, *arms[arm], seed, [*board], first) for seed in seeds for arm in arms]
    found = measured("evolving_arms", searched, jobs, text=TEXT, run=parallel)
    store("evolving_arms", found, SETTINGS)


def measure_tunings(
    climbs: Sequence[int] = CLIMBS,
    board: tuple[int, int] = BOARD,
    first: str = FIRST,
) -> None:
    """Store how many trees a tuning tells apart."""
    jobs = [(seed, LOOKED_AT, [*board], first) for seed in climbs]
    looked_at = measured("evolving_arms_tunings", tunings, jobs, run=parallel)
    store("evolving_arms_tunings", looked_at, TUNING_SETTINGS)
