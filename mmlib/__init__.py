"""mmlib: the workbench for genetic algorithms that play Mastermind.

Everything a notebook types hangs on this package: ``import mmlib as mm``. Modules load when first used.
"""

import lazy_loader as lazy

__version__ = "0.1.0"

# The function `feedback` shares its module's name, so it must be bound once the module has been loaded.
from mmlib.feedback import SCORINGS, Feedback, feedback, feedback_matrix, feedback_row

__getattr__, _lazy_dir, _lazy_all = lazy.attach(
    __name__,
    submodules=[
        "board",
        "codes",
        "fitness",
        "operators",
        "plots",
        "published",
        "rules",
        "stats",
        "store",
        "whole_board",
    ],
    submod_attrs={
        "codes": ["all_codes", "as_code", "as_codes", "random_codes"],
        "progress": ["progress"],
        "rules": ["PRESETS", "Rules"],
    },
)

__all__ = ["SCORINGS", "Feedback", "feedback", "feedback_matrix", "feedback_row", *_lazy_all]


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
