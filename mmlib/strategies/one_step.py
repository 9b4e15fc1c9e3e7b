"""One-step strategies: the guess that splits the possible codes best by one measure.

They look no further than the next answer.
"""

from functools import cached_property

import numpy as np

from mmlib.checks import finite_number, instance, shown, whole_number
from mmlib.game.history import History
from mmlib.game.rules import MAX_PEGS, Rules
from mmlib.game.scoring import SCORINGS, scoring_number
from mmlib.players.base import Playing
from mmlib.players.settings import setting
from mmlib.reason import exhaustive
from mmlib.reason.code_lists import colors_in, every_code
from mmlib.reason.exhaustive import DEPTH, MOST_CODES
from mmlib.reason.measures import OBJECTIVES
from mmlib.reason.symmetry import every_guess
from mmlib.strategies.base import Strategy, possible
from mmlib.strategies.best_guess import (
    GO_ON,
    best_by_any_count,
    best_split,
    salt_of,
)
from mmlib.strategies.build_tree import grow
from mmlib.strategies.objectives import Measure, objective_setting, prepare
from mmlib.strategies.tree import StrategyTree

#: What may be guessed: all codes, or only those that agree with every answer so far.
CANDIDATES = ("all", "consistent")

#: How measures are computed: exactly, or in single precision as another program does.
ARITHMETICS = ("exact", "single_precision")

#: Most codes of a board on which chance may settle which of equal guesses is made. Each
#: of them is then looked at; otherwise they are found by symmetry.
MOST_BY_CHANCE = 100_000

#: Least weight of an answer: one unit of 1 / `mmlib.strategies.objectives.WEIGHT`.
LEAST_WEIGHT = 1e-3

#: Greatest weight of an answer.
MOST_WEIGHT = 16.0

#: Weights of answers in the entropy, by black and white pegs.
Weights = dict[tuple[int, int], float]


def objectives_setting(value: object, name: str) -> str | tuple[str, ...]:
    """Check an ``objective`` setting: one objective, or several in turn.

    The last of several may be an exhaustive search.
    """
    several = (value,) if isinstance(value, str) else value
    if not isinstance(several, list | tuple) or not several:
        raise TypeError(
            f"objective: {shown(value)} is neither one of {', '.join(OBJECTIVES)} "
            "nor a list of them"
        )
    searches_at_last = len(several) > 1 and several[-1] == "exhaustive"
    for measured in several[:-1] if searches_at_last else several:
        objective_setting(measured)
    return several[0] if len(several) == 1 else tuple(several)


def weights_setting(value: object, name: str) -> Weights | tuple[Weights, ...] | None:
    """Check a ``weights`` setting as far as that goes without rules."""
    if isinstance(value, list | tuple) and value:
        return tuple(
            weights_setting(dict(instance(one, dict, name, "a dict of a turn")), name)
            or {}
            for one in value
        )
    if not instance(
        value, dict | None, name, "a dict such as {(4, 0): 1.5}, or a list of such,"
    ):
        return None
    checked = {}
    for answer, weight in value.items():
        if not (isinstance(answer, tuple) and len(answer) == 2):
            raise TypeError(f"{name}: {shown(answer)} is not an answer such as (4, 0)")
        black, white = (
            whole_number(pegs, f"{name}: pegs of {answer}", 0, MAX_PEGS)
            for pegs in answer
        )
        checked[black, white] = finite_number(
            weight, f"{name}: weight of {answer}", LEAST_WEIGHT, MOST_WEIGHT
        )
    return dict(sorted(checked.items()))


class OneStep(
    Strategy,
    name="one_step",
    source="folklore of one-step strategies",
    year=None,
    fidelity="exact",
    without_repeats=True,
    scorings=SCORINGS,
):
    """Play the guess that splits the codes still possible best, by a measure.

    Exact measures are compared as whole numbers (`mmlib.reason.measures`), so the
    strategy is the same on every machine. ValueError when it plays if there are too
    many codes.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)])
    >>> OneStep(objective="entropy").next_guess(history, np.random.default_rng(1))
    array([0, 3, 0, 4], dtype=uint8)
    >>> player = OneStep(objective=("expected_size", "expected_size", "exhaustive"))
    >>> player.tree(mm.Rules(3, 5)).total
    453

    Parameters
    ----------
    objective : str or tuple of str
        One of ``"largest"`` (the least largest class, "minimax"), ``"expected_size"``
        (the fewest codes left on average), ``"entropy"`` (the greatest) and ``"parts"``
        (the most classes); or two with a plus between, the second for what is equal by
        the first, as ``"parts+entropy"`` (``"largest"`` stands alone); or several of
        them in a tuple, for the first guess, the second, and so on, of which the last
        one goes on. The last one may also be ``"exhaustive"``: the guess with which the
        codes still possible take the fewest guesses together.
    candidates : {"all", "consistent"}
        Whether all codes or only the consistent ones may be guessed; exhaustive search
        tries all.
    weights : dict of (black, white) to float, or list of dict, optional
        Weights of answers in the entropy, 0.001 to 16; 1 for those not named. A list is
        for the first guess, the second, and so on, of which the last one goes on.
    arithmetic : {"exact", "single_precision"}
        Single precision is that of a well-known program, where rounding settles most
        ties (`single_precision`).
    exhaustive_up_to : int
        Once no more codes than that are possible, the search is exhaustive.
    tie_seed : int, optional
        Of equal guesses, possible codes come first; then lexicographic order decides,
        or with a number chance does. The chance falls the same way in the same position
        with the same number; on boards of up to 100,000 codes.
    first_guess : code or "random", optional
        By default the best one by the same rule.
    """

    objective: str | tuple[str, ...] = setting("expected_size", objectives_setting)
    candidates: str = setting("all", CANDIDATES)
    weights: Weights | tuple[Weights, ...] | None = setting(None, weights_setting)
    arithmetic: str = setting("exact", ARITHMETICS)
    exhaustive_up_to: int = setting(0, 0, MOST_CODES)
    tie_seed: int | None = setting(None, 0, 2**63 - 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights and set(self._objectives) != {"entropy"}:
            raise ValueError(
                "weights: they go with the objective 'entropy', "
                f"not {shown(self.objective)}"
            )

    @cached_property
    def _searches_at_last(self) -> bool:
        return isinstance(self.objective, tuple) and self.objective[-1] == "exhaustive"

    @cached_property
    def _objectives(self) -> tuple[str, ...]:
        """Those that measure: all but an exhaustive search at last."""
        if isinstance(self.objective, str):
            return (self.objective,)
        return self.objective[:-1] if self._searches_at_last else self.objective

    def tree(self, rules: Rules) -> StrategyTree:
        """Write the whole strategy out, as any `Strategy`.

        It is quicker where no search sets in.
        """
        if self._searches_at_last or self.exhaustive_up_to:
            return super().tree(rules)
        self.check_rules(rules)
        return grow(
            self.name,
            rules,
            [self._measure(turn, rules) for turn in range(len(self._plan))],
            only_consistent=self.candidates == "consistent",
            first=self._settled_first_guess(rules),
            tie_seed=self.tie_seed,
        )

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that leave too much to search."""
        every_code(rules)  # refuses what is too large
        if self.tie_seed is not None and rules.n_codes > MOST_BY_CHANCE:
            raise ValueError(
                f"tie_seed: {rules} have {rules.n_codes:,} codes, "
                f"over {MOST_BY_CHANCE:,}; without it equal guesses are found by "
                "symmetry, with it each is looked at"
            )
        if self._searches_at_last and rules.n_codes > MOST_CODES:
            raise ValueError(
                f"rules: {rules} have {rules.n_codes:,} codes; "
                f"exhaustive search at a certain turn takes up to {MOST_CODES:,}; "
                "beyond, set exhaustive_up_to="
            )
        for turn in range(len(self._plan)):
            self._measure(turn, rules)  # refuses what does not fit the board

    @cached_property
    def _plan(self) -> list[tuple]:
        """Objective and weights of each guess, from the first; the last ones go on."""
        weights = [self.weights]
        if isinstance(self.weights, tuple):
            weights = [one or {(0, 0): 1.0} for one in self.weights]
        each = (self._objectives, weights)
        return [
            tuple(of[min(turn, len(of) - 1)] for of in each)
            for turn in range(max(map(len, each)))
        ]

    def _measure(self, turn: int, rules: Rules) -> Measure:
        objective, weights = self._plan[min(turn, len(self._plan) - 1)]
        return prepare(
            objective,
            rules,
            weights,
            single_precision=self.arithmetic == "single_precision",
        )

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        if history.scoring == "standard":
            return super()._choose(history, rng, game)
        exact = self.arithmetic == "exact"
        if self._searches_at_last or self.exhaustive_up_to or not exact:
            raise ValueError(
                f"history: answers counted as {history.scoring!r}; exhaustive search "
                "and single precision need the standard count"
            )
        return self._remembering(history, self._best_by_any_count)

    def _best_by_any_count(self, history: History) -> int:
        """The guess of a position under another count, as its index."""
        codes = every_code(history.rules).codes
        by = self._measure(len(history), history.rules)
        only_consistent = self.candidates == "consistent"
        salt = salt_of(self.tie_seed)
        number = scoring_number(history.scoring)
        members = possible(history)
        asked = (members, by, only_consistent, salt)
        return int(best_by_any_count(codes, history.rules.colors, number, *asked))

    def _best(self, rules: Rules, members: np.ndarray, guesses: np.ndarray) -> int:
        turn = len(guesses)
        if len(members) <= self.exhaustive_up_to or (
            self._searches_at_last and turn >= len(self._objectives)
        ):
            search = exhaustive.shared(rules)
            # a limit on guesses is not looked at; however late, ten are left
            left = max(DEPTH - turn, DEPTH // 2)
            # solves the position, or refuses it where that takes too long
            search.total(members, guesses, left, effort=exhaustive.MOST_EFFORT)
            return search.guess(members, guesses, left)
        every = every_guess(rules)
        by = self._measure(turn, rules)
        only_consistent = self.candidates == "consistent"
        salt = salt_of(self.tie_seed)
        used = colors_in(guesses)
        guess, _ = best_split(every, members, used, by, only_consistent, salt, GO_ON)
        return guess
