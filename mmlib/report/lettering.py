"""Texts of users in figures and in HTML, as they are.

Matplotlib and notebooks would read some as mathematics. Matplotlib loads with a figure.
"""

from mmlib.checks import visible


def literal(text: str) -> str:
    """Return a text for matplotlib, as it is.

    Matplotlib takes what stands between two dollar signs for a formula.
    """
    import matplotlib

    text = visible(text)
    return text.replace("$", r"\$") if matplotlib.rcParams["text.parse_math"] else text


def in_legend(text: str) -> str:
    """A text for a legend, which leaves out what begins with an underscore."""
    text = literal(text)
    return f" {text}" if text.startswith("_") else text


def without_math(html: str) -> str:
    """A piece of HTML in which a notebook looks for no formulas."""
    if "$" not in html:
        return html
    return f'<div class="tex2jax_ignore mathjax_ignore">{html}</div>'
