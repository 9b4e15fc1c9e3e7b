"""Sentences of a notebook, held to what its cells compute.

A sentence with a number was written for one seed and one board. A machine that runs the
notebook stops where the sentence is wrong. A reader who has changed a value is told so,
and goes on.
"""

import html
import os
import re
from collections.abc import Callable

import numpy as np

from mmlib.checks import instance, shown, visible
from mmlib.engine.progress_bar import in_notebook
from mmlib.report.lettering import without_math

#: The environment variable that makes a wrong sentence an error where it is ``1``. The
#: tests and the commands that run notebooks set it.
VARIABLE = "MMLIB_STRICT"

#: How a note begins in a notebook, as HTML.
NOTE = '<p class="mmlib-note"><em>'

#: What else a note says.
OTHERWISE = "it was written for other values than yours."

#: How a text begins that names its place, as "the opening says".
PLACE = re.compile(r"the [^.;:]*?\bsays?\b")


def strict() -> bool:
    """Whether a wrong sentence is an error, as it is for machines."""
    return os.environ.get(VARIABLE, "0") == "1"


def text_says(condition: bool | Callable[[], object], text: str) -> None:
    """Say that a sentence does not hold for the values that a reader has chosen.

    It stands after the output that the sentence speaks of. Where the condition holds,
    nothing is shown. Where it does not, a reader sees one line, and the notebook goes
    on; where the environment variable `MMLIB_STRICT` is ``1``, as in the tests and in
    ``make reproduce``, it raises AssertionError. What must hold whatever a reader
    changes is for `assert`.

    Parameters
    ----------
    condition : bool or callable
        Whether the sentence holds. A function without arguments is called: an exception
        counts as no, as for a row that other values do not have. So does everything but
        True, such as NaN.
    text : str
        What is said, as ``"68 and 99 of 100"``, or with the place of the sentence, as
        ``"the opening says 68 and 99 of 100"``. Raises TypeError if it is no text.

    Examples
    --------
    >>> won = {"undone": 68, "kept": 99}
    >>> mm.text_says(won["undone"] == 68, "68 of 100")
    >>> mm.text_says(lambda: won["mended"] == 99, "the opening says 99 of 100")
    The opening says 99 of 100; it was written for other values than yours.
    """
    text = instance(text, str, "text", "what a sentence says")
    said = " ".join(visible(text).split())
    if not PLACE.match(said):
        said = f"the text says {said}"
    value = _value(condition)
    if isinstance(value, bool | np.bool_) and value:
        return
    if strict():
        cause = value if isinstance(value, Exception) else None
        raise AssertionError(f"{said}, but the condition is {shown(value)}") from cause
    _tell(f"{said[0].upper()}{said[1:]}; {OTHERWISE}")


def _value(condition: object) -> object:
    """What a condition is: an exception where it cannot be computed."""
    try:
        return condition() if callable(condition) else condition
    except Exception as error:
        return error


def _tell(line: str) -> None:
    """Show a line: quietly in a notebook, and as text elsewhere."""
    if not in_notebook():
        print(line)
        return
    from IPython.display import display

    written = without_math(f"{NOTE}{html.escape(line)}</em></p>")
    display({"text/plain": line, "text/html": written}, raw=True)
