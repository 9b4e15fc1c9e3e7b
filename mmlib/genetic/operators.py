"""Genetic operators: compiled, and shared by every player that uses them.

`cross_neighbors` and `reset_genes` take whole populations and check them. The others,
made for a player's own compiled loop, take single codes, each packed into one nibble
word (`engine.words`), can be called from Python too, and check nothing. Two parents,
cut after the second peg; then one peg of the first child changes its color:

>>> from mmlib.engine.words import from_words, to_words
>>> one, other = to_words(np.array([[0, 0, 1, 2], [3, 4, 5, 0]], np.uint8))
>>> one, other = exchange(one, other, 2, 4)
>>> one = change_peg(one, 4, 6, np.random.default_rng(1))
>>> from_words(np.array([one, other], np.uint64), 4)
array([[0, 0, 4, 0],
       [3, 4, 1, 2]], dtype=uint8)
"""

from typing import NamedTuple

import numpy as np

from mmlib.checks import flag, generator, whole_number
from mmlib.engine import chromosomes
from mmlib.engine.compiled import compiled
from mmlib.engine.draws import below, two_of
from mmlib.engine.words import peg, set_peg
from mmlib.game.rules import MAX_COLORS

__all__ = [
    "Wheel",
    "change_peg",
    "cross_neighbors",
    "exchange",
    "invert",
    "offspring",
    "permute",
    "reset_genes",
    "reset_peg",
    "roulette",
    "spin",
    "step_pegs",
    "tournament",
    "wheel_for",
]


def __dir__() -> list[str]:
    return __all__


#: Types of genes that compiled code knows, in this machine's byte order. Of booleans,
#: each color but 0 would be True.
GENES = [np.dtype(kind) for kind in (*"bBhHiIlLqQ", "f4", "f8")]


def cross_neighbors(
    parents: np.ndarray, n_children: int, *, rng: np.random.Generator
) -> np.ndarray:
    """Cross each parent with the next one in the list at one random point.

    Child ``k`` takes its genes before the cut from parent ``k`` and the rest from
    parent ``k + 1``, both counted around the ring of parents. The cut is uniform in ``0
    .. genes - 1``, so cut 0 copies the second parent whole. This is what pygad does for
    ``crossover_type="single_point"``: parents come sorted by fitness, so neighbors in
    rank mate, and every parent has as many children however fit it is.

    Parameters
    ----------
    parents : ndarray, shape (n_parents, genes), n_parents >= 1
        Parents in mating order, of any type of integers, float32 or float64; else
        `TypeError`.
    n_children, rng : int, 0 or more, and numpy.random.Generator
        Children to make, and where the cuts come from.

    Returns
    -------
    ndarray, shape (n_children, genes), of the dtype of `parents`

    Examples
    --------
    >>> parents = np.array([[0, 0, 0], [1, 1, 1]])
    >>> cross_neighbors(parents, 2, rng=np.random.default_rng(1))
    array([[0, 1, 1],
           [1, 0, 0]])
    """
    _check(parents, "parents", rng)
    n_children = whole_number(n_children, "n_children", 0, 10**9)
    return chromosomes.cross_neighbors(
        parents, rng.integers(0, parents.shape[1], size=n_children)
    )


def reset_genes(
    children: np.ndarray,
    colors: int,
    n_genes: int,
    *,
    exclude_current: bool = True,
    rng: np.random.Generator,
) -> np.ndarray:
    """Set exactly `n_genes` genes of each child to random colors, in place.

    This is "random resetting". The genes are drawn without replacement. Each of them
    then gets a color drawn uniformly from those that it does not have now, as pygad's
    random mutation over a gene space does; or from all of them, without
    `exclude_current`.

    Parameters
    ----------
    children : ndarray, shape (n, genes)
        Changed in place; of types as for `cross_neighbors`.
    colors, n_genes : int, 2..16 and 0..genes
        Colors that a gene can have, counted from 0; genes to set in each child.
    exclude_current, rng : bool and numpy.random.Generator
        Whether a gene must change its color; where the draws come from.

    Returns
    -------
    ndarray
        `children` itself.

    Examples
    --------
    >>> reset_genes(np.zeros((2, 4), np.uint8), 8, 2, rng=np.random.default_rng(1))
    array([[0, 4, 0, 7],
           [7, 2, 0, 0]], dtype=uint8)
    """
    _check(children, "children", rng)
    colors = whole_number(colors, "colors", 2, MAX_COLORS)
    n_genes = whole_number(n_genes, "n_genes", 0, children.shape[1])
    chromosomes.reset_genes(
        children, colors, n_genes, flag(exclude_current, "exclude_current"), rng
    )
    return children


@compiled
def exchange(first, second, start, stop):
    """Cross two codes: they exchange their pegs ``start .. stop - 1``.

    Where `stop` is the end of the codes, this is crossover at one point.
    """
    # so that whole arrays are refused
    first, second, one = np.uint64(first), np.uint64(second), np.uint64(1)
    segment = (one << np.uint64(4 * stop)) - (one << np.uint64(4 * start))
    different = (first ^ second) & segment
    return first ^ different, second ^ different


@compiled
def reset_peg(code, pegs, colors, rng):
    """Set one random peg to a random color, perhaps the one that it has.

    This is "random resetting".
    """
    index = below(pegs, rng)
    return set_peg(code, index, below(colors, rng))


@compiled
def change_peg(code, pegs, colors, rng):
    """Set one random peg to a random *other* color."""
    index = below(pegs, rng)
    color = below(colors - 1, rng)
    return set_peg(code, index, color + 1 if color >= peg(code, index) else color)


@compiled
def step_pegs(code, pegs, colors, rate, rng):
    """Move each peg with probability `rate` to the next color ("cyclic mutation").

    The first color follows the last one.
    """
    for index in range(pegs):
        if rng.random() < rate:
            color = peg(code, index) + 1
            code = set_peg(code, index, 0 if color == colors else color)
    return code


@compiled
def invert(code, low, high):
    """Reverse the pegs at ``low..high``, both ends included ("inversion")."""
    while low < high:
        lower = peg(code, low)
        upper = peg(code, high)
        code = set_peg(set_peg(code, low, upper), high, lower)
        low += 1
        high -= 1
    return code


@compiled
def permute(code, pegs, rng):
    """Swap two random pegs ("permutation", also "swap mutation")."""
    low, high = two_of(pegs, rng)
    lower = peg(code, low)
    upper = peg(code, high)
    return set_peg(set_peg(code, low, upper), high, lower)


@compiled
def offspring(  # noqa: PLR0913, PLR0917
    first, second, pegs, colors, mutation_rate, permutation_rate, inversion_rate, rng
):
    """Make one child as Berghman et al. do.

    Crossover at one point or two comes first, then perhaps each kind of variation. The
    rates are arguments of their own since notebooks call it with the paper's.
    """
    if rng.random() < 0.5:
        child, _ = exchange(first, second, 1 + below(pegs - 1, rng), pegs)
    else:
        low, high = two_of(pegs + 1, rng)
        child, _ = exchange(first, second, low, high)
    if rng.random() < mutation_rate:
        child = change_peg(child, pegs, colors, rng)
    if rng.random() < permutation_rate:
        child = permute(child, pegs, rng)
    if rng.random() < inversion_rate:
        low, high = two_of(pegs, rng)
        child = invert(child, low, high)
    return child


@compiled
def tournament(fitness, size, rng):
    """Select the fittest of `size` individuals drawn with replacement.

    Of equals, the last one drawn is selected.
    """
    best = below(fitness.shape[0], rng)
    for _ in range(1, size):
        rival = below(fitness.shape[0], rng)
        if fitness[rival] >= fitness[best]:
            best = rival
    return best


@compiled
def roulette(cumulative, rng):
    """Select an individual with a chance in proportion to its weight.

    This is the "roulette wheel".
    """
    n = cumulative.shape[0]
    share = rng.random()
    if cumulative[n - 1] <= 0.0:
        return np.int64(share * n)
    return min(
        np.searchsorted(cumulative, share * cumulative[n - 1], side="right"), n - 1
    )


class Wheel(NamedTuple):
    """A roulette wheel to be spun often.

    It has the running sums of the weights, and where to look in them for each n-th of
    their total.
    """

    sums: np.ndarray
    starts: np.ndarray


@compiled
def wheel_for(weights):
    """Make the wheel of some weights, none below 0."""
    sums = np.cumsum(weights)
    n = weights.shape[0]
    starts = np.empty(n, np.int64)
    i = 0
    for k in range(n):
        while i < n - 1 and sums[i] <= k * (sums[n - 1] / n):
            i += 1
        starts[k] = i
    return Wheel(sums, starts)


@compiled
def spin(wheel, rng):
    """As `roulette`, individual for individual, several times as fast."""
    sums = wheel.sums
    n = wheel.sums.shape[0]
    share = rng.random()
    i = np.int64(share * n)
    if sums[n - 1] <= 0.0:
        return i
    mark = share * sums[n - 1]
    i = wheel.starts[i]
    while i < n - 1 and sums[i] <= mark:
        i += 1
    while i > 0 and sums[i - 1] > mark:
        i -= 1
    return i


def _check(population: object, name: str, rng: object) -> None:
    if (
        not isinstance(population, np.ndarray)
        or population.ndim != 2
        or 0 in population.shape
    ):
        came = (
            population.shape
            if isinstance(population, np.ndarray)
            else f"a {type(population).__name__}"
        )
        raise ValueError(
            f"{name}: an array of individuals is needed, "
            f"of shape (n, genes), not {came}"
        )
    if population.dtype not in GENES or isinstance(population, np.ma.MaskedArray):
        kind = (
            "a masked array"
            if isinstance(population, np.ma.MaskedArray)
            else population.dtype
        )
        raise TypeError(
            f"{name}: genes are integers, float32 or float64 "
            f"in this machine's byte order, not {kind}"
        )
    if not population.flags.writeable:
        raise ValueError(f"{name}: may only be read; give a copy")
    generator(rng)
