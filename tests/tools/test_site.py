"""What the website is laid out from, and the check of what was built.

`tests/browser` builds it whole.
"""

import re

import nbformat
import pytest

from tests.test_house import DOCUMENTED
from tools.parts import by_part
from tools.report import MARKER
from tools.reproduce import ROOT, find
from tools.site.__main__ import add_report, build
from tools.site.check import defects
from tools.site.former_names import FORMER, lead_on
from tools.site.pages import ADD_A_SOURCE, PAGES, add_a_source, for_the_site, lay_out
from tools.site.reference import reference

#: A page without defects.
WHOLE = (
    '<html><link rel="stylesheet" href="style.css"><h2 id="here">x</h2>'
    '<img src="a.png" alt="a"><a href="#here">x</a>'
)


def site_of(folder, body="", style="a { color: red; }", inside=""):
    (folder / "deep").mkdir()
    (folder / "index.html").write_text(WHOLE + body)
    (folder / "deep" / "page.html").write_text(
        f'<a href="../index.html#here">x</a>{inside}'
    )
    (folder / "style.css").write_text(style)
    (folder / "a.png").write_bytes(b"")
    return defects(folder)


def test_defects_of_a_whole_site_are_none(tmp_path):
    assert (
        site_of(
            tmp_path,
            (
                '<a href="https://example.org">out</a>'
                '<img src="data:image/png;base64,AA" alt="b">'
            ),
        )
        == []
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<a href="gone.html">', "index.html: gone.html leads nowhere"),
        ('<a href="/index.html">', "index.html: /index.html leads nowhere"),
        ('<a href="../index.html">', "index.html: ../index.html leads nowhere"),
        ('<a href="deep/">', "index.html: deep/ leads nowhere"),
        (
            '<a href="deep/page.html#gone">',
            "index.html: deep/page.html#gone names no place of that page",
        ),
        ('<img src="gone.png" alt="x">', "index.html: gone.png leads nowhere"),
        ('<img src="a.png">', "index.html: a picture without words, a.png"),
        ('<img src="a.png" alt=" ">', "index.html: a picture without words, a.png"),
        (
            '<script src="https://example.org/a.js"></script>',
            "index.html: fetches https://example.org/a.js",
        ),
        (
            '<script src="//example.org/a.js"></script>',
            "index.html: fetches //example.org/a.js",
        ),
        (
            '<link rel="stylesheet" href="http://example.org/a.css">',
            "index.html: fetches http://example.org/a.css",
        ),
        (
            '<img src="https://example.org/a.png" alt="x">',
            "index.html: fetches https://example.org/a.png",
        ),
        (
            "<style>b { background: url(https://example.org/b.png) }</style>",
            "index.html: fetches https://example.org/b.png",
        ),
        (
            "<b style=\"background: url('//example.org/b.png')\">",
            "index.html: fetches //example.org/b.png",
        ),
    ],
)
def test_defects_are_each_told(tmp_path, body, said):
    assert site_of(tmp_path, body) == [said]


def test_defects_tell_what_a_style_sheet_fetches(tmp_path):
    said = site_of(
        tmp_path,
        style=(
            '@import "https://example.org/a.css"; '
            "@font-face { src: url(//example.org/b.woff2); }"
        ),
    )
    assert said == [
        "style.css: fetches https://example.org/a.css",
        "style.css: fetches //example.org/b.woff2",
    ]


def test_figures_are_told_in_words():
    for path in find():
        stored = nbformat.read(path, 4)
        for cell in for_the_site(stored).cells:
            if any(
                "image/png" in output.get("data", {})
                for output in cell.get("outputs", [])
            ):
                words = cell.metadata.mystnb.image.alt
                assert len(words.split()) >= 2
                # of a board, its answers
                assert cell.id.replace("-", " ") in words or "black" in words


def test_what_jupyterlab_hides_is_folded():
    path = next(path for path in find() if "source_hidden" in path.read_text())
    cells = for_the_site(nbformat.read(path, 4)).cells
    hidden = [cell for cell in cells if "jupyter" in cell.metadata]
    assert hidden
    assert all("hide-input" in cell.metadata.tags for cell in hidden)
    shown = [cell for cell in cells if "jupyter" not in cell.metadata]
    assert not any("hide-input" in cell.metadata.get("tags", []) for cell in shown)


def test_reference_has_every_documented_name():
    pages = reference(
        "\n".join(
            path.read_text() for path in [ROOT / "README.md", *ROOT.glob("docs/*.md")]
        )
    )
    entries = [
        line.split(":: mmlib.")[1]
        for page in pages.values()
        for line in page.splitlines()
        if ":: mmlib." in line
    ]
    assert set(DOCUMENTED) <= set(entries)
    assert len(entries) == len(set(entries))


def test_lay_out_puts_an_unlisted_page_last_and_copies_linked_files(
    tmp_path,
):
    assert PAGES[-1] == "CONTRIBUTING"
    lay_out(tmp_path, PAGES[:-1])
    listed = (
        (tmp_path / "index.md")
        .read_text(encoding="utf-8")
        .split("{toctree}")[1]
        .split()
    )
    assert listed[1:-1] == PAGES
    assert (tmp_path / "CITATION.cff").read_bytes() == (
        ROOT / "CITATION.cff"
    ).read_bytes()
    assert {path.name for path in find()} == {
        path.name for path in (tmp_path / "notebooks").glob("*.ipynb")
    }
    # the sources' alone: README itself is the first page
    readmes = {path.parent.name for path in tmp_path.rglob("README.md")}
    assert readmes == {"published", "papers"}


def test_add_a_source_is_told_by_contributing():
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    page = add_a_source(contributing)
    assert all(f"\n## {title}\n" in page for title in ADD_A_SOURCE)
    assert "**Speed" not in page
    assert "## Words" not in page
    assert all(paragraph in contributing for paragraph in page.split("\n\n")[2:])


def test_report_leads_to_the_pages_of_the_site(tmp_path):
    report = tmp_path / "report"
    site = tmp_path / "site"
    for name in ("figures", "notebooks"):
        (report / name).mkdir(parents=True)
    (report / MARKER).touch()
    (report / "index.html").write_text(
        '<a href="notebooks/01.html">a</a><img src="figures/a.png" alt="a">'
        '<a href="notebooks/01.html#cell-id=closing">b</a>'
    )
    (report / "figures" / "a.png").touch()
    (report / "notebooks" / "01.html").touch()
    (site / "notebooks").mkdir(parents=True)
    (site / "notebooks" / "01.html").touch()
    add_report(report, site)
    assert defects(site) == []
    assert not (site / "report" / "notebooks").exists()


def test_former_names_lead_to_notebooks_of_today(tmp_path):
    today = {path.stem for path in find()}
    assert set(FORMER.values()) <= today
    assert not set(FORMER) & today
    (tmp_path / "notebooks").mkdir()
    for name in FORMER.values():
        (tmp_path / "notebooks" / f"{name}.html").touch()
    lead_on(tmp_path)
    assert defects(tmp_path) == []
    assert (tmp_path / "notebooks" / "01_play.html").exists()


def test_parts_are_those_of_the_readme(tmp_path):
    """The README, the page of notebooks and the numbers have one order."""
    _, _, readme = (ROOT / "README.md").read_text().partition("## The notebooks")
    names = [path.stem for path in find()]
    parts = by_part(names)
    listed = re.findall(r"\]\(notebooks/(\d\d_\w+)\.ipynb\)", readme)
    assert listed[: len(names)] == names
    for part, (first, *_) in parts.items():
        place = readme.index(f"notebooks/{first}.ipynb")
        assert part.lower() in readme[:place].lower()
    lay_out(tmp_path, PAGES)
    index = (tmp_path / "notebooks" / "index.md").read_text()
    assert re.findall(r":caption: (.+)", index) == list(parts)


def test_site_leaves_a_folder_of_something_else_alone(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine.txt").write_text("mine")
    with pytest.raises(
        ValueError,
        match=r"site: .* holds something that is not a site; name another folder",
    ):
        build(tmp_path / "site", tmp_path / "sources", tmp_path / "report")
    assert (tmp_path / "site" / "mine.txt").read_text() == "mine"
    (tmp_path / "site" / "mine.txt").rename(tmp_path / "mine.txt")
    (tmp_path / "sources").mkdir()
    (tmp_path / "mine.txt").rename(tmp_path / "sources" / "mine.txt")
    with pytest.raises(
        ValueError,
        match=r"site: its sources go to .*sources, which holds something else",
    ):
        build(tmp_path / "site", tmp_path / "sources", tmp_path / "report")
    assert (tmp_path / "sources" / "mine.txt").read_text() == "mine"
