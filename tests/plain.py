"""Plain-Python twins of the compiled code.

They are written straight from the rules and from the sources' own words.
"""

import functools
import math
from collections import Counter
from fractions import Fraction


def feedback(guess, secret):
    """The game's rule: first the blacks, then the whites.

    Each unmatched peg of the guess takes an unmatched peg of the secret.
    """
    black = white = 0
    unmatched = []
    free = []
    for g, s in zip(guess, secret, strict=True):
        if g == s:
            black += 1
        else:
            unmatched.append(g)
            free.append(s)
    for g in unmatched:
        if g in free:
            free.remove(g)
            white += 1
    return black, white


def check_guess(guess, secret):
    """The count of the whole-board notebook.

    A peg that is not black is misplaced if its color is anywhere in the secret.
    """
    correct = misplaced = 0
    for i in range(len(secret)):
        if guess[i] == secret[i]:
            correct += 1
        elif guess[i] in secret:
            misplaced += 1
    return correct, misplaced


def nine_colors(first, second):
    """The count of the nine-color player.

    Every peg of the first code, even a matched one, may claim a free peg of the second.
    """
    matched = [a == b for a, b in zip(first, second, strict=True)]
    used = list(matched)
    white = 0
    for peg in first:
        for j, other in enumerate(second):
            if not used[j] and other == peg:
                used[j] = True
                white += 1
                break
    return sum(matched), white


def black_only(guess, secret):
    """The count of black-peg Mastermind: white pegs are not told."""
    return sum(g == s for g, s in zip(guess, secret, strict=True)), 0


#: The counts, by the names that mmlib has for them.
SCORINGS = {
    "standard": feedback,
    "check_guess": check_guess,
    "nine_colors": nine_colors,
    "black_only": black_only,
}


def null_shares(codes, count=feedback, first_guess=None):
    """The null model: the share of games by number of guesses, in fractions.

    There is no symmetry and no rounding. Codes are tuples.
    """
    count = functools.cache(count)  # the same pairs come again and again

    @functools.cache
    def expected(possible):
        """How many of the codes are found with the first, second, ... guess."""
        found = Counter()
        for guess in possible:
            found += after(guess, possible)
        return {k: Fraction(n) / len(possible) for k, n in found.items()}

    def after(guess, possible):
        """The same where the guess is made."""
        classes = {}
        for code in possible:
            classes.setdefault(count(guess, code), []).append(code)
        found = Counter()
        for (black, _), members in classes.items():
            if black == len(guess):
                found[1] += 1
                continue
            for k, n in expected(tuple(members)).items():
                found[k + 1] += n
        return found

    if first_guess is None:
        found = expected(tuple(codes))
    else:
        found = after(first_guess, tuple(codes))
    return [found[k] / len(codes) for k in range(1, max(found) + 1)]


def whole_board(chromosome, secret, score=check_guess):
    """The whole-board notebook's fitness, row by row."""
    genes = [int(gene) for gene in chromosome]
    pegs = len(secret)
    total = 100
    for start in range(0, len(genes), pegs):
        correct, misplaced = score(genes[start : start + pegs], secret)
        total += -100 + 10 * correct + misplaced
        if correct == pegs:
            break
    return total


def key_row(black, white, pegs):
    """A row of key pegs as Gold's program keeps it: ones, then twos, then zeros."""
    return [1] * black + [2] * white + [0] * (pegs - black - white)


def gold(candidate, guesses, feedbacks):
    """Gold's fitness: key rows compared place by place.

    It is 0.02, and a share of the pegs for each place that agrees.
    """
    pegs = len(candidate)
    fitness = 0.02
    for guess, answer in zip(guesses, feedbacks, strict=True):
        mine = key_row(*feedback(candidate, guess), pegs)
        fitness += (
            sum(a == b for a, b in zip(mine, key_row(*answer, pegs), strict=True))
            / pegs
        )
    return fitness


def distance(candidate, guesses, feedbacks, black_weight, white_weight, score=feedback):
    """Minus the weighted sum of differences between the answers."""
    total = 0.0
    for guess, (black, white) in zip(guesses, feedbacks, strict=True):
        mine = score(candidate, guess)
        total += black_weight * abs(mine[0] - black) + white_weight * abs(
            mine[1] - white
        )
    return -total


def badness(guess, possible, objective):
    """How badly a guess splits codes.

    It is a whole number, which ranks guesses as the measure does.
    """
    classes = Counter(feedback(guess, code) for code in possible).values()
    if objective == "largest":
        return max(classes)
    if objective == "expected_size":
        return sum(size * size for size in classes)
    if objective == "parts":
        return -len(classes)
    # the less, the greater the entropy
    return math.prod(size**size for size in classes)


def best_guess(possible, every, objective, only_possible):
    """The best guess: of equals a possible one, then the first."""
    possible = {tuple(code) for code in possible}
    return min(
        sorted(possible) if only_possible else every,
        key=lambda guess: (
            badness(guess, possible, objective),
            guess not in possible,
            guess,
        ),
    )


def weighted_entropy(guess, possible, weights):
    """Entropy of the answer in bits, each answer's share times its weight.

    The weight is 1 for answers that are not named.
    """
    sizes = Counter(feedback(guess, code) for code in possible)
    n = len(possible)
    return sum(
        weights.get(answer, 1) * size / n * math.log2(n / size)
        for answer, size in sizes.items()
    )


def explored(possible, every, k, d, objective):
    """Least guesses for all possible codes, with some guesses tried.

    The `k` best guesses are tried at each of `d` turns, and then the best one.
    """
    ranked = sorted(
        every,
        key=lambda guess: (
            badness(guess, possible, objective),
            guess not in possible,
            guess,
        ),
    )
    totals = []
    for guess in ranked[: k if d else 1]:
        classes = {}
        for code in possible - {guess}:
            classes.setdefault(feedback(guess, code), set()).add(code)
        if len(classes) == 1 and guess not in possible:
            continue  # it tells nothing
        below = [
            explored(frozenset(part), every, k, max(0, d - 1), objective)
            for part in classes.values()
        ]
        totals.append(len(possible) + sum(below))
    return min(totals)


def least_cost(possible, every, most, known, turn=1):
    """Least guesses for all possible codes together, each by turn `most`.

    With it comes the least sum of squares with that total. None if that cannot be.
    """
    if not possible:
        return 0, 0
    if turn > most:
        return None
    if (possible, turn) not in known:
        costs = []
        for guess in every:
            classes = {}
            for code in possible - {guess}:
                classes.setdefault(feedback(guess, code), set()).add(code)
            if len(classes) == 1 and guess not in possible:
                continue  # it tells nothing
            parts = [
                least_cost(frozenset(part), every, most, known, turn + 1)
                for part in classes.values()
            ]
            if None not in parts:
                n = len(possible)
                costs.append(
                    (
                        n + sum(p[0] for p in parts),
                        (2 * turn - 1) * n + sum(p[1] for p in parts),
                    )
                )
        known[possible, turn] = min(costs, default=None)
    return known[possible, turn]
