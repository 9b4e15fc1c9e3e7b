"""What JupyterLab leaves out of a notebook that it saves.

So git sees what a person changed and nothing else.
"""

from mmlib.engine.progress_bar import BAR, NOTHING


def leave_out(model: dict, **_: object) -> None:
    """Drop the version of Python and progress bars, vanished ones too.

    The version is another on every machine.
    """
    if model["type"] != "notebook":
        return
    model["content"]["metadata"].get("language_info", {}).pop("version", None)
    for cell in model["content"]["cells"]:
        if "outputs" in cell:
            cell["outputs"] = [
                output for output in cell["outputs"] if not _is_bar(output)
            ]


def _is_bar(output: dict) -> bool:
    """Whether an output is a progress bar, or what stands where one was."""
    data = output.get("data", {})
    texts = {
        kind: "".join(data[kind])
        for kind in ("text/plain", "text/html")
        if kind in data
    }
    vanished = texts == NOTHING and len(data) == 1
    return vanished or texts.get("text/html", "").startswith(BAR)
