"""Sets of nibble words: short ones are arrays, long ones an open-addressed table.

A table is emptied by naming another owner.
"""

import numpy as np

from mmlib.engine.compiled import compiled

#: The golden ratio as a fraction of 2**64: products with it scatter words over a table.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def is_in(word, words):
    """Whether a word is among some words."""
    for other in words:  # noqa: SIM110 (numba has no any() of a generator)
        if other == word:
            return True
    return False


@compiled
def word_table(entries):
    """Make, for `enter`, an empty table of so many words at most, and its owners."""
    slots = 1
    while slots < 2 * entries:
        slots *= 2
    return np.empty(slots, np.uint64), np.full(slots, -1)


@compiled
def enter(word, table, owners, owner):
    """Enter a word in a table; False if it was there already for this owner."""
    slot = slot_of(word, table, owners, owner)
    if owners[slot] == owner:
        return False
    table[slot] = word
    owners[slot] = owner
    return True


@compiled
def entered(word, table, owners, owner):
    """Whether a word is in a table for this owner."""
    return owners[slot_of(word, table, owners, owner)] == owner


@compiled
def slot_of(word, table, owners, owner):
    """Where a word is in a table for this owner, or else would be entered."""
    mask = np.uint64(table.shape[0] - 1)
    slot = (word * GOLDEN) >> np.uint64(32) & mask
    while owners[slot] == owner and table[slot] != word:
        slot = (slot + np.uint64(1)) & mask
    return slot
