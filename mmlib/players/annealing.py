"""Bernier et al.'s simulated annealing: it plays the best code that it met in time.

It walks from code to code, and is no genetic algorithm: nothing is bred.
"""

import math

import numpy as np

from mmlib.engine.answers import cost_of_one, past_of, white_and_total_table
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_code
from mmlib.engine.words import from_word
from mmlib.engine.wordset import is_in
from mmlib.game.codes import random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import change_peg, permute
from mmlib.genetic.record import write_down
from mmlib.players.base import Player, Playing
from mmlib.players.settings import setting, setup_type

#: Random codes that are drawn where a walk met none that was not played yet.
MOST_DRAWN = 10_000


class Annealing(
    Player,
    name="annealing",
    source="Bernier, Herraiz, Merelo, Olmeda and Prieto",
    year=1996,
    fidelity="reconstructed",
    needs_two_pegs="to be swapped",
):
    """Walk among the codes while it gets colder, and play the best one on the way.

    The code is played whether it fits the answers or not. This is no genetic algorithm:
    one code changes, and nothing is bred.

    Source: J. L. Bernier, C. I. Herraiz, J. J. Merelo, S. Olmeda, A. Prieto, "Solving
    MasterMind using GAs and simulated annealing: a case of dynamic constraint
    optimization", PPSN IV (1996), whose abstract says what the annealing plays: the
    best code found within a limit of time. The rest comes from a course project that
    follows the paper and quotes it: G. Dominedo, A. Lee, K. Lo, R. Maat, Harvard AM 207
    (2016), ``dominedo/am207project`` on GitHub. The cost of a code is the sum, over the
    guesses, of the absolute differences in white pegs and in key pegs of both kinds. A
    step changes the code by swaps of two pegs and by changes of a color, as many as the
    temperature says. A code that costs no more is accepted; one that costs more with
    the chance ``exp(-more / (scale * temperature))``. Temperature, cooling and scale
    are the project's.

    Reconstructed: the limit, counted in steps, since time would not repeat, and so
    large that the walk gets cold; that every turn begins hot, at the latest guess; that
    a change is a swap or a new color with even chances; that the walk ends at a code
    that fits, that of equals the first is played, and none twice. The project's own
    program plays all that it accepts, and needs 8.0 guesses on 4 x 6, with a standard
    error of 0.4.

    >>> history = mm.History(mm.Rules(4, 6), ["0011"], [(1, 1)])
    >>> Annealing().next_guess(history, np.random.default_rng(1))
    array([1, 3, 1, 2], dtype=uint8)

    Parameters
    ----------
    steps : int
        Codes that a turn may look at.
    temperature : float
        Of the first step. Rounded down, it is how many changes a step makes; it makes
        one at least.
    cooling : float
        By what the temperature is multiplied after each step.
    scale : float
        By what the temperature is multiplied in the chance of a code that costs more.
        With 0 the walk never goes uphill.
    first_guess : code, or "random"
        By default random.
    """

    steps: int = setting(300, 1, 10**6)
    temperature: float = setting(6.0, 0, 100)
    cooling: float = setting(0.98, 0, 1)
    scale: float = setting(0.2, 0, 100)

    def _setup(self, rules: Rules) -> tuple:
        return self._filled(Setup, rules)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        pegs = history.rules.pegs
        if not len(history):
            return random_codes(history.rules, 1, rng=rng)[0]
        costs = white_and_total_table(history.feedbacks, pegs)
        past = past_of(history.guesses, costs)
        record = game.blank(self.steps)
        word, fits, steps = _anneal(past, game.setup, record, rng)
        game.searched(steps, steps + 1, int(fits), record)
        return from_word(word, pegs)


#: The settings, for compiled code.
Setup = setup_type(Annealing)


@compiled
def _anneal(past, setup, record, rng):
    """Walk from the latest guess.

    Returns the best code that was not played yet, whether it fits all answers, and the
    steps made.
    """
    pegs = setup.pegs
    # the code where the walk is, and its cost, as a population of one
    here = past.words[-1:].copy()
    cost = np.array([cost_of_one(here[0], past, pegs, np.inf)])
    write_down(record, 0, here, -cost)
    temperature = setup.temperature
    best = here[0]
    least = np.inf
    for step in range(1, setup.steps + 1):
        code = _changed(here[0], max(1, int(temperature)), setup, rng)
        code_cost = cost_of_one(code, past, pegs, np.inf)
        if code_cost < least and not is_in(code, past.words):
            best = code
            least = code_cost
        if _is_accepted(code_cost - cost[0], setup.scale * temperature, rng):
            here[0] = code
            cost[0] = code_cost
        write_down(record, step, here, -cost)
        if least == 0.0:
            return best, True, step
        temperature *= setup.cooling
    if least == np.inf:
        best = _unplayed(past, setup, rng)
    return best, False, setup.steps


@compiled
def _is_accepted(more, heat, rng):
    """Whether the walk goes to a code that costs so much more."""
    return more <= 0.0 or (heat > 0.0 and rng.random() < math.exp(-more / heat))


@compiled
def _changed(code, changes, setup, rng):
    """Change a code: each time swap two pegs, or give one peg another color."""
    for _ in range(changes):
        if rng.random() < 0.5:
            code = permute(code, setup.pegs, rng)
        else:
            code = change_peg(code, setup.pegs, setup.colors, rng)
    return code


@compiled
def _unplayed(past, setup, rng):
    """Draw a code that was not played, if chance finds one soon."""
    code = past.words[0]
    for _ in range(MOST_DRAWN):
        code = random_code(setup.pegs, setup.colors, rng)
        if not is_in(code, past.words):
            break
    return code
