"""Many games, in parallel, with the same result for any number of workers."""

import contextlib
import time
from collections.abc import Generator

import numpy as np
import pandas as pd
from joblib import delayed
from numpy.typing import ArrayLike

from mmlib.checks import seed_or_drawn
from mmlib.engine.processes import run_in_order, workers
from mmlib.engine.progress_bar import progress
from mmlib.engine.sending import check_sent
from mmlib.experiments.codemaker import Codemaker
from mmlib.experiments.game import one_game, scoring_of
from mmlib.experiments.seeds import config_of, rng_of, secrets_of
from mmlib.experiments.start import fresh, start
from mmlib.experiments.waiting import Late, Watch
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

#: Columns of the table of games.
COLUMNS = [
    "player",
    "secret",
    "guesses",
    "solved",
    "generations",
    "evaluations",
    "moves",
    "scoring",
]

#: The digit of each color, as its ASCII byte.
DIGIT_BYTES = np.frombuffer(DIGITS.encode("ascii"), np.uint8)


def play_many(  # noqa: PLR0913
    player: str | SupportsPlay,
    rules: Rules,
    *,
    games: int | None = None,
    secrets: ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = -1,
    scoring: str | None = None,
    description: str | None = None,
) -> pd.DataFrame:
    """Play many games, in parallel.

    Raises what `play` raises, and ValueError if not one of `games` and `secrets` was
    given. What a player raises goes on with a note that names the game and its secret.

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
    seed : int, optional
        By default one is drawn. Game ``i`` draws from ``SeedSequence([seed,
        crc32(config), i])``, where the config is the player with its settings, the size
        and the scoring. So a result depends on neither the number of workers nor their
        order, and a longer experiment only goes on where the other ended.
    n_jobs : int, default -1
        Parallel workers, as joblib counts them; -1 takes every core. Under
        ``joblib.parallel_config("dask")`` or ``"ray"`` the games go to that cluster.
        Where all would take less than 2 s no workers are started.
    scoring, description : {"standard", "check_guess", "nine_colors"}; str, optional
        How guesses are answered, by default as the player was written for; text of the
        progress bar, by default the player's name.

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
    seed = seed_or_drawn(seed)
    experiment = Experiment(player, rules, seed, scoring)
    codes = secrets_of(rules, games, secrets, seed)
    n_jobs = workers(n_jobs, len(codes))
    experiment.check_sent(n_jobs)

    rows: list[tuple] = []
    bar = progress(
        total=len(codes),
        description=player.name if description is None else description,
        unit="game",
    )
    with bar, contextlib.closing(_chunks(experiment, codes, n_jobs)) as chunks:
        for chunk in chunks:
            rows += chunk
            bar.update(len(chunk))
    return experiment.table(rows)


class Experiment:
    """Games of one player by the same rules."""

    def __init__(
        self,
        player: SupportsPlay,
        rules: Rules,
        seed: int,
        scoring: str | None = None,
        seconds: float | None = None,
    ) -> None:
        self.player = player
        self.rules = rules
        self.seed = seed
        self.seconds = seconds  # that a guess may take
        self.scoring = scoring_of(player, scoring)
        self.config = config_of(player, rules, self.scoring)
        start(fresh(player), rules)  # refuses what cannot play here, or be copied

    def check_sent(self, n_jobs: int) -> None:
        """Refuse a player that cannot be sent to so many worker processes."""
        check_sent(self.player, "player", self.player.name, n_jobs)

    def table(self, rows: list[tuple]) -> pd.DataFrame:
        """Put the rows of games together."""
        frame = pd.DataFrame(rows, columns=COLUMNS)
        frame.attrs["board"] = str(self.rules)
        frame.attrs["seed"] = self.seed
        return frame

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
        watch.plays(
            f"in game {number} of play_many, {name} against the secret {secret}"
        )
        try:
            game = one_game(
                fresh(self.player),
                Codemaker(code, self.rules, self.scoring),
                rng=rng_of(self.seed, self.config, number),
                watch=watch,
            )
        except Late:
            told = f"has not answered within {self.seconds:g} s"
            raise ValueError(f"player: {name} {told}, {watch.where}") from None
        # Ctrl-C too: it ends what does not answer
        except BaseException as error:
            _add_note(error, watch.where)
            # a generator that games come from would end by it
            if isinstance(error, StopIteration):
                told = f"next_guess of {name} raised StopIteration"
                raise ValueError(f"player: {told}") from error
            raise
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


def _moves(guesses: np.ndarray) -> str:
    """Write guesses as digits with spaces between them.

    It does what `codes.as_text` does, for codes that were checked before.
    """
    spaced = np.full((len(guesses), guesses.shape[1] + 1), ord(" "), np.uint8)
    spaced[:, :-1] = DIGIT_BYTES[guesses]
    return spaced.tobytes().decode("ascii")[:-1]
