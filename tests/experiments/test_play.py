"""Games, one and many.

The loop, the secret's safety, seeds and workers, and a codemaker in another process.
"""

import base64
import importlib
import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import threading
import types

import joblib
import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.engine import processes
from tests import plain

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)


class Counter:
    """A player of a user's own that plays code after code.

    It goes in lexicographic order, and returns a list of ints.
    """

    name = "counter"

    def next_guess(self, history, rng):
        return [
            int(digit)
            for digit in np.base_repr(len(history), history.rules.colors).zfill(
                history.rules.pegs
            )
        ]


class Peeking:
    """Remembers everything that it was ever given."""

    name = "peeking"

    def __init__(self):
        self.seen = []

    def next_guess(self, history, rng):
        self.seen.append(history)
        return mm.random_codes(history.rules, 1, rng=rng)[0]


def test_player_of_a_class_of_ones_own_plays():
    game = mm.play(Counter(), "0005", CLASSIC, rng=np.random.default_rng(1))
    assert (len(game), game.solved, game.player) == (6, True, "counter")
    games = mm.play_many(Counter(), CLASSIC, secrets=["0005", "0100"], seed=1)
    assert games.guesses.tolist() == [6, 10]
    assert games.solved.tolist() == [True, False]
    assert games.moves[0] == "0000 0001 0002 0003 0004 0005"


def test_play_answers_right():
    games = mm.play_many("random_consistent", mm.Rules(5, 8, 12), games=50, seed=1)
    told = mm.turns(games, mm.Rules(5, 8, 12))
    for row in told.itertuples():
        assert plain.feedback(list(row.guess), list(games.secret[row.game])) == (
            row.black,
            row.white,
        )
    assert told.possible.all()
    assert (told.groupby("game").turn.max() == games.guesses).all()
    assert (told.groupby("game").after.last() == 1).all()
    assert (told.before[told.turn == 1] == 32768).all()


def test_turns_tell_whether_a_guess_was_possible():
    games = mm.play_many("gold", mm.Rules(4, 8), games=20, seed=1)
    told = mm.turns(games, mm.Rules(4, 8))
    for _, game in told.groupby("game"):
        guesses = [list(guess) for guess in game.guess]
        answers = list(zip(game.black, game.white, strict=True))
        for turn, possible in enumerate(game.possible):
            past = zip(guesses[:turn], answers[:turn], strict=True)
            assert possible == all(
                plain.feedback(guess, guesses[turn]) == answer for guess, answer in past
            )


def test_play_answers_nine_colors_by_its_own_count():
    rules = mm.Rules(6, 9, 60)
    games = mm.play_many("nine_colors", rules, games=20, seed=1)
    told = mm.turns(games, rules)
    for row in told.itertuples():
        assert plain.nine_colors(list(row.guess), list(games.secret[row.game])) == (
            row.black,
            row.white,
        )
    assert (told.after == -1).all()
    game = mm.play(
        "nine_colors",
        games.secret[0],
        rules,
        scoring="standard",
        rng=np.random.default_rng(1),
    )
    assert [tuple(f) for f in game.feedbacks] == [
        plain.feedback(list(g), list(game.secret)) for g in game.guesses
    ]


@pytest.mark.parametrize("scoring", mm.SCORINGS)
def test_play_answers_as_feedback_does(scoring):
    rng = np.random.default_rng(1)
    for secret in mm.random_codes(CLASSIC, 20, rng=rng):
        game = mm.play(Peeking(), secret, CLASSIC, scoring=scoring, rng=rng)
        assert [tuple(f) for f in game.feedbacks] == [
            mm.feedback(g, secret, scoring=scoring) for g in game.guesses
        ]


def test_history_holds_nothing_of_the_secret():
    player = Peeking()
    game = mm.play(player, "0123", CLASSIC, rng=np.random.default_rng(1))
    assert len(player.seen) == len(game)
    for turn, history in enumerate(player.seen):
        slots = {"alphabet", "rules", "guesses", "feedbacks", "scoring"}
        assert set(history.__slots__) == slots
        assert history.guesses.tolist() == game.guesses[:turn].tolist()
        # a copy: no way back to the codemaker's arrays
        assert history.guesses.base is None
        assert history.feedbacks.base is None


def codemaker(secret, pipe):
    """Answer guesses until told to stop; the secret lives in this process only."""
    for guess in iter(pipe.recv, None):
        pipe.send(plain.feedback(guess, secret))


@pytest.fixture(scope="module")
def far_away():
    """A secret, and a codemaker in another process that holds it.

    The codemaker answers one guess after another.
    """
    secret = [4, 0, 5, 2]
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=codemaker, args=(secret, there)
    )
    process.start()

    def ask(guess):
        here.send(guess.tolist())
        return here.recv()

    yield secret, ask
    here.send(None)
    process.join()


@pytest.mark.parametrize("name", mm.players().name)
def test_play_against_a_codemaker_in_another_process(name, far_away):
    """The same game as with the secret at hand: so the player cannot have used it."""
    secret, ask = far_away
    rules = mm.Rules(4, 6, 60)
    far = mm.play(name, ask, rules, scoring="standard", rng=np.random.default_rng(1))
    near = mm.play(
        name, secret, rules, scoring="standard", rng=np.random.default_rng(1)
    )
    assert far.guesses.tolist() == near.guesses.tolist()
    assert far.solved
    assert far.secret.tolist() == secret


def test_play_catches_a_lying_codemaker():
    with pytest.raises(
        ValueError, match="history: no code agrees with all the answers; that of turn 2"
    ):
        mm.play(
            "random_consistent",
            lambda guess: (0, 0),
            mm.Rules(4, 3),
            rng=np.random.default_rng(1),
        )
    with pytest.raises(ValueError, match="3 black 1 white in turn 1 is not possible"):
        mm.play("gold", lambda guess: (3, 1), CLASSIC, rng=np.random.default_rng(1))
    with pytest.raises(
        ValueError, match="history: no code agrees with all the answers"
    ):
        mm.play(
            "gold",
            lambda guess: (0, 0),
            mm.Rules(2, 2, 4),
            rng=np.random.default_rng(1),
        )
    with pytest.raises(
        ValueError, match="secret: the codemaker answered None to guess 1, not"
    ):
        mm.play("gold", lambda guess: None, CLASSIC, rng=np.random.default_rng(1))
    with pytest.raises(ValueError, match="guess 1 of broken: color 9"):
        mm.play(
            Broken(np.array([0, 0, 0, 9], np.uint8)),
            lambda guess: (0, 0),
            CLASSIC,
            rng=np.random.default_rng(1),
        )


class Learner:
    """A user's player that remembers from game to game.

    What it plays must not depend on which other games are played.
    """

    name = "learner"

    def __init__(self):
        self.asked = 0

    def next_guess(self, history, rng):
        self.asked += 1
        return mm.codes.parse(f"000{min(self.asked, 5)}")


def test_play_many_plays_every_game_by_a_copy():
    games = mm.play_many(Learner(), CLASSIC, secrets=["0003", "0002", "0003"], seed=1)
    assert games.guesses.tolist() == [3, 2, 3]


def test_play_many_draws_depend_on_settings_of_ones_own():
    one = Peeking()
    other = Peeking()
    one.settings = {"size": 1}
    other.settings = {"size": 2}
    first, second = (
        mm.play_many(player, CLASSIC, games=5, seed=1) for player in (one, other)
    )
    assert first.moves.tolist() != second.moves.tolist()


def test_play_many_needs_settings_that_are_a_dict():
    player = Peeking()
    player.settings = ["size", 1]
    with pytest.raises(TypeError, match="player: its settings are a list, not a dict"):
        mm.play_many(player, CLASSIC, games=1, seed=1)


def test_play_many_adds_up_what_a_player_says_it_spent():
    class Counting(Learner):
        def next_guess(self, history, rng):
            self.search = mm.Search(generations=2, evaluations=30)
            return super().next_guess(history, rng)

    games = mm.play_many(Counting(), CLASSIC, secrets=["0003", "0002"], seed=1)
    assert games.generations.tolist() == [6, 4]
    assert games.evaluations.tolist() == [90, 60]


@pytest.mark.parametrize("spent", [-1, 1.5, float("nan"), "1", True])
def test_play_many_checks_what_a_player_says_it_spent(spent):
    player = Learner()
    player.search = mm.Search(evaluations=spent)
    with pytest.raises(
        (TypeError, ValueError), match=r"player: search\.evaluations of learner: "
    ):
        mm.play_many(player, CLASSIC, secrets=["0003"], seed=1)


def test_play_many_says_in_which_game_a_player_failed():
    class Failing(Learner):
        def next_guess(self, history, rng):
            if len(history):
                raise RuntimeError("no idea")
            return mm.codes.parse("0005")

    with pytest.raises(RuntimeError, match="no idea") as caught:
        mm.play_many(Failing(), CLASSIC, secrets=["0005", "0015"], seed=1)
    assert caught.value.__notes__ == [
        "in game 1 of play_many, learner against the secret 0015, "
        "guess 2 after 0005 3b0w"
    ]


@pytest.fixture
def workers(monkeypatch):
    """Start workers after the first game, and count how often."""
    module = importlib.import_module("mmlib.experiments.many")
    monkeypatch.setattr(module, "TRIAL_SECONDS", 0.0)
    monkeypatch.setattr(module, "WORTH_WORKERS", 0.0)
    started = []
    parallel = processes.Parallel
    monkeypatch.setattr(
        processes,
        "Parallel",
        lambda **settings: started.append(settings) or parallel(**settings),
    )
    return started


@pytest.mark.parametrize(
    "name",
    ["random_consistent", "le_adoga", pytest.param("gold", marks=pytest.mark.slow)],
)
def test_play_many_is_the_same_for_any_number_of_workers(name, workers):
    tables = [
        mm.play_many(name, CLASSIC, games=600, seed=1, n_jobs=n_jobs)
        for n_jobs in (1, 2, 4)
    ]
    for table in tables[1:]:
        pd.testing.assert_frame_equal(tables[0], table)
    assert [settings["n_jobs"] for settings in workers] == [2, 4]


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_play_many_is_the_same_with_other_backends(workers, backend):
    alone = mm.play_many("le_adoga", CLASSIC, games=600, seed=1, n_jobs=1)
    with joblib.parallel_config(backend):
        pd.testing.assert_frame_equal(
            alone, mm.play_many("le_adoga", CLASSIC, games=600, seed=1, n_jobs=2)
        )


@pytest.mark.parametrize("name", mm.players().name)
def test_plays_the_stored_game(name):
    """What the seed gave when this was written.

    So a change on the way, or on another machine, is seen.
    """
    played = mm.play_many(name, CLASSIC, games=5, seed=1, n_jobs=1).moves[0]
    line = f'"{name}": "{played}",'
    assert GOLDEN.get(name) == played, f"this line belongs into GOLDEN: {line}"


def test_stored_games_are_those_of_players():
    assert set(GOLDEN) <= set(mm.players().name)


#: The first of five games of each player on the classic board, with seed 1.
GOLDEN = {
    "random_consistent": "4045 5552 5212 3352 3532",
    "gold": "3434 3415 3204 2454 3532",
    "berghman": "0012 0345 1514 3522 3552 3532",
    "nine_colors": "0513 0021 3114 2534 1544 3552 3532",
    "le_adoga": "0012 3422 3415 5442 3552 3352 3532",
    "knuth": "0011 2234 2525 0454 3532",
    "norvig": "0012 0344 3511 3522 3532",
    "maxmin": "0011 2234 2525 3532",
    "maxent": "0123 1245 2500 3552 3532",
    "kooi": "0012 0334 5054 2432 3532",
    "one_step": "0012 0345 1514 2233 3532",
    "optimal": "0012 0334 0455 4232 3532",
    "irving": "0012 0345 4511 3522 3532",
    "neuwirth": "0012 0345 1514 2233 3532",
    "shapiro": "1411 2000 3253 3325 3532",
    "bento": "5013 4251 2340 3132 3134 3532",
    "swaszek": "3232 3233 3432 3532",
    "kalisker_camens": "3514 4014 3535 3533 3532",
    "annealing": "2025 5112 0213 4150 2440 1232 3552 3532",
    "hill_climbing": "0011 3355 3543 3532",
    "merelo": "0123 1501 3542 3552 3532",
    "two_phase": "0012 0334 5054 2432 3532",
    "evo": "0120 5245 1454 3532",
    "e_ga": "0012 4522 3322 3532",
    "nhea": "0012 3054 3141 3522 3532",
    "depth_first": "0012 4513 4452 2532 5532 3532",
    "eda": "0011 2534 2335 3532",
    "canonical_ga": "0120 2352 2233 3532",
    "moga": "0120 2445 5514 5233 3532",
    "evo_rank": "0120 2455 5043 4232 3532",
    "entropic": "0012 0334 5054 2432 3532",
    "far_sighted": "0012 3503 0543 3033 3532",
    "tuned": "0012 3403 3532",
    "one_rule": "0012 0345 1514 2535 3532",
}


def test_play_many_of_more_games_goes_on_where_fewer_ended():
    short = mm.play_many("le_adoga", CLASSIC, games=20, seed=3)
    long = mm.play_many("le_adoga", CLASSIC, games=40, seed=3)
    pd.testing.assert_frame_equal(short, long.head(20))
    limited = mm.play_many("le_adoga", mm.Rules(4, 6, 3), games=20, seed=3)
    assert (limited.guesses == short.guesses.clip(upper=3)).all()
    assert limited.solved.tolist() == (short.guesses <= 3).tolist()


def test_play_many_gives_all_players_the_same_secrets():
    one = mm.play_many("le_adoga", CLASSIC, games=20, seed=3)
    other = mm.play_many("berghman", CLASSIC, games=20, seed=3)
    assert one.secret.tolist() == other.secret.tolist()
    tuned = mm.play_many(
        mm.player("le_adoga", mutation_rate=0.2), CLASSIC, games=20, seed=3
    )
    assert tuned.moves.tolist() != one.moves.tolist()
    assert (
        mm.play_many("le_adoga", CLASSIC, games=20, seed=4).secret.tolist()
        != one.secret.tolist()
    )


def test_play_many_against_all_secrets():
    games = mm.play_many("random_consistent", mm.Rules(2, 3), secrets="all", seed=1)
    assert games.secret.tolist() == [
        "00",
        "01",
        "02",
        "10",
        "11",
        "12",
        "20",
        "21",
        "22",
    ]


def test_play_tells_the_story_of_every_turn():
    game = mm.play(
        "le_adoga", "0345", CLASSIC, story=True, rng=np.random.default_rng(1)
    )
    assert [turn.before for turn in game.turns[1:]] == [
        turn.after for turn in game.turns[:-1]
    ]
    assert (game.turns[0].before, game.turns[-1].after) == (1296, 1)
    assert game.turns[1].search.generations >= 20
    assert len(game.turns[1].search.best) == game.turns[1].search.generations + 1
    assert sum(turn.search.evaluations for turn in game.turns) == game.evaluations
    plainly = mm.play("le_adoga", "0345", CLASSIC, rng=np.random.default_rng(1))
    assert plainly.guesses.tolist() == game.guesses.tolist()
    assert not plainly.turns


def test_turns_take_games_from_a_file_apart(tmp_path):
    games = mm.play_many("random_consistent", CLASSIC, games=3, seed=1)
    games.to_csv(tmp_path / "games.csv", index=False)
    texts = {"secret": str, "moves": str}
    assert mm.turns(pd.read_csv(tmp_path / "games.csv", dtype=texts), CLASSIC).equals(
        mm.turns(games, CLASSIC)
    )
    for column in texts:
        with pytest.raises(
            TypeError, match="games: secret, moves and scoring must be texts"
        ):
            mm.turns(games.assign(**{column: 123}), CLASSIC)


def test_play_many_takes_secrets_from_a_column_of_a_table():
    games = mm.play_many("random_consistent", CLASSIC, games=3, seed=1)
    for secrets in (
        games.secret,
        games.secret.to_numpy(),
        np.array(games.secret, dtype=str),
    ):
        assert mm.play_many(
            "random_consistent", CLASSIC, secrets=secrets, seed=1
        ).equals(games)


def test_turns_want_the_table():
    game = mm.play("random_consistent", "0345", CLASSIC, rng=np.random.default_rng(1))
    with pytest.raises(
        TypeError, match=r"games: a Game is not the table that play_many returns"
    ):
        mm.turns(game, CLASSIC)
    games = mm.play_many("random_consistent", CLASSIC, games=2, seed=1)
    with pytest.raises(ValueError, match="games: has no column secret, moves"):
        mm.turns(games[["guesses", "scoring"]], CLASSIC)
    with pytest.raises(
        ValueError,
        match=(
            "rules: 4 pegs x 8 colors, but the games were played on 4 pegs x 6 colors"
        ),
    ):
        mm.turns(games, mm.Rules(4, 8))


def test_game_shows_itself():
    game = mm.play("random_consistent", "0345", CLASSIC, rng=np.random.default_rng(1))
    shown = game._repr_mimebundle_()
    assert shown["text/plain"] == repr(game)
    assert shown["image/svg+xml"].startswith("<svg")
    assert base64.b64decode(shown["image/png"]).startswith(b"\x89PNG")
    assert "secret  0 3 4 5" in game.picture(theme="dark").text
    assert repr(game).startswith(
        "Game(random_consistent, 4 pegs x 6 colors, solved in "
    )


def test_play_many_sends_players_to_workers():
    for name in mm.players().name:
        player = pickle.loads(pickle.dumps(mm.player(name)))
        assert player.settings == mm.player(name).settings


def test_play_many_sends_a_player_written_in_a_notebook():
    """A class of ``__main__`` that uses ``mm``, as notebooks define them."""
    program = (
        "import importlib, mmlib as mm\n"
        "class First:\n"
        "    name = 'first'\n"
        "    def next_guess(self, history, rng):\n"
        "        return mm.consistent.consistent_codes(history)[0]\n"
        "rules = mm.Rules(4, 6)\n"
        "alone = mm.play_many(First(), rules, games=60, seed=1, n_jobs=1)\n"
        "module = importlib.import_module('mmlib.experiments.many')\n"
        "module.TRIAL_SECONDS = module.WORTH_WORKERS = 0.0\n"
        "assert alone.equals("
        "mm.play_many(First(), rules, games=60, seed=1, n_jobs=2))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


class Broken:
    name = "broken"

    def __init__(self, guess):
        self.guess = guess

    def next_guess(self, history, rng):
        return self.guess


@pytest.mark.parametrize(
    ("guess", "message"),
    [
        ([0, 1, 2], "guess 1 of broken: has 3 pegs, the board has 4"),
        (
            np.array([0, 1, 2, 6], np.uint8),
            "guess 1 of broken: color 6 at position 3 is not in 0..5",
        ),
        (None, "guess 1 of broken: "),
        ("01x3", "guess 1 of broken: 'x' in '01x3' is not a color"),
    ],
)
def test_play_names_a_players_nonsense(guess, message):
    with pytest.raises((TypeError, ValueError), match=message):
        mm.play(Broken(guess), "0123", CLASSIC, rng=np.random.default_rng(1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "games, secrets: give one of them"),
        ({"games": 3, "secrets": "all"}, "games, secrets: give one of them"),
        ({"games": 0}, "games: 0 is not in 1.."),
        ({"secrets": "every"}, "secrets: 'every' is neither 'all' nor a code"),
        ({"secrets": []}, "secrets: "),
        ({"secrets": ["0129"]}, "secrets: color 9"),
        ({"games": 3, "n_jobs": 0}, "n_jobs: 0 is not a number of workers"),
        ({"games": 3, "scoring": "odd"}, "scoring: 'odd' is not one of"),
        ({"games": 3, "seed": -1}, "seed: -1 is not in"),
    ],
)
def test_play_many_names_bad_arguments(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        mm.play_many("random_consistent", CLASSIC, **{"seed": 1, **arguments})


def test_play_takes_a_seed_for_a_generator():
    short = mm.play("le_adoga", "0345", CLASSIC, seed=7)
    assert repr(short) == repr(
        mm.play("le_adoga", "0345", CLASSIC, rng=np.random.default_rng(7))
    )
    assert short.seed == 7
    with pytest.raises(TypeError, match="seed, rng: both came"):
        mm.play("gold", "0123", CLASSIC, seed=1, rng=np.random.default_rng(1))
    with pytest.raises(ValueError, match="seed: -1 is not in"):
        mm.play("gold", "0123", CLASSIC, seed=-1)


def test_play_without_a_seed_draws_one_and_keeps_it():
    game = mm.play("le_adoga", "0345", CLASSIC)
    assert repr(mm.play("le_adoga", "0345", CLASSIC, seed=game.seed)) == repr(game)
    assert mm.play("le_adoga", "0345", CLASSIC).seed != game.seed
    rng = np.random.default_rng(1)
    assert mm.play("le_adoga", "0345", CLASSIC, rng=rng).seed is None


def test_play_many_without_a_seed_draws_one_and_keeps_it():
    games = mm.play_many("random_consistent", CLASSIC, games=20)
    again = mm.play_many(
        "random_consistent", CLASSIC, games=20, seed=games.attrs["seed"]
    )
    assert again.moves.tolist() == games.moves.tolist()


def test_play_many_takes_one_code_as_a_text():
    alone, listed = (
        mm.play_many("gold", CLASSIC, secrets=one, seed=1) for one in ("0123", ["0123"])
    )
    pd.testing.assert_frame_equal(alone, listed)
    assert mm.fitness.distance("0123", "0011", [(2, 1)]).tolist() == [-1]


def test_player_is_looked_at_when_it_is_handed_over():
    class Short:
        name = "short"

        def next_guess(self, history):
            return [0, 0, 0, 0]

    with pytest.raises(
        TypeError,
        match=(
            r"player: next_guess of 'short' takes \(history\); "
            r".* next_guess\(history, rng\)"
        ),
    ):
        mm.play_many(Short(), CLASSIC, games=1, seed=1)


def test_check_player_finds_draws_from_elsewhere():
    class Own:
        name = "own"
        draws = np.random.default_rng(1)

        def next_guess(self, history, rng):
            return self.__class__.draws.integers(0, 6, 4)

    with pytest.raises(
        ValueError,
        match=(
            r"player: own played game 0 of seed 1 in two ways: .*; "
            r"draw from `rng` only"
        ),
    ):
        mm.check_player(Own())
    games = mm.check_player(Counter(), mm.Rules(2, 3))
    pd.testing.assert_frame_equal(
        games, mm.play_many(Counter(), mm.Rules(2, 3), games=3, seed=1)
    )
    with pytest.raises(ValueError, match="player: guess 1 of counter: has 3 pegs"):
        mm.check_player(
            type(
                "Long", (Counter,), {"next_guess": lambda self, history, rng: [0, 0, 0]}
            )(),
            mm.Rules(2, 3),
        )


#: The check of a player whose guess goes by `hash`, which differs between processes.
HASHING = """
import mmlib as mm
class Hashing:
    name = "hashing"
    def next_guess(self, history, rng):
        return [hash("a fixed text") // 7**peg % 6 for peg in range(4)]
mm.check_player(Hashing())
"""


def test_check_player_looks_from_another_process():
    """The order of sets is another one there; in one process it is always the same."""

    class Sensible(Learner):
        def __init__(self):
            self.settings = {"colors": {"red", "green", "blue"}}

        def next_guess(self, history, rng):
            return mm.random_codes(history.rules, 1, rng=rng)[0]

    assert len(mm.check_player(Sensible())) == 3
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONHASHSEED"
    }
    done = subprocess.run(
        [sys.executable, "-c", HASHING], env=environment, capture_output=True, text=True
    )
    assert re.search(
        "hashing played game 0 of seed 1 in two ways: .*; in another process sets",
        done.stderr,
    )


class Holding(Learner):
    def __init__(self, held):
        super().__init__()
        self.held = held


def test_play_many_names_who_cannot_be_copied_before_a_game():
    names = types.ModuleType("mine")
    names.name = "module"
    names.next_guess = lambda history, rng: "0000"
    because = "player: learner cannot be copied: its `held` is of the type "
    for calls in (
        lambda player: mm.check_player(player),
        lambda player: mm.play_many(player, CLASSIC, games=2, seed=1),
        lambda player: mm.sweep(
            lambda size: player, CLASSIC, {"size": [1]}, games=2, seed=1
        ),
        lambda player: mm.leaderboard(CLASSIC, [player], 2, 1),
        lambda player: mm.strategy_tree(player, mm.Rules(2, 3)),
    ):
        with pytest.raises(TypeError, match=f"{because}lock"):
            calls(Holding(threading.Lock()))
        with pytest.raises(TypeError, match=f"{because}generator"):
            calls(Holding(iter(number for number in ())))
        with pytest.raises(
            TypeError, match="player: module is a module, which cannot be copied"
        ):
            calls(names)

    class NoCopy(Learner):
        def __deepcopy__(self, memo):
            return 3

    with pytest.raises(
        TypeError, match="its __deepcopy__ returned 3, which is no player"
    ):
        mm.play_many(NoCopy(), CLASSIC, games=2, seed=1)


def test_play_many_of_players_that_can_be_copied_but_not_sent():
    class Shared(Holding):
        name = "shared"

        def __deepcopy__(self, memo):
            return Shared(self.held)

    player = Shared(threading.Lock())
    told = (
        "player: shared cannot be sent to worker processes: "
        "its `held` is of the type lock .*; .* give n_jobs=1"
    )
    with pytest.raises(TypeError, match=told):
        mm.play_many(player, CLASSIC, games=2, seed=1, n_jobs=2)
    with pytest.raises(TypeError, match=told):
        mm.sweep(
            lambda size: player, CLASSIC, {"size": [1, 2]}, games=2, seed=1, n_jobs=2
        )
    games = mm.play_many(player, CLASSIC, games=2, seed=1, n_jobs=1)
    with pytest.warns(
        UserWarning, match=f"{told}; so it was not looked at in a second process"
    ):
        assert mm.check_player(player).moves.tolist()[:2] == games.moves.tolist()


class Reason(Exception):
    def __init__(self, code, why):
        super().__init__(f"{code}: {why}")


def test_play_many_raises_what_a_player_raises_in_a_worker(workers):
    class Raising(Learner):
        def next_guess(self, history, rng):
            # once in these games: of several, two workers give any first
            if rng.random() < 0.003:
                raise Reason(7, "my reason")
            return mm.codes.parse("0005")

    found = []
    for n_jobs in (1, 2):
        with pytest.raises(Reason, match="7: my reason") as caught:
            mm.play_many(Raising(), CLASSIC, games=40, seed=2, n_jobs=n_jobs)
        found.append(caught.value.__notes__)
    assert found[0] == found[1]
    assert "in game 23 of play_many, learner against the secret" in found[0][0]
    assert len(workers) == 1


def test_play_many_names_too_many_games():
    for call in (
        lambda: mm.play_many("knuth", CLASSIC, games=10**8, seed=1),
        lambda: mm.sweep(
            "knuth", CLASSIC, {"first_guess": ["0011"]}, games=10**8, seed=1
        ),
        lambda: mm.leaderboard(CLASSIC, ["knuth"], 10**8, 1),
    ):
        with pytest.raises(
            ValueError, match=r"^games: 100000000 is not in 1\.\.50000000"
        ):
            call()
    with pytest.raises(ValueError, match=r"^runs: 100000000 is not in 1\.\.50000000"):
        mm.whole_board.run_many(pegs=4, runs=10**8, seed=1)


def test_play_of_a_next_guess_whose_arguments_are_not_known():
    class Builtin:
        name = "builtin"
        next_guess = max

    with pytest.raises(TypeError, match="not supported between instances") as caught:
        mm.play_many(Builtin(), CLASSIC, games=2, seed=1)
    assert "in game 0 of play_many, builtin against" in caught.value.__notes__[0]


def test_strategy_tree_checks_what_a_players_own_tree_returns():
    class Planting(Counter):
        def tree(self, rules):
            return planted

    small = mm.Rules(2, 3)
    planted = None
    with pytest.raises(
        TypeError,
        match=(
            "player: tree\\(rules\\) of counter returned None, which is no StrategyTree"
        ),
    ):
        mm.strategy_tree(Planting(), small)
    planted = mm.strategy_tree("knuth", mm.Rules(2, 4))
    with pytest.raises(
        ValueError,
        match="tree\\(rules\\) of counter returned a tree of 2 pegs x 4 colors",
    ):
        mm.strategy_tree(Planting(), small)
    planted = mm.strategy_tree("knuth", small)
    assert mm.strategy_tree(Planting(), small) is planted


def test_play_checks_its_arguments():
    rng = np.random.default_rng(1)
    with pytest.raises(TypeError, match="rules: "):
        mm.play("gold", "0123", (4, 6), rng=rng)
    with pytest.raises(TypeError, match="rng: 1 is an int"):
        mm.play("gold", "0123", CLASSIC, rng=1)
    with pytest.raises(ValueError, match="secret: color 7"):
        mm.play("gold", "0127", CLASSIC, rng=rng)
    with pytest.raises(TypeError, match="story: 'yes'"):
        mm.play("gold", "0123", CLASSIC, story="yes", rng=rng)


def test_the_games_of_a_check_are_printed_whole():
    games = mm.check_player("gold", mm.Rules(3, 4), seed=7)
    assert all(name in repr(games) for name in games)
    assert "..." not in repr(games)
    assert games.attrs["seed"] == 7
    assert type(games.head(2)) is pd.DataFrame
