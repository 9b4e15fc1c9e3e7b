"""Trees of other programs: what is written is read, and what is broken is told."""

import json

import pytest

import mmlib as mm

#: A strategy for 2 pegs and 3 colors, as dictionaries of several shapes.
TREE = {
    "guess": "01",
    "answers": {
        "1,0": {"guess": "00", "answers": {"0,0": {"guess": "21", "answers": {}}}},
    },
}


@pytest.fixture(params=["dictionary", "graphviz", "text"])
def form(request):
    return request.param


@pytest.mark.parametrize("size", [(2, 3), (3, 4), (4, 6)])
def test_a_tree_comes_back_in_every_form(tmp_path, form, size):
    tree = mm.strategy_tree("knuth", mm.Rules(*size))
    path = tmp_path / "knuth.txt"
    tree.save(path, format=form)
    tree.save(path, format=form)  # an equal one
    back = mm.StrategyTree.load(path)
    assert back.player == "knuth"
    assert (back.total, back.distribution.tolist()) == (
        tree.total,
        tree.distribution.tolist(),
    )
    again = tmp_path / "again.txt"
    back.save(again, format=form)
    assert mm.StrategyTree.load(again).total == tree.total
    with pytest.raises(FileExistsError, match=r"path: .* exists"):
        mm.strategy_tree("kooi", mm.Rules(*size)).save(path, format=form)


def nest(tree, shape, node=0):
    """A tree as others nest it."""
    pegs = tree.rules.pegs
    guess = mm.codes.as_text(mm.all_codes(tree.rules)[tree.guess[node]])
    after = {}
    for child in range(node + 1, len(tree)):
        if tree.parent[child] == node:
            black, white = divmod(int(tree.answer[child]), pegs + 1)
            after[black, white] = nest(tree, shape, child)
    return shape(guess, after, pegs)


SHAPES = {
    "pairs as keys": lambda guess, after, pegs: {"move": guess, "next": after},
    "the guess as key": lambda guess, after, pegs: {
        guess: {f"{black}{white}": value for (black, white), value in after.items()}
    },
    "bulls and cows, with the end": lambda guess, after, pegs: {
        "g": guess,
        "r": {f"{black}b{white}w": value for (black, white), value in after.items()}
        | {f"{pegs}b0w": None},
    },
    "white pegs first": lambda guess, after, pegs: {
        guess: {
            f"{white} white, {black} black": value
            for (black, white), value in after.items()
        }
    },
    "leaves alone": lambda guess, after, pegs: (
        {
            guess: {
                f"({black}, {white})": value for (black, white), value in after.items()
            }
        }
        if after
        else guess
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_dictionaries_of_others_are_read(tmp_path, shape):
    tree = mm.strategy_tree("kooi", mm.Rules(3, 4))
    contents = nest(tree, SHAPES[shape])
    path = tmp_path / "theirs.txt"
    path.write_text(repr(contents))
    back = mm.StrategyTree.load(path)
    assert (back.player, back.total) == ("theirs", tree.total)
    if shape != "pairs as keys":
        path.write_text(json.dumps(contents, indent=2))
        assert mm.StrategyTree.load(path).total == tree.total


def test_a_graph_of_others_is_read(tmp_path):
    path = tmp_path / "graph.dot"
    path.write_text("""digraph "one peg" {
        node [shape=box];
        a [shape=box, label="R"]
        "b" [label="G"]; c [label="B"];
        a -> b [color=red, label="0 black, 0 white"];
        b -> c [label="0,0"]; a -> end [label="1,0"]; end [label="found"];
    }""")
    with pytest.raises(ValueError, match="holds no strategy tree"):
        mm.StrategyTree.load(path)
    tree = mm.StrategyTree.load(path, alphabet="RGB")
    assert (tree.rules.pegs, tree.rules.colors, tree.total) == (1, 3, 6)


def test_colors_of_others_are_read_in_their_alphabet(tmp_path):
    tree = mm.strategy_tree("knuth", mm.Rules(2, 3))
    path = tmp_path / "letters.json"
    tree.save(path, format="dictionary")
    contents = json.loads(path.read_text())
    path.unlink()

    def lettered(part):
        if isinstance(part, str):
            return "".join("rgb"[int(digit)] for digit in part)
        return {
            "guess": lettered(part["guess"]),
            "answers": {
                answer: lettered(value) for answer, value in part["answers"].items()
            },
        }

    path.write_text(json.dumps(lettered(contents)))
    assert mm.StrategyTree.load(path, alphabet="RGB").total == tree.total
    with pytest.raises(ValueError, match=r"'r' in 'r.' is not a color"):
        mm.StrategyTree.load(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(TREE), "holds no strategy tree: its 3 nodes are too few"),
        ('{"0": 1}', "holds no strategy tree: .* has no guess, or several"),
        ('{"guess": "01", "x": {"5,0": "00"}}', "'5,0' is no answer on 2 pegs"),
        ('{"guess": "01", "x": {"one": "00"}}', "'one' is no answer, such as 1,1"),
        ('{"guess": "01", "x": {"-1,2": "00"}}', "'-1,2' is no answer, such as 1,1"),
        ('{"guess": "01", "x": {"1b1b": "00"}}', "'1b1b' is no answer, such as 1,1"),
        ('{"0": {"0,0": "1", "00": "1"}}', "the answer '00' is there twice"),
        ('{"guess": "", "x": {}}', "a guess has no peg"),
        ('digraph x { a [label="0"]; a -> b [label="0,0"]; }', "node b has no label"),
        ('{"guess": "01", "x": {"1,0": "000"}}', "guesses differ in their pegs"),
        ('{"guess": "01", "x": {"1,0": 3}}', "3 is neither a guess nor a dictionary"),
        ('{"guess": "0G", "x": {}}', "'G' in '0G' is not a color"),
        ("{'guess': '01', }}", "holds no strategy tree"),
        ('digraph x { a -> b [label="1,0"]; }', "one node that follows none, not 0"),
        ('digraph x { a [label="0"]; b [label="1"]; }', "follows none, not 2"),
        ("digraph x { }", "follows none, not 0"),
    ],
)
def test_what_is_no_tree_is_told(tmp_path, text, message):
    path = tmp_path / "tree.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        mm.StrategyTree.load(path)


def test_a_graph_that_meets_again_is_no_tree(tmp_path):
    """Of thirty such nodes a tree of a billion would come."""
    edges = "".join(
        f'n{i} [label="{i % 2}"]; n{i} -> n{i + 1} [label="0,0"];'
        f'n{i} -> n{i + 1} [label="1,0"];'
        for i in range(30)
    )
    path = tmp_path / "tree.dot"
    path.write_text(f'digraph x {{ {edges} n30 [label="0"]; }}')
    with pytest.raises(ValueError, match=r"holds no strategy tree: .* that is no tree"):
        mm.StrategyTree.load(path)
    circle = 'digraph x { a [label="1"]; b [label="0"]; a -> b [label="0,0"];'
    path.write_text(circle + ' b -> a [label="0,0"]; }')
    with pytest.raises(ValueError, match="follows none, not 0"):
        mm.StrategyTree.load(path)
