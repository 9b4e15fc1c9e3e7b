"""How ties are settled by chance, the same way whenever the position and the seed are the same."""

from __future__ import annotations

import numpy as np

from mmlib.engine.compiled import compiled


def salt_of(tie_seed: int | None) -> np.uint64:
    """Make the salt of a tie seed: 0, which stands for the lexicographic order, for none."""
    if tie_seed is None:
        return np.uint64(0)
    return np.random.SeedSequence(tie_seed).generate_state(1, np.uint64)[0] | np.uint64(1)


@compiled
def splitmix64(number):
    """A number that looks random and hangs on every bit of the one given."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled
def salted(members, salt):
    """The salt of one position: that of the seed, mixed with its possible codes."""
    for member in members:
        salt = splitmix64(salt ^ np.uint64(member))
    return salt
