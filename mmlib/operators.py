"""Genetic operators on whole populations: compiled, and shared by every player that uses them."""

from __future__ import annotations

import numpy as np

from mmlib import _kernels
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

    Which genes is drawn without replacement; each then gets a color drawn uniformly from those it has not now, as
    pygad's random mutation over a gene space does.

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


def _check(population: object, name: str, rng: object) -> None:
    if not isinstance(population, np.ndarray) or population.ndim != 2 or 0 in population.shape:
        shape = getattr(population, "shape", type(population).__name__)
        raise ValueError(f"{name}: {shape} is not the shape of an array of individuals, (n, genes)")
    generator(rng)
