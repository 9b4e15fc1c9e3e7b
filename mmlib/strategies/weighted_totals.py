"""Totals of one-step strategies by weighted entropy, for many sets of weights.

Positions are met again and again, so each is prepared once: guesses that leave as many
codes behind each answer are one choice. Weighing it is then a sum over the classes of
each choice. What a set of weights chose in a position, and how many guesses that took
in all, is remembered too, turn by turn: sets that differ at one turn share the rest.
"""

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import answer_row
from mmlib.engine.coding import n_answers
from mmlib.engine.columns import Columns, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import by_answer
from mmlib.engine.wordset import enter, slot_of, word_table
from mmlib.game.codes import index_of
from mmlib.game.rules import Rules
from mmlib.reason.code_lists import every_code
from mmlib.strategies.best_guess import splitmix64
from mmlib.strategies.objectives import prepare

#: Most codes of a board; more are too many to prepare positions of.
MOST_CODES = 4096

#: Room for positions, members, choices and classes; when one is full, all are emptied.
ROOM = np.array([1 << 19, 1 << 22, 1 << 22, 1 << 25])

#: Room for what is remembered: a power of two, since the last bits of a key are its
#: place.
REMEMBERED = 1 << 22


class Memory(NamedTuple):
    """Positions, the choices in them, and the classes of these.

    Each list stands in one piece of the next array.
    """

    columns: Columns  # of all codes
    # of the codes, uint64, summed up for a position; and of answers, for a choice
    hashes: np.ndarray
    table: np.ndarray  # what classes of each size cost, int64
    known: np.ndarray  # hashes of positions, a `word_table`
    taken: np.ndarray  # its entries that are, int64
    number: np.ndarray  # the position of an entry, int32
    # int64 (n, 4): first and last member, first and last choice, -1 where it was not
    # prepared
    position: np.ndarray
    member: np.ndarray  # int32
    # int32, of a choice: members come first, then the first in lexicographic order
    guess: np.ndarray
    begin: np.ndarray  # int64, the first class of a choice
    answer: np.ndarray  # uint8, of a class
    cost: np.ndarray  # int64, of a class, with a weight of 1
    child: np.ndarray  # int32, the position behind an answer, -1 where nobody went
    full: np.ndarray  # how many of each there are, int64 (4,)
    # uint64; what is remembered stands at the last bits of its key, until something
    # else comes there
    keys: np.ndarray
    values: np.ndarray  # int64


class Weighing:
    """The strategies of one board after one first guess."""

    def __init__(self, rules: Rules, first_guess: np.ndarray) -> None:
        self._columns = every_code(rules, MOST_CODES).columns
        self._first = int(index_of(first_guess, rules.colors))
        several = max(rules.n_codes, n_answers(rules.pegs))
        self._hashes = np.random.default_rng(0).integers(
            1, 2**64, several, dtype=np.uint64, endpoint=False
        )
        self._table = prepare("entropy", rules, {(0, 0): 1.0}).table
        self._room = ROOM
        self._lock = Lock()
        self._room = np.maximum(
            self._room >> max(0, 11 - rules.n_codes.bit_length()), 1 << 12
        )
        self._memory = self._empty()

    def _empty(self) -> Memory:
        positions, members, choices, classes = self._room
        return Memory(
            *(self._columns, self._hashes, self._table),
            *(*(table := word_table(positions)), np.empty(len(table[0]), np.int32)),
            *(np.empty((positions, 4), np.int64), np.empty(members, np.int32)),
            *(np.empty(choices, np.int32), np.empty(choices + 1, np.int64)),
            *(
                np.empty(classes, np.uint8),
                np.empty(classes, np.int64),
                np.empty(classes, np.int32),
            ),
            *(
                np.zeros(4, np.int64),
                np.zeros(REMEMBERED, np.uint64),
                np.empty(REMEMBERED, np.int64),
            ),
        )

    def _with_room(self, function: Callable, *arguments: object) -> np.ndarray:
        """Return what a compiled function returns.

        Once there is no room even in an empty memory, one twice as large is made.
        """
        with self._lock:
            while (found := function(self._memory, self._first, *arguments)).min(
                initial=0
            ) < 0:
                self._room = 2 * self._room
                self._memory = self._empty()
        return found

    def totals(self, weights: np.ndarray) -> np.ndarray:
        """Guesses for all codes together, by each set of weights: int64 (sets,).

        The weights are in units, int64 (sets, turns, answers). The first of the turns
        is the one of the second guess; the last goes on.
        """
        return self._with_room(_totals, weights)

    def along(
        self, weights: np.ndarray, turn: int, answer: int, values: range
    ) -> np.ndarray:
        """The totals of one set where one weight has each of some values.

        The weights are int64 (turns, answers), the totals int64 (values,). The turn is
        not the last one, which goes on: in each of its positions the choice depends on
        the value alone, and what follows a choice does not.
        """
        return self._with_room(_along, weights, turn, answer, values.start, values.stop)


@compiled
def _totals(memory, first, weights):
    """The total of each set.

    It is -1 from the first set on for which there is no room even in an empty memory.
    """
    totals = np.full(weights.shape[0], -1)
    for i in range(weights.shape[0]):
        hear_interrupt()
        own, later = _keys(weights[i])
        for attempt in range(2):
            total = memory.columns.n
            for position in _second(memory, first):
                found = np.int64(-1)
                if position >= 0 and total >= 0:
                    found = _below(
                        memory,
                        position,
                        np.int64(-1),
                        weights[i],
                        np.int64(0),
                        own,
                        later,
                    )
                total = total + found if found >= 0 else np.int64(-1)
            if total >= 0 or attempt:
                break
            _forget(memory)
        totals[i] = total
        if total < 0:
            break
    return totals


@compiled
def _along(memory, first, weights, turn, answer, low, high):
    """The totals where one weight is `low`, and so on up to `high` - 1.

    Where there is no room, -1 stands alone.
    """
    own, later = _keys(weights)
    for _ in range(2):
        hear_interrupt()
        # guesses that each value takes more than the one before
        more = np.zeros(high - low, np.int64)
        done = True
        waiting = np.empty(memory.columns.n, np.int64)
        turns = np.zeros(memory.columns.n, np.int64)
        n = 0
        more[0] = memory.columns.n
        for position in _second(memory, first):
            waiting[n], turns[n], n = position, 0, n + 1
        while n and done:
            n -= 1
            position = waiting[n]
            now = turns[n]
            m = (
                memory.position[position, 1] - memory.position[position, 0]
                if position >= 0
                else 0
            )
            if m == 1:
                more[0] += 1
            elif m == 0 or not _prepared(memory, position):
                done = False
            elif now == turn:
                done = _choices_along(
                    memory, position, weights, turn, answer, low, more, own, later
                )
            else:
                choice = _choose(memory, position, weights[now], own[now])
                more[0] += m
                done = _gone(memory, position, choice)
                for k in range(
                    memory.begin[choice], memory.begin[choice + 1] if done else 0
                ):
                    if memory.answer[k] != weights.shape[1] - 1:
                        waiting[n], turns[n], n = memory.child[k], now + 1, n + 1
        if done:
            return np.cumsum(more)
        _forget(memory)
    return np.full(1, -1)


@compiled
def _choices_along(  # noqa: PLR0913, PLR0917
    memory,
    position,
    weights,
    turn,
    answer,
    low,
    more,
    own,
    later,
):
    """Add what a position takes with each value of one weight to `more`.

    False where there is no room.
    """
    first, last = memory.position[position, 2:]
    fixed = np.zeros(last - first, np.int64)
    slope = np.zeros(last - first, np.int64)
    for c in range(last - first):
        for k in range(memory.begin[first + c], memory.begin[first + c + 1]):
            if memory.answer[k] == answer:
                slope[c] = memory.cost[k]
            else:
                fixed[c] += weights[turn, memory.answer[k]] * memory.cost[k]
    value = low
    before = np.int64(0)
    while value < low + more.shape[0]:
        best = np.argmin(fixed + value * slope)  # the first of equals
        found = _below(
            memory,
            np.int64(position),
            np.int64(first + best),
            weights,
            np.int64(turn),
            own,
            later,
        )
        if found < 0:
            return False
        more[value - low], before = more[value - low] + found - before, found
        following = low + more.shape[0]
        for c in range(last - first):  # a choice that falls faster catches up
            faster = slope[best] - slope[c]
            if faster > 0:
                behind = fixed[c] - fixed[best]
                following = min(
                    following, behind // faster + (c > best or behind % faster > 0)
                )
        value = following
    return True


@compiled
def _keys(weights):
    """A key for the weights of each turn, and one for it and all later turns."""
    own = np.empty(weights.shape[0], np.uint64)
    later = np.empty(weights.shape[0] + 1, np.uint64)
    later[-1] = np.uint64(0)
    for turn in range(weights.shape[0] - 1, -1, -1):
        own[turn] = np.uint64(0)
        for weight in weights[turn]:
            own[turn] = splitmix64(
                own[turn] * np.uint64(0x9E3779B97F4A7C15) + np.uint64(weight)
            )
        later[turn] = splitmix64(later[turn + 1] ^ own[turn])
    return own, later


@compiled
def _second(memory, first):
    """The positions after the first guess; -1 for each for which there is no room."""
    answers = n_answers(memory.columns.pegs)
    n = memory.columns.n
    row = row_for(memory.columns)
    answer_row(row, first, memory.columns, memory.columns)
    ordered, ends = by_answer(row[:n], np.arange(n).astype(np.int32), answers)
    positions = np.empty(answers, np.int64)
    several = 0
    for answer in range(answers - 1):
        if ends[answer] < ends[answer + 1]:
            positions[several] = _position(
                memory, ordered[ends[answer] : ends[answer + 1]]
            )
            several += 1
    return positions[:several]


@compiled
def _forget(memory):
    """Empty the memory."""
    memory.full[:] = 0
    memory.taken[:] = -1
    memory.keys[:] = np.uint64(0)


@compiled
def _position(memory, members):
    """The number of a position; -1 where there is no room for it."""
    key = np.uint64(0)
    for member in members:
        key += memory.hashes[member]
    slot = slot_of(key, memory.known, memory.taken, 0)
    if memory.taken[slot] == 0:
        return np.int64(memory.number[slot])
    number = memory.full[0]
    begin = memory.full[1]
    end = begin + members.shape[0]
    if number >= memory.position.shape[0] or end > memory.member.shape[0]:
        return np.int64(-1)
    memory.member[begin:end] = members
    memory.position[number] = np.array([begin, end, -1, -1])
    memory.full[0] = number + 1
    memory.full[1] = end
    memory.known[slot] = key
    memory.taken[slot] = 0
    memory.number[slot] = number
    return number


@compiled
def _below(memory, position, choice, weights, turn, own, later):
    """Guesses that the codes of a position take together from here on.

    It is -1 where there is no room. A `choice` that is not negative is the one made
    here. Types of arguments have to be the same in every call: else numba, which
    compiles this for each, writes to its cache what cannot be read.
    """
    m = memory.position[position, 1] - memory.position[position, 0]
    if m == 1:
        return np.int64(1)
    key = splitmix64(later[turn] ^ splitmix64(np.uint64(position + 1)))
    place = key & np.uint64(memory.keys.shape[0] - 1)
    chosen = choice < 0
    if chosen and memory.keys[place] == key:
        return memory.values[place]
    if not _prepared(memory, position):
        return np.int64(-1)
    if chosen:
        choice = _choose(memory, position, weights[turn], own[turn])
    if not _gone(memory, position, choice):
        return np.int64(-1)
    total = m
    next_turn = np.int64(min(turn + 1, weights.shape[0] - 1))
    for k in range(memory.begin[choice], memory.begin[choice + 1]):
        if memory.answer[k] != weights.shape[1] - 1:
            child = np.int64(memory.child[k])
            found = _below(memory, child, np.int64(-1), weights, next_turn, own, later)
            if found < 0:
                return np.int64(-1)
            total += found
    if chosen:
        memory.keys[place] = key
        memory.values[place] = total
    return total


@compiled
def _choose(memory, position, weights, own):
    """The choice of least cost in a position, the first of equals."""
    key = splitmix64(own ^ splitmix64(np.uint64(position + 1) << np.uint64(32)))
    place = key & np.uint64(memory.keys.shape[0] - 1)
    if memory.keys[place] == key:
        return memory.values[place]
    first, last = memory.position[position, 2:]
    best = first
    least = np.int64(0)
    for choice in range(first, last):
        cost = np.int64(0)
        for k in range(memory.begin[choice], memory.begin[choice + 1]):
            cost += weights[memory.answer[k]] * memory.cost[k]
        if cost < least:
            best = choice
            least = cost
    memory.keys[place] = key
    memory.values[place] = best
    return best


@compiled
def _prepared(memory, position):
    """See that the choices of a position are listed; False where there is no room."""
    begin, end, listed, _ = memory.position[position]
    if listed >= 0:
        return True
    members = memory.member[begin:end]
    n = memory.columns.n
    m = end - begin
    answers = n_answers(memory.columns.pegs)
    first = memory.full[2]
    used = memory.full[3]
    if (
        first + n > memory.guess.shape[0]
        or used + n * min(answers, m) > memory.cost.shape[0]
    ):
        return False
    # the answers of all members to a guess, summed up
    row = row_for(memory.columns)
    keys = np.zeros(n, np.uint64)
    for member in members:
        answer_row(row, np.int64(member), memory.columns, memory.columns)
        for i in range(n):
            keys[i] += memory.hashes[row[i]]
    met, owners = word_table(n + answers)
    for answer in range(answers):  # a guess that tells nothing apart is no choice
        enter(np.uint64(m) * memory.hashes[answer], met, owners, 0)
    is_member = np.zeros(n, np.bool_)
    several = 0
    is_member[members] = True
    codes = gather(memory.columns, members)
    sizes = np.zeros(answers, np.int64)
    log = memory.table[m] // m
    for i in range(m + n):  # members first
        guess = np.int64(members[i] if i < m else i - m)
        if i >= m and is_member[guess]:
            continue
        if enter(keys[guess], met, owners, 0):
            memory.guess[first + several] = guess
            memory.begin[first + several] = used
            answer_row(row, guess, memory.columns, codes)
            for j in range(m):
                sizes[row[j]] += 1
            for answer in range(answers):
                if sizes[answer]:
                    memory.answer[used] = answer
                    memory.child[used] = -1
                    memory.cost[used] = (
                        memory.table[sizes[answer]] - sizes[answer] * log
                    )
                    sizes[answer] = 0
                    used += 1
            several += 1
    memory.begin[first + several] = used
    memory.position[position, 2:] = np.array([first, first + several])
    memory.full[2] = first + several
    memory.full[3] = used
    return True


@compiled
def _gone(memory, position, choice):
    """See that the positions behind the answers to a choice are known.

    False where there is no room.
    """
    if memory.child[memory.begin[choice]] >= 0:
        return True
    begin, end = memory.position[position, :2]
    members = memory.member[begin:end]
    codes = gather(memory.columns, members)
    row = row_for(codes)
    answer_row(row, memory.guess[choice], memory.columns, codes)
    ordered, ends = by_answer(row[: members.shape[0]], members, n_answers(codes.pegs))
    # the first at last: then all are there
    for k in range(memory.begin[choice + 1] - 1, memory.begin[choice] - 1, -1):
        answer = memory.answer[k]
        child = _position(memory, ordered[ends[answer] : ends[answer + 1]])
        if child < 0:
            return False
        memory.child[k] = child
    return True
