import contextlib
import json
import os

import pandas as pd
import pytest

from mmlib.experiments import parts, results

#: A small result.
FRAME = pd.DataFrame({"setting": ["a", "b"], "guesses": [4, 5]})


def write(folder, frame=FRAME, name="demo"):
    return results.write(
        name, frame, settings={"seed": 1}, command="make data", folder=folder
    )


def test_write_and_read_go_round_and_tell_the_story(tmp_path):
    path = write(tmp_path)
    assert path.read_bytes() == b"setting,guesses\na,4\nb,5\n"
    assert results.read("demo", folder=tmp_path).equals(FRAME)
    story = results.story("demo", folder=tmp_path)
    assert story["rows"] == 2
    assert story["command"] == "make data"
    assert {"python", "mmlib", "numpy", "numba", "pygad"} <= set(story["versions"])


def test_read_gives_texts_as_texts(tmp_path):
    frame = pd.DataFrame(
        {
            "secret": ["0012", "0301"],
            "name": ["NA", "nan"],
            "guesses": [4, 5],
            "why": ["", "x"],
        }
    )
    write(tmp_path, frame)
    pd.testing.assert_frame_equal(results.read("demo", folder=tmp_path), frame)


def test_read_tells_of_another_number_of_rows(tmp_path):
    path = write(tmp_path).with_suffix(".json")
    path.write_text(path.read_text().replace('"rows": 2', '"rows": 7'))
    with pytest.warns(UserWarning, match=r"demo\.csv has 2 rows; demo\.json says 7"):
        assert len(results.read("demo", folder=tmp_path)) == 2


def test_write_twice_gives_the_same_bytes(tmp_path):
    before = {p.name: p.read_bytes() for p in (write(tmp_path), tmp_path / "demo.json")}
    after = {p.name: p.read_bytes() for p in (write(tmp_path), tmp_path / "demo.json")}
    assert before == after


def test_read_names_a_damaged_file_which_stays_where_it_is(tmp_path):
    path = write(tmp_path)
    path.write_text("setting,guesses\na,4\nb,6\n")
    for _ in range(2):
        with pytest.raises(
            FileNotFoundError,
            match=r"demo\.csv does not match its SHA-256.*again with: make data",
        ):
            results.read("demo", folder=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo.csv", "demo.json"]
    assert path.read_text().endswith("b,6\n")


def test_write_sets_a_second_damaged_file_beside_the_first(tmp_path):
    for text in ("first\n", "second\n"):
        write(tmp_path).write_text(text)
        with pytest.warns(UserWarning, match="set aside"):
            write(tmp_path)
    assert (tmp_path / "demo.csv.damaged").read_text() == "first\n"
    assert (tmp_path / "demo.csv.damaged.2").read_text() == "second\n"
    assert results.read("demo", folder=tmp_path).equals(FRAME)


def test_write_sets_aside_a_story_that_was_edited(tmp_path):
    """It has no sum of its own; what shows is another layout, or what no story has."""
    path = write(tmp_path).with_suffix(".json")
    story = json.loads(path.read_text())
    for number, text in enumerate(
        [
            json.dumps(story),
            json.dumps(story | {"mine": 1}, indent=2, sort_keys=True) + "\n",
        ]
    ):
        path.write_text(text)
        with pytest.warns(
            UserWarning,
            match=(
                r"demo\.json does not match its SHA-256 "
                r"and was set aside as demo\.json\.da"
            ),
        ):
            write(tmp_path)
        aside = tmp_path / (
            "demo.json.damaged" if number == 0 else "demo.json.damaged.2"
        )
        assert aside.read_text() == text
        assert json.loads(path.read_text()) == story


def test_read_takes_a_mark_of_the_byte_order_for_no_damage(tmp_path):
    path = write(tmp_path)
    for there in (path, path.with_suffix(".json")):
        there.write_bytes(b"\xef\xbb\xbf" + there.read_bytes())
    assert results.read("demo", folder=tmp_path).equals(FRAME)


@pytest.mark.parametrize(
    "change",
    [
        {"rows": "2"},
        {"rows": True},
        {"sha256": 7},
        {"command": None},
        {"settings": []},
        {"versions": "1.0"},
        {"name": {}},
        {"text": "setting"},
        {"text": [["setting"]]},
        {"empty": [0]},
        {"types": ["Int64"]},
        {"types": {"guesses": 7}},
        {"before": 3},
        {"before": {"before": {}}},
    ],
)
def test_read_names_a_story_of_odd_types(change, tmp_path):
    path = write(tmp_path).with_suffix(".json")
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    for read in (results.read, results.story):
        with pytest.raises(ValueError, match=r"demo: demo\.json is damaged"):
            read("demo", folder=tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"empty": ["guesses"]},
        {"types": {"guesses": "no type"}},
        {"types": {"no": "Int64"}},
    ],
)
def test_read_names_a_story_that_does_not_fit_its_file(change, tmp_path):
    path = write(tmp_path).with_suffix(".json")
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    if "empty" in change:  # there are none, so that nothing is wrong
        assert results.read("demo", folder=tmp_path).equals(FRAME)
        return
    with pytest.raises(ValueError, match=r"demo: demo\.json does not fit demo\.csv: "):
        results.read("demo", folder=tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"rows": 2}', "[" * 100_000])
def test_read_names_a_damaged_story(tmp_path, text):
    write(tmp_path).with_suffix(".json").write_text(text)
    with pytest.raises(ValueError, match=r"demo: demo\.json is damaged"):
        results.read("demo", folder=tmp_path)


def test_write_that_fails_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = write(tmp_path)
    before = path.read_bytes()

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path, FRAME.assign(guesses=[6, 7]))
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["demo.csv", "demo.json"]


def test_write_refuses_settings_that_are_not_json(tmp_path):
    with pytest.raises(TypeError, match="settings: Object of type object is not JSON"):
        results.write(
            "demo", FRAME, settings={"f": object()}, command="x", folder=tmp_path
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "../demo", "a b", "a/b", "demo.csv", None])
def test_write_refuses_bad_names(name, tmp_path):
    with pytest.raises(ValueError, match=r"name: .* may hold letters"):
        write(tmp_path, name=name)


def test_read_and_write_of_what_is_missing_or_empty(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing: there is no nothing.csv"):
        results.read("nothing", folder=tmp_path)
    with pytest.raises(ValueError, match="frame: has no rows"):
        write(tmp_path, FRAME.head(0))


def test_results_all_have_their_story():
    stems = [
        {path.stem for path in results.results_folder().glob(f"*.{kind}")}
        for kind in ("csv", "json")
    ]
    assert stems[0] == stems[1]
    assert stems[0]


@pytest.mark.parametrize(
    "path", sorted(results.results_folder().glob("*.json")), ids=lambda path: path.stem
)
def test_results_that_are_stored_match_their_sums(path, tmp_path):
    frame = results.read(path.stem)
    story = json.loads(path.read_text())
    assert len(frame) == story["rows"]
    assert story["command"]
    assert story["settings"]
    again = results.write(
        path.stem,
        frame,
        settings=story["settings"],
        command=story["command"],
        folder=tmp_path,
    )
    assert again.read_bytes() == path.with_suffix(".csv").read_bytes()
    assert (
        json.loads(again.with_suffix(".json").read_text())
        | {"versions": story["versions"]}
        == story
    )


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("content", ["", "setting,guesses\n", "{}"])
def test_write_never_overwrites_what_others_wrote(tmp_path, ending, content):
    path = tmp_path / f"demo.{ending}"
    path.write_text(content)
    with pytest.raises(
        FileExistsError, match=rf"demo: .*demo\.{ending} was not written by mmlib"
    ):
        write(tmp_path)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [
        (path.name, content)
    ]


def test_write_sets_aside_a_result_that_was_edited(tmp_path):
    write(tmp_path).write_text("setting,guesses\na,40\n")
    with pytest.warns(
        UserWarning, match=r"demo\.csv does not match its SHA-256 and was set aside"
    ):
        write(tmp_path)
    assert (tmp_path / "demo.csv.damaged").read_text() == "setting,guesses\na,40\n"
    assert results.read("demo", folder=tmp_path).equals(FRAME)


def test_write_leaves_a_link_a_link(tmp_path):
    (tmp_path / "demo.csv").symlink_to(tmp_path / "elsewhere.csv")
    write(tmp_path)
    assert (tmp_path / "demo.csv").is_symlink()
    assert results.read("demo", folder=tmp_path).equals(FRAME)
    assert (tmp_path / "elsewhere.csv").read_bytes() == b"setting,guesses\na,4\nb,5\n"


def test_write_leaves_what_others_put_beside_a_result(tmp_path):
    (tmp_path / ".demo.parts").mkdir()
    (tmp_path / ".demo.parts" / "mine").write_text("a")
    with parts.Parts(tmp_path / "demo.csv", {"seed": 1}) as own:
        own.put("000000", FRAME)
        own.clear()
    assert [path.name for path in tmp_path.rglob("*")] == [".demo.parts", "mine"]
    (tmp_path / ".demo.lock").write_text("b")
    with (
        pytest.raises(
            FileExistsError, match=r"demo: .*\.demo\.lock was not written by mmlib"
        ),
        parts.Parts(tmp_path / "demo.csv", {"seed": 1}),
    ):
        pass
    assert (tmp_path / ".demo.lock").read_text() == "b"


def test_parts_go_on_from_what_is_there(tmp_path):
    made = []

    def make(jobs):
        for job in jobs:
            made.append(job)
            yield pd.DataFrame({"code": [f"{job:04d}"]})

    for jobs in ({"a": 12, "b": 7}, {"b": 7, "c": 3, "a": 12}):
        with parts.Parts(tmp_path / "demo.csv", {"seed": 1}, text=["code"]) as own:
            found = pd.concat(own.resume(jobs, make))
        assert found.code.tolist() == [f"{job:04d}" for job in jobs.values()]
    assert made == [12, 7, 3]
    told = (
        r"demo: the parts that a stopped run left \(3\) are not used.*of other settings"
    )
    others = parts.Parts(tmp_path / "demo.csv", {"seed": 2})
    with contextlib.ExitStack() as inside:
        with pytest.warns(UserWarning, match=told):
            inside.enter_context(others)
        assert others.get("a") is None
        others.clear()
    assert list(tmp_path.iterdir()) == []


def test_parts_of_other_versions_are_told_once_and_kept_until_the_result_is_complete(
    tmp_path, monkeypatch
):
    def stop(part):
        raise KeyboardInterrupt

    def run(end):
        store = tmp_path / "demo"
        with results.resumable(store, {"seed": 1}, command="make data") as kept:
            [part] = kept.resume({"a": None}, lambda jobs: iter([FRAME][: len(jobs)]))
            kept.keep(end(part))

    with pytest.raises(KeyboardInterrupt):
        run(stop)
    before = list(tmp_path.glob(".demo.parts/*/a.csv"))
    versions = parts.versions()
    monkeypatch.setattr(parts, "versions", lambda: versions | {"numpy": "99.0"})
    told = (
        "demo: the parts .* begins anew: they were made with "
        f"numpy '{versions['numpy']}', here is '99.0'; they stay"
    )
    with (
        pytest.warns(UserWarning, match=told) as warned,
        pytest.raises(KeyboardInterrupt),
    ):
        run(stop)
    assert len(warned) == 1
    with pytest.raises(KeyboardInterrupt):
        run(stop)  # told once
    assert before[0].exists()
    run(lambda part: part)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo.csv", "demo.json"]


def test_parts_give_their_lock_back_where_entering_fails(tmp_path, monkeypatch):
    replace_files = parts.replace_files

    def full(contents, **settings):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parts, "replace_files", full)
    own = parts.Parts(tmp_path / "demo.csv", {"seed": 1})
    # as Jupyter keeps the last exception
    with pytest.raises(OSError, match="No space left") as kept, own:
        pass
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(parts, "replace_files", replace_files)
    with parts.Parts(tmp_path / "demo.csv", {"seed": 1}):
        assert kept.value.errno == 28


def test_parts_left_by_a_kill_at_the_very_end_are_removed(tmp_path):
    def run():
        with results.resumable(tmp_path / "demo", {}, command="make data") as kept:
            if kept.found is None:
                kept.keep(FRAME)
                return True
            return False

    assert run() is True
    (tmp_path / ".demo.parts").mkdir()
    (tmp_path / ".demo.lock").touch()
    assert run() is False
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo.csv", "demo.json"]


def test_write_by_two_at_once_waits(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "PATIENCE", 0.01)
    with (
        parts.Parts(tmp_path / "demo.csv", {}),
        pytest.raises(RuntimeError, match=r"demo: another process .* is writing"),
    ):
        write(tmp_path)
    write(tmp_path)


@pytest.mark.parametrize("below", ["", "notebooks", "a/b"])
def test_results_folder(tmp_path, monkeypatch, below):
    (tmp_path / "data" / "results").mkdir(parents=True)
    here = tmp_path / below
    here.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(here)
    assert results.results_folder() == here  # no checkout
    (tmp_path / "pyproject.toml").touch()
    assert results.results_folder() == tmp_path / "data" / "results"
