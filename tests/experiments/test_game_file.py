"""Games that are saved and loaded."""

import json

import numpy as np
import pytest

import mmlib as mm
from mmlib.experiments.game_file import FIELDS


@pytest.fixture
def game():
    return mm.play("berghman", "0314", mm.Rules(4, 6, 12), seed=1)


def test_a_game_comes_back_as_it_was(tmp_path, game):
    path = tmp_path / "game.json"
    game.save(path)
    game.save(path)  # its own file
    back = mm.Game.load(path)
    assert repr(back) == repr(game)
    assert (back.guesses == game.guesses).all()
    assert back.guesses.dtype == np.uint8
    assert (back.feedbacks == game.feedbacks).all()
    assert back.feedbacks.dtype == np.int64
    assert (back.secret == game.secret).all()
    for name in ("player", "rules", "solved", "scoring", "seed"):
        assert getattr(back, name) == getattr(game, name)
    assert (back.generations, back.evaluations) == (game.generations, game.evaluations)
    assert back.turns == ()
    assert back.history == game.history


def test_a_game_of_a_codemaker_that_kept_its_secret_comes_back(tmp_path):
    lost = mm.play("le_adoga", lambda guess: (0, 1), mm.Rules(4, 6, 2), seed=1)
    lost.save(tmp_path / "lost.json")
    back = mm.Game.load(tmp_path / "lost.json")
    assert back.secret is None
    assert not back.solved
    assert repr(back) == repr(lost)
    counted = mm.play("nine_colors", "001122", mm.Rules(6, 9), seed=3)
    counted.save(tmp_path / "nine.json")
    assert mm.Game.load(tmp_path / "nine.json").history == counted.history


def test_a_game_replaces_no_file_but_its_own_kind(tmp_path, game):
    path = tmp_path / "game.json"
    path.write_text("mine, not written by mmlib")
    with pytest.raises(FileExistsError, match="path: "):
        game.save(path)
    assert path.read_text() == "mine, not written by mmlib"
    tree = tmp_path / "tree.json"
    mm.strategy_tree("knuth", mm.Rules(2, 3)).save(tree)
    with pytest.raises(FileExistsError, match="path: "):
        game.save(tree)
    with pytest.raises(FileNotFoundError, match="path: there is no folder"):
        game.save(tmp_path / "nowhere" / "game.json")


def test_a_game_that_was_edited_is_told(tmp_path, game):
    path = tmp_path / "game.json"
    game.save(path)
    path.write_text(path.read_text().replace("berghman", "mine"))
    with pytest.warns(UserWarning, match="was edited after it was saved"):
        assert mm.Game.load(path).player == "mine"
    with pytest.warns(UserWarning, match="damaged"):
        game.save(path)
    assert mm.Game.load(path).player == "berghman"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"secret": "0315"}, "feedbacks: the secret earns .* in turn"),
        ({"secret": "9999"}, "secret: color 9"),
        ({"guesses": ["0012"]}, "feedbacks: .* answers came with 1 guesses"),
        ({"pegs": 5}, "guesses: row 0: has 4 pegs, the board has 5"),
        ({"guesses": [], "feedbacks": []}, "guesses: the game is not over"),
        ({"max_guesses": 1}, "guesses: the game went on after its end"),
        ({"evaluations": -1}, "evaluations: -1 is not in"),
        ({"player": 3}, "player: 3 is an int"),
        ({"seed": "one"}, "seed: 'one' is a str"),
        ({"scoring": "mine"}, "scoring: 'mine'"),
    ],
)
def test_a_file_that_holds_no_game_is_named(tmp_path, game, change, message):
    path = tmp_path / "game.json"
    game.save(path)
    contents = json.loads(path.read_text())
    path.write_text(json.dumps(contents | change))
    with pytest.raises(ValueError, match=f"path: .*game.json holds no game: {message}"):
        mm.Game.load(path)


@pytest.mark.parametrize("missing", FIELDS)
def test_a_file_without_a_field_is_named(tmp_path, game, missing):
    path = tmp_path / "game.json"
    game.save(path)
    contents = json.loads(path.read_text())
    del contents[missing]
    path.write_text(json.dumps(contents))
    with pytest.raises(ValueError, match=f"holds no game: it has no '{missing}'"):
        mm.Game.load(path)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe\x00", b"[" * 10**5])
def test_a_file_that_is_none_is_named(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"path: .* holds no game"):
        mm.Game.load(path)
