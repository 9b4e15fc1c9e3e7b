"""Clusters of two processes or so on this machine, Dask's and Ray's.

They listen on loopback alone.
"""

import contextlib
import logging
import os
import secrets
import socket
import tempfile
import time

import psutil
import pytest
from joblib.pool import PicklingPool

#: The token of Ray's clusters. Ray leaves one in the home folder otherwise, and a
#: process keeps the first that it has seen.
TOKEN = secrets.token_hex(32)


@contextlib.contextmanager
def dask(workers):
    from distributed import Client, LocalCluster

    options = {
        "host": "127.0.0.1",
        "dashboard_address": None,
        "silence_logs": logging.ERROR,
    }
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, **options) as cluster,
        Client(cluster),
    ):
        yield


@contextlib.contextmanager
def ray(workers):
    """One node, whose workers start with each call.

    Skips the test where Ray is not installed.
    """
    with (
        tempfile.TemporaryDirectory(prefix="ray") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        settings = {
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": TOKEN,
            # on Linux too, no address but loopback
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_TMPDIR": folder,
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        for name, value in settings.items():
            patch.setenv(name, value)
        ray = pytest.importorskip(
            "ray", reason="Ray is not installed: pip install -c constraints.txt ray"
        )
        from ray.cluster_utils import Cluster
        from ray.util.joblib import register_ray

        register_ray()
        # Ray gives its own helpers 15 s to choose a port each, and a busy machine takes
        # longer.
        ports = {
            f"{name}_port": _free_port()
            for name in ("dashboard_agent_listen", "metrics_agent", "metrics_export")
        }
        ports["runtime_env_agent_port"] = _free_port()
        quiet = {
            "no_monitor": True,
            "include_dashboard": False,
            "include_log_monitor": False,
        }
        before = _below()
        cluster = Cluster()
        bases = PicklingPool.__bases__
        try:
            node = {
                "num_cpus": workers,
                "node_ip_address": "127.0.0.1",
                "object_store_memory": 80_000_000,
            }
            # a start may take 30 s, and takes longer where ten others want the
            # processor
            for left in (2, 1, 0):
                try:
                    cluster.add_node(**node, **ports, **quiet, wait=False)
                    break
                except Exception:
                    _end(_below() - before)
                    if not left:
                        raise
            ray.init(
                address=cluster.address,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
            yield
        finally:
            ray.shutdown()
            cluster.shutdown()
            PicklingPool.__bases__ = bases  # Ray has put a pool of its own there


@contextlib.contextmanager
def nothing_left_behind():
    """Fails if a process that was started within lives on for half a minute."""
    before = _below()
    started = set()
    try:
        yield lambda: started.update(_below() - before)
    finally:
        deadline = time.monotonic() + 30
        while (
            left := [p for p in started | (_below() - before) if _lives(p)]
        ) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not left


def _free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _below():
    return set(psutil.Process(os.getpid()).children(recursive=True))


def _end(processes):
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()


def _lives(process):
    """Whether it does; multiprocessing's own tracker stays as long as we do."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE and not any(
            "tracker" in word for word in process.cmdline()
        )
    except psutil.NoSuchProcess:
        return False
