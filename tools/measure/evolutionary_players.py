"""The evolutionary players on the boards of their papers, and with one idea less."""

from __future__ import annotations

from tools.measure.experiment import SEED, games_of, measured, store

#: Games of a player on each board (pegs, colors). All meet the same secrets.
GAMES = {
    (4, 6): 5000,
    (4, 8): 5000,
    (5, 8): 5000,
    (6, 9): 3000,
    (6, 10): 3000,
    (7, 10): 1000,
    (8, 12): 200,
}

#: Games of Evo on each board, as many as its sources play.
EVO_GAMES = 5000

#: Games of each idea on a board.
IDEA_GAMES = 2000

#: Evo's population by board, where a row prints none: that of Evo10 there.
POPULATIONS = {
    (4, 8): 200,
    (5, 8): 600,
    (5, 9): 800,
    (6, 9): 800,
    (6, 10): 1000,
    (7, 10): 1500,
}

#: Board, label, player and settings of what the papers print.
PLAYERS = [
    *[
        (board, "Berghman", "berghman", {})
        for board in ((4, 6), (5, 8), (6, 9), (8, 12))
    ],
    *[
        (
            board,
            f"Evo++ {score} {population}/{size}",
            "evo",
            {"score": score, "population": population} | wanted,
        )
        for board, score, population, size in (
            ((4, 8), "parts", 400, 30),
            ((5, 8), "parts", 600, 40),
            ((5, 8), "parts", 1000, 80),
            ((5, 9), "parts", 800, 80),
            ((6, 9), "parts", 1000, 100),
            ((6, 9), "parts", 2000, 200),
            ((5, 8), "entropy", 1000, 200),
            ((6, 9), "entropy", 2000, 200),
        )
        for wanted in [{"consistent_set": size}]
    ],
    *[
        (
            board,
            label,
            "evo",
            {"population": population, "consistent_set": size, "score": score},
        )
        for board, population in POPULATIONS.items()
        for label, size, score in (
            ("Evo10", 10, "parts"),
            ("EFE16", 16, "entropy"),
            ("EFE8", 8, "entropy"),
        )
    ],
    *[
        (
            board,
            f"FastEvoEntropy {population}/{size}",
            "evo",
            {"population": population, "consistent_set": size, "score": "entropy"},
        )
        for board, population, size in (
            ((5, 8), 768, 32),
            ((5, 8), 768, 256),
            ((5, 8), 1024, 256),
            ((6, 9), 1024, 32),
            ((6, 9), 1024, 256),
            ((6, 9), 2048, 256),
        )
    ],
    *[(board, "NHEA", "nhea", {}) for board in ((5, 8), (6, 9))],
    ((5, 8), "Merelo", "merelo", {}),
    *[
        (board, "random consistent", "random_consistent", {"first_guess": "paired"})
        for board in GAMES
    ],
    *[(board, "entropic", "entropic", {"guesses": "bred"}) for board in GAMES],
]

#: Player and settings with one idea less, or another choice. All begin with one first
#: guess.
IDEAS = [
    *[
        ("berghman", {"choice": choice})
        for choice in ("random", "most_similar", "expected_remaining")
    ],
    *[
        ("evo", {"consistent_set": size, "population": 1000})
        for size in (1, 10, 20, 40, 80, 200)
    ],
    *[
        ("evo", {"consistent_set": size, "population": 1000, "score": "entropy"})
        for size in (10, 20, 40, 80, 200)
    ],
    (
        "evo",
        {
            "consistent_set": 200,
            "population": 1000,
            "score": "entropy",
            "endgames": False,
        },
    ),
    *[
        ("nhea", settings)
        for settings in ({}, {"eligible_only": True}, {"guess_generations": 0})
    ],
    *[
        ("nhea", {"objective": objective})
        for objective in ("expected_size", "parts", "largest")
    ],
    (
        "entropic",
        {"consistent_only": True, "to_go": "entropy", "look_ahead": 0, "endgame": 0},
    ),
    ("entropic", {"to_go": "entropy", "look_ahead": 0, "endgame": 0}),
]

#: What is played: board, label, player, settings, and games.
JOBS = [(*job, EVO_GAMES if job[2] == "evo" else GAMES[job[0]]) for job in PLAYERS] + [
    (size, "idea", name, {"first_guess": "paired"} | settings, IDEA_GAMES)
    for size in ((5, 8), (6, 9))
    for name, settings in IDEAS
]

#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "games": {"{} x {}".format(*size): n for size, n in GAMES.items()},
    "games of Evo": EVO_GAMES,
    "games of an idea": IDEA_GAMES,
}


def measure() -> None:
    """Store the games of every player, and of every idea on two boards."""
    store(
        "evolutionary_players",
        measured("evolutionary_players", games_of, JOBS, text=["guesses"]),
        SETTINGS,
    )
