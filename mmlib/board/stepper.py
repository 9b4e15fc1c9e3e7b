"""Back, Step and a slider over the frames of something."""

from collections.abc import Callable

from mmlib.board.page import heard, ipywidgets


class Stepper:
    """Back, Step and a slider that tell `go` a frame, from 0 on; with milliseconds also a button that plays them."""

    def __init__(self, go: Callable, unit: str, label: str, *, milliseconds: int = 0) -> None:
        reach = {"min": 0, "max": 1}  # a slider that begins without a range keeps none for its End key
        self.slider = ipywidgets.IntSlider(**reach, description=label)
        self._write = heard(self.slider, go)
        self._play = [ipywidgets.Play(**reach, interval=milliseconds)] if milliseconds else []
        for play in self._play:
            ipywidgets.jslink((play, "value"), (self.slider, "value"))
        steps = []
        for name, way, by in (("Back", "back", -1), ("Step", "on", 1)):
            steps.append(ipywidgets.Button(description=name, tooltip=f"one {unit} {way}", layout={"width": "auto"}))
            steps[-1].on_click(lambda _, by=by: self._step(by))
        self.controls = [*self._play, *steps, self.slider]

    def _step(self, by: int) -> None:
        if not self.slider.disabled:
            self.slider.value += by  # which it keeps within its range

    def at(self, frame: int, last: int) -> None:
        """Stand at a frame of those from 0 to the last."""
        reach = {"max": max(last, 1), "disabled": last == 0}
        self._write(**reach, value=frame)
        for play in self._play:  # its value follows the slider's in the browser
            play.max, play.disabled = reach["max"], reach["disabled"]
