"""What a player is: a name, and a next guess for every history.

The players of the registry share the rest here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol, dataclass_transform

import numpy as np

from mmlib.checks import flag, generator, instance
from mmlib.engine import answers
from mmlib.engine.answers import Past
from mmlib.engine.progress_bar import progress
from mmlib.engine.words import from_words
from mmlib.game.codes import as_code, as_text, random_codes
from mmlib.game.history import History, as_history, check_unfinished
from mmlib.game.rules import Rules
from mmlib.genetic.record import NOTHING, Record, blank_record
from mmlib.players.settings import first_guess_setting, plain_settings, setting
from mmlib.reason import consistent

#: Generations that a search may run in vain before the player asks whether any code
#: agrees with the answers at all.
PATIENCE = 20_000

#: Codes looked at in one generation. Where they are more than this, the player asks
#: that before any search.
MOST_UNASKED = 1000

#: Codes that a search may look at in vain where it is not known whether any code
#: agrees: some seconds.
MOST_UNKNOWN = 3 * 10**7

#: Codes that a search may look at in vain where one is known to agree: some ten
#: minutes, with a bar. "Le Adoga" may need minutes to meet that one on 8 x 12.
MOST_KNOWN = 5 * 10**9


def past_by_distance(
    history: History, black_weight: float = 1.0, white_weight: float = 1.0
) -> Past:
    """Pack a history for a search whose fitness is the distance from its answers.

    The distance of a code is the weighted sum of the differences in black and white
    pegs.
    """
    return answers.past_by_distance(
        history.guesses, history.feedbacks, black_weight, white_weight
    )


class SupportsPlay(Protocol):
    """What `play` asks of a player of your own."""

    @property
    def name(self) -> str:
        """What it is called; an attribute does as well."""

    def next_guess(self, history: History, rng: np.random.Generator) -> np.ndarray:
        """Return the next guess, given the guesses and answers so far.

        An empty history begins a new game.
        """


class Search(NamedTuple):
    """What an evolutionary player did for one guess.

    Attributes
    ----------
    generations, evaluations : int
        Generations bred, and codes whose fitness was computed.
    eligible : int
        Different consistent codes found, as far as the player keeps count; -1 if it
        keeps none.
    best, mean : ndarray of float64, shape (generations + 1,)
        Best and mean fitness, first those of the population that the search began with;
        empty unless the game is played with its story.
    populations : ndarray of uint8, shape (kept, size, pegs)
        Codes of the first 500 generations; empty unless wanted.
    fitness : ndarray of float64, shape (kept, size)
        The fitness of these codes; NaN where a generation has fewer codes.
    """

    generations: int = 0
    evaluations: int = 0
    eligible: int = -1
    best: np.ndarray = np.empty(0)
    mean: np.ndarray = np.empty(0)
    populations: np.ndarray = np.empty((0, 0, 0), np.uint8)
    fitness: np.ndarray = np.empty((0, 0))

    def __repr__(self) -> str:
        best = f", best={self.best[-1]:g}" if len(self.best) else ""
        kept = len(self.populations)
        codes = f", {kept} populations" if kept else ""
        return (
            f"Search(generations={self.generations}, evaluations={self.evaluations}, "
            f"eligible={self.eligible}{best}{codes})"
        )


class Playing:
    """A player in one game.

    `search` is what it did for its latest guess, `memory` what it keeps for later ones.
    """

    def __init__(
        self, player: Player, rules: Rules, recorded: bool, codes_kept: int
    ) -> None:
        self.player = player
        self.name = player.name
        self.rules = rules
        self.search = Search()
        self.memory = None
        self.asked: History | None = None
        self.recorded = recorded
        self._codes_kept = codes_kept

    def next_guess(
        self, history: History, rng: np.random.Generator | None = None
    ) -> np.ndarray:
        """Return the next guess, as `Player.next_guess` does.

        The first question may come at any turn of the game.
        """
        self._check(history, rng)
        return self.guess(history, rng)

    def guess(self, history: History, rng: np.random.Generator | None) -> np.ndarray:
        """Return the next guess for a question that is known to be right.

        This is what the game loop asks each turn.
        """
        player = self.player
        self.asked = history
        if history.scoring not in player.scorings:
            known = " or ".join(map(repr, player.scorings))
            raise ValueError(
                f"history: answers counted as {history.scoring!r}; "
                f"{self.name} needs {known}"
            )
        if not len(history):
            self.search = Search()
            first = player._first_guess(history.rules, rng)
            if first is not None:
                return first
        return player._choose(history, rng, self)

    def _check(self, history: History, rng: object) -> None:
        """Refuse a question that has no answer.

        What comes after this is compiled, or searches until it finds a guess.
        """
        as_history(history)
        rules = self.rules
        if history.rules != rules:
            raise ValueError(
                f"history: its rules are {history.rules!r}; "
                f"{self.name} was started for {rules!r}"
            )
        check_unfinished(history)
        if rng is not None:
            generator(rng)
        elif self._draws(history):
            needed = "give numpy.random.default_rng(1), or another Generator"
            raise TypeError(f"rng: {self.name} draws its guess; {needed}")

    def _draws(self, history: History) -> bool:
        """Whether the guess for a history depends on random numbers."""
        player = self.player
        if not len(history) and isinstance(player.first_guess, str):
            return True
        is_set = (
            not len(history) and player._first_guess(history.rules, None) is not None
        )
        return not is_set and player._draws(history.rules)

    def goes_on(self, history: History) -> bool:
        """Whether a history is that of this game, some turns later."""
        if self.asked is None:
            return False
        turns = len(self.asked)
        return (
            history.rules == self.rules
            and len(history) > turns
            and history.first(turns) == self.asked
        )

    def blank(self, generations: int) -> Record:
        """Make a record for so many generations after the first population.

        It is for none unless records are wanted.
        """
        if not self.recorded:
            return NOTHING
        return blank_record(generations + 1, self._codes_kept)

    @cached_property
    def setup(self) -> Any:
        """What compiled code gets of the player: made once a game."""
        return self.player._setup(self.rules)

    def searched(
        self, generations: int, evaluations: int, eligible: int, record: Record
    ) -> None:
        """Set `search`."""
        self.search = Search(generations, evaluations, eligible)
        if self.recorded:
            # of the last search, where one was begun again
            values, words, fitness = record
            values = values[~np.isnan(values[:, 0])]
            best, mean = values.T.copy()
            words = words[: len(values)]
            fitness = fitness[: len(values)].copy()
            pegs = self.rules.pegs
            codes = from_words(words.ravel(), pegs).reshape(*words.shape, pegs)
            self.search = self.search._replace(
                best=best, mean=mean, populations=codes, fitness=fitness
            )

    def until_found(
        self,
        history: History,
        evolve: Callable,
        past: Past,
        setup: tuple,
        rng: np.random.Generator,
        *,
        effort: int = 1,
    ) -> np.ndarray:
        """Return the eligible codes that `evolve` finds, as words.

        The search is begun anew while it finds none. `effort` is how many codes it
        looks at for each one bred. Raises ValueError if no code is found.
        """
        record = self.blank(getattr(setup, "generations", 0) + PATIENCE)
        most = 0
        if self.player.population_size(self.rules) * effort > MOST_UNASKED:
            most = most_evaluations(history)
        eligible, bred, evaluations = evolve(past, setup, record, rng)
        if not len(eligible):
            most = most or most_evaluations(history)
            description = f"{self.name} searches for guess {len(history) + 1}"
            with progress(total=most, description=description, unit="code") as bar:
                bar.update(evaluations)
                while not len(eligible):
                    if evaluations > most:
                        raise ValueError(
                            f"history: {self.name} found no code that agrees with the "
                            f"answers in {bred:,} generations, {evaluations:,} codes"
                        )
                    eligible, more_bred, more_evaluations = evolve(
                        past, setup, record, rng
                    )
                    bred += more_bred
                    evaluations += more_evaluations
                    bar.update(more_evaluations)
        self.searched(bred, evaluations, len(eligible), record)
        return eligible


def most_evaluations(history: History) -> int:
    """Tell how many codes a search may look at in vain.

    Raises ValueError where no code agrees with the answers.
    """
    if problem := consistent.contradiction(history):
        raise ValueError(f"history: {problem}")
    known = bool(consistent.peg_by_peg(history, 1, False)[0])
    return MOST_KNOWN if known else MOST_UNKNOWN


@dataclasses.dataclass(kw_only=True, eq=False, repr=False, frozen=True)
@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class Player:
    """A turn-by-turn player of the registry, which never sees the secret.

    Subclasses add settings and `_choose`.

    Attributes
    ----------
    name : str
        Its name in the registry.
    source, year, fidelity : str, int or None, and str
        Who described it; when, if known; and how true this version is: exact,
        described, reconstructed.
    scoring : str
        The count of black and white pegs that it was written with; `play` answers it so
        by default.
    scorings : tuple of str
        The counts that it can play under.
    needs_two_pegs : str
        What it needs two pegs for, if it does.
    without_repeats : bool
        Whether it can play by rules without repeats. Subclasses do not inherit it.
    """

    name: ClassVar[str]
    source: ClassVar[str]
    year: ClassVar[int | None]
    fidelity: ClassVar[str]
    scoring: ClassVar[str] = "standard"
    scorings: ClassVar[tuple[str, ...]] = ("standard",)
    needs_two_pegs: ClassVar[str] = ""
    without_repeats: ClassVar[bool] = False

    #: The game that `next_guess` was asked about last.
    _latest: ClassVar[Playing | None] = None

    first_guess: object = setting(None, first_guess_setting)

    def __init_subclass__(cls, **about: object) -> None:
        """Make it an immutable dataclass.

        A setting that only gets another default keeps its check.
        """
        cls.without_repeats = False
        for name, value in about.items():
            setattr(cls, name, value)
        inherited = cls.__dataclass_fields__
        for name in vars(cls).get("__annotations__", {}):
            default = vars(cls).get(name)
            if name in inherited and not isinstance(default, dataclasses.Field):
                setattr(
                    cls,
                    name,
                    dataclasses.field(
                        default=default, metadata=inherited[name].metadata
                    ),
                )
        dataclasses.dataclass(cls, kw_only=True, eq=False, repr=False, frozen=True)

    def __post_init__(self) -> None:
        """Check every setting.

        What relates two settings is checked by the player that has them.
        """
        for field in self.fields():
            self._settle(
                field.name,
                field.metadata["check"](getattr(self, field.name), field.name),
            )

    @classmethod
    def fields(cls) -> list[dataclasses.Field]:
        """List what can be set, the first guess at last."""
        return sorted(
            dataclasses.fields(cls), key=lambda field: field.name == "first_guess"
        )

    def _settle(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def start(
        self, rules: Rules, *, record: bool = False, populations: bool = False
    ) -> Playing:
        """Begin a game: return what plays it.

        It keeps a record of its searches if `record` is true, and of their populations
        too if `populations` is.
        """
        self.check_repeats(instance(rules, Rules, "rules", "mmlib.Rules"))
        self.check_rules(rules)
        if isinstance(self.first_guess, np.ndarray):
            as_code(self.first_guess, rules, name="first_guess")
        record = flag(record, "record")
        populations = flag(populations, "populations")
        return Playing(
            self,
            rules,
            record or populations,
            self.population_size(rules) if populations else 0,
        )

    def next_guess(
        self, history: History, rng: np.random.Generator | None = None
    ) -> np.ndarray:
        """Return the next guess.

        Asked about the same game some turns later, the player knows what it learnt
        there.

        Parameters
        ----------
        history : History
            The guesses so far and their answers: `TypeError` if it is none;
            `ValueError` if the code was found already, all guesses that the rules allow
            were made, or the answers are not counted in the standard way.
        rng : numpy.random.Generator, optional
            Where the draws come from: `TypeError` if it is none, or is left out and
            this player draws.

        Returns
        -------
        ndarray of uint8, shape (pegs,)

        Examples
        --------
        >>> history = mm.History(mm.Rules(4, 6), ["0011"], [(1, 1)])
        >>> mm.player("knuth").next_guess(history)
        array([0, 0, 2, 3], dtype=uint8)
        """
        as_history(history)
        if not (self._latest and self._latest.goes_on(history)):
            self._settle("_latest", self.start(history.rules))
        return self._latest.next_guess(history, rng)

    @property
    def search(self) -> Search:
        """What was done for the latest guess that `next_guess` returned."""
        return self._latest.search if self._latest else Search()

    def __getstate__(self) -> dict:
        """A copy was not asked anything yet."""
        own = {"_latest", "_plain_settings"}
        return {name: value for name, value in vars(self).items() if name not in own}

    def check_repeats(self, rules: Rules) -> None:
        """Refuse rules without repeats if this player is not for them."""
        instance(rules, Rules, "rules", "mmlib.Rules")
        if not (rules.repeats or self.without_repeats):
            raise ValueError(
                f"rules: {rules}: {self.name} was never described for codes without "
                "repeats; random_consistent, depth_first, one_step, optimal, entropic "
                "and far_sighted play them"
            )

    def check_rules(self, rules: Rules) -> None:
        """Refuse rules that this player cannot play by."""
        instance(rules, Rules, "rules", "mmlib.Rules")
        if self.needs_two_pegs and rules.pegs < 2:
            raise ValueError(
                f"rules: {rules}: two pegs or more are needed, {self.needs_two_pegs}"
            )

    def population_size(self, rules: Rules) -> int:
        """Tell how many codes a population of this player has; 0 if it has none."""
        return getattr(self, "population", 0)

    @property
    def settings(self) -> dict:
        """The settings by name, codes written as digits."""
        values = {field.name: getattr(self, field.name) for field in self.fields()}
        return {
            name: as_text(v) if isinstance(v, np.ndarray) else v
            for name, v in values.items()
        }

    @property
    def _drawn_by(self) -> dict:
        """The settings that tell its games from those of another player.

        One that came in a later release counts only where it is not the default.
        """
        values = self.settings
        for field in self.fields():
            if field.metadata["since"] and values[field.name] == field.default:
                del values[field.name]
        return values

    @cached_property
    def _plain_settings(self) -> dict[str, object]:
        return plain_settings(self)

    def _setup(self, rules: Rules) -> tuple:
        """Make what compiled code gets: the module's `Setup`, of `setup_type`."""
        raise NotImplementedError

    def _filled(self, setup: type, rules: Rules, **computed: object) -> tuple:
        """Fill a `Setup` in: the board, the settings, and what is computed.

        What is computed takes the place of a setting of that name. Settings that a
        subclass adds have no place.
        """
        values = {"pegs": rules.pegs, "colors": rules.colors}
        values |= self._plain_settings | computed
        return setup._make(values[name] for name in setup._fields)

    def __repr__(self) -> str:
        settings = ", ".join(
            f"{name}={value!r}" for name, value in self.settings.items()
        )
        return f"{type(self).__name__}({settings})"

    def _first_guess(self, rules: Rules, rng: np.random.Generator) -> np.ndarray | None:
        """Return the first guess that was set, else the player's own.

        It is None where the player searches as for any other guess.
        """
        if self.first_guess is None:
            return self._own_first_guess(rules)
        if isinstance(self.first_guess, str):
            return random_codes(rules, 1, rng=rng)[0]
        return as_code(self.first_guess, rules, name="first_guess").copy()

    def _own_first_guess(self, rules: Rules) -> np.ndarray | None:
        return None

    def _draws(self, rules: Rules) -> bool:
        """Whether a guess that it chooses by these rules depends on random numbers."""
        return True

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        raise TypeError(f"{type(self).__name__}: a player needs a _choose method")
