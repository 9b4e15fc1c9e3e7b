"""A board to play on: break a code, have yours broken, or watch two players race."""

from __future__ import annotations

import numpy as np

from mmlib.board.breaking import Breaking
from mmlib.board.making import Making
from mmlib.board.page import Bench
from mmlib.board.racing import Racing
from mmlib.checks import whole_number
from mmlib.codes import as_code, check_rules
from mmlib.players import REGISTRY
from mmlib.players.base import one_of
from mmlib.rules import Rules

MODES = {"break": "I break a code", "make": "The computer breaks mine", "watch": "Two players race"}


class Play(Bench):
    """A board to play on, with the mouse or with keys alone.

    Parameters
    ----------
    rules : Rules, optional
        The board; by default 4 pegs, 6 colors, 10 guesses.
    mode : {"break", "make", "watch"}
        What it begins with: you break the computer's code, the computer breaks yours, or two players race.
    secret : array_like of int, shape (pegs,), or str, optional
        The code that you break, or that the players race for; by default a random one.
    player, rival : str, default "entropic" and "knuth"
        Who gives hints, breaks your code, and races; and whom against: names of the registry, with its settings.
    seed : int, default 1
        Seed of all that is drawn.

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed.

    Examples
    --------
    >>> Play(Rules(4, 6, 10), secret="0314")
    Play(4 pegs x 6 colors, I break a code)
    """

    def __init__(
        self,
        rules: Rules | None = None,
        mode: str = "break",
        *,
        secret: np.ndarray | str | None = None,
        player: str = "entropic",
        rival: str = "knuth",
        seed: int = 1,
    ) -> None:
        self.rules = Rules(4, 6, 10) if rules is None else rules
        check_rules(self.rules)
        self.mode = one_of(mode, "mode", tuple(MODES))
        secret = None if secret is None else as_code(secret, self.rules, name="secret")
        player, rival = one_of(player, "player", tuple(REGISTRY)), one_of(rival, "rival", tuple(REGISTRY))
        rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
        self.desks = {
            "break": Breaking(self.rules, secret, player, rng.spawn(1)[0]),
            "make": Making(self.rules, player, rng.spawn(1)[0]),
            "watch": Racing(self.rules, secret, (player, rival), rng.spawn(1)[0]),
        }

    def __repr__(self) -> str:
        return f"Play({self.rules}, {MODES[self.mode]})"

    def _still(self) -> str:
        return self.desks[self.mode].still

    def _build(self) -> object:
        import ipywidgets

        choice = ipywidgets.ToggleButtons(
            options=[(text, mode) for mode, text in MODES.items()], value=self.mode, style={"button_width": "auto"}
        )
        place = ipywidgets.VBox()
        built = {}

        def choose(mode: str) -> None:
            self.mode = mode
            if mode not in built:
                built[mode] = self.desks[mode].build()
            place.children = [built[mode]]

        choice.observe(lambda change: choose(change["new"]), "value")
        choose(self.mode)
        return ipywidgets.VBox([choice, place])
