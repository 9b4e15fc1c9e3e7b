"""The game: its rules, its codes, how a guess is answered, and what a codebreaker knows."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules=["codes", "rules"])
