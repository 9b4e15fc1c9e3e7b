"""The optima that are proved here, each of them twice, with different hashes.

A total that both runs agree on is stored, and the tree of it where that took long. This
takes some hours on two cores, nearly all of them for the largest boards.
"""

from __future__ import annotations

import resource
import time

import pandas as pd

import mmlib
from mmlib.engine.files import replace_files
from mmlib.reason.exhaustive import DEPTH
from mmlib.strategies.best_tree import FOUND
from mmlib.strategies.build_tree import write_out
from mmlib.strategies.prove_optimum import MOST_EFFORT, proved
from tools.measure.best_trees import contents
from tools.measure.experiment import ROOT, measured, store

#: The boards (pegs, colors), those of fewer codes first.
BOARDS = sorted(
    [(2, colors) for colors in range(2, 17)]
    + [(3, colors) for colors in range(2, 14)]
    + [(4, colors) for colors in range(2, 11)]
    + [(5, colors) for colors in range(2, 7)]
    + [(6, 2), (6, 3), (6, 4), (7, 2), (7, 3), (8, 2)],
    key=lambda board: board[1] ** board[0],
)

#: Trees as text, which `tools/check_certificate.py` checks: a file a board.
CERTIFICATES = ROOT / "data" / "certificates"

#: The numbers by which two runs choose their hashes.
HASHES = (0, 1)

#: What the stored result says of its settings.
SETTINGS = {
    "boards": ["{} x {}".format(*board) for board in BOARDS],
    "hashes": list(HASHES),
}

#: Fewest codes of a board whose tree is stored; smaller ones take some seconds.
LARGE = 3000


def proof(pegs: int, colors: int, hashes: int, *, repeats: bool = True) -> pd.DataFrame:
    """Prove an optimum; return the guesses of its tree, a node a row, and the rest.

    The gigabytes are the most that the process had so far, other boards included.
    """
    began = time.perf_counter()
    rules = mmlib.Rules(pegs, colors, repeats=repeats)
    found = proved(rules, None, DEPTH, MOST_EFFORT, hashes)
    seconds = time.perf_counter() - began
    every = mmlib.all_codes(rules)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # in gibibytes
    return pd.DataFrame(
        {
            "guess": found.tree.guess,
            "total": found.total,
            "first_guess": mmlib.codes.as_text(every[found.tree.guess[0]]),
            "positions": found.positions,
            "pairs": found.pairs,
            "seconds": round(seconds, 1),
            "gigabytes": round(most, 1),
            "codes_by_turn": " ".join(map(str, found.tree.distribution[1:])),
        }
    )


def agreed(runs: list[pd.DataFrame]) -> pd.DataFrame:
    """The row of a board, on which all runs must agree but for what they took."""
    rows = [run.drop(columns="guess").iloc[:1] for run in runs]
    if len({(row.total[0], row.codes_by_turn[0]) for row in rows}) > 1:
        raise RuntimeError(f"the runs do not agree: {pd.concat(rows)}")
    return rows[0].assign(runs=len(runs))


def keep_tree(
    rules: mmlib.Rules, guesses: pd.Series, player: str, *, stored: bool
) -> None:
    """Write a tree as text, and for `mm.best_tree` if it is to be stored."""
    name = f"{rules.pegs}{'x' if rules.repeats else 'of'}{rules.colors}"
    if stored:
        replace_files({FOUND / f"{name}.npz": contents(guesses, player)})
    left = iter(guesses.tolist())
    tree = write_out(player, rules, lambda *position: next(left))
    CERTIFICATES.mkdir(exist_ok=True)
    text = CERTIFICATES / f"{name}.txt"
    text.unlink(missing_ok=True)  # as text it replaces nothing
    tree.save(text, format="text")


def measure(boards: list[tuple[int, int]] = BOARDS) -> None:
    """Store a row a board, and the trees of large ones."""
    jobs = [(*board, hashes) for board in boards for hashes in HASHES]
    text = ["first_guess", "codes_by_turn"]
    found = dict(
        zip(jobs, measured("proved_optima", proof, jobs, text=text), strict=True)
    )
    rows = []
    for pegs, colors in boards:
        runs = [found[pegs, colors, hashes] for hashes in HASHES]
        row = agreed(runs)
        n_codes = colors**pegs
        row.insert(0, "board", f"{pegs} x {colors}")
        row.insert(1, "codes", n_codes)
        rows.append(row)
        rules = mmlib.Rules(pegs, colors)
        keep_tree(rules, runs[0].guess, "optimal", stored=n_codes >= LARGE)
    store("proved_optima", rows, SETTINGS)
