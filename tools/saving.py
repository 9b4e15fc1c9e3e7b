"""What JupyterLab leaves out of a notebook that it saves.

So git sees what a person changed and nothing else.
"""

from mmlib.engine.progress_bar import BAR, NOTHING
from mmlib.report.theme import DARK


def leave_out(model: dict, **_: object) -> None:
    """Drop the version of Python, the look of figures, and progress bars.

    The version is another on every machine.
    """
    if model["type"] != "notebook":
        return
    model["content"]["metadata"].get("language_info", {}).pop("version", None)
    for cell in model["content"]["cells"]:
        if "outputs" in cell:
            cell["outputs"] = [
                output for output in cell["outputs"] if not _passes(output)
            ]


def _passes(output: dict) -> bool:
    """Whether an output is for the moment: a bar, or where one was, or a look."""
    data = output.get("data", {})
    texts = {
        kind: "".join(data[kind])
        for kind in ("text/plain", "text/html")
        if kind in data
    }
    vanished = texts == NOTHING and len(data) == 1
    return vanished or texts.get("text/html", "").startswith((BAR, DARK))
