"""Codes that would have earned every answer so far.

Up to 5 million codes are filtered turn by turn, more are searched peg by peg. Where
only the number of those that agree is asked, `counting` has it faster: see
`count_consistent`.
"""

import numpy as np

from mmlib.checks import generator, instance, whole_number
from mmlib.engine.answers import all_answers, cost_of_one, distance_table, past_of
from mmlib.engine.coding import answer_of
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import random_code
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import class_of
from mmlib.engine.words import from_words
from mmlib.game.history import History
from mmlib.game.rules import size_of
from mmlib.game.scoring import SCORINGS
from mmlib.reason.code_lists import every_code
from mmlib.reason.colors_first import colors_then_places
from mmlib.reason.counting import count_together

__all__ = [
    "consistent_by_chance",
    "consistent_codes",
    "contradiction",
    "count_consistent",
    "first_consistent_code",
    "random_consistent_code",
]


def __dir__() -> list[str]:
    return __all__


#: Most codes of a board that are all listed and filtered; they take up to 150 MB.
MOST_FILTERED = 5_000_000

#: Codes that are tried at random before those that agree are searched for.
MOST_TRIES = 20_000

#: Most codes that a search lists unless more are asked for.
MOST_LISTED = 2_000_000

#: Most codes that can be asked for: 350 MB.
MOST_ASKED = 10**7

#: Where more codes agree than can be listed, the most tries that meeting one of them
#: may be expected to take.
MOST_EXPECTED = 1e8

#: Most codes that one call may draw at random: some seconds.
MOST_DRAWN = 5 * 10**7

#: Most pegs that one search sets: some seconds. They are enough but for boards such as
#: 15 x 16 after many guesses.
MOST_STEPS = 2 * 10**8

#: Steps after which the search for the first code begins anew, in another order. Some
#: orders run into a large part of the board without any code.
FIRST_STEPS = 100_000

#: How many times as long each new beginning may take as the one before.
FIRST_GROWTH = 1.1

#: Most steps that all beginnings together take: most of a minute. On 15 x 16 twelve
#: games took five million steps each, on average, for all their guesses.
MOST_FIRST_STEPS = 5 * 10**8

#: Most codes that `count_consistent` counts by a search: some seconds.
MOST_COUNTED = 10**8


def consistent_codes(history: History, limit: int = MOST_LISTED) -> np.ndarray:
    """List the codes that agree with every answer so far, in lexicographic order.

    Parameters
    ----------
    history : History
        Guesses and answers: `TypeError` if it is no history, `ValueError` if it is not
        counted in the standard way on a board of over 5 million codes.
    limit : int, default 2 million
        Most codes to list, up to ten million; a longer list is cut there.

    Returns
    -------
    ndarray of uint8, shape (n, pegs), n <= limit

    Examples
    --------
    >>> history = mm.History(mm.Rules(4, 6), ["0012", "0345"], [(1, 1), (0, 1)])
    >>> consistent_codes(history).shape
    (30, 4)
    """
    limit = whole_number(limit, "limit", 0, MOST_ASKED)
    _check(history)
    if history.rules.n_codes <= MOST_FILTERED:
        return every_code(history.rules, MOST_FILTERED).codes.take(
            consistent_indices(history)[:limit], axis=0
        )
    return _decided(*peg_by_peg(history, limit, True))[1]


def count_consistent(history: History) -> int:
    """Count the codes that agree with every answer so far.

    The number is exact on boards of up to 9 pegs, and after one answer on any board. It
    is -1 where counting would take too much time and room: on 15 pegs and 16 colors
    from the second answer on, on 12 x 12 after some games' fifth.

    Parameters
    ----------
    history : History
        Guesses and answers: raises what `consistent_codes` raises.

    Returns
    -------
    int
        The number of codes, or -1.

    Examples
    --------
    >>> count_consistent(mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)]))
    230
    >>> count_consistent(mm.History(mm.Rules(8, 12), ["00112234"], [(1, 1)]))
    37438382
    """
    _check(history)
    if not len(history):
        return history.rules.n_codes
    if history.rules.n_codes <= MOST_FILTERED:
        return len(consistent_indices(history))
    together = count_together(history)
    if together is not None:
        return together
    found, _, decided = peg_by_peg(history, MOST_COUNTED, False)  # if few agree
    return found if decided and found < MOST_COUNTED else -1


def random_consistent_code(history: History, *, rng: np.random.Generator) -> np.ndarray:
    """Draw one of the codes that agree with every answer, all with the same chance.

    The code is uint8 (pegs,). Up to 5 million codes are filtered. Beyond, codes are
    tried at random; when none of 20,000 agrees, those that do are listed by depth-first
    search and one is drawn, and where there are over 2 million the tries go on. Every
    way is uniform, and which one ends the matter does not depend on the codes drawn, so
    the result is uniform too. `ValueError` if no code agrees, or those that agree are
    too many to list and too few to be met by chance.
    """
    generator(rng)
    _check(history)
    rules = history.rules
    if rules.n_codes <= MOST_FILTERED:
        left = consistent_indices(history)
        if not len(left):
            raise ValueError(f"history: {contradiction(history)}")
        drawn = left[int(rng.random() * len(left))]
        return every_code(rules, MOST_FILTERED).codes[drawn].copy()
    codes, _ = _tried(*_asked(history), 1, MOST_TRIES, rng)
    if len(codes):
        return codes[0]
    found, listed = _decided(*peg_by_peg(history, MOST_LISTED, True))
    if not found:
        raise ValueError(f"history: {contradiction(history)}")
    if found < MOST_LISTED:
        return listed[int(rng.random() * len(listed))]
    expected = rules.n_codes / MOST_LISTED  # tries until one agrees, at most
    if expected > MOST_EXPECTED:
        raise ValueError(
            f"history: over {MOST_LISTED:,} codes agree with the answers, "
            f"too many to list, and of {rules.n_codes:.1e} in all, too few to be met "
            "by chance; play a smaller board"
        )
    while not len(codes):
        codes, _ = _tried(*_asked(history), 1, int(expected) + 1, rng)
    return codes[0]


def first_consistent_code(history: History, *, rng: np.random.Generator) -> np.ndarray:
    """Find a code that agrees with every answer: the first that a search meets.

    The search is depth first, and in random order: first how many pegs of each color,
    then where they are. Where it meets no code for long, it begins anew in another
    order. All codes that agree can come out, but not with the same chance: that takes
    `random_consistent_code`, which is slower where many agree.

    Raises TypeError or ValueError if an argument is malformed; ValueError if no code
    agrees, or none is met in most of a minute.

    Parameters
    ----------
    history : History
        Guesses and answers, counted in the standard way.
    rng : numpy.random.Generator
        What is drawn comes from it.

    Returns
    -------
    ndarray of uint8, shape (pegs,)

    Examples
    --------
    >>> history = mm.History(mm.Rules(8, 12), ["00112234"], [(2, 2)])
    >>> mm.consistent.first_consistent_code(history, rng=np.random.default_rng(1))
    array([0, 3, 5, 2, 2, 5, 5, 9], dtype=uint8)
    """
    generator(rng)
    _check_standard(history)
    return first_found(history, rng)[0]


def first_found(history: History, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """Return what `first_consistent_code` returns, and the steps that it took."""
    limit = FIRST_STEPS
    steps = 0
    while steps < MOST_FIRST_STEPS:
        code, decided, taken = colors_then_places(*_asked(history), limit, rng)
        steps += taken
        if len(code):
            return code, steps
        if decided:
            why = contradiction(history) or "no code agrees with all the answers"
            raise ValueError(f"history: {why}")
        limit = int(limit * FIRST_GROWTH)
    raise ValueError(
        f"history: no code that agrees with the answers was met in {steps:,} steps; "
        "play a smaller board"
    )


def consistent_by_chance(
    history: History, n: int, tries: int, *, rng: np.random.Generator
) -> tuple[np.ndarray, int]:
    """Draw codes, `tries` at most, until `n` of them agree with every answer so far.

    Returns the codes, uniform among those that agree, some may be equal: uint8 (k,
    pegs), k <= n; and how many were drawn, so that about ``k / tried`` of all agree.
    Raises what `consistent_codes` raises.

    >>> history = mm.History(mm.Rules(8, 12), ["00112234"], [(2, 2)])
    >>> rng = np.random.default_rng(1)
    >>> codes, tried = consistent_by_chance(history, 1000, 10**6, rng=rng)
    >>> codes.shape, tried, count_consistent(history) * tried // history.rules.n_codes
    ((1000, 8), 25498, 1034)
    """
    _check_standard(history)
    n = whole_number(n, "n", 0, 10**9)
    tries = whole_number(tries, "tries", 0, MOST_DRAWN)
    generator(rng)
    return _tried(*_asked(history), n, tries, rng)


def contradiction(history: History) -> str:
    """Name the turn at which the answers began to contradict each other.

    Returns a sentence, or "" if they are not known to contradict each other. That is
    known on every board but the largest, such as 15 x 16 after many guesses: there the
    search ends undecided.
    """
    _check(history)
    possible = 0
    impossible = len(history) + 1
    turns = len(history)  # all first, then halfway between
    while impossible - possible > 1:
        found, decided = _is_any(history.first(turns))
        if found or not decided:
            possible = turns
        else:
            impossible = turns
        turns = (possible + impossible) // 2
    return "" if impossible > len(history) else impossible_since(impossible, history)


def _is_any(history: History) -> tuple[bool, bool]:
    """Whether any code agrees, and whether there was time to tell."""
    if history.scoring != "standard":
        return len(consistent_indices(history)) > 0, True
    found, _, decided = peg_by_peg(history, 1, False)
    return found > 0, decided


def impossible_since(turn: int, history: History) -> str:
    """Say that no code agrees with the answers since that of a turn, from 1."""
    answer = "{} black {} white".format(*history.feedbacks[turn - 1])
    return (
        "no code agrees with all the answers; "
        f"that of turn {turn} ({answer}) made it impossible"
    )


def _asked(history: History) -> tuple[np.ndarray, np.ndarray, int, bool]:
    """What a search is told of a history."""
    rules = history.rules
    return history.guesses, history.feedbacks, rules.colors, rules.repeats


def _check(history: object) -> None:
    instance(history, History, "history", "mmlib.History")
    if history.scoring != "standard" and history.rules.n_codes > MOST_FILTERED:
        raise ValueError(
            f"history: answers counted as {history.scoring!r}; on boards of over "
            f"{MOST_FILTERED:,} codes consistent codes need the standard count"
        )


def _check_standard(history: object) -> None:
    """As `_check`, of a search that knows the standard count alone."""
    _check(history)
    if history.scoring != "standard":
        raise ValueError(
            f"history: answers counted as {history.scoring!r}; "
            "this search needs the standard count"
        )


#: What was left at the latest questions: the next one is mostly about the same game,
#: and few first guesses are played.
_latest: dict[tuple, np.ndarray] = {}


def consistent_indices(history: History) -> np.ndarray:
    """List the codes that agree with every answer, as indices among all codes.

    The indices are int32 and ascending.
    """
    rules = history.rules
    turns = len(history)
    guesses = history.guesses.tobytes()
    answers = history.feedbacks.tobytes()
    game = (size_of(rules), history.scoring)
    asked = [
        (*game, guesses[: n * rules.pegs], answers[: n * 16]) for n in range(turns + 1)
    ]
    known = next((n for n in range(turns, 0, -1) if asked[n] in _latest), 0)
    left = _latest[asked[known]] if known else np.arange(rules.n_codes, dtype=np.int32)
    for turn in range(known, turns):
        black, white = history.feedbacks[turn].tolist()
        guess = history.guesses[turn : turn + 1]
        columns = every_code(rules, MOST_FILTERED).columns
        # long lists take more room
        if len(_latest) >= min(1000, 50 * MOST_FILTERED // rules.n_codes):
            _latest.pop(next(iter(_latest)), None)
        answer = answer_of(black, white, rules.pegs)
        if history.scoring == "standard":
            left = class_of(guess, answer, left, columns)
        else:
            some = every_code(rules, MOST_FILTERED).codes[left]
            number = SCORINGS.index(history.scoring)
            left = left[_answers(guess, some, rules.colors, number)[0] == answer]
        _latest[asked[turn + 1]] = left
    return left


@compiled
def _answers(guesses, codes, colors, scoring):
    """Answers to every guess from every code, uint8 (guesses, codes)."""
    answers = np.empty((guesses.shape[0], codes.shape[0]), np.uint8)
    all_answers(answers, guesses, codes, colors, scoring)
    return answers


@compiled
def _tried(guesses, feedbacks, colors, repeats, n, tries, rng):
    """Draw random codes, `tries` at most, until `n` of them agree with all the answers.

    Returns those that agree, and how many were drawn.
    """
    pegs = guesses.shape[1]
    past = past_of(guesses, distance_table(feedbacks, pegs, 1.0, 1.0))
    agreeing = np.empty(n, np.uint64)
    found = 0
    tried = 0
    while tried < tries and found < n:
        code = random_code(pegs, colors, rng, repeats)
        tried += 1
        if tried % 65536 == 0:
            hear_interrupt()
        if cost_of_one(code, past, pegs, 0.0) == 0.0:
            agreeing[found] = code
            found += 1
    return from_words(agreeing[:found], pegs), tried


def _decided(found: int, listed: np.ndarray, decided: bool) -> tuple[int, np.ndarray]:
    if not decided:
        raise ValueError(
            "history: to find the codes that agree with the answers takes too long; "
            "play a smaller board"
        )
    return found, listed


def peg_by_peg(
    history: History, limit: int, keep: bool
) -> tuple[int, np.ndarray, bool]:
    """Count the codes that agree, up to `limit`, and list them if `keep`.

    Returns the count, the codes, and whether there was time for all.
    """
    return _peg_by_peg(*_asked(history), limit, keep)


@compiled
def _peg_by_peg(guesses, feedbacks, colors, repeats, limit, keep):
    """Search depth first, peg by peg.

    A branch is left where a turn's black pegs or its total cannot come out with the
    pegs to go. A step tries the next color at one peg: then the search goes on at the
    next peg, stays, or goes back to the peg before.
    """
    turns, pegs = guesses.shape
    in_guess = np.zeros((turns, colors), np.int64)
    for turn in range(turns):
        for color in guesses[turn]:
            in_guess[turn, color] += 1
    # the code so far up to the peg at `depth`, and how many pegs it has of each color
    code = np.full(pegs, -1)  # no color was tried at these pegs
    used = np.zeros(colors, np.int64)
    # what each turn has still to earn after 0, 1 ... pegs: its black pegs, its total
    missing = np.zeros((pegs + 1, turns, 2), np.int64)
    missing[0, :, 0] = feedbacks[:, 0]
    missing[0, :, 1] = feedbacks[:, 0] + feedbacks[:, 1]
    codes = np.empty((min(limit, 1024) if keep else 0, pegs), np.uint8)
    found = 0
    depth = 0
    for step in range(MOST_STEPS):
        if depth < 0 or found >= limit:  # all are found, or enough
            return found, codes[: found if keep else 0].copy(), True
        if step % 65536 == 65535:
            hear_interrupt()
        # the next color at this peg; after the last one, back to the peg before
        if code[depth] >= 0:
            used[code[depth]] -= 1
        code[depth] += 1
        if code[depth] == colors:
            depth -= 1
            continue
        color = code[depth]
        possible = _may_come_out(missing, depth, color, used[color], guesses, in_guess)
        possible &= repeats or used[color] == 0
        used[color] += 1
        if not possible:
            continue
        if depth < pegs - 1:  # on to the next peg, from its first color
            depth += 1
            code[depth] = -1
            continue
        if keep:
            if found == codes.shape[0]:
                codes = _with_room(codes, min(limit, 2 * found))
            for p in range(pegs):
                codes[found, p] = code[p]
        found += 1
    return found, codes[: found if keep else 0].copy(), False


@compiled
def _may_come_out(missing, depth, color, used, guesses, in_guess):
    """Count what a color earns in each turn, and see if the answers can come out.

    It stands at the peg at `depth`, and is `used` so many times before it.
    """
    to_go = guesses.shape[1] - depth - 1
    for turn in range(guesses.shape[0]):
        black = missing[depth, turn, 0] - (guesses[turn, depth] == color)
        total = missing[depth, turn, 1] - (used < in_guess[turn, color])
        missing[depth + 1, turn, 0] = black
        missing[depth + 1, turn, 1] = total
        if black < 0 or black > to_go or total < 0 or total > to_go:
            return False
    return True


@compiled
def _with_room(codes, n):
    """The codes, with room for n of them."""
    grown = np.empty((n, codes.shape[1]), np.uint8)
    grown[: codes.shape[0]] = codes
    return grown
