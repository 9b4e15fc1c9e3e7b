"""What is right, in plain Python: each oracle takes a result and the arguments that it came from."""

from __future__ import annotations

import itertools

import numpy as np

import mmlib as mm
from tests import plain


def rows(codes):
    return [[int(peg) for peg in code] for code in np.atleast_2d(mm.as_codes(codes))] if len(codes) else []


def code_of(code):
    return [int(peg) for peg in mm.as_code(code)]


def agree(code, history):
    return all(
        plain.feedback(guess, code) == tuple(answer)
        for guess, answer in zip(history.guesses.tolist(), history.feedbacks.tolist(), strict=True)
    )


def is_code(code, rules):
    assert isinstance(code, np.ndarray)
    assert code.shape == (rules.pegs,)
    assert all(0 <= int(peg) < rules.colors for peg in code), code


def feedback(found, guess, secret, scoring="standard"):
    assert tuple(found) == tuple(plain.SCORINGS[scoring](code_of(guess), code_of(secret)))


def feedback_matrix(found, guesses, secrets, scoring="standard", **_):
    score, pegs = plain.SCORINGS[scoring], found.shape and mm.as_codes(guesses).shape[1]
    for (i, guess), (j, secret) in itertools.product(enumerate(rows(guesses)), enumerate(rows(secrets))):
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
        every = itertools.product(range(history.rules.colors), repeat=history.rules.pegs)
        assert [code for code in every if agree(code, history)][:limit] == [tuple(code) for code in found.tolist()]


def count_consistent(found, history):
    if history.rules.n_codes <= 1300:
        every = itertools.product(range(history.rules.colors), repeat=history.rules.pegs)
        assert sum(agree(code, history) for code in every) == found


def random_consistent_code(found, history, **_):
    is_code(found, history.rules)
    assert agree(found.tolist(), history)


def contradiction(found, history):
    if history.rules.n_codes <= 1300:
        every = itertools.product(range(history.rules.colors), repeat=history.rules.pegs)
        assert any(agree(code, history) for code in every) == (found == "")


def class_sizes(found, guesses, codes, **_):
    pegs = mm.as_codes(guesses).shape[1]
    for line, guess in zip(found, rows(guesses), strict=True):
        expected = np.zeros(pegs * (pegs + 1) + 1, int)
        for code in rows(codes):
            black, white = plain.feedback(guess, code)
            expected[black * (pegs + 1) + white] += 1
        assert line.tolist() == expected.tolist()


def distance(found, population, guesses, feedbacks, black_weight=1.0, white_weight=1.0, scoring="standard"):
    score = plain.SCORINGS[scoring]
    feedbacks = [(int(black), int(white)) for black, white in feedbacks]
    for value, code in zip(found, rows(population), strict=True):
        expected = plain.distance(code, rows(guesses), feedbacks, black_weight, white_weight, score)
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
        expected = plain.whole_board(found.board.ravel().tolist(), code_of(secret), plain.SCORINGS[scoring])
        assert found.best_fitness == expected


def read(found, **_):
    assert len(found)


def sizes(found, guess, rules):
    assert sum(map(int, found)) == rules.n_codes


ORACLES = {
    "mm.feedback": feedback,
    "mm.feedback_row": feedback_row,
    "mm.feedback_matrix": feedback_matrix,
    "mm.as_code": as_code,
    "mm.as_codes": as_codes,
    "mm.consistent.consistent_codes": consistent_codes,
    "mm.consistent.count_consistent": count_consistent,
    "mm.consistent.random_consistent_code": random_consistent_code,
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
