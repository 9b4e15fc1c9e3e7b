"""How figures follow the theme of JupyterLab."""

from mmlib.engine.progress_bar import in_notebook, silenced

#: In a dark theme light and dark of a figure change places; its hues stay as they are.
DARK = (
    '<style class="mmlib-dark">body[data-jp-theme-light="false"] .jp-RenderedImage img'
    "{filter:invert(0.9) hue-rotate(180deg)}</style>"
)


def follow_theme() -> None:
    """Have figures on a dark page of JupyterLab shown dark from now on.

    Where a command runs the notebook, nothing is shown.
    """
    if not in_notebook() or silenced():
        return
    from IPython.display import display

    display({"text/html": DARK, "text/plain": ""}, raw=True)
