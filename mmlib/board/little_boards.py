"""Codes as rows of small pegs, SVG."""

from collections.abc import Iterable

import numpy as np

from mmlib.game.alphabet import USUAL, Alphabet
from mmlib.report.svg import FILLS, centered, image, ink_on, tag

#: Width of a peg and the space beside it, in pixels.
SIZE = 15

#: Height of a row, in pixels.
HEIGHT = 20


def little_board(
    code: Iterable[int], left: float, y: float, alphabet: Alphabet = USUAL
) -> list[str]:
    """The pegs of a code with their signs, SVG."""
    parts = []
    for place, color in enumerate(code):
        x = left + SIZE * place + SIZE / 2
        fill = f"fill:{FILLS[color]};stroke:var(--mmlib-edge)"
        parts.append(tag("circle", cx=x, cy=y, r=7, style=fill))
        ink = f"fill:{ink_on(FILLS[color])}"
        parts.append(centered(alphabet.signs[color], x, y, ink))
    return parts


def code_list(codes: np.ndarray, alphabet: Alphabet = USUAL) -> str:
    """Some codes beside each other, three in a row, as SVG."""
    pegs = codes.shape[1]
    across = SIZE * pegs + 14
    columns = max(1, min(len(codes), 3, 480 // across))
    parts = []
    for number, code in enumerate(codes):
        left = 4 + across * (number % columns)
        parts += little_board(code, left, 10 + HEIGHT * (number // columns), alphabet)
    width = 4 + across * columns
    height = HEIGHT * -(-len(codes) // columns)
    label = "codes: " + ", ".join(alphabet.write(code) for code in codes)
    return image(width, height, label, parts, font=10, box=f"0 0 {width} {height}")
