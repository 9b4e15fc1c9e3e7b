"""One game, and many: the codemaker's side. Players get a `History` and nothing else."""

from __future__ import annotations

import copy
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from joblib import Parallel, cpu_count, delayed
from matplotlib.figure import Figure

from mmlib import consistent, partitions
from mmlib._compiled import compiled
from mmlib.board.picture import Picture, picture
from mmlib.checks import flag, generator, whole_number, with_columns, workers
from mmlib.codes import DIGITS, all_codes, as_code, as_codes, check_rules, format, random_codes
from mmlib.feedback import SCORINGS, feedback_matrix, split
from mmlib.history import History, as_turns
from mmlib.players import player as make_player
from mmlib.players.base import Player, Search, SupportsPlay
from mmlib.progress import progress
from mmlib.rules import Rules
from mmlib.tree import StrategyTree

#: So long games are played in this process to see how long one takes; what then promises to take less than the second
#: number stays here, since starting workers takes as long. In seconds.
TRIAL_SECONDS, WORTH_WORKERS = 0.1, 2.0

DIGIT_BYTES = np.frombuffer(DIGITS.encode("ascii"), np.uint8)

#: A strategy that takes more guesses than that for one code is taken for one that makes no progress.
MOST_TURNS = 100

#: A chunk of games is meant to take so long, in seconds, and holds at most so many.
CHUNK_SECONDS, CHUNK_GAMES = 0.5, 2000


@dataclass(frozen=True, eq=False)
class Turn:
    """One turn's story.

    Attributes
    ----------
    guess : ndarray of uint8, shape (pegs,)
        What was played.
    black, white : int
        The answer.
    before, after : int
        Codes that agreed with all the answers before this guess, and after its answer; -1 where the answers were not
        counted in the standard way, or too many codes are left to count.
    search : Search
        What the player did for it: generations, evaluations, fitness of every generation.
    """

    guess: np.ndarray
    black: int
    white: int
    before: int
    after: int
    search: Search


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game. In a notebook it shows itself as a board.

    Attributes
    ----------
    player : str
        The player's name.
    rules : Rules
        The board.
    secret : ndarray of uint8, shape (pegs,), or None
        The code; None if a codemaker kept it to the end.
    guesses : ndarray of uint8, shape (turns, pegs)
        What was played, the first guess first.
    feedbacks : ndarray of int64, shape (turns, 2)
        Black and white pegs of each.
    solved : bool
        Whether the last guess was the secret.
    generations, evaluations : int
        What the player spent on all its turns; 0 if it does not tell.
    scoring : str
        How the answers were counted.
    turns : tuple of Turn
        The story of every turn, empty unless it was asked for.
    """

    player: str
    rules: Rules
    secret: np.ndarray | None
    guesses: np.ndarray
    feedbacks: np.ndarray
    solved: bool
    generations: int
    evaluations: int
    scoring: str
    turns: tuple[Turn, ...] = ()

    def __len__(self) -> int:
        return len(self.guesses)

    def __repr__(self) -> str:
        told = ", ".join(
            f"{format(guess)} {black}b{white}w"
            for guess, (black, white) in zip(self.guesses, self.feedbacks, strict=True)
        )
        end = "solved" if self.solved else "lost"
        return f"Game({self.player}, {self.rules}, {end} in {len(self)}: {told})"

    @property
    def history(self) -> History:
        """The guesses and answers, as a player is given them: for `mmlib.information`, `mmlib.consistent`."""
        return History.unchecked(self.rules, self.guesses, self.feedbacks, self.scoring)

    def picture(self, title: str | None = None, **options: object) -> Picture:
        """Make a picture of the game as a board: to be shown, printed, or saved as SVG or PNG.

        Parameters
        ----------
        title : str, optional
            By default the player and the number of guesses.
        **options
            As for `mmlib.board.picture`: ``theme`` ("light", "dark"), ``hidden`` (question marks instead of the
            secret), ``rows`` (of the board), ``marked`` (rows that are pointed at), ``stop_when_solved``, ``fills``.

        Returns
        -------
        Picture

        Examples
        --------
        >>> game = play("knuth", "0314", Rules(4, 6), rng=np.random.default_rng(1))
        >>> game.picture(hidden=True).text.splitlines()[-1]
        'secret  ? ? ? ?'
        """
        if title is None:
            title = f"{self.player}: {len(self)} guesses" + ("" if self.solved else ", lost")
        return picture(self.guesses, self.secret, feedbacks=self.feedbacks, title=title, **options)

    def draw(self, title: str | None = None) -> Figure:
        """Draw the game with matplotlib.

        Parameters
        ----------
        title : str, optional
            As for `picture`.

        Returns
        -------
        Figure
        """
        return self.picture(title).figure()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), **self.picture().mimebundle}


def play(
    player: str | SupportsPlay,
    secret: np.ndarray | str | Callable[[np.ndarray], tuple[int, int]],
    rules: Rules,
    *,
    story: bool = False,
    scoring: str | None = None,
    rng: np.random.Generator,
) -> Game:
    """Play one game.

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history, rng)``.
    secret : array_like of int, shape (pegs,), str, or callable
        The code; or a codemaker, called with each guess (ndarray of uint8) and returning its black and white pegs.
    rules : Rules
        The board; the game is lost after ``rules.max_guesses`` wrong guesses.
    story : bool, default False
        Whether to keep the story of every turn: codes still possible, fitness of every generation.
    scoring : {"standard", "check_guess", "nine_colors"}, optional
        How guesses are answered; by default as the player was written for, which nearly always is the standard.
    rng : numpy.random.Generator
        Where the player's draws come from.

    Returns
    -------
    Game

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed, the player returns something that is no code of the board, or a codemaker's answers
        contradict each other: players that search for consistent codes notice, else it is seen when the game is lost.

    Examples
    --------
    >>> game = play("random_consistent", "0314", Rules(4, 6), rng=np.random.default_rng(1))
    >>> game.solved, len(game), [format(guess) for guess in game.guesses]
    (True, 6, ['3023', '5335', '0311', '2311', '0310', '0314'])
    """
    player = make_player(player)
    check_rules(rules)
    generator(rng)
    story = flag(story, "story")
    scoring = scoring_of(player, scoring)
    if callable(secret):
        answer, secret = secret, None
    else:
        secret = as_code(secret, rules, name="secret")
        answer = None
    return _one_game(player, secret, answer, rules, scoring, story, rng)


def play_many(
    player: str | SupportsPlay,
    rules: Rules,
    *,
    games: int | None = None,
    secrets: np.ndarray | str | None = None,
    seed: int,
    n_jobs: int = -1,
    scoring: str | None = None,
    description: str | None = None,
) -> pd.DataFrame:
    """Play many games, in parallel.

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history, rng)``; every game is played by a
        copy of it. A dict `settings`, if it has one, counts among what its luck hangs on; a `Search` that it leaves in
        `search` after a guess is added up in the columns ``generations`` and ``evaluations``.
    rules : Rules
        The board.
    games : int, optional
        How many games, against secrets drawn from `seed`: the same for every player.
    secrets : array_like of int, shape (games, pegs), list of str, or "all", optional
        The secrets, in place of `games`; ``"all"`` is every code once, in lexicographic order.
    seed : int
        Seed of the experiment. Game ``i`` draws from ``SeedSequence([seed, crc32(config), i])``, where the config is
        the player with its settings, the board's size and the scoring. So a result depends on neither the number of
        workers nor their order; and a longer experiment, or one that allows more guesses, only goes on where the other
        ended.
    n_jobs : int, default -1
        Parallel workers, as joblib counts them; -1 takes every core. Under ``joblib.parallel_config("dask")`` or
        ``"ray"`` the games go to that cluster. Where all would take less than 2 s no workers are started.
    scoring : {"standard", "check_guess", "nine_colors"}, optional
        How guesses are answered; by default as the player was written for.
    description : str, optional
        Text of the progress bar; by default the player's name.

    Returns
    -------
    DataFrame
        One row a game: ``player``, ``secret`` (digits), ``guesses`` (int, the winning one counted; of a lost game, all
        that were allowed), ``solved`` (bool), ``generations``, ``evaluations`` (int, of all turns together), ``moves``
        (the guesses as digits, with spaces between them; `turns` takes them apart) and ``scoring``.

    Raises
    ------
    TypeError, ValueError
        As `play`; or if not one of `games` and `secrets` was given. What a player raises goes on with a note that names
        the game and its secret.

    Examples
    --------
    >>> games = play_many("random_consistent", Rules(4, 6), games=1000, seed=1)
    >>> games.shape, bool(games.solved.all())
    ((1000, 8), True)
    """
    player = make_player(player)
    check_rules(rules)
    seed = whole_number(seed, "seed", 0, 2**63 - 1)
    scoring = scoring_of(player, scoring)
    codes = secrets_of(rules, games, secrets, seed)
    n_jobs = workers(n_jobs)
    config = config_of(player, rules, scoring)

    rows: list[tuple] = []
    bar = progress(total=len(codes), description=player.name if description is None else description, unit="game")
    with bar:
        for chunk in _chunks(player, rules, scoring, codes, seed, config, n_jobs):
            rows += chunk
            bar.update(len(chunk))
    frame = games_table(player, codes, rows, scoring)
    frame.attrs["board"] = str(rules)
    return frame


def turns(games: pd.DataFrame, rules: Rules) -> pd.DataFrame:
    """Take games apart, one row a turn, with the number of codes still possible.

    Parameters
    ----------
    games : DataFrame
        What `play_many` returned, or a part of it.
    rules : Rules
        The board that they were played on.

    Returns
    -------
    DataFrame
        Columns ``game`` (index of the row in `games`), ``turn`` (from 1), ``guess`` (digits), ``black``, ``white``,
        ``possible`` (whether the guess itself agreed with all the answers before it), ``before`` and ``after``: codes
        that agreed with all the answers before the guess and after its answer; -1 where the answers were not counted
        in the standard way, or too many codes are left to count. After the winning guess 1 is left, the secret.

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed, or the games are of another board.

    Examples
    --------
    >>> games = play_many("random_consistent", Rules(4, 6), secrets=["0314"], seed=1)
    >>> told = turns(games, Rules(4, 6))
    >>> told.turn.tolist() == list(range(1, games.guesses[0] + 1)), int(told.after.iloc[-1])
    (True, 1)
    """
    check_rules(rules)
    if isinstance(games, Game):
        raise TypeError("games: a Game is not the table that play_many returns; play(..., story=True) tells its turns")
    with_columns(games, "games", ("secret", "moves", "scoring"))
    board = games.attrs.get("board", str(rules))
    if board != str(rules):
        raise ValueError(f"rules: {rules}, but the games were played on {board}")
    rows = []
    for index, secret, moves, scoring in zip(games.index, games.secret, games.moves, games.scoring, strict=True):
        guesses = np.array([as_code(move, rules, name="games") for move in moves.split()])
        secret = as_code(secret, rules, name="games")
        coded = feedback_matrix(guesses, secret[np.newaxis], colors=rules.colors, scoring=scoring)[:, 0]
        answers = np.stack(split(coded, rules.pegs), axis=1)
        among = feedback_matrix(guesses, guesses, colors=rules.colors, scoring=scoring)
        left = _left_after(rules, guesses, answers, scoring)
        for turn, (move, answer) in enumerate(zip(moves.split(), answers.tolist(), strict=True)):
            possible = bool((among[turn, :turn] == coded[:turn]).all())
            rows.append((index, turn + 1, move, *answer, possible, left[turn], left[turn + 1]))
    columns = ["game", "turn", "guess", "black", "white", "possible", "before", "after"]
    return pd.DataFrame(rows, columns=columns)


def strategy_tree(player: str | SupportsPlay, rules: Rules) -> StrategyTree:
    """Write out the whole strategy of a player that does not draw: its guess in every position that can come about.

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history, rng)``. One that also has a method
        ``tree(rules)`` is asked for that.
    rules : Rules
        The board. Its limit on guesses is not looked at.

    Returns
    -------
    StrategyTree
        ``guesses`` for each code, ``total``, ``mean`` as a fraction, ``max``, ``distribution``.

    Raises
    ------
    TypeError
        If the player draws random numbers, which is noticed if they come from `rng`, or an argument is malformed.
    ValueError
        If the board is too large, or the player makes no progress.

    See Also
    --------
    StrategyTree : What comes back: ``check``, ``draw``, ``save``, and ``StrategyTree.load``.

    Examples
    --------
    >>> strategy_tree("kooi", Rules(4, 6)).mean
    Fraction(1417, 324)
    """
    player = make_player(player)
    check_rules(rules)
    if callable(getattr(player, "tree", None)):
        return player.tree(rules)
    codes = partitions.board(rules).codes
    rng = np.random.default_rng(0)
    unused = rng.bit_generator.state
    solved = rules.pegs * (rules.pegs + 1)
    guess, parent, answer, size = [], [], [], []
    waiting = [(History(rules), np.arange(len(codes)), -1, 0)]
    with progress(total=len(codes), description=player.name, unit="code") as bar:
        while waiting:
            history, possible, above, given = waiting.pop()
            if len(history) >= MOST_TURNS:
                raise ValueError(f"player: {player.name} has not found every code within {MOST_TURNS} guesses")
            alone = player if isinstance(player, Player) else copy.deepcopy(player)
            code = as_code(alone.next_guess(history, rng), rules, name=f"guess {len(history) + 1} of {player.name}")
            if rng.bit_generator.state != unused:
                raise TypeError(f"player: {player.name} draws random numbers; a strategy tree is for one that does not")
            answers = feedback_matrix(code[np.newaxis], codes[possible], colors=rules.colors)[0]
            node = len(guess)
            guess.append(partitions.places(code[np.newaxis], rules)[0])
            parent.append(above)
            answer.append(given)
            size.append(len(possible))
            for coded in np.unique(answers)[::-1].tolist():
                if coded == solved:
                    bar.update()
                else:
                    after = history.after(code, split(coded, rules.pegs))
                    waiting.append((after, possible[answers == coded], node, coded))
    kinds = (np.int32, np.int32, np.uint8, np.int32)
    columns = (np.array(column, kind) for column, kind in zip((guess, parent, answer, size), kinds, strict=True))
    return StrategyTree(player.name, rules, *columns)


def _one_game(
    player: SupportsPlay,
    secret: np.ndarray | None,
    codemaker: Callable | None,
    rules: Rules,
    scoring: str,
    story: bool,
    rng: np.random.Generator,
) -> Game:
    """The game loop: the player's guess, the codemaker's answer, until solved or out of guesses."""
    in_registry = isinstance(player, Player)
    if in_registry:
        player = player.new_game(record=story)
    guesses = np.empty((rules.max_guesses, rules.pegs), np.uint8)
    feedbacks = np.empty((rules.max_guesses, 2), np.int64)
    searches = []
    greedy, by_count = scoring == "nine_colors", scoring != "check_guess"
    played = 0
    solved = False
    while not solved and played < rules.max_guesses:
        guess = player.next_guess(History.unchecked(rules, guesses[:played], feedbacks[:played], scoring), rng)
        if not (isinstance(guess, np.ndarray) and guess.dtype == np.uint8 and guess.shape == (rules.pegs,)):
            guess = as_code(guess, rules, name=f"guess {played + 1} of {player.name}")
        guesses[played] = guess
        if codemaker is None:
            answer = _answer(guesses[played], secret, rules.colors, greedy, by_count)
            if answer[0] < 0:
                as_code(guess, rules, name=f"guess {played + 1} of {player.name}")
        else:
            as_code(guess, rules, name=f"guess {played + 1} of {player.name}")
            answer = codemaker(guesses[played].copy())
            if np.shape(answer) != (2,):
                raise ValueError(f"secret: the codemaker answered {answer!r} to guess {played + 1}, not (black, white)")
            as_turns(guesses[: played + 1], [*feedbacks[:played].tolist(), answer], rules, scoring=scoring)
        feedbacks[played] = answer
        played += 1
        solved = bool(answer[0] == rules.pegs)
        search = getattr(player, "search", None)
        searches.append(search if isinstance(search, Search) else Search())
    guesses, feedbacks = guesses[:played].copy(), feedbacks[:played].copy()
    if codemaker is not None and not solved and scoring == "standard":
        problem = consistent.contradiction(History.unchecked(rules, guesses, feedbacks, scoring))
        if problem:
            raise ValueError(f"history: {problem}")
    told: tuple[Turn, ...] = ()
    if story:
        left = _left_after(rules, guesses, feedbacks, scoring)
        told = tuple(
            Turn(guess, int(black), int(white), left[i], left[i + 1], search)
            for i, (guess, (black, white), search) in enumerate(zip(guesses, feedbacks, searches, strict=True))
        )
    return Game(
        player.name,
        rules,
        secret if secret is not None else guesses[-1] if solved else None,
        guesses,
        feedbacks,
        solved,
        sum(search.generations for search in searches),
        sum(search.evaluations for search in searches),
        scoring,
        told,
    )


def _chunks(
    player: SupportsPlay, rules: Rules, scoring: str, codes: np.ndarray, seed: int, config: int, n_jobs: int
) -> Iterator[list[tuple]]:
    """Rows of the games in order, chunk by chunk: the first few here, to see how long a game takes."""
    done, size, each = 0, 1, 0.0
    started = time.perf_counter()
    while done < len(codes):
        yield play_chunk(player, rules, scoring, codes[done : done + size], seed, config, done)
        done = min(done + size, len(codes))
        seconds = time.perf_counter() - started
        each = seconds / done
        if seconds < TRIAL_SECONDS:
            size *= 2
        elif n_jobs != 1 and each * (len(codes) - done) > WORTH_WORKERS:
            break
        else:
            size = int(np.clip(CHUNK_SECONDS / each, 1, CHUNK_GAMES))
    if done < len(codes):
        at_work = cpu_count() if n_jobs < 0 else n_jobs
        size = int(np.clip(min(CHUNK_SECONDS / each, (len(codes) - done) / (4 * at_work)), 1, CHUNK_GAMES))
        jobs = (
            delayed(play_chunk)(player, rules, scoring, codes[start : start + size], seed, config, start)
            for start in range(done, len(codes), size)
        )
        yield from in_order(jobs, n_jobs)


def play_chunk(
    player: SupportsPlay, rules: Rules, scoring: str, codes: np.ndarray, seed: int, config: int, first: int
) -> list[tuple]:
    """Play some games of an experiment in this process.

    Parameters
    ----------
    player : player
        Who plays; each game by a copy.
    rules : Rules
        The board.
    scoring : str
        How guesses are answered.
    codes : ndarray of uint8, shape (n, pegs)
        The secrets.
    seed, config, first : int
        Game ``i`` of these draws from ``SeedSequence([seed, config, first + i])``.

    Returns
    -------
    list of tuple
        One row a game, as `games_table` takes them.

    Examples
    --------
    >>> play_chunk(make_player("knuth"), Rules(4, 6), "standard", all_codes(Rules(4, 6))[:1], 1, 0, 0)
    [(4, True, 0, 0, '0011 0123 0204 0000')]
    """
    rows = []
    for i, code in enumerate(codes, first):
        alone = player if isinstance(player, Player) else copy.deepcopy(player)  # games must not share what it learns
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, config, i])))
        try:
            game = _one_game(alone, code, None, rules, scoring, False, rng)
        except Exception as error:
            error.add_note(f"in game {i} of play_many, {player.name} against the secret {format(code)}")
            raise
        rows.append((len(game.guesses), game.solved, game.generations, game.evaluations, _moves(game.guesses)))
    return rows


def _moves(guesses: np.ndarray) -> str:
    """Guesses as digits with spaces between them; as `codes.format`, for codes that were checked before."""
    spaced = np.full((len(guesses), guesses.shape[1] + 1), ord(" "), np.uint8)
    spaced[:, :-1] = DIGIT_BYTES[guesses]
    return spaced.tobytes().decode("ascii")[:-1]


@compiled
def _answer(guess, secret, colors, greedy, by_count):
    """Black and white pegs of one guess; a negative black where a color of the guess is none of the board's."""
    pegs = guess.shape[0]
    free = np.zeros(colors, np.int64)
    black = 0
    for p in range(pegs):
        if guess[p] >= colors:
            return -1, -1
        if guess[p] == secret[p]:
            black += 1
        else:
            free[secret[p]] += 1
    white = 0
    for p in range(pegs):
        if not by_count:
            white += guess[p] != secret[p] and guess[p] in secret
        elif (greedy or guess[p] != secret[p]) and free[guess[p]] > 0:
            free[guess[p]] -= 1
            white += 1
    return black, white


def _left_after(rules: Rules, guesses: np.ndarray, feedbacks: np.ndarray, scoring: str) -> list[int]:
    """Codes that agree with the first 0, 1, 2, ... answers."""
    if scoring != "standard":
        return [-1] * (len(guesses) + 1)
    return [
        consistent.count_consistent(History.unchecked(rules, guesses[:turn], feedbacks[:turn], scoring))
        for turn in range(len(guesses) + 1)
    ]


def scoring_of(player: SupportsPlay, scoring: str | None) -> str:
    """Return how a player's guesses are answered: as it was written for, unless told otherwise.

    Parameters
    ----------
    player : player
        Who plays.
    scoring : str or None
        What the caller asked for.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If it is not one of `SCORINGS`.

    Examples
    --------
    >>> scoring_of(make_player("nine_colors"), None)
    'nine_colors'
    """
    scoring = getattr(player, "scoring", "standard") if scoring is None else scoring
    if scoring not in SCORINGS:
        raise ValueError(f"scoring: {scoring!r} is not one of {', '.join(SCORINGS)}")
    return scoring


def secrets_of(rules: Rules, games: int | None, secrets: object, seed: int) -> np.ndarray:
    """Return the secrets of an experiment; drawn ones depend on the seed alone, so that all players meet the same.

    Parameters
    ----------
    rules : Rules
        The board.
    games, secrets, seed
        As in `play_many`.

    Returns
    -------
    ndarray of uint8, shape (games, pegs)

    Raises
    ------
    TypeError, ValueError
        If not one of `games` and `secrets` was given, or it is malformed.

    Examples
    --------
    >>> secrets_of(Rules(4, 6), None, ["0123"], 1)
    array([[0, 1, 2, 3]], dtype=uint8)
    """
    if (games is None) == (secrets is None):
        raise ValueError("games, secrets: give one of them: how many games, or against which secrets")
    if secrets is None:
        games = whole_number(games, "games", 1, 10**9)
        draw = np.random.default_rng(np.random.SeedSequence([seed, zlib.crc32(b"secrets")]))
        return random_codes(rules, games, rng=draw)
    if isinstance(secrets, str):
        if secrets != "all":
            raise ValueError(f"secrets: {secrets!r} is not 'all'; give one code as [{secrets!r}]")
        return all_codes(rules)
    if isinstance(secrets, list | tuple) and any(isinstance(code, str) for code in secrets):
        secrets = [as_code(code, rules, name="secrets") for code in secrets]
    codes = as_codes(secrets, rules, name="secrets")
    if not len(codes):
        raise ValueError("secrets: there are none")
    return codes


def config_of(player: SupportsPlay, rules: Rules, scoring: str) -> int:
    """Return the number that tells one experiment from another: player, settings, board and scoring.

    Parameters
    ----------
    player : player
        Who plays.
    rules : Rules
        The board; its limit on guesses does not count.
    scoring : str
        How guesses are answered.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If the player's settings are no dict.

    Examples
    --------
    >>> one, other = make_player("gold"), make_player("gold", population=500)
    >>> config_of(one, Rules(4, 8), "standard") == config_of(other, Rules(4, 8), "standard")
    False
    """
    settings = getattr(player, "settings", {})
    if not isinstance(settings, dict):
        raise TypeError(f"player: its settings are a {type(settings).__name__}, not a dict of names and values")
    told = (player.name, sorted((name, repr(value)) for name, value in settings.items()))
    return zlib.crc32(repr((told, rules.pegs, rules.colors, scoring)).encode())


def games_table(player: SupportsPlay, codes: np.ndarray, rows: list[tuple], scoring: str) -> pd.DataFrame:
    """Return games as the table of `play_many`.

    Parameters
    ----------
    player : player
        Who played.
    codes : ndarray of uint8, shape (n, pegs)
        The secrets.
    rows : list of tuple
        What `play_chunk` returned for them.
    scoring : str
        How guesses were answered.

    Returns
    -------
    DataFrame

    Examples
    --------
    >>> games_table(make_player("knuth"), np.zeros((1, 4), np.uint8), [(1, True, 0, 0, "0000")], "standard").secret[0]
    '0000'
    """
    frame = pd.DataFrame(rows, columns=["guesses", "solved", "generations", "evaluations", "moves"])
    frame.insert(0, "secret", _moves(codes).split())
    frame.insert(0, "player", player.name)
    return frame.assign(scoring=scoring)


def in_order(jobs: Iterable, n_jobs: int) -> Iterator:
    """Run joblib's delayed calls and give their results in order, one by one.

    Parameters
    ----------
    jobs : iterable of delayed calls
        What to run.
    n_jobs : int
        As in `play_many`.

    Returns
    -------
    iterator

    Examples
    --------
    >>> list(in_order((delayed(abs)(n) for n in (-1, 2, -3)), 1))
    [1, 2, 3]
    """
    try:
        parallel = Parallel(n_jobs=n_jobs, return_as="generator")
    except ValueError:  # a backend that returns all at once, such as Ray's
        parallel = Parallel(n_jobs=n_jobs)
    return iter(parallel(jobs))
