"""mmlib: the workbench for genetic algorithms that play Mastermind.

Everything a notebook types hangs on this package: ``import mmlib as mm``. Modules load when first used.
"""

import copyreg
import importlib
import sys

import lazy_loader as lazy

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy.attach(
    __name__,
    submodules=[
        "board",
        "codes",
        "consistent",
        "controls",
        "first_guess",
        "fitness",
        "operators",
        "partitions",
        "plots",
        "published",
        "rules",
        "stats",
        "store",
        "whole_board",
    ],
    submod_attrs={
        "codes": ["all_codes", "as_code", "as_codes", "random_codes"],
        "experiments": ["sweep"],
        "feedback": ["SCORINGS", "Feedback", "feedback", "feedback_matrix", "feedback_row"],
        "history": ["History"],
        "information": ["information"],
        "leaderboard": ["Leaderboard", "leaderboard"],
        "players.base": ["Search"],
        "play": ["Game", "play", "play_many", "strategy_tree", "turns"],
        "players": ["player", "players"],
        "progress": ["progress"],
        "rules": ["PRESETS", "Rules"],
        "tree": ["StrategyTree"],
    },
)

# lazy_loader gives this module a class of its own, which pickle refuses: a player written in a notebook that says `mm.`
# could not be sent to workers. So it is pickled by its name, as other modules are.
copyreg.pickle(type(sys.modules[__name__]), lambda module: (importlib.import_module, (module.__name__,)))
