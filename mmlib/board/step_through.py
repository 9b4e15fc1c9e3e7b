"""Inside a genetic algorithm while it thinks: one turn, generation by generation."""

import html

import numpy as np

from mmlib.board.bred_turns import BredTurn, shown_turns
from mmlib.board.charts import bars, curves, digits
from mmlib.board.html_parts import (
    board_of,
    column,
    heard,
    ipywidgets,
    lines,
    row,
    side_by_side,
    warning,
)
from mmlib.board.little_boards import SIZE, little_board
from mmlib.board.notebook_board import NotebookBoard
from mmlib.board.players import called
from mmlib.board.settings_row import SettingsRow, about_comma, read_value
from mmlib.board.spoken import named
from mmlib.board.task import Task, load
from mmlib.checks import instance, whole_number
from mmlib.experiments.start import is_registered
from mmlib.game.codes import as_code, as_text
from mmlib.game.rules import Rules
from mmlib.players.base import Player, SupportsPlay
from mmlib.players.registry import player as make_player
from mmlib.report.svg import image, tag

#: The most individuals of a population that are shown: the fittest.
SHOWN = 60

#: Individuals in a column.
COLUMN = 15

#: The most bars of the histogram.
BARS = 12


class StepThrough(NotebookBoard):
    """One turn of a genetic algorithm, generation by generation.

    Raises TypeError or ValueError if an argument is malformed, or the player breeds
    nothing.

    Parameters
    ----------
    player : str or player
        One of the registry that breeds; or one of your own that leaves its populations
        behind, as `mm.GeneticPlayer` does. Its settings cannot be changed here.
    secret : array_like of int, shape (pegs,), or str
        The code, which the player does not see.
    rules : Rules, optional
        By default 4 pegs, 6 colors, 10 guesses.
    seed : int
        The seed of the player's draws.

    Examples
    --------
    >>> inside = StepThrough("le_adoga", "0314")
    >>> inside.go(3)
    >>> inside
    StepThrough(le_adoga, guess 2, generation 3 of 20)
    """

    def __init__(
        self,
        player: str | SupportsPlay,
        secret: np.ndarray | str,
        rules: Rules | None = None,
        *,
        seed: int = 1,
    ) -> None:
        self.rules = Rules(4, 6, 10) if rules is None else rules
        self.secret = as_code(secret, self.rules, name="secret")
        self.seed = seed
        self.player = make_player(player)
        self._first = self.player
        self.turns = shown_turns(self.player, self.secret, self.rules, seed)
        self.generation = 0
        self.before: BredTurn | None = None  # the same turn before the last change
        self.message = ""
        self.task = Task(self._say)
        self.turn = next(
            (index for index, turn in enumerate(self.turns) if len(turn.history)), 0
        )

    @property
    def now(self) -> BredTurn:
        """The turn that is shown."""
        return self.turns[self.turn]

    @property
    def generations(self) -> int:
        """The last generation that can be shown; 0 is what the search began with."""
        return len(self.now.found) - 1

    def go(self, generation: int) -> None:
        """Show a generation, from 0 to `generations`.

        Raises TypeError or ValueError for anything else.
        """
        self.generation = whole_number(generation, "generation", 0, self.generations)
        self._say("")

    def choose(self, turn: int) -> None:
        """Show another of the `turns`, counted from 0, from its first generation.

        Raises TypeError or ValueError as `go` does.
        """
        self.turn = whole_number(turn, "turn", 0, len(self.turns) - 1)
        self.generation = 0
        self.before = None
        self._say("")

    def change(self, setting: str, value: object) -> None:
        """Play the game again with one setting changed.

        An example is ``inside.change("generations", 5)``. Raises TypeError or
        ValueError if the player does not take it, or breeds nothing with it; all stays
        as it was.
        """
        self.task.stop()
        player = self._with(setting, value)
        self._came(player, shown_turns(player, self.secret, self.rules, self.seed))

    def _with(self, setting: str, value: object) -> Player:
        """The player with one setting changed."""
        instance(setting, str, "setting", "a text")
        if not is_registered(self.player):
            raise TypeError(
                f"setting: {self.player.name} is a player of your own; change it where "
                "you made it, and run the cell again"
            )
        return make_player(
            self.player.name, **(self.player.settings | {setting: value})
        )

    def _came(self, player: Player, turns: list[BredTurn]) -> None:
        """Show a game that was played again, where the one before it was.

        That one's curves stay behind the new ones, if it is the same turn.
        """
        at_end = 0 < self.generation == self.generations
        before = self.now
        self.player = player
        self.turns = turns
        self.turn = min(self.turn, len(turns) - 1)
        same = self.now.history == before.history
        self.before = before if same else None
        last = self.generations
        self.generation = last if at_end else min(self.generation, last)
        self._say(f"Played again: {html.escape(called(player))}.")

    def typed(self, setting: str, text: str) -> None:
        """Change a setting to what was typed, and say what cannot be.

        The text is a value as in Python, or a word without quotes.
        """
        instance(text, str, "text", "a text")
        self.stop()
        try:
            player = self._with(setting, read_value(text))
        except (TypeError, ValueError) as problem:
            comma = about_comma(setting, text, self._with)
            self._say(warning(comma or str(problem)))
            return
        self._play_again(player)

    @property
    def changed(self) -> bool:
        """Whether a setting is another than it was at first."""
        return is_registered(self.player) and (
            self.player.settings != self._first.settings
        )

    def as_at_first(self) -> None:
        """Play the game again with all settings as they were at first."""
        self.stop()
        if self.changed:
            self._play_again(self._first)

    def _play_again(self, player: Player) -> None:
        """Let a player play the game in the other process, and show it."""

        def done(result: object) -> None:
            if isinstance(result, BaseException):
                self._say(warning(str(result)))
            else:
                self._came(player, result)

        doing = f"{called(player)} is playing"
        self.task.start(
            doing, done, shown_turns, player, self.secret, self.rules, self.seed
        )
        self.show()

    def stop(self) -> None:
        """Stop a game that is played again."""
        if self.task.stop():
            self._say("Stopped.")

    def _say(self, message: str) -> None:
        self.message = message
        self.show()

    @property
    def population(self) -> str:
        """The fittest of the population as little boards, SVG."""
        search = self.now.search
        fits = self.now.fits[self.generation]
        codes = search.populations[self.generation]
        values = search.fitness[self.generation]
        bred = int((~np.isnan(values)).sum())
        order = np.argsort(-values, kind="stable")[: min(bred, SHOWN)]
        pegs = self.rules.pegs
        across = pegs * SIZE + 74
        parts = []
        for rank, i in enumerate(order):
            left = across * (rank // COLUMN) + 4
            y = 20 * (rank % COLUMN) + 10
            parts += little_board(codes[i], left, y)
            color, weight = ("accent", 600) if fits[i] else ("edge", 400)
            style = f"fill:var(--mmlib-{color});font-weight:{weight}"
            text = digits(values[i]) + (" ✓" if fits[i] else "")
            x = left + SIZE * pegs + 6
            parts.append(tag("text", text, x=x, y=y, dy=".36em", style=style))
        width = across * -(-len(order) // COLUMN)
        height = COLUMN * 20 + 6
        label = f"the {len(order)} fittest codes, the first {as_text(codes[order[0]])}"
        return image(width, height, label, parts, font=10, box=f"0 0 {width} {height}")

    @property
    def histogram(self) -> str:
        """How many codes of the population have which fitness, SVG."""
        values = self.now.search.fitness[self.generation]
        values = values[~np.isnan(values)]
        levels, counts = np.unique(values.round(9), return_counts=True)
        caption = "codes of each fitness"
        if len(levels) > BARS:
            # whole numbers do not fall between bars
            step = np.ceil((np.ptp(levels) + 1) / BARS)
            bins = (
                BARS
                if (levels % 1).any()
                else np.arange(levels[0], levels[-1] + step + 1, step)
            )
            counts, levels = np.histogram(values, bins)
            caption = "codes by fitness: each bar from its number on"
        names = [digits(level) for level in levels[: len(counts)]]
        return bars(
            counts.tolist(),
            names,
            label="how many codes have which fitness",
            caption=caption,
        )

    @property
    def curve(self) -> str:
        """Best and mean fitness of the generations so far, SVG."""
        shown = slice(self.generations + 1)
        caption = "fitness by generation (line: best; dashes: mean)"
        behind = ()
        if self.before is not None:
            caption = "best, mean (dashes); faint: before the change"
            behind = (self.before.search.best, self.before.search.mean)
        return curves(
            [self.now.search.best[shown], self.now.search.mean[shown]],
            self.generation + 1,
            caption,
            behind=behind,
        )

    @property
    def growth(self) -> str:
        """Different codes that fit, found so far, SVG."""
        caption = "different codes that fit, found so far"
        behind = ()
        if self.before is not None:
            caption = "different codes that fit; faint: before the change"
            behind = (self.before.found,)
        return curves(
            [self.now.found], self.generation + 1, caption, low=0, behind=behind
        )

    @property
    def summary(self) -> str:
        """What there is to see, as HTML."""
        now = self.now
        g = self.generation
        search = self.now.search
        possible = "very many" if now.possible < 0 else f"{now.possible:,}"
        last = len(search.best) - 1
        kept = f" (kept of {last:,})" if last > self.generations else ""
        said = [
            f"Guess {len(now.history) + 1}, "
            f"generation <b>{g}</b> of {self.generations}{kept}: "
            f"best {digits(search.best[g])}, mean {digits(search.mean[g])}.",
            f"<b>{now.fits[g].sum()}</b> of these codes fit all answers (✓). "
            f"Found so far: <b>{now.found[g]}</b> of {possible} that do.",
            f"In the end {as_text(now.guess)} is played.",
        ]
        codes = int((~np.isnan(search.fitness[g])).sum())
        if codes > SHOWN:
            said.append(f"Of the {codes:,} codes you see the {SHOWN} fittest.")
        return lines(*said)

    @property
    def status(self) -> str:
        """What is to be said, and what there is to see, as HTML."""
        return f"{self.message and f'<div>{self.message}</div>'}{self.summary}"

    @property
    def board(self) -> str:
        """The board before this guess, as SVG."""
        return board_of(self.now.history, self.secret, rows=len(self.now.history) + 1)

    def __repr__(self) -> str:
        where = (
            f"guess {len(self.now.history) + 1}, "
            f"generation {self.generation} of {self.generations}"
        )
        return f"StepThrough({self.player.name}, {where})"

    def _still(self) -> str:
        return side_by_side(
            self.summary + self.population,
            self.board + self.curve + self.growth + self.histogram,
        )

    def _shown(self) -> None:
        if is_registered(self.player):
            self.task.submit(load, self.player.name)

    def _build(self) -> object:
        turn = named(ipywidgets.Dropdown(layout={"width": "110px"}), "guess")
        write_turn = heard(turn, self.choose)

        def update() -> None:
            options = tuple(
                (f"guess {len(turn.history) + 1}", index)
                for index, turn in enumerate(self.turns)
            )
            write_turn(self.turn, options=options)

        self.follow(update)
        steps = self.stepper(
            "generation", "generation", lambda: (self.generation, self.generations), 400
        )
        left = [row(turn, *steps)]
        if is_registered(self.player):
            left.append(self._settings_row())
        left += [self.pane("status", status=True), self.pane("population")]
        right = column(*map(self.pane, ("board", "curve", "growth", "histogram")))
        wide = {"flex": "1 1 440px", "min_width": "0", "max_width": "700px"}
        return row(column(*left, **wide), right, align_items="stretch")

    def _settings_row(self) -> object:
        """The controls by which settings of the player are changed."""
        settings = SettingsRow(self._first, self.typed)
        self.follow(lambda: settings.follow(self.player))
        again = self.button(
            "Run again", "play the game with this setting", settings.enter
        )
        stop = self.button(
            "Stop",
            "stop the game that is played again",
            self.stop,
            when=lambda: self.task.busy,
        )
        back = self.button(
            "Settings as at first",
            "play the game with all settings as they were at first",
            self.as_at_first,
            when=lambda: self.changed,
        )
        return row(*settings.controls, again, stop, back)
