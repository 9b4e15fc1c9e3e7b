"""What is right, in plain Python.

Each oracle takes a result and the arguments that it came from.
"""

from __future__ import annotations

import itertools

import numpy as np

import mmlib as mm
from tests import plain


def rows(codes):
    return (
        [[int(peg) for peg in code] for code in np.atleast_2d(mm.as_codes(codes))]
        if len(codes)
        else []
    )


def code_of(code):
    return [int(peg) for peg in mm.as_code(code)]


def agree(code, history):
    return all(
        plain.feedback(guess, code) == tuple(answer)
        for guess, answer in zip(
            history.guesses.tolist(), history.feedbacks.tolist(), strict=True
        )
    )


def is_code(code, rules):
    assert isinstance(code, np.ndarray)
    assert code.shape == (rules.pegs,)
    assert all(0 <= int(peg) < rules.colors for peg in code), code


def feedback(found, guess, secret, scoring="standard"):
    assert tuple(found) == tuple(
        plain.SCORINGS[scoring](code_of(guess), code_of(secret))
    )


def feedback_matrix(found, guesses, secrets, scoring="standard", **_):
    score = plain.SCORINGS[scoring]
    pegs = found.shape and mm.as_codes(guesses).shape[1]
    for (i, guess), (j, secret) in itertools.product(
        enumerate(rows(guesses)), enumerate(rows(secrets))
    ):
        black, white = score(guess, secret)
        assert found[i, j] == black * (pegs + 1) + white


def feedback_row(found, guess, secrets, **others):
    feedback_matrix(found[np.newaxis], mm.as_code(guess)[np.newaxis], secrets, **others)


def as_codes(found, values, rules=None, colors=16, **_):
    assert (found.dtype, found.ndim) == (np.uint8, 2)
    assert (found < (rules.colors if rules else colors)).all()
    assert not rules or found.shape[1] == rules.pegs


def as_code(found, value, **others):
    as_codes(found[np.newaxis], [value], **others)


def consistent_codes(found, history, limit=2_000_000):
    assert len(found) <= limit
    assert all(agree(code, history) for code in found[:20].tolist())
    if history.rules.n_codes <= 1300:
        every = itertools.product(
            range(history.rules.colors), repeat=history.rules.pegs
        )
        assert [code for code in every if agree(code, history)][:limit] == [
            tuple(code) for code in found.tolist()
        ]


def count_consistent(found, history):
    if history.rules.n_codes <= 1300:
        every = itertools.product(
            range(history.rules.colors), repeat=history.rules.pegs
        )
        assert sum(agree(code, history) for code in every) == found


def random_consistent_code(found, history, **_):
    is_code(found, history.rules)
    assert agree(found.tolist(), history)


def contradiction(found, history):
    if history.rules.n_codes <= 1300:
        every = itertools.product(
            range(history.rules.colors), repeat=history.rules.pegs
        )
        assert any(agree(code, history) for code in every) == (found == "")


def class_sizes(found, guesses, codes, scoring="standard", **_):
    pegs = mm.as_codes(guesses).shape[1]
    for line, guess in zip(found, rows(guesses), strict=True):
        expected = np.zeros(pegs * (pegs + 1) + 1, int)
        for code in rows(codes):
            black, white = plain.SCORINGS[scoring](guess, code)
            expected[black * (pegs + 1) + white] += 1
        assert line.tolist() == expected.tolist()


def distance(
    found,
    population,
    guesses,
    feedbacks,
    black_weight=1.0,
    white_weight=1.0,
    scoring="standard",
):
    score = plain.SCORINGS[scoring]
    feedbacks = [(int(black), int(white)) for black, white in feedbacks]
    for value, code in zip(found, rows(population), strict=True):
        expected = plain.distance(
            code, rows(guesses), feedbacks, black_weight, white_weight, score
        )
        assert np.isclose(value, expected), (value, expected)


def gold(found, population, guesses, feedbacks):
    feedbacks = [(int(black), int(white)) for black, white in feedbacks]
    for value, code in zip(found, rows(population), strict=True):
        assert np.isclose(value, plain.gold(code, rows(guesses), feedbacks))


def whole_board_fitness(found, chromosomes, secret, scoring="check_guess", cost=100):
    secret = code_of(secret)
    for value, genes in zip(found, np.asarray(chromosomes).tolist(), strict=True):
        spent = plain.whole_board(genes, secret, plain.SCORINGS[scoring])
        if cost == 100:
            assert value == spent, (value, spent)


def play(found, secret, rules, **_):
    score = plain.SCORINGS[found.scoring]
    assert 1 <= len(found.guesses) <= rules.max_guesses
    for guess, answer in zip(found.guesses, found.feedbacks.tolist(), strict=True):
        is_code(guess, rules)
        if not callable(secret):
            assert tuple(answer) == tuple(score(guess.tolist(), code_of(secret)))
    assert found.solved == (found.feedbacks[-1, 0] == rules.pegs)


def play_many(found, rules, **_):
    assert ((found.guesses >= 1) & (found.guesses <= rules.max_guesses)).all()
    assert found.moves.map(lambda moves: len(moves.split())).eq(found.guesses).all()


def turn(found, name, settings, history, **_):
    is_code(found, history.rules)


def run(found, secret, scoring="check_guess", fitness=None, **_):
    if fitness is None:
        expected = plain.whole_board(
            found.board.ravel().tolist(), code_of(secret), plain.SCORINGS[scoring]
        )
        assert found.best_fitness == expected


def read(found, **_):
    assert len(found)


def sizes(found, guess, rules):
    assert sum(map(int, found)) == rules.n_codes


def next_guess(found, player, history, rng):
    assert not won_or_over(history), "the game is over"
    is_code(found, history.rules)


def won_or_over(history):
    solved = (history.feedbacks[:, 0] == history.rules.pegs).any()
    return solved or len(history) >= history.rules.max_guesses


def first(found, history, turns):
    assert found.rules == history.rules
    assert found.scoring == history.scoring
    assert found.guesses.tolist() == history.guesses.tolist()[:turns]
    assert found.feedbacks.tolist() == history.feedbacks.tolist()[:turns]


def after(found, history, guess, feedback):
    assert first(found.first(len(history)), history, len(history)) is None
    assert found.guesses[-1].tolist() == code_of(guess)
    assert found.feedbacks[-1].tolist() == [int(count) for count in feedback]
    assert len(found) == len(history) + 1


def equal(found, history, other):
    if not isinstance(other, mm.History):
        assert found is NotImplemented
        return
    same = (history.rules, history.scoring) == (other.rules, other.scoring)
    for name in ("guesses", "feedbacks"):
        same = same and getattr(history, name).tolist() == getattr(other, name).tolist()
    assert found is same


def game_history(found, game):
    first(found, game, len(game))


def picture_text(found, picture):
    written = found.splitlines()
    for guess in picture.guesses.tolist():
        digits = " ".join("0123456789ABCDEF"[peg] for peg in guess)
        assert any(digits in line for line in written)
    assert len(written) == picture.rows + bool(picture.title) + (
        picture.secret is not None
    )


def strategy_tree(found, player, rules):
    assert isinstance(found, mm.StrategyTree)
    assert (found.rules.pegs, found.rules.colors) == (rules.pegs, rules.colors)
    found.check()
    assert found.total == sum(found.guesses.tolist())
    if not callable(getattr(player, "tree", None)):
        return
    # a tree's guesses are those of the games that its player plays
    for code in codes_of(rules):
        game = mm.play(player, code, mm.Rules(rules.pegs, rules.colors, 100), seed=1)
        assert (
            len(game)
            == found.guesses[int(mm.codes.code_index([code], rules.colors)[0])]
        )


def codes_of(rules, most=6):
    return mm.all_codes(rules)[:: max(1, rules.n_codes // most)]


def player_tree(found, player, rules):
    strategy_tree(found, player, rules)


def check_player(found, rules=None, **_):
    play_many(found, mm.Rules(4, 6) if rules is None else rules)


def decode(found, problem, individual):
    genes = [int(gene) for gene in individual]
    if isinstance(found, np.ndarray):
        assert found.ravel().tolist() == genes
    else:
        assert [
            round(1000 * weight) for one in found for weight in one.values()
        ] == genes


#: The secrets of the whole-board problems in the surface, by the number of genes.
SECRETS = {20: [1, 5], 4: [0, 1, 2, 3]}


def distance_from(history, code):
    """Minus the pegs by which the answers of a code differ from those that came."""
    far = 0
    for guess, came in zip(history.guesses, history.feedbacks, strict=True):
        answer = plain.feedback(guess.tolist(), code)
        far += abs(answer[0] - came[0]) + abs(answer[1] - came[1])
    return -far


#: What a code scores in the problems whose individuals are codes, and which stay as
#: they are.
CODES = {
    "black_pegs": lambda problem, code: sum(map(int.__eq__, code, [0, 1, 2])),
    "consistent": lambda problem, code: distance_from(problem.history, code),
}


def problem_fitness(found, problem, individuals):
    genes = np.asarray(individuals).astype(int).tolist()
    for value, individual in zip(found.tolist(), genes, strict=True):
        if problem.name in CODES:
            assert value == CODES[problem.name](problem, individual)
            continue
        if problem.name == "whole_board":
            score = plain.SCORINGS["check_guess"]
            assert value == plain.whole_board(individual, SECRETS[problem.genes], score)
            continue
        totals = []
        for first_guess in ("00", "01"):
            settings = {
                "weights": tuple(problem.decode(individual)),
                "first_guess": first_guess,
            }
            player = mm.player("one_step", objective="entropy", **settings)
            totals.append(-mm.strategy_tree(player, mm.Rules(2, 3)).total)
        assert value in totals, (value, totals)


def contains(found, interval, value):
    assert found == (interval.low <= value <= interval.high)


def leaderboard_ranking(found, board):
    games = board.games
    for row in found.itertuples():
        taken = games.guesses[games.player == row.player]
        mean = board.exact.get(row.player, sum(taken) / len(taken))
        assert np.isclose(row.mean, mean)
        assert row.worst == max(taken)
    assert found["mean"].is_monotonic_increasing


#: The oracles, by what was called.
ORACLES = {
    "Player.next_guess": next_guess,
    "Player.tree": player_tree,
    "History.first": first,
    "History.after": after,
    "History.__eq__": equal,
    "Game.history": game_history,
    "Picture.text": picture_text,
    "mm.strategy_tree": strategy_tree,
    "mm.check_player": check_player,
    "Problem.decode": decode,
    "Problem.fitness": problem_fitness,
    "Interval.contains": contains,
    "Leaderboard.ranking": leaderboard_ranking,
    "mm.feedback": feedback,
    "mm.feedback_row": feedback_row,
    "mm.feedback_matrix": feedback_matrix,
    "mm.as_code": as_code,
    "mm.as_codes": as_codes,
    "mm.consistent.consistent_codes": consistent_codes,
    "mm.consistent.count_consistent": count_consistent,
    "mm.consistent.random_consistent_code": random_consistent_code,
    "mm.consistent.first_consistent_code": random_consistent_code,
    "mm.consistent.contradiction": contradiction,
    "mm.partitions.class_sizes": class_sizes,
    "mm.first_guess.sizes": sizes,
    "mm.fitness.distance": distance,
    "mm.fitness.gold": gold,
    "mm.fitness.whole_board": whole_board_fitness,
    "mm.play": play,
    "mm.play_many": play_many,
    "mm.whole_board.run": run,
    "mm.results.read": read,
    "turn": turn,
}
