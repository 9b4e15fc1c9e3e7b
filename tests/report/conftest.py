"""What tests of figures share."""

import matplotlib.pyplot as plt
import pytest


@pytest.fixture
def ax():
    """Axes to draw on, which are closed afterwards."""
    axes = plt.subplots()[1]
    yield axes
    plt.close(axes.figure)
