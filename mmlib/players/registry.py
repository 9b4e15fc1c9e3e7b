"""The players by name. One file a source; `player` makes one, `players` lists them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mmlib.checks import one_of, shown
from mmlib.players.base import Player, SupportsPlay

if TYPE_CHECKING:
    import pandas as pd

#: Where every player is, in the order of the years: its name, its module, its class.
#: The core and the wing of strategies are loaded when a player of theirs is asked for.
PLACES = """
knuth              mmlib.strategies.knuth             Knuth
irving             mmlib.strategies.irving            Irving
neuwirth           mmlib.strategies.neuwirth          Neuwirth
shapiro            mmlib.strategies.shapiro           Shapiro
norvig             mmlib.strategies.norvig            Norvig
maxmin             mmlib.strategies.bestavros_belal   MaxMin
maxent             mmlib.strategies.bestavros_belal   MaxEnt
optimal            mmlib.strategies.optimal           Optimal
random_consistent  mmlib.players.random_consistent    RandomConsistent
bento              mmlib.players.bento                Bento
swaszek            mmlib.strategies.swaszek           Swaszek
gold               mmlib.players.gold                 Gold
kalisker_camens    mmlib.players.kalisker_camens      KaliskerCamens
kooi               mmlib.strategies.kooi              Kooi
merelo             mmlib.players.merelo               Merelo
two_phase          mmlib.strategies.two_phase         TwoPhase
berghman           mmlib.players.berghman             Berghman
evo                mmlib.players.evo                  Evo
nhea               mmlib.players.nhea                 NHEA
nine_colors        mmlib.players.nine_colors          NineColors
le_adoga           mmlib.players.le_adoga             LeAdoga
one_step           mmlib.strategies.one_step          OneStep
entropic           mmlib.players.entropic             Entropic
far_sighted        mmlib.players.far_sighted          FarSighted
evolved            mmlib.strategies.evolved           Evolved
"""


class Registry(Mapping[str, Any]):
    """The classes of the players by name; each is imported when it is looked up."""

    def __init__(self, places: str) -> None:
        rows = [line.split() for line in places.strip().splitlines()]
        self._places = {name: (module, cls) for name, module, cls in rows}

    def __getitem__(self, name: str) -> Any:
        module, cls = self._places[name]
        return getattr(import_module(module), cls)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


#: Every player by its name.
REGISTRY = Registry(PLACES)


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
        called = getattr(name, "name", None)
        lacks = [] if isinstance(called, str) and called else ["`name`, a text"]
        lacks += (
            []
            if callable(getattr(name, "next_guess", None))
            else ["`next_guess`, a method"]
        )
        if lacks:
            told = (
                "is no player, with a `name` and `next_guess(history, rng)`: "
                f"it has no {' and no '.join(lacks)}"
            )
            raise TypeError(f"player: {shown(name)} {told}")
        if isinstance(name, type):
            raise TypeError(
                f"player: {shown(name)} is a class; "
                f"make an object of it: {name.__name__}()"
            )
        _check_signature(name)
        if settings:
            raise TypeError(
                f"{next(iter(settings))}: settings go with a player's name; "
                "this one is made already"
            )
        return name
    cls = REGISTRY[one_of(name, "player", REGISTRY)]
    known = [field.name for field in cls.fields()]
    for setting in settings:
        if setting not in known:
            raise TypeError(
                f"{setting}: not a setting of {name}; it has {', '.join(known)}"
            )
    return cls(**settings)


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


def players() -> pd.DataFrame:
    """List the players of the registry.

    Returns
    -------
    DataFrame
        Columns ``name``, ``source``, ``year``, ``fidelity`` (exact: from the author's
        code or complete rule; described: from the paper's text; reconstructed: with
        choices that the docstring names) and ``parameters`` with defaults.

    Examples
    --------
    >>> known = mm.players().set_index("name")
    >>> known.loc["random_consistent", ["source", "fidelity"]].tolist()
    ['Rosu', 'exact']
    """
    import pandas as pd

    def row(cls: type[Player]) -> tuple:
        parameters = ", ".join(
            f"{field.name}={field.default!r}" for field in cls.fields()
        )
        return cls.name, cls.source, cls.year, cls.fidelity, parameters

    columns = ["name", "source", "year", "fidelity", "parameters"]
    return pd.DataFrame(map(row, REGISTRY.values()), columns=columns).astype(
        {"year": "Int64"}
    )
