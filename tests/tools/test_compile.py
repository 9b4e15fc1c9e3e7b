"""What is compiled ahead: all that a game may need.

So nobody waits for it in the middle of a game.
"""

import subprocess
import sys

import numpy as np

import mmlib as mm
from mmlib.engine.answers import check_guess_answers, distance_table
from mmlib.engine.chromosomes import whole_board_fitness
from tools.reproduce import ROOT

#: A program that compiles ahead, and prints how often one loop was compiled.
CALLS = """
from mmlib.players import entropic
from tools.compile import other_loops
other_loops()
print(len(entropic._breed_possible.signatures))
"""


def test_compile_compiles_what_only_games_on_vast_boards_need():
    done = subprocess.run(
        [sys.executable, "-c", CALLS], capture_output=True, text=True, cwd=ROOT
    )
    assert done.stdout == "1\n", done.stderr


def test_compile_is_enough_for_an_array_that_is_read_only():
    one = mm.all_codes(mm.Rules(2, 3))
    other = mm.all_codes(mm.Rules(2, 3))
    one.flags.writeable = False
    for guesses, secrets in ((one, other), (other, one), (one, one)):
        mm.feedback_matrix(guesses, secrets, colors=3, scoring="check_guess")
        mm.fitness.whole_board(guesses, guesses[1])
        mm.fitness.distance(guesses, secrets[:2], np.zeros((2, 2), int))
    for function in (check_guess_answers, whole_board_fitness, distance_table):
        assert len(function.signatures) == 1
    assert not one.flags.writeable
