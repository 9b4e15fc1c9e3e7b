"""One game, and what came of it.

Players get a `History` and nothing else.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from mmlib.checks import flag, generator, one_of, seed_or_drawn, visible
from mmlib.experiments.codemaker import Codemaker, codemaker_of
from mmlib.experiments.game_file import read_game, save_game
from mmlib.experiments.start import start
from mmlib.experiments.waiting import Late, Watch, seconds_allowed
from mmlib.game.codes import as_code, as_text, check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import SCORINGS
from mmlib.players.base import Search, SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.reason.positions import positions

if TYPE_CHECKING:  # a game that nobody looks at needs no matplotlib
    from matplotlib.figure import Figure

    from mmlib.report.picture import Picture


#: The type of the colors of a code; the type's name would be looked up each turn.
BYTES = np.dtype(np.uint8)


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
        Consistent codes before this guess, and after its answer; -1 where the answers
        were not counted in the standard way, or too many codes are left to count.
    search : Search
        What the player did for it: generations, evaluations, fitness of every
        generation.
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
        Pegs, colors and guesses allowed.
    secret : ndarray of uint8, shape (pegs,), or None
        The code; None if a codemaker kept it to the end.
    guesses : ndarray of uint8, shape (turns, pegs)
        All guesses, the first one first.
    feedbacks : ndarray of int64, shape (turns, 2)
        Black and white pegs of each guess.
    solved : bool
        Whether the last guess was the secret.
    generations, evaluations : int
        What the player spent on all its turns; 0 if it does not say.
    scoring : str
        How the answers were counted.
    turns : tuple of Turn
        The story of every turn; empty unless it was asked for.
    seed : int or None
        The seed of the player's draws, given or drawn; None if it drew from a generator
        of yours.
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
    seed: int | None = None

    def __len__(self) -> int:
        return len(self.guesses)

    def __repr__(self) -> str:
        story = ", ".join(
            f"{as_text(guess)} {black}b{white}w"
            for guess, (black, white) in zip(self.guesses, self.feedbacks, strict=True)
        )
        end = "solved" if self.solved else "lost"
        return (
            f"Game({visible(self.player)}, {self.rules}, {end} in {len(self)}: {story})"
        )

    @property
    def history(self) -> History:
        """The guesses and answers, as a player is given them.

        The functions of `mmlib.information` and `mmlib.consistent` take it.
        """
        return History.unchecked(self.rules, self.guesses, self.feedbacks, self.scoring)

    def save(self, path: str | Path) -> None:
        """Write the game to a JSON file that `load` reads, without its turns' stories.

        A game that `save` wrote is replaced. One that was edited since is set aside as
        ``<name>.damaged``, with a UserWarning. A FileExistsError is raised where
        another file stands.
        """
        save_game(path, self)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a game that `save` wrote, and check it.

        Raises ValueError if the file holds no game, or one that cannot be. A game that
        can be, but was edited after it was saved, comes with a UserWarning.
        """
        game, edited = read_game(path)
        if edited:
            warnings.warn(f"path: {path} was edited after it was saved", stacklevel=2)
        return cls(**game)

    def picture(self, title: str | None = None, **options: Any) -> Picture:
        """Make a picture of the game as a board.

        It can be shown, printed, or saved as SVG or PNG.

        Parameters
        ----------
        title : str, optional
            By default the player and the number of guesses.
        **options
            As for `mmlib.board.picture`: ``theme`` ("light", "dark"), ``hidden``
            (question marks instead of the secret), ``rows`` (of the board), ``marked``
            (rows that are pointed at), ``stop_when_solved``, ``fills``.

        >>> game = mm.play("knuth", "0314", mm.Rules(4, 6), seed=1)
        >>> game.picture(hidden=True).text.splitlines()[-1]
        'secret  ? ? ? ?'
        """
        from mmlib.report.picture import picture

        if title is None:
            title = f"{self.player}: {len(self)} guesses" + (
                "" if self.solved else ", lost"
            )
        return picture(
            self.guesses, self.secret, feedbacks=self.feedbacks, title=title, **options
        )

    def draw(self, title: str | None = None) -> Figure:
        """Draw the game with matplotlib; `title` is as for `picture`."""
        return self.picture(title).figure()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.picture()._repr_mimebundle_() | {"text/plain": repr(self)}


def play(  # noqa: PLR0913
    player: str | SupportsPlay,
    secret: ArrayLike | Callable[[np.ndarray], tuple[int, int]],
    rules: Rules,
    *,
    story: bool = False,
    scoring: str | None = None,
    seed: int | None = None,
    rng: np.random.Generator | None = None,
    seconds: float | None = None,
) -> Game:
    """Play one game.

    Raises TypeError or ValueError if an argument is malformed, the player returns
    something that is no code of these rules, or a codemaker's answers contradict each
    other: players that search for consistent codes notice, else it is seen when the
    game is lost (where answers are counted in the standard way).

    Parameters
    ----------
    player : str or player
        A name from the registry, or any object with `name` and ``next_guess(history,
        rng)``.
    secret : array_like of int, shape (pegs,), str, or callable
        The code; or a codemaker, called with each guess (ndarray of uint8) and
        returning its black and white pegs.
    rules : Rules
        Pegs, colors, and guesses allowed: the game is lost after ``rules.max_guesses``
        wrong ones.
    story : bool, default False
        Whether to keep the story of every turn: codes still possible, fitness of every
        generation.
    scoring : {"standard", "check_guess", "nine_colors", "black_only"}, optional
        How guesses are answered; by default as the player was written for, which nearly
        always is the standard.
    seed, rng : int, and numpy.random.Generator; one of them, optional
        Where the player's draws come from; ``seed=1`` is short for
        ``rng=np.random.default_rng(1)``. Without either a seed is drawn, and the game's
        ``seed`` says which.
    seconds : float, 0.1 to 86,400, optional
        How long a guess may take: `ValueError` that names it and the turns before it
        where the player takes longer. By default as long as it likes; a line says so
        after ten seconds.

    Returns
    -------
    Game

    Examples
    --------
    >>> game = mm.play("random_consistent", "0314", mm.Rules(4, 6), seed=1)
    >>> game.solved, len(game), [mm.codes.as_text(guess) for guess in game.guesses]
    (True, 6, ['3023', '5335', '0311', '2311', '0310', '0314'])
    """
    player = make_player(player)
    check_rules(rules)
    if rng is None:
        seed = seed_or_drawn(seed)
        rng = np.random.default_rng(seed)
    elif seed is None:
        generator(rng)
    else:
        raise TypeError(
            "seed, rng: both came; give a whole number or a numpy.random.Generator"
        )
    story = flag(story, "story")
    scoring = scoring_of(player, scoring)
    codemaker = codemaker_of(secret, rules, scoring)
    with Watch(player.name, seconds_allowed(seconds)) as watch:
        watch.plays("in mm.play")
        try:
            game = one_game(player, codemaker, rng=rng, watch=watch, story=story)
        except Late:
            raise watch.late() from None
    return replace(game, seed=seed)


def one_game(
    player: SupportsPlay,
    codemaker: Codemaker,
    *,
    rng: np.random.Generator,
    watch: Watch,
    story: bool = False,
) -> Game:
    """Run the game loop: a guess, then its answer, until solved or out of guesses."""
    rules = codemaker.rules
    scoring = codemaker.scoring
    playing = start(player, rules, record=story)
    guesses = np.empty((rules.max_guesses, rules.pegs), np.uint8)
    feedbacks = np.empty((rules.max_guesses, 2), np.int64)
    searches: list[Search] = []
    solved = False
    while not solved and len(searches) < rules.max_guesses:
        turn = len(searches)
        history = History.unchecked(rules, guesses[:turn], feedbacks[:turn], scoring)
        watch.asks(history)
        guess = playing.guess(history, rng)
        watch.rests()
        if not _is_code(guess, rules):
            name = f"player: guess {turn + 1} of {playing.name}"
            guess = as_code(guess, rules, name=name)
        guesses[turn] = guess
        answer = codemaker.answer(guesses[turn], turn + 1)
        feedbacks[turn] = answer
        searches.append(playing.search)
        solved = answer[0] == rules.pegs
    played = len(searches)
    history = History.unchecked(rules, guesses[:played], feedbacks[:played], scoring)
    return Game(
        player=playing.name,
        rules=rules,
        secret=codemaker.shows(history, solved),
        guesses=history.guesses,
        feedbacks=history.feedbacks,
        solved=solved,
        generations=sum(search.generations for search in searches),
        evaluations=sum(search.evaluations for search in searches),
        scoring=scoring,
        turns=_turns(history, searches) if story else (),
    )


def _is_code(guess: object, rules: Rules) -> TypeGuard[np.ndarray]:
    """Whether a guess is a code as it stands: most are, and `as_code` takes longer."""
    return (
        type(guess) is np.ndarray
        and guess.dtype == BYTES
        and guess.shape == (rules.pegs,)
        and max(guess.tobytes()) < rules.colors
        and (rules.repeats or len(set(guess.tobytes())) == rules.pegs)
    )


def _turns(history: History, searches: list[Search]) -> tuple[Turn, ...]:
    """The story of every turn."""
    answers = history.feedbacks.tolist()
    left = itertools.pairwise(left_after(history))
    return tuple(
        Turn(guess, black, white, before, after, search)
        for guess, (black, white), (before, after), search in zip(
            history.guesses, answers, left, searches, strict=True
        )
    )


def left_after(history: History) -> list[int]:
    """Codes that agree with the first 0, 1, 2, ... answers."""
    if history.scoring != "standard":
        return [-1] * (len(history) + 1)
    return [position.count for position in positions(history)]


def scoring_of(player: SupportsPlay, scoring: str | None) -> str:
    """Return how a player's guesses are answered.

    By default they are answered as the player was written for.
    """
    if scoring is not None:
        return one_of(scoring, "scoring", SCORINGS)
    return one_of(
        getattr(player, "scoring", "standard"), "player: its scoring", SCORINGS
    )
