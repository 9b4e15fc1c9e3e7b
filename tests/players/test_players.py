"""The players: by name, by their rules, and against their plain-Python twins."""

import copy
import dataclasses
import itertools
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import mmlib as mm
from mmlib.engine.words import from_words, to_words
from mmlib.game.history import History
from mmlib.players import (
    berghman,
    e_ga,
    entropic,
    evo,
    evo_rank,
    hill_climbing,
    le_adoga,
    le_adoga_program,
    merelo,
    nhea,
)
from mmlib.players.base import Player
from mmlib.players.berghman import choose_guess
from mmlib.players.different_guesses import different_guesses
from mmlib.players.registry import REGISTRY
from mmlib.players.settings import paired_code
from mmlib.reason import consistent, exhaustive
from mmlib.report import stats
from tests import plain, plain_players
from tests.chance import ERRORS, are_alike, is_near, is_uniform
from tests.recorded import recorded

#: This folder.
HERE = Path(__file__).parent

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)

#: The names of the players in the registry.
NAMES = list(REGISTRY)

#: Settings for which 1.5 is a right value.
FREE_FLOATS = (
    "a",
    "b",
    "black_weight",
    "white_weight",
    "transposition",
    "mutation",
    "crossover",
    "permutation",
    "temperature",
    "scale",
)
every_player = pytest.mark.parametrize("name", NAMES)


def test_registry_is_a_table():
    table = mm.players()
    assert table.columns.tolist() == [
        "name",
        "source",
        "year",
        "fidelity",
        "parameters",
    ]
    assert table.name.tolist() == NAMES
    assert {"random_consistent", "gold", "nine_colors", "le_adoga", "berghman"} <= set(
        NAMES
    )
    for row in table.itertuples():
        assert row.fidelity.split()[0].rstrip(",") in (
            "exact",
            "described",
            "reconstructed",
        )
        assert "first_guess=None" in row.parameters


@every_player
def test_every_setting_is_checked(name):
    for field in dataclasses.fields(REGISTRY[name]):
        for wrong in (-1, "nonsense", 1.5, object()):
            if wrong == 1.5 and field.name in FREE_FLOATS:
                continue
            with pytest.raises((TypeError, ValueError), match=f"^{field.name}: "):
                mm.player(name, **{field.name: wrong})


@every_player
def test_settings_say_all(name):
    player = mm.player(name, first_guess="0011")
    again = mm.player(name, **player.settings)
    assert again.settings == player.settings
    assert repr(player).startswith(type(player).__name__)


@every_player
def test_players_never_change(name):
    """Not by asking, not by hand; and a copy was not asked anything yet."""
    player = mm.player(name)
    rules = mm.Rules(3, 5)
    before = repr(player)
    player.next_guess(History(rules, ["001"], [(1, 0)]), np.random.default_rng(1))
    assert repr(player) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        player.first_guess = None
    for same in (
        copy.copy(player),
        copy.deepcopy(player),
        pickle.loads(pickle.dumps(player)),
    ):
        assert repr(same) == before
        assert same.search is not player.search


def test_a_player_of_another_default_keeps_the_checks():
    class Small(REGISTRY["gold"]):
        """Gold with few codes."""

        population: int | None = 10

    assert Small().population == 10
    with pytest.raises(ValueError, match="population: 1 is not in 2"):
        Small(population=1)


def test_games_of_one_player_do_not_mix():
    """Each started game has a memory of its own.

    A player that is asked itself goes on with the latest game.
    """
    start = History(CLASSIC, ["0012"], [(0, 1)])
    player = mm.player("nine_colors", population=50)
    games = [player.start(CLASSIC) for _ in range(2)]
    first = [
        game.next_guess(start, np.random.default_rng(1)).tolist() for game in games
    ]
    assert (
        first[0]
        == first[1]
        == player.next_guess(start, np.random.default_rng(1)).tolist()
    )
    longer = start.after(first[0], (1, 1))
    second = [
        game.next_guess(longer, np.random.default_rng(2)).tolist() for game in games
    ]
    assert (
        second[0]
        == second[1]
        == player.next_guess(longer, np.random.default_rng(2)).tolist()
    )


def test_wrong_names_are_named():
    with pytest.raises(ValueError, match="player: 'knut' is not one of"):
        mm.player("knut")
    with pytest.raises(
        TypeError,
        match=r"populatoin: not a setting of gold; it has variant.*mean 'population'",
    ):
        mm.player("gold", populatoin=3)
    with pytest.raises(TypeError, match="is no player"):
        mm.player(3)
    with pytest.raises(TypeError, match="is a class"):
        mm.player(REGISTRY["gold"])
    with pytest.raises(TypeError, match="size: settings go with"):
        mm.player(mm.player("gold"), size=3)


@every_player
def test_first_guess(name):
    history = History(CLASSIC)
    rng = np.random.default_rng(1)
    assert mm.player(name, first_guess="0123").next_guess(history, rng).tolist() == [
        0,
        1,
        2,
        3,
    ]
    drawn = {
        tuple(mm.player(name, first_guess="random").next_guess(history, rng))
        for _ in range(20)
    }
    assert len(drawn) > 10
    with pytest.raises(ValueError, match="first_guess: has 3 pegs, the board has 4"):
        mm.player(name, first_guess="012").next_guess(history, rng)


@pytest.mark.parametrize(
    ("name", "settings", "first"),
    [
        *[
            ("le_adoga", {}, "0012"),
            ("berghman", {}, "0012"),
            ("le_adoga", {"variant": "as_described"}, "0012"),
        ],
        *[
            ("merelo", {}, "0123"),
            ("evo", {}, "0120"),
            ("eda", {}, "0011"),
            ("canonical_ga", {}, "0120"),
            ("evo_rank", {}, "0120"),
            ("moga", {}, "0120"),
            ("irving", {}, "0012"),
            ("neuwirth", {}, "0012"),
            ("two_phase", {}, "0012"),
            ("hill_climbing", {}, "0011"),
            ("e_ga", {}, "0012"),
        ],
        *[("shapiro", {"order": "lexicographic"}, "0000")],
    ],
)
def test_own_first_guess(name, settings, first):
    guess = mm.player(name, **settings).next_guess(
        History(CLASSIC), np.random.default_rng(1)
    )
    assert mm.codes.as_text(guess) == first


@pytest.mark.parametrize(
    ("pegs", "first"),
    [(1, "0"), (2, "01"), (3, "012"), (4, "0012"), (6, "001123"), (7, "0011234")],
)
def test_paired_code(pegs, first):
    assert mm.codes.as_text(paired_code(mm.Rules(pegs, 12))) == first
    assert paired_code(mm.Rules(pegs, 2)).max() <= 1


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("random_consistent", {}),
        ("le_adoga", {}),
        ("le_adoga", {"variant": "as_described"}),
        ("berghman", {}),
    ]
    + [
        ("berghman", {"choice": choice})
        for choice in ("random", "most_similar", "most_different")
    ]
    + [
        ("shapiro", {}),
        ("shapiro", {"order": "lexicographic"}),
        ("swaszek", {}),
        ("merelo", {}),
        ("hill_climbing", {}),
        ("hill_climbing", {"fill": "uniform", "repeats": True}),
        ("e_ga", {}),
        ("e_ga", {"seeding": False, "entropy": False, "generations": 0}),
    ]
    + [
        ("evo", {}),
        ("evo", {"score": "entropy", "endgames": False}),
        ("nhea", {"eligible_only": True}),
        ("eda", {}),
        ("eda", {"choice": "parts", "fitness": "matches"}),
        ("canonical_ga", {}),
        ("canonical_ga", {"choice": "parts"}),
        ("evo_rank", {}),
        ("moga", {}),
        ("moga", {"choice": "parts", "entropy": "most"}),
        ("evo_rank", {"distance": "chebyshev", "endgames": False}),
    ]
    + [("entropic", {"consistent_only": True})],
)
@pytest.mark.parametrize(
    "rules", [mm.Rules(3, 8, 15), CLASSIC, mm.Rules(8, 5, 30)], ids=str
)
def test_guesses_are_consistent_codes(name, settings, rules):
    assert_consistent(mm.player(name, **settings), rules)


@pytest.mark.parametrize(
    "settings",
    [{"selection": one} for one in ("random", "roulette_wheel", "ranking")]
    + [
        {"variant": "as_described", "selection": one}
        for one in ("roulette_wheel", "ranking")
    ],
)
@pytest.mark.parametrize(
    "rules",
    [
        mm.Rules(3, 8, 15),
        CLASSIC,
        pytest.param(mm.Rules(8, 5, 30), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_guesses_are_consistent_codes_whatever_is_selected(settings, rules):
    assert_consistent(mm.player("le_adoga", **settings), rules)


def assert_consistent(player, rules):
    """Play some games, and see that each guess agrees with the answers before it."""
    for i, secret in enumerate(mm.random_codes(rules, 3, rng=np.random.default_rng(2))):
        game = mm.play(player, secret, rules, rng=np.random.default_rng(i))
        assert game.solved
        for turn in range(1, len(game)):
            past = zip(game.guesses[:turn], game.feedbacks[:turn], strict=True)
            assert all(
                plain.feedback(list(g), list(game.guesses[turn])) == tuple(f)
                for g, f in past
            )


@pytest.mark.parametrize(
    "name",
    [
        "random_consistent",
        "le_adoga",
        "berghman",
        "shapiro",
        "merelo",
        "hill_climbing",
        "e_ga",
        "evo",
        "nhea",
        "eda",
        "canonical_ga",
        "evo_rank",
        "moga",
        "entropic",
    ],
)
@pytest.mark.parametrize(
    "rules", [mm.Rules(2, 16, 60), mm.Rules(15, 2, 60), mm.Rules(9, 4, 60)], ids=str
)
def test_unusual_boards(name, rules):
    for i, secret in enumerate(mm.random_codes(rules, 5, rng=np.random.default_rng(1))):
        assert mm.play(name, secret, rules, rng=np.random.default_rng(i)).solved


@pytest.mark.parametrize(
    "name", ["bento", "kalisker_camens", "two_phase", "swaszek", "annealing"]
)
@pytest.mark.parametrize(
    "rules", [mm.Rules(2, 16, 200), mm.Rules(2, 2, 60), mm.Rules(8, 3, 200)], ids=str
)
def test_unusual_boards_for_others(name, rules):
    settings = {"k": 5} if name == "two_phase" else {}
    for i, secret in enumerate(mm.random_codes(rules, 5, rng=np.random.default_rng(1))):
        assert mm.play(
            mm.player(name, **settings), secret, rules, rng=np.random.default_rng(i)
        ).solved


@pytest.mark.parametrize("name", ["gold", "nine_colors"])
@pytest.mark.parametrize(
    "rules", [mm.Rules(1, 5, 60), mm.Rules(2, 4, 60), mm.Rules(15, 2, 200)], ids=str
)
def test_unusual_boards_for_players_that_need_no_fitting_code(name, rules):
    games = mm.play_many(name, rules, games=20, seed=1, n_jobs=1)
    assert games.solved.mean() > 0.5


@every_player
def test_one_player_asked_about_several_games(name):
    """What it learned holds for its own game, not for another game or board."""
    other = History(
        mm.Rules(5, 8), ["00112", "33445", "66775"], [(1, 1), (0, 2), (1, 1)]
    )
    if name in ("optimal", "irving"):  # which play on small boards only
        other = History(mm.Rules(3, 5), ["001", "223"], [(1, 0), (0, 1)])
    four = History(CLASSIC, ["0012", "0134"], [(1, 1), (1, 2)])
    player = mm.player(name)
    for history in (other, four, other, four):
        fresh = mm.player(name).next_guess(history, np.random.default_rng(1))
        assert (
            player.next_guess(history, np.random.default_rng(1)).tolist()
            == fresh.tolist()
        )


def test_le_adoga_remembers_its_elite_within_a_game():
    """And only there: the elite of one turn is in the next turn's population."""
    start = History(CLASSIC, ["0012"], [(0, 1)])
    player = mm.player("le_adoga", elitism_rate=1.0)
    guess = player.next_guess(start, np.random.default_rng(1))
    longer = start.after(guess, (1, 1))
    alone = [
        mm.player("le_adoga").next_guess(longer, np.random.default_rng(i)).tolist()
        for i in range(20)
    ]
    goes_on = []
    for i in range(20):
        player = mm.player("le_adoga", elitism_rate=1.0)
        player.next_guess(start, np.random.default_rng(1))
        goes_on.append(player.next_guess(longer, np.random.default_rng(i)).tolist())
    assert goes_on != alone


@pytest.mark.parametrize(
    "name",
    [
        *["le_adoga", "berghman", "merelo", "bento", "kalisker_camens", "evo", "nhea"],
        *["annealing", "canonical_ga", "e_ga", "evo_rank", "moga"],
    ],
)
def test_one_peg_is_refused(name):
    with pytest.raises(ValueError, match="two pegs or more are needed"):
        mm.player(name).next_guess(
            History(mm.Rules(1, 6), ["0"], [(0, 0)]), np.random.default_rng(1)
        )


@pytest.mark.parametrize("name", ["entropic", "le_adoga", "berghman", "gold"])
def test_other_counts_are_refused(name):
    with pytest.raises(
        ValueError,
        match=f"answers counted as 'check_guess'; {name} needs 'standard'",
    ):
        mm.play(
            name, "0123", CLASSIC, scoring="check_guess", rng=np.random.default_rng(1)
        )


@pytest.mark.parametrize(
    "rules", [mm.Rules(2, 2, 30), mm.Rules(2, 3, 30), mm.Rules(3, 2, 30)], ids=str
)
@pytest.mark.parametrize("variant", ["as_coded", "as_described"])
def test_le_adoga_with_two_codes(rules, variant):
    """The smallest population, on boards where the second parent is hard to find."""
    player = mm.player("le_adoga", variant=variant, population=2)
    for i, secret in enumerate(np.repeat(mm.all_codes(rules), 15, axis=0)):
        assert mm.play(player, secret, rules, rng=np.random.default_rng(i)).solved


@pytest.mark.parametrize(
    "name",
    [
        *["random_consistent", "le_adoga", "berghman", "merelo", "shapiro", "swaszek"],
        *["one_step", "two_phase", "optimal", "irving", "hill_climbing"],
        "e_ga",
    ],
)
def test_contradictory_answers_are_named(name):
    history = History(
        mm.Rules(4, 6), ["0000", "1111", "0011"], [(2, 0), (2, 0), (0, 0)]
    )
    with pytest.raises(
        ValueError, match="that of turn 3 \\(0 black 0 white\\) made it impossible"
    ):
        mm.player(name).next_guess(history, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("name", "settings", "module", "search"),
    [
        ("evo", {}, evo, "_evolve"),
        ("evo", {"tournament": 1000}, evo, "_evolve"),
        ("merelo", {"population": 1000}, merelo, "_evolve"),
        ("berghman", {"population": 10_000}, berghman, "_evolve"),
        ("nhea", {"population": 10_000}, nhea, "_find_eligible"),
        ("e_ga", {"population": 10_000}, e_ga, "_evolve"),
        ("le_adoga", {"tournament_size": 255}, le_adoga_program, "as_coded"),
        (
            "le_adoga",
            {"population": 10_000, "variant": "as_described"},
            le_adoga,
            "as_described",
        ),
    ],
)
def test_large_searches_ask_first_whether_any_code_agrees(
    name, settings, module, search, monkeypatch
):
    """Their own search would take ten seconds and more to find that none does.

    Here there is no search to be run.
    """
    monkeypatch.setattr(module, search, lambda *arguments: pytest.fail("searched"))
    history = History(
        mm.Rules(5, 6), ["00001", "11112", "00123"], [(2, 0), (2, 0), (0, 0)]
    )
    with pytest.raises(
        ValueError, match="no code agrees with all the answers; that of turn"
    ):
        mm.player(name, **settings).next_guess(history, np.random.default_rng(1))


@pytest.mark.slow
def test_random_consistent_is_uniform():
    """Chi-squared over the codes left after one answer, on both ways to draw."""
    for rules, guess, answer in (
        (CLASSIC, "0012", (2, 1)),
        (mm.Rules(8, 7), "00112234", (5, 1)),
    ):
        history = History(rules, [guess], [answer])
        codes = consistent.consistent_codes(history)
        rng = np.random.default_rng(1)
        drawn = [
            consistent.random_consistent_code(history, rng=rng)
            for _ in range(10 * len(codes))
        ]
        found, counts = np.unique(
            mm.codes.code_index(np.array(drawn), rules.colors), return_counts=True
        )
        assert found.tolist() == mm.codes.code_index(codes, rules.colors).tolist()
        assert is_uniform(counts)


#: Players that have no twin which plays whole games. Strategies draw nothing, and are
#: held to printed trees or totals, or to plain one-step play; the others are compared
#: part by part. The list only shrinks.
WITHOUT_TWIN = """
knuth irving neuwirth norvig maxmin maxent optimal swaszek kooi two_phase one_step tuned
kalisker_camens nhea depth_first entropic far_sighted one_rule
"""


def test_every_player_has_a_twin():
    """A game of a twin is a function of the player's name."""
    missing = [
        name
        for name in REGISTRY
        if name not in WITHOUT_TWIN.split()
        and not hasattr(plain_players, name)
        and not (HERE / f"test_{name}.py").exists()
    ]
    assert not missing, (
        f"{missing}: a player needs a twin in plain Python, a function of its name in "
        "tests/plain_players.py, or a test of its own, tests/players/test_NAME.py"
    )


def plain_games(plain_player, pegs, colors, n, **settings):
    """Guesses and evaluations of a twin's games, game by game."""

    def play(games):
        return zip(
            *plain_players.games(plain_player, pegs, colors, games, 1, **settings),
            strict=True,
        )

    name = f"{plain_player.__name__} {pegs} x {colors}, {n} games, {settings}"
    return recorded(name, [plain_player, plain_players.games], play, n, again=4)


def plays_as_plain(  # noqa: PLR0913, PLR0917
    plain_player,
    pegs,
    colors,
    settings,
    name,
    ours,
    most=15,
    n=500,
):
    """Whether the twin's guesses and evaluations are distributed as ours.

    They are, as far as so many games show.
    """
    guesses, evaluations = zip(
        *plain_games(plain_player, pegs, colors, n, most=most, **settings), strict=True
    )
    games = mm.play_many(
        mm.player(name, **ours),
        mm.Rules(pegs, colors, most),
        games=2 * n,
        seed=1,
        n_jobs=1,
    )
    return are_alike(guesses, games.guesses) and are_alike(
        evaluations, games.evaluations
    )


@pytest.mark.parametrize(
    "more",
    [{}, {"tournament_size": 0}, {"selection": "random"}]
    + [
        pytest.param(more, marks=pytest.mark.slow)
        for more in (
            {"tournament_size": 5},
            {"selection": "roulette_wheel"},
            {"selection": "ranking"},
        )
    ],
)
def test_le_adoga_as_coded_plays_as_its_program(more):
    small = {"population": 10, "generations": 7, **more}
    first = [0, 0, 1, 2]
    assert plays_as_plain(
        plain_players.le_adoga, 4, 6, {"first": first, **small}, "le_adoga", small
    )


def test_le_adoga_breeds_pairs_again_so_many_times_a_turn():
    """Where every code was played: without that end this would take minutes."""
    player = mm.player(
        "le_adoga", mutation_rate=0, inversion_rate=0, permutation_rate=0
    )
    setup = player._setup(mm.Rules(2, 2))
    left = setup.repeats
    left[0] = 2500
    played = np.array([0x00, 0x01, 0x10, 0x11], np.uint64)
    for still in (1500, 500, 0, 0):
        le_adoga_program._until_new(
            played[1], played[2], played, setup, np.random.default_rng(1)
        )
        assert left[0] == still


def test_nine_colors_as_coded_plays_as_its_program():
    small = {"population": 60}
    assert plays_as_plain(plain_players.nine_colors, 4, 6, small, "nine_colors", small)


@pytest.mark.parametrize("variant", ["as_coded", "as_described"])
def test_gold_plays_as_its_program(variant):
    small = {"population": 20, "generations": 5}
    settings = {"children_inherit": variant == "as_described", **small}
    assert plays_as_plain(
        plain_players.gold, 4, 8, settings, "gold", {"variant": variant, **small}, 10
    )


def test_berghman_plays_as_its_plain_twin():
    small = {"population": 30, "generations": 20, "eligible_size": 15}
    settings = {"first": [0, 0, 1, 2], **small}
    assert plays_as_plain(plain_players.berghman, 4, 6, settings, "berghman", small)


@pytest.mark.parametrize("crowding", [True, False])
def test_merelo_plays_as_its_plain_twin(crowding):
    small = {"population": 20, "generations": 4, "crowding": crowding}
    settings = {"first": [0, 1, 2, 3], **small}
    assert plays_as_plain(plain_players.merelo, 4, 6, settings, "merelo", small)


@pytest.mark.parametrize(("score", "endgames"), [("parts", True), ("entropy", False)])
def test_evo_plays_as_its_plain_twin(score, endgames):
    small = {"population": 40, "endgames": endgames}
    settings = {
        "first": [0, 1, 2, 0],
        "wanted": 8,
        "by_entropy": score == "entropy",
        **small,
    }
    ours = {"consistent_set": 8, "score": score, **small}
    assert plays_as_plain(plain_players.evo, 4, 6, settings, "evo", ours)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "settings", "games", "mean", "error"),
    [
        (mm.Rules(4, 8, 20), {}, 800, 5.15, 0.013),
        (mm.Rules(5, 8, 20), {}, 500, 5.62, 0.012),
        (
            mm.Rules(5, 8, 20),
            {"score": "entropy", "population": 1000, "consistent_set": 200},
            400,
            5.555,
            0.011,
        ),
        (
            mm.Rules(6, 9, 20),
            {"population": 800, "consistent_set": 10},
            400,
            6.504,
            0.011,
        ),
    ],
)
def test_evo_is_as_good_as_published(rules, settings, games, mean, error):
    ours = mm.play_many(
        mm.player("evo", **settings), rules, games=games, seed=1, n_jobs=1
    ).guesses
    assert is_near(ours, mean, error)


def test_evo_tries_all_permutations_and_drops_colors():
    player = mm.player("evo")
    secret = np.array([2, 0, 1, 0], np.uint8)
    history = History(CLASSIC, ["0120"], [mm.feedback("0120", secret)])
    guesses = {
        mm.codes.as_text(
            player.start(CLASSIC).next_guess(history, np.random.default_rng(i))
        )
        for i in range(30)
    }
    every = {"".join(code) for code in itertools.permutations("0120")}
    fitting = {
        code
        for code in every
        if mm.feedback(code, "0120") == mm.feedback("0120", secret)
    }
    codes = [[int(color) for color in code] for code in sorted(fitting)]
    # each code's own class counts there, for all alike
    parts = mm.partitions.measure(codes, codes, colors=6).parts
    assert guesses == {
        code for code, n in zip(sorted(fitting), parts, strict=True) if n == parts.max()
    }
    none_right = History(CLASSIC, ["0120"], [(0, 0)])
    alone = player.start(CLASSIC)
    assert alone.next_guess(none_right, np.random.default_rng(1)).min() >= 3
    assert len(alone.memory.people) == 200  # three colors of six are left
    assert alone.memory.people.min() == 3


@pytest.mark.parametrize(
    ("guesses", "answers"),
    [(["012", "345"], [(0, 0), (0, 0)]), (["012", "012"], [(0, 3), (1, 2)])],
)
def test_evo_names_answers_that_contradict_in_its_endgames(guesses, answers):
    with pytest.raises(ValueError, match="that of turn 2"):
        mm.player("evo").next_guess(
            History(mm.Rules(3, 6), guesses, answers), np.random.default_rng(1)
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "games", "mean", "error"), [(mm.Rules(5, 8, 20), 400, 5.518, 0.009)]
)
def test_nhea_is_as_good_as_published(rules, games, mean, error):
    ours = mm.play_many("nhea", rules, games=games, seed=1, n_jobs=1)
    assert is_near(ours.guesses, mean, error)
    assert 0.8 < ours.evaluations.mean() / 40619 < 1.2


@pytest.mark.parametrize("objective", ["entropy", "expected_size", "parts", "largest"])
def test_nhea_plays_the_best_of_its_eligible_codes_without_a_second_search(objective):
    player = mm.player("nhea", objective=objective, guess_generations=0, population=300)
    history = History(CLASSIC, ["0012"], [(2, 1)])
    guess = player.next_guess(history, np.random.default_rng(1))
    possible = mm.consistent.consistent_codes(history)
    assert player.search.eligible == len(possible)  # of a small set it finds all
    worth = getattr(mm.partitions.measure(possible, possible, colors=6), objective)
    place = np.flatnonzero((possible == guess).all(axis=1))[0]
    chosen = -worth if objective in ("largest", "expected_size") else worth
    # up to the class of the code itself, which does not count there
    assert chosen[place] >= chosen.max() - 0.15


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"fitness": "distance"},
        {"fitness": "matches"},
        {"replacement": 0.25},
        {"replacement": 0.8},
    ],
)
def test_eda_plays_as_its_plain_twin(more):
    small = {"population": 30, **more}
    settings = {"first": [0, 0, 1, 1], "reset": 5, **small}
    ours = {"stuck": 5, **small}
    assert plays_as_plain(plain_players.eda, 4, 6, settings, "eda", ours)


def test_eda_with_parts_plays_as_its_plain_twin():
    small = {"population": 30, "fitness": "distance"}
    settings = {"first": [0, 0, 1, 1], "parts": True, "wanted": 8, **small}
    ours = {"choice": "parts", "consistent_set": 8, **small}
    assert plays_as_plain(plain_players.eda, 4, 6, settings, "eda", ours)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "games"),
    [
        ("app/eda-entropy-10k.csv", 3000),
        ("app/eda-entropy-p200-half-025.csv", 3000),
        ("app/eda-entropy-p200-half-095.csv", 3000),
        ("app/1k-eda-p200-orig.csv", 2000),
        ("app/super-eda-p500.csv", 1000),
    ],
)
def test_eda_plays_as_its_stored_games(file, games):
    """In guesses and in evaluations, where the population grows or shrinks as well."""
    row = mm.published.perl_library_games.set_index("file").loc[file]
    first = "ABCA" if row.isna().first_guess else row.first_guess
    player = mm.player(
        "eda",
        population=int(row.population),
        replacement=row.replacement,
        fitness=row.fitness,
        first_guess=["ABCDEFGHI".index(color) for color in first],
    )
    rules = mm.Rules(row.pegs, row.colors, 20)
    ours = mm.play_many(player, rules, games=games, seed=1, n_jobs=1)
    # a first guess that is right counts as two there
    assert is_near(ours.guesses.clip(lower=2), row.mean_guesses, row.standard_error)
    assert is_near(ours.evaluations, row.evaluations_per_game, row.evaluations_error)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 600, 60), (5, 800, 40)])
def test_evo_rank_plays_as_its_stored_games(size):
    """In guesses; some of those games bred for ever, so the median is compared."""
    pegs, population, wanted = size
    stored = mm.published.perl_library_games
    row = stored[stored.player == "evo_rank"].set_index(
        ["pegs", "population", "consistent_set"]
    )
    row = row.loc[size]
    player = mm.player("evo_rank", population=population, consistent_set=wanted)
    rules = mm.Rules(pegs, 8, 20)
    ours = mm.play_many(player, rules, games=1000, seed=1, n_jobs=1)
    assert is_near(ours.guesses, row.mean_guesses, row.standard_error)
    assert 0.85 < ours.evaluations.median() / row.evaluations_median < 1.15


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("eda", {"choice": "parts"}),
        ("canonical_ga", {"choice": "parts"}),
        ("moga", {"choice": "parts"}),
        ("evo_rank", {"endgames": False}),
    ],
)
def test_a_search_that_found_codes_is_not_begun_again(name, settings):
    """Else one that gives up after a generation would never come to its end."""
    history = History(CLASSIC, ["0012", "0134"], [(2, 1), (2, 0)])
    game = mm.player(name, stuck=1, **settings).start(CLASSIC)
    game.next_guess(history, np.random.default_rng(1))
    assert game.search.generations < 1000


@pytest.mark.parametrize("choice", ["first", "parts"])
def test_canonical_ga_plays_as_its_plain_twin(choice):
    small = {"population": 40}
    settings = {"first": [0, 1, 2, 0], "parts": choice == "parts", "wanted": 8, **small}
    ours = {"choice": choice, "consistent_set": 8, "stuck": 10**6, **small}
    assert plays_as_plain(
        plain_players.canonical_ga, 4, 6, settings, "canonical_ga", ours
    )


@pytest.mark.parametrize("choice", ["first", "parts"])
@pytest.mark.parametrize(("survivors", "size"), [(0.0, 7), (0.4, 7), (0.95, 8)])
def test_canonical_ga_keeps_its_size(choice, survivors, size):
    """Children come in pairs, and the last one may have no place."""
    player = mm.player(
        "canonical_ga", population=size, survivors=survivors, choice=choice
    )
    rules = mm.Rules(6, 9)
    game = player.start(rules, populations=True)
    history = History(rules, ["012301", "345123"], [(1, 1), (2, 2)])
    game.next_guess(history, np.random.default_rng(2))
    assert game.search.generations > 0
    assert game.search.populations.shape[1] == len(game.memory.words) == size


@pytest.mark.parametrize(
    ("distance", "endgames"), [("taxicab", True), ("chebyshev", False)]
)
def test_evo_rank_plays_as_its_plain_twin(distance, endgames):
    small = {"population": 40, "endgames": endgames, "stuck": 5}
    settings = {
        "first": [0, 1, 2, 0],
        "wanted": 8,
        "chebyshev": distance == "chebyshev",
        **small,
    }
    ours = {"consistent_set": 8, "distance": distance, **small}
    assert plays_as_plain(plain_players.evo_rank, 4, 6, settings, "evo_rank", ours)


@pytest.mark.parametrize("entropy", ["least", "most"])
def test_moga_plays_as_its_plain_twin(entropy):
    small = {"population": 30, "replacement": 0.4}
    sign = 1 if entropy == "least" else -1
    settings = {"first": [0, 1, 2, 0], "reset": 12, "sign": sign, **small}
    ours = {"stuck": 12, "entropy": entropy, **small}
    assert plays_as_plain(plain_players.moga, 4, 6, settings, "moga", ours)


@pytest.mark.parametrize("name", ["eda", "canonical_ga", "moga"])
@pytest.mark.parametrize("choice", ["first", "parts"])
def test_a_kept_population_stays_where_a_search_is_interrupted(
    name, choice, monkeypatch
):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    rules = mm.Rules(6, 9)
    player = mm.player(name, choice=choice, population=10)
    game = player.start(rules)
    rng = np.random.default_rng(1)
    history = History(rules, ["012301"], [(1, 2)])
    game.next_guess(history, rng)
    before = [kept.copy() for kept in game.memory]
    longer = history.after("345450", (5, 0))
    with monkeypatch.context() as patch:
        patch.setattr(type(player), "_breed", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.next_guess(longer, rng)
    for kept, there in zip(game.memory, before, strict=True):
        assert kept.tolist() == there.tolist()


def test_evo_rank_keeps_its_population_where_a_search_is_interrupted(monkeypatch):
    def interrupted(past, setup, record, rng):
        setup.people[:] = 0
        setup.parts[:] = 1
        raise KeyboardInterrupt

    game = mm.player("evo_rank").start(CLASSIC)
    rng = np.random.default_rng(1)
    game.next_guess(History(CLASSIC, ["0123"], [(1, 1)]), rng)
    before = game.memory.people.copy(), game.memory.parts.copy()
    monkeypatch.setattr(evo_rank, "_evolve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.next_guess(History(CLASSIC, ["0123"], [(1, 1)]), rng)
    assert game.memory.people.tolist() == before[0].tolist()
    assert game.memory.parts.tolist() == before[1].tolist()


@pytest.mark.parametrize(
    ("beginning", "selection"),
    [("different_colors", "roulette"), ("random", "tournament")],
)
def test_bento_plays_as_its_plain_twin(beginning, selection):
    small = {"population": 30, "generations": 4}
    settings = {
        "different": beginning == "different_colors",
        "tournament": selection == "tournament",
        **small,
    }
    ours = {"beginning": beginning, "selection": selection, **small}
    assert plays_as_plain(plain_players.bento, 4, 6, settings, "bento", ours)


@pytest.mark.parametrize("settings", [{}, {"fill": "uniform", "repeats": True}])
def test_hill_climbing_plays_as_its_plain_twin(settings):
    plain_settings = {
        "weighted": settings.get("fill") != "uniform",
        "repeats": settings.get("repeats", False),
    }
    assert plays_as_plain(
        plain_players.hill_climbing, 4, 6, plain_settings, "hill_climbing", settings
    )


@pytest.mark.slow
def test_hill_climbing_is_as_good_as_published():
    """In guesses, and in codes evaluated.

    How many games its authors played is unknown: one a code is assumed, a quarter of
    ours, so their standard errors are twice ours.
    """
    rules = mm.Rules(4, 6, 20)
    games = mm.play_many(
        "hill_climbing", rules, secrets=np.tile(mm.all_codes(rules), (4, 1)), seed=1
    )
    published = mm.published.climbers.set_index("player").loc[
        "Temporel and Kovacs 2003"
    ]
    for ours, theirs in (
        (games.guesses, published.mean_guesses),
        (games.evaluations, published.evaluations_per_game),
    ):
        assert is_near(ours, theirs, 2 * ours.sem())


@pytest.mark.slow
def test_hill_climbing_draws_near_its_favorite():
    """Nearly all that it draws answers the favorite right, and has no wrong color."""
    history = History(
        mm.Rules(6, 9), ["001122", "345345", "016718"], [(2, 2), (0, 0), (1, 1)]
    )
    setup = mm.player("hill_climbing")._setup(history.rules)
    possible = np.array([1, 1, 1, 0, 0, 0, 1, 1, 1], np.bool_)
    favorite = to_words(history.guesses[:1])[0]
    setup = setup._replace(favorite=favorite, black=2, white=2, possible=possible)
    rng = np.random.default_rng(1)
    drawn = [hill_climbing._candidate(setup, rng) for _ in range(1000)]
    codes = from_words(np.array(drawn), 6)
    assert not np.isin(codes, [3, 4, 5]).any()
    assert ((codes == history.guesses[0]).sum(axis=1) >= 2).all()
    answers = mm.feedback_matrix(codes, history.guesses[:1], colors=9)
    assert 0.3 < (answers == 2 * 7 + 2).mean() < 1  # of random codes 0.02


def test_hill_climbing_remembers_what_it_evaluated_in_this_game_only():
    first = History(CLASSIC, ["0011", "2334"], [(0, 1), (1, 1)])
    game = mm.player("hill_climbing").start(CLASSIC)
    guess = game.next_guess(first, np.random.default_rng(1))
    longer = first.after(guess, (1, 1))
    assert mm.consistent.count_consistent(longer)
    other = History(CLASSIC, ["0011", "2233"], [(0, 0), (1, 1)])
    evaluated = game.memory[1]
    assert len(evaluated) == game.search.evaluations - 1 > 0
    game.next_guess(longer, np.random.default_rng(2))
    assert np.isin(evaluated, game.memory[1]).all()
    assert len(np.unique(game.memory[1])) == len(game.memory[1])
    for history in (longer, other):  # asked again, and about another game
        fresh = mm.player("hill_climbing").start(CLASSIC)
        for seed in range(20):
            assert game.next_guess(history, np.random.default_rng(seed)).tolist() == (
                fresh.next_guess(history, np.random.default_rng(seed)).tolist()
            )


@pytest.mark.parametrize("scale", [0.2, 0.0])
def test_annealing_plays_as_its_plain_twin(scale):
    small = {"steps": 60, "temperature": 3.0, "scale": scale}
    assert plays_as_plain(plain_players.annealing, 4, 6, small, "annealing", small)


def test_annealing_goes_uphill_only_with_a_scale():
    history = History(mm.Rules(5, 8), ["00123", "04415"], [(1, 1), (2, 1)])
    for scale, goes_up in ((0.0, False), (0.2, True)):
        game = mm.player("annealing", scale=scale).start(history.rules, record=True)
        game.next_guess(history, np.random.default_rng(1))
        assert (game.search.best == game.search.mean).all()
        assert (np.diff(game.search.best) < 0).any() == goes_up


def test_annealing_plays_no_code_twice():
    """Not even where a turn looks at one code only."""
    player = mm.player("annealing", steps=1, temperature=0.0)
    rules = mm.Rules(2, 3, 9)
    for i, secret in enumerate(mm.all_codes(rules)):
        game = mm.play(player, secret, rules, rng=np.random.default_rng(i))
        assert game.solved
        assert len(np.unique(game.guesses, axis=0)) == len(game)


@pytest.mark.parametrize("idea", [None, "seeding", "entropy"])
def test_e_ga_plays_as_its_plain_twin(idea):
    """With both of its ideas, and without each of them."""
    small = {"population": 16, "generations": 3} | ({idea: False} if idea else {})
    settings = {"first": [0, 0, 1, 2], **small}
    assert plays_as_plain(plain_players.e_ga, 4, 6, settings, "e_ga", small)


def test_e_ga_begins_with_feasible_codes_of_the_turn_before():
    """They fitted before the latest answer, and are half of the codes at most."""
    rules = mm.Rules(6, 9)
    before = History(rules, ["001123"], [(1, 2)])
    for seeding in (True, False):
        game = mm.player("e_ga", seeding=seeding, generations=20).start(
            rules, populations=True
        )
        guess = game.next_guess(before, np.random.default_rng(1))
        known = game.memory
        assert len(known) >= 30
        history = before.after(guess, (2, 1))
        game.next_guess(history, np.random.default_rng(2))
        first = to_words(game.search.populations[0])
        assert len(first) == 60
        assert np.isin(first, known).sum() == (30 if seeding else 0)
        fits = mm.fitness.distance(
            from_words(known, 6), before.guesses, before.feedbacks
        )
        assert not fits.any()


def test_e_ga_prefers_what_splits_the_feasible_codes_of_its_population():
    history = History(CLASSIC, ["0012"], [(1, 1)])
    game = mm.player("e_ga").start(CLASSIC, populations=True)
    guess = game.next_guess(history, np.random.default_rng(1))
    last = game.search.populations[-1]
    fits = mm.fitness.distance(last, history.guesses, history.feedbacks) == 0
    feasible = last[fits]
    entropy = mm.partitions.measure(feasible, feasible, colors=6).entropy
    worth = game.search.fitness[-1][fits] / np.log(2)
    assert len(feasible) > 20
    assert worth == pytest.approx(entropy)
    assert (feasible[worth.argmax()] == guess).all()


def test_shapiro_plays_as_a_shuffled_list():
    assert plays_as_plain(plain_players.shapiro, 3, 5, {}, "shapiro", {})


def test_swaszek_counts_upwards():
    """It begins again at the first code after the last.

    Every guess is the next code of the cycle that agrees.
    """
    rules = mm.Rules(3, 4, 64)
    every = [tuple(code) for code in mm.all_codes(rules).tolist()]
    for i, secret in enumerate(mm.all_codes(rules)):
        game = mm.play("swaszek", secret, rules, rng=np.random.default_rng(i))
        guesses = [tuple(guess) for guess in game.guesses.tolist()]
        for turn in range(1, len(guesses)):
            last = every.index(guesses[turn - 1])
            cycle = every[last + 1 :] + every[:last]
            past = [
                (guess, plain.feedback(guess, tuple(secret)))
                for guess in guesses[:turn]
            ]
            assert guesses[turn] == next(
                c for c in cycle if all(plain.feedback(g, c) == a for g, a in past)
            )


def test_berghman_chooses_by_expected_remaining():
    rng = random.Random(1)
    for _ in range(20):
        eligible = [
            list(code)
            for code in {tuple(plain_players.code_of(4, 4, rng)) for _ in range(12)}
        ]
        values = [plain_players.expected_left(code, eligible) for code in eligible]
        best = choose_guess(
            np.array(eligible, np.uint8),
            len(eligible),
            berghman.EXPECTED_REMAINING,
            4,
            np.random.default_rng(1),
        )
        assert values[best] == pytest.approx(min(values))


def test_gold_children_lose_their_crossover_point():
    """A small population without mutation lives on crossover.

    The program finds less than its description would.
    """
    history = History(
        mm.Rules(4, 8), ["0012", "3045", "6721"], [(1, 1), (1, 0), (0, 2)]
    )
    found = {}
    for variant in ("as_coded", "as_described"):
        player = mm.player(
            "gold", variant=variant, population=20, generations=10, mutation_rate=0.0
        )
        guesses = [
            player.next_guess(history, np.random.default_rng(i)) for i in range(600)
        ]
        found[variant] = mm.fitness.gold(guesses, history.guesses, history.feedbacks)
    gap = stats.mean_interval(found["as_described"] - found["as_coded"])
    assert gap.low > 0


def test_nine_colors_counts_rounds_as_its_program():
    assert mm.player("nine_colors").reported_rounds([15]).tolist() == [16]
    assert mm.player("nine_colors", variant="mended").reported_rounds(
        [15]
    ).tolist() == [15]


def test_nine_colors_slips_are_settings_of_their_own():
    """The mended player with both slips is the program.

    Besides, the two differ only with more than one generation.
    """
    rules = mm.Rules(6, 9, 40)
    slips = mm.player(
        "nine_colors", variant="mended", asymmetric_feedback=True, stale_selection=True
    )
    games = [
        mm.play(one, "584704", rules, rng=np.random.default_rng(1))
        for one in (slips, "nine_colors")
    ]
    assert games[0].guesses.tolist() == games[1].guesses.tolist()
    assert mm.player("nine_colors", asymmetric_feedback=False).scoring == "standard"
    fresh = mm.play(
        mm.player("nine_colors", stale_selection=False),
        "584704",
        rules,
        rng=np.random.default_rng(1),
    )
    assert fresh.guesses.tolist() != games[0].guesses.tolist()
    with pytest.raises(
        TypeError, match="stale_selection: 1 is an int; a bool or None is needed"
    ):
        mm.player("nine_colors", stale_selection=1)


def test_nine_colors_more_generations_stop_early_as_coded():
    secret = "584704"
    rules = mm.Rules(6, 9, 40)
    bred = {}
    for variant in ("as_coded", "mended"):
        player = mm.player("nine_colors", variant=variant, generations=10)
        game = mm.play(player, secret, rules, story=True, rng=np.random.default_rng(1))
        bred[variant] = [turn.search.generations for turn in game.turns[1:]]
    assert set(bred["mended"]) == {10}
    # after one answer the worst fitness is not far enough from the best
    assert bred["as_coded"][0] > 1
    assert set(bred["as_coded"][2:]) == {1}


def test_published_game_of_nine_colors_holds_its_asymmetric_feedback():
    """In the game of the README, seven wrong guesses give the secret a misfit of 2."""
    shown = ["586348", "046322", "180047", "471848", "588784", "588514", "587704"]
    guesses = [mm.codes.parse(guess) for guess in shown]
    secret = mm.codes.parse("584704")
    answers = [mm.feedback(guess, secret, scoring="nine_colors") for guess in guesses]
    assert mm.fitness.distance(
        [secret], guesses, answers, black_weight=2, scoring="nine_colors"
    ) == [-2]


@every_player
def test_search_tells_what_was_done(name):
    game = mm.player(name).start(CLASSIC, record=True)
    game.next_guess(History(CLASSIC, ["0012"], [(1, 1)]), np.random.default_rng(1))
    search = game.search
    # three of these count the first population as one, and one has no fitness
    others = ("evo", "evo_rank", "nhea", "depth_first")
    first = search.evaluations > 0 and name not in others
    assert len(search.best) == len(search.mean) == search.generations + first
    assert (search.best >= search.mean).all()
    assert isinstance(game.player, Player)
    if name in (
        "gold",
        "nine_colors",
        "le_adoga",
        "berghman",
        "merelo",
        "bento",
        "kalisker_camens",
    ):
        assert search.evaluations > 0
    if name in ("le_adoga", "berghman", "merelo"):
        assert search.eligible >= 1


@pytest.mark.parametrize(
    "name", ["gold", "le_adoga", "berghman", "nine_colors", "entropic", "nhea"]
)
def test_a_record_begins_with_what_was_drawn(name):
    rules = mm.Rules(6, 9)
    setting = "budget" if name == "entropic" else "generations"
    history = History(rules, ["001123", "014453"], [(1, 1), (2, 1)])
    first = []
    for value in (400, 800) if name == "entropic" else (5, 9):
        game = mm.player(name, **{setting: value}).start(rules, populations=True)
        game.next_guess(history, np.random.default_rng(1))
        bred = game.search.populations
        assert not (bred[0] == bred[-1]).all()
        first.append(bred[0])
    assert (first[0] == first[1]).all()


@pytest.mark.slow
def test_le_adoga_population_never_learns_as_coded():
    """Children do not enter the population: their mean fitness stays where it began.

    As described, it rises.
    """
    history = History(mm.Rules(5, 8), ["00123", "04415"], [(1, 1), (2, 1)])
    rise = {}
    for variant in ("as_coded", "as_described"):
        curves = []
        for i in range(200):
            game = mm.player("le_adoga", variant=variant, eligible_size=10**6).start(
                history.rules, record=True
            )
            game.next_guess(history, np.random.default_rng(i))
            curves.append(game.search.mean[1:21])
        rise[variant] = np.mean(curves, axis=0)[[0, 10]]
    assert abs(np.diff(rise["as_coded"]))[0] < 0.15
    assert np.diff(rise["as_described"])[0] > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "settings", "rules", "games", "mean", "error"),
    [
        (
            "random_consistent",
            {"first_guess": "0012"},
            mm.Rules(4, 6, 10),
            20_000,
            4.613,
            0.0014,
        ),
        (
            "random_consistent",
            {"first_guess": "00123"},
            mm.Rules(5, 8, 12),
            20_000,
            5.846,
            0.004,
        ),
        (
            "random_consistent",
            {"first_guess": "001123"},
            mm.Rules(6, 9, 15),
            4_000,
            6.687,
            0.012,
        ),
        # the authors' own program, 1000 games
        ("le_adoga", {}, mm.Rules(4, 6, 10), 2_000, 4.62, 0.027),
        ("le_adoga", {}, mm.Rules(5, 8, 12), 1_000, 5.94, 0.053),  # the same, 300 games
        ("nine_colors", {}, mm.Rules(6, 9, 100), 1_000, 15.131, 4.278 / 1000**0.5),
        # printed, of up to 1000 games
        ("merelo", {}, mm.Rules(5, 8, 20), 2_000, 5.904, 0.03),
        ("swaszek", {}, mm.Rules(4, 6, 20), 10_000, 4.758, 0.0005),
        ("shapiro", {}, mm.Rules(6, 9, 20), 1_000, 6.76, 0.04),  # printed, of 500 games
        ("kalisker_camens", {}, mm.Rules(5, 8, 30), 2_000, 6.39, 0.005),
    ],
)
def test_means_agree_with_computed_and_published_ones(
    name, settings, rules, games, mean, error
):
    ours = mm.play_many(
        mm.player(name, **settings), rules, games=games, seed=1, n_jobs=1
    ).guesses
    assert is_near(ours, mean, error)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "games", "mean", "theirs", "most"),
    [
        (CLASSIC, 1296, 4.39, 3888, 4.42),
        (mm.Rules(5, 8, 12), 500, 5.618, 500, 5.65),
    ],
)
def test_berghman_agrees_with_its_paper_and_is_as_good(
    rules, games, mean, theirs, most
):
    ours = mm.play_many("berghman", rules, games=games, seed=1, n_jobs=1).guesses
    assert is_near(ours, mean, ours.std() / np.sqrt(theirs))
    assert ours.mean() <= most


def test_stored_games_of_berghman_are_as_good_as_published():
    """Notebook 11 plays a part of them again."""
    stored = mm.results.read("berghman_settings")
    games = dict(
        zip(zip(stored.board, stored.setting, strict=True), stored.guesses, strict=True)
    )
    means = {
        board: np.mean([int(n) for n in games[board, setting].split()])
        for board, setting in DEFAULTS
    }
    assert means["4 x 6"] <= 4.42
    assert means["6 x 9"] <= 6.50


#: The setting that is the default on each board, as the stored result names it.
DEFAULTS = [("4 x 6", "default"), ("6 x 9", "windowed, clones replaced")]


@pytest.mark.slow
def test_entropic_plays_well_beyond_fitting_codes():
    """It ends games sooner than a player of any fitting code.

    For that it needs codes that do not fit.
    """
    bred = mm.player("entropic", guesses="bred")
    drawn = mm.player("random_consistent", first_guess="0012")
    secrets = mm.all_codes(CLASSIC)[::3]
    ours, null = (
        mm.play_many(player, CLASSIC, secrets=secrets, seed=1, n_jobs=1)
        for player in (bred, drawn)
    )
    # the mean over many seeds, and the error of one
    assert ours.guesses.mean() < 4.35 + ERRORS * 0.035
    saved = mm.stats.difference(null.guesses, ours.guesses, paired=True)
    assert saved.interval.high < -0.15
    turns = mm.turns(ours.head(200), CLASSIC)
    assert 0.5 < turns.possible.mean() < 0.99


def test_entropic_lists_a_board_within_its_budget():
    """It scores every code there and draws nothing, so all secrets give a total.

    With a second look at more guesses this is perfect play.
    """
    wide = mm.player("entropic", look_ahead=100)
    assert mm.strategy_tree(wide, CLASSIC).total == 5625
    assert not wide._draws(CLASSIC)
    history = History(CLASSIC, ["0012"], [(1, 1)])
    guess = wide.next_guess(history)
    again = wide.next_guess(history, np.random.default_rng(1))
    assert guess.tolist() == again.tolist()
    fitting = mm.player("entropic", consistent_only=True)
    assert not fitting._draws(CLASSIC)
    assert len(fitting.next_guess(history)) == 4
    assert wide.search.evaluations == 1296 + 100
    assert wide.search.generations == 0


def test_entropic_draws_guesses_of_which_no_two_are_alike():
    rules = mm.Rules(5, 8)
    possible = consistent.consistent_codes(History(rules, ["00123"], [(1, 3)]))
    words = to_words(possible)
    for share, n in ((0.6, 100), (1.0, len(words)), (0.6, 2000), (0.0, 50)):
        drawn = different_guesses(words, share, n, rules, np.random.default_rng(1))
        assert len(set(drawn.tolist())) == len(drawn) == n
        fitting = set(drawn.tolist()) & set(words.tolist())
        assert len(fitting) >= min(round(share * n), len(words))
    everything = different_guesses(words, 0.6, 10**5, rules, np.random.default_rng(1))
    assert sorted(everything.tolist()) == sorted(to_words(mm.all_codes(rules)).tolist())


def test_entropic_plays_only_codes_that_fit_where_it_draws_them():
    player = mm.player(
        "entropic", guesses="drawn", consistent_only=True, budget=20, endgame=0
    )
    history = History(mm.Rules(5, 8), ["00123", "04056"], [(1, 1), (1, 1)])
    guess = player.next_guess(history, np.random.default_rng(1))
    assert mm.fitness.distance([guess], history.guesses, history.feedbacks) == [0]
    assert player.search.evaluations == 20 + 20


def test_entropic_plays_on_one_peg():
    assert (
        mm.play_many(
            "entropic", mm.Rules(1, 5, 10), secrets="all", seed=1, n_jobs=1
        ).guesses.max()
        <= 5
    )


def test_entropic_draws_a_sample_where_many_codes_are_possible():
    player = mm.player("entropic", sample=50, population=10, budget=35)
    player.next_guess(
        History(mm.Rules(8, 12), ["00112233"], [(2, 2)]), np.random.default_rng(1)
    )
    assert 40 <= player.search.eligible <= 50
    assert player.search.evaluations == 30


def test_entropic_lists_the_codes_of_a_large_board_once_they_are_few():
    """What it goes by on 7 x 10 is what a filter finds.

    Codes are met by chance there, and then listed.
    """
    rules = mm.Rules(7, 10, 20)
    game = mm.player("entropic", budget=200).start(rules)
    secret = mm.codes.as_code("3907155")
    history = History(rules)
    listed = 0
    for turn in range(rules.max_guesses):
        guess = game.next_guess(history, np.random.default_rng(turn))
        if (guess == secret).all():
            break
        if game.memory is not None and len(history):
            listed += 1
            expected = mm.consistent.consistent_codes(history)
            assert game.memory.tolist() == expected.tolist()
        history = history.after(guess, mm.feedback(guess, secret))
    assert listed >= 3


def test_entropic_breeds_possible_codes_where_they_can_be_neither_met_nor_listed():
    rules = mm.Rules(15, 16, 60)
    player = mm.player("entropic", budget=300, sample=200)
    secret = mm.random_codes(rules, 1, rng=np.random.default_rng(3))[0]
    game = player.start(rules)
    history = History(rules)
    for turn in range(7):
        guess = game.next_guess(history, np.random.default_rng(turn))
        history = history.after(guess, mm.feedback(guess, secret))
    codes, stands_for = player.possible(history, np.random.default_rng(1), game)
    assert len(codes) == len(np.unique(codes, axis=0)) == 200
    assert stands_for > 1
    assert (mm.fitness.distance(codes, history.guesses, history.feedbacks) == 0).all()


@pytest.mark.parametrize(
    "settings",
    [{"to_go": "entropy"}, {"look_ahead": 0}, {"endgame": 0}, {"consistent_share": 0}],
)
def test_entropic_without_one_of_its_parts_still_plays(settings):
    games = mm.play_many(
        mm.player("entropic", **settings), CLASSIC, games=100, seed=1, n_jobs=1
    )
    assert games.solved.all()
    assert games.guesses.mean() < 4.7


def test_entropic_looks_ahead_where_exhaustive_search_takes_too_long(monkeypatch):
    def played(player):
        secrets = mm.random_codes(CLASSIC, 30, rng=np.random.default_rng(1))
        games = [
            mm.play(player, s, CLASSIC, rng=np.random.default_rng(i))
            for i, s in enumerate(secrets)
        ]
        return [(game.guesses.tolist(), game.evaluations) for game in games]

    without = played(mm.player("entropic", endgame=0))
    assert played("entropic") != without
    monkeypatch.setattr(entropic, "ENDGAME_EFFORT", 0)
    assert played("entropic") == without


def test_entropic_ends_as_exhaustive_search_would():
    """With few codes left it needs no more guesses than exhaustive search.

    That search is among all guesses of the board.
    """
    history = History(CLASSIC, ["0012", "0134"], [(1, 1), (1, 1)])
    codes = mm.consistent.consistent_codes(history)
    every = mm.all_codes(CLASSIC)
    least, _ = exhaustive.best_of(codes, every, 6)
    games = mm.play_many(Ending(history), CLASSIC, secrets=codes, seed=1, n_jobs=1)
    assert 10 < len(codes) < 100
    assert games.guesses.sum() - 2 * len(codes) <= least + 1


class Ending:
    """Begins with the guesses of a history, then plays as entropic does."""

    name = "ending"

    def __init__(self, history):
        self.beginning = history.guesses
        self.player = mm.player("entropic")

    def next_guess(self, history, rng):
        if len(history) < len(self.beginning):
            return self.beginning[len(history)]
        return self.player.next_guess(history, rng)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"population": 1}, "population: 1 is not in 2"),
        ({"consistent_share": 2}, "consistent_share: 2"),
        ({"to_go": 3}, "to_go: 3 is neither 'entropy' nor three numbers"),
        ({"consistent_only": 1}, "consistent_only: 1 is an int"),
        ({"endgame": 300}, "endgame: 300 is not in 0..200"),
        ({"to_go": (1, 2, "x")}, "to_go: 'x'"),
        ({"to_go": (1.3, -0.3, 0)}, "to_go: -0.3"),
    ],
)
def test_bad_settings_of_entropic(settings, message):
    with pytest.raises((TypeError, ValueError), match=message):
        mm.player("entropic", **settings)


def test_entropic_names_answers_that_contradict():
    with pytest.raises(ValueError, match="history: "):
        mm.player("entropic").next_guess(
            History(CLASSIC, ["0012", "0012"], [(1, 1), (2, 1)]),
            np.random.default_rng(1),
        )


def test_merelo_keeps_its_population_where_a_search_is_interrupted(monkeypatch):
    def interrupted(past, setup, record, rng):
        setup.people[:] = 0
        raise KeyboardInterrupt

    rules = mm.Rules(4, 6)
    game = mm.player("merelo").start(rules)
    rng = np.random.default_rng(1)
    game.next_guess(History(rules, ["0123"], [(1, 1)]), rng)
    before = game.memory.copy()
    with monkeypatch.context() as patch:
        patch.setattr(merelo, "_evolve", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.next_guess(History(rules, ["0123"], [(1, 1)]), rng)
    assert game.memory.tolist() == before.tolist()
