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
from mmlib.engine.coding import n_answers, solved_answer
from mmlib.engine.columns import Columns, gather, row_for
from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.splits import split
from mmlib.engine.wordset import GOLDEN, enter, slot_of, word_table
from mmlib.game.codes import index_of
from mmlib.game.rules import Rules
from mmlib.reason.code_lists import every_code
from mmlib.reason.searching import hashes_of, key_of, splitmix64
from mmlib.strategies.objectives import prepare

#: Most codes of a board; more are too many to prepare positions of.
MOST_CODES = 4096

#: Which list of a `Memory` has how much room, and is how full.
POSITIONS, MEMBERS, CHOICES, CLASSES = range(4)

#: Room for positions, members, choices and classes; when one is full, all are emptied.
ROOM = np.array([1 << 19, 1 << 22, 1 << 22, 1 << 25])

#: Bits of the number of codes of a board that gets all of this room. One with a bit
#: less gets half.
LARGE = 11

#: The least room for each.
LEAST_ROOM = 1 << 12

#: Room for what is remembered: a power of two, since the last bits of a key are its
#: place.
REMEMBERED = 1 << 22

#: In place of a number or a total: there is no room for it.
NO_ROOM = -1

#: In place of a choice: the one of least cost.
ANY = -1


class Positions(NamedTuple):
    """Positions, each with its codes in one piece of `member`.

    A `word_table` of hashes finds them.
    """

    keys: np.ndarray  # uint64, the hashes
    taken: np.ndarray  # int64, which entries of the table are
    number: np.ndarray  # int32, the position of an entry
    members: np.ndarray  # int64 (n, 2): where its codes begin and end
    choices: np.ndarray  # int64 (n, 2): likewise its choices; -1 if not listed yet
    member: np.ndarray  # int32, codes


class Choices(NamedTuple):
    """Different guesses of a position: members first, then lexicographic order."""

    guess: np.ndarray  # int32
    begin: np.ndarray  # int64, the first class; the next choice's is one after the last


class Classes(NamedTuple):
    """Classes that a choice makes."""

    answer: np.ndarray  # uint8
    cost: np.ndarray  # int64, with a weight of 1
    child: np.ndarray  # int32, the position there; -1 where nobody went


class Remembered(NamedTuple):
    """Numbers, each at the last bits of its key until something else comes there."""

    keys: np.ndarray  # uint64
    values: np.ndarray  # int64


class Memory(NamedTuple):
    """What is known of a board's positions."""

    columns: Columns  # of all codes
    hashes: np.ndarray  # of codes, for positions, and of answers, for choices: uint64
    table: np.ndarray  # what classes of each size cost, int64
    positions: Positions
    choices: Choices
    classes: Classes
    full: np.ndarray  # how many of each there are, int64 (4,)
    remembered: Remembered


class Weights(NamedTuple):
    """Weights of each turn, in units, with a key for those of a turn, and of the rest.

    The first of the turns is that of the second guess; the last goes on.
    """

    units: np.ndarray  # int64 (turns, answers)
    own: np.ndarray  # uint64 (turns,)
    later: np.ndarray  # uint64 (turns + 1,), of a turn and all later ones


class Weighing:
    """The strategies of one board after one first guess."""

    def __init__(self, rules: Rules, first_guess: np.ndarray) -> None:
        self._columns = every_code(rules, MOST_CODES).columns
        self._first = int(index_of(first_guess, rules))
        self._hashes = hashes_of(max(rules.n_codes, n_answers(rules.pegs)))
        self._table = prepare("entropy", rules, {(0, 0): 1.0}).table
        smaller = max(0, LARGE - rules.n_codes.bit_length())
        self._room = np.maximum(ROOM >> smaller, LEAST_ROOM)
        self._memory = self._empty()
        self._lock = Lock()

    def _empty(self) -> Memory:
        """A memory of the room there is."""
        positions, members, choices, classes = self._room.tolist()
        keys, taken = word_table(positions)
        return Memory(
            columns=self._columns,
            hashes=self._hashes,
            table=self._table,
            positions=Positions(
                keys=keys,
                taken=taken,
                number=np.empty(len(keys), np.int32),
                members=np.empty((positions, 2), np.int64),
                choices=np.empty((positions, 2), np.int64),
                member=np.empty(members, np.int32),
            ),
            choices=Choices(
                guess=np.empty(choices, np.int32),
                begin=np.empty(choices + 1, np.int64),
            ),
            classes=Classes(
                answer=np.empty(classes, np.uint8),
                cost=np.empty(classes, np.int64),
                child=np.empty(classes, np.int32),
            ),
            full=np.zeros(4, np.int64),
            remembered=Remembered(
                keys=np.zeros(REMEMBERED, np.uint64),
                values=np.empty(REMEMBERED, np.int64),
            ),
        )

    def _with_room(self, function: Callable, *arguments: object) -> np.ndarray:
        """Return what a compiled function returns.

        Once there is no room even in an empty memory, one twice as large is made.
        """
        with self._lock:
            found = function(self._memory, self._first, *arguments)
            while (found == NO_ROOM).any():
                self._room = 2 * self._room
                self._memory = self._empty()
                found = function(self._memory, self._first, *arguments)
        return found

    def totals(self, weights: np.ndarray) -> np.ndarray:
        """Guesses for all codes together, by each set of weights: int64 (sets,).

        The weights are in units, int64 (sets, turns, answers), as in `Weights`.
        """
        return self._with_room(_totals, weights)

    def along(
        self, weights: np.ndarray, turn: int, answer: int, values: range
    ) -> np.ndarray:
        """The totals of one set where one weight has each of some values, one apart.

        The weights are int64 (turns, answers), the totals int64 (values,). The turn is
        not the last one, which goes on: in each of its positions the choice depends on
        the value alone, and what follows a choice does not.
        """
        return self._with_room(_along, weights, turn, answer, values.start, values.stop)


@compiled
def _totals(memory, first, weights):
    """The total of each set.

    It is `NO_ROOM` from the first set on for which there is none in an empty memory.
    """
    totals = np.full(weights.shape[0], NO_ROOM)
    for i in range(weights.shape[0]):
        hear_interrupt()
        one = _with_keys(weights[i])
        totals[i] = _total(memory, first, one)
        if totals[i] == NO_ROOM:
            _forget(memory)
            totals[i] = _total(memory, first, one)
        if totals[i] == NO_ROOM:
            break
    return totals


@compiled
def _total(memory, first, weights):
    """The total of one set of weights; `NO_ROOM` where the memory is full."""
    total = np.int64(memory.columns.n)
    for position in _second(memory, first):
        if position == NO_ROOM:
            return np.int64(NO_ROOM)
        found = _below(memory, position, np.int64(ANY), weights, np.int64(0))
        if found == NO_ROOM:
            return found
        total += found
    return total


class Tuned(NamedTuple):
    """A weight that takes one value after another."""

    turn: int
    answer: int
    low: int  # the first value
    # guesses that each value takes more than the one before: int64 (values,)
    more: np.ndarray


@compiled
def _along(memory, first, units, turn, answer, low, high):
    """The totals where the weight of an answer is `low`, and so on up to `high` - 1.

    It is the weight ``units[turn, answer]``, the others stay as they are.
    Where there is no room in an empty memory, `NO_ROOM` stands alone.
    """
    weights = _with_keys(units)
    for _ in range(2):  # with what is remembered, then with an empty memory
        hear_interrupt()
        tuned = Tuned(turn, answer, low, np.zeros(high - low, np.int64))
        tuned.more[0] = memory.columns.n  # the first guess, of every code
        for position in _second(memory, first):
            if not _add_along(memory, position, weights, np.int64(0), tuned):
                break
        else:
            return np.cumsum(tuned.more)
        _forget(memory)
    return np.full(1, NO_ROOM)


@compiled
def _add_along(memory, position, weights, now, tuned):
    """Add what a position takes with each value of the weight that is tuned.

    False where there is no room.
    """
    if position == NO_ROOM:
        return False
    m = _size(memory, position)
    if m == 1:
        tuned.more[0] += 1
        return True
    if not _prepared(memory, position):
        return False
    if now == tuned.turn:
        return _choices_along(memory, position, weights, tuned)
    choice = _choose(memory, position, weights.units[now], weights.own[now])
    if not _gone(memory, position, choice):
        return False
    tuned.more[0] += m
    solved = solved_answer(memory.columns.pegs)
    for k in range(memory.choices.begin[choice], memory.choices.begin[choice + 1]):
        if memory.classes.answer[k] != solved:
            child = np.int64(memory.classes.child[k])
            if not _add_along(memory, child, weights, now + 1, tuned):
                return False
    return True


@compiled
def _choices_along(memory, position, weights, tuned):
    """As `_add_along`, at the turn of the weight that is tuned.

    A choice stays the best one over a range of values.
    """
    turn, answer, low, more = tuned
    first = memory.positions.choices[position, 0]
    fixed, slope = _lines(memory, position, weights.units[turn], answer)
    high = low + more.shape[0]
    value = low
    before = np.int64(0)
    while value < high:
        best = np.argmin(fixed + value * slope)  # the first of equals
        choice = np.int64(first + best)
        found = _below(memory, position, choice, weights, np.int64(turn))
        if found == NO_ROOM:
            return False
        more[value - low] += found - before
        before = found
        value = _until(fixed, slope, best, high)
    return True


@compiled
def _lines(memory, position, units, answer):
    """What each choice costs by the weight of one answer: a fixed cost, and a slope."""
    first, last = memory.positions.choices[position]
    begin = memory.choices.begin[first : last + 1]
    answers, costs, _ = memory.classes
    fixed = np.zeros(last - first, np.int64)
    slope = np.zeros(last - first, np.int64)
    for c in range(last - first):
        for k in range(begin[c], begin[c + 1]):
            if answers[k] == answer:
                slope[c] = costs[k]
            else:
                fixed[c] += units[answers[k]] * costs[k]
    return fixed, slope


@compiled
def _until(fixed, slope, best, high):
    """The value from which on another choice is the best one; `high` at most."""
    until = high
    for c in range(slope.shape[0]):
        faster = slope[best] - slope[c]
        if faster > 0:  # this one falls faster, and catches up
            behind = fixed[c] - fixed[best]
            goes_on = c > best or behind % faster > 0  # where equal, the first is best
            until = min(until, behind // faster + goes_on)
    return until


@compiled
def _with_keys(units):
    """The weights of each turn, and their keys."""
    turns = units.shape[0]
    own = np.zeros(turns, np.uint64)
    later = np.zeros(turns + 1, np.uint64)
    for turn in range(turns - 1, -1, -1):
        for weight in units[turn]:
            own[turn] = splitmix64(own[turn] * GOLDEN + np.uint64(weight))
        later[turn] = splitmix64(later[turn + 1] ^ own[turn])
    return Weights(units, own, later)


@compiled
def _second(memory, first):
    """The positions after the first guess; `NO_ROOM` for each that has none."""
    columns = memory.columns
    members = np.arange(columns.n).astype(np.int32)
    ordered, ends = split(first, columns, members, columns)
    positions = np.empty(ends.shape[0], np.int64)
    several = 0
    for answer in range(solved_answer(columns.pegs)):
        if ends[answer] < ends[answer + 1]:
            among = ordered[ends[answer] : ends[answer + 1]]
            positions[several] = _position(memory, among)
            several += 1
    return positions[:several]


@compiled
def _forget(memory):
    """Empty the memory."""
    memory.full[:] = 0
    memory.positions.taken[:] = -1
    memory.remembered.keys[:] = np.uint64(0)


@compiled
def _position(memory, members):
    """The number of a position; `NO_ROOM` where there is none for it."""
    positions = memory.positions
    key = key_of(memory.hashes, members)
    slot = slot_of(key, positions.keys, positions.taken, 0)
    if positions.taken[slot] == 0:
        return np.int64(positions.number[slot])
    number = memory.full[POSITIONS]
    begin = memory.full[MEMBERS]
    end = begin + members.shape[0]
    if number >= positions.members.shape[0] or end > positions.member.shape[0]:
        return np.int64(NO_ROOM)
    positions.member[begin:end] = members
    positions.members[number, 0] = begin
    positions.members[number, 1] = end
    positions.choices[number] = -1
    positions.keys[slot] = key
    positions.taken[slot] = 0
    positions.number[slot] = number
    memory.full[POSITIONS] = number + 1
    memory.full[MEMBERS] = end
    return number


@compiled
def _size(memory, position):
    """How many codes a position has."""
    return memory.positions.members[position, 1] - memory.positions.members[position, 0]


@compiled
def _members(memory, position):
    """The codes of a position."""
    begin, end = memory.positions.members[position]
    return memory.positions.member[begin:end]


@compiled
def _below(memory, position, choice, weights, turn):
    """Guesses that the codes of a position take together from here on.

    It is `NO_ROOM` where there is none. The `choice` is the one made here, or `ANY`.
    Types of arguments have to be the same in every call: else numba, which compiles
    this for each, writes to its cache what cannot be read.
    """
    m = _size(memory, position)
    if m == 1:
        return np.int64(1)
    remembered = memory.remembered
    key = splitmix64(weights.later[turn] ^ splitmix64(np.uint64(position + 1)))
    place = key & np.uint64(remembered.keys.shape[0] - 1)
    is_chosen = choice == ANY
    if is_chosen and remembered.keys[place] == key:
        return remembered.values[place]
    if not _prepared(memory, position):
        return np.int64(NO_ROOM)
    if is_chosen:
        choice = _choose(memory, position, weights.units[turn], weights.own[turn])
    if not _gone(memory, position, choice):
        return np.int64(NO_ROOM)
    total = m
    begin = memory.choices.begin
    answers, _, children = memory.classes
    solved = solved_answer(memory.columns.pegs)
    next_turn = np.int64(min(turn + 1, weights.own.shape[0] - 1))
    for k in range(begin[choice], begin[choice + 1]):
        if answers[k] != solved:
            child = np.int64(children[k])
            found = _below(memory, child, np.int64(ANY), weights, next_turn)
            if found == NO_ROOM:
                return found
            total += found
    if is_chosen:
        remembered.keys[place] = key
        remembered.values[place] = total
    return total


@compiled
def _choose(memory, position, units, own):
    """The choice of least cost in a position, the first of equals."""
    remembered = memory.remembered
    key = splitmix64(own ^ splitmix64(np.uint64(position + 1) << np.uint64(32)))
    place = key & np.uint64(remembered.keys.shape[0] - 1)
    if remembered.keys[place] == key:
        return remembered.values[place]
    begin = memory.choices.begin
    answers, costs, _ = memory.classes
    first, last = memory.positions.choices[position]
    best = first
    least = np.int64(0)
    for choice in range(first, last):
        cost = np.int64(0)
        for k in range(begin[choice], begin[choice + 1]):
            cost += units[answers[k]] * costs[k]
        if cost < least:
            best = choice
            least = cost
    remembered.keys[place] = key
    remembered.values[place] = best
    return best


@compiled
def _prepared(memory, position):
    """See that the choices of a position are listed; False where there is no room."""
    if memory.positions.choices[position, 0] >= 0:
        return True
    members = _members(memory, position)
    n = memory.columns.n
    answers = n_answers(memory.columns.pegs)
    first = memory.full[CHOICES]
    most_classes = memory.full[CLASSES] + n * min(answers, members.shape[0])
    if first + n > memory.choices.guess.shape[0]:
        return False
    if most_classes > memory.classes.cost.shape[0]:
        return False
    last = _list_choices(memory, members, first)
    memory.positions.choices[position, 0] = first
    memory.positions.choices[position, 1] = last
    memory.full[CHOICES] = last
    return True


@compiled
def _list_choices(memory, members, first):
    """List the choices of a position and their classes; return where they end."""
    answers = n_answers(memory.columns.pegs)
    m = members.shape[0]
    keys = _answers_summed(memory, members)
    met, owners = word_table(memory.columns.n + answers)
    for answer in range(answers):  # a guess that tells nothing apart is no choice
        enter(np.uint64(m) * memory.hashes[answer], met, owners, 0)
    is_other = np.ones(memory.columns.n, np.bool_)
    is_other[members] = False
    codes = gather(memory.columns, members)
    row = row_for(memory.columns)
    sizes = np.zeros(answers, np.int64)
    guesses, begin = memory.choices
    classes = memory.classes
    table = memory.table
    used = memory.full[CLASSES]
    choice = first
    for several in (members, np.flatnonzero(is_other).astype(np.int32)):
        for guess in several:
            if enter(keys[guess], met, owners, 0):
                answer_row(row, np.int64(guess), memory.columns, codes)
                guesses[choice] = guess
                begin[choice] = used
                used = _list_classes(classes, table, used, row[:m], sizes)
                choice += 1
    begin[choice] = used
    memory.full[CLASSES] = used
    return choice


@compiled
def _answers_summed(memory, members):
    """The hashes of all members' answers to each guess, summed up: uint64 (codes,).

    Guesses with the same sum leave as many codes behind each answer.
    """
    columns = memory.columns
    hashes = memory.hashes
    row = row_for(columns)
    keys = np.zeros(columns.n, np.uint64)
    for member in members:
        answer_row(row, np.int64(member), columns, columns)
        for i in range(keys.shape[0]):
            keys[i] += hashes[row[i]]
    return keys


@compiled
def _list_classes(classes, table, used, row, sizes):
    """List the classes that the answers in a row make; return where they end.

    So many places are `used` before. The `sizes` are left at 0.
    """
    m = row.shape[0]
    log = table[m] // m
    for j in range(m):
        sizes[row[j]] += 1
    for answer in range(sizes.shape[0]):
        if sizes[answer]:
            classes.answer[used] = answer
            classes.child[used] = -1
            classes.cost[used] = table[sizes[answer]] - sizes[answer] * log
            sizes[answer] = 0
            used += 1
    return used


@compiled
def _gone(memory, position, choice):
    """See that the positions behind the answers to a choice are known.

    False where there is no room.
    """
    first = memory.choices.begin[choice]
    if memory.classes.child[first] >= 0:
        return True
    guess = np.int64(memory.choices.guess[choice])
    ordered, ends = split(guess, memory.columns, _members(memory, position))
    # the first at last: then all are there
    for k in range(memory.choices.begin[choice + 1] - 1, first - 1, -1):
        answer = memory.classes.answer[k]
        child = _position(memory, ordered[ends[answer] : ends[answer + 1]])
        if child == NO_ROOM:
            return False
        memory.classes.child[k] = child
    return True
