"""The strategy that a genetic algorithm evolved for the board.

It weighs answers, or breeds its guesses and remembers them.
"""

import csv
import dataclasses
from functools import lru_cache
from importlib.resources import files

import numpy as np

from mmlib.game.codes import as_code, check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import answers_of
from mmlib.players.base import Player, Playing, Search
from mmlib.players.entropic import Entropic
from mmlib.players.far_sighted import FarSighted
from mmlib.reason.consistent import MOST_FILTERED
from mmlib.strategies.objectives import WEIGHT
from mmlib.strategies.one_step import OneStep
from mmlib.strategies.openings import openings, position
from mmlib.strategies.tree import StrategyTree

#: The file of the weights that were evolved, a board a row.
#: `tools.measure.evolving_boards` writes it.
STORED = files("mmlib.strategies") / "evolved.csv"

#: Weights of the all-black answer on other boards, turn by turn from the second guess
#: on. `tools.measure.evolving_elsewhere` chose them. Other answers weigh 1.
ELSEWHERE = (1.4, 1.4, 1.4, 1.4)

#: Most codes whose strategies can be written out again and again; on larger boards
#: each guess is bred.
MOST_CODES = 100_000


class Evolved(Player, name="evolved", source="mmlib", year=2026, fidelity="exact"):
    """Play the guess of the greatest entropy, with evolved weights of answers.

    A genetic algorithm evolved the weights. Some boards have weights by turn, and a
    first guess, of their own, from `mm.evolve_strategy`; they are stored. On others of
    up to 100,000 codes only the all-black answer weighs more than 1, namely 1.4: a
    guess that may be right is preferred. That was chosen on boards of up to 8,000
    codes. On these boards the player is a strategy, as `one_step` with `weights`. On
    larger ones it breeds each guess: as `far_sighted` up to five million codes, where
    it remembers what it bred and so is a strategy too, one that grows as it is played;
    beyond as `entropic`. On 6 x 9 its second and third guesses are stored, the best of
    some that were bred.

    Source: this workbench's own, after Gur, "The Quality of Information: a weighted
    entropy approach to near-optimal Mastermind", arXiv 2511.19446 (2025), where a
    genetic algorithm finds weights for 4 x 6.

    >>> Evolved().tree(mm.Rules(4, 6))
    StrategyTree(evolved, 4 pegs x 6 colors, 5632 guesses for 1296 codes)

    Parameters
    ----------
    first_guess : code or "random", optional
        By default the one that was evolved, the best one, or the paired code.
    """

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out, as any `Strategy`."""
        check_rules(rules)
        by = playing(rules)
        if not isinstance(by, OneStep):
            raise ValueError(
                f"rules: {rules} have {rules.n_codes:,} codes; "
                f"over {MOST_CODES:,} {self.name} draws"
            )
        if self.first_guess is not None:
            by = dataclasses.replace(by, first_guess=self.first_guess)
        return dataclasses.replace(by.tree(rules), player=self.name)

    def population_size(self, rules: Rules) -> int:
        """Tell how many codes a population has; 0 where it breeds none."""
        check_rules(rules)
        return playing(rules).population_size(rules)

    def _own_first_guess(self, rules: Rules) -> np.ndarray | None:
        return playing(rules)._first_guess(rules, None)

    def _draws(self, rules: Rules) -> bool:
        return playing(rules)._draws(rules)

    def _setup(self, rules: Rules) -> tuple:
        return playing(rules)._setup(rules)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        by = playing(history.rules)
        if isinstance(by, FarSighted):
            stored = openings().get(position(history))
            if stored is not None:
                game.search = Search()  # none was needed
                return as_code(stored)
        return by._choose(history, rng, game)


@lru_cache(maxsize=64)
def playing(rules: Rules) -> OneStep | Entropic:
    """The player that plays on a board."""
    if rules.n_codes > MOST_CODES:
        return FarSighted() if rules.n_codes <= MOST_FILTERED else Entropic()
    first, weights = stored_weights().get((rules.pegs, rules.colors), (None, None))
    if weights is None:
        weights = [{}, *({(rules.pegs, 0): weight} for weight in ELSEWHERE)]
    return OneStep(objective="entropy", weights=weights, first_guess=first)


@lru_cache(maxsize=1)
def stored_weights() -> dict[tuple[int, int], tuple[str, list[dict]]]:
    """Read each board's first guess and its weights, by pegs and colors.

    The weights are those of the first guess, the second, and so on.
    """
    found = {}
    with STORED.open(newline="") as file:
        for row in csv.DictReader(file):
            rules = Rules(int(row["pegs"]), int(row["colors"]))
            units = np.array(row["weights"].split(), dtype=int)
            stages = units.reshape(int(row["stages"]), -1)
            sets = [by_answer(rules, one) for one in stages]
            found[rules.pegs, rules.colors] = row["first_guess"], [{}, *sets]
    return found


def by_answer(rules: Rules, units: np.ndarray) -> dict[tuple[int, int], float]:
    """Return weights by answer, as a player takes them.

    They are given in the order of `answers_of`, in units of 1 / `WEIGHT`.
    """
    return dict(zip(answers_of(rules), (units / WEIGHT).tolist(), strict=True))
