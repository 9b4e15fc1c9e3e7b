"""The board to play on, in a browser.

It is played by mouse, by keys alone, with hints, against a forgetful codemaker, and as
a race.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PICTURES
from tests.browser.lab import COMPILING, SOON, answers_without_token, bench, button
from tests.browser.looking import contrasts, spoken, unreachable

#: The guesses of a whole game, played in turn until the code is found.
GUESSES = (
    "0012",
    "1345",
    "2203",
    "4151",
    "3304",
    "5025",
    "4400",
    "0531",
    "1122",
    "3355",
)

#: Which notebook `page` is.
NOTEBOOK = "01_play_boards"


@pytest.fixture(scope="module")
def endless(opened):
    """A board of 6 pegs and 9 colors, with a player that never ends."""
    return bench(opened("endless"), 0)


def board(inside):
    return inside.locator("svg[aria-label]").first


def test_the_server_refuses_who_does_not_know_the_token(lab):
    assert answers_without_token(lab.address) == 403


def test_a_whole_game_by_mouse_with_hints(page):
    breaking = bench(page, 0)
    for turn in range(1, 11):
        button(breaking, "Hint").click()
        expect(button(breaking, "Take it")).to_be_enabled(timeout=COMPILING * 1000)
        expect(breaking.get_by_text(re.compile(r"entropic plays \d{4}"))).to_be_visible(
            timeout=SOON
        )
        button(breaking, "Take it").click()
        expect(board(breaking)).to_have_attribute(
            "aria-label", re.compile(r"composing: \d{4}"), timeout=SOON
        )
        if turn % 2:  # the cursor is in the field: Enter plays, too
            expect(breaking.get_by_placeholder("or type it, then Enter")).to_be_focused(
                timeout=SOON
            )
            page.keyboard.press("Enter")
        else:
            button(breaking, "Guess").click()
        expect(board(breaking)).to_have_attribute(
            "aria-label", re.compile(f"guess {turn}: "), timeout=SOON
        )
        if breaking.get_by_text("Solved with guess").count():
            break
    expect(breaking.get_by_text(f"Solved with guess {turn}.")).to_be_visible(
        timeout=SOON
    )
    expect(breaking.get_by_text("The code is found.")).to_be_visible()
    expect(breaking.locator("tr")).to_have_count(turn + 1)  # what each answer told
    breaking.screenshot(path=PICTURES / "play_solved.png")


def test_pegs_are_set_and_removed_by_mouse(page):
    breaking = bench(page, 0)
    button(breaking, "New code").click()
    expect(breaking.get_by_text("A new code is drawn.")).to_be_visible(timeout=SOON)
    for color in "0123":
        breaking.get_by_title(f"set the next peg to color {color}").click()
    expect(
        breaking.get_by_text(re.compile(r"0123 would tell \d\.\d\d bits"))
    ).to_be_visible(timeout=SOON)
    breaking.get_by_title("place 2: color 1; remove it").click()
    expect(board(breaking)).to_have_attribute(
        "aria-label", re.compile("composing: 0_23"), timeout=SOON
    )
    button(breaking, "Guess").click()
    expect(breaking.get_by_text("1 peg is missing.")).to_be_visible(timeout=SOON)
    breaking.get_by_title("set the next peg to color 5").click()
    expect(board(breaking)).to_have_attribute(
        "aria-label", re.compile("composing: 0523"), timeout=SOON
    )


def test_a_whole_game_by_keys_alone(page):
    """From the first control on, everything by Tab, digits, Enter and Space."""
    breaking = bench(page, 0)
    breaking.locator("button").first.focus()
    press_tab_until(page, "New code")
    page.keyboard.press("Space")
    expect(breaking.get_by_text("A new code is drawn.")).to_be_visible(timeout=SOON)
    none_set = re.compile("^composing: ____")  # what was said may be of the code before
    expect(board(breaking)).to_have_attribute("aria-label", none_set, timeout=SOON)
    for turn, guess in enumerate(GUESSES, 1):
        press_tab_until(page, "or type it, then Enter", back=True)
        page.keyboard.press("Control+A")
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        expect(board(breaking)).to_have_attribute(
            "aria-label", re.compile(f"guess {turn}: {guess}"), timeout=SOON
        )
        if breaking.get_by_text("Solved with guess").count():
            break
    over = breaking.get_by_text(re.compile("Solved with guess|No guesses are left"))
    expect(over).to_be_visible(timeout=SOON)
    # no key was taken for a command of JupyterLab
    assert not page.locator(".jp-Dialog").count()


def test_what_is_typed_without_a_pause_is_played_whole(page, endless):
    """The key Enter overtakes the text where the kernel is at work.

    A code that was written in part is not played.
    """
    breaking = bench(page, 0)
    for attempt in range(5):
        button(breaking, "New code").click()
        none_set = re.compile("^composing: ____")
        expect(board(breaking)).to_have_attribute("aria-label", none_set, timeout=SOON)
        field = breaking.get_by_placeholder("or type it, then Enter")
        field.click()
        page.keyboard.type("012345")
        page.keyboard.press("Enter")
        expect(
            breaking.get_by_text("6 pegs were typed, and a code has 4.")
        ).to_be_visible(timeout=SOON)
        page.keyboard.press("Control+A")
        page.keyboard.type("4455")
        page.keyboard.press("Enter")
        expect(board(breaking)).to_have_attribute(
            "aria-label", re.compile("^guess 1: 4455"), timeout=SOON
        )
        page.keyboard.type(f"{attempt}012")
        page.keyboard.press("Enter")
        expect(board(breaking)).to_have_attribute(
            "aria-label", re.compile(f"guess 2: {attempt}012"), timeout=SOON
        )
    endless.get_by_placeholder("or type it, then Enter").click()
    for turn in range(1, 9):
        guess = f"{turn}12345"
        endless.page.keyboard.type(guess)
        endless.page.keyboard.press("Enter")
        expect(board(endless)).to_have_attribute(
            "aria-label", re.compile(f"guess {turn}: {guess}"), timeout=SOON
        )


def press_tab_until(page, name, *, back=False):
    for _ in range(60):
        told = (
            "() => document.activeElement.innerText || "
            "document.activeElement.placeholder"
        )
        if page.evaluate(told) == name:
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"no way to {name!r} by Tab")


def test_what_is_typed_is_never_taken_for_html(page):
    breaking = bench(page, 0)
    breaking.get_by_placeholder("or type it, then Enter").fill("<img src=x>")
    expect(breaking.get_by_text("'<' is not a color of this board")).to_be_visible(
        timeout=SOON
    )
    assert not breaking.locator("img").count()
    making = bench(page, 1)
    answer = making.get_by_placeholder("or type 1 2, then Enter")
    answer.fill("<img src=x>")
    answer.press("Enter")
    expect(making.get_by_text("'<img src=x>' is not an answer")).to_be_visible(
        timeout=SOON
    )
    assert not making.locator("img").count()


def test_a_contradictory_answer_is_pointed_out_with_its_rows(page):
    making = bench(page, 1)
    expect(button(making, "Take back")).to_be_disabled()
    button(making, "New game").click()
    answer = making.get_by_placeholder("or type 1 2, then Enter")
    for turn in range(1, 5):
        waiting = re.compile(
            f"(guess {turn - 1}: .*)?composing: \\d{{4}}"
            if turn > 1
            else r"composing: \d{4}"
        )
        expect(board(making)).to_have_attribute(
            "aria-label", waiting, timeout=COMPILING * 1000
        )
        answer.fill("0 0")
        answer.press("Enter")
        expect(board(making)).to_have_attribute(
            "aria-label", re.compile(f"guess {turn}: "), timeout=SOON
        )
        settled = "[role=alert], svg[aria-label*='composing']"
        expect(making.locator(settled).first).to_be_visible(timeout=COMPILING * 1000)
        if making.locator("[role=alert]").count():
            break
    expect(
        making.get_by_text(
            re.compile(r"No code can answer 0 black 0 white to \d{4} in row")
        )
    ).to_be_visible()
    # the row of the answer, and those it contradicts
    assert making.locator("svg text", has_text="!").count() >= 2
    making.screenshot(path=PICTURES / "play_contradiction.png")
    button(making, "Take back").click()
    expect(making.get_by_text(re.compile(r"Answer guess \d again"))).to_be_visible(
        timeout=SOON
    )


def test_a_board_says_that_its_notebook_is_computing(opened):
    page = opened("busy", wait=False)
    told = bench(page, 0).get_by_text(
        "The notebook is computing; the board answers once it is done."
    )
    expect(told).to_be_visible(timeout=SOON)
    page.screenshot(path=PICTURES / "play_busy.png")
    expect(told).to_be_hidden(timeout=SOON)
    button(bench(page, 0), "Give up").click()
    expect(
        bench(page, 0).get_by_text("The secret stands below the board.")
    ).to_be_visible(timeout=SOON)
    assert not told.is_visible()


@pytest.fixture
def resized(page):
    """The page, to be made narrower."""
    before = page.viewport_size
    yield page
    page.set_viewport_size(before)


@pytest.mark.parametrize("width", [1280, 1400])
def test_the_analysis_stands_beside_the_board(resized, width):
    """On narrow screens it gets less room, and not a place below the board.

    This holds with the side bar open, too.
    """
    resized.set_viewport_size({"width": width, "height": 1200})
    breaking = bench(resized, 0)
    button(breaking, "New code").click()
    expect(board(breaking)).to_have_attribute(
        "aria-label", re.compile("^composing: ____"), timeout=SOON
    )
    field = breaking.get_by_placeholder("or type it, then Enter")
    for turn, guess in enumerate(("0012", "1345", "0000"), 1):
        field.fill(guess)
        field.press("Enter")
        expect(board(breaking)).to_have_attribute(
            "aria-label", re.compile(f"guess {turn}: {guess}"), timeout=SOON
        )
    expect(breaking.get_by_text("7 guesses are left.")).to_be_visible(timeout=SOON)
    beside = breaking.get_by_text("still possible").bounding_box()
    left = board(breaking).bounding_box()
    assert beside["x"] > left["x"] + left["width"]
    assert beside["y"] < left["y"] + 100
    cell = breaking.locator(
        "xpath=ancestor::*[contains(@class, 'jp-OutputArea-child')][1]"
    ).bounding_box()
    for part in (breaking.locator("table"), breaking.locator("svg[aria-label]").nth(1)):
        shown = part.bounding_box()
        assert shown["x"] + shown["width"] <= cell["x"] + cell["width"]
    resized.screenshot(path=PICTURES / f"play_{width}.png")


def test_two_players_race(page):
    watching = bench(page, 2)
    expect(watching.get_by_text("found it first, with guess")).to_be_visible()
    assert watching.get_by_text(re.compile(r"^solved with guess \d")).count() == 2
    button(watching, "Race").click()
    expect(watching.get_by_text("Played. Press play, or step")).to_be_visible(
        timeout=COMPILING * 1000
    )
    slider = watching.get_by_role("slider")
    turns = int(float(slider.get_attribute("aria-valuemax")))
    slider.focus()
    for _ in range(turns):
        page.keyboard.press("ArrowRight")
    for player in ("entropic", "gold"):
        seen = watching.locator(f"svg[aria-label^='{player}']")
        expect(seen).to_have_attribute(
            "aria-label", re.compile("5303, 4 black"), timeout=SOON
        )
    assert watching.get_by_text(re.compile(r"^solved with guess \d")).count() == 2
    watching.screenshot(path=PICTURES / "play_race.png")
    button(watching, "Back").click()
    expect(slider).to_have_attribute(
        "aria-valuenow", re.compile(rf"^{turns - 1}(\.0)?$"), timeout=SOON
    )


def test_a_long_hint_tells_its_time_leaves_the_board_free_and_can_be_stopped(endless):
    button(endless, "New code").click()
    expect(board(endless)).to_have_attribute(
        "aria-label", re.compile("^composing: ______"), timeout=SOON
    )
    field = endless.get_by_placeholder("or type it, then Enter")
    field.fill("001123")
    field.press("Enter")
    expect(board(endless)).to_have_attribute(
        "aria-label", re.compile("guess 1: 001123"), timeout=SOON
    )
    button(endless, "Hint").click()
    expect(
        endless.get_by_text(re.compile(r"ponderer is thinking: [1-9]\d* s"))
    ).to_be_visible(timeout=SOON)
    field.fill("34")
    expect(board(endless)).to_have_attribute(
        "aria-label", re.compile("composing: 34____"), timeout=SOON
    )
    button(endless, "Stop").click()
    expect(endless.get_by_text("Stopped.")).to_be_visible(timeout=SOON)
    endless.locator("select").select_option("gold: Gold (AutoPlayer), 2002")
    button(endless, "Hint").click()
    expect(endless.get_by_text(re.compile(r"gold plays \d{6}"))).to_be_visible(
        timeout=COMPILING * 1000
    )


@pytest.mark.parametrize("place", range(3), ids=["break", "make", "watch"])
def test_text_can_be_read(themed, place):
    seen = bench(themed, place)
    found = contrasts(seen)
    assert len(found) > 15
    assert not [(ratio, words) for ratio, words in found if ratio < 4.5]
    theme = themed.evaluate(
        "() => document.body.dataset.jpThemeLight === 'false' ? 'dark' : 'light'"
    )
    seen.screenshot(path=PICTURES / f"play_{place}_{theme}.png")


@pytest.mark.parametrize("place", range(3), ids=["break", "make", "watch"])
def test_everything_can_be_reached_by_keys_and_shows_it(themed, place):
    missing, unseen = unreachable(bench(themed, place))
    assert not missing
    assert not unseen


@pytest.mark.parametrize("place", range(3), ids=["break", "make", "watch"])
def test_a_screen_reader_has_a_name_for_everything(themed, place):
    found = spoken(bench(themed, place))
    assert len(found) >= 5
    # ipywidgets gives the handle of a slider no name; the buttons beside it have one
    assert {role for role, name in found if not name.strip()} <= {"slider"}


def test_nothing_is_asked_of_the_network(page, lab):
    own = (lab.address, lab.address.replace("http", "ws"), "data:", "blob:")
    assert page.asked
    assert not [address for address in page.asked if not address.startswith(own)]
