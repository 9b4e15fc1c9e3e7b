"""Sliders redraw with what was chosen, or draw one frame if nobody can choose."""

import ipykernel  # noqa: F401 (as in a notebook)
import IPython.display
import pytest

from mmlib.engine.progress_bar import VARIABLE
from mmlib.report import controls


def test_sliders_that_nobody_can_move_draw_the_first_frame(monkeypatch):
    monkeypatch.setenv(VARIABLE, "0")
    drawn = []
    controls.sliders(
        lambda **values: drawn.append(values),
        size=[10, 20],
        rate=[0.0, 0.1],
        start={"rate": 0.1},
    )
    assert drawn == [{"size": 10, "rate": 0.1}]


def test_sliders_that_are_moved_draw_again(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    shown = []
    drawn = []
    monkeypatch.setattr(IPython.display, "display", shown.append)
    choices = {"variant": ["as_coded", "as_described"], "tournament_size": [2, 5, 10]}
    controls.sliders(
        lambda **values: drawn.append(values), {"tournament_size": 5}, **choices
    )
    (_, variant), (slider, label) = (row.children for row in shown[0].children[:2])
    assert variant.value == "as_coded"
    assert slider.description == "tournament size"
    assert not slider.continuous_update
    assert label.value == "5"
    slider.value = 10
    assert label.value == "10"
    assert drawn == [
        {"variant": "as_coded", "tournament_size": size} for size in (5, 10)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "choices: there are none"),
        ({"size": []}, "size: has no choices"),
        ({"size": "ab"}, "size: 'ab' is a str; a list of choices is needed"),
        ({"size": [1], "start": ["size"]}, r"start: \['size'\] is not a dict"),
        (
            {"size": [1], "start": {"size": 2}},
            "start: size = 2 is not among the choices",
        ),
        (
            {"size": [1], "start": {"rate": 2}},
            "start: rate = 2 is not among the choices",
        ),
    ],
)
def test_sliders_refuse_bad_choices(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        controls.sliders(print, **arguments)


def test_sliders_need_a_function():
    with pytest.raises(TypeError, match="draw: 5 cannot be called"):
        controls.sliders(5, size=[1])
