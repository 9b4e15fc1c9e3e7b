"""JupyterLab as a student meets it.

What a run and a save change, and what Tab and Shift-Tab tell.
"""

import re

import pytest
from playwright.sync_api import expect

from mmlib.report.own_copies import copy_notebooks
from tests.browser.conftest import PICTURES
from tests.browser.lab import COMPILING, SOON, save, wait_for_kernel
from tools.reproduce import reproduce


def test_to_run_and_save_a_notebook_changes_no_byte(lab, opened):
    """Its outputs were stored by `make notebooks`, also where a bar came and went."""
    assert reproduce(only="00", write=True, folder=lab.folder) == 0
    path = lab.folder / "00_steady.ipynb"
    before = path.read_bytes()
    page = opened("00_steady")
    save(page, path)
    assert path.read_bytes() == before


def test_a_copy_that_is_opened_asks_for_no_save(lab, opened):
    """A kernel tells JupyterLab nothing that is not in the copy."""
    copy_notebooks(lab.folder / "mine")
    page = opened("mine/lesson_1", run=False)
    wait_for_kernel(page)
    tab = page.locator(".lm-TabBar-tab.lm-mod-current", has_text="lesson_1")
    expect(tab).to_be_visible(timeout=SOON * 1000)
    page.wait_for_timeout(1500)  # a note would come with the kernel's first answer
    expect(tab).not_to_have_class(re.compile("jp-mod-dirty"))
    # that the class is the one to look for
    type_in_last_cell(page, "1")
    expect(tab).to_have_class(re.compile("jp-mod-dirty"))
    page.keyboard.press("Control+Z")


@pytest.fixture(scope="module")
def names(opened):
    """A notebook in which mmlib is imported, and nothing else was done."""
    return opened("names")


def type_in_last_cell(page, text):
    page.locator(".jp-CodeCell .cm-content").last.click()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mm.pl", ["play", "play_many", "player", "players", "plots"]),
        ("mm.plots.", ["convergence", "landscape", "mean_curve"]),
        ("mm.operators.", ["invert", "tournament", "roulette"]),
        ("mm.board.", ["Landscape", "Play", "StepThrough"]),
    ],
)
def test_tab_tells_names(names, typed, expected):
    """The first Tab loads what `mm` loads lazily.

    That takes longer than JupyterLab waits by itself.
    """
    type_in_last_cell(names, typed)
    names.keyboard.press("Tab")
    shown = names.locator(".jp-Completer .jp-Completer-match")
    shown.first.wait_for(timeout=COMPILING * 1000)
    assert set(expected) <= set(shown.all_inner_texts())
    names.screenshot(path=PICTURES / f"tab_{typed.strip('.')}.png")
    names.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mm.play_many(", "games: int | None = None"),
        ("mm.board.Play(", "mode: 'str' = 'break'"),
    ],
)
def test_shift_tab_tells_the_signature(names, typed, expected):
    type_in_last_cell(names, typed)
    names.keyboard.press("Shift+Tab")
    expect(names.locator(".jp-Tooltip")).to_contain_text(expected, timeout=SOON)
    names.keyboard.press("Escape")
