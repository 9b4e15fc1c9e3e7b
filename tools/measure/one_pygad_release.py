"""Run the whole-board experiment at ten pegs with whatever pygad is installed.

Prints one CSV row a run. Needs nothing but pygad: it runs in throwaway environments
that hold an old release, so it cannot import mmlib. The fitness is the source's own,
written out in plain Python.

The source's fixed code 7 2 1 4 4 0 6 7 0 0, random seeds 0 to 99:

    python one_pygad_release.py fixed_code 0 100

Run i meets its own random code, drawn from i:

    python one_pygad_release.py fresh_codes 0 100
"""

import random
import sys
import warnings

import numpy
import pygad

#: Pegs of a code.
PEGS = 10

#: Colors of a peg, from 0.
COLORS = 8

#: Guesses of a whole board.
GUESSES = 10

#: The source's code.
FIXED_CODE = [7, 2, 1, 4, 4, 0, 6, 7, 0, 0]


def fitness_of(chromosome, secret):
    """Score a board as the source does.

    A guess counts -100, a black 10, every other peg whose color occurs anywhere in the
    secret 1; there are 100 on top.
    """
    genes = [int(gene) for gene in chromosome]
    score = 100
    for start in range(0, GUESSES * PEGS, PEGS):
        guess = genes[start : start + PEGS]
        black = sum(g == s for g, s in zip(guess, secret))
        misplaced = sum(g != s and g in secret for g, s in zip(guess, secret))
        score += -100 + 10 * black + misplaced
        if black == PEGS:
            break
    return score


def run(secret, seed):
    """One run with the source's settings; returns (generations, best fitness)."""
    release = tuple(int(part) for part in pygad.__version__.split(".")[:2])
    if release >= (2, 20):

        def fitness_func(ga, chromosome, index):
            return fitness_of(chromosome, secret)

    else:

        def fitness_func(chromosome, index):
            return fitness_of(chromosome, secret)

    seeding = {"random_seed": seed}
    # these releases draw from the global generators and take no seed
    if release < (2, 18):
        seeding = {}
        random.seed(seed)
        numpy.random.seed(seed)
    ga = pygad.GA(
        gene_space=list(range(COLORS)),
        num_generations=500,
        num_parents_mating=150,
        fitness_func=fitness_func,
        sol_per_pop=300,
        num_genes=GUESSES * PEGS,
        parent_selection_type="sss",
        keep_parents=20,
        crossover_type="single_point",
        stop_criteria=["reach_100"],
        **seeding,
    )
    ga.run()
    return ga.generations_completed, int(max(ga.last_generation_fitness))


def main(codes, start, stop):
    warnings.simplefilter("ignore")
    for seed in range(int(start), int(stop)):
        secret = FIXED_CODE
        if codes == "fresh_codes":
            draw = random.Random(1_000_000 + seed)
            secret = [draw.randrange(COLORS) for _ in range(PEGS)]
        generations, best = run(secret, seed)
        row = [
            pygad.__version__,
            numpy.__version__,
            codes,
            seed,
            " ".join(map(str, secret)),
            generations,
            best,
        ]
        print(*row, sep=",", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
