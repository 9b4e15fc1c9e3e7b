"""Proofs of the optimum: totals, what refutes a first guess, effort and hashes."""

import itertools
import os
import re

import numpy as np
import pytest

import mmlib as mm
from mmlib.reason import board_optimum, exhaustive
from mmlib.reason.first_guess import kinds
from mmlib.strategies.prove_optimum import proved
from tests import plain
from tests.ctrl_c import ctrl_c


@pytest.mark.parametrize(
    ("pegs", "colors", "total"),
    [(4, 5, 2463), (4, 6, 5625), (5, 4, 3954), (3, 8, 2359)],
)
def test_totals_are_the_same_with_any_hashes(pegs, colors, total):
    rules = mm.Rules(pegs, colors)
    for hashes in (0, 1, 2**62):
        proof = mm.prove_optimum(rules, hashes=hashes)
        proof.tree.check()
        assert (proof.total, proof.tree.total) == (total, total)


@pytest.mark.parametrize(("pegs", "colors"), [(2, 3), (3, 2), (2, 5), (3, 3)])
def test_every_first_guess_is_as_brute_force_finds(pegs, colors):
    """What is solved costs that; what is refuted costs no less than its bound."""
    rules = mm.Rules(pegs, colors)
    every = list(itertools.product(range(colors), repeat=pegs))
    proof = mm.prove_optimum(rules)
    assert len(proof.first_guesses) == len(kinds(rules))
    for row in proof.first_guesses.itertuples():
        guess = tuple(mm.codes.parse(row.code).tolist())
        least = len(every)
        answers = [plain.feedback(guess, code) for code in every]
        known = {}
        for answer in set(answers):
            members = {
                code for code, one in zip(every, answers, strict=True) if one == answer
            }
            if members != {guess}:
                least += plain.least_cost(frozenset(members), every, 20, known)[0]
        assert row.bound <= row.total <= least
        assert not row.solved or row.total == least
    assert proof.total == proof.first_guesses.total[proof.first_guesses.solved].min()


def test_of_first_guesses_that_cost_the_same_the_one_without_a_search_is_taken():
    assert mm.prove_optimum(mm.Rules(2, 2)).tree.guess[0] == 0


@pytest.mark.parametrize(
    ("first_guess", "total"), [("0011", 5702), ("0012", 5625), ("0123", 5673)]
)
def test_a_first_guess_that_is_set_is_the_only_one(first_guess, total):
    proof = mm.prove_optimum(mm.Rules(4, 6), first_guess=first_guess)
    assert proof.first_guesses.code.tolist() == [first_guess]
    assert (proof.total, proof.tree.total) == (total, total)


def test_a_limit_on_guesses_is_kept_or_cannot_be():
    proof = mm.prove_optimum(mm.Rules(4, 6), max_guesses=5)
    assert (proof.total, proof.tree.max) == (5626, 5)
    with pytest.raises(ValueError, match=r"max_guesses: no strategy .* within 4"):
        mm.prove_optimum(mm.Rules(4, 6), max_guesses=4)


def test_what_a_proof_took_is_counted():
    search = exhaustive.ExhaustiveSearch(mm.Rules(3, 5), 20)
    found = board_optimum.solve(
        search, kinds(mm.Rules(3, 5)), effort=10**9, n_threads=1
    )
    best = board_optimum.best_of(found)
    assert best.cost == 451
    assert sum(first.pairs for first in found) > 10_000
    # of the others nothing is kept
    assert search.positions(best.code) == best.positions > 0
    assert all(search.positions(one.code) == 0 for one in found if one is not best)


def test_more_effort_than_allowed_is_refused_first_and_last():
    """Efforts are written as one can type them."""
    said = re.escape("is expected to take 4 * 10**15 pairs")
    with pytest.raises(ValueError, match=f"effort: .* {said}"):
        mm.prove_optimum(mm.Rules(5, 8))
    said = re.escape("is not found once 1 * 10**4 pairs")
    with pytest.raises(ValueError, match=f"effort: .* {said}"):
        proved(mm.Rules(4, 5), None, 20, 10_000, 0)
    with pytest.raises(ValueError, match="effort: 0 is not in"):
        mm.prove_optimum(mm.Rules(4, 5), effort=0)


def test_expected_effort_is_near_what_was_measured():
    proved_boards = mm.results.read("proved_optima", text=["first_guess"])
    for row in proved_boards[proved_boards.codes >= 1000].itertuples():
        rules = mm.Rules(*map(int, row.board.split(" x ")))
        assert 1 / 6 < row.pairs / board_optimum.expected_effort(rules) < 6


@pytest.mark.parametrize("n_threads", [1, 2, 5])
def test_threads_change_what_is_tried_and_not_what_is_found(n_threads):
    search = exhaustive.ExhaustiveSearch(mm.Rules(4, 6), 20, least_variance=True)
    found = board_optimum.solve(
        search, kinds(mm.Rules(4, 6)), effort=10**12, n_threads=n_threads
    )
    best = board_optimum.best_of(found)
    assert best.code.tolist() == [0, 0, 1, 2]
    assert best.cost // exhaustive.PER_GUESS == 5625


def test_one_class_of_a_large_board_costs_what_its_proof_says():
    """A slice of the proof of 4 x 9, live: a class of the best first guess."""
    rules = mm.Rules(4, 9)
    tree = mm.best_tree(rules)
    assert (tree.player, tree.total) == ("optimal", 34666)
    codes = mm.all_codes(rules)
    first = codes[tree.guess[0]]
    row = mm.feedback_row(first, codes, colors=9)
    answer = 2 * 5  # two black pegs, no white one
    members = np.flatnonzero(row == answer).astype(np.int32)
    for hashes in (0, 1):
        search = exhaustive.ExhaustiveSearch(rules, 20, hashes=hashes)
        least = search.total(members, first[np.newaxis], 19)
        assert least == (tree.guesses[members] - 1).sum()


@pytest.mark.skipif(os.name == "nt", reason="there, os.kill ends the process at once")
def test_an_interrupt_ends_it_soon():
    mm.prove_optimum(mm.Rules(3, 4))  # compiled
    with ctrl_c(within=6):
        mm.prove_optimum(mm.Rules(4, 9), hashes=7)
