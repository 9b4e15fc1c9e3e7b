"""A board to play on: break a code, have yours broken, or watch two players race."""

from __future__ import annotations

import numpy as np

from mmlib.board.analysis import analysis
from mmlib.board.bench import Bench
from mmlib.board.breaking import Breaking
from mmlib.board.desk import competitors
from mmlib.board.making import Making
from mmlib.board.page import column, heard, ipywidgets
from mmlib.board.racing import Racing
from mmlib.board.task import load
from mmlib.checks import one_of, shown, whole_number
from mmlib.game.codes import as_code, check_rules
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, SupportsPlay

#: What can be done at the board: the modes by name, each in words.
MODES = {
    "break": "I break a code",
    "make": "The computer breaks mine",
    "watch": "Two players race",
}


class Play(Bench):
    """A board to play on, with the mouse or with keys alone.

    Raises TypeError or ValueError if an argument is malformed, or a player cannot play
    by the rules.

    Parameters
    ----------
    rules : Rules, optional
        By default 4 pegs, 6 colors, 10 guesses.
    mode : {"break", "make", "watch"}
        What it begins with: you break the computer's code, the computer breaks yours,
        or two players race.
    secret : array_like of int, shape (pegs,), or str, optional
        The code that you break, or that the players race for; by default a random one.
        Not with "make", where only you know the code.
    player : str or player
        Who gives hints, breaks your code, and races; others can be chosen on the board.
        A name of the registry, a player with settings such as ``mm.player("berghman",
        population=50)``, or one of your own.
    rival : str or player, optional
        The player's rival in a race; by default knuth, or random_consistent where that
        cannot play.
    seed : int
        The seed of all that is drawn.

    Examples
    --------
    >>> Play(mm.Rules(4, 6, 10), secret="0314")
    Play(4 pegs x 6 colors, I break a code)
    """

    def __init__(
        self,
        rules: Rules | None = None,
        mode: str = "break",
        *,
        secret: np.ndarray | str | None = None,
        player: str | SupportsPlay = "entropic",
        rival: str | SupportsPlay | None = None,
        seed: int = 1,
    ) -> None:
        self.rules = Rules(4, 6, 10) if rules is None else rules
        check_rules(self.rules)
        self.mode = one_of(mode, "mode", MODES)
        if secret is not None:
            if self.mode == "make":
                raise ValueError(
                    f"secret: {shown(secret)} was given, "
                    "but in mode 'make' only you know the code"
                )
            secret = as_code(secret, self.rules, name="secret")
        players, (player, *rivals) = competitors(
            self.rules, player, *([] if rival is None else [rival])
        )
        rival = (
            rivals[0]
            if rivals
            else next(
                name for name in ("knuth", "random_consistent") if name in players
            )
        )
        rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
        self.desks = {
            "break": Breaking(secret, self.rules, players, player, rng.spawn(1)[0]),
            "make": Making(self.rules, players, player, rng.spawn(1)[0]),
            "watch": Racing(
                secret, (player, rival), self.rules, players, rng.spawn(1)[0]
            ),
        }

    def __repr__(self) -> str:
        return f"Play({self.rules}, {MODES[self.mode]})"

    def race(self) -> Play:
        """Let the two players race now, wait for them, and show how it ended.

        Returns the board itself.

        >>> players = {"player": "knuth", "rival": "kooi"}
        >>> board = Play(mm.Rules(4, 6, 10), "watch", secret="0314", **players)
        >>> board.race().desks["watch"].message
        'kooi found it first, with guess 2.'
        """
        self.desks["watch"].race_now()
        return self

    def _shown(self) -> None:
        # what an analysis compiles or loads comes now, so that no click waits for it
        analysis(
            History(Rules(4, 6), ["0012"], [(0, 1)]), np.array([0, 0, 0, 1], np.uint8)
        )
        desk = self.desks[self.mode]
        names = desk.names if self.mode == "watch" else [desk.player]
        chosen = [desk.players[name] for name in names]
        desk.task.submit(
            load, *(player.name for player in chosen if isinstance(player, Player))
        )

    def _still(self) -> str:
        return self.desks[self.mode].still

    def _build(self) -> object:
        options = [(text, mode) for mode, text in MODES.items()]
        choice = ipywidgets.ToggleButtons(
            options=options, value=self.mode, style={"button_width": "auto"}
        )
        below = ipywidgets.VBox()
        built = {}

        def choose(mode: str) -> None:
            self.mode, desk = mode, self.desks[mode]
            if mode not in built:
                built[mode] = desk.build()
                desk.show()
            below.children = [built[mode]]

        def chosen(mode: str) -> None:
            choose(mode)
            self._shown()

        heard(choice, chosen)
        choose(self.mode)
        return column(choice, below)
