"""Which weights of the all-black answer, turn by turn, do best on small boards.

The weights are then tried on larger ones.
"""

from __future__ import annotations

import itertools

import pandas as pd

import mmlib
from tools.measure.experiment import measured, parallel, store

#: Boards (pegs, colors) that choose the weights, of up to 8,000 codes.
CHOOSING = [
    (3, 7),
    (3, 10),
    (3, 13),
    (3, 16),
    *((4, c) for c in range(5, 10)),
    (5, 4),
    (5, 5),
    (5, 6),
]
CHOOSING += [(6, 3), (6, 4), (7, 3), (8, 3)]

#: Larger boards, on which these weights are tried.
FRESH = [
    *((4, c) for c in range(10, 14)),
    *((5, c) for c in range(7, 11)),
    (6, 5),
    (6, 6),
    (7, 4),
    (7, 5),
    (8, 4),
]

#: Weights of the second guess, the third, the fourth and the later ones, in tenths:
#: none falls from turn to turn.
SETS = list(itertools.combinations_with_replacement(range(10, 21, 2), 4))

#: What the stored result says of its settings.
SETTINGS = {"choosing": CHOOSING, "fresh": FRESH, "sets": len(SETS)}


def total(board: tuple[int, int], tenths: tuple[int, ...]) -> pd.DataFrame:
    """Guesses for all codes of a board with one set of weights."""
    pegs, colors = board
    weights = [{}, *({(pegs, 0): tenth / 10} for tenth in tenths)]
    player = mmlib.player("one_step", objective="entropy", weights=weights)
    row = {"pegs": pegs, "colors": colors, "weights": " ".join(map(str, tenths))}
    return pd.DataFrame(
        [row | {"total": mmlib.strategy_tree(player, mmlib.Rules(pegs, colors)).total}]
    )


def best_of(totals: pd.DataFrame) -> tuple[int, ...]:
    """The set with the least mean of relative totals; of equals the first."""
    wide = totals.pivot(index="weights", columns=["pegs", "colors"], values="total")
    return tuple(
        map(
            int,
            str(
                (wide / wide.loc["10 10 10 10"]).mean(axis=1).round(9).idxmin()
            ).split(),
        )
    )


def measure() -> None:
    """Store the totals."""
    jobs = [(board, tenths) for board in CHOOSING for tenths in SETS]
    chosen = measured("evolving_elsewhere", total, jobs, text=["weights"], run=parallel)
    best = best_of(pd.concat(chosen, ignore_index=True))
    jobs = [(board, tenths) for board in FRESH for tenths in (SETS[0], best)]
    fresh = measured("evolving_elsewhere", total, jobs, text=["weights"], run=parallel)
    store("evolving_elsewhere", [*chosen, *fresh], SETTINGS)
