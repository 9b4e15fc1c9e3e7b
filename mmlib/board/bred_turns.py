"""One game of a genetic algorithm, with all that it bred."""

from typing import NamedTuple

import numpy as np

from mmlib.checks import asked, whole_number
from mmlib.experiments.game import play
from mmlib.experiments.start import is_registered
from mmlib.game.codes import as_code, as_codes, as_text, check_rules, code_index
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic import fitness
from mmlib.players.base import Search, SupportsPlay
from mmlib.players.registry import player as make_player

#: The largest population, in codes, that is kept generation by generation.
MOST_CODES = 10_000


class BredTurn(NamedTuple):
    """One turn of a game that was played with its populations kept."""

    history: History  # the guesses and answers before it
    guess: np.ndarray  # what was played, uint8 (pegs,)
    search: Search  # what was bred
    # whether each code agrees with every answer, bool (generations, size)
    fits: np.ndarray
    # different codes that do, up to each generation, int64 (generations,)
    found: np.ndarray
    possible: int  # codes of these rules that do; -1 where they are too many to count


def bred_turns(
    player: str | SupportsPlay,
    secret: np.ndarray | str,
    rules: Rules,
    *,
    seed: int = 1,
) -> list[BredTurn]:
    """Play a game and keep all that was bred.

    Returns a `BredTurn` for each turn at which something was bred; none if nothing was.
    `player` is one of the registry, or one of your own that leaves a `Search` with its
    populations behind; the others are as for `mmlib.play`, with the `seed` of the
    player's draws.

    >>> turns = bred_turns("le_adoga", "0314", mm.Rules(4, 6, 10))
    >>> turns[0].search.populations.shape, int(turns[0].found[-1]) <= turns[0].possible
    ((21, 30, 4), True)
    """
    player = make_player(player)
    check_rules(rules)
    if is_registered(player):
        size = player.population_size(rules)
        if size > MOST_CODES:
            raise ValueError(
                f"population: {size:,} codes; "
                f"of populations up to {MOST_CODES:,} the codes are kept"
            )
    secret = as_code(secret, rules, name="secret")
    rng = np.random.default_rng(whole_number(seed, "seed", 0, 2**63 - 1))
    game = play(
        player.start(rules, populations=True) if is_registered(player) else player,
        secret,
        rules,
        story=True,
        scoring="standard",
        rng=rng,
    )
    turns = []
    for number, turn in enumerate(game.turns):
        if np.size(turn.search.populations):
            past = game.history.first(number)
            search = turn.search
            if not is_registered(player):
                search = _checked(search, rules)
            fits, found = _fitting(search, past)
            turns.append(BredTurn(past, turn.guess, search, fits, found, turn.before))
    return turns


def shown_turns(
    player: SupportsPlay, secret: np.ndarray, rules: Rules, seed: int
) -> list[BredTurn]:
    """As `bred_turns`, where there has to be something to show."""
    turns = bred_turns(player, secret, rules, seed=seed)
    if not turns and not is_registered(player):
        raise ValueError(
            f"player: {player.name} left no populations behind; after each guess, set "
            "self.search = mm.Search(best=, mean=, populations=, fitness=), as "
            "mm.GeneticPlayer does"
        )
    if not turns and not player.population_size(rules):
        instead = (
            "step through a genetic algorithm, such as le_adoga. (A player says how "
            "many codes a generation has in its setting population, or its method "
            "population_size)"
        )
        if player.settings.get("guesses") == "auto":
            instead = "it lists every code, unless it is given guesses='bred'"
        raise ValueError(f"player: {player.name} breeds nothing on {rules}; {instead}")
    if not turns:
        raise ValueError(
            f"player: {player.name} found {as_text(secret)} before it bred; "
            "choose another secret or seed"
        )
    return turns


def _checked(search: Search, rules: Rules) -> Search:
    """What a player of one's own left behind as arrays, if it can be shown."""
    try:
        populations = np.array(search.populations)
    except ValueError as problem:
        raise ValueError(f"player: search.populations: {problem}") from None
    if populations.ndim != 3 or populations.shape[2] != rules.pegs:
        raise ValueError(
            f"player: search.populations has shape {populations.shape}; "
            f"(generations, size, {rules.pegs}) is needed"
        )
    generations, size, pegs = populations.shape
    as_codes(populations.reshape(-1, pegs), rules, name="player: search.populations")
    if size > MOST_CODES:
        raise ValueError(f"player: search.populations: more than {MOST_CODES:,} codes")
    shapes = {"fitness": (generations, size)} | dict.fromkeys(
        ("best", "mean"), (generations,)
    )
    arrays = {"populations": populations.astype(np.uint8)}
    for name, shape in shapes.items():
        told = f"player: search.{name}"
        arrays[name] = asked(told, np.array, getattr(search, name), float)
        if arrays[name].shape != shape:
            raise ValueError(
                f"player: search.{name} has shape {arrays[name].shape}; {shape} is "
                f"needed, as search.populations has {generations} generations"
            )
    return search._replace(**arrays)


def _fitting(search: Search, history: History) -> tuple[np.ndarray, np.ndarray]:
    """Tell which of the codes agree with every answer, and count different ones.

    The count is of those that came up to each generation.
    """
    generations, size, pegs = search.populations.shape
    codes = search.populations.reshape(-1, pegs)
    distances = fitness.distance(codes, history.guesses, history.feedbacks).reshape(
        generations, size
    )
    fits = (distances == 0) & ~np.isnan(search.fitness)
    places = np.flatnonzero(fits)
    _, first = np.unique(
        code_index(codes[places], history.rules.colors), return_index=True
    )
    return fits, np.bincount(places[first] // size, minlength=generations).cumsum()
