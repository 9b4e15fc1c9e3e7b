"""Inside a genetic algorithm while it thinks: one turn, generation by generation."""

from __future__ import annotations

import ast
import dataclasses
import html
from typing import NamedTuple

import numpy as np

from mmlib.board.advice import load
from mmlib.board.desk import called
from mmlib.board.page import ROW, Bench, bars, button, entry, side_by_side, warning
from mmlib.board.worker import Worker, follow
from mmlib.checks import whole_number
from mmlib.game.codes import DIGITS, as_code, as_text, check_rules, code_index
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback, feedback_matrix
from mmlib.players.base import Player, Search
from mmlib.players.registry import REGISTRY
from mmlib.players.registry import player as make_player
from mmlib.reason.consistent import count_consistent
from mmlib.report.picture import picture
from mmlib.report.svg import FILLS, ink_on

#: Individuals shown of a population, and in a column.
SHOWN, COLUMN = 60, 15


#: Codes of a population that is kept, generation by generation.
MOST_CODES = 10_000


#: Bars of the histogram.
BARS = 12


class BredTurn(NamedTuple):
    """One turn of a game that was played with its populations kept.

    Attributes
    ----------
    history : History
        The guesses and answers before it.
    guess : ndarray of uint8, shape (pegs,)
        What was played.
    search : Search
        What was bred.
    fits : ndarray of bool, shape (generations, size)
        Whether each code agrees with every answer.
    found : ndarray of int64, shape (generations,)
        Different codes that do, up to each generation.
    possible : int
        Codes of the board that do; -1 where they are too many to count.
    """

    history: History
    guess: np.ndarray
    search: Search
    fits: np.ndarray
    found: np.ndarray
    possible: int


def bred_turns(player: str | Player, secret: np.ndarray | str, rules: Rules, *, seed: int = 1) -> list[BredTurn]:
    """Play a game and keep all that was bred.

    Parameters
    ----------
    player : str or Player
        A player of the registry that breeds.
    secret : array_like of int, shape (pegs,), or str
        The code, which the player does not see.
    rules : Rules
        The board.
    seed : int, default 1
        Seed of the player's draws.

    Returns
    -------
    list of Turn
        The turns at which something was bred; none if the player found every guess without a search.

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed, or the player is not of the registry.

    Examples
    --------
    >>> turns = bred_turns("le_adoga", "0314", mm.Rules(4, 6, 10))
    >>> turns[0].search.populations.shape, int(turns[0].found[-1]) <= turns[0].possible
    ((20, 30, 4), True)
    """
    player = make_player(player)
    if not isinstance(player, Player):
        raise TypeError(f"player: {player!r} is not of the registry; only those keep their populations")
    check_rules(rules)
    if player.population_size(rules) > MOST_CODES:
        size = player.population_size(rules)
        raise ValueError(f"population: {size:,} codes; of populations up to {MOST_CODES:,} the codes are kept")
    secret = as_code(secret, rules, name="secret")
    rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
    game, history, turns = player.start(rules, populations=True), History(rules), []
    while len(history) < rules.max_guesses:
        guess = as_code(game.next_guess(history, rng), rules, name="guess")
        search = game.search
        if search.populations.size:
            turns.append(BredTurn(history, guess, search, *_fitting(search, history), count_consistent(history)))
        history = history.after(guess, feedback(guess, secret))
        if history.feedbacks[-1, 0] == rules.pegs:
            break
    return turns


def _shown_turns(player: Player, secret: np.ndarray, rules: Rules, seed: int) -> list[BredTurn]:
    """As `bred_turns`, where there has to be something to show."""
    turns = bred_turns(player, secret, rules, seed=seed)
    if not turns and not player.population_size(rules):
        raise ValueError(f"player: {player.name} never breeds; step through a genetic algorithm, such as le_adoga")
    if not turns:
        raise ValueError(
            f"player: {player.name} found {as_text(secret)} before it bred anything; choose another secret or seed"
        )
    return turns


def _fitting(search: Search, history: History) -> tuple[np.ndarray, np.ndarray]:
    """Which of the codes agree with every answer, and how many different ones came up to each generation."""
    generations, size, pegs = search.populations.shape
    codes, rules = search.populations.reshape(-1, pegs), history.rules
    present = ~np.isnan(search.fitness)
    answers = (
        feedback_matrix(codes, history.guesses, colors=rules.colors) if len(history) else np.empty((len(codes), 0))
    )
    came = history.feedbacks @ (pegs + 1, 1)
    fits = (answers == came).all(axis=1).reshape(generations, size) & present
    places = code_index(codes, rules.colors).reshape(generations, size)
    seen, found = set(), []
    for row, those in zip(places, fits, strict=True):
        seen.update(row[those].tolist())
        found.append(len(seen))
    return fits, np.array(found)


class StepThrough(Bench):
    """One turn of a genetic algorithm, generation by generation.

    Parameters
    ----------
    player : str or Player
        A player of the registry that breeds.
    secret : array_like of int, shape (pegs,), or str
        The code, which the player does not see.
    rules : Rules, optional
        The board; by default 4 pegs, 6 colors, 10 guesses.
    seed : int, default 1
        Seed of the player's draws.

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed, or the player breeds nothing.

    Examples
    --------
    >>> inside = StepThrough("le_adoga", "0314")
    >>> inside.go(3)
    >>> inside
    StepThrough(le_adoga, guess 2, generation 4 of 20)
    """

    def __init__(
        self, player: str | Player, secret: np.ndarray | str, rules: Rules | None = None, *, seed: int = 1
    ) -> None:
        self.rules = Rules(4, 6, 10) if rules is None else rules
        check_rules(self.rules)
        self.secret = as_code(secret, self.rules, name="secret")
        self.seed = whole_number(seed, "seed", 0, 2**63 - 1)
        player = make_player(player)
        self.turns = _shown_turns(player, self.secret, self.rules, self.seed)
        self.player, self.generation, self.message, self._widgets = player, 0, "", {}
        self.worker, self._task = Worker(), None
        self.turn = next((place for place, turn in enumerate(self.turns) if len(turn.history)), 0)

    @property
    def now(self) -> BredTurn:
        """The turn that is shown."""
        return self.turns[self.turn]

    @property
    def generations(self) -> int:
        """Generations of it that can be shown."""
        return len(self.now.found)

    def go(self, generation: int) -> None:
        """Show a generation.

        Parameters
        ----------
        generation : int
            From 0 to ``generations - 1``.

        Raises
        ------
        TypeError, ValueError
            If there is no such generation.
        """
        self.generation = whole_number(generation, "generation", 0, self.generations - 1)
        self.message = ""
        slider = self._widgets.get("slider")
        if slider is not None and slider.value != self.generation + 1:
            slider.value = self.generation + 1
        self._show()

    def choose(self, turn: int) -> None:
        """Show another turn from its first generation.

        Parameters
        ----------
        turn : int
            Its place among `turns`, from 0.

        Raises
        ------
        TypeError, ValueError
            If there is no such turn.
        """
        self.turn = whole_number(turn, "turn", 0, len(self.turns) - 1)
        self.generation, self.message = 0, ""
        self._fit_slider()
        self._show()

    def change(self, setting: str, value: object) -> None:
        """Play the game again with one setting changed.

        Parameters
        ----------
        setting : str
            Its name.
        value
            Its value.

        Raises
        ------
        TypeError, ValueError
            If the player does not take it, or breeds nothing with it; then all stays as it was.

        Examples
        --------
        >>> inside = StepThrough("le_adoga", "0314")
        >>> inside.change("generations", 5)
        >>> inside
        StepThrough(le_adoga, guess 2, generation 1 of 5)
        """
        self._stop()
        player = self._with(setting, value)
        turns = _shown_turns(player, self.secret, self.rules, self.seed)
        self._came(player, turns)

    def _with(self, setting: str, value: object) -> Player:
        """The player with one setting changed."""
        return make_player(self.player.name, **(self.player.settings | {setting: value}))

    def _came(self, player: Player, turns: list[BredTurn]) -> None:
        """Show a game that was played again; at its end where the one before was."""
        at_end = 0 < self.generation == self.generations - 1
        self.player, self.turns = player, turns
        self.turn = min(self.turn, len(turns) - 1)
        self.generation = self.generations - 1 if at_end else 0
        self._fit_slider(turns=True)
        self.message = f"Played again: {html.escape(called(player))}."
        self._show()

    def _typed(self, setting: str, text: str) -> None:
        """Change a setting to what was typed, as in Python or a word without quotes; say what cannot be."""
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = text.strip()
        self._stop()
        try:
            player = self._with(setting, value)
        except (TypeError, ValueError) as problem:
            self._tell(warning(str(problem)))
            return

        def waiting(seconds: float) -> None:
            if seconds > 0.3:
                self._tell(f"{html.escape(called(player))} is playing: {seconds:.0f} s ...")

        def done(result: object) -> None:
            self._task = None
            if isinstance(result, BaseException):
                self._tell(warning(str(result)))
            else:
                self._came(player, result)

        game = player, self.secret, self.rules, self.seed
        self._task = follow(self.worker.submit(_shown_turns, *game), waiting, done)
        self._show()

    def _stop(self) -> None:
        """Stop a game that is played again."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self.worker.stop()
            self._tell("Stopped.")

    def _tell(self, message: str) -> None:
        self.message = message
        self._show()

    @property
    def population(self) -> str:
        """The fittest of the population as little boards, SVG."""
        search, fits = self.now.search, self.now.fits[self.generation]
        codes, values = search.populations[self.generation], search.fitness[self.generation]
        order = np.argsort(-values, kind="stable")[: (~np.isnan(values)).sum()][:SHOWN]
        pegs, size = self.rules.pegs, 15
        width, columns = pegs * size + 74, -(-len(order) // COLUMN)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * columns} {COLUMN * 20 + 6}" '
            f'width="{width * columns}" height="{COLUMN * 20 + 6}" role="img" '
            f'aria-label="the {len(order)} fittest codes, the first {as_text(codes[order[0]])}" '
            'font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="10">'
        ]
        for rank, i in enumerate(order):
            left, top = width * (rank // COLUMN) + 4, 20 * (rank % COLUMN) + 10
            for place, color in enumerate(codes[i]):
                x = left + size * place + size / 2
                parts.append(
                    f'<circle cx="{x}" cy="{top}" r="7" style="fill:{FILLS[color]};stroke:var(--mmlib-edge)"/>'
                    f'<text x="{x}" y="{top}" dy=".36em" text-anchor="middle" style="fill:{ink_on(FILLS[color])}">'
                    f"{DIGITS[color]}</text>"
                )
            mark = " ✓" if fits[i] else ""
            weight = f"fill:var(--mmlib-{'accent' if fits[i] else 'edge'});font-weight:{600 if fits[i] else 400}"
            x = left + size * pegs + 6
            parts.append(f'<text x="{x}" y="{top}" dy=".36em" style="{weight}">{_told(values[i])}{mark}</text>')
        return "".join((*parts, "</svg>"))

    @property
    def histogram(self) -> str:
        """How many codes of the population have which fitness, SVG."""
        values = self.now.search.fitness[self.generation]
        values = values[~np.isnan(values)]
        levels, counts = np.unique(values.round(9), return_counts=True)
        names = [_told(level) for level in levels]
        if len(levels) > BARS:
            counts, edges = np.histogram(values, bins=BARS)
            names = [_told(edge) for edge in edges[:-1]]
        return bars(counts.tolist(), names, label="how many codes have which fitness", caption="codes of each fitness")

    @property
    def curve(self) -> str:
        """Best and mean fitness of the generations so far, SVG."""
        best, mean = self.now.search.best[: self.generations], self.now.search.mean[: self.generations]
        return _chart([best, mean], self.generation + 1, "fitness by generation (line: best; dashes: mean)")

    @property
    def growth(self) -> str:
        """Different codes that fit, found so far, SVG."""
        return _chart([self.now.found], self.generation + 1, "different codes that fit, found so far", low=0)

    @property
    def told(self) -> str:
        """What there is to see, as HTML."""
        now, g = self.now, self.generation
        possible = "very many" if now.possible < 0 else f"{now.possible:,}"
        bred = f" (the first {self.generations} of {now.search.generations:,} are kept)"
        lines = [
            f"Guess {len(now.history) + 1}, generation <b>{g + 1}</b> of {self.generations}"
            f"{bred if now.search.generations > self.generations else ''}: best {_told(now.search.best[g])}, "
            f"mean {_told(now.search.mean[g])}.",
            f"<b>{now.fits[g].sum()}</b> of the population fit all answers (✓); so far <b>{now.found[g]}</b> different "
            f"ones of {possible} that do.",
            f"In the end {as_text(now.guess)} is played.",
        ]
        codes = int((~np.isnan(now.search.fitness[g])).sum())
        if codes > SHOWN:
            lines.append(f"Of the {codes:,} codes you see the {SHOWN} fittest.")
        return "".join(f"<div>{line}</div>" for line in lines)

    @property
    def board(self) -> str:
        """The board before this guess, as SVG."""
        history = self.now.history
        rows = len(history) + 1
        shown = picture(history.guesses, self.secret, feedbacks=history.feedbacks, rows=rows, theme="page")
        return shown.svg

    def __repr__(self) -> str:
        place = f"guess {len(self.now.history) + 1}, generation {self.generation + 1} of {self.generations}"
        return f"StepThrough({self.player.name}, {place})"

    def _still(self) -> str:
        return side_by_side(f"{self.told}{self.population}", f"{self.board}{self.curve}{self.growth}{self.histogram}")

    def _shown(self) -> None:
        self.worker.submit(load, self.player.name)

    def _show(self) -> None:
        widgets = self._widgets
        if widgets:
            widgets["stop"].disabled = self._task is None
            for name in ("population", "histogram", "curve", "growth", "board"):
                widgets[name].value = getattr(self, name)
            widgets[
                "told"
            ].value = f'<div role="status">{self.message and f"<div>{self.message}</div>"}{self.told}</div>'

    def _fit_slider(self, *, turns: bool = False) -> None:
        """Let the sliders reach as far as there is something to see."""
        widgets, place = self._widgets, self.generation + 1
        if widgets:
            for name in ("slider", "play"):
                widgets[name].max = max(self.generations, 2)
                widgets[name].value = place
                widgets[name].disabled = self.generations == 1  # a slider that begins without a range keeps none
            if turns:
                widgets["turn"].options, widgets["turn"].index = self._choices(), self.turn

    def _choices(self) -> list[tuple[str, int]]:
        return [(f"guess {len(turn.history) + 1}", place) for place, turn in enumerate(self.turns)]

    def _build(self) -> object:
        import ipywidgets

        widgets = self._widgets
        for name in ("population", "histogram", "curve", "growth", "board", "told"):
            widgets[name] = ipywidgets.HTML()
        widgets["turn"] = ipywidgets.Dropdown(options=self._choices(), index=self.turn, layout={"width": "110px"})
        widgets["turn"].observe(
            lambda change: None if change["new"] in (None, self.turn) else self.choose(change["new"]), "value"
        )
        widgets["slider"] = ipywidgets.IntSlider(
            min=1, max=max(self.generations, 2), value=self.generation + 1, description="generation"
        )
        widgets["slider"].observe(lambda change: self.go(change["new"] - 1), "value")
        widgets["play"] = ipywidgets.Play(min=1, max=max(self.generations, 2), value=self.generation + 1, interval=400)
        widgets["slider"].disabled = widgets["play"].disabled = self.generations == 1
        ipywidgets.jslink((widgets["play"], "value"), (widgets["slider"], "value"))
        steps = [
            button("Back", "one generation back", lambda: self.go(max(self.generation - 1, 0))),
            button("Step", "one generation on", lambda: self.go(min(self.generation + 1, self.generations - 1))),
        ]
        names = [field.name for field in dataclasses.fields(REGISTRY[self.player.name]) if field.name != "first_guess"]
        name = ipywidgets.Dropdown(
            options=names, value="generations" if "generations" in names else names[0], layout={"width": "160px"}
        )
        value, enter, write = entry(
            lambda text: self._typed(name.value, text),
            value=str(self.player.settings[name.value]),
            layout={"width": "110px"},
        )
        name.observe(lambda change: write(str(self.player.settings[change["new"]])), "value")
        again = button("Run again", "play the game with this setting", enter)
        widgets["stop"] = button("Stop", "stop the game that is played again", self._stop)
        self._show()
        left = ipywidgets.VBox(
            [
                ipywidgets.HBox([widgets["turn"], widgets["play"], *steps, widgets["slider"]], layout=ROW),
                ipywidgets.HBox([ipywidgets.Label("setting"), name, value, again, widgets["stop"]], layout=ROW),
                widgets["told"],
                widgets["population"],
            ],
            layout={"flex": "1 1 440px", "min_width": "0"},
        )
        right = ipywidgets.VBox([widgets[name] for name in ("board", "curve", "growth", "histogram")])
        return ipywidgets.HBox([left, right], layout={"flex_flow": "row wrap"})


def _chart(series: list[np.ndarray], shown: int, caption: str, *, low: float | None = None) -> str:
    """Lines over the generations, drawn up to the one that is shown; the first whole, the second dashed."""
    generations, width, height = len(series[0]), 300, 96
    low = float(min(line.min() for line in series)) if low is None else low
    high = float(max(line.max() for line in series))
    ink = "var(--mmlib-edge)"
    text = f'style="fill:{ink}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 24}" role="img" '
        f'aria-label="{caption}" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="10">'
        f'<path d="M44,10V{height - 10}H{width - 10}" style="fill:none;stroke:{ink}"/>'
        f'<text x="40" y="14" text-anchor="end" {text}>{_told(high)}</text>'
        f'<text x="40" y="{height - 8}" text-anchor="end" {text}>{_told(low) if high > low else ""}</text>'
        f'<text x="44" y="{height + 4}" {text}>1</text>'
        f'<text x="{width - 10}" y="{height + 4}" text-anchor="end" {text}>{generations}</text>'
        f'<text x="{width / 2}" y="{height + 17}" text-anchor="middle" {text}>{caption}</text>'
    ]
    xs = 44 + (width - 54) * np.arange(shown) / max(generations - 1, 1)
    for line, dashes in zip(series, ("", ";stroke-dasharray:4 3"), strict=False):
        ys = 10 + (height - 20) * (high - line[:shown]) / max(high - low, 1e-12)
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
        parts.append(
            f'<polyline points="{points}" style="fill:none;stroke:{ink};stroke-width:2{dashes}"/>'
            f'<circle cx="{xs[-1]:.1f}" cy="{ys[-1]:.1f}" r="3" style="fill:{ink}"/>'
        )
    return "".join((*parts, "</svg>"))


def _told(value: float) -> str:
    """A fitness in three digits; no minus before 0."""
    return f"{value + 0.0:.3g}"
