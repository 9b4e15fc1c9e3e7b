"""Inside a genetic algorithm, in a browser.

Ten generations forward and five back, another setting, and the slider of the landscape.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PICTURES
from tests.browser.lab import SOON, bench, button
from tests.browser.looking import contrasts, spoken, unreachable

#: Which notebook `page` is.
NOTEBOOK = "02_step_through_boards"


@pytest.fixture(scope="module")
def inside(page):
    return bench(page, 0)


@pytest.fixture(scope="module")
def landscape(page):
    return bench(page, 3)


def generation(inside):
    return inside.get_by_text(re.compile(r"^Guess \d, generation \d+ of \d+"))


def test_ten_generations_forward_and_five_back(inside):
    expect(generation(inside)).to_contain_text("generation 20 of 20")
    inside.get_by_role("slider").press("Home")
    expect(generation(inside)).to_contain_text("generation 0 of 20", timeout=SOON)
    for expected in range(1, 11):
        button(inside, "Step").click()
        expect(generation(inside)).to_contain_text(
            f"generation {expected} of 20", timeout=SOON
        )
    seen = inside.locator("svg[aria-label*='fittest codes']").inner_html()
    for expected in range(9, 4, -1):
        button(inside, "Back").click()
        expect(generation(inside)).to_contain_text(
            f"generation {expected} of 20", timeout=SOON
        )
    assert inside.locator("svg[aria-label*='fittest codes']").inner_html() != seen
    inside.screenshot(path=PICTURES / "step_through.png")


def test_the_slider_moves_by_keys_and_by_mouse(page, inside):
    slider = inside.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(generation(inside)).to_contain_text("generation 20 of 20", timeout=SOON)
    page.keyboard.press("ArrowLeft")
    expect(generation(inside)).to_contain_text("generation 19 of 20", timeout=SOON)
    track = inside.locator(".noUi-base").bounding_box()
    at = slider.bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.mouse.move(track["x"] + 1, at["y"] + at["height"] / 2, steps=8)
    page.mouse.up()
    expect(generation(inside)).to_contain_text("generation 0 of 20", timeout=SOON)


def test_it_plays_and_pauses(inside):
    control = inside.locator("button:has(.fa-play), button:has(.fa-pause)")
    control.first.click()
    expect(generation(inside)).to_contain_text(
        re.compile(r"generation ([4-9]|1\d) of 20"), timeout=SOON
    )
    control.first.click()
    inside.page.wait_for_timeout(1000)
    told = generation(inside).inner_text()
    inside.page.wait_for_timeout(1200)
    assert generation(inside).inner_text() == told


def test_another_setting_plays_the_game_again(page, inside):
    field = inside.locator("input[type=text]").first
    field.fill("7")
    field.press("Enter")
    expect(inside.get_by_text("Played again: le_adoga (generations=7).")).to_be_visible(
        timeout=SOON
    )
    expect(generation(inside)).to_contain_text(re.compile(r"generation \d of 7"))
    field.fill("<img src=x>")
    button(inside, "Run again").click()
    expect(inside.get_by_text(re.compile("generations: .*<img src=x>"))).to_be_visible(
        timeout=SOON
    )
    assert not inside.locator("img").count()
    expect(generation(inside)).to_contain_text("of 7")


def test_the_landscape_follows_the_slider(page, landscape):
    told = landscape.locator("[role=status]").first
    expect(told).to_contain_text("After 2 guesses")
    before = landscape.locator("image").get_attribute("href")
    landscape.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("After 3 guesses", timeout=SOON)
    expect(landscape.locator("image")).not_to_have_attribute("href", before)
    landscape.locator("select").select_option("information")
    expect(told).to_contain_text("bits that it would tell", timeout=SOON)
    landscape.screenshot(path=PICTURES / "landscape.png")


@pytest.mark.parametrize("place", [0, 3], ids=["step_through", "landscape"])
def test_text_can_be_read(themed, place):
    seen = bench(themed, place)
    found = contrasts(seen)
    assert len(found) > 15
    assert not [(ratio, words) for ratio, words in found if ratio < 4.5]
    theme = themed.evaluate(
        "() => document.body.dataset.jpThemeLight === 'false' ? 'dark' : 'light'"
    )
    seen.screenshot(path=PICTURES / f"inside_{place}_{theme}.png")


@pytest.mark.parametrize("place", [0, 3], ids=["step_through", "landscape"])
def test_everything_can_be_reached_by_keys_and_shows_it(themed, place):
    missing, unseen = unreachable(bench(themed, place))
    assert not missing
    assert not unseen


@pytest.mark.parametrize("place", [0, 3], ids=["step_through", "landscape"])
def test_a_screen_reader_has_a_name_for_everything(themed, place):
    found = spoken(bench(themed, place))
    assert len(found) >= 5
    # ipywidgets gives the handle of a slider no name; the buttons beside it have one
    assert {role for role, name in found if not name.strip()} <= {"slider"}
