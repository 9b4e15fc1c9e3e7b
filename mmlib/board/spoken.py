"""Names of controls that a screen reader says, where the board shows none."""

from typing import Any

#: The class of a control whose label is hidden; `board.css` does it.
SPOKEN = "mmlib-spoken"


def named(widget: Any, name: str) -> Any:
    """The widget, with a label that only a screen reader meets."""
    widget.description = name
    widget.add_class(SPOKEN)
    return widget
