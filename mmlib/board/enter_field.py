"""A text field that is taken with Enter.

The kernel may hear of the key before it hears of the text.
"""

import asyncio
import math
import time
from collections.abc import Callable

from mmlib.board.html_parts import heard, ipywidgets
from mmlib.board.spoken import named


class EnterField:
    """A field whose text goes to `entered` with Enter or a button.

    With every letter the text goes to `typed`, if there is one. A browser keeps text
    back until it hears that the kernel has worked, but not the key. So the kernel sends
    a number that comes back behind the text; and another, since the first may overtake
    the news that the kernel has worked.
    """

    def __init__(
        self,
        name: str,
        entered: Callable,
        *,
        typed: Callable | None = None,
        **options: object,
    ) -> None:
        text = ipywidgets.Text(continuous_update=typed is not None, **options)
        self.widget = named(text, name)
        self.sent = ipywidgets.IntText()
        self.returned = ipywidgets.IntText()
        ipywidgets.jsdlink((self.sent, "value"), (self.returned, "value"))
        self._entered = entered
        self._typed = typed
        self.pressed = False
        self._late = (-math.inf, "")
        # a text set by it is not taken for typed
        self.write = heard(self.widget, typed or (lambda text: None))
        self.widget.on_msg(
            lambda _, content, __: (
                self.enter() if content.get("event") == "submit" else None
            )
        )
        heard(self.returned, self._came_back)

    def enter(self) -> None:
        """Take the text as with Enter, once all of it has come."""
        self.pressed = True
        try:
            asyncio.get_running_loop()
        except RuntimeError:  # in a script
            self._take()
        else:
            self.sent.value += 1 + self.sent.value % 2  # the first of two is odd

    def _came_back(self, number: int) -> None:
        if self.pressed and number == self.sent.value:
            if number % 2:
                self.sent.value += 1
            else:
                self._take()

    def _take(self) -> None:
        taken, left = self._late
        self.pressed = False
        # else pressed again
        if (
            self._typed is None
            or time.monotonic() - taken > 1
            or self.widget.value != left
        ):
            self._entered(self.widget.value)
            self._late = time.monotonic(), self.widget.value
