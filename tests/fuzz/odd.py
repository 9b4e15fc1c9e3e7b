"""Values that few arguments can do with, as Python text, by kind."""


def values(text: str) -> tuple[str, ...]:
    """Take values apart that are written with bars between them."""
    return tuple(value.strip() for value in text.split(" | "))


#: What stands for nothing, or for yes.
NOTHING = ("None", "True", "np.True_", "Ellipsis", "NotImplemented")

#: Whole numbers: small ones, and those around the ends of what integers hold.
WHOLE = values(
    "-1 | 0 | 1 | 2 | 255 | 256 | -(2**63) | 2**31 | 2**63 | 2**64 | 10**30 | 10**400"
    " | np.int8(-3)"
)

#: Numbers that are not whole, not real, not finite, or of another library.
NUMBERS = values(
    "0.5 | -0.0 | 1e308 | 5e-324 | float('nan') | float('inf') | 1j | np.float32(2)"
    " | Decimal('2')"
)

#: Texts: none, codes, digits of other scripts, control characters, half a pair of
#: UTF-16, a very long one.
TEXTS = values(
    r"'' | '0123' | '9' | 'NA' | '٣' | '-1' | 'a\rb' | '\x00' | '\ud800' | 'x' * 10_000"
    " | b'0123' | 'kooi '"
)

#: Lists and the like: empty, of another depth, ragged, of mixed types, without end.
LISTS = values(
    "[] | () | {} | set() | [[]] | [None] | [0, 1, 2, 3] | [[0, 1, 2, 3]] | [[-1] * 4]"
    " | [[9] * 4] | [[0.5] * 4] | [[0, 1], [2]] | [True, False, 1, 0] | ['0123', '01']"
    " | ['0123', 5] | nested() | looped() | [10**400] * 4 | range(4) | iter([1, 2])"
)

#: Arrays: empty, of other dimensions, and of types that hold no colors.
ARRAYS = values(
    "np.zeros((2, 0)) | np.zeros((0, 4), int) | np.zeros((2, 3, 4))"
    " | np.full(4, np.nan) | np.array(['a', 'b']) | np.array(3) | np.ma.masked_all(4)"
    " | np.array([1, None, 'x'], object) | np.arange(4) * 1j"
    " | np.full((3, 4), 200, np.uint8)"
)

#: Objects of Python, NumPy and pandas: functions, classes, modules, tables, paths.
OBJECTS = values(
    "object() | object | print | len | mm | frame() | frame(a=[1])"
    " | np.random.RandomState(1) | Path('x') | folder()"
)

#: What is right elsewhere: rules, histories, games, players, codemakers, generators.
ELSEWHERE = values(
    "mm.Rules(2, 16) | mm.Rules(1, 2) | rng(3) | honest(mm.Rules(5, 8), 2) | games(2)"
    " | Player('random') | Player | Codemaker('honest', mm.Rules(4, 6))"
)

#: The odd values of all kinds.
ODD = (
    *NOTHING,
    *WHOLE,
    *NUMBERS,
    *TEXTS,
    *LISTS,
    *ARRAYS,
    *OBJECTS,
    *ELSEWHERE,
)
