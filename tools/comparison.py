"""How the outputs of a notebook's cell are compared with the stored ones.

All rules are here, and none is of the tool that runs the notebooks: conftest.py hands
the outputs over for nbval, and another runner would do the same.

- A cell must have as many outputs of each form (text, HTML, stream and so on) as are
  stored, and each must be the stored one, letter by letter.
- What a cell writes to a stream counts as one text, however it came in pieces.
- Numbers of cells, metadata, LaTeX and tracebacks may differ: see `PASSED_OVER`.
- Pictures are compared as pictures: an unchanged one may differ by what fonts and
  processors change, and by no more. With ``pixels=False`` they are only counted.
"""

from __future__ import annotations

import base64
import difflib
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np
from PIL import Image

#: What an output says of itself, and forms of it, that may differ.
PASSED_OVER = {
    "application/vnd.jupyter.widget-view+json",  # a widget has another name each time
    "execution_count",
    "metadata",
    "name",
    "output_type",
    "prompt_number",
    "text/latex",
    "traceback",
}

#: The form of pictures.
PICTURE = "image/png"

#: Side of the squares that pictures are compared in, in pixels: a changed digit must
#: not drown in a large figure.
TILE = 40

#: The greatest root-mean-square difference of pixels, of 255, that is allowed in any
#: square. An unchanged plot has less, a changed digit or a moved curve more.
MOST_DIFFERENCE = 5.0

#: The same over the whole figure, where a faint change everywhere adds up.
MOST_DIFFERENCE_OVERALL = 2.0


def difference(
    stored: Iterable[Mapping], new: Iterable[Mapping], pixels: bool = True
) -> str:
    """Tell how the outputs of a cell differ from the stored ones.

    The text is empty if they do not.

    >>> one = {"output_type": "execute_result", "data": {"text/plain": "42"}}
    >>> other = {"output_type": "execute_result", "data": {"text/plain": "43"}}
    >>> difference([one], [one])
    ''
    >>> print(difference([one], [other]))
    text/plain differs:
    -42
    +43
    >>> difference([one], [])
    'text/plain: 1 stored, 0 came'
    """
    before = _by_form(stored)
    after = _by_form(new)
    for form in [*before, *(form for form in after if form not in before)]:
        if len(before[form]) != len(after[form]):
            what = "figure(s)" if form == PICTURE else form
            return f"{what}: {len(before[form])} stored, {len(after[form])} came"
        for number, pair in enumerate(zip(before[form], after[form], strict=True), 1):
            if form == PICTURE:
                said = _pictures_differ(number, *pair) if pixels else ""
            else:
                said = _texts_differ(form, *pair)
            if said:
                return said
    return ""


def _by_form(outputs: Iterable[Mapping]) -> defaultdict[str, list]:
    """What the outputs hold, by form, in the order in which it came."""
    forms: defaultdict[str, list] = defaultdict(list)
    for output in outputs:
        if output["output_type"] == "stream":
            written = forms[output["name"]] or [""]
            forms[output["name"]] = [written[0] + _text(output["text"])]
            continue
        held = {key: value for key, value in output.items() if key != "data"}
        for form, value in (held | output.get("data", {})).items():
            if form not in PASSED_OVER:
                forms[form].append(_text(value))
    return forms


def _text(value: object) -> object:
    """Text that a file keeps as a list of lines, as one."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(value)
    return value


def _texts_differ(form: str, stored: object, new: object) -> str:
    if stored == new:
        return ""
    lines = difflib.unified_diff(
        str(stored).splitlines(), str(new).splitlines(), n=0, lineterm=""
    )
    changed = [line for line in lines if line[:2] not in ("--", "++", "@@")]
    return "\n".join([f"{form} differs:", *changed])


def _pictures_differ(number: int, stored: str, new: str) -> str:
    worst, overall = picture_difference(stored, new)
    if worst <= MOST_DIFFERENCE and overall <= MOST_DIFFERENCE_OVERALL:
        return ""
    return (
        f"figure {number} differs from the stored one: "
        f"root-mean-square pixel difference {worst:.1f} in "
        f"the worst square ({MOST_DIFFERENCE} is allowed), "
        f"{overall:.1f} overall ({MOST_DIFFERENCE_OVERALL} is allowed)"
    )


def picture_difference(first: str, second: str) -> tuple[float, float]:
    """Return how far two PNGs differ, in the worst square and over the whole figure.

    The PNGs come in base64. Both numbers are root-mean-square differences of pixels, of
    255; they are infinite if the sizes differ.
    """
    one, other = (
        np.asarray(
            Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"), dtype=float
        )
        for png in (first, second)
    )
    if one.shape != other.shape:
        return float("inf"), float("inf")
    squares = ((one - other) ** 2).mean(axis=2)
    overall = float(np.sqrt(squares.mean()))
    squares = np.pad(squares, [(0, -side % TILE) for side in squares.shape])
    tiles = squares.reshape(squares.shape[0] // TILE, TILE, -1, TILE).mean(axis=(1, 3))
    return float(np.sqrt(tiles.max())), overall
