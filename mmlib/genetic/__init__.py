"""Genetic algorithms: fitness, operators, and the whole-board chromosome.

What a search leaves behind is here too.
"""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__, submodules=["fitness", "operators"]
)
