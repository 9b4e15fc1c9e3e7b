"""The players by name. One file a source; `player` makes one, `players` lists them."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, overload

from tabulate import tabulate

from mmlib.checks import did_you_mean, one_of, shown
from mmlib.players.base import Player, SupportsPlay

if TYPE_CHECKING:
    import pandas as pd

#: A line of the package's stub that names a player: its module, the file of that, its
#: class, and its name where that is another than the file's.
LINE = re.compile(
    r"^from \.(\w+\.(\w+)) import (\w+) as \w+  # player ?(\w*)$", re.MULTILINE
)


class Registry(Mapping[str, Any]):
    """The classes of the players by name; each is imported when it is looked up.

    They stand in `mmlib/__init__.pyi`, one a line. Editors and type checkers read the
    same lines.
    """

    def __init__(self) -> None:
        stub = resources.files("mmlib").joinpath("__init__.pyi").read_text("utf-8")
        self._places = {
            name or file: (module, cls)
            for module, file, cls, name in LINE.findall(stub)
        }

    def __getitem__(self, name: str) -> Any:
        module, cls = self._places[name]
        return getattr(import_module(f"mmlib.{module}"), cls)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


#: Every player by its name.
REGISTRY = Registry()

#: Former names, which still make a player and are not listed: the module and the class
#: that play as before, and who does so now.
FORMER_NAMES = {
    "evolved": (
        "strategies.evolved",
        "Evolved",
        "tuned; beyond 100,000 codes take far_sighted, "
        "on 6 x 9 with openings='stored', and beyond five million entropic",
    ),
}


def player(name: str | SupportsPlay, **settings: object) -> SupportsPlay:
    """Make a player.

    Parameters
    ----------
    name : str or player
        One that `players` lists; or your own object with `name` and
        ``next_guess(history, rng)``, returned as it is.
    **settings
        The player's parameters; `players` lists them with their defaults.

    Returns
    -------
    player

    Raises
    ------
    TypeError, ValueError
        If a setting is unknown or of a wrong type, or the object no player; if the name
        is unknown, or a setting bad.

    Examples
    --------
    >>> mm.player("random_consistent", first_guess="0012")
    RandomConsistent(first_guess='0012')
    """
    if not isinstance(name, str):
        return _own_player(name, settings)
    cls = _class_of(name)
    known = [field.name for field in cls.fields()]
    for setting in settings:
        if setting not in known:
            raise TypeError(
                f"{setting}: not a setting of {name}; it has {', '.join(known)}"
                f"{did_you_mean(setting, known)}"
            )
    return cls(**settings)


def _class_of(name: str) -> Any:
    """The class of a player, by its name or by a former one, which warns."""
    if name not in FORMER_NAMES:
        return REGISTRY[one_of(name, "player", REGISTRY)]
    module, cls, now = FORMER_NAMES[name]
    warnings.warn(f"the player {name} is now {now}", FutureWarning, stacklevel=3)
    return getattr(import_module(f"mmlib.{module}"), cls)


def _own_player(player: SupportsPlay, settings: dict) -> SupportsPlay:
    """Return a player of the user's own after checking that it can be asked."""
    called = getattr(player, "name", None)
    lacks = []
    if not isinstance(called, str) or not called:
        lacks.append("`name`, a text")
    if not callable(getattr(player, "next_guess", None)):
        lacks.append("`next_guess`, a method")
    if lacks:
        raise TypeError(
            f"player: {shown(player)} is no player, with a `name` and "
            f"`next_guess(history, rng)`: it has no {' and no '.join(lacks)}"
        )
    if isinstance(player, type):
        raise TypeError(
            f"player: {shown(player)} is a class; "
            f"make an object of it: {player.__name__}()"
        )
    _check_signature(player)
    if settings:
        raise TypeError(
            f"{next(iter(settings))}: settings go with a player's name; "
            "this one is made already"
        )
    return player


def _check_signature(player: SupportsPlay) -> None:
    """Refuse a `next_guess` that takes other arguments, as far as that can be seen."""
    try:
        takes = inspect.signature(player.next_guess)
    except (TypeError, ValueError):  # compiled functions need not say what they take
        return
    try:
        takes.bind(None, None)
    except TypeError:
        called = f"next_guess of {shown(player.name)} takes {takes}"
        raise TypeError(
            f"player: {called}; it is called as next_guess(history, rng)"
        ) from None


@dataclass(frozen=True, eq=False, repr=False)
class About:
    """What there is to know of one player of the registry. It shows itself as text.

    Attributes
    ----------
    name, source, year, fidelity : str, str, int or None, and str
        As in the list of all players.
    text : str
        What the docstring of its class says: the source, each choice that it leaves
        open, and what every setting means.
    settings : DataFrame
        One row a setting: ``setting``, ``default``, and what is ``allowed``.
    """

    name: str
    source: str
    year: int | None
    fidelity: str
    text: str
    settings: pd.DataFrame

    def __repr__(self) -> str:
        known = [self.source, str(self.year or ""), self.fidelity]
        head = f"{self.name}: {', '.join(filter(None, known))}"
        table = tabulate(self.settings, "keys", "simple", showindex=False)
        return f"{head}\n\n{self.text}\n\n{table}"


@overload
def players(name: None = None) -> pd.DataFrame: ...


@overload
def players(name: str) -> About: ...


def players(name: str | None = None) -> pd.DataFrame | About:
    """List the players of the registry, or tell about one.

    Parameters
    ----------
    name : str, optional
        The player to tell about: `ValueError` if there is none of that name.

    Returns
    -------
    DataFrame, or About
        Columns ``name``, ``source``, ``year``, ``fidelity`` (exact: from the author's
        code or complete rule; described: from the paper's text; reconstructed: with
        choices that the docstring names) and ``parameters`` with defaults; it prints
        whole, 100 signs wide. About one player, an object with the first four as
        attributes, its docstring as ``text``, and its ``settings`` with their bounds;
        it prints as a page.

    Examples
    --------
    >>> known = mm.players().set_index("name")
    >>> known.loc["random_consistent", ["source", "fidelity"]].tolist()
    ['Rosu', 'exact']
    >>> mm.players("le_adoga").settings.iloc[[0, 1, 7]]
             setting     default                     allowed
    0        variant  'as_coded'  'as_coded', 'as_described'
    1     population          30                    2..10000
    7  mutation_rate         0.1                        0..1
    """
    import pandas as pd

    from mmlib.players.player_list import PlayerList

    if name is not None:
        return _about(REGISTRY[one_of(name, "name", REGISTRY)])
    rows = []
    for cls in REGISTRY.values():
        defaults = [f"{field.name}={field.default!r}" for field in cls.fields()]
        rows.append((cls.name, cls.source, cls.year, cls.fidelity, ", ".join(defaults)))
    columns = ["name", "source", "year", "fidelity", "parameters"]
    return PlayerList(pd.DataFrame(rows, columns=columns).astype({"year": "Int64"}))


def _about(cls: type[Player]) -> About:
    import pandas as pd

    rows = [
        (field.name, repr(field.default), allowed_in_words(field))
        for field in cls.fields()
    ]
    settings = pd.DataFrame(rows, columns=["setting", "default", "allowed"])
    text = inspect.cleandoc(cls.__doc__ or "")
    return About(cls.name, cls.source, cls.year, cls.fidelity, text, settings)


def allowed_in_words(field: Field) -> str:
    """What a setting may be, in words."""
    allowed = field.metadata["allowed"]
    if isinstance(field.default, bool):
        return "True or False"
    if not allowed or callable(allowed[0]):
        return "as its text says"
    if isinstance(field.default, str):
        return ", ".join(map(repr, allowed[0]))
    low, *high = allowed
    bounds = f"{low}..{high[0]}" if high else f"{low} or more"
    return f"None, or {bounds}" if field.default is None else bounds
