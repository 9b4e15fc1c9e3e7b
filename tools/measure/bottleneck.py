"""The player of this workbench: put together step by step, at many budgets beside others, and on six boards."""

from __future__ import annotations

from tools.measure.experiment import SEED, games_of, measured, one_thread, store

#: Games: every code so many times, or random ones.
STEP_GAMES = {(4, 6): 40, (5, 8): 1, (6, 9): 8000}
#: Steps from the null model to the player of this workbench, each with what is added.
GREEDY = {"to_go": "entropy", "look_ahead": 0, "endgame": 0}
STEPS = [
    ("any code that fits", "random_consistent", {"first_guess": "paired"}),
    ("evolved to tell most, of those that fit", "entropic", GREEDY | {"consistent_only": True}),
    ("and of those that do not", "entropic", GREEDY),
    ("by guesses to go, not bits", "entropic", {"look_ahead": 0, "endgame": 0}),
    ("with a look ahead", "entropic", {"endgame": 0}),
    ("with an exact endgame", "entropic", {}),
]
#: The control: as many guesses compared, but drawn at once instead of bred; without the exact endgame, which takes the
#: longer the more guesses it is given. The first label is that of the step with the same settings.
CONTROL_GAMES = {**STEP_GAMES, (7, 10): 2000, (8, 12): 1000}
CONTROLS = [("with a look ahead", {"endgame": 0}), ("drawn, not bred", {"endgame": 0, "population": 2600})]
#: Players at many budgets: all meet the same secrets.
BUDGET_GAMES = {(5, 8): 4000, (6, 9): 4000}
BUDGETS = [
    ("any code that fits", "random_consistent", [{"first_guess": "paired"}]),
    ("Le Adoga", "le_adoga", [{"variant": "as_coded"}]),
    ("Berghman", "berghman", [{"generations": n} for n in (3, 10, 30, 100)]),
    *[
        (f"Evo++ {score}", "evo", [{"consistent_set": n, "population": 1000, "score": score} for n in (1, 10, 40, 200)])
        for score in ("parts", "entropy")
    ],
    ("NHEA", "nhea", [{"generations": n, "guess_generations": 2 * n} for n in (3, 8, 22, 60)]),
    ("entropic", "entropic", [{"budget": n} for n in (20, 50, 100, 200, 500, 1000, 2600, 10_000)]),
    (
        "entropic, no look ahead",
        "entropic",
        [{"budget": n, "look_ahead": 0, "endgame": 0} for n in (20, 50, 100, 200, 500, 1000, 2600)],
    ),
]
#: Games of the player on larger boards; games at most that are timed on one thread.
STRENGTH_GAMES = {(6, 9): 5000, (6, 10): 5000, (7, 10): 2000, (8, 12): 1000}
TIMED_GAMES = {(4, 6): 1000, (5, 8): 300, (6, 9): 150, (6, 10): 100, (7, 10): 40, (8, 12): 15}


def jobs() -> list[tuple[str, tuple]]:
    """Experiment, and what `games_of` is asked."""
    found = [("step", (size, *step, n, size != (6, 9))) for size, n in STEP_GAMES.items() for step in STEPS]
    found += [
        ("budget", (size, label, name, settings, n))
        for size, n in BUDGET_GAMES.items()
        for label, name, several in BUDGETS
        for settings in several
    ]
    found += [("board", (size, "entropic", "entropic", {}, n)) for size, n in STRENGTH_GAMES.items()]
    found += [
        ("control", (size, label, "entropic", settings, n, size in STEP_GAMES and size != (6, 9)))
        for size, n in CONTROL_GAMES.items()
        for label, settings in CONTROLS
    ]
    return found


SETTINGS = {"seed": SEED, "steps": STEPS, "controls": CONTROLS, "budgets": BUDGETS}


def measure() -> None:
    """Store the games of the steps, of the budgets, and of the player on all boards, and what some take."""
    asked = jobs()
    timed = [(kind, job) for kind, job in asked if kind in ("budget", "board") or job[1] == "with an exact endgame"]
    games = measured("bottleneck", games_of, [job for _, job in asked], text=["guesses"])
    times = measured("bottleneck_milliseconds", one_thread, [(*job[:4], TIMED_GAMES[job[0]]) for _, job in timed])
    for name, kinds, frames in (("bottleneck", asked, games), ("bottleneck_milliseconds", timed, times)):
        store(name, [f.assign(experiment=kind) for (kind, _), f in zip(kinds, frames, strict=True)], SETTINGS)
