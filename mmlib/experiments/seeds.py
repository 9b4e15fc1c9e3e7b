"""Where the secrets of an experiment and the draws of each of its games come from."""

import zlib

import numpy as np

from mmlib.checks import shown, whole_number
from mmlib.experiments.stable import texts_of
from mmlib.game.codes import DIGITS, MOST_LISTED, all_codes, as_codes, random_codes
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay


def secrets_of(
    rules: Rules, games: object, secrets: object, seed: int, name: str = "secrets"
) -> np.ndarray:
    """Return the secrets of an experiment.

    Drawn ones depend on the seed alone, so that all players meet the same.
    """
    if (games is None) == (secrets is None):
        raise ValueError(
            "games, secrets: give one of them: how many games, or against which secrets"
        )
    if isinstance(games, str) and games == "all":
        raise ValueError("games: 'all' is said in secrets='all' here")
    if secrets is None:
        games = whole_number(games, "games", 1, MOST_LISTED)
        draw = np.random.default_rng(
            np.random.SeedSequence([seed, zlib.crc32(b"secrets")])
        )
        return random_codes(rules, games, rng=draw)
    if isinstance(secrets, str) and secrets == "all":
        return all_codes(rules)
    if isinstance(secrets, str) and set(secrets.upper()) - set(f"{DIGITS}, "):
        raise ValueError(f"{name}: {shown(secrets)} is neither 'all' nor a code")
    codes = as_codes(secrets, rules, name=name)
    if not len(codes):
        raise ValueError(f"{name}: there are none")
    return codes


def config_of(player: SupportsPlay, rules: Rules, scoring: str) -> int:
    """Return the number that tells one experiment from another.

    It depends on the player, its settings, the size of the board and the scoring.
    """
    settings = getattr(player, "settings", {})
    if not isinstance(settings, dict):
        raise TypeError(
            f"player: its settings are a {type(settings).__name__}, "
            "not a dict of names and values"
        )
    settings = getattr(player, "_drawn_by", settings)
    described = (player.name, sorted(texts_of(settings, "player").items()))
    experiment: tuple = (described, rules.pegs, rules.colors, scoring)
    if not rules.repeats:
        experiment += ("without repeats",)
    return zlib.crc32(repr(experiment).encode())


def rng_of(seed: int, config: int, game: int) -> np.random.Generator:
    """Return what a game of an experiment draws from."""
    return np.random.Generator(
        np.random.PCG64(np.random.SeedSequence([seed, config, game]))
    )


def seed_of(seed: int, config: int, run: int) -> int:
    """Return the seed of a run of an experiment, which makes a generator of its own."""
    return int(np.random.SeedSequence([seed, config, run]).generate_state(1)[0])
