"""The nested text form of trees: what is written is read; what is broken is told."""

import warnings

import numpy as np
import pytest

import mmlib as mm
from mmlib.strategies import nested
from mmlib.strategies.tree import StrategyTree

#: The example of the contest that asked for this form: 21 guesses for 2 x 3.
EXAMPLE = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"


def test_the_example_of_the_contest_takes_the_guesses_that_it_says(tmp_path):
    (tmp_path / "example.txt").write_text(EXAMPLE)
    tree = StrategyTree.load(tmp_path / "example.txt")
    assert (tree.name, tree.total, tree.rules) == ("example", 21, mm.Rules(2, 3))
    games = mm.play_many(tree, mm.Rules(2, 3), secrets="all", seed=1)
    assert games.guesses.sum() == 21


@pytest.mark.parametrize(
    ("player", "rules"),
    [("knuth", mm.Rules(4, 6)), ("kooi", mm.Rules(3, 5)), ("optimal", mm.Rules(2, 16))],
)
def test_a_tree_comes_back_as_it_was(tmp_path, player, rules):
    tree = mm.strategy_tree(player, rules)
    tree.save(tmp_path / f"{player}.txt", format="text")
    again = StrategyTree.load(tmp_path / f"{player}.txt")
    assert again.player == player
    for column in ("guess", "parent", "answer", "size"):
        assert np.array_equal(getattr(again, column), getattr(tree, column))


def test_blanks_between_the_signs_mean_nothing():
    spread = EXAMPLE.replace(":", " :\n\t").replace(",", "\n, ")
    assert nested.read(spread) == nested.read(EXAMPLE)
    assert nested.written(nested.read(spread)) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("AB}", "character 3: '}' is not the end"),
        ("{AB:", "character 5: the end is not '{'"),
        ("{AB:{10:AA}", "character 12: the end is not '}'"),
        ("{AB:{1:AC}}", "character 6: '1' is not an answer of two digits"),
        ("{AB:{10:A}}", "character 9: 'A' is not a guess"),
        ("{AZ:{10:AA}}", "character 2: 'AZ' is not a guess"),
        ("{AB:{10:AC,}}", "character 12: '}' is not an answer of two digits"),
        (EXAMPLE + "x", "character 63: 'x' is not the end"),
        (EXAMPLE.replace("CA", "AC"), "too few|has no guess"),
        (EXAMPLE.replace("00:CC", "00:CC,11:AA"), r"node 9 \(00\) is never reached"),
        (EXAMPLE.replace("02:BA,", ""), r"nodes are too few"),
        ("{{AB:{10:AA}}}", "character 2: '{' is not a guess"),
        ("{AB:{10:" * 20_000, "recursion"),
    ],
)
def test_what_is_broken_is_told(tmp_path, text, says):
    (tmp_path / "broken.txt").write_text(text)
    with pytest.raises(ValueError, match=says) as caught:
        StrategyTree.load(tmp_path / "broken.txt")
    assert "broken.txt holds" in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("format", ["json", "text"])
def test_editors_write_other_encodings(tmp_path, encoding, format):
    file = tmp_path / "tree.txt"
    tree = mm.strategy_tree("knuth", mm.Rules(2, 3))
    tree.save(file, format=format)
    file.write_bytes(file.read_text().encode(encoding))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # edited since
        assert StrategyTree.load(file).guess.tolist() == tree.guess.tolist()


def test_no_other_file_is_replaced(tmp_path):
    file = tmp_path / "tree.txt"
    tree = mm.strategy_tree("knuth", mm.Rules(3, 3))
    tree.save(file, format="text")
    tree.save(file, format="text")  # an equal one
    with pytest.raises(FileExistsError, match="exists; move it"):
        mm.strategy_tree("knuth", mm.Rules(3, 4)).save(file, format="text")
    assert StrategyTree.load(file).rules == mm.Rules(3, 3)


def test_what_the_form_cannot_hold_is_refused(tmp_path):
    tree = mm.strategy_tree("knuth", mm.Rules(10, 2))
    with pytest.raises(ValueError, match="10 pegs take more, at most 9"):
        tree.save(tmp_path / "tree.txt", format="text")
    with pytest.raises(ValueError, match="format: 'xml'"):
        tree.save(tmp_path / "tree.txt", format="xml")
    assert not list(tmp_path.iterdir())
