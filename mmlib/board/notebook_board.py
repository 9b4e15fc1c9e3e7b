"""A board in a notebook: its look, its widget and its still.

The widget follows what happens. Where a command runs the notebook, the still is shown.
"""

import base64
import re
from collections.abc import Callable
from importlib import resources

from mmlib.board.html_parts import heard, ipywidgets
from mmlib.checks import optional
from mmlib.engine.progress_bar import silenced
from mmlib.report.controls import widgets
from mmlib.report.lettering import without_math
from mmlib.report.svg import ALONE, STYLE

#: The folder of the boards' looks.
LOOKS = resources.files("mmlib.board")

#: The look of every board, as CSS.
LOOK = LOOKS.joinpath("board.css").read_text("utf-8")

#: The look of every still, as CSS.
STILL = LOOKS.joinpath("still.css").read_text("utf-8")

#: What is shown while cells run. No control is answered until they are done.
BUSY = (
    '<div class="mmlib-busy">'
    "The notebook is computing; the board answers once it is done.</div>"
)


def as_still(shown: str, classes: str = "") -> str:
    """Make HTML stand alone, with SVG as images.

    Of SVG itself an untrusted notebook shows only the letters.
    """

    def image(found: re.Match) -> str:
        label = re.search(r'aria-label="([^"]*)"', found[0])
        data = base64.b64encode(
            found[0].replace(">", f"><style>{ALONE}</style>", 1).encode()
        ).decode()
        return (
            f'<img alt="{label[1] if label else ""}" '
            f'src="data:image/svg+xml;base64,{data}">'
        )

    shown = re.sub(r"<svg\b.*?</svg>", image, shown, flags=re.DOTALL)
    note = "<div><i>A still. Run the cell to work with the board.</i></div>"
    return (
        f'<style>{STILL}</style><div class="mmlib-still {classes}">'
        f"{note}{without_math(shown)}</div>"
    )


class Live:
    """Something with HTML and controls on the screen.

    `show` brings them up to date.
    """

    _updates: tuple[Callable[[], None], ...] = ()

    def show(self) -> None:
        """Bring the widgets up to date, if there are any."""
        for update in self._updates:
            update()

    def follow(self, update: Callable[[], None]) -> None:
        """Have something done whenever widgets are brought up to date."""
        self._updates += (update,)

    def pane(self, name: str, *, status: bool = False, **layout: str) -> object:
        """Make a widget that shows an attribute, which holds HTML.

        A screen reader says aloud what is new in a `status`.
        """
        made = ipywidgets.HTML(layout=layout)
        frame = '<div role="status">{}</div>' if status else "{}"
        self.follow(lambda: setattr(made, "value", frame.format(getattr(self, name))))
        return made

    def button(
        self,
        text: str,
        tip: str,
        act: Callable[[], None],
        *,
        when: Callable[[], bool] | None = None,
    ) -> object:
        """Make a button, which can be pressed always or at times."""
        made = ipywidgets.Button(
            description=text, tooltip=tip, layout={"width": "auto"}
        )
        made.on_click(lambda _: act())
        if when is not None:
            self.follow(lambda: setattr(made, "disabled", not when()))
        return made

    def stepper(
        self,
        unit: str,
        label: str,
        where: Callable[[], tuple[int, int]],
        milliseconds: int = 0,
    ) -> list:
        """Make Back, Step and a slider by which to `go` to a frame.

        With `milliseconds` there is also a button that plays the frames. `where` tells
        the frame that is shown, counted from 0, and the last one.
        """
        # a slider that begins without a range keeps none for its End key
        reach = {"min": 0, "max": 1}
        slider = ipywidgets.IntSlider(**reach, description=label)
        write = heard(slider, self.go)
        play = [ipywidgets.Play(**reach, interval=milliseconds)] if milliseconds else []
        for one in play:
            ipywidgets.jslink((one, "value"), (slider, "value"))

        def step(by: int) -> None:
            if not slider.disabled:
                slider.value += by  # which it keeps within its range

        def update() -> None:
            frame, last = where()
            write(frame, max=max(last, 1), disabled=last == 0)
            for one in play:  # its value follows the slider's in the browser
                one.max = slider.max
                one.disabled = slider.disabled

        self.follow(update)
        back = self.button("Back", f"one {unit} back", lambda: step(-1))
        return [
            *play,
            back,
            self.button("Step", f"one {unit} on", lambda: step(1)),
            slider,
        ]


class NotebookBoard(Live):
    """Something to work with in a notebook.

    Subclasses make its widget in `_build`, and its still, as HTML, in `_still`.
    """

    _widget = None

    @property
    def widget(self) -> object:
        """The ipywidget, made when it is first asked for."""
        if self._widget is None:
            widgets()  # or says what is missing
            style = ipywidgets.HTML(layout={"height": "0", "margin": "0"})
            busy = ipywidgets.HTML(BUSY, layout={"margin": "0"})
            self._widget = ipywidgets.VBox([style, busy, self._build()])
            # the last rule hides the still
            style.value = (
                f"<style>{STYLE}{LOOK}"
                f".mmlib-{self._widget.model_id}{{display:none}}</style>"
            )
            self._widget.add_class("mmlib-board")
            self.show()
        return self._widget

    def _repr_mimebundle_(self, **_: object) -> dict[str, object]:
        if silenced():
            return {"text/plain": repr(self), "text/html": as_still(self._still())}
        display = optional("IPython.display", "boards").display
        self._shown()
        still = as_still(self._still(), f"mmlib-live mmlib-{self.widget.model_id}")
        display({"text/html": still}, raw=True)  # for when the kernel is gone
        shown = self.widget._repr_mimebundle_()
        # for pages without widgets
        return shown | {"text/plain": f"{self!r}: run its cell again to work with it"}

    def _shown(self) -> None:
        """What is to be done once someone looks at it."""
