"""The board as a picture: the same shapes as SVG, as matplotlib figure and as text."""

import xml.etree.ElementTree as ET

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import Circle

from mmlib import board
from mmlib.report.svg import FADED, STYLE, THEMES, ink_on


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def circles(figure, radius):
    return [
        p
        for ax in figure.axes
        for p in ax.patches
        if isinstance(p, Circle) and p.radius == radius
    ]


def elements(picture, tag):
    return list(ET.fromstring(picture.svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def luminance(color):
    channels = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in to_rgb(color)
    ]
    return float(np.dot(channels, [0.2126, 0.7152, 0.0722]))


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_picture_counts_pegs_and_keys():
    ax = board.draw([[0, 0, 1, 2], [3, 1, 4, 4]], [0, 1, 1, 3])
    assert len(circles(ax.figure, 0.4)) == 12  # two guesses and the secret
    keys = circles(ax.figure, 0.16)
    fills = [key.get_facecolor()[:3] for key in keys]
    assert (fills.count((0, 0, 0)), fills.count((1, 1, 1))) == (3, 1)


def test_picture_has_faint_rows_after_the_solving_one():
    ax = board.draw([[0, 1], [1, 1], [1, 0]], [1, 1], stop_when_solved=True)
    assert [peg.get_alpha() for peg in circles(ax.figure, 0.4)] == [
        1,
        1,
        1,
        1,
        FADED,
        FADED,
        1,
        1,
    ]
    assert len(circles(ax.figure, 0.16)) == 3


def test_picture_has_digits_that_can_be_read():
    """By a contrast of at least 4.5, in both themes."""
    assert len(set(board.FILLS)) == 16
    for fill in board.FILLS:
        assert contrast(fill, ink_on(fill)) >= 4.5
    for name in ("light", "dark"):
        theme = THEMES[name]
        for ink in (theme.edge, theme.accent):
            for ground in (theme.page, theme.wood):
                assert contrast(ink, ground) >= 4.5, (name, ink, ground)


def test_picture_svg_shows_what_the_text_tells():
    shown = board.picture(
        ["0012", "3453"],
        "5344",
        rows=4,
        current=[0, -1, 3, -1],
        marked=[1],
        title="A game",
    )
    labels = [element.text for element in elements(shown, "text")]
    assert labels == ["A game", *"1001223453", "!", *"303", "4", "secret", *"5344"]
    assert (
        len([c for c in elements(shown, "circle") if c.get("r") == "13.6"])
        == 4 + 4 + 2 + 4
    )
    assert shown.text.splitlines() == [
        "A game",
        "     1  0 0 1 2  ····",
        "     2  3 4 5 3  ○○○·  !",
        "     3  0 · 3 ·",
        "     4  · · · ·",
        "secret  5 3 4 4",
    ]
    for digits in ("0012, 0 black, 0 white", "composing: 0_3_", "secret: 5344"):
        assert digits in shown.description
        assert digits in ET.fromstring(shown.svg).get("aria-label")


def test_picture_with_a_hidden_secret_does_not_hold_it():
    shown = board.picture(["0000"], "5344", hidden=True)
    for told in (shown.svg, shown.text, shown.description, repr(shown)):
        for color in "345":
            assert f">{color}<" not in told
        assert "5344" not in told
        assert "5 3 4 4" not in told


def test_picture_escapes_what_is_written_on_it():
    shown = board.picture(["0012"], "0012", title='<script>alert("&")</script>')
    assert "<script" not in shown.svg
    assert elements(shown, "text")[0].text == '<script>alert("&")</script>'


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_picture_saves_as_svg_and_png(tmp_path, theme):
    shown = board.picture(["0012"], "0012", theme=theme)
    for _ in range(2):  # the second replaces the first
        shown.save(tmp_path / "board.svg")
        shown.save(str(tmp_path / "board.png"))
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    for name in ("mine.svg", "mine.png"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(
            FileExistsError, match=rf"path: .*{name} was not written by mmlib"
        ):
            shown.save(tmp_path / name)
        assert (tmp_path / name).read_text() == "mine"
    with pytest.raises(
        ValueError, match=r"path: 'board.gif' ends in neither .svg nor .png"
    ):
        shown.save("board.gif")


def test_picture_colors_of_a_page_follow_its_theme():
    shown = board.picture(["0012"], "0012", theme="page").svg
    assert "var(--mmlib-wood, #EFE7DA)" in shown
    for name, color in THEMES["dark"]._asdict().items():
        assert f"--mmlib-{name}:{color}" in STYLE


def test_picture_of_sixteen_colors_and_fifteen_pegs():
    code = [15, *range(14)]
    shown = board.picture([code], code)
    assert (
        shown.text.splitlines()[0]
        == "     1  F 0 1 2 3 4 5 6 7 8 9 A B C D  " + "●" * 15
    )


def test_picture_of_empty_boards():
    assert board.picture(pegs=4, rows=2).text == "     1  · · · ·\n     2  · · · ·"
    assert board.picture(secret="0012", hidden=True).text == "secret  ? ? ? ?"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: board.draw([[0, 1]], [0, 1, 2]),
            "secret: has 3 pegs, the board has 2",
        ),
        (
            lambda: board.draw([[0, 16]], [0, 1]),
            "guesses: color 16 at position 1 of row 0",
        ),
        (lambda: board.picture(["0012"]), "feedbacks: needed where no secret is given"),
        (
            lambda: board.picture(),
            "pegs: needed for a board without guesses and secret",
        ),
        (
            lambda: board.picture(["0012"], "0012", theme="blue"),
            "theme: 'blue' is not one of light, dark, page",
        ),
        (
            lambda: board.picture(["0012"], "0012", current=[0, 1]),
            "current: 2 pegs, the board has 4",
        ),
        (lambda: board.picture(["0012"], "0012", current=[0, 1, 2, 16]), "current: 16"),
    ],
)
def test_picture_refuses_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
