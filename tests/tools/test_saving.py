"""What a save leaves out."""

import nbformat

from mmlib.engine.progress_bar import BAR, NOTHING
from mmlib.report.theme import DARK
from tools.saving import leave_out


def test_leave_out_takes_versions_and_bars_and_nothing_else():
    def output(text, **data):
        return nbformat.v4.new_output("display_data", {"text/plain": text, **data})

    widget = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}}
    bars = [
        output("kooi:   0%|", **{"text/html": f"{BAR}kooi:   0%|</pre>"}),
        output(NOTHING["text/plain"]),
        output("", **{"text/html": DARK}),
    ]
    kept = [
        output("Play(4 pegs x 6 colors)", **widget),
        output("50%|"),
        output("", **widget),
    ]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("a", outputs=[*bars, *kept])]
    )
    notebook.metadata.language_info = {"name": "python", "version": "3.11.2"}
    leave_out(
        {"type": "notebook", "content": notebook}, path="a.ipynb", contents_manager=None
    )
    assert notebook.cells[0].outputs == kept
    assert notebook.metadata == {"language_info": {"name": "python"}}
    leave_out({"type": "file", "content": "a text"})
