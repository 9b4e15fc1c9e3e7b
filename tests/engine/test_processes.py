"""Worker processes: that one which keeps what it prepared is not replaced."""

import builtins
import os
import time

import numpy as np
import pytest
from joblib import delayed

from mmlib.engine.processes import run_in_order


@pytest.mark.filterwarnings("default")  # joblib's own thread warns, and ends by the error where warnings are errors
def test_a_worker_that_keeps_much_is_no_leak():
    """loky replaces a worker that has grown by 300 MB since its first call, a second ago or longer."""

    def kept(megabytes, seconds):
        time.sleep(seconds)
        builtins.kept_here = np.ones(megabytes << 17)
        return os.getpid()

    def together(megabytes, seconds):
        return set(run_in_order([delayed(kept)(megabytes, seconds) for _ in range(2)], 2))

    first, grown = together(1, 0.2), together(400, 1.2)
    later = together(1, 0.2)
    assert first == grown == later
    assert len(first) == 2
