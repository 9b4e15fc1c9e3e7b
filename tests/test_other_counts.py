"""Games whose answers are counted in another way: everything beside plain Python."""

import itertools
from collections import Counter

import numpy as np
import pytest

import mmlib as mm
from mmlib.reason import measures
from mmlib.reason.consistent import consistent_indices
from mmlib.reason.contradictions import contradictions
from mmlib.reason.symmetry import every_guess
from mmlib.strategies.best_guess import GO_ON, best_by_any_count, best_split, salt_of
from mmlib.strategies.objectives import prepare
from tests import plain
from tests.chance import is_uniform

RULES = mm.Rules(3, 4, 20)

every_count = pytest.mark.parametrize("scoring", mm.SCORINGS)


def codes_of(rules):
    return [*itertools.product(range(rules.colors), repeat=rules.pegs)]


def game_so_far(scoring, turns, seed, rules=RULES):
    """The first turns of a game with random guesses."""
    rng = np.random.default_rng(seed)
    secret, *guesses = mm.random_codes(rules, turns + 1, rng=rng)
    count = plain.SCORINGS[scoring]
    answers = [count(guess.tolist(), secret.tolist()) for guess in guesses]
    return mm.History(rules, guesses, answers, scoring=scoring)


def fits(code, history, turns):
    """Whether a code would have earned the answers of some turns."""
    count = plain.SCORINGS[history.scoring]
    return all(
        count(history.guesses[turn].tolist(), code)
        == tuple(history.feedbacks[turn].tolist())
        for turn in turns
    )


@every_count
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_consistent_codes_are_those_of_brute_force(scoring, turns):
    history = game_so_far(scoring, turns, seed=turns)
    codes = [one for one in codes_of(RULES) if fits(one, history, range(turns))]
    listed = mm.consistent.consistent_codes(history)
    assert list(map(tuple, listed.tolist())) == codes
    assert mm.consistent.count_consistent(history) == len(codes)
    assert not mm.consistent.contradiction(history)
    rng = np.random.default_rng(turns)
    draw = mm.consistent.random_consistent_code
    drawn = Counter(tuple(draw(history, rng=rng).tolist()) for _ in range(1000))
    assert set(drawn) <= set(codes)
    assert len(codes) == 1 or is_uniform([drawn[code] for code in codes])


@every_count
@pytest.mark.parametrize("seed", range(5))
def test_contradictions_are_those_of_brute_force(scoring, seed):
    """Random answers, which mostly contradict each other."""
    rng = np.random.default_rng(seed)
    guesses = mm.random_codes(RULES, 4, rng=rng)
    answers = [(int(rng.integers(0, 2)), 0) for _ in guesses]
    history = mm.History(RULES, guesses, answers, scoring=scoring)
    codes = codes_of(RULES)
    expected = []
    for left_out in range(5):
        expected = [
            some
            for some in itertools.combinations(range(4), left_out)
            if any(fits(code, history, set(range(4)) - set(some)) for code in codes)
        ]
        if expected:
            break
    assert contradictions(history) == expected
    said = mm.consistent.contradiction(history)
    first = next(
        (
            turn
            for turn in range(1, 5)
            if not any(fits(code, history, range(turn)) for code in codes)
        ),
        None,
    )
    assert (f"turn {first} " in said) if first else not said


@every_count
@pytest.mark.parametrize("size", [(2, 3), (2, 5), (3, 2), (3, 3)])
def test_null_model_agrees_with_fractions(scoring, size):
    rules = mm.Rules(*size)
    share = mm.null_model(rules, scoring=scoring).share
    assert share.tolist() == pytest.approx(
        [
            float(share)
            for share in plain.null_shares(codes_of(rules), plain.SCORINGS[scoring])
        ],
        abs=1e-14,
    )


@every_count
def test_null_model_agrees_with_games(scoring):
    player = mm.player("random_consistent")
    asked = {"games": 4000, "seed": 1, "scoring": scoring}
    games = mm.play_many(player, RULES, **asked).guesses
    null = mm.null_model(RULES, scoring=scoring)
    assert abs(games.mean() - null.mean) < 5.5 * np.sqrt(null.variance / len(games))


#: What each measure is worth, the more the better.
WORTH = {
    "entropy": measures.entropy,
    "parts": measures.parts,
    "largest": lambda sizes: -measures.largest(sizes),
    "expected_size": lambda sizes: -measures.expected_size(sizes),
}


@every_count
@pytest.mark.parametrize("objective", WORTH)
def test_one_step_makes_the_best_guess(scoring, objective):
    player = mm.player("one_step", objective=objective)
    codes = mm.all_codes(RULES)
    for turns in (0, 1, 2):
        history = game_so_far(scoring, turns, seed=turns)
        left = mm.consistent.consistent_codes(history)
        sizes = mm.partitions.class_sizes(codes, left, colors=4, scoring=scoring)
        count = plain.SCORINGS[scoring]
        pairs = itertools.product(codes.tolist(), left.tolist())
        coded = [black * 4 + white for black, white in itertools.starmap(count, pairs)]
        rows = np.array(coded).reshape(len(codes), len(left))
        assert sizes.tolist() == [
            np.bincount(row, minlength=13).tolist() for row in rows
        ]
        worth = WORTH[objective](sizes)
        guess = player.next_guess(history).tolist()
        own = worth[codes.tolist().index(guess)]
        assert own == pytest.approx(worth.max(), abs=1e-9)
        equal = codes[np.isclose(worth, worth.max(), atol=1e-9)].tolist()
        fitting = [code for code in equal if code in left.tolist()]
        assert guess == (fitting or equal)[0]


@pytest.mark.parametrize("objective", WORTH)
@pytest.mark.parametrize("tie_seed", [None, 3])
@pytest.mark.parametrize("only_members", [False, True])
def test_search_by_any_count_finds_what_the_quick_one_finds(
    objective, tie_seed, only_members
):
    rules = mm.Rules(4, 5)
    by = prepare(objective, rules)
    every = every_guess(rules)
    for seed in range(6):
        history = game_so_far("standard", seed % 3, seed, rules)
        members = consistent_indices(history)
        used = sum(1 << color for color in set(history.guesses.ravel().tolist()))
        asked = (members, by, only_members, salt_of(tie_seed))
        found = best_by_any_count(every.codes, 5, 0, *asked)
        quick = best_split(
            every, members, used, by, only_members, salt_of(tie_seed), GO_ON
        )
        assert found == quick[0]


@every_count
@pytest.mark.parametrize("name", ["one_step", "random_consistent", "knuth"])
def test_players_find_every_code(scoring, name):
    rules = mm.Rules(4, 3, 20) if name == "knuth" else RULES
    games = mm.play_many(name, rules, secrets="all", seed=1, scoring=scoring)
    assert games.solved.all()
    assert set(games.scoring) == {scoring}


@every_count
def test_hint_counts_codes_and_names_a_guess(scoring):
    for turns in (0, 2):
        history = game_so_far(scoring, turns, seed=5)
        hint = mm.hint(history)
        assert hint.player == ("entropic" if scoring == "standard" else "one_step")
        assert hint.left == mm.consistent.count_consistent(history)
        assert len(hint.table)


@pytest.mark.parametrize(
    ("player", "settings"),
    [
        ("far_sighted", {}),
        ("depth_first", {}),
        ("one_step", {"exhaustive_up_to": 5}),
        ("one_step", {"arithmetic": "single_precision", "objective": "entropy"}),
    ],
)
def test_what_knows_the_standard_count_alone_says_so(player, settings):
    history = mm.History(RULES, ["001"], [(1, 0)], scoring="black_only")
    with pytest.raises(ValueError, match="history: answers counted as 'black_only'; "):
        mm.player(player, **settings).next_guess(history, np.random.default_rng(1))


def test_large_boards_need_the_standard_count():
    history = mm.History(mm.Rules(8, 8), ["00112233"], [(1, 0)], scoring="black_only")
    for ask in (mm.consistent.count_consistent, mm.hint):
        with pytest.raises(ValueError, match="boards of over 5,000,000 codes"):
            ask(history)


def test_white_pegs_that_are_not_told_are_refused():
    with pytest.raises(ValueError, match="feedbacks: 1 white in turn 1, but with scor"):
        mm.History(RULES, ["001"], [(1, 1)], scoring="black_only")


def test_information_is_counted_by_the_game_s_own_count():
    history = game_so_far("black_only", 2, seed=7)
    bits = mm.information(history)
    codes = codes_of(RULES)
    left = [sum(fits(c, history, range(t)) for c in codes) for t in range(3)]
    assert bits.before.tolist() == left[:2]
    assert bits.after.tolist() == left[1:]
    assert bits.brought.tolist() == pytest.approx(
        [np.log2(left[0] / left[1]), np.log2(left[1] / left[2])]
    )


class Adversary:
    """Leaves as many codes as it can, and chooses the secret last of all."""

    def __init__(self, rules):
        self.rules = rules
        self.codes = mm.all_codes(rules)

    def __call__(self, guess):
        row = mm.feedback_row(guess, self.codes, colors=self.rules.colors)
        answer = int(np.bincount(row).argmax())
        self.codes = self.codes[row == answer]
        return divmod(answer, self.rules.pegs + 1)


def adversary(game):
    """Make the codemaker of a game."""
    return Adversary(mm.Rules(4, 6))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_many_games_against_a_codemaker_of_ones_own(n_jobs):
    rules = mm.Rules(4, 6)
    asked = {"games": 3, "seed": 1, "n_jobs": n_jobs}
    games = mm.play_many("knuth", rules, secret=adversary, **asked)
    assert games.guesses.tolist() == [5, 5, 5]
    alone = mm.play("knuth", Adversary(rules), rules)
    assert set(games.secret) == {mm.codes.as_text(alone.secret)}
    games = mm.play_many("gold", mm.Rules(4, 6, 2), secret=adversary, **asked)
    assert set(games.secret) == {""}
    assert not games.solved.any()


def test_each_game_has_its_number_and_own_draws():
    numbers = []

    def maker(game):
        numbers.append(game)
        return Adversary(RULES)

    asked = {"games": 20, "seed": 1, "n_jobs": 1}
    games = mm.play_many("random_consistent", RULES, secret=maker, **asked)
    assert numbers == list(range(20))
    assert games.moves.nunique() > 10
    again = mm.play_many("random_consistent", RULES, secret=maker, **asked)
    assert games.equals(again)


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"secret": "0012", "games": 3}, TypeError, "secret: '0012' is a str; a funct"),
        ({"secret": adversary, "secrets": "all"}, ValueError, "secret, secrets: give "),
        ({"secret": adversary}, ValueError, "games, secrets: give one of them"),
        ({"secret": lambda game: 3, "games": 3}, TypeError, "secret: what it returned"),
        (
            {"secret": lambda game: lambda guess: 7, "games": 3},
            ValueError,
            r"secret: the codemaker answered 7 to guess 1, not \(black, white\)",
        ),
        (
            {"secret": adversary, "games": 3, "store": "x"},
            ValueError,
            "store: games against codemakers of your own are not kept",
        ),
    ],
)
def test_what_is_no_codemaker_is_refused(given, error, text):
    with pytest.raises(error, match=text):
        mm.play_many("knuth", mm.Rules(4, 6), seed=1, n_jobs=1, **given)
