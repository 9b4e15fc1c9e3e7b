"""What is compiled ahead: all that a game may need, so that nobody waits for it in the middle of one."""

import subprocess
import sys

from tools.reproduce import ROOT

CALLS = """
from mmlib.players.evolutionary import entropic
from tools.compile import other_loops
other_loops()
print(len(entropic._breed_possible.signatures))
"""


def test_what_only_games_on_vast_boards_need_is_compiled_too():
    done = subprocess.run([sys.executable, "-c", CALLS], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "1\n", done.stderr
