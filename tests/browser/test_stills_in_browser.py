"""Boards without a kernel.

They are seen in a fresh clone, with nothing run and nothing trusted; restarted; and
saved and opened again.
"""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import TimeoutError, expect

from tests.browser.conftest import PICTURES
from tests.browser.lab import (
    COMPILING,
    SOON,
    bench,
    button,
    choose,
    end_kernel,
    in_the_dark,
    save,
    wait_for_kernel,
)
from tests.browser.looking import contrasts

#: Which notebook `page` is.
NOTEBOOK = "kept"

#: Bring every cell near, since JupyterLab makes only those; and note the images of
#: stills that it made.
IMAGES = """
async () => {
  const scroller = document.querySelector('.jp-WindowedPanel-outer'), seen = new Map();
  for (let y = 0; y < scroller.scrollHeight; y += 400) {
    scroller.scrollTop = y;
    await new Promise(done => setTimeout(done, 150));
    for (const image of document.querySelectorAll(\
'.jp-OutputArea img[src^="data:image/svg"]'))
      seen.set(image.src, [image.alt, image.naturalWidth, image.naturalHeight]);
  }
  scroller.scrollTop = 0;
  return [...seen.values()];
}
"""


@pytest.mark.parametrize(
    ("name", "first", "at_least"),
    [
        ("01_play_unread", "composing: ____; secret: hidden", 4),
        ("02_step_through_unread", "the 30 fittest codes", 16),
    ],
)
def test_stills_are_seen_before_anything_is_run_and_to_save_it_changes_no_byte(
    lab, opened, name, first, at_least
):
    path = lab.folder / f"{name}.ipynb"
    before = path.read_bytes()
    page = opened(name, run=False)
    page.locator(".jp-OutputArea img").first.wait_for()
    images = page.evaluate(IMAGES)
    assert len(images) >= at_least
    assert images[0][0].startswith(first)
    for told, width, height in images:
        assert told
        assert min(width, height) >= 40
    left_over = page.locator(".jp-OutputArea-output").get_by_text(
        re.compile(r"\?\?\?\?")
    )
    # of a picture that was taken away the letters would stay
    assert not left_over.count()
    page.screenshot(path=PICTURES / f"{name}.png")
    wait_for_kernel(page)
    save(page, path)
    assert path.read_bytes() == before


def test_a_board_says_that_its_kernel_was_restarted(page):
    dead = bench(page, 0)
    before = dead.locator("svg").first.bounding_box()
    choose(page, "Kernel", "Restart Kernel…")
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    expect(dead).to_have_class(re.compile("jupyter-widgets-disconnected"), timeout=SOON)
    told = "root => getComputedStyle(root, '::before').content"
    assert "run the first cell of code, then this one" in dead.evaluate(told)
    assert set(
        dead.evaluate(f"root => [...root.querySelectorAll('*')].map({told})")
    ) == {"none"}
    after = dead.locator("svg").first.bounding_box()
    assert (after["x"], after["width"], after["height"]) == (
        before["x"],
        before["width"],
        before["height"],
    )
    with pytest.raises(TimeoutError):
        button(dead, "Guess").click(timeout=1000)
    page.screenshot(path=PICTURES / "restarted.png")
    choose(page, "Run", "Run All Cells")
    expect(bench(page, 0)).not_to_have_class(
        re.compile("jupyter-widgets-disconnected"), timeout=COMPILING * 1000
    )


def test_a_saved_board_shows_its_still_without_its_kernel(lab, opened, page):
    """And not "model not found"; while its kernel lives, it is found again."""
    still = page.locator(".mmlib-still")
    expect(still).to_be_hidden()
    field = bench(page, 0).get_by_placeholder("or type it, then Enter")
    field.fill("0012")
    field.press("Enter")
    expect(bench(page, 0).get_by_text("9 guesses are left.")).to_be_visible(
        timeout=SOON
    )
    save(page, lab.folder / "kept.ipynb")
    # a mere reload would open other tests' notebooks beside it
    page.goto(f"{lab.address}/lab/tree/kept.ipynb?reset")
    expect(bench(page, 0).get_by_text("9 guesses are left.")).to_be_visible(
        timeout=SOON
    )
    expect(still).to_be_hidden()
    end_kernel(lab, "kept")
    page.close()
    again = opened("kept", run=False)
    still = again.locator(".mmlib-still")
    expect(still.locator("img")).to_be_visible(timeout=SOON)
    expect(
        still.get_by_text("A still. Run the cell to work with the board.")
    ).to_be_visible()
    wait_for_kernel(again)
    again.wait_for_timeout(1000)
    expect(again.get_by_text("model not found")).to_be_hidden()
    can_be_read(still, "light", 255)
    with in_the_dark(again):
        can_be_read(still, "dark", 17)
    choose(again, "Run", "Run All Cells")
    expect(bench(again, 0).get_by_text("10 guesses are allowed.")).to_be_visible(
        timeout=COMPILING * 1000
    )
    expect(again.locator(".mmlib-still")).to_be_hidden()


def can_be_read(still, theme, around):
    """The words of a still, and its picture as light as the page around it."""
    still.page.screenshot(path=PICTURES / f"still_kept_{theme}.png")
    found = contrasts(still)
    assert len(found) >= 4
    assert min(found)[0] >= 4.5
    picture = Image.open(io.BytesIO(still.locator("img").screenshot())).convert("RGB")
    assert abs(picture.getpixel((2, 2))[0] - around) < 5
