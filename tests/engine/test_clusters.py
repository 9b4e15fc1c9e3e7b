"""The same bytes come from a real cluster of Dask's and of Ray's.

They come also where a worker is killed.
"""

import os
import signal
import time

import joblib
import pandas as pd
import psutil
import pytest
from joblib import delayed

import mmlib as mm
from mmlib.engine.processes import run_in_order
from mmlib.experiments import many
from tests import local_clusters

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)

#: With these, Ray starts a worker again that died, and asks it anew; Dask does so by
#: itself.
AGAIN = {
    "dask": {},
    "ray": {
        "ray_remote_args": {"num_cpus": 1, "max_restarts": -1, "max_task_retries": 3}
    },
}


@pytest.fixture(scope="module", params=AGAIN)
def cluster(request):
    """A cluster of two processes; what is given is the name of joblib's backend."""
    with (
        local_clusters.nothing_left_behind() as look,
        getattr(local_clusters, request.param)(2),
    ):
        yield request.param
        look()


def test_cluster_listens_on_loopback_alone(cluster):
    listening = [
        connection.laddr.ip
        for process in psutil.Process().children(recursive=True)
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert listening
    assert set(listening) <= {"127.0.0.1", "::1", "::ffff:127.0.0.1"}


def at_home_and_away(call, cluster):
    """What is called, on one core and on the cluster."""
    alone = call(1)
    with joblib.parallel_config(cluster):
        return alone, call(2)


def test_run_in_order_has_workers_of_a_cluster_return_one_by_one(cluster):
    def here(seconds):
        time.sleep(seconds)
        return os.getpid()

    with joblib.parallel_config(cluster):
        results = run_in_order((delayed(here)(0.1) for _ in range(12)), 2)
        first = {next(results) for _ in range(6)}
        started = time.perf_counter()
        results.close()  # whoever asked has stopped
        assert time.perf_counter() - started < 10
    assert os.getpid() not in first
    assert len(first) == 2


def test_play_many_plays_the_same_games_on_a_cluster(cluster, monkeypatch):
    monkeypatch.setattr(many, "TRIAL_SECONDS", 0)
    monkeypatch.setattr(many, "WORTH_WORKERS", 0)
    calls = [
        lambda n: mm.play_many("le_adoga", CLASSIC, games=50, seed=1, n_jobs=n),
        lambda n: (
            mm.evolve_strategy(mm.Rules(3, 4), seed=1, generations=1, n_jobs=n).history
        ),
    ]
    for call in calls:
        pd.testing.assert_frame_equal(*at_home_and_away(call, cluster))


def test_play_many_on_a_cluster_raises_what_a_player_raises(cluster):
    class Broken:
        name = "broken"

        def __init__(self, word):
            self.settings = {"word": word}

        def next_guess(self, history, rng):
            raise LookupError(f"no code says {self.settings['word']}")

    with (
        joblib.parallel_config(cluster),
        pytest.raises(LookupError, match=r"no code says (this|that)"),
    ):
        mm.sweep(Broken, CLASSIC, {"word": ["this", "that"]}, games=4, seed=1, n_jobs=2)


def play(folder, name, **more):
    """A sweep in whose second half a worker kills itself, once.

    It does so when something has been stored.
    """
    killed = folder / "killed"

    class Fragile:
        name = "fragile"

        def __init__(self, half):
            self.settings = {"half": half}

        def next_guess(self, history, rng):
            if self.settings["half"] == 2 and not killed.exists():
                while not list(folder.glob(".cluster.parts/*/*.csv")):
                    time.sleep(0.01)
                killed.write_text(str(os.getpid()))
                os.kill(os.getpid(), signal.SIGKILL)
            return mm.consistent.random_consistent_code(history, rng=rng)

    mm.sweep(
        Fragile,
        CLASSIC,
        {"half": [1, 2]},
        games=60,
        seed=1,
        store=folder / name,
        **more,
    )
    return (folder / f"{name}.csv").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_sweep_is_the_same_where_a_cluster_loses_a_worker(
    cluster, tmp_path, monkeypatch
):
    monkeypatch.setattr(many, "PART_GAMES", 10)
    with joblib.parallel_config(cluster, **AGAIN[cluster]):
        on_cluster = play(tmp_path, "cluster", n_jobs=2)
    assert int((tmp_path / "killed").read_text()) != os.getpid()
    assert on_cluster == play(tmp_path, "alone", n_jobs=1)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("cluster", ["ray"], indirect=True)
def test_sweep_goes_on_where_ray_was_not_asked_to_try_again(
    cluster, tmp_path, monkeypatch
):
    from ray.exceptions import ActorDiedError

    monkeypatch.setattr(many, "PART_GAMES", 10)
    killed = tmp_path / "killed"
    with joblib.parallel_config(cluster):
        with pytest.raises(ActorDiedError, match="died unexpectedly") as stopped:
            play(tmp_path, "cluster", n_jobs=2)
        assert time.time() - killed.stat().st_mtime < 15
        assert stopped.value.__notes__ == [
            "store: cluster is not complete; "
            f"the same call goes on from what is kept in {tmp_path}"
        ]
        parts = {
            path: path.stat().st_mtime_ns
            for path in tmp_path.glob(".cluster.parts/*/*.csv")
        }
        assert 0 < len(parts) < 12
        on_cluster = play(tmp_path, "cluster", n_jobs=2)
    assert on_cluster == play(tmp_path, "alone", n_jobs=1)
