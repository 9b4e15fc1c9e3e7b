"""Boards to play on, to step through and to look over in a notebook, and pictures of games."""

import lazy_loader as lazy

from mmlib.report.picture import FILLS, Picture, draw, fold, picture

__getattr__, _, _ = lazy.attach(
    __name__,
    submod_attrs={"landscape": ["Landscape"], "play": ["Play"], "step_through": ["StepThrough", "bred_turns"]},
)
__all__ = ["FILLS", "Landscape", "Picture", "Play", "StepThrough", "bred_turns", "draw", "fold", "picture"]


def __dir__() -> list[str]:
    return __all__
