"""Guesses played out, beside the same in plain Python."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.players import far_sighted
from mmlib.players.class_sizes import class_costs
from mmlib.players.openings import openings, position
from mmlib.reason.exhaustive import best_of
from tests import plain

#: The classic board.
RULES = mm.Rules(4, 6)

#: The numbers a, b and c that say what classes of codes cost.
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
    if m <= far_sighted.SMALL:
        parts = [len(classes(code, members)) for code in members]
        chosen = members[int(np.argmax(parts))]
        if max(parts) + 1 >= m - 1:
            return 3 * m - 2 - max(parts)
    else:
        own = min(m, far_sighted.OWN)
        followers = [members[k * m // own] for k in range(own)] + guesses[
            : far_sighted.GIVEN
        ]
        sizes = [
            [len(part) for part in classes(code, members).values()]
            for code in followers
        ]
        costs = [
            sum(expected[n] for n in some) if max(some) < m else np.inf
            for some in sizes
        ]
        chosen = followers[int(np.argmin(costs))]
    return m + sum(
        played_out(part, guesses, expected)
        for part in classes(chosen, members).values()
    )


@pytest.fixture(scope="module")
def begun():
    history = mm.History(RULES, ["0012"], [(1, 0)])
    codes = mm.consistent.consistent_codes(history)
    guesses = np.concatenate(
        (
            codes[:: len(codes) // 8],
            mm.random_codes(RULES, 12, rng=np.random.default_rng(1)),
        )
    )
    return codes, guesses, class_costs(len(codes), COSTS)


def test_it_plays_on_as_plain_python_does(begun):
    codes, guesses, expected = begun
    members = list(map(tuple, codes.tolist()))
    given = list(map(tuple, guesses.tolist()))
    totals = []
    for guess in given:
        split = classes(guess, members).values()
        totals.append(
            len(members) + sum(played_out(part, given, expected) for part in split)
        )
    prepared = far_sighted.position_of(codes, guesses, 6, expected)
    for tried in range(1, len(guesses) + 1):
        assert far_sighted.best_played_out(prepared, tried) == int(
            np.argmin(totals[:tried])
        )


def test_no_position_takes_fewer_guesses_than_there_must_be(begun):
    codes, guesses, expected = begun
    rng = np.random.default_rng(2)
    prepared = far_sighted.position_of(codes, guesses, 6, expected)
    for size in range(1, 24):
        members = np.sort(rng.choice(len(codes), size, replace=False))
        total = far_sighted.played_out(prepared, members)
        assert total >= best_of(codes[members], mm.all_codes(RULES), 6)[0]
        assert total <= sum(range(1, size + 1))


#: A board on which it breeds, and which has stored openings.
LARGE = mm.Rules(6, 9, 15)

#: Where its second and third guesses come from.
WAYS = far_sighted.OPENINGS


def test_what_it_bred_hangs_on_the_position_alone():
    """It depends neither on its randomness nor on what it remembers.

    Nor does it depend on whether its story is wanted.
    """
    told = mm.play(
        "far_sighted", "012345", LARGE, rng=np.random.default_rng(1), story=True
    )
    again = mm.play("far_sighted", "012345", LARGE, rng=np.random.default_rng(2))
    far_sighted.bred.cache_clear()
    anew = mm.play("far_sighted", "012345", LARGE, rng=np.random.default_rng(3))
    for game in (again, anew):
        assert game.guesses.tolist() == told.guesses.tolist()
        assert game.evaluations == told.evaluations > 0
    assert far_sighted.bred.cache_info().misses == len(anew.guesses) - 1


def test_players_with_other_settings_remember_apart():
    history = mm.History(RULES, ["0012"], [(1, 0)])
    players = [
        mm.player("far_sighted", guesses="bred", population=size, endgame=0)
        for size in (20, 200)
    ]
    for player in players * 2:
        player.next_guess(history, np.random.default_rng(1))
        assert player.search.evaluations == 3000 + player.population


def test_more_codes_than_its_sample_are_played_out_and_the_fewer_the_more_there_are():
    history = mm.History(mm.Rules(5, 8), ["00112"], [(0, 1)])
    left = mm.consistent.count_consistent(history)
    player = mm.player("far_sighted", sample=1000)
    player.next_guess(history, np.random.default_rng(1))
    assert (
        player.search.evaluations == 3000 + far_sighted.MOST_PLAYED_OUT // left < 3300
    )


def test_guesses_bred_toward_information_are_played_out_too():
    history = mm.History(RULES, ["0012"], [(1, 0)])
    player = mm.player("far_sighted", to_go="entropy", endgame=0)
    assert len(player.next_guess(history, np.random.default_rng(1))) == 4
    assert player.search.evaluations == 1296 + 300  # every code, and the best again


def test_beyond_five_million_codes_it_draws():
    history = mm.History(mm.Rules(7, 10), ["0011234"], [(1, 2)])
    player = mm.player("far_sighted", budget=100, population=50, sample=100)
    drawn = {
        mm.codes.as_text(player.next_guess(history, np.random.default_rng(seed)))
        for seed in range(4)
    }
    assert len(drawn) > 1


def test_on_the_classic_board_a_list_plays_as_well_as_bred_guesses():
    """So nothing is gained there by breeding."""
    totals = [
        mm.play_many(
            mm.player("far_sighted", guesses=guesses), RULES, secrets="all", seed=1
        ).guesses.sum()
        for guesses in ("auto", "bred")
    ]
    assert totals == [5629, 5629]


def test_openings_are_read_where_they_are_stored():
    """On 6 x 9 the second and third guesses are; later ones are bred as without."""
    first = mm.History(LARGE, ["001123"], [(0, 1)])
    second = openings()[position(first)]
    then = first.after(second, (1, 1))
    third = openings()[position(then)]
    game = mm.player("far_sighted", openings="stored").start(LARGE)
    for history, guess in ((first, second), (then, third)):
        assert mm.codes.as_text(game.next_guess(history)) == guess
        assert game.search.evaluations == 0
    late = then.after(third, (2, 1))
    assert position(late) not in openings()
    bred = mm.player("far_sighted").next_guess(late)
    assert game.next_guess(late).tolist() == bred.tolist()
    assert game.search.evaluations > 0


def test_openings_are_bred_after_another_first_guess():
    history = mm.History(LARGE, ["012345"], [(0, 3)])
    assert position(history) not in openings()
    player = mm.player("far_sighted", openings="stored", first_guess="012345")
    assert len(player.next_guess(history)) == 6
    assert player.search.evaluations > 0


def test_openings_that_are_not_stored_are_an_error():
    """It names the boards that have some."""
    player = mm.player("far_sighted", openings="stored")
    message = r"^openings: none are stored for 4 pegs x 6 colors; they are for 6x9$"
    with pytest.raises(ValueError, match=message):
        mm.play(player, "0123", RULES, seed=1)
    player.check_rules(LARGE)


def test_openings_that_are_bred_leave_all_games_as_they_were():
    """The setting came later, so its default is not among what the games draw by."""
    drawn_by = [mm.player("far_sighted", openings=way)._drawn_by for way in WAYS]
    assert ["openings" in settings for settings in drawn_by] == [False, True]


def test_every_stored_opening_fits_its_position():
    """Each position comes about, and its guess splits the codes.

    More than two codes are possible there.
    """
    every = mm.all_codes(LARGE)
    left = dict(by_answer("001123", every))
    assert len(openings()) == 468
    for told, guess in openings().items():
        board, first, answer, *more = told.split()
        assert (board, first) == ("6x9", "001123")
        codes = left[answer]
        if more:
            assert more[0] == openings()[f"{board} {first} {answer}"]
            codes = dict(by_answer(more[0], codes))[more[1]]
        assert len(codes) > 2
        assert len(dict(by_answer(guess, codes))) > 1


def by_answer(guess, codes):
    """The codes that earn each answer."""
    answers = mm.feedback_row(guess, codes, colors=LARGE.colors)
    for answer in np.unique(answers).tolist():
        black, white = divmod(answer, LARGE.pegs + 1)
        yield f"{black}-{white}", codes[answers == answer]
