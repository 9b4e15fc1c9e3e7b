"""A player of this workbench that plays its guesses out to the end of the game.

Each class goes on with the best guess of a few, and so on, until every code is found.
The player remembers what it found.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mmlib.engine.coding import solved_answer
from mmlib.engine.columns import Columns, columns_of, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import by_answer, split
from mmlib.engine.words import from_words, tallies, to_words
from mmlib.game.codes import as_code
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players import openings as stored
from mmlib.players.base import Playing, Search
from mmlib.players.class_sizes import class_costs
from mmlib.players.entropic import Entropic, Possible, answer_follower
from mmlib.players.settings import setting
from mmlib.reason.consistent import MOST_FILTERED, consistent_codes
from mmlib.reason.partitions import by_members

#: Guesses that are played out at most, times the possible codes: a second's worth.
MOST_PLAYED_OUT = 2_000_000

#: Codes up to which a class counts as small: it goes on with the one of its codes that
#: makes the most classes.
SMALL = 12

#: Codes of its own that a larger class tries to go on with.
OWN = 30

#: Given guesses that a larger class tries besides its own codes.
GIVEN = 10

#: Where second and third guesses come from.
OPENINGS = ("bred", "stored")

#: A guess is given up once the codes left would have to cost so much less than is
#: expected, in guesses for each code.
SLACK = 0.2


class FarSighted(
    Entropic,
    name="far_sighted",
    source="mmlib",
    year=2026,
    fidelity="exact",
    without_repeats=True,
    scorings=("standard",),
):
    """Play the best guesses of `entropic` out to the end of the game.

    A guess that is played out splits the possible codes into classes. Each class goes
    on with the guess of a few that splits it best, and so do its own classes, until
    every code is found. The guess after which all codes together take the fewest
    guesses is played; one that could be the code itself is counted as a guess more than
    it takes. On boards of up to 5 million codes the player remembers: its randomness
    depends on the position alone, so where a position comes again, so does the guess;
    it keeps 65,536 of them. On larger boards classes are only played out where no more
    than `sample` codes are possible.

    It has the settings of `Entropic`, with other defaults; `look_ahead` is how many of
    the best are played out, fewer where more than some thousand codes are possible.

    >>> history = mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)])
    >>> FarSighted().next_guess(history)
    array([0, 5, 4, 0], dtype=uint8)

    Parameters
    ----------
    openings : "bred" or "stored"
        Where second and third guesses come from. On 6 x 9, and there alone, 468 of them
        are stored: `tools.measure.openings` found them by a search on that very board,
        with the default settings. ``"stored"`` reads them; a position that is not among
        them, such as one after another first guess, is bred. On a board that has none
        it is a ValueError, which names the boards that have some.
    """

    openings: str = setting("bred", OPENINGS, since="1.1")
    budget: int = 3000
    population: int = 300
    sample: int = 20_000
    look_ahead: int = 300

    def check_rules(self, rules: Rules) -> None:
        """Refuse boards without stored openings where these are wanted."""
        super().check_rules(rules)
        if self.openings == "stored" and stored.board(rules) not in stored.boards():
            raise ValueError(
                f"openings: none are stored for {rules}; "
                f"they are for {', '.join(stored.boards())}"
            )

    def _draws(self, rules: Rules) -> bool:
        return rules.n_codes > MOST_FILTERED

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        if history.rules.n_codes > MOST_FILTERED:
            return super()._choose(history, rng, game)
        if self.openings == "stored":
            opening = stored.openings().get(stored.position(history))
            if opening is not None:
                game.search = Search()  # none was needed
                return as_code(opening)
        if game.recorded:  # its story is bred anew, and the same
            return super()._choose(history, rng_of_position(history), game)
        guess, game.search = bred(tuple(self.settings.items()), history)
        return guess.copy()

    def _look_further(
        self, history: History, people: np.ndarray, possible: Possible
    ) -> tuple[int, int]:
        rules = history.rules
        tried = min(self.look_ahead, len(people))
        if not tried or (not possible.complete and rules.n_codes > MOST_FILTERED):
            return 0, 0
        codes = (
            from_words(possible.words, rules.pegs)
            if possible.complete
            else consistent_codes(history)
        )
        tried = max(1, min(tried, MOST_PLAYED_OUT // len(codes)))
        expected = class_costs(
            len(codes), Entropic.to_go if self.to_go == "entropy" else self.to_go
        )
        position = position_of(
            codes, from_words(people, rules.pegs), rules.colors, expected
        )
        return int(best_played_out(position, tried)), tried


def rng_of_position(history: History) -> np.random.Generator:
    """Return randomness that depends on the position alone."""
    return np.random.default_rng(
        [*history.guesses.ravel().tolist(), *history.feedbacks.ravel().tolist()]
    )


@lru_cache(maxsize=1 << 16)
def bred(
    settings: tuple[tuple[str, object], ...], history: History
) -> tuple[np.ndarray, Search]:
    """Breed the guess of a position; return it, and how it was searched for."""
    by = FarSighted(**dict(settings))
    game = by.start(history.rules)
    return Entropic._choose(by, history, rng_of_position(history), game), game.search


class Position(NamedTuple):
    """The codes of a position, and what is needed to play guesses out there.

    The codes are there in columns (`codes`), packed (`words`) and as `tallies`;
    `expected` is what classes of each size cost, float64; `guesses` are given ones.
    """

    codes: Columns
    pegs: int
    words: np.ndarray
    tallies: np.ndarray
    expected: np.ndarray
    guesses: Columns


def position_of(
    codes: np.ndarray, guesses: np.ndarray, colors: int, expected: np.ndarray
) -> Position:
    """Prepare codes, uint8 (n, pegs), and guesses for `best_played_out`.

    The most promising guesses come first.
    """
    pegs = codes.shape[1]
    words = to_words(codes)
    counts = tallies(words, pegs)
    given = columns_of(guesses, colors)
    return Position(columns_of(codes, colors), pegs, words, counts, expected, given)


@compiled
def best_played_out(position, tried):
    """Tell which of the first guesses takes the fewest guesses for all the codes.

    Where the guess is one of the codes, that code counts as if it had to be guessed
    once more.
    """
    codes = position.codes
    guesses = position.guesses
    expected = position.expected
    members = np.arange(codes.n)
    best = 0
    least = np.inf
    beyond = 0.0
    for i in range(tried):
        hear_interrupt()
        ordered, ends = split(i, guesses, members, codes)
        size = ends[1:] - ends[:-1]
        size[-1] = 0  # the codes that a guess is end the game
        promised = expected[size].sum()
        left = size.sum()
        cost = promised
        for answer in np.argsort(-size, kind="mergesort"):
            if left == 0 or cost + (beyond - SLACK) * left >= least:
                break  # played out, or given up
            among = ordered[ends[answer] : ends[answer + 1]]
            cost += played_out(position, among) - expected[size[answer]]
            left -= size[answer]
        if left == 0 and cost < least:
            cost += ends[-1] - ends[-2]  # one if the guess is one of the codes
        if i == 0:  # how far what is expected is off
            beyond = (cost - promised) / codes.n
        if cost < least and left == 0:
            best = i
            least = cost
    return best


@compiled
def played_out(position, members):
    """Count the guesses that all members take together.

    Each class goes on with the follower that promises most.
    """
    codes = position.codes
    guesses = position.guesses
    expected = position.expected
    m = members.shape[0]
    if m <= 2:
        return max(0.0, 2.0 * m - 1.0)
    if m <= SMALL:
        chosen, parts = by_members(position, members)
        if parts >= m - 1:
            return 3.0 * m - 1.0 - parts
        ordered, ends = split(chosen, codes, members)
    else:
        followers = gather(codes, members)
        own = min(m, OWN)
        solved = solved_answer(position.pegs)
        row = row_for(followers)
        sizes = np.zeros(solved + 1, np.int64)
        best = np.inf
        chosen = 0
        for k in range(own + min(guesses.n, GIVEN)):
            answer_follower(row, k, own, followers, guesses)
            for j in range(m):
                sizes[row[j]] += 1
            sizes[solved] = 0
            cost = 0.0
            for j in range(m):
                cost += expected[sizes[row[j]]] if sizes[row[j]] < m else np.inf
                sizes[row[j]] = 0
            if cost < best:
                best = cost
                chosen = k
        answer_follower(row, chosen, own, followers, guesses)
        ordered, ends = by_answer(row[:m], members, solved + 1)
    total = float(m)
    for answer in range(ends.shape[0] - 2):  # the last answer ends the game
        if ends[answer] < ends[answer + 1]:
            total += played_out(position, ordered[ends[answer] : ends[answer + 1]])
    return total
