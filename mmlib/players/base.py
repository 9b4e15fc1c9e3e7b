"""What a player is: a name, and a next guess for every history. The players of the registry share the rest here."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import ClassVar, NamedTuple, Protocol, Self

import numpy as np

from mmlib.engine.words import from_words
from mmlib.game.codes import as_code, as_text, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.record import Trace, room
from mmlib.reason import consistent

#: Generations that a search may run before it is asked whether any code agrees with the answers at all.
PATIENCE = 20_000


class SupportsPlay(Protocol):
    """What `play` asks of a player of your own."""

    name: str

    def next_guess(self, history: History, rng: np.random.Generator) -> np.ndarray:
        """Return the next guess, given the guesses and answers so far; an empty history begins a new game."""


class Search(NamedTuple):
    """What an evolutionary player did for one guess.

    Attributes
    ----------
    generations : int
        Generations bred.
    evaluations : int
        Codes whose fitness was computed.
    eligible : int
        Different consistent codes found, as far as the player keeps count; -1 if it keeps none.
    best, mean : ndarray of float64, shape (generations,)
        Best and mean fitness of the codes of each generation; empty unless the game is played with its story.
    populations : ndarray of uint8, shape (kept, size, pegs)
        The codes of the first 500 generations; empty unless they are wanted.
    fitness : ndarray of float64, shape (kept, size)
        Their fitness; NaN where a generation has fewer codes.
    """

    generations: int = 0
    evaluations: int = 0
    eligible: int = -1
    best: np.ndarray = np.empty(0)
    mean: np.ndarray = np.empty(0)
    populations: np.ndarray = np.empty((0, 0, 0), np.uint8)
    fitness: np.ndarray = np.empty((0, 0))


class Player:
    """A turn-by-turn player of the registry: a dataclass whose fields are its settings.

    Subclasses say in class attributes where they come from, set `search` in `_choose`, and never see the secret.

    Attributes
    ----------
    name : str
        As in the registry.
    source, year, fidelity : str, int or None, str
        Who described it, when if that is known, and how true this version is: exact, described, reconstructed.
    scoring : str
        The count of black and white pegs that the player was written with; `play` answers it so unless told otherwise.
    any_scoring : bool
        Whether it can play under another count than the standard one.
    search : Search
        What it did for its latest guess.
    """

    name: ClassVar[str]
    source: ClassVar[str]
    year: ClassVar[int | None]
    fidelity: ClassVar[str]
    scoring: str = "standard"
    search: Search = Search()
    recording: bool = False
    keeping: bool = False
    any_scoring: ClassVar[bool] = False
    _story: tuple | None = None

    def next_guess(self, history: History, rng: np.random.Generator) -> np.ndarray:
        """Return the next guess."""
        if history.scoring != "standard" and not self.any_scoring:
            raise ValueError(f"history: answers counted as {history.scoring!r}; {self.name} needs the standard count")
        story = (history.rules, history.guesses.tobytes(), history.feedbacks.tobytes())
        if not self._goes_on(*story):
            self._begin(history.rules)
        self._story = story
        if not len(history):
            self.search = Search()
            first = self._first_guess(history.rules, rng)
            if first is not None:
                return first
        return self._choose(history, rng)

    def check_board(self, rules: Rules) -> None:
        """Refuse a board that this player cannot play on."""
        self.new_game()._begin(rules)

    def new_game(self, *, record: bool = False, populations: bool = False) -> Self:
        """Return a copy that plays one game, so that games do not mix what they remember."""
        player = copy.copy(self)
        player.recording, player.keeping = record or populations, populations
        return player

    @property
    def settings(self) -> dict:
        """The settings by name, codes written as digits."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: as_text(v) if isinstance(v, np.ndarray) else v for name, v in values.items()}

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"{type(self).__name__}({told})"

    def _goes_on(self, rules: Rules, guesses: bytes, feedbacks: bytes) -> bool:
        """Whether this history continues the one asked about before: only then does what was learnt still hold."""
        if self._story is None:
            return False
        past_rules, past_guesses, past_feedbacks = self._story
        return (
            rules == past_rules
            and len(guesses) > len(past_guesses)
            and guesses.startswith(past_guesses)
            and feedbacks.startswith(past_feedbacks)
        )

    def _begin(self, rules: Rules) -> None:
        """Forget the last game, and refuse a board that this player cannot play on."""

    def _first_guess(self, rules: Rules, rng: np.random.Generator) -> np.ndarray | None:
        """The first guess that was set, else the player's own; None where it searches as for any other guess."""
        if self.first_guess is None:
            return self._own_first_guess(rules)
        if isinstance(self.first_guess, str):
            return random_codes(rules, 1, rng=rng)[0]
        return as_code(self.first_guess, rules, name="first_guess").copy()

    def _settled_first_guess(self, rules: Rules) -> np.ndarray | None:
        """`_first_guess` of a strategy that is to be written out, which must not draw."""
        if isinstance(self.first_guess, str):
            raise TypeError(f"player: {self.name} draws its first guess; a strategy tree is for one that does not draw")
        return self._first_guess(rules, None)

    def _own_first_guess(self, rules: Rules) -> np.ndarray | None:
        return None

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        raise TypeError(f"{type(self).__name__}: a player needs a _choose method")

    def population_size(self, rules: Rules) -> int:
        """Tell how many codes a population of this player has on a board."""
        return getattr(self, "population", 0)

    def _trace(self, generations: int, rules: Rules) -> Trace:
        """Room for what so many generations leave behind, none unless the story is wanted."""
        return room(
            generations if self.recording else 0, self.population_size(rules) if self.keeping else 0, rules.pegs
        )

    def _record(self, generations: int, evaluations: int, eligible: int, trace: Trace) -> None:
        best, mean = trace.values[:generations].T.copy()  # of the last search, where one was begun again
        kept = min(generations, len(trace.words))
        codes = from_words(trace.words[:kept].ravel(), trace.pegs).reshape(*trace.words[:kept].shape, trace.pegs)
        self.search = Search(
            int(generations), int(evaluations), int(eligible), best, mean, codes, trace.fitness[:kept].copy()
        )

    def _until_found(
        self, history: History, generations: int, evolve: Callable[[Trace], tuple[np.ndarray, int, int]]
    ) -> np.ndarray:
        """Eligible codes of a search of so many generations, begun again while it finds none; recorded as one search.

        `evolve` is given room for the trace and returns the eligible codes, the generations and the evaluations.
        """
        trace = self._trace(generations + PATIENCE, history.rules)
        bred = evaluations = 0
        while True:
            eligible, more_generations, more_evaluations = evolve(trace)
            bred += more_generations
            evaluations += more_evaluations
            if len(eligible):
                break
            problem = consistent.contradiction(history)  # else the search would go on for ever
            if problem:
                raise ValueError(f"history: {problem}")
        self._record(bred, evaluations, len(eligible), trace)
        return eligible
