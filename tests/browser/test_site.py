"""The website, built whole, in a browser.

It is opened from files and from below a path, light and dark, wide and narrow.
"""

import contextlib
import functools
import importlib.util
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.conftest import PICTURES
from tests.browser.looking import contrasts
from tools.reproduce import ROOT
from tools.site.check import defects
from tools.site.former_names import FORMER

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pydata_sphinx_theme") is None,
    reason="no Sphinx theme here: pip install -e '.[site]'",
)

#: Pages of every kind: words, tables, figures, stills, reference.
PAGES = [
    "index",
    "docs/boards",
    "docs/leaderboards",
    "docs/speed",
    "api/game",
    "players",
    "notebooks/08_le_adoga",
]
PAGES += [
    "notebooks/03_your_own_player",
    "notebooks/01_play",
    "notebooks/02_step_through",
]

#: Pictures that a page fails to show, also those that are not fetched before one
#: scrolls to them.
BROKEN = """
async () => {
  const broken = image => {
    image.loading = 'eager';
    return image.decode().then(() => null, () => image.src.slice(0, 80));
  };
  return (await Promise.all([...document.images].map(broken))).filter(Boolean);
}
"""

#: What reaches beyond the right edge, and lies in no part of the article that can be
#: scrolled by itself.
TOO_WIDE = """
() => {
  const beyond = element => element.getBoundingClientRect().right > innerWidth + 1;
  const scrolls = element => ['auto', 'scroll'].includes(\
getComputedStyle(element).overflowX) && !beyond(element);
  const reached = element =>
    !element.matches('.bd-article-container, body')\
 && (scrolls(element) || reached(element.parentElement));
  return [...document.querySelectorAll(\
'.bd-header *, .bd-article *, .prev-next-footer *')]
    .filter(element => element.getClientRects().length && beyond(element)\
 && !reached(element.parentElement))
    .map(element => element.outerHTML.slice(0, 80));
}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site, below one that is served."""
    site = tmp_path_factory.mktemp("served") / "below" / "site"
    done = subprocess.run(
        [sys.executable, "-m", "tools.site", site],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return site


@pytest.fixture(scope="module")
def address(built):
    """The address of the site on a server of this machine."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    handler = functools.partial(quiet, directory=built.parents[1])
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/below/site"
        server.shutdown()


@contextlib.contextmanager
def opened(chromium, address, scheme="light", width=1400):
    """A page, and what it complains of."""
    page = chromium.new_page()
    complaints = []
    page.set_viewport_size({"width": width, "height": 1000})
    # no color on its way to another
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.on(
        "console",
        lambda said: (
            complaints.append(said.text) if said.type in ("error", "warning") else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "requestfailed",
        lambda request: complaints.append(f"not fetched: {request.url}"),
    )
    page.on(
        "response",
        lambda answer: complaints.append(answer.url) if answer.status >= 400 else None,
    )
    page.goto(address, wait_until="load")
    yield page, complaints
    page.close()


def test_no_link_leads_nowhere(built):
    assert defects(built) == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_can_be_read(built, chromium, name, scheme):
    with opened(chromium, (built / f"{name}.html").as_uri(), scheme) as (
        page,
        complaints,
    ):
        assert complaints == []
        assert page.evaluate(BROKEN) == []
        assert page.locator("html").get_attribute("data-theme") == scheme
        low = [
            (round(ratio, 2), words)
            for ratio, words in contrasts(page.locator("body"))
            if ratio < 4.5
        ]
        assert low == []
        page.screenshot(path=PICTURES / f"site-{name.replace('/', '-')}-{scheme}.png")


def test_a_former_name_leads_to_the_notebook_of_today(built, chromium):
    former = built / "notebooks" / "16_play.html"
    with opened(chromium, former.as_uri()) as (page, _):
        page.wait_for_url("**/notebooks/01_play.html")
        assert page.title().startswith("1. Play")


def test_a_phone_scrolls_only_down(built, chromium):
    with opened(chromium, (built / "index.html").as_uri(), width=390) as (page, _):
        for path in sorted(built.rglob("*.html")):
            # the theme's own, and those that lead on at once
            if "_static" in path.parts or path.stem in FORMER:
                continue
            page.goto(path.as_uri())
            assert page.evaluate(TOO_WIDE) == [], path
            name = path.relative_to(built).with_suffix("").as_posix()
            if name in PAGES:
                page.screenshot(
                    path=PICTURES / f"site-{name.replace('/', '-')}-phone.png"
                )


@pytest.mark.parametrize(
    ("name", "at_least"), [("01_play", 4), ("02_step_through", 16)]
)
def test_boards_show_their_stills(built, chromium, name, at_least):
    with opened(chromium, (built / "notebooks" / f"{name}.html").as_uri()) as (page, _):
        stills = page.locator(".cell_output .text_html img")
        assert stills.count() >= at_least
        for still in stills.all():
            box = still.bounding_box()
            assert min(box["width"], box["height"]) >= 40


@pytest.mark.parametrize("served", [True, False], ids=["server", "files"])
def test_search_finds_knuth(built, address, chromium, served):
    start = (
        f"{address}/search.html?q=Knuth"
        if served
        else f"{(built / 'search.html').as_uri()}?q=Knuth"
    )
    with opened(chromium, start) as (page, complaints):
        found = page.locator("#search-results li a")
        found.first.wait_for()
        assert found.count() >= 3
        # what the found pages say is still fetched, and a click would end that
        page.wait_for_load_state("networkidle")
        found.get_by_text("Strategies: how well").first.click()
        page.wait_for_url("**/notebooks/10_strategies.html*")
        assert "Knuth" in page.locator("article").inner_text()
        if served:
            assert complaints == []
