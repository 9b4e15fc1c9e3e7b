"""The board: a picture of it, and boards to play on, to step through and to look over in a notebook."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__,
    submod_attrs={
        "landscape": ["Landscape"],
        "picture": ["FILLS", "Picture", "draw", "fold", "picture"],
        "play": ["Play"],
        "step_through": ["StepThrough", "bred_turns"],
    },
)
