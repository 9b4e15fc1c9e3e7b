"""Experiments: games, one and many, sweeps, the leaderboard, and stored results."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__, submodules=["problems", "results", "whole_board"]
)
