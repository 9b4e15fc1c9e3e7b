"""Trees in the notation of Knuth's table."""

import pytest

import mmlib as mm
from mmlib.strategies import knuth_table

#: The optimum of 2 x 4, 45 guesses.
TABLE = (
    "16 (01: 1, 4 (12), 4 (22: 0, 0, 1; 2 (23); 1); 6 (02: 0, 1, 2 (11); 2 (00); 1); 1)"
)

#: The same with lines of their own, as Knuth prints it.
NAMED = """
16 (01: 1, 4 (12), 4A; 6B; 1)

B = (02: 0, 1, 2 (11); 2 (00); 1)
A = (22: 0, 0, 1; 2 (23); 1)
"""


def load(tmp_path, text, **how):
    file = tmp_path / "tree.txt"
    file.write_text(text)
    return mm.StrategyTree.load(file, **how)


@pytest.mark.parametrize(
    ("player", "rules"),
    [
        ("knuth", mm.Rules(4, 6)),
        ("one_step", mm.Rules(3, 5, repeats=False)),
        ("one_step", mm.Rules(4, 4, repeats=False)),
        ("optimal", mm.Rules(2, 4)),
        ("optimal", mm.Rules(1, 3)),
    ],
)
def test_tables_round_trip(tmp_path, player, rules):
    tree = mm.strategy_tree(player, rules)
    first = tmp_path / "first.txt"
    second = tmp_path / "second.txt"
    tree.save(first, format="table")
    read = mm.StrategyTree.load(first)
    assert read.rules == tree.rules
    assert read.guesses.tolist() == tree.guesses.tolist()
    read.save(second, format="table")
    assert second.read_bytes() == first.read_bytes()


def test_answers_come_in_the_order_of_knuths_table():
    """His first line: 1, 16, 96, 256, 256; 0, 36, 208, 256; 4, 32, 114; 20; 1."""
    sizes = mm.first_guess.sizes("0011", mm.Rules(4, 6))
    printed = [1, 16, 96, 256, 256, 0, 36, 208, 256, 4, 32, 114, 20, 1]
    assert sizes[knuth_table.answers_in_order(4)].tolist() == printed


def test_lines_marks_and_alphabets(tmp_path):
    tree = load(tmp_path, TABLE)
    assert tree.total == 45
    marked = TABLE.replace("(12)", "(12*)").replace("(11)", "(11x)")
    for text in (NAMED, marked, TABLE.replace(", ", " ,\n ")):
        assert load(tmp_path, text).guesses.tolist() == tree.guesses.tolist()
    from_one = TABLE
    for guess in ("01", "12", "22", "23", "02", "11", "00"):
        typed = "".join(str(int(digit) + 1) for digit in guess)
        from_one = from_one.replace(f"({guess}", f"(<{typed}")
    read = load(tmp_path, from_one.replace("<", ""), first=1)
    assert read.guesses.tolist() == tree.guesses.tolist()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TABLE.replace("16 (", "15 ("), "no board of 2 pegs has 15 codes"),
        (NAMED.replace("A =", "C ="), "there is no line A"),
        (NAMED.replace("A =", "B ="), "line B is there twice"),
        (TABLE[:-1], "a bracket is not closed"),
        (TABLE.replace("; 1); 1)", "; 1))"), "numbers follow a guess; there are 5"),
        (TABLE.replace("4 (12)", "3 (12)"), "left after 0 black 1 white: 3 by the"),
        (TABLE.replace("4 (12)", "4"), "4 codes are left, but there is no guess"),
        (f"{TABLE} 7", "'7' comes after the table"),
        (TABLE.replace("(02", "(0?"), "'.' in '0.' is not a color"),
        (TABLE.replace("(11)", "(22)"), "a guess tells none of them apart"),
        ("2 (0: 1A, 1)\nA = (0: 1A, 0)", "codes left: 1; a guess tells none"),
        (TABLE.replace("4 (12)", "4 (12"), "a bracket is not closed"),
        (TABLE.replace("2 (23)", "; (23)"), "a count is needed, but ';' comes"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        load(tmp_path, text)
