"""Pegs and curves as color-blind readers see them.

Three kinds are simulated: without the cones for long, for middle and for short waves.
The matrices are those of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
physiologically-based model for simulation of color vision deficiency" (2009), of full
severity. Distances are those of CIE 1976 L*a*b*: some 2 can just be seen side by side.
"""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

import mmlib as mm
from mmlib import board
from mmlib.report.svg import ink_on

#: What becomes of linear red, green and blue.
SEEN = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}

#: From linear red, green and blue to X, Y and Z, and those of white.
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def seen(color, kind):
    """Linear red, green and blue of a color as a reader sees it."""
    channels = np.array(to_rgb(color))
    linear = np.where(
        channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
    )
    return np.clip(np.array(SEEN[kind]) @ linear, 0, 1)


def lab(color, kind):
    """L*, a* and b* of a color as a reader sees it."""
    ratio = TO_XYZ @ seen(color, kind) / WHITE
    root = np.where(
        ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio * (29 / 6) ** 2 / 3 + 4 / 29
    )
    x, y, z = root
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def least_distance(colors, kind):
    """How far apart the two colors are that are most alike."""
    places = [lab(color, kind) for color in colors]
    return min(np.linalg.norm(one - other) for one, other in combinations(places, 2))


def contrast(one, other, kind):
    """The contrast of two colors, as the guidelines for web pages define it."""
    low, high = sorted(TO_XYZ[1] @ seen(color, kind) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("kind", SEEN)
def test_pegs_of_nine_colors_are_told_apart_without_their_digits(kind):
    assert least_distance(board.FILLS[:9], kind) > 15


@pytest.mark.parametrize("kind", SEEN)
def test_more_colors_need_the_digits_and_these_can_be_read(kind):
    assert least_distance(board.FILLS, kind) > 4
    for fill in board.FILLS:
        assert contrast(fill, ink_on(fill), kind) > 4.2


@pytest.mark.parametrize("kind", SEEN)
def test_curves_are_told_apart(kind):
    assert least_distance(mm.plots.SERIES, kind) > 15
