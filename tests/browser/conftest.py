"""One JupyterLab and one browser for all these tests.

They are skipped where there is no Chromium.
"""

import contextlib
from pathlib import Path

import pytest

from tests.browser.lab import (
    CHROMIUM,
    in_the_dark,
    lay_out,
    open_notebook,
    running_chromium,
    running_lab,
)
from tools.reproduce import ROOT

#: Why tests are skipped.
REASON = "no Chromium here, which these tests drive: apt install chromium"

#: Where screenshots go; they are to be looked at.
PICTURES = ROOT / "build" / "browser"


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker(pytest.mark.skipif(CHROMIUM is None, reason=REASON))


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Address and token of a JupyterLab with the notebooks that have boards."""
    folder = tmp_path_factory.mktemp("lab")
    lay_out(folder)
    with running_lab(folder) as running:
        yield running


@pytest.fixture(scope="session")
def chromium():
    PICTURES.mkdir(parents=True, exist_ok=True)
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def opened(lab, chromium):
    """Open a notebook and run it; closed with the module."""
    pages = []

    def open_one(name, **options):
        pages.append(open_notebook(chromium, lab, name, **options))
        return pages[-1]

    yield open_one
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def page(request, opened):
    """The notebook of a test module, all its cells run."""
    return opened(request.module.NOTEBOOK)


@pytest.fixture(scope="module", params=[False, True], ids=["light", "dark"])
def themed(request, page):
    """Its boards in the light theme and in the dark one."""
    with in_the_dark(page) if request.param else contextlib.nullcontext():
        yield page
