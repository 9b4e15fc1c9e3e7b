"""Sweeps: one player under many settings, against the same secrets."""

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from mmlib.checks import asked, listed, shown, storable
from mmlib.experiments.many import COLUMNS, Experiment, in_parts, story_of
from mmlib.experiments.results import resumable, seed_to_keep
from mmlib.experiments.seeds import secrets_of
from mmlib.experiments.stable import texts_of
from mmlib.game.codes import check_rules
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player

#: Columns of `play_many` that a sweep has too.
PLAYED = [name for name in COLUMNS if name not in ("moves", "scoring")]

#: Columns of text.
TEXT = ["player", "secret"]

#: The name of the column ``generations`` where one of the settings is called so.
BRED = "generations_bred"

#: Names that no setting can have.
TAKEN = {"player", "secret", "guesses", "solved", "evaluations", BRED}


def sweep(  # noqa: PLR0913
    player: str | Callable[..., SupportsPlay],
    rules: Rules,
    grid: dict[str, list] | list[dict],
    *,
    games: int | None = None,
    secrets: ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = -1,
    store: str | Path | None = None,
    description: str | None = None,
) -> pd.DataFrame:
    """Play many games under each of several settings.

    Raises TypeError or ValueError if an argument is malformed, before anything is
    played, or if `store` holds another experiment; FileExistsError if a file stands
    there that `sweep` did not write; RuntimeError if another process writes that
    result.

    Parameters
    ----------
    player : str or callable
        A name from the registry; or a class or function of yours that makes a player,
        with the settings as keywords.
    rules : Rules
        Pegs, colors and guesses allowed.
    grid : dict of lists, or list of dicts
        The settings: all combinations of the values listed for each name, or one dict a
        setting.
    games, secrets : int, and array_like of int, list of str, or "all"; one of them
        How many games under each setting, against the same secrets; or these, as for
        `play_many`.
    seed, n_jobs : int, optional
        As for `play_many`, whose games these are; the workers share the games of all
        settings. With `store` the seed has to be given.
    store : str or Path, optional
        Name of a result in ``data/results`` of a checkout, else in the current folder;
        or a path without ending. The games are kept there part by part: a run that was
        stopped goes on from its last finished part, to the same bytes. A result that is
        complete is read.
    description : str, optional
        Text of the progress bar; by default the player's name.

    Returns
    -------
    DataFrame
        One row a game: the settings, in the grid's order, then ``player``, ``secret``,
        ``guesses``, ``solved``, ``generations`` (``generations_bred`` where a setting
        has that name) and ``evaluations``, as of `play_many`. Its ``attrs["seed"]`` is
        the seed.

    Examples
    --------
    >>> grid = {"mutation_rate": [0.0, 0.1]}
    >>> found = mm.sweep("le_adoga", mm.Rules(4, 6), grid, games=200, seed=1)
    >>> found.groupby("mutation_rate").guesses.count().tolist()
    [200, 200]

    The means with their intervals, against the setting:

    >>> samples = [own for _, own in found.groupby("mutation_rate").guesses]
    >>> ax = mm.plots.mean_curve([0.0, 0.1], samples)
    >>> _ = ax.set(xlabel="mutation rate", ylabel="guesses")
    >>> ax.get_ylabel()
    'guesses'
    """
    check_rules(rules)
    seed = seed_to_keep(seed, store)
    settings = _settings(grid)
    players = _made(player, settings)
    experiments = [Experiment(one, rules, seed) for one in players]
    codes = secrets_of(rules, games, secrets, seed)
    label = players[0].name
    if store is not None:
        storable(label, "player")
    story = story_of(experiments[0], codes) | {"settings": settings}
    if not isinstance(player, str):
        story |= _unlike_the_grid(players, settings)
    bar_text = label if description is None else description
    with resumable(store, story, command="mm.sweep", text=TEXT) as kept:
        if kept.found is None:
            played = in_parts(experiments, codes, kept, PLAYED, n_jobs, bar_text)
            found = _with_settings(played, settings)
            kept.keep(found)
        else:
            # the settings are as they were given, not as they were stored
            found = kept.found.drop(columns=list(settings[0]))
            found = _with_settings(found, settings)
    found.attrs["seed"] = seed
    return found


def _made(
    player: str | Callable[..., SupportsPlay], settings: list[dict]
) -> list[SupportsPlay]:
    """Make a player of each of some settings."""
    make = partial(make_player, player) if isinstance(player, str) else player
    if not callable(make):
        hint = ""
        if hasattr(player, "next_guess"):
            hint = "; it is a player already: pass its class, which takes the settings"
        raise TypeError(
            f"player: {shown(player)} is no name of the registry, "
            f"and no class or function that makes one{hint}"
        )
    return [make_player(asked("grid", partial(make, **values))) for values in settings]


def _with_settings(games: pd.DataFrame, settings: list[dict]) -> pd.DataFrame:
    """Give games the columns of their settings; each has as many of them."""
    if "generations" in settings[0]:
        games = games.rename(columns={"generations": BRED})
    each = len(games) // len(settings)
    for index, name in enumerate(settings[0]):
        given = np.array([row[name] for row in settings], dtype=object).repeat(each)
        values = pd.Series(given, dtype=object)
        if not values.isna().any():
            values = values.infer_objects()
        games.insert(index, name, values)
    return games


def _unlike_the_grid(players: list[SupportsPlay], settings: list[dict]) -> dict:
    """What a story says of players of one's own, where it is more than the grid says.

    Two functions that make other players under one name are told apart by it.
    """
    made = [
        {"name": one.name, "settings": texts_of(getattr(one, "settings", {}), "player")}
        for one in players
    ]
    from_grid = [
        {"name": players[0].name, "settings": texts_of(row, "grid")} for row in settings
    ]
    no_settings = [{"name": players[0].name, "settings": {}} for _ in settings]
    return {} if made in (from_grid, no_settings) else {"made": made}


def _settings(grid: object) -> list[dict]:
    """The settings as plain dicts."""
    rows = _rows(grid)
    if not rows:
        raise ValueError("grid: there are no settings")
    if len({tuple(row) for row in rows}) > 1:
        raise ValueError(
            "grid: its settings name different parameters; name all in each"
        )
    for name in rows[0]:
        if name in TAKEN:
            raise ValueError(
                f"grid: {name} is a column of what was played; "
                "a setting needs another name"
            )
    return [{name: _plain(row[name], name) for name in row} for row in rows]


def _rows(grid: object) -> list[dict]:
    """All combinations of the values of each name, or what was listed."""
    if isinstance(grid, dict):
        each = [
            listed(values, f"grid: {name}", "a list of values")
            for name, values in grid.items()
        ]
        combinations = itertools.product(*each)
        return [dict(zip(grid, values, strict=True)) for values in combinations]
    if isinstance(grid, list | tuple) and all(isinstance(row, dict) for row in grid):
        return list(grid)
    raise TypeError(
        f"grid: {shown(grid)} is neither a dict of lists nor a list of dicts"
    )


def _plain(value: object, name: str) -> object:
    """A value of a setting, as Python's own type; it has to come back from a file."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, str):
        return storable(value, f"grid: {name}")
    if not isinstance(value, int | float | None):
        raise TypeError(
            f"grid: {name} = {shown(value)} is no number and no text; "
            "write a code as text, as '0012'"
        )
    return value
