"""Fresh games for the one trend that the sweeps of "Le Adoga" show.

It is that of small and large tournaments.
"""

from __future__ import annotations

from tools.measure.experiment import SEED, measured, store
from tools.measure.le_adoga_sweeps import GAMES, row_of

#: Sizes of the tournaments.
SIZES = [0, 2, 20]

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED + 1,
    "games": GAMES,
    "variant": "as_described",
    "board": "5 x 8",
}


def measure() -> None:
    """Store the games of each size, in the form of the sweeps."""
    jobs = [
        (5, {"variant": "as_described", "tournament_size": size}, SEED + 1, GAMES)
        for size in SIZES
    ]
    frames = measured("le_adoga_tournament", row_of, jobs, text=["guesses"])
    rows = [
        f[["guesses"]].assign(tournament_size=size)
        for size, f in zip(SIZES, frames, strict=True)
    ]
    store(
        "le_adoga_tournament",
        [row[["tournament_size", "guesses"]] for row in rows],
        SETTINGS,
    )
