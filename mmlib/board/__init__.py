"""Boards to play on, step through and look over in a notebook; pictures of games."""

from typing import TYPE_CHECKING

import lazy_loader as lazy

from mmlib.report import controls as controls  # `mm.controls`, as it was called
from mmlib.report.picture import Picture, draw, picture
from mmlib.report.svg import FILLS

if TYPE_CHECKING:
    from mmlib.board.bred_turns import bred_turns
    from mmlib.board.landscape import Landscape
    from mmlib.board.play import Play
    from mmlib.board.step_through import StepThrough

__all__ = [
    "FILLS",
    "Landscape",
    "Picture",
    "Play",
    "StepThrough",
    "bred_turns",
    "draw",
    "picture",
]

__getattr__, _, _ = lazy.attach(
    __name__,
    submod_attrs={
        "bred_turns": ["bred_turns"],
        "landscape": ["Landscape"],
        "play": ["Play"],
        "step_through": ["StepThrough"],
    },
)


def __dir__() -> list[str]:
    return __all__
