"""Notebooks with boards as they are found in a fresh clone: nothing run, nothing trusted."""

import re

import pytest

from tests.browser.conftest import PICTURES

#: Bring every cell near, since JupyterLab makes only those; and note the images of stills that it made.
IMAGES = """
async () => {
  const scroller = document.querySelector('.jp-WindowedPanel-outer'), seen = new Map();
  for (let y = 0; y < scroller.scrollHeight; y += 400) {
    scroller.scrollTop = y;
    await new Promise(done => setTimeout(done, 150));
    for (const image of document.querySelectorAll('.jp-OutputArea img[src^="data:image/svg"]'))
      seen.set(image.src, [image.alt, image.naturalWidth, image.naturalHeight]);
  }
  scroller.scrollTop = 0;
  return [...seen.values()];
}
"""


@pytest.mark.parametrize(
    ("name", "first", "at_least"),
    [("16_play", "composing: ____; secret: hidden", 4), ("18_step_through", "the 30 fittest codes", 16)],
)
def test_stills_are_seen_before_anything_is_run(opened, name, first, at_least):
    page = opened(f"{name}_unread", run=False)
    page.locator(".jp-OutputArea img").first.wait_for()
    images = page.evaluate(IMAGES)
    assert len(images) >= at_least
    assert images[0][0].startswith(first)
    for told, width, height in images:
        assert told
        assert min(width, height) >= 40
    left_over = page.locator(".jp-OutputArea-output").get_by_text(re.compile(r"\?\?\?\?"))
    assert not left_over.count()  # of a picture that was taken away the letters would stay
    page.screenshot(path=PICTURES / f"{name}_unread.png")
