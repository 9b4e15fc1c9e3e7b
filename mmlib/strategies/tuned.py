"""The strategy whose weights of answers were tuned for the board."""

import csv
import dataclasses
from functools import lru_cache
from importlib.resources import files

import numpy as np

from mmlib.game.rules import Rules
from mmlib.game.scoring import answers_of
from mmlib.strategies.base import Strategy
from mmlib.strategies.objectives import WEIGHT
from mmlib.strategies.one_step import OneStep
from mmlib.strategies.tree import StrategyTree

#: The file of the weights that were found, a board a row.
#: `tools.measure.evolving_boards` writes it.
STORED = files("mmlib.strategies") / "weights.csv"

#: Weights of the all-black answer on other boards, turn by turn from the second guess
#: on. `tools.measure.evolving_elsewhere` chose them. Other answers weigh 1.
ELSEWHERE = (1.4, 1.4, 1.4, 1.4)

#: Most codes of a board: a search for weights writes strategies out again and again.
MOST_CODES = 100_000


class Tuned(Strategy, name="tuned", source="mmlib", year=2026, fidelity="exact"):
    """Play the guess of the greatest entropy, with tuned weights of answers.

    It is `one_step` with `weights`. Twelve boards have a first guess and weights by
    turn of their own. `mm.evolve_strategy` found them, and they are stored. On other
    boards of up to 100,000 codes only the all-black answer weighs more than 1, namely
    1.4: a guess that may be right is preferred. That was chosen on boards of up to
    8,000 codes. Nobody tuned weights for larger boards: ValueError.

    How the stored weights were found:

    - On 4 x 5, 4 x 6, 4 x 7, 4 x 8, 5 x 5 and 6 x 4 by populations of four on two
      islands. A child fights only its own parent. One child in a hundred takes the
      weights of one turn from another parent, and nine of ten get one weight tuned: all
      its values are tried. So these are climbers side by side rather than a genetic
      algorithm. The weights of 4 x 6 are the best of ten such runs.
    - On 4 x 9, 4 x 10, 5 x 6, 5 x 7, 5 x 8 and 6 x 5 by two climbers: the population is
      1, and there is no crossover. They change a few weights at random.

    Source: this workbench's own, after Gur, "The Quality of Information: a weighted
    entropy approach to near-optimal Mastermind", arXiv 2511.19446 (2025), where a
    genetic algorithm finds weights for 4 x 6.

    >>> Tuned().tree(mm.Rules(4, 6))
    StrategyTree(tuned, 4 pegs x 6 colors, 5632 guesses for 1296 codes)

    Parameters
    ----------
    first_guess : code or "random", optional
        By default the stored one, or else the best one by the same rule.
    """

    def check_rules(self, rules: Rules) -> None:
        """Refuse boards that are too large to tune weights for."""
        super().check_rules(rules)
        if rules.n_codes > MOST_CODES:
            raise ValueError(
                f"rules: {rules} have {rules.n_codes:,} codes; nobody tuned weights "
                f"for more than {MOST_CODES:,}: far_sighted plays there"
            )

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out, as any `Strategy`."""
        self.check_rules(rules)
        by = weighted(rules)
        if self.first_guess is not None:
            by = dataclasses.replace(by, first_guess=self.first_guess)
        return dataclasses.replace(by.tree(rules), player=self.name)

    def _own_first_guess(self, rules: Rules) -> np.ndarray | None:
        return weighted(rules)._first_guess(rules, None)

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        return weighted(rules)._best(rules, members, guesses)


@lru_cache(maxsize=64)
def weighted(rules: Rules) -> OneStep:
    """The one-step strategy with the weights of a board."""
    first, weights = stored_weights().get((rules.pegs, rules.colors), (None, None))
    if weights is None:
        weights = [{}, *({(rules.pegs, 0): weight} for weight in ELSEWHERE)]
    return OneStep(objective="entropy", weights=weights, first_guess=first)


def stored_weights() -> dict[tuple[int, int], tuple[str, list[dict]]]:
    """Return each board's first guess and its weights, by pegs and colors.

    The weights are those of the first guess, the second, and so on.
    """
    found = {}
    for board, row in _rows().items():
        units = np.array(row["weights"].split(), dtype=int)
        stages = units.reshape(int(row["stages"]), -1)
        sets = [by_answer(Rules(*board), one) for one in stages]
        found[board] = row["first_guess"], [{}, *sets]
    return found


def stored_total(rules: Rules, stages: int, first: str) -> int | None:
    """The guesses that all codes take with the stored weights of a board.

    None if there are none, or they have another first guess or other stages.
    """
    row = _rows().get((rules.pegs, rules.colors))
    if row is None or (row["first_guess"], row["stages"]) != (first, str(stages)):
        return None
    return int(row["total"])


@lru_cache(maxsize=1)
def _rows() -> dict[tuple[int, int], dict[str, str]]:
    """The stored rows, by pegs and colors."""
    with STORED.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {(int(row["pegs"]), int(row["colors"])): row for row in rows}


def by_answer(rules: Rules, units: np.ndarray) -> dict[tuple[int, int], float]:
    """Return weights by answer, as a player takes them.

    They are given in the order of `answers_of`, in units of 1 / `WEIGHT`.
    """
    return dict(zip(answers_of(rules), (units / WEIGHT).tolist(), strict=True))
