"""Compile the loop of `loop.c` on the spot, where there is a C compiler.

It is a baseline that no interpreter slows down.
"""

from __future__ import annotations

import ctypes
import functools
import shutil
import subprocess
from pathlib import Path

import numpy as np

#: The loop, in C.
SOURCE = Path(__file__).with_name("loop.c")

#: Options of the compiler: the second list where the first is not known. Vectors of 512
#: bits are an option of compilers for x86 alone.
FLAGS = (["-O3", "-march=native", "-mprefer-vector-width=512"], ["-O3"])


def compiler() -> str | None:
    """The C compiler of this machine, if there is one."""
    return shutil.which("cc")


@functools.cache
def compiled(pegs: int, colors: int, folder: str) -> ctypes.CDLL:
    """The loop for one size of board."""
    library = Path(folder) / f"loop_{pegs}_{colors}.so"
    size = [
        f"-DPEGS={pegs}",
        f"-DCOLORS={colors}",
        "-shared",
        "-fPIC",
        "-o",
        str(library),
        str(SOURCE),
    ]
    for flags in FLAGS:
        if not subprocess.run(
            [compiler(), *flags, *size], capture_output=True
        ).returncode:
            return ctypes.CDLL(str(library))
    raise RuntimeError(f"{compiler()} does not compile {SOURCE}")


def columns(codes: np.ndarray, colors: int) -> np.ndarray:
    """Arrange codes in columns, as the loop wants them.

    There is one column for each peg, one for each color with how many pegs have it, and
    one of zeros. The columns are the rows of the array.
    """
    counts = [(codes == color).sum(axis=1, dtype=np.uint8) for color in range(colors)]
    return np.ascontiguousarray(
        np.vstack([codes.T, *counts, np.zeros(len(codes), np.uint8)])
    )


def answers(
    guesses: np.ndarray, secrets: np.ndarray, colors: int, folder: str
) -> np.ndarray:
    """Coded answers to every guess from every secret, given in `columns`."""
    matrix = np.empty((len(guesses), secrets.shape[1]), np.uint8)
    long = ctypes.c_long
    pointers = [
        ctypes.c_void_p(array.ctypes.data) for array in (guesses, secrets, matrix)
    ]
    loop = compiled(guesses.shape[1], colors, folder).answer
    loop(
        pointers[0],
        long(len(guesses)),
        pointers[1],
        long(secrets.shape[1]),
        pointers[2],
    )
    return matrix
