"""The whole-board notebook's own experiment, with its own functions and stock pygad.

A hundred runs of a fixed code at four and at seven pegs, ten at ten pegs, and one run
of each of the nine printed codes. Then hundreds with compiled operators, for their
time; they go on to four times as many generations as the source's.
"""

from __future__ import annotations

import time

import numpy as np
import pandas as pd
import pygad

from mmlib.experiments import whole_board
from mmlib.game.codes import as_code, as_text
from mmlib.report import published
from tools.measure.experiment import measured, parallel, store

#: The codes that the source runs a hundred times each.
FIXED = {4: "3625", 7: "3237137", 10: "7214406700"}

#: Runs of each with stock pygad, by pegs: ten-peg runs take ten seconds and more.
STOCK = {4: 100, 7: 100, 10: 10}

#: Runs of each with compiled operators.
COMPILED = 100

#: Generations after which the source stops a run.
LIMIT = 500

#: Generations after which a run with compiled operators is stopped. Up to `LIMIT` it is
#: the same run, whatever comes after.
LATE = 2000

#: What the stored result says of its settings.
SETTINGS = {
    "fixed": FIXED,
    "stock": STOCK,
    "compiled": COMPILED,
    "generations": {"stock": LIMIT, "compiled": LATE},
}


def check_guess(code, guess, length):
    """The source's function, as printed."""
    correct = 0
    misplaced = 0
    for i in range(length):
        if guess[i] == code[i]:
            correct += 1
        elif guess[i] in code:
            misplaced += 1
    return correct, misplaced


def solve_mastermind(code, length, solution, board):
    """The source's function, as printed."""
    solution = [int(solution[i]) for i in range(len(solution))]
    score = 0
    start = 0
    end = length - 1
    for i in range(len(board)):
        score -= 100
        board[i] = solution[start : end + 1]
        start, end = end + 1, end + length
        correct, misplaced = check_guess(code, board[i], length)
        score += correct * 10 + misplaced
        if correct == length:
            break
    return score


def stock_run(code: list[int], seed: int, limit: int) -> tuple[int, list[float], float]:
    """Generations of one run, its best fitness from generation 0 on, and seconds."""
    length = len(code)

    def fitness_func(ga: pygad.GA, solution: np.ndarray, index: int) -> int:
        board = [[0] * length for _ in range(10)]
        return solve_mastermind(code, length, solution, board) + 100

    ga = pygad.GA(
        gene_space=[0, 1, 2, 3, 4, 5, 6, 7],
        num_generations=limit,
        num_parents_mating=150,
        fitness_func=fitness_func,
        sol_per_pop=300,
        num_genes=10 * length,
        parent_selection_type="sss",
        keep_parents=20,
        crossover_type="single_point",
        stop_criteria=[f"reach_{10 * length}"],
        random_seed=seed,
        suppress_warnings=True,
    )
    start = time.process_time()  # other programs do not lengthen it
    ga.run()
    seconds = time.process_time() - start
    return ga.generations_completed, ga.best_solutions_fitness, seconds


def compiled_run(
    code: list[int], seed: int, limit: int
) -> tuple[int, list[float], float]:
    """The same of the package's compiled operators."""
    whole_board.run("0123", 1, generations=1)  # compiles, which is not timed
    start = time.process_time()
    run = whole_board.run(code, seed, generations=limit)
    return run.generations, run.fitness.tolist(), time.process_time() - start


def row_of(
    experiment: str, operators: str, secret: str, seed: int, limit: int
) -> pd.DataFrame:
    """One run, in one row; those of the printed codes with their fitness curve."""
    code = as_code(secret, colors=8).tolist()
    run = stock_run if operators == "pygad" else compiled_run
    generations, fitness, seconds = run(code, seed, limit)
    curve = fitness if experiment == "printed code" else []
    row = {
        "experiment": experiment,
        "operators": operators,
        "pegs": len(code),
        "seed": seed,
        "secret": secret,
        "generations": generations,
        "best_fitness": int(fitness[-1]),
        "seconds": round(seconds, 4),
        "fitness": " ".join(f"{value:.0f}" for value in curve),
    }
    return pd.DataFrame([row])


def jobs_of() -> list[tuple[str, str, str, int, int]]:
    """Every run: experiment, operators, secret, seed, most generations."""
    jobs = [
        ("printed code", "pygad", "".join(as_text(row.secret)), row.run, LIMIT)
        for row in published.load("whole_board_pygad_runs").itertuples()
    ]
    for pegs, secret in FIXED.items():
        stock = [("fixed code", "pygad", secret, i, LIMIT) for i in range(STOCK[pegs])]
        compiled = [
            ("fixed code", "compiled", secret, i, LATE) for i in range(COMPILED)
        ]
        jobs += stock + compiled
    return jobs


def measure() -> None:
    """Store the runs."""
    frames = measured(
        "whole_board_stock",
        row_of,
        jobs_of(),
        text=["secret", "fitness"],
        run=parallel,
    )
    store("whole_board_stock", frames, SETTINGS)
