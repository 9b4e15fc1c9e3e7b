"""Cases: calls as text, so that each can be run again alone.

A case is drawn from a seed and a number.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import NamedTuple

import numpy as np

import mmlib as mm
from mmlib.players.registry import REGISTRY
from tests.fuzz.methods import METHODS
from tests.fuzz.odd import ODD
from tests.fuzz.surface import (
    BOARDS,
    CALLS,
    HISTORY,
    PATIENT,
    Call,
    breeds,
    settings_of,
)

#: All that can be called.
EVERY = (*CALLS, *METHODS)

#: How often a case is a player's turn.
TURNS = 0.3

#: How often no argument of a call is odd, how often one, and how often two.
ODDITIES = (0.3, 0.5, 0.2)

#: How often an odd value is one that would do on another board, if the right one speaks
#: of a board.
ELSEWHERE = 0.25

#: What a message may name as well: a part of an argument, or what is made of it.
ALSO = (
    "it",
    "code",
    "codes",
    "games",
    "history",
    "first_guess",
    "player",
    "rules",
    "name",
)

#: What a message of a method may name besides: the setting that is changed.
NAMED = {"StepThrough.change": ("generations", "first_guess")}

#: The board that values speak of.
BOARD = re.compile(r"\bR\b")


class Case(NamedTuple):
    """A call, all as text.

    It has the function, the arguments, which of these are odd, and what is usual in
    their place. A method has the object that it belongs to as its `receiver`; an
    attribute `reads` only.
    """

    function: str
    arguments: dict[str, str]
    odd: dict[str, str]
    board: str
    names: tuple[str, ...]
    receiver: str = ""
    reads: bool = False

    @property
    def called(self) -> str:
        """What is called, as Python: the method of the receiver, or the function."""
        method = self.function.rpartition(".")[2]
        return f"{self.receiver}.{method}" if self.receiver else self.function

    @property
    def source(self) -> str:
        """The call as it would be typed."""
        pairs = [f"{name}={value}" for name, value in self.arguments.items()]
        arguments = "" if self.reads else f"({', '.join(pairs)})"
        return BOARD.sub(f"mm.Rules({self.board}, 12)", f"{self.called}{arguments}")


def draw(seed: int, number: int) -> Case:
    """Draw case `number` of a seed."""
    rng = np.random.default_rng([seed, number])
    return _turn(rng) if rng.random() < TURNS else _call(rng)


@cache
def one_odd() -> tuple[Case, ...]:
    """Every call and every player's setting with one odd value and all else right.

    One at a time, they show what several at once would hide. Before that comes every
    right value by itself: every player of one's own is one.
    """
    cases = []
    for call in EVERY:
        usual = {name: values[0] for name, values in call.arguments.items()}
        for receiver in call.receivers or ("",):
            cases.append(_case(call, usual, {}, call.boards[0], receiver))
        for name, values in call.arguments.items():
            for value in values[1:]:
                cases.append(_case(call, usual | {name: value}, {}, call.boards[0]))
        for which, board, odd in (
            (0, call.boards[0], ODD),
            (-1, call.boards[len(call.boards) // 2], ODD[::3]),
        ):
            usual = {name: values[which] for name, values in call.arguments.items()}
            receiver = call.receivers[which] if call.receivers else ""
            for name in usual:
                for value in odd:
                    given = usual | {name: value}
                    cases.append(
                        _case(call, given, {name: usual[name]}, board, receiver)
                    )
    for player in REGISTRY:
        names = (*settings_of(player), "history", "player", "rules")
        for setting in settings_of(player):
            for value in ODD:
                settings = f"{{{setting!r}: {value}}}"
                arguments = {
                    "name": repr(player),
                    "settings": settings,
                    "history": "honest(R, 1)",
                }
                cases.append(Case("turn", arguments, {"settings": "{}"}, "4, 6", names))
    return tuple(cases)


def _case(
    call: Call,
    arguments: dict[str, str],
    odd: dict[str, str],
    board: str,
    receiver: str | None = None,
) -> Case:
    """A case of a call; without a receiver, of its first one."""
    if receiver is None:
        receiver = call.receivers[0] if call.receivers else ""
    names = (*call.arguments, *ALSO, *NAMED.get(call.function, ()))
    return Case(call.function, arguments, odd, board, names, receiver, call.reads)


def case_of(seed: int | None, number: int) -> Case:
    """Case `number` of a seed, or, without a seed, of those with one odd value."""
    return one_odd()[number] if seed is None else draw(seed, number)


def _one(rng: np.random.Generator, values: tuple) -> object:
    return values[int(rng.integers(len(values)))]


def _strange(rng: np.random.Generator, usual: str, boards: tuple[str, ...]) -> str:
    """A value that may be wrong: an odd one, or the usual one of another board."""
    if BOARD.search(usual) and rng.random() < ELSEWHERE:
        return BOARD.sub(f"mm.Rules({_one(rng, boards)})", usual)
    return _one(rng, ODD)


def _call(rng: np.random.Generator) -> Case:
    often = np.array([call.often for call in EVERY])
    call = EVERY[rng.choice(len(EVERY), p=often / often.sum())]
    optional = _optional(call)
    usual = {name: _one(rng, values) for name, values in call.arguments.items()}
    usual = {
        name: value
        for name, value in usual.items()
        if name not in optional or rng.random() < 0.7
    }
    several = min(len(usual), int(rng.choice(len(ODDITIES), p=ODDITIES)))
    chosen = rng.choice(list(usual) or [""], several, replace=False).tolist()
    odd = {name: usual[name] for name in chosen}
    arguments = usual | {
        name: _strange(rng, usual[name], call.elsewhere) for name in odd
    }
    receiver = _one(rng, call.receivers) if call.receivers else ""
    return _case(call, arguments, odd, _one(rng, call.boards), receiver)


@cache
def _optional_of(function: str) -> frozenset[str]:
    if not function.startswith("mm.") or "(" in function:
        return frozenset()
    parameters = inspect.signature(eval(function, {"mm": mm})).parameters
    return frozenset(
        name for name, each in parameters.items() if each.default is not each.empty
    )


def _optional(call: Call) -> frozenset[str]:
    """The arguments that can be left out."""
    needed = {
        "games",
        "secrets",
        "fitness",
        "generations",
        "population",
        "parents",
        "keep_parents",
        "n_jobs",
    }
    return _optional_of(call.function) - needed - {"secret"}


def _turn(rng: np.random.Generator) -> Case:
    """A player of the registry with some settings, at some turn."""
    name = _one(rng, tuple(REGISTRY))
    usual = {
        s: _one(rng, values)
        for s, values in settings_of(name).items()
        if rng.random() < 0.3
    }
    odd = {}
    if usual and rng.random() < 0.5:
        setting = _one(rng, tuple(usual))
        odd = {setting: usual[setting]}
        usual[setting] = _one(rng, ODD)
    settings = (
        "{"
        + ", ".join(f"{setting!r}: {value}" for setting, value in usual.items())
        + "}"
    )
    arguments = {
        "name": repr(name),
        "settings": settings,
        "history": _one(rng, HISTORY),
    }
    names = (*settings_of(name), "history", "player", "rules")
    patient = breeds(REGISTRY[name]) and name != "entropic"
    return Case(
        "turn",
        arguments,
        {"settings": "{}"} if odd else {},
        _one(rng, PATIENT if patient else BOARDS),
        names,
    )
