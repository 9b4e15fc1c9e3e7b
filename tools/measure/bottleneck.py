"""The player of this workbench, step by step, at many budgets, and on six boards.

It is put together step by step, and stands beside others at many budgets. It breeds
its guesses on every board here, also where it would list them otherwise; what breeding
is worth is measured by `tools.measure.evolutions_part`.
"""

from __future__ import annotations

from typing import NamedTuple

from tools.measure.experiment import SEED, games_of, measured, one_thread, store

#: Games of a step by board: every code so many times, or on 6 x 9 random ones.
STEP_GAMES = {(4, 6): 40, (5, 8): 1, (6, 9): 8000}

#: The setting by which guesses are bred on every board.
BREEDING = {"guesses": "bred"}

#: The settings of the player that goes by bits, without look ahead and exact endgame.
GREEDY = BREEDING | {"to_go": "entropy", "look_ahead": 0, "endgame": 0}

#: Steps from the null model to the player of this workbench, each with what is added.
STEPS = [
    ("any code that fits", "random_consistent", {"first_guess": "paired"}),
    (
        "evolved to tell most, of those that fit",
        "entropic",
        GREEDY | {"consistent_only": True},
    ),
    ("and of those that do not", "entropic", GREEDY),
    (
        "by guesses to go, not bits",
        "entropic",
        BREEDING | {"look_ahead": 0, "endgame": 0},
    ),
    ("with a look ahead", "entropic", BREEDING | {"endgame": 0}),
    ("with an exact endgame", "entropic", BREEDING),
]

#: Games at each budget by board: all players meet the same secrets.
BUDGET_GAMES = {(5, 8): 4000, (6, 9): 4000}

#: Players at many budgets: label, player, and the settings of each budget.
BUDGETS = [
    ("any code that fits", "random_consistent", [{"first_guess": "paired"}]),
    ("Le Adoga", "le_adoga", [{"variant": "as_coded"}]),
    ("Berghman", "berghman", [{"generations": n} for n in (3, 10, 30, 100)]),
    *[
        (
            f"Evo++ {score}",
            "evo",
            [
                {"consistent_set": n, "population": 1000, "score": score}
                for n in (1, 10, 40, 200)
            ],
        )
        for score in ("parts", "entropy")
    ],
    (
        "NHEA",
        "nhea",
        [{"generations": n, "guess_generations": 2 * n} for n in (3, 8, 22, 60)],
    ),
    (
        "entropic",
        "entropic",
        [{"budget": n} for n in (20, 50, 100, 200, 500, 1000, 2600, 10_000)],
    ),
    (
        "entropic, no look ahead",
        "entropic",
        [
            {"budget": n, "look_ahead": 0, "endgame": 0}
            for n in (20, 50, 100, 200, 500, 1000, 2600)
        ],
    ),
]

#: Games of the player on larger boards.
STRENGTH_GAMES = {(6, 9): 5000, (6, 10): 5000, (7, 10): 2000, (8, 12): 1000}

#: Games by board that are timed on one thread, at most.
TIMED_GAMES = {
    (4, 6): 1000,
    (5, 8): 300,
    (6, 9): 150,
    (6, 10): 100,
    (7, 10): 40,
    (8, 12): 15,
}


#: The board on which steps meet random codes, since it has too many to play them all.
SAMPLED = (6, 9)


class Asked(NamedTuple):
    """How many games are played of what, by board."""

    step: dict[tuple[int, int], int] = STEP_GAMES
    budget: dict[tuple[int, int], int] = BUDGET_GAMES
    strength: dict[tuple[int, int], int] = STRENGTH_GAMES
    timed: dict[tuple[int, int], int] = TIMED_GAMES


#: The games that are stored.
ASKED = Asked()


def jobs(asked: Asked = ASKED, budgets: list[tuple] = BUDGETS) -> list[tuple]:
    """List what is played: the experiment, and what `games_of` is asked."""
    whole = {size for size in asked.step if size != SAMPLED}
    found = [
        ("step", (size, *step, games, size in whole))
        for size, games in asked.step.items()
        for step in STEPS
    ]
    found += [
        ("budget", (size, label, name, settings, games))
        for size, games in asked.budget.items()
        for label, name, several in budgets
        for settings in several
    ]
    found += [
        ("board", (size, "entropic", "entropic", {}, games))
        for size, games in asked.strength.items()
    ]
    return found


#: What the stored results say of their settings.
SETTINGS = {"seed": SEED, "steps": STEPS, "budgets": BUDGETS}


def measure(asked: Asked = ASKED, budgets: list[tuple] = BUDGETS) -> None:
    """Store the games of the steps, the budgets and the boards, and what some take.

    What a game takes is its time on one thread.
    """
    played = jobs(asked, budgets)
    timed = [
        (kind, job)
        for kind, job in played
        if kind in ("budget", "board") or job[1] == "with an exact endgame"
    ]
    games = measured(
        "bottleneck", games_of, [job for _, job in played], text=["guesses"]
    )
    times = measured(
        "bottleneck_milliseconds",
        one_thread,
        [(*job[:4], asked.timed[job[0]]) for _, job in timed],
    )
    for name, kinds, frames in (
        ("bottleneck", played, games),
        ("bottleneck_milliseconds", timed, times),
    ):
        named = [
            frame.assign(experiment=kind)
            for (kind, _), frame in zip(kinds, frames, strict=True)
        ]
        store(name, named, SETTINGS)
