"""A board in a notebook: a widget that follows what happens, a still where a command runs the notebook."""

from __future__ import annotations

from collections.abc import Callable

from mmlib.board.page import BUSY, CARD, CSS, as_still
from mmlib.checks import widgets
from mmlib.progress_bar import silenced


class Live:
    """What has pieces of HTML and controls on the screen; `show` brings them up to date."""

    _updates: tuple[Callable[[], None], ...] = ()

    def show(self) -> None:
        """Bring the widgets up to date, if there are any."""
        for update in self._updates:
            update()

    def follow(self, update: Callable[[], None]) -> None:
        """Have something done whenever widgets are brought up to date."""
        self._updates += (update,)

    def pane(self, name: str, *, status: bool = False, **layout: str) -> object:
        """Make a widget that shows an attribute, HTML; a reader of screens says aloud a new `status`."""
        import ipywidgets

        made, frame = ipywidgets.HTML(layout=layout), '<div role="status">{}</div>' if status else "{}"
        self.follow(lambda: setattr(made, "value", frame.format(getattr(self, name))))
        return made

    def button(self, text: str, tip: str, act: Callable[[], None], *, when: Callable[[], bool] | None = None) -> object:
        """Make a button, which can be pressed always or at times."""
        import ipywidgets

        made = ipywidgets.Button(description=text, tooltip=tip, layout={"width": "auto"})
        made.on_click(lambda _: act())
        if when is not None:
            self.follow(lambda: setattr(made, "disabled", not when()))
        return made


class Bench(Live):
    """Something to work with in a notebook; subclasses make its widget in `_build`, its still as HTML in `_still`."""

    _widget = None

    @property
    def widget(self) -> object:
        """The ipywidget, made when it is first asked for."""
        if self._widget is None:
            ipywidgets = widgets()

            style = ipywidgets.HTML(f"<style>{CSS}</style>", layout={"height": "0", "margin": "0"})
            busy = ipywidgets.HTML(BUSY, layout={"margin": "0"})
            self._widget = ipywidgets.VBox([style, busy, self._build()])
            self._widget.add_class("mmlib-bench")
            self.show()
        return self._widget

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict | tuple:
        if silenced():
            return {"text/plain": repr(self), "text/html": as_still(CARD.format(self._still()))}
        self._shown()
        made = self.widget._repr_mimebundle_(include=include, exclude=exclude)
        data, *metadata = made if isinstance(made, tuple) else (made,)
        data["text/plain"] = f"{self!r}: run its cell again to work with it"  # for pages without widgets
        return (data, *metadata) if metadata else data

    def _shown(self) -> None:
        """What is to be done once someone looks at it."""

    def _build(self) -> object:
        raise TypeError(f"{type(self).__name__}: a bench needs a _build method")

    def _still(self) -> str:
        raise TypeError(f"{type(self).__name__}: a bench needs a _still method")
