"""Players on boards of up to 12 pegs and 16 colors."""

from __future__ import annotations

import mmlib
from mmlib.report import published
from tools.measure.experiment import SEED, games_of, measured, store

#: Games of the null model on every board of Rosu's table.
ROSU_GAMES = 4000

#: Games of a player on every board of the two series.
GROWTH_GAMES = 400

#: The boards of two series (pegs, colors): more and more pegs, and more and more
#: colors.
GROWTH = [
    *[(pegs, 8) for pegs in range(3, 11)],
    *[(5, colors) for colors in range(4, 17, 2) if colors != 8],
]

#: The players of both series by label: name, settings, and the codes of the largest
#: board that a player can be asked to play on.
GROWING = {
    "any code that fits": ("random_consistent", {"first_guess": "paired"}, 10**10),
    "first code that evolves": ("merelo", {}, 10**15),
    "Le Adoga": ("le_adoga", {"variant": "as_coded"}, 3 * 10**6),
    "Berghman": ("berghman", {}, 10**15),
    "Evo++": ("evo", {}, 10**15),
    "NHEA": ("nhea", {}, 10**15),
    "entropic": ("entropic", {"guesses": "bred"}, 10**15),
}

#: What the stored result says of its settings.
SETTINGS = {"seed": SEED, "boards": GROWTH, "players": GROWING}


def measure() -> None:
    """Store the games of Rosu's table and of the two series of boards."""
    boards = published.random_consistent_rosu
    jobs = [
        ("Rosu", ((p, c), "any code that fits", "random_consistent", {}, ROSU_GAMES))
        for p, c in zip(boards.pegs.tolist(), boards.colors.tolist(), strict=True)
    ]
    jobs += [
        ("growth", (size, label, name, settings, GROWTH_GAMES))
        for size in GROWTH
        for label, (name, settings, most) in GROWING.items()
        if mmlib.Rules(*size).n_codes <= most
    ]
    frames = measured(
        "larger_boards", games_of, [job for _, job in jobs], text=["guesses"]
    )
    store(
        "larger_boards",
        [f.assign(experiment=kind) for (kind, _), f in zip(jobs, frames, strict=True)],
        SETTINGS,
    )
