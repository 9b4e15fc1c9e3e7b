import io

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Circle

from mmlib import board


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def circles(figure, radius):
    return [p for ax in figure.axes for p in ax.patches if isinstance(p, Circle) and p.radius == radius]


def test_pegs_and_keys_are_counted():
    figure = board.draw([[0, 0, 1, 2], [3, 1, 4, 4]], [0, 1, 1, 3])
    assert len(circles(figure, 0.4)) == 12  # two guesses and the secret
    keys = circles(figure, 0.16)
    fills = [key.get_facecolor()[:3] for key in keys]
    assert (fills.count((0, 0, 0)), fills.count((1, 1, 1))) == (3, 1)


def test_rows_after_the_solving_one_are_faint_and_without_keys():
    figure = board.draw([[0, 1], [1, 1], [1, 0]], [1, 1], stop_when_solved=True)
    assert [peg.get_alpha() for peg in circles(figure, 0.4)] == [1, 1, 1, 1, board.FADED, board.FADED, 1, 1]
    assert len(circles(figure, 0.16)) == 3


def test_a_folded_chromosome_saves_in_both_formats():
    figure = board.fold(np.arange(100) % 8, np.arange(10) % 8, title="a board")
    for kind, start in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        file = io.BytesIO()
        figure.savefig(file, format=kind)
        assert file.getvalue().startswith(start)


def test_numbers_can_be_read_on_every_fill():
    def luminance(color):
        channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in board.to_rgb(color)]
        return float(np.dot(channels, [0.2126, 0.7152, 0.0722]))

    assert len(set(board.FILLS)) == 16
    for fill in board.FILLS:
        low, high = sorted([luminance(fill), luminance(board._ink(fill))])
        assert (high + 0.05) / (low + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: board.draw([[0, 1]], [0, 1, 2]), "secret: has 3 pegs, the board has 2"),
        (lambda: board.draw([[0, 16]], [0, 1]), "guesses: color 16 at position 1 of row 0"),
        (lambda: board.fold([0, 1, 2], [0, 1]), r"chromosome: shape \(3,\) is not one row of a multiple of 2 genes"),
        (lambda: board.fold([], [0, 1]), r"chromosome: shape \(0,\)"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
