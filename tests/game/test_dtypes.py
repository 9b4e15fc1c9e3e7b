"""Codes in every type of array that Python has.

Each gives the right result, or an error that names the argument.
"""

import array
import re
from functools import cache

import numpy as np
import pandas as pd
import pytest

import mmlib as mm
from mmlib.reason import first_guess, partitions

#: The classic board.
RULES = mm.Rules(4, 6)

#: Three codes of the first two colors.
CODES = np.array([[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 1, 1]], np.uint8)

#: One answer for each of these codes.
ANSWERS = [(1, 1)] * 3

#: What takes several codes, or boards of two guesses, and the name of that argument.
SEVERAL = {
    "codes": lambda codes: mm.as_codes(codes, RULES),
    "guesses of feedback_matrix": lambda codes: mm.feedback_matrix(
        codes, CODES, colors=6
    ),
    "secrets of feedback_matrix": lambda codes: mm.feedback_matrix(
        CODES, codes, colors=6
    ),
    "secrets of feedback_row": lambda codes: mm.feedback_row("0110", codes, colors=6),
    "population of distance": lambda codes: mm.fitness.distance(
        codes, ["0011"], [(1, 1)]
    ),
    "population of gold": lambda codes: mm.fitness.gold(codes, ["0011"], [(1, 1)]),
    "population of berghman": lambda codes: mm.fitness.berghman(
        codes, ["0011"], [(1, 1)]
    ),
    "guesses of distance": lambda codes: mm.fitness.distance(["0011"], codes, ANSWERS),
    "guesses of History": lambda codes: mm.History(RULES, codes, ANSWERS).guesses,
    "guesses of class_sizes": lambda codes: partitions.class_sizes(
        codes, CODES, colors=6
    ),
    "codes of class_sizes": lambda codes: partitions.class_sizes(
        CODES, codes, colors=6
    ),
    "chromosomes of whole_board": lambda codes: mm.fitness.whole_board(codes, "01"),
    "chromosomes of solved_on_guess": lambda codes: mm.fitness.solved_on_guess(
        codes, "01"
    ),
    "individuals of a problem": lambda codes: mm.problems.whole_board(
        "01", guesses=2
    ).fitness(codes),
    "guesses of picture": lambda codes: mm.board.picture(codes, "0110").text,
    "codes of code_index": lambda codes: mm.codes.code_index(codes, 6),
    "secrets of play_many": lambda codes: (
        mm.play_many("shapiro", RULES, secrets=codes, seed=1).moves
    ),
}

#: What takes one code.
ONE = {
    "code": lambda code: mm.as_code(code, RULES),
    "guess of feedback": lambda code: mm.feedback(code, "0110"),
    "guess of feedback_row": lambda code: mm.feedback_row(code, CODES, colors=6),
    "guess of after": lambda code: mm.History(RULES).after(code, (1, 1)).guesses,
    "secret of whole_board": lambda code: mm.fitness.whole_board(
        np.zeros((1, 8), int), code
    ),
    "secret of play": lambda code: mm.play("shapiro", code, RULES, seed=1).guesses,
    "first_guess of a player": lambda code: repr(
        mm.player("le_adoga", first_guess=code)
    ),
    "secret of picture": lambda code: mm.board.picture(["0000"], code).text,
    "guess of sizes": lambda code: first_guess.sizes(code, RULES),
    "code of as_text": lambda code: mm.codes.as_text(code),
}

#: Types of arrays that hold whole numbers or floats.
NUMBERS = [
    f"{order}{kind}"
    for order in "<>"
    for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4")
]
NUMBERS += ["f8", ">f8", "g"]

#: Types of arrays whose values are no colors: booleans, complex numbers, texts, times,
#: bytes.
NO_NUMBERS = ["?", "F", "D", "U1", "S1", "M8[s]", "m8[s]", "V1"]


def with_true(values):
    """Objects, one of them a boolean."""
    mixed = values.astype(object)
    mixed.flat[0] = bool(mixed.flat[0])
    return mixed


def right_forms(codes):
    """Forms of one code or several that say the same."""
    yield from ((kind, codes.astype(kind)) for kind in NUMBERS)
    yield "objects", codes.astype(object)
    yield "objects that are floats", codes.astype(float).astype(object)
    yield "not contiguous", np.repeat(codes, 2, axis=-1)[..., ::2]
    yield "Fortran's order", np.asfortranarray(codes)
    yield "memoryview", memoryview(codes)
    yield "memoryview of floats", memoryview(codes.astype(float))
    kept = codes.copy()
    kept.flags.writeable = False
    yield "read-only", kept
    if codes.ndim == 1:
        yield "array.array", array.array("B", codes.tolist())
        yield "bytearray", bytearray(codes.tolist())
        yield "list of NumPy's", list(codes.astype(np.int16))
        yield "list of arrays without dimension", [np.array(color) for color in codes]
        yield "Series", pd.Series(codes)
        yield "nullable Series", pd.Series(codes).astype("Int64")
        yield "Index", pd.Index(codes)
        return
    yield "list of Series", [pd.Series(code) for code in codes]
    yield "list of memoryviews", [memoryview(code) for code in codes]
    yield "list of array.array", [array.array("d", code.tolist()) for code in codes]
    yield "matrix", codes.view(np.matrix)
    yield "DataFrame", pd.DataFrame(codes)
    yield "nullable DataFrame", pd.DataFrame(codes).astype("Int64")


def wrong_forms(codes):
    """What holds something else than numbers, or would be read as other numbers."""
    yield from ((kind, codes.astype(kind)) for kind in NO_NUMBERS)
    yield "objects with a boolean", with_true(codes)
    yield "booleans as objects", codes.astype(bool).astype(object)
    yield "masked", np.ma.array(codes, mask=codes == 1)
    yield "nothing masked", np.ma.array(codes)
    yield "structured", np.zeros(codes.shape, [("color", "u1")])
    yield "no dimension", np.array(1)
    yield "no peg", codes[..., :0]
    yield "memoryview of booleans", memoryview(codes.astype(bool))
    yield "too large", np.full(codes.shape, 2**64 - 1, np.uint64)
    yield "too large for a float", np.full(codes.shape, 1e300)
    if codes.ndim == 1:
        yield "list of NumPy's booleans", list(codes.astype(bool))
        yield "list with one of them", [np.bool_(True), 1, 1, 0]
        yield "far too large", [2**70, 0, 0, 0]
        yield "list with an array of booleans", [np.array(True), 1, 1, 0]
        yield "Series of objects", pd.Series(with_true(codes))
        yield "Series of booleans", pd.Series(codes.astype(bool))
        yield "nullable booleans", pd.Series(codes).astype("boolean")
        yield "missing", pd.Series([None, 1, 1, 0]).astype("Int64")
        yield "list with what is masked", [np.ma.masked, 1, 1, 0]
        return
    one, *others = codes
    first = pd.DataFrame(codes).astype({0: bool})
    yield "DataFrame with a column of booleans", first
    yield "DataFrame with nullable booleans", pd.DataFrame(codes).astype({0: "boolean"})
    yield "DataFrame of nullable booleans", pd.DataFrame(codes).astype("boolean")
    yield "DataFrame of objects", pd.DataFrame(with_true(codes))
    yield "row of booleans", [one.astype(bool), *others]
    yield "Series of booleans", [pd.Series(one).astype(bool), *others]
    yield "memoryview of booleans in a list", [memoryview(one.astype(bool)), *others]
    yield "row of objects", [with_true(one), *others]
    yield "masked row", [np.ma.array(one, mask=one == 1), *others]


@cache
def expected(name, several):
    return SEVERAL[name](CODES) if several else ONE[name](CODES[0])


#: Everything above, by its name and whether it takes several codes.
CASES = [(name, True) for name in SEVERAL] + [(name, False) for name in ONE]


@pytest.mark.parametrize(("name", "several"), CASES)
def test_codes_of_every_type_are_read_right_or_named(name, several):
    call, codes = (SEVERAL[name], CODES) if several else (ONE[name], CODES[0])
    for form, given in right_forms(codes):
        assert np.array_equal(call(given), expected(name, several)), form
    argument = name.split()[0]
    for form, given in wrong_forms(codes):
        with pytest.raises((TypeError, ValueError), match=f"^{argument}: ") as caught:
            call(given)
        assert not re.search("numba|ufunc|pyobject", str(caught.value)), form


def test_operators_take_types_that_compiled_code_knows():
    def crossed(parents):
        return mm.operators.cross_neighbors(parents, 4, rng=np.random.default_rng(1))

    def reset(children):
        return mm.operators.reset_genes(children, 6, 4, rng=np.random.default_rng(1))

    for kind in ("u1", "i8", "f8"):
        assert crossed(CODES.astype(kind)).tolist() == crossed(CODES).tolist()
        assert reset(CODES.astype(kind)).tolist() == reset(CODES.copy()).tolist()
        assert (
            crossed(CODES.astype(kind)).dtype == reset(CODES.astype(kind)).dtype == kind
        )
    wrong = [CODES.astype(kind) for kind in [*NO_NUMBERS, ">i2", ">f8", "f2", "g", "O"]]
    wrong += [np.ma.array(CODES), np.zeros((2, 4), [("a", "u1")])]
    for population in wrong:
        with pytest.raises(
            TypeError, match=r"^parents: genes are integers, float32 or float64"
        ):
            crossed(population)
        with pytest.raises(
            TypeError, match=r"^children: genes are integers, float32 or float64"
        ):
            reset(population)
    for population in (
        memoryview(CODES),
        pd.DataFrame(CODES),
        CODES.tolist(),
        CODES[0],
        CODES[:0],
    ):
        with pytest.raises(
            ValueError, match=r"^parents: an array of individuals is needed"
        ):
            crossed(population)
        with pytest.raises(
            ValueError, match=r"^children: an array of individuals is needed"
        ):
            reset(population)


def test_answers_of_every_type_are_read_right_or_named():
    answers = np.array(ANSWERS)
    calls = (
        lambda given: mm.History(RULES, CODES, given).feedbacks,
        lambda given: mm.board.picture(CODES, feedbacks=given).feedbacks,
        lambda given: mm.fitness.distance(["0011"], CODES, given),
    )
    wrong = [answers.astype(kind) for kind in ("?", "f8", "O", "U1", "D")]
    wrong += [
        np.ma.array(answers),
        answers[:2],
        answers[:, :1],
        [(1.7, 1)] * 3,
        [(1, 1), (1,), (1, 1)],
    ]
    for call in calls:
        for kind in ("u1", ">i2", "i8"):
            assert np.array_equal(call(answers.astype(kind)), call(ANSWERS))
        assert np.array_equal(call(pd.DataFrame(answers)), call(ANSWERS))
        for given in wrong:
            with pytest.raises((TypeError, ValueError), match=r"^feedbacks: "):
                call(given)


def test_a_masked_guess_is_no_guess():
    class Masking:
        name = "masking"

        def next_guess(self, history, rng):
            return np.ma.array(CODES[0], mask=[1, 0, 0, 0])

    with pytest.raises(
        TypeError, match=r"^player: guess 1 of masking: .* holds masked values"
    ):
        mm.play(Masking(), "0000", RULES, seed=1)
