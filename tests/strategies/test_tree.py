"""Strategy trees: the totals of the literature, and what a tree says of itself."""

import json
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import mmlib as mm
from tests import plain

#: The classic board.
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
        (
            ("expected_size", "expected_size", "exhaustive"),
            None,
            5656,
            [1, 10, 68, 656, 559, 2],
        ),
        (("entropy", "entropy", "exhaustive"), "0012", 5651, [1, 10, 69, 659, 555, 2]),
        (("parts", "parts", "exhaustive"), None, 5647, [1, 12, 70, 654, 558, 1]),
    ],
)
def test_totals_of_one_step_strategies(objective, first, total, distribution):
    tree = mm.strategy_tree(
        mm.player("one_step", objective=objective, first_guess=first), CLASSIC
    )
    assert tree.total == total
    assert tree.mean == Fraction(total, 1296)
    assert tree.distribution.tolist() == [0, *distribution]
    assert tree.max == len(distribution)
    tree.check()


@pytest.mark.parametrize(
    ("name", "settings", "total", "longest"),
    [
        ("shapiro", {"order": "lexicographic"}, 7471, 9),
        ("irving", {}, 5656, 6),
        ("neuwirth", {}, 5656, 6),
        ("neuwirth", {"exhaustive_up_to": 0}, 5680, 6),
        ("neuwirth", {"exhaustive_up_to": 1296}, 5625, 6),
        ("two_phase", {}, 5625, 6),
        ("two_phase", {"k": 177}, 5627, 6),
        ("two_phase", {"first_guess": "0123"}, 5683, 6),
        ("two_phase", {"k": 23, "d": 1}, 5649, 6),
        ("two_phase", {"k": 1, "objective": "largest"}, 5801, 5),
        ("norvig", {}, 5834, 6),
    ],
)
def test_totals_of_other_strategies(name, settings, total, longest):
    tree = mm.strategy_tree(mm.player(name, **settings), CLASSIC)
    assert (tree.total, tree.max) == (total, longest)
    tree.check()


@pytest.mark.parametrize(
    ("objective", "arithmetic", "total", "longest", "theirs", "within"),
    [
        ("largest", "exact", 183775, 7, 5.6084, 0.00005),
        ("parts", "exact", 181834, 8, 5.5491, 0.00005),
        ("expected_size", "single_precision", 180214, 7, 5.4997, 0.00005),
        ("entropy", "single_precision", 179746, 7, 5.4856, 0.0005),
        ("expected_size", "exact", 180200, 7, None, None),
        ("entropy", "exact", 179704, 7, None, None),
    ],
)
def test_totals_on_five_pegs(objective, arithmetic, total, longest, theirs, within):
    """`theirs` is what a program prints that computes in single precision.

    Its logarithms differ from ours.
    """
    player = mm.player(
        "one_step", objective=objective, arithmetic=arithmetic, first_guess="00112"
    )
    tree = mm.strategy_tree(player, mm.Rules(5, 8))
    assert (tree.total, tree.max) == (total, longest)
    if theirs:
        assert abs(float(tree.mean) - theirs) <= within


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
        self.player = player
        self.name = "plain"

    def next_guess(self, history, rng):
        return self.player.next_guess(history, rng)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        (name, {})
        for name in (
            "knuth",
            "norvig",
            "kooi",
            "maxmin",
            "maxent",
            "irving",
            "neuwirth",
        )
    ]
    + [
        ("two_phase", {"k": 8}),
        ("one_step", {"objective": "entropy", "weights": {(4, 0): 2, (0, 1): 0.5}}),
    ]
    + [("one_step", {"objective": "entropy", "arithmetic": "single_precision"})]
    + [
        ("one_step", {"objective": "parts+entropy"}),
        ("one_step", {"objective": "parts", "tie_seed": 3}),
    ],
)
def test_tree_is_what_is_played(name, settings):
    rules = mm.Rules(4, 5, 12)
    name = mm.player(name, **settings)
    tree = mm.strategy_tree(name, rules)
    slow = mm.strategy_tree(Plain(name), rules)
    for column in ("guess", "parent", "answer", "size"):
        assert getattr(tree, column).tolist() == getattr(slow, column).tolist()
    games = mm.play_many(name, rules, secrets="all", seed=1)
    assert games.guesses.tolist() == tree.guesses.tolist()


def test_objectives_can_change_from_guess_to_guess():
    """Entropy for the first guess, then parts.

    It is the tree of parts after the first guess of entropy.
    """
    mixed = mm.strategy_tree(
        mm.player("one_step", objective=("entropy", "parts")), CLASSIC
    )
    pure = {
        o: mm.strategy_tree(mm.player("one_step", objective=o), CLASSIC)
        for o in ("entropy", "parts")
    }
    first = mm.all_codes(CLASSIC)[pure["entropy"].guess[0]]
    assert pure["parts"].guess[0] != pure["entropy"].guess[0]
    after = mm.strategy_tree(
        mm.player("one_step", objective="parts", first_guess=first), CLASSIC
    )
    assert mixed.guess.tolist() == after.guess.tolist()
    assert mixed.guess.tolist() != pure["entropy"].guess.tolist()


def test_settled_by_chance_every_guess_is_among_the_best():
    """The same number, the same strategy; over many numbers, several ones."""
    rules = mm.Rules(3, 4)
    every = [tuple(code) for code in mm.all_codes(rules).tolist()]
    trees = set()
    for seed in range(12):
        tree = mm.strategy_tree(
            mm.player("one_step", objective="parts", tie_seed=seed), rules
        )
        again = mm.strategy_tree(
            mm.player("one_step", objective="parts", tie_seed=seed), rules
        )
        assert tree.guess.tolist() == again.guess.tolist()
        tree.check()
        trees.add(tuple(tree.guess.tolist()))
        possible = {0: set(every)}
        for node in range(len(tree)):
            if node:
                parent = every[tree.guess[tree.parent[node]]]
                answer = divmod(int(tree.answer[node]), rules.pegs + 1)
                above = possible[tree.parent[node]]
                possible[node] = {
                    code for code in above if plain.feedback(parent, code) == answer
                }
            ranks = {
                g: (plain.badness(g, possible[node], "parts"), g not in possible[node])
                for g in every
            }
            assert ranks[every[tree.guess[node]]] == min(ranks.values())
    assert len(trees) > 3


def test_weights_weigh_answers():
    rules = mm.Rules(3, 4)
    weights = {(3, 0): 2.5, (0, 1): 0.25, (1, 1): 1.5}
    tree = mm.strategy_tree(
        mm.player("one_step", objective="entropy", weights=weights), rules
    )
    every = [tuple(code) for code in mm.all_codes(rules).tolist()]
    possible = set(every)
    for node in [0, *np.flatnonzero(tree.parent == 0)]:
        if node:
            answer = divmod(int(tree.answer[node]), rules.pegs + 1)
            possible = {
                code
                for code in every
                if plain.feedback(every[tree.guess[0]], code) == answer
            }
        worth = {
            guess: plain.weighted_entropy(guess, possible, weights) for guess in every
        }
        assert worth[every[tree.guess[node]]] == pytest.approx(
            max(worth.values()), abs=1e-6
        )
    plain_entropy = mm.strategy_tree(mm.player("one_step", objective="entropy"), rules)
    assert tree.guess.tolist() != plain_entropy.guess.tolist()
    ones = mm.strategy_tree(
        mm.player("one_step", objective="entropy", weights={(3, 0): 1}), rules
    )
    assert ones.guess.tolist() == plain_entropy.guess.tolist()


def test_weights_by_turn_weigh_the_answers_of_their_turn():
    """Each position is as the weights of its turn alone would have it.

    The last weights go on.
    """
    rules = mm.Rules(3, 4)
    sets = [{}, {(3, 0): 2.5, (0, 1): 0.25, (1, 1): 1.5}, {(0, 2): 3, (2, 0): 0.1}]
    tree = mm.strategy_tree(
        mm.player("one_step", objective="entropy", weights=sets, first_guess="001"),
        rules,
    )
    every = [tuple(code) for code in mm.all_codes(rules).tolist()]
    possible = {}
    deep = 0
    possible[0] = set(every)
    for node in range(1, len(tree)):
        parent = every[tree.guess[tree.parent[node]]]
        answer = divmod(int(tree.answer[node]), rules.pegs + 1)
        possible[node] = {
            code
            for code in possible[tree.parent[node]]
            if plain.feedback(parent, code) == answer
        }
        if len(possible[node]) > 1:
            by = sets[min(tree.depth[node] - 1, 2)]
            worth = {
                guess: plain.weighted_entropy(guess, possible[node], by)
                for guess in every
            }
            assert worth[every[tree.guess[node]]] == pytest.approx(
                max(worth.values()), abs=1e-6
            )
            deep += tree.depth[node] > 2
    assert deep > 5
    played = mm.player("one_step", objective="entropy", weights=sets, first_guess="001")
    games = mm.play_many(played, rules, secrets="all", seed=1, n_jobs=1)
    assert games.guesses.tolist() == tree.guesses.tolist()


def test_published_weights_take_as_many_guesses_as_published():
    """Gur (2025): 5636 by turn, 5646 with one set for all turns."""
    table = mm.published.evolved_weights
    found = {}
    for name, rows in table.groupby("weights"):
        sets = [
            {
                (black, white): weight
                for black, white, weight in turn[
                    ["black", "white", "weight"]
                ].to_numpy()
            }
            for _, turn in rows.groupby("turn", dropna=False)
        ]
        sets = [
            {(int(b), int(w)): weight for (b, w), weight in each.items()}
            for each in sets
        ]
        weights = sets[0] if len(sets) == 1 else [{}, *sets]
        player = mm.player(
            "one_step", objective="entropy", weights=weights, first_guess="0012"
        )
        found[name] = mm.strategy_tree(player, CLASSIC).total
    assert found == {
        "stage, rounded": 5636,
        "stage, four digits": 5636,
        "fixed": 5646,
        "fixed, four digits": 5646,
    }


@pytest.mark.parametrize(("k", "d"), [(1, 0), (3, 1), (2, 2), (100, 1)])
@pytest.mark.parametrize("objective", ["parts", "expected_size", "largest"])
def test_two_phases_are_those_of_plain_recursion(k, d, objective):
    rules = mm.Rules(2, 5)
    every = [tuple(code) for code in mm.all_codes(rules).tolist()]
    tree = mm.strategy_tree(
        mm.player("two_phase", k=k, d=d, objective=objective, first_guess="01"), rules
    )
    classes = {}
    for code in set(every) - {(0, 1)}:
        classes.setdefault(plain.feedback((0, 1), code), set()).add(code)
    below = [
        plain.explored(frozenset(part), every, k, d, objective)
        for part in classes.values()
    ]
    assert tree.total == len(every) + sum(below)


def test_tree_does_not_hang_on_threads():
    from mmlib.strategies.build_tree import grow
    from mmlib.strategies.objectives import prepare

    one, two = (
        grow("parts", CLASSIC, [prepare("parts", CLASSIC)], n_threads=n) for n in (1, 2)
    )
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

    with pytest.raises(
        ValueError, match="player: stubborn has not found every code within 100 guesses"
    ):
        mm.strategy_tree(Stubborn(), mm.Rules(4, 3))


def test_tree_comes_back_from_its_file(tmp_path):
    tree = mm.strategy_tree("kooi", mm.Rules(3, 4))
    for _ in range(2):  # the second replaces the first
        tree.save(tmp_path / "kooi.json")
    back = mm.StrategyTree.load(tmp_path / "kooi.json")
    assert (back.player, back.rules.pegs, back.rules.colors) == ("kooi", 3, 4)
    assert back.guesses.tolist() == tree.guesses.tolist()
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(FileNotFoundError, match=r"path: there is no folder .*nowhere"):
        tree.save(tmp_path / "nowhere" / "kooi.json")
    (tmp_path / "empty.json").write_text("{}")
    with pytest.raises(
        FileExistsError, match=r"path: .*empty\.json was not written by mmlib"
    ):
        tree.save(tmp_path / "empty.json")
    with pytest.raises(ValueError, match="holds no strategy tree: it has no 'pegs'"):
        mm.StrategyTree.load(tmp_path / "empty.json")


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
    with pytest.raises(ValueError, match=rf"path: .*wrong\.json .*({message})"):
        mm.StrategyTree.load(tmp_path / "wrong.json")


@pytest.mark.parametrize(
    "change",
    [
        {"guess": ["000"]},
        {"parent": [0] * 30},
        {"pegs": 40},
        {"guess": [7]},
        {"answer": "x"},
        {"size": None},
    ],
)
def test_a_broken_file_is_named(change, tmp_path):
    path = tmp_path / "kooi.json"
    mm.strategy_tree("kooi", mm.Rules(3, 4)).save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ValueError, match=r"path: .*kooi\.json holds no strategy tree"):
        mm.StrategyTree.load(path)


def first(value):
    """A change of the first entry of a column."""
    return lambda column: [value, *column[1:]]


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("parent", first(-1.5), "parent of node 0: -1.5 is a float"),
        ("parent", first(0), "parent of node 0: 0 is not in -1..-1"),
        (
            "parent",
            lambda column: [-1, 1, *column[2:]],
            "parent of node 1: 1 is not in 0..0",
        ),
        (
            "parent",
            lambda column: [-1, False, *column[2:]],
            "parent of node 1: False is a boolean",
        ),
        ("size", first(4.7), "size of node 0: 4.7 is a float"),
        ("size", first(64.0), "size of node 0: 64.0 is a float"),
        ("size", first("64"), "size of node 0: '64' is a str"),
        ("size", first([64]), r"size of node 0: \[64\] is a list"),
        ("size", first(float("nan")), "size of node 0: nan is a float"),
        ("size", first(10**400), "size of node 0: 10+ is not in 1..64"),
        ("size", first(0), "size of node 0: 0 is not in 1..64"),
        ("answer", first(256), "answer of node 0: 256 is not in 0..12"),
        ("answer", first(True), "answer of node 0: True is a boolean"),
        ("guess", first([0, 0, 1]), r"guess: \[0, 0, 1\] is a list"),
        ("guess", first("0\ud800"), "is not a color"),
        (
            "guess",
            lambda column: {"0": column},
            "guess: .* is a dict; a list is needed",
        ),
        ("guess", lambda column: column[:-1], "its columns differ in length"),
        ("pegs", lambda pegs: 3.0, "pegs: 3.0 is a float"),
        ("colors", lambda colors: True, "colors: True is a boolean"),
        ("player", lambda player: 7, "player: 7 is an int"),
        ("player", lambda player: "\ud800", "player: .* holds half of a character"),
    ],
)
def test_odd_entries_of_a_file_are_named(name, change, message, tmp_path):
    path = tmp_path / "kooi.json"
    mm.strategy_tree("kooi", mm.Rules(3, 4)).save(path)
    contents = json.loads(path.read_text())
    path.write_text(json.dumps(contents | {name: change(contents[name])}))
    with pytest.raises(
        ValueError, match=rf"path: .*kooi\.json holds no strategy tree: .*{message}"
    ):
        mm.StrategyTree.load(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"3", b"[]", b"\xff\xfe\0", b"[" * 100_000, b"1" * 10_000, b'{"pegs": 3}'],
)
def test_a_file_that_is_no_tree_is_named(content, tmp_path):
    path = tmp_path / "kooi.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"path: .*kooi\.json holds no strategy tree"):
        mm.StrategyTree.load(path)


def test_a_short_file_about_a_large_board_is_refused_at_once(tmp_path, monkeypatch):
    path = tmp_path / "large.json"
    columns = {"guess": ["0123456"], "parent": [-1], "answer": [0], "size": [10**7]}
    path.write_text(json.dumps({"player": "x", "pegs": 7, "colors": 10} | columns))
    monkeypatch.setattr("mmlib.strategies.tree.all_codes", None)  # all ten million
    with pytest.raises(
        ValueError,
        match=r"large\.json .*: its 1 nodes are too few for the 10,000,000 codes",
    ):
        mm.StrategyTree.load(path)


def test_other_layouts_of_a_tree_are_read(tmp_path):
    """Those of editors, and that of version 1.0, which had no sum."""
    path = tmp_path / "kooi.json"
    tree = mm.strategy_tree("kooi", mm.Rules(3, 4))
    tree.save(path)
    contents = json.loads(path.read_text())
    del contents["sha256"]
    for content in (
        json.dumps(contents),
        json.dumps(contents, indent=2),
        "\ufeff" + json.dumps(contents),
    ):
        path.write_text(content, encoding="utf-8")
        assert mm.StrategyTree.load(path).total == tree.total


def test_one_step_settings_are_checked():
    for settings, message in (
        ({"objective": "size"}, "objective: 'size' is not one of"),
        ({"objective": ()}, r"objective: \(\) is neither one of"),
        ({"objective": 3}, "objective: 3 is neither one of largest"),
        ({"candidates": "possible"}, "candidates: 'possible' is not one of"),
        (
            {"objective": "largest+parts"},
            r"objective: 'largest\+parts' is not two different ones of",
        ),
        (
            {"objective": ("exhaustive",)},
            "objective: 'exhaustive' stands last, after others",
        ),
        (
            {"objective": ("exhaustive", "parts")},
            "objective: 'exhaustive' stands last, after others",
        ),
        (
            {"arithmetic": "double"},
            "arithmetic: 'double' is not one of exact, single_precision",
        ),
        (
            {"objective": "parts", "weights": {(4, 0): 2}},
            "weights: they go with the objective 'entropy', not 'parts'",
        ),
        (
            {"objective": "entropy", "weights": {(4, 0): 0}},
            r"weights: weight of \(4, 0\): 0 is not",
        ),
        ({"objective": "entropy", "weights": {4: 2}}, "weights: 4 is not an answer"),
        (
            {"objective": "entropy", "weights": []},
            r"weights: \[\] is a list; a dict such as",
        ),
        (
            {"objective": "entropy", "weights": [{(4, 0): 2}, 3]},
            "weights: 3 is an int; a dict of a turn is needed",
        ),
        (
            {"objective": "entropy", "weights": [{}, {(4, 0): 17}]},
            r"weights: weight of \(4, 0\): 17 is not",
        ),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            mm.player("one_step", **settings)


def test_settings_that_do_not_fit_the_board():
    with pytest.raises(
        ValueError,
        match="weights: 5 black and 0 white pegs are no answer on 4 pegs x 6 colors",
    ):
        mm.strategy_tree(
            mm.player("one_step", objective="entropy", weights={(5, 0): 2}), CLASSIC
        )
    with pytest.raises(
        ValueError,
        match="weights: 3 black and 1 white pegs are no answer on 4 pegs x 6 colors",
    ):
        mm.strategy_tree(
            mm.player("one_step", objective="entropy", weights={(3, 1): 2}), CLASSIC
        )
    single = {"arithmetic": "single_precision"}
    with pytest.raises(
        ValueError, match="weights: there is no version of them in single precision"
    ):
        mm.strategy_tree(
            mm.player("one_step", objective="entropy", weights={(4, 0): 2}, **single),
            CLASSIC,
        )
    with pytest.raises(
        ValueError,
        match=r"objective: 'parts\+entropy' has no version in single precision",
    ):
        mm.strategy_tree(
            mm.player("one_step", objective="parts+entropy", **single), CLASSIC
        )
    with pytest.raises(
        ValueError,
        match="rules: 5 pegs x 8 colors have 32,768 codes; exhaustive search at",
    ):
        mm.strategy_tree("irving", mm.Rules(5, 8))


def test_too_large_a_board_is_refused():
    with pytest.raises(
        ValueError, match="rules: 7 pegs x 10 colors have 10,000,000 codes"
    ):
        mm.strategy_tree("knuth", mm.Rules(7, 10))
    with pytest.raises(
        ValueError, match="rules: 7 pegs x 10 colors have 10,000,000 codes"
    ):
        mm.play("knuth", "0123456", mm.Rules(7, 10), rng=np.random.default_rng(1))


def test_a_tree_plays_every_code_as_it_says():
    tree = mm.strategy_tree("knuth", CLASSIC)
    games = mm.play_many(tree, CLASSIC, secrets="all", seed=1)
    assert games.guesses.tolist() == tree.guesses.tolist()
    assert set(games.player) == {"knuth"}


def test_a_tree_plays_one_game_and_is_checked():
    tree = mm.best_tree(mm.Rules(3, 5))
    game = mm.play(tree, "304", tree.rules, rng=np.random.default_rng(1))
    assert len(game) == tree.guesses[3 * 25 + 0 * 5 + 4]
    assert mm.check_player(tree, tree.rules).solved.all()


def test_a_tree_stands_on_the_leaderboard():
    rules = mm.Rules(3, 4)
    players = {"the best": mm.best_tree(rules), "knuth": "knuth"}
    ranks = mm.leaderboard(rules, players, "all", 1, timed=False)
    assert ranks.ranking.player.tolist() == ["the best", "knuth"]
    assert ranks.ranking["mean"].iloc[0] == pytest.approx(
        float(players["the best"].mean)
    )


def test_a_tree_written_out_again_is_the_same():
    tree = mm.strategy_tree("kooi", mm.Rules(3, 4))
    again = mm.strategy_tree(tree, tree.rules)
    assert again.guess.tolist() == tree.guess.tolist()


def test_a_tree_heeds_the_limit_of_the_game_and_not_its_own():
    tree = mm.strategy_tree("knuth", CLASSIC)
    game = mm.play(tree, "5432", mm.Rules(4, 6, max_guesses=2), seed=1)
    assert len(game) == 2
    assert not game.solved


@pytest.mark.parametrize(
    ("rules", "turns", "message"),
    [
        (mm.Rules(4, 7), [], "history: its rules are 4 pegs x 7 colors"),
        (
            CLASSIC,
            [("0012", (1, 1))],
            "guess 1 is 0012; the tree of knuth guesses 0011",
        ),
        (
            CLASSIC,
            [("0011", (0, 0)), ("2344", (0, 0))],
            "guess 2 is 2344; the tree of knuth guesses 2234",
        ),
        (CLASSIC, [("0011", (4, 0))], "history: the code was found with guess 1"),
        (mm.Rules(4, 6, 1), [("0011", (1, 1))], "all 1 guesses that the rules allow"),
    ],
)
def test_a_tree_refuses_what_has_no_guess(rules, turns, message):
    tree = mm.strategy_tree("knuth", CLASSIC)
    history = mm.History(rules, [guess for guess, _ in turns], [a for _, a in turns])
    with pytest.raises(ValueError, match=re.escape(message)):
        tree.next_guess(history)


def test_a_tree_refuses_answers_that_no_code_earns():
    tree = mm.strategy_tree("knuth", CLASSIC)
    history = mm.History(CLASSIC)
    for _ in range(2):
        history = history.after(tree.next_guess(history), (0, 0))
    with pytest.raises(
        ValueError, match="no code agrees with the answers to guesses 1"
    ):
        tree.next_guess(history.after(tree.next_guess(history), (0, 0)))


def test_a_tree_refuses_another_count_and_what_is_no_generator():
    tree = mm.strategy_tree("knuth", CLASSIC)
    odd = mm.History(CLASSIC, scoring="check_guess")
    with pytest.raises(ValueError, match="needs the standard count"):
        tree.next_guess(odd)
    with pytest.raises(TypeError, match="rng: 1 is an int"):
        tree.next_guess(mm.History(CLASSIC), 1)
    with pytest.raises(TypeError, match="history: None"):
        tree.next_guess(None)
