"""The optima of boards without repeats, such as Bulls and Cows, each proved twice.

Of Bulls and Cows it is also found, once, how few seventh guesses are needed: the search
for the least total counts such a guess several times over. All takes most of an
hour on two cores.
"""

from __future__ import annotations

import functools
import time

import numpy as np
import pandas as pd

import mmlib
from mmlib.reason.exhaustive import DEPTH, ExhaustiveSearch
from mmlib.reason.first_guess import kinds
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.prove_optimum import (
    MOST_EFFORT,
    guess_of,
    search_first_guesses,
)
from tools.measure.experiment import measured, store
from tools.measure.proved_optima import HASHES, LARGE, agreed, keep_tree, proof

#: The boards (pegs, colors).
BOARDS = [
    *((2, colors) for colors in range(2, 11)),
    *((3, colors) for colors in range(3, 11)),
    *((4, colors) for colors in range(4, 11)),
    *((5, colors) for colors in range(5, 8)),
    (6, 6),
]

#: Bulls and Cows (pegs, colors).
BULLS = (4, 10)

#: The guess that few codes should have to wait for.
LATE = 7

#: For how many guesses it counts. With 1, no more late guesses are made than the least
#: total needs. With 4001 one late guess less is worth more than any total: with 49 of
#: them all codes take at most 6 * 5040 + 49 guesses, less than 4000 above the best with
#: 50. Where no game takes more than seven guesses, each late guess is that of a code.
WEIGHTS = [1, 2, 4, 11, 41, 401, 4001]

#: What one guess costs: so much that of strategies with the same cost the one with the
#: fewest late guesses is found.
UNIT = 1 << 20

#: What the stored result says of its settings.
SETTINGS = {
    "boards": ["{} of {}".format(*board) for board in BOARDS],
    "hashes": list(HASHES),
}

#: What the stored result of late guesses says of its settings.
LATE_SETTINGS = {"board": "{} of {}".format(*BULLS), "guess": LATE, "weights": WEIGHTS}


def proof_without_repeats(pegs: int, colors: int, hashes: int) -> pd.DataFrame:
    """As `proof`, of a board without repeats."""
    return proof(pegs, colors, hashes, repeats=False)


def few_late(pegs: int, colors: int, late: int, weight: int) -> pd.DataFrame:
    """Find the best strategy if guesses from `late` on count `weight` times.

    Of those that cost the same, it has the fewest of these guesses.
    """
    began = time.perf_counter()
    rules = mmlib.Rules(pegs, colors, repeats=False)
    turn = DEPTH - np.arange(DEPTH + 1) + 1
    costs = np.where(turn < late, UNIT, weight * UNIT + 1)
    search = ExhaustiveSearch(rules, DEPTH, costs=costs)
    [first] = search_first_guesses(search, kinds(rules), MOST_EFFORT)
    root = int(mmlib.codes.code_index(first.code[np.newaxis], colors, repeats=False)[0])

    def choose(history: mmlib.History, members: np.ndarray) -> int:
        return guess_of(search, members, history.guesses) if len(history) else root

    tree = write_out("optimal", rules, choose)
    tree.check()
    by_turn = tree.distribution[1:]
    row = {
        "weight": weight,
        "total": tree.total,
        "late": int(by_turn[late - 1 :].sum()),
        "pairs": first.pairs,
        "seconds": round(time.perf_counter() - began, 1),
        "codes_by_turn": " ".join(map(str, by_turn)),
    }
    return pd.DataFrame([row])


def measure(
    boards: list[tuple[int, int]] = BOARDS,
    bulls: tuple[int, int] = BULLS,
    weights: list[int] = WEIGHTS,
) -> None:
    """Store a row a board, and a row a weight."""
    jobs = [(*board, hashes) for board in boards for hashes in HASHES]
    prove = functools.partial(measured, text=["first_guess", "codes_by_turn"])
    proofs = prove("without_repeats", proof_without_repeats, jobs)
    found = dict(zip(jobs, proofs, strict=True))
    rows = []
    for pegs, colors in boards:
        runs = [found[pegs, colors, hashes] for hashes in HASHES]
        rules = mmlib.Rules(pegs, colors, repeats=False)
        row = agreed(runs)
        row.insert(0, "board", f"{pegs} of {colors}")
        row.insert(1, "codes", rules.n_codes)
        rows.append(row)
        stored = rules.n_codes >= LARGE
        keep_tree(rules, runs[0].guess, "optimal", stored=stored)
    store("without_repeats", rows, SETTINGS)
    jobs = [(*bulls, LATE, weight) for weight in weights]
    late = measured("few_late_guesses", few_late, jobs, text=["codes_by_turn"])
    store("few_late_guesses", late, LATE_SETTINGS)
