"""How few guesses strategies of weighted entropy can take on 4 x 6.

After the first guess there are some positions, in each of which the weights of the
second guess choose. Each choice has a regret: by how much the least guesses after it,
whatever is played then, exceed the least ones of the position. Which choices can be
made together is a mixed integer linear program; the least sum of regrets bounds what
any weights reach.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import block_diag, csr_matrix, hstack, vstack

import mmlib
from mmlib.game.scoring import answers_of
from mmlib.reason.exhaustive import DEPTH, ExhaustiveSearch
from mmlib.strategies.breed_weights import VALUES
from mmlib.strategies.objectives import prepare
from tools.measure.experiment import store

#: The board.
RULES = mmlib.Rules(4, 6)

#: The first guess.
FIRST = "0012"

#: Choices with a greater regret are left out: the least sum found is smaller, so no
#: better one has such a choice.
MOST_REGRET = 6

#: What the stored result says of its settings.
SETTINGS = {
    "board": "4 x 6",
    "first guess": FIRST,
    "weights": [VALUES[0], VALUES[-1]],
    "greatest regret": MOST_REGRET,
}

#: The answers that have weights, coded, in the order of the weights.
ANSWERS = [black * (RULES.pegs + 1) + white for black, white in answers_of(RULES)]


@cache
def search() -> ExhaustiveSearch:
    """One search for all positions."""
    return ExhaustiveSearch(RULES, DEPTH)


def least(members: np.ndarray, guesses: list[np.ndarray]) -> int:
    """The least guesses that some codes can take together after others."""
    if len(members) <= 2:
        return 2 * len(members) - 1
    return search().total(
        members.astype(np.int32), np.array(guesses), DEPTH - len(guesses)
    )


def choices_of(members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the guess of each choice in a position, and its costs by answer.

    The costs are those where all weights are 1.
    """
    codes = mmlib.all_codes(RULES)
    # members come first
    order = np.concatenate((members, np.setdiff1d(np.arange(len(codes)), members)))
    sizes = mmlib.partitions.class_sizes(
        codes[order], codes[members], colors=RULES.colors
    )
    _, first = np.unique(sizes, axis=0, return_index=True)
    # a guess that tells no codes apart is no choice
    first = np.sort(first[sizes[first].max(axis=1) < len(members)])
    table = prepare("entropy", RULES, {(0, 0): 1.0}).table
    costs = table[sizes[first]] - sizes[first] * (table[len(members)] // len(members))
    return order[first], costs[:, ANSWERS].astype(float)


def regret_of(guess: int, members: np.ndarray, best: int) -> int | None:
    """The regret of a guess in a position, unless it is too great."""
    codes = mmlib.all_codes(RULES)
    row = mmlib.feedback_row(codes[guess], codes[members], colors=RULES.colors)
    classes = [
        members[row == answer] for answer in np.unique(row) if answer != ANSWERS[-1]
    ]
    total = len(members) + sum(2 * len(among) - 1 for among in classes)
    for among in sorted(classes, key=len):
        if total > best + MOST_REGRET:
            return None
        total += least(among, [mmlib.as_code(FIRST), codes[guess]]) - (
            2 * len(among) - 1
        )
    return total - best if total <= best + MOST_REGRET else None


def positions() -> list[dict]:
    """List the positions after the first guess.

    Each has its answer, its codes, the least guesses, and the choices with their
    regrets.
    """
    codes = mmlib.all_codes(RULES)
    first = mmlib.as_code(FIRST)
    row = mmlib.feedback_row(first, codes, colors=RULES.colors)
    found = []
    for answer in np.unique(row):
        members = np.flatnonzero(row == answer)
        if len(members) == 1:
            continue
        best = least(members, [first])
        guesses, costs = choices_of(members)
        regrets = {
            i: regret_of(guess, members, best) for i, guess in enumerate(guesses)
        }
        regrets = {i: regret for i, regret in regrets.items() if regret is not None}
        black, white = divmod(int(answer), RULES.pegs + 1)
        found.append(
            {"black": black, "white": white, "codes": len(members), "least": best}
            | {"guesses": guesses, "costs": costs, "regrets": regrets}
        )
    return found


def least_regrets(found: list[dict]) -> tuple[np.ndarray, float]:
    """Find which choices can be made together with the least sum of regrets.

    Return one choice a position, and a bound of that sum. A choice can be made if it
    costs no more than any other of its position. That equal ones go by order is left
    out, so the bound holds for them too.
    """
    low = VALUES[0] / VALUES[-1]
    high = 1.0
    left = []
    right = []
    limits = []
    for position in found:
        costs = position["costs"] / np.abs(position["costs"]).max()
        these = list(position["regrets"])
        blocks = [costs[i] - costs for i in these]
        # by so much a choice can cost more, if it is not made
        most = [high * np.maximum(block, 0).sum(axis=1) for block in blocks]
        left.append(csr_matrix(np.vstack(blocks)))
        right.append(block_diag([column[:, np.newaxis] for column in most]))
        limits.append(np.concatenate(most))
    n = len(ANSWERS)
    counts = [len(position["regrets"]) for position in found]
    rules = hstack([vstack(left), block_diag(right)]).tocsr()
    one = hstack(
        [
            csr_matrix((len(found), n)),
            block_diag([np.ones((1, count)) for count in counts]),
        ]
    )
    regrets = np.concatenate([list(position["regrets"].values()) for position in found])
    solved = milp(
        np.concatenate((np.zeros(n), regrets)),
        constraints=[
            LinearConstraint(rules, -np.inf, np.concatenate(limits)),
            LinearConstraint(one, 1, 1),
        ],
        integrality=np.arange(n + len(regrets)) >= n,
        bounds=Bounds(np.where(np.arange(n + len(regrets)) < n, low, 0), high),
    )
    made = np.split(solved.x[n:], np.cumsum(counts)[:-1])
    return np.array([int(choice.argmax()) for choice in made]), float(
        solved.mip_dual_bound
    )


def measure() -> None:
    """Store the positions with the choices of the least sum of regrets."""
    found = positions()
    chosen, bound = least_regrets(found)
    codes = mmlib.all_codes(RULES)
    rows = []
    for position, choice in zip(found, chosen, strict=True):
        i, regret = list(position["regrets"].items())[choice]
        row = {name: position[name] for name in ("black", "white", "codes", "least")}
        without = sum(regret == 0 for regret in position["regrets"].values())
        guess = mmlib.codes.as_text(codes[position["guesses"][i]])
        row |= {
            "choices": len(position["guesses"]),
            "without_regret": without,
            "guess": guess,
            "regret": regret,
        }
        rows.append(row | {"least_sum": round(bound, 6)})
    store("least_by_turn", [pd.DataFrame(rows)], SETTINGS)
