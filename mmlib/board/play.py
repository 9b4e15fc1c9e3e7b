"""A board to play on: break a code, have yours broken, or watch two players race."""

from __future__ import annotations

import numpy as np

from mmlib.board.analysis import analysis
from mmlib.board.breaking import Breaking
from mmlib.board.html_parts import column, heard, ipywidgets
from mmlib.board.making import Making
from mmlib.board.mode import Mode
from mmlib.board.notebook_board import NotebookBoard
from mmlib.board.players import competitors
from mmlib.board.racing import Racing
from mmlib.board.task import load
from mmlib.checks import one_of, shown, whole_number
from mmlib.experiments.start import is_registered
from mmlib.game.alphabet import USUAL, as_alphabet
from mmlib.game.codes import as_code, check_rules
from mmlib.game.history import History, as_history, check_unfinished
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback
from mmlib.players.base import SupportsPlay
from mmlib.reason.consistent import contradiction
from mmlib.report.former_names import renamed

#: What can be done at the board: the modes by name, each in words.
MODES = {
    "break": "I break a code",
    "make": "The computer breaks mine",
    "watch": "Two players race",
}


class Play(NotebookBoard):
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
    history : History, optional
        A game in progress from which to go on: the computer breaks your code from
        there, or draws a code that fits and you break that. Its rules are the board's,
        and its alphabet, if no other is given.
    player : str or player
        Who gives hints, breaks your code, and races; others can be chosen on the board.
        A name of the registry, a player with settings such as ``mm.player("berghman",
        population=50)``, or one of your own.
    rival : str or player, optional
        The player's rival in a race; by default knuth, or random_consistent where that
        cannot play.
    seed : int
        The seed of all that is drawn.
    alphabet, first : str or list of str, and {0, 1}, optional
        How colors are written and typed, as for `as_codes`. Of a name a peg shows the
        initial.

    Examples
    --------
    >>> Play(mm.Rules(4, 6, 10), secret="0314")
    Play(4 pegs x 6 colors, I break a code)
    >>> elsewhere = mm.History(mm.Rules(4, 6), ["0012"], [(1, 1)])
    >>> Play(history=elsewhere, mode="make").modes["make"].message
    'One turn was played before.'
    """

    def __init__(  # noqa: PLR0913
        self,
        rules: Rules | None = None,
        mode: str = "break",
        *,
        secret: np.ndarray | str | None = None,
        history: History | None = None,
        player: str | SupportsPlay = "entropic",
        rival: str | SupportsPlay | None = None,
        seed: int = 1,
        alphabet: object = None,
        first: int = 0,
    ) -> None:
        if rules is not None:  # before the mode, where Play(4, 6) has its colors
            check_rules(rules)
        self.mode = one_of(mode, "mode", MODES)
        if history is not None:
            rules = _rules_of(history, rules, self.mode)
        self.rules = Rules(4, 6, 10) if rules is None else rules
        written = as_alphabet(alphabet, first, self.rules.colors)
        if history is not None and written == USUAL:
            written = history.alphabet
        if secret is not None:
            if self.mode == "make":
                raise ValueError(
                    f"secret: {shown(secret)} was given, "
                    "but in mode 'make' only you know the code"
                )
            secret = as_code(secret, self.rules, name="secret", alphabet=written)
            if history is not None:
                _check_agrees(secret, history)
        given = [player] if rival is None else [player, rival]
        players, names = competitors(self.rules, *given)
        player = names[0]
        if rival is not None:
            rival = names[1]
        else:
            rival = "knuth" if "knuth" in players else "random_consistent"
        rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
        self.modes = {
            "break": Breaking(
                secret, history, self.rules, players, player, rng.spawn(1)[0], written
            ),
            "make": Making(
                history, self.rules, players, player, rng.spawn(1)[0], written
            ),
            "watch": Racing(
                secret, (player, rival), self.rules, players, rng.spawn(1)[0], written
            ),
        }

    def __repr__(self) -> str:
        return f"Play({self.rules}, {MODES[self.mode]})"

    @property
    def desks(self) -> dict[str, Mode]:
        """As `modes`, which is what they are called now."""
        renamed("Play.desks", "modes")
        return self.modes

    def race(self) -> Play:
        """Let the two players race now, wait for them, and show how it ended.

        Returns the board itself.

        >>> players = {"player": "knuth", "rival": "kooi"}
        >>> board = Play(mm.Rules(4, 6, 10), "watch", secret="0314", **players)
        >>> board.race().modes["watch"].message
        'kooi found it first, with guess 2.'
        """
        self.modes["watch"].race_now()
        return self

    def _shown(self) -> None:
        # what an analysis compiles or loads comes now, so that no click waits for it
        analysis(
            History(Rules(4, 6), ["0012"], [(0, 1)]), np.array([0, 0, 0, 1], np.uint8)
        )
        mode = self.modes[self.mode]
        names = mode.names if self.mode == "watch" else [mode.player]
        chosen = [mode.players[name] for name in names]
        registered = [player.name for player in chosen if is_registered(player)]
        mode.task.submit(load, *registered)

    def _still(self) -> str:
        return self.modes[self.mode].still

    def _build(self) -> object:
        options = [(text, mode) for mode, text in MODES.items()]
        choice = ipywidgets.ToggleButtons(
            options=options, value=self.mode, style={"button_width": "auto"}
        )
        below = ipywidgets.VBox()
        built = {}

        def choose(name: str) -> None:
            self.mode = name
            if name not in built:
                built[name] = self.modes[name].build()
                self.modes[name].show()
            below.children = [built[name]]

        def chosen(name: str) -> None:
            choose(name)
            self._shown()

        heard(choice, chosen)
        choose(self.mode)
        return column(choice, below)


def _rules_of(history: object, rules: Rules | None, mode: str) -> Rules:
    """The rules of a game in progress, from which one can go on in this mode."""
    history = as_history(history)
    if mode == "watch":
        raise ValueError(
            "history: a race begins anew; go on from a game in mode 'break' or 'make'"
        )
    if rules is not None and rules != history.rules:
        raise ValueError(f"rules: {rules!r} are not those of the history")
    check_unfinished(history)
    problem = contradiction(history)
    if problem:
        raise ValueError(
            f"history: {problem}; mm.hint(history) says which answers may be wrong"
        )
    return history.rules


def _check_agrees(secret: np.ndarray, history: History) -> None:
    """Refuse a secret that would have earned other answers."""
    for turn, (guess, came) in enumerate(
        zip(history.guesses, history.feedbacks, strict=True), 1
    ):
        earned = feedback(guess, secret)
        if tuple(earned) != tuple(came):
            code = history.alphabet.write(secret)
            raise ValueError(
                f"secret: {code} would have earned {earned.black} black and "
                f"{earned.white} white in turn {turn}, but {came[0]} and {came[1]} came"
            )
