"""Other second guesses of a tree: it never gets worse, and a poor one gets better."""

import os

import pytest

import mmlib as mm
from mmlib.strategies.look_ahead import Pass, costs_of_nodes
from mmlib.strategies.second_guesses import SecondGuesses, Tries, other_second_guesses
from tests.ctrl_c import ctrl_c

#: More codes than any class has.
MANY = 10**6

#: All guesses are played out with all guesses after them, and none is dropped.
ALL = Tries(10**4, 10**4, 10**6, Pass((10**4,) * 4, 10.0**6), Pass((1,) * 4, 0.0))

#: Few are.
FEW = Tries(20, 4, 5, Pass((5, 5, 5, 3), 0.0), Pass((20, 20, 20, 20), 0.03))


@pytest.mark.parametrize("first", ["0011", "0012"])
def test_with_all_guesses_it_is_the_optimum(first):
    rules = mm.Rules(4, 4)
    worst = mm.strategy_tree(
        mm.player("one_step", objective="largest", first_guess=first), rules
    )
    optimum = mm.strategy_tree(mm.player("optimal", first_guess=first), rules)
    found = other_second_guesses(worst, MANY, ALL)
    assert worst.total > found.total == optimum.total
    found.check()
    # and nothing is better than the optimum
    assert (
        other_second_guesses(optimum, MANY, ALL).guess.tolist()
        == optimum.guess.tolist()
    )


def test_wide_search_alone_finds_what_a_narrow_one_nearly_finds():
    """With a narrow search that tries one guess, the wide one reaches the optimum."""
    rules = mm.Rules(4, 4)
    worst = mm.strategy_tree(
        mm.player("one_step", objective="largest", first_guess="0012"), rules
    )
    optimum = mm.strategy_tree(mm.player("optimal", first_guess="0012"), rules)
    tries = ALL._replace(narrow=Pass((1,) * 4, 0.0), wide=ALL.narrow)
    assert other_second_guesses(worst, MANY, tries).total == optimum.total


def test_it_is_never_worse_however_few_and_the_same_on_any_threads():
    rules = mm.Rules(4, 7)
    tree = mm.strategy_tree("kooi", rules)
    one, two = (other_second_guesses(tree, MANY, FEW, n_threads=n) for n in (1, 2))
    assert one.guess.tolist() == two.guess.tolist()
    one.check()
    assert one.total < tree.total
    # the first guess stays, and no class after it takes more
    assert one.guess[0] == tree.guess[0]
    before, after = (
        costs_of_nodes(some)[some.depth == 2].tolist() for some in (tree, one)
    )
    assert all(now <= then for then, now in zip(before, after, strict=True))
    assert other_second_guesses(one, MANY, FEW).total <= one.total
    # larger classes stay as they are
    few = other_second_guesses(tree, 100, FEW)
    assert few.total < tree.total
    kept, before = (
        some.guess[(some.depth == 2) & (some.size > 100)] for some in (few, tree)
    )
    assert kept.tolist() == before.tolist()


def test_guesses_are_ranked_by_two_guesses():
    """Against plain Python: each class after a guess costs what its best guess does."""
    rules = mm.Rules(3, 5)
    tree = mm.strategy_tree("kooi", rules)
    searching = SecondGuesses(tree, ALL)
    expected = searching._search.expected
    codes = [tuple(code) for code in mm.all_codes(rules).tolist()]

    def classes(members, guess):
        by_answer = {}
        for member in members:
            if member != guess:
                answer = mm.feedback(guess, member)
                by_answer.setdefault(answer, []).append(member)
        return list(by_answer.values())

    def cost(members):
        """Where a set of codes is guessed next, with two guesses made before."""
        if len(members) <= 2:
            return 1024 * (2 * len(members) - 1)
        return min(
            1024 * len(members)
            + sum(int(expected[3][len(some)]) for some in classes(members, guess))
            for guess in codes
        )

    position = max(searching.classes(MANY), key=lambda some: len(some.members))
    members = [codes[member] for member in position.members]
    promises = []
    for guess in searching._most_promising(position):
        after = classes(members, codes[guess])
        if len(after) == 1 and len(after[0]) == len(members):
            continue  # it tells nothing
        promises.append(searching._promise(guess, position))
        assert promises[-1] == sum(cost(some) for some in after)
    assert promises == sorted(set(promises))
    assert len(promises) > 10


@pytest.mark.skipif(os.name == "nt", reason="there, os.kill ends the process at once")
def test_an_interrupt_ends_it_soon():
    other_second_guesses(mm.strategy_tree("knuth", mm.Rules(3, 4)), 50, FEW)  # compiled
    tree = mm.strategy_tree("kooi", mm.Rules(5, 7))
    with ctrl_c(within=6):
        other_second_guesses(tree, MANY, ALL)
