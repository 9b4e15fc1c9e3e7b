"""Texts of users are shown as they are, whatever signs they hold.

This holds in every place that shows them.
"""

import io
import warnings
import xml.dom.minidom

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.board.html_parts import warning
from mmlib.board.notebook_board import as_still
from mmlib.board.players import called
from mmlib.checks import visible
from mmlib.report.lettering import literal
from mmlib.report.svg import image, tag

#: What matplotlib reads as mathematics, rightly or not; what it leaves out of legends;
#: what XML has no place for; what no encoding has.
ODD = [
    "cost_$x_$",
    "from $5 to $6_",
    r"a\$b",
    "$x$",
    "_hidden",
    "a\x07b",
    "a\0b",
    "a\udc80b",
    "<b>&",
    "a\ufffeb",
]

#: The same, as they are shown.
SEEN = [
    "cost_$x_$",
    "from $5 to $6_",
    r"a\$b",
    "$x$",
    "_hidden",
    "a�b",
    "a�b",
    "a�b",
    "<b>&",
    "a�b",
]

#: The odd texts, and how each is shown.
PAIRS = dict(zip(ODD, SEEN, strict=True))


class Named:
    """A player that is called so."""

    def __init__(self, name):
        self.name = name

    def next_guess(self, history, rng):
        return mm.consistent.consistent_codes(history)[0]


def drawn(figure):
    """What stands in a figure once it is drawn, with nothing read as mathematics."""
    with warnings.catch_warnings(action="error"):
        figure.savefig(io.BytesIO(), format="png", dpi=20)
    said = []
    for text in figure.findobj(plt.Text):
        shown, mathematics = text._preprocess_math(text.get_text())
        assert not mathematics
        said.append(shown.strip())
    plt.close(figure)
    return said


@pytest.mark.parametrize("odd", ODD)
def test_plots_show_a_text_as_it_is(odd):
    seen = PAIRS[odd]
    sample = [3, 4, 4, 5]
    figure, axes = plt.subplots(2, 2, figsize=(4, 3))
    counts = pd.DataFrame({"guesses": [3, 4], "games": [1, 2]})
    mm.plots.guesses_histogram(
        {odd: sample}, published=counts, published_label=odd, title=odd, ax=axes[0, 0]
    )
    mm.plots.mean_points([odd, "b"], [sample, sample], label=odd, ax=axes[0, 1])
    mm.plots.mean_curve([1, 2], [sample, sample], label=odd, ax=axes[1, 0])
    axes[0, 1].legend()
    axes[1, 0].legend()
    said = drawn(figure)
    assert said.count(seen) == 5  # a title, a tick on both sides, two legends
    assert {f"{seen} (4 games)", f"{seen} (3 games)"} <= set(said)


def test_picture_shows_a_title_as_it_is(tmp_path):
    for odd, seen in PAIRS.items():
        picture = mm.board.picture(["01"], "01", title=odd)
        assert seen in drawn(picture.figure())
        words = [
            one.firstChild.data
            for one in xml.dom.minidom.parseString(picture.svg).getElementsByTagName(
                "text"
            )
        ]
        assert seen in words
        assert picture.text.splitlines()[0] == seen
        picture.save(tmp_path / "board.svg")
    picture.save(tmp_path / "board.png")


def test_player_may_have_any_name():
    rules = mm.Rules(2, 3)
    players = {}
    for odd, seen in PAIRS.items():
        player = Named(odd)
        game = mm.play(player, "01", rules, seed=1)
        shown = game._repr_mimebundle_()
        assert seen in shown["text/plain"]
        shown["image/svg+xml"].encode()
        assert called(player) == seen
        tree = mm.strategy_tree(player, rules)
        assert seen in repr(tree)
        assert any(
            text.startswith(seen) for text in drawn(mm.plots.strategy_tree(tree).figure)
        )
        players[odd] = player
    board = mm.leaderboard(rules, players, "all", 1, timed=False)
    assert set(board.summary.player) == set(SEEN)
    assert set(board.ranking.player) == set(ODD)  # the values are kept
    assert "mathjax_ignore" in board._repr_html_()
    assert "&lt;b&gt;&amp;" in board._repr_html_()
    repr(board).encode()


def test_landscape_of_a_function_of_any_name():
    history = mm.History(mm.Rules(2, 3), ["01"], [(1, 0)])

    def fitness(codes, guesses, answers):
        return np.zeros(len(codes))

    fitness.__name__ = "_$x_$"
    title = "Fitness by _$x_$ after 1 guess"
    assert title in drawn(mm.plots.landscape(history, by=fitness).figure)


def test_convergence_may_have_any_label():
    search = mm.play("gold", "0314", mm.Rules(4, 6), story=True, seed=1).turns[1].search
    _, ax = plt.subplots()
    mm.plots.convergence([search], label="_$x_$", ax=ax)
    ax.legend()
    assert {"_$x_$ best", "_$x_$ mean"} <= set(drawn(ax.figure))


def test_table_shows_texts_as_they_are():
    made = mm.table([(odd, 1) for odd in ODD], ["a\x07$x$", "number"])
    assert made.cells.iloc[:, 0].tolist() == SEEN
    assert made.frame.iloc[:, 0].tolist() == ODD
    html = made._repr_html_()
    assert html.startswith('<div class="tex2jax_ignore mathjax_ignore">')
    assert "<th" in html
    assert "a�$x$" in html
    assert "&lt;b&gt;&amp;" in html
    xml.dom.minidom.parseString(html)
    assert "a�$x$" in repr(made)
    assert "mathjax" not in mm.table([("a", 1)], ["b", "c"])._repr_html_()


def test_boards_hold_what_can_be_shown():
    assert (
        warning("a\x07<b>")
        == '<span class="mmlib-warning" role="alert">a�&lt;b&gt;</span>'
    )
    assert tag("text", "a\0&") == "<text>a�&amp;</text>"
    xml.dom.minidom.parseString(image(1, 1, 'a\x07"<', [], font=1))
    assert "mathjax_ignore" in as_still("from $5 to $6")
    assert "mathjax_ignore" not in as_still("from 5 to 6")


def test_visible_leaves_lines_lines():
    assert visible("a\tb\r\nc") == "a b \nc"


def test_without_math_shows_no_backslash():
    with plt.rc_context({"text.parse_math": False}):
        assert literal("$5") == "$5"
    assert literal("$5") == r"\$5"
