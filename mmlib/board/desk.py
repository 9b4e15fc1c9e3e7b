"""What every desk of a board to play on has.

It has something to say, players to choose from, and a process to think in.
"""

import contextlib
import html
from collections.abc import Callable

import numpy as np

from mmlib.board.analysis import analysis, solved
from mmlib.board.bench import Live
from mmlib.board.composer import Composer
from mmlib.board.page import column, heard, ipywidgets, row, side_by_side, warning
from mmlib.board.task import Task, next_guess
from mmlib.checks import visible
from mmlib.game.codes import as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import Player, SupportsPlay
from mmlib.players.registry import REGISTRY
from mmlib.players.registry import player as make_player


def competitors(
    rules: Rules, *given: str | SupportsPlay
) -> tuple[dict[str, SupportsPlay], list[str]]:
    """Return the players that can be chosen, by name, and the names of those given.

    Those given can be chosen, and all of the registry that can play by the rules with
    their defaults.
    """
    players = {}
    names = []
    for one in map(make_player, given):
        if isinstance(one, Player):
            one.check_rules(rules)
        name = called(one)
        if not isinstance(one, Player) and players.get(name, one) is not one:
            name += " (2)"  # two of one's own that have the same name are two players
        names.append(name)
        players[name] = one
    for name in REGISTRY:
        one = make_player(name)
        with contextlib.suppress(ValueError):
            one.check_rules(rules)
            players.setdefault(name, one)
    return players, names


def called(player: SupportsPlay) -> str:
    """Tell a player's name, with the settings that are not the default ones."""
    if not isinstance(player, Player):
        name = visible(player.name)
        return f"{name} (your own)" if name in REGISTRY else name
    usual = make_player(player.name).settings
    changed = ", ".join(
        f"{name}={value!r}"
        for name, value in player.settings.items()
        if value != usual[name]
    )
    return f"{player.name} ({changed})" if changed else player.name


class Desk(Live):
    """Something to play at.

    It has rules, `players` to choose from by name, and `rng`, from which everything is
    drawn.
    """

    def __init__(
        self, rules: Rules, players: dict[str, SupportsPlay], rng: np.random.Generator
    ) -> None:
        self.rules = rules
        self.players = players
        self.rng = rng
        self.task = Task(self.say)
        # HTML; after a complaint, what was said before it
        self.message = self._said = ""

    def say(self, text: str) -> None:
        """Say something, as HTML, instead of what was said or complained of."""
        self.message = self._said = text
        self.show()

    def complain(self, text: str) -> None:
        """Say that something cannot be done."""
        self.message = warning(text)
        self.show()

    def settle(self) -> None:
        """Be done with a complaint, since something else was done."""
        self.message = self._said
        self.show()

    def menu(self, name: str, choose: Callable[[str], None]) -> object:
        """Make a menu of the players."""
        made = ipywidgets.Dropdown(
            options=list(self.players), value=name, layout={"width": "170px"}
        )
        heard(made, choose)
        return made


class Duel(Desk):
    """A desk at which a person and a player sit.

    Subclasses have a `board`, and can `stop` the player. Their `guess` is called with a
    guess that was composed, their `asked` with the player's (or None) and HTML.
    """

    def __init__(
        self,
        rules: Rules,
        players: dict[str, SupportsPlay],
        player: str,
        rng: np.random.Generator,
    ) -> None:
        super().__init__(rules, players, rng)
        self.player = player
        self.history = History(rules)
        self.composer = Composer(rules, self.guess, self.settle, self.complain)

    @property
    def solved(self) -> bool:
        """Whether the last guess was the secret."""
        return solved(self.history)

    @property
    def analysis(self) -> str:
        """What the position tells, as HTML."""
        return analysis(self.history)

    @property
    def still(self) -> str:
        """What is shown where there is no browser."""
        return side_by_side(f"<div>{self.message}</div>{self.board}", self.analysis)

    def ask_player(self, game: str, seed: int) -> None:
        """Ask the player for its guess, without holding up the notebook."""
        name = self.player

        def came(result: object) -> None:
            if isinstance(result, BaseException):
                self.asked(None, warning(f"{name}: {result}"))
            else:
                guess, seconds = result
                took = (
                    "at once" if seconds < 0.001 else f"after {seconds * 1e3:,.0f} ms"
                )
                self.asked(
                    guess, f"{html.escape(name)} plays <b>{as_text(guess)}</b>, {took}."
                )

        self.task.start(
            f"{name} is thinking",
            came,
            next_guess,
            game,
            name,
            self.players[name],
            seed,
            self.history,
        )
        self.show()

    def beside_analysis(self, *controls: object) -> object:
        """Put what a person works with beside what the position tells."""
        left = column(*controls, max_width="490px", min_width="0")
        right = self.pane(
            "analysis",
            max_width="500px",
            min_width="0",
            flex="1 1 320px",
            margin="0 0 0 12px",
        )
        return row(left, right, align_items="stretch")
