"""You break the computer's code: compose guesses, see their answers, ask a player for a hint."""

from __future__ import annotations

import numpy as np

from mmlib.board.advice import Adviser
from mmlib.board.analysis import analysis
from mmlib.board.composer import Composer
from mmlib.board.desk import Desk
from mmlib.board.page import BOARD, PANEL, ROW, button, side_by_side
from mmlib.game.codes import random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback
from mmlib.players.base import SupportsPlay
from mmlib.report.picture import picture

OVER = "The game is over. Press New code to play another."


class Breaking(Desk):
    """A game against a code that the computer keeps.

    Parameters
    ----------
    rules : Rules
        The board.
    secret : ndarray of uint8, shape (pegs,), or None
        The code; None for a random one.
    players : dict of str to player
        Who can be asked for hints, by what they are called.
    player : str
        Who is asked at first.
    rng : numpy.random.Generator
        Where codes and the hints' seeds are drawn from.

    Attributes
    ----------
    history : History
        The guesses and answers so far.
    hint : str
        What is to be said of the hint, as HTML.
    """

    def __init__(
        self,
        rules: Rules,
        secret: np.ndarray | None,
        players: dict[str, SupportsPlay],
        player: str,
        rng: np.random.Generator,
    ) -> None:
        super().__init__(rules, players, rng)
        self.player = player
        self.composer = Composer(rules, self.guess, self.settle, self.complain)
        self.adviser = Adviser(self.worker, self._hint_comes, self._hint_came)
        self._begin(secret, f"{rules.max_guesses} guesses are allowed.")

    def _begin(self, secret: np.ndarray | None, message: str) -> None:
        self.secret = random_codes(self.rules, 1, rng=self.rng)[0] if secret is None else secret
        self.history, self.given_up, self.message = History(self.rules), False, message
        self.hint, self._hinted = "", None
        self.composer.closed = ""

    @property
    def solved(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(len(self.history) and self.history.feedbacks[-1, 0] == self.rules.pegs)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.solved or self.given_up or len(self.history) >= self.rules.max_guesses

    def guess(self, code: np.ndarray) -> None:
        """Play a guess; none is taken once the game is over."""
        if self.over:
            self.complain(OVER)
            return
        self.adviser.stop()
        self.history = self.history.after(code, feedback(code, self.secret))
        left = self.rules.max_guesses - len(self.history)
        if self.solved:
            self.message = f"<b>Solved with guess {len(self.history)}.</b>"
        elif not left:
            self.message = "<b>No guesses are left.</b> The secret stands below the board."
        else:
            self.message = f"{left} guess{'es are' if left > 1 else ' is'} left."
        self.hint, self._hinted = "", None
        self.composer.closed = OVER if self.over else ""
        self.composer.clear()

    def new_code(self) -> None:
        """Begin anew with a random code."""
        self.adviser.stop()
        self._begin(None, "A new code is drawn.")
        self.composer.clear()

    def give_up(self) -> None:
        """Show the secret, unless the game is over anyway."""
        if self.over:
            self.complain(OVER)
            return
        self.adviser.stop()
        self.composer.closed = OVER
        self.given_up, self.hint, self._hinted = True, "", None
        self.message = "The secret stands below the board."
        self.show()

    def ask(self) -> None:
        """Ask the player for a hint."""
        if self.over:
            self.complain("The game is over; there is nothing left to hint at.")
            return
        self.hint, self._hinted = "", None
        seed = int(self.rng.integers(2**63))
        self.adviser.ask("hint", self.player, self.players[self.player], seed, self.history)
        self.show()

    def stop(self) -> None:
        """Stop a player that thinks about a hint."""
        self.adviser.stop()
        self.hint, self._hinted = "Stopped.", None
        self.show()

    def take_hint(self) -> None:
        """Set the pegs as the hint says."""
        if self._hinted is not None:
            self.composer.set(self._hinted)

    def _hint_comes(self, told: str) -> None:
        self.hint = told
        self.show()

    def _hint_came(self, guess: np.ndarray | None, told: str) -> None:
        self._hinted, self.hint = guess, told
        self.show()

    @property
    def board(self) -> str:
        """The board as SVG."""
        shown = picture(
            self.history.guesses,
            self.secret,
            feedbacks=self.history.feedbacks,
            hidden=not self.over,
            rows=self.rules.max_guesses,
            current=() if self.over else self.composer.places,
            theme="page",
        )
        return shown.svg

    @property
    def still(self) -> str:
        """What is shown where there is no browser."""
        return side_by_side(f"<div>{self.message}</div>{self.board}", analysis(self.history, self.composer.code))

    def show(self) -> None:
        """Bring the widgets up to date, if there are any."""
        widgets = self._widgets
        if widgets:
            widgets["board"].value = self.board
            widgets["message"].value = f'<div role="status">{self.message}</div>'
            widgets["analysis"].value = analysis(self.history, self.composer.code)
            widgets["hint"].value = f'<div role="status">{self.hint}</div>'
            widgets["stop"].disabled = not self.adviser.busy
            widgets["take"].disabled = self._hinted is None

    def build(self) -> object:
        """Make the widget."""
        import ipywidgets

        widgets = self._widgets
        for name in ("board", "message", "analysis", "hint"):
            widgets[name] = ipywidgets.HTML()
        widgets["analysis"].layout = PANEL
        widgets["stop"] = button("Stop", "stop the player that thinks", self.stop)
        widgets["take"] = button("Take it", "set the pegs as the hint says", self.take_hint)
        ask = button("Hint", "ask the player for its guess", self.ask)
        players = self.menu(self.player, lambda name: setattr(self, "player", name))
        left = ipywidgets.VBox(
            [
                widgets["message"],
                widgets["board"],
                self.composer.build(),
                ipywidgets.HBox([players, ask, widgets["stop"], widgets["take"]], layout=ROW),
                widgets["hint"],
                ipywidgets.HBox(
                    [
                        button("New code", "begin anew with a random code", self.new_code),
                        button("Give up", "show the secret", self.give_up),
                    ]
                ),
            ],
            layout=BOARD,
        )
        self.show()
        return ipywidgets.HBox([left, widgets["analysis"]], layout={"flex_flow": "row wrap"})
