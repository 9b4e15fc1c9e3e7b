"""Merelo et al.'s player: a steady-state search with crowding for a code that fits."""

import numpy as np

from mmlib.engine.answers import cost_of_one, distance_table, past_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, random_code, two_of
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import in_order
from mmlib.engine.words import equal_pegs, from_words, peg, set_peg, to_words
from mmlib.game.codes import random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import exchange, permute, spin, wheel_for
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing
from mmlib.players.settings import setting

#: How parents are drawn from the better half.
SELECTIONS = ("rank", "uniform")


class Merelo(
    Player,
    name="merelo",
    source="Merelo, Castillo and Rivas",
    year=2006,
    fidelity="reconstructed",
    needs_two_pegs="to be crossed and swapped",
):
    """Replace the worse half of a population until a code fits, and play that code.

    The half is replaced in every generation; the first code found that fits is played.

    Source: J. J. Merelo-Guervos, P. Castillo, V. Rivas, "Finding a needle in a haystack
    using hints and evolutionary computation: the case of evolutionary Mastermind",
    Applied Soft Computing 6 (2006), of whose text a part is known. The population, the
    limit of 15 generations, the operators, the crowding and the first guess are the
    source's. It gives the priorities 2:1:2, and says next to it that they make 20, 40
    and 40 %, which they do not. Reconstructed: selection by linear rank, the random
    segment, one child a crossover, the population kept between guesses, and that codes
    are scored one after another only until the first that fits, which is how its 279
    evaluations a game can be fewer than its 400 codes.

    >>> history = mm.History(mm.Rules(4, 6), ["0123"], [(2, 0)])
    >>> Merelo().next_guess(history, np.random.default_rng(1))
    array([4, 1, 2, 4], dtype=uint8)

    Parameters
    ----------
    population : int
        Codes, drawn as the game begins.
    generations : int
        After so many generations without a fitting code the population is drawn anew.
    transposition, mutation, crossover : float
        Priorities of the operators: a child comes from one of them, drawn in proportion
        to these. Transposition swaps two pegs; mutation gives one peg the next color,
        and the last color becomes the first; crossover takes a random segment from
        another code.
    selection : "rank" or "uniform"
        Parents come from the better half: in proportion to their rank from below, or
        all with the same chance.
    crowding : bool
        Whether a child takes the place of the code most like it among the worse half,
        instead of any.
    keep : bool
        Whether the population is kept from guess to guess.
    first_guess : code, or "random"
        By default as many different colors as there are: 0123.
    """

    population: int = setting(400, 2, 10**4)
    generations: int = setting(15, 1, 10**6)
    transposition: float = setting(2.0, 0)
    mutation: float = setting(1.0, 0)
    crossover: float = setting(2.0, 0)
    selection: str = setting("rank", SELECTIONS)
    crowding: bool = setting(True)
    keep: bool = setting(True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.transposition + self.mutation + self.crossover > 0:
            raise ValueError(
                "transposition, mutation, crossover: one of them has to be above 0"
            )

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return np.arange(rules.pegs, dtype=np.uint8) % np.uint8(rules.colors)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        priorities = np.cumsum([self.transposition, self.mutation, self.crossover])
        if game.memory is None or not self.keep:
            game.memory = to_words(
                random_codes(history.rules, self.population, rng=rng)
            )

        def search(*past_and_setup: object) -> tuple[np.ndarray, int, int]:
            found, game.memory, *bred = _evolve(game.memory, *past_and_setup)
            return found, *bred

        setup = (
            history.rules.colors,
            self.generations,
            priorities,
            self.selection == "rank",
            self.crowding,
        )
        # codes that a child is compared with, on average
        alike = self.crowding * self.population // 4
        return game.until_found(0, search, *setup, rng=rng, effort=alike)[0]


@compiled
def _evolve(  # noqa: PLR0913, PLR0917
    population,
    guesses,
    feedbacks,
    colors,
    patience,
    priorities,
    by_rank,
    crowding,
    record,
    rng,
):
    """Search for the first code that fits.

    Returns the code, uint8 (1, pegs), or (0, pegs) if none is found, the population
    then, the generations and the evaluations.
    """
    pegs = guesses.shape[1]
    size = population.shape[0]
    past = past_of(guesses, distance_table(feedbacks, pegs, 1.0, 1.0))
    population, cost = population.copy(), np.empty(size)
    keep = size - size // 2
    wheel = wheel_for(
        np.arange(keep, 0, -1).astype(np.float64) if by_rank else np.ones(keep)
    )
    evaluations = 0
    for generation in range(PATIENCE):
        if generation % patience == 0:
            for i in range(size):
                if generation:  # nothing was found in so many generations
                    population[i] = random_code(pegs, colors, rng)
                cost[i] = cost_of_one(population[i], past, pegs, np.inf)
                evaluations += 1
                if cost[i] == 0.0:
                    if generation == 0:
                        write_down(record, 0, population[: i + 1], -cost[: i + 1])
                    return (
                        from_words(population[i : i + 1], pegs),
                        population,
                        generation,
                        evaluations,
                    )
            if generation == 0:
                write_down(record, 0, population, -cost)
        order = in_order(cost)
        parents = population[order[:keep]]
        leaving = order[keep:].copy()
        old = population[leaving]
        for i in range(leaving.shape[0]):
            if i % 256 == 255:
                hear_interrupt()
            child = parents[spin(wheel, rng)]
            draw = rng.random() * priorities[2]
            if draw < priorities[0]:
                child = permute(child, pegs, rng)
            elif draw < priorities[1]:
                index = below(pegs, rng)
                color = peg(child, index) + 1
                child = set_peg(child, index, 0 if color == colors else color)
            else:
                low, high = two_of(pegs + 1, rng)
                child = exchange(child, parents[spin(wheel, rng)], low, high)[0]
            at = i + _most_alike(child, old[i:], pegs) if crowding else i
            leaving[i], leaving[at], old[at] = leaving[at], leaving[i], old[i]
            population[leaving[i]] = child
            cost[leaving[i]] = cost_of_one(child, past, pegs, np.inf)
            evaluations += 1
            if cost[leaving[i]] == 0.0:
                write_down(record, generation + 1, population, -cost)
                return (
                    from_words(np.array([child]), pegs),
                    population,
                    generation + 1,
                    evaluations,
                )
        write_down(record, generation + 1, population, -cost)
    return np.empty((0, pegs), np.uint8), population, PATIENCE, evaluations


@compiled
def _most_alike(child, others, pegs):
    """Tell which of some codes shares most pegs with a child, the first of equals."""
    n = others.shape[0]
    best = np.int64(-1)
    for j in range(n):  # pegs and place in one number, so that the loop vectorizes
        best = max(best, (np.int64(equal_pegs(child, others[j], pegs)) << 32) + n - j)
    return n - (best & 0xFFFFFFFF)
