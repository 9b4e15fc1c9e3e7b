"""Files that are replaced in one step.

They are never a user's, they have the right permissions, and nothing is left over.
"""

import itertools
import json
import os
import stat
import time

import pytest
from PIL import Image

import mmlib as mm
from mmlib.engine import files
from mmlib.engine.files import replace_files

posix = pytest.mark.skipif(
    os.name != "posix", reason="permissions and processes of POSIX"
)


def a_tree(path, player="knuth"):
    mm.strategy_tree(player, mm.Rules(2, 3)).save(path)


def a_picture(path, guess="01"):
    mm.board.picture([guess], "12").save(path)


def edit_svg(content):
    return content.replace(b"</svg>", b"<text>my notes</text></svg>")


def edit_json(content):
    return json.dumps(json.loads(content) | {"mine": "notes"}).encode()


def edit_png(content):
    at = content.index(b"IDAT") - 4
    return content[:at] + b"\0\0\0\0tEXt" + content[at:]


#: How each kind of file is saved: by what, with what else in it, and how it is edited.
SAVED = {
    "tree.json": (a_tree, "kooi", edit_json),
    "board.svg": (a_picture, "02", edit_svg),
    "board.png": (a_picture, "02", edit_png),
}

#: Contents of files that are a user's own.
USERS = [
    b"Chapter 3. All pictures were written by mmlib, see appendix.",
    b'{"about": "my notes on what was written by mmlib"}',
    b"<svg><!-- not written by mmlib --></svg>",
    b"",
]


@pytest.mark.parametrize("name", SAVED)
def test_save_never_overwrites_a_file_of_the_users(name, tmp_path):
    save, other, _ = SAVED[name]
    path = tmp_path / name
    quoted = tmp_path / f"whole-{name}"
    save(quoted)
    for content in [*USERS, b"In my words: " + quoted.read_bytes()]:
        path.write_bytes(content)
        with pytest.raises(
            FileExistsError, match=rf"path: .*{name} was not written by mmlib"
        ):
            save(path, other)
        assert path.read_bytes() == content
    path.unlink()
    path.mkdir()
    with pytest.raises(
        FileExistsError, match=rf"path: .*{name} was not written by mmlib"
    ):
        save(path)


@pytest.mark.parametrize(("there", "name"), list(itertools.permutations(SAVED, 2)))
def test_save_refuses_a_file_of_another_kind(there, name, tmp_path):
    SAVED[there][0](tmp_path / there)
    (tmp_path / there).rename(tmp_path / name)
    before = (tmp_path / name).read_bytes()
    with pytest.raises(
        FileExistsError, match=rf"path: .*{name} was not written by mmlib"
    ):
        SAVED[name][0](tmp_path / name)
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", SAVED)
def test_save_sets_aside_what_was_edited(name, tmp_path):
    save, other, edit = SAVED[name]
    path = tmp_path / name
    save(path)
    whole = path.read_bytes()
    save(path, other)
    assert path.read_bytes() != whole
    edited = edit(path.read_bytes())
    for aside in (f"{name}.damaged", f"{name}.damaged.2"):
        path.write_bytes(edited)
        told = f"{name} does not match its SHA-256 and was set aside as {aside}"
        with pytest.warns(UserWarning, match=told) as warned:
            save(path)
        assert warned[0].filename == __file__
        assert path.read_bytes() == whole
        assert (tmp_path / aside).read_bytes() == edited
    save(path)
    assert len(list(tmp_path.iterdir())) == 3


def test_load_of_an_edited_tree_warns(tmp_path):
    path = tmp_path / "tree.json"
    mm.strategy_tree("kooi", mm.Rules(2, 3)).save(path)
    path.write_text(path.read_text().replace('"player": "kooi"', '"player": "mine"'))
    with pytest.warns(
        UserWarning, match=r"path: .*tree.json was edited after it was saved"
    ) as warned:
        tree = mm.StrategyTree.load(path)
    assert tree.player == "mine"
    assert warned[0].filename == __file__


@pytest.mark.parametrize("name", SAVED)
def test_is_untouched_notices_every_byte(name, tmp_path):
    path = tmp_path / name
    SAVED[name][0](path)
    content = path.read_bytes()
    kind = {"json": files.TREE, "svg": files.SVG, "png": files.PNG}[path.suffix[1:]]
    assert kind.is_untouched(content)
    for at in range(0, len(content), max(1, len(content) // 100)):
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        assert not kind.is_untouched(changed)
        assert not kind.is_untouched(content[:at])
        assert not kind.is_untouched(content[:at] + b" " + content[at:])


def test_save_refuses_files_of_version_1_0_and_their_trees_are_read(tmp_path):
    for name, (save, _, _) in SAVED.items():
        path = tmp_path / name
        save(path)
        content = path.read_bytes()
        if name.endswith("json"):
            old = json.loads(content)
            del old["sha256"]
            content = json.dumps(old).encode()
        else:
            content = content.replace(b"mmlib, sha256", b"mmlib, ______")
        path.write_bytes(content)
        with pytest.raises(
            FileExistsError,
            match=rf"{name} was not written by mmlib, or not as this version does",
        ):
            save(path)
        assert path.read_bytes() == content
    assert (
        mm.StrategyTree.load(tmp_path / "tree.json").total
        == mm.strategy_tree("knuth", mm.Rules(2, 3)).total
    )


def test_sealed_png_is_a_png(tmp_path):
    a_picture(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        image.load()
        assert image.text["Comment"].startswith("written by mmlib, sha256 ")


@posix
def test_replace_files_keeps_permissions(tmp_path):
    path = tmp_path / "a"
    before = os.umask(0o077)
    try:
        replace_files({path: b"1"})
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        os.umask(0o002)
        replace_files({tmp_path / "b": b"1"})
        assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o664
        for mode in (0o600, 0o640, 0o666, 0o444):
            path.chmod(mode)
            replace_files({path: b"2"})
            assert stat.S_IMODE(path.stat().st_mode) == mode
    finally:
        os.umask(before)


@posix
def test_replace_files_removes_what_killed_processes_left_and_nothing_else(tmp_path):
    path = tmp_path / ("a" * 255)  # as long as a name can be
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    ours = files._temporary(path)
    dead = ours.with_name(ours.name.replace(f"-{os.getpid()}-", f"-{child}-"))
    elsewhere = dead.with_name(dead.name.replace(files._machine(), "0" * 8))
    others = files._temporary(tmp_path / "b")
    others = others.with_name(others.name.replace(f"-{os.getpid()}-", f"-{child}-"))
    users = tmp_path / f"{files._beginning(path)}mine"
    for temporary in (ours, dead, elsewhere, others, users):
        temporary.touch()
    replace_files({path: b"1"})
    assert not dead.exists()
    assert {*tmp_path.iterdir()} == {path, ours, elsewhere, others, users}
    long_ago = time.time() - 2 * files.A_DAY
    for temporary in (ours, elsewhere, users):
        os.utime(temporary, (long_ago, long_ago))
    replace_files({path: b"1"})
    assert {*tmp_path.iterdir()} == {path, others, users}


def test_replace_files_where_a_file_has_one_name_only(tmp_path, monkeypatch):
    def refuse(*names):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "board.svg"
    for aside in ("board.svg.damaged", "board.svg.damaged.2"):
        a_picture(path)
        path.write_bytes(edit_svg(path.read_bytes()))
        with pytest.warns(UserWarning, match=f"set aside as {aside}$"):
            a_picture(path)
        assert b"my notes" in (tmp_path / aside).read_bytes()
