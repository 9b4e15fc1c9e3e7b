"""A leaderboard: players ranked against the same secrets.

It shows the differences between them, and what a game costs.
"""

import itertools
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from mmlib.checks import flag, instance, listed, seed_or_drawn, shown, visible
from mmlib.experiments.many import Experiment, play_many
from mmlib.experiments.seeds import secrets_of
from mmlib.game.codes import check_rules
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.report import stats
from mmlib.report.lettering import without_math

#: Seconds for which a player is timed; it plays its games one after the other.
TIMED_SECONDS = 0.5

#: Fewest games that a player is timed with, however long they take.
TIMED_GAMES = 4


@dataclass(frozen=True, eq=False, repr=False)
class Leaderboard:
    """Players ranked by the guesses that they take against the same secrets.

    In a notebook it shows itself as a table.

    Attributes
    ----------
    rules : Rules
        Pegs, colors and guesses allowed.
    games : DataFrame
        What `play_many` returns, with the players' labels in the column ``player``.
    milliseconds : dict of str to float
        Time a game on one thread, by label; empty if it was not measured.
    seed : int or None
        The seed of the games.
    """

    rules: Rules
    games: pd.DataFrame
    milliseconds: dict[str, float] = field(default_factory=dict)
    seed: int | None = None

    @property
    def table(self) -> pd.DataFrame:
        """The ranking, one row a player, the fewest guesses first.

        Columns ``player``; ``mean`` guesses a game, its ``standard_error``, and ``low``
        and ``high``, the ends of its 95 % interval (a lost game counts as many guesses
        as were allowed); ``worst``, most guesses of a game; ``lost`` games;
        ``evaluations`` a game; ``ms`` a game on one thread, if measured; and
        ``behind``, guesses more than the first player, secret by secret, with
        ``behind_low`` and ``behind_high``. Where every code is the secret once, the
        secrets are no sample and intervals are too wide.
        """
        players = sorted(
            self.games.groupby("player", sort=False),
            key=lambda pair: pair[1].guesses.mean(),
        )
        first = players[0][1].guesses.to_numpy()
        rows = []
        for name, own in players:
            guesses = own.guesses.to_numpy()
            mean = stats.mean_interval(guesses)
            behind = stats.difference(first, guesses, paired=True).interval
            row = (
                str(name),
                mean.estimate,
                stats.standard_error(guesses),
                mean.low,
                mean.high,
                guesses.max(),
            )
            cost = own.evaluations.mean(), self.milliseconds.get(str(name))
            rows.append((*row, int((~own.solved).sum()), *cost, *behind))
        columns = (
            "player mean standard_error low high worst lost evaluations ms "
            "behind behind_low behind_high"
        )
        table = pd.DataFrame(rows, columns=columns.split())
        return table if self.milliseconds else table.drop(columns="ms")

    @property
    def differences(self) -> pd.DataFrame:
        """Every two players, secret by secret.

        Columns ``player`` and ``other``; ``difference``, the guesses that the other
        takes more; ``low`` and ``high``, the ends of its 95 % interval; and ``p_value``
        of the paired t test, corrected by Holm for all rows.
        """
        guesses = {
            name: own.guesses.to_numpy()
            for name, own in self.games.groupby("player", sort=False)
        }
        rows = []
        p_values = []
        for one, other in itertools.combinations(self.table.player, 2):
            found = stats.difference(guesses[one], guesses[other], paired=True)
            rows.append((one, other, *found.interval))
            p_values.append(found.p_value)
        table = pd.DataFrame(
            rows, columns=["player", "other", "difference", "low", "high"]
        )
        return table.assign(p_value=stats.adjusted(np.array(p_values)) if rows else [])

    def __repr__(self) -> str:
        return self.summary.to_string(index=False)

    def _repr_html_(self) -> str:
        return without_math(self.summary.to_html(index=False, border=0))

    @property
    def summary(self) -> pd.DataFrame:
        """The table as it is shown: numbers as text, means with standard errors."""
        table = self.table
        columns = [
            "player",
            "mean guesses",
            "behind the first (95 %)",
            "worst",
            "lost",
            "evaluations a game",
        ]
        rows = []
        for i, row in enumerate(table.to_dict("records")):
            behind = (
                f"{row['behind']:+.3f} "
                f"({row['behind_low']:+.3f} to {row['behind_high']:+.3f})"
                if i
                else ""
            )
            evaluations = f"{row['evaluations']:,.0f}" if row["evaluations"] else "-"
            mean = f"{row['mean']:.3f} ± {row['standard_error']:.3f}"
            rows.append(
                (
                    visible(row["player"]),
                    mean,
                    behind,
                    row["worst"],
                    row["lost"],
                    evaluations,
                )
            )
        shown = pd.DataFrame(rows, columns=columns)
        if "ms" in table:
            shown["ms a game"] = [f"{ms:.3g}" for ms in table.ms]
        return shown


def leaderboard(
    rules: Rules,
    players: Iterable[str | SupportsPlay] | Mapping[str, str | SupportsPlay],
    games: int | ArrayLike,
    seed: int | None = None,
    *,
    n_jobs: int = -1,
    timed: bool = True,
) -> Leaderboard:
    """Let players play against the same secrets, and rank them.

    Raises TypeError or ValueError if an argument is malformed, or two players have the
    same label.

    Parameters
    ----------
    rules : Rules
        Pegs, colors and guesses allowed.
    players : list, or dict by label
        Names from the registry, or any objects with `name` and ``next_guess(history,
        rng)``. A dict gives each its label, which two of the same name need.
    games : int, "all", or array_like of int of shape (games, pegs)
        How many games each plays, against secrets drawn from `seed`; every code once;
        or the secrets.
    seed, n_jobs : int, optional
        As for `play_many`, whose games these are.
    timed : bool, default True
        Whether to measure what a game takes on one thread, by playing the last games of
        each player once more, one after the other: four at least, and for half a
        second. What it remembers of games in this process saves it time.

    Returns
    -------
    Leaderboard, with ``table``, ``differences``, ``games`` and ``seed``

    Examples
    --------
    >>> names = ["knuth", "random_consistent"]
    >>> ranking = mm.leaderboard(mm.Rules(3, 4), names, "all", 1, timed=False)
    >>> ranking.table[["player", "mean", "worst"]].round(3).values.tolist()
    [['random_consistent', 3.359, 5], ['knuth', 3.375, 4]]
    """
    check_rules(rules)
    seed = seed_or_drawn(seed)
    timed = flag(timed, "timed")
    competing = _labelled(players)
    if isinstance(games, float) or (isinstance(games, str) and games != "all"):
        raise ValueError(
            f"games: {shown(games)} is not a number of games, 'all' or secrets"
        )
    drawn, given = (
        (games, None) if isinstance(games, int | np.integer) else (None, games)
    )
    secrets = secrets_of(rules, drawn, given, seed, "games")
    if len(secrets) < 2:
        raise ValueError(
            f"games: {len(secrets)} is too few to tell players apart; "
            "2 or more are needed"
        )
    for one in competing.values():
        # refuses what does not fit the board, before anyone has played
        Experiment(one, rules, seed)
    frames = []
    milliseconds = {}
    for label, one in competing.items():
        played = play_many(
            one, rules, secrets=secrets, seed=seed, n_jobs=n_jobs, description=label
        )
        frames.append(played.assign(player=label))
        if timed:
            milliseconds[label] = _milliseconds(one, rules, secrets, seed)
    played = pd.concat(frames, ignore_index=True)
    return Leaderboard(rules, played, milliseconds, seed)


def _labelled(players: object) -> dict[str, SupportsPlay]:
    """The players by their labels."""
    if isinstance(players, pd.DataFrame):
        raise TypeError(
            "players: a DataFrame came; "
            "of mm.players(), list(mm.players().name) are the names"
        )
    if isinstance(players, Mapping):
        for label in players:
            instance(label, str, "players", "a text as label")
        made = {label: make_player(one) for label, one in players.items()}
    else:
        several = [
            make_player(one)
            for one in listed(
                players, "players", "a list, or a dict of players by label,"
            )
        ]
        made = {one.name: one for one in several}
        if len(made) < len(several):
            twice = next(
                name for name in made if sum(one.name == name for one in several) > 1
            )
            raise ValueError(
                f"players: two are called {shown(twice)}; "
                "pass a dict that gives each its label"
            )
    if not made:
        raise ValueError("players: there is none")
    return made


def _milliseconds(
    player: SupportsPlay, rules: Rules, secrets: np.ndarray, seed: int
) -> float:
    """Time a game, alone on this thread."""
    experiment = Experiment(player, rules, seed)
    played = 0
    started = time.perf_counter()
    while played < len(secrets) and (
        played < TIMED_GAMES or time.perf_counter() - started < TIMED_SECONDS
    ):
        played += 1
        last = len(secrets) - played
        experiment.play(secrets[last : last + 1], last)
    return 1000 * (time.perf_counter() - started) / played
