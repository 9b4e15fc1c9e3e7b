"""The player with evolved weights: its own on some boards, one that carries over on others; or it breeds guesses."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.players.strategies import evolved

CLASSIC, LARGE = mm.Rules(4, 6), mm.Rules(6, 9, 15)


def test_it_plays_its_tree():
    tree = mm.strategy_tree("evolved", CLASSIC)
    assert (tree.player, tree.total) == ("evolved", 5632)
    tree.check()
    played = mm.play_many("evolved", CLASSIC, secrets="all", seed=1, n_jobs=1)
    assert played.guesses.tolist() == tree.guesses.tolist()


def test_elsewhere_only_the_all_black_answer_weighs_more():
    rules = mm.Rules(3, 9)
    assert (3, 9) not in evolved.stored_weights()
    weights = [{}, *({(3, 0): weight} for weight in evolved.ELSEWHERE)]
    plain = mm.strategy_tree(mm.player("one_step", objective="entropy", weights=weights), rules)
    assert mm.strategy_tree("evolved", rules).guesses.tolist() == plain.guesses.tolist()


def test_on_large_boards_it_breeds_guesses():
    played = mm.play_many("evolved", LARGE, games=4, seed=1, n_jobs=1)
    assert played.solved.all()
    assert (played.evaluations > 0).all()
    with pytest.raises(ValueError, match="rules: 6 pegs x 9 colors have 531,441 codes; over 100,000 evolved draws"):
        mm.strategy_tree("evolved", LARGE)


def test_what_it_bred_hangs_on_the_position_alone():
    """Not on its randomness, nor on what it remembers, nor on whether its story is wanted."""
    told, secret = mm.play("evolved", "012345", LARGE, rng=np.random.default_rng(1), story=True), "012345"
    again = mm.play("evolved", secret, LARGE, rng=np.random.default_rng(2))
    assert again.guesses.tolist() == told.guesses.tolist()
    assert again.evaluations == told.evaluations > 0
    evolved.bred.cache_clear()
    anew = mm.play("evolved", secret, LARGE, rng=np.random.default_rng(3))
    assert anew.guesses.tolist() == told.guesses.tolist()
    assert anew.evaluations == told.evaluations
    assert evolved.bred.cache_info().misses == len(anew.guesses) - 1


def test_beyond_five_million_codes_it_plays_as_entropic():
    wide = mm.Rules(7, 10, 15)
    games = [mm.play(one, "0123456", wide, rng=np.random.default_rng(1)) for one in ("evolved", "entropic")]
    assert games[0].guesses.tolist() == games[1].guesses.tolist()


def test_a_first_guess_of_ones_own():
    player = mm.player("evolved", first_guess="0123")
    tree = mm.strategy_tree(player, CLASSIC)
    assert mm.codes.as_text(mm.all_codes(CLASSIC)[tree.guess[0]]) == "0123"
    assert player.next_guess(mm.History(CLASSIC), np.random.default_rng(1)).tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match="draws its first guess"):
        mm.strategy_tree(mm.player("evolved", first_guess="random"), CLASSIC)
    with pytest.raises(ValueError, match="first_guess: has 3 pegs"):
        mm.strategy_tree(mm.player("evolved", first_guess="012"), CLASSIC)


def test_every_stored_row_fits_its_board():
    for (pegs, colors), (first, weights) in evolved.stored_weights().items():
        rules = mm.Rules(pegs, colors)
        mm.as_code(first, rules)
        assert all(set(one) == set(evolved.answers_of(rules)) for one in weights[1:])
