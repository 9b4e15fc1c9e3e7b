"""The whole-board chromosome's loops: its fitness, and two of pygad's operators.

These are the two operators that take most of its time.
"""

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.draws import draw_into, numpys_below


@compiled
def whole_board_fitness(chromosomes, secret, occurs, by_count, cost):
    """Return each board's fitness and the guess that solves, both int64 (n,).

    Guesses count from 1; 0 if none solves. `occurs` is the secret's pegs by color.
    """
    (n, genes) = chromosomes.shape
    pegs = secret.shape[0]
    fitness = np.empty(n, np.int64)
    solved = np.zeros(n, np.int64)
    seen = np.zeros(occurs.shape[0], np.int64)
    for i in range(n):
        total = cost
        for row in range(genes // pegs):
            black = misplaced = 0
            if by_count:
                seen[:] = 0
            for p in range(pegs):
                gene = np.int64(chromosomes[i, row * pegs + p])
                if gene == secret[p]:
                    black += 1
                if by_count:
                    seen[gene] += 1
                    # as in the standard feedback
                    misplaced += seen[gene] <= occurs[gene]
                else:
                    misplaced += occurs[gene] > 0  # whenever its color occurs at all
            total += -cost + 10 * black + (misplaced - black)
            if black == pegs:
                solved[i] = row + 1
                break
        fitness[i] = total
    return fitness, solved


@compiled
def cross_neighbors(parents, cuts):
    """Cross each parent with the next one, around the ring.

    Child k takes its genes before ``cuts[k]`` from parent k, the others from parent
    k + 1.
    """
    n_parents, genes = parents.shape
    children = np.empty((cuts.shape[0], genes), parents.dtype)
    for k in range(cuts.shape[0]):
        children[k, : cuts[k]] = parents[k % n_parents, : cuts[k]]
        children[k, cuts[k] :] = parents[(k + 1) % n_parents, cuts[k] :]
    return children


@compiled
def reset_genes(children, colors, n_genes, exclude_current, rng):
    """Set `n_genes` different genes of each child to a random color.

    If `exclude_current`, this is not the color that the gene has.
    """
    n, genes = children.shape
    order = np.arange(genes)
    for i in range(n):
        for j in range(n_genes):
            gene = draw_into(order, j, rng)
            color = numpys_below(colors - exclude_current, rng)
            children[i, gene] = color + (exclude_current and color >= children[i, gene])
