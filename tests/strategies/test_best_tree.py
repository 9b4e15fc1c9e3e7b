"""The best tree that is known of a board: proven, stored, or searched for."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.strategies import best_tree
from mmlib.strategies.look_ahead import Pass
from tools.measure import best_trees, experiment

#: On 5 x 8, of a one-step strategy: the least of the four objectives.
ENTROPY = 179863


@pytest.mark.parametrize(
    ("pegs", "colors", "total"),
    [
        (1, 2, 3),
        (3, 4, 206),
        (4, 5, 2463),
        (4, 6, 5625),
        pytest.param(4, 7, 11228, marks=pytest.mark.slow),
    ],
)
def test_small_boards_are_proven(pegs, colors, total):
    """With seven colors the published mean is 4.676."""
    tree = mm.best_tree(mm.Rules(pegs, colors))
    assert (tree.player, tree.total) == ("optimal", total)
    tree.check()


def test_stored_tree():
    tree = mm.best_tree(mm.Rules(5, 8))
    assert (tree.player, tree.total) == ("look_ahead", 178328)
    assert tree.total < ENTROPY
    tree.check()


def test_stored_tree_is_what_its_recipe_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "BUILD", tmp_path / "build")
    narrow = Pass((20, 20, 10, 5), 0.02)
    monkeypatch.setattr(best_trees, "AGAIN", ((60, narrow),))
    monkeypatch.setattr(best_trees, "CLASSES", 20)
    best_trees.measure({(3, 5): (narrow,)}, tmp_path)
    monkeypatch.setattr(best_tree, "FOUND", tmp_path)
    tree = best_tree.stored(mm.Rules(3, 5))
    assert tree.total <= 460  # the optimum is 451
    tree.check()
    assert best_tree.stored(mm.Rules(3, 4)) is None


def test_what_takes_too_long_is_searched_for(monkeypatch):
    """And what is stored is taken with effort 0, or where it is better."""
    monkeypatch.setattr(best_tree, "EFFORT", 1000)
    rules = mm.Rules(4, 4)
    searched = mm.best_tree(rules)
    assert (searched.player, searched.total) == ("look_ahead", 905)
    worse = mm.strategy_tree("knuth", rules)
    monkeypatch.setattr(best_tree, "stored", lambda rules: worse)
    assert mm.best_tree(rules) is worse
    assert mm.best_tree(rules, effort=1).total == 905


def test_what_it_cannot_do_is_named():
    for effort, message in (
        (4, "effort: 4 is not in 0..3"),
        (-1, r"effort: -1 is not in 0\.\.3"),
    ):
        with pytest.raises(ValueError, match=message):
            mm.best_tree(mm.Rules(3, 4), effort=effort)
    with pytest.raises(
        TypeError, match=r"effort: 0\.5 is a float; a whole number in 0\.\.3 is needed"
    ):
        mm.best_tree(mm.Rules(3, 4), effort=0.5)
    with pytest.raises(TypeError, match="rules: "):
        mm.best_tree("4x6")
    with pytest.raises(
        ValueError, match="rules: 7 pegs x 10 colors have 10,000,000 codes"
    ):
        mm.best_tree(mm.Rules(7, 10))


def test_a_stored_file_is_small():
    for file in best_tree.FOUND.iterdir():
        assert len(file.read_bytes()) < 150_000
        with np.load(str(file), allow_pickle=False) as contents:
            assert contents["guess"].dtype == np.int32
