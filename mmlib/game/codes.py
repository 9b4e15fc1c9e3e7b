"""Codes as arrays.

One code is a row of `pegs` colors, ``uint8``, from 0 to ``colors - 1``; many are
``(n, pegs)``.
"""

from collections.abc import Sequence

import numpy as np

from mmlib.checks import generator, instance, shown, whole_number, wrong_type
from mmlib.game.alphabet import (
    DIGITS,
    FROM_ONE,
    USUAL,
    Alphabet,
    as_alphabet,
)
from mmlib.game.rules import MAX_COLORS, MAX_PEGS, Rules

__all__ = [
    "DIGITS",
    "MAX_COLORS",
    "MAX_PEGS",
    "all_codes",
    "as_code",
    "as_codes",
    "as_text",
    "code_index",
    "parse",
    "random_codes",
]


def __dir__() -> list[str]:
    return __all__


#: Codes without repeats that are made at a time: each takes eight bytes a peg then.
AT_ONCE = 100_000

#: Codes that `all_codes` lists, and that `random_codes` draws, at most.
MOST_LISTED = 50_000_000


def as_codes(
    values: object,
    rules: Rules | None = None,
    name: str = "codes",
    *,
    colors: int = MAX_COLORS,
    alphabet: object = None,
    first: int = 0,
) -> np.ndarray:
    """Check that `values` are codes and return them as an array.

    Parameters
    ----------
    values : array_like of int, shape (n, pegs), or list of str, or str
        The codes, one a row; strings are read by `parse`, and one alone is one code.
        Whole floats (``2.0``) are accepted, as pygad has them. `TypeError` or
        `ValueError` if the number of pegs is wrong or differs, a color is not whole or
        out of range, or it repeats where the rules have no repeats.
    rules : Rules, optional
        Their pegs and colors. Without it up to 15 pegs are allowed.
    name, colors : str and int, optional
        The argument's name, for the message; and the colors allowed where no rules are
        given, 16 by default.
    alphabet : str or list of str, optional
        What the colors are called, in their order: a character each (``"RGBYOP"``) or a
        name each. By default they are the digits 0 to 9 and A to F.
    first : {0, 1}
        What colors are counted from, in arrays and in strings. It is for numbers: not
        together with an alphabet.

    Returns
    -------
    ndarray of uint8, shape (n, pegs)
        A C-contiguous array that can be written to; `values` itself if it is one
        already.

    Examples
    --------
    >>> mm.as_codes([[0, 1, 2, 5]], mm.Rules(4, 6))
    array([[0, 1, 2, 5]], dtype=uint8)
    >>> mm.as_codes(["RRBY", "PPPO"], mm.Rules(4, 6), alphabet="RGBYOP")
    array([[0, 0, 2, 3],
           [5, 5, 5, 4]], dtype=uint8)
    """
    written = _written(rules, alphabet, first)
    # a column of a table, an array of texts
    if getattr(values, "ndim", 0) == 1 and hasattr(values, "tolist"):
        values = values.tolist()
    values = [values] if isinstance(values, str) else values
    if isinstance(values, list | tuple) and any(map(_holds_text, values)):
        several = len(values) > 1
        values = [
            as_code(
                value,
                rules,
                f"{name}: row {row}" if several else name,
                colors=colors,
                alphabet=written,
            )
            for row, value in enumerate(values)
        ]
        written = USUAL  # they count from 0 now
    array = as_numbers(values, name)
    if array.ndim != 2:
        raise ValueError(
            f"{name}: has {array.ndim} dimension(s), 2 are needed: one row a code"
            f"{_lost_zeros(array)}"
        )
    codes = _colors(array, rules, name, colors, first=int(written == FROM_ONE))
    _check_repeats(codes, rules, name, written)
    return codes


def as_code(
    value: object,
    rules: Rules | None = None,
    name: str = "code",
    *,
    colors: int = MAX_COLORS,
    alphabet: object = None,
    first: int = 0,
) -> np.ndarray:
    """Check that `value` is one code and return it as an array.

    Raise what `as_codes` raises.

    Parameters
    ----------
    value : array_like of int, shape (pegs,), or str
        The code; a string is read by `parse`.
    rules : Rules, optional
        Its pegs and colors. Without it up to 15 pegs are allowed.
    name, colors : str and int, optional
        The argument's name, for the message; and the colors allowed where no rules are
        given, 16 by default.
    alphabet, first : str or list of str, and {0, 1}, optional
        How colors are written, as for `as_codes`; a list of names is a code as well.

    Returns
    -------
    ndarray of uint8, shape (pegs,)

    Examples
    --------
    >>> mm.as_code("0070", mm.Rules(4, 6), name="secret")
    Traceback (most recent call last):
        ...
    ValueError: secret: color 7 at position 2 is not in 0..5
    >>> mm.as_code("1126", mm.Rules(4, 6), first=1)
    array([0, 0, 1, 5], dtype=uint8)
    """
    written = _written(rules, alphabet, first)
    from_one = int(written == FROM_ONE)
    if isinstance(value, str):
        value = written.read(value, name)
        from_one = 0  # the colors count from 0 now
    elif written != USUAL and _are_names(value):
        value = written.numbers(list(value), name)
        from_one = 0
    elif value is None or isinstance(value, int | float | np.number):
        raise TypeError(
            f"{name}: {shown(value)} is no code; give a list of colors, or digits in "
            "quotes such as '0123'"
        )
    array = as_numbers(value, name)
    if array.ndim != 1:
        raise ValueError(
            f"{name}: has {array.ndim} dimension(s), 1 is needed: one color a peg"
        )
    codes = _colors(array[np.newaxis], rules, name, colors, one=True, first=from_one)
    _check_repeats(codes, rules, name, written, one=True)
    return codes[0]


def all_codes(rules: Rules) -> np.ndarray:
    """List every code in lexicographic order.

    Parameters
    ----------
    rules : Rules
        Pegs and colors: `TypeError` if it is no `Rules`, `ValueError` if it has more
        than 50 million codes.

    Returns
    -------
    ndarray of uint8, shape (rules.n_codes, pegs)

    Examples
    --------
    >>> codes = mm.all_codes(mm.Rules(4, 6))
    >>> codes.shape, mm.codes.as_text(codes[-1])
    ((1296, 4), '5555')
    """
    check_rules(rules)
    if rules.n_codes > MOST_LISTED:
        many = (
            f"{rules.n_codes:,} codes, more than the {MOST_LISTED:,} that can be listed"
        )
        raise ValueError(f"rules: {rules} have {many}; use random_codes")
    if not rules.repeats:
        every = np.arange(rules.n_codes)
        parts = np.array_split(every, 1 + rules.n_codes // AT_ONCE)
        return np.concatenate([codes_at(part, rules) for part in parts])
    codes = np.indices((rules.colors,) * rules.pegs, dtype=np.uint8)
    return np.ascontiguousarray(codes.reshape(rules.pegs, -1).T)


def random_codes(rules: Rules, n: int, *, rng: np.random.Generator) -> np.ndarray:
    """Draw codes uniformly, with replacement.

    Parameters
    ----------
    rules : Rules
        Pegs and colors.
    n : int
        How many, 0 to 50 million: `TypeError` or `ValueError` if it is anything else.
    rng : numpy.random.Generator
        Where the draws come from: `TypeError` if it is none.

    Returns
    -------
    ndarray of uint8, shape (n, pegs)

    Examples
    --------
    >>> mm.random_codes(mm.Rules(4, 6), 2, rng=np.random.default_rng(1))
    array([[2, 3, 4, 5],
           [0, 0, 4, 5]], dtype=uint8)
    """
    check_rules(rules)
    rng = generator(rng)
    n = whole_number(n, "n", 0, MOST_LISTED)
    if not rules.repeats:
        chosen = rng.integers(0, rules.n_codes, size=n)
        return codes_at(chosen, rules)
    return rng.integers(0, rules.colors, size=(n, rules.pegs)).astype(np.uint8)


def code_index(codes: np.ndarray, colors: int, *, repeats: bool = True) -> np.ndarray:
    """Find each code's index in the list of `all_codes`, int64 (n,).

    With ``repeats=False`` it is the list of a board without repeats. Raise what
    `as_codes` raises.

    >>> code_index([[0, 0, 1, 2], [5, 5, 5, 5]], colors=6)
    array([   8, 1295])
    >>> code_index(["0123", "9876"], colors=10, repeats=False)
    array([   0, 5039])
    """
    colors = whole_number(colors, "colors", 2, MAX_COLORS)
    codes = as_codes(codes, colors=colors)
    rules = Rules(codes.shape[1], colors, repeats=repeats)
    return index_of(as_codes(codes, rules), rules)


def index_of(codes: np.ndarray, rules: Rules) -> np.ndarray:
    """As `code_index`, of codes that are known to be right; one code or many.

    Without repeats a color counts for how many lower ones are left at its peg.
    """
    digits = codes.astype(np.int64)
    if not rules.repeats:
        for peg in range(1, rules.pegs):
            earlier = codes[..., :peg] < codes[..., peg, np.newaxis]
            digits[..., peg] -= earlier.sum(axis=-1)
    return digits @ _radix(rules)


def codes_at(indices: np.ndarray, rules: Rules) -> np.ndarray:
    """The codes at some indices in the list of `all_codes`, which is not made.

    It is the inverse of `index_of`: uint8 (..., pegs), of int64 (...).
    """
    radix = _radix(rules)
    digits = np.asarray(indices)[..., np.newaxis] // radix
    digits[..., 1:] -= digits[..., :-1] * (radix[:-1] // radix[1:])
    if not rules.repeats:
        # a digit tells how many of the colors that are left come before the color
        for peg in range(rules.pegs - 2, -1, -1):
            later = digits[..., peg + 1 :]
            later += later >= digits[..., peg, np.newaxis]
    return digits.astype(np.uint8)


def _radix(rules: Rules) -> np.ndarray:
    """What each peg's digit counts for in the index of a code, int64 (pegs,)."""
    choices = np.full(rules.pegs, rules.colors, np.int64)
    if not rules.repeats:
        choices -= np.arange(rules.pegs)
    return np.append(np.cumprod(choices[:0:-1])[::-1], 1)


def parse(text: str) -> np.ndarray:
    """Read a code from digits, 0 to 9 and A to F; `ValueError` for anything else.

    Spaces and commas may stand between the digits.

    >>> parse("001A")
    array([ 0,  0,  1, 10], dtype=uint8)
    """
    return as_code(instance(text, str, "text", "a string"), name="text")


def as_text(code: np.ndarray, *, alphabet: object = None, first: int = 0) -> str:
    """Write a code as digits, 0 to 9 and A to F, one a peg: the inverse of `parse`.

    Numbers counted from 1 have spaces between them where one has two digits; a comma
    follows such a number that is alone. Raise what `as_code` raises.

    Parameters
    ----------
    code : array_like of int, shape (pegs,), or str
        The code, of colors from 0.
    alphabet, first : str or list of str, and {0, 1}, optional
        How to write colors, as for `as_codes`, which reads it.

    Returns
    -------
    str

    Examples
    --------
    >>> mm.codes.as_text([0, 0, 1, 10])
    '001A'
    >>> mm.codes.as_text("0012", alphabet=["red", "green", "blue"])
    'red red green blue'
    >>> mm.codes.as_text([0, 9], first=1), mm.codes.as_text([9], first=1)
    ('1 10', '10,')
    """
    written = as_alphabet(alphabet, first)
    return written.write(as_code(code, colors=len(written.names)).tolist())


def check_rules(rules: object) -> None:
    """Raise `TypeError` unless `rules` is a `Rules`."""
    instance(rules, Rules, "rules", "mmlib.Rules")


def check_repeats(rules: Rules, what: str) -> None:
    """Raise `ValueError` if the rules have no repeats: `what` has no use for them."""
    check_rules(rules)
    if not rules.repeats:
        raise ValueError(f"rules: {rules}: {what} is for codes whose colors may repeat")


def as_numbers(values: object, name: str) -> np.ndarray:
    """Return `values` as an array of integers or floats, or say why they are none."""
    try:
        hidden = _hidden(values)
    except RecursionError:  # a list that holds itself, which NumPy refuses
        hidden = ""
    if hidden:
        raise TypeError(
            f"{name}: {shown(values)} holds {hidden}; colors are whole numbers from 0"
        )
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(
            f"{name}: rows differ in length; every row needs as many as the others"
        ) from None
    except (TypeError, OverflowError):
        array = np.empty(0, object)
    if _hidden(array):
        raise TypeError(
            f"{name}: {shown(values)} holds {_hidden(array)}; colors are whole numbers "
            "from 0"
        )
    if array.dtype == object and array.size:
        array = _unboxed(array, values, name)
    if array.dtype.kind not in "iuf":
        if not array.ndim:
            raise wrong_type(values, name, "a list or an array of colors")
        raise TypeError(
            f"{name}: {shown(values)} holds values that are not whole numbers"
        )
    return array


def out_of_range(numbers: np.ndarray, low: int, high: int) -> np.ndarray:
    """Which numbers of an array are not whole, or not in ``low..high``."""
    wrong = numbers > high
    if low or numbers.dtype.kind != "u":
        wrong |= numbers < low
    if numbers.dtype.kind == "f":
        wrong |= numbers != np.floor(numbers)  # which NaN is, too
    return wrong


def _written(rules: Rules | None, alphabet: object, first: object) -> Alphabet:
    """How the colors are written, those of a board where it is known."""
    if rules is None:
        return as_alphabet(alphabet, first)
    check_rules(rules)
    written = as_alphabet(alphabet, first, rules.colors)
    if written in (USUAL, FROM_ONE):
        return written
    return Alphabet(written.names[: rules.colors])


def _are_names(value: object) -> bool:
    """Whether something is a list of texts."""
    return isinstance(value, list | tuple) and all(isinstance(x, str) for x in value)


def _holds_text(value: object) -> bool:
    """Whether something is a text or a list that begins with one."""
    if isinstance(value, list | tuple):
        return bool(value) and isinstance(value[0], str)
    return isinstance(value, str)


def _lost_zeros(array: np.ndarray) -> str:
    """What to do about numbers that may once have been codes."""
    if array.ndim == 1 and array.dtype.kind in "iu" and (array > MAX_COLORS).any():
        return (
            "; codes that were read as numbers lost their zeros: read them as text, "
            "dtype=str"
        )
    return ""


def _unboxed(array: np.ndarray, values: object, name: str) -> np.ndarray:
    """Turn an array of objects that are numbers into one of numbers.

    Any other array is returned as it is.
    """
    each = array.ravel()
    if all(isinstance(one, int | np.integer) for one in each):
        if max(abs(int(one)) for one in each) >= 2**63:
            raise ValueError(
                f"{name}: {shown(values)} holds numbers far out of range; colors count "
                "from 0"
            )
        return array.astype(np.int64)
    if all(isinstance(one, int | float | np.integer | np.floating) for one in each):
        return array.astype(np.float64)
    return array


def _hidden(values: object) -> str:
    """Name what is hidden among numbers; "" if nothing is.

    This finds what NumPy would turn into numbers in silence, too.
    """
    if type(values) is np.ndarray and values.dtype.kind in "iuf":
        return ""  # at once: most codes are such arrays
    if isinstance(values, bool | np.bool_):
        return "booleans"
    if isinstance(values, int | float | np.number | str | bytes):
        return ""
    if isinstance(values, np.ma.MaskedArray):
        return "masked values"
    if isinstance(values, memoryview):
        return "booleans" if values.format == "?" else ""
    # a table: each column has its type
    if hasattr(values, "dtypes") and hasattr(values, "columns"):
        return (
            "booleans"
            if any(getattr(kind, "kind", "") == "b" for kind in values.dtypes)
            else ""
        )
    kind = getattr(getattr(values, "dtype", None), "kind", None)
    if kind == "b":
        return "booleans"
    if kind == "O":
        values = np.asarray(values).ravel().tolist()
    elif kind is not None:
        return ""
    if isinstance(values, Sequence):
        doubtful = [one for one in values if type(one) is not int]  # which is quick
        return next(filter(None, map(_hidden, doubtful)), "")
    return ""


def _colors(
    array: np.ndarray,
    rules: Rules | None,
    name: str,
    colors: int,
    one: bool = False,
    first: int = 0,
) -> np.ndarray:
    """Turn a 2-D array of numbers, counted from `first`, into codes of `rules`.

    If some color is wrong, the message of the `ValueError` names the first.
    """
    if first:
        array = array.astype(float if array.dtype.kind == "f" else np.int64) - first
    pegs = array.shape[1]
    if rules is None:
        colors = whole_number(colors, "colors", 2, MAX_COLORS)
    else:
        check_rules(rules)
        colors = rules.colors
        if pegs != rules.pegs:
            raise ValueError(
                f"{name}: has {pegs} peg{'s' * (pegs != 1)}, the board has {rules.pegs}"
            )
    if not 1 <= pegs <= MAX_PEGS:
        raise ValueError(f"{name}: has {pegs} pegs; 1..{MAX_PEGS} are allowed")
    wrong = out_of_range(array, 0, colors - 1)
    if np.count_nonzero(wrong):  # quicker than `any`
        row, position = np.argwhere(wrong)[0]
        color = array[row, position] + first
        where = f"position {position}" if one else f"position {position} of row {row}"
        whole = "" if color == np.floor(color) or np.isnan(color) else "a whole number "
        shown = f"{color:g}" if array.dtype.kind == "f" else str(color)
        from_one = not first and array.size and array.min() == 1
        advice = "; colors counted from 1 are read with first=1" if from_one else ""
        raise ValueError(
            f"{name}: color {shown} at {where} is not {whole}in "
            f"{first}..{colors - 1 + first}{advice}"
        )
    if array.dtype == np.uint8 and array.flags.carray:
        return array  # at once: `require` takes longer to find that it is right
    # what is read-only would be compiled for anew
    return np.require(array, np.uint8, "CW")


def _check_repeats(
    codes: np.ndarray,
    rules: Rules | None,
    name: str,
    written: Alphabet,
    one: bool = False,
) -> None:
    """Raise `ValueError` if a code has a color twice where none may repeat."""
    if rules is None or rules.repeats:
        return
    for peg in range(1, rules.pegs):
        twice = codes[:, :peg] == codes[:, peg, np.newaxis]
        if twice.any():
            row, before = np.argwhere(twice)[0].tolist()
            color = written.names[codes[row, peg]]
            where = f"{before} and {peg}" if one else f"{before} and {peg} of row {row}"
            raise ValueError(
                f"{name}: color {color} stands at positions {where}; "
                "by these rules no color repeats within a code"
            )
