"""The player with tuned weights, and the former name that it had.

Some boards have weights of their own, and one weight carries over to others.
"""

import numpy as np
import pytest

import mmlib as mm
from mmlib.strategies import tuned
from tools.measure import evolving_boards

#: The classic board.
CLASSIC = mm.Rules(4, 6)

#: A board with stored openings.
LARGE = mm.Rules(6, 9, 15)


def test_it_plays_its_tree():
    tree = mm.strategy_tree("tuned", CLASSIC)
    assert (tree.player, tree.total) == ("tuned", 5632)
    tree.check()
    played = mm.play_many("tuned", CLASSIC, secrets="all", seed=1, n_jobs=1)
    assert played.guesses.tolist() == tree.guesses.tolist()


def test_elsewhere_only_the_all_black_answer_weighs_more():
    rules = mm.Rules(3, 9)
    assert (3, 9) not in tuned.stored_weights()
    weights = [{}, *({(3, 0): weight} for weight in tuned.ELSEWHERE)]
    plain = mm.strategy_tree(
        mm.player("one_step", objective="entropy", weights=weights), rules
    )
    assert mm.strategy_tree("tuned", rules).guesses.tolist() == plain.guesses.tolist()


def test_beyond_a_hundred_thousand_codes_nobody_tuned_weights():
    """The error names who plays there."""
    message = r"^rules: 6 pegs x 9 colors have 531,441 codes; nobody .*far_sighted"
    for ask in (mm.strategy_tree, lambda name, rules: mm.play(name, "012345", rules)):
        with pytest.raises(ValueError, match=message):
            ask("tuned", LARGE)
    mm.player("tuned").check_rules(mm.Rules(5, 10))  # just so many


def test_its_docstring_says_how_the_weights_were_found():
    """Which boards had populations, and which had single climbers."""
    runs = {evolving_boards.BOARD: evolving_boards.LONG_RUNS[5]} | evolving_boards.RUNS
    of_four, of_one = (
        ["{} x {}".format(*board) for board in sorted(runs) if size(runs[board]) == n]
        for n in ((4, 2, None), (1, 2, 0.0))
    )
    assert len(of_four) + len(of_one) == len(runs) == len(tuned.stored_weights())
    text = " ".join(mm.Tuned.__doc__.split())
    for boards in (of_four, of_one):
        assert f"On {', '.join(boards[:-1])} and {boards[-1]} by" in text


def size(run):
    """Individuals, islands, and the chance of a crossover where it is not the usual."""
    return run["population"], run["islands"], run.get("crossover_rate")


def test_a_first_guess_of_ones_own():
    player = mm.player("tuned", first_guess="0123")
    tree = mm.strategy_tree(player, CLASSIC)
    assert mm.codes.as_text(mm.all_codes(CLASSIC)[tree.guess[0]]) == "0123"
    assert player.next_guess(
        mm.History(CLASSIC), np.random.default_rng(1)
    ).tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match="draws its first guess"):
        mm.strategy_tree(mm.player("tuned", first_guess="random"), CLASSIC)
    with pytest.raises(ValueError, match="first_guess: has 3 pegs"):
        mm.strategy_tree(mm.player("tuned", first_guess="012"), CLASSIC)


def test_every_stored_row_fits_its_board():
    for (pegs, colors), (first, weights) in tuned.stored_weights().items():
        rules = mm.Rules(pegs, colors)
        mm.as_code(first, rules)
        assert all(set(one) == set(tuned.answers_of(rules)) for one in weights[1:])


def evolved(**settings):
    """The player by its former name."""
    with pytest.warns(FutureWarning, match="evolved is now tuned; .*far_sighted"):
        return mm.player("evolved", **settings)


@pytest.mark.parametrize(
    ("rules", "other", "settings"),
    [
        (CLASSIC, "tuned", {}),
        (mm.Rules(3, 9), "tuned", {}),
        (mm.Rules(5, 11, 15), "far_sighted", {}),
        (LARGE, "far_sighted", {"openings": "stored"}),
        (mm.Rules(7, 10, 15), "entropic", {}),
    ],
)
def test_evolved_plays_as_it_did(rules, other, settings):
    secret = mm.random_codes(rules, 1, rng=np.random.default_rng(1))[0]
    one, two = (
        mm.play(player, secret, rules, rng=np.random.default_rng(2))
        for player in (evolved(), mm.player(other, **settings))
    )
    assert one.guesses.tolist() == two.guesses.tolist()
    assert one.evaluations == two.evaluations
    assert (one.evaluations > 0) == (other != "tuned")


def test_evolved_has_the_tree_of_tuned():
    tree = mm.strategy_tree(evolved(), CLASSIC)
    assert (tree.player, tree.total) == ("evolved", 5632)
    first = mm.strategy_tree(evolved(first_guess="0123"), CLASSIC)
    assert first.total == mm.strategy_tree(mm.Tuned(first_guess="0123"), CLASSIC).total
    with pytest.raises(ValueError, match="nobody tuned weights"):
        mm.strategy_tree(evolved(), LARGE)


def test_evolved_draws_and_breeds_where_its_players_do():
    player = evolved()
    boards = (CLASSIC, LARGE, mm.Rules(8, 12))
    assert [player.population_size(rules) for rules in boards] == [0, 300, 100]
    with pytest.raises(TypeError, match="rng: evolved draws its guess"):
        player.next_guess(mm.History(boards[-1], ["00112234"], [(1, 1)]))
