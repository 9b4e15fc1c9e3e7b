"""The game: its rules and codes, how a guess is answered, what a codebreaker knows."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules=["codes", "rules"])
