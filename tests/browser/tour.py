"""Take pictures of the boards, and measure how soon each control answers.

    make pictures

The times go into CONTRIBUTING.md. It exits non-zero if a control takes longer than it
may.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import expect
from tabulate import tabulate

from mmlib.engine.progress_bar import progress
from tests.browser.lab import (
    CHROMIUM,
    COMPILING,
    SOON,
    bench,
    button,
    lay_out,
    open_notebook,
    running_chromium,
    running_lab,
)
from tests.browser.looking import answer_time, watch
from tools.reproduce import ROOT

#: The page that the times go into.
PAGE = ROOT / "CONTRIBUTING.md"

#: Where the pictures go.
PICTURES = ROOT / "notebooks" / "pictures"

#: The comment in the page after which the table of times begins.
BEGIN = "<!-- controls: make pictures -->"

#: The comment in the page before which that table ends.
END = "<!-- end of controls -->"

#: Uses of each control that are measured, after one that is not.
USES = 12

#: Controls of which there is one use only, which is measured.
ONCE = ("the first hint of entropic", "the first race of entropic against gold")

#: Milliseconds after which a board has answered if it does not change.
QUIET = 400

#: The same, longer, where `entropic` thinks meanwhile.
THINKING = 1500

#: A notebook of boards of 6 pegs and 9 colors; those of the notebooks 01 and 02 have 4
#: and 6.
LARGE = """import mmlib as mm
large = mm.Rules(6, 9, 12)

mm.board.Play(large)

mm.board.Play(large, "make")

mm.board.Play(large, "watch", secret="031425", player="entropic", rival="gold")

mm.board.StepThrough("berghman", "031425", large)"""

#: Pixels that README's picture shows below the drawn board, whose last row is the
#: secret; the buttons are left out.
MARGIN = 8

#: Milliseconds that a control may take.
LIMITS = {"4 x 6": 100, "6 x 9": 300}

#: Guesses and answers that no code contradicts; a secret is not needed to be told of
#: them.
GUESSES = {"4 x 6": ("0012", "1345"), "6 x 9": ("001123", "345671")}


def breaking(inside, guess, more):
    """Controls of a board on which a person breaks a code.

    Each is (name, what to do, what to do before).
    """
    field = inside.get_by_placeholder("or type it, then Enter")
    palette = inside.get_by_title("set the next peg to color 1")
    new = button(inside, "New code")

    def fresh():
        new.click()
        inside.page.wait_for_timeout(150)

    def complete(code):
        def act():
            fresh()
            if code is more:
                field.fill(guess)
                field.press("Enter")
                expect(inside.locator("svg[aria-label]").first).to_have_attribute(
                    "aria-label", re.compile("guess 1"), timeout=SOON
                )
            field.fill(code)
            inside.page.wait_for_timeout(300)

        return act

    def almost():
        fresh()
        field.fill(guess[:-1])
        inside.page.wait_for_timeout(150)

    hint = button(inside, "Hint")
    yield ONCE[0], hint.click, None
    yield "a hint of entropic", hint.click, fresh
    yield "set a peg", palette.click, fresh
    yield "set the last peg", palette.click, almost
    yield (
        "remove a peg",
        inside.get_by_title(re.compile("^place 2: color")).click,
        almost,
    )
    yield "type a digit", lambda: field.press_sequentially("1"), almost
    yield "play the first guess", lambda: field.press("Enter"), complete(guess)
    yield "play the second guess", button(inside, "Guess").click, complete(more)
    yield "clear", button(inside, "Clear").click, almost
    yield "give up", button(inside, "Give up").click, fresh
    yield "new code", new.click, almost


def making(inside):
    """Controls of a board on which the computer breaks a code."""
    start = button(inside, "New game")
    answer = button(inside, "Answer")

    def wait():
        expect(inside.get_by_text(re.compile("plays .* How many pegs"))).to_be_visible(
            timeout=COMPILING * 1000
        )
        inside.page.wait_for_timeout(150)

    def begun():
        start.click()
        wait()
        for color in ("black", "white"):
            inside.get_by_title(f"0 {color} pegs", exact=True).click()

    def answered():
        begun()
        answer.click()
        wait()

    yield "new game, with the first guess of entropic", start.click, begun
    yield "answer, with the next guess of entropic", answer.click, begun
    yield "take back", button(inside, "Take back").click, answered


def racing(inside):
    """Controls of a race."""
    race = button(inside, "Race")
    yield ONCE[1], race.click, None
    yield "a race of entropic against gold", race.click, None
    slider = inside.get_by_role("slider")
    step = button(inside, "Step")
    back = button(inside, "Back")
    yield "race: step", step.click, lambda: slider.press("Home")
    yield "race: back", back.click, lambda: slider.press("End")
    yield (
        "race: slider",
        lambda: slider.press("ArrowRight"),
        lambda: slider.press("Home"),
    )


def stepping(inside, setting):
    """Controls of a turn that is stepped through."""
    slider = inside.get_by_role("slider")
    step = button(inside, "Step")
    back = button(inside, "Back")
    field = inside.locator("input[type=text]").first
    yield "step through: step", step.click, lambda: slider.press("Home")
    yield "step through: back", back.click, lambda: slider.press("End")
    yield (
        "step through: slider",
        lambda: slider.press("End"),
        lambda: slider.press("Home"),
    )

    def change():
        slider.press("End")
        field.fill(setting)

    yield "step through: run the game again", lambda: field.press("Enter"), change


def looking_over(inside):
    """Controls of a landscape."""
    slider = inside.get_by_role("slider")
    heights = inside.locator("select")
    yield (
        "landscape: slider",
        lambda: slider.press("ArrowRight"),
        lambda: slider.press("Home"),
    )
    yield (
        "landscape: another fitness",
        lambda: heights.select_option("information"),
        lambda: heights.select_option("gold"),
    )


def measured(inside, controls):
    """Milliseconds of every use of each control."""
    watch(inside)
    times = {}
    for name, act, before in controls:
        quiet = THINKING if "entropic" in name else QUIET
        for use in range(1 if name in ONCE else USES + 1):
            if before is not None:
                before()
            inside.page.wait_for_timeout(200)
            took = answer_time(inside, act, quiet)
            if took < 0:
                raise RuntimeError(f"{name}: the board did not answer")
            if use or name in ONCE:
                times.setdefault(name, []).append(took)
    return times


def take_pictures(page, inner):
    """A position of each kind of board, as a picture."""
    PICTURES.mkdir(exist_ok=True)
    playing, making, watching = (bench(page, place) for place in range(3))
    field = playing.get_by_placeholder("or type it, then Enter")
    button(playing, "New code").click()
    for guess in ("0012", "1345"):
        field.fill(guess)
        field.press("Enter")
        expect(playing.locator("svg[aria-label]").first).to_have_attribute(
            "aria-label", re.compile(guess + ","), timeout=SOON
        )
    button(playing, "Hint").click()
    expect(button(playing, "Take it")).to_be_enabled(timeout=COMPILING * 1000)
    button(playing, "Take it").click()
    expect(playing.get_by_text("would tell")).to_be_visible(timeout=SOON)
    playing.scroll_into_view_if_needed()
    whole = playing.bounding_box()
    drawn = playing.locator("svg[aria-label] rect").first.bounding_box()
    whole["height"] = drawn["y"] + drawn["height"] + MARGIN - whole["y"]
    page.screenshot(path=PICTURES / "play.png", clip=whole)

    button(making, "New game").click()
    answer = making.get_by_placeholder("or type 1 2, then Enter")
    for told in ("0 1", "0 0"):
        expect(making.get_by_text(re.compile("plays .* How many pegs"))).to_be_visible(
            timeout=COMPILING * 1000
        )
        answer.fill(told)
        answer.press("Enter")
        page.wait_for_timeout(1500)
    for _ in range(6):
        if making.locator("[role=alert]").count():
            break
        answer.fill("0 0")
        answer.press("Enter")
        page.wait_for_timeout(1500)
    making.scroll_into_view_if_needed()
    making.screenshot(path=PICTURES / "contradiction.png")

    watching.get_by_role("slider").press("End")
    page.wait_for_timeout(800)
    watching.scroll_into_view_if_needed()
    watching.screenshot(path=PICTURES / "race.png")

    stepping = bench(inner, 2)
    landscape = bench(inner, 3)
    stepping.get_by_role("slider").press("End")
    inner.wait_for_timeout(800)
    stepping.scroll_into_view_if_needed()
    stepping.screenshot(path=PICTURES / "step_through.png")
    landscape.locator("select").select_option("distance")
    for key in ("Home", "ArrowRight", "ArrowRight"):
        landscape.get_by_role("slider").press(key)
        inner.wait_for_timeout(800)
    landscape.scroll_into_view_if_needed()
    landscape.screenshot(path=PICTURES / "landscape.png")


def table(times):
    """Median and longest time of each control on both boards, as Markdown."""
    names = list(
        dict.fromkeys(name for of_board in times.values() for name in of_board)
    )
    rows = []
    for name in names:
        told = [times[board].get(name) for board in LIMITS]
        rows.append([name, *map(_told, told)])
    heads = [f"{board}: median (longest) of {USES}, ms" for board in LIMITS]
    return tabulate(rows, ["control", *heads], tablefmt="pipe", disable_numparse=True)


def _told(taken):
    if not taken:
        return "-"
    return (
        f"{np.median(taken):.0f} ({max(taken):.0f})"
        if len(taken) > 1
        else f"{taken[0]:.0f} (once)"
    )


def main() -> int:
    """Do it."""
    if CHROMIUM is None:
        print(
            "no Chromium here, which makes the pictures: apt install chromium",
            file=sys.stderr,
        )
        return 2
    os.environ.pop("MMLIB_PROGRESS", None)
    times = {"4 x 6": {}, "6 x 9": {}}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "lab").mkdir()
        lay_out(Path(folder) / "lab", large=LARGE)
        with running_lab(Path(folder) / "lab") as lab, running_chromium() as browser:
            page, inner, large = (
                open_notebook(browser, lab, name)
                for name in ("01_play_boards", "02_step_through_boards", "large")
            )
            jobs = [
                ("4 x 6", page, 0, lambda inside: breaking(inside, *GUESSES["4 x 6"])),
                ("4 x 6", page, 1, making),
                ("4 x 6", page, 2, racing),
                ("4 x 6", inner, 0, lambda inside: stepping(inside, "20")),
                ("4 x 6", inner, 3, looking_over),
                ("6 x 9", large, 0, lambda inside: breaking(inside, *GUESSES["6 x 9"])),
                ("6 x 9", large, 1, making),
                ("6 x 9", large, 2, racing),
                ("6 x 9", large, 3, lambda inside: stepping(inside, "100")),
            ]
            for board, where, place, controls in progress(
                jobs, description="boards", unit="board"
            ):
                inside = bench(where, place)
                times[board] |= measured(inside, controls(inside))
            take_pictures(page, inner)
    told = table(times)
    text = PAGE.read_text(encoding="utf-8")
    begin = text.index(BEGIN) + len(BEGIN)
    end = text.index(END)
    PAGE.write_text(f"{text[:begin]}\n{told}\n{text[end:]}", encoding="utf-8")
    print(told)
    slow = [
        f"{name} on {board}: {np.median(taken):.0f} ms, {LIMITS[board]} are allowed"
        for board, of_board in times.items()
        for name, taken in of_board.items()
        if np.median(taken) > LIMITS[board] and name not in ONCE
    ]
    print("\n".join(slow) or "all within their limits")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
