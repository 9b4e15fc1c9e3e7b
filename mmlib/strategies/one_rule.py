"""One rule for all boards: what a class costs, as a formula of ten coefficients.

The coefficients were found on small boards and stay the same on every other.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.checks import finite_number, shown
from mmlib.engine.coding import answer_of, n_answers, solved_answer
from mmlib.engine.splits import FORMULA
from mmlib.game.codes import as_code
from mmlib.game.rules import Rules, size_of
from mmlib.game.scoring import answers_of
from mmlib.players.settings import setting
from mmlib.reason.code_lists import colors_in, every_code
from mmlib.reason.symmetry import every_guess
from mmlib.strategies.base import Strategy
from mmlib.strategies.best_guess import GO_ON, best_split
from mmlib.strategies.build_tree import grow
from mmlib.strategies.objectives import WEIGHT, WEIGHTED_BIT, Measure
from mmlib.strategies.tree import StrategyTree

#: Least and greatest coefficient.
BOUNDS = (-2.0, 2.0)

#: Least weight of an answer, whatever the coefficients make of it.
LEAST_WEIGHT = 0.05


class Coefficients(NamedTuple):
    """The coefficients of the formula; with all of them 0 it is plain entropy."""

    # of the weight of an answer, with its share b of black pegs and w of white ones
    b: float = 0.0
    w: float = 0.0
    bb: float = 0.0
    ww: float = 0.0
    bw: float = 0.0
    # of what each code of its class costs besides
    level_b: float = 0.0
    level_w: float = 0.0
    # what a class costs besides: nearly all of it if it has many codes, 0 if it has one
    several: float = 0.0
    # what it is worth that a guess may be right: a bonus, and a share of what a code of
    # all that are left costs
    bonus: float = 0.0
    share: float = 0.0


#: The coefficients that were found: `tools.measure.one_rule`.
FOUND = Coefficients(
    b=0.13,
    w=-0.06,
    bb=0.29,
    ww=0.27,
    bw=-0.07,
    level_b=-0.04,
    level_w=-0.16,
    several=-0.20,
    bonus=-0.33,
    share=0.66,
)

#: First guesses by board: those of the best trees known (`tools.measure.record_trees`),
#: which on the largest boards are plain entropy's, and on 6 x 9 that of the stored
#: one-step strategies.
FIRST_GUESSES = {
    (4, 5): "0012",
    (4, 6): "0012",
    (4, 7): "0012",
    (4, 8): "0123",
    (4, 9): "0123",
    (4, 10): "0123",
    (5, 5): "00112",
    (5, 6): "00112",
    (5, 7): "00112",
    (5, 8): "00112",
    (5, 9): "00123",
    (5, 10): "00123",
    (6, 4): "000112",
    (6, 5): "001122",
    (6, 6): "000112",
    (6, 7): "001123",
    (6, 8): "001122",
    (6, 9): "001123",
}


def coefficients_setting(value: object, name: str) -> Coefficients:
    """Check ten coefficients."""
    if not isinstance(value, list | tuple | np.ndarray):
        raise TypeError(f"{name}: {shown(value)} is not a list of ten numbers")
    if len(value) != len(Coefficients._fields):
        raise ValueError(f"{name}: they are {len(value)} numbers, not ten")
    return Coefficients(
        *(
            finite_number(one, f"{name}: {field}", *BOUNDS)
            for field, one in zip(Coefficients._fields, value, strict=True)
        )
    )


def measure_of(coefficients: Coefficients, rules: Rules) -> Measure:
    """Make the formula ready for a board."""
    c = coefficients
    answers = n_answers(rules.pegs)
    weights = np.zeros(answers, np.int64)
    levels = np.zeros(answers, np.int64)
    unit = WEIGHT * WEIGHTED_BIT
    possible = [answer_of(*answer, rules.pegs) for answer in answers_of(rules)]
    for coded, (black, white) in zip(possible, answers_of(rules), strict=True):
        b = black / rules.pegs
        w = white / rules.pegs
        weight = 1 + c.b * b + c.w * w + c.bb * b * b + c.ww * w * w + c.bw * b * w
        weights[coded] = round(WEIGHT * max(weight, LEAST_WEIGHT))
        levels[coded] = round(unit * (c.level_b * b + c.level_w * w))
    solved = solved_answer(rules.pegs)
    weights[solved] = round(WEIGHT * c.share)
    levels[solved] = round(-unit * c.bonus)
    impossible = np.setdiff1d(np.arange(answers), possible)  # they are never counted
    others = np.setdiff1d(possible, [solved])
    weights[impossible] = weights[others].max()
    levels[impossible] = levels[others].max()
    size = np.arange(rules.n_codes + 2)
    at_least_one = np.maximum(size, 1)
    bits = size * np.log2(at_least_one) + c.several * (1 - 1 / at_least_one)
    table = np.rint(WEIGHTED_BIT * bits).astype(np.int64)
    return Measure(FORMULA, table, rules.n_codes.bit_length(), weights, levels)


class OneRule(Strategy, name="one_rule", source="mmlib", year=2026, fidelity="exact"):
    """Play by one rule on all boards: the guess whose classes cost least by a formula.

    A class of ``n`` codes behind an answer of ``b`` black and ``w`` white pegs, as
    shares of the pegs, costs the first lines below, in bits; ``bb`` is ``b * b``. The
    all-black answer costs the last one, where ``m`` is what a code costs of all that
    are left: ``log2`` of their number, nearly. A possible code that tells all codes
    apart is made at once. ValueError when it plays if there are too many codes.

    The coefficients were searched for on six boards and chosen on three; the runs are
    stored. By climbing, by CMA-ES and by a genetic algorithm nothing was found that
    three runs tell from what chance found, and these coefficients were drawn by chance.
    On nine other boards it takes 0.33 % fewer to 0.27 % more guesses than the greatest
    entropy; on four of six pegs nothing is gained. A weight, which the first bracket
    is, is never below 0.05.

    Source: this workbench's own, after the weights of `mm.evolve_strategy`.

    >>> print(OneRule().formula)
    (1 + 0.13 b - 0.06 w + 0.29 bb + 0.27 ww - 0.07 bw)
      x (n log2 n - 0.2 (1 - 1/n)) + (-0.04 b - 0.16 w) n
    all black: 0.33 - 0.66 m
    >>> OneRule().tree(mm.Rules(4, 6))
    StrategyTree(one_rule, 4 pegs x 6 colors, 5669 guesses for 1296 codes)

    Parameters
    ----------
    coefficients : ten float, optional
        Those of the formula, -2 to 2 each, in the order in which they stand in it; of
        the last line with the other sign. With all of them 0 it is the greatest
        entropy. By default those that were found.
    first_guess : code or "random", optional
        By default, on eighteen boards of four to six pegs, a stored one: mostly that of
        the best strategy known. Elsewhere it is the best one by the formula.
    """

    coefficients: Coefficients = setting(FOUND, coefficients_setting)

    @property
    def formula(self) -> str:
        """The formula with its coefficients: what a class costs, in bits."""
        c = self.coefficients
        weight = f"1 {_plus(c.b)} b {_plus(c.w)} w {_plus(c.bb)} bb"
        weight += f" {_plus(c.ww)} ww {_plus(c.bw)} bw"
        value = f"n log2 n {_plus(c.several)} (1 - 1/n)"
        level = f"{c.level_b:g} b {_plus(c.level_w)} w"
        return (
            f"({weight})\n"
            f"  x ({value}) + ({level}) n\n"
            f"all black: {-c.bonus:g} {_plus(-c.share)} m"
        )

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out, as any `Strategy`."""
        self.check_rules(rules)
        return grow(
            self.name,
            rules,
            [measure_of(self.coefficients, rules)],
            first=self._settled_first_guess(rules),
        )

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too many codes to look at."""
        super().check_rules(rules)
        every_code(rules)  # refuses what is too large

    def _own_first_guess(self, rules: Rules) -> np.ndarray | None:
        first = FIRST_GUESSES.get((rules.pegs, rules.colors))
        return None if first is None else as_code(first, rules)

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        by = _measure_on(self.coefficients, rules)
        every = every_guess(rules)
        used = colors_in(guesses)
        guess, _ = best_split(every, members, used, by, False, np.uint64(0), GO_ON)
        return guess


@lru_cache(maxsize=8)
def _measure_on(coefficients: Coefficients, rules: Rules) -> Measure:
    """As `measure_of`, remembered: a game asks for it turn by turn."""
    return measure_of(coefficients, size_of(rules))


def _plus(number: float) -> str:
    """A number with its sign before it, as a summand."""
    return f"{'-' if number < 0 else '+'} {abs(number):g}"
