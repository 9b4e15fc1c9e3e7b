"""What the comparison of notebooks sees, and what it passes over."""

import base64
import io
import re

import matplotlib.pyplot as plt
import pytest

from tools.comparison import MOST_DIFFERENCE, difference, picture_difference


def shown(count=1, **forms):
    """An output that a cell shows, in some forms of text."""
    data = {f"text/{form}": text for form, text in forms.items()}
    return {
        "output_type": "execute_result",
        "data": data,
        "metadata": {},
        "execution_count": count,
    }


def written(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def picture(shift=0.0, letter="a"):
    """A curve as PNG in base64."""
    figure, ax = plt.subplots(figsize=(8, 4), dpi=100)
    ax.plot([0, 1, 2], [0 + shift, 1 + shift, 0.5 + shift], linewidth=2)
    ax.set(ylim=(-1, 2), title=f"{letter} title")
    file = io.BytesIO()
    figure.savefig(file, format="png")
    plt.close(figure)
    return base64.b64encode(file.getvalue()).decode()


def drawn(png):
    return {"output_type": "display_data", "data": {"image/png": png}, "metadata": {}}


#: Outputs that count as the same.
SAME = {
    "pieces of a stream": ([written("one "), written("two")], [written("one two")]),
    "lines as a list": ([shown(plain=["4\n", "2"])], [shown(plain="4\n2")]),
    "another number of the cell": ([shown(1, plain="42")], [shown(7, plain="42")]),
    "another LaTeX": (
        [shown(plain="42", latex="$42$")],
        [shown(plain="42", latex="$43$")],
    ),
    "unlike outputs in another order": (
        [written("one"), shown(plain="42")],
        [shown(plain="42"), written("one")],
    ),
}

#: Outputs that differ, and what is said.
OTHER = {
    "a digit": ([shown(plain="42")], [shown(plain="43")], "text/plain differs"),
    "a digit of HTML alone": (
        [shown(plain="a table", html="<td>42</td>")],
        [shown(plain="a table", html="<td>43</td>")],
        "text/html differs",
    ),
    "a line": ([written("one\ntwo")], [written("one\nsix")], "-two\n\\+six"),
    "another stream": (
        [written("one")],
        [written("one", "stderr")],
        "stdout: 1 stored",
    ),
    "an output more": ([], [shown(plain="42")], "0 stored, 1 came"),
    "an output less": ([shown(plain="42")] * 2, [shown(plain="42")], "2 stored, 1"),
    "like outputs in another order": (
        [shown(plain="1"), shown(plain="2")],
        [shown(plain="2"), shown(plain="1")],
        "text/plain differs",
    ),
    "another error": (
        [{"output_type": "error", "ename": "KeyError", "evalue": "a", "traceback": []}],
        [{"output_type": "error", "ename": "KeyError", "evalue": "b", "traceback": []}],
        "evalue differs",
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_passes_over(name):
    assert difference(*SAME[name]) == ""


@pytest.mark.parametrize("name", OTHER)
def test_sees(name):
    stored, new, said = OTHER[name]
    assert re.search(said, difference(stored, new))


def test_pictures_are_compared_as_pictures():
    """One pixel's shift of a curve is seen; the same figure drawn again is not."""
    assert picture_difference(picture(), picture()) == (0, 0)
    one_pixel = 3 / 308  # the axes are 308 pixels high and show three units
    assert picture_difference(picture(), picture(shift=one_pixel))[0] > MOST_DIFFERENCE
    for digit in "378":  # in place of a 1, as a result in a title might change
        assert (
            picture_difference(picture(letter="81"), picture(letter=f"8{digit}"))[0]
            > MOST_DIFFERENCE
        )


def test_without_pixels_pictures_are_counted():
    two = drawn(picture()), drawn(picture(shift=0.5))
    assert "figure 1 differs" in difference([two[0]], [two[1]])
    assert difference([two[0]], [two[1]], pixels=False) == ""
    assert difference([two[0]], [], pixels=False) == "figure(s): 1 stored, 0 came"
