"""A kill before any file operation, and readers beside writers.

Both find the old file or the new one, whole.
"""

import os
import signal
import sys
import time
import traceback
import warnings

import pandas as pd
import pytest

import mmlib as mm
from mmlib.experiments import many, results

if not hasattr(os, "fork"):
    pytest.skip("processes are copied, as POSIX does", allow_module_level=True)

#: The board of the trees and sweeps that are stored.
RULES = mm.Rules(2, 3)

#: What a reader finds of the older of two results: a column, and the settings.
OLD = [5, 6, 7], {"v": 1}

#: What a reader finds of the newer one.
NEW = [1, 2], {"v": 2}

#: More than any of these works needs.
MOST_OPERATIONS = 100

#: What changes something on disk, by the names of Python's audit events.
EVENTS = {
    "open",
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.chmod",
    "os.link",
    "shutil.rmtree",
}

#: The exit status of a child that did its work.
DONE = 42

#: The exit status of a child that failed, but was not killed.
FAILED = 1


def an_old_result(folder):
    results.write(
        "demo", pd.DataFrame({"a": OLD[0]}), settings=OLD[1], command="c", folder=folder
    )


def a_result(folder):
    results.write(
        "demo", pd.DataFrame({"a": NEW[0]}), settings=NEW[1], command="c", folder=folder
    )


def an_edited_result(folder):
    an_old_result(folder)
    (folder / "demo.csv").write_text("a\n50\n")
    (folder / "demo.json").write_bytes((folder / "demo.json").read_bytes() + b"\n")


def an_old_picture(folder):
    mm.board.picture(["02"], "12").save(folder / "t.svg")


def an_edited_picture(folder):
    an_old_picture(folder)
    path = folder / "t.svg"
    path.write_text(path.read_text().replace("</svg>", "<text>mine</text></svg>"))


def a_picture(folder):
    mm.board.picture(["01"], "12").save(folder / "t.svg")


def an_old_tree(folder):
    mm.strategy_tree("kooi", RULES).save(folder / "t.json")


def a_tree(folder):
    mm.strategy_tree("knuth", RULES).save(folder / "t.json")


def a_sweep(folder):
    grid = {"mutation_rate": [0.5]}
    mm.sweep("le_adoga", RULES, grid, games=5, seed=1, n_jobs=1, store=folder / "demo")


def nothing(folder):
    pass


#: What is killed, by name: a function that prepares it, and one that does it.
WORK = {
    "result": (nothing, a_result),
    "result over another": (an_old_result, a_result),
    "result over an edited one": (an_edited_result, a_result),
    "picture": (an_old_picture, a_picture),
    "picture over an edited one": (an_edited_picture, a_picture),
    "tree": (an_old_tree, a_tree),
    "sweep": (nothing, a_sweep),
}


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def in_a_child(work, folder, at=None):
    """Do something in a copy of this process; return how it ended.

    The copy is killed before operation number `at`.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    seen = 0

    def hear(event, arguments):
        nonlocal seen
        if event in EVENTS and str(folder) in str(arguments[0]):
            seen += 1
            if seen == at:
                os.kill(os.getpid(), signal.SIGKILL)

    status = FAILED
    try:
        warnings.simplefilter("ignore")
        sys.addaudithook(hear)
        work(folder)
        status = DONE
    finally:
        os._exit(status)


def found(folder):
    """What a reader finds of a result; a look leaves everything as it is."""
    before = contents(folder)
    try:
        return results.read("demo", folder=folder).a.tolist(), results.story(
            "demo", folder=folder
        )["settings"]
    except FileNotFoundError:
        return None
    finally:
        assert contents(folder) == before


def check_killed(name, folder, before, whole):
    """Check that what was there is there, or what was to come."""
    killed = contents(folder)
    if "edited" in name:
        assert {*before.values()} <= {*killed.values()}
    elif name == "result":
        assert found(folder) in (None, NEW)
    elif name == "result over another":
        assert found(folder) in (OLD, NEW)
    else:
        for path, content in before.items():
            assert killed[path] in (content, whole[path])


def check_ended(folder, before, whole):
    """Check that all came about that was to come.

    Nothing else may be left but what was set aside.
    """
    after = contents(folder)
    assert {path: after[path] for path in whole} == whole
    for path in after.keys() - whole.keys():
        assert ".damaged" in path
        assert after[path] in before.values()
    assert not [path for path in folder.iterdir() if path.is_dir()]


@pytest.mark.parametrize("name", WORK)
def test_results_lose_nothing_by_a_kill_before_any_operation(
    name, tmp_path, monkeypatch
):
    monkeypatch.setenv("MMLIB_PROGRESS", "0")
    monkeypatch.setattr(results, "A_WHILE", 0)  # nobody else writes
    monkeypatch.setattr(many, "PART_GAMES", 5)
    monkeypatch.setattr(os, "fsync", lambda file: None)  # a kill is no loss of power
    prepare, work = WORK[name]
    folder = tmp_path / "whole"
    folder.mkdir()
    prepare(folder)
    before = contents(folder)
    with warnings.catch_warnings(action="ignore"):
        work(folder)
    whole = contents(folder)
    for at in range(1, MOST_OPERATIONS):
        folder = tmp_path / str(at)
        folder.mkdir()
        prepare(folder)
        status = in_a_child(work, folder, at)
        if status == DONE:
            break
        assert status == -signal.SIGKILL
        check_killed(name, folder, before, whole)
        assert in_a_child(work, folder) == DONE
        check_ended(folder, before, whole)
    assert 5 < at < MOST_OPERATIONS - 1


def again_and_again(work, seconds):
    """Begin to do something over and over in a copy of this process; its number."""
    child = os.fork()
    if child:
        return child
    until = time.monotonic() + seconds
    status = FAILED
    try:
        while time.monotonic() < until:
            work()
        status = DONE
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def test_results_read_beside_writers_are_whole(tmp_path):
    def write(rows):
        frame = pd.DataFrame({"a": range(rows)})
        results.write(
            "demo", frame, settings={"rows": rows}, command="c", folder=tmp_path
        )

    def read():
        story, content = results._look("demo", tmp_path)
        assert content.count(b"\n") == story["settings"]["rows"] + 1

    write(3)
    works = [
        lambda: write(3),
        lambda: write(500),
        read,
        lambda: results.read("demo", folder=tmp_path),
    ]
    children = [again_and_again(work, 1.5) for work in works]
    ends = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert ends == [DONE] * len(works)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo.csv", "demo.json"]
