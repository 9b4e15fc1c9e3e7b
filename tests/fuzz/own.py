"""Players of one's own that are odd in one way.

They are odd in what they play, are called, hold, leave behind or raise.
"""

from __future__ import annotations

import array
import tempfile
import threading
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

import numpy as np
import pandas as pd

import mmlib as mm
from tests.fuzz.odd import values

#: What players raised here: it may come through as it is.
RAISED: list[BaseException] = []


class Peg(IntEnum):
    """Colors as an enumeration has them."""

    RED = 0
    BLUE = 1
    GREEN = 2


class Refusing:
    """What looks like an array, and refuses to become one."""

    def __array__(self, *_, **__):
        raise raised(RuntimeError("no array"))


class Rows:
    """What can only be asked for its items, and never says that there is none left."""

    def __getitem__(self, index):
        return 0


class Two(Exception):
    """An exception that is made of two arguments, and cannot be made again of one."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")


class Stop(BaseException):
    """What is no Exception, as what Ctrl-C raises."""


class Mute(Exception):
    """An exception that has no words, and takes no notes."""

    def __str__(self):
        raise RuntimeError("no words")

    def add_note(self, note):
        raise RuntimeError("no notes")


class Text(str):
    """A text of a class of its own."""


def raised(problem: BaseException) -> BaseException:
    """Note that an exception is the player's own."""
    RAISED.append(problem)
    return problem


#: What is played in place of a code, uint8 (pegs,).
PLAYS = {
    "code": lambda code: code,
    "masked": lambda code: np.ma.masked_array(code, mask=[1] + [0] * (len(code) - 1)),
    "unmasked": lambda code: np.ma.masked_array(code),
    "big-endian": lambda code: code.astype(">i4"),
    "signed": lambda code: code.astype(np.int8),
    "float": lambda code: code.astype(float),
    "half": lambda code: code + 0.5,
    "nan": lambda code: np.full(len(code), np.nan),
    "complex": lambda code: code.astype(complex),
    "bools": lambda code: np.array(code > 0, object),
    "plain bools": lambda code: code > 0,
    "objects": lambda code: code.astype(object),
    "decimals": lambda code: [Decimal(int(peg)) for peg in code],
    "fractions": lambda code: [Fraction(int(peg)) for peg in code],
    "enumeration": lambda code: [Peg(0)] * len(code),
    "scalars": list,
    "huge": lambda code: [10**400] * len(code),
    "dates": lambda code: code.astype("datetime64[s]"),
    "letters": lambda code: code.astype(str),
    "bytes": lambda code: bytes(code.tolist()),
    "buffer": lambda code: memoryview(code),
    "array": lambda code: array.array("B", code.tolist()),
    "text": lambda code: mm.codes.as_text(code),
    "spaced": lambda code: " ".join(mm.codes.as_text(code)),
    "tuple": tuple,
    "set": set,
    "dict": lambda code: dict(enumerate(code)),
    "generator": lambda code: (peg for peg in code),
    "rows": lambda code: Rows(),
    "frame": lambda code: pd.DataFrame([code]),
    "series": lambda code: pd.Series(code, index=range(5, 5 + len(code))),
    "categories": lambda code: pd.Series(code, dtype="category"),
    "missing": lambda code: pd.Series([pd.NA] * len(code), dtype="Int64"),
    "strided": lambda code: np.repeat(code, 2)[::2],
    "backwards": lambda code: np.ascontiguousarray(code[::-1])[::-1],
    "matrix": lambda code: np.matrix(code),
    "two rows": lambda code: np.array([code, code]),
    "no dimension": lambda code: np.array(3),
    "short": lambda code: code[1:],
    "empty": lambda code: code[:0],
    "colors of elsewhere": lambda code: code + np.uint8(200),
    "refusing": lambda code: Refusing(),
    "none": lambda code: None,
    "itself": lambda code: Own,
}

#: What is raised in place of a guess.
RAISES = {
    "two": lambda: Two("one", "other"),
    "stop": lambda: Stop("stop"),
    "mute": lambda: Mute(),
    "exit": lambda: SystemExit(3),
    "interrupt": lambda: KeyboardInterrupt(),
    "end": lambda: StopIteration(),
    "close": lambda: GeneratorExit(),
    "memory": lambda: MemoryError(),
    "unicode": lambda: UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"),
    "key": lambda: KeyError("a", "b"),
    "group": lambda: ExceptionGroup("several", [ValueError("a"), TypeError("b")]),
    "assertion": lambda: AssertionError(),
}

#: What cannot be copied, or is costly to.
HOLDS = {
    "lock": threading.Lock,
    "file": tempfile.TemporaryFile,
    "generator": lambda: (number for number in range(3)),
    "module": lambda: mm,
    "thread": threading.current_thread,
    "function": lambda: lambda: None,
    "random": lambda: np.random.default_rng(1),
}


class Own:
    """A player that guesses the first code that fits, but is odd.

    It is odd in what it `plays` or `raises`, or in what it `does` to what it is given.
    """

    name = "own"

    def __init__(self, plays="code", raises="", does=""):
        self.plays = plays
        self.raises = raises
        self.does = does
        self.buffer = np.zeros(0, np.uint8)

    def next_guess(self, history, rng):
        if self.raises:
            raise raised(RAISES[self.raises]())
        code = mm.consistent.consistent_codes(history, limit=1)[0]
        # what it is given is its own: the game goes on as if it had not
        if self.does == "overwrites":
            history.guesses[:] = 0
            history.feedbacks[:] = 0
        elif self.does == "deletes":
            del history.guesses, history.feedbacks, history.rules, history.scoring
        elif self.does == "reseeds":
            rng.bit_generator.state = np.random.default_rng(5).bit_generator.state
        elif self.does == "reuses":
            if len(self.buffer) != len(code):
                self.buffer = np.zeros(len(code), np.uint8)
            self.buffer[:] = code
            return self.buffer
        elif self.does == "keeps":
            self.seen = [*getattr(self, "seen", []), history]
        elif self.does == "renames":
            self.name = len(history)
        return PLAYS[self.plays](code)


def own(plays="code", raises="", does="", holds="", **attributes):
    """A player that is odd in some ways; `attributes` are set as they are."""
    player = Own(plays, raises, does)
    if holds:
        player.held = HOLDS[holds]()
    for name, value in attributes.items():
        setattr(player, name, value)
    return player


class Raising:
    """A player one attribute of which raises."""

    name = "raising"
    search = mm.Search()
    scoring = "standard"

    def __init__(self, attribute):
        self.settings = {"a": 1}
        self.attribute = attribute

    def __getattribute__(self, name):
        mine = object.__getattribute__(self, "__dict__")
        if name == mine.get("attribute"):
            raise raised(RuntimeError(name))
        return object.__getattribute__(self, name)

    def next_guess(self, history, rng):
        return mm.consistent.consistent_codes(history, limit=1)[0]


class Anything:
    """A player that has every attribute that one asks it for, as a mock has."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    name = "anything"

    def next_guess(self, history, rng):
        return mm.consistent.consistent_codes(history, limit=1)[0]


class Copied:
    """A player whose copy is something else, or that cannot be copied."""

    name = "copied"

    def __init__(self, copy):
        self.copy = copy

    def __deepcopy__(self, memo):
        if self.copy == "raising":
            raise raised(RuntimeError("no copy"))
        return self.copy

    def next_guess(self, history, rng):
        return mm.consistent.consistent_codes(history, limit=1)[0]


class Unreadable:
    """A value whose repr raises."""

    def __repr__(self):
        raise raised(RuntimeError("no repr"))


def maker(plays="code", name="own", raises=""):
    """What makes players, as `sweep` takes it; their settings come to nothing."""

    def make(**settings):
        if raises:
            raise raised(RAISES[raises]())
        player = own(plays, name=name)
        player.settings = settings
        return player

    return make


class Unread:
    """A next guess that does not say what it takes, as those of compiled extensions."""

    __signature__ = "none"

    def __call__(self, history, rng):
        return np.zeros(history.rules.pegs, np.uint8)


unreadable = Unread()

#: Names of own players, as text.
NAMED = values(
    r"'$x_$' | '\x07\x1b[31m' | 'x' * 10_000 | '\ud800' | '_hidden' | '' | ' ' | 'a\nb'"
    " | '<b>&amp;' | 'gold' | 'a/b' | Text('own') | np.str_('own') | b'own' | 5 | None"
)

#: What own players hold as `settings`, as text.
SETTINGS = values(
    "{} | {'a': 1} | [] | None | 5 | {1: 2, 'a': 3} | {None: 1} | {'a': nested()}"
    " | {'a': looped()} | {'a': object()} | {'a': Unreadable()} | frame(a=[1])"
)

#: What own players hold as `search`, as text.
SEARCHES = values(
    "mm.Search() | mm.Search(3, 5) | mm.Search(np.int64(3), np.uint8(5))"
    " | mm.Search(-1) | mm.Search('x') | mm.Search(True) | mm.Search(10**30)"
    " | mm.Search(0.5) | mm.Search(None) | mm.Search(eligible='x', best=5) | 5 | None"
    " | (1, 2, 3) | object()"
)

#: What own players hold as `next_guess`, as text.
SIGNATURES = values(
    "unreadable | max | print | len | dict | int | [].append | object | range | rng()"
    " | lambda *, history: 0"
)

#: What own players hold as `scoring`, as text.
SCORINGS = values(
    "'check_guess' | 'nine_colors' | 'x' | None | 5 | [] | nested() | True"
)

#: What own players hold as `tree`, as text.
TREES = values(
    "5 | print | lambda rules: None | lambda rules: 'x' | lambda: None"
    " | lambda rules: rules | max"
)

#: What a copy of an own player is, as text.
COPIES = ("'raising'", "None", "5", "Own()", "Own")

#: Own players, as text.
OWN = (
    *(f"own({way!r})" for way in PLAYS),
    *(f"own(raises={way!r})" for way in RAISES),
    *(
        f"own(does={way!r})"
        for way in ("overwrites", "deletes", "reseeds", "reuses", "keeps", "renames")
    ),
    *(f"own(holds={way!r})" for way in HOLDS),
    *(f"own(name={name})" for name in NAMED),
    *(f"own(settings={settings})" for settings in SETTINGS),
    *(f"own(search={search})" for search in SEARCHES),
    *(f"own(next_guess={function})" for function in SIGNATURES),
    *(f"own(scoring={scoring})" for scoring in SCORINGS),
    *(f"own(tree={tree})" for tree in TREES),
    *(f"Copied({copy})" for copy in COPIES),
    *(
        f"Raising({name!r})"
        for name in ("name", "settings", "search", "scoring", "next_guess", "tree")
    ),
    "Anything()",
)

#: What makes own players, as text, and what does not.
MAKERS = values(
    r"maker() | maker('masked') | maker(name='$x_$') | maker(name='\ud800')"
    r" | maker(name='a\nb') | maker(name='x' * 10_000) | maker(raises='two')"
    " | maker(raises='stop') | maker(raises='end') | Own | lambda **settings: None"
    " | lambda: own() | max"
)
