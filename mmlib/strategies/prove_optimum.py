"""The optimum of a board, proved: the least guesses for all codes together."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from mmlib.checks import whole_number
from mmlib.engine.progress_bar import progress
from mmlib.game.codes import as_code, as_text, check_rules, index_of
from mmlib.game.history import History
from mmlib.game.rules import Rules, size_of
from mmlib.reason import board_optimum, exhaustive
from mmlib.reason.code_lists import every_code
from mmlib.reason.exhaustive import DEPTH, NEVER, ExhaustiveSearch
from mmlib.reason.first_guess import kinds
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.tree import StrategyTree

#: Pairs of codes that a proof may score: some ten minutes on two cores.
EFFORT = 2 * 10**12

#: The largest effort that can be allowed.
MOST_EFFORT = 10**18


@dataclass(frozen=True, eq=False)
class Proof:
    """What `prove_optimum` found: the least total, and why there is none below it.

    Attributes
    ----------
    rules : Rules
        Pegs and colors.
    tree : StrategyTree
        A strategy of the least total; of these, one of least variance.
    first_guesses : DataFrame
        A row for each first guess that is not like another one, in the order of the
        search: its ``code``; the lower ``bound`` of its total before the search; the
        ``total``, which is the least one where ``solved``, and else a lower bound,
        which is no less than the least total found before (which one depends on what
        the threads came to first); how many ``pairs`` of codes were scored for it; and
        how many ``positions`` were remembered.
    hashes : int
        Which hashes positions were remembered by.
    """

    rules: Rules
    tree: StrategyTree
    first_guesses: pd.DataFrame
    hashes: int

    @property
    def total(self) -> int:
        """The least guesses for all codes together."""
        return self.tree.total

    @property
    def pairs(self) -> int:
        """Pairs of codes that were scored: what the proof took."""
        return int(self.first_guesses["pairs"].sum())

    @property
    def positions(self) -> int:
        """Positions that were remembered."""
        return int(self.first_guesses["positions"].sum())

    def __repr__(self) -> str:
        return (
            f"Proof({self.rules}: {self.total:,} guesses, "
            f"{self.positions:,} positions, {self.pairs:,} pairs scored)"
        )


def prove_optimum(
    rules: Rules,
    *,
    first_guess: object = None,
    max_guesses: int | None = None,
    effort: int = EFFORT,
    hashes: int = 0,
) -> Proof:
    """Prove how few guesses all codes of a board can take together.

    Branch and bound: every first guess that differs by more than color names and the
    order of pegs is solved, or refuted once the bounds of its classes add up to no less
    than the best total found. Positions are remembered by hashes of 64 bits, which two
    of them could share, however unlikely that is. So a total counts as proved once two
    runs with different `hashes` agree. Source of the method: K. Koyama, T. W. Lai, "An
    optimal Mastermind strategy", J. Recreational Mathematics 25 (1993).

    Raises TypeError if an argument is malformed; ValueError if one is out of range, if
    the proof is expected to take more than `effort` or has taken it, or if no strategy
    finds every code within `max_guesses`. Ctrl-C ends it.

    Parameters
    ----------
    rules : Rules
        Pegs and colors; the limit on guesses is not looked at.
    first_guess : code, optional
        The only first guess to look at; by default all are.
    max_guesses : int in 1..20, optional
        Most guesses that a code may take; by default all that are of use.
    effort : int, optional
        Pairs of codes that may be scored. ``4 x 8`` takes 7 * 10**10, ``4 x 9`` ten
        times as many; a core scores some 3 * 10**9 a second.
    hashes : int, optional
        Another number remembers positions by other hashes.

    Returns
    -------
    Proof
        ``total``, ``tree``, ``first_guesses``, ``pairs``, ``positions``.

    Examples
    --------
    >>> proof = mm.prove_optimum(mm.Rules(4, 5))
    >>> proof.total
    2463
    >>> proof.first_guesses[["code", "bound", "total", "solved"]].iloc[:1]
       code  bound  total  solved
    0  0012   2333   2463    True
    """
    check_rules(rules)
    first = None if first_guess is None else as_code(first_guess, rules)
    if max_guesses is not None:
        max_guesses = whole_number(max_guesses, "max_guesses", 1, DEPTH)
    effort = whole_number(effort, "effort", 1, MOST_EFFORT)
    hashes = whole_number(hashes, "hashes", 0, 2**63 - 1)
    check_effort(rules, effort)
    text = None if first is None else as_text(first)
    return proved(size_of(rules), text, max_guesses or DEPTH, effort, hashes)


def check_effort(rules: Rules, effort: int, scoring: str = "standard") -> None:
    """Refuse rules whose proof is expected to take more than the effort."""
    every_code(rules)  # refuses what is too large
    expected = board_optimum.expected_effort(rules, scoring)
    if expected > effort:
        alone = ""
        rather = "give a larger effort"
        if scoring == "black_only":
            alone = " with black pegs alone"
            rather += ", or let 'entropic' play"
        raise ValueError(
            f"effort: the optimum of {rules}{alone}, which have {rules.n_codes:,} "
            f"codes, is expected to take {_rounded(expected)} pairs of codes to score; "
            f"{_rounded(effort)} are allowed; {rather}"
        )


def _rounded(effort: float) -> str:
    """An effort to its first digit, as one can type it as a whole number."""
    digit, power = f"{effort:.0e}".split("e")
    return f"{digit} * 10**{int(power)}"


@lru_cache(maxsize=32)
def proved(
    rules: Rules, first: str | None, depth: int, effort: int, hashes: int
) -> Proof:
    """As `prove_optimum`, of checked arguments; what was proved is kept."""
    search = ExhaustiveSearch(rules, depth, least_variance=True, hashes=hashes)
    codes = kinds(rules) if first is None else as_code(first, rules)[np.newaxis]
    found = search_first_guesses(search, codes, effort)
    root = index_of(board_optimum.best_of(found).code, rules)

    def choose(history: History, members: np.ndarray) -> int:
        if not len(history):
            return int(root)
        return guess_of(search, members, history.guesses)

    tree = write_out("optimal", rules, choose)
    return Proof(rules, tree, as_frame(found), hashes)


def search_first_guesses(
    search: ExhaustiveSearch, codes: np.ndarray, effort: int
) -> list[board_optimum.FirstGuess]:
    """Solve or refute first guesses, behind a bar.

    Raises ValueError once the effort is spent, and if no strategy keeps to the depth.
    """
    rules = search.rules
    expected = board_optimum.expected_effort(rules, search.scoring)
    description = f"optimum of {rules}, some {_rounded(expected)} pairs"
    with progress(
        total=len(codes) * rules.n_codes, description=description, unit="code"
    ) as bar:
        bar.refresh()  # it may take minutes

        def tell(code: np.ndarray, n: int) -> None:
            bar.set_postfix_str(as_text(code), refresh=False)
            bar.update(n)

        try:
            found = board_optimum.solve(search, codes, effort=effort, tell=tell)
        except board_optimum.SpentError:
            raise ValueError(
                f"effort: the optimum of {rules} is not found once "
                f"{_rounded(effort)} pairs of codes are scored; allow more"
            ) from None
    if board_optimum.best_of(found) is None:
        raise ValueError(
            f"max_guesses: no strategy finds every code of {rules} "
            f"within {search.depth} guesses"
        )
    return found


def guess_of(search: ExhaustiveSearch, members: np.ndarray, guesses: np.ndarray) -> int:
    """The best guess of a position after some guesses, as its index."""
    left = search.depth - len(guesses)
    if len(members) <= 2 or left < 1 or search.total(members, guesses, left) >= NEVER:
        # the best there is, or max_guesses cannot be kept to any more
        return int(members[0])
    return search.guess(members, guesses, left)


def as_frame(found: list[board_optimum.FirstGuess]) -> pd.DataFrame:
    """The first guesses as rows, their costs in guesses."""
    rows = [
        {
            "code": as_text(first.code),
            "bound": first.bound // exhaustive.PER_GUESS,
            "total": first.cost // exhaustive.PER_GUESS,
            "solved": first.is_exact,
            "pairs": first.pairs,
            "positions": first.positions,
        }
        for first in found
    ]
    return pd.DataFrame(rows)
