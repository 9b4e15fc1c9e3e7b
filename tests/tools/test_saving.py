"""What a save leaves out."""

import nbformat

from tools.saving import WIDGET, leave_out


def test_versions_and_bars_are_left_out_and_nothing_else():
    def output(text, **data):
        return nbformat.v4.new_output("display_data", {"text/plain": text, **data})

    widget = {WIDGET: {"model_id": "1"}}
    bars = [
        output(text, **widget)
        for text in ("kooi:   0%|          | 0/9 [00:00<?, ? game/s]", "compiling: 3 loop [00:01, 2 loop/s]")
    ]
    kept = [output("Play(4 pegs x 6 colors): 7 of 9", **widget), output("50%| of all")]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("a", outputs=[*bars, *kept])])
    notebook.metadata.language_info = {"name": "python", "version": "3.11.2"}
    leave_out({"type": "notebook", "content": notebook}, path="a.ipynb", contents_manager=None)
    assert notebook.cells[0].outputs == kept
    assert notebook.metadata == {"language_info": {"name": "python"}}
    leave_out({"type": "file", "content": "a text"})
