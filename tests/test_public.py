"""What the public sees agrees with itself.

There is one version, one home, one set of commands and pins.
"""

import json
import re
import runpy
import sys
import tomllib
from importlib import metadata
from pathlib import PurePosixPath
from types import SimpleNamespace
from urllib.parse import quote

import pytest

import mmlib
from mmlib.experiments import results
from tools.reproduce import ROOT, find


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


#: What pyproject.toml says.
PROJECT = tomllib.loads(text("pyproject.toml"))

#: The package's version.
VERSION = mmlib.__version__

#: The address of the project's home.
HOME = PROJECT["project"]["urls"]["Home"]

#: The address of this version's wheel.
WHEEL = f"{HOME}/releases/download/v{VERSION}/mmlib-{VERSION}-py3-none-any.whl"

#: What files say of the version and of the project's home.
SAID = [
    ("CITATION.cff", f"\nversion: {VERSION}\n"),
    ("CITATION.cff", f'\nurl: "{HOME}"\n'),
    ("CITATION.cff", f'\nrepository-code: "{HOME}"\n'),
    (".zenodo.json", f'\n  "version": "{VERSION}",\n'),
    ("codemeta.json", f'\n  "version": "{VERSION}",\n'),
    ("codemeta.json", f'\n  "codeRepository": "{HOME}",\n'),
    ("CHANGELOG.md", f"\n[{VERSION}]: {HOME}/releases/tag/v{VERSION}\n"),
    ("SECURITY.md", f"<{HOME}>"),
    ("docs/no_install.md", f"    %pip install {WHEEL}\n"),
    ("docs/no_install.md", f"    !git clone {HOME}\n"),
    (
        "docs/no_install.md",
        f"/v2/git/{quote(HOME, safe='')}/v{VERSION}?labpath=notebooks%2F01_play.ipynb",
    ),
]


@pytest.mark.parametrize(("file", "said"), SAID)
def test_version_and_home_are_said_by_each_file(file, said):
    assert said in text(file), f"{file} should have {said.strip()!r}"


def test_version_is_the_one_that_is_installed():
    assert metadata.version("mmlib") == VERSION


def test_addresses_of_another_home_are_not_left():
    assert all(url.startswith(HOME) for url in PROJECT["project"]["urls"].values())
    pages = [
        ROOT / name
        for name in (
            "CITATION.cff",
            "codemeta.json",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "README.md",
            "SECURITY.md",
        )
    ]
    for page in [*pages, *ROOT.glob("docs/*.md")]:
        text = page.read_text(encoding="utf-8")
        for placeholder in re.findall(r"https://example\.org[^\s>\"]*", text):
            assert placeholder.startswith(HOME), f"{page.name}: {placeholder}"


def test_changelog_begins_with_this_version_and_its_date():
    first = re.search(r"^## \[(.*)\] - (.*)$", text("CHANGELOG.md"), re.MULTILINE)
    assert first.groups() == (
        VERSION,
        re.search(r"date-released: (.*)", text("CITATION.cff"))[1],
    )


def test_workflow_runs_what_make_runs():
    units = r"README\.md docs mmlib .*--ignore=tests/browser"
    assert (
        re.search(units, text("Makefile"))[0]
        == re.search(units, text(".github/workflows/tests.yml"))[0]
    )


def test_binder_and_the_strict_job_have_one_python():
    python = text("binder/runtime.txt").strip().removeprefix("python-")
    assert f'run: make test PYTHON="$(uv python find {python})"' in text(
        ".github/workflows/tests.yml"
    )
    # and it is the lowest, as `make lock` has it
    assert PROJECT["project"]["requires-python"] == f">={python}"
    assert f"--python-version {python} " in text("Makefile")


def pins(name):
    """The versions in a file of pins, by package and for which systems."""
    pinned = re.findall(
        r"^([\w.-]+)==([^\s;\\]+)(?: ; ([^\\#\n]+?))?\s*(?:\\|#|$)",
        text(name),
        re.MULTILINE,
    )
    return sorted(pinned)


def test_the_lock_has_the_pins_and_a_hash_for_each():
    assert len(pins("constraints.txt")) > 100
    assert pins("requirements.lock") == pins("constraints.txt")
    packages = re.split(
        r"^(?=[\w.-]+==)", text("requirements.lock"), flags=re.MULTILINE
    )
    for package in packages[1:]:
        assert re.search(r"\n    --hash=sha256:[0-9a-f]{64}\b", package), package


def test_the_metadata_of_archives_say_the_same_as_the_citation():
    cited = text("CITATION.cff")
    archived = json.loads(text(".zenodo.json"))
    described = json.loads(text("codemeta.json"))
    assert f'title: "{archived["title"]}"' in cited
    assert archived["creators"] == [{"name": described["author"][0]["name"]}]
    assert f'name: "{described["author"][0]["name"]}"' in cited
    assert archived["keywords"] == described["keywords"]
    assert re.findall(r"^  - ([a-z ]+)$", cited, re.MULTILINE) == archived["keywords"]
    assert archived["description"] == described["description"]
    assert (
        " ".join(re.search(r'abstract: "(.*?)"', cited, re.S)[1].split())
        == (archived["description"])
    )
    assert f"date-released: {described['datePublished']}\n" in cited


def test_binder_installs_the_pins():
    assert text("binder/requirements.txt").splitlines()[1:] == [
        "--constraint ../constraints.txt",
        "--editable .[lab]",
    ]


def test_hooks_have_the_pinned_ruff():
    pins = dict(
        re.findall(r"^([\w-]+)==([^\s;]+)", text("constraints.txt"), re.MULTILINE)
    )
    assert set(re.findall(r"\[ruff==(.*)\]", text(".pre-commit-config.yaml"))) == {
        pins["ruff"]
    }


def test_notebooks_that_run_anywhere_read_no_stored_results():
    listed = re.search(
        r"<!-- anywhere -->(.*)<!-- end of anywhere -->", text("docs/no_install.md")
    )[1]
    alone = [
        path.name[:2]
        for path in find()
        if "results." not in path.read_text(encoding="utf-8")
    ]
    assert re.findall(r"\d\d", listed) == alone


def test_wheel_takes_all_data_files():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    taken = [
        f"{package.replace('.', '/')}/{pattern}"
        for package, several in patterns.items()
        for pattern in several
    ]
    files = [
        path
        for path in (ROOT / "mmlib").rglob("*")
        if path.is_file() and path.suffix != ".py"
    ]
    names = [
        path.relative_to(ROOT).as_posix()
        for path in files
        if "__pycache__" not in path.parts
    ]
    assert len(names) > 20
    assert not [
        name
        for name in names
        if not any(PurePosixPath(name).match(pattern) for pattern in taken)
    ]


#: An address in Markdown or HTML that names no scheme, and no place of the page itself.
RELATIVE = re.compile(r"\]\((?!https?://|#)[^)]*\)|(?:src|href)=[\"'](?!https?://|#)")


def test_readme_of_the_wheel_has_whole_addresses(monkeypatch):
    """A package index shows it without the project's files."""
    given = {}
    tools = SimpleNamespace(setup=given.update, build_py=object)
    for module in ("setuptools", "setuptools.command", "setuptools.command.build_py"):
        monkeypatch.setitem(sys.modules, module, tools)
    runpy.run_path(str(ROOT / "setup.py"), run_name="__main__")
    shown = given["long_description"]
    assert RELATIVE.search(text("README.md"))
    assert not RELATIVE.search(shown)
    picture = f"({HOME}/raw/v{VERSION}/notebooks/pictures/play.png)"
    page = f"[guide]({HOME}/blob/v{VERSION}/docs/guide.md)"
    assert picture in shown
    assert page in shown
    for kind, path in re.findall(
        rf"{re.escape(HOME)}/(raw|blob)/v{VERSION}/([^)]*)", shown
    ):
        assert (ROOT / path).is_file(), f"{kind}: {path}"
    assert given["long_description_content_type"] == "text/markdown"


class Building:
    """As much of setuptools' `build_py` as a wheel's notebooks need."""

    editable_mode = False

    def __init__(self, folder):
        self.build_lib = str(folder)

    def run(self):
        """Build nothing else."""


def test_the_wheel_has_the_notebooks_and_what_they_read(monkeypatch, tmp_path):
    given = {}
    tools = SimpleNamespace(setup=given.update, build_py=Building)
    for module in ("setuptools", "setuptools.command", "setuptools.command.build_py"):
        monkeypatch.setitem(sys.modules, module, tools)
    runpy.run_path(str(ROOT / "setup.py"), run_name="__main__")
    given["cmdclass"]["build_py"](tmp_path).run()
    notebooks = tmp_path / "mmlib" / "notebooks"
    names = sorted(path.name for path in notebooks.iterdir())
    assert names == sorted(
        [*(path.name for path in find()), "exercises.md", "start_here.md"]
    )
    for path in notebooks.glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert not [cell for cell in cells if cell.get("outputs")]
    monkeypatch.setattr(results, "SHIPPED", [tmp_path / "mmlib" / "results"])
    stored = results.read("bottleneck")
    monkeypatch.chdir(tmp_path)
    assert results.read("bottleneck").equals(stored)
    with pytest.raises(FileNotFoundError, match="of the notebooks come with a"):
        results.read("nothing")


def test_readme_of_the_wheel_is_installed():
    about = metadata.metadata("mmlib")
    assert about["Description-Content-Type"] == "text/markdown"
    shown = about["Description"] or about.get_payload()
    assert f"{HOME}/blob/v{VERSION}/docs/guide.md" in shown
    assert not RELATIVE.search(shown)
