"""What the players of `Algorithm::MasterMind` have in common.

That is J. J. Merelo's Perl library, in which several searches share their turns: the
population goes on from guess to guess, and either the first consistent code is played,
or some are collected and the one that splits them best is.
"""

from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np

from mmlib.engine.answers import Past
from mmlib.engine.words import from_word
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.record import Record, write_down
from mmlib.players.base import PATIENCE, Player, Playing, past_by_distance
from mmlib.players.evo import PARTS, QUIET, best_of
from mmlib.players.settings import setting

#: Which consistent code is played.
CHOICES = ("first", "parts")


class People(NamedTuple):
    """A population: codes, their fitness, and their distance from the answers.

    Of codes that have not been scored yet, fitness and distance mean nothing.
    """

    words: np.ndarray  # uint64 (n,)
    fitness: np.ndarray  # float64 (n,)
    distance: np.ndarray  # float64 (n,), 0 for a consistent code


class Kept(NamedTuple):
    """What goes on to the next turn: the population, and the codes that were found."""

    words: np.ndarray
    found: np.ndarray


class KeptPopulation(Player):
    """A player whose population goes on from guess to guess.

    Subclasses say how it begins, how it is scored, and how it breeds.
    """

    #: Whether a child can be played before it has survived a generation.
    plays_children: ClassVar[bool] = True

    choice: str = setting("first", CHOICES)
    consistent_set: int = setting(20, 1, 10**4)
    stuck: int = setting(15, 1, 10**6)

    def _beginning(self, rules: Rules, rng: np.random.Generator) -> np.ndarray:
        """Draw the first population."""
        raise NotImplementedError

    def _score(self, people: People, start: int, past: Past, setup: tuple) -> int:
        """Score the people from an index on, in place; return how many that were."""
        raise NotImplementedError

    def _breed(
        self, people: People, setup: tuple, rng: np.random.Generator
    ) -> tuple[People, int]:
        """Breed: return survivors by rank, then children, and how many survived."""
        raise NotImplementedError

    def _draw_anew(self, rules: Rules, rng: np.random.Generator) -> np.ndarray:
        """Draw the population that takes the place of one that found nothing."""
        return self._beginning(rules, rng)

    def _consistent_at_once(self, people: People) -> np.ndarray:
        """Return the code that a turn plays without breeding, or none."""
        best = people.fitness.argmax()
        return people.words[best : best + 1][people.distance[best : best + 1] == 0]

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        if game.memory is None:
            game.memory = Kept(self._beginning(rules, rng), np.empty(0, np.uint64))
        search = self._find_first if self.choice == "first" else self._collect
        past = past_by_distance(history)
        found = game.until_found(history, partial(search, game), past, game.setup, rng)
        if self.choice == "first":
            return from_word(found[0], rules.pegs)
        return best_of(found, rules.pegs, rules.colors, PARTS, rng)

    def _find_first(
        self,
        game: Playing,
        past: Past,
        setup: tuple,
        record: Record,
        rng: np.random.Generator,
    ) -> tuple[np.ndarray, int, int]:
        """Breed until there is a consistent code.

        Returns it, or none; the generations and the evaluations.
        """
        people = unscored(game.memory.words)
        evaluations = self._score(people, 0, past, setup)
        write_down(record, 0, people.words, people.fitness)
        found = self._consistent_at_once(people)
        generation = 0
        quiet = 0
        while not len(found) and generation < PATIENCE:
            people, kept = self._breed(people, setup, rng)
            # where children cannot be played, here come those that have survived
            found = consistent_of(people, kept)
            if len(found):
                break
            quiet += 1
            if quiet == self.stuck:
                people = unscored(self._draw_anew(game.rules, rng))
                kept = 0
                quiet = 0
            evaluations += self._score(people, kept, past, setup)
            generation += 1
            write_down(record, generation, people.words, people.fitness)
            if self.plays_children:
                people = ranked(people)
                found = consistent_of(people, len(people.words))
        game.memory = game.memory._replace(words=people.words)
        return found[:1], generation, evaluations

    def _collect(
        self,
        game: Playing,
        past: Past,
        setup: tuple,
        record: Record,
        rng: np.random.Generator,
    ) -> tuple[np.ndarray, int, int]:
        """Breed until there are enough consistent codes, or no new ones.

        Returns them, with those of earlier turns that still are consistent; the
        generations and the evaluations.
        """
        people = unscored(game.memory.words)
        evaluations = self._score(people, 0, past, setup)
        write_down(record, 0, people.words, people.fitness)
        before = unscored(game.memory.found)
        evaluations += self._score(before, 0, past, setup)
        found = np.union1d(consistent_of(before, len(before.words)), leading(people))
        generation = 0
        quiet = 0
        # children whose evaluation the program puts off until they breed
        put_off = 0
        while len(found) < self.consistent_set and generation < PATIENCE:
            people, kept = self._breed(people, setup, rng)
            scored = self._score(people, kept, past, setup)
            # besides, the program looks at all people for consistent ones
            evaluations += len(people.words)
            evaluations += scored if self.plays_children else put_off
            put_off = scored
            generation += 1
            write_down(record, generation, people.words, people.fitness)
            if self.plays_children:
                people = ranked(people)
            n = len(found)
            found = np.union1d(found, consistent_of(people, len(people.words)))
            quiet = quiet + 1 if len(found) == n else 0
            if quiet >= QUIET and len(found):
                break
            if quiet == self.stuck and not len(found):
                people = unscored(self._draw_anew(game.rules, rng))
                quiet = 0
                put_off = self._score(people, 0, past, setup)
        game.memory = Kept(people.words, found)
        return found, generation, evaluations


def unscored(words: np.ndarray) -> People:
    """Make people of codes."""
    return People(words, np.zeros(len(words)), np.full(len(words), np.inf))


def ranked(people: People) -> People:
    """Return people by their fitness, the fittest first, equals in their order."""
    order = np.argsort(-people.fitness, kind="stable")
    return People(*(values[order] for values in people))


def consistent_of(people: People, n: int) -> np.ndarray:
    """Return the consistent codes among the first `n`, in their order."""
    return people.words[:n][people.distance[:n] == 0.0]


def leading(people: People) -> np.ndarray:
    """Return the consistent codes that rank before all others."""
    people = ranked(people)
    others = np.flatnonzero(people.distance > 0.0)
    return people.words[: others[0]] if len(others) else people.words
