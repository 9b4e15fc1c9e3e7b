"""The player with evolved weights.

Some boards have weights of their own, and one weight carries over to others. On larger
boards it breeds its guesses.
"""

import numpy as np
import pytest

import mmlib as mm
from mmlib.strategies import evolved
from mmlib.strategies.openings import openings, position

#: The classic board.
CLASSIC = mm.Rules(4, 6)

#: A board with stored openings.
LARGE = mm.Rules(6, 9, 15)

#: A board on which it plays as `entropic`.
LARGEST = mm.Rules(7, 10, 15)


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
    plain = mm.strategy_tree(
        mm.player("one_step", objective="entropy", weights=weights), rules
    )
    assert mm.strategy_tree("evolved", rules).guesses.tolist() == plain.guesses.tolist()


@pytest.mark.parametrize(
    ("rules", "other"), [(mm.Rules(5, 11, 15), "far_sighted"), (LARGEST, "entropic")]
)
def test_on_larger_boards_it_plays_as_one_that_breeds(rules, other):
    secret = mm.random_codes(rules, 1, rng=np.random.default_rng(1))[0]
    one, two = (
        mm.play(name, secret, rules, rng=np.random.default_rng(2))
        for name in ("evolved", other)
    )
    assert one.guesses.tolist() == two.guesses.tolist()
    assert one.evaluations == two.evaluations > 0
    with pytest.raises(
        ValueError,
        match=(
            f"rules: {rules} have {rules.n_codes:,} codes; over 100,000 evolved draws"
        ),
    ):
        mm.strategy_tree("evolved", rules)


def test_stored_openings_are_played():
    """Openings are played on 6 x 9; after them it breeds as the other player does.

    With another first guess it breeds at once.
    """
    begun = mm.History(LARGE, ["001123"], [(0, 1)])
    second = openings()[position(begun)]
    then = begun.after(second, (1, 1))
    game = mm.player("evolved").start(LARGE)
    for history, guess in ((begun, second), (then, openings()[position(then)])):
        assert (
            mm.codes.as_text(game.next_guess(history, np.random.default_rng(1)))
            == guess
        )
        assert game.search.evaluations == 0
    late = then.after(guess, (2, 1))
    other = mm.player("far_sighted").next_guess(late, np.random.default_rng(1))
    assert position(late) not in openings()
    assert game.next_guess(late, np.random.default_rng(1)).tolist() == other.tolist()
    assert game.search.evaluations > 0
    assert position(mm.History(LARGE, ["012345"], [(0, 1)])) not in openings()


def test_every_stored_opening_fits_its_position():
    """Each position comes about, and its guess splits the codes.

    More than two codes are possible there.
    """
    every = mm.all_codes(LARGE)
    left = {coded: every[row] for coded, row in classes("001123", every)}
    for told, guess in openings().items():
        board, first, answer, *more = told.split()
        assert (board, first) == ("6x9", "001123")
        codes = left[answer]
        if more:
            assert more[0] == openings()[f"{board} {first} {answer}"]
            codes = codes[dict(classes(more[0], codes))[more[1]]]
        assert len(codes) > 2
        assert len(dict(classes(guess, codes))) > 1


def classes(guess, codes):
    """By answer, which codes earn it."""
    answers = mm.feedback_row(guess, codes, colors=LARGE.colors)
    return [
        ("{}-{}".format(*divmod(answer, LARGE.pegs + 1)), answers == answer)
        for answer in np.unique(answers).tolist()
    ]


def test_a_first_guess_of_ones_own():
    player = mm.player("evolved", first_guess="0123")
    tree = mm.strategy_tree(player, CLASSIC)
    assert mm.codes.as_text(mm.all_codes(CLASSIC)[tree.guess[0]]) == "0123"
    assert player.next_guess(
        mm.History(CLASSIC), np.random.default_rng(1)
    ).tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match="draws its first guess"):
        mm.strategy_tree(mm.player("evolved", first_guess="random"), CLASSIC)
    with pytest.raises(ValueError, match="first_guess: has 3 pegs"):
        mm.strategy_tree(mm.player("evolved", first_guess="012"), CLASSIC)


def test_every_stored_row_fits_its_board():
    for (pegs, colors), (first, weights) in evolved.stored_weights().items():
        rules = mm.Rules(pegs, colors)
        mm.as_code(first, rules)
        assert all(set(one) == set(evolved.answers_of(rules)) for one in weights[1:])
