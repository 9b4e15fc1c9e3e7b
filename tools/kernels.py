"""What every kernel gets, in `make reproduce` and in the tests: an environment, and sockets of its own."""

import contextlib
import os
import tempfile
from collections.abc import Iterator

#: No bars, no hash randomness.
ENVIRONMENT = {"MMLIB_PROGRESS": "0", "PYTHONHASHSEED": "0"}


@contextlib.contextmanager
def own_sockets() -> Iterator[dict[str, str]]:
    """Yield settings for kernels that talk through files: of two that start at once, one can take the other's port."""
    if os.name == "nt":
        yield {}
        return
    with tempfile.TemporaryDirectory() as folder:
        yield {"transport": "ipc", "ip": f"{folder}/kernel"}
