"""Codes whose pegs all differ in color: everything beside permutations in plain Python.

What has no use for such rules, or was never described for them, refuses them by name.
"""

import functools
import itertools
import pickle
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import mmlib as mm
from mmlib.game.codes import codes_at, index_of
from mmlib.reason import measures
from mmlib.reason.consistent import peg_by_peg
from mmlib.strategies.look_ahead import look_ahead
from tests import plain
from tests.chance import is_uniform

#: Bulls and Cows.
BULLS = mm.Rules(4, 10, repeats=False)

#: Small boards, on which brute force is quick.
SMALL = [
    mm.Rules(pegs, colors, repeats=False)
    for pegs, colors in [(1, 3), (2, 2), (2, 5), (3, 3), (3, 4), (3, 6), (4, 5)]
]

#: The players of the registry that play by such rules.
PLAYERS = [
    "depth_first",
    "entropic",
    "far_sighted",
    "one_step",
    "optimal",
    "random_consistent",
]

some_boards = pytest.mark.parametrize("rules", SMALL, ids=str)


def codes_of(rules):
    """Every code, by Python's own permutations."""
    return [*itertools.permutations(range(rules.colors), rules.pegs)]


def fitting(history, codes):
    """The codes that agree with all answers."""
    turns = [
        (tuple(guess), tuple(answer))
        for guess, answer in zip(
            history.guesses.tolist(), history.feedbacks.tolist(), strict=True
        )
    ]
    return [
        code
        for code in codes
        if all(plain.feedback(guess, code) == answer for guess, answer in turns)
    ]


def game_so_far(rules, turns, seed):
    """The first turns of a game with random guesses, and its secret."""
    rng = np.random.default_rng(seed)
    secret, *guesses = mm.random_codes(rules, turns + 1, rng=rng)
    answers = [plain.feedback(guess.tolist(), secret.tolist()) for guess in guesses]
    return mm.History(rules, guesses, answers)


@some_boards
def test_rules_count_codes_and_answers(rules):
    codes = codes_of(rules)
    answers = {plain.feedback(codes[0], code) for code in codes}
    assert rules.n_codes == len(codes)
    assert rules.n_feedbacks == len(answers)


def test_rules_tell_repeats_only_where_there_are_none():
    assert repr(mm.Rules(4, 6)) == "Rules(pegs=4, colors=6, max_guesses=10)"
    assert str(BULLS) == "4 pegs x 10 colors without repeats"
    assert eval(repr(BULLS), {"Rules": mm.Rules}) == BULLS
    assert pickle.loads(pickle.dumps(BULLS)) == BULLS != mm.Rules(4, 10)


@pytest.mark.parametrize(
    ("pegs", "colors", "repeats", "error", "text"),
    [
        (5, 4, False, ValueError, "repeats: 5 pegs cannot all differ in color with 4"),
        (8, 12, False, ValueError, "repeats: 8 pegs x 12 colors .* 19,958,400 codes; "),
        (4, 6, 0, TypeError, "repeats: 0 is an int; a bool is needed"),
    ],
)
def test_rules_refuse_a_board_without_codes_or_too_large(
    pegs, colors, repeats, error, text
):
    with pytest.raises(error, match=text):
        mm.Rules(pegs, colors, repeats=repeats)


@some_boards
def test_codes_come_in_lexicographic_order(rules):
    codes = mm.all_codes(rules)
    assert list(map(tuple, codes.tolist())) == codes_of(rules)
    indices = np.arange(rules.n_codes)
    assert index_of(codes, rules).tolist() == indices.tolist()
    assert codes_at(indices, rules).tolist() == codes.tolist()
    assert codes_at(1, rules).tolist() == codes[1].tolist()
    named = mm.codes.code_index(codes, rules.colors, repeats=False)
    assert named.tolist() == indices.tolist()


@pytest.mark.parametrize("repeats", [True, False])
def test_codes_at_is_the_inverse_of_index_of(repeats):
    rules = mm.Rules(7, 9, repeats=repeats)
    indices = np.random.default_rng(1).integers(0, rules.n_codes, 1000)
    codes = codes_at(indices, rules)
    assert index_of(codes, rules).tolist() == indices.tolist()
    assert codes.max() == 8


def test_random_codes_are_uniform():
    rules = mm.Rules(3, 5, repeats=False)
    drawn = mm.random_codes(rules, 6000, rng=np.random.default_rng(1))
    assert is_uniform(np.bincount(index_of(drawn, rules), minlength=rules.n_codes))


def test_codes_with_repeats_are_refused_with_their_place():
    message = r"secret: color 1 stands at positions 1 and 3; by these rules no color "
    with pytest.raises(ValueError, match=message):
        mm.as_code("0131", BULLS, name="secret")
    with pytest.raises(ValueError, match=r"color 3 .* positions 0 and 1 of row 1"):
        mm.as_codes([[0, 1, 2, 3], [3, 3, 0, 1]], BULLS)
    with pytest.raises(ValueError, match="guesses: color 2 stands"):
        mm.History(BULLS, ["0122"], [(1, 1)])


def test_codes_counted_from_one_are_refused_by_the_number_that_was_typed():
    rules = mm.Rules(4, 9, repeats=False)
    assert mm.as_code("1239", rules, first=1).tolist() == [0, 1, 2, 8]
    with pytest.raises(ValueError, match="color 9 stands at positions 2 and 3"):
        mm.as_code("1299", rules, first=1)


@some_boards
def test_first_guess_splits_all_codes(rules):
    codes = codes_of(rules)
    guess = codes[-1]
    counted = Counter(plain.feedback(guess, code) for code in codes)
    sizes = mm.first_guess.sizes(guess, rules)
    width = rules.pegs + 1
    found = {divmod(i, width): n for i, n in enumerate(sizes.tolist()) if n}
    assert found == counted
    assert mm.first_guess.kinds(rules).tolist() == [[*range(rules.pegs)]]


@pytest.mark.parametrize("turns", [0, 1, 2, 4])
@pytest.mark.parametrize("rules", SMALL[2:], ids=str)
def test_consistent_codes_are_those_of_brute_force(rules, turns):
    history = game_so_far(rules, turns, seed=turns)
    codes = fitting(history, codes_of(rules))
    assert list(map(tuple, mm.consistent.consistent_codes(history).tolist())) == codes
    assert mm.consistent.count_consistent(history) == len(codes)
    found, listed, decided = peg_by_peg(history, 1000, True)
    assert decided
    assert (found, sorted(map(tuple, listed.tolist()))) == (len(codes), codes)
    rng = np.random.default_rng(turns)
    draw = mm.consistent.random_consistent_code
    drawn = Counter(tuple(draw(history, rng=rng).tolist()) for _ in range(2000))
    assert set(drawn) == set(codes)
    assert len(codes) == 1 or is_uniform([drawn[code] for code in codes])
    met, tried = mm.consistent.consistent_by_chance(history, 200, 4000, rng=rng)
    assert tried <= 4000
    assert set(map(tuple, met.tolist())) <= set(codes)


def test_first_consistent_code_can_be_any():
    history = game_so_far(mm.Rules(4, 6, repeats=False), 2, seed=3)
    rng = np.random.default_rng(1)
    first = mm.consistent.first_consistent_code
    met = {tuple(first(history, rng=rng).tolist()) for _ in range(500)}
    assert met == set(fitting(history, codes_of(history.rules)))


def test_contradiction_names_the_turn():
    """With repeats 22 would fit; without them nothing does."""
    turns = (["01", "23"], [(0, 0), (1, 0)])
    assert not mm.consistent.contradiction(mm.History(mm.Rules(2, 4), *turns))
    history = mm.History(mm.Rules(2, 4, repeats=False), *turns)
    assert not fitting(history, codes_of(history.rules))
    assert "turn 2 (1 black 0 white)" in mm.consistent.contradiction(history)
    assert mm.hint(history).contradictions == [(0,), (1,)]


@pytest.mark.parametrize(
    "rules",
    [*SMALL[:-2], pytest.param(SMALL[-2], marks=pytest.mark.slow)],
    ids=str,
)
def test_null_model_agrees_with_fractions(rules):
    share = mm.null_model(rules).share
    assert share.tolist() == pytest.approx(
        [float(share) for share in plain.null_shares(codes_of(rules))], abs=1e-14
    )


def test_null_model_is_not_that_of_a_stored_board():
    assert mm.null_model(mm.Rules(4, 8, repeats=False)).mean < 5.0
    assert mm.null_model(mm.Rules(4, 8)).mean > 5.2


def least_total(rules):
    """The optimum by brute force: every guess in every position."""
    codes = codes_of(rules)
    answer = functools.cache(plain.feedback)

    @functools.cache
    def least(possible):
        if len(possible) <= 2:
            return 2 * len(possible) - 1
        best = None
        for guess in codes:
            classes = {}
            for code in possible:
                classes.setdefault(answer(guess, code), []).append(code)
            if len(classes) == 1:
                continue
            total = len(possible) + sum(
                least(tuple(members))
                for (black, _), members in classes.items()
                if black < rules.pegs
            )
            best = total if best is None else min(best, total)
        return best

    return least(tuple(codes))


@pytest.mark.parametrize("size", [(2, 5), (2, 7), (3, 4), (3, 5), (4, 4)])
def test_optimum_is_that_of_brute_force(size):
    rules = mm.Rules(*size, repeats=False)
    total = least_total(rules)
    proof = mm.prove_optimum(rules)
    proof.tree.check()
    assert proof.total == total
    assert mm.strategy_tree("optimal", rules).total == total
    assert mm.best_tree(rules).total == total
    assert look_ahead(rules).total >= total


def test_optimum_of_boards_with_and_without_repeats_are_kept_apart():
    with_repeats = mm.strategy_tree("optimal", mm.Rules(3, 4))
    without = mm.strategy_tree("optimal", mm.Rules(3, 4, repeats=False))
    assert with_repeats.total == 206
    assert without.total == least_total(without.rules) < 100
    optimal = mm.player("optimal")
    for tree in (with_repeats, without):
        games = mm.play_many(optimal, tree.rules, secrets="all", seed=1)
        assert games.guesses.sum() == tree.total


@pytest.mark.parametrize("objective", ["entropy", "parts", "largest", "expected_size"])
@pytest.mark.parametrize("tie_seed", [None, 1])
def test_one_step_makes_the_best_guess_there_is(objective, tie_seed):
    """Each guess of its tree splits as well as the best of all codes."""
    rules = mm.Rules(3, 6, repeats=False)
    player = mm.player("one_step", objective=objective, tie_seed=tie_seed)
    tree = mm.strategy_tree(player, rules)
    tree.check()
    codes = mm.all_codes(rules)
    for node, possible in tree._positions():
        if len(possible) < 2:
            continue
        sizes = mm.partitions.class_sizes(codes, codes[possible], colors=rules.colors)
        worth = {
            "entropy": measures.entropy,
            "parts": measures.parts,
            "largest": lambda sizes: -measures.largest(sizes),
            "expected_size": lambda sizes: -measures.expected_size(sizes),
        }[objective](sizes)
        assert worth[tree.guess[node]] == pytest.approx(worth.max(), abs=1e-9)


def test_one_step_tree_is_what_the_player_plays():
    rules = mm.Rules(3, 6, repeats=False)
    player = mm.player("one_step", objective="entropy", exhaustive_up_to=6)
    tree = mm.strategy_tree(player, rules)
    games = mm.play_many(player, rules, secrets="all", seed=1)
    assert games.guesses.tolist() == tree.guesses.tolist()


@pytest.mark.parametrize("guesses", ["auto", "bred", "drawn"])
@pytest.mark.parametrize("name", ["entropic", "far_sighted"])
def test_no_guess_has_repeats(name, guesses):
    """Those that it breeds or draws have none either."""
    player = mm.player(name, guesses=guesses, budget=600, population=60)
    playing = player.start(BULLS, populations=True)
    history = mm.History(BULLS)
    rng = np.random.default_rng(1)
    while not len(history) or history.feedbacks[-1, 0] < BULLS.pegs:
        guess = playing.next_guess(history, rng)
        for population in [guess[np.newaxis], *playing.search.populations]:
            assert all(len(set(code)) == 4 for code in population.tolist())
        history = history.after(guess, mm.feedback(guess, "5071"))


@pytest.mark.parametrize("name", PLAYERS)
def test_players_find_every_code(name):
    rules = mm.Rules(3, 5, repeats=False)
    games = mm.play_many(name, rules, secrets="all", seed=1)
    assert games.solved.all()
    assert games.guesses.mean() < 4.5


@pytest.mark.parametrize("name", sorted(set(mm.players().name) - set(PLAYERS)))
def test_other_players_refuse_by_name(name):
    with pytest.raises(ValueError, match=f"{name} was never described for codes "):
        mm.play(name, "0123", BULLS, rng=np.random.default_rng(1))
    with pytest.raises(ValueError, match=f"{name} was never described for codes "):
        mm.strategy_tree(name, BULLS)


def test_player_of_a_user_is_told_of_a_repeat():
    class Stubborn:
        name = "stubborn"

        def next_guess(self, history, rng):
            return np.array([0, 1, 2, 2], np.uint8)

    with pytest.raises(ValueError, match="stubborn: color 2 stands at positions 2 and"):
        mm.play(Stubborn(), "0123", BULLS, rng=np.random.default_rng(1))


@pytest.mark.parametrize(
    "call",
    [
        lambda: mm.problems.weights(BULLS),
        lambda: mm.evolve_strategy(BULLS, seed=1, generations=1),
        lambda: mm.board.Landscape(BULLS),
        lambda: mm.first_guess.lower_bound(BULLS, guesses=2),
    ],
)
def test_what_has_no_use_for_such_rules_says_so(call):
    with pytest.raises(ValueError, match=r"4 pegs x 10 colors without repeats: .* is "):
        call()


def test_bound_of_one_guess_is_below_the_optimum():
    for rules in SMALL:
        bound = mm.first_guess.lower_bound(rules)
        assert bound <= Fraction(mm.best_tree(rules).total, rules.n_codes)


@pytest.mark.parametrize("form", ["json", "text", "dictionary", "graphviz"])
def test_trees_round_trip(tmp_path, form):
    tree = mm.strategy_tree("one_step", mm.Rules(3, 5, repeats=False))
    path = tmp_path / f"one_step.{form}"
    tree.save(path, format=form)
    read = mm.StrategyTree.load(path)
    assert read.rules == tree.rules
    assert read.guesses.tolist() == tree.guesses.tolist()


def test_games_and_histories_round_trip(tmp_path):
    game = mm.play("random_consistent", "7410", BULLS, rng=np.random.default_rng(1))
    game.save(tmp_path / "game.json")
    assert mm.Game.load(tmp_path / "game.json").rules == BULLS
    history = game.history
    assert mm.History.from_text(repr(history)) == history
    with pytest.raises(ValueError, match="but the text is of 4 pegs x 10 colors with"):
        mm.History.from_text(repr(history), mm.Rules(4, 10))


def test_experiments_draw_apart_from_those_with_repeats():
    """The same secret, the same player, the same seed: other games."""
    drawn = [
        mm.play_many("random_consistent", rules, secrets=["0123"] * 50, seed=1)
        for rules in (BULLS, mm.Rules(4, 10))
    ]
    assert drawn[0].guesses.tolist() != drawn[1].guesses.tolist()


def test_store_tells_the_boards_apart(tmp_path):
    asked = {"games": 20, "seed": 1, "store": tmp_path / "games"}
    mm.play_many("random_consistent", BULLS, **asked)
    with pytest.raises(ValueError, match="holds another experiment"):
        mm.play_many("random_consistent", mm.Rules(4, 10), **asked)


def test_leaderboard_ranks_players():
    rules = mm.Rules(3, 5, repeats=False)
    ranks = mm.leaderboard(rules, ["optimal", "random_consistent"], "all", 1)
    assert ranks.ranking.player[0] == "optimal"


def test_hint_counts_codes_and_names_a_guess():
    history = mm.History(BULLS, ["0123"], [(1, 1)])
    hint = mm.hint(history)
    assert hint.left == 720 == len(fitting(history, codes_of(BULLS)))
    assert len(set(hint.guess.tolist())) == 4
    for text in hint.table.guess:
        assert len(set(text)) == 4


def test_board_takes_no_guess_with_repeats():
    board = mm.board.Play(BULLS, secret="0123", player="entropic")
    breaking = board.modes["break"]
    for code in ("4567", "0132", "1123", "0123"):
        breaking.composer.type(code)
        breaking.composer.play()
        if code == "1123":
            assert "No color repeats within a code here." in breaking.message
    assert breaking.history.feedbacks.tolist() == [[0, 0], [2, 2], [4, 0]]
    breaking.task.close()
