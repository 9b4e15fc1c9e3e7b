"""Figures as PNG, the same bytes from the same data."""

import io

import matplotlib.pyplot as plt
from matplotlib.axes import Axes


def png_of(ax: Axes) -> bytes:
    """The figure of the axes, which is closed, without the version that drew it."""
    drawn = io.BytesIO()
    ax.figure.savefig(drawn, dpi=110, metadata={"Software": None})
    plt.close(ax.figure)
    return drawn.getvalue()
