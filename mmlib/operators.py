"""Genetic operators: compiled, and shared by every player that uses them.

`cross_neighbors` and `reset_genes` work on whole populations and check what they are given. The others work on single
codes, each packed into one 64-bit word of four bits a peg (`to_words`, `from_words`): crossover is then three bit
operations, and two codes are equal when their words are. They are made to be melted into a player's own compiled loop,
can be called from Python too, and check nothing.

Examples
--------
Two parents, cut after the second peg; then one peg of the first child changes its color:

>>> rng = np.random.default_rng(1)
>>> one, other = to_words(np.array([[0, 0, 1, 2], [3, 4, 5, 0]], np.uint8))
>>> one, other = exchange(one, other, 2, 4)
>>> one = change_peg(one, 4, 6, rng)
>>> from_words(np.array([one, other], np.uint64), 4)
array([[0, 0, 4, 0],
       [3, 4, 1, 2]], dtype=uint8)
"""

from __future__ import annotations

import numpy as np

from mmlib import _kernels
from mmlib._compiled import compiled
from mmlib.checks import generator, whole_number
from mmlib.rules import MAX_COLORS


def cross_neighbors(parents: np.ndarray, n_children: int, *, rng: np.random.Generator) -> np.ndarray:
    """Cross each parent with the next one in the list at one random point.

    Child ``k`` takes its genes before the cut from parent ``k`` and the rest from parent ``k + 1``, both counted around
    the ring of parents. The cut is uniform in ``0 .. genes - 1``, so cut 0 copies the second parent whole. This is what
    pygad does for ``crossover_type="single_point"``: parents come sorted by fitness, so neighbors in rank mate, and
    every parent has the same number of children however fit it is.

    Parameters
    ----------
    parents : ndarray, shape (n_parents, genes), n_parents >= 1
        Parents in mating order.
    n_children : int, 0 or more
        Children to make.
    rng : numpy.random.Generator
        Where the cuts come from.

    Returns
    -------
    ndarray, shape (n_children, genes), of the dtype of `parents`

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed or out of its range.

    Examples
    --------
    >>> cross_neighbors(np.array([[0, 0, 0], [1, 1, 1]]), 3, rng=np.random.default_rng(1))
    array([[0, 1, 1],
           [1, 0, 0],
           [0, 0, 1]])
    """
    _check(parents, "parents", rng)
    n_children = whole_number(n_children, "n_children", 0, 10**9)
    cuts = rng.integers(0, parents.shape[1], size=n_children)
    return _kernels.cross_neighbors(parents, cuts)


def reset_genes(
    children: np.ndarray, colors: int, n_genes: int, *, exclude_current: bool = True, rng: np.random.Generator
) -> np.ndarray:
    """Set exactly `n_genes` genes of each child to random colors, in place ("random resetting").

    Which genes is drawn without replacement; each then gets a color drawn uniformly from those that it has not now, as
    pygad's random mutation over a gene space does; or from all of them, without `exclude_current`.

    Parameters
    ----------
    children : ndarray, shape (n, genes)
        Changed in place.
    colors : int, 2..16
        Colors that a gene can have, counted from 0.
    n_genes : int, 0..genes
        Genes to set in each child.
    exclude_current : bool, default True
        Whether a gene must change its color.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    ndarray
        `children` itself.

    Raises
    ------
    TypeError, ValueError
        If an argument is malformed or out of its range.

    Examples
    --------
    >>> reset_genes(np.zeros((2, 4), np.uint8), 8, 2, rng=np.random.default_rng(1))
    array([[0, 4, 0, 7],
           [7, 2, 0, 0]], dtype=uint8)
    """
    _check(children, "children", rng)
    colors = whole_number(colors, "colors", 2, MAX_COLORS)
    n_genes = whole_number(n_genes, "n_genes", 0, children.shape[1])
    _kernels.reset_genes(children, colors, n_genes, exclude_current, rng)
    return children


@compiled
def below(n, rng):
    """Draw a whole number uniformly from ``0 .. n - 1``, several times quicker than ``rng.integers`` does compiled.

    Parameters
    ----------
    n : int, 1 or more
        How many numbers there are to draw from; below 2**40, so that no number is visibly likelier than another.
    rng : numpy.random.Generator
        Where the draw comes from.

    Returns
    -------
    int

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> [below(6, rng) for _ in range(5)]
    [3, 5, 0, 5, 1]
    """
    return np.int64(rng.random() * n)


@compiled
def two_of(n, rng):
    """Draw two different whole numbers from ``0 .. n - 1``, the smaller first; n must be 2 or more.

    Parameters
    ----------
    n : int, 2 or more
        How many numbers there are to draw from.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    low, high : int

    Examples
    --------
    >>> two_of(5, np.random.default_rng(1))
    (2, 4)
    """
    one, other = below(n, rng), below(n - 1, rng)
    if other >= one:
        other += 1
    return min(one, other), max(one, other)


@compiled
def to_words(codes):
    """Pack codes into words, four bits a peg, the first peg lowest.

    Parameters
    ----------
    codes : ndarray of uint8, shape (n, pegs)
        Up to 15 pegs of up to 16 colors.

    Returns
    -------
    ndarray of uint64, shape (n,)

    Examples
    --------
    >>> [hex(word) for word in to_words(np.array([[0, 0, 1, 2], [5, 4, 3, 2]], np.uint8))]
    ['0x2100', '0x2345']
    """
    words = np.zeros(codes.shape[0], np.uint64)
    for p in range(codes.shape[1]):
        for i in range(codes.shape[0]):
            words[i] |= np.uint64(codes[i, p]) << np.uint64(4 * p)
    return words


@compiled
def from_words(words, pegs):
    """Unpack words into codes.

    Parameters
    ----------
    words : ndarray of uint64, shape (n,)
        Codes of four bits a peg.
    pegs : int
        Pegs of a code.

    Returns
    -------
    ndarray of uint8, shape (n, pegs)

    Examples
    --------
    >>> from_words(np.array([0x2100], np.uint64), 4)
    array([[0, 0, 1, 2]], dtype=uint8)
    """
    codes = np.empty((words.shape[0], pegs), np.uint8)
    for i in range(words.shape[0]):
        for p in range(pegs):
            codes[i, p] = peg(words[i], p)
    return codes


@compiled
def peg(code, place):
    """Return the color at a place.

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    place : int
        Which peg, from 0.

    Returns
    -------
    int

    Examples
    --------
    >>> peg(np.uint64(0x2100), 3)
    2
    """
    return np.int64((code >> np.uint64(4 * place)) & np.uint64(15))


@compiled
def set_peg(code, place, color):
    """Return the code with another color at a place.

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    place, color : int
        Which peg, and its new color.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(set_peg(np.uint64(0x2100), 0, 5))
    '0x2105'
    """
    shift = np.uint64(4 * place)
    return (code & ~(np.uint64(15) << shift)) | (np.uint64(color) << shift)


@compiled
def random_code(pegs, colors, rng):
    """Draw a code.

    Parameters
    ----------
    pegs, colors : int
        The board.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(random_code(4, 6, np.random.default_rng(1)))
    '0x3203'
    """
    code = np.uint64(0)
    for first in range(0, pegs, 6):  # one draw of 53 bits serves six pegs, with a bias below one in 2**29
        fraction = np.uint64(rng.random() * 9007199254740992.0)
        for p in range(first, min(first + 6, pegs)):
            fraction *= np.uint64(colors)
            code |= (fraction >> np.uint64(53)) << np.uint64(4 * p)
            fraction &= np.uint64(9007199254740991)
    return code


@compiled
def new_code(code, pegs, colors, table, owners, generation, rng):
    """Enter a code among those of a generation; if it is there already, random codes take its place until one is new.

    Parameters
    ----------
    code : uint64
        The code.
    pegs, colors : int
        The board.
    table, owners : ndarray
        As `_kernels.word_table` makes them.
    generation : int
        The generation, of larger number than all before it.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> table = _kernels.word_table(10)
    >>> [hex(new_code(np.uint64(0x3), 1, 6, *table, 0, np.random.default_rng(1))) for _ in range(2)]
    ['0x3', '0x5']
    """
    while not _kernels.enter(code, table, owners, generation):
        code = random_code(pegs, colors, rng)
    return code


@compiled
def exchange(first, second, start, stop):
    """Cross two codes: they exchange their pegs at ``start .. stop - 1``.

    With `stop` at the end this is one-point crossover, else two-point.

    Parameters
    ----------
    first, second : uint64
        Codes of four bits a peg.
    start, stop : int
        Bounds of the segment.

    Returns
    -------
    first, second : uint64

    Examples
    --------
    >>> [hex(code) for code in exchange(np.uint64(0x4321), np.uint64(0x8765), 1, 3)]
    ['0x4761', '0x8325']
    """
    first, second, one = np.uint64(first), np.uint64(second), np.uint64(1)  # so that whole arrays are refused
    segment = (one << np.uint64(4 * stop)) - (one << np.uint64(4 * start))
    different = (first ^ second) & segment
    return first ^ different, second ^ different


@compiled
def reset_peg(code, pegs, colors, rng):
    """Set one random peg to a random color, perhaps the one that it has ("random resetting").

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    pegs, colors : int
        The board.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(reset_peg(np.uint64(0x2100), 4, 6, np.random.default_rng(1)))
    '0x2500'
    """
    place = below(pegs, rng)
    return set_peg(code, place, below(colors, rng))


@compiled
def change_peg(code, pegs, colors, rng):
    """Set one random peg to a random *other* color.

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    pegs, colors : int
        The board.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(change_peg(np.uint64(0x2100), 4, 6, np.random.default_rng(1)))
    '0x2500'
    """
    place = below(pegs, rng)
    color = below(colors - 1, rng)
    return set_peg(code, place, color + 1 if color >= peg(code, place) else color)


@compiled
def step_pegs(code, pegs, colors, rate, rng):
    """Move each peg with probability `rate` to the next color, the last to the first ("cyclic mutation").

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    pegs, colors : int
        The board.
    rate : float in 0..1
        Probability for each peg.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(step_pegs(np.uint64(0x521), 3, 6, 1.0, np.random.default_rng(1)))
    '0x32'
    """
    for place in range(pegs):
        if rng.random() < rate:
            color = peg(code, place) + 1
            code = set_peg(code, place, 0 if color == colors else color)
    return code


@compiled
def invert(code, low, high):
    """Reverse the pegs at ``low .. high``, both ends included ("inversion").

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    low, high : int
        Ends of the segment; nothing happens if the second is not above the first.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(invert(np.uint64(0x4321), 1, 3))
    '0x2341'
    """
    while low < high:
        lower, upper = peg(code, low), peg(code, high)
        code = set_peg(set_peg(code, low, upper), high, lower)
        low += 1
        high -= 1
    return code


@compiled
def permute(code, pegs, rng):
    """Swap two random pegs ("permutation", also "swap mutation").

    Parameters
    ----------
    code : uint64
        A code of four bits a peg.
    pegs : int, 2 or more
        Pegs of the code.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(permute(np.uint64(0x4321), 4, np.random.default_rng(1)))
    '0x3421'
    """
    low, high = two_of(pegs, rng)
    lower, upper = peg(code, low), peg(code, high)
    return set_peg(set_peg(code, low, upper), high, lower)


@compiled
def offspring(first, second, pegs, colors, mutation_rate, permutation_rate, inversion_rate, rng):
    """Make one child as Berghman et al. do.

    One-point or two-point crossover, with equal chance; then perhaps one peg changes its color, two pegs are swapped, a
    segment is reversed.

    Parameters
    ----------
    first, second : uint64
        The parents. Outside the crossed segment the child is like the first.
    pegs, colors : int, pegs 2 or more
        The board.
    mutation_rate, permutation_rate, inversion_rate : float in 0..1
        Chance of each change.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    uint64

    Examples
    --------
    >>> hex(offspring(np.uint64(0x1111), np.uint64(0x2222), 4, 6, 0.0, 0.0, 0.0, np.random.default_rng(9)))
    '0x1221'
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
    """Select the fittest of `size` individuals drawn with replacement; of equals the last drawn.

    Parameters
    ----------
    fitness : ndarray of float64, shape (n,)
        The greater, the better, as all of `mm.fitness` have it.
    size : int
        Individuals drawn; 0 and 1 select at random.
    rng : numpy.random.Generator
        Where the draws come from.

    Returns
    -------
    int
        Index of the selected individual.

    Examples
    --------
    >>> tournament(np.array([-3.0, 0.0, -2.0]), 20, np.random.default_rng(1))
    1
    """
    best = below(fitness.shape[0], rng)
    for _ in range(1, size):
        rival = below(fitness.shape[0], rng)
        if fitness[rival] >= fitness[best]:
            best = rival
    return best


@compiled
def roulette(cumulative, rng):
    """Select an individual with a chance in proportion to its weight ("roulette wheel").

    Parameters
    ----------
    cumulative : ndarray of float64, shape (n,)
        Running sum of the weights, none of them negative. Where all are 0 everyone has the same chance.
    rng : numpy.random.Generator
        Where the draw comes from.

    Returns
    -------
    int
        Index of the selected individual.

    Examples
    --------
    >>> roulette(np.cumsum(np.array([0.0, 0.0, 1.0, 0.0])), np.random.default_rng(1))
    2
    """
    n = cumulative.shape[0]
    total = cumulative[n - 1]
    if total <= 0.0:
        return below(n, rng)
    mark = rng.random() * total
    low, high = 0, n - 1
    while low < high:  # the first individual whose running sum is above the mark
        middle = (low + high) // 2
        if cumulative[middle] > mark:
            high = middle
        else:
            low = middle + 1
    return low


def _check(population: object, name: str, rng: object) -> None:
    if not isinstance(population, np.ndarray) or population.ndim != 2 or 0 in population.shape:
        shape = getattr(population, "shape", type(population).__name__)
        raise ValueError(f"{name}: {shape} is not the shape of an array of individuals, (n, genes)")
    generator(rng)
