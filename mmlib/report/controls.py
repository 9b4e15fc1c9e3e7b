"""Sliders that redraw a figure from results computed beforehand.

Where nobody can move them, the first frame is drawn.
"""

import sys
from collections.abc import Callable
from types import ModuleType

import numpy as np

from mmlib.checks import asked, listed, optional, shown
from mmlib.engine.progress_bar import silenced

__all__ = ["sliders"]


def __dir__() -> list[str]:
    return __all__


def sliders(
    draw: Callable[..., object], start: dict | None = None, **choices: list
) -> None:
    """Let a reader choose among settings, and draw the figure of those chosen.

    In Jupyter a slider for each name stands over the figure, which is drawn anew when
    one is let go. In a script, and while a notebook is run by a command
    (`MMLIB_PROGRESS` is ``0``), only the first frame is drawn. Raises TypeError or
    ValueError if there are no choices, a name has none, or `start` holds something
    else.

    Parameters
    ----------
    draw : callable
        Draws a figure with pyplot; called with one value for each name.
    start : dict, optional
        Values of the first frame; of a name that is left out, the first choice.
    **choices : list of numbers or text
        What can be chosen, by names other than ``draw`` and ``start``; underscores are
        shown as spaces.

    Examples
    --------
    >>> sliders(
    ...     lambda size, rate: print(size, rate),
    ...     size=[10, 20],
    ...     rate=[0.0, 0.1],
    ...     start={"rate": 0.1},
    ... )
    10 0.1
    """
    if not callable(draw):
        raise TypeError(f"draw: {shown(draw)} cannot be called")
    if not choices:
        raise ValueError("choices: there are none; give a list for each name")
    values = {name: _choices(several, name) for name, several in choices.items()}
    if not isinstance(start, dict | None):
        raise TypeError(f"start: {shown(start)} is not a dict of names and values")
    first = {name: several[0] for name, several in values.items()} | (start or {})
    for name, value in first.items():
        if value not in values.get(name, []):
            raise ValueError(f"start: {name} = {shown(value)} is not among the choices")
    if silenced() or "ipykernel" not in sys.modules:
        asked("draw", draw, **first)
        return
    ipywidgets = widgets()
    display = optional("IPython.display", "sliders").display
    chosen = {}
    rows = []
    for name, several in values.items():
        slider = ipywidgets.SelectionSlider(
            options=several,
            value=first[name],
            description=name.replace("_", " "),
            continuous_update=False,
            readout=False,  # it would be cut off after some letters
            style={"description_width": "9em"},
            layout={"width": "32em"},
        )
        label = ipywidgets.Label()
        ipywidgets.dlink((slider, "value"), (label, "value"), str)
        chosen[name] = slider
        rows.append(ipywidgets.HBox([slider, label]))
    display(ipywidgets.VBox([*rows, ipywidgets.interactive_output(draw, chosen)]))


def _choices(several: object, name: str) -> list:
    """What can be chosen by one slider."""
    several = listed(several, name, "a list of choices")
    if not all(map(np.isscalar, several)):
        raise TypeError(
            f"{name}: {shown(several)} holds what is neither a number nor a text"
        )
    if not several:
        raise ValueError(f"{name}: has no choices")
    return several


def widgets() -> ModuleType:
    """Import ipywidgets, which only a notebook that someone reads needs."""
    return optional("ipywidgets", "boards and sliders")
