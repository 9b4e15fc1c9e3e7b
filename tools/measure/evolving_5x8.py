"""A strategy of 5 x 8 that the genetic algorithm evolves: few trees, for each of them takes seconds."""

from __future__ import annotations

from tools.measure.evolving import bred
from tools.measure.experiment import measured, store

BOARD, STAGES, SEED = (5, 8), 5, 1

RUN = {"generations": 420, "population": 1, "islands": 2, "first_guess": "00112", "crossover_rate": 0.0}

SETTINGS = {"board": "5 x 8", "seed": SEED, "stages": STAGES, **RUN}


def measure() -> None:
    """Store how the run went."""
    jobs = [(BOARD, STAGES, RUN, SEED)]
    store("evolving_5x8", measured("evolving_5x8", bred, jobs, text=["first_guess", "weights"]), SETTINGS)
