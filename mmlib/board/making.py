"""The computer breaks your code: it guesses, you answer, and an answer that cannot be is pointed out."""

from __future__ import annotations

import re

import numpy as np

from mmlib.board.advice import Adviser
from mmlib.board.analysis import analysis
from mmlib.board.composer import Composer
from mmlib.board.desk import Desk
from mmlib.board.page import BOARD, PANEL, ROW, button, entry, side_by_side
from mmlib.game.codes import as_text
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.players.base import SupportsPlay
from mmlib.reason.consistent import contradiction
from mmlib.report.picture import picture


def suspects(history: History) -> list[int]:
    """Tell which answers, any one of them left out, leave a code that agrees with all the others."""
    found = []
    for row in range(len(history) - 1):
        guesses, feedbacks = np.delete(history.guesses, row, 0), np.delete(history.feedbacks, row, 0)
        if not contradiction(History.unchecked(history.rules, guesses, feedbacks, history.scoring)):
            found.append(row)
    return found


class Making(Desk):
    """A game in which the computer breaks a code that nobody tells it.

    Parameters
    ----------
    rules : Rules
        The board.
    players : dict of str to player
        Who can break the code, by what they are called.
    player : str
        Who does at first.
    rng : numpy.random.Generator
        Where the games' seeds are drawn from.

    Attributes
    ----------
    history : History
        The guesses and answers so far.
    proposal : ndarray of uint8, shape (pegs,), or None
        The guess that is to be answered.
    """

    def __init__(self, rules: Rules, players: dict[str, SupportsPlay], player: str, rng: np.random.Generator) -> None:
        super().__init__(rules, players, rng)
        self.player = player
        self.adviser = Adviser(self.worker, self._thinking, self._guessed)
        self.composer = Composer(rules, self.instead, self._composed, self.complain)
        self._begin()

    def _begin(self) -> None:
        self.history, self.proposal, self.refused = History(self.rules), None, None
        self._stopped, self.message = False, "Think of a code, then let the computer guess."
        self._game, self._seed = f"game {self.rng.integers(2**63)}", int(self.rng.integers(2**63))

    @property
    def found(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(len(self.history) and self.history.feedbacks[-1, 0] == self.rules.pegs)

    def start(self) -> None:
        """Begin a new game: the computer makes its first guess."""
        self._begin()
        self._ask()

    def answer(self, black: int, white: int) -> None:
        """Answer the guess; an answer that cannot be is told of and not taken."""
        if self.proposal is None:
            self.complain("The game is over." if self.found else "There is no guess to answer yet.")
            return
        self.refused = None
        try:
            history = self.history.after(self.proposal, (black, white))
        except (TypeError, ValueError):
            self.complain(f"{black} black and {white} white is no answer on {self.rules.pegs} pegs.")
            return
        if contradiction(history):
            self._refuse(history, black, white)
            return
        self.history, self.proposal = history, None
        if self.found:
            self.message = f"<b>Found with guess {len(history)}.</b>"
            self.show()
        else:
            self._ask()

    def _refuse(self, history: History, black: int, white: int) -> None:
        """Point out the rows that a contradiction comes from."""
        self.refused = history, (*suspects(history), len(history) - 1)
        rows = [str(row + 1) for row in self.refused[1][:-1]]
        told = (
            f"No code can answer {black} black {white} white to {as_text(self.proposal)} in row {len(history)}, "
            f"after the answers above."
        )
        if rows:
            one = f"row {rows[0]}" if len(rows) == 1 else f"one of the rows {', '.join(rows)}"
            told += f" Without {one} it could: look at it again, and take answers back as far as that."
        self.complain(told)

    def take_back(self) -> None:
        """Take the last answer back; its guess waits to be answered again."""
        if not len(self.history):
            self.complain("There is no answer to take back.")
            return
        self.adviser.stop()
        *_, self.proposal = self.history.guesses
        kept = self.history.guesses[:-1], self.history.feedbacks[:-1]
        self.history, self.refused = History.unchecked(self.rules, *kept, "standard"), None
        self.message = f"Answer guess {len(self.history) + 1} again."
        self.show()

    def instead(self, code: np.ndarray) -> None:
        """Have another guess answered than the computer's."""
        if self.found:
            self.complain("The game is over.")
            return
        self.adviser.stop()
        self.proposal, self.refused, self._stopped = code, None, False
        self.message = f"Answer your own guess, {as_text(code)}."
        self.composer.clear()
        self.show()

    def _composed(self) -> None:
        """A complaint is done with once something else was composed, but for a contradiction."""
        if self.refused is None:
            self.settle()

    def choose(self, player: str) -> None:
        """Let another player guess from now on; at once if the one before was stopped or failed."""
        self.player = player
        if self._stopped:
            self._ask()

    def stop(self) -> None:
        """Stop the player that thinks; a guess of one's own can be played instead."""
        self.adviser.stop()
        self.message, self._stopped = "Stopped. Choose another player, or play a guess of your own.", True
        self.show()

    def _ask(self) -> None:
        self._stopped = False
        self.message = "The computer is looking for its guess."
        self.adviser.ask(self._game, self.player, self.players[self.player], self._seed, self.history)
        self.show()

    def _thinking(self, told: str) -> None:
        self.message = told
        self.show()

    def _guessed(self, guess: np.ndarray | None, told: str) -> None:
        self.proposal, self.message, self._stopped = guess, told, guess is None
        if guess is not None:
            self.message += " How many pegs are right in color and place, and how many in color alone?"
        self.show()

    @property
    def board(self) -> str:
        """The board as SVG."""
        history, marked = self.refused or (self.history, ())
        current = () if self.proposal is None or self.refused else self.proposal.tolist()
        rows = max(self.rules.max_guesses, len(history) + bool(current))
        feedbacks = {"feedbacks": history.feedbacks, "pegs": self.rules.pegs}
        return picture(history.guesses, **feedbacks, rows=rows, current=current, marked=marked, theme="page").svg

    @property
    def still(self) -> str:
        """What is shown where there is no browser."""
        return side_by_side(f"<div>{self.message}</div>{self.board}", analysis(self.history))

    def show(self) -> None:
        """Bring the widgets up to date, if there are any."""
        widgets = self._widgets
        if widgets:
            widgets["board"].value = self.board
            widgets["message"].value = f'<div role="status">{self.message}</div>'
            widgets["analysis"].value = analysis(self.history)
            widgets["stop"].disabled = not self.adviser.busy
            widgets["answer"].disabled = self.proposal is None

    def _typed(self, text: str) -> None:
        """Take an answer that was typed: two numbers, or two digits."""
        numbers = re.fullmatch(r"\s*(?:([0-9]{1,2})[\s,]+([0-9]{1,2})|([0-9])([0-9]))\s*", text)
        if numbers is None:
            told = text if len(text) <= 40 else f"{text[:40]}..."
            self.complain(f"{told!r} is not an answer: type two numbers, black and white pegs, such as 1 2.")
            return
        self.answer(*(int(number) for number in numbers.groups() if number))

    def build(self) -> object:
        """Make the widget."""
        import ipywidgets

        widgets = self._widgets
        for name in ("board", "message", "analysis"):
            widgets[name] = ipywidgets.HTML()
        widgets["analysis"].layout = PANEL
        pegs = range(self.rules.pegs + 1)
        black, white = (ipywidgets.ToggleButtons(options=pegs, style={"button_width": "34px"}) for _ in range(2))
        widgets["answer"] = button("Answer", "give this answer", lambda: self.answer(black.value, white.value))
        widgets["stop"] = button("Stop", "stop the player that thinks", self.stop)

        def entered(typed: str) -> None:
            write("")
            self._typed(typed)

        text, _, write = entry(entered, placeholder="or type 1 2, then Enter", layout={"width": "190px"})
        players = self.menu(self.player, self.choose)
        own = self.composer.build()
        own.layout.display = "none"
        other = ipywidgets.ToggleButton(
            description="I played another guess", layout={"width": "auto", "align_self": "flex-start"}
        )
        other.observe(lambda change: setattr(own.layout, "display", None if change["new"] else "none"), "value")
        left = ipywidgets.VBox(
            [
                ipywidgets.HBox([players, button("New game", "the computer guesses", self.start), widgets["stop"]]),
                widgets["message"],
                widgets["board"],
                ipywidgets.HBox([ipywidgets.Label("black"), black], layout=ROW),
                ipywidgets.HBox([ipywidgets.Label("white"), white], layout=ROW),
                ipywidgets.HBox(
                    [widgets["answer"], text, button("Take back", "take the last answer back", self.take_back)],
                    layout=ROW,
                ),
                other,
                own,
            ],
            layout=BOARD,
        )
        self.show()
        return ipywidgets.HBox([left, widgets["analysis"]], layout={"flex_flow": "row wrap"})
