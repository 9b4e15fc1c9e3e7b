"""Sweeps: the same games as `play_many`, stopped and gone on with.

They come out on any number of workers, and are kept apart by a lock.
"""

import hashlib
import os
import random
import subprocess
import sys
import time

import joblib
import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.engine import processes
from mmlib.experiments import many, parts, results
from mmlib.experiments.parts import Parts

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)

#: Four settings of `le_adoga`.
GRID = {"mutation_rate": [0.0, 0.2], "elitism_rate": [0.0, 0.3]}


def sums(folder):
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file()
    }


def test_sweep_plays_the_games_of_play_many():
    found = mm.sweep("le_adoga", CLASSIC, GRID, games=60, seed=3, n_jobs=1)
    assert found.columns[:4].tolist() == [
        "mutation_rate",
        "elitism_rate",
        "player",
        "secret",
    ]
    for (mutation, elitism), part in found.groupby(["mutation_rate", "elitism_rate"]):
        player = mm.player("le_adoga", mutation_rate=mutation, elitism_rate=elitism)
        alone = mm.play_many(player, CLASSIC, games=60, seed=3, n_jobs=1)
        for column in ("secret", "guesses", "solved", "generations", "evaluations"):
            assert part[column].tolist() == alone[column].tolist()


def test_sweep_is_the_same_for_any_number_of_workers(monkeypatch):
    monkeypatch.setattr(many, "PART_GAMES", 20)
    tables = [
        mm.sweep("le_adoga", CLASSIC, GRID, games=50, seed=1, n_jobs=n_jobs)
        for n_jobs in (1, 2)
    ]
    pd.testing.assert_frame_equal(*tables)


def test_sweep_takes_listed_settings_and_players_of_ones_own():
    class Guesser:
        name = "guesser"

        def __init__(self, lucky):
            self.settings = {"lucky": lucky}

        def next_guess(self, history, rng):
            if len(history) == 0:
                return self.settings["lucky"]
            return mm.consistent.random_consistent_code(history, rng=rng)

    found = mm.sweep(
        Guesser,
        CLASSIC,
        [{"lucky": "0012"}, {"lucky": "0000"}],
        secrets=["0012"] * 5,
        seed=1,
        n_jobs=1,
    )
    assert found.lucky.tolist() == ["0012"] * 5 + ["0000"] * 5
    assert (found.guesses[:5] == 1).all()
    assert (found.guesses[5:] > 1).all()


def test_sweep_that_is_stored_is_read_the_second_time(tmp_path, monkeypatch):
    grid = {"first_guess": ["0011", "0012"]}
    first = mm.sweep(
        "random_consistent", CLASSIC, grid, games=30, seed=1, store=tmp_path / "demo"
    )
    before = sums(tmp_path)
    assert set(before) == {"demo.csv", "demo.json"}
    assert not list(tmp_path.glob(".*"))
    monkeypatch.setattr(many, "run_in_order", None)  # nothing is played
    again = mm.sweep(
        "random_consistent", CLASSIC, grid, games=30, seed=1, store=tmp_path / "demo"
    )
    pd.testing.assert_frame_equal(again, first)
    assert again.first_guess.unique().tolist() == ["0011", "0012"]
    assert sums(tmp_path) == before
    with pytest.raises(
        ValueError, match=r"demo: holds another experiment \(games: 30 there, 31 here; "
    ):
        mm.sweep(
            "random_consistent",
            CLASSIC,
            grid,
            games=31,
            seed=1,
            store=tmp_path / "demo",
        )
    assert sums(tmp_path) == before


#: A sweep into the folder that is given; it is slower with a second argument.
PROGRAM = """
import mmlib as mm
from mmlib.experiments import many as experiments
from pathlib import Path
import sys, time
experiments.PART_GAMES = 5
if len(sys.argv) > 2:  # slower, so that there is time to kill it
    play = experiments.Experiment.play
    def slow(*arguments):
        time.sleep(0.03)
        return play(*arguments)
    experiments.Experiment.play = slow
mm.sweep("random_consistent", mm.Rules(4, 6, 10),\
 {"first_guess": ["0011", "0012", "0123"]}, games=200, seed=5,
         n_jobs=1, store=Path(sys.argv[1]) / "demo")
"""


@pytest.mark.slow
def test_sweep_that_is_killed_goes_on_to_the_same_bytes(tmp_path):
    whole = tmp_path / "whole"
    subprocess.run([sys.executable, "-c", PROGRAM, whole], check=True)
    killed = tmp_path / "killed"
    rng = random.Random(1)
    kept = []
    for _ in range(KILLS):
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, killed, "slow"])
        parts = killed / ".demo.parts"
        deadline = time.monotonic() + 60
        goal = (kept[-1] if kept else 0) + 1
        while (
            len(list(parts.glob("*/*.csv"))) < goal
            and process.poll() is None
            and time.monotonic() < deadline
        ):
            time.sleep(0.01)
        time.sleep(rng.random() * 0.1)
        process.kill()
        process.wait()
        kept.append(len(list(parts.glob("*/[0-9]*.csv"))))
    assert kept == sorted(kept)
    assert kept[-1] > kept[0] > 0
    assert not (killed / "demo.csv").exists()
    subprocess.run([sys.executable, "-c", PROGRAM, killed], check=True)
    assert sums(killed) == sums(whole)
    assert not (killed / ".demo.parts").exists()


#: How often a sweep is killed; `MMLIB_KILLS=20` asks for more.
KILLS = int(os.environ.get("MMLIB_KILLS", "3"))


def test_sweep_is_not_written_by_two_processes(tmp_path):
    with (
        Parts(tmp_path / "demo.csv", {"seed": 1}),
        pytest.raises(
            RuntimeError,
            match=(
                f"demo: another process \\(number {os.getpid()}\\) "
                "is writing this result"
            ),
        ),
    ):
        mm.sweep(
            "knuth",
            CLASSIC,
            {"first_guess": ["0011"]},
            games=5,
            seed=1,
            store=tmp_path / "demo",
        )
    mm.sweep(
        "knuth",
        CLASSIC,
        {"first_guess": ["0011"]},
        games=5,
        seed=1,
        store=tmp_path / "demo",
    )
    assert (tmp_path / "demo.csv").exists()


def test_sweep_stopped_before_its_first_part_begins_anew(tmp_path, monkeypatch):
    def stop(*arguments, **settings):
        raise KeyboardInterrupt

    monkeypatch.setattr(Parts, "put", stop)
    with pytest.raises(KeyboardInterrupt) as stopped:
        mm.sweep(
            "knuth",
            CLASSIC,
            {"first_guess": ["0011"]},
            games=5,
            seed=1,
            n_jobs=1,
            store=tmp_path / "demo",
        )
    assert stopped.value.__notes__ == [
        "store: demo is not complete; the same call begins anew"
    ]


def test_sweep_plays_a_damaged_part_again(tmp_path, monkeypatch):
    monkeypatch.setattr(many, "PART_GAMES", 10)
    grid = {"first_guess": ["0011", "0012"]}
    wanted = mm.sweep("random_consistent", CLASSIC, grid, games=30, seed=1, n_jobs=1)

    def stop(*arguments, **settings):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(results, "_store", stop)
        with pytest.raises(KeyboardInterrupt) as stopped:
            mm.sweep(
                "random_consistent",
                CLASSIC,
                grid,
                games=30,
                seed=1,
                n_jobs=1,
                store=tmp_path / "demo",
            )
    kept = (
        "store: demo is not complete; "
        f"the same call goes on from what is kept in {tmp_path}"
    )
    assert stopped.value.__notes__ == [kept]
    part = sorted((tmp_path / ".demo.parts").glob("*/*.csv"))[2]
    part.write_text(part.read_text().replace("True", "False", 1))
    with pytest.warns(
        UserWarning,
        match=(
            r"000002\.csv does not match its SHA-256 "
            r"and was set aside as 000002\.csv\.dam"
        ),
    ):
        found = mm.sweep(
            "random_consistent",
            CLASSIC,
            grid,
            games=30,
            seed=1,
            n_jobs=1,
            store=tmp_path / "demo",
        )
    pd.testing.assert_frame_equal(found, wanted)


def test_sweep_plays_a_damaged_result_again_with_a_warning(tmp_path):
    def run():
        return mm.sweep(
            "shapiro", CLASSIC, [{}], games=3, seed=1, n_jobs=1, store=tmp_path / "demo"
        )

    wanted = run()
    (tmp_path / "demo.csv").write_text("mine\n")
    with pytest.warns(UserWarning, match="does not match its SHA-256") as warned:
        pd.testing.assert_frame_equal(run(), wanted)
    told = [str(one.message) for one in warned]
    assert told[0].startswith(
        "demo: demo.csv does not match its SHA-256; it is made again"
    )
    assert (
        told[1]
        == "demo.csv does not match its SHA-256 and was set aside as demo.csv.damaged"
    )
    assert {one.filename for one in warned} == {__file__}
    assert (tmp_path / "demo.csv.damaged").read_text() == "mine\n"
    pd.testing.assert_frame_equal(run(), wanted)


def test_sweep_on_a_full_disk_leaves_the_old_files_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(many, "PART_GAMES", 10)
    grid = {"first_guess": ["0011"]}
    replace_files = parts.replace_files

    def full(contents, **settings):
        if any(path.name == "000001.csv" for path in contents):
            raise OSError(28, "No space left on device")
        replace_files(contents, **settings)

    with monkeypatch.context() as patch:
        patch.setattr(parts, "replace_files", full)
        with pytest.raises(OSError, match="No space left"):
            mm.sweep(
                "random_consistent",
                CLASSIC,
                grid,
                games=30,
                seed=1,
                n_jobs=1,
                store=tmp_path / "demo",
            )
    assert [p.name for p in (tmp_path / ".demo.parts").glob("*/*")] == ["000000.csv"]
    found = mm.sweep(
        "random_consistent",
        CLASSIC,
        grid,
        games=30,
        seed=1,
        n_jobs=1,
        store=tmp_path / "demo",
    )
    wanted = mm.sweep("random_consistent", CLASSIC, grid, games=30, seed=1, n_jobs=1)
    assert found.guesses.tolist() == wanted.guesses.tolist()


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (3, "grid: 3 is neither a dict of lists nor a list of dicts"),
        (
            {"first_guess": "0012"},
            "grid: first_guess: '0012' is a str; a list of values is needed",
        ),
        ([], "grid: there are no settings"),
        ({"first_guess": []}, "grid: there are no settings"),
        ([{"first_guess": "0012"}, {}], "grid: its settings name different parameters"),
        (
            {"first_guess": [[0, 0, 1, 2]]},
            r"grid: first_guess = \[0, 0, 1, 2\] is no number and no text",
        ),
        (
            {"population": [10, -3]},
            "^grid: population: not a setting of random_consistent",
        ),
    ],
)
def test_sweep_refuses_bad_grids(grid, message):
    with pytest.raises((TypeError, ValueError), match=message):
        mm.sweep("random_consistent", CLASSIC, grid, games=5, seed=1)


def test_sweep_counts_workers_from_one():
    with pytest.raises(ValueError, match="n_jobs: 0 is not a number of workers"):
        mm.sweep("knuth", CLASSIC, {"first_guess": ["0011"]}, games=5, seed=1, n_jobs=0)


def test_sweep_takes_numbers_of_numpy_as_settings(tmp_path):
    grid = {"population": np.array([10, 20]), "mutation_rate": np.linspace(0, 1, 2)}
    found = mm.sweep(
        "le_adoga", CLASSIC, grid, games=4, seed=1, store=tmp_path / "demo"
    )
    assert found.population.tolist() == [10] * 8 + [20] * 8


class Named:
    """A player called so, whose setting is any text."""

    def __init__(self, word):
        self.name = NAMES[len(repr(word)) % len(NAMES)]
        self.settings = {"word": word}

    def next_guess(self, history, rng):
        return mm.random_codes(history.rules, 1, rng=rng)[0]


#: Settings that a CSV file could change.
WORDS = [
    None,
    "NA",
    "nan",
    "null",
    "",
    "a\rb",
    "a\nb",
    "007",
    "1e5",
    "True",
    7,
    0.5,
    ' "quoted", ',
    "ß¼",
]

#: Names of players that a CSV file could change.
NAMES = ["NA", "007", "a\rb", 'a"\n,b', " "]


@pytest.mark.parametrize(
    "words",
    [WORDS, [None, "NA"], ["1", "2"], [1, 2], [0.5, 1.5], [True, False], ["", None]],
)
def test_sweep_gives_its_settings_back(words, tmp_path):
    """Played, stored and read, or played without a store, the same comes out.

    The texts, numbers and missing values agree.
    """
    grid = {"word": words}
    stored = [
        mm.sweep(
            Named,
            mm.Rules(2, 3),
            grid,
            games=2,
            seed=1,
            store=tmp_path / "demo",
            n_jobs=1,
        )
        for _ in "12"
    ]
    for found in [
        *stored,
        mm.sweep(Named, mm.Rules(2, 3), grid, games=2, seed=1, n_jobs=1),
    ]:
        assert [(type(w), w) for w in found.word.tolist()] == [
            (type(w), w) for w in words for _ in "12"
        ]
        assert found.player.tolist() == [
            Named(word).name for word in words for _ in "12"
        ]
        assert found.secret.str.fullmatch("[0-2]{2}").all()
        pd.testing.assert_frame_equal(found, stored[0])


def test_sweep_may_have_generations_as_a_setting():
    found = mm.sweep(
        "le_adoga", CLASSIC, {"generations": [5, 20]}, games=3, seed=1, n_jobs=1
    )
    assert found.generations.tolist() == [5] * 3 + [20] * 3
    assert (found.generations_bred > found.generations).all()


def test_sweep_tells_of_a_result_of_other_versions(tmp_path):
    def run():
        return mm.sweep(
            "shapiro", CLASSIC, [{}], games=3, seed=1, n_jobs=1, store=tmp_path / "demo"
        )

    before = run()
    path = tmp_path / "demo.json"
    path.write_text(path.read_text().replace('"numpy": "', '"numpy": "1.'))
    with pytest.warns(
        UserWarning, match="demo: was made with .*'numpy': '1.*, here are"
    ):
        assert run().equals(before)


def test_sweep_refuses_a_setting_that_does_not_fit_the_board(
    monkeypatch,
):
    monkeypatch.setattr(many, "run_in_order", None)
    with pytest.raises(ValueError, match="first_guess: has 5 pegs, the board has 4"):
        mm.sweep("knuth", CLASSIC, {"first_guess": ["0011", "00112"]}, games=3, seed=1)


@pytest.mark.parametrize(
    "change", [{"games": 4}, {"grid": [{"first_guess": "0011"}]}, {"seed": 2}]
)
def test_sweep_that_is_refused_leaves_nothing_behind(change, tmp_path):
    usual = {
        "grid": [{}],
        "games": 3,
        "seed": 1,
        "n_jobs": 1,
        "store": tmp_path / "demo",
    }
    mm.sweep("shapiro", CLASSIC, **usual)
    before = sums(tmp_path)
    with pytest.raises(ValueError, match="demo: holds another experiment"):
        mm.sweep("shapiro", CLASSIC, **usual | change)
    assert sums(tmp_path) == before
    assert not list(tmp_path.glob(".*"))


def test_sweep_starts_no_more_workers_than_are_of_use():
    assert processes.workers(255, 4) == 4
    assert processes.workers(-(10**9), 100) == 1
    assert processes.workers(10**9, 10**9) <= processes.MOST_A_CORE * joblib.cpu_count()
    assert processes.workers(-1, 10**9) == joblib.cpu_count()
    for wrong in ("-1", "٣", None, 1.5, True, 0, 2**31, -(2**40), float("inf")):
        with pytest.raises((TypeError, ValueError), match="n_jobs: "):
            processes.workers(wrong, 4)


def test_sweep_refuses_to_overwrite_a_file_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "mine.csv").write_text("precious\n")
    monkeypatch.setattr(many, "run_in_order", None)
    with pytest.raises(
        FileExistsError, match=r"mine: .*mine\.csv was not written by mmlib"
    ):
        mm.sweep(
            "knuth",
            CLASSIC,
            {"first_guess": ["0011"]},
            games=5,
            seed=1,
            store=tmp_path / "mine",
        )
    assert (tmp_path / "mine.csv").read_text() == "precious\n"


def test_sweep_outside_a_checkout_stores_in_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mm.sweep(
        "random_consistent",
        mm.Rules(3, 4),
        {"first_guess": ["012"]},
        games=5,
        seed=1,
        n_jobs=1,
        store="x",
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv", "x.json"]


def test_sweep_does_not_mix_players_that_the_grid_does_not_tell_apart(tmp_path):
    """Two functions make players of one name and one grid.

    What they make has different settings beyond the grid.
    """

    class Mine:
        name = "mine"

        def __init__(self, size, more=0):
            self.settings = {"size": size} | ({"more": more} if more else {})

        def next_guess(self, history, rng):
            return mm.consistent.random_consistent_code(history, rng=rng)

    grid = {"size": [1, 2]}
    options = {"games": 4, "seed": 1, "n_jobs": 1, "store": tmp_path / "demo"}
    first = mm.sweep(lambda size: Mine(size, more=3), CLASSIC, grid, **options)
    pd.testing.assert_frame_equal(
        mm.sweep(lambda size: Mine(size, more=3), CLASSIC, grid, **options), first
    )
    with pytest.raises(
        ValueError, match=r"demo: holds another experiment \(made: .* there, "
    ):
        mm.sweep(lambda size: Mine(size, more=4), CLASSIC, grid, **options)
    mm.sweep(Mine, CLASSIC, grid, **options | {"store": tmp_path / "plain"})
    assert "made" not in results.story("plain", folder=tmp_path)["settings"]


def test_sweep_of_a_player_whose_settings_no_text_describes():
    class Mine:
        name = "mine"

        def __init__(self, size):
            self.settings = {"size": size, "f": lambda: size}

        def next_guess(self, history, rng):
            return "0000"

    with pytest.raises(TypeError, match="player: its setting 'f' is a function"):
        mm.sweep(Mine, CLASSIC, {"size": [1]}, games=2, seed=1)


def test_sweep_without_a_seed_draws_one_and_keeps_it(tmp_path):
    rules = mm.Rules(3, 4)
    games = mm.sweep("random_consistent", rules, [{}], games=5, n_jobs=1)
    again = mm.sweep(
        "random_consistent", rules, [{}], games=5, seed=games.attrs["seed"], n_jobs=1
    )
    assert again.equals(games)
    with pytest.raises(ValueError, match="seed: needed with store"):
        mm.sweep("random_consistent", rules, [{}], games=5, store=tmp_path / "kept")
    stored = mm.sweep(
        "random_consistent", rules, [{}], games=5, seed=3, store=tmp_path / "kept"
    )
    assert stored.attrs["seed"] == 3


def test_play_many_is_stored_and_goes_on_to_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(many, "PART_GAMES", 5)
    alone = mm.play_many("le_adoga", CLASSIC, games=18, seed=4, n_jobs=1)

    def played(folder):
        return mm.play_many(
            "le_adoga", CLASSIC, games=18, seed=4, n_jobs=1, store=folder / "demo"
        )

    whole = played(tmp_path / "whole")
    pd.testing.assert_frame_equal(whole, alone)
    assert whole.attrs == alone.attrs

    play = many.Experiment.play

    def stops(experiment, codes, first):
        if first == 10:
            raise KeyboardInterrupt
        return play(experiment, codes, first)

    monkeypatch.setattr(many.Experiment, "play", stops)
    with pytest.raises(KeyboardInterrupt) as caught:
        played(tmp_path / "stopped")
    assert "the same call goes on" in caught.value.__notes__[0]
    again = []
    monkeypatch.setattr(
        many.Experiment,
        "play",
        lambda self, codes, first: again.append(first) or play(self, codes, first),
    )
    pd.testing.assert_frame_equal(played(tmp_path / "stopped"), alone)
    assert again == [10, 15]
    pd.testing.assert_frame_equal(played(tmp_path / "stopped"), alone)
    assert again == [10, 15]
    assert sums(tmp_path / "stopped") == sums(tmp_path / "whole")
    with pytest.raises(ValueError, match=r"seed: needed with store"):
        mm.play_many("gold", CLASSIC, games=2, store=tmp_path / "demo")


def test_a_player_in_place_of_its_class_is_told_apart():
    with pytest.raises(TypeError, match="it is a player already: pass its class"):
        mm.sweep(mm.player("knuth"), mm.Rules(2, 3), {"tie_seed": [1]}, games=2)
    with pytest.raises(TypeError, match=r"no class or function that makes one$"):
        mm.sweep(7, mm.Rules(2, 3), {"tie_seed": [1]}, games=2)


def test_all_codes_are_asked_for_as_secrets():
    with pytest.raises(ValueError, match="games: 'all' is said in secrets='all' here"):
        mm.sweep("le_adoga", CLASSIC, GRID, games="all", seed=1)
