"""Progress bars: a bar for a person who waits, nothing for a machine."""

import html
import os
import sys
from collections.abc import Iterable

from tqdm import tqdm

from mmlib.checks import instance, shown, visible, whole_number

#: The environment variable that silences every bar where it is ``0``. The tests and the
#: commands that run notebooks set it.
VARIABLE = "MMLIB_PROGRESS"

#: How a bar begins in a notebook, as HTML.
BAR = '<pre class="mmlib-bar">'

#: What stands in a notebook where a bar has vanished.
NOTHING = {"text/plain": ""}


def silenced() -> bool:
    """Whether bars are switched off by the environment."""
    return os.environ.get(VARIABLE, "1") == "0"


def is_terminal(stream: object) -> bool:
    """Whether a standard stream is a terminal.

    The stream may be missing, closed, or an object of another kind.
    """
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return False


def in_notebook() -> bool:
    """Whether this is a kernel, with a notebook before it."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive else None
    return getattr(shell, "kernel", None) is not None


class NotebookBar(tqdm):
    """The bar of a notebook: HTML that is replaced by nothing once it is done.

    The widget of tqdm would stay in a notebook that a command runs and stores.
    """

    _place = None

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, gui=True, **options)  # so it prints nothing

    def display(self, msg: str | None = None, pos: int | None = None) -> None:
        """Show how far it is."""
        text = str(self) if msg is None else msg
        told = {"text/plain": text, "text/html": f"{BAR}{html.escape(text)}</pre>"}
        if self._place is None:
            from IPython.display import display

            self._place = display(told, raw=True, display_id=True)
        else:
            self._place.update(told, raw=True)

    def close(self) -> None:
        """Vanish."""
        super().close()
        if self._place is not None:
            self._place.update(NOTHING, raw=True)
            self._place = None


def progress(
    iterable: Iterable | None = None,
    *,
    total: int | None = None,
    description: str = "",
    unit: str = "run",
) -> tqdm:
    """Wrap an iterable in a progress bar with rate and time left.

    The bar is HTML in Jupyter and text in a terminal; it appears after 0.3 s and
    vanishes when done. It is silent where `MMLIB_PROGRESS` is ``0``, and where the
    output is neither a notebook nor a terminal.

    Parameters
    ----------
    iterable : iterable, optional
        What to loop over; without it, call `update` on the bar.
    total : int, optional
        Number of steps, where `iterable` does not tell.
    description, unit : str, optional
        Text before the bar, and what is counted.

    Returns
    -------
    tqdm
        Iterate over it, or use it as a context manager.

    Examples
    --------
    >>> [step for step in progress(range(3))]
    [0, 1, 2]
    """
    if (
        not isinstance(iterable, Iterable | None)
        or getattr(iterable, "shape", None) == ()
    ):
        raise TypeError(
            f"iterable: {shown(iterable)} cannot be looped over; "
            "a number of steps is given as total="
        )
    total = None if total is None else whole_number(total, "total", 0, 2**63 - 1)
    description = visible(instance(description, str, "description", "a text")).replace(
        "\n", " "
    )
    unit = visible(instance(unit, str, "unit", "a text")).replace("\n", " ")
    notebook = in_notebook()
    kind = NotebookBar if notebook else tqdm
    disable = silenced() or not (notebook or is_terminal(sys.stderr))
    return kind(
        iterable,
        total=total,
        desc=description,
        unit=f" {unit}",
        disable=disable,
        leave=False,
        delay=0.3,
    )
