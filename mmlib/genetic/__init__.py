"""Genetic algorithms: fitness, operators, what a search leaves behind, and the whole-board chromosome."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules=["fitness", "operators", "whole_board"])
