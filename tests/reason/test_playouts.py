"""Guesses played out, beside the same in plain Python."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.players.evolutionary.class_sizes import class_costs
from mmlib.reason import playouts
from mmlib.reason.exhaustive import best_of
from tests import plain

RULES = mm.Rules(4, 6)
COSTS = 1.3, 0.34, 0.005


def classes(guess, members):
    """The members by answer, the largest answers last, without the guess itself."""
    parted = {}
    for code in members:
        parted.setdefault(plain.feedback(guess, code), []).append(code)
    parted.pop((len(guess), 0), None)
    return parted


def played_out(members, guesses, expected):
    m = len(members)
    if m <= 2:
        return max(0, 2 * m - 1)
    if m <= playouts.SMALL:
        parts = [len(classes(code, members)) for code in members]
        chosen = members[int(np.argmax(parts))]
        if max(parts) + 1 >= m - 1:
            return 3 * m - 2 - max(parts)
    else:
        own = min(m, playouts.OWN)
        followers = [members[k * m // own] for k in range(own)] + guesses[: playouts.GIVEN]
        sizes = [[len(part) for part in classes(code, members).values()] for code in followers]
        costs = [sum(expected[n] for n in some) if max(some) < m else np.inf for some in sizes]
        chosen = followers[int(np.argmin(costs))]
    return m + sum(played_out(part, guesses, expected) for part in classes(chosen, members).values())


@pytest.fixture(scope="module")
def position():
    history = mm.History(RULES, ["0012"], [(1, 0)])
    codes = mm.consistent.consistent_codes(history)
    guesses = np.concatenate((codes[:: len(codes) // 8], mm.random_codes(RULES, 12, rng=np.random.default_rng(1))))
    return codes, guesses, class_costs(len(codes), COSTS)


def test_it_plays_on_as_plain_python_does(position):
    codes, guesses, expected = position
    members, given = list(map(tuple, codes.tolist())), list(map(tuple, guesses.tolist()))
    totals = []
    for guess in given:
        split = classes(guess, members).values()
        totals.append(len(members) + sum(played_out(part, given, expected) for part in split))
    prepared = playouts.position_of(codes, guesses, 6, expected)
    for tried in range(1, len(guesses) + 1):
        assert playouts.best_played_out(prepared, tried) == int(np.argmin(totals[:tried]))


def test_no_position_takes_fewer_guesses_than_there_must_be(position):
    codes, guesses, expected = position
    rng, prepared = np.random.default_rng(2), playouts.position_of(codes, guesses, 6, expected)
    for size in range(1, 24):
        members = np.sort(rng.choice(len(codes), size, replace=False))
        total = playouts.played_out(prepared, members)
        assert total >= best_of(codes[members], mm.all_codes(RULES), 6)[0]
        assert total <= sum(range(1, size + 1))
