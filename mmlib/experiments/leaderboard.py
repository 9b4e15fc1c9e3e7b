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
from mmlib.players.random_consistent import RandomConsistent
from mmlib.players.registry import player as make_player
from mmlib.reason.null_model import is_quick, null_model
from mmlib.report import stats
from mmlib.report.former_names import renamed
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
    exact : dict of str to float
        Exact means by label, which have no error: that of the null model, where it is
        computed in seconds or stored, and takes the place of the mean of its games; and
        where every code is the secret once, that of a player that draws nothing.
    """

    rules: Rules
    games: pd.DataFrame
    milliseconds: dict[str, float] = field(default_factory=dict)
    seed: int | None = None
    exact: dict[str, float] = field(default_factory=dict)

    @property
    def ranking(self) -> pd.DataFrame:
        """The ranking, one row a player, the fewest guesses first.

        Columns ``player``; ``mean`` guesses a game, its ``standard_error``, and ``low``
        and ``high``, the ends of its 95 % interval (a lost game counts as many guesses
        as were allowed; an exact mean has an error of 0); ``worst``, most guesses of a
        game; ``lost`` games; ``evaluations`` a game; ``ms`` a game on one thread, if
        measured; and ``behind``, guesses more than the first player, secret by secret
        (but for an exact mean), with ``behind_low`` and ``behind_high``. Where every
        code is the secret once, the secrets are no sample, and intervals that are left
        are too wide.
        """
        players = {
            str(name): own for name, own in self.games.groupby("player", sort=False)
        }
        names = sorted(
            players, key=lambda name: self.exact.get(name, players[name].guesses.mean())
        )
        rows = [self._row(name, players[name], players[names[0]]) for name in names]
        ranking = pd.DataFrame(rows)
        return ranking if self.milliseconds else ranking.drop(columns="ms")

    def _row(self, name: str, own: pd.DataFrame, first: pd.DataFrame) -> dict:
        """What the ranking says of a player; its games and those of the first one."""
        guesses = own.guesses.to_numpy()
        mean = stats.mean_interval(guesses)
        error = stats.standard_error(guesses)
        if name in self.exact:
            mean = stats.Interval(*[self.exact[name]] * 3)
            error = 0.0
        behind = self._difference(first, own).interval
        return {
            "player": name,
            "mean": mean.estimate,
            "standard_error": error,
            "low": mean.low,
            "high": mean.high,
            "worst": guesses.max(),
            "lost": int((~own.solved).sum()),
            "evaluations": own.evaluations.mean(),
            "ms": self.milliseconds.get(name),
            "behind": behind.estimate,
            "behind_low": behind.low,
            "behind_high": behind.high,
        }

    def _difference(
        self, first: pd.DataFrame, second: pd.DataFrame
    ) -> stats.Difference:
        """Guesses that the player of some games takes more than that of others.

        Secret by secret, unless one of the means is exact.
        """
        one = first.guesses.to_numpy()
        other = second.guesses.to_numpy()
        means = [self.exact.get(own.player.iloc[0]) for own in (first, second)]
        if means == [None, None]:
            return stats.difference(one, other, paired=True)
        return stats.difference(
            one if means[0] is None else means[0],
            other if means[1] is None else means[1],
        )

    @property
    def table(self) -> pd.DataFrame:
        """As `ranking`, which is what it is called now."""
        renamed("Leaderboard.table", "ranking")
        return self.ranking

    @property
    def differences(self) -> pd.DataFrame:
        """Every two players, secret by secret, but for exact means.

        Columns ``player`` and ``other``; ``difference``, the guesses that the other
        takes more; ``low`` and ``high``, the ends of its 95 % interval; and ``p_value``
        of the t test, paired or of one sample, corrected by Holm for all rows.
        """
        players = dict(list(self.games.groupby("player", sort=False)))
        rows = []
        p_values = []
        for one, other in itertools.combinations(self.ranking.player, 2):
            found = self._difference(players[one], players[other])
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
        """The ranking as it is shown: numbers as text, means with standard errors."""
        rows: list[dict] = []
        for row in self.ranking.to_dict("records"):
            behind = f"{row['behind']:+.3f}"
            if row["behind_low"] < row["behind_high"]:
                behind += f" ({row['behind_low']:+.3f} to {row['behind_high']:+.3f})"
            evaluations = row["evaluations"]
            cells = {
                "player": visible(row["player"]),
                "mean guesses": self._mean_in_words(row),
                "behind the first (95 %)": behind if rows else "",
                "worst": row["worst"],
                "lost": row["lost"],
                "evaluations a game": f"{evaluations:,.0f}" if evaluations else "-",
            }
            if "ms" in row:
                cells["ms a game"] = _in_words(row["ms"])
            rows.append(cells)
        return pd.DataFrame(rows)

    def _mean_in_words(self, row: dict) -> str:
        """The mean of a row of the ranking, with its standard error."""
        if row["player"] in self.exact:
            return f"{row['mean']:.3f} exactly"
        return f"{row['mean']:.3f} ± {row['standard_error']:.3f}"


def _in_words(milliseconds: float) -> str:
    """A time with three digits and more; "-" where none was measured."""
    if np.isnan(milliseconds):
        return "-"
    digits = ",.0f" if milliseconds >= 999.5 else ".3g"
    return f"{milliseconds:{digits}}"


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
    Leaderboard, with ``ranking``, ``differences``, ``games`` and ``seed``

    Examples
    --------
    >>> names = ["knuth", "random_consistent"]
    >>> ranks = mm.leaderboard(mm.Rules(3, 4), names, "all", 1, timed=False)
    >>> ranks.ranking[["player", "mean", "worst"]].round(3).values.tolist()
    [['random_consistent', 3.367, 5], ['knuth', 3.375, 4]]
    """
    check_rules(rules)
    seed = seed_or_drawn(seed)
    timed = flag(timed, "timed")
    competing = _labelled(players)
    if isinstance(games, float) or (isinstance(games, str) and games != "all"):
        raise ValueError(
            f"games: {shown(games)} is not a number of games, 'all' or secrets"
        )
    if isinstance(games, int | np.integer):
        secrets = secrets_of(rules, games, None, seed)
    else:
        secrets = secrets_of(rules, None, games, seed, "games")
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
    exact = {}
    every_code = isinstance(games, str)
    for (label, one), own in zip(competing.items(), frames, strict=True):
        if type(one) is RandomConsistent and is_quick(rules, one.first_guess):
            null = null_model(rules, one.first_guess)
            exact[label] = null.mean_within(rules.max_guesses)
        elif every_code and _draws_nothing(one, rules):
            exact[label] = float(own.guesses.mean())
    played = pd.concat(frames, ignore_index=True)
    return Leaderboard(rules, played, milliseconds, seed, exact)


def _draws_nothing(player: SupportsPlay, rules: Rules) -> bool:
    """Whether a player of the registry, or a tree, plays a secret always alike."""
    first = getattr(player, "first_guess", None)
    if isinstance(first, str) and first == "random":
        return False
    draws = getattr(player, "_draws", None)
    return callable(draws) and not draws(rules)


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
        needed = "a list, or a dict of players by label,"
        made = {}
        for one in map(make_player, listed(players, "players", needed)):
            if one.name in made:
                raise ValueError(
                    f"players: two are called {shown(one.name)}; "
                    "pass a dict that gives each its label"
                )
            made[one.name] = one
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
