"""What JupyterLab leaves out of a notebook that it saves, so that git sees what a person changed and nothing else."""

import re

WIDGET = "application/vnd.jupyter.widget-view+json"


def leave_out(model: dict, **_: object) -> None:
    """Drop the version of Python, which is another on every machine, and progress bars that have vanished."""
    if model["type"] != "notebook":
        return
    model["content"]["metadata"].get("language_info", {}).pop("version", None)
    for cell in model["content"]["cells"]:
        if "outputs" in cell:
            cell["outputs"] = [output for output in cell["outputs"] if not _is_bar(output)]


def _is_bar(output: dict) -> bool:
    """Whether an output is a bar of tqdm; it ends with its loop, and its widget with the kernel."""
    data = output.get("data", {})
    return WIDGET in data and re.search(r"\d%\||\d ?\w* \[\d", "".join(data.get("text/plain", ""))) is not None
