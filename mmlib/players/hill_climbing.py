"""Temporel and Kovacs's player: near its best guess it looks for a code that fits.

It is a hill climber, and no genetic algorithm: it keeps one code, and breeds nothing.
"""

import numpy as np

from mmlib.engine.answers import cost_of_one
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import shuffle_some
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.words import from_word, peg, set_peg, to_words
from mmlib.engine.wordset import enter, word_table
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import roulette
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE, Player, Playing, past_by_distance
from mmlib.players.eligible import mark_seen
from mmlib.players.settings import pairs_of_colors, setting, setup_type

#: By what chances the open pegs of a candidate are colored.
FILLS = ("heuristic", "uniform")

#: The index of each of them, by which compiled code knows it.
HEURISTIC, UNIFORM = range(2)

#: The weight of a color that the favorite lacks, by both programs named below.
NEW = 100.0

#: The weight of a color whose pegs were all kept or moved: 45 less, by both programs.
USED_UP = 55.0

#: The weight of a color with a peg that was dropped. With more of it a candidate would
#: hardly fit; by both programs it is not quite impossible.
DROPPED = 1.0


class HillClimbing(
    Player,
    name="hill_climbing",
    source="Temporel and Kovacs",
    year=2003,
    fidelity="reconstructed",
):
    """Draw codes near the best guess so far until one fits, and play that code.

    This is no genetic algorithm: there is no population, and nothing is bred.

    Source: A. Temporel, T. Kovacs, "A heuristic hill climbing algorithm for
    Mastermind", UK Workshop on Computational Intelligence (2003), whose text is not at
    hand. Its abstract and Berghman et al. (2009) say what it is for: few guesses, and
    few codes evaluated on the way, 4.64 and 41.2 on 4 x 6. How it goes is known from
    programs that follow it, such as ``jonathanharijanto/mastermind-solver`` on GitHub.
    The favorite is the guess with the most key pegs, of equals the one with more
    blacks, and of equal answers the latest. A candidate keeps as many random pegs of it
    as it has blacks; as many others, as it has whites, move to another place; the rest
    is colored at random, but never with the colors of a guess that had no key peg. A
    color that the favorite lacks is drawn with weight 100, one whose pegs were all kept
    or moved with weight 55, and one with a peg that was dropped with weight 1. The
    first candidate that fits all answers is played.

    Reconstructed: that the moved pegs are a random choice and find their places at
    random; that the weights do not change while a candidate is colored, and are the
    same for one peg of a color and for several; and that a guess without key pegs is
    followed by a search, as any other. As in that program, no code is evaluated twice
    in a game. An evaluation is a candidate that was compared with the answers. On 8 x
    12 some guesses take half a minute.

    >>> history = mm.History(mm.Rules(4, 6), ["0011"], [(1, 1)])
    >>> HillClimbing().next_guess(history, np.random.default_rng(1))
    array([1, 4, 1, 3], dtype=uint8)

    Parameters
    ----------
    fill : "heuristic" or "uniform"
        How the open pegs are colored: by the weights above, or by any color that is
        left with the same chance.
    repeats : bool
        Whether a candidate that was evaluated before in this game is evaluated again.
    first_guess : code, or "random"
        By default pairs of colors: 0011, 00112, 001122.
    """

    _own_first_guess = staticmethod(pairs_of_colors)

    fill: str = setting("heuristic", FILLS)
    repeats: bool = setting(False)

    def _setup(self, rules: Rules) -> tuple:
        most = min(2 * PATIENCE, rules.n_codes)
        # what each turn fills in
        turn = dict.fromkeys(("favorite", "black", "white", "possible", "in_vain"))
        return self._filled(Setup, rules, most=most, **turn)

    def _choose(
        self, history: History, rng: np.random.Generator, game: Playing
    ) -> np.ndarray:
        rules = history.rules
        key_pegs = history.feedbacks.sum(axis=1)
        scores = key_pegs * (rules.pegs + 1) + history.feedbacks[:, 0]
        latest = len(scores) - 1 - int(scores[::-1].argmax())
        possible = np.ones(rules.colors, np.bool_)
        possible[history.guesses[key_pegs == 0]] = False
        black, white = history.feedbacks[latest].tolist()
        in_vain = np.empty(0, np.uint64)
        if game.memory and history.first(len(game.memory[0])) == game.memory[0]:
            in_vain = game.memory[1]
        setup = game.setup._replace(
            favorite=to_words(history.guesses[latest : latest + 1])[0],
            black=black,
            white=white,
            possible=possible,
            in_vain=in_vain,
        )
        past = past_by_distance(history)
        met = game.until_found(history, _climb, past, setup, rng)
        game.search = game.search._replace(eligible=1)
        # what does not fit these answers will not fit more of them
        game.memory = (history, np.concatenate((met[1:], in_vain))[:PATIENCE])
        return from_word(met[0], rules.pegs)


#: The settings, and besides: the most different codes that a search may meet; and of
#: each turn the favorite, uint64, its black and white pegs, which colors are possible,
#: bool (colors,), and which codes were evaluated in turns before, uint64.
Setup = setup_type(
    HillClimbing, "most", "favorite", "black", "white", "possible", "in_vain"
)


@compiled
def _climb(past, setup, record, rng):
    """Draw candidates until one fits.

    Returns that code and those that did not fit, the latest first, uint64 (n,), or none
    if none fits; no generations, and the evaluations.
    """
    codes = np.empty(PATIENCE, np.uint64)
    cost = np.empty(PATIENCE)
    seen, seen_in = word_table(setup.most)
    mark_seen(setup.in_vain, seen, seen_in, 0)
    evaluations = 0
    for draw in range(PATIENCE):
        if draw % 256 == 255:
            hear_interrupt()
        code = _candidate(setup, rng)
        if not (enter(code, seen, seen_in, 0) or setup.repeats):
            continue
        codes[evaluations] = code
        cost[evaluations] = cost_of_one(code, past, setup.pegs, np.inf)
        evaluations += 1
        if cost[evaluations - 1] == 0.0:
            write_down(record, 0, codes[:evaluations], -cost[:evaluations])
            return codes[:evaluations][::-1].copy(), 0, evaluations
    # in vain: what was drawn counts, so that such searches end
    write_down(record, 0, codes[:evaluations], -cost[:evaluations])
    return codes[:0].copy(), 0, PATIENCE


@compiled
def _candidate(setup, rng):
    """Draw a code that agrees with the favorite's answer as far as can be seen to."""
    pegs = setup.pegs
    kept = setup.black
    moved = setup.white
    favorite = setup.favorite
    # where pegs are kept, then where others come from
    sources = np.arange(pegs)
    shuffle_some(sources, pegs, rng)
    candidate = np.uint64(0)
    for p in sources[:kept]:
        candidate = set_peg(candidate, p, peg(favorite, p))
    # where they go to, and what is left open: another order of the places not kept
    targets = sources[kept:].copy()
    shuffle_some(targets, targets.shape[0], rng)
    while (targets[:moved] == sources[kept : kept + moved]).any():
        shuffle_some(targets, targets.shape[0], rng)
    for i in range(moved):
        candidate = set_peg(candidate, targets[i], peg(favorite, sources[kept + i]))
    chances = np.cumsum(_weights(sources[: kept + moved], setup))
    for p in targets[moved:]:
        candidate = set_peg(candidate, p, roulette(chances, rng))
    return candidate


@compiled
def _weights(taken, setup):
    """Tell by what weights the open pegs are colored, float64 (colors,).

    `taken` are the places of the favorite whose pegs were kept or moved.
    """
    weights = np.where(setup.possible, NEW, 0.0)
    if setup.fill == UNIFORM:
        return weights
    left = np.zeros(setup.colors, np.int64)
    for p in range(setup.pegs):
        color = peg(setup.favorite, p)
        left[color] += 1
        weights[color] = min(weights[color], USED_UP)
    for p in taken:
        left[peg(setup.favorite, p)] -= 1
    for color in range(setup.colors):
        if left[color] > 0:
            weights[color] = min(weights[color], DROPPED)
    return weights
