"""Many games, in parallel, with the same result for any number of workers."""

import contextlib
import itertools
import time
import zlib
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from joblib import delayed
from numpy.typing import ArrayLike

from mmlib.checks import asked, storable, wrong_type
from mmlib.engine.processes import run_in_order, workers
from mmlib.engine.progress_bar import progress
from mmlib.engine.sending import check_sent
from mmlib.experiments.codemaker import Codemaker, OwnCodemaker
from mmlib.experiments.game import one_game, scoring_of
from mmlib.experiments.results import NotStored, Resumable, resumable, seed_to_keep
from mmlib.experiments.seeds import config_of, rng_of, secrets_of
from mmlib.experiments.stable import texts_of
from mmlib.experiments.start import fresh, start
from mmlib.experiments.waiting import Late, Watch, seconds_allowed
from mmlib.game.codes import DIGITS, check_rules
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.players.registry import player as make_player

#: Seconds for which games are played in this process at first, to see how long one
#: takes.
TRIAL_SECONDS = 0.1

#: Seconds that the remaining games must promise to take before workers are started,
#: since starting these takes as long.
WORTH_WORKERS = 2.0

#: Seconds that a chunk of games is meant to take.
CHUNK_SECONDS = 0.5

#: Most games of a chunk.
CHUNK_GAMES = 2000

#: Games that are kept at a time where they are stored.
PART_GAMES = 500

#: Columns of the table of games.
COLUMNS: list[str] = [
    "player",
    "secret",
    "guesses",
    "solved",
    "generations",
    "evaluations",
    "moves",
    "scoring",
]

#: Those of text.
TEXT = ["player", "secret", "moves", "scoring"]

#: The digit of each color, as its ASCII byte.
DIGIT_BYTES = np.frombuffer(DIGITS.encode("ascii"), np.uint8)


def play_many(  # noqa: PLR0913
    player: str | SupportsPlay,
    rules: Rules,
    *,
    games: int | None = None,
    secrets: ArrayLike | None = None,
    secret: Callable[[int], Callable[[np.ndarray], tuple[int, int]]] | None = None,
    seed: int | None = None,
    n_jobs: int = -1,
    scoring: str | None = None,
    description: str | None = None,
    store: str | Path | None = None,
    seconds: float | None = None,
) -> pd.DataFrame:
    """Play many games, in parallel.

    Raises what `play` raises, and ValueError if not one of `games` and `secrets` was
    given; with `store` what `sweep` raises. What a player raises goes on with a note
    that names the game and its secret.

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history,
        rng)``; every game is played by a copy of it. A dict `settings`, if it has one,
        goes into the seed of its games; a `Search` that it leaves in `search` after a
        guess is added up in the columns ``generations`` and ``evaluations``.
    rules : Rules
        Pegs, colors and guesses allowed.
    games, secrets : int; array_like of int, list of str, or "all"
        One of them: how many games, against secrets drawn from `seed`, the same for
        every player; or the secrets themselves, shape (games, pegs) if they are
        numbers, ``"all"`` being every code once, in lexicographic order.
    secret : callable, optional
        With `games`: called with the number of each game, from 0, it returns the
        codemaker of that game, as `play` takes one. Games against it cannot be stored;
        in the column ``secret`` stands the code that was found, if one was.
    seed : int, optional
        By default one is drawn. Game ``i`` draws from ``SeedSequence([seed,
        crc32(config), i])``, where the config is the player with its settings, the size
        and the scoring. So a result depends on neither the number of workers nor their
        order, and a longer experiment only goes on where the other ended.
    n_jobs : int, default -1
        Parallel workers, as joblib counts them; -1 takes every core. Under
        ``joblib.parallel_config("dask")`` or ``"ray"`` the games go to that cluster.
        Where all would take less than 2 s no workers are started.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}, optional
        How guesses are answered, by default as the player was written for.
    description : str, optional
        Text of the progress bar, by default the player's name.
    store : str or Path, optional
        Where the games are kept part by part, as by `sweep`: a run that was stopped
        goes on, to the same bytes. The seed has to be given then.
    seconds : float, 0.1 to 86,400, optional
        How long a guess may take: `ValueError` that names the game, the guess and the
        turns before it where a player takes longer. By default as long as it likes; a
        line says so after ten seconds.

    Returns
    -------
    DataFrame
        One row a game: ``player``, ``secret`` (digits), ``guesses`` (int, the winning
        one counted; of a lost game, all that were allowed), ``solved`` (bool),
        ``generations``, ``evaluations`` (int, of all turns together), ``moves`` (the
        guesses as digits, with spaces between them; `turns` takes them apart) and
        ``scoring``. Its ``attrs["seed"]`` is the seed.

    Examples
    --------
    >>> games = mm.play_many("random_consistent", mm.Rules(4, 6), games=1000, seed=1)
    >>> games.shape, bool(games.solved.all())
    ((1000, 8), True)
    """
    player = make_player(player)
    check_rules(rules)
    seed = seed_to_keep(seed, store)
    limit = seconds_allowed(seconds)
    experiment = Experiment(player, rules, seed, scoring, limit, secret)
    codes = secrets_of(rules, games, secrets, seed)
    if secret is not None:
        _check_codemaker(secret, secrets, store)
    text = player.name if description is None else description
    if store is not None:
        return _stored(experiment, codes, n_jobs, text, store)
    n_jobs = workers(n_jobs, len(codes))
    experiment.check_sent(n_jobs)

    rows: list[tuple] = []
    bar = progress(total=len(codes), description=text, unit="game")
    with bar, contextlib.closing(_chunks(experiment, codes, n_jobs)) as chunks:
        for chunk in chunks:
            rows += chunk
            bar.update(len(chunk))
    return experiment.table(pd.DataFrame(rows, columns=COLUMNS))


def _check_codemaker(secret: object, secrets: object, store: object) -> None:
    """Refuse what is no codemaker for every game, or does not go with one."""
    if not callable(secret):
        raise wrong_type(
            secret, "secret", "a function of a game's number that returns a codemaker"
        )
    if secrets is not None:
        raise ValueError("secret, secrets: give one of them; with secret= say games=")
    if store is not None:
        raise ValueError("store: games against codemakers of your own are not kept")


class Experiment:
    """Games of one player by the same rules.

    They are against secrets, or against the codemakers that `makes` returns.
    """

    def __init__(
        self,
        player: SupportsPlay,
        rules: Rules,
        seed: int,
        scoring: str | None = None,
        seconds: float | None = None,
        makes: Callable[[int], Callable] | None = None,
    ) -> None:
        self.player = player
        self.makes = makes
        self.rules = rules
        self.seed = seed
        self.seconds = seconds  # that a guess may take
        self.scoring = scoring_of(player, scoring)
        self.config = config_of(player, rules, self.scoring)
        start(fresh(player), rules)  # refuses what cannot play here, or be copied

    def check_sent(self, n_jobs: int) -> None:
        """Refuse a player that cannot be sent to so many worker processes."""
        check_sent(self.player, "player", self.player.name, n_jobs)
        if self.makes is not None:
            check_sent(self.makes, "secret", "the codemaker", n_jobs)

    def table(self, games: pd.DataFrame) -> pd.DataFrame:
        """Note in the table of its games what they were played by."""
        games.attrs["board"] = str(self.rules)
        games.attrs["seed"] = self.seed
        return games

    def play(self, codes: np.ndarray, first: int) -> list[tuple]:
        """Play some games in this process: return a row of `COLUMNS` for each.

        `first` is the number of the first of them.
        """
        secrets = zip(codes, _moves(codes).split(), strict=True)
        with Watch(self.player.name, self.seconds) as watch:
            return [
                self._row(number, code, secret, watch)
                for number, (code, secret) in enumerate(secrets, first)
            ]

    def _row(self, number: int, code: np.ndarray, secret: str, watch: Watch) -> tuple:
        """Play a game; what ends it is raised with a note that says which it was."""
        name = self.player.name
        against = f"the secret {secret}" if self.makes is None else "your codemaker"
        watch.plays(f"in game {number} of play_many, {name} against {against}")
        try:
            game = one_game(
                fresh(self.player),
                self._codemaker(code, number),
                rng=rng_of(self.seed, self.config, number),
                watch=watch,
            )
        except Late:
            raise watch.late() from None
        # Ctrl-C too: it ends what does not answer
        except BaseException as error:
            _add_note(error, watch.where)
            # a generator that games come from would end by it
            if isinstance(error, StopIteration):
                told = f"next_guess of {name} raised StopIteration"
                raise ValueError(f"player: {told}") from error
            raise
        if self.makes is not None:
            secret = _moves(game.guesses[-1:]) if game.solved else ""
        return (
            name,
            secret,
            len(game),
            game.solved,
            game.generations,
            game.evaluations,
            _moves(game.guesses),
            self.scoring,
        )

    def _codemaker(self, code: np.ndarray, number: int) -> Codemaker:
        """Who answers in a game."""
        if self.makes is None:
            return Codemaker(code, self.rules, self.scoring)
        answers = asked("secret", self.makes, number)
        if not callable(answers):
            raise wrong_type(
                answers, "secret: what it returned", "a codemaker, called with a guess"
            )
        return OwnCodemaker(answers, self.rules, self.scoring)


def _add_note(error: BaseException, note: str) -> None:
    """Add a note to an exception, whatever its class makes of notes."""
    with contextlib.suppress(TypeError):  # `__notes__` is no list
        BaseException.add_note(error, note)


def _chunks(
    experiment: Experiment, codes: np.ndarray, n_jobs: int
) -> Generator[list[tuple]]:
    """Give the rows of the games in order, chunk by chunk.

    The first few are played here, to see how long a game takes.
    """
    done = 0
    size = 1
    started = time.perf_counter()
    while done < len(codes):
        yield experiment.play(codes[done : done + size], done)
        done = min(done + size, len(codes))
        seconds = time.perf_counter() - started
        each = seconds / done
        if seconds < TRIAL_SECONDS:
            size *= 2
        elif n_jobs != 1 and each * (len(codes) - done) > WORTH_WORKERS:
            size = int(
                np.clip(
                    min(CHUNK_SECONDS / each, (len(codes) - done) / (4 * n_jobs)),
                    1,
                    CHUNK_GAMES,
                )
            )
            starts = range(done, len(codes), size)
            yield from run_in_order(
                (delayed(experiment.play)(codes[at : at + size], at) for at in starts),
                n_jobs,
            )
            return
        else:
            size = int(np.clip(CHUNK_SECONDS / each, 1, CHUNK_GAMES))


def _stored(
    experiment: Experiment,
    codes: np.ndarray,
    n_jobs: int,
    description: str,
    store: str | Path,
) -> pd.DataFrame:
    """The games of `play_many` as they are kept, or played and kept now."""
    storable(experiment.player.name, "player")
    story = story_of(experiment, codes)
    story["settings"] = texts_of(getattr(experiment.player, "settings", {}), "player")
    story["scoring"] = experiment.scoring
    with resumable(store, story, command="mm.play_many", text=TEXT) as kept:
        games = kept.found
        if games is None:
            games = in_parts([experiment], codes, kept, COLUMNS, n_jobs, description)
            kept.keep(games)
    return experiment.table(games)


def story_of(experiment: Experiment, codes: np.ndarray) -> dict[str, Any]:
    """What is stored of how games came about, whatever the player's settings."""
    rules = experiment.rules
    board: list[int | str] = [rules.pegs, rules.colors, rules.max_guesses]
    if not rules.repeats:
        board.append("without repeats")
    return {
        "player": experiment.player.name,
        "board": board,
        "games": len(codes),
        "secrets": zlib.crc32(codes.tobytes()),
        "seed": experiment.seed,
    }


def in_parts(
    experiments: list[Experiment],
    codes: np.ndarray,
    kept: Resumable | NotStored,
    columns: list[str],
    n_jobs: int,
    description: str,
) -> pd.DataFrame:
    """Play all games of each experiment; what is kept of them is not played again."""
    starts = range(0, len(codes), PART_GAMES)
    parts = itertools.product(experiments, starts)
    jobs = {f"{number:06d}": part for number, part in enumerate(parts)}
    n_jobs = workers(n_jobs, len(jobs))
    for experiment in experiments:
        experiment.check_sent(n_jobs)

    def played(jobs: list[tuple[Experiment, int]]) -> Generator[pd.DataFrame]:
        """The games of some parts: each of one player, from one secret on."""
        calls = (
            delayed(experiment.play)(codes[at : at + PART_GAMES], at)
            for experiment, at in jobs
        )
        for rows in run_in_order(calls, n_jobs):
            yield pd.DataFrame(rows, columns=COLUMNS)[columns]

    total = len(experiments) * len(codes)
    bar = progress(total=total, description=description, unit="game")
    done = []
    with bar, contextlib.closing(kept.resume(jobs, played)) as made:
        for part in made:
            done.append(part)
            bar.update(len(part))
    return pd.concat(done, ignore_index=True)


def _moves(guesses: np.ndarray) -> str:
    """Write guesses as digits with spaces between them.

    It does what `codes.as_text` does, for codes that were checked before.
    """
    spaced = np.full((len(guesses), guesses.shape[1] + 1), ord(" "), np.uint8)
    spaced[:, :-1] = DIGIT_BYTES[guesses]
    return spaced.tobytes().decode("ascii")[:-1]
