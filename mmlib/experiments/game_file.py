"""A game as a JSON file.

The stories of its turns are not kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from mmlib.checks import instance, storable, whole_number
from mmlib.engine.files import GAME, GAME_MARK, as_path, save
from mmlib.game.codes import as_code, as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import black_and_white, feedback_matrix

#: What a file has, besides what it is about and its sum.
FIELDS = (
    *("player", "pegs", "colors", "max_guesses", "scoring", "secret"),
    *("guesses", "feedbacks", "generations", "evaluations", "seed"),
)


def save_game(path: str | Path, game: Any) -> None:
    """Write a game to a file."""
    path = as_path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"path: there is no folder {path.parent}")
    rules = game.rules
    contents = {
        "about": GAME_MARK.decode(),
        "player": storable(game.player, "player"),
        "pegs": rules.pegs,
        "colors": rules.colors,
        "max_guesses": rules.max_guesses,
        "scoring": game.scoring,
        "secret": None if game.secret is None else as_text(game.secret),
        "guesses": [as_text(guess) for guess in game.guesses],
        "feedbacks": game.feedbacks.tolist(),
        "generations": int(game.generations),
        "evaluations": int(game.evaluations),
        "seed": game.seed,
    }
    if not rules.repeats:
        contents["repeats"] = False
    save(path, json.dumps(contents).encode(), GAME)


def read_game(path: str | Path) -> tuple[dict[str, Any], bool]:
    """Read what a `Game` has from a file, and whether it was edited since.

    Raises ValueError that names the path if it holds no game, or one that cannot be.
    """
    path = as_path(path)
    content = path.read_bytes()
    try:
        game = _checked(json.loads(content))
    except KeyError as error:
        raise ValueError(f"path: {path} holds no game: it has no {error}") from error
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise ValueError(f"path: {path} holds no game: {error}") from error
    return game, GAME.is_sealed(content) and not GAME.is_untouched(content)


def _checked(contents: object) -> dict[str, Any]:
    """The fields of a game, after checking that there can be one."""
    given: dict = instance(contents, dict, "file", "a JSON object")
    player, pegs, colors, most, scoring, secret, *rest = (
        given[name] for name in FIELDS
    )
    guesses, feedbacks, generations, evaluations, seed = rest
    storable(instance(player, str, "player", "a text"), "player")
    rules = Rules(pegs, colors, most, repeats=given.get("repeats", True))
    instance(guesses, list, "guesses", "a list")
    history = History(rules, guesses, feedbacks, scoring=scoring)
    found = history.feedbacks[:, 0] == rules.pegs
    if len(history) > rules.max_guesses or found[:-1].any():
        raise ValueError("guesses: the game went on after its end")
    if len(history) < rules.max_guesses and not found.any():
        raise ValueError("guesses: the game is not over")
    if secret is not None:
        secret = as_code(secret, rules, name="secret")
        _check_answers(history, secret)
    return {
        "player": player,
        "rules": rules,
        "secret": secret,
        "guesses": history.guesses,
        "feedbacks": history.feedbacks,
        "solved": bool(found.any()),
        "generations": whole_number(generations, "generations", 0, 2**63 - 1),
        "evaluations": whole_number(evaluations, "evaluations", 0, 2**63 - 1),
        "scoring": scoring,
        "seed": seed if seed is None else whole_number(seed, "seed", 0, 2**63 - 1),
    }


def _check_answers(history: History, secret: np.ndarray) -> None:
    """Refuse answers that are not those of the secret."""
    rules = history.rules
    coded = feedback_matrix(
        history.guesses,
        secret[np.newaxis],
        colors=rules.colors,
        scoring=history.scoring,
    )
    earned = np.stack(black_and_white(coded[:, 0], rules.pegs), axis=1)
    wrong = np.flatnonzero((earned != history.feedbacks).any(axis=1))
    if len(wrong):
        turn = wrong[0]
        black, white = earned[turn]
        raise ValueError(
            f"feedbacks: the secret earns {black} black and {white} white in turn "
            f"{turn + 1}, but {history.feedbacks[turn].tolist()} came"
        )
