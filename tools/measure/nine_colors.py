"""The nine-color six-peg player: what its slips cost, and how far tuning brings it.

Beside what is bred stand as many codes that are drawn, of which the fittest is played.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

import mmlib
from tools.measure.experiment import measured, store

#: Pegs and colors of the source.
SIZE = (6, 9)

#: Guesses after which a game is stopped.
MOST = 100

#: Guesses after which it is stopped where the program is let play on.
MOST_LONG = 400

#: The seed of the games, that of the notebook.
SEED = 5

#: The seed of the games by which settings are chosen.
TUNING_SEED = 6

#: Games of each setting that is tried.
TUNING_GAMES = 300

#: Games of those that draw, which last several times as long.
DRAWN_GAMES = 100

#: Generations for each guess that are tried.
TRIED = (1, 2, 5, 10, 20, 40)

#: The most of them that the program is tried with. Its count of pegs takes ten times as
#: long as the standard one, and with more generations its games are longer, too.
MOST_OF_PROGRAM = 10

#: The least that is tried with a population drawn anew, and with drawn codes: with
#: fewer, most games are stopped.
LEAST_ANEW = 5

#: Codes in the program's population.
POPULATION = 1000

#: What takes the slips away.
MENDED = {"variant": "mended"}

#: The players: label, which one, its settings, and games.
PLAYERS = [
    ("the program", "nine_colors", {}, 4000),
    ("selection mended", "nine_colors", {"stale_selection": False}, 4000),
    ("feedback mended", "nine_colors", {"asymmetric_feedback": False}, 4000),
    ("both mended", "nine_colors", MENDED, 4000),
    ("5 generations", "nine_colors", {**MENDED, "generations": 5}, 2000),
    ("20, drawn anew", "anew", {"generations": 20}, 2000),
    ("21,000 drawn", "drawn", {"codes": 21_000}, 300),
    ("null model", "random_consistent", {}, 2000),
]

#: Games of each player of which is counted how they end.
ENDINGS = 500


class Anew:
    """The player without slips, but with a new random population for every guess."""

    name = "anew"

    def __init__(self, generations: int) -> None:
        self.settings = {"generations": generations}
        self.player = mmlib.player("nine_colors", **MENDED, generations=generations)

    def next_guess(
        self, history: mmlib.History, rng: np.random.Generator
    ) -> np.ndarray:
        """Begin a game here, and play its guess."""
        return self.player.start(history.rules).next_guess(history, rng)


class Drawn:
    """The fittest of so many random codes: nothing is bred."""

    name = "drawn"

    def __init__(self, codes: int) -> None:
        self.settings = {"codes": codes}

    def next_guess(
        self, history: mmlib.History, rng: np.random.Generator
    ) -> np.ndarray:
        """Draw, and play the first of the fittest."""
        codes = mmlib.random_codes(history.rules, self.settings["codes"], rng=rng)
        known = history.guesses, history.feedbacks
        fitness = mmlib.fitness.distance(codes, *known, black_weight=2)
        return codes[fitness.argmax()]


def player_of(name: str, settings: dict) -> object:
    """Make a player, of the registry or of this file."""
    own = {"anew": Anew, "drawn": Drawn}
    return own[name](**settings) if name in own else mmlib.player(name, **settings)


def alone(game: tuple, codes: np.ndarray) -> int:
    """Count the guesses of a game when one code alone could be the secret.

    Answers are counted as the game counted them.
    """
    fits = codes
    turns = 0
    for guess in mmlib.as_codes(game.moves.split()):
        turns += len(fits) == 1
        black, white = mmlib.feedback(guess, game.secret, scoring=game.scoring)
        row = mmlib.feedback_row(guess, fits, colors=SIZE[1], scoring=game.scoring)
        fits = fits[row == black * (SIZE[0] + 1) + white]
    return turns


def row_of(
    kind: str,
    label: str,
    name: str,
    settings: dict,
    games: int,
    seed: int,
    most: int = MOST,
) -> pd.DataFrame:
    """One player's games in one row.

    Of the first games of the players, how many guesses are made when one code alone
    could be the secret.
    """
    rules = mmlib.Rules(*SIZE, most)
    played = mmlib.play_many(
        player_of(name, settings), rules, games=games, seed=seed, description=label
    )
    row = {
        "experiment": kind,
        "label": label,
        "player": name,
        "settings": json.dumps(settings),
        "guesses": " ".join(map(str, played.guesses)),
        "stopped": int((~played.solved).sum()),
        "alone": "",
    }
    if kind == "players":
        codes = mmlib.all_codes(rules)
        some = played.head(ENDINGS)
        row["alone"] = " ".join(str(alone(game, codes)) for game in some.itertuples())
    return pd.DataFrame([row])


def tuning(tried: Sequence[int] = TRIED) -> list[tuple]:
    """List what is tried: the label, which player, its settings, and games."""
    found = []
    for n in tried:
        generations = {"generations": n}
        looked_at = {"codes": POPULATION * (n + 1)}
        kept = (f"kept {n}", "nine_colors", MENDED | generations, TUNING_GAMES)
        found.append(kept)
        if n <= MOST_OF_PROGRAM:
            found.append((f"the program {n}", "nine_colors", generations, TUNING_GAMES))
        if n >= LEAST_ANEW:
            found.append((f"anew {n}", "anew", generations, TUNING_GAMES))
            found.append((f"drawn {n}", "drawn", looked_at, DRAWN_GAMES))
    return found


def jobs() -> list[tuple]:
    """List what is played, as `row_of` is asked."""
    found = [("players", *player, SEED) for player in PLAYERS]
    found += [("tuning", *one, TUNING_SEED) for one in tuning()]
    label, name, settings, games = PLAYERS[0]
    return [*found, ("long", label, name, settings, games, SEED, MOST_LONG)]


#: What the stored result says of its settings.
SETTINGS = {
    "seed": SEED,
    "tuning_seed": TUNING_SEED,
    "players": PLAYERS,
    "tried": TRIED,
    "most_of_program": MOST_OF_PROGRAM,
    "least_anew": LEAST_ANEW,
    "drawn_games": DRAWN_GAMES,
    "tuning_games": TUNING_GAMES,
    "endings": ENDINGS,
    "most_guesses": [MOST, MOST_LONG],
}


def measure(asked: Sequence[tuple] | None = None) -> None:
    """Store the guesses of the players, of what was tried, and of the long games."""
    listed = jobs() if asked is None else asked
    frames = measured("nine_colors", row_of, listed, text=["guesses", "alone"])
    store("nine_colors", frames, SETTINGS)
