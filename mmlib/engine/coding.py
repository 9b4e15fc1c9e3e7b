"""An answer as one number, ``black * (pegs + 1) + white``.

Compiled loops call these functions, and so does Python.
"""

from numba.extending import register_jitable


@register_jitable
def answer_of(black, white, pegs):
    """Code an answer; arrays do as well."""
    return black * (pegs + 1) + white


@register_jitable
def solved_answer(pegs):
    """The greatest coded answer: all pegs are black."""
    return pegs * (pegs + 1)


@register_jitable
def n_answers(pegs):
    """One more than the greatest coded answer: the length of a table of answers."""
    return pegs * (pegs + 1) + 1


@register_jitable
def pegs_shared(answer, pegs):
    """How many pegs two codes share, in whatever positions: black and white ones."""
    return answer // (pegs + 1) + answer % (pegs + 1)
