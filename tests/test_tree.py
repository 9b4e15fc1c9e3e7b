"""Strategy trees: the totals of the literature, and what a tree says of itself."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import mmlib as mm

CLASSIC = mm.Rules(4, 6)


@pytest.mark.parametrize(
    ("objective", "first", "total", "distribution"),
    [
        ("largest", None, 5801, [1, 6, 62, 533, 694]),
        ("largest", "0011", 5801, [1, 6, 62, 533, 694]),
        ("expected_size", None, 5696, [1, 10, 54, 645, 583, 3]),
        ("expected_size", "0011", 5764, [1, 8, 51, 586, 650]),
        ("entropy", None, 5722, [1, 4, 71, 612, 596, 12]),
        ("entropy", "0012", 5680, [1, 10, 56, 658, 567, 4]),
        ("parts", None, 5668, [1, 12, 72, 635, 569, 7]),
    ],
)
def test_totals_of_one_step_strategies(objective, first, total, distribution):
    tree = mm.strategy_tree(mm.player("one_step", objective=objective, first_guess=first), CLASSIC)
    assert tree.total == total
    assert tree.mean == Fraction(total, 1296)
    assert tree.distribution.tolist() == [0, *distribution]
    assert tree.max == len(distribution)
    tree.check()


@pytest.mark.parametrize(
    ("objective", "total", "longest"),
    [("largest", 183775, 7), ("parts", 181834, 8), ("expected_size", 180200, 7), ("entropy", 179704, 7)],
)
def test_totals_on_five_pegs(objective, total, longest):
    """As others found them: 5.6084, 5.5491, 5.4997; entropy 5.4856, 0.0015 more, with ties lost in floating point."""
    player = mm.player("one_step", objective=objective, first_guess="00112")
    tree = mm.strategy_tree(player, mm.Rules(5, 8))
    assert (tree.total, tree.max) == (total, longest)


@pytest.mark.parametrize(
    ("name", "first", "known"),
    [
        ("maxmin", None, 3.864),
        ("maxmin", "0123", 3.875),
        ("maxmin", "0012", 3.897),
        ("maxent", "0011", 3.810),
        ("maxent", None, 3.829),
        ("maxent", "0012", 3.765),
    ],
)
def test_guesses_until_the_code_is_known(name, first, known):
    tree = mm.strategy_tree(mm.player(name, first_guess=first), CLASSIC)
    assert tree.guesses_until_known.mean() == pytest.approx(known, abs=0.0005)
    assert (tree.guesses_until_known <= tree.guesses).all()


class Plain:
    """A player of one's own without a tree method: asks another for each guess."""

    def __init__(self, player):
        self.player, self.name = player, "plain"

    def next_guess(self, history, rng):
        return self.player.next_guess(history, rng)


@pytest.mark.parametrize("name", ["knuth", "norvig", "kooi", "maxmin", "maxent"])
def test_tree_is_what_is_played(name):
    rules = mm.Rules(4, 5, 12)
    tree = mm.strategy_tree(name, rules)
    slow = mm.strategy_tree(Plain(mm.player(name)), rules)
    for column in ("guess", "parent", "answer", "size"):
        assert getattr(tree, column).tolist() == getattr(slow, column).tolist()
    games = mm.play_many(name, rules, secrets="all", seed=1)
    assert games.guesses.tolist() == tree.guesses.tolist()


def test_objectives_can_change_from_guess_to_guess():
    """Entropy for the first guess, then parts: the tree of parts after the first guess of entropy."""
    mixed = mm.strategy_tree(mm.player("one_step", objective=("entropy", "parts")), CLASSIC)
    pure = {o: mm.strategy_tree(mm.player("one_step", objective=o), CLASSIC) for o in ("entropy", "parts")}
    first = mm.all_codes(CLASSIC)[pure["entropy"].guess[0]]
    assert pure["parts"].guess[0] != pure["entropy"].guess[0]
    after = mm.strategy_tree(mm.player("one_step", objective="parts", first_guess=first), CLASSIC)
    assert mixed.guess.tolist() == after.guess.tolist()
    assert mixed.guess.tolist() != pure["entropy"].guess.tolist()


def test_tree_does_not_hang_on_threads():
    from mmlib.tree import grow

    one, two = (grow("parts", mm.Rules(4, 6), ("parts",), n_threads=n) for n in (1, 2))
    assert one.guess.tolist() == two.guess.tolist()


def test_players_that_draw_have_no_tree():
    for name in ("random_consistent", "le_adoga"):
        with pytest.raises(TypeError, match=f"player: {name} draws random numbers"):
            mm.strategy_tree(name, CLASSIC)
    with pytest.raises(TypeError, match="player: knuth draws its first guess"):
        mm.strategy_tree(mm.player("knuth", first_guess="random"), CLASSIC)


def test_player_without_progress_is_stopped():
    class Stubborn:
        name = "stubborn"

        def next_guess(self, history, rng):
            return "0000"

    with pytest.raises(ValueError, match="player: stubborn has not found every code within 100 guesses"):
        mm.strategy_tree(Stubborn(), mm.Rules(4, 3))


def test_tree_comes_back_from_its_file(tmp_path):
    tree = mm.strategy_tree("kooi", mm.Rules(3, 4))
    tree.save(tmp_path / "kooi.json")
    back = mm.StrategyTree.load(tmp_path / "kooi.json")
    assert (back.player, back.rules.pegs, back.rules.colors) == ("kooi", 3, 4)
    assert back.guesses.tolist() == tree.guesses.tolist()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"guess": 0}, "says that .* codes are possible|has no guess after the answer"),
        ({"size": 1}, r"tree: node 1 .* says that"),
        ({"answer": 3}, "says that|has no guess"),
    ],
)
def test_a_wrong_tree_is_noticed(change, message, tmp_path):
    tree = mm.strategy_tree("kooi", mm.Rules(3, 4))
    ((column, by),) = change.items()
    values = getattr(tree, column).copy()
    values[1] = (values[1] + 7) % 64 if column == "guess" else values[1] + by
    wrong = replace(tree, **{column: values})
    with pytest.raises(ValueError, match=message):
        wrong.check()
    wrong.save(tmp_path / "wrong.json")
    with pytest.raises(ValueError, match=message):
        mm.StrategyTree.load(tmp_path / "wrong.json")


@pytest.mark.parametrize(
    "change",
    [{"guess": ["000"]}, {"parent": [0] * 30}, {"pegs": 40}, {"guess": [7]}, {"answer": "x"}, {"size": None}],
)
def test_a_broken_file_is_named(change, tmp_path):
    path = tmp_path / "kooi.json"
    mm.strategy_tree("kooi", mm.Rules(3, 4)).save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ValueError, match=r"path: .*kooi\.json holds no strategy tree"):
        mm.StrategyTree.load(path)


def test_one_step_settings_are_checked():
    for settings, message in (
        ({"objective": "size"}, "objective: 'size' is not one of"),
        ({"objective": ()}, r"objective: \(\) is neither one of"),
        ({"objective": 3}, "objective: 3 is neither one of largest"),
        ({"candidates": "possible"}, "candidates: 'possible' is not one of"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            mm.player("one_step", **settings)


def test_too_large_a_board_is_refused():
    with pytest.raises(ValueError, match="rules: 7 pegs x 10 colors have 10,000,000 codes"):
        mm.strategy_tree("knuth", mm.Rules(7, 10))
    with pytest.raises(ValueError, match="rules: 7 pegs x 10 colors have 10,000,000 codes"):
        mm.play("knuth", "0123456", mm.Rules(7, 10), rng=np.random.default_rng(1))
