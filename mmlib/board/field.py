"""A text field that is taken with Enter: the kernel may hear of the key before it hears of the text."""

import asyncio
import math
import time
from collections.abc import Callable

from mmlib.board.page import heard, ipywidgets

#: Seconds from the key Enter until the text of its field is taken, and those in which a later one is taken, too.
AFTER_ENTER, ON_ITS_WAY = 0.015, 1.0


class Field:
    """A field whose text is given to `entered` with Enter or a button, and to `typed` with every letter."""

    def __init__(self, entered: Callable, *, typed: Callable | None = None, **options: object) -> None:
        self.widget = ipywidgets.Text(continuous_update=typed is not None, **options)
        self._entered, self._typed = entered, typed
        self._pressed, self._late, self._timer = -math.inf, (-math.inf, ""), None
        self.write = heard(self.widget, self._came)  # a text set by it is not taken for typed
        self.widget.on_msg(lambda _, content, __: self.enter() if content.get("event") == "submit" else None)

    def enter(self) -> None:
        """Take the text as with Enter; on a busy machine it comes some time after the key, and is taken then."""
        taken, left = self._late
        if self._typed is not None and time.monotonic() - taken < ON_ITS_WAY and self.widget.value == left:
            return  # pressed again, for what was taken a moment ago
        self.forget()
        self._pressed = time.monotonic()
        try:
            self._timer = asyncio.get_running_loop().call_later(AFTER_ENTER, self._take)
        except RuntimeError:  # in a script
            self._take()

    def forget(self) -> None:
        """Let an Enter that was pressed be done with."""
        self._pressed = -math.inf
        if self._timer is not None:
            self._timer.cancel()

    def _take(self) -> None:
        self._entered(self.widget.value)

    def _came(self, text: str) -> None:
        if self._typed is not None:
            self._typed(text)
        if time.monotonic() - self._pressed < ON_ITS_WAY:
            self.forget()
            self._take()
            self._late = time.monotonic(), self.widget.value
