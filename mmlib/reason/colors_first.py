"""The search for one code that agrees: first its colors, then their places.

The black and white pegs of an answer depend, taken together, on nothing but how many
pegs a code has of each color. Few such tallies agree with all answers, so a tally is
looked for first. Then its pegs get places, and only the black pegs have to come out.
In trials of twenty and ten games, one on 12 pegs and 8 colors took a fifteenth of the
time, and one on 13 and 10 a twentieth, of a search that sets color and place at once.
"""

import math

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.draws import shuffle_some
from mmlib.engine.interrupt import hear_interrupt


@compiled
def colors_then_places(guesses, feedbacks, colors, repeats, most_steps, rng):
    """Search depth first, color by color, for tallies, and try to place each of them.

    The order of the colors is random. So is that of the numbers of pegs of a color:
    first comes each with the chance that it has in a random code. A step tries a number
    of pegs of a color, or a color at a peg, or goes back. Returns the code, or none,
    uint8 (0,); whether there was time for all; and the steps.
    """
    turns, pegs = guesses.shape
    order = np.arange(colors)
    shuffle_some(order, colors, rng)
    in_guess = _pegs_of_colors(guesses, order)
    most, least = _of_the_rest(in_guess)
    # after 0, 1 ... colors: what each turn has still to earn, and the pegs to go
    missing = np.empty((colors + 1, turns), np.int64)
    missing[0] = feedbacks[:, 0] + feedbacks[:, 1]
    to_go = np.full(colors + 1, pegs)
    # the numbers of pegs that are still to be tried of each color, the next one last
    numbers = np.empty((colors, pegs + 1), np.int64)
    n_numbers = np.zeros(colors, np.int64)
    tally = np.zeros(colors, np.int64)
    n_numbers[0] = _shuffle_by_weight(numbers[0], _chances(pegs, colors, repeats), rng)
    depth = 0
    steps = 0
    while depth >= 0 and steps < most_steps:
        steps += 1
        if steps % 65536 == 0:
            hear_interrupt()
        if n_numbers[depth] == 0:
            depth -= 1
            continue
        n_numbers[depth] -= 1
        number = numbers[depth, n_numbers[depth]]
        tally[order[depth]] = number
        to_go[depth + 1] = to_go[depth] - number
        if not _totals_may_come_out(
            missing, depth, number, to_go[depth + 1], in_guess, (most, least)
        ):
            continue
        if depth < colors - 1:
            depth += 1
            chances = _chances(to_go[depth], colors - depth, repeats)
            n_numbers[depth] = _shuffle_by_weight(numbers[depth], chances, rng)
            continue
        code, taken = _placed(
            guesses, feedbacks[:, 0], tally.copy(), most_steps - steps, rng
        )
        steps += taken
        if code.shape[0]:
            return code, True, steps
    return np.empty(0, np.uint8), depth < 0, steps


@compiled
def _pegs_of_colors(guesses, order):
    """Count the pegs that each guess has of each color, int64 (turns, colors).

    The colors come in an order.
    """
    counts = np.zeros((guesses.shape[0], order.shape[0]), np.int64)
    for depth in range(order.shape[0]):
        counts[:, depth] = (guesses == order[depth]).sum(axis=1)
    return counts


@compiled
def _of_the_rest(in_guess):
    """Tell what each turn can earn with the colors after 0, 1 ... of them.

    At most it earns all the pegs that the guess has of them. At least it earns, however
    many pegs there are, the fewest that it has of any. Both are int64 (colors + 1,
    turns).
    """
    turns, colors = in_guess.shape
    most = np.zeros((colors + 1, turns), np.int64)
    least = np.full((colors + 1, turns), np.iinfo(np.int64).max)
    for depth in range(colors - 1, -1, -1):
        most[depth] = most[depth + 1] + in_guess[:, depth]
        least[depth] = np.minimum(least[depth + 1], in_guess[:, depth])
    return most, least


@compiled
def _chances(pegs, colors, repeats):
    """Tell how likely a random code has 0, 1 ... pegs of a color, but for a factor."""
    chances = np.ones(pegs + 1)
    if not repeats:
        chances[:] = 0
        chances[0] = colors - pegs
        chances[1:2] = pegs
        return chances
    for number in range(pegs - 1, -1, -1):
        more = chances[number + 1]
        chances[number] = more * (number + 1) / (pegs - number) * (colors - 1)
    return chances


@compiled
def _shuffle_by_weight(items, weights, rng):
    """Write 0, 1 ... in an order that is drawn by their weights, the first one last.

    Those without weight are left out. Returns how many there are.
    """
    keys = np.empty(weights.shape[0])
    n = 0
    for item in range(weights.shape[0]):
        if weights[item] > 0.0:
            # the least of such keys is that of an item in proportion to its weight
            key = -math.log(1.0 - rng.random()) / weights[item]
            place = n
            while place > 0 and keys[place - 1] < key:
                keys[place] = keys[place - 1]
                items[place] = items[place - 1]
                place -= 1
            keys[place] = key
            items[place] = item
            n += 1
    return n


@compiled
def _totals_may_come_out(missing, depth, number, to_go, in_guess, rest):
    """Count what so many pegs of a color earn, and see if the totals can come out."""
    most, least = rest
    for turn in range(in_guess.shape[0]):
        total = missing[depth, turn] - min(number, in_guess[turn, depth])
        missing[depth + 1, turn] = total
        if total < min(to_go, least[depth + 1, turn]):
            return False
        if total > min(to_go, most[depth + 1, turn]):
            return False
    return True


@compiled
def _placed(guesses, blacks, left, most_steps, rng):
    """Search depth first for places of the pegs, of which `left` are of each color.

    The places come in random order, and at each of them the colors in the order in
    which pegs would be drawn blindly. Returns the code, or none, and the steps.
    """
    turns, pegs = guesses.shape
    places = np.arange(pegs)
    shuffle_some(places, pegs, rng)
    ordered = guesses[:, places].copy()
    # the black pegs that each turn has still to earn after 0, 1 ... places
    missing = np.empty((pegs + 1, turns), np.int64)
    missing[0] = blacks
    code = np.empty(pegs, np.uint8)
    # the colors that are still to be tried at each place, the next one last
    choices = np.empty((pegs, left.shape[0]), np.int64)
    n_choices = np.zeros(pegs, np.int64)
    n_choices[0] = _shuffle_by_weight(choices[0], left.astype(np.float64), rng)
    depth = 0
    steps = 0
    while depth >= 0 and steps < most_steps:
        steps += 1
        if steps % 65536 == 0:
            hear_interrupt()
        if n_choices[depth] == 0:
            depth -= 1
            if depth >= 0:
                left[code[places[depth]]] += 1
            continue
        n_choices[depth] -= 1
        color = choices[depth, n_choices[depth]]
        code[places[depth]] = color
        left[color] -= 1
        if not _blacks_may_come_out(missing, depth, color, left, ordered):
            left[color] += 1
            continue
        depth += 1
        if depth == pegs:
            return code, steps
        weights = left.astype(np.float64)
        n_choices[depth] = _shuffle_by_weight(choices[depth], weights, rng)
    return np.empty(0, np.uint8), steps


@compiled
def _blacks_may_come_out(missing, depth, color, left, guesses):
    """Count the black pegs of a color at a place, and see if all can come out.

    A turn can earn a black peg at each later place for whose color pegs are left.
    """
    for turn in range(guesses.shape[0]):
        black = missing[depth, turn] - (guesses[turn, depth] == color)
        missing[depth + 1, turn] = black
        if black < 0:
            return False
        for place in range(depth + 1, guesses.shape[1]):
            if black <= 0:
                break
            black -= left[guesses[turn, place]] > 0
        if black > 0:
            return False
    return True
