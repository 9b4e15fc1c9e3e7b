"""What searches have in common that collect eligible codes, those that fit all answers.

A search lists the eligible codes of each generation, and goes on until it has enough.
"""

from typing import NamedTuple

import numpy as np

from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.wordset import enter, word_table
from mmlib.genetic.operators import offspring, spin
from mmlib.players.base import PATIENCE


class Listed(NamedTuple):
    """The eligible codes found so far, in the order in which they were found.

    How many they are, the search counts. The table tells which codes are there.
    """

    codes: np.ndarray
    table: np.ndarray
    owners: np.ndarray


@compiled
def room_for(most):
    """Make an empty list for so many codes."""
    table, owners = word_table(most)
    return Listed(np.empty(most, np.uint64), table, owners)


@compiled
def collect(codes, cost, listed, found):
    """List the codes that cost nothing and are new, in order, until the list is full.

    Returns how many are listed now; `found` is how many were before.
    """
    for i in range(codes.shape[0]):
        if (
            cost[i] <= 0.0
            and found < listed.codes.shape[0]
            and enter(codes[i], listed.table, listed.owners, 0)
        ):
            listed.codes[found] = codes[i]
            found += 1
    return found


@compiled
def may_go_on(generation, generations, found):
    """Whether a search has generations left; it has more while nothing was found."""
    return generation < generations or (
        found == 0 and generation < generations + PATIENCE
    )


@compiled
def mark_seen(codes, seen, seen_in, generation):
    """Enter all codes of a generation in the table of those seen in it."""
    for code in codes:
        enter(code, seen, seen_in, generation)


@inlined
def child_of(people, wheel, mutation_rate, setup, rng):
    """Breed a child as Berghman et al. do, of two parents from the wheel."""
    one = people[spin(wheel, rng)]
    other = people[spin(wheel, rng)]
    return offspring(
        one,
        other,
        setup.pegs,
        setup.colors,
        mutation_rate,
        setup.permutation_rate,
        setup.inversion_rate,
        rng,
    )
