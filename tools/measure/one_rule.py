"""One formula for all boards, searched for on small ones and tried on others.

Five ways to search try equally many formulas: chance, a climber, CMA-ES, a genetic
algorithm, and one that only mutates. What each run found is scored on boards that it
did not see. The best there is the rule, and it is tried on larger ones. A sixth way
came later and had no part in the choice: the genetic algorithm without its crossover.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pandas as pd

import mmlib
from mmlib.experiments import results
from mmlib.game.codes import as_code
from mmlib.genetic.pygad_loop import SILENT
from mmlib.strategies.build_tree import grow
from mmlib.strategies.one_rule import (
    BOUNDS,
    FIRST_GUESSES,
    Coefficients,
    measure_of,
)
from mmlib.strategies.tuned import ELSEWHERE
from tools.measure.experiment import SEED, measured, parallel, store

#: Boards on which formulas are searched for, and on which one that was found is chosen.
SEARCHED_ON = [(4, 6), (4, 7), (4, 8), (5, 5), (5, 6), (6, 4)]
CHOSEN_ON = [(4, 9), (5, 7), (6, 5)]

#: Formulas that a run tries, each on all boards.
BUDGET = 400

#: Runs of each way to search.
RUNS = 3

#: Individuals of a population.
POPULATION = 20

#: Deviation of the coefficients that a run begins with, and of their changes.
START = 0.3
STEP = 0.15

#: Share of the coefficients that a change concerns.
SHARE = 0.3

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "searched_on": SEARCHED_ON,
    "chosen_on": CHOSEN_ON,
    "budget": BUDGET,
    "runs": RUNS,
    "population": POPULATION,
    "start": START,
    "step": STEP,
    "share": SHARE,
}


class Spent(BaseException):  # libraries that catch errors let it through
    """The run has tried all its formulas."""


@lru_cache(maxsize=1)
def records() -> pd.DataFrame:
    """The best trees that are known, and plain entropy, by board."""
    return results.read("record_trees").set_index("board")


def total(coefficients: np.ndarray, board: tuple[int, int]) -> int:
    """Guesses that all codes of a board take together by a formula.

    The first guess is that of the best tree known.
    """
    rules = mmlib.Rules(*board)
    by = measure_of(Coefficients(*coefficients), rules)
    first = as_code(FIRST_GUESSES[board], rules)
    return grow("one_rule", rules, [by], first=first, n_threads=1).total


def entropy_of(board: tuple[int, int]) -> int:
    """Guesses of plain entropy, from the best of three first guesses.

    On 6 x 9 it is from the one that was stored.
    """
    if board == (6, 9):
        stored = results.read("one_step_6x9")
        plain = (stored.objective == "entropy") & (stored.arithmetic == "exact")
        return int(stored.total[plain].sum())
    return int(records().entropy["{} x {}".format(*board)])


def excess(coefficients: np.ndarray, boards: list[tuple[int, int]]) -> float:
    """By how many percent a formula takes more guesses than plain entropy, on average.

    Each board counts the same.
    """
    each = [total(coefficients, board) / entropy_of(board) for board in boards]
    return 100 * (float(np.mean(each)) - 1)


class Watched:
    """The excess of formulas, and the best that was asked for."""

    def __init__(self) -> None:
        self.tried = 0
        self.best = np.zeros(len(Coefficients._fields))
        self.least = np.inf
        self.steps: list[str] = []

    def __call__(self, coefficients: np.ndarray) -> float:
        """The excess of one formula, its coefficients rounded to hundredths."""
        if self.tried == BUDGET:
            raise Spent
        rounded = np.clip(np.round(coefficients, 2), *BOUNDS)
        found = excess(rounded, SEARCHED_ON)
        self.tried += 1
        if found < self.least:
            self.least = found
            self.best = rounded
            self.steps.append(f"{self.tried}:{found:.4f}")
        return found


def started(rng: np.random.Generator, n: int) -> np.ndarray:
    """Formulas to begin with, float64 (n, coefficients)."""
    return rng.normal(0, START, (n, len(Coefficients._fields)))


def changed(coefficients: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The coefficients with some of them changed, one at least."""
    some = rng.random(coefficients.shape) < SHARE
    some[rng.integers(len(some))] = True
    return coefficients + some * rng.normal(0, STEP, coefficients.shape)


def by_chance(watched: Watched, rng: np.random.Generator) -> None:
    """Draw formulas as the others begin."""
    while True:
        watched(started(rng, 1)[0])


def by_climbing(watched: Watched, rng: np.random.Generator) -> None:
    """Change the best formula, and keep what is no worse."""
    best = started(rng, 1)[0]
    least = watched(best)
    while True:
        other = changed(best, rng)
        found = watched(other)
        if found <= least:
            best = other
            least = found


def by_cma(watched: Watched, rng: np.random.Generator) -> None:
    """Let CMA-ES search, with its own size of population."""
    import cma

    options = {"seed": int(rng.integers(1, 2**31)), "verbose": -9}
    search = cma.CMAEvolutionStrategy(started(rng, 1)[0], STEP, options)
    while True:
        people = search.ask()
        search.tell(people, [watched(one) for one in people])


def by_breeding(
    watched: Watched,
    rng: np.random.Generator,
    crossover: str | Callable | None = "uniform",
) -> None:
    """Let pygad breed: tournaments of three, two that stay, the climber's changes."""
    import pygad

    def change(children: np.ndarray, search: pygad.GA) -> np.ndarray:
        return np.array([changed(child, rng) for child in children])

    search = pygad.GA(
        num_generations=BUDGET,  # more than are reached
        num_parents_mating=POPULATION // 2,
        fitness_func=lambda search, one, place: -watched(one),
        initial_population=started(rng, POPULATION),
        parent_selection_type="tournament",
        crossover_type=crossover,
        mutation_type=change,
        keep_elitism=2,
        random_seed=int(rng.integers(1, 2**31)),
        suppress_warnings=True,
        logger=SILENT,
    )
    search.run()


def by_mutation(watched: Watched, rng: np.random.Generator) -> None:
    """As `by_breeding`, with neither crossover nor tournaments.

    Without a crossover pygad changes the individuals as they come: its two best, and
    others in their order.
    """
    by_breeding(watched, rng, crossover=None)


def by_tournaments(watched: Watched, rng: np.random.Generator) -> None:
    """As `by_breeding`, but each child is a copy of one parent before it is changed."""

    def copied(parents: np.ndarray, shape: tuple[int, int], _: object) -> np.ndarray:
        return np.resize(parents, shape)

    by_breeding(watched, rng, crossover=copied)


#: The ways to search, by label.
WAYS: dict[str, Callable[[Watched, np.random.Generator], None]] = {
    "chance": by_chance,
    "climber": by_climbing,
    "CMA-ES": by_cma,
    "genetic algorithm": by_breeding,
    "mutation alone": by_mutation,
    "tournaments, no crossover": by_tournaments,
}

#: The way that came when the rule was chosen.
LATER = "tournaments, no crossover"


def run(label: str, number: int) -> pd.DataFrame:
    """What one run found, in a row."""
    watched = Watched()
    rng = np.random.default_rng([SEED, list(WAYS).index(label), number])
    with contextlib.suppress(Spent):
        WAYS[label](watched, rng)
    row = {
        "way": label,
        "run": number,
        "tried": watched.tried,
        "excess": round(watched.least, 4),
        "excess_elsewhere": round(excess(watched.best, CHOSEN_ON), 4),
        "coefficients": " ".join(f"{one:.2f}" for one in watched.best),
        "steps": " ".join(watched.steps),
    }
    return pd.DataFrame([row])


def chosen(runs: pd.DataFrame) -> Coefficients:
    """The coefficients of the run whose formula is best where none searched."""
    best = runs.loc[runs.excess_elsewhere[runs.way != LATER].idxmin()]
    return Coefficients(*map(float, best.coefficients.split()))


def on_board(
    pegs: int, colors: int, first: str, coefficients: list[float]
) -> pd.DataFrame:
    """The totals of the rule on one board, and of a rule of one weight, in a row.

    That weight is 1.4, of the all-black answer. It was chosen before, on boards of up
    to 8,000 codes, 4 x 5 among them.
    """
    rules = mmlib.Rules(pegs, colors)
    rule = mmlib.player("one_rule", coefficients=coefficients, first_guess=first)
    weighted = mmlib.player(
        "one_step",
        objective="entropy",
        weights={(pegs, 0): ELSEWHERE[0]},
        first_guess=first,
    )
    tree = mmlib.strategy_tree(rule, rules)
    row = {
        "board": f"{pegs} x {colors}",
        "codes": rules.n_codes,
        "use": use_of((pegs, colors)),
        "first_guess": first,
        "entropy": entropy_of((pegs, colors)),
        "rule": tree.total,
        "one_weight": mmlib.strategy_tree(weighted, rules).total,
        "codes_by_turn": " ".join(map(str, tree.distribution[1:])),
    }
    return pd.DataFrame([row])


def use_of(board: tuple[int, int]) -> str:
    """What a board was for."""
    if board in SEARCHED_ON:
        return "searched on"
    return "chosen on" if board in CHOSEN_ON else "not seen"


def measure() -> None:
    """Store what the runs found, and the best formula on all boards."""
    jobs = [(label, number) for number in range(1, RUNS + 1) for label in WAYS]
    text = ["coefficients", "steps"]
    runs = measured("one_rule", run, jobs, text=text, run=parallel)
    store("one_rule", runs, SETTINGS)
    rule = chosen(pd.concat(runs, ignore_index=True))
    boards = [(*board, first, list(rule)) for board, first in FIRST_GUESSES.items()]
    text = ["first_guess", "codes_by_turn"]
    on_boards = measured("one_rule_boards", on_board, boards, text=text)
    store("one_rule_boards", on_boards, SETTINGS)
