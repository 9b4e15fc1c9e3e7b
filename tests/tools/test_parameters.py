"""Parameters of notebooks get other values, and nothing else changes."""

import ast

import nbformat
import pytest

from tools.parameters import parameters_of, read_setting, with_values
from tools.reproduce import find


@pytest.mark.parametrize(
    ("source", "values", "changed"),
    [
        ("SEED = 5", {"SEED": "6"}, "SEED = 6"),
        ("A, B = 1, 22", {"B": "3"}, "A, B = 1, 3"),
        ("A, B = 1, 22", {"B": "3", "A": "44"}, "A, B = 44, 3"),
        ("X = 1; Y = 2  # \u00b1", {"Y": "'\u00b1'"}, "X = 1; Y = '\u00b1'  # \u00b1"),
        ("T = '\u00b1'; Y = 2", {"Y": "3"}, "T = '\u00b1'; Y = 3"),
        ("A, B = 1, 22", {"A": "(3, 4)"}, "A, B = (3, 4), 22"),
        ("B = [\n    1,\n]\nC = 2", {"B": "[2]", "C": "3"}, "B = [2]\nC = 3"),
        ("import x\nx.y = 3\nS = 1", {"S": "mm.Rules(4, 6)"}, None),
    ],
)
def test_values_are_replaced_where_they_stand(source, values, changed):
    found = with_values(source, values)
    if changed is not None:
        assert found == changed
    assert with_values(source, {}) == source
    ast.parse(found)


def test_what_is_no_parameter_is_named():
    with pytest.raises(ValueError, match=r"set: SEEDS is no parameter here; .* SEED"):
        with_values("SEED = 1\nA = 2", {"SEEDS": "3"})


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("SEED=6", ("SEED", "6")),
        (" SEED = 6 ", ("SEED", "6")),
        ("CODES={4: '0123'}", ("CODES", "{4: '0123'}")),
        ("SAME=1 == 2", ("SAME", "1 == 2")),
        ("PAIR=3, 4 # two", ("PAIR", "(3, 4)")),
    ],
)
def test_a_setting_is_read(text, setting):
    assert read_setting(text) == setting


@pytest.mark.parametrize(
    "text", ["", "SEED", "=3", "SEED=", "4=3", "S=1; T", "S=a b", "S=a"]
)
def test_what_is_no_setting_is_quoted(text):
    with pytest.raises(ValueError, match=r"^set: "):
        read_setting(text)


def test_every_notebook_has_a_seed_to_change():
    for path in find():
        source = parameters_of(nbformat.read(path, as_version=4)).source
        assert with_values(source, {"SEED": "12345"}).count("12345") == 1


def test_no_cell_of_parameters_uses_one():
    """Papermill puts other values behind it: what it had computed would be stale."""
    for path in find():
        cell = ast.parse(parameters_of(nbformat.read(path, as_version=4)).source)
        names = [node for node in ast.walk(cell) if isinstance(node, ast.Name)]
        given = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        assert not {name for name in given & used if name.isupper()}, path.stem
